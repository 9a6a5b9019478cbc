"""Thunks for lists and tuples: the length at the first look, the elements as they are fetched."""

from __future__ import annotations

import functools
import operator
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast
from weakref import ref

from strictcheck.kinds.attributes import keeps_attributes
from strictcheck.kinds.copied import Copied
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.placing import ConsumedThunk, named_after
from strictcheck.kinds.sequence_elements import EMPTY, Elements, Fetched, Later, alive, base_of, index
from strictcheck.kinds.table import kind_of, take_apart
from strictcheck.thunks.classes import getattr_static
from strictcheck.thunks.operators import OF_WRAPT
from strictcheck.thunks.places import NOWHERE
from strictcheck.thunks.proxy import (
    NO_NUMBER,
    UNFORCED,
    UNSET,
    force,
    get_value,
    is_thunk,
    make_thunk,
    materialised,
    new_thunk,
    set_forced,
    stands_for,
)
from strictcheck.thunks.special_methods import ForcingMethod


def _comparing(compare: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Make a comparison with another list, which looks as far as it has to; any other value is left to decide.

    A class that compares in its own way is asked in each case.
    """
    name = f"__{compare.__name__}__"
    unequal = {operator.eq: False, operator.ne: True}.get(compare)

    def method(self: Any, other: Any) -> Any:
        elements: Any = Elements(self)
        cls = class_behind(self._self_source)
        base = base_of(cls)
        is_usual, *others = (getattr_static(one, name) is getattr(base, name) for one in (cls, class_behind(other)))
        if is_usual and not isinstance(other, base):
            return NotImplemented
        if not (is_usual and all(others)):
            return compare(self._self_whole(), other)
        if unequal is not None and len(elements) != len(other):
            return unequal
        count = min(len(elements), len(other))
        for _, one, twin in zip(range(count), elements, other, strict=False):
            if not (one is twin or one == twin):
                return compare(one, twin) if unequal is None else unequal
        return compare(len(elements), len(other))

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

    def __wrapped_get__(self) -> Any:
        SequenceThunk._self_look(self)
        log, source = self._self_log, self._self_source
        with log.lock:
            if get_value(self) is UNSET:
                self._self_value = self._self_copy(source)
            elif self._self_cells.is_raw:
                deque(iter(Elements(self)), 0)  # fetches those that are to come
                self._self_cells.is_raw = False
        return get_value(self)

    def _self_copy(self, source: Any, *, is_fetch: bool = True) -> Any:
        """Make a value like `source` with a thunk in each place, and what was appended."""
        kind, elements = kind_of(class_behind(source)), Elements(self)
        counts = elements.log.record.reads is not None and not elements.is_over_thunk
        cell = elements.cell if counts else elements.copied_cell
        parts = [*map(cell, range(len(source))), *self._self_tail()] if is_fetch else elements.to_fetch()
        return kind.put_together(dict(enumerate(parts)), source)

    def _self_parts(self) -> tuple[object, Iterable[tuple[Any, Any]]]:
        value, source, tail = get_value(self), self._self_source, self._self_tail()
        if value is not UNSET:
            layer, parts = take_apart(value)
            return layer, [(at, part) for at, part in parts if type(part) is not Later]
        fetched = [(at, alive(cell, self._self_number + at)) for at, cell in enumerate(self._self_cells)]
        known = [*(pair for pair in fetched if pair[1] is not EMPTY), *enumerate(tail, len(source))]
        return type(self)._self_layer(source).with_revealed(tuple(tail), frozenset(), None, True), known

    def _self_is_written(self) -> bool:
        now, before = get_value(self), self._self_source
        if getattr(self._self_cells, "attributes", None):
            return True
        if now is UNSET:
            return len(self._self_tail()) > 0
        parts = [part.plain() if type(part) is Later else part for part in now]
        is_same = len(now) == len(before) and all(map(stands_for, parts, before))
        return not is_same or not (self._self_reads() or keeps_attributes(kind_of(class_behind(before)), now, before))

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
        if value is UNSET and type(key) is int and 0 <= key < len(self._self_source):
            return elements.cell(key)
        base = base_of(class_behind(self._self_source))
        if isinstance(key, slice) and base is not deque:
            return new_sequence(self, base, elements.to_fetch(range(len(elements))[key]))
        if not hasattr(key, "__index__"):
            return self._self_source[key]  # raises
        index = operator.index(cast("Any", key))
        if not -len(elements) <= index < len(elements):
            raise IndexError(f"{base.__name__} index out of range")
        return elements[index % len(elements)]

    __eq__, __ne__, __hash__ = _comparing(operator.eq), _comparing(operator.ne), OF_WRAPT["__hash__"]
    __lt__, __le__, __gt__, __ge__ = map(_comparing, (operator.lt, operator.le, operator.gt, operator.ge))

    __contains__ = ConsumedThunk.__contains__

    def __reversed__(self) -> Iterator[Any]:
        return reversed(Elements(self))


def new_sequence(thunk: Any, cls: type, parts: list[Any]) -> Any:
    """Make a list or tuple that holds elements of `thunk`.

    It is a thunk too, of no place in an argument, if one of them is handed out as itself: that would count as a look,
    and so it waits in there to be fetched.
    """
    parts = [part.in_new_list() if type(part) is Later else part for part in parts]
    if Later not in set(map(type, parts)):
        return cls(parts)
    source = cls([part.plain() if type(part) is Later else part for part in parts])
    log = thunk._self_log
    made = make_thunk(log.makers[list] if cls is list else _new_tuple(), log, NOWHERE, source)
    cells = Fetched()
    cells.is_raw = True
    set_forced(made, NO_NUMBER, parts, cells)
    return made


def _concatenating(swapped: bool) -> Callable[[Any, Any], Any]:
    """Make the addition of two lists, or two tuples, neither of which is looked at."""

    def method(self: Any, other: Any) -> Any:
        elements, base = Elements(self), base_of(class_behind(self._self_source))
        if not isinstance(other, base):
            return NotImplemented if swapped else materialised(self) + other
        if not swapped and _adds_first(other, self):
            return NotImplemented
        others = Elements(other).to_fetch() if issubclass(type(other), SequenceThunk) else [*other]
        parts = elements.to_fetch()
        return new_sequence(self, base, others + parts if swapped else parts + others)

    return method


def _adds_first(other: Any, left: Any) -> bool:
    """True if Python asks `other` to add before `left`, of the same kind: for a method that `left` has not."""
    cls, cls_of_left = other.__class__, left.__class__
    method, method_of_left = getattr_static(cls, "__radd__"), getattr_static(cls_of_left, "__radd__")
    return method not in (None, method_of_left) and (method_of_left is None or issubclass(cls, cls_of_left))


def _repeat(self: Any, count: Any) -> Any:
    if not isinstance(count, int):
        return materialised(self) * count
    return new_sequence(self, base_of(class_behind(self._self_source)), Elements(self).to_fetch() * count)


@ForcingMethod
def _copied(self: Any) -> Any:
    return new_sequence(self, list, Elements(self).to_fetch())


# Methods of lists and tuples that make another one.
MAKING = {"__add__": _concatenating(False), "__radd__": _concatenating(True), "__mul__": _repeat, "__rmul__": _repeat}
COPYING: dict[type, dict[str, Any]] = {list: {"copy": _copied, "__copy__": _copied.method}, tuple: {"__copy__": force}}


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


class NewTuple(SequenceThunk):
    """Thunk for a tuple that was made of elements which are still to be fetched; `_self_value` is a list of them."""

    __slots__ = ()
    _self_mutable = False

    def __wrapped_get__(self) -> Any:
        return tuple(iter(Elements(self)))

    def _self_class(self) -> Any:
        return tuple


@functools.lru_cache(maxsize=1)
def _new_tuple() -> Any:
    return named_after(tuple, {"index": ForcingMethod(index)} | MAKING | COPYING[tuple], NewTuple)


def _walk_tuple(thunk: Any) -> Iterator[Any]:
    """Yield the elements of a forced tuple. A search spends its time here: a first walk makes each thunk inline."""
    log, source = thunk._self_log, thunk._self_source
    number, cells, fast = thunk._self_number, thunk._self_cells, log.fast
    for at, part in enumerate(source):
        maker = fast.get(type(part))
        if maker is not None and at == len(cells):
            element = new_thunk(maker)
            element._self_log = log
            element._self_place = number + at
            element._self_source = part
            element._self_number = UNFORCED
            cell = ref(element) if maker._self_transient else element
            cells.append(cell)
            # Without the lock, which would cost more than all of this: whoever comes second finds that it is not there.
            yield element if cells[at] is cell else Elements(thunk).cell(at)
        else:
            yield Elements(thunk).cell(at)
