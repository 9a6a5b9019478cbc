"""Paths of a demand, as a sequence that makes a path only when it is fetched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

from strictcheck.demands.columns import Columns
from strictcheck.demands.order import twins

Path = tuple[Any, ...]

SHOWN = 6


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

    __slots__ = ("_rows", "_tree")

    def __init__(self, tree: Columns, rows: Sequence[int]) -> None:
        self._tree = tree
        self._rows = rows

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
        if not isinstance(path, tuple):
            return False
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
        shown = [repr(self[index]) for index in range(min(len(self), SHOWN))]
        more = [f"… {len(self) - SHOWN} more"] if len(self) > SHOWN else []
        return f"Paths([{', '.join([*shown, *more])}])"
