"""The abstract game of a two-player program: what a position tells, and what is left to whoever searches it.

A game is a subclass of `Position` with three methods: `result`, the terminal test; `batches`, the moves; and `play`.
The others make a search better and may be left out: `guess`, `views` with `canonical`, and `key`. The players take
turns, and every number is as the player sees it whose turn it is. Read this module to write a game of your own, and
check its rules by `census`, which counts positions, and ways to play, ply by ply.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Generic, Self, TypeAlias, TypeVar

M = TypeVar("M", bound=Hashable)
P_co = TypeVar("P_co", covariant=True)


@dataclass(frozen=True, slots=True)
class View(Generic[P_co, M]):
    """A position as one symmetry of the game shows it, and the way back: what a move there is called here.

    `play(back(move))` leads to a position that the symmetry takes to `position.play(move)`.
    """

    position: P_co
    back: Callable[[M], M]


class Position(ABC, Generic[M]):
    """A position of a game whose moves are of type `M`, any hashable values but None; it does not change.

    Nothing here is computed before it is asked for, so an engine's laziness is worth something: it can ask for one
    batch of moves and leave the others, and for sorted moves only where the order will matter.

    >>> from lazytree.engines.positions import Nim
    >>> position = Nim((1, 2))
    >>> position.result() is None, list(position.batches())
    (True, [[(0, 1)], [(1, 1), (1, 2)]])
    >>> position.after((1, 1), (0, 1), (1, 1)).result()  # all taken: who should move now has lost
    <Outcome.LOSS: -1>
    """

    __slots__ = ()

    @abstractmethod
    def result(self) -> float | None:
        """The terminal test: what a finished game is worth to the player whose turn it would be, else None."""

    @abstractmethod
    def batches(self, *, best_first: bool = False) -> Iterable[Sequence[M]]:
        """The moves, in batches: as many at a time as come cheaply together.

        All batches together are all the moves; one may occur twice. With `best_first` those that look good come
        first, which may cost the game something. Not asked of a finished game. Whoever iterates over the result pays
        for the batches that are taken, and for no others.
        """

    @abstractmethod
    def play(self, move: M) -> Self:
        """The position after `move`. Raises `BadMove` for a move that is not one of this position."""

    def guess(self) -> float:
        """Estimate the value of a game that goes on, for a search that stops here."""
        return 0

    def views(self) -> Iterable[View[Self, M]]:
        """The position as each symmetry of the game shows it, itself first. With several, `key` must be ordered."""
        return (View(self, lambda move: move),)

    def canonical(self) -> View[Self, M]:
        """The one of `views` that stands for all: that with the least key. Every position among them has the same."""
        first, *others = self.views()
        return min((first, *others), key=_key_of) if others else first

    def key(self) -> Hashable | None:
        """Return the key of this position in a table, or None: do not store it.

        Positions with equal keys are one and the same: they have the same moves and the same game ahead of them.
        """
        return None

    def moves(self, *, best_first: bool = False) -> Iterator[M]:
        """The moves one by one. A batch is generated when its first move is pulled.

        >>> from lazytree.engines.positions import Nim
        >>> next(Nim((1, 2)).moves(best_first=True))  # leaves two equal heaps
        (1, 1)
        """
        return chain.from_iterable(self.batches(best_first=best_first))

    def after(self, *moves: M) -> Self:
        """The position after these moves, one after the other. Raises `BadMove` as `play` does."""
        position = self
        for move in moves:
            position = position.play(move)
        return position


def _key_of(view: View[Position[Any], Any]) -> Any:
    return view.position.key()


Ways: TypeAlias = dict[Hashable, tuple[Position[Any], int]]
"""The positions of one ply by their keys, each with the number of ways to get there."""


@dataclass(frozen=True, slots=True)
class Ply:
    """Census after so many moves: different positions, the ends among them, and the ways to get there.

    `nodes` and `leaves` are positions and ends, each as often as there are ways to get to it: what a game tree has.
    """

    positions: int
    ends: int
    nodes: int
    leaves: int


def census(position: Position[Any], *, symmetries: bool = False) -> Iterator[Ply]:
    """The plies of the game from `position`, which is the first; with `symmetries`, symmetric positions are one.

    Lazy: a ply is counted when it is pulled, so that the first plies of a big game can be had. A position that
    occurs at several plies counts at each. Raises `ValueError` if a position has no key.

    >>> from lazytree.engines.positions import Noughts
    >>> plies = list(census(Noughts()))
    >>> [ply.positions for ply in plies]
    [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    >>> sum(ply.nodes for ply in plies), sum(ply.leaves for ply in plies), sum(ply.positions for ply in plies)
    (549946, 255168, 5478)
    """
    ways: Ways = {}
    _arrive(ways, position, 1, symmetries)
    while ways:
        ends = [count for position, count in ways.values() if position.result() is not None]
        yield Ply(len(ways), len(ends), sum(count for _, count in ways.values()), sum(ends))
        ways = _next_ply(ways, symmetries)


def _next_ply(ways: Ways, symmetries: bool) -> Ways:
    found: Ways = {}
    for position, count in ways.values():
        if position.result() is None:
            for move in position.moves():
                _arrive(found, position.play(move), count, symmetries)
    return found


def _arrive(ways: Ways, position: Position[Any], count: int, symmetries: bool) -> None:
    one = position.canonical().position if symmetries else position
    key = one.key()
    if key is None:
        raise ValueError(f"census: {one!r} has no key; expected positions that can be told apart")
    ways[key] = one, count + (ways[key][1] if key in ways else 0)
