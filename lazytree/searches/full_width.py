"""Minimax: the value of a game in which both players play their best. Three ways to write it.

All three force the whole game, so it must be finite. The other searches are tested against `minimax`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from lazytree.games.game import End, Game, Max, Min
from lazytree.games.recursion_limit import enter
from lazytree.games.scores import BOTTOM, TOP, Ordered, Signed
from lazytree.lattices.bounded import Lattice

S = TypeVar("S", bound=Ordered)
T = TypeVar("T")
L = TypeVar("L")
N = TypeVar("N", bound=Signed)


def minimax(game: Game[S]) -> S:
    """Return the value of `game` by the definition: the best score that Max can enforce, and Min can hold Max to.

    Forces everything: every node and every score, from left to right. Of equal scores the leftmost is returned.
    Raises `TooDeep` beyond Python's recursion limit. Source: von Neumann, *Zur Theorie der Gesellschaftsspiele*
    (1928); as a program, Shannon, *Programming a computer for playing chess* (1950).

    >>> from lazytree import from_nested
    >>> minimax(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    3
    """
    return enter("minimax", game, lambda: _minimax(game))


def _minimax(game: Game[S]) -> S:
    match game:
        case End(score):
            return score
        case Max(children):
            best: S = BOTTOM
            for child in children:
                best = max(best, _minimax(child))
            return best
        case Min(children):
            best = TOP
            for child in children:
                best = min(best, _minimax(child))
            return best


def negamax(game: Game[N]) -> N:
    """Minimax with one case for both players: a score is as good for one as it is bad for the other.

    Scores must have a negative (`-score`). Forces everything, as `minimax` does. Max and Min need not alternate: a
    player who moves twice in a row sees the second move as his own. Raises `TooDeep` beyond Python's recursion limit.
    Source: Knuth and Moore, *An analysis of alpha-beta pruning* (1975), the procedure F.

    >>> from lazytree import from_nested
    >>> negamax(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    3
    """
    return enter("negamax", game, lambda: _negamax(game, 1))


def _negamax(game: Game[N], viewer: int) -> N:
    """Return the value as `viewer` (1 for Max, -1 for Min) sees it."""
    match game:
        case End(score):
            return score if viewer == 1 else -score
        case Max(children):
            mover = 1
        case Min(children):
            mover = -1
    best: N = BOTTOM
    for child in children:
        best = max(best, -_negamax(child, -mover))
    return best if mover == viewer else -best


def minimax_in(lattice: Lattice[L], leaf: Callable[[T], L], game: Game[T]) -> L:
    """Minimax over any lattice: `leaf(score)` at an end, `lattice.joins` at Max, `lattice.meets` at Min.

    The lattice gets its elements delayed, one function of no arguments for each child, and decides which it calls.
    Over an `Order` this is minimax; over `Clamping` functions it is alpha-beta. Forces the outermost layer, and
    the children that the lattice calls for, when it does. Raises `TooDeep` beyond Python's recursion limit.
    Source: Li-yao Xia, *Alpha-beta pruning is just minimax in a lattice of clamping functions* (2025).

    >>> from lazytree import Order, from_nested
    >>> minimax_in(Order(), lambda score: score, from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    3
    """
    return enter("minimax_in", game, lambda: _minimax_in(game, lattice, leaf))


def _minimax_in(game: Game[T], lattice: Lattice[L], leaf: Callable[[T], L]) -> L:
    def delayed(children: Iterable[Game[T]]) -> Iterator[Callable[[], L]]:
        # Not functools.partial: a C function between two plies would use up the C stack of a deep game.
        for child in children:
            yield _delay(child, lattice, leaf)

    match game:
        case End(score):
            return leaf(score)
        case Max(children):
            return lattice.joins(delayed(children))
        case Min(children):
            return lattice.meets(delayed(children))


def _delay(game: Game[T], lattice: Lattice[L], leaf: Callable[[T], L]) -> Callable[[], L]:
    return lambda: _minimax_in(game, lattice, leaf)
