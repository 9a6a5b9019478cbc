"""Iterators and async iterators: each pull reveals one cell, or the end."""

from __future__ import annotations

import copy
import functools
import inspect
import io
import types
from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import islice
from typing import Any, NoReturn, cast

from strictcheck.errors import DemandError
from strictcheck.kinds.classes import getattr_static
from strictcheck.kinds.container_layers import Sequence
from strictcheck.kinds.kind import Building, InSight, Kind, Shape, walked
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.layers import Opaque, Raised
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.placing import Container, stand_in
from strictcheck.kinds.sequence_kind import build_iterator
from strictcheck.kinds.table import pulled
from strictcheck.kinds.thunk_classes import named_after
from strictcheck.thunks.marks import CELL, END, HERE
from strictcheck.thunks.proxy import (
    UNSET,
    force,
    get_at,
    get_cells,
    get_log,
    get_number,
    get_place,
    get_source,
    get_value,
    make_thunk,
    set_forced,
)
from strictcheck.thunks.pulled import Pulled, Tap, pulled_again, pulled_async
from strictcheck.thunks.special_methods import Forcing, Lacks

__all__ = ["CONSUMING", "AsyncIteratorKind", "IteratorKind", "PulledThunk", "record_end"]

ENDED: Any = type("Ended", (), {"__slots__": ()})()
DEEP: Any = type("Deep", (), {"__slots__": ()})()
pulled(Tap)


class IteratorKind(Kind):
    """Iterators and generators: each `next` reveals one cell, or the end."""

    name = "cells, pulled"
    declared_by = "pulled"

    def recognise(self, cls: type) -> Shape | None:
        """Classes whose values are pulled by C code."""
        is_one = not issubclass(cls, io.IOBase) and _is_pulled_by(cls, "__iter__", "__next__")
        return Shape(cls, self) if is_one else None

    def thunk_class(self, shape: Shape, *, counting: bool) -> type:
        """Thunks that record each pull."""
        own = {name: vars(IteratorThunk)[name] for name in ("__iter__", "__next__")}
        if hasattr(shape.cls, "send"):
            own["send"] = Forcing(send)
        if shape.cls is types.GeneratorType:
            own["__await__"] = Awaiting()
        return named_after(shape.cls, {**own, **CONSUMING}, IteratorThunk)

    is_leaf = False
    is_looked_through = True
    is_used_up = True
    is_pulled = True
    is_lazy = True
    is_told_by_class = False

    def take_apart(self, shape: Shape, value: Any) -> NoReturn:
        """Raises `DemandError`: nothing can be known of it without using it up."""
        raise DemandError(
            f"a {shape.cls.__name__} cannot be taken apart without using it up; pass a list, a tuple or a Stream"
        )

    def take_apart_as_known(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        """Its class."""
        return Opaque(value), ()

    def first_layer(self, shape: Shape, value: Any) -> object:
        """No cell of it is known."""
        return Sequence(0, False, shape.cls)

    def in_sight(self, shape: Shape, value: Any, sight: InSight) -> Iterable[Any]:
        """The next cell, and each one behind the one before."""
        return sight.cells(lambda _: next(value))

    def pull_again(self, elements: list[Any], known: Pulled, now: Pulled) -> Any:
        """An iterator that gives what was pulled of another again: `elements`, and what `known` says of its end."""
        return pulled_again(elements, known, now)

    def compared(self, shape: Shape, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """No parts: nobody can tell two of them apart without using them up."""
        return []

    def build(self, shape: Shape, layer: Sequence, building: Building) -> Any:
        """An iterator of the known elements."""
        return build_iterator(shape, layer, building)

    def is_pulled_by_next(self, shape: Shape) -> bool:
        """Always."""
        return True

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """The elements, pulled one by one."""
        return value  # type: ignore[no-any-return]

    def structure_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """All cells, and no element."""
        return walked(value)

    def reveal(self, shape: Shape, value: Any, layer: Sequence) -> Any:
        """As many cells as the layer tells of, and the end if it does; returns the list of the elements."""
        elements = list(islice(value, layer.length))
        if layer.closed:
            next(value, None)
        return elements


class AsyncIteratorKind(IteratorKind):
    """Async iterators and generators, which are pulled with `await`."""

    name = "cells, awaited"
    is_lazy = False
    declared_by = ""

    def recognise(self, cls: type) -> Shape | None:
        """Classes whose values are pulled by C code, with `await`."""
        return Shape(cls, self) if _is_pulled_by(cls, "__aiter__", "__anext__") else None

    def thunk_class(self, shape: Shape, *, counting: bool) -> type:
        """Thunks that record each pull."""
        own = {name: vars(AsyncIteratorThunk)[name] for name in ("__aiter__", "__anext__")}
        if hasattr(shape.cls, "asend"):
            own["asend"] = Forcing(asend)
        return named_after(shape.cls, {**own, **CONSUMING}, AsyncIteratorThunk)

    def in_sight(self, shape: Shape, value: Any, sight: InSight) -> Iterable[Any]:
        """Nothing that is to be had without waiting."""
        return ()

    def pull_again(self, elements: list[Any], known: Pulled, now: Pulled) -> Any:
        """As above."""
        return pulled_async(elements, known, now)

    def is_pulled_by_next(self, shape: Shape) -> bool:
        """Never."""
        return False

    def build(self, shape: Shape, layer: Sequence, building: Building) -> Any:
        """An async generator of the known elements."""
        return _awaited(building.cells(layer))

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """None: nobody awaits them here."""
        return ()

    def structure_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """Nothing, as above."""
        return ()

    def reveal(self, shape: Shape, value: Any, layer: Sequence) -> Any:
        """Nothing, as above."""
        return value


def _is_pulled_by(cls: type, *names: str) -> bool:
    """True if values of `cls` are iterators by these methods of C code, which no subclass has replaced."""
    methods = [getattr_static(cls, name) for name in names]
    return None not in methods and not any(isinstance(method, types.FunctionType) for method in methods)


async def _awaited(cells: Iterator[Any]) -> AsyncIterator[Any]:
    for cell in cells:
        yield cell


def record_end(thunk: Any) -> None:
    """Record, once, that there are no more cells; the mark is kept in place of a copy, of which there is none."""
    log = get_log(thunk)
    with log.lock:
        if get_value(thunk) is not ENDED:
            log.add(get_number(thunk), END, None)
            thunk._self_value = ENDED


class CopyOfIterator:
    """`__copy__` for iterators that have one themselves: `itertools.tee` asks, and copies those that say yes.

    The copy stands at the same place as the original; what it pulls anew is found to be recorded already.
    """

    def __get__(self, thunk: Any, owner: type) -> Any:
        if thunk is None:
            return copy_iterator
        if not hasattr(class_behind(get_source(thunk)), "__copy__"):
            raise AttributeError("__copy__")
        return functools.partial(copy_iterator, thunk)


def copy_iterator(thunk: Any) -> Any:
    """A second stand-in, over a copy of the iterator, that has come as far as the first."""
    return twin_over(copy.copy(get_source(force(thunk))), thunk, UNSET)


def pulled_by(thunk: Any) -> Pulled:
    """What was pulled of the iterator behind a thunk."""
    log, _, _, source = get_at(thunk)
    found: Pulled = log.pulled.get(id(source)) or log.pulled.setdefault(id(source), Pulled(source))
    return found


def twin_over(source: Any, thunk: Any, state: Any) -> Any:
    log, parent, key = get_place(thunk)
    log.pulled[id(source)] = pulled_by(thunk).twin(source)
    progress = Progress()
    progress.count = get_cells(thunk).count
    twin = make_thunk(type(thunk), log, parent, key, source)
    set_forced(twin, get_number(thunk), state, progress)
    return twin


def with_own_parts(found: Any, revealed: Any) -> Any:
    """The row that was found, for a thunk that keeps its parts in a place of its own."""
    return (*found[:2], revealed[2]) if type(found) is tuple else found


class Progress:
    """How many cells were pulled."""

    __slots__ = ("count",)

    def __init__(self) -> None:
        self.count = 0


def is_written(self: Any) -> bool:
    """Never: a thunk of cells keeps beside them how pulling ended."""
    return False


class PulledThunk(Container):
    """The base for iterators: `_self_cells` is its `Progress`. Other methods (`close`, ...) go to the source."""

    __slots__ = ()
    _self_is_written = is_written
    _self_new_cells = cast("type", Progress)
    __copy__ = cast("Any", CopyOfIterator())

    @staticmethod
    def _self_layer(source: Any) -> object:
        if type(source) is Tap:
            source.look()
        return Sequence(0, False, class_behind(source))

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        """A second stand-in, over a deep copy: it pulls for itself, and what it pulls is looked at as a whole."""
        return twin_over(copy.deepcopy(get_source(force(self)), memo), self, DEEP)

    def _self_cell(self, value: Any) -> Any:
        """The stand-in for the value just pulled; a copy of it, if this is a deep copy."""
        log = get_log(self)
        pulled_by(self).add(value)
        if get_value(self) is not DEEP:
            return stand_in(log, self._self_new_cell(), HERE, value)
        with log.lock:
            # The parts that others keep are not to be found: those may have been changed since the copy was made.
            shared, look = log.shared, log.look
            log.shared, log.look = {}, lambda place, revealed: with_own_parts(look(place, revealed), revealed)
            try:
                return copy.deepcopy(stand_in(log, self._self_new_cell(), HERE, value))
            finally:
                log.shared, log.look = shared, look

    def _self_new_cell(self) -> int:
        log, progress = get_log(self), get_cells(self)
        with log.lock:
            number: int = log.add(get_number(self), progress.count, CELL)
            progress.count += 1
            return number

    def _self_raised(self, error: Exception) -> None:
        log = get_log(self)
        pulled_by(self).ending = error
        with log.lock:
            log.add(self._self_new_cell(), HERE, Raised(error))

    def _self_end(self, error: Exception) -> None:
        pulled_by(self).ending = error
        record_end(self)


class IteratorThunk(PulledThunk):
    """Stands for an iterator or generator."""

    __slots__ = ()

    def __iter__(self) -> Any:
        type(self)._self_look(self)
        return self

    def __next__(self) -> Any:
        type(self)._self_look(self)
        return self._self_pulled(lambda: next(get_source(self)))

    def _self_pulled(self, pull: Any) -> Any:
        try:
            value = pull()
        except StopIteration as error:
            self._self_end(error)
            raise
        except Exception as error:
            self._self_raised(error)
            raise
        return self._self_cell(value)


def send(thunk: Any, value: Any) -> Any:
    """Resume the generator with `value`; what it yields is one more cell."""
    return thunk._self_pulled(lambda: get_source(thunk).send(value))


class Awaiting:
    """`__await__` of a generator: one made by `types.coroutine` can be awaited, which Python tells by a flag of it."""

    def __get__(self, thunk: Any, owner: type) -> Any:
        if not inspect.isawaitable(thunk):
            raise Lacks("object generator can't be used in 'await' expression")
        return lambda: thunk


class AsyncIteratorThunk(PulledThunk):
    """Stands for an async iterator or async generator."""

    __slots__ = ()

    def __aiter__(self) -> Any:
        type(self)._self_look(self)
        return self

    async def __anext__(self) -> Any:
        type(self)._self_look(self)
        return await self._self_awaited(anext(get_source(self)))

    async def _self_awaited(self, pull: Any) -> Any:
        """The element for which `pull` waits."""
        try:
            value = await pull
        except StopAsyncIteration as error:
            self._self_end(error)
            raise
        except Exception as error:
            self._self_raised(error)
            raise
        return self._self_cell(value)


def asend(thunk: Any, value: Any) -> Any:
    """Resume the async generator with `value`; what it yields is one more cell."""
    return thunk._self_awaited(get_source(thunk).asend(value))


# What Python makes of iterating. wrapt would hand it on to the source, which would be used up unnoticed.
CONSUMING: dict[str, Any] = {
    "__contains__": lambda self, item: any(element is item or element == item for element in self),
    "__bytes__": lambda self: bytes(list(self)),
}
