"""Wildcard `...` of specs: this part may be looked at in any way, or not at all."""

from __future__ import annotations

from strictcheck.demands import Demand
from strictcheck.demands.columns import NO_ROW, Columns


def with_anything(expected: Demand, actual: Demand) -> Demand:
    """Return the expected demand with the actual one in place of each `...`.

    >>> with_anything(Demand.of_partial([1, ...]), Demand.parse("[_, [2, _]]"))
    Demand.parse('[1, [2, _]]')
    """
    tree = expected._tree
    if not any(layer is ... for layer in tree.layers):
        return expected
    merged, places = Columns.empty(), {NO_ROW: NO_ROW}
    for row, parent, key, layer in tree.rows():
        if layer is not ...:
            places[row] = merged.append(places[parent], key, layer)
            continue
        found = actual._tree.child_at(tree.path(row))
        if found != NO_ROW:
            merged.graft(places[parent], key, actual._tree.subtree(found))
    return Demand._of(merged)
