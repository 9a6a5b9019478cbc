"""Demands compared: equality, order by information, join, meet and difference, over columns.

All of it rests on `twins`: for each row of one tree, the row of the other with the same path. Each function is linear
in the number of rows and independent of their order.
"""

from __future__ import annotations

from array import array

from strictcheck.demands.columns import NO_ROW, Columns
from strictcheck.demands.nodes import join_layers, layer_key, layer_leq, meet_layers
from strictcheck.demands.patterns import pretty
from strictcheck.errors import NoJoin
from strictcheck.layers import Constructor
from strictcheck.messages import show_path

__all__ = ["equal", "hash_of", "join", "leq", "meet", "missing", "twins"]

SHOWN = 5  # layers of what is in conflict, in a message


def twins(tree: Columns, other: Columns) -> array[int]:
    """For each row of `tree`, the row of `other` with the same path, or -1."""
    found = array("q", bytes(8 * len(tree)))
    child = other.child
    for row, parent, key, _ in tree.rows():
        found[row] = (0 if len(other) else NO_ROW) if parent < 0 else child(found[parent], key)
    return found


def equal(tree: Columns, other: Columns) -> bool:
    """Whether both have the same layers at the same paths."""
    if len(tree) != len(other):
        return False
    if tree.is_same(other):
        return True
    return all(
        twin != NO_ROW and (layer is other.layers[twin] or layer_key(layer) == layer_key(other.layers[twin]))
        for twin, layer in zip(twins(tree, other), tree.layers, strict=True)
    )


def hash_of(tree: Columns) -> int:
    """A number that equal trees share, whatever the order of their rows."""
    paths: list[int] = []
    total = 0
    for _, parent, key, layer in tree.rows():
        paths.append(hash((paths[parent], key)) if paths else 0)
        total += hash((paths[-1], layer_key(layer)))
    return hash(total)


def missing(tree: Columns, other: Columns) -> array[int]:
    """The rows of `tree` that `other` lacks, or of which it says less; none if and only if `tree` is below `other`."""
    layers, others = tree.layers, other.layers
    return array(
        "q",
        (
            row
            for row, twin in enumerate(twins(tree, other))
            if twin == NO_ROW or not layer_leq(layers[row], others[twin])
        ),
    )


def leq(tree: Columns, other: Columns) -> bool:
    """Whether `other` says everything that `tree` says."""
    return len(tree) <= len(other) and (tree.is_same(other) or not missing(tree, other))


def join(tree: Columns, other: Columns) -> Columns:
    """The least tree that says what both say. Raises `NoJoin` with the first path at which they disagree."""
    if not len(tree):
        return other
    made = Columns(tree.parents[:], tree.keys[:], tree.layers[:])
    place = array("q", bytes(8 * len(other)))
    for row, parent, key, layer in other.rows():
        at = 0 if row == 0 else NO_ROW
        if row and place[parent] < len(tree):
            at = tree.child(place[parent], key)
        place[row] = made.append(place[parent], key, layer) if at == NO_ROW else at
        if at != NO_ROW:
            made.layers[at] = _join_at(tree, at, other, row)
    _check_absent(made)
    return made


def _join_at(tree: Columns, row: int, other: Columns, twin: int) -> object:
    try:
        return join_layers(tree.layers[row], other.layers[twin])
    except NoJoin as error:
        path = tree.path(row)
        one, two = pretty(tree.subtree(row), SHOWN), pretty(other.subtree(twin), SHOWN)
        raise NoJoin(f"demands disagree at {show_path(path)}, {one} against {two}: {error}", path) from None


def _check_absent(tree: Columns) -> None:
    """Raise `NoJoin` if an attribute is there according to one demand, and absent according to the other."""
    layers = tree.layers
    for row, parent, key, _ in tree.rows():
        above = layers[parent] if row else None
        if isinstance(above, Constructor) and key in above.absent:
            path = tree.path(row)
            raise NoJoin(f"demands disagree at {show_path(path)}: it cannot be both there and absent", path)


def meet(tree: Columns, other: Columns) -> Columns:
    """The greatest tree that says only what both say."""
    made = Columns.empty()
    place = array("q", bytes(8 * len(tree)))
    found = twins(tree, other)
    for row, parent, key, layer in tree.rows():
        place[row] = NO_ROW
        if found[row] == NO_ROW or (row and place[parent] == NO_ROW):
            continue
        for shared in meet_layers(layer, other.layers[found[row]]):
            place[row] = made.append(place[parent] if row else NO_ROW, key, shared)
    return made
