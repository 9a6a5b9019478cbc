"""Shrinking: from a game that shows a bug to the smallest game that still shows it.

Hypothesis shrinks what Hypothesis has drawn; a game that comes from elsewhere (a random sample, a file, a user) is
shrunk here. Any simplification that keeps the bug is taken, until none does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lazytree.engines.leaf_log import Path
from lazytree.games.game import End, Game, children_of, player_of
from lazytree.games.traversals import leaves, map_scores
from lazytree.games.walking import walk
from lazytree.searches.full_width import minimax

__all__ = ["shrink"]


def shrink(game: Game[int], shows: Callable[[Game[int]], bool]) -> Game[int]:
    """Return the smallest game found below `game` for which `shows` is true; `game` itself if none is smaller.

    A game is made smaller by putting a child, or a leaf, in the place of a position, by leaving out children, and by
    smaller scores. Forces all of `game`, which must be finite; `shows` is called many times, on smaller and smaller
    games, and its exceptions are raised here. Raises `ValueError` if `shows(game)` is false to begin with.

    >>> from lazytree import from_nested, minimax
    >>> shrink(from_nested([[3, 12, 8], [2, 4, 6]]), lambda game: minimax(game) > 1)
    End(2)
    """
    if not shows(game):
        raise ValueError(f"shrink: expected a game that shows what is to be kept; {game!r} does not")
    smaller: Game[int] | None = game
    while smaller is not None:
        game = smaller
        smaller = next(filter(shows, _simpler(game)), None)
    return game


def _simpler(game: Game[int]) -> Iterator[Game[int]]:
    """Yield simpler games, the most promising first: big parts go before small ones, shape before scores."""
    positions = sorted(((tuple(path), node) for path, node in walk(game, _moves)), key=lambda found: len(found[0]))
    inner = [(path, node) for path, node in positions if not isinstance(node, End)]
    for path, node in inner:
        yield from (_replace_part(game, path, part) for part in _smaller_parts(node))
    yield from _smaller_scores(game)


def _moves(game: Game[int]) -> tuple[Game[int], ...]:
    return tuple(children_of(game))


def _smaller_parts(node: Game[int]) -> Iterator[Game[int]]:
    """Yield replacements of a position: a leaf, the position with fewer children, or one of the children."""
    scores = [score for _, score in leaves(node)]
    yield from (End(score) for score in dict.fromkeys((minimax(node), min(scores), max(scores))))
    children = _moves(node)
    size = max(len(children) // 2, 1)
    while size:
        if size == 1:
            yield from children
        for start in range(0, len(children), size):
            rest = children[:start] + children[start + size :]
            if rest:
                yield player_of(node)(rest)
        size //= 2


def _smaller_scores(game: Game[int]) -> Iterator[Game[int]]:
    """Yield games with all scores 0; all closer together; then one score after the other made 0, or less by one."""
    ranks = {score: rank for rank, score in enumerate(sorted({score for _, score in leaves(game)}))}
    if set(ranks) != {0}:
        yield map_scores(lambda _: 0, game)
    if any(score != rank for score, rank in ranks.items()):
        yield map_scores(ranks.__getitem__, game)
    for path, score in leaves(game):
        if score > 0:
            yield from (_replace_part(game, path, End(less)) for less in dict.fromkeys((0, score - 1)))


def _replace_part(game: Game[int], path: Path, part: Game[int]) -> Game[int]:
    """Return `game` with `part` at `path`. Everything beside the path is shared."""
    spine = [game]
    for step in path:
        spine.append(_moves(spine[-1])[step])
    for node, step in zip(reversed(spine[:-1]), reversed(path), strict=True):
        children = _moves(node)
        part = player_of(node)((*children[:step], part, *children[step + 1 :]))
    return part
