"""Uniform games made from three numbers, those of the golden data: their scores follow a generator that can jump.

So skipping a subtree costs no more than skipping a leaf.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from lazytree import End, Game, Max, Min, uniform
from lazytree.games import Player
from strictcheck import Stream

# A step of the generator, or many steps at once: state -> (factor * state + term) mod 2^32.
Jump: TypeAlias = tuple[int, int]
STEP: Jump = (1664525, 1013904223)
MODULUS = 2**32


def recurrence_scores(branching: int, depth: int, tree: int) -> Iterator[int]:
    """Yield the branching**depth scores of the uniform tree with this number, from left to right.

    s0 = (2654435761 * (tree + 1) + 1000 * branching + depth) mod 2^32; for each leaf s = (1664525 * s + 1013904223)
    mod 2^32, and the score is (s >> 16) mod 1000.

    >>> list(recurrence_scores(2, 2, 0))
    [213, 727, 485, 337]
    """
    state = _seed(branching, depth, tree)
    for _ in range(branching**depth):
        state = _apply(STEP, state)
        yield _score(state)


def recurrence_game(branching: int, depth: int, tree: int, *, lazy: bool = False) -> Game[int]:
    """Make the uniform game of these scores, with Max at the root and players alternating.

    With `lazy`, children are streams, and each node is made when it is pulled, however many were skipped before it;
    otherwise the whole tree is made at once.

    >>> recurrence_game(2, 2, 0) == recurrence_game(2, 2, 0, lazy=True)
    True
    >>> recurrence_game(2, 2, 0, lazy=True)
    Max(Stream([...]))
    """
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
            yield _lazy_subtree(state, branching, jumps[:-1], Min if player is Max else Max)
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
