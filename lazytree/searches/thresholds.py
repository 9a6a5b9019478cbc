"""Thresholds, and searches that ask for less than the value: is it at least so much, is it more than that?

A threshold cuts the scores in two, and fewer looks tell if a game's value is above it than the value takes.
Written with numbers this is alpha-beta in a window that has no score inside, called a null window. As a
threshold maps joins to "or" and meets to "and", it is also minimax over the lattice of the two truth values. SCOUT,
NegaScout and MTD are made of such questions. Skip this module unless you build another search of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from lazytree.games.game import End, Game, Max, Min
from lazytree.games.recursion_limit import enter
from lazytree.games.scores import BOTTOM, TOP, Ordered
from lazytree.lattices.bounded import Lattice
from lazytree.searches.minimax_and_alphabeta import minimax_in

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


@dataclass(frozen=True)
class Bools(Lattice[bool]):
    """The lattice of the two truth values: join is "or", meet is "and", and neither asks more than it has to.

    >>> Bools().join(False, True), Bools().meet(False, True)
    (True, False)
    """

    def join(self, one: bool, other: bool, /) -> bool:
        """Return True if one of the two is true."""
        return one or other

    def meet(self, one: bool, other: bool, /) -> bool:
        """Return True if both are true."""
        return one and other

    # Not any() and all(): C functions between two plies would use up the C stack of a deep game.

    def joins(self, delayed: Iterable[Callable[[], bool]], /) -> bool:
        """Return True if one is true; calls until one is."""
        for element in delayed:
            if element():
                return True
        return False

    def meets(self, delayed: Iterable[Callable[[], bool]], /) -> bool:
        """Return True if all are true; calls until one is not."""
        for element in delayed:
            if not element():
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
