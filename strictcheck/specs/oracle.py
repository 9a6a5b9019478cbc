"""Who judges an observation: a spec, or a predicate. Both say whether a call is one that was looked for, and why.

They also say what they looked at themselves, for a case can be cut down only to what neither the call nor its judge
looked at.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from strictcheck.demands import Demand
from strictcheck.errors import NoJoin, SpecError
from strictcheck.kinds.layers import Raised
from strictcheck.messages import shown
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.one_call import observe
from strictcheck.observation.waiting import is_async_iterator
from strictcheck.specs.anything import with_anything
from strictcheck.specs.cases import LONGEST, Case
from strictcheck.specs.comparisons import COMPARISONS, Difference
from strictcheck.specs.specification import Spec

__all__ = ["Judge", "Judgement", "PredicateJudge", "SpecJudge", "result_of"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """Why a call was one that was looked for: which demand was expected, and where the actual one first differs."""

    expected: Mapping[str, Demand] = field(default_factory=dict)
    argument: str | None = None
    difference: Difference | None = None


class Judge(Protocol):
    """Judges observations; `asserts` if it has to be shown that nothing is found."""

    asserts: bool

    def judge(self, case: Case, observation: Observation[Any]) -> Judgement | None:
        """Why this is what was looked for, or None if it is not."""
        ...

    def looked(self, case: Case, observation: Observation[Any]) -> Mapping[str, Demand] | None:
        """What judging looks at of the arguments, or None if that cannot be told."""
        ...


class PredicateJudge:
    """Looks for observations of which a predicate holds."""

    asserts = False

    def __init__(self, predicate: Callable[[Observation[Any]], Any]) -> None:
        self.predicate = predicate

    def judge(self, case: Case, observation: Observation[Any]) -> Judgement | None:
        """An empty judgement where the predicate holds."""
        return Judgement() if self.predicate(observation) else None

    def looked(self, case: Case, observation: Observation[Any]) -> Mapping[str, Demand]:
        """Nothing: of a call, a predicate sees the observation alone."""
        return {}


def result_of(observation: Observation[Any]) -> Demand:
    """The demand on the result, which is that it raised if the call did so before there was any."""
    if observation.error is not None and not observation.result_demand:
        return Demand(ROOT.parents, ROOT.keys, [Raised(observation.error)])
    return observation.result_demand


ROOT = Demand.parse("None")._tree


class SpecJudge:
    """Looks for observations that differ from what a spec expects."""

    asserts = True

    def __init__(self, spec: Spec) -> None:
        self.spec = spec

    def judge(self, case: Case, observation: Observation[Any]) -> Judgement | None:
        """Where the call first looks at more or less than is expected."""
        args, kwargs = case.inputs.told()
        names = list(observation.demands)
        expected = self.spec.expected(names, result_of(observation), case.context, args, kwargs, case.believing)
        if self.spec.has_anything:
            expected = {name: with_anything(demand, observation.demands[name]) for name, demand in expected.items()}
        if case.cut is None:
            self._check_fits(case, observation, expected)
        for name, demand in expected.items():
            difference = COMPARISONS[self.spec.comparison(name)](observation.demands[name], demand)
            if difference is not None:
                return Judgement(expected, name, difference)
        return None

    def _check_fits(self, case: Case, observation: Observation[Any], expected: Mapping[str, Demand]) -> None:
        values = case.arguments().values
        for name, demand in expected.items():
            # What is in an async iterator is not to be seen without waiting.
            if not is_async_iterator(values[name]) and not demand.matches(values[name]):
                raise SpecError(
                    f"{self.spec.name} expects of argument {name!r} a demand that it cannot have"
                    f"{_disagreement(observation.demands[name], demand)}\n"
                    f"  expected: {demand.pretty()}\n  argument: {shown(values[name], LONGEST)}\n"
                    "a spec returns partial values of the arguments it is given, with `hole` where nothing is looked at"
                )

    def looked(self, case: Case, observation: Observation[Any]) -> Mapping[str, Demand] | None:
        """What the spec looks at to say what it expects."""
        names, result = list(observation.demands), result_of(observation)

        @functools.wraps(case.function)
        def saying(*args: Any, **kwargs: Any) -> None:
            self.spec.expected(names, result, case.context, args, kwargs, case.believing.without_certificates())

        args, kwargs = case.inputs.told()
        try:
            return observe(saying, *args, certify=False, **kwargs).demands
        except Exception:  # some code works on plain values alone; then nothing is known of what it looks at
            return None


def _disagreement(actual: Demand, expected: Demand) -> str:
    try:
        _ = actual | expected
    except NoJoin as error:
        return f": {error}"
    return ""
