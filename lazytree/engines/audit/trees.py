"""The games that an audit runs engines on. All finite, all reproducible from a seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from random import Random
from typing import Any

from lazytree.games.building import uniform
from lazytree.games.game import Game, Max, Min
from lazytree.games.sampling import sample_game

__all__ = ["TYPICAL", "irregular_games", "typical_games", "uniform_games"]

# Scores of a uniform game come from one of these ranges: ties everywhere, some ties, hardly any.
SCORES = ((0, 2), (-9, 9), (-50_000, 50_000))
# Leaves of the largest game; a game of 4 moves has fewer plies than one of 2.
LARGEST = 256
# In one of so many games parts occur again; each is one of so many of its size.
TRANSPOSING, PARTS = 4, 3

TYPICAL = {
    "scores -100 to 100": (-100, 100),
    "scores -1, 0 and 1": (-1, 1),
}
"""The games on which costs are told, by the range of their scores: 5 moves in each position, and 5 plies."""

BRANCHING, PLIES, TREES = 5, 5, 3


def uniform_games(count: int, seed: int) -> Iterator[Game[int]]:
    """`count` random uniform games: 2 to 4 moves, 1 to 6 plies, Max or Min to begin, few scores or many.

    In a quarter of them the same parts occur again and again, as positions do that several orders of moves lead to.

    The i-th depends on the seed and i only.

    >>> list(uniform_games(2, seed=9))[1]
    Max([End(1), End(2), End(0), End(1)])
    """
    for index in range(count):
        random = Random(f"uniform {seed} {index}")
        branching = random.randint(2, 4)
        plies = random.choice([depth for depth in range(1, 7) if branching**depth <= LARGEST])
        low, high = random.choice(SCORES)
        scores = _repeating if index % TRANSPOSING == 0 else _independent
        yield uniform(branching, plies, scores(random, branching, plies, (low, high)), random.choice((Max, Min)))


def _independent(random: Random, branching: int, plies: int, bounds: tuple[int, int]) -> Sequence[int]:
    return [random.randint(*bounds) for _ in range(branching**plies)]


def _repeating(random: Random, branching: int, plies: int, bounds: tuple[int, int]) -> Sequence[int]:
    """Scores in which each part, of any size, is one of a few."""
    parts: list[Sequence[int]] = [[random.randint(*bounds)] for _ in range(PARTS)]
    for _ in range(plies):
        parts = [list(chain.from_iterable(random.choices(parts, k=branching))) for _ in range(PARTS)]
    return parts[0]


def irregular_games(count: int, seed: int) -> Iterator[Game[int]]:
    """`count` random games with leaves at all depths, of 2 to 60 leaves; a player may move twice in a row.

    >>> next(irregular_games(2, seed=3)) == list(irregular_games(9, seed=3))[0]
    True
    """
    for index in range(count):
        random = Random(f"irregular {seed} {index}")
        yield sample_game(random, leaves=random.randint(2, 60))


@cache
def typical_games(name: str) -> tuple[Game[Any], ...]:
    """A few games of the kind that is called `name` in `TYPICAL`; made once."""
    seeds = [Random(f"typical {name} {index}") for index in range(TREES)]
    return tuple(uniform(BRANCHING, PLIES, _independent(seed, BRANCHING, PLIES, TYPICAL[name])) for seed in seeds)
