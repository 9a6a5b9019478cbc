"""Elements of lists and tuples behind thunks, each fetched once and kept in a cell; and iterators over known ones.

A new list that Python code makes of such a list, by a slice, `+`, `*` or `copy`, must not count as a look at its
strings: they wait in it, as `Later`, until somebody fetches them.
"""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Callable
from typing import Any
from weakref import ref

from strictcheck.kinds.copied import Beside
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.placing import Eager, stand_in
from strictcheck.thunks.places import Place
from strictcheck.thunks.proxy import UNSET, get_value, is_thunk, materialised, source_of

EMPTY: Any = type("Empty", (), {"__slots__": ()})()  # in a cell whose element was not fetched


class Fetched(Beside, list[Any]):
    """Elements fetched so far; and the `tail` that was appended while there is no copy.

    `is_raw` is True if the copy may have `Later` elements.
    """

    tail: list[Any] | None = None
    is_raw = False


class Later:
    """Element of a thunk, in a copy or in a new list, until somebody fetches it from there."""

    __slots__ = ("elements", "index", "is_fetched")

    def __init__(self, elements: Elements, index: int) -> None:
        self.elements = elements
        self.index = index
        self.is_fetched = False

    def fetch(self) -> Any:
        """Return the thunk for the element, or what is handed out in its place."""
        return self.elements.copied_cell(self.index) if self.is_fetched else self.elements.cell(self.index)

    def plain(self) -> Any:
        """Return the element itself, without a look."""
        return self.elements.source[self.index]

    def in_new_list(self) -> Any:
        """Fetch the element, and return the thunk for it; this, if it is handed out as itself, and so looked at."""
        if not issubclass(self.elements.log.makers[type(self.plain())], Eager):
            return self.fetch()
        if not self.is_fetched:
            self.elements.log.count(self.elements.number, self.index)
            self.is_fetched = True
        return self


class Elements:
    """Elements of a thunk, for an iterator of Python's own to walk: it can be copied and pickled. Forces the thunk.

    The state of the thunk is read once, not for each element: to read an attribute of a proxy is slow.
    """

    __slots__ = ("cells", "is_over_thunk", "keep", "log", "number", "source", "thunk")

    def __init__(self, thunk: Any) -> None:
        type(thunk)._self_look(thunk)
        self.thunk = thunk
        self.log, self.number, self.source = thunk._self_log, thunk._self_number, thunk._self_source
        self.cells, self.keep = thunk._self_cells, type(thunk)._self_keep
        self.is_over_thunk = is_thunk(self.source)

    def __len__(self) -> int:
        return len(self.thunk)

    def __getitem__(self, index: int) -> Any:
        value = self.thunk._self_value
        if value is not UNSET:
            element = value[index]
            if type(element) is Later:
                element = element.fetch()
                base_of(type(value)).__setitem__(value, index, element)  # past the class
            return element
        if index < len(self.source):
            return self.cell(index)
        return self.thunk._self_tail()[index - len(self.source)]

    def to_fetch(self, indices: range | None = None) -> list[Any]:
        """Return the elements, or those at `indices`, as `Later` where they come from the thunk's source."""
        value, count, tail = self.thunk._self_value, len(self.source), self.thunk._self_tail()
        indices = range(len(self)) if indices is None else indices
        if value is not UNSET:
            return [value[index] for index in indices]
        return [Later(self, index) if index < count else tail[index - count] for index in indices]

    def cell(self, index: int) -> Any:
        """Return the thunk for element `index`, which is within the length; always the same one while it is in use."""
        log, source, cells, place = self.log, self.source, self.cells, self.number + index
        # A thunk as the source, of a result that holds an argument, would count this as a fetch.
        if index == len(cells) and not self.is_over_thunk and type(source[index]) in log.fast:
            # One after the other, without the lock, which would take a third of the time. Of two threads one has an
            # element in the wrong cell then, which is not taken for the right one: it is a thunk and has its place.
            element = stand_in(log, place, source[index])
            cell = element if self.keep is None else self.keep(element)
            cells.append(cell)
            if cells[index] is cell:
                return element
        log.count(self.number, index)
        return self.copied_cell(index)

    def copied_cell(self, index: int) -> Any:
        """Return the thunk for element `index`, which is no fetch."""
        log, source, cells, place = self.log, self.source, self.cells, self.number + index
        with log.lock:
            cells.extend([EMPTY] * (index + 1 - len(cells)))
            element = cells[index]
            if element is not EMPTY:
                element = alive(element, place)
            if element is EMPTY:
                element = stand_in(log, place, source[index])
                cells[index] = element if self.keep is None else self.keep(element)
            return element

    def __reduce__(self) -> Any:
        return operator.itemgetter(0), ((self.thunk,),)


def alive(cell: Any, place: Place) -> Any:
    """Return the content of the cell for the element at `place`; EMPTY if it died, or if two threads met in a walk."""
    if type(cell) is ref:
        cell = cell()
        if cell is None:
            return EMPTY
    if not is_thunk(cell) or type(cell)._self_mutable:
        return cell  # a shared thunk has the place at which it was met first
    return cell if cell._self_place == place else EMPTY


def base_of(cls: type) -> Any:
    """Return the built-in class that `cls` is, or is derived from."""
    return tuple if issubclass(cls, tuple) else list if issubclass(cls, list) else deque


# Methods of lists by their own names: a bound one is bound again to the list that a call returns.
def append(self: Any, element: Any) -> None:
    """Append to a list without a copy of it, for that would take a thunk for each element."""
    log, cells = self._self_log, self._self_cells
    with log.lock:
        if get_value(self) is not UNSET:
            list.append(get_value(self), element)
        elif cells.tail:
            cells.tail.append(element)
        else:
            cells.tail = [element]


def extend(self: Any, values: Any) -> None:
    """Extend a list; by a snapshot if it is extended by itself, which would grow while it is walked."""
    for element in [*self] if source_of(values) is source_of(self) else values:
        append(self, element)


def index(self: Any, item: Any, start: Any = 0, stop: Any = None) -> int:
    """Return the first place of an item, as `list.index` does; elements after it are not fetched."""
    elements = Elements(self)
    for at in range(len(elements))[start:stop]:
        if at >= len(elements):  # an `==` of an element has removed some
            break
        element = elements[at]
        if element is item or element == item:
            return at
    missing: int = base_of(class_behind(self._self_source))().index(item)  # raises
    return missing


def extend_deque(self: Any, values: Any) -> None:
    """Extend a deque; by a snapshot if it is extended by itself."""
    own = materialised(self)
    deque.extend(own, [*own] if source_of(values) is source_of(self) else values)


def _in_place(extend_by: Callable[[Any, Any], None]) -> Callable[[Any, Any], Any]:
    """Make the method of `+=`, which gives the list itself again, and fetches nothing of it."""

    def method(self: Any, values: Any) -> Any:
        type(self)._self_look(self)
        extend_by(self, values)
        return self

    return method


def _writing(change: Callable[..., Any]) -> Callable[..., Any]:
    """Make a method that changes a list: the copy that it takes is no fetch of the elements."""

    def method(self: Any, *args: Any) -> Any:
        type(self)._self_look(self)
        with self._self_log.lock:
            if get_value(self) is UNSET:
                self._self_value = self._self_copy(self._self_source, is_fetch=False)
                self._self_cells.is_raw = True
        return change(get_value(self), *args)

    return method


def _taking(take: Callable[..., Any]) -> Callable[..., Any]:
    """Make a method that takes an element out, which is a fetch of this one."""
    change = _writing(take)

    def method(self: Any, *place: Any) -> Any:
        element = change(self, *place)
        return element.fetch() if type(element) is Later else element

    return method


# Methods that change a list, or a deque, without a look at its elements; and those that take one out.
_WRITES = {list: "insert clear reverse", deque: "append appendleft rotate insert clear reverse"}
_TAKING = {list: "pop", deque: "pop popleft"}
WRITES: dict[type, dict[str, Any]] = {
    cls: {name: _writing(getattr(cls, name)) for name in f"__setitem__ __delitem__ {names}".split()}
    | {name: _taking(getattr(cls, name)) for name in _TAKING[cls].split()}
    for cls, names in _WRITES.items()
}
WRITES[list] |= {"append": append, "extend": extend, "__iadd__": _in_place(extend)}
WRITES[deque] |= {"extend": extend_deque, "__iadd__": _in_place(extend_deque)}
