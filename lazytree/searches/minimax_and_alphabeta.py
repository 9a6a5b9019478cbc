"""Minimax, alpha-beta, and minimax over any lattice: the definition, four prunings by hand, and one by lattice.

`minimax`, `negamax` and `minimax_in` over an `Order` force the whole game; the other searches are tested against them.

Alpha-beta skips the parts of a game that cannot change its value. The window (alpha, beta) is known from elsewhere in
the game: Max has alpha already, Min will not allow beta. Max stops at a value >= beta, Min at a value <= alpha. All of
them force the same leaves in the same order, and the parts of the game that they skip may be infinite, not yet
computed, or broken. `squash` compares nothing in a node: a tip answers within its window, which each child narrows from
its player's side; when its ends meet, the value is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from lazytree.games.game import End, Game, Max, Min
from lazytree.games.scores import BOTTOM, OPEN, TOP, Bounded, Ordered, Signed, check_window
from lazytree.games.traversals import enter
from lazytree.lattices.clamping import ORDER, Clamping, Lattice, clamp

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


def alphabeta(game: Game[S], *, alpha: S = BOTTOM, beta: S = TOP) -> S:
    """Return the value of `game` if it lies between `alpha` and `beta`; otherwise a bound on it: fail-soft alpha-beta.

    An answer <= alpha is an upper bound of the value, an answer >= beta a lower bound. The ends are
    open by default, so the answer is the value.

    Forces, of each node, the children from the left until one of them ends the matter (Max: >= beta, Min: <= alpha),
    and the score of each `End` it comes to. With the open window nothing ends the matter at the root; with
    the known bounds of the score type for alpha and beta, reaching them does.
    Raises `BadWindow` unless alpha < beta, and `TooDeep` beyond Python's recursion limit.

    Source: Fishburn, *Another optimization of alpha-beta search* (1983), who let Knuth and Moore's procedure F2
    (*An analysis of alpha-beta pruning*, 1975) answer outside its window.

    >>> from lazytree import from_nested
    >>> alphabeta(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    3
    >>> alphabeta(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), alpha=5, beta=9)  # so the value is 5 at most
    5
    """
    check_window(alpha, beta)
    return enter("alphabeta", game, lambda: _alphabeta(game, alpha, beta))


def _alphabeta(game: Game[S], alpha: S, beta: S) -> S:
    match game:
        case End(score):
            return score
        case Max(children):
            best: S = BOTTOM
            for child in children:
                best = max(best, _alphabeta(child, max(alpha, best), beta))
                if best >= beta:
                    break
            return best
        case Min(children):
            best = TOP
            for child in children:
                best = min(best, _alphabeta(child, alpha, min(beta, best)))
                if best <= alpha:
                    break
            return best


def alphabeta_fail_hard(game: Game[S], *, alpha: S = BOTTOM, beta: S = TOP) -> S:
    """Return the value of `game` if it lies between `alpha` and `beta`; otherwise the nearer end of the window.

    Forces the parts that `alphabeta` forces, in the same order, and raises the same errors. Source: Knuth and Moore,
    *An analysis of alpha-beta pruning* (1975), the procedures F2 and G2.

    >>> from lazytree import from_nested
    >>> alphabeta_fail_hard(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), alpha=5, beta=9)
    5
    """
    check_window(alpha, beta)
    return enter("alphabeta_fail_hard", game, lambda: _alphabeta_fail_hard(game, alpha, beta))


def _alphabeta_fail_hard(game: Game[S], alpha: S, beta: S) -> S:
    match game:
        case End(score):
            return min(max(score, alpha), beta)
        case Max(children):
            for child in children:
                alpha = max(alpha, _alphabeta_fail_hard(child, alpha, beta))
                if alpha >= beta:
                    return beta
            return alpha
        case Min(children):
            for child in children:
                beta = min(beta, _alphabeta_fail_hard(child, alpha, beta))
                if beta <= alpha:
                    return alpha
            return beta


def alphabeta_negamax(game: Game[N], *, alpha: N = BOTTOM, beta: N = TOP) -> N:
    """Fail-soft alpha-beta with one case for both players: the other sees the window negated and turned round.

    Scores must have a negative (`-score`). Forces the parts that `alphabeta` forces, in the same order, and raises the
    same errors. Max and Min need not alternate. Source: Knuth and Moore, *An analysis of alpha-beta pruning* (1975),
    the procedure F2; fail-soft by Fishburn (1983).

    >>> from lazytree import from_nested
    >>> alphabeta_negamax(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    3
    """
    check_window(alpha, beta)
    return enter("alphabeta_negamax", game, lambda: _alphabeta_negamax(game, 1, alpha, beta))


def _alphabeta_negamax(game: Game[N], viewer: int, alpha: N, beta: N) -> N:
    """Return the value as `viewer` (1 for Max, -1 for Min) sees it, in the window as `viewer` sees it."""
    match game:
        case End(score):
            return score if viewer == 1 else -score
        case Max(children):
            mover = 1
        case Min(children):
            mover = -1
    if mover != viewer:
        alpha, beta = -beta, -alpha
    best: N = BOTTOM
    for child in children:
        best = max(best, -_alphabeta_negamax(child, -mover, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best if mover == viewer else -best


def alphabeta_lattice(game: Game[T], *, bounds: Bounded[T] = OPEN, order: Lattice[T] = ORDER) -> T:
    """Return the value of `game` by minimax in the lattice of clamping functions: alpha-beta that nobody programmed.

    `bounds` is the window to ask in: `Bounded(low, high)` for known bounds of the score type, `OPEN` for none.
    Forces the parts that `alphabeta` forces in that window, in the same order. Raises `TooDeep` beyond Python's
    recursion limit. `order` is as in `Clamping`. Source: Xia (2025), see `lazytree.lattices.clamping`.

    >>> from lazytree import from_nested
    >>> alphabeta_lattice(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    3
    """
    lattice = Clamping(order, bounds)
    return enter("alphabeta_lattice", game, lambda: lattice.declamp(minimax_in(lattice, lattice.clamping, game)))


def squash(game: Game[S], *, alpha: S = BOTTOM, beta: S = TOP) -> S:
    """Return the value of `game`, squashed into the window: its value if it lies inside, otherwise the nearer end.

    Forces the parts that `alphabeta` forces, in the same order. Raises `BadWindow` unless alpha < beta, and `TooDeep`
    beyond Python's recursion limit. Source: Bird and Hughes, *The alpha-beta algorithm: an exercise in program
    transformation* (1987).

    >>> from lazytree import from_nested
    >>> squash(from_nested([[7, [9, 2]], [[18, 9], 31], [17, [[12, 17], 45], 72]]))
    18
    """
    check_window(alpha, beta)
    return enter("squash", game, lambda: _squash(game, alpha, beta))


def _squash(tree: Game[S], a: S, b: S) -> S:
    match tree:
        case Max(children):
            for child in children:
                a = _squash(child, a, b)
                if a == b:
                    break
            return a
        case Min(children):
            for child in children:
                b = _squash(child, a, b)
                if a == b:
                    break
            return b
        case End(score):
            return clamp(score, a, b)
