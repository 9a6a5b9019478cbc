"""Stand-ins for lists and tuples: the length at the first look, the elements as they are fetched."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Iterator
from typing import Any
from weakref import ref

from strictcheck.layers import Sequence
from strictcheck.rebuilding import copy_sequence
from strictcheck.shapes import REMEMBERED, Shape
from strictcheck.standins.placing import Copied, stand_in
from strictcheck.standins.values import named_after
from strictcheck.thunks import UNSET, Thunk, get_at, get_cells, get_row, get_value, materialised, new_thunk, set_forced

__all__ = ["NOTHING", "Elements", "SequenceThunk", "sequence_class"]


@functools.lru_cache(maxsize=REMEMBERED)
def closed_sequence(length: int, kind: Any) -> Sequence:
    """The layer of a list or tuple; the same few lengths come again and again."""
    return Sequence(length, True, kind)


READING = ("__iter__", "__getitem__", "__len__", "__contains__", "__reversed__")


NOTHING: Any = type("Nothing", (), {"__slots__": ()})()  # in a cell: None was fetched; an empty cell is None


class Elements:
    """The elements of a stand-in, for an iterator of Python's own to walk, since that can be copied and pickled.

    A copy goes on over the same stand-in, a pickle over the plain value; how much is left is known with the length.
    """

    __slots__ = ("_thunk",)

    def __init__(self, thunk: Any) -> None:
        self._thunk = thunk

    def __len__(self) -> int:
        return len(self._thunk)

    def __getitem__(self, index: int) -> Any:
        return self._thunk._self_item(index)

    def __reduce__(self) -> Any:
        return operator.itemgetter(0), ((self._thunk,),)


class SequenceThunk(Copied):
    """The parts that lists and tuples share. `_self_cells` holds the elements fetched so far, up to the last of them.

    Cells of a tuple are weak references where the element has no state of its own, so that the parts of a large
    frozen structure live no longer than the code that looks at them. Until some operation needs a
    real list or tuple there is no copy to forward to; then it, with a thunk in each place, answers everything.
    """

    __slots__ = ()
    _self_stepped = False
    _self_new_cells = list

    @staticmethod
    def _self_layer(source: Any) -> object:
        kind: Any = type(source)
        return closed_sequence(len(source), kind)

    def __wrapped_get__(self) -> Any:
        SequenceThunk._self_look(self)
        log, _, _, source = get_at(self)[:4]
        with log.lock:
            if get_value(self) is UNSET:
                elements = [self._self_cell(index) for index in range(len(source))]
                set_forced(self, get_row(self), copy_sequence(source, elements))
        return get_value(self)

    def _self_parts(self) -> tuple[object, Iterable[tuple[Any, Any]]]:
        value = get_value(self)
        if value is not UNSET:
            return Sequence(len(value), True, type(value)), list(enumerate(value))
        source = get_at(self)[3]
        cells = ((index, _alive(cell, index)) for index, cell in enumerate(get_cells(self)))
        known = [(index, None if cell is NOTHING else cell) for index, cell in cells if cell is not None]
        return Sequence(len(source), True, type(source)), known

    def _self_cell(self, index: int) -> Any:
        """The stand-in for element `index`, which is within the length; the same one while anybody has it."""
        log, _, _, source = get_at(self)[:4]
        row, cells = get_row(self), get_cells(self)
        with log.lock:
            log.record.count(log, row, index)
            cells.extend([None] * (index + 1 - len(cells)))
            cell = cells[index]
            if cell is NOTHING:
                return None
            element = _alive(cell, index)
            if element is not None:
                return element
            if cell is not None:
                log.indexed()  # handed out before, and gone since: what it recorded must be found again
            part = list.__getitem__(source, index) if type(source) is list else source[index]
            try:
                element = stand_in(log, row, index, part)
                cells[index] = NOTHING if element is None else self._self_keep(element)
            except BaseException:
                log.doubt()
                raise
            return element

    @staticmethod
    def _self_keep(element: Any) -> Any:
        return element

    def __len__(self) -> int:
        SequenceThunk._self_look(self)
        value = get_value(self)
        return len(get_at(self)[3] if value is UNSET else value)

    def __bool__(self) -> bool:
        return SequenceThunk.__len__(self) > 0

    def __iter__(self) -> Iterator[Any]:
        SequenceThunk._self_look(self)
        return iter(Elements(self))

    def _self_item(self, index: int) -> Any:
        """Element `index`, from 0, as an iterator asks for it: an IndexError tells it where the end is."""
        value = get_value(self)
        if value is not UNSET:
            return value[index]
        if index < len(get_at(self)[3]):
            return self._self_cell(index)
        raise IndexError(index)

    def __getitem__(self, key: Any) -> Any:
        SequenceThunk._self_look(self)
        value = get_value(self)
        if value is not UNSET:
            return value[key]
        try:
            index = operator.index(key)
        except TypeError:
            return materialised(self)[key]  # a slice, or the TypeError that a list would raise
        length = len(get_at(self)[3])
        if not -length <= index < length:
            return materialised(self)[index]
        return self._self_cell(index % length)

    def __contains__(self, item: Any) -> bool:
        return any(element is item or element == item for element in self)

    def __reversed__(self) -> Iterator[Any]:
        return reversed(Elements(self))


class TupleThunk(SequenceThunk):
    """A tuple cannot change, so an element that cannot either is made again if it is fetched again."""

    __slots__ = ()

    @staticmethod
    def _self_keep(element: Any) -> Any:
        return ref(element) if issubclass(type(element), Thunk) else element

    def _self_look(self) -> None:
        # As for any container, written out: a search does this at every node.
        at = get_at(self)
        try:
            log, parent, key, source = at
        except ValueError:  # six: forced before
            return
        try:
            log.acquire()
            if get_at(self) is at:
                kind: Any = type(source)
                parents, layer = log.plain, closed_sequence(len(source), kind)
                self._self_cells = []
                if parents is None:
                    row = log.add(parent, key, layer)
                else:
                    row = len(parents)
                    parents.append(parent)
                    log.keys.append(key)
                    log.layers.append(layer)
                self._self_at = (log, parent, key, source, row, UNSET)
        except BaseException:
            log.doubt()
            raise
        finally:
            log.release()

    def __iter__(self) -> Iterator[Any]:
        TupleThunk._self_look(self)
        return _walk_tuple(self)


def _walk_tuple(thunk: Any) -> Iterator[Any]:
    """The elements of a forced tuple. Where a search spends its time: a first walk makes each thunk right here."""
    log, _, _, source, row, _ = thunk._self_at
    cells, fast = thunk._self_cells, log.fast
    for index, part in enumerate(source):
        maker = fast.get(type(part))
        if maker is not None and index == len(cells):
            element = new_thunk(maker)
            element._self_at = (log, row, index, part)
            cell = ref(element)
            cells.append(cell)
            # Without the lock, which would cost more than all of this: whoever comes second finds that it is not there.
            yield element if cells[index] is cell else thunk._self_cell(index)
        else:
            yield thunk._self_cell(index)


def sequence_class(shape: Shape) -> type[Thunk]:
    """The stand-in for lists or tuples of one class."""
    is_tuple = issubclass(shape.cls, tuple)
    base = TupleThunk if is_tuple else SequenceThunk
    namespace = {name: getattr(base, name) for name in READING}
    return named_after(shape.cls, {**namespace, "_self_mutable": not is_tuple}, base)


def _alive(cell: Any, index: int) -> Any:
    """What cell number `index` holds: nothing any more, or nothing of its own where two threads met in a walk."""
    element = cell() if type(cell) is ref else cell
    return element if not issubclass(type(element), Thunk) or get_at(element)[2] == index else None
