"""Computation that runs once: memoised, safe between threads, and aware of needing itself.

Thunks whose value must be computed keep it in a `Suspension`. The rules are those of a lazy language: one thread
computes and the others wait; a value that needs itself is a black hole, said at once; an exception is a value too.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, TypeVar

from strictcheck.errors import BlackHole, SourceError
from strictcheck.messages import shown

R = TypeVar("R")

# Not errors of the computation but interruptions from outside: the next touch tries again.
PASSING = (KeyboardInterrupt, SystemExit, GeneratorExit)
# Python takes these for "no such attribute" and "the end" on their way out, and goes on in silence.
SWALLOWED = (AttributeError, StopIteration, StopAsyncIteration)

_guard = threading.RLock()  # reentrant, for signal handlers that look at a value
_waiting: dict[int, StepLock] = {}


class StepLock:
    """Lock for computations in steps, one thread at a time. Waiting for one's own turn to end is a `BlackHole`.

    The thread that has the turn may take it again; the computation reports the consequences.

    >>> StepLock("a sum").take(lambda: 1 + 1)
    2
    """

    __slots__ = ("_lock", "_name", "_owner")

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.RLock()
        self._owner: int | None = None

    def __repr__(self) -> str:
        return self._name

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
                if self._leads_to(me):
                    raise self.needs_itself()
                _waiting[me] = self
            self._lock.acquire()
        finally:
            _waiting.pop(me, None)

    def _leads_to(self, me: int) -> bool:
        """True if the computing thread waits, perhaps through others, for thread `me`: nobody would ever finish."""
        at: StepLock | None = self
        while at is not None:
            if at._owner == me:
                return True
            at = None if at._owner is None else _waiting.get(at._owner)
        return False

    def needs_itself(self) -> BlackHole:
        """Make the exception for a computation that cannot end."""
        return BlackHole(f"{self!r} needs its own value to compute it")


class Suspension(StepLock):
    """Value of `source()`, computed at the first `value()` and kept, or its exception.

    >>> late = Suspension(lambda: print("computing") or 7)
    >>> late.value(), late.value()
    computing
    (7, 7)
    """

    __slots__ = ("_is_computing", "_is_done", "_source", "_traceback", "_value", "error")

    def __init__(self, source: Callable[[], Any]) -> None:
        super().__init__(getattr(source, "__qualname__", ""))
        self._source: Any = source  # None once it was called to its end
        self._is_computing = False
        self._is_done = False
        self._value: Any = None
        self.error: BaseException | None = None  # that the source raised
        self._traceback: TracebackType | None = None

    def __repr__(self) -> str:
        return self._name or repr(self._source)

    def value(self) -> Any:
        """Return the value; raises the exception of the source, `SourceError`, or `BlackHole` if it needs itself."""
        if not self._is_done:
            self.take(self._compute)
        if self.error is not None:
            # With the traceback of the first time; without this every touch would make it longer.
            raise self.error.with_traceback(self._traceback)
        return self._value

    def _compute(self) -> None:
        if self._is_computing:
            raise self.needs_itself()
        if self._is_done:  # by the thread for which this one waited
            return
        try:
            self._is_computing = True
            self._value = self._source()
            self._end(None)
        except PASSING:
            raise
        except SWALLOWED as error:
            surfaced = SourceError(f"{self!r} raised {shown(error)}")
            surfaced.__cause__ = error
            self._end(surfaced)
        except BaseException as error:
            self._end(error)
        finally:
            self._is_computing = False

    def _end(self, error: BaseException | None) -> None:
        self.error, self._traceback = error, error.__traceback__ if error is not None else None
        self._is_done = True
        self._source = None
