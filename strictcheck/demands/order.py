"""Comparison of demands over columns: equality, order by information, join, meet and difference.

All of it rests on `twins`, which finds for each row of one tree the row of the other with the same path. Each function
is linear in the number of rows and independent of their order.

A demand in which parts are shared contains more than its unfolding, so `[[1], [1]]` is below `[[1] as a, a]`. The
join merges all parts that are one in either demand; in the meet two ways lead to one part if they do in both. Both
graphs are walked with a work list.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from itertools import islice
from typing import Any

from strictcheck.demands.columns import NO_ROW, Columns
from strictcheck.demands.references import UNSEEN
from strictcheck.demands.writing import pretty
from strictcheck.errors import DemandError
from strictcheck.kinds.layers import join_layers, layer_key, layer_leq, may_have, meet_layers
from strictcheck.messages import show_path

SHOWN = 5  # layers that a message shows of two demands in conflict


def twins(tree: Columns, other: Columns) -> array[int]:
    """Return, for each row of `tree`, the row of `other` at the same path, or -1; never a reference."""
    found = array("q", bytes(8 * len(tree)))
    child, targets = other.child, other.targets
    for row, parent, key, _ in tree.rows():
        found[row] = (0 if len(other) else NO_ROW) if parent < 0 else child(found[parent], key)
        if targets:
            found[row] = targets.get(found[row], found[row])
    return found


def equal(tree: Columns, other: Columns) -> bool:
    """Return True if both have the same layers at the same paths."""
    if len(tree) != len(other):
        return False
    if tree.is_same(other):
        return True
    if tree.targets or other.targets:
        return not missing(tree, other) and not missing(other, tree)
    return all(
        twin != NO_ROW and (layer is other.layers[twin] or layer_key(layer) == layer_key(other.layers[twin]))
        for twin, layer in zip(twins(tree, other), tree.layers, strict=True)
    )


def hash_of(tree: Columns) -> int:
    """Return a hash that is independent of the order of rows."""
    if tree.targets:
        return _hash_of_graph(tree)
    paths: list[int] = []
    total = 0
    for _, parent, key, layer in tree.rows():
        paths.append(hash((paths[parent], key)) if paths else 0)
        total += hash((paths[-1], layer_key(layer)))
    return hash(total)


def _hash_of_graph(tree: Columns) -> int:
    """Return a hash of all edges; it does not depend on which way to a part has the row."""
    hashes = [0 if layer is UNSEEN else hash(layer_key(layer)) for layer in tree.layers]
    rows = islice(tree.rows(), 1, None)
    steps = sum(hash((hashes[parent], key, hashes[tree.target(row)])) for row, parent, key, _ in rows)
    return hash((hashes[0], steps, len(tree)))


def missing(tree: Columns, other: Columns) -> array[int]:
    """Return the rows of `tree` that `other` lacks or has less of; none if and only if `tree` is below `other`."""
    layers, others, targets, found = tree.layers, other.layers, tree.targets, twins(tree, other)
    if targets:
        return array("q", (row for row in range(len(tree)) if not _has(tree, row, other, found)))
    return array(
        "q", (row for row, twin in enumerate(found) if twin == NO_ROW or not layer_leq(layers[row], others[twin]))
    )


def _has(tree: Columns, row: int, other: Columns, found: array[int]) -> bool:
    twin, target = found[row], tree.target(row)
    if twin == NO_ROW or target != row:
        return twin != NO_ROW and twin == found[target]
    return tree.layers[row] is UNSEEN or layer_leq(tree.layers[row], other.layers[twin])


def leq(tree: Columns, other: Columns) -> bool:
    """Return True if `other` contains all of `tree`."""
    has_room = len(tree) <= len(other) or bool(other.targets)
    return has_room and (tree.is_same(other) or not missing(tree, other))


def join(tree: Columns, other: Columns) -> Columns:
    """Return the least tree that contains both. Raises `DemandError` with the first path at which they disagree."""
    if not len(tree) or not len(other):
        return other if len(other) else tree
    if tree.targets or other.targets:
        joined = _join_graphs(tree, other, lambda row, twin, error: _graph_conflict(tree, other, row, twin, error))
        _check_absent(joined)
        return joined
    joined = Columns(tree.parents[:], tree.keys[:], tree.layers[:])
    place = array("q", bytes(8 * len(other)))
    for row, parent, key, layer in other.rows():
        at = 0 if row == 0 else NO_ROW
        if row and place[parent] < len(tree):
            at = tree.child(place[parent], key)
        place[row] = joined.append(place[parent], key, layer) if at == NO_ROW else at
        if at != NO_ROW:
            joined.layers[at] = _join_at(tree, at, other, row)
    _check_absent(joined)
    return joined


def _join_at(tree: Columns, row: int, other: Columns, twin: int) -> object:
    try:
        return join_layers(tree.layers[row], other.layers[twin])
    except DemandError as error:
        raise _conflict(tree, row, other, twin, error) from None


def _graph_conflict(tree: Columns, other: Columns, row: int, twin: int, error: DemandError) -> DemandError:
    sides = [(tree, node) if node < len(tree) else (other, node - len(tree)) for node in (row, twin)]
    return _conflict(*sides[0], *sides[1], error)


def _conflict(tree: Columns, row: int, other: Columns, twin: int, error: DemandError) -> DemandError:
    path = tree.path(row)
    one, two = pretty(tree.subtree(row), SHOWN), pretty(other.subtree(twin), SHOWN)
    return DemandError(f"demands disagree at {show_path(path)}, {one} against {two}: {error}", path)


def _check_absent(tree: Columns) -> None:
    """Raise `DemandError` if one demand has an attribute that is absent according to the other."""
    layers = tree.layers
    for row, parent, key, _ in tree.rows():
        if row and not may_have(layers[parent], key):
            path = tree.path(row)
            raise DemandError(f"demands disagree at {show_path(path)}: it cannot be both there and absent", path)


def meet(tree: Columns, other: Columns) -> Columns:
    """Return the greatest tree that both contain."""
    if (tree.targets or other.targets) and len(tree) and len(other):
        return _meet_graphs(tree, other)
    shared = Columns.empty()
    place = array("q", bytes(8 * len(tree)))
    found = twins(tree, other)
    for row, parent, key, layer in tree.rows():
        place[row] = NO_ROW
        if found[row] == NO_ROW or (row and place[parent] == NO_ROW):
            continue
        for layer_of_both in meet_layers(layer, other.layers[found[row]]):
            place[row] = shared.append(place[parent] if row else NO_ROW, key, layer_of_both)
    return shared


def _join_graphs(tree: Columns, other: Columns, conflict: Callable[[int, int, DemandError], DemandError]) -> Columns:
    """Return the least graph that contains both.

    If there is none, raise `conflict(row, twin, error)`, whose rows are those of `tree`, and those of `other`
    numbered from the size of `tree` on.
    """
    nodes = _UnionFind(tree, other, conflict)
    nodes.merge(0, len(tree))
    return Columns.lay_out(nodes.find(0), nodes.layers, nodes.parts_of)


class _UnionFind:
    """Nodes of both graphs in a union-find structure: `find` returns the representative of a node."""

    def __init__(self, tree: Columns, other: Columns, conflict: Callable[[int, int, DemandError], DemandError]) -> None:
        self.tree, self.other = tree, other
        self.conflict = conflict
        self.layers: list[Any] = [*tree.layers, *other.layers]
        self.above = list(range(len(self.layers)))
        self.children: dict[int, dict[Any, int]] = {}

    def find(self, node: int) -> int:
        above = self.above
        while above[node] != node:
            above[node] = node = above[above[node]]
        return node

    def parts_of(self, node: int) -> dict[Any, int]:
        return {key: self.find(part) for key, part in self.known_parts(node).items()}

    def known_parts(self, node: int) -> dict[Any, int]:
        if node not in self.children:
            tree, base = (self.tree, 0) if node < len(self.tree) else (self.other, len(self.tree))
            self.children[node] = {key: part + base for key, part in tree.parts(node - base).items()}
        return self.children[node]

    def merge(self, one: int, two: int) -> None:
        """Merge two nodes, and any two of their parts that have one key."""
        todo = [(one, two)]
        while todo:
            one, two = (self.find(node) for node in todo.pop())
            if one == two:
                continue
            self.layers[one] = self.join_layers_of(one, two)
            self.above[two] = one
            more, fewer = self.known_parts(one), self.known_parts(two)
            if len(more) < len(fewer):
                more, fewer = fewer, more
            todo += [(more[key], part) for key, part in fewer.items() if key in more]
            self.children[one] = more
            for key, part in fewer.items():
                more.setdefault(key, part)

    def join_layers_of(self, one: int, two: int) -> Any:
        layer, other = self.layers[one], self.layers[two]
        if layer is UNSEEN or other is UNSEEN:
            return other if layer is UNSEEN else layer
        try:
            return join_layers(layer, other)
        except DemandError as error:
            raise self.conflict(one, two, error) from None


def _meet_graphs(tree: Columns, other: Columns) -> Columns:
    """Return the greatest graph that both contain: its nodes are pairs of nodes reached by one way."""
    pairs, numbers = [(0, 0)], {(0, 0): 0}
    layers: list[Any] = []
    parts: list[dict[Any, int]] = []
    for one, two in pairs:  # `pairs` grows in the loop
        is_hole = tree.layers[one] is UNSEEN or other.layers[two] is UNSEEN
        shared = () if is_hole else meet_layers(tree.layers[one], other.layers[two])
        layers.append(shared[0] if shared else UNSEEN)
        parts.append({})
        theirs = other.parts(two) if shared else {}
        for key, part in tree.parts(one).items() if theirs else ():
            if key in theirs:
                pair = part, theirs[key]
                if pair not in numbers:
                    numbers[pair] = len(pairs)
                    pairs.append(pair)
                parts[-1][key] = numbers[pair]
    return Columns.lay_out(0, layers, parts.__getitem__)
