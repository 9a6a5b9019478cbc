"""Search by Hypothesis: it draws arguments and contexts, and stops at the first call that a judge accepts."""

from __future__ import annotations

from itertools import count, islice
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import DeadlineExceeded, FailedHealthCheck, Flaky, Unsatisfiable
from hypothesis.reporting import with_reporter

from strictcheck.demands.marking import compared
from strictcheck.errors import DemandMismatch, NotCertified
from strictcheck.kinds.table import shape_of
from strictcheck.messages import shown
from strictcheck.observation.certificates import OFF, REPEATED
from strictcheck.specs.cases import CallCase
from strictcheck.specs.oracle import Judge
from strictcheck.specs.shrink import FoundCall, judge_case
from strictcheck.specs.vacuous import vacuity

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
    reasons: list[str | None] = []  # why each of the first calls shows nothing, and None for one that does
    big: list[FoundCall] = []
    found: list[FoundCall] = []

    calls = count(1)

    def trial(case: CallCase) -> None:
        observation = case.observe()
        number = next(calls)
        if None not in reasons[-1:]:
            reasons.append(vacuity(observation))
        if number & (number - 1) == 0:  # a power of two: the first calls, and then ever fewer
            case.policy.replay(observation)
        seen = judge_case(case, judge, observation)
        if seen is not None and shrink and _is_big(case):
            big.append(seen)
        elif seen is not None:
            found.append(seen)
            raise _Stop if shrink else _Halt

    try:
        # Hypothesis's report of an error is in the notes of the error; the reports of _Stop are left out.
        with with_reporter(lambda text: None):
            _settings(told)(given(cases)(trial))()
    except (_Stop, _Halt):
        pass
    except Flaky as error:
        raise _not_deterministic(found or big) from error
    except (DeadlineExceeded, FailedHealthCheck, Unsatisfiable) as error:
        error.add_note(f"the search is not done: {next(calls) - 1} calls were made until then, and none was found")
        raise
    if not (found or big):
        _check_shown(reasons, judge)
        return None
    simplest = (found or big)[-1]
    simplest.case.policy.replay(simplest.observation)
    _check_deterministic(simplest, judge)
    return simplest


def _check_shown(reasons: list[str | None], judge: Judge) -> None:
    """Raise if an assertion has passed only because no call was made, or all calls were vacuous."""
    if not judge.asserts or None in reasons:
        return
    if not reasons:
        raise DemandMismatch("no call was made: the strategies gave no arguments that could be used")
    raise DemandMismatch(f"none of {len(reasons)} calls {reasons[-1]}")


def _is_big(case: CallCase) -> bool:
    """True if the arguments have more than `BIG` layers, as far as they are there; nothing is forced."""
    seen, todo = 0, list(case.arguments().values.values())
    while todo and seen <= BIG:
        value = todo.pop()
        seen += 1
        shape = shape_of(type(value))
        todo.extend(part for _, part in islice(shape.kind.held(shape, value), BIG))
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
