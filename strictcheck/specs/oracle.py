"""Judges of observations: a spec, or a rule. Each tells if a call is one to be found, and why.

A call that was found is cut down by its demand: parts at which neither the call nor its judge looked cannot matter, and
are left out in one step, however big the arguments are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from strictcheck.demands import Demand
from strictcheck.demands.order import twins
from strictcheck.errors import DemandMismatch
from strictcheck.kinds.layer import Layer
from strictcheck.observation.observed_call import Observation
from strictcheck.specs.cases import CallCase
from strictcheck.specs.differences import DemandDifference


@dataclass(frozen=True, slots=True)
class Judgement:
    """Reason for finding a call: the argument, its first part that differs, and the demands that were expected."""

    argument: str
    difference: DemandDifference
    expected: Mapping[str, Demand] = field(default_factory=dict)


class FoundCall(NamedTuple):
    """Call that was found: its case, its observation, and the judge's reason."""

    case: CallCase
    observation: Observation[Any]
    judgement: Judgement
    unsearched: str = ""  # why there may be a simpler call, if not all that are simpler were tried

    def is_like(self, other: FoundCall) -> bool:
        """True if both calls have equal demands and equal reasons."""
        return self.judgement == other.judgement and self.observation.demands == other.observation.demands


class Judge:
    """Judge of observations, which tells the calls to be found, for the check called `name`."""

    name: str
    needs_fetches = False  # True if each fetch of a part is to be recorded, with its line

    def judge(self, case: CallCase, observation: Observation[Any]) -> Judgement | None:
        """Return the reason if this call is to be found, or None."""
        raise NotImplementedError

    def idle(self, case: CallCase, observation: Observation[Any]) -> str | None:
        """Return the reason why the call, which was just judged, could not be one to be found; None if it could."""
        raise NotImplementedError

    def mismatch(self, found: FoundCall) -> DemandMismatch:
        """Return the error that describes a call that was found."""
        raise NotImplementedError

    def own_demands(self, case: CallCase, observation: Observation[Any]) -> Mapping[str, Demand] | None:
        """Return the parts of the arguments that judging looks at, or None if that is unknown."""
        return {}

    def try_case(self, case: CallCase, observation: Observation[Any] | None = None) -> FoundCall | None:
        """Return the case with its observation if it is to be found. Raises what the call and the judge raise."""
        observation = case.observe() if observation is None else observation
        judgement = self.judge(case, observation)
        return None if judgement is None else FoundCall(case, observation, judgement)

    def cut_down(self, found: FoundCall) -> FoundCall:
        """Return the call on partial values, with holes wherever neither it nor the judge looked.

        It makes the call once more, whatever the size of the arguments. If that differs, the call is not cut: some
        functions look at parts that no observation can see.
        """
        observation, expected = found.observation, found.judgement.expected
        own_demands = self.own_demands(found.case, observation)
        if own_demands is None:
            return found
        try:
            needed = {
                name: _of_the_kinds_in(demand, expected.get(name, Demand()) | own_demands.get(name, Demand()) | demand)
                for name, demand in observation.demands.items()
            }
            cut = self.try_case(found.case.cut_to(needed))
        except Exception:
            return found
        return cut._replace(unsearched=found.unsearched) if cut is not None and cut.is_like(found) else found


def _of_the_kinds_in(actual: Demand, joined: Demand) -> Demand:
    """Return `joined` with the classes of the layers of `actual`, so that an iterator is rebuilt as one."""
    layers = [layer for _, _, _, layer in joined.rows()]
    for row, twin in enumerate(twins(actual._tree, joined._tree)):
        layer = actual._tree.layers[row]
        if isinstance(layer, Layer):
            layers[twin] = layers[twin].of_class(layer.cls)
    return Demand(joined._tree.parents, joined._tree.keys, layers)
