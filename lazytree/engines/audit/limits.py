"""A time limit for code that may never return. Skip this module unless an engine of yours hangs."""

from __future__ import annotations

import ctypes
import sys
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
        self.over = False
        self.ending = threading.Lock()  # held by whoever knocks, and by the thread as it ends: nothing knocks later
        self.thread = threading.Thread(target=self._run, name="engine", daemon=True)

    def _run(self) -> None:
        try:
            self._answer()
        except _Stop:  # it came while another was being handled
            pass
        finally:
            self._end()

    def _end(self) -> None:
        """Nobody knocks from here on: a `_Stop` would hit the machinery of threads."""
        while not self.over:
            try:
                with self.ending:  # as this lets go, Python raises what is on its way
                    self.over = True
            except _Stop:
                pass

    def _answer(self) -> None:
        try:
            self.results.append(self.call())
        except BaseException as error:  # whatever it is, it is raised to the caller
            self.error = error

    def _knock(self) -> None:
        """Raise `_Stop` in the thread, as soon as that runs Python code."""
        # It cannot be taken back: with NULL for the exception, CPython 3.11 hangs in any thread that is profiled.
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.thread.ident or 0), ctypes.py_object(_Stop))

    def stop(self) -> None:
        """Knock again and again, in case `_Stop` is caught."""
        for _ in range(KNOCKS):
            with self.ending:
                if self.over:
                    break
                self._knock()
            self.thread.join(PAUSE)
        self.thread.join(PAUSE)


class _Quiet:
    """Nothing is printed of a `_Stop` that hits a finalizer, or a callback of the garbage collector, and is lost."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.inside = 0
        self.earlier = sys.unraisablehook

    def __enter__(self) -> None:
        with self.lock:
            if not self.inside:
                self.earlier, sys.unraisablehook = sys.unraisablehook, self.hook
            self.inside += 1

    def __exit__(self, *exception: object) -> None:
        with self.lock:
            self.inside -= 1
            if not self.inside:
                sys.unraisablehook = self.earlier

    def hook(self, unraisable: sys.UnraisableHookArgs) -> None:
        if unraisable.exc_type is not _Stop:
            self.earlier(unraisable)


_quiet = _Quiet()


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
        if late := running.thread.is_alive():
            with _quiet:
                running.stop()
    if running.results:  # also if it came too late, or when it was being told to stop
        return running.results[0]
    if late or running.error is None:
        raise OutOfTime(seconds, running.thread.is_alive(), running.error)
    raise running.error
