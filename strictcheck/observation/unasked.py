"""Looks that were not made: lazy results that nobody has asked, and how many parts a call could force at most."""

from __future__ import annotations

from itertools import islice
from typing import Any

from strictcheck.demands import Demand
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.table import kind_of
from strictcheck.thunks.proxy import is_thunk

Observed = Any  # an `Observation`, whose module comes to this one by way of `budgets`
MANY = 10_000  # most parts that are counted


def is_unasked(observation: Observed) -> bool:
    """True if the result is an iterator, a function or a delayed value, and nothing of it was used."""
    demand = observation.result_demand
    if observation.error is not None or demand.size > 1:
        return False
    if not demand:  # the context has not even asked what it is
        return True
    layer = demand._tree.layers[0]
    return isinstance(layer, Layer) and layer.is_no_look


def looked_at_nothing(observation: Observed) -> bool:
    """True if no argument was looked into: nothing was pulled, no part of a list was fetched, no key was read."""
    return all(demand.size == 0 or _is_outside(demand) for demand in observation.demands.values())


def _is_outside(demand: Demand) -> bool:
    """True if a demand is that of a sequence alone, an iterator before the first pull, or a mapping without keys."""
    layer = demand._tree.layers[0]
    if demand.size > 1 or not isinstance(layer, Layer):
        return False
    if layer.is_series:
        return layer.is_no_look or not kind_of(layer.cls).is_lazy
    return not (layer.closed or layer.absent or layer.keys())


def is_left_for_later(observation: Observed) -> bool:
    """True if a call has looked at nothing yet, and its result may look when somebody asks it."""
    return looked_at_nothing(observation) and is_unasked(observation)


def count_parts(value: Any, classes: tuple[type, ...], most: int) -> int:
    """Count the parts of these classes in a value; more than `most` if there are more, or if nobody knows."""
    found, todo = 0, [value]
    for _ in range(MANY):
        if not todo:
            return found
        part = todo.pop()
        kind = kind_of(type(part))
        is_mapping = kind.is_data and not (kind.is_leaf or kind.has_attributes or kind.is_used_up)
        # Of a mapping, a key that is not there counts, too, but has no class.
        is_known = (kind.is_record or kind.is_series or (is_mapping and classes != (object,))) and not kind.is_lazy
        if is_thunk(part) or not (is_known or (kind.is_leaf and (kind.is_data or kind.is_handed_out))):
            break
        found += isinstance(part, classes)
        todo.extend(islice((held for _, held in kind.held(part)), MANY))
    return most + 1
