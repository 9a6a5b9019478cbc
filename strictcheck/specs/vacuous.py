"""Vacuous calls: the result is lazy and was never used, so nothing was looked at."""

from __future__ import annotations

from collections.abc import Collection, Iterator, MappingView, Sized
from itertools import islice
from typing import Any

from strictcheck.demands import Demand
from strictcheck.errors import NothingChecked
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.table import kind_of
from strictcheck.observation.call_arguments import name_of
from strictcheck.observation.observed_call import Observation
from strictcheck.thunks.proxy import is_thunk

ENOUGH = 100  # parts of a value that are asked if they are lazy, or functions


def is_unasked(observation: Observation[Any]) -> bool:
    """True if the result is an iterator, a function or a delayed value, and nothing of it was used."""
    demand = observation.result_demand
    if observation.error is not None or demand.size > 1:
        return False
    if not demand:  # the context has not even asked what it is
        return True
    layer = demand._tree.layers[0]
    return isinstance(layer, Layer) and layer.is_no_look


def looked_at_nothing(observation: Observation[Any]) -> bool:
    """True if no argument was looked into: nothing was pulled, no part of a list was fetched, no key was read."""
    return all(demand.size == 0 or _is_outside(demand) for demand in observation.demands.values())


def _is_outside(demand: Demand) -> bool:
    """True if only a sequence itself was looked at, or a mapping of which no key was read."""
    layer = demand._tree.layers[0]
    if demand.size > 1 or not isinstance(layer, Layer):
        return False
    return layer.is_series or not (layer.closed or layer.absent or layer.keys())


def vacuity(observation: Observation[Any]) -> str | None:
    """Return the reason why the call shows nothing at all, as the end of a sentence about calls; None if it does."""
    if observation.error is not None and looked_at_nothing(observation):
        return f"looked at anything: each raised {observation.error!r} before that, which is in catch"
    if observation.demands and is_unasked(observation) and looked_at_nothing(observation):
        return (
            "looked at anything: their results are lazy and were not asked; pass contexts=nf, or leave contexts out. "
            "To say that nothing is looked at, there is assert_lazy"
        )
    values = observation._arguments.values
    if values and all(map(_has_no_parts, values.values())):
        return f"can show a difference: {' and '.join(values)} had no parts in any of them; draw longer ones"
    whole = whole_argument(observation)
    return None if whole is None else f"can show a difference: {whole}"


def _has_no_parts(value: Any) -> bool:
    """True for a collection without elements, and without attributes; arrays of no dimension have no length."""
    kind = kind_of(type(value))
    if not isinstance(value, Sized) or is_thunk(value) or any(True for _ in kind.held(value)):
        return False
    try:
        return len(value) == 0
    except TypeError:
        return False


def whole_argument(observation: Observation[Any]) -> str | None:
    """Return that an argument such as a string or a set was looked at as a whole, if no argument has parts to tell."""
    values = observation._arguments.values
    kinds = {name: kind_of(type(value)) for name, value in values.items()}
    # Of a function each call would be seen; an opaque value is told elsewhere.
    if any(not kind.is_leaf or kind.is_opaque or not (kind.is_data or kind.is_handed_out) for kind in kinds.values()):
        return None
    for name, value in values.items():
        if observation.demands[name] and not kinds[name].is_handed_out and isinstance(value, Collection):
            cls = type(value).__name__
            return f"{name} is a {cls}, which is looked at as a whole; pass its elements in a list"
    return None


def lazy_advice() -> str:
    """Return advice for a vacuous call, as the second half of a sentence."""
    return (
        "and its result is lazy and was not asked: pass context=nf, or context=take(3). "
        "To say that nothing is looked at, there is assert_lazy"
    )


def refuse_vacuous(*observations: Observation[Any]) -> None:
    """Raise `NothingChecked` if no call looked at anything, and one has a lazy result that was never used."""
    lazy = [observation for observation in observations if is_unasked(observation) or _holds_lazy(observation)]
    if not lazy or not lazy[0].demands or not all(map(looked_at_nothing, observations)):
        return
    name = name_of(lazy[0]._call.function)
    which = f"{name} looked at nothing" if len(observations) == 1 else "neither call looked at anything"
    raise NothingChecked(
        f"{which} of {', '.join(lazy[0].demands)}: the result of {name} is lazy and was not asked. "
        "Pass context=nf, or context=take(3); to say that nothing is looked at, there is assert_lazy"
    )


def is_lazy(value: Any) -> bool:
    """True for an iterator, a function, a view of a dict and the like."""
    kind = kind_of(type(value))
    return isinstance(value, MappingView) or kind.is_lazy or not (kind.is_data or kind.is_handed_out)


def _holds_lazy(observation: Observation[Any]) -> bool:
    """True if there are iterators, functions and the like in the result, of which nothing was used."""
    if is_thunk(observation.result) or observation.result_demand.size > 1:
        return False
    return any(map(is_lazy, parts_within(observation.result)))


def parts_within(value: Any) -> Iterator[Any]:
    """Yield the value and parts of it, the outermost first, a hundred at most; forces nothing."""
    todo = [value]
    for part in todo:  # the list grows in the loop
        yield part
        kind = kind_of(type(part))
        todo += [below for _, below in islice(kind.held(part), ENOUGH - len(todo))]


def refuse_no_arguments(assertion: str, observation: Observation[Any]) -> None:
    """Raise `NothingChecked` if the call has no arguments: what a function takes from around it is not observed."""
    if not observation.demands:
        name = name_of(observation._call.function)
        raise NothingChecked(
            f"{assertion}: the call of {name} has no arguments to look at, so nothing can be checked; "
            f"pass the value as an argument, {assertion}(lambda xs: ..., value)"
        )


def opaque_parts(demand: Demand) -> Iterator[tuple[tuple[Any, ...], type]]:
    """Yield the path and class of each opaque part that was looked at: of these the demand tells no more."""
    for row, _, _, layer in demand.rows():
        if isinstance(layer, Layer) and kind_of(layer.cls).is_opaque:
            yield demand.path(row), layer.cls
