"""Iterators, and async ones: cells that are pulled; each pull reveals one, or the end."""

from __future__ import annotations

import copy
import inspect
import io
import types
from collections.abc import AsyncIterator, Callable, Iterable
from itertools import count, cycle, islice
from operator import length_hint
from typing import Any, NoReturn, cast

from strictcheck.errors import DemandError
from strictcheck.kinds.building import Building
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.known_elements import KnownElements, PulledAgain, begin_iterator, build_iterator, pulled_again
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.layers import Opaque, Raised
from strictcheck.kinds.partials import cursor_methods
from strictcheck.kinds.placing import ConsumedThunk, named_after, stand_in
from strictcheck.kinds.pulled import (
    DEEP,
    CopyIfItHasOne,
    Progress,
    Pulled,
    Tap,
    cancelled,
    copy_iterator,
    deep_copy_iterator,
    pulled_async,
    pulled_by,
    record_end,
)
from strictcheck.kinds.sequence import Sequence
from strictcheck.kinds.table import pulls_only
from strictcheck.messages import with_article
from strictcheck.thunks.classes import getattr_static, has_methods
from strictcheck.thunks.places import BESIDE, CELL
from strictcheck.thunks.proxy import UNFORCED, force
from strictcheck.thunks.special_methods import ForcingMethod, Lacks

ENDLESS = (count, cycle)
pulls_only(Tap)
pulls_only(PulledAgain)


class CellsKind(Kind):
    """Base of kinds whose parts come one after another."""

    is_leaf = False
    is_looked_through = True
    is_lazy = True

    def first_layer(self, value: Any) -> object:
        """Return a layer without known cells; a look at a `Tap` is one at its iterator."""
        return Sequence(0, False, value.look() if type(value) is Tap else self.cls)

    def parts_to_force(self, value: Any) -> Iterable[Any]:
        """Return the elements, pulled one by one; none of an iterator that has no end, such as a counter of ids."""
        return () if self.cls in ENDLESS else value

    def structure_to_force(self, value: Any) -> Iterable[Any]:
        """Pull all cells, and yield no element."""
        return (cell for cell in self.parts_to_force(value) if False)


class UsedUpKind(Kind):
    """Base of kinds whose parts are gone once they were looked at; no context takes any unless a subclass says how."""

    is_leaf = False
    is_looked_through = True
    is_used_up = True
    first_layer = CellsKind.first_layer

    def take_apart(self, value: Any) -> NoReturn:
        """Raise `DemandError`: it cannot be known without using it up."""
        raise DemandError(f"{with_article(self.cls)} is used up when taken apart; pass a list, a tuple or a Stream")

    def take_apart_as_known(self, value: Any) -> tuple[object, Parts]:
        """Return the class, as a layer without parts."""
        return Opaque(value), ()


class PulledKind(UsedUpKind):
    """Base of kinds of which only the pulled elements are known; a second call gets them again."""

    is_pulled = True
    is_told_by_class = False

    def compared(self, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Return no parts: iterators cannot be compared without using them up."""
        return []


class IteratorKind(PulledKind, CellsKind):
    """Iterators and generators: each `next` reveals one cell, or the end."""

    name = "cells, pulled"
    declared_by = "pulls_only"

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise classes whose values are pulled by C code."""
        is_one = is_pulled_by(values, "__iter__", "__next__") and not issubclass(values, io.IOBase)
        return cls(values) if is_one else None

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that record each pull."""
        own: dict[str, Any] = {
            name: ForcingMethod(resumed_by(name)) for name in ("send", "throw") if hasattr(self.cls, name)
        }
        for name, by_next in cursor_methods(self.cls).items():
            own[name] = ForcingMethod(_executed_by(name) if name.startswith("execute") else by_next)
        own |= {"__await__": property(await_generator)} if self.cls is types.GeneratorType else {}
        if has_methods(self.cls, "__length_hint__"):  # a look, of which a demand tells no more than that there was one
            own["__length_hint__"] = ForcingMethod(lambda thunk: length_hint(thunk._self_source))
        return named_after(self.cls, own, IteratorThunk)

    def pull_again(self, elements: list[Any], known: Pulled, now: Pulled) -> Any:
        """Make an iterator of the pulled `elements` of another, of its class, with the ending of `known`."""
        return pulled_again(known, KnownElements(elements, known.pull, now))

    def begin(self, layer: Sequence, building: Building) -> Any:
        """Make an iterator that gets its elements later."""
        return begin_iterator(self.cls, building)

    def build(self, layer: Sequence, building: Building) -> Any:
        """Make an iterator of the known elements."""
        return build_iterator(self.cls, layer, building)

    def is_pulled_by_next(self) -> bool:
        """Return True."""
        return True

    def reveal(self, value: Any, layer: Sequence) -> Any:
        """Pull as many cells as the layer has, and the end if it has one; return the list of the elements."""
        elements = list(islice(value, layer.length))
        if layer.closed:
            next(value, None)
        return elements


def is_pulled_by(cls: type, *names: str) -> bool:
    """True if values of `cls` are iterators by these methods of C code, which no subclass has replaced."""
    methods = [getattr_static(cls, name) for name in names]
    return None not in methods and not any(isinstance(method, types.FunctionType) for method in methods)


class PulledThunk(ConsumedThunk):
    """The base for iterators: `_self_cells` is its `Progress`. Other methods (`close`, ...) go to the source."""

    __slots__ = ()
    _self_new_cells = cast("type", Progress)
    __copy__, __deepcopy__ = cast("Any", CopyIfItHasOne(copy_iterator)), deep_copy_iterator

    def _self_is_written(self) -> bool:
        """Return False: a thunk of cells keeps beside them how pulling ended."""
        return False

    def _self_next_place(self) -> int:
        """Record one more cell; return its place."""
        log, progress = self._self_log, self._self_cells
        with log.lock:
            place: int = self._self_number + progress.count
            log.look(place + BESIDE, CELL)
            progress.count += 1
            return place

    def _self_cell(self, value: Any) -> Any:
        """Return the thunk for the value just pulled; a copy of the value, if this is a deep copy."""
        (self._self_cells.pulled or pulled_by(self)).add(value)
        log, place = self._self_log, self._self_next_place()
        if self._self_value is not DEEP:
            return stand_in(log, place, value)
        with log.lock:
            # The parts that others keep are not to be found: those may have been changed since the copy was made.
            shared, log.shared = log.shared, {}
            try:
                return copy.deepcopy(stand_in(log, place, value))
            finally:
                log.shared = shared

    def _self_note(self, revealed: object) -> None:
        """Record one more cell and its content, which was looked at, or raised."""
        with self._self_log.lock:
            self._self_log.add(self._self_next_place(), revealed)

    def _self_stopped(self, error: Exception) -> None:
        """Record the end, or an exception in place of an element."""
        if isinstance(error, (StopIteration, StopAsyncIteration)):
            pulled_by(self).ending = error
            record_end(self)
        else:  # some go on after it
            raised = Raised(error)
            pulled_by(self).add(raised)
            self._self_note(raised)


class IteratorThunk(PulledThunk):
    """Stands for an iterator or generator."""

    __slots__ = ()
    _self_is_pulled = True
    __iter__ = force

    def __next__(self) -> Any:
        if self._self_number == UNFORCED:
            self._self_look()
        try:
            value = next(self._self_source)
        except Exception as error:
            self._self_stopped(error)
            raise
        return self._self_cell(value)


def resumed_by(name: str) -> Callable[..., Any]:
    """Make the method that resumes a generator by its own method; what it yields is one more cell."""

    def resume(thunk: Any, *args: Any) -> Any:
        try:
            found = getattr(thunk._self_source, name)(*args)
        except Exception as error:
            thunk._self_stopped(error)
            raise
        return thunk._self_cell(found)

    return resume


def _executed_by(name: str) -> Callable[..., Any]:
    """Make a method by which a cursor executes a query; many return the cursor itself."""

    def execute(thunk: Any, *args: Any, **kwargs: Any) -> Any:
        found = getattr(thunk._self_source, name)(*args, **kwargs)
        return thunk if found is thunk._self_source else found

    return execute


def await_generator(thunk: Any) -> Callable[[], Any]:
    """Read `__await__` of a generator: one made by `types.coroutine` can be awaited, which Python tells by a flag."""
    if not inspect.isawaitable(thunk):
        raise Lacks("object generator can't be used in 'await' expression")
    return lambda: thunk


class AsyncIteratorKind(PulledKind):
    """Async iterators and generators. They are pulled with `await`, so contexts and walks take no cells of them."""

    name = "cells, awaited"
    is_lazy = True

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise classes whose values are pulled by C code, with `await`."""
        return cls(values) if is_pulled_by(values, "__aiter__", "__anext__") else None

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that record each pull."""
        own = {"asend": ForcingMethod(asend)} if hasattr(self.cls, "asend") else {}
        return named_after(self.cls, own, AsyncIteratorThunk)

    def pull_again(self, elements: list[Any], known: Pulled, now: Pulled) -> Any:
        """Make an async iterator of the pulled elements of another."""
        return pulled_async(elements, known, now)

    def build(self, layer: Sequence, building: Building) -> Any:
        """Make an async generator of the known elements."""
        return _awaited(layer, building)


async def _awaited(layer: Sequence, building: Building) -> AsyncIterator[Any]:
    """Yield the known elements; if the next pull was cancelled, wait to be."""
    cells, pulled = building.cells(layer), building.pulled()
    for cell in islice(cells, layer.length):
        yield cell
    if pulled is not None and pulled.is_cancelled:
        await cancelled()
    for cell in cells:
        yield cell


class AsyncIteratorThunk(PulledThunk):
    """Thunk for an async iterator or async generator."""

    __slots__ = ()
    __aiter__ = force

    async def __anext__(self) -> Any:
        type(self)._self_look(self)
        return await self._self_awaited(anext(self._self_source))

    async def _self_awaited(self, pull: Any) -> Any:
        """Return the element for which `pull` waits."""
        try:
            value = await pulled_by(self).awaited(pull)
        except Exception as error:
            self._self_stopped(error)
            raise
        return self._self_cell(value)


def asend(thunk: Any, value: Any) -> Any:
    """Resume the async generator with `value`; what it yields is one more cell."""
    return thunk._self_awaited(thunk._self_source.asend(value))
