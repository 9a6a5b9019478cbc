"""Assertions that compare the demands of two functions on the same arguments."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from strictcheck.demands.fitting import is_all
from strictcheck.demands.wording import expression, wrapped
from strictcheck.errors import DemandMismatch, NothingChecked
from strictcheck.kinds.table import is_declared
from strictcheck.messages import opaque_advice, with_article
from strictcheck.observation.call_arguments import name_of, paired, refuse_misplaced
from strictcheck.observation.lazy_results import looks_past
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import Context, whnf
from strictcheck.specs.cases import Inputs, observe_certified
from strictcheck.specs.differences import Side, describe
from strictcheck.specs.rules import asked_lines
from strictcheck.specs.vacuous import (
    all_read,
    none_left,
    opaque_parts,
    parts_with_attributes,
    refuse_same,
    refuse_unasked,
    unasked_of,
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
    shows both demands: `+` marks parts at which only `first` looks, `-` those of `second`. Coroutine functions are
    awaited, in an event loop of their own.

    `context` is applied to both results, as for `observe`: `take(1)` tells a lazy result from an eager one, where `nf`
    asks for all of both. Raises `NothingChecked` if a lazy result was never used, for that may look at more later;
    `context=whnf` says that the calls alone are meant, of which one has to look. It is raised, too, if nothing could
    tell them apart: both looked at nothing, or at all there is; a function has its argument by a name from around it,
    or is bound to an object and gets numbers alone; both looked at an opaque part, such as an array, or a number of a
    class with attributes, for what they read in it cannot be seen; or it is one function, given twice. In a test under
    pytest, one call among several of this line may be of an empty list: it is the test that fails if nothing could
    differ in any. One call shows little where only some arguments tell: `check_spec(first, like(second))` looks for
    them.

    Each function is called three times: observed, plainly on copies of the arguments, and on the partial value of its
    demand; where these differ, some times more, and `NotCertified` says how to mend it. `certify=False`, or pytest's
    `--demand-no-certify`, makes the one call only, for functions with side effects.

    >>> assert_same_demand(lambda xs: bool([x for x in xs if x]), any, [0, 1, 2])
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: <lambda> also looks at xs[2], at ...
      - any, + <lambda>
        xs: list of 3
          [0]: 0
          [1]: 1
      +   [2]: 2
      if it may, drop this assertion: <lambda> looks at all there is
    """
    __tracebackhide__ = True
    calls = _compare("assert_same_demand", (first, second), Inputs(args, kwargs), context, certify)
    unasked = refuse_unasked("assert_same_demand", context, *calls)
    advice = f" by both; {LEAVE_SOME}"
    none = none_left(calls[0], advice) or all_read(calls[0], advice)
    conclude("assert_same_demand", _around(*calls) or unasked or _nothing(*calls) or none)


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
    looks, may_look = _compare("assert_no_more_demand", (first, second), Inputs(args, kwargs), context, certify)
    unasked = refuse_unasked("assert_no_more_demand", context, looks)
    names = names_apart(first, second)
    advice = f" by {names[1]}, so {names[0]} could look at no more; {LEAVE_SOME}"
    reason = _around(looks) or unasked or _nothing(looks, may_look) or all_read(may_look, advice)
    conclude("assert_no_more_demand", reason)


def _around(*calls: Observation[Any]) -> str | None:
    given = ((call._call.function, call._arguments.values) for call in calls)
    return next(filter(None, (looks_past(function, values, values) for function, values in given)), None)


def _nothing(*calls: Observation[Any]) -> str | None:
    if any(demand.size for call in calls for demand in call.demands.values()):
        return None
    return "neither call looked at anything; to say that nothing is looked at, there is assert_lazy"


LEAVE_SOME = (
    "pass arguments of which a part is left, or context=take(1) if the result is lazy; to say that all is looked at, "
    "assert observe(f, x).demand == Demand.full(x)"
)


def _compare(
    assertion: str, functions: tuple[Any, Any], inputs: Inputs, context: Context | None, certify: bool | None
) -> tuple[Observation[Any], Observation[Any]]:
    """Observe both functions, each on arguments of its own; raise `DemandMismatch` where they differ."""
    refuse_same(assertion, *functions)
    refuse_misplaced(assertion, functions[0], inputs.for_judge()[1])
    first, second = observe_certified(functions, inputs, context or whnf, certify)
    _refuse_other_arguments(first, second)
    names, how, advise = names_apart(*functions), *COMPARED[assertion]
    for a, b in paired(first.demands, second.demands, first._arguments.positional).items():
        one, other = Side(names[0], first.demands[a], first, a), Side(names[1], second.demands[b], second, b)
        if different := describe(other, one, how):
            unasked = context is None and unasked_of(first, second)
            lines = [*different, *asked_lines(first), *wrapped("  ", unasked or advise(other, one))]
            sides = (other.name, other.demand), (one.name, one.demand)
            raise DemandMismatch("\n".join(lines), sides=sides)
        _refuse_opaque(one, other)
    return first, second


def _refuse_other_arguments(first: Observation[Any], second: Observation[Any]) -> None:
    if len(first.demands) != len(second.demands):
        raise DemandMismatch(
            f"{first.name} takes {len(first.demands)} arguments here ({', '.join(first.demands)}), "
            f"{second.name} takes {len(second.demands)} ({', '.join(second.demands)}); "
            "compare functions that take the same arguments"
        )


def _refuse_opaque(one: Side, other: Side) -> None:
    """Raise `NothingChecked` if both looked at an opaque part, for it may be at different places within.

    Of a class that was declared opaque the user has said that a look reveals all.
    """
    for path, cls in (*opaque_parts(one.demand), *parts_with_attributes(one.demand)):
        if is_declared(cls):
            continue
        part = expression(one.argument, one.demand, path)
        raise NothingChecked(
            f"{one.name} and {other.name} both looked at {part}, and what they read inside "
            f"{with_article(cls)} cannot be seen; {opaque_advice(cls, part)}"
        )


def _advise_same(one: Side, other: Side) -> str:
    is_less, is_more = one.demand <= other.demand, other.demand <= one.demand
    if not (is_less or is_more):
        return "if both may, keep what each looks at by itself: assert observe(f, x).demand == golden_demand"
    more, less = (other, one) if is_less else (one, other)
    if is_all(more.demand._tree):
        return f"if it may, drop this assertion: {more.name} looks at all there is"
    return f"if it may, assert_no_more_demand({less.name}, {more.name}, ...) lets {more.name} look at more"


def _advise_no_more(may_look: Side, looks: Side) -> str:
    if is_all(looks.demand._tree):
        return f"if it may, drop this assertion: {looks.name} looks at all there is"
    advice = "if it may, compare it with a function that looks there too"
    if may_look.demand <= looks.demand:
        advice += f"; if {may_look.name} is to look at no more, pass {may_look.name} first"
    return advice


# By assertion: the comparison, and the function that says what to write if the difference is meant.
COMPARED = {"assert_same_demand": ("==", _advise_same), "assert_no_more_demand": ("<=", _advise_no_more)}


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
    first_name, second_name = (f"{name} ({file}:{line})" for name, (file, line) in zip(names, places, strict=True))
    return first_name, second_name
