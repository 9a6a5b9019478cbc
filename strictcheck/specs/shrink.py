"""Shrinking by demand: parts that neither the call nor its judge looked at cannot matter, and are cut in one step.

After that a case is made of demands, however big the arguments were, and these are made simpler as long as the judge
accepts the call: elements removed, numbers brought nearer to 0, a tree replaced by one of its subtrees.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from strictcheck.demands import Demand
from strictcheck.demands.order import twins
from strictcheck.kinds.layer import Layer
from strictcheck.observation.observed_call import Observation
from strictcheck.specs.cases import CallCase
from strictcheck.specs.oracle import Judge, Judgement
from strictcheck.specs.simpler_contexts import simpler_contexts, simpler_demands

# Budget for simpler calls: each costs the number of parts it looked at, and `CALL` for the call.
EFFORT = 1_000_000
CALL = 200
UNSEARCHED = "there may be a simpler call; the search for one ended when it {}"


class FoundCall(NamedTuple):
    """Call that was found: its case, its observation, and the judge's reason."""

    case: CallCase
    observation: Observation[Any]
    judgement: Judgement
    unsearched: str = ""  # why there may be a simpler call, if not all that are simpler were tried

    def is_like(self, other: FoundCall) -> bool:
        """True if both calls have equal demands and equal reasons."""
        return self.judgement == other.judgement and self.observation.demands == other.observation.demands


def judge_case(case: CallCase, judge: Judge, observation: Observation[Any] | None = None) -> FoundCall | None:
    """Return the case with its observation if the judge accepts it. Raises the exceptions of the call and the judge."""
    observation = case.observe() if observation is None else observation
    judgement = judge.judge(case, observation)
    return None if judgement is None else FoundCall(case, observation, judgement)


def cut_down(found: FoundCall, judge: Judge) -> FoundCall:
    """Return the call on partial values, with holes wherever neither it nor the judge looked.

    It makes the call once more, whatever the size of the arguments. If that differs, the call is not cut: some
    functions look at parts that no observation can see.
    """
    case, observation, judgement = found.case, found.observation, found.judgement
    own_demands = judge.own_demands(case, observation)
    if own_demands is None:
        return found
    try:
        needed = {
            name: _of_the_kinds_in(
                demand, judgement.expected.get(name, Demand()) | own_demands.get(name, Demand()) | demand
            )
            for name, demand in observation.demands.items()
        }
        cut = judge_case(case.cut_to(needed), judge)
    except Exception:
        return found
    return cut if cut is not None and cut.is_like(found) else found


def _of_the_kinds_in(actual: Demand, joined: Demand) -> Demand:
    """Return `joined` with the classes of the layers of `actual`, so that an iterator is rebuilt as one."""
    layers = [layer for _, _, _, layer in joined.rows()]
    for row, twin in enumerate(twins(actual._tree, joined._tree)):
        layer = actual._tree.layers[row]
        if isinstance(layer, Layer):
            layers[twin] = layers[twin].of_class(layer.cls)
    return Demand(joined._tree.parents, joined._tree.keys, layers)


def simplify(found: FoundCall, judge: Judge, free: Mapping[str, Demand | None], *, free_context: bool) -> FoundCall:
    """Find the simplest call that the judge accepts, by simplifying the arguments in `free`, and maybe the context.

    `free` has the simplest value that there is for each argument, as a demand, if that is known.
    """
    found = _simplest_arguments(found, judge, free)
    effort = EFFORT
    while effort > 0:
        cost = CALL + sum(demand.size for demand in found.observation.demands.values())
        for case in _simpler(found.case, free, free_context):
            effort -= cost
            better = _try_case(case, judge)
            if better is not None:
                found = cut_down(better, judge)
                break
            if effort < 0:
                break
        else:
            return found
    return found._replace(unsearched=UNSEARCHED.format(f"had looked at {EFFORT:,} parts"))


def _simplest_arguments(found: FoundCall, judge: Judge, free: Mapping[str, Demand | None]) -> FoundCall:
    """Put the simplest value in the place of each argument, if the judge accepts that.

    Once, and first: a default, such as `"u"` of a field, is the simplest for Hypothesis, and `""` is simpler for us.
    """
    for name, simplest in free.items():
        cut = found.case.cut or {}
        if simplest is not None and name in cut and simplest.size <= cut[name].size and not cut[name] <= simplest:
            better = _try_case(found.case.cut_to({**cut, name: simplest}), judge)
            found = found if better is None else cut_down(better, judge)
    return found


def _try_case(case: CallCase, judge: Judge) -> FoundCall | None:
    try:
        return judge_case(case, judge)
    except Exception:  # the call needs more parts, or fails in another way
        return None


def _simpler(case: CallCase, free: Collection[str], free_context: bool) -> Iterator[CallCase]:
    cut: Mapping[str, Demand] = case.cut or {}
    for context in simpler_contexts(case.context) if free_context else ():
        yield case.in_context(context)
    for name in cut:
        for demand in simpler_demands(cut[name]) if name in free else ():
            yield case.cut_to({**cut, name: demand})
