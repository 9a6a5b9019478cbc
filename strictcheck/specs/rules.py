"""Rules about one argument of a call, and the message if a call breaks one.

The assertions of `reading` and `pulling` are rules; an assertion observes one call and asks its rule, a check lets
Hypothesis look for a call that breaks it. Read this module to add one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from strictcheck.demands.marking import below, mark
from strictcheck.errors import DemandMismatch
from strictcheck.observation.call_arguments import Arguments, name_of
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import Context
from strictcheck.observation.traces import LISTED, Fetch, fetches_of
from strictcheck.specs.assertions import asked_lines
from strictcheck.specs.cases import Inputs
from strictcheck.specs.certified import certify_calls
from strictcheck.specs.vacuous import UNASKED, is_unasked, refuse_uncallable
from strictcheck.unused import conclude


class Breach(NamedTuple):
    """Breach of a rule: the argument, a `sentence` that follows the name of the function, the part, and advice."""

    argument: str
    sentence: str
    path: tuple[Any, ...] | None
    advice: str


class Rule(Protocol):
    """Rule about one argument of a call, `argument`."""

    name: str

    def argument(self, values: Mapping[str, Any]) -> str:
        """Return the name of the argument, given all of them; raises `TypeError` if it is not clear."""
        ...

    def breach(self, argument: str, observation: Observation[Any]) -> Breach | None:
        """Return how the call breaks the rule; None if it does not."""
        ...

    def idle(self, argument: str, observation: Observation[Any]) -> str | None:
        """Return the reason why no function could have broken the rule in this call; None if one could."""
        ...


def require(
    rule: Rule, function: Callable[..., Any], args: Any, kwargs: Any, context: Context, certify: bool | None
) -> None:
    """Observe a call; raise `DemandMismatch` if it breaks the rule, `NothingChecked` if none could have broken it."""
    __tracebackhide__ = True
    refuse_uncallable(rule.name, function)
    argument = rule.argument(Arguments(function, args, kwargs).values)
    inputs = Inputs(args, kwargs)

    (observation,) = certify_calls(
        certify, lambda policy: [policy.with_fetches().observe(function, *inputs.for_one_call(), context)]
    )
    broken = rule.breach(argument, observation)
    if broken is not None:
        facts = asked_lines(observation, context)
        raise DemandMismatch(message(observation, broken, facts))
    conclude(rule.name, rule.idle(argument, observation))


def unasked(argument: str, observation: Observation[Any]) -> str | None:
    """Return that the result is lazy and was not used, so that nothing was looked at, if that is so."""
    if not is_unasked(observation) or any(map(_is_inside, fetches_of(observation, argument))):
        return None
    name = name_of(observation._call.function)
    return f"{name} looked at nothing of {argument}, and its result is lazy and was not asked: {UNASKED}"


def _is_inside(fetch: Fetch) -> bool:
    return bool(fetch.path) or fetch.how == LISTED


def message(observation: Observation[Any], broken: Breach, facts: Sequence[str] = ()) -> str:
    """Describe a call that breaks a rule: a sentence, the demand with the part marked, other facts, and advice."""
    picture = below(f"  {broken.argument}: ", mark(observation.demands[broken.argument], broken.path))
    name = name_of(observation._call.function)
    return "\n".join([f"{name} {broken.sentence}", *picture, *facts, f"  {broken.advice}"])


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
