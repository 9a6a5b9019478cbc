"""Leaves that a search looks at, for the tests of searches."""

from __future__ import annotations

from functools import partial
from typing import Any

from lazytree import Game
from lazytree.games.traversals import forced_leaves
from strictcheck import observe

__all__ = ["looked_at", "looked_at_once"]


def looked_at(search: Any, game: Game[Any], **window: Any) -> tuple[Any, list[Any]]:
    """The result, and the paths of the leaves in the order in which they are looked at."""
    observation = observe(partial(search, **window), game)
    return observation.result, forced_leaves(observation)


def looked_at_once(search: Any, game: Game[Any]) -> tuple[Any, list[Any]]:
    """Result and leaves as `looked_at` gives them; fails if a score is fetched twice."""
    observation = observe(search, game, count=True)
    assert all(times == 1 for (_, path), times in observation.reads.items() if path[-1] == "score")
    return observation.result, forced_leaves(observation)
