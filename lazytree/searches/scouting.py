"""Searches that ask if a move is better than a guess, and look for its value only where they have to: SCOUT to MTD.

SCOUT asks by `decide` and, when the answer is yes, evaluates as if nothing had been asked. NegaScout, also known as
principal variation search, asks by alpha-beta in a null window and keeps the bound that it gets. MTD finds the value by
one null-window search after another, each beginning where the last one ended: a memory keeps the bounds known for each
node, so that nothing is looked at twice. Begun from above all scores, MTD forces the leaves of SSS*, in the same order;
begun from below, those of DUAL*.

What they ask is if a game's value is above a threshold, which cuts the scores in two: fewer looks tell that than the
value takes. Written with numbers it is alpha-beta in a window that has no score inside, called a null window. As a
threshold maps joins to "or" and meets to "and", it is also minimax over the lattice of the two truth values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from lazytree.games.game import End, Game, Max, Min
from lazytree.games.scores import BOTTOM, TOP, Ordered, check_window
from lazytree.games.traversals import enter
from lazytree.lattices.clamping import Bools
from lazytree.searches.minimax_and_alphabeta import minimax_in
from strictcheck import Stream

S = TypeVar("S", bound=Ordered)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AtLeast(Generic[S]):
    """Threshold just below `score`: above it are `score` and the scores that are better for Max.

    >>> AtLeast(3)(3), AtLeast(3)(2)
    (True, False)
    """

    score: S

    def __call__(self, value: S) -> bool:
        """Return True if `value` is above this threshold. Forces it."""
        return bool(value >= self.score)


@dataclass(frozen=True, slots=True)
class MoreThan(Generic[S]):
    """Threshold just above `score`: above it are the scores that are better for Max than `score`.

    >>> MoreThan(3)(3), MoreThan(3)(4)
    (False, True)
    """

    score: S

    def __call__(self, value: S) -> bool:
        """Return True if `value` is above this threshold. Forces it."""
        return bool(value > self.score)


Threshold: TypeAlias = Callable[[T], bool]
"""Predicate on scores, true above some cut: `AtLeast(score)`, `MoreThan(score)`, or any monotone function."""


def decide(game: Game[T], above: Threshold[T]) -> bool:
    """Return True if the value of `game` is above the threshold.

    Forces, of each node, the children from the left until one of them settles it (Max: one above, Min: one that is
    not), and the score of each `End` it comes to. Raises `TooDeep` beyond Python's recursion limit. Source: Pearl,
    *Asymptotic properties of minimax trees and game-searching procedures* (1980), the procedure TEST.

    >>> from lazytree import from_nested
    >>> decide(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), AtLeast(3))
    True
    """
    return enter("decide", game, lambda: _decide(game, above))


def _decide(game: Game[T], above: Threshold[T]) -> bool:
    match game:
        case End(score):
            return above(score)
        case Max(children):
            for child in children:
                if _decide(child, above):
                    return True
            return False
        case Min(children):
            for child in children:
                if not _decide(child, above):
                    return False
            return True


def decide_lattice(game: Game[T], above: Threshold[T]) -> bool:
    """Return True if the value of `game` is above the threshold, by minimax over truth values. Forces as `decide` does.

    >>> from lazytree import from_nested
    >>> decide_lattice(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), MoreThan(3))
    False
    """
    return minimax_in(Bools(), above, game)


def null_window(game: Game[S], above: Threshold[S]) -> S:
    """Return a bound that tells if the value of `game` is above the threshold: fail-soft `decide`.

    An answer above the threshold is a lower bound on the value, another an upper bound. Forces the parts that
    `decide` forces, in the same order. Raises `TooDeep` beyond Python's recursion limit. With whole numbers,
    `null_window(game, AtLeast(n))` is `alphabeta(game, alpha=n - 1, beta=n)`; thresholds do without the subtraction,
    so any ordered scores will do. Source: Plaat, Schaeffer, Pijls and de Bruin, *Best-first fixed-depth minimax
    algorithms* (1996), the procedure MT.

    >>> from lazytree import from_nested
    >>> null_window(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), AtLeast(5))  # so the value is 3 at most
    3
    """
    return enter("null_window", game, lambda: _null_window(game, above))


def _null_window(game: Game[S], above: Threshold[S]) -> S:
    match game:
        case End(score):
            return score
        case Max(children):
            best: S = BOTTOM
            for child in children:
                best = max(best, _null_window(child, above))
                if above(best):
                    break
            return best
        case Min(children):
            best = TOP
            for child in children:
                best = min(best, _null_window(child, above))
                if not above(best):
                    break
            return best


def scout(game: Game[S]) -> S:
    """Return the value of `game`: each move but the first is evaluated only if a test says that it is better.

    Forces the parts that the tests and the evaluations look at, some of them twice. On most games these are leaves that
    `alphabeta` forces too, but not on all. Raises `TooDeep` beyond Python's recursion limit. Source: Pearl,
    *Asymptotic properties of minimax trees and game-searching procedures* (1980), the procedures EVAL and TEST.

    >>> from lazytree import from_nested
    >>> scout(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    3
    """
    return enter("scout", game, lambda: _scout(game))


def _scout(game: Game[S]) -> S:
    match game:
        case End(score):
            return score
        case Max(children):
            best: S = BOTTOM
            for child in children:
                if best is BOTTOM or _decide(child, MoreThan(best)):
                    best = max(best, _scout(child))
            return best
        case Min(children):
            best = TOP
            for child in children:
                if best is TOP or not _decide(child, AtLeast(best)):
                    best = min(best, _scout(child))
            return best


def negascout(game: Game[S], *, alpha: S = BOTTOM, beta: S = TOP) -> S:
    """Return the value of `game` if it lies between `alpha` and `beta`, otherwise a bound on it, as `alphabeta` does.

    Each move but the first is searched in a null window first, and again, in the rest of the window, if the answer
    lies inside of that. Distinct leaves are some of those that `alphabeta` forces; with repeats there can be more.
    Raises `BadWindow` unless alpha < beta, and `TooDeep` beyond Python's recursion limit. Sources: Reinefeld, *An
    improvement to the scout tree-search algorithm* (1983); as principal variation search (PVS), Marsland and
    Campbell, *Parallel search of strongly ordered game trees* (1982).

    >>> from lazytree import from_nested
    >>> negascout(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    3
    """
    check_window(alpha, beta)
    return enter("negascout", game, lambda: _negascout(game, alpha, beta))


def _negascout(game: Game[S], alpha: S, beta: S) -> S:
    match game:
        case End(score):
            return score
        case Max(children):
            best: S = BOTTOM
            for child in children:
                best = max(best, _better_for_max(child, alpha, beta, best))
                if best >= beta:
                    break
            return best
        case Min(children):
            best = TOP
            for child in children:
                best = min(best, _better_for_min(child, alpha, beta, best))
                if best <= alpha:
                    break
            return best


def _better_for_max(child: Game[S], alpha: S, beta: S, best: S) -> S:
    """Return the value of `child` as far as it matters to Max, who has `best` so far (BOTTOM before the first move)."""
    if best is BOTTOM:
        return _negascout(child, alpha, beta)
    floor = max(alpha, best)
    bound = _null_window(child, MoreThan(floor))
    return _negascout(child, bound, beta) if floor < bound < beta else bound


def _better_for_min(child: Game[S], alpha: S, beta: S, best: S) -> S:
    """Return the value of `child` as far as it matters to Min, who has `best` so far (TOP before the first move)."""
    if best is TOP:
        return _negascout(child, alpha, beta)
    ceiling = min(beta, best)
    bound = _null_window(child, AtLeast(ceiling))
    return _negascout(child, alpha, bound) if alpha < bound < ceiling else bound


def mtd(game: Game[S], first: S = TOP) -> S:
    """Return the value of `game`, by null-window searches of which the first tests the guess `first`.

    `first` is any score, or `TOP` or `BOTTOM`; the better the guess, the fewer the searches, and the value does not
    depend on it. Forces, whatever the guess, leaves that `alphabeta` forces, and each score once. Raises `TooDeep`
    beyond Python's recursion limit. The memory has room for each node that was looked at. Source: Plaat, Schaeffer,
    Pijls and de Bruin, *Best-first fixed-depth minimax algorithms* (1996), MT and MTD(f).

    >>> from lazytree import from_nested
    >>> mtd(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), first=5)
    3
    """
    return enter("mtd", game, lambda: _mtd(_Node(game), first))


def _mtd(root: _Node[S], guess: S) -> S:
    while root.low < root.high:
        # The lower bound is known to hold, so the question to ask there is whether the value is more.
        guess = _mt(root, MoreThan(guess) if guess == root.low else AtLeast(guess))
    return guess


class _Node(Generic[S]):
    """Memory of one node: bounds on its value, and the memories of its children as far as they were pulled."""

    __slots__ = ("_moves", "game", "high", "low")

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.low: S = BOTTOM
        self.high: S = TOP
        self._moves: Stream[_Node[S]] | None = None

    def moves(self, children: Iterable[Game[S]]) -> Stream[_Node[S]]:
        """Return the memory of each of `children`, the children of this node; pulls one when it is asked for."""
        if self._moves is None:
            self._moves = Stream(map(_Node, children))
        return self._moves

    def learn(self, bound: S, above: Threshold[S]) -> S:
        """Store `bound`, as the lower one if it is above the threshold, and return it."""
        if above(bound):
            self.low = bound
        else:
            self.high = bound
        return bound


def _mt(node: _Node[S], above: Threshold[S]) -> S:
    """Fail-soft search for a bound that tells if the value is above the threshold; known bounds answer first."""
    if above(node.low):
        return node.low
    if not above(node.high):
        return node.high
    match node.game:
        case End(score):
            node.low = node.high = score
            return score
        case Max(children):
            best: S = BOTTOM
            for child in node.moves(children):
                best = max(best, _mt(child, above))
                if above(best):
                    break
        case Min(children):
            best = TOP
            for child in node.moves(children):
                best = min(best, _mt(child, above))
                if not above(best):
                    break
    return node.learn(best, above)
