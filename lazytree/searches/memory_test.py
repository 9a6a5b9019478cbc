"""MTD: the value of a game by one null-window search after another, each beginning where the last one ended.

A memory keeps, for each node, the bounds that are known by now, so that nothing is looked at twice. Begun from above
all scores, MTD looks at what SSS* looks at, in the same order; begun from below, at what DUAL* looks at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from lazytree.games.deep_recursion import enter
from lazytree.games.game import End, Game, Max, Min
from lazytree.games.scores import BOTTOM, TOP, Ordered
from lazytree.searches.null_window import AtLeast, MoreThan, Threshold

__all__ = ["mtd"]

S = TypeVar("S", bound=Ordered)


def mtd(game: Game[S], first: S = TOP) -> S:
    """The value of `game`, by null-window searches of which the first tests the guess `first`.

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
        # What is at least the lower bound is known; the question to ask there is whether it is more.
        guess = _mt(root, MoreThan(guess) if guess == root.low else AtLeast(guess))
    return guess


class _Node(Generic[S]):
    """What is remembered of a node: bounds on its value, and the same of its children as far as they were pulled."""

    __slots__ = ("_pulled", "_rest", "game", "high", "low")

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.low: S = BOTTOM
        self.high: S = TOP
        self._pulled: list[_Node[S]] = []
        self._rest: Iterator[Game[S]] | None = None

    def moves(self, children: Iterable[Game[S]]) -> Iterator[_Node[S]]:
        """What is remembered of each of `children`, which are those of this node; pulls one when it is its turn."""
        yield from self._pulled
        if self._rest is None:
            self._rest = iter(children)
        for child in self._rest:
            self._pulled.append(_Node(child))
            yield self._pulled[-1]

    def learn(self, bound: S, above: Threshold[S]) -> S:
        """Remember `bound`, which is a lower one if it is above the threshold; it is returned."""
        if above(bound):
            self.low = bound
        else:
            self.high = bound
        return bound


def _mt(node: _Node[S], above: Threshold[S]) -> S:
    """Fail-soft: a bound that says whether the value is above the threshold; what the memory can tell is not asked."""
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
