"""Search by Hypothesis: it draws arguments and contexts, and stops at the first call that a judge accepts."""

from __future__ import annotations

from itertools import islice
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import DeadlineExceeded, FailedHealthCheck, Flaky, Unsatisfiable
from hypothesis.reporting import with_reporter

from strictcheck.demands.marking import compared
from strictcheck.errors import NotCertified, NothingChecked
from strictcheck.kinds.table import kind_of
from strictcheck.messages import shown
from strictcheck.observation.certificates import OFF, REPEATED
from strictcheck.specs.cases import CallCase
from strictcheck.specs.oracle import Judge
from strictcheck.specs.shrink import UNSEARCHED, FoundCall, judge_case

# These health checks are about the author of a test function; here they would be about the checked function.
TOLERATED = (HealthCheck.too_slow, HealthCheck.data_too_large)

# Most layers of arguments that Hypothesis can shrink without taking minutes before the first call.
BIG = 300


class _Stop(Exception):
    """Raised at a call that is found, for Hypothesis to shrink."""


class _Halt(BaseException):
    """Raised at a call that is found and need not be shrunk; Hypothesis lets it pass at once."""


def search_calls(
    cases: st.SearchStrategy[CallCase], judge: Judge, told: settings | None, *, shrink: bool
) -> FoundCall | None:
    """Return the first case that the judge accepts, or the simplest like it if Hypothesis is to `shrink` it, or None.

    A case that is too big to be shrunk is returned only if no other is found; it is cut down to its demand later.
    Raises the exceptions of the function and the judge, on arguments that are shrunk in any case; and `NotCertified` if
    the second of two calls with the same arguments in the same context goes another way.
    """
    calls = _Calls(judge, shrink)

    def call(case: CallCase) -> None:
        calls.make(case)

    try:
        # Hypothesis's report of an error is in the notes of the error; those of _Stop are left out.
        with with_reporter(lambda text: calls.reports.append(str(text))):
            _settings(told)(given(cases)(call))()
    except (_Stop, _Halt):
        pass
    except Flaky as error:
        raise _not_deterministic(calls.found or calls.big) from error
    except (DeadlineExceeded, FailedHealthCheck, Unsatisfiable) as error:
        error.add_note(f"the search is not done: {calls.number} calls were made until then, and none was found")
        raise
    simplest = calls.simplest()
    if simplest is not None:
        simplest.case.policy.replay(simplest.observation)
        _check_deterministic(simplest, judge)
    return simplest


class _Calls:
    """Calls of a search: those that the judge accepts are `found`, or `big` if they are too big to be shrunk."""

    def __init__(self, judge: Judge, shrink: bool) -> None:
        self.judge = judge
        self.shrink = shrink
        self.number = 0
        self.vacuous: str | None = "the strategies gave no arguments that could be used"  # None once a call could fail
        self.big: list[FoundCall] = []
        self.found: list[FoundCall] = []
        self.reports: list[str] = []  # of Hypothesis

    def make(self, case: CallCase) -> None:
        """Make a call; raise if it is the one to be found."""
        observation = case.observe()
        self.number += 1
        if self.number & (self.number - 1) == 0:  # a power of two: the first calls, and then ever fewer
            case.policy.replay(observation)
        seen = judge_case(case, self.judge, observation)
        if self.vacuous is not None:
            self.vacuous = self.judge.idle(case, observation)
        if seen is not None and self.shrink and _is_big(case):
            self.big.append(seen)
        elif seen is not None:
            self.found.append(seen)
            raise _Stop if self.shrink else _Halt

    def simplest(self) -> FoundCall | None:
        """Return the simplest call that was found, None if there is none, or raise if that is no verdict."""
        if self.found:
            gave_up = any("five minutes" in report for report in self.reports)
            return self.found[-1]._replace(unsearched=UNSEARCHED.format("had taken five minutes") if gave_up else "")
        if self.big:
            return self.big[-1]._replace(unsearched=UNSEARCHED.format("met arguments too big for Hypothesis to shrink"))
        if self.vacuous is not None:
            raise NothingChecked(f"{self.judge.name} has checked nothing in {self.number} calls: {self.vacuous}")
        return None


def _is_big(case: CallCase) -> bool:
    """True if the arguments have more than `BIG` layers, as far as they are there; nothing is forced."""
    seen, todo = 0, list(case.arguments().values.values())
    while todo and seen <= BIG:
        value = todo.pop()
        seen += 1
        kind = kind_of(type(value))
        todo.extend(part for _, part in islice(kind.held(value), BIG))
    return seen > BIG


def _settings(told: settings | None) -> settings:
    """Return the given settings, or the usual ones, without phases that have no effect here."""
    if not isinstance(told, settings | None):
        raise TypeError(f"settings={shown(told)} are not Hypothesis's; pass hypothesis.settings(max_examples=1000)")
    usual = told or settings(deadline=None, database=None)
    if Phase.generate not in usual.phases:
        raise TypeError(f"settings={shown(usual)} search nothing; put hypothesis.Phase.generate among their phases")
    return settings(
        usual,
        phases=[phase for phase in usual.phases if phase not in (Phase.explain, Phase.target)],
        suppress_health_check={*usual.suppress_health_check, *TOLERATED},
        report_multiple_bugs=False,
    )


def _check_deterministic(found: FoundCall, judge: Judge) -> None:
    try:
        again = judge_case(found.case, judge)
    except Exception as error:
        raise _not_deterministic([found], error) from error
    if again is None or not again.is_like(found):
        raise _not_deterministic([found], again)


def _not_deterministic(found: list[FoundCall], again: Any = None) -> NotCertified:
    """Make the error that says what went differently, as far as is known."""
    call = f"the call {found[-1].case!r}" if found else "a call"
    then = ""
    for name, demand in found[-1].observation.demands.items() if isinstance(again, FoundCall) else ():
        if again.observation.demands[name] != demand:
            second = again.observation.demands[name]
            then = "\n".join(["", *compared((f"{name}, first", demand), ("then", second), None)])
    if isinstance(again, Exception):
        then = f"\n  the second time it raised {again!r}"
    return NotCertified(
        f"{call} did not do the same twice{then}\n"
        f"What it does must depend on its arguments and the context alone: {REPEATED}; {OFF}"
    )
