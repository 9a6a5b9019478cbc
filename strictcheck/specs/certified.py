"""Certified observations for assertions and checkers: each call is compared with the plain one.

If thunks change what a function does, all calls of one check are observed again with numbers as atoms, both sides
and all examples alike. If that does not mend it, the verdict is "cannot tell".
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

from strictcheck.errors import NotCertified, StrictCheckError, Unevaluated, is_interruption
from strictcheck.observation.async_calls import one_loop
from strictcheck.observation.call_arguments import NUMBERS, STRINGS, Options, may_certify
from strictcheck.observation.certificates import DEPENDS, OFF, REPEATED, Certifier
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.one_call import Call
from strictcheck.observation.open_records import without_budgets
from strictcheck.observation.outcomes import Touch, refuse_touched
from strictcheck.observation.result_contexts import Context

T = TypeVar("T")
Catch = type[BaseException] | tuple[type[BaseException], ...]
Given = tuple[tuple[Any, ...], dict[str, Any]]  # positional and keyword arguments

NO_ATOMS = (
    "; write isinstance(x, C) for type(x) is C. Code in C, such as json.dumps(x), reads all of what it is given: to "
    "see what the rest of the function reads, give it a copy, json.dumps(copy.deepcopy(x)). Or leave it as it is: "
    "observe(f, x, atoms={}).demand shows all but what is read inside these"
)
LEFT_RUNNING = (
    "cannot tell: the call has left {} running, and what it looks at later is not observed; wait for it before "
    "the call is over, or, if the call alone is meant, which may look at nothing, pass certify=False"
)
PATIENCE = 1.0  # seconds to wait for threads that a replay has started
MOMENT = 0.002
LEVELS = (STRINGS, (*STRINGS, *NUMBERS))


class Disagreement(BaseException):
    """Raised when an observed call differs from the plain call, so that the check is void. Hypothesis lets it pass."""

    def __init__(self, certifier: Certifier) -> None:
        self.certifier = certifier


class Void(BaseException):
    """Raised when a certificate fails and no other atoms mend it; `error` has the reason. Hypothesis lets it pass."""

    def __init__(self, error: StrictCheckError) -> None:
        self.error = error


class Enough(BaseException):
    """Raised in a call that has broken its rule and goes on, perhaps without end. No `except Exception` swallows it."""


@dataclass(frozen=True)
class CallPolicy:
    """Options of all calls of one check: the atoms, and if each call is compared with the plain one."""

    atoms: tuple[type, ...] = STRINGS
    certify: bool = False
    fetches: bool = False  # count each fetch, with its place
    background: Background = field(default_factory=lambda: Background(), compare=False)

    def without_certificates(self) -> CallPolicy:
        """Return these options with one call each: for partial values, which no plain call can be given."""
        return replace(self, certify=False)

    def observe(
        self, function: Any, given: Given, context: Context, *, catch: Catch = (), where: bool = False
    ) -> Observation[Any]:
        """Observe a call, and compare it with the plain call. Raises the exception of the call if not in `catch`."""
        if not self.certify:
            return self._call(function, context, where, catch).make(*given)
        observation = self._call(function, context, where, BaseException).make(*given)
        error = observation.error
        is_outcome = not isinstance(error, StrictCheckError) and not is_interruption(error)
        if is_outcome and observation._is_repeatable():
            certifier = Certifier(observation)
            if certifier.difference is not None:
                raise Disagreement(certifier)
            observation._verified = True
        if error is not None and (not isinstance(error, catch) or is_interruption(error)):
            vars(error)["observation"] = observation
            raise error
        return observation

    def _call(self, function: Callable[..., Any], context: Context, where: bool, catch: Catch) -> Call:
        options = Options.of(self.atoms, where=where or self.fetches, watch=(), count=self.fetches)
        return Call(function, context, options, catch)

    def replay(self, observation: Observation[Any]) -> None:
        """Replay the call on the partial value of its demand, if certificates are asked for, and compare."""
        if not self.certify or not observation._is_repeatable():
            return
        try:
            with without_budgets():
                self.background.replay(observation)
        except NotCertified as error:
            try:
                Certifier(observation).check_deterministic()  # two calls that differ say more than a failed replay
            except NotCertified as differing:
                raise Void(differing) from differing
            if error.certificate != "replay":
                raise Void(error) from error
            raise Void(NotCertified(f"{error}\n{DEPENDS}: {REPEATED}; {OFF}", "replay")) from error


class Background:
    """Threads that the replays of a check have started, and the holes that anything touches until the check ends."""

    def __init__(self) -> None:
        self._touched: list[tuple[Observation[Any], list[Touch]]] = []
        self._threads: set[threading.Thread] = set()
        self._at_work_before = set(_workers(at_work=True))

    def replay(self, observation: Observation[Any]) -> None:
        """Replay a call."""
        before = set(threading.enumerate())
        again = observation.replay()
        self._threads.update(set(threading.enumerate()) - before)
        touched: Any = again._touched
        del again  # and in this thread what a result that is not used to its end, such as a generator, does to end
        touched[:] = [one for one in touched if one.thread != threading.get_ident()]
        self._touched.append((observation, touched))

    def refuse(self, left: str | None) -> None:
        """Raise `NotCertified` if the calls have `left` something running, or if anything has looked at more."""
        end = time.monotonic() + PATIENCE
        if any(_workers(at_work=False)):  # they may be about to take up work
            time.sleep(MOMENT)
        while (running := self._running()) and time.monotonic() < end:
            time.sleep(MOMENT)
        for observation, touched in self._touched if left is None else ():
            refuse_touched(observation, touched)
        if left or running:
            raise NotCertified(LEFT_RUNNING.format(left or f"the thread {running[0].name}"), "complete")

    def _running(self) -> list[threading.Thread]:
        """List the threads that the replays have started, or given work, and that have not ended it."""
        started = {thread for thread in self._threads if thread.is_alive()} - set(_workers(at_work=False))
        return list(started | (set(_workers(at_work=True)) - self._at_work_before) if self._touched else started)


def _workers(*, at_work: bool) -> Iterator[threading.Thread]:
    """Yield the threads of pools that are at work, or those that wait for it."""
    frames = sys._current_frames() if threading.active_count() > 1 else {}
    for thread in threading.enumerate() if frames else ():
        inner = outer = frames.get(thread.ident or 0)
        while outer is not None and not _is_of_pool(outer):
            outer = outer.f_back
        if outer is not None and at_work == (not _is_of_pool(inner)):
            yield thread


def _is_of_pool(frame: Any) -> bool:
    return bool(frame.f_globals.get("__name__") == "concurrent.futures.thread")


@contextmanager
def _quiet_holes() -> Iterator[None]:
    """Report no exceptions of holes that nobody caught, as in a thread, or at the end of a generator."""
    hooks = (threading, "excepthook"), (sys, "unraisablehook")
    before = [getattr(module, name) for module, name in hooks]
    try:
        for (module, name), report in zip(hooks, before, strict=True):
            setattr(module, name, partial(_report, report))
        yield
    finally:
        for (module, name), report in zip(hooks, before, strict=True):
            setattr(module, name, report)


def _report(report: Callable[[Any], Any], told: Any) -> None:
    if not isinstance(told.exc_value, Unevaluated):
        report(told)


ONE_CALL = CallPolicy()


def retry_with_atoms(certify: bool | None, check: Callable[[CallPolicy], T], fetches: bool = False) -> T:
    """Return the result of `check`, run with strings as atoms, and again with numbers too if observed calls differ.

    With `fetches`, these are counted in each observation. Raises `NotCertified` if other atoms do not help, for a
    function that differs from itself, and for one that looks later, or leaves a task or a thread that may.
    """
    certify = may_certify(certify)
    with _quiet_holes():
        with one_loop() as loop:
            policy, result = _check_at_levels(CallPolicy(certify=certify, fetches=fetches), check)
        if certify:
            policy.background.refuse(loop.left)
    return result


def _check_at_levels(policy: CallPolicy, check: Callable[[CallPolicy], T]) -> tuple[CallPolicy, T]:
    """Return the result of `check`, and the policy with which the calls agreed."""
    for level, atoms in enumerate(LEVELS, 1):
        policy = replace(policy, atoms=atoms, background=Background())
        try:
            return policy, check(policy)
        except Disagreement as found:
            certifier = found.certifier
        except Void as found:
            raise found.error from None
        # Here, for a traceback of what is raised above shows the `Disagreement`, too.
        certifier.check_deterministic()
        if level == len(LEVELS) or not certifier.again(LEVELS[level])[1]:
            _refuse(certifier)
    raise AssertionError("the last level returns or raises")


def certify_observation(observation: Observation[Any], certify: bool | None = None) -> None:
    """Verify and replay an observation that was made before; raise `NotCertified` if it differs from either call."""
    error = observation.error
    if not may_certify(certify) or isinstance(error, StrictCheckError) or is_interruption(error):
        return
    if observation._is_repeatable():
        observation.verify()
        policy = CallPolicy(certify=True)
        with _quiet_holes():
            try:
                policy.replay(observation)
            except Void as found:
                raise found.error from None
            policy.background.refuse(None)


def _refuse(certifier: Certifier) -> None:
    try:
        certifier.check()
    except NotCertified as error:
        told, found, advice = str(error).rpartition("; pass atoms=")
        advice = NO_ATOMS.format(advice.partition(" to have ")[0]) if found else advice
        raise NotCertified(f"cannot tell: {told}{advice}", error.certificate) from None
