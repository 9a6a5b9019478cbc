"""Rules about one argument of a call, and the message if a call breaks one.

The assertions of `reads_only`, `pulls_at_most` and their like are rules; an assertion observes one call and asks its
rule, a check lets Hypothesis look for a call that breaks it. Read this module to add one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from strictcheck.demands import Demand
from strictcheck.demands.marking import below, mark
from strictcheck.errors import DemandMismatch, NothingChecked
from strictcheck.messages import shown
from strictcheck.observation.call_arguments import Arguments, name_of
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import Context
from strictcheck.observation.traces import LISTED, Fetch, fetches_of
from strictcheck.specs.assertions import asked_lines
from strictcheck.specs.certified import CallPolicy, retry_with_atoms
from strictcheck.specs.inputs import Inputs
from strictcheck.specs.vacuous import is_unasked, lazy_advice


class Breach(NamedTuple):
    """Breach of a rule: a `sentence` that follows the name of the function, the part, and advice."""

    sentence: str
    path: tuple[Any, ...] | None
    advice: str


class Rule(Protocol):
    """Rule about one argument of a call."""

    name: str

    def argument(self, values: Mapping[str, Any]) -> str:
        """Return the name of the argument, given all of them; raises `TypeError` if it is not clear."""
        ...

    def breach(self, argument: str, demand: Demand, found: list[Fetch]) -> Breach | None:
        """Return how these fetches break the rule; None if they do not."""
        ...

    def idle(self, argument: str, value: Any, found: list[Fetch]) -> str | None:
        """Return the reason why no function could have broken the rule in this call; None if one could."""
        ...


def require(
    rule: Rule, function: Callable[..., Any], args: Any, kwargs: Any, context: Context, certify: bool | None
) -> None:
    """Observe a call; raise `DemandMismatch` if it breaks the rule, `NothingChecked` if none could have broken it."""
    __tracebackhide__ = True
    if not callable(function):
        raise TypeError(
            f"{rule.name}: function={shown(function)} is not callable; pass the function first, then its arguments"
        )
    values = Arguments(function, args, kwargs).values
    argument = rule.argument(values)
    inputs = Inputs(args, kwargs)

    def observe(policy: CallPolicy) -> Observation[Any]:
        observation = policy.with_fetches().observe(function, *inputs.for_one_call(), context)
        policy.replay(observation)
        return observation

    observation = retry_with_atoms(certify, observe)
    broken = breach_of(rule, observation, argument)
    if broken is not None:
        facts = asked_lines(observation, context)
        raise DemandMismatch(message(function, observation.demands[argument], argument, broken, facts))
    found = fetches_of(observation, argument)
    reason = rule.idle(argument, values[argument], found)
    if is_unasked(observation) and not any(map(_is_inside, found)):
        reason = f"{name_of(function)} looked at nothing of {argument}, {lazy_advice()}"
    if reason is not None:
        raise NothingChecked(f"{rule.name} has checked nothing: {reason}")


def _is_inside(fetch: Fetch) -> bool:
    return bool(fetch.path) or fetch.how == LISTED


def breach_of(rule: Rule, observation: Observation[Any], argument: str) -> Breach | None:
    """Return how a call breaks the rule; None if it does not."""
    return rule.breach(argument, observation.demands[argument], fetches_of(observation, argument))


def message(
    function: Callable[..., Any], demand: Demand, argument: str, broken: Breach, facts: Sequence[str] = ()
) -> str:
    """Describe a call that breaks a rule: a sentence, the demand with the part marked, other facts, and advice."""
    picture = below(f"  {argument}: ", mark(demand, broken.path))
    return "\n".join([f"{name_of(function)} {broken.sentence}", *picture, *facts, f"  {broken.advice}"])


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
