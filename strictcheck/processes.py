"""Processes beside this one in which other people's code runs: they can be ended, and what they do stays there.

Each is a fork, so that closures and functions of a notebook run in it as they are. It prints nowhere, reads lines of
"1" from standard input, and is killed when it is late. Where a system cannot fork (Windows), the code runs in this
process, and nothing stops it.
"""

from __future__ import annotations

import io
import os
import pickle
import signal
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

from strictcheck.errors import StrictCheckError

__all__ = ["Ended", "TimeOver", "Worker", "alarm", "forked_pool", "in_fork"]

# Seconds by the clock for one of the processor; only code that waits takes as many.
ASLEEP = 4
# Seconds that a process gets beyond its limit, to say for itself where it was.
GRACE = 0.5
# Seconds after which a process looks again if its parent is there.
PARENT_INTERVAL = 1.0


class Ended(StrictCheckError):
    """The process came to an end in the middle of its work; the message says how."""


class TimeOver(BaseException):
    """The time is over. Raised in code that runs too long: not an `Exception`, so that few handlers catch it."""


@contextmanager
def alarm(seconds: float, *, of_processor: bool = False) -> Iterator[None]:
    """Raise `TimeOver` in this block after so many seconds.

    `of_processor` counts those in which this process ran, for on a busy machine they take longer; a block that sleeps
    ends after `ASLEEP` times as many by the clock. For the main thread of a process that may be interrupted.
    """
    if not hasattr(signal, "setitimer"):
        yield
    elif of_processor:
        with _ringing(signal.ITIMER_PROF, signal.SIGPROF, seconds), alarm(ASLEEP * seconds):
            yield
    else:
        with _ringing(signal.ITIMER_REAL, signal.SIGALRM, seconds):
            yield


@contextmanager
def _ringing(clock: int, rings: signal.Signals, seconds: float) -> Iterator[None]:
    def ring(number: int, frame: object) -> None:
        signal.setitimer(clock, seconds / 10)  # again, in case somebody catches it
        raise TimeOver

    before = signal.signal(rings, ring)
    signal.setitimer(clock, seconds)
    try:
        yield
    finally:
        signal.setitimer(clock, 0)
        signal.signal(rings, before)


def in_fork(work: Callable[[], Any], seconds: float | None) -> Any:
    """Return the result of `work()`, which may be a closure, from a process that is forked for it.

    Raises as `Worker.ask` does.

    >>> in_fork(lambda: 41 + 1, 10)
    42
    """
    with Worker(lambda _: work()) as worker:
        return worker.ask(None, seconds)


class Worker:
    """Process that answers requests by `serve(request)`. It is forked at the first request.

    A context, at whose end the process is ended.

    >>> with Worker(lambda number: number + 1) as worker:
    ...     worker.ask(41, 10)
    42
    """

    def __init__(self, serve: Callable[[Any], Any]) -> None:
        self.serve = serve
        self._running: tuple[int, Connection] | None = None

    def start(self) -> None:
        """Fork the process now."""
        if hasattr(os, "fork"):
            self._running = self._running or _forked(self.serve)

    def ask(self, request: Any, seconds: float | None) -> Any:
        """Return the answer to a request. Raises `TimeOver` if there is none in time, `Ended` if the process is gone.

        Raises what `serve` raises, with the traceback as a note. A request that cannot be pickled gets a process forked
        for it.
        """
        if not hasattr(os, "fork"):
            return self.serve(request)
        try:
            data = pickle.dumps(request)
        except Exception:
            return in_fork(lambda: self.serve(request), seconds)
        try:
            return self._answer(data, seconds)
        except BaseException:
            self.close()
            raise

    def _answer(self, data: bytes, seconds: float | None) -> Any:
        number, connection = self._running = self._running or _forked(self.serve)
        try:
            connection.send_bytes(data)
            if not connection.poll(None if seconds is None else seconds + GRACE):
                raise TimeOver
            answer, error = pickle.loads(connection.recv_bytes())
        except (EOFError, ConnectionError):
            self._running = None
            raise Ended(_ending(os.waitpid(number, 0)[1])) from None
        if error is not None:
            raise error
        return answer

    def kill(self) -> None:
        """Kill the process, if there is one: a thread that waits for its answer gets `Ended`."""
        running = self._running
        with suppress(ProcessLookupError):
            if running is not None:
                os.kill(running[0], signal.SIGKILL)

    def close(self) -> None:
        """End the process, if there is one."""
        if self._running is not None:
            self.kill()
            number, connection = self._running
            self._running = None
            connection.close()
            os.waitpid(number, 0)

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


@contextmanager
def forked_pool(serve: Callable[[Any], Any], count: int) -> Iterator[Callable[[Any], Future[Any]]]:
    """Yield a function by which one of `count` processes answers a request, in its turn; at the end, all are killed.

    >>> with forked_pool(str.upper, 2) as submit:
    ...     [future.result() for future in map(submit, "abc")]
    ['A', 'B', 'C']
    """
    workers = [Worker(serve) for _ in range(count)]
    free = SimpleQueue[Worker]()

    def ask(request: Any) -> Any:
        worker = free.get()
        try:
            return worker.ask(request, None)
        finally:
            free.put(worker)

    with ThreadPoolExecutor(count) as threads:
        try:
            for worker in workers:
                worker.start()  # before there are threads: a fork at the wrong time would keep pipes of the others open
                free.put(worker)
            yield lambda request: threads.submit(ask, request)
        finally:
            threads.shutdown(wait=False, cancel_futures=True)  # or a thread would go on to another request
            for worker in workers:
                worker.kill()
            threads.shutdown()
            for worker in workers:
                worker.close()


def _ending(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    if -code == signal.SIGXCPU:  # the limit of `resource`, if the process has set one
        return "does not end, in C code that nothing interrupts"
    return f"the process was ended by signal {-code}" if code < 0 else f"the process exited with status {code}"


def _forked(serve: Callable[[Any], Any]) -> tuple[int, Connection]:
    here, there = Pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads, whose locks the child does not touch
        # Ctrl-C is for the parent: in the child it would come out of whatever this was called by.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        parent = os.getpid()
        number = os.fork()
    if number:
        there.close()
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        return number, here
    try:
        here.close()
        _undisturbed()
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
        while True:
            there.send_bytes(_served(serve, there.recv_bytes()))
    finally:
        os._exit(1)  # no handler of the process that this is a copy of is to run


def _served(serve: Callable[[Any], Any], request: bytes) -> bytes:
    """Return the answer and no exception, or the other way round."""
    try:
        return pickle.dumps((serve(pickle.loads(request)), None))
    except BaseException as error:
        error.add_note(f"in another process:\n{traceback.format_exc()}")
        with suppress(Exception):
            data = pickle.dumps((None, error))
            pickle.loads(data)  # not all exceptions can be made again
            return data
        return pickle.dumps((None, RuntimeError(traceback.format_exc())))


def _end_with(parent: int) -> None:
    """End this process when its parent is gone, which may have been killed: nobody else would end an endless loop."""
    while os.getppid() == parent:
        time.sleep(PARENT_INTERVAL)
    os._exit(1)


def _undisturbed() -> None:
    """Cut the process off from the terminal: what is printed is for nobody."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    sys.stdin = io.StringIO("1\n" * 1000)
    sys.stdout = sys.stderr = os.fdopen(nowhere, "w", encoding="utf-8")
