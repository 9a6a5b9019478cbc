"""Comparisons of an actual demand with the expected one: `==`, `<=`, `>=`, `leaves`, `count`, `order`.

Each comparison returns the first difference that it finds, or None. Skip this module unless you want another one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from strictcheck.demands import Demand, order
from strictcheck.kinds.layer import Layer
from strictcheck.observation.parts_in_words import further


class DemandDifference(NamedTuple):
    """First difference of an actual demand from the expected one: the part at `path`.

    `how` is `more` or `less`, or `order` if the part was looked at at another time.
    """

    path: tuple[Any, ...]
    how: str


Comparison = Callable[[Demand, Demand], DemandDifference | None]


def _no_more(actual: Demand, expected: Demand) -> DemandDifference | None:
    return next((DemandDifference(further(path, actual, expected), "more") for path in actual - expected), None)


def _no_less(actual: Demand, expected: Demand) -> DemandDifference | None:
    return next((DemandDifference(further(path, expected, actual), "less") for path in expected - actual), None)


def _nearest(*found: DemandDifference | None) -> DemandDifference | None:
    return min(filter(None, found), key=lambda difference: len(difference.path), default=None)


def _equal(actual: Demand, expected: Demand) -> DemandDifference | None:
    return _nearest(_no_more(actual, expected), _no_less(actual, expected))


def _same_leaves(actual: Demand, expected: Demand) -> DemandDifference | None:
    return _nearest(_leaf_of(actual, expected, "more"), _leaf_of(expected, actual, "less"))


def _leaf_of(demand: Demand, other: Demand, how: str) -> DemandDifference | None:
    """Return the first atom, a part without parts, that `other` has not looked at."""
    tree = demand._tree
    rows = (row for row in order.missing_rows(tree, other._tree) if not isinstance(tree.layers[row], Layer))
    return next((DemandDifference(tree.path(row), how) for row in rows), None)


def _same_count(actual: Demand, expected: Demand) -> DemandDifference | None:
    if actual.size == expected.size:
        return None
    return _no_more(actual, expected) if actual.size > expected.size else _no_less(actual, expected)


def _same_order(actual: Demand, expected: Demand) -> DemandDifference | None:
    places = order.twins(actual._tree, expected._tree)
    moved = (DemandDifference(actual.path(row), "order") for row in actual._tree.forced_rows() if places[row] != row)
    return _equal(actual, expected) or next(moved, None)


COMPARISONS: dict[str, Comparison] = {
    "==": _equal,
    "<=": _no_more,
    ">=": _no_less,
    "leaves": _same_leaves,
    "count": _same_count,
    "order": _same_order,
}
