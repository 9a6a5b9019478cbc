"""Assertions that compare the demands of two functions on the same arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from strictcheck.demands import Demand
from strictcheck.errors import DemandMismatch
from strictcheck.observation.call_arguments import name_of
from strictcheck.observation.fetches import expression
from strictcheck.observation.inputs import Inputs
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import Context, whnf
from strictcheck.specs.certified import CallPolicy, retry_with_atoms
from strictcheck.specs.counterexamples import WIDTH, mark, wrap_lines
from strictcheck.specs.vacuous import refuse_vacuous

__all__ = ["Side", "assert_no_more_demand", "assert_same_demand", "describe_difference", "short_name"]


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
    shows both demands. If neither looked at anything, and a lazy result was never used, that is an error too. Coroutine
    functions are awaited, in an event loop of their own.

    Each function is called three times: observed, plainly on copies of the arguments, and on the partial value of its
    demand; where these differ, some times more, and `NotCertified` says how to mend it. `certify=False`, or pytest's
    `--demand-no-certify`, makes the one call only, for functions with side effects.

    >>> assert_same_demand(any, lambda xs: bool([x for x in xs if x]), [0, 1, 2])
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: <lambda> also looks at xs[2], at ...; any does not
      any:      [0, 1, _]
                       ^
      <lambda>: [0, 1, 2]
                       ^
      if it may, assert_no_more_demand(any, <lambda>, ...) lets <lambda> look at more
    """
    __tracebackhide__ = True
    for _, one, other in _pairs(first, second, Inputs(args, kwargs), context, certify):
        if one.demand != other.demand:
            missing, extra = one.demand - other.demand, other.demand - one.demand
            raise DemandMismatch(_further(one, other, missing, extra) + _advise(one, other, extra))


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

    >>> assert_no_more_demand(any, all, [1, 1])
    """
    __tracebackhide__ = True
    for _, one, other in _pairs(first, second, Inputs(args, kwargs), context, certify, one_sided=True):
        if not one.demand <= other.demand:
            extra = one.demand - other.demand
            raise DemandMismatch(_further(one, other, extra, ()))


class Side:
    """Demand of one of two calls on one argument; `name` stands for the call in messages."""

    def __init__(self, name: str, observation: Observation[Any], argument: str) -> None:
        self.name = name
        self.observation = observation
        self.argument = argument
        self.demand: Demand = observation.demands[argument]

    def describe_forcing(self, path: Any) -> str:
        """Say which call forced the part at `path`, and where."""
        return f"which only {self.name} forced{self.place(path)}"

    def place(self, path: Any) -> str:
        """Return the line that forced it, after a comma; nothing if there is none."""
        found = (f for f in self.observation.trace if f.argument == self.argument and f.path == path)
        forcing = next(found, None)
        return f", at {forcing.where}" if forcing else ""


def _pairs(
    first: Callable[..., Any],
    second: Callable[..., Any],
    inputs: Inputs,
    context: Context,
    certify: bool | None,
    *,
    one_sided: bool = False,
) -> list[tuple[str, Side, Side]]:
    """Observe both functions; return the name of each argument, and its two sides."""

    def observe(policy: CallPolicy) -> list[Observation[Any]]:
        found = [policy.observe(function, *inputs.fresh(), context, where=True) for function in (first, second)]
        for observation in found:
            policy.replay(observation)
        return found

    one, other = retry_with_atoms(certify, observe)
    if len(one.demands) != len(other.demands):
        raise DemandMismatch(
            f"{name_of(first)} takes {len(one.demands)} arguments here ({', '.join(one.demands)}), "
            f"{name_of(second)} takes {len(other.demands)} ({', '.join(other.demands)}); "
            "compare functions that take the same arguments"
        )
    refuse_vacuous(*([one] if one_sided else [one, other]))
    first_name, second_name = _names(first, second)
    # By position: the argument may have another name in the other function.
    return [
        (
            name if name == other_name else f"argument {position}",
            Side(first_name, one, name),
            Side(second_name, other, other_name),
        )
        for position, (name, other_name) in enumerate(zip(one.demands, other.demands, strict=True), 1)
    ]


def _further(one: Side, other: Side, missing: Any, extra: Any) -> str:
    """Write a sentence about the first path that only one side looked at, and both demands with that part marked."""
    path = min((paths[0] for paths in (missing, extra) if paths), key=len, default=())
    side, rest = (one, other) if missing and missing[0] == path else (other, one)
    part, place = expression(side.argument, side.demand, path), side.place(path)
    width = max(len(one.name), len(other.name)) + 1
    lines = [f"{side.name} also looks at {part}{place}; {rest.name} does not"]
    for each in (one, other):
        first, indent = f"  {f'{each.name}:':{width}} ", " " * (width + 3)
        picture = filter(None, wrap_lines(mark(each.demand, path), WIDTH - len(indent)))
        lines += [f"{indent if number else first}{line}" for number, line in enumerate(picture)]
    return "\n".join(lines)


def _advise(one: Side, other: Side, extra: Any) -> str:
    more, less = (other, one) if extra else (one, other)
    return f"\n  if it may, assert_no_more_demand({less.name}, {more.name}, ...) lets {more.name} look at more"


def _names(first: Callable[..., Any], second: Callable[..., Any]) -> tuple[str, str]:
    """Return the names of two functions; if these are equal, with the lines on which they begin."""
    names = short_name(first), short_name(second)
    lines = [getattr(getattr(function, "__code__", None), "co_firstlineno", None) for function in (first, second)]
    if names[0] != names[1] or None in lines:
        return names
    return f"{names[0]} (line {lines[0]})", f"{names[1]} (line {lines[1]})"


def describe_difference(what: str, one: Side, other: Side, missing: Any, extra: Any) -> tuple[tuple[Any, ...], str]:
    """Return the first path that only `one` or only `other` forced, and a message about it."""
    path = min((paths[0] for paths in (missing, extra) if paths), key=len, default=())
    side = one if missing and missing[0] == path else other
    width = max(len(one.name), len(other.name)) + 1
    shown = [f"  {f'{side.name}:':{width}} {side.demand.pretty()}" for side in (one, other)]
    return path, "\n".join([f"the demand on {what} differs at {path!r}, {side.describe_forcing(path)}", *shown])


def short_name(function: Callable[..., Any]) -> str:
    """Name a function for a message, without the function that it was defined in."""
    return name_of(function).rpartition("<locals>.")[2]
