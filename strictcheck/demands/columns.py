"""A tree in three columns: parents, keys and layers, a row for each node.

A demand is such a tree. It has no objects for its nodes, so a chain a hundred thousand deep is copied, compared and
thrown away as any list is, and nothing here recurses. Skip this module unless you write an algorithm over demands.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import accumulate
from operator import is_
from typing import Any

__all__ = ["Columns"]

NO_ROW = -1
WIDE = 8  # above so many children a node gets a dict of them; below, looking through them is faster and leaner


class Columns:
    """Row `i` is the node with layer `layers[i]`, which hangs below row `parents[i]` as its part `keys[i]`.

    Parents come before their children; row 0 is the root, with parent -1 and key None. Without rows, it is a hole.
    The columns are kept as they are given, not copied, and must not change afterwards. What hangs below a row is worked
    out at the first question, in two arrays.

    >>> tree = Columns(array("q", [-1, 0, 0]), [None, "x", "y"], ["root", 1, 2])
    >>> tree.children(0), tree.child(0, "y"), tree.path(2)
    ({'x': 1, 'y': 2}, 2, ('y',))
    """

    __slots__ = ("_below", "_first", "_wide", "keys", "layers", "parents")

    def __init__(self, parents: array[int], keys: list[Any], layers: list[Any]) -> None:
        self.parents = parents
        self.keys = keys
        self.layers = layers
        self._first: array[int] | None = None
        self._below: array[int] = parents
        self._wide: dict[int, dict[Any, int]] = {}

    @classmethod
    def empty(cls) -> Columns:
        """A tree without rows, to be appended to before anybody else sees it."""
        return cls(array("q"), [], [])

    def append(self, parent: int, key: Any, layer: object) -> int:
        """Add a row while the tree is being made; returns its number."""
        self.parents.append(parent)
        self.keys.append(key)
        self.layers.append(layer)
        return len(self.layers) - 1

    def grafted(self, parent: int, key: Any, other: Columns | None) -> bool:
        """Add all of `other`, if there is one, as the part `key` of `parent`; returns whether there is one."""
        base = len(self)
        for row, above, step, layer in other.rows() if other is not None else ():
            self.append(base + above if row else parent, step if row else key, layer)
        return other is not None

    def __len__(self) -> int:
        return len(self.layers)

    def rows(self) -> Iterator[tuple[int, int, Any, Any]]:
        """Row, parent, key and layer of each node, parents first."""
        return zip(range(len(self.layers)), self.parents, self.keys, self.layers, strict=True)

    def _index(self) -> array[int]:
        """Where in `_below` the children of each row begin; those of the next row begin where they end."""
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

    def below(self, row: int) -> array[int]:
        """The rows of the children of `row`, in order."""
        first = self._index()
        return self._below[first[row] : first[row + 1]]

    def children(self, row: int) -> dict[Any, int]:
        """The rows of the children of `row`, by key."""
        keys = self.keys
        return {keys[child]: child for child in self.below(row)}

    def child(self, row: int, key: Any) -> int:
        """The row of the child `key` of `row`; -1 when that is a hole, or `row` is -1."""
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
        """The row of the part at `path`; -1 where that is in a hole."""
        row = 0 if len(self) else NO_ROW
        for key in path:
            row = self.child(row, key)
        return row

    def path(self, row: int) -> tuple[Any, ...]:
        """The keys on the way from the root to `row`."""
        parents, keys, steps = self.parents, self.keys, []
        while row > 0:
            steps.append(keys[row])
            row = parents[row]
        return tuple(reversed(steps))

    def subtree(self, row: int) -> Columns:
        """What hangs at `row`, as a tree of its own."""
        if row == 0:
            return self
        made = Columns.empty()
        todo = [(row, NO_ROW, None)]
        while todo:
            old, parent, key = todo.pop()
            new = made.append(parent, key, self.layers[old])
            todo.extend((child, new, self.keys[child]) for child in reversed(self.below(old)))
        return made

    def sizes(self) -> array[int]:
        """For each row, the number of rows of its subtree, itself included."""
        sizes, parents = array("q", [1]) * len(self), self.parents
        for row in range(len(self) - 1, 0, -1):
            sizes[parents[row]] += sizes[row]
        return sizes

    def is_same(self, other: Columns) -> bool:
        """Whether the columns are equal one by one, at the speed of C. False does not say no: the order may differ."""
        try:
            return (
                self.parents == other.parents
                and self.layers == other.layers
                and self.keys == other.keys
                # 1 == True == 1.0, but looking at one is not looking at the other
                and all(map(is_, map(type, self.layers), map(type, other.layers)))
            )
        except Exception:  # the == of an atom's own class, such as a signalling NaN's: to be asked with more care
            return False
