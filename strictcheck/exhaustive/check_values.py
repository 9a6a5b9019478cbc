"""`check_all`: a property on every value of a type up to a size, by running it on partial values.

The idea is that of Lazy SmallCheck (Runciman, Naylor and Lindblad, *SmallCheck and Lazy SmallCheck: automatic
exhaustive testing for small values*, Haskell Symposium 2008): what a run does not look at cannot matter to it, so one
run stands for all that could be put there. New here is that elements of an order stay symbolic.

Work comes in units: a prefix of choices and some time. A unit goes through the runs under its prefix, and returns its
counts and the prefixes that are left when the time is over. So work splits itself, without knowing in advance how much
there is under a prefix; a ledger has what is done and left.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from inspect import isawaitable
from pathlib import Path
from typing import Any, TypeAlias

from strictcheck.command_line import keep_results, showing_progress
from strictcheck.demands import Demand
from strictcheck.errors import DemandMismatch, NotCertified, NothingChecked, SpecError
from strictcheck.exhaustive.counting import Counts
from strictcheck.exhaustive.domains import Domain, domain_of
from strictcheck.exhaustive.partial_inputs import Input
from strictcheck.exhaustive.quick_same_demand import SameDemand, TooLight, light_classes, spot_classes
from strictcheck.kinds.table import kind_of
from strictcheck.observation.call_arguments import may_certify, name_of
from strictcheck.observation.certificates import OFF
from strictcheck.observation.one_call import observe
from strictcheck.processes import forked_pool
from strictcheck.specs.certified import certify_observation
from strictcheck.thunks.proxy import is_thunk
from strictcheck.trail import Prefix, Trail
from strictcheck.unused import conclude

Property = Callable[[Any], Any]


@dataclass
class Finished:
    """Finished unit: the number of `runs`, of full `inputs` they stand for, and the prefixes that are left.

    `failed` has the choices of a run in which the property did not hold; nothing is counted after it.
    """

    prefix: Prefix
    runs: int = 0
    inputs: int = 0
    failed: Prefix | None = None
    rest: list[Prefix] = field(default_factory=list)


class Ledger:
    """Prefixes that are left, those that somebody works on, and sums over finished work."""

    def __init__(self) -> None:
        self.left: dict[Prefix, None] = {(): None}  # a set that keeps its order
        self.taken: frozenset[Prefix] = frozenset()
        self.runs = 0
        self.inputs = 0
        self.failed: Prefix | None = None

    def take(self) -> Prefix:
        """Take a prefix to work on next: the shortest, which has as much under it as any."""
        shortest = min(self.left, key=len)
        self.taken |= {shortest}
        del self.left[shortest]
        return shortest

    def put(self, done: Finished) -> None:
        """Add a finished unit."""
        left, taken = {**self.left, **dict.fromkeys(done.rest)}, self.taken - {done.prefix}
        runs, inputs, failed = self.runs + done.runs, self.inputs + done.inputs, self.failed or done.failed
        # One statement without a call: Ctrl-C leaves a unit counted in all of these, or in none.
        self.left, self.taken, self.runs, self.inputs, self.failed = left, taken, runs, inputs, failed

    def to_json(self) -> dict[str, Any]:
        """Return the sums and the prefixes whose work is not finished, for `json.dumps`."""
        left = list(dict.fromkeys((*self.taken, *self.left)))
        return {"runs": self.runs, "inputs": self.inputs, "failed": self.failed, "left": left}

    def restore(self, data: dict[str, Any]) -> None:
        """Go on from the data of `to_json`."""
        self.left = {tuple(map(int, prefix)): None for prefix in data["left"]}
        self.runs, self.inputs = int(data["runs"]), int(data["inputs"])
        self.failed = None if data["failed"] is None else tuple(map(int, data["failed"]))


class Check:
    """Property with the domain and size that it is checked on. With `certify`, a sample of its runs is certified."""

    def __init__(self, property: Property, domain: Domain, max_size: int, certify: bool = False) -> None:
        self.property = property
        self.domain = domain
        self.max_size = max_size
        self.certify = certify
        self.counts = Counts(domain, max_size)
        self._classes = spot_classes(self.counts)
        self._on_parts: Property | None = None
        if isinstance(property, SameDemand):
            property._note_use()
            light = light_classes(self.counts)
            if light is not None:
                self._classes, self._on_parts = light, property.on_parts

    def runs(self, prefix: Prefix = ()) -> Iterator[tuple[Input, bool]]:
        """Yield all runs under `prefix`: the input after the run, and True if the property held.

        Raises `NotCertified` and `SpecError`; any other exception of the property means that it does not hold.
        """
        trail = Trail(prefix)
        while trail.next_run():
            given = Input(self.counts, self._classes, trail)
            yield given, self._holds(given)

    def unit(self, prefix: Prefix, seconds: float) -> Finished:
        """Go through the runs under `prefix`, at least one, for about `seconds`, or up to the first failure."""
        done = Finished(prefix)
        end = time.monotonic() + seconds
        for given, holds in self.runs(prefix):
            if not holds:
                done.failed = given.trail.prefix
                break
            if self.certify and done.runs & (done.runs + 1) == 0:  # runs 1, 2, 4, 8...
                self.check_certificates(given.trail.prefix, holds=True)
            done.runs += 1
            done.inputs += given.stands_for()
            if time.monotonic() > end:
                done.rest = given.trail.rest()
                break
        return done

    def _holds(self, given: Input) -> bool:
        if self._on_parts is not None:
            with suppress(TooLight):
                if verdict(self._on_parts, given)[0]:
                    return True
        # Thunks decide, for light parts can do less than the values they represent.
        return verdict(self.property, given.value)[0]

    def smallest_failure(self, prefix: Prefix) -> Input:
        """Find the smallest partial input on which the property fails: of the least size, and with the fewest parts.

        `prefix` are the choices of a run that failed; it has to fail again. Tries all sizes from the least up.
        """
        known = self._again(prefix)
        if self.certify:
            self.check_certificates(prefix, holds=False)
        for size in range(self.domain.least, known.size + 1):
            smaller = Check(self.property, self.domain, size)
            failing = [(given.decided, given.trail.prefix) for given, holds in smaller.runs() if not holds]
            if failing:
                return smaller._again(min(failing)[1])
        return known

    def check_certificates(self, prefix: Prefix, *, holds: bool) -> None:
        """Raise `NotCertified` if the property goes another way on the full value of a run, or is changed by thunks."""
        given, again = next(self.runs(prefix))
        full = given.complete().partial_value()
        if not isinstance(self.property, SameDemand):  # which certifies its calls itself
            certify_observation(observe(self.property, full, catch=Exception), certify=True)
        if again != holds or verdict(self.property, full)[0] != holds:
            raise NotCertified(
                f"verify: {name_of(self.property)} {'holds' if holds else 'does not hold'} where parts are decided as "
                f"they are looked at, and goes another way on {full!r}\ncode in C, a test of type(x), or what it "
                f"remembers of earlier calls may be at fault; {OFF}",
                "verify",
            )

    def _again(self, prefix: Prefix) -> Input:
        given, holds = next(self.runs(prefix))
        if holds:
            raise NotCertified(
                f"{self.property!r} failed, and held when it was run again on the same input; "
                "check properties that depend on their input alone"
            )
        return given


def verdict(property: Property, value: Any) -> tuple[bool, BaseException | None]:
    """Return True if the property holds (returns None or something true) for `value`, else False and its exception."""
    try:
        answer = property(value)
        _refuse_unasked(property, answer)
        return answer is None or bool(answer), None
    except (NotCertified, SpecError):
        raise
    except Exception as error:
        return False, error


def _refuse_unasked(property: Property, answer: Any) -> None:
    """Raise `NothingChecked` for an answer that is true whatever comes of it, since nobody has asked for it."""
    if not is_thunk(answer) and (kind_of(type(answer)).is_lazy or callable(answer) or isawaitable(answer)):
        instead = "return True or False, such as all(...) of a generator"
        raise NothingChecked(
            f"{name_of(property)} returned a {type(answer).__name__}, which is true whatever comes of it; "
            f"{'check lambda x: asyncio.run(f(x))' if isawaitable(answer) else instead}"
        )


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
    message += ", whatever stands for _" if has_holes else ""
    message += f"\n{type(error).__name__}: {error}" if error is not None else ""
    failure = DemandMismatch(message, counterexample=smallest)
    failure.__cause__ = error
    return failure
