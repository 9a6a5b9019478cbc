"""Judges of observations: a spec, or a predicate. Each tells if a call is one to be found, and why.

They also tell which parts they looked at themselves, for a case can be cut down only to the parts that the call
and its judge looked at.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Protocol

from strictcheck.demands import Demand
from strictcheck.demands.columns import NO_ROW, Columns
from strictcheck.errors import DemandError, NothingChecked, SpecError
from strictcheck.kinds.layers import Raised
from strictcheck.kinds.table import kind_of
from strictcheck.messages import shown
from strictcheck.observation.async_calls import is_async_iterator
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.one_call import observe
from strictcheck.specs.cases import LONGEST, CallCase
from strictcheck.specs.comparisons import COMPARISONS, DemandDifference
from strictcheck.specs.specification import Spec
from strictcheck.specs.vacuous import is_lazy


@dataclass(frozen=True, slots=True)
class Judgement:
    """Reason for finding a call: the expected demands, and the first difference from the actual ones."""

    expected: Mapping[str, Demand] = field(default_factory=dict)
    argument: str | None = None
    difference: DemandDifference | None = None


class Judge(Protocol):
    """Judge of observations; `asserts` if finding none is a verdict, which needs calls that show something."""

    asserts: bool

    def judge(self, case: CallCase, observation: Observation[Any]) -> Judgement | None:
        """Return the reason if this call is to be found, or None."""
        ...

    def own_demands(self, case: CallCase, observation: Observation[Any]) -> Mapping[str, Demand] | None:
        """Return the parts of the arguments that judging looks at, or None if that is unknown."""
        ...


class PredicateJudge:
    """Judge that finds observations for which a predicate is true."""

    asserts = False

    def __init__(self, predicate: Callable[[Observation[Any]], Any]) -> None:
        self.predicate = predicate

    def judge(self, case: CallCase, observation: Observation[Any]) -> Judgement | None:
        """Return an empty judgement if the predicate is true."""
        return Judgement() if self.predicate(observation) else None

    def own_demands(self, case: CallCase, observation: Observation[Any]) -> Mapping[str, Demand]:
        """Return no demands: a predicate sees the observation alone."""
        return {}


def result_of(observation: Observation[Any]) -> Demand:
    """Return the demand on the result: `Raised` if the call raised before there was a result."""
    if observation.error is not None and not observation.result_demand:
        return Demand(ROOT.parents, ROOT.keys, [Raised(observation.error)])
    return observation.result_demand


ROOT = Demand.parse("None")._tree


class SpecJudge:
    """Judge that finds observations whose demands differ from those that a spec expects."""

    asserts = True

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.expects = False  # True once a call could have gone against the spec

    def judge(self, case: CallCase, observation: Observation[Any]) -> Judgement | None:
        """Return the first difference from the expected demands."""
        args, kwargs = case.inputs.for_judge()
        names = list(observation.demands)
        expected = self.spec.expected(names, result_of(observation), case.context, args, kwargs, case.policy)
        values = case.arguments().values
        self.expects = self.expects or any(self._can_break(name, expected[name], values[name]) for name in expected)
        if self.spec.has_anything:
            expected = {name: with_anything(demand, observation.demands[name]) for name, demand in expected.items()}
        if case.cut is None:
            self._check_fits(case, observation, expected)
        for name, demand in expected.items():
            difference = COMPARISONS[self.spec.comparison(name)](observation.demands[name], demand)
            if difference is not None:
                return Judgement(expected, name, difference)
        return None

    def refuse_vacuous(self) -> None:
        """Raise `NothingChecked` if none of the calls so far could have gone against the spec."""
        if not self.expects:
            raise NothingChecked(
                f"{self.spec.name} expects nothing that a call could break: for each argument of each call it has ..., "
                "or all of it with compare='<=', or a hole with compare='>='"
            )

    def _can_break(self, name: str, expected: Demand, value: Any) -> bool:
        """True if a call could look at something else than the spec expects of this argument."""
        if expected and expected._tree.layers[0] is ...:
            return False
        how = self.spec.comparison(name)
        return bool(expected) if how == ">=" else how != "<=" or not _is_all(expected, value)

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


def _is_all(demand: Demand, value: Any) -> bool:
    """True if the demand has as many parts as the value, none of which is lazy."""
    left, todo = demand.size, [value]
    while todo and left >= 0:
        part = todo.pop()
        left -= 1
        if is_lazy(part):
            return False
        kind = kind_of(type(part))
        todo.extend(below for _, below in islice(kind.held(part), left + 1))
    return left >= 0


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
