"""Random games of all sizes, reproducible from a seed; `python -m lazytree compare` runs on them.

Hypothesis draws small games and shrinks them (`lazytree.strategies`); here games are as big as those of the Haskell
original's test, most of which are either a single leaf or have hundreds. Skip this module unless you draw games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random

from lazytree.games.game import End, Game, Max, Min
from lazytree.games.plain_data import Player, other
from lazytree.games.walking import Branch, Leaf, rebuild
from strictcheck import delay

# The share of games with one leaf, and of games with more than `LARGE`, as the original's generator makes them.
SINGLE, MANY = 1 / 4, 1 / 3
LARGE, LARGEST = 1_000, 5_000

MOST_MOVES = 6
# Probability that a position has a single move, and that a player moves twice in a row.
FORCED_MOVE, SAME_PLAYER = 1 / 10, 1 / 8
# Scores of a game come from one of these ranges: ties everywhere, some ties, hardly any.
SCORES = ((0, 2), (-9, 9), (-(2**31), 2**31 - 1))
# Parts with fewer leaves than this are made at once, for delaying a node costs as much as making several.
DELAYED = 16


def sample_size(random: Random) -> int:
    """Draw a number of leaves: 1 for a quarter of games, more than 1,000 for a third, never over 5,000.

    Within 2 to 1,000, and within 1,001 to 5,000, the logarithm is uniform: as many games of 2 to 20 leaves as of 20
    to 200.

    >>> [sample_size(Random(seed)) for seed in range(8)]
    [222, 1, 723, 1, 1, 201, 331, 1276]
    """
    kind = random.random()
    if kind < SINGLE:
        return 1
    low, high = (LARGE + 1, LARGEST) if kind < SINGLE + MANY else (2, LARGE)
    return round(math.exp(random.uniform(math.log(low), math.log(high))))


def sample_game(random: Random, leaves: int | None = None) -> Game[int]:
    """Draw a game with this many leaves; by default as many as `sample_size` says.

    The root is Max or Min, players mostly alternate, a position has 1 to 6 moves, and the leaves are shared out among
    them at random, so that some branches are deep and others end at once. Scores are integers of one of three ranges,
    from three values to all of 32 bits, chosen for the game as a whole. Raises `ValueError` for fewer than one leaf.

    >>> sample_game(Random(11), leaves=3)
    Min([End(-4), Max([Min([End(-8)])]), End(3)])
    """
    size = sample_size(random) if leaves is None else leaves
    if size < 1:
        raise ValueError(f"sample_game(leaves={leaves!r}): expected 1 or more; a game has at least one leaf")
    low, high = random.choice(SCORES)

    def expand(
        part: tuple[int, Player], where: Callable[[], str]
    ) -> Branch[tuple[int, Player], Player] | Leaf[Game[int]]:
        count, player = part
        if count == 1 and (size == 1 or random.random() >= FORCED_MOVE):
            return Leaf(End(random.randint(low, high)))
        next_player = player if random.random() < SAME_PLAYER else other(player)
        return Branch(player, [(share, next_player) for share in _shares(random, count)])

    return rebuild((size, random.choice((Max, Min))), expand, lambda player, children: player(children))


def unfolding_game(leaves: int, seed: int) -> Game[int]:
    """Draw a game with this many leaves that is generated as it is looked at, the same one for the same seed.

    Shapes and scores are as in `sample_game`. The children of a node with more than 16 leaves below it are delayed: the
    first look at them makes them, from a seed of their own, so that the order of looking makes no difference. The cost
    is that of one node, for a game of 5,000 leaves as for one of 20. Raises `ValueError` for fewer than one leaf.

    >>> game = unfolding_game(5_000, seed=1)
    >>> game
    Max(_)
    >>> from lazytree import alphabeta, count_leaves
    >>> alphabeta(game), count_leaves(game), game == unfolding_game(5_000, seed=1)
    (195834961, 5000, True)
    """
    if leaves < 1:
        raise ValueError(f"unfolding_game(leaves={leaves!r}): expected 1 or more; a game has at least one leaf")
    random = Random(seed)
    player: Player = random.choice((Max, Min))
    low, high = random.choice(SCORES)
    return End(random.randint(low, high)) if leaves == 1 else _make_node(random, leaves, player, (low, high))


def _make_node(random: Random, count: int, player: Player, scores: tuple[int, int]) -> Game[int]:
    if count <= DELAYED:
        return player(_make_children(random, count, player, scores))
    seed = random.getrandbits(64)
    return player(delay(lambda: _make_children(Random(seed), count, player, scores), kind=tuple))


def _make_children(random: Random, count: int, player: Player, scores: tuple[int, int]) -> tuple[Game[int], ...]:
    """Make the children of a node; those with few leaves at once with all that is below."""
    next_player = player if random.random() < SAME_PLAYER else other(player)
    return tuple(
        End(random.randint(*scores))
        if share == 1 and random.random() >= FORCED_MOVE
        else _make_node(random, share, next_player, scores)
        for share in _shares(random, count)
    )


def _shares(random: Random, count: int) -> list[int]:
    """Share out `count` leaves among the moves of a position, at least one to each."""
    if count == 1 or random.random() < FORCED_MOVE:
        return [count]
    # Equal cuts make fewer moves.
    cuts = sorted({0, count, *(random.randrange(1, count) for _ in range(random.randrange(1, MOST_MOVES)))})
    return [after - before for before, after in pairwise(cuts)]


def sample_games(count: int, seed: int) -> Iterator[Game[int]]:
    """Yield `count` random games. The i-th depends on the seed and i only.

    >>> list(sample_games(2, seed=1)) == list(sample_games(5, seed=1))[:2]
    True
    """
    for index in range(count):
        # Seeding by text is stable across versions of Python, and keeps neighbouring seeds apart.
        yield sample_game(Random(f"{seed} {index}"))
