"""Assertions that compare the demands of two functions on the same arguments, and rules about one argument.

The assertions of `reading` and `pulling` are rules; an assertion observes one call and asks its rule, a check lets
Hypothesis look for a call that breaks it. Read `Rule` to add one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from strictcheck.demands.wording import asked_of, expression
from strictcheck.errors import DemandMismatch, NothingChecked
from strictcheck.kinds.table import is_declared
from strictcheck.messages import opaque_advice, with_place
from strictcheck.observation.call_arguments import Arguments, name_of, paired
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import Context, whnf
from strictcheck.specs.cases import CallCase, FoundCall, Inputs, Judge, Judgement, observe_certified
from strictcheck.specs.differences import DemandDifference, Side, describe
from strictcheck.specs.vacuous import (
    all_read,
    has_no_parts,
    opaque_parts,
    refuse_no_arguments,
    refuse_same,
    refuse_unasked,
    refuse_uncallable,
    vacuity,
)
from strictcheck.thunks.call_stack import Where
from strictcheck.unused import conclude


def assert_same_demand(
    first: Callable[..., Any],
    second: Callable[..., Any],
    /,
    *args: Any,
    context: Context | None = None,
    certify: bool | None = None,
    **kwargs: Any,
) -> None:
    """Raise `DemandMismatch` unless both functions look at the same parts of each argument.

    Each is observed on the arguments by itself, with an iterator of its own where there is one among them; the
    values they return are not compared. The message names the first path that differs and the line that forced it, and
    shows both demands. Coroutine functions are awaited, in an event loop of their own.

    `context` is applied to both results, as for `observe`; `nf` asks for all of them, so to tell a lazy result from an
    eager one pass `take(1)`. Raises `NothingChecked` if a lazy result was never used, for that may look at more later;
    `context=whnf` says that the calls alone are meant, of which one has to look. It is raised, too, if nothing could
    differ: neither looked at anything; both looked at arguments without parts, such as an empty list or a string; both
    looked at an opaque part, such as an array, for what they read in it cannot be seen; or it is one function, given
    twice. In a test under pytest, one call among several of this line may be of an empty list: it is the test that
    fails if nothing could differ in any. One call shows little where only some arguments tell:
    `check_spec(first, like(second))` looks for them.

    Each function is called three times: observed, plainly on copies of the arguments, and on the partial value of its
    demand; where these differ, some times more, and `NotCertified` says how to mend it. `certify=False`, or pytest's
    `--demand-no-certify`, makes the one call only, for functions with side effects.

    >>> assert_same_demand(any, lambda xs: bool([x for x in xs if x]), [0, 1, 2])
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: <lambda> also looks at xs[2], at ...
      - any, + <lambda>
        xs: list of 3
          [0]: 0
          [1]: 1
      +   [2]: 2
      if it may, assert_no_more_demand(any, <lambda>, ...) lets <lambda> look at more
    """
    __tracebackhide__ = True
    calls = _compare("assert_same_demand", (first, second), Inputs(args, kwargs), context, certify)
    refuse_unasked("assert_same_demand", context, *calls)
    # Arguments have no part that a call could leave if they are empty, strings or sets.
    told = all_read(calls[0], f" by both; {LEAVE_SOME}") if has_no_parts(calls[0]) else None
    conclude("assert_same_demand", told)


def assert_no_more_demand(
    first: Callable[..., Any],
    second: Callable[..., Any],
    /,
    *args: Any,
    context: Context | None = None,
    certify: bool | None = None,
    **kwargs: Any,
) -> None:
    """Raise `DemandMismatch` if `first` looks at anything that `second` does not look at.

    Otherwise as `assert_same_demand`; each function is called as often, too.

    >>> assert_no_more_demand(any, all, [1, 1, 0, 1])
    """
    __tracebackhide__ = True
    looks, may_look = _compare("assert_no_more_demand", (first, second), Inputs(args, kwargs), context, certify)
    refuse_unasked("assert_no_more_demand", context, looks)
    names = names_apart(first, second)
    advice = f" by {names[1]}, so {names[0]} could look at no more; {LEAVE_SOME}"
    conclude("assert_no_more_demand", all_read(may_look, advice))


LEAVE_SOME = (
    "pass arguments of which a part is left, or context=take(1) if the result is lazy; to say that all is looked at, "
    "assert observe(f, x).demand == Demand.full(x)"
)


def _compare(
    assertion: str, functions: tuple[Any, Any], inputs: Inputs, context: Context | None, certify: bool | None
) -> tuple[Observation[Any], Observation[Any]]:
    """Observe both functions, each on arguments of its own; raise `DemandMismatch` where they differ."""
    refuse_same(assertion, *functions)
    first, second = observe_certified(functions, inputs, context or whnf, certify)
    _refuse_other_arguments(first, second)
    refuse_no_arguments(assertion, first)
    names, how, advise = names_apart(*functions), *COMPARED[assertion]
    for a, b in paired(first.demands, second.demands, first._arguments.positional).items():
        one, other = Side(names[0], first.demands[a], first, a), Side(names[1], second.demands[b], second, b)
        expected, actual = (one, other) if how == "==" else (other, one)
        if different := describe(expected, actual, how):
            lines = [*different, *asked_lines(first), f"  {advise(expected, actual)}"]
            sides = (expected.name, expected.demand), (actual.name, actual.demand)
            raise DemandMismatch("\n".join(lines), sides=sides)
        _refuse_opaque(one, other)
    return first, second


def _refuse_other_arguments(first: Observation[Any], second: Observation[Any]) -> None:
    if len(first.demands) != len(second.demands):
        raise DemandMismatch(
            f"{first.name} takes {len(first.demands)} arguments here ({', '.join(first.demands)}), "
            f"{second.name} takes {len(second.demands)} ({', '.join(second.demands)}); "
            "compare functions that take the same arguments"
        )


def _refuse_opaque(one: Side, other: Side) -> None:
    """Raise `NothingChecked` if both looked at an opaque part, for it may be at different places within.

    Of a class that was declared opaque the user has said that a look reveals all.
    """
    for path, cls in opaque_parts(one.demand):
        if is_declared(cls):
            continue
        part = expression(one.argument, one.demand, path)
        raise NothingChecked(
            f"{one.name} and {other.name} both looked at {part}, and what they read inside "
            f"a {cls.__name__} cannot be seen; {opaque_advice(cls, part)}"
        )


def asked_lines(observation: Observation[Any]) -> list[str]:
    """Return the line that says how the result was used; none if the user did not pass a context that uses it."""
    asked = observation.result_demand
    return [] if observation._call.context is whnf or not asked else [f"  asked: {asked_of(asked)}"]


def _advise_same(one: Side, other: Side) -> str:
    is_less, is_more = one.demand <= other.demand, other.demand <= one.demand
    if not (is_less or is_more):
        return "if both may, keep what each looks at by itself: assert observe(f, x).demand == golden_demand"
    more, less = (other.name, one.name) if is_less else (one.name, other.name)
    return f"if it may, assert_no_more_demand({less}, {more}, ...) lets {more} look at more"


def _advise_no_more(may_look: Side, looks: Side) -> str:
    advice = "if it may, compare it with a function that looks there too"
    if may_look.demand <= looks.demand:
        advice += f"; if {may_look.name} is to look at no more, pass {may_look.name} first"
    return advice


# By assertion: the comparison, and the function that says what to write if the difference is meant.
COMPARED = {"assert_same_demand": ("==", _advise_same), "assert_no_more_demand": ("<=", _advise_no_more)}


def names_apart(first: Callable[..., Any], second: Callable[..., Any]) -> tuple[str, str]:
    """Return the names of two functions; if the names are equal, with the places at which the functions begin.

    >>> names_apart(any, all), names_apart(any, any)
    (('any', 'all'), ('any', 'any'))
    """
    names = name_of(first), name_of(second)
    codes: list[Any] = [getattr(function, "__code__", None) for function in (first, second)]
    if names[0] != names[1] or None in codes or codes[0] is codes[1]:
        return names
    places = [(Path(code.co_filename).name, code.co_firstlineno) for code in codes]
    if places[0] == places[1]:
        return f"the first {names[0]}", f"the second {names[1]}"
    first_name, second_name = (f"{name} ({file}:{line})" for name, (file, line) in zip(names, places, strict=True))
    return first_name, second_name


class Breach(NamedTuple):
    """Breach of a rule: argument, `sentence` that follows the name of the function, the parts, advice, the line."""

    argument: str
    sentence: str
    paths: Sequence[tuple[Any, ...]]
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
        argument = self._argument_in(case)
        broken = None if argument is None else self.breach(argument, observation)
        path = next(iter(broken.paths), ()) if broken else ()
        return None if broken is None else Judgement(broken.argument, DemandDifference(path, "more"))

    def idle(self, case: CallCase, observation: Observation[Any]) -> str | None:
        """Return the reason why no function could have broken the rule in this call; None if one could."""
        argument = self._argument_in(case)
        if argument is None:
            return "the call has no such argument; give a strategy for it"
        return vacuity(observation) or self.vacuity(argument, observation)

    def _argument_in(self, case: CallCase) -> str | None:
        """Return the name of the argument; None if the call does not pass it: of `*args`, there may be none."""
        values, signature = case.arguments().values, case.arguments()._signature
        is_left_out = self.of not in values and signature is not None and self.of in signature.parameters
        return self.argument(values) if values and not is_left_out else None

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
    (observation,) = observe_certified([function], Inputs(args, kwargs), context or whnf, certify, fetches=True)
    broken = rule.breach(argument, observation)
    if broken is not None:
        raise DemandMismatch(message(observation, broken, asked_lines(observation)))
    if rule.asks_results:
        refuse_unasked(rule.name, context, observation)
    conclude(rule.name, rule.vacuity(argument, observation))


def message(observation: Observation[Any], broken: Breach, facts: Sequence[str] = ()) -> str:
    """Describe a call that breaks a rule: a sentence, the demand with the parts marked, other facts, and advice."""
    from strictcheck.pictures import marked  # loaded when something fails

    picture = marked(broken.argument, observation.demands[broken.argument], broken.paths)
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
