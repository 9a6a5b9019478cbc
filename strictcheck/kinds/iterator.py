"""Stand-ins for what is pulled: iterators, async iterators, and streams. Each pull reveals one cell, or the end."""

from __future__ import annotations

import copy
import functools
import inspect
import types
from collections.abc import Iterator
from typing import Any, cast
from weakref import ref

from strictcheck.kinds.atom import named_after
from strictcheck.kinds.layers import Raised, Sequence
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.placing import Container, stand_in
from strictcheck.kinds.sequence import NOTHING, TupleThunk
from strictcheck.kinds.table import Kind, Shape
from strictcheck.kinds.taps import Tap
from strictcheck.thunks.log import CELL, END, HERE
from strictcheck.thunks.proxy import (
    UNSET,
    Thunk,
    force,
    get_at,
    get_cells,
    get_row,
    get_value,
    new_thunk,
)  # fmt: skip
from strictcheck.thunks.pulled import Pulled
from strictcheck.thunks.special_methods import Forcing, Hidden, Lacks

__all__ = ["iterator_class", "stream_class"]


ENDED: Any = type("Ended", (), {"__slots__": ()})()
FAILED: Any = type("Failed", (), {"__slots__": ()})()
DEEP: Any = type("Deep", (), {"__slots__": ()})()


def record_end(thunk: Any) -> None:
    """Record, once, that there are no more cells; the mark is kept in place of a copy, of which there is none."""
    log = get_at(thunk)[0]
    with log.lock:
        if get_value(thunk) is not ENDED:
            at = get_at(thunk)[:5]
            log.add(at[4], END, None)
            thunk._self_at = (*at, ENDED)


class CopyOfIterator:
    """`__copy__` for iterators that have one themselves: `itertools.tee` asks, and copies those that say yes.

    The copy stands at the same place as the original; what it pulls anew is found to be recorded already.
    """

    def __get__(self, thunk: Any, owner: type) -> Any:
        if thunk is None:
            return copy_iterator
        if not hasattr(class_behind(get_at(thunk)[3]), "__copy__"):
            raise AttributeError("__copy__")
        return functools.partial(copy_iterator, thunk)


def copy_iterator(thunk: Any) -> Any:
    """A second stand-in, over a copy of the iterator, that has come as far as the first."""
    return twin_over(copy.copy(get_at(force(thunk))[3]), thunk, UNSET)


def pulled_by(thunk: Any) -> Pulled:
    """What was pulled of the iterator behind a thunk."""
    log, _, _, source = get_at(thunk)[:4]
    found: Pulled = log.pulled.get(id(source)) or log.pulled.setdefault(id(source), Pulled(source))
    return found


def twin_over(source: Any, thunk: Any, state: Any) -> Any:
    log, parent, key = get_at(thunk)[:3]
    log.pulled[id(source)] = pulled_by(thunk).twin(source)
    twin = new_thunk(type(thunk))
    twin._self_at = (log, parent, key, source, get_row(thunk), state)
    twin._self_cells = get_cells(thunk)
    log.indexed()
    return twin


def is_written(self: Any) -> bool:
    """Never: a thunk of cells keeps beside them how pulling ended."""
    return False


class PulledThunk(Container):
    """Base of thunks for iterators: `_self_cells` counts the cells pulled; `close` and others go to the source."""

    __slots__ = ()
    _self_is_written = is_written
    _self_new_cells = cast("type", int)
    __copy__ = cast("Any", CopyOfIterator())

    @staticmethod
    def _self_layer(source: Any) -> object:
        if type(source) is Tap:
            source.look()
        return Sequence(0, False, class_behind(source))

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        """A second stand-in, over a deep copy: it pulls for itself, and what it pulls is looked at as a whole."""
        return twin_over(copy.deepcopy(get_at(force(self))[3], memo), self, DEEP)

    def _self_cell(self, value: Any) -> Any:
        """The stand-in for the value just pulled; a copy of it, if this is a deep copy."""
        log = get_at(self)[0]
        pulled_by(self).add(value)
        if get_value(self) is not DEEP:
            return stand_in(log, self._self_new_cell(), HERE, value)
        with log.lock:
            # The parts that others keep are not to be found: those may have been changed since the copy was made.
            shared, log.shared = log.shared, {}
            try:
                return copy.deepcopy(stand_in(log, self._self_new_cell(), HERE, value))
            finally:
                log.shared = shared

    def _self_new_cell(self) -> int:
        log = get_at(self)[0]
        with log.lock:
            index = get_cells(self)
            row: int = log.add(get_row(self), index, CELL)
            self._self_cells = index + 1
            return row

    def _self_raised(self, error: Exception) -> None:
        log = get_at(self)[0]
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
        return self._self_pulled(lambda: next(get_at(self)[3]))

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
    return thunk._self_pulled(lambda: get_at(thunk)[3].send(value))


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
        return await self._self_awaited(anext(get_at(self)[3]))

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
    return thunk._self_awaited(get_at(thunk)[3].asend(value))


class StreamThunk(TupleThunk):
    """Stands for a `Stream`: like a tuple of unknown length; cells are revealed in order and can be revisited."""

    __slots__ = ()
    _self_stepped = True
    _self_copies = False
    _self_look, _self_parts, _self_is_written = Container._self_look, Container._self_parts, is_written
    __wrapped_get__ = Container.__wrapped_get__
    __bool__ = Container.__bool__

    @staticmethod
    def _self_layer(source: Any) -> object:
        return Sequence(0, False, class_behind(source))

    def _self_has(self, index: int) -> bool:
        log, _, _, source = get_at(self)[:4]
        for next_index in range(len(get_cells(self)), index + 1):
            try:
                there = source.has(next_index)
            except Exception as error:
                self._self_raised(next_index, error)
                raise
            with log.lock:
                self._self_reveal(log, next_index, there)
            if not there:
                return False
        return True

    def _self_raised(self, index: int, error: Exception) -> None:
        """Record, once, what came instead of an element: a stream raises it again at each later pull."""
        log = get_at(self)[0]
        with log.lock:
            if get_value(self) is UNSET:
                at, layer = get_at(self)[:5], Raised(error)
                log.indexed()  # the first of two rows may be there already, if Ctrl-C came before the second
                log.add(log.add(at[4], index, CELL), HERE, layer)
                self._self_at = (*at, FAILED)

    def _self_reveal(self, log: Any, index: int, there: bool) -> None:
        row, cells = get_row(self), get_cells(self)
        if len(cells) == index and there:
            cells.append((log.add(row, index, CELL), None))
        elif not there:
            record_end(self)

    def _self_cell(self, index: int) -> Any:
        log, _, _, source = get_at(self)[:4]
        cells = get_cells(self)
        with log.lock:
            log.record.count(log, get_row(self), index)
            cell_row, kept = cells[index]
            if kept is NOTHING:
                return None
            element = kept() if type(kept) is ref else kept
            if element is None:
                if kept is not None:
                    log.indexed()
                part = source[index]
                element = stand_in(log, cell_row, HERE, part)
                cells[index] = (cell_row, NOTHING if element is None else self._self_keep(element))
            return element

    def _self_walk(self) -> Iterator[Any]:
        index = 0
        while self._self_has(index):
            yield self._self_cell(index)
            index += 1

    def __iter__(self) -> Iterator[Any]:
        type(self)._self_look(self)
        return self._self_walk()

    def __getitem__(self, key: Any) -> Any:
        type(self)._self_look(self)
        if isinstance(key, slice) or key < 0:
            return list(self)[key]
        if not self._self_has(key):
            raise IndexError(f"stream index {key} is past the end, at {len(get_cells(self))}")
        return self._self_cell(key)

    @Forcing
    def has(self, index: int) -> bool:
        """True if there is an element `index`; reveals the cells up to it, or the end."""
        return self._self_has(index)


# What Python makes of iterating. wrapt would hand it on to the source, which would be used up unnoticed.
CONSUMING: dict[str, Any] = {
    "__contains__": lambda self, item: any(element is item or element == item for element in self),
    "__bytes__": lambda self: bytes(list(self)),
}


RESUMING = {"send": send, "asend": asend}


def iterator_class(shape: Shape) -> type[Thunk]:
    """The stand-in for iterators of one class."""
    base = AsyncIteratorThunk if shape.kind is Kind.ASYNC_ITERATOR else IteratorThunk
    names = {
        "__iter__",
        "__next__",
        "__aiter__",
        "__anext__",
        *(name for name in ("send", "asend") if hasattr(shape.cls, name)),
    }
    own: dict[str, Any] = {name: method for name, method in vars(base).items() if name in names}
    for name, resume in RESUMING.items():
        if hasattr(shape.cls, name):
            own[name] = Forcing(resume)
    if shape.cls is types.GeneratorType:
        own["__await__"] = Awaiting()
    return named_after(shape.cls, {**own, **CONSUMING}, base)


def stream_class(shape: Shape) -> type[Thunk]:
    """The stand-in for streams."""
    own = {name: StreamThunk.__dict__[name] for name in ("__iter__", "__getitem__", "__wrapped_get__")}
    return named_after(shape.cls, {**own, **CONSUMING, "__len__": Hidden(shape.cls, "__len__")}, StreamThunk)
