"""Assertions about the demand of two functions on the same arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from strictcheck.calls import name_of, refuse_coroutine_function
from strictcheck.contexts import Context, whnf
from strictcheck.demands import Demand
from strictcheck.errors import DemandMismatch
from strictcheck.observing import Observation, observe
from strictcheck.thunks import is_thunk

__all__ = ["Side", "assert_no_more_demand", "assert_same_demand", "difference", "short_name"]


def assert_same_demand(
    first: Callable[..., Any], second: Callable[..., Any], /, *args: Any, context: Context = whnf, **kwargs: Any
) -> None:
    """Raise `DemandMismatch` unless both functions look at the same parts of each argument.

    Each is observed on the arguments by itself; the values they return are not compared. The message names the first
    path that differs and who forced it, and shows both demands. An iterator among the arguments would be used up by
    the first call: pass a list, or a `Stream`. Raises `TypeError` for coroutine functions.

    >>> assert_same_demand(any, lambda xs: bool([x for x in xs if x]), [0, 1, 2])
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: the demand on argument 1 differs at (2,), which only <lambda> forced, ...
      any:      [0, 1, _]
      <lambda>: [0, 1, 2]
    """
    __tracebackhide__ = True
    for what, one, other in _pairs(first, second, args, context, kwargs):
        if one.demand != other.demand:
            missing, extra = one.demand - other.demand, other.demand - one.demand
            raise DemandMismatch(difference(what, one, other, missing, extra)[1] + _hint(args, kwargs))


def assert_no_more_demand(
    first: Callable[..., Any], second: Callable[..., Any], /, *args: Any, context: Context = whnf, **kwargs: Any
) -> None:
    """Raise `DemandMismatch` if `first` looks at anything that `second` does not look at. Otherwise as above.

    >>> assert_no_more_demand(any, all, [1, 1])
    """
    __tracebackhide__ = True
    for what, one, other in _pairs(first, second, args, context, kwargs):
        if not one.demand <= other.demand:
            extra = one.demand - other.demand
            raise DemandMismatch(difference(what, one, other, extra, ())[1] + _hint(args, kwargs))


def _hint(args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    spent = any(isinstance(value, Iterator) and not is_thunk(value) for value in (*args, *kwargs.values()))
    return "\n  an iterator is used up by the first of the two calls; pass a list or a Stream instead" if spent else ""


class Side:
    """The demand of one of two calls on one argument; `name` is what a message calls it."""

    def __init__(self, name: str, observation: Observation[Any], argument: str) -> None:
        self.name = name
        self.observation = observation
        self.argument = argument
        self.demand: Demand = observation.demands[argument]

    def forced(self, path: Any) -> str:
        """Who forced the part at `path`, in words."""
        found = (f for f in self.observation.trace if f.argument == self.argument and f.path == path)
        forcing = next(found, None)
        return f"which only {self.name} forced" + (f", at {forcing.where}" if forcing else "")


def _pairs(
    first: Callable[..., Any], second: Callable[..., Any], args: Any, context: Context, kwargs: Any
) -> list[tuple[str, Side, Side]]:
    """What to call each argument, and its two sides."""
    for function in (first, second):
        refuse_coroutine_function(function)
    one = observe(first, *args, context=context, where=True, **kwargs)
    other = observe(second, *args, context=context, where=True, **kwargs)
    if len(one.demands) != len(other.demands):
        raise DemandMismatch(
            f"{name_of(first)} takes {len(one.demands)} arguments here ({', '.join(one.demands)}), "
            f"{name_of(second)} takes {len(other.demands)} ({', '.join(other.demands)}); "
            "compare functions that take the same arguments"
        )
    # By position: the same argument may have another name in the other function.
    return [
        (
            name if name == other_name else f"argument {position}",
            Side(short_name(first), one, name),
            Side(short_name(second), other, other_name),
        )
        for position, (name, other_name) in enumerate(zip(one.demands, other.demands, strict=True), 1)
    ]


def difference(what: str, one: Side, other: Side, missing: Any, extra: Any) -> tuple[tuple[Any, ...], str]:
    """The first path among those that only `one` forced, and those that only `other` did; and a message about it."""
    path = min((paths[0] for paths in (missing, extra) if paths), key=len, default=())
    side = one if missing and missing[0] == path else other
    width = max(len(one.name), len(other.name)) + 1
    shown = [f"  {f'{side.name}:':{width}} {side.demand.pretty()}" for side in (one, other)]
    return path, "\n".join([f"the demand on {what} differs at {path!r}, {side.forced(path)}", *shown])


def short_name(function: Callable[..., Any]) -> str:
    """What to call a function in a message, without the function that it was defined in."""
    return name_of(function).rpartition("<locals>.")[2]
