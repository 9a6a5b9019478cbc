"""Computation that runs once: memoised, safe between threads, and aware of needing itself.

Thunks whose value must be computed keep it in a `Suspension`. The rules are those of a lazy language: one thread
computes and the others wait; a value that needs itself is a black hole, said at once; an exception is a value too.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, NoReturn, TypeVar

from strictcheck.errors import BlackHole, SourceError
from strictcheck.messages import shown

R = TypeVar("R")

# Not errors of the computation but interruptions from outside: the next touch tries again.
PASSING = (KeyboardInterrupt, SystemExit, GeneratorExit)
# Python takes these for "no such attribute" and "the end" on their way out, and goes on in silence.
SWALLOWED = (AttributeError, StopIteration, StopAsyncIteration)

_guard = threading.RLock()  # reentrant, for signal handlers that look at a value
_waiting: dict[int, Suspension | StepLock] = {}


class Suspension:
    """Value of `source()`, computed at the first `value()` and kept, or its exception.

    >>> late = Suspension(lambda: print("computing") or 7)
    >>> late.value(), late.value()
    computing
    (7, 7)
    """

    __slots__ = ("_attempt", "_done", "_error", "_owner", "_ready", "_source", "_traceback", "_value")

    def __init__(self, source: Callable[[], Any]) -> None:
        self._source: Callable[[], Any] | None = source
        self._done = False
        self._value: Any = None
        self._error: BaseException | None = None
        self._traceback: TracebackType | None = None
        self._owner: int | None = None
        self._attempt: object = None
        self._ready: threading.Event | None = None

    @property
    def done(self) -> bool:
        """True if the value, or the exception, is there."""
        return self._done

    @property
    def error(self) -> BaseException | None:
        """Exception of the source, if it raised one."""
        return self._error

    def __repr__(self) -> str:
        source = self._source
        return getattr(source, "__qualname__", repr(source))

    def value(self) -> Any:
        """Return the value; raises the exception of the source, `SourceError`, or `BlackHole` if it needs itself."""
        attempt, me = object(), threading.get_ident()
        try:
            while not self._done:
                ready = self._claim(attempt, me)
                if ready is None:
                    self._compute()
                else:
                    ready.wait()
        finally:
            if self._attempt is attempt:  # Ctrl-C came before the computation began, or while its result was stored
                self._release()
            _waiting.pop(me, None)
        if self._error is not None:
            self._raise(self._error)
        return self._value

    def _claim(self, attempt: object, me: int) -> threading.Event | None:
        """Return None if this thread is to compute; otherwise the event to wait for."""
        with _guard:
            if self._done:
                ready = threading.Event()
                ready.set()
                return ready
            if self._owner is None:
                _waiting.pop(me, None)
                self._attempt, self._owner = attempt, me
                return None
            if _leads_to(self, me):
                raise BlackHole(f"{self!r} needs its own value to compute it")
            if self._ready is None:
                self._ready = threading.Event()
            _waiting[me] = self
            return self._ready

    def _compute(self) -> None:
        assert self._source is not None
        try:
            self._value = self._source()
            self._error = None  # error of an interrupted attempt
            self._done = True
        except PASSING:
            raise
        except SWALLOWED as error:
            surfaced = SourceError(f"{self!r} raised {shown(error)}")
            surfaced.__cause__ = error
            self._fail(surfaced)
        except BaseException as error:
            self._fail(error)
        finally:
            self._release()

    def _release(self) -> None:
        with _guard:
            self._owner = None
            if self._done:
                self._source = None
            if self._ready is not None:
                self._ready.set()
            self._ready = self._attempt = None

    def _fail(self, error: BaseException) -> None:
        self._error, self._traceback, self._done = error, error.__traceback__, True

    def _raise(self, error: BaseException) -> NoReturn:
        # With the traceback of the first time; without this every touch would make it longer.
        raise error.with_traceback(self._traceback)


class StepLock:
    """Lock for computations in steps, one thread at a time. Waiting for one's own turn to end is a `BlackHole`.

    The thread that has the turn may take it again; the computation reports the consequences.

    >>> StepLock("a sum").take(lambda: 1 + 1)
    2
    """

    __slots__ = ("_lock", "_owner", "_what")

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock = threading.RLock()
        self._owner: int | None = None

    def take(self, compute: Callable[[], R]) -> R:
        """Return `compute()`. Not a context manager: between its methods and the block, Ctrl-C could come."""
        me = threading.get_ident()
        again = self._owner == me
        try:
            if not self._lock.acquire(blocking=False):
                self._wait(me)
            self._owner = me
            return compute()
        finally:
            if self._owner == me and not again:
                self._owner = None
            try:  # noqa: SIM105  # at once: on the way into `suppress`, Ctrl-C could come
                self._lock.release()
            except RuntimeError:  # not acquired: a black hole, or Ctrl-C while waiting
                pass

    def _wait(self, me: int) -> None:
        try:
            with _guard:
                if _leads_to(self, me):
                    raise BlackHole(f"{self._what} needs its own value to compute it")
                _waiting[me] = self
            self._lock.acquire()
        finally:
            _waiting.pop(me, None)


def _leads_to(computed: Suspension | StepLock, me: int) -> bool:
    """True if the computing thread waits, perhaps through others, for thread `me`: nobody would ever finish."""
    at: Suspension | StepLock | None = computed
    while at is not None:
        if at._owner == me:
            return True
        at = None if at._owner is None else _waiting.get(at._owner)
    return False
