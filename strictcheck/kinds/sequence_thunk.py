"""Thunks for lists and tuples: the length at the first look, the elements as they are fetched."""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast
from weakref import ref

from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.placing import Copied
from strictcheck.kinds.sequence_elements import EMPTY, Elements, Fetched, Later, alive
from strictcheck.kinds.table import kind_of, take_apart
from strictcheck.thunks.classes import getattr_static, instance_dict
from strictcheck.thunks.proxy import (
    UNFORCED,
    UNSET,
    get_value,
    is_thunk,
    materialised,
    new_thunk,
    source_of,
    stands_for,
)
from strictcheck.thunks.special_methods import OF_WRAPT


def _comparing(compare: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Make a comparison with another list: any other value is left to decide, and no element is fetched.

    A class that compares in its own way is asked in each case.
    """
    name = f"__{compare.__name__}__"

    def method(self: Any, other: Any) -> Any:
        SequenceThunk._self_look(self)
        cls = class_behind(self._self_source)
        is_inherited = getattr_static(cls, name) is getattr(base_of(cls), name)
        if is_inherited and not isinstance(other, base_of(cls)):
            return NotImplemented
        return compare(materialised(self), other)

    return method


class SequenceThunk(Copied):
    """Common behaviour of lists and tuples. `_self_cells` holds the elements fetched so far, up to the last of them.

    A tuple refers weakly to elements of a transient class: the nodes of a game live no longer than the code that looks
    at them. Until an operation needs a real list or tuple there is no copy; then it answers everything.
    """

    __slots__ = ()
    _self_new_cells = cast("type[list[Any]]", Fetched)
    # The function from an element to what is kept of it, if that is not the element itself.
    _self_keep = cast("Any", None)

    def _self_tail(self) -> list[Any]:
        """Return what was appended while there was no copy."""
        return getattr(self._self_cells, "tail", None) or []

    def _self_is_changed(self) -> bool:
        return get_value(self) is not UNSET or len(SequenceThunk._self_tail(self)) > 0

    def __wrapped_get__(self) -> Any:
        SequenceThunk._self_look(self)
        log, source = self._self_log, self._self_source
        with log.lock:
            if get_value(self) is UNSET:
                self._self_value = self._self_copy(source)
            elif type(get_value(self)) is list:
                get_value(self)[:] = iter(Elements(self))  # which fetches those that are to come
        return get_value(self)

    def _self_copy(self, source: Any, *, is_fetch: bool = True) -> Any:
        """Make a value like `source` with a thunk in each place, and what was appended."""
        kind, elements = kind_of(class_behind(source)), Elements(self)
        cell = elements.cell if is_fetch else Later
        parts = [*map(cell, range(len(source))), *self._self_tail()]
        return kind.put_together(dict(enumerate(parts)), source)

    def _self_parts(self) -> tuple[object, Iterable[tuple[Any, Any]]]:
        value, source, tail = get_value(self), self._self_source, self._self_tail()
        if value is not UNSET:
            layer, parts = take_apart(value)
            found = dict(self._self_fetched())
            parts = [(at, found.get(part.index, part) if type(part) is Later else part) for at, part in parts]
            return layer, [(at, part) for at, part in parts if type(part) is not Later]
        known = self._self_fetched()
        known += enumerate(tail, len(source))
        return type(self)._self_layer(source).with_revealed(tuple(tail), frozenset(), None, True), known

    def _self_fetched(self) -> list[tuple[int, Any]]:
        """Return the elements that were fetched, each with its index."""
        first = self._self_number
        cells = [(index, alive(cell, first + index)) for index, cell in enumerate(self._self_cells)]
        return [(index, element) for index, element in cells if element is not EMPTY]

    def _self_is_written(self) -> bool:
        now, before = get_value(self), self._self_source
        if now is UNSET:
            return len(self._self_tail()) > 0
        parts = [before[part.index] if type(part) is Later else part for part in now]
        return len(now) != len(before) or not all(map(stands_for, parts, before)) or instance_dict(now) != {}

    def __len__(self) -> int:
        SequenceThunk._self_look(self)
        value = get_value(self)
        return len(self._self_source) + len(self._self_tail()) if value is UNSET else len(value)

    def __bool__(self) -> bool:
        return SequenceThunk.__len__(self) > 0

    def __iter__(self) -> Iterator[Any]:
        return iter(Elements(self))

    def __getitem__(self, key: Any) -> Any:
        elements, value = Elements(self), get_value(self)
        if value is not UNSET and type(value) is not list:
            return value[key]
        if value is UNSET and type(key) is int and 0 <= key < len(self._self_source):
            return elements.cell(key)
        base = base_of(class_behind(self._self_source))
        if isinstance(key, slice) and base is not deque:
            return base(map(elements.__getitem__, range(len(elements))[key]))
        if not hasattr(key, "__index__"):
            return self._self_source[key]  # raises
        index = operator.index(cast("Any", key))
        if not -len(elements) <= index < len(elements):
            raise IndexError(f"{base.__name__} index out of range")
        return elements[index % len(elements)]

    __eq__, __ne__, __hash__ = _comparing(operator.eq), _comparing(operator.ne), OF_WRAPT["__hash__"]

    def __contains__(self, item: Any) -> bool:
        return any(element is item or element == item for element in self)

    def __reversed__(self) -> Iterator[Any]:
        return reversed(Elements(self))


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


def _writing(change: Callable[..., Any]) -> Callable[..., Any]:
    """Make a method that changes a list: the copy that it takes is no fetch of the elements."""

    def method(self: Any, *args: Any) -> Any:
        SequenceThunk._self_look(self)
        with self._self_log.lock:
            if get_value(self) is UNSET:
                self._self_value = self._self_copy(self._self_source, is_fetch=False)
        return change(get_value(self), *args)

    return method


_pop = _writing(list.pop)


def pop(self: Any, *place: Any) -> Any:
    """Take an element out of a list, which is a fetch of this one."""
    element = _pop(self, *place)
    return Elements(self).cell(element.index) if type(element) is Later else element


# Methods that change a list without a look at its elements.
WRITES = {change.__name__: _writing(change) for change in (list.__setitem__, list.__delitem__, list.insert)}


def extend_deque(self: Any, values: Any) -> None:
    """Extend a deque; by a snapshot if it is extended by itself."""
    own = materialised(self)
    own.extend([*own] if source_of(values) is source_of(self) else values)


def base_of(cls: type) -> Any:
    """Return the built-in class that `cls` is, or is derived from."""
    return tuple if issubclass(cls, tuple) else list if issubclass(cls, list) else deque


class DequeThunk(SequenceThunk):
    """Thunk for a deque, which raises when it is changed while it is walked."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        SequenceThunk._self_look(self)
        return self._self_walk(range(len(self)))

    def __reversed__(self) -> Iterator[Any]:
        SequenceThunk._self_look(self)
        return self._self_walk(range(len(self))[::-1])

    def _self_walk(self, indices: range) -> Iterator[Any]:
        before = get_value(self)
        if before is not UNSET:
            yield from before if indices.step > 0 else reversed(before)
            return
        elements = Elements(self)
        for at in range(len(indices) + 1):  # at the end too, as Python does
            if len(self) != len(indices):
                raise RuntimeError("deque mutated during iteration")
            if at < len(indices):
                yield elements[indices[at]]


class TupleThunk(SequenceThunk):
    """Thunk for a tuple. A tuple cannot change, so an element of a transient class is made again at its next fetch."""

    __slots__ = ()

    @staticmethod
    def _self_keep(element: Any) -> Any:
        return ref(element) if is_thunk(element) and type(element)._self_transient else element

    _self_has_plain_slots = False
    _self_value = UNSET  # a copy would answer nothing more, and wrapt keeps it

    def __wrapped_get__(self) -> Any:
        TupleThunk._self_look(self)
        return self._self_copy(self._self_source)

    def _self_look(self) -> None:
        # As for any container, but that what it keeps dies with it: the record would keep a game as a whole.
        if self._self_number == UNFORCED:
            log = self._self_log
            _, number = log.look(self._self_place, (type(self)._self_layer(self._self_source), log.next_number()))
            self._self_cells = []
            self._self_number = number

    def __iter__(self) -> Iterator[Any]:
        TupleThunk._self_look(self)
        return _walk_tuple(self)


def _walk_tuple(thunk: Any) -> Iterator[Any]:
    """Yield the elements of a forced tuple. A search spends its time here: a first walk makes each thunk inline."""
    log, source = thunk._self_log, thunk._self_source
    number, cells, fast = thunk._self_number, thunk._self_cells, log.fast
    for index, part in enumerate(source):
        maker = fast.get(type(part))
        if maker is not None and index == len(cells):
            element = new_thunk(maker)
            element._self_log = log
            element._self_place = number + index
            element._self_source = part
            element._self_number = UNFORCED
            cell = ref(element) if maker._self_transient else element
            cells.append(cell)
            # Without the lock, which would cost more than all of this: whoever comes second finds that it is not there.
            yield element if cells[index] is cell else Elements(thunk).cell(index)
        else:
            yield Elements(thunk).cell(index)
