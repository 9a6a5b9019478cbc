"""Comparison of demands over columns: equality, order by information, join, meet, and the paths of a difference.

All of it rests on `twins`, which finds for each row of one tree the row of the other with the same path. Each function
is linear in the number of rows and independent of their order.

A demand in which parts are shared contains more than its unfolding, so `[[1], [1]]` is below `[[1] as a, a]`. The
join merges all parts that are one in either demand; in the meet two ways lead to one part if they do in both. Both
graphs are walked with a work list.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from types import FrameType
from typing import Any, overload

from strictcheck.demands.columns import NO_ROW, UNSEEN, Columns
from strictcheck.demands.notation import pretty
from strictcheck.errors import DemandError
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.layers import join_layers, layer_key, layer_leq, may_have, meet_layers
from strictcheck.messages import show_path
from strictcheck.unused import conclude_comparison, is_in_test

Path = tuple[Any, ...]

SHOWN = 5  # layers that a message shows of two demands in conflict
SHOWN_PATHS = 6


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
    return tree.is_same(other) or (not missing_rows(tree, other) and not missing_rows(other, tree))


def hash_of(tree: Columns) -> int:
    """Return a hash of all edges; it depends neither on the order of rows, nor on which way to a part has the row."""
    hashes = [0 if layer is UNSEEN else hash(layer_key(layer)) for layer in tree.layers]
    rows = islice(tree.rows(), 1, None)
    steps = sum(hash((hashes[parent], key, hashes[tree.target(row)])) for row, parent, key, _ in rows)
    return hash((tuple(hashes[:1]), steps, len(tree)))


def missing_rows(tree: Columns, other: Columns) -> array[int]:
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
    return has_room and (tree.is_same(other) or not missing_rows(tree, other))


def join(tree: Columns, other: Columns) -> Columns:
    """Return the least tree that contains both. Raises `DemandError` with a path at which they disagree."""
    if not len(tree) or not len(other):
        return other if len(other) else tree
    nodes = _UnionFind(tree, other)
    nodes.merge(0, len(tree))
    joined = Columns.lay_out(nodes.find(0), nodes.layers, nodes.parts_of)
    _check_absent(joined)
    return joined


def _conflict(tree: Columns, row: int, other: Columns, twin: int, error: DemandError) -> DemandError:
    """Make the error for two rows that are one part, and have layers of different values."""
    path, texts = tree.path(row), (pretty(tree.subtree(row), SHOWN), pretty(other.subtree(twin), SHOWN))
    return DemandError(f"demands disagree at {show_path(path)}, {' against '.join(texts)}: {error}", path)


def _check_absent(tree: Columns) -> None:
    """Raise `DemandError` if one demand has an attribute that is absent according to the other."""
    layers = tree.layers
    if not any(isinstance(layer, Layer) and layer.absent for layer in layers):
        return
    for row, parent, key, _ in tree.rows():
        if row and not may_have(layers[parent], key):
            path = tree.path(row)
            raise DemandError(f"demands disagree at {show_path(path)}: it cannot be both there and absent", path)


class _UnionFind:
    """Nodes of both graphs in a union-find structure: `find` returns the representative of a node."""

    def __init__(self, tree: Columns, other: Columns) -> None:
        self.tree, self.other = tree, other
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
            tree, row = self.side(node)
            self.children[node] = {key: part + node - row for key, part in tree.parts(row).items()}
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
            todo += [(more[key], part) for key, part in reversed(fewer.items()) if key in more]
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
            raise _conflict(*self.side(one), *self.side(two), error) from None

    def side(self, node: int) -> tuple[Columns, int]:
        """Return the tree that a node is of, and its row there."""
        return (self.tree, node) if node < len(self.tree) else (self.other, node - len(self.tree))


def meet(tree: Columns, other: Columns) -> Columns:
    """Return the greatest tree that both contain: its nodes are pairs of nodes reached by one way."""
    if not len(tree) or not len(other):
        return Columns.empty()
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


class Paths(Sequence[Path]):
    """Paths to some rows of a tree, in the order of the rows.

    Length, truth, `in` and comparison with other `Paths` make no paths, so they cost no more on a deep demand than on a
    wide one. It is equal to any sequence of the same paths in the same order, and has no hash, as lists have none.

    >>> from strictcheck.demands import Demand
    >>> paths = Demand.parse("[1, [_, 2]]").paths()
    >>> paths
    Paths([(), (0,), (1,), (1, 1)])
    >>> paths[-1], (1, 0) in paths, paths == [(), (0,), (1,), (1, 1)]
    ((1, 1), False, True)
    """

    __slots__ = ("_no_part", "_rows", "_tree")

    def __init__(
        self, tree: Columns, rows: Sequence[int], no_part: Callable[[Path], str | None] = lambda path: None
    ) -> None:
        self._tree = tree
        self._rows = rows
        self._no_part = no_part  # says of a path why it could not be among these

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> Path: ...
    @overload
    def __getitem__(self, index: slice) -> Paths: ...
    def __getitem__(self, index: int | slice) -> Path | Paths:
        if isinstance(index, slice):
            return Paths(self._tree, self._rows[index])
        return self._tree.path(self._rows[index])

    def __iter__(self) -> Iterator[Path]:
        return map(self._tree.path, self._rows)

    def __contains__(self, path: object) -> bool:
        return self.has(path, sys._getframe(1))

    def has(self, path: object, caller: FrameType) -> bool:
        """Return `path in self`, for the code in frame `caller`; if that is a test, it has to be one that may be."""
        if not isinstance(path, tuple):
            named: list[Any] = path.split(".") if isinstance(path, str) else [path]  # as assertions name parts
            steps = tuple(int(step) if str(step).isdecimal() else step for step in named)
            raise TypeError(f"a demand contains paths, which are tuples; write {steps} in demand")
        if is_in_test():
            conclude_comparison(caller, "path in demand", self._no_part(path), False)
        row = self._tree.child_at(path)
        return row in self._rows or self._tree.target(row) in self._rows

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, (str, bytes)):
            return NotImplemented
        if len(self) != len(other):
            return False
        if isinstance(other, Paths) and self._tree.is_tree and other._tree.is_tree:
            found = twins(self._tree, other._tree)
            return all(found[row] == twin for row, twin in zip(self._rows, other._rows, strict=True))
        return all(mine == theirs for mine, theirs in zip(self, other, strict=True))

    def __repr__(self) -> str:
        shown = [repr(self[index]) for index in range(min(len(self), SHOWN_PATHS))]
        more = [f"… {len(self) - SHOWN_PATHS} more"] if len(self) > SHOWN_PATHS else []
        return f"Paths([{', '.join([*shown, *more])}])"
