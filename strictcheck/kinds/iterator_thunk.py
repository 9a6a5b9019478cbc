"""Thunks of iterators and async iterators: each pull reveals one cell, or the end."""

from __future__ import annotations

import copy
import inspect
from typing import Any, cast

from strictcheck.kinds.layers import Raised
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.placing import Container, CopyIfItHasOne, stand_in
from strictcheck.kinds.sequence_layer import Sequence
from strictcheck.thunks.marks import CELL, END
from strictcheck.thunks.proxy import (
    UNFORCED,
    UNSET,
    force,
    get_cells,
    get_log,
    get_number,
    get_place,
    get_source,
    get_value,
    make_thunk,
    set_forced,
)
from strictcheck.thunks.pulled import Pulled, Tap
from strictcheck.thunks.special_methods import Lacks

ENDED: Any = type("Ended", (), {"__slots__": ()})()
DEEP: Any = type("Deep", (), {"__slots__": ()})()


def record_end(thunk: Any) -> None:
    """Record, once, that there are no more cells; the mark is kept in place of a copy, of which there is none."""
    log = get_log(thunk)
    with log.lock:
        if get_value(thunk) is not ENDED:
            log.add(get_number(thunk), END, None)
            thunk._self_value = ENDED


def copy_iterator(thunk: Any) -> Any:
    """Make a second thunk, over a copy of the iterator, that has come as far as the first.

    What it pulls anew is found to be recorded already.
    """
    return twin_over(copy.copy(get_source(force(thunk))), thunk, UNSET)


def pulled_by(thunk: Any) -> Pulled:
    """Record of the pulls of the iterator behind a thunk, which has been looked at."""
    progress: Progress = get_cells(thunk)
    if progress.pulled is None:
        log, source = get_log(thunk), get_source(thunk)
        progress.pulled = log.pulled.get(id(source)) or log.pulled.setdefault(id(source), Pulled(source))
    return cast("Pulled", progress.pulled)


def twin_over(source: Any, thunk: Any, state: Any) -> Any:
    """Make a second thunk over `source`, which has got as far as `thunk` has."""
    log = get_log(thunk)
    log.pulled[id(source)] = pulled_by(thunk).twin(source)
    progress = Progress()
    progress.count = get_cells(thunk).count
    twin = make_thunk(type(thunk), log, get_place(thunk), source)
    set_forced(twin, get_number(thunk), state, progress)
    return twin


class Progress:
    """Number of cells that were pulled, and the record of their elements, once it is needed."""

    __slots__ = ("count", "pulled")

    def __init__(self) -> None:
        self.count = 0
        self.pulled: Pulled | None = None


def is_written(self: Any) -> bool:
    """Never: a thunk of cells keeps beside them how pulling ended."""
    return False


class PulledThunk(Container):
    """The base for iterators: `_self_cells` is its `Progress`. Other methods (`close`, ...) go to the source."""

    __slots__ = ()
    _self_is_written = is_written
    _self_new_cells = cast("type", Progress)
    __copy__ = cast("Any", CopyIfItHasOne(copy_iterator))

    @staticmethod
    def _self_layer(source: Any) -> object:
        if type(source) is Tap:
            source.look()
        return Sequence(0, False, class_behind(source))

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        """Make a second thunk, over a deep copy: it pulls for itself, and looks at each pulled element as a whole."""
        return twin_over(copy.deepcopy(get_source(force(self)), memo), self, DEEP)

    def _self_cell(self, value: Any) -> Any:
        """Return the thunk for the value just pulled; a copy of the value, if this is a deep copy."""
        this: Any = self
        log, progress = this._self_log, this._self_cells
        (progress.pulled or pulled_by(this)).add(value)
        number = this._self_number
        with log.lock:
            index = progress.count
            log.reveal(number, index, CELL)
            progress.count += 1
        if this._self_value is not DEEP:
            return stand_in(log, number, index, value)
        with log.lock:
            # The parts that others keep are not to be found: those may have been changed since the copy was made.
            shared, log.shared = log.shared, {}
            try:
                return copy.deepcopy(stand_in(log, number, index, value))
            finally:
                log.shared = shared

    def _self_note(self, revealed: object) -> None:
        """Record one more cell and its content, which was looked at, or raised."""
        log, number, progress = get_log(self), get_number(self), get_cells(self)
        with log.lock:
            log.reveal(number, progress.count, CELL)
            log.add(number, progress.count, revealed)
            progress.count += 1

    def _self_stopped(self, error: Exception) -> None:
        """Record the end, or an exception in place of an element."""
        pulled_by(self).ending = error
        if isinstance(error, (StopIteration, StopAsyncIteration)):
            record_end(self)
        else:
            self._self_note(Raised(error))


class IteratorThunk(PulledThunk):
    """Stands for an iterator or generator."""

    __slots__ = ()
    _self_is_pulled = True

    def __iter__(self) -> Any:
        type(self)._self_look(self)
        return self

    def __next__(self) -> Any:
        this: Any = self
        if this._self_number == UNFORCED:
            this._self_look()
        try:
            value = next(this._self_source)
        except Exception as error:
            this._self_stopped(error)
            raise
        return this._self_cell(value)


def send(thunk: Any, value: Any) -> Any:
    """Resume the generator with `value`; what it yields is one more cell."""
    try:
        found = get_source(thunk).send(value)
    except Exception as error:
        thunk._self_stopped(error)
        raise
    return thunk._self_cell(found)


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
        except Exception as error:
            self._self_stopped(error)
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
