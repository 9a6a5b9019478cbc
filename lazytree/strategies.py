"""Hypothesis strategies for games. Importing this module loads Hypothesis; importing `lazytree` does not."""

from __future__ import annotations

import random
import typing
from typing import Any, Literal, TypeVar

from hypothesis import strategies as st

from lazytree.games import making
from lazytree.games.game import End, Game, Max, Min, children_of
from lazytree.games.scores import Ordered
from lazytree.games.traversals import bottom_up, map_scores

__all__ = ["games"]

S = TypeVar("S", bound=Ordered)

# Scores of a game with more leaves than this are drawn together, from one seed: Hypothesis has room for some thousand
# draws.
DRAWN_LEAVES = 200
FEW, SEVERAL = 3, 100


def games(
    scores: st.SearchStrategy[Any] | None = None,
    *,
    max_leaves: int = 30,
    max_branching: int = 4,
    few_scores: bool = True,
    uniform: tuple[int, int] | None = None,
    ordered: Literal["best", "worst"] | None = None,
) -> st.SearchStrategy[Game[Any]]:
    """Draw games whose scores come from the strategy `scores` (integers, by default).

    Games have at most `max_leaves` leaves and `max_branching` children to a node; Max and Min come in any order. With
    `few_scores` a game has three different scores at most, so that ties, on which cutoffs hang, are common. With
    `uniform=(branching, depth)` all games have that shape and alternating players, `max_leaves` aside; beyond 200
    leaves their scores are drawn by a seed, so that a game of 100,000 leaves is drawn in the time it takes to build.
    With `ordered="best"` the children of each node are sorted so that its player's best one comes first, with
    `ordered="worst"` so that it comes last. Raises `ValueError` for sizes below 1 and for any other order.

    Shrinks to a child first, then to fewer children, then to smaller scores; a uniform game keeps its shape.

    >>> from hypothesis import find
    >>> find(games(st.integers(0, 9)), lambda game: isinstance(game, Max))
    Max([End(0)])
    """
    if max_leaves < 1 or max_branching < 1 or ordered not in (None, "best", "worst"):
        raise ValueError(
            f"games(max_leaves={max_leaves!r}, max_branching={max_branching!r}, ordered={ordered!r}): "
            "expected positive sizes, and ordered=None, 'best' or 'worst'"
        )
    elements = st.integers() if scores is None else scores
    # Of few scores, games of their numbers are drawn, and then the scores.
    drawn = st.integers(0, FEW - 1) if few_scores else elements
    if uniform is None:
        found = _free_games(drawn, max_leaves, max_branching)
    else:
        making.check_shape("games: uniform", *uniform)
        found = _uniform_games(drawn, *uniform)
    if few_scores:
        pools = st.tuples(*[elements] * FEW)
        found = st.builds(lambda pool, game: map_scores(pool.__getitem__, game), pools, found)
    return found if ordered is None else found.map(lambda game: _sort_moves(game, best_first=ordered == "best"))


def _free_games(scores: st.SearchStrategy[Any], max_leaves: int, max_branching: int) -> st.SearchStrategy[Game[Any]]:
    def nodes(children: st.SearchStrategy[Game[Any]]) -> st.SearchStrategy[Game[Any]]:
        several = st.lists(children, min_size=1, max_size=max_branching)
        return st.builds(Max, several) | st.builds(Min, several)

    return st.recursive(st.builds(End, scores), nodes, max_leaves=max_leaves)


def _uniform_games(elements: st.SearchStrategy[Any], branching: int, depth: int) -> st.SearchStrategy[Game[Any]]:
    size = branching**depth
    if size <= DRAWN_LEAVES:
        scores = st.lists(elements, min_size=size, max_size=size)
    else:
        seeds = st.integers(0, 2**32 - 1)
        pools = st.tuples(*[elements] * SEVERAL)
        scores = st.builds(lambda pool, seed: random.Random(seed).choices(pool, k=size), pools, seeds)
    return scores.map(lambda drawn: making.uniform(branching, depth, drawn))


def _sort_moves(game: Game[S], best_first: bool) -> Game[S]:
    """Sort the children of each node of `game` by their values, as its player sees them."""

    def combine(player: type[Any], valued: list[tuple[S, Game[S]]]) -> tuple[S, Game[S]]:
        rising = sorted(valued, key=lambda pair: pair[0])
        best = rising[-1 if player is Max else 0][0]
        falling_wanted = (player is Max) is best_first
        return best, player([child for _, child in (reversed(rising) if falling_wanted else rising)])

    return bottom_up(game, lambda end: (end.score, end), combine)[1]


def _infer(annotation: Any) -> st.SearchStrategy[Any]:
    """Strategy that Hypothesis infers for `Max[int]` and its like, and so for `Game[int]`, a union of them."""
    cls = typing.get_origin(annotation) or annotation
    parameters = [part for part in typing.get_args(annotation) if not isinstance(part, TypeVar)]
    scores: st.SearchStrategy[Any] = st.from_type(parameters[0]) if parameters else st.integers()
    ordered_scores = scores.filter(lambda score: score == score)  # NaN is not a score
    if cls is End:
        return st.builds(End, ordered_scores)
    return games(ordered_scores).map(lambda game: game if type(game) is cls else cls(children_of(game) or [game]))


for _cls in (Max, Min, End):
    st.register_type_strategy(_cls, _infer)
