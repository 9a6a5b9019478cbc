"""Observations of searches in terms of games: the leaves that were forced, in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from strictcheck import Observation


def forced_leaves(observation: Observation[Any]) -> list[tuple[int, ...]]:
    """Return the leaves whose scores were forced, in the order of forcing, each as child indices from the root.

    `observation` is of a search and one game. Reads its trace and forces nothing.

    >>> from strictcheck import observe
    >>> from lazytree import alphabeta, from_nested
    >>> forced_leaves(observe(alphabeta, from_nested([[3, 5], [2, 9]])))
    [(0, 0), (0, 1), (1, 0)]
    """
    return list(_leaves(observation))


def _leaves(observation: Observation[Any]) -> Iterator[tuple[int, ...]]:
    for forcing in observation.trace:
        # A leaf's score has the path ("children", index) again and again, then "score"; longer paths lead into a score.
        *fields, last = forcing.path[::2] or (None,)
        if last == "score" and len(forcing.path) % 2 and all(field == "children" for field in fields):
            yield forcing.path[1::2]
