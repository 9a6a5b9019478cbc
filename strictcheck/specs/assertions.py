"""Assertions that compare the demands of two functions on the same arguments."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from strictcheck.demands.marking import asked_of, expression
from strictcheck.errors import DemandMismatch, NothingChecked
from strictcheck.kinds.table import is_declared, kind_of
from strictcheck.observation.call_arguments import name_of
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import Context, whnf
from strictcheck.specs.cases import observe_certified
from strictcheck.specs.differences import Side, describe
from strictcheck.specs.vacuous import (
    all_read,
    opaque_advice,
    opaque_parts,
    refuse_no_arguments,
    refuse_same,
    refuse_unasked,
)
from strictcheck.unused import conclude


def assert_same_demand(
    first: Callable[..., Any],
    second: Callable[..., Any],
    /,
    *args: Any,
    context: Context | None = None,
    certify: bool | None = None,
    **kwargs: Any,
) -> None:
    """Raise `DemandMismatch` unless both functions look at the same parts of each argument.

    Each is observed on the arguments by itself, with an iterator of its own where there is one among them; the
    values they return are not compared. The message names the first path that differs and the line that forced it, and
    shows both demands. Coroutine functions are awaited, in an event loop of their own.

    `context` is applied to both results, as for `observe`. Raises `NothingChecked` if a lazy result was never used, for
    that may look at more later; `context=whnf` says that the calls alone are meant. It is raised, too, if nothing could
    differ: neither looked at anything; both looked at arguments without parts, such as an empty list or a string; both
    looked at an opaque part, such as an array, for what they read in it cannot be seen; or it is one function, given
    twice. In a test under pytest, one call among several of this line may be of an empty list: it is the test that
    fails if nothing could differ in any.

    Each function is called three times: observed, plainly on copies of the arguments, and on the partial value of its
    demand; where these differ, some times more, and `NotCertified` says how to mend it. `certify=False`, or pytest's
    `--demand-no-certify`, makes the one call only, for functions with side effects.

    >>> assert_same_demand(any, lambda xs: bool([x for x in xs if x]), [0, 1, 2])
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: <lambda> also looks at xs[2], at ...
      - any       [0, 1, _]
                         ^
      + <lambda>  [0, 1, 2]
                         ^
      if it may, assert_no_more_demand(any, <lambda>, ...) lets <lambda> look at more
    """
    __tracebackhide__ = True
    calls = _observe_both("assert_same_demand", (first, second), args, kwargs, context, certify)
    for one, other in _sides(first, second, *calls):
        if one.demand != other.demand:
            lines = [*describe(one, other), *asked_lines(calls[0]), _advise(one, other)]
            raise DemandMismatch("\n".join(lines), sides=((one.name, one.demand), (other.name, other.demand)))
        _refuse_opaque(one, other)
    refuse_unasked("assert_same_demand", context, *calls)
    conclude("assert_same_demand", _without_parts(calls[0]))


def assert_no_more_demand(
    first: Callable[..., Any],
    second: Callable[..., Any],
    /,
    *args: Any,
    context: Context | None = None,
    certify: bool | None = None,
    **kwargs: Any,
) -> None:
    """Raise `DemandMismatch` if `first` looks at anything that `second` does not look at.

    Otherwise as `assert_same_demand`; each function is called as often, too.

    >>> assert_no_more_demand(any, all, [1, 1, 0, 1])
    """
    __tracebackhide__ = True
    calls = _observe_both("assert_no_more_demand", (first, second), args, kwargs, context, certify)
    for one, other in _sides(first, second, *calls):
        if different := describe(other, one, "<="):
            lines = [*different, *asked_lines(calls[0])]
            advice = "compare it with a function that looks there too"
            if other.demand <= one.demand:
                advice += f"; if {other.name} is to look at no more, pass {other.name} first"
            raise DemandMismatch("\n".join([*lines, f"  if it may, {advice}"]))
        _refuse_opaque(one, other)
    whole, names = all_read(calls[1]), names_apart(first, second)
    reason = f"{whole} by {names[1]}, so {names[0]} could look at no more; {LEAVE_SOME}" if whole else None
    refuse_unasked("assert_no_more_demand", context, calls[0])
    conclude("assert_no_more_demand", reason)


LEAVE_SOME = (
    "pass arguments of which a part is left, or context=take(1) if the result is lazy; to say that all is looked at, "
    "assert observe(f, x).demand == Demand.full(x)"
)


def _observe_both(
    assertion: str,
    functions: tuple[Callable[..., Any], Callable[..., Any]],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    context: Context | None,
    certify: bool | None,
) -> tuple[Observation[Any], Observation[Any]]:
    """Observe both functions, each on arguments of its own."""
    first, second = functions
    refuse_same(assertion, first, second)
    one, other = observe_certified(functions, args, kwargs, context or whnf, certify)
    if len(one.demands) != len(other.demands):
        raise DemandMismatch(
            f"{name_of(first)} takes {len(one.demands)} arguments here ({', '.join(one.demands)}), "
            f"{name_of(second)} takes {len(other.demands)} ({', '.join(other.demands)}); "
            "compare functions that take the same arguments"
        )
    refuse_no_arguments(assertion, one)
    return one, other


def _sides(
    first: Callable[..., Any], second: Callable[..., Any], one: Observation[Any], other: Observation[Any]
) -> list[tuple[Side, Side]]:
    """Return the two sides of each argument, by position: in the other function it may have another name."""
    names = names_apart(first, second)
    pairs = zip(one.demands.items(), other.demands.items(), strict=True)
    return [(Side(names[0], d, one, a), Side(names[1], e, other, b)) for (a, d), (b, e) in pairs]


def _refuse_opaque(one: Side, other: Side) -> None:
    """Raise `NothingChecked` if both looked at an opaque part, for it may be at different places within.

    Of a class that was declared opaque the user has said that a look reveals all.
    """
    for path, cls in opaque_parts(one.demand):
        if is_declared(cls):
            continue
        part = expression(one.argument, one.demand, path)
        raise NothingChecked(
            f"{one.name} and {other.name} both looked at {part}, and what they read inside "
            f"a {cls.__name__} cannot be seen\n  {opaque_advice(cls)}"
        )


def _without_parts(observation: Observation[Any]) -> str | None:
    """Return that the arguments have no part that a call could leave, if so: they are empty, strings or sets."""
    whole = all_read(observation)
    values = observation._arguments.values.values()
    if whole and all(isinstance(one, Collection) and (kind_of(type(one)).is_leaf or not len(one)) for one in values):
        return f"{whole} by both; {LEAVE_SOME}"
    return None


def asked_lines(observation: Observation[Any]) -> list[str]:
    """Return the line that says how the result was used; none if the user did not pass a context that uses it."""
    asked = observation.result_demand
    return [] if observation._call.context is whnf or not asked else [f"  asked: {asked_of(asked)}"]


def _advise(one: Side, other: Side) -> str:
    is_less, is_more = one.demand <= other.demand, other.demand <= one.demand
    if not (is_less or is_more):
        return "  if both may, keep what each looks at by itself: assert observe(f, x).demand == golden_demand"
    more, less = (other.name, one.name) if is_less else (one.name, other.name)
    return f"  if it may, assert_no_more_demand({less}, {more}, ...) lets {more} look at more"


def names_apart(first: Callable[..., Any], second: Callable[..., Any]) -> tuple[str, str]:
    """Return the names of two functions; if the names are equal, with the places at which the functions begin.

    >>> names_apart(any, all), names_apart(any, any)
    (('any', 'all'), ('any', 'any'))
    """
    names = name_of(first), name_of(second)
    codes: list[Any] = [getattr(function, "__code__", None) for function in (first, second)]
    if names[0] != names[1] or None in codes or codes[0] is codes[1]:
        return names
    places = [(Path(code.co_filename).name, code.co_firstlineno) for code in codes]
    if places[0] == places[1]:
        return f"the first {names[0]}", f"the second {names[1]}"
    if places[0][0] == places[1][0]:
        return f"{names[0]} (line {places[0][1]})", f"{names[1]} (line {places[1][1]})"
    return f"{names[0]} ({places[0][0]}:{places[0][1]})", f"{names[1]} ({places[1][0]}:{places[1][1]})"
