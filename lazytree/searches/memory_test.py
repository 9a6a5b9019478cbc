"""MTD: the value of a game by one null-window search after another, each beginning where the last one ended.

A memory keeps the bounds known for each node, so that nothing is looked at twice. Begun from above
all scores, MTD forces the leaves of SSS*, in the same order; begun from below, those of DUAL*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from lazytree.games.game import End, Game, Max, Min
from lazytree.games.recursion_limit import enter
from lazytree.games.scores import BOTTOM, TOP, Ordered
from lazytree.searches.thresholds import AtLeast, MoreThan, Threshold

S = TypeVar("S", bound=Ordered)


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

    __slots__ = ("_pulled", "_rest", "game", "high", "low")

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.low: S = BOTTOM
        self.high: S = TOP
        self._pulled: list[_Node[S]] = []
        self._rest: Iterator[Game[S]] | None = None

    def moves(self, children: Iterable[Game[S]]) -> Iterator[_Node[S]]:
        """Yield the memory of each of `children`, the children of this node; pulls one when it comes to it."""
        yield from self._pulled
        if self._rest is None:
            self._rest = iter(children)
        for child in self._rest:
            self._pulled.append(_Node(child))
            yield self._pulled[-1]

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
