"""Hypothesis looks for a call: it draws arguments and contexts, and stops at the first that a judge looks for."""

from __future__ import annotations

from itertools import count, islice
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from hypothesis.reporting import with_reporter

from strictcheck.errors import DemandMismatch, NotDeterministic
from strictcheck.kinds.named import Kind
from strictcheck.kinds.table import shape_of, take_apart
from strictcheck.messages import shown
from strictcheck.specs.cases import Case
from strictcheck.specs.oracle import Judge
from strictcheck.specs.shrink import Found, judged
from strictcheck.specs.vacuous import is_vacuous

__all__ = ["search"]

# What slows down a test function tells of whoever wrote it; here it tells of the function that is checked.
TOLERATED = (HealthCheck.too_slow, HealthCheck.data_too_large)

# Layers of the arguments. To shrink more than that takes Hypothesis minutes, without a single call.
BIG = 300


class _Stop(Exception):
    """What Hypothesis sees of a call that is looked for, and shrinks."""


class _Halt(BaseException):
    """The same, where nothing is to be shrunk: it passes through Hypothesis at once."""


def search(cases: st.SearchStrategy[Case], judge: Judge, told: settings | None, *, shrink: bool) -> Found | None:
    """The first case that is looked for, or the simplest like it if Hypothesis is to `shrink` it, or None.

    What is too big to be shrunk is returned only if nothing else is found; all of it but its demand is cut away later.

    Raises what the function or the judge raise, on arguments that are shrunk in any case; and `NotDeterministic` where
    the second of two calls with the same arguments in the same context goes another way.
    """
    shows: list[bool] = []  # filled by the first call that shows anything
    big: list[Found] = []
    found: list[Found] = []

    calls = count(1)

    def trial(case: Case) -> None:
        observation = case.observed()
        number = next(calls)
        if not shows and not is_vacuous(observation):
            shows.append(True)
        if number & (number - 1) == 0:  # a power of two: the first calls, and then ever fewer
            case.believing.replay(observation)
        seen = judged(case, judge, observation)
        if seen is not None and shrink and _is_big(case):
            big.append(seen)
        elif seen is not None:
            found.append(seen)
            raise _Stop if shrink else _Halt

    try:
        # What Hypothesis has to say of an error is in its notes; of what is no error for it, it would say too much.
        with with_reporter(lambda text: None):
            _settings(told)(given(cases)(trial))()
    except (_Stop, _Halt):
        pass
    except Flaky as error:
        raise _not_deterministic(found or big) from error
    if not (found or big):
        _check_shown(next(calls) - 1, bool(shows), judge)
        return None
    simplest = (found or big)[-1]
    simplest.case.believing.replay(simplest.observation)
    _check_deterministic(simplest, judge)
    return simplest


def _check_shown(calls: int, shows: bool, judge: Judge) -> None:
    """Raise if an assertion has passed because no call was made, or because no call has shown anything."""
    if not judge.asserts or shows:
        return
    if calls == 0:
        raise DemandMismatch("no call was made: the strategies gave no arguments that could be used")
    raise DemandMismatch(
        f"none of {calls} calls looked at anything: their results are lazy and were not asked; pass contexts=nf, or "
        "leave contexts out. To say that nothing is looked at, there is assert_lazy"
    )


def _is_big(case: Case) -> bool:
    """Whether the arguments have more than `BIG` layers, as far as lists, dicts and records go: nothing is forced."""
    seen, todo = 0, list(case.arguments().values.values())
    while todo and seen <= BIG:
        value = todo.pop()
        seen += 1
        if issubclass(type(value), dict | list | tuple) or shape_of(type(value)).kind is Kind.FIELDS:
            todo.extend(part for _, part in islice(take_apart(value)[1], BIG))
    return seen > BIG


def _settings(told: settings | None) -> settings:
    """The settings that were told or the usual ones, without what does nothing here."""
    if not isinstance(told, settings | None):
        raise TypeError(f"settings={shown(told)} are not Hypothesis's; pass hypothesis.settings(max_examples=1000)")
    usual = told or settings(deadline=None, database=None)
    return settings(
        usual,
        phases=[phase for phase in usual.phases if phase not in (Phase.explain, Phase.target)],
        suppress_health_check={*usual.suppress_health_check, *TOLERATED},
        report_multiple_bugs=False,
    )


def _check_deterministic(found: Found, judge: Judge) -> None:
    try:
        again = judged(found.case, judge)
    except Exception as error:
        raise _not_deterministic([found], error) from error
    if again is None or not again.is_like(found):
        raise _not_deterministic([found], again)


def _not_deterministic(found: list[Found], again: Any = None) -> NotDeterministic:
    """The error that says what went differently, as far as is known."""
    call = f"the call {found[-1].case!r}" if found else "a call"
    then = ""
    for name, demand in found[-1].observation.demands.items() if isinstance(again, Found) else ():
        if again.observation.demands[name] != demand:
            second = again.observation.demands[name]
            then = f"\n  of {name}, first: {demand.pretty()}\n  then:{'':{len(name) + 2}} {second.pretty()}"
    if isinstance(again, Exception):
        then = f"\n  the second time it raised {again!r}"
    return NotDeterministic(
        f"{call} did not do the same twice{then}\n"
        "What it looks at must depend on its arguments and the context alone: clear what it remembers of earlier "
        "calls, and seed or pass in what is random"
    )
