"""Thunks whose kind is known only once they are forced: delayed computations, parts that are thunks, and holes."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar, cast

from strictcheck.errors import BlackHole, Unevaluated
from strictcheck.kinds.layers import Raised
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.placing import Eager, StandIn, named_after, whole
from strictcheck.kinds.record_thunk import count_beneath
from strictcheck.kinds.table import kind_of, thunk_class_for
from strictcheck.messages import show_path, shown
from strictcheck.thunks.call_stack import refuse_outsiders
from strictcheck.thunks.classes import REMEMBERED
from strictcheck.thunks.places import number_and_key
from strictcheck.thunks.proxy import (
    NO_NUMBER,
    UNFORCED,
    UNSET,
    Thunk,
    force,
    get_value,
    is_thunk,
    make_thunk,
    materialised,
    retype,
    set_forced,
    set_source,
)
from strictcheck.thunks.special_methods import FORWARDED
from strictcheck.thunks.suspended import Suspension

T = TypeVar("T")


class Answering(StandIn):
    """Thunk of unknown kind, which answers to everything: each of these forces, and asks the class it then has.

    Until it is forced, `callable` and checks for protocols such as `Iterable` that look at the class alone take it
    for able to do anything, and `match` takes it for neither a sequence nor a mapping unless its kind was given.
    """

    __slots__ = ()
    _self_known = False
    # wrapt has the others.
    __call__, __iter__, __next__, __getitem__, __aiter__, __anext__, __await__, __fspath__ = map(
        FORWARDED.__getitem__,
        "__call__ __iter__ __next__ __getitem__ __aiter__ __anext__ __await__ __fspath__".split(),
    )


class Coming(StandIn):
    """Thunk for the result of its source, a `Suspension`; when forced it becomes a thunk for that value."""

    __slots__ = ()
    _self_known = False
    _self_mutable = True  # possibly; and a hole that is there twice is one part

    def _self_look(self) -> None:
        log, source = self._self_log, self._self_source
        if is_thunk(source) and type(source)._self_known and not is_thunk(source._self_source):
            value: Any = _Seen(source, log)  # there already: nothing to compute or to wait for
        else:
            refuse_outsiders()
            # Its class may be another one by now, if another thread was faster.
            suspension = source if type(source) is Suspension else Coming._self_suspend(self, source)
            if suspension is None:
                return
            try:
                value = suspension.value()
            except BaseException as error:
                Coming._self_failed(self, error, suspension)
                raise
        with _settling if log is None else log.lock:
            if issubclass(type(self), Coming):  # no other thread was faster
                _settle(self, log, value)

    def _self_suspend(self, source: Any) -> Suspension | None:
        """Return the computation of the value of `source`; None if that is known already."""
        log = self._self_log
        with log.lock:
            if not issubclass(type(self), Coming):
                return None
            current = self._self_source
            if type(current) is not Suspension:
                current = Suspension(lambda: _Seen(source, log))
                set_source(self, current)
            return current

    def _self_failed(self, error: BaseException, suspension: Suspension) -> None:
        log, place = self._self_log, self._self_place
        if log is not None and isinstance(error, BlackHole) and error.path is None:
            error.path = log.path_of(*number_and_key(place))
            error.args = (f"{error.args[0]}, at {log.name} {show_path(error.path)}",)
        if suspension.error is None:
            return
        if log is None:
            set_forced(self, NO_NUMBER, UNSET)
            return
        with log.lock:
            if self._self_number == UNFORCED:
                set_forced(self, log.add(place, Raised(suspension.error)), UNSET)

    def __wrapped_get__(self) -> Any:
        type(self)._self_look(self)
        return type(self).__wrapped_get__(self)

    def _self_parts(self) -> tuple[object, list[tuple[Any, Any]]]:
        return Raised(self._self_source.error), []


class Late(Answering, Coming):
    """Thunk for a value of which not even the class is known."""

    __slots__ = ()


@functools.lru_cache(maxsize=REMEMBERED)
def class_for(cls: type, base: type[Thunk]) -> type[Thunk]:
    """Make the class derived from `base` whose values have the abilities of a `cls`."""
    return named_after(cls, {}, base)


def coming_class(cls: type | None) -> type[Thunk]:
    """Return the class for a value that will be a `cls`, with the abilities of that; for any value, if it is None."""
    return Late if cls is None else class_for(cls, Coming)


class _Seen:
    """Contents of an already forced thunk; the wrapper stops a second unwrapping."""

    __slots__ = ("cls", "source", "value")

    def __init__(self, source: Any, log: Any) -> None:
        self.source = source
        self.cls, self.value = underlying(source, is_result=log is not None and log.is_result)


def underlying(thunk: Any, *, is_result: bool = False) -> tuple[type, Any]:
    """Return the class of the value behind `thunk`, and the value to take apart or to look through. Forces one layer.

    For the result of a call (`is_result`), no copy is made that would fetch parts which nobody asked for.
    """
    value: Any = thunk
    while is_thunk(value):
        force(value)
        log, source = value._self_log, value._self_source
        if type(value)._self_settled:
            value = get_value(value)
            continue
        cls = class_behind(source)
        kind = kind_of(cls)
        if log is not None and (kind.is_looked_through or (is_result and kind.is_copied_whole)):
            return cls, value
        value = get_value(value) if type(value)._self_withholds else materialised(value)
    return type(value), value


_settling = threading.RLock()  # for thunks of no observation; the others have the lock of their record


def _settle(thunk: Any, log: Any, value: Any) -> None:
    """Turn `thunk` into a thunk for `value`, which is a plain value or the contents of another thunk.

    To be called under the lock. Other threads see the class and the state of a thunk change one after the other: what
    looks at a state of four parts takes the lock and looks again.
    """
    cls: type
    cls, value, source = (value.cls, value.value, value.source) if type(value) is _Seen else (type(value), value, None)
    if log is None:
        _settle_unrecorded(thunk, value)
        return
    maker = log.makers[cls]
    if maker._self_records:
        # wrapt goes on with the operation that forced, on the object now behind. That has to be a thunk which
        # records the operation: the source itself would record nothing, a copy with all parts too much.
        stand_in = make_thunk(maker, log, thunk._self_place, value)
        # And what another one stands for is still known as what it is in the observation around this one.
        set_source(thunk, source)
        set_forced(thunk, NO_NUMBER, stand_in)
        # The class last: with the old one, a thunk looks for its value once more.
        retype(thunk, class_for(cls, Settled))
        type(stand_in)._self_look(stand_in)
        if source is not None:
            count_beneath(stand_in, source)
        return
    kind = kind_of(cls)
    has_parts = kind.leads_on(value) or not (kind.is_leaf or issubclass(maker, Eager))
    number = log.add(thunk._self_place, kind.first_layer(value) if has_parts else whole(value))
    set_source(thunk, value)
    retype(thunk, thunk_class_for(kind, False) if issubclass(maker, Eager) else maker)
    type(thunk)._self_look(thunk)
    thunk._self_number = number  # atoms have no number, but this one may be reached by a second way


def _settle_unrecorded(thunk: Any, value: Any) -> None:
    while is_thunk(value) and type(value)._self_settled:
        value = get_value(value)
    cls: Any = type(value)
    if is_thunk(value) and cls._self_for is not None:  # a thunk for a thunk has the abilities of that one
        cls = cls._self_for
    set_forced(thunk, NO_NUMBER, value)
    retype(thunk, class_for(cls, Settled))


class Settled(StandIn):
    """Thunk whose computation is done, or whose kind has been found: it forwards everything to the value."""

    __slots__ = ()
    _self_settled = True

    __wrapped_get__ = cast("Any", get_value)

    def __repr__(self) -> str:
        return repr(get_value(self))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.pretty(get_value(self))


def delay(source: Callable[[], T], *, kind: type | None = None) -> T:
    """Return a thunk for the result of `source()`, which is called at the first look, once.

    `kind` is the class that the result is going to have. It is needed only where Python looks
    at the class of a value without touching it: `case [a, b]` and `case {"k": v}` on a thunk that nobody has
    touched before.

    Nothing is forced. Each touch of the thunk raises the exception of `source` again (`AttributeError` and
    `StopIteration`, which Python would swallow, as `SourceError`); `BlackHole` if `source` needs the thunk itself.
    Raises `TypeError` if `source` is not callable.

    >>> late = delay(lambda: print("computing") or [1, 2])
    >>> len(late), late[0]
    computing
    (2, 1)
    """
    if not callable(source):
        raise TypeError(f"delay: source={shown(source)} is not callable; pass a function of no arguments, lambda: ...")
    return cast(T, make_thunk(coming_class(kind), None, (UNFORCED, None), Suspension(source)))


class Missing(StandIn):
    """Thunk for a part that is not there: any touch raises `Unevaluated`."""

    __slots__ = ()

    _self_known = False
    _self_is_hole = True  # for modules that may not import this one

    def _self_look(self) -> NoReturn:
        refuse_outsiders()
        path = self._self_source()
        raise Unevaluated(
            f"the part at {show_path(path)} is a hole: it is not in the demand this value was made of", path
        )

    __wrapped_get__ = _self_look


class Hole(Answering, Missing):
    """Hole of which not even the class is known."""

    __slots__ = ()


def hole(path: Callable[[], tuple[Any, ...]], cls: type | None = None) -> Any:
    """Make a hole; `path()` computes its place for the error. Questions about its class are answered for `cls`."""
    return make_thunk(Hole if cls is None else class_for(cls, Missing), None, (UNFORCED, None), path)
