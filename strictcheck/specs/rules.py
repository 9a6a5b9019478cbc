"""Rules about one argument of a call, and the message if a call breaks one.

The assertions of `reading` and `pulling` are rules; an assertion observes one call and asks its rule, a check lets
Hypothesis look for a call that breaks it. Read this module to add one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from strictcheck.demands.marking import asked_of, below, mark
from strictcheck.errors import DemandMismatch
from strictcheck.messages import with_place
from strictcheck.observation.call_arguments import Arguments
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import Context, whnf
from strictcheck.specs.assertions import asked_lines
from strictcheck.specs.cases import CallCase, FoundCall, Judge, Judgement, observe_certified
from strictcheck.specs.differences import DemandDifference
from strictcheck.specs.vacuous import refuse_unasked, refuse_uncallable, vacuity
from strictcheck.thunks.call_stack import Where
from strictcheck.unused import conclude


class Breach(NamedTuple):
    """Breach of a rule: argument, `sentence` that follows the name of the function, the part, advice, the line."""

    argument: str
    sentence: str
    path: tuple[Any, ...] | None
    advice: str
    where: Where | None = None


class Rule(Judge):
    """Rule about the argument `of` of a call; a judge of observations, which finds those that break it."""

    needs_fetches = True
    asks_results = True  # False if results are to be left alone

    def __init__(self, name: str, of: str | None) -> None:
        self.name = name
        self.of = of

    def argument(self, values: Mapping[str, Any]) -> str:
        """Return the name of the argument, given all of them; raises `TypeError` if it is not clear."""
        raise NotImplementedError

    def breach(self, argument: str, observation: Observation[Any]) -> Breach | None:
        """Return how the call breaks the rule; None if it does not."""
        raise NotImplementedError

    def vacuity(self, argument: str, observation: Observation[Any]) -> str | None:
        """Return the reason why no function could have broken the rule in this call; None if one could."""
        raise NotImplementedError

    def judge(self, case: CallCase, observation: Observation[Any]) -> Judgement | None:
        """Return the first breach of the rule; None if there is none."""
        broken = self.breach(self.argument(case.arguments().values), observation)
        return None if broken is None else Judgement(broken.argument, DemandDifference(broken.path or (), "more"))

    def idle(self, case: CallCase, observation: Observation[Any]) -> str | None:
        """Return the reason why no function could have broken the rule in this call; None if one could."""
        return vacuity(observation) or self.vacuity(self.argument(case.arguments().values), observation)

    def mismatch(self, found: FoundCall) -> DemandMismatch:
        """Return the error with the sentence, the picture, and the call."""
        broken = self.breach(self.argument(found.case.arguments().values), found.observation)
        assert broken is not None
        facts = [f"  call:   {found.case.text()}", f"  asked:  {asked_of(found.observation.result_demand)}"]
        facts += [f"  {found.unsearched}"] if found.unsearched else []
        return DemandMismatch(message(found.observation, broken, facts))


def require(
    rule: Rule, function: Callable[..., Any], args: Any, kwargs: Any, context: Context | None, certify: bool | None
) -> None:
    """Observe a call; raise `DemandMismatch` if it breaks the rule, `NothingChecked` if none could have broken it.

    Of a lazy result that no context has used, `NothingChecked` says so: it may look at more later.
    """
    __tracebackhide__ = True
    refuse_uncallable(rule.name, function)
    argument = rule.argument(Arguments(function, args, kwargs).values)
    (observation,) = observe_certified([function], args, kwargs, context or whnf, certify, fetches=True)
    broken = rule.breach(argument, observation)
    if broken is not None:
        raise DemandMismatch(message(observation, broken, asked_lines(observation)))
    if rule.asks_results:
        refuse_unasked(rule.name, context, observation)
    conclude(rule.name, rule.vacuity(argument, observation))


def message(observation: Observation[Any], broken: Breach, facts: Sequence[str] = ()) -> str:
    """Describe a call that breaks a rule: a sentence, the demand with the part marked, other facts, and advice."""
    picture = below(f"  {broken.argument}: ", mark(observation.demands[broken.argument], broken.path))
    sentence = with_place(f"{observation.name} {broken.sentence}", broken.where)
    return "\n".join([sentence, *picture, *facts, f"  {broken.advice}"])


def the_argument(
    rule: str, of: str | None, values: Mapping[str, Any], fits: Callable[[Any], bool] = bool, what: str = "true"
) -> str:
    """Return `of`, or the name of the only argument that `fits`. Raises `TypeError` if there is none."""
    if of is not None:
        if of not in values:
            raise TypeError(f"{rule}: of={of!r} is no argument of this call; there are {', '.join(values) or 'none'}")
        return of
    found = [name for name, value in values.items() if fits(value)]
    if not found:
        none = f"none of the arguments ({', '.join(values)})" if values else "the call has no argument that"
        raise TypeError(f"{rule}: {none} is {what}; pass one as an argument, for only arguments are observed")
    if len(found) > 1:
        raise TypeError(f"{rule}: {' and '.join(found)} are each {what}; pass of={found[0]!r}, or the other")
    return found[0]
