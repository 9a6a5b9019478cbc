"""Games that are generated as they are looked at, from positions and moves, or from a formula.

The tree of a real game is too big to be made, and an endless one cannot be. An unfolded game has only the parts
that were looked at: a move is generated when it is pulled, and a position is computed when it is forced. Uniform games
of `recurrence_game` are made from three numbers: their scores follow a linear congruential generator that can jump, so
that skipping a subtree costs no more than skipping a leaf.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Generic, TypeAlias, TypeVar

from lazytree.games.game import End, Game, Max
from lazytree.games.plain_data import Player, check_shape, other, uniform
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


# A step of the generator, or many steps at once: state -> (factor * state + term) mod 2^32.
Jump: TypeAlias = tuple[int, int]
STEP: Jump = (1664525, 1013904223)
MODULUS = 2**32


def recurrence_scores(branching: int, depth: int, tree: int) -> Iterator[int]:
    """Yield the branching**depth scores of the uniform tree with this number, from left to right.

    s0 = (2654435761 * (tree + 1) + 1000 * branching + depth) mod 2^32; for each leaf s = (1664525 * s + 1013904223)
    mod 2^32, and the score is (s >> 16) mod 1000. Raises `ValueError` for a branching below 1 or a depth below 0.

    >>> list(recurrence_scores(2, 2, 0))
    [213, 727, 485, 337]
    """
    check_shape("recurrence_scores", branching, depth)
    return _scores(branching, depth, tree)


def _scores(branching: int, depth: int, tree: int) -> Iterator[int]:
    state = _seed(branching, depth, tree)
    for _ in range(branching**depth):
        state = _apply(STEP, state)
        yield _score(state)


def recurrence_game(branching: int, depth: int, tree: int, *, lazy: bool = False) -> Game[int]:
    """Make the uniform game of these scores, with Max at the root and players alternating.

    With `lazy`, children are streams, and each node is made when it is pulled, however many were skipped before it;
    otherwise the whole tree is made at once. Raises `ValueError` for a branching below 1 or a depth below 0.

    >>> recurrence_game(2, 2, 0) == recurrence_game(2, 2, 0, lazy=True)
    True
    >>> recurrence_game(2, 2, 0, lazy=True)
    Max(Stream([...]))
    """
    check_shape("recurrence_game", branching, depth)
    if not lazy:
        return uniform(branching, depth, recurrence_scores(branching, depth, tree))
    jumps = [_power(STEP, branching**level) for level in range(depth)]
    return _lazy_subtree(_seed(branching, depth, tree), branching, jumps, Max)


def _lazy_subtree(state: int, branching: int, jumps: list[Jump], player: Player) -> Game[int]:
    """Make the subtree of `len(jumps)` plies whose first leaf comes one step after `state`."""
    if not jumps:
        return End(_score(_apply(STEP, state)))

    def children(state: int) -> Iterator[Game[int]]:
        for _ in range(branching):
            yield _lazy_subtree(state, branching, jumps[:-1], other(player))
            state = _apply(jumps[-1], state)

    return player(Stream(children(state)))


def _seed(branching: int, depth: int, tree: int) -> int:
    return (2654435761 * (tree + 1) + 1000 * branching + depth) % MODULUS


def _score(state: int) -> int:
    return (state >> 16) % 1000


def _apply(jump: Jump, state: int) -> int:
    factor, term = jump
    return (factor * state + term) % MODULUS


def _power(jump: Jump, times: int) -> Jump:
    """Compose `jump` with itself `times` times, by squaring."""
    factor, term = 1, 0
    while times:
        if times % 2:
            factor, term = jump[0] * factor % MODULUS, _apply(jump, term)
        jump, times = (jump[0] * jump[0] % MODULUS, _apply(jump, jump[1])), times // 2
    return factor, term
