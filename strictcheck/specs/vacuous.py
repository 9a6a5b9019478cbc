"""Could this assertion have failed? Reasons why no function could have failed in a call, such as on an empty list.

`strictcheck.unused.conclude` raises `NothingChecked` for such a reason.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterator
from functools import partial
from types import FunctionType
from typing import Any

from strictcheck.demands import Demand
from strictcheck.demands.fitting import is_all_of
from strictcheck.errors import NothingChecked
from strictcheck.kinds.building import LEAVES
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.table import kind_of
from strictcheck.messages import opaque_advice, shown, with_article
from strictcheck.observation.async_calls import is_generator_function
from strictcheck.observation.call_arguments import name_of
from strictcheck.observation.lazy_results import holds_lazy, is_unasked, keeps_argument, looked_at_nothing
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import Context, how_to_ask
from strictcheck.thunks.classes import instance_dict


def vacuity(observation: Observation[Any]) -> str | None:
    """Return the reason why a call shows nothing about laziness at all; None if it does."""
    if not looked_at_nothing(observation):
        return None
    if observation.error is not None:
        return f"nothing was looked at before {observation.error!r} was raised, which is in catch"
    if len(observation.demands) and is_unasked(observation):
        return "results are lazy and were not asked; leave contexts out. To say that nothing is looked at: assert_lazy"
    return None


def all_read(observation: Observation[Any], advice: str, arguments: Collection[str] = ()) -> str | None:
    """Return that all these `arguments` were looked at as wholes, and what to do; None if some part was left.

    Without `arguments`, all of the call are meant. The `advice` is for those that have parts.
    """
    values, demands = observation._arguments.values, observation.demands
    if arguments:
        values, demands = {name: values[name] for name in arguments}, {name: demands[name] for name in arguments}
    if not values or not all(is_all_of(demand._tree, values[name]) for name, demand in demands.items()):
        return None
    for name, value in values.items():
        kind = kind_of(type(value))
        is_a = f"{name} is {with_article(type(value))}, which is looked at as a whole"
        if kind.is_opaque:
            return f"{is_a}; {opaque_advice(type(value), name)}"
        if kind.is_leaf and isinstance(value, Collection):
            return f"{is_a}; pass its elements in a list"
    texts = [f"{name}={demand.pretty(8)}" for name, demand in demands.items()]
    made = next(filter(None, map(method_of, values.values())), None)
    told = f"; what a method makes is no part of its object: pass {made} as an argument, too" if made else ""
    return f"all of {' and '.join(texts)} was looked at{advice}{told}"


def method_of(value: Any) -> str | None:
    """Name a method that the class of an object has in Python; None if there is none, or the value is no object."""
    cls = type(value)
    if not kind_of(cls).has_attributes:
        return None
    names = (name for name, one in vars(cls).items() if isinstance(one, FunctionType) and name[0] != "_")
    return next((f"{cls.__name__}.{name}" for name in names), None)


def none_left(observation: Observation[Any], advice: str) -> str | None:
    """Return that all was looked at of arguments that have no more than one part, and what to do; or None.

    They are empty, strings, sets or opaque, or hold one value without parts. None, bools and the like do not count, for
    no call can leave them; beside a list, numbers do not count either.
    """
    values = observation._arguments.values
    is_list = any(isinstance(value, Collection) for value in values.values())
    meant = [name for name, value in values.items() if not kind_of(type(value)).is_handed_out]
    meant = [name for name in meant if not (is_list and _is_number(values[name]))]
    are_small = all(_has_one_part(values[name]) or _is_at_its_end(observation.demands[name]) for name in meant)
    return all_read(observation, advice, meant) if are_small else None


def _is_number(value: Any) -> bool:
    kind = kind_of(type(value))
    return kind.is_leaf and not kind.is_opaque and not isinstance(value, Collection)


def _is_at_its_end(demand: Demand) -> bool:
    """True of an iterator that had nothing to give: it was empty, or used up before the call."""
    layer = demand._tree.layers[0] if demand.size == 1 else None
    return isinstance(layer, Layer) and layer.is_series and not layer.keys() and bool(layer.closed)


def _has_one_part(value: Any) -> bool:
    """True of a value with one part at most, which has none; False of a number."""
    kind = kind_of(type(value))
    if not isinstance(value, Collection):
        return kind.is_opaque
    return kind.is_leaf or (len(value) <= 1 and all(kind_of(type(part)).is_leaf for _, part in kind.held(value)))


def refuse_unasked(assertion: str, context: Context | None, *observations: Observation[Any]) -> str | None:
    """Raise `NothingChecked` if a call has a lazy result that was never used, and may look at more later.

    If the user has passed a context that does not use it, such as `whnf` or `take(0)`, return the reason why that shows
    nothing, if no call looked at anything.
    """
    is_nothing = all(map(looked_at_nothing, observations))
    if not is_nothing and context is not None:
        return None
    lazy = [one for one in observations if is_unasked(one) or holds_lazy(one)]
    if not lazy or not len(lazy[0].demands):
        return None
    holds_some = not is_nothing and not is_unasked(lazy[0]) and keeps_argument(lazy[0])
    told = _unasked(lazy[0], CALLING if holds_some else None)
    if not is_nothing:
        raise NothingChecked(f"{assertion} has checked the call alone: {told}; {CALL_MEANT}")
    reason = _idle(lazy[0], told, len(observations))
    if context is None:
        raise NothingChecked(f"{assertion} has checked nothing: {reason}")
    return reason


def _idle(observation: Observation[Any], told: str, calls: int) -> str:
    """Say that no call looked inside an argument, and that one may have fetched a part, or asked how many there are."""
    who, no = (observation.name, "no") if calls == 1 else ("neither call", "any")
    arguments, demands = ", ".join(observation.demands), observation.demands.values()
    if not any(demand.size for demand in demands):
        runs = not is_generator_function(observation._call.function)  # or there would be nothing to assert
        meant = "; to say that nothing is looked at, there is assert_lazy" * runs
        return f"{who} looked at {no}thing of {arguments}: {told}{meant}"
    deed = "fetched but did not look at a part" if observation._record.fetches else f"looked at {no} part"
    return f"{who} {deed} of {arguments}: {told}"


CALLING = "a context that calls what the result holds, context=lambda made: made[1]()"
CALL_MEANT = "if the call alone is meant, context=whnf"


def _unasked(observation: Observation[Any], asking: str | None = None) -> str:
    """Say of a lazy result that it was not used, and what to pass."""
    asking = asking or how_to_ask(observation.name, observation.result)
    return f"the result of {observation.name} is lazy and was not asked; pass {asking}"


def unasked_of(*observations: Observation[Any]) -> str | None:
    """Return what to write if one of two calls has a lazy result that was never used, and the other has none."""
    lazy = [one for one in observations if is_unasked(one)]
    return None if len(lazy) in (0, len(observations)) else f"{_unasked(lazy[0])}; {CALL_MEANT}"


def refuse_same(what: str, first: Any, second: Any) -> None:
    """Raise `NothingChecked` if both are one function: it would be compared with itself.

    >>> refuse_same("assert_same_demand", any, any)
    Traceback (most recent call last):
    ...
    strictcheck.errors.NothingChecked: assert_same_demand: any is compared with itself, so nothing is checked
      pass the one that it is to be like; ...
    """
    refuse_uncallable(what, first, second)
    if first is second or (inspect.ismethod(first) and first == second) or _holds(first) == _holds(second) != []:
        one, other = name_of(first), name_of(second)
        same = f"{one} is compared with itself" if one == other else f"{one} and {other} are one function"
        advice = f"pass the one that it is to be like; observe({one}, x).verify() tells if it is pure"
        raise NothingChecked(f"{what}: {same}, so nothing is checked; {advice}")


def _holds(function: Any) -> list[Any]:
    """List what a `partial` is made of, by identity; nothing for another function."""
    if not isinstance(function, partial):
        return []
    return [*map(id, (function.func, *function.args, *function.keywords.values())), *function.keywords]


def refuse_uncallable(assertion: str, *functions: Callable[..., Any]) -> None:
    """Raise `TypeError` for a value in the place of a function."""
    for function in functions:
        if not callable(function):
            which = "functions" if len(functions) > 1 else "the function"
            raise TypeError(
                f"{assertion}: function={shown(function)} is not callable; pass {which} first, then its arguments"
            )


def opaque_parts(demand: Demand) -> Iterator[tuple[tuple[Any, ...], type]]:
    """Yield the path and class of each opaque part that was looked at: of these the demand tells no more."""
    for row, _, _, layer in demand.rows():
        if isinstance(layer, Layer) and kind_of(layer.cls).hides():
            yield demand.path(row), layer.cls


def parts_with_attributes(demand: Demand) -> Iterator[tuple[tuple[Any, ...], type]]:
    """Yield the path and class of each number, string or the like that was looked at, with attributes of its own."""
    for row, _, _, layer in demand.rows():
        kind = kind_of(type(layer))
        if type(layer) not in LEAVES and kind.is_own_layer and not kind.is_handed_out and instance_dict(layer):
            yield demand.path(row), type(layer)
