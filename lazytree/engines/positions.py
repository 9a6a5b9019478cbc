"""Positions: the abstract game of a two-player program, and the way from positions to lazy trees and back.

A game is a subclass of `Position` with three methods: `result`, the terminal test; `batches`, the moves; and `play`.
The others make a search better and may be left out: `guess`, `views` with `canonical`, and `key`. The players take
turns, and every number is as the player sees it whose turn it is. Read this module to write a game of your own, and
check its rules by `census`, which counts positions, and ways to play, ply by ply. `game_of` makes a lazy tree of a
position, for the searches of `lazytree`; `GamePosition` a position of a tree, for an engine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Generic, Self, TypeAlias, TypeVar

from lazytree.errors import BadGame, BadMove
from lazytree.games.game import End, Game, Max, Min, children_of
from lazytree.games.making import Player, other
from strictcheck import Stream, delay

__all__ = ["PASS", "GamePosition", "Ply", "Position", "View", "census", "game_of"]

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
    batch of moves and leave the others.

    >>> from lazytree.engines.noughts import Noughts
    >>> position = Noughts()
    >>> position.result() is None, list(position.batches())
    (True, [[0, 1, 2, 3, 4, 5, 6, 7, 8]])
    >>> position.after(0, 3, 1, 4, 2).result()  # three in a row: who should move now has lost
    <Outcome.LOSS: -1>
    """

    __slots__ = ()

    @abstractmethod
    def result(self) -> float | None:
        """The terminal test: what a finished game is worth to the player whose turn it would be, else None."""

    @abstractmethod
    def batches(self) -> Iterable[Sequence[M]]:
        """The moves, in batches: as many at a time as come cheaply together, those that look good first.

        All batches together are all the moves; one may occur twice. Not asked of a finished game. Whoever iterates over
        the result pays for the batches that are taken, and for no others.
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

    def moves(self) -> Iterator[M]:
        """The moves one by one. A batch is generated when its first move is pulled.

        >>> from lazytree.engines.noughts import Noughts
        >>> next(Noughts().moves())
        0
        """
        return chain.from_iterable(self.batches())

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

    >>> from lazytree.engines.noughts import Noughts
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


PASS = -1
"""The one move of a `GamePosition` where the tree has the same player move again."""


def game_of(position: Position[Any], *, depth: int | None = None, root: Player = Max) -> Game[Any]:
    """The game that is played from `position` as a lazy tree, with `root` to move first; scores are as Max sees them.

    It ends where the game does, and after `depth` plies, where the score is a guess. Children come in the order of
    `position.moves`.

    Forces nothing but the outermost layer, that is, whether `position` is an end. Each node does the same when it is
    looked at. Children are a `Stream`: a move is generated when it is pulled, so how many were generated is part of
    the demand of a search. Raises `ValueError` for a negative depth, and `BadGame` where somebody looks at a position
    that is no end and has no moves.

    >>> from lazytree import alphabeta
    >>> from lazytree.engines.noughts import Noughts
    >>> from strictcheck import observe
    >>> alphabeta(game_of(Noughts().after(4, 1)))  # an edge is the wrong reply to the centre
    <Outcome.WIN: 1>
    >>> print(observe(alphabeta, game_of(Noughts().after(4, 0, 1, 7, 6, 2))).demand)  # *_: not even generated
    Max([Min([Max([End(Outcome.TIE)]), Max([End(Outcome.WIN), *_])]), Min([Max([End(Outcome.TIE)]), *_]), Min([Max(...
    """
    if depth is not None and depth < 0:
        raise ValueError(f"game_of(depth={depth}): expected a number of plies, 0 or more, or None for no limit")
    result = position.result()
    if result is None and depth != 0:
        return root(Stream(_children(position, None if depth is None else depth - 1, root)))
    value = position.guess() if result is None else result
    return End(value if root is Max else -value)


def _children(position: Position[Any], depth: int | None, player: Player) -> Iterator[Game[Any]]:
    moved = False
    for move in position.moves():
        moved = True
        yield _later(position, move, depth, other(player))
    if not moved:
        raise BadGame(f"{position!r} has no moves and no result; expected `result` to say what the end is worth")


def _later(position: Position[Any], move: Any, depth: int | None, player: Player) -> Game[Any]:
    return delay(lambda: game_of(position.play(move), depth=depth, root=player))


@dataclass(frozen=True, slots=True)
class GamePosition(Position[int]):
    """A tree as a position, for engines: a move is the number of a child, and comes alone, in a batch of its own.

    `mover` is the player whose turn it is. Where the tree has the other one move, the only move is `PASS`: engines let
    the players take turns, trees need not. Scores must have a negative. `name` gives a tree its key; without it a
    position has none, since to compare trees one has to look at them.

    Looks at no more of the tree than is asked for: the terminal test at one layer, a batch at one child's existence.

    >>> from lazytree import from_nested
    >>> position = GamePosition(from_nested([3, [1, 2]]))
    >>> list(position.batches()), position.after(1, 0).result(), position.play(0).result()
    ([(0,), (1,)], 1, -3)
    """

    game: Game[Any]
    mover: Player = Max
    name: Callable[[Game[Any]], Hashable] | None = None

    def result(self) -> Any:
        """The score of an `End`, as the mover sees it. Raises `TypeError` for what is no game."""
        match self.game:
            case End(score):
                return score if self.mover is Max else -score
            case Max() | Min():
                return None
        raise TypeError(f"GamePosition(game={self.game!r}): expected Max, Min or End; from_nested makes them of lists")

    def batches(self) -> Iterator[Sequence[int]]:
        """The children from left to right: a tree does not know which are good."""
        if isinstance(self.game, other(self.mover)):
            yield (PASS,)
        else:
            for index, _ in enumerate(children_of(self.game)):
                yield (index,)

    def play(self, move: int) -> GamePosition:
        """The child of this number, or the same tree where the only move is `PASS`."""
        game: Any = self.game
        if isinstance(game, self.mover) and move >= 0:
            try:
                return GamePosition(game.children[move], other(self.mover), self.name)
            except IndexError:
                pass
        elif move == PASS and isinstance(game, other(self.mover)):
            return GamePosition(game, other(self.mover), self.name)
        raise BadMove(f"{self!r}.play({move!r}): expected one of its moves, {[*self.moves()]}")

    def key(self) -> Hashable | None:
        """Return the tree's name and who moves; None without a `name` function."""
        return None if self.name is None else (self.mover, self.name(self.game))
