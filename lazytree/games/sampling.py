"""Random games of all sizes, reproducible from a seed, and the way from a game to the smallest one of its sort.

Hypothesis draws small games and shrinks them (`lazytree.strategies`); here games are as big as those of the Haskell
original's test, most of which are either a single leaf or have hundreds. A game that comes from elsewhere is shrunk:
any simplification that keeps what it shows is taken, until none does. Skip this module unless you draw games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial, reduce
from itertools import pairwise
from random import Random
from typing import Any

from lazytree.games.game import End, Game, Max, Min, children_of, player_of
from lazytree.games.leaf_log import Path
from lazytree.games.making import Player, other
from lazytree.games.traversals import count_nodes, leaves, map_scores
from lazytree.games.walking import walk
from lazytree.searches.minimax_and_alphabeta import minimax

# The share of games with one leaf, and of games with more than `LARGE`, as the original's generator makes them.
SINGLE, MANY = 1 / 4, 1 / 3
LARGE, LARGEST = 1_000, 5_000

MOST_MOVES = 6
# Probability that a position has a single move, and that a player moves twice in a row.
FORCED_MOVE, SAME_PLAYER = 1 / 10, 1 / 8
# Scores of a game come from one of these ranges: ties everywhere, some ties, hardly any.
SCORES = ((0, 2), (-9, 9), (-(2**31), 2**31 - 1))


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
    scores, player = random.choice(SCORES), random.choice((Max, Min))
    return End(random.randint(*scores)) if size == 1 else player(_draw_children(random, size, player, scores))


def _draw_children(random: Random, count: int, player: Player, scores: tuple[int, int]) -> tuple[Game[int], ...]:
    """Draw the children of a node, with all that is below.

    It recurses once per ply, of which a game of 100,000 leaves has some thirty.
    """
    next_player = player if random.random() < SAME_PLAYER else other(player)
    return tuple(
        End(random.randint(*scores))
        if share == 1 and random.random() >= FORCED_MOVE
        else next_player(_draw_children(random, share, next_player, scores))
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


Shows = Callable[[Game[int]], bool]


def shrink(
    game: Game[int], shows: Shows, fit: Callable[[Game[int]], Game[int] | None] = lambda game: game
) -> Game[int]:
    """Return the smallest game found below `game` for which `shows` is true; `game` itself if none is smaller.

    A game is made smaller by putting a child, or a leaf, in the place of a position, by leaving out children, and by
    smaller scores, which are found by bisection. Only games that `fit` makes of such a one are tried: it may mend a
    game, so that it stays of its class, or answer None. Forces all of `game`, which must be finite; `shows` is called
    many times, on smaller and smaller games, and its exceptions are raised here. Raises `ValueError` if `shows(game)`
    is false to begin with.

    >>> from lazytree import from_nested, minimax
    >>> shrink(from_nested([[3, 12, 8], [2, 4, 6]]), lambda game: minimax(game) > 1)
    End(2)
    """
    if not shows(game):
        raise ValueError(f"shrink: expected a game that shows what is to be kept; {game!r} does not")
    found: Game[int] | None = game
    while found is not None:
        game = found
        found = _smaller(game, _smaller_shapes(game), shows, fit) or _smaller(game, _level(game), shows, fit)
        if found is None:
            lower = _with_lower_scores(game, shows, fit)
            found = lower if lower != game else None
    return game


def _smaller(
    game: Game[int], candidates: Iterator[Game[int]], shows: Shows, fit: Callable[[Game[int]], Game[int] | None]
) -> Game[int] | None:
    """The first of the candidates that is smaller than `game` once it fits, and shows the bug."""
    size = _size(game)
    for candidate in candidates:
        fitting = fit(candidate)
        if fitting is not None and _size(fitting) < size and shows(fitting):
            return fitting
    return None


def _size(game: Game[int]) -> tuple[Any, ...]:
    scores = [score for _, score in leaves(game)]
    return len(scores), count_nodes(game), sum(score < 0 for score in scores), sum(map(abs, scores))


def _smaller_shapes(game: Game[int]) -> Iterator[Game[int]]:
    """Games of fewer positions, the most promising first: big parts go before small ones, one before all its equals."""
    positions = sorted(((tuple(path), node) for path, node in walk(game, _moves)), key=lambda found: len(found[0]))
    alike: dict[Game[int], list[Path]] = {}
    for path, node in positions:
        if not isinstance(node, End):
            alike.setdefault(node, []).append(path)
            yield from (_replaced(game, path, part) for part in _smaller_parts(node))
    for node, paths in alike.items():  # what a search with a table does at one, it may not do at a part alone
        if len(paths) > 1:
            yield from (reduce(partial(_replaced, part=part), paths, game) for part in _smaller_parts(node))


def _moves(game: Game[int]) -> tuple[Game[int], ...]:
    return tuple(children_of(game))


def _smaller_parts(node: Game[int]) -> Iterator[Game[int]]:
    """Parts that can stand in the place of a position: a leaf, fewer of its children, a child or a grandchild."""
    scores = [score for _, score in leaves(node)]
    yield from (End(score) for score in dict.fromkeys((minimax(node), min(scores), max(scores))))
    children = _moves(node)
    size = max(len(children) // 2, 1)
    while size:
        if size == 1:
            yield from children
            yield from (grandchild for child in children for grandchild in _moves(child))
        for start in range(0, len(children), size):
            kept = children[:start] + children[start + size :]
            if kept:
                yield player_of(node)(kept)
        size //= 2


def _level(game: Game[int]) -> Iterator[Game[int]]:
    """All scores 0; all of them closer together."""
    ranks = {score: rank for rank, score in enumerate(sorted({score for _, score in leaves(game)}))}
    yield map_scores(lambda _: 0, game)
    yield map_scores(ranks.__getitem__, game)


def _with_lower_scores(game: Game[int], shows: Shows, fit: Callable[[Game[int]], Game[int] | None]) -> Game[int]:
    """The game with one score after the other brought as close to 0 as bisection finds it can be."""
    for path, score in leaves(game):
        nearest, sign = 0, -1 if score < 0 else 1
        step = 0  # 0 itself first
        while nearest < abs(score):
            tried = fit(_replaced(game, path, End(sign * (nearest + step))))
            if tried is not None and _size(tried) < _size(game) and shows(tried):
                game, score = tried, sign * (nearest + step)
            else:
                nearest += step + 1
            step = int(abs(score) - nearest) // 2
    return game


def _replaced(game: Game[int], path: Path, part: Game[int]) -> Game[int]:
    """`game` with `part` at `path`. Everything beside the path is shared."""
    spine = [game]
    for step in path:
        spine.append(_moves(spine[-1])[step])
    for node, step in zip(reversed(spine[:-1]), reversed(path), strict=True):
        children = _moves(node)
        part = player_of(node)((*children[:step], part, *children[step + 1 :]))
    return part
