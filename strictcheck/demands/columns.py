"""A tree in three columns: parents, keys and layers, a row for each node; shared parts are references between rows.

A demand is such a tree. It has no objects for its nodes, so a chain a hundred thousand deep is copied, compared and
thrown away as any list is, and nothing here recurses. Skip this module unless you write an algorithm over demands.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import is_
from typing import Any

from strictcheck.kinds.layer import HOLE, Frame, Layer

NO_ROW = -1
WIDE = 8  # nodes with more children get a dict of them; with fewer, a linear search is faster and smaller


@dataclass(frozen=True, slots=True)
class Same(Layer):
    """Reference to the part at `row`, which is not a reference itself."""

    row: int
    cls = object


@dataclass(frozen=True, slots=True)
class Unseen(Layer):
    """Hole that references name: the part was fetched by two ways, and looked at by none. Below every other layer."""

    cls = object

    def may_have(self, key: Any) -> bool:
        """Return True: the layer of the part is unknown."""
        return True

    def __reduce__(self) -> Any:
        return "UNSEEN"  # for pickle, there is one

    def frame(self, children: dict[Any, int], most: int | None) -> Frame:
        """Return the frame of `_`."""
        return Frame(HOLE, [], "")


UNSEEN = Unseen()


class Columns:
    """Row `i` is the node with layer `layers[i]`, which hangs below row `parents[i]` as its part `keys[i]`.

    Parents come before their children; row 0 is the root, with parent -1 and key None. Without rows, it is a hole.
    The columns are kept as they are given, not copied, and must not change afterwards. The index of children is built
    when it is first needed, in two arrays.

    A part that is reached by two ways has one row. The other way is a reference, a row without children whose layer is
    `Same(row)`; a part that nobody looked at, and that references name, has the layer `UNSEEN`. These columns are
    canonical: of the ways to a part, the one that comes first in the pattern has its row, a reference refers to no
    reference, and each `UNSEEN` is referred to. `Columns.lay_out` makes them canonical. The order of rows does
    not matter, but for parents, which come before their children.

    >>> tree = Columns(array("q", [-1, 0, 0]), [None, "x", "y"], ["root", 1, 2])
    >>> tree.children(0), tree.child(0, "y"), tree.path(2)
    ({'x': 1, 'y': 2}, 2, ('y',))
    """

    __slots__ = ("_below", "_first", "_targets", "_wide", "keys", "layers", "parents")

    def __init__(self, parents: array[int], keys: list[Any], layers: list[Any]) -> None:
        self.parents = parents
        self.keys = keys
        self.layers = layers
        self._first: array[int] | None = None
        self._below: array[int] = parents
        self._wide: dict[int, dict[Any, int]] = {}
        self._targets: dict[int, int] | None = None

    @classmethod
    def empty(cls) -> Columns:
        """Make a tree without rows, to append to before anybody else sees it."""
        return cls(array("q"), [], [])

    @classmethod
    def lay_out(cls, root: int, layers: list[Any], parts: Callable[[int], dict[Any, int]]) -> Columns:
        """Make the canonical columns of a graph.

        Its nodes are numbers: `layers[node]` is the layer of a node, `parts(node)` its parts by key, which may be
        nodes that other parts have, too. A layer that is `UNSEEN` makes a hole if only one way leads there.

        >>> from strictcheck.kinds.sequence import Sequence
        >>> ring = Columns.lay_out(0, [Sequence(2)], lambda node: {1: 0})
        >>> list(ring.rows())
        [(0, -1, None, Sequence(length=2, closed=True)), (1, 0, 1, Same(row=0))]
        """
        tree, place = cls.empty(), dict[int, int]()
        ways = _count_ways(root, parts)
        is_tree = max(ways.values(), default=1) == 1 and root not in ways  # then the order of parts does not matter
        todo: list[tuple[int, int, Any]] = [(root, NO_ROW, None)]
        while todo:
            node, parent, key = todo.pop()
            if node in place:
                tree.append(parent, key, Same(place[node]))
            elif layers[node] is not UNSEEN or ways[node] > 1:
                place[node] = tree.append(parent, key, layers[node])
                below = parts(node)
                steps = reversed(below) if is_tree else _backwards(layers[node], list(below))
                todo += [(below[step], place[node], step) for step in steps]
        return tree

    def canonical(self) -> Columns:
        """Return these columns made canonical; before, any of the ways to a shared part may have its row."""
        return self if self.is_tree else Columns.lay_out(0, self.layers, self.parts)

    def append(self, parent: int, key: Any, layer: object) -> int:
        """Add a row while the tree is being built; return its number."""
        self.parents.append(parent)
        self.keys.append(key)
        self.layers.append(layer)
        return len(self.layers) - 1

    def graft(self, parent: int, key: Any, other: Columns | None) -> bool:
        """Add all of `other`, if it is not None, as the part `key` of `parent`; return True if anything was added."""
        if other is None:
            return False
        base, targets = len(self), other.targets
        for row, above, step, layer in other.rows():
            layer = Same(base + targets[row]) if row in targets else layer
            self.append(base + above if row else parent, step if row else key, layer)
        return True

    def __len__(self) -> int:
        return len(self.layers)

    def rows(self) -> Iterator[tuple[int, int, Any, Any]]:
        """Yield row, parent, key and layer of each node, parents first."""
        return zip(range(len(self.layers)), self.parents, self.keys, self.layers, strict=True)

    def _index(self) -> array[int]:
        """Return the index into `_below` at which the children of each row begin, and those of the row before end."""
        if self._first is None:
            first = array("q", bytes(8 * (len(self.parents) + 2)))
            for parent in self.parents:
                first[parent + 2] += 1
            first = array("q", accumulate(first))
            below = array("q", bytes(8 * len(self.parents)))
            for row, parent in enumerate(self.parents):
                below[first[parent + 1]] = row
                first[parent + 1] += 1
            self._below = below
            self._first = first
        return self._first

    @property
    def targets(self) -> dict[int, int]:
        """Rows that references refer to, by the row of the reference."""
        if self._targets is None:
            layers: Any = () if self.is_tree else self.layers
            self._targets = {row: layer.row for row, layer in enumerate(layers) if type(layer) is Same}
        return self._targets

    @property
    def is_tree(self) -> bool:
        """True if no part is shared."""
        return {Same, Unseen}.isdisjoint(map(type, self.layers))

    @property
    def size(self) -> int:
        """Number of parts that were looked at: rows that are neither references nor holes."""
        return len(self.forced_rows())

    def is_forced(self, row: int) -> bool:
        """Return True if the part was looked at: the row is neither a reference nor a hole."""
        return type(self.layers[row]) not in (Same, Unseen)

    def forced_rows(self) -> Sequence[int]:
        """Return the rows of parts that were looked at, in order."""
        if not self.targets:
            return range(len(self.layers))
        return array("q", filter(self.is_forced, range(len(self.layers))))

    def target(self, row: int) -> int:
        """Return the row that `row` refers to if it is a reference, else `row` itself."""
        return self.targets.get(row, row)

    def parts(self, row: int) -> dict[Any, int]:
        """Return the children of `row` by key, with its target in place of each reference."""
        targets = self.targets
        children = self.children(row)
        return {key: targets.get(child, child) for key, child in children.items()} if targets else children

    def below(self, row: int) -> array[int]:
        """Return the rows of the children of `row`, in order."""
        first = self._index()
        return self._below[first[row] : first[row + 1]]

    def children(self, row: int) -> dict[Any, int]:
        """Return the rows of the children of `row`, by key."""
        keys = self.keys
        return {keys[child]: child for child in self.below(row)}

    def child(self, row: int, key: Any) -> int:
        """Return the row of the child `key` of `row`; -1 if that is a hole, or `row` is -1."""
        first = self._index()
        if row < 0 or first[row] == first[row + 1]:
            return NO_ROW
        if first[row + 1] - first[row] > WIDE:
            if row not in self._wide:
                self._wide[row] = self.children(row)
            return self._wide[row].get(key, NO_ROW)
        keys, below = self.keys, self._below
        for place in range(first[row], first[row + 1]):
            child = below[place]
            if keys[child] is key or keys[child] == key:
                return child
        return NO_ROW

    def child_at(self, path: tuple[Any, ...]) -> int:
        """Return the row of the part at `path`, which may be a reference; -1 if it is in a hole."""
        row, targets = 0 if len(self) else NO_ROW, self.targets
        for key in path:
            row = self.child(targets.get(row, row), key)
        return row

    def path(self, row: int) -> tuple[Any, ...]:
        """Return the keys on the way from the root to `row`."""
        parents, keys, steps = self.parents, self.keys, []
        while row > 0:
            steps.append(keys[row])
            row = parents[row]
        return tuple(reversed(steps))

    def subtree(self, row: int) -> Columns:
        """Return the subtree at `row`, as columns of its own."""
        return self if row == 0 else Columns.lay_out(self.target(row), self.layers, self.parts)

    def sizes(self) -> array[int]:
        """Return, for each row, the number of parts looked at in its subtree, itself included."""
        sizes, parents = array("q", [1]) * len(self), self.parents
        for row in (*self.targets, *self.targets.values()):
            sizes[row] = int(self.is_forced(row))
        for row in range(len(self) - 1, 0, -1):
            sizes[parents[row]] += sizes[row]
        return sizes

    def is_same(self, other: Columns) -> bool:
        """True if the columns are equal one by one, at the speed of C. After False the trees may still be equal."""
        try:
            return (
                self.parents == other.parents
                and self.layers == other.layers
                and self.keys == other.keys
                # 1 == True == 1.0, but these are different demands
                and all(map(is_, map(type, self.layers), map(type, other.layers)))
            )
        except Exception:  # raised by the == of an atom, such as a signalling NaN; `order.equal` compares with care
            return False


def _count_ways(root: int, parts: Callable[[int], dict[Any, int]]) -> Counter[int]:
    """Count the ways to each node."""
    ways, todo = Counter[int](), [root]
    while todo:
        for child in parts(todo.pop()).values():
            ways[child] += 1
            if ways[child] == 1 and child != root:
                todo.append(child)
    return ways


def _backwards(layer: Any, keys: list[Any]) -> list[Any]:
    """Return the keys of the parts in the reverse order of the pattern."""
    if not keys:
        return []
    frame = layer.whole_frame({key: place for place, key in enumerate(keys)}, None)
    return [keys[place] for _, place in reversed([*frame.fields, *frame.beside]) if isinstance(place, int)]
