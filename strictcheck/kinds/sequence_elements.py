"""Elements of lists and tuples behind thunks, each fetched once and kept in a cell; and iterators over known ones."""

from __future__ import annotations

import operator
from types import GeneratorType
from typing import Any
from weakref import ref

from strictcheck.kinds.building import Building
from strictcheck.kinds.partials import PartialIterator, yielded
from strictcheck.kinds.placing import stand_in
from strictcheck.thunks.places import Place
from strictcheck.thunks.proxy import UNSET, is_thunk

EMPTY: Any = type("Empty", (), {"__slots__": ()})()  # in a cell whose element was not fetched


class Fetched(list[Any]):
    """Elements fetched so far; and what was appended, while there is no copy that holds it."""

    tail: list[Any] | None = None


class Later:
    """Element of a list, in the copy that was written to, until somebody fetches it from there."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index


class Elements:
    """Elements of a thunk, for an iterator of Python's own to walk: it can be copied and pickled. Forces the thunk.

    The state of the thunk is read once, not for each element: to read an attribute of a proxy is slow.
    """

    __slots__ = ("_cells", "_keep", "_log", "_number", "_source", "_thunk")

    def __init__(self, thunk: Any) -> None:
        type(thunk)._self_look(thunk)
        self._thunk = thunk
        self._log, self._number, self._source = thunk._self_log, thunk._self_number, thunk._self_source
        self._cells, self._keep = thunk._self_cells, type(thunk)._self_keep

    def __len__(self) -> int:
        return len(self._thunk)

    def __getitem__(self, index: int) -> Any:
        value = self._thunk._self_value
        if value is not UNSET:
            element = value[index]
            if type(element) is Later:
                element = value[index] = self.cell(element.index)
            return element
        if index < len(self._source):
            return self.cell(index)
        return self._thunk._self_tail()[index - len(self._source)]

    def cell(self, index: int) -> Any:
        """Return the thunk for element `index`, which is within the length; always the same one while it is in use."""
        log, source, cells, place = self._log, self._source, self._cells, self._number + index
        if index == len(cells) and type(source[index]) in log.fast:
            # One after the other, without the lock, which would take a third of the time. Of two threads one has an
            # element in the wrong cell then, which is not taken for the right one: it is a thunk and has its place.
            element = stand_in(log, place, source[index])
            cell = element if self._keep is None else self._keep(element)
            cells.append(cell)
            if cells[index] is cell:
                return element
        log.count(self._number, index)
        return self.copied_cell(index)

    def copied_cell(self, index: int) -> Any:
        """Return the thunk for element `index`, which is no fetch."""
        log, source, cells, place = self._log, self._source, self._cells, self._number + index
        with log.lock:
            cells.extend([EMPTY] * (index + 1 - len(cells)))
            element = cells[index]
            if element is not EMPTY:
                element = alive(element, place)
            if element is EMPTY:
                element = stand_in(log, place, source[index])
                cells[index] = element if self._keep is None else self._keep(element)
            return element

    def __reduce__(self) -> Any:
        return operator.itemgetter(0), ((self._thunk,),)


def alive(cell: Any, place: Place) -> Any:
    """Return the content of the cell for the element at `place`; EMPTY if it died, or if two threads met in a walk."""
    if type(cell) is ref:
        cell = cell()
        if cell is None:
            return EMPTY
    if not is_thunk(cell) or type(cell)._self_mutable:
        return cell  # a shared thunk has the place at which it was met first
    return cell if cell._self_place == place else EMPTY


def begin_iterator(cls: type, building: Building) -> Any:
    """Make an iterator that gets its elements later."""
    if issubclass(cls, GeneratorType):
        return yielded([])
    iterator = building.partly_known(PartialIterator, cls, frozenset())
    iterator.names = building.names(cls)
    return iterator


def build_iterator(cls: type, layer: Any, building: Building) -> Any:
    """Make an iterator of which these elements are known."""
    iterator = begin_iterator(cls, building) if building.begun is None else building.begun
    if issubclass(cls, GeneratorType):
        iterator.gi_frame.f_locals["elements"].append(building.cells(layer))
    else:
        iterator.elements = building.cells(layer)
    return iterator
