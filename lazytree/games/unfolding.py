"""Games that are generated as they are looked at, from positions and moves.

The tree of a real game is too big to be made, and an endless one cannot be. An unfolded game has only the parts
that were looked at: a move is generated when it is pulled, and a position is computed when it is forced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Generic, TypeVar

from lazytree.games.building import Player, other
from lazytree.games.game import End, Game, Max
from strictcheck import Stream, delay

S = TypeVar("S")
Q = TypeVar("Q")


def unfold(
    position: Q,
    *,
    moves: Callable[[Q], Iterable[Q]],
    score: Callable[[Q], S],
    depth: int | None = None,
    root: Player = Max,
) -> Game[S]:
    """Make the game that is played from `position`, with `root` to move first and the players alternating.

    `moves(position)` yields the positions that can be moved to, and `score(position)` is the score of an end. The game
    ends where there are no moves, and after `depth` plies; without a depth it may be endless.

    Forces nothing but the outermost layer, which tells whether `position` is an end: its first move is pulled, or its
    score computed. Each node does the same when it is looked at, and children are a `Stream`, so how many moves were
    generated is part of the demand of a search. Computed parts are kept. Raises `ValueError` for a negative
    depth; exceptions of `moves` and `score` are raised where the game is looked at.

    >>> from lazytree import alphabeta
    >>> game = unfold(1, moves=lambda n: [2 * n, 2 * n + 1], score=lambda n: n % 7, depth=20)
    >>> game
    Max(Stream([...]))
    >>> game.children[1].children[0].children.pulled
    0
    >>> alphabeta(unfold(1, moves=lambda n: [2 * n, 2 * n + 1], score=lambda n: n % 7, depth=3))
    2
    """
    if depth is not None and depth < 0:
        raise ValueError(f"unfold(depth={depth}): expected a number of plies, 0 or more, or None for no limit")
    return _Rules(moves, score).node(position, depth, root)


class _Rules(Generic[Q, S]):
    """Rules of one game, used at every ply."""

    __slots__ = ("moves", "score")

    def __init__(self, moves: Callable[[Q], Iterable[Q]], score: Callable[[Q], S]) -> None:
        self.moves = moves
        self.score = score

    def node(self, position: Q, depth: int | None, player: Player) -> Game[S]:
        """Make the outermost layer at `position`; only the first move tells a node from an end, so it is pulled."""
        if depth != 0:
            moves = iter(self.moves(position))
            for first in moves:
                return player(Stream(self._children(chain((first,), moves), depth, player)))
        return End(self.score(position))

    def _children(self, positions: Iterator[Q], depth: int | None, player: Player) -> Iterator[Game[S]]:
        left = None if depth is None else depth - 1
        for position in positions:
            yield self._delay_node(position, left, other(player))

    def _delay_node(self, position: Q, depth: int | None, player: Player) -> Game[S]:
        return delay(lambda: self.node(position, depth, player))
