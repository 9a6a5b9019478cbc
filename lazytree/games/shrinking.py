"""From a game that shows a bug to the smallest game that still shows it.

Hypothesis shrinks what Hypothesis has drawn; a game that comes from elsewhere (a random sample, a file, a user) is
shrunk here. Any simplification that keeps the bug is taken, until none does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from lazytree.games.game import End, Game, children_of, player_of
from lazytree.games.leaf_log import Path
from lazytree.games.traversals import count_nodes, leaves, map_scores
from lazytree.games.walking import walk
from lazytree.searches.full_width import minimax

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
    """Games of fewer positions, the most promising first: big parts go before small ones."""
    positions = sorted(((tuple(path), node) for path, node in walk(game, _moves)), key=lambda found: len(found[0]))
    for path, node in positions:
        if not isinstance(node, End):
            yield from (_replaced(game, path, part) for part in _smaller_parts(node))


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
    for path, _ in leaves(game):
        score: Any = _at(game, path)
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


def _at(game: Game[int], path: Path) -> Any:
    for step in path:
        game = _moves(game)[step]
    return game.score if isinstance(game, End) else None


def _replaced(game: Game[int], path: Path, part: Game[int]) -> Game[int]:
    """`game` with `part` at `path`. Everything beside the path is shared."""
    spine = [game]
    for step in path:
        spine.append(_moves(spine[-1])[step])
    for node, step in zip(reversed(spine[:-1]), reversed(path), strict=True):
        children = _moves(node)
        part = player_of(node)((*children[:step], part, *children[step + 1 :]))
    return part
