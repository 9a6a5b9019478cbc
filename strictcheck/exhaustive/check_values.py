"""`check_all`: a property on every value of a type up to a size, by running it on partial values.

The idea is that of Lazy SmallCheck (Runciman, Naylor and Lindblad, *SmallCheck and Lazy SmallCheck: automatic
exhaustive testing for small values*, Haskell Symposium 2008): what a run does not look at cannot matter to it, so one
run stands for all that could be put there. New here is that elements of an order stay symbolic.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from strictcheck.command_line import keep_results, showing_progress
from strictcheck.demands import Demand
from strictcheck.errors import DemandMismatch, NotCertified, NothingChecked
from strictcheck.exhaustive.counting import Counts
from strictcheck.exhaustive.domains import Domain
from strictcheck.exhaustive.inferring import domain_of
from strictcheck.exhaustive.property_runs import Check, Finished, Ledger, Property, verdict
from strictcheck.messages import folded
from strictcheck.observation.call_arguments import may_certify, name_of
from strictcheck.processes import forked_pool
from strictcheck.trail import Prefix
from strictcheck.unused import conclude

# Seconds that a check runs in this process before others are started.
ALONE = 1.0
# Seconds of a unit: long enough to make handing out cheap, short enough that stopping a check loses little.
UNIT = 2.0
# Version of files to resume from; raise it when choices change their order or meaning.
FORMAT = 1

Submit: TypeAlias = Callable[[Prefix], "Future[Finished]"]


@dataclass(frozen=True)
class Exhausted:
    """Verdict of `check_all`: the property holds for all `full_inputs`, shown by running `partial_inputs`."""

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
    resume: str | Path | None = None,
    certify: bool | None = None,
) -> Exhausted:
    """Check that `property` holds for every value of a type up to a size. Returns the counts, as `Exhausted`.

    A property is a function of one value; it holds if it returns None or something true. It is run on partial values,
    whose parts are decided when it looks at them, so that a run stands for all values of the parts where it did not
    look. Elements of an ordered type (`int`, `float`) have an order and no value: when two are compared, the first is
    less, equal or greater, as far as that is still open. `None`, `True` and other values that no thunk can represent
    are decided a little early: when they are fetched, or when the object is looked at whose field they may be.

    `of` is an annotation, such as `list[int]`, or a `Domain`; by default the annotation of the property's parameter.
    The size of a value is the number of its objects with fields and of its elements in lists, if its domain does not
    say otherwise. Work left after a second is done in forks of this process. `resume` names a file in which finished
    work is kept, and found again. If standard error is a terminal, a bar shows how much is done.

    After the first, second, fourth, eighth... run, and before it is said not to hold, the property is run five times
    more: again, and on a full value observed, plainly twice, and on the partial value of the demand. `certify=False`
    leaves that out.

    Raises `DemandMismatch` with the smallest partial value for which the property does not hold; `NothingChecked` if
    there is but one value up to this size, and more above; if it looks at nothing in which inputs differ, or returns a
    generator, a function or a coroutine; `NotCertified` if one of these runs differs, or if it depends on more than its
    input, `SpecError` if it asks an element for more than its order, and for a type whose values are unknown.

    >>> check_all(lambda xs: all(xs) == (False not in xs), list[bool], 5)
    Exhausted(...partial_inputs=..., full_inputs=63, ...)
    >>> check_all(lambda xs: list(xs) == sorted(xs), list[int], 3)
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: <lambda> does not hold for [1, 0]
    """
    if not callable(property):
        raise TypeError(f"check_all: property={property!r} is not callable; pass a function of one value")
    domain = domain_of(of, property)
    check = Check(property, domain, _check_size(max_size, domain), may_certify(certify))
    started, ledger = time.monotonic(), Ledger()
    name = name_of(property) if hasattr(property, "__qualname__") else repr(property)  # apart from other partials
    identity = {"format": FORMAT, "property": name, "of": check.domain.name, "max_size": max_size}
    kept = keep_results(ledger, resume, identity, "check_all: resume=")
    with kept as keep, showing_progress("checking") as show:
        _work_off(check, ledger, partial(_note, check, ledger, keep, show))
    if ledger.failed is not None:
        raise _failure(check, ledger.failed)
    _check_runs(check, ledger)
    return Exhausted(name_of(property), max_size, ledger.runs, ledger.inputs, time.monotonic() - started)


def _note(check: Check, ledger: Ledger, keep: Callable[[], None], show: Callable[..., None]) -> None:
    """Keep what is done, and show how much that is."""
    keep()
    show(f"{ledger.runs:,} runs for {ledger.inputs:,} inputs", check.counts.total(), ledger.inputs)


def _check_runs(check: Check, ledger: Ledger) -> None:
    if ledger.inputs != check.counts.total():
        raise NotCertified(
            f"{name_of(check.property)}: the runs stand for {ledger.inputs:,} inputs, but there are "
            f"{check.counts.total():,}; check properties that depend on their input alone, and resume what the same "
            "code has begun"
        )
    if ledger.runs == 1 < ledger.inputs:
        raise NothingChecked(
            f"{name_of(check.property)} has looked at nothing in which the {ledger.inputs:,} inputs differ, so nothing "
            "was checked; if it calls a function whose result is lazy, let it use that, list(f(x)); to say that "
            "nothing is looked at, there is assert_lazy"
        )
    is_alone = ledger.inputs == 1 < Counts(check.domain, check.max_size + 1).total()
    told = f"there is one {check.domain.name} up to size {check.max_size}; pass a larger max_size"
    conclude("check_all", told if is_alone else None)


def _check_size(max_size: int, domain: Domain) -> int:
    if not isinstance(max_size, int) or max_size < domain.least:
        raise ValueError(
            f"check_all: max_size={max_size!r}; expected a whole number, {domain.least} or more, "
            f"which is the size of the smallest {domain.name}"
        )
    return max_size


def _work_off(check: Check, ledger: Ledger, note: Callable[[], None]) -> None:
    """Do the remaining work, first here, for most checks are done at once; then in forks."""
    note()
    end = time.monotonic() + ALONE
    while _is_open(ledger) and (left := end - time.monotonic()) > 0:
        ledger.put(check.unit(ledger.take(), min(left, UNIT)))
        note()
    if _is_open(ledger):
        count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        with forked_pool(partial(check.unit, seconds=UNIT), count) as submit:
            _hand_out(ledger, submit, count, note)


def _is_open(ledger: Ledger) -> bool:
    return bool(ledger.left) and ledger.failed is None


def _hand_out(ledger: Ledger, submit: Submit, count: int, note: Callable[[], None]) -> None:
    """Keep the workers busy until nothing is left, or a unit failed."""
    running: set[Future[Finished]] = set()
    try:
        while _is_open(ledger) or (running and ledger.failed is None):
            while ledger.left and len(running) < 2 * count:
                running.add(submit(ledger.take()))
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                ledger.put(future.result())
            note()
    finally:
        for future in running:
            future.cancel()


def _failure(check: Check, failed: Prefix) -> DemandMismatch:
    given = check.smallest_failure(failed)
    smallest, has_holes = given.partial_value(), given.decided < len(given.spots)
    error = verdict(check.property, given.complete().partial_value())[1]
    message = f"{name_of(check.property)} does not hold for {Demand.of_partial(smallest).pretty()}"
    message = folded(message + ", whatever stands for _" * has_holes)
    message += f"\n{type(error).__name__}: {error}" if error is not None else ""
    failure = DemandMismatch(message, counterexample=smallest)
    failure.__cause__ = error
    return failure
