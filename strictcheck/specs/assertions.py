"""Assertions that compare the demands of two functions on the same arguments."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from strictcheck.demands import Demand
from strictcheck.demands.marking import asked_of, compared, expression, further, is_call, part_in_words
from strictcheck.errors import DemandMismatch, NothingChecked
from strictcheck.kinds.table import is_declared, kind_of
from strictcheck.observation.call_arguments import name_of
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import Context, whnf
from strictcheck.specs.cases import Inputs
from strictcheck.specs.certified import certify_calls
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
    context: Context = whnf,
    certify: bool | None = None,
    **kwargs: Any,
) -> None:
    """Raise `DemandMismatch` unless both functions look at the same parts of each argument.

    Each is observed on the arguments by itself, with an iterator of its own where there is one among them; the
    values they return are not compared. The message names the first path that differs and the line that forced it, and
    shows both demands. Coroutine functions are awaited, in an event loop of their own.

    Raises `NothingChecked` if nothing could differ: neither looked at anything, and a lazy result was never used; both
    looked at arguments without parts, such as an empty list or a string; both looked at an opaque part, such as an
    array, for what they read in it cannot be seen; or it is one function, given twice. In a test under pytest, one call
    among several of this line may be of an empty list: it is the test that fails if nothing could differ in any.

    Each function is called three times: observed, plainly on copies of the arguments, and on the partial value of its
    demand; where these differ, some times more, and `NotCertified` says how to mend it. `certify=False`, or pytest's
    `--demand-no-certify`, makes the one call only, for functions with side effects.

    >>> assert_same_demand(any, lambda xs: bool([x for x in xs if x]), [0, 1, 2])
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: <lambda> also looks at xs[2], at ...; any does not
      - any       [0, 1, _]
                         ^
      + <lambda>  [0, 1, 2]
                         ^
      if it may, assert_no_more_demand(any, <lambda>, ...) lets <lambda> look at more
    """
    __tracebackhide__ = True
    sides = _sides("assert_same_demand", first, second, Inputs(args, kwargs), context, certify)
    for one, other in sides:
        if one.demand != other.demand:
            missing, extra = one.demand - other.demand, other.demand - one.demand
            message = _further(one, other, missing, extra, context) + _advise(one, other, missing, extra)
            raise DemandMismatch(message, sides=((one.name, one.demand), (other.name, other.demand)))
        _refuse_opaque(one, other)
    one, other = sides[0]
    refuse_unasked("assert_same_demand", one.observation, other.observation)
    conclude("assert_same_demand", _without_parts(one.observation))


def assert_no_more_demand(
    first: Callable[..., Any],
    second: Callable[..., Any],
    /,
    *args: Any,
    context: Context = whnf,
    certify: bool | None = None,
    **kwargs: Any,
) -> None:
    """Raise `DemandMismatch` if `first` looks at anything that `second` does not look at.

    Otherwise as `assert_same_demand`; each function is called as often, too.

    >>> assert_no_more_demand(any, all, [1, 1, 0, 1])
    """
    __tracebackhide__ = True
    sides = _sides("assert_no_more_demand", first, second, Inputs(args, kwargs), context, certify)
    for one, other in sides:
        if not one.demand <= other.demand:
            message = _further(other, one, (), one.demand - other.demand, context)
            advice = "compare it with a function that looks there too"
            if other.demand <= one.demand:
                advice += f"; if {other.name} is to look at no more, pass {other.name} first"
            raise DemandMismatch(f"{message}\n  if it may, {advice}")
        _refuse_opaque(one, other)
    one, other = sides[0]
    whole = all_read(other.observation)
    reason = f"{whole} by {other.name}, so {one.name} could look at no more; {LEAVE_SOME}" if whole else None
    refuse_unasked("assert_no_more_demand", one.observation)
    conclude("assert_no_more_demand", reason)


LEAVE_SOME = (
    "pass arguments of which a part is left, or context=take(1) if the result is lazy; to say that all is looked at, "
    "assert observe(f, x).demand == Demand.full(x)"
)


class Side:
    """Demand of one of two calls on one argument; `name` stands for the call in messages."""

    def __init__(self, name: str, observation: Observation[Any], argument: str) -> None:
        self.name = name
        self.observation = observation
        self.argument = argument
        self.demand: Demand = observation.demands[argument]

    def place(self, path: Any) -> str:
        """Return the line that forced it, after a comma; nothing if there is none."""
        found = (f for f in self.observation.trace if f.argument == self.argument and f.path == path)
        forcing = next(found, None)
        return f", at {forcing.where}" if forcing else ""


def _sides(
    assertion: str,
    first: Callable[..., Any],
    second: Callable[..., Any],
    inputs: Inputs,
    context: Context,
    certify: bool | None,
) -> list[tuple[Side, Side]]:
    """Observe both functions; return the two sides of each argument."""
    refuse_same(assertion, first, second)

    one, other = certify_calls(
        certify,
        lambda policy: [
            policy.observe(function, *inputs.for_one_call(), context, where=True) for function in (first, second)
        ],
    )
    if len(one.demands) != len(other.demands):
        raise DemandMismatch(
            f"{name_of(first)} takes {len(one.demands)} arguments here ({', '.join(one.demands)}), "
            f"{name_of(second)} takes {len(other.demands)} ({', '.join(other.demands)}); "
            "compare functions that take the same arguments"
        )
    refuse_no_arguments(assertion, one)
    names = names_apart(first, second)
    # By position: the same argument may have another name in the other function.
    return [(Side(names[0], one, a), Side(names[1], other, b)) for a, b in zip(one.demands, other.demands, strict=True)]


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


def _further(one: Side, other: Side, missing: Any, extra: Any, context: Context) -> str:
    """Write a sentence on the first path that only one side looked at, and both demands with that part marked."""
    path, side = first_difference(one, other, missing, extra)
    rest = other if side is one else one
    also = "also calls" if is_call(path, side.demand, rest.demand) else "also looks at"
    sentence = f"{side.name} {also} {_part(path, side, rest)}{side.place(path)}; {rest.name} does not"
    return "\n".join([sentence, *_picture(path, one, other), *asked_lines(side.observation, context)])


def asked_lines(observation: Observation[Any], context: Context) -> list[str]:
    """Return the line that says how the result was used; none if the user did not pass a context that uses it."""
    asked = observation.result_demand
    return [] if context is whnf or not asked else [f"  asked: {asked_of(asked)}"]


def _part(path: tuple[Any, ...], side: Side, rest: Side) -> str:
    return part_in_words(side.argument, path, side.demand, rest.demand)


def _picture(path: tuple[Any, ...], one: Side, other: Side) -> list[str]:
    return compared((one.name, one.demand), (other.name, other.demand), path)


def first_difference(one: Side, other: Side, missing: Any, extra: Any) -> tuple[tuple[Any, ...], Side]:
    """Return the first path that only one of the sides forced, and that side."""
    path = min((paths[0] for paths in (missing, extra) if paths), key=len, default=())
    side, rest = (one, other) if missing and missing[0] == path else (other, one)
    return further(path, side.demand, rest.demand), side


def _advise(one: Side, other: Side, missing: Any, extra: Any) -> str:
    if missing and extra:
        return "\n  if both may, keep what each looks at by itself: assert observe(f, x).demand == golden_demand"
    more, less = (other, one) if extra else (one, other)
    return f"\n  if it may, assert_no_more_demand({less.name}, {more.name}, ...) lets {more.name} look at more"


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
