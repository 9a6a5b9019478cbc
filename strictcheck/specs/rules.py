"""Rules about one argument of a call: an assertion observes one call and asks its rule, a check lets Hypothesis look.

The rules themselves are in `reading` and `pulling`. Read `Rule` to add one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, NamedTuple

from strictcheck.demands.wording import asked_of, expression
from strictcheck.errors import DemandMismatch
from strictcheck.messages import with_place
from strictcheck.observation.budgets import Budget, in_force
from strictcheck.observation.call_arguments import Arguments, refuse_ambiguous, refuse_misplaced
from strictcheck.observation.lazy_results import looks_past
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import Context, whnf
from strictcheck.specs.cases import CallCase, FoundCall, Inputs, Judge, Judgement, observe_certified
from strictcheck.specs.certified import Enough
from strictcheck.specs.differences import DemandDifference
from strictcheck.specs.vacuous import refuse_unasked, refuse_uncallable, vacuity
from strictcheck.thunks.call_stack import Where
from strictcheck.thunks.log import Log
from strictcheck.thunks.places import CELL
from strictcheck.unused import conclude

FAR = 1_000  # elements of an iterator beyond those that a rule allows, after which the call is stopped
OVER_ALL = "drop this assertion: then all may be read of {}"


def asked_lines(observation: Observation[Any]) -> list[str]:
    """Return the line that says how the result was used; none if the user did not pass a context that uses it."""
    asked = observation.result_demand
    return [] if observation._call.context is whnf or not asked else [f"  asked: {asked_of(asked)}"]


class Breach(NamedTuple):
    """Breach of a rule: argument, `sentence` that follows the name of the function, the parts, advice, the line.

    `shown` is the path of the part of the argument that the picture shows.
    """

    argument: str
    sentence: str
    paths: Sequence[tuple[Any, ...]]
    advice: str
    where: Where | None = None
    shown: tuple[Any, ...] = ()


class Rule(Judge):
    """Rule about the argument `of` of a call; a judge of observations, which finds those that break it."""

    needs_fetches = True
    asks_results = True  # False if results are to be left alone
    most_pulled: int | None = None  # elements of an iterator that a call may pull; None if that is another rule's
    n: int | None = None  # the option of that name, if the assertion has one

    def __init__(self, name: str, of: str | None) -> None:
        self.name = name
        self.of = of

    def argument(self, arguments: Arguments) -> str:
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
        argument = self._argument_in(case)
        broken = None if argument is None else self.breach(argument, observation)
        path = next(iter(broken.paths), ()) if broken else ()
        return None if broken is None else Judgement(broken.argument, DemandDifference(path, "more"))

    def idle(self, case: CallCase, observation: Observation[Any]) -> str | None:
        """Return the reason why no function could have broken the rule in this call; None if one could."""
        argument = self._argument_in(case)
        if argument is None:
            return "the call has no such argument; give a strategy for it"
        return self.past(argument, observation) or vacuity(observation) or self.vacuity(argument, observation)

    def past(self, argument: str, observation: Observation[Any]) -> str | None:
        """Return that the call looks at what is no thunk, in place of the argument, or of any if that is empty."""
        return looks_past(observation._call.function, observation._arguments.values, [argument] if argument else ())

    def _argument_in(self, case: CallCase) -> str | None:
        """Return the name of the argument; None if the call does not pass it: of `*args`, there may be none."""
        arguments = case.arguments()
        values, signature = arguments.values, arguments._signature
        is_left_out = self.of not in values and signature is not None and self.of in signature.parameters
        return self.argument(arguments) if values and not is_left_out else None

    def mismatch(self, found: FoundCall) -> DemandMismatch:
        """Return the error with the sentence, the picture, and the call."""
        broken = self.breach(self.argument(found.case.arguments()), found.observation)
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
    refuse_ambiguous(rule.name, function, args, of=rule.of, n=rule.n)
    refuse_misplaced(rule.name, function, kwargs)
    argument = rule.argument(Arguments(function, args, kwargs))
    inputs = Inputs(args, kwargs)
    # A call that breaks its rule is stopped if it goes on, for the source may have no end.
    limit = nullcontext() if rule.most_pulled is None else in_force(_PullLimit(rule.most_pulled + FAR, argument))
    try:
        with limit:
            (observation,) = observe_certified([function], inputs, context or whnf, certify, fetches=True)
    except Enough as stopped:
        observation = vars(stopped)["observation"]
    broken = rule.breach(argument, observation)
    if broken is not None:
        raise DemandMismatch(message(observation, broken, asked_lines(observation)))
    unasked = refuse_unasked(rule.name, context, observation) if rule.asks_results else None
    conclude(rule.name, rule.past(argument, observation) or unasked or rule.vacuity(argument, observation))


class _PullLimit(Budget):
    """Budget of the cells that are pulled of one argument, or of any if its name is empty."""

    def __init__(self, most: int, argument: str) -> None:
        super().__init__(most, ())
        self.argument = argument
        self.is_all = False  # nobody asks

    def __call__(self, log: Log, parent: int, key: Any, layer: object) -> None:
        """Count a cell, and stop the call at one too many."""
        if layer is CELL and log.name in (self.argument or log.name,):
            self.count += 1
        if self.count > self.limit:
            raise Enough


def message(observation: Observation[Any], broken: Breach, facts: Sequence[str] = ()) -> str:
    """Describe a call that breaks a rule: a sentence, the demand with the parts marked, other facts, and advice."""
    from strictcheck.pictures import marked  # loaded when something fails

    demand, depth = observation.demands[broken.argument], len(broken.shown)
    name = expression(broken.argument, demand, broken.shown)
    picture = marked(name, demand.at(broken.shown), [path[depth:] for path in broken.paths])
    sentence = with_place(f"{observation.name} {broken.sentence}", broken.where)
    return "\n".join([sentence, *picture, *facts, f"  {broken.advice}"])


def the_argument(
    rule: str, of: str | None, values: Mapping[str, Any], fits: Callable[[Any], Any] = bool, what: str = "true"
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
