"""From positions to game trees and back: any search can play any game, and an engine can be handed any tree."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lazytree.engines.positions.position import Position
from lazytree.errors import BadGame, BadMove
from lazytree.games.game import End, Game, Max, Min, children_of
from lazytree.games.plain_data import Player, other
from strictcheck import Stream, delay

PASS = -1
"""The one move of a `GamePosition` where the tree has the same player move again."""


def game_of(
    position: Position[Any], *, depth: int | None = None, root: Player = Max, best_first: bool = False
) -> Game[Any]:
    """The game that is played from `position` as a lazy tree, with `root` to move first; scores are as Max sees them.

    It ends where the game does, and after `depth` plies, where the score is a guess. Children come in the order of
    `position.moves`, `best_first` or not.

    Forces nothing but the outermost layer, that is, whether `position` is an end. Each node does the same when it is
    looked at. Children are a `Stream`: a move is generated when it is pulled, so how many were generated is part of
    the demand of a search. Raises `ValueError` for a negative depth, and `BadGame` where somebody looks at a position
    that is no end and has no moves.

    >>> from lazytree import alphabeta
    >>> from lazytree.engines.positions import Noughts, RandomGame
    >>> from strictcheck import observe
    >>> alphabeta(game_of(Noughts().after(4, 1)))  # an edge is the wrong reply to the centre
    <Outcome.WIN: 1>
    >>> print(observe(alphabeta, game_of(RandomGame(seed=1, branching=3, depth=2))).demand)  # *_: not even generated
    Max([Min([End(0), End(0), End(0)]), Min([End(0), *_]), Min([End(2), End(-1), *_])])
    """
    if depth is not None and depth < 0:
        raise ValueError(f"game_of(depth={depth}): expected a number of plies, 0 or more, or None for no limit")
    result = position.result()
    if result is None and depth != 0:
        return root(Stream(_children(position, None if depth is None else depth - 1, root, best_first)))
    value = position.guess() if result is None else result
    return End(value if root is Max else -value)


def _children(position: Position[Any], depth: int | None, player: Player, best_first: bool) -> Iterator[Game[Any]]:
    moved = False
    for move in position.moves(best_first=best_first):
        moved = True
        yield _later(position, move, depth, other(player), best_first)
    if not moved:
        raise BadGame(f"{position!r} has no moves and no result; expected `result` to say what the end is worth")


def _later(position: Position[Any], move: Any, depth: int | None, player: Player, best_first: bool) -> Game[Any]:
    return delay(lambda: game_of(position.play(move), depth=depth, root=player, best_first=best_first))


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

    def batches(self, *, best_first: bool = False) -> Iterator[Sequence[int]]:
        """The children from left to right, sorted or not: a tree does not know which are good."""
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
