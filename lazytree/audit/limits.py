"""A time limit for code that may never return. Skip this module unless an engine of yours hangs."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

__all__ = ["OutOfTime", "within"]

R = TypeVar("R")

# How often, and how long apart in seconds, code that is out of time is told to stop before it is given up.
KNOCKS, PAUSE = 20, 0.05


class OutOfTime(Exception):
    """The call took too long. `stuck` says that it could not be stopped either, and is running still.

    `where` is the exception that stopped it, whose traceback tells where it was; None if it is stuck.
    """

    def __init__(self, seconds: float, stuck: bool, where: BaseException | None) -> None:
        super().__init__(f"no answer after {seconds:g} seconds" + ("; it cannot be stopped" if stuck else ""))
        self.stuck = stuck
        self.where = where


class _Stop(BaseException):
    """Raised in the code that is out of time. Not an `Exception`, so that few handlers catch it."""


class _Call(Generic[R]):
    """A call in a thread of its own."""

    def __init__(self, call: Callable[[], R]) -> None:
        self.call = call
        self.results: list[R] = []
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._run, name="engine", daemon=True)

    def _run(self) -> None:
        try:
            self.results.append(self.call())
        except BaseException as error:  # whatever it is, it is raised to the caller
            self.error = error

    def stop(self) -> None:
        """Raise `_Stop` in the thread, again and again in case it is caught."""
        for _ in range(KNOCKS):
            if not self.thread.is_alive():
                return
            ident = ctypes.c_ulong(self.thread.ident or 0)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(_Stop))
            self.thread.join(PAUSE)


def within(seconds: float, call: Callable[[], R]) -> R:
    """What `call()` returns, if it does within so many seconds. Raises what it raises, and `OutOfTime` otherwise.

    The call runs in a thread of its own. Out of time, it is stopped by an exception; code that catches everything, or
    that never comes back from C, cannot be stopped and is left running in the background.

    >>> within(10, lambda: 6 * 7)
    42
    """
    running = _Call(call)
    running.thread.start()
    try:
        running.thread.join(seconds)
    finally:
        late = running.thread.is_alive()
        running.stop()
    if running.results:  # also if it came too late, or when it was being told to stop
        return running.results[0]
    if late or running.error is None:
        raise OutOfTime(seconds, running.thread.is_alive(), running.error)
    raise running.error
