"""Streams: cells that are pulled in order, kept, and can be looked at again."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, cast

from strictcheck.kinds.building import Building, Opened, Unwrapping
from strictcheck.kinds.equality import compare_elements
from strictcheck.kinds.iterator import CellsKind, PulledThunk
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.layers import Raised
from strictcheck.kinds.placing import ConsumedThunk, named_after
from strictcheck.kinds.pulled import record_end
from strictcheck.kinds.sequence import Sequence, SequenceKind
from strictcheck.kinds.sequence_elements import EMPTY, Elements
from strictcheck.kinds.sequence_thunk import TupleThunk
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.thunks.places import CELL
from strictcheck.thunks.proxy import UNSET, get_value, is_thunk
from strictcheck.thunks.special_methods import ForcingMethod, Hidden
from strictcheck.thunks.suspended import Stream

FAILED: Any = type("Failed", (), {"__slots__": ()})()


class StreamKind(CellsKind):
    """Streams: like a tuple of unknown length; cells are pulled in order, and can be looked at again."""

    name = "cells, pulled once and remembered"

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise `Stream`, and classes derived from it."""
        return cls(values, mutable=values is not Stream) if issubclass(values, Stream) else None

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that reveal cells in order."""
        return named_after(self.cls, {"__len__": Hidden(self.cls, "__len__")}, StreamThunk)

    is_series = True
    keys_in_sight = SequenceKind.keys_in_sight

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        """Return the length, for which it is pulled to its end."""
        return Sequence(sum(1 for _ in value), True, Stream), enumerate(value)

    def take_apart_as_known(self, value: Any) -> tuple[object, Parts]:
        """Return the cells pulled so far."""
        cells, _ = value.split()
        return Sequence(len(cells), value.exhausted, Stream), enumerate(cells)

    def with_parts(self, value: Any, parts: Mapping[Any, Any]) -> Any:
        """Make a stream with these elements in their places, which goes on as this one does."""
        cells, rest = value.split()
        return Stream.of([parts.get(index, cell) for index, cell in enumerate(cells)], rest)

    def compared(self, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Pair the elements pulled so far: of both as many, for somebody may have walked on along one of them."""
        for stream, pulled in ((one, other.pulled), (other, one.pulled)):
            with suppress(Exception):  # raised by the user's code, in place of an element
                stream.has(pulled - 1)
        return compare_elements(one.split()[0], other.split()[0])

    def peek(self, value: Any, key: Any) -> Any:
        """Return the element, if it was pulled."""
        if not 0 <= key < value.pulled:
            raise IndexError(key)
        return Stream.__getitem__(value, key)

    def fits(self, value: Any, layer: object) -> bool:
        """True if it has the length; it is pulled no further than that takes."""
        if not isinstance(layer, Sequence):
            return False
        has_all = layer.length == 0 or value.has(layer.length - 1)
        return has_all and not (layer.closed and value.has(layer.length))

    def build(self, layer: Sequence, building: Building) -> Any:
        """Make a stream of the known elements."""
        return Stream(building.cells(layer))

    def reveal(self, value: Any, layer: Sequence) -> Any:
        """Pull as many cells as the layer has, and the end if it has one."""
        value.has(layer.length if layer.closed else layer.length - 1)
        return value

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the cells pulled so far; later ones are unwrapped as they come."""
        if is_thunk(part):
            return None
        cells, rest = part.split()
        return Opened(part, part, cells, [object()], lambda made: Stream.of(made, map(unwrap, rest)))


class StreamThunk(ConsumedThunk):
    """Thunk for a `Stream`: like a tuple of unknown length; cells are revealed in order and can be revisited.

    Its value is the mark for how pulling ended.
    """

    __slots__ = ()
    _self_new_cells = cast("type[list[Any]]", list)
    _self_keep = TupleThunk._self_keep
    _self_is_written = PulledThunk._self_is_written

    def _self_has(self, index: int) -> bool:
        log, source = self._self_log, self._self_source
        for next_index in range(len(self._self_cells), index + 1):
            try:
                there = source.has(next_index)
            except Exception as error:
                self._self_raised(next_index, error)
                raise
            with log.lock:
                if not there:
                    record_end(self)
                elif len(self._self_cells) == next_index:
                    log.reveal(self._self_number, next_index, CELL)
                    self._self_cells.append(EMPTY)
            if not there:
                return False
        return True

    def _self_raised(self, index: int, error: Exception) -> None:
        """Record, once, the exception in place of an element: a stream raises it again at each later pull."""
        log = self._self_log
        with log.lock:
            if get_value(self) is UNSET:
                log.reveal(self._self_number, index, CELL)
                log.add(self._self_number + index, Raised(error))
                self._self_value = FAILED

    def _self_walk(self) -> Iterator[Any]:
        index = 0
        while self._self_has(index):
            yield Elements(self).cell(index)
            index += 1

    def __iter__(self) -> Iterator[Any]:
        type(self)._self_look(self)
        return self._self_walk()

    def __getitem__(self, key: Any) -> Any:
        type(self)._self_look(self)
        if isinstance(key, slice) or key < 0:
            return list(self)[key]
        if not self._self_has(key):
            raise IndexError(f"stream index {key} is past the end, at {len(self._self_cells)}")
        return Elements(self).cell(key)

    def __copy__(self) -> Stream[Any]:
        return Stream(list(self))  # as the plain copy, it pulls all

    def __deepcopy__(self, memo: dict[int, Any]) -> Stream[Any]:
        return Stream(copy.deepcopy(list(self), memo))

    @ForcingMethod
    def has(self, index: int) -> bool:
        """True if there is an element `index`; reveals the cells up to it, or the end."""
        return self._self_has(index)
