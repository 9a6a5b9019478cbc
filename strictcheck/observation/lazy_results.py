"""Looks that no thunk sees, so that assertions say nothing of them.

A result may look at arguments later, unless a context asks it: iterators, functions and views do, alone or within a
list. And a call may look at values that it does not get as arguments.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping, MappingView
from itertools import islice
from types import FunctionType
from typing import Any

from strictcheck.demands.demand import Demand
from strictcheck.kinds.building import LEAVES
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.python_code import contents_of
from strictcheck.kinds.table import kind_of
from strictcheck.messages import with_article
from strictcheck.observation.call_arguments import bound_objects, name_of
from strictcheck.thunks.proxy import is_thunk

ENOUGH = 100  # parts of a value that are asked if they are lazy, or functions
LAZY = (MappingView, Coroutine)  # beside kinds that are
Observed = Any  # an `Observation`, whose module imports this one


def looks_past(function: Callable[..., Any], values: Mapping[str, Any], meant: Collection[str] = ()) -> str | None:
    """Return that a call with the arguments `values` looks at what is no thunk, and what to pass; None if not so.

    It may take a value from around it that is an argument, one that is `meant` or any but a function or class, for it
    may call these by name; or it is a method, bound to an object with parts, and gets numbers and the like beside that.
    """
    name = name_of(function)
    if not values:
        return f"the call of {name} has no arguments to look at; pass the value as an argument, lambda x: {name}(x)"
    try:
        around = inspect.getclosurevars(function)  # before Python 3.13, attributes of these names, too
    except (TypeError, ValueError):  # it is written in C, or a name is not assigned yet
        around = inspect.ClosureVars({}, {}, {}, set())
    for used, value in {**around.globals, **around.nonlocals}.items():
        for argument in meant or values:
            is_apart = _is_scalar(value) or (not meant and callable(value))
            if values[argument] is value and not is_apart:
                uses = f"{name} uses {used}, which is its argument {argument}, from around it"
                return f"{uses}, where nothing is observed; use {argument}"
    owner = next((one for one in bound_objects(function) if any(True for _ in kind_of(type(one)).held(one))), None)
    if owner is None or not all(map(_is_scalar, values.values())):
        return None
    bound = f"{name} is bound to {with_article(type(owner))}, where nothing is observed"
    return f"{bound}; pass that as an argument, too, as in observe({name}, x, ...)"


def _is_scalar(value: Any) -> bool:
    """True of values of which nothing can be left, and of which equal ones may be one object."""
    kind = kind_of(type(value))
    return kind.is_handed_out or (kind.is_leaf and kind.is_data and not kind.is_opaque)


def looked_at_nothing(observation: Observed) -> bool:
    """True if no argument was looked into: nothing was pulled, no part of a list was fetched, no key was read."""
    return all(demand.size == 0 or _is_outside(demand) for demand in observation.demands.values())


def _is_outside(demand: Demand) -> bool:
    """True if a demand tells no part: of a sequence, an iterator, a mapping or a function that was not called."""
    layer = demand._tree.layers[0]
    if demand.size > 1 or not isinstance(layer, Layer):
        return False
    is_within = kind_of(layer.cls).is_lazy if layer.is_series else layer.closed or layer.absent or layer.keys()
    return layer.is_no_look or not is_within


def is_left_for_later(observation: Observed) -> bool:
    """True if a call has looked at nothing yet, and its result may look when somebody asks it."""
    return looked_at_nothing(observation) and is_unasked(observation)


def may_look_later(observation: Observed) -> bool:
    """True if the result of a call is lazy, or holds what is, and was not asked: it may look at more some day."""
    return is_unasked(observation) or holds_lazy(observation)


def is_unasked(observation: Observed) -> bool:
    """True if the result is an iterator, a function or a delayed value, and nothing of it was used."""
    demand = observation.result_demand
    if observation.error is not None or demand.size > 1:
        return False
    if not demand:  # the context has not even asked what it is
        return True
    layer = demand._tree.layers[0]
    return isinstance(layer, Layer) and layer.is_no_look


def is_lazy(value: Any) -> bool:
    """True for an iterator, a coroutine, a function, a view of a dict and the like."""
    kind = kind_of(type(value))
    return isinstance(value, LAZY) or kind.is_lazy or not (kind.is_data or kind.is_handed_out)


def holds_lazy(observation: Observed) -> bool:
    """True if there are iterators in the result, or views of dicts, of which nothing was used.

    If the call has looked at nothing, then also if there are other lazy values, or an object that keeps an argument,
    at which its methods may look later.
    """
    result = observation.result
    if is_thunk(result) or kind_of(type(result)).is_lazy or observation.result_demand.size > 1:
        return False  # it was asked
    parts = parts_within(result)
    if not looked_at_nothing(observation):
        is_any = any(kind_of(type(part)).is_lazy or isinstance(part, LAZY) for part in parts)
        return is_any or keeps_argument(observation)
    arguments = set(map(id, observation._arguments.values.values()))
    return any(is_lazy(part) or not arguments.isdisjoint(map(id, _attributes(part))) for part in parts)


def keeps_argument(observation: Observed) -> bool:
    """True if a function in the result keeps an argument, or a part of one that it may look at later.

    Not a function that was in an argument before the call.
    """
    reached = {*map(id, observation._arguments.values.values()), *observation._record.shared}
    return any(_calls_with(part, reached) for part in parts_within(observation.result, beside=reached))


def _calls_with(function: Any, reached: Collection[int]) -> bool:
    """True for a function, or a callable object, that keeps a value whose id is among those `reached`."""
    todo = [function] if callable(function) and not isinstance(function, type) else []
    for one in todo:  # the list grows in the loop
        cells, defaults = getattr(one, "__closure__", None), getattr(one, "__defaults__", None)
        kept = [*map(contents_of, cells or ()), *(defaults or ())] if type(one) is FunctionType else []
        kept += [part for _, part in kind_of(type(one)).held(one)]
        if any(id(part) in reached and not kind_of(type(part)).is_leaf for part in kept):
            return True
        todo += kept[: ENOUGH - len(todo)]
    return False


def _attributes(value: Any) -> list[Any]:
    """List the values of the attributes of an object; none of a record, which is data."""
    kind = kind_of(type(value))
    return [part for _, part in kind.held(value)] if kind.has_attributes and not kind.is_record else []


def parts_within(value: Any, most: int = ENOUGH, beside: Collection[int] = ()) -> Iterator[Any]:
    """Yield the value and parts of it, the outermost first, so many at most; forces nothing.

    Not parts of objects with the ids in `beside`; nor of demands, observations and other objects of this library, which
    write themselves without forcing.
    """
    todo = [value]
    for part in todo:  # the list grows in the loop
        yield part
        if type(part) in LEAVES or is_thunk(part) or id(part) in beside:
            continue
        kind = kind_of(type(part))
        # A stream is of this library as well, but holds values of the user's.
        if kind.is_lazy or not str(type(part).__module__).startswith("strictcheck."):
            todo += [below for _, below in islice(kind.held(part), most - len(todo))]
