"""Who does the units of work: this process, processes of this machine, or any `concurrent.futures.Executor`."""

from __future__ import annotations

import functools
import multiprocessing
import os
import pickle
import signal
import threading
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

from strictcheck.exhaustive.runs import Check, Finished
from strictcheck.exhaustive.trail import Prefix

__all__ = ["Workers", "workers"]

# Seconds: long enough that handing out costs nothing, short enough that little is lost when somebody stops a check.
UNIT = 2.0

Submit: TypeAlias = Callable[..., Future[Any]]


@dataclass
class Workers:
    """`submit(prefix)` has the runs under a prefix done, `count` such units at a time."""

    submit: Callable[[Prefix], Future[Finished]]
    count: int


@contextmanager
def workers(check: Check, executor: Executor | None) -> Iterator[Workers]:
    """Workers for a check: by `executor`, or else by processes of this machine where they can have the property.

    Raises `TypeError` if there is an executor that cannot have it.
    """
    payload = _pickled(check)
    if executor is not None:
        yield _of(executor, check, payload)
    elif payload is None or b"__main__" in payload or _cores() == 1:
        # A process that is started anew would not find what was defined at a prompt or in a notebook.
        yield Workers(functools.partial(_here, check), 1)
    else:
        with _processes(_cores()) as submit:
            yield _by(submit, payload, _cores())


@contextmanager
def _processes(count: int) -> Iterator[Submit]:
    """Has units done by processes of this machine. Ctrl-C ends all of them, wherever it hits this one."""
    # Not forked: the progress bar is a thread, and a fork of a process with threads may hang.
    spawning = multiprocessing.get_context("spawn")
    # A pool that Ctrl-C hits while it starts its threads and processes cannot be shut down any more. It hits the main
    # thread alone; so that is not the one which starts them. What it starts is as deaf as it is, but within a unit.
    with (
        ThreadPoolExecutor(1, initializer=_mask_ctrl_c, initargs=("SIG_BLOCK",)) as starter,
        ProcessPoolExecutor(count, mp_context=spawning, initializer=_end_with_parent) as pool,
    ):
        submit: Callable[..., Any] = pool.submit
        yield lambda unit, *arguments: starter.submit(submit, _heard, unit, *arguments).result()


def _heard(unit: Callable[..., Finished], *arguments: Any) -> Finished:
    """A unit of work that Ctrl-C ends; between units it would break the pool, and print a traceback."""
    try:
        _mask_ctrl_c("SIG_UNBLOCK")
        return unit(*arguments)
    finally:
        _mask_ctrl_c("SIG_BLOCK")


def _mask_ctrl_c(how: str) -> None:
    """For this thread, and the threads and processes that it starts, where the system can do so."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(getattr(signal, how), {signal.SIGINT})


def _of(executor: Executor, check: Check, payload: bytes | None) -> Workers:
    count: int = getattr(executor, "_max_workers", 0) or _cores()
    if isinstance(executor, ThreadPoolExecutor):
        return Workers(lambda prefix: executor.submit(check.unit, prefix, UNIT), count)
    if payload is None:
        raise TypeError(
            f"check_all: executor={executor!r} cannot have {check.property!r}, which cannot be pickled; "
            "pass a function of a module, or no executor"
        )
    return _by(executor.submit, payload, count)


def _by(submit: Submit, payload: bytes, count: int) -> Workers:
    # A cluster takes calls with equal arguments for the same call, and that for cancelled once it has been.
    run = uuid.uuid4().hex
    return Workers(lambda prefix: submit(_elsewhere, payload, prefix, UNIT, run), count)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _pickled(check: Check) -> bytes | None:
    try:
        return pickle.dumps((check.property, check.domain, check.max_size))
    except (pickle.PicklingError, AttributeError, TypeError):
        return None


def _here(check: Check, prefix: Prefix) -> Future[Finished]:
    future: Future[Finished] = Future()
    future.set_result(check.unit(prefix, UNIT))
    return future


def _elsewhere(payload: bytes, prefix: Prefix, seconds: float, run: str) -> Finished:
    return _unpickled(payload).unit(prefix, seconds)


@functools.lru_cache(maxsize=4)
def _unpickled(payload: bytes) -> Check:
    """The check, with all that it has counted; the same one for all units that a process gets of it."""
    return Check(*pickle.loads(payload))


def _end_with_parent() -> None:
    """Processes of a pool wait for work for ever, if whoever started them is killed."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
