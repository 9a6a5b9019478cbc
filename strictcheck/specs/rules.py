"""Rules: what an assertion says of one argument of a call, and the message if a call breaks it.

The assertions of `reads_only`, `pulls_at_most` and their like are rules; an assertion observes one call and asks its
rule, a check lets Hypothesis look for a call that breaks it. Read this module to add one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from strictcheck.demands import Demand
from strictcheck.errors import DemandMismatch
from strictcheck.messages import shown
from strictcheck.observation.call_arguments import Arguments
from strictcheck.observation.fetches import LISTED, Fetch, fetches
from strictcheck.observation.inputs import Inputs
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import Context
from strictcheck.specs.assertions import short_name
from strictcheck.specs.certified import Believing, adapting
from strictcheck.specs.counterexamples import WIDTH, marked, wrapped
from strictcheck.specs.vacuous import is_unasked, lazy_advice

__all__ = ["Breach", "Rule", "broken_by", "message", "require", "the_argument"]


class Breach(NamedTuple):
    """A rule was broken: a `sentence` that goes on after the name of the function, the part, and what to do."""

    sentence: str
    path: tuple[Any, ...] | None
    advice: str


class Rule(Protocol):
    """Says something of one argument of a call."""

    name: str

    def argument(self, values: Mapping[str, Any]) -> str:
        """The name of the argument, given all of them; raises `TypeError` if it cannot be told."""
        ...

    def breach(self, argument: str, demand: Demand, found: list[Fetch]) -> Breach | None:
        """How the rule was broken by these fetches; None if it was not."""
        ...


def require(
    rule: Rule, function: Callable[..., Any], args: Any, kwargs: Any, context: Context, certify: bool | None
) -> None:
    """Observe a call, and raise `DemandMismatch` if it breaks the rule, or if nothing was checked."""
    __tracebackhide__ = True
    if not callable(function):
        raise TypeError(
            f"{rule.name}: function={shown(function)} is not callable; pass the function first, then its arguments"
        )
    argument = rule.argument(Arguments(function, args, kwargs).values)
    inputs = Inputs(args, kwargs)

    def observed(believing: Believing) -> Observation[Any]:
        observation = believing.with_fetches().observed(function, *inputs.fresh(), context)
        believing.replay(observation)
        return observation

    observation = adapting(certify, observed)
    broken = broken_by(rule, observation, argument)
    if broken is not None:
        raise DemandMismatch(message(function, observation.demands[argument], argument, broken))
    if is_unasked(observation) and not any(map(_is_inside, fetches(observation, argument))):
        raise DemandMismatch(
            f"{rule.name} has checked nothing: {short_name(function)} looked at nothing of {argument}, {lazy_advice()}"
        )


def _is_inside(fetch: Fetch) -> bool:
    return bool(fetch.path) or fetch.how == LISTED


def broken_by(rule: Rule, observation: Observation[Any], argument: str) -> Breach | None:
    """How a call breaks the rule; None if it does not."""
    return rule.breach(argument, observation.demands[argument], fetches(observation, argument))


def message(function: Callable[..., Any], demand: Demand, argument: str, broken: Breach) -> str:
    """What to say of a call that breaks a rule: a sentence, the demand with the part marked, and what to do."""
    first, indent = f"  {argument}: ", " " * (len(argument) + 4)
    picture = wrapped(marked(demand, broken.path), WIDTH - len(indent))
    lines = [f"{indent if number else first}{line}" for number, line in enumerate(filter(None, picture))]
    return "\n".join([f"{short_name(function)} {broken.sentence}", *lines, f"  {broken.advice}"])


def the_argument(rule: str, of: str | None, values: Mapping[str, Any], fits: Callable[[Any], bool], what: str) -> str:
    """The argument called `of`; without a name, the only one that `fits`. Raises `TypeError` if there is none."""
    if of is not None:
        if of not in values:
            raise TypeError(f"{rule}: of={of!r} is no argument of this call; there are {', '.join(values) or 'none'}")
        return of
    found = [name for name, value in values.items() if fits(value)]
    if not found:
        raise TypeError(f"{rule}: none of the arguments ({', '.join(values)}) is {what}; pass one")
    if len(found) > 1:
        raise TypeError(f"{rule}: {' and '.join(found)} are each {what}; pass of={found[0]!r}, or the other")
    return found[0]
