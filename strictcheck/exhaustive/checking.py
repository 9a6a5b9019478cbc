"""`check_all`: a property on every value of a type up to a size, by running it on partial values.

The idea is that of Lazy SmallCheck (Runciman, Naylor and Lindblad, *SmallCheck and Lazy SmallCheck: automatic
exhaustive testing for small values*, Haskell Symposium 2008): what a run does not look at cannot matter to it, so one
run stands for all that could be put there. New here is that elements of an order stay symbolic.
"""

from __future__ import annotations

import functools
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from strictcheck.calls import name_of
from strictcheck.errors import NotDeterministic, PropertyFailed
from strictcheck.exhaustive.inferring import domain_of
from strictcheck.exhaustive.ledger import Ledger
from strictcheck.exhaustive.running import Check, Finished, Property, verdict
from strictcheck.exhaustive.trail import Prefix
from strictcheck.expectations import demand_from

__all__ = ["Exhausted", "check_all"]

# How long a check runs in this process before others are started, and how long a unit of work is.
ALONE, UNIT = 1.0, 2.0


@dataclass(frozen=True)
class Exhausted:
    """What `check_all` found out: the property holds for `full_inputs`, all there are, by running `partial_inputs`."""

    property: str
    max_size: int
    partial_inputs: int
    full_inputs: int
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.property} holds for all {self.full_inputs:,} inputs up to size {self.max_size}, "
            f"shown by {self.partial_inputs:,} partial ones"
        )


def check_all(
    property: Property,
    of: Any = None,
    max_size: int = 5,
    *,
    executor: Executor | None = None,
    resume: str | Path | None = None,
    progress: bool | None = None,
) -> Exhausted:
    """Check that `property` holds for every value of a type up to a size. Returns the counts, as `Exhausted`.

    A property is a function of one value; it holds if it returns None or something true. It is run on partial values,
    whose parts are decided when it looks at them, so that a run stands for everything that could be put where it did
    not look. Elements of an ordered type (`int`, `float`, `str`) have an order and no value: when two are compared,
    the first is less, equal or greater, as far as that is still open.

    `of` is an annotation, such as `list[int]`, or a `Domain`; by default the annotation of the property's parameter.
    The size of a value is the number of its objects with fields and of its elements in lists, if its domain does not
    say otherwise. What is not done in a second is handed to `executor`, by default processes of this machine; a
    property that cannot be sent there, a lambda say, is run here. `resume` names a file in which finished work is kept,
    and found again. `progress` shows a bar on standard error; by default if that is a terminal.

    Raises `PropertyFailed` with the smallest partial value for which the property does not hold, `NotDeterministic` if
    it does not depend on its input alone, `NotSymbolic` if it asks an element for more than its order, and
    `CannotInfer` for a type of which it does not know the values.

    >>> check_all(lambda xs: all(xs) == (False not in xs), list[bool], 5)
    Exhausted(...partial_inputs=..., full_inputs=63, ...)
    >>> check_all(lambda xs: list(xs) == sorted(xs), list[int], 3)
    Traceback (most recent call last):
    ...
    strictcheck.errors.PropertyFailed: <lambda> does not hold for [1, 0]
    """
    check = Check(property, domain_of(of, property), _checked_size(max_size))
    started = time.monotonic()
    identity = {"property": _name(property), "of": check.domain.name, "max_size": max_size}
    ledger = Ledger(identity, resume)
    try:
        _work_off(check, ledger, executor, _bar(check, progress))
    finally:
        ledger.close()
    if ledger.failed is not None:
        raise _failure(check, ledger.failed)
    if ledger.inputs != check.counts.total():
        raise NotDeterministic(
            f"{_name(property)}: the runs stand for {ledger.inputs:,} inputs, but there are {check.counts.total():,}; "
            "check properties that depend on their input alone"
        )
    return Exhausted(_name(property), max_size, ledger.runs, ledger.inputs, time.monotonic() - started)


def _checked_size(max_size: int) -> int:
    if not isinstance(max_size, int) or max_size < 0:
        raise ValueError(f"check_all: max_size={max_size!r}; expected a whole number, 0 or more")
    return max_size


def _name(property: Property) -> str:
    return name_of(property) if hasattr(property, "__qualname__") else repr(property)


def _work_off(
    check: Check, ledger: Ledger, executor: Executor | None, bar: AbstractContextManager[Callable[[Ledger], None]]
) -> None:
    """Do what is left, first here, then by the executor."""
    with bar as show:
        show(ledger)
        end = time.monotonic() + ALONE
        while (
            ledger.left and ledger.failed is None and (executor is None or not ledger.runs) and time.monotonic() < end
        ):
            ledger.put(check.unit(ledger.take(), end - time.monotonic()))
            show(ledger)
        if ledger.left and ledger.failed is None:
            with _executor(check, executor) as (submit, workers):
                _hand_out(ledger, submit, workers, show)


def _hand_out(
    ledger: Ledger, submit: Callable[[Prefix], Future[Finished]], workers: int, show: Callable[[Ledger], None]
) -> None:
    """Keep the executor busy until nothing is left, or a unit failed."""
    running: set[Future[Finished]] = set()
    while (ledger.left or running) and ledger.failed is None:
        while ledger.left and len(running) < 2 * workers:
            running.add(submit(ledger.take()))
        finished, running = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            ledger.put(future.result())
        show(ledger)
    for future in running:
        future.cancel()


@contextmanager
def _executor(check: Check, given: Executor | None) -> Iterator[tuple[Callable[[Prefix], Future[Finished]], int]]:
    """A way to have units done, and how many at a time."""
    payload = _pickled(check)
    if given is not None:
        if payload is None:
            raise TypeError(
                f"check_all: {_name(check.property)} cannot be pickled, so no executor can have it; "
                "pass a function of a module, or no executor"
            )
        yield (
            functools.partial(given.submit, _unit, payload, seconds=UNIT),
            getattr(given, "_max_workers", 0) or _cores(),
        )
    elif payload is None or b"__main__" in payload or _cores() == 1:
        yield functools.partial(_here, check), 1
    else:
        # Not forked: the progress bar is a thread, and a fork of a process with threads may hang.
        with ProcessPoolExecutor(_cores(), mp_context=get_context("spawn")) as pool:
            yield functools.partial(pool.submit, _unit, payload, seconds=UNIT), _cores()


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


def _unit(payload: bytes, prefix: Prefix, seconds: float) -> Finished:
    """A unit of work in another process."""
    return _unpickled(payload).unit(prefix, seconds)


@functools.lru_cache(maxsize=4)
def _unpickled(payload: bytes) -> Check:
    return Check(*pickle.loads(payload))


def _bar(check: Check, progress: bool | None) -> AbstractContextManager[Callable[[Ledger], None]]:
    if not (sys.stderr.isatty() if progress is None else progress):
        return nullcontext(lambda ledger: None)
    return _shown(check)


@contextmanager
def _shown(check: Check) -> Iterator[Callable[[Ledger], None]]:
    """A bar of the full inputs that are accounted for."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[runs]:,} partial inputs for"),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(_name(check.property), total=check.counts.total(), runs=0)
        yield lambda ledger: bars.update(task, completed=ledger.inputs, runs=ledger.runs)


def _failure(check: Check, failed: Prefix) -> PropertyFailed:
    given = check.smallest_failure(failed)
    partial = given.shown()
    full = given.completed().shown()
    error = verdict(check.property, full)[1]
    shown = demand_from(partial).pretty()
    message = f"{_name(check.property)} does not hold for {shown}"
    message += ", whatever stands for _" if "_" in shown else ""
    message += f"\n{type(error).__name__}: {error}" if error is not None else ""
    failure = PropertyFailed(message, partial)
    failure.__cause__ = error
    return failure
