"""Shrinking by demand: what neither the call nor its judge looked at cannot matter, and is cut away in one step.

What is left of a case are demands, however big the arguments were, and these are made simpler as far as the call stays
one that was looked for: elements removed, numbers brought nearer to 0, a tree replaced by one of its subtrees.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from strictcheck.demands import Demand
from strictcheck.demands.order import twins
from strictcheck.kinds.container_layers import Mapping as MappingLayer
from strictcheck.kinds.container_layers import Sequence
from strictcheck.observation.observed_call import Observation
from strictcheck.specs.cases import Case
from strictcheck.specs.oracle import Judge, Judgement
from strictcheck.specs.simpler_cases import simpler_contexts, simpler_demands

__all__ = ["Found", "cut_down", "judged", "simplified"]

# How much is spent on simpler calls: for each that is tried, its parts that were looked at, and something for the call.
EFFORT = 1_000_000
CALL = 200


class Found(NamedTuple):
    """A call that was looked for: its case, what came of it, and why."""

    case: Case
    observation: Observation[Any]
    judgement: Judgement

    def is_like(self, other: Found) -> bool:
        """Whether both calls looked at the same, and were looked for because of the same."""
        return self.judgement == other.judgement and self.observation.demands == other.observation.demands


def judged(case: Case, judge: Judge, observation: Observation[Any] | None = None) -> Found | None:
    """The case with its observation, if it is one that is looked for. Raises what the call and the judge raise."""
    observation = case.observed() if observation is None else observation
    judgement = judge.judge(case, observation)
    return None if judgement is None else Found(case, observation, judgement)


def cut_down(found: Found, judge: Judge) -> Found:
    """The same call on partial values, with holes wherever neither it nor the judge looked.

    It makes the call once more, whatever the size of the arguments, and the same comes of it, or it is not cut: some
    functions look at what no observation can see.
    """
    case, observation, judgement = found.case, found.observation, found.judgement
    looked = judge.looked(case, observation)
    if looked is None:
        return found
    try:
        needed = {
            name: _of_the_kinds_in(demand, judgement.expected.get(name, Demand()) | looked.get(name, Demand()) | demand)
            for name, demand in observation.demands.items()
        }
        cut = judged(case.cut_to(needed), judge)
    except Exception:
        return found
    return cut if cut is not None and cut.is_like(found) else found


def _of_the_kinds_in(actual: Demand, joined: Demand) -> Demand:
    """The same demand, in which what `actual` looked at is rebuilt as it was there, an iterator as an iterator."""
    layers = [layer for _, _, _, layer in joined.rows()]
    for row, twin in enumerate(twins(actual._tree, joined._tree)):
        layer = actual._tree.layers[row]
        if isinstance(layer, (Sequence, MappingLayer)):
            layers[twin] = dataclasses.replace(layers[twin], cls=layer.cls)
    return Demand(joined._tree.parents, joined._tree.keys, layers)


def simplified(found: Found, judge: Judge, free: Mapping[str, Demand | None], *, free_context: bool) -> Found:
    """A simpler call that is looked for, as simple as can be found by simplifying the arguments in `free`, and if
    `free_context` the context too. What was not cut is not simplified.

    `free` has the simplest value that there is for each argument, as a demand, if that is known.
    """
    effort = EFFORT
    while True:
        cost = CALL + sum(demand.size for demand in found.observation.demands.values())
        for case in _simpler(found.case, free, free_context):
            effort -= cost
            better = _tried(case, judge)
            if better is not None:
                found = cut_down(better, judge)
                break
            if effort < 0:
                return found
        else:
            return found


def _tried(case: Case, judge: Judge) -> Found | None:
    try:
        return judged(case, judge)
    except Exception:  # it needs more than is known, or fails in another way
        return None


def _simpler(case: Case, free: Mapping[str, Demand | None], free_context: bool) -> Iterator[Case]:
    cut: Mapping[str, Demand] = case.cut or {}
    for name in cut:
        simplest = free.get(name)
        if simplest is not None and simplest.size <= cut[name].size and not cut[name] <= simplest:
            yield case.cut_to({**cut, name: simplest})
    for context in simpler_contexts(case.context) if free_context else ():
        yield case.in_context(context)
    for name in cut:
        for demand in simpler_demands(cut[name]) if name in free else ():
            yield case.cut_to({**cut, name: demand})
