"""Judges of observations: a spec, or a rule. Each tells if a call is one to be found, and why.

They also tell which parts they looked at themselves, for a case can be cut down only to the parts that the call
and its judge looked at.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Protocol

from strictcheck.demands import Demand
from strictcheck.demands.columns import NO_ROW, Columns
from strictcheck.demands.fitting import is_all
from strictcheck.errors import DemandError, SpecError
from strictcheck.kinds.layers import Raised
from strictcheck.messages import shown
from strictcheck.observation.async_calls import is_async_iterator
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.one_call import observe
from strictcheck.specs.cases import LONGEST, CallCase
from strictcheck.specs.differences import COMPARISONS, DemandDifference
from strictcheck.specs.specification import Like, Spec
from strictcheck.specs.vacuous import all_read, is_lazy, parts_within, vacuity


@dataclass(frozen=True, slots=True)
class Judgement:
    """Reason for finding a call: the expected demands, and the first difference from the actual ones."""

    expected: Mapping[str, Demand] = field(default_factory=dict)
    argument: str | None = None
    difference: DemandDifference | None = None


class Judge(Protocol):
    """Judge of observations, which tells the calls to be found, for the check called `name`."""

    name: str

    def judge(self, case: CallCase, observation: Observation[Any]) -> Judgement | None:
        """Return the reason if this call is to be found, or None."""
        ...

    def idle(self, case: CallCase, observation: Observation[Any]) -> str | None:
        """Return the reason why the call, which was just judged, could not be one to be found; None if it could."""
        ...

    def own_demands(self, case: CallCase, observation: Observation[Any]) -> Mapping[str, Demand] | None:
        """Return the parts of the arguments that judging looks at, or None if that is unknown."""
        ...


def result_of(observation: Observation[Any]) -> Demand:
    """Return the demand on the result: `Raised` if the call raised before there was a result."""
    if observation.error is not None and not observation.result_demand:
        return Demand(ROOT.parents, ROOT.keys, [Raised(observation.error)])
    return observation.result_demand


ROOT = Demand.parse("None")._tree


class SpecJudge:
    """Judge that finds observations whose demands differ from those that a spec expects."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.spec._note_use()  # the search may end before it asks
        self.name = "check_spec"
        self._expects = False  # True if the last call could have gone against the spec

    def judge(self, case: CallCase, observation: Observation[Any]) -> Judgement | None:
        """Return the first difference from the expected demands."""
        args, kwargs = case.inputs.for_judge()
        names = list(observation.demands)
        expected = self.spec.expected(names, result_of(observation), case.context, args, kwargs, case.policy)
        self._expects = any(self._can_break(name, expected[name]) for name in expected)
        if self.spec.has_anything:
            expected = {name: with_anything(demand, observation.demands[name]) for name, demand in expected.items()}
        if case.cut is None:
            self._check_fits(case, observation, expected)
        for name, demand in expected.items():
            difference = COMPARISONS[self.spec.comparison(name)](observation.demands[name], demand)
            if difference is not None:
                return Judgement(expected, name, difference)
        return None

    def idle(self, case: CallCase, observation: Observation[Any]) -> str | None:
        """Return that the spec allows all, that nothing was asked, or that a function that is not lazy would pass."""
        if not self._expects:
            return (
                f"{self.spec.name} expects nothing that a call could break: for each argument of each call it has ..., "
                "or all of it with compare='<=', or a hole with compare='>='"
            )
        if (reason := vacuity(observation)) is not None:
            return reason
        whole, values = all_read(observation), observation._arguments.values.values()
        if whole is not None and isinstance(self.spec, Like) and is_lazy(observation.result):
            return f"{whole}; leave contexts out, to have lazy results asked for less"
        has_parts = any(True for value in values for _ in islice(parts_within(value), 1, 2))
        is_empty = not has_parts and any(isinstance(value, Collection) for value in values)
        return f"{whole}; draw others" if whole is not None and is_empty else None

    def _can_break(self, name: str, expected: Demand) -> bool:
        """True if a call could look at something else than the spec expects of this argument."""
        if expected and expected._tree.layers[0] is ...:
            return False
        how = self.spec.comparison(name)
        return bool(expected) if how == ">=" else how != "<=" or not is_all(expected._tree)

    def _check_fits(self, case: CallCase, observation: Observation[Any], expected: Mapping[str, Demand]) -> None:
        values = case.arguments().values
        for name, demand in expected.items():
            # Looking into an async iterator would mean waiting for it.
            if not is_async_iterator(values[name]) and not demand.matches(values[name]):
                raise SpecError(
                    f"{self.spec.name} expects of argument {name!r} a demand that it cannot have"
                    f"{_disagreement(observation.demands[name], demand)}\n"
                    f"  expected: {demand.pretty()}\n  argument: {shown(values[name], LONGEST)}\n"
                    "a spec returns partial values of the arguments it is given, with `hole` where nothing is looked at"
                )

    def own_demands(self, case: CallCase, observation: Observation[Any]) -> Mapping[str, Demand] | None:
        """Return the demands of the spec itself on the arguments."""
        names, result = list(observation.demands), result_of(observation)

        @functools.wraps(case.function)
        def saying(*args: Any, **kwargs: Any) -> None:
            self.spec.expected(names, result, case.context, args, kwargs, case.policy.without_certificates())

        args, kwargs = case.inputs.for_judge()
        try:
            return observe(saying, *args, certify=False, **kwargs).demands
        except Exception:  # some specs work on plain values only; then their demand is unknown
            return None


def _disagreement(actual: Demand, expected: Demand) -> str:
    try:
        _ = actual | expected
    except DemandError as error:
        return f": {error}"
    return ""


def with_anything(expected: Demand, actual: Demand) -> Demand:
    """Return the expected demand with the actual one in place of each `...`, the wildcard of specs.

    >>> with_anything(Demand.of_partial([1, ...]), Demand.parse("[_, [2, _]]"))
    Demand.parse('[1, [2, _]]')
    """
    tree = expected._tree
    if not any(layer is ... for layer in tree.layers):
        return expected
    merged, places = Columns.empty(), {NO_ROW: NO_ROW}
    for row, parent, key, layer in tree.rows():
        if layer is not ...:
            places[row] = merged.append(places[parent], key, layer)
            continue
        found = actual._tree.child_at(tree.path(row))
        if found != NO_ROW:
            merged.graft(places[parent], key, actual._tree.subtree(found))
    return Demand._of(merged)
