"""Workers for units of work: this process, processes of this machine, or any `concurrent.futures.Executor`."""

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

from strictcheck.exhaustive.property_runs import Check, Finished
from strictcheck.exhaustive.trail import Prefix

# Seconds: long enough to make handing out cheap, short enough that stopping a check loses little.
UNIT = 2.0

Submit: TypeAlias = Callable[..., Future[Any]]


@dataclass
class Workers:
    """Workers: `submit(prefix)` does the runs under a prefix, `count` such units at a time."""

    submit: Callable[[Prefix], Future[Finished]]
    count: int


@contextmanager
def workers_for(check: Check, executor: Executor | None) -> Iterator[Workers]:
    """Yield workers for a check: `executor`, or else processes of this machine if the property can be pickled.

    Raises `TypeError` for an executor to which the property cannot be sent.
    """
    payload = _pickle_check(check)
    if executor is not None:
        yield _of(executor, check, payload)
    elif payload is None or b"__main__" in payload or _cores() == 1:
        # A new process could not import a property that was defined at a prompt or in a notebook.
        yield Workers(functools.partial(_here, check), 1)
    else:
        with _processes(_cores()) as submit:
            yield _by(submit, payload, _cores())


@contextmanager
def _processes(count: int) -> Iterator[Submit]:
    """Run units in processes of this machine. Ctrl-C ends all of them, wherever it hits this one."""
    # Not forked: the progress bar is a thread, and a fork of a process with threads may hang.
    context = multiprocessing.get_context("spawn")
    # A pool that Ctrl-C hits while it starts its threads and processes cannot be shut down any more. It hits the main
    # thread only; so another thread starts them, and they block the signal, but for the time of a unit.
    with (
        ThreadPoolExecutor(1, initializer=_mask_ctrl_c, initargs=("SIG_BLOCK",)) as starter,
        ProcessPoolExecutor(count, mp_context=context, initializer=_end_with_parent) as pool,
    ):
        submit: Callable[..., Any] = pool.submit
        yield lambda unit, *arguments: starter.submit(submit, _run_unit, unit, *arguments).result()


def _run_unit(unit: Callable[..., Finished], *arguments: Any) -> Finished:
    """Run a unit of work that Ctrl-C ends; between units it would break the pool, and print a traceback."""
    try:
        _mask_ctrl_c("SIG_UNBLOCK")
        return unit(*arguments)
    finally:
        _mask_ctrl_c("SIG_BLOCK")


def _mask_ctrl_c(how: str) -> None:
    """Block or unblock Ctrl-C for this thread, and the threads and processes that it starts, where that is possible."""
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
    # A cluster takes calls with equal arguments for one call, and keeps it cancelled, so each call gets an id.
    run = uuid.uuid4().hex
    return Workers(lambda prefix: submit(_elsewhere, payload, prefix, UNIT, run), count)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _pickle_check(check: Check) -> bytes | None:
    try:
        return pickle.dumps((check.property, check.domain, check.max_size, check.certify))
    except (pickle.PicklingError, AttributeError, TypeError):
        return None


def _here(check: Check, prefix: Prefix) -> Future[Finished]:
    future: Future[Finished] = Future()
    future.set_result(check.unit(prefix, UNIT))
    return future


def _elsewhere(payload: bytes, prefix: Prefix, seconds: float, run: str) -> Finished:
    return _unpickle_check(payload).unit(prefix, seconds)


@functools.lru_cache(maxsize=4)
def _unpickle_check(payload: bytes) -> Check:
    """Return the check, with its counts; one object for all units of it in this process."""
    return Check(*pickle.loads(payload))


def _end_with_parent() -> None:
    """End this process when its parent is killed, or the pool would wait for work forever."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
