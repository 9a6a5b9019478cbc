"""Rules about one argument of a call, names of its parts, and the message if a call breaks one.

The assertions of `reading` and `pulling` are rules; an assertion observes one call and asks its rule, a check lets
Hypothesis look for a call that breaks it. Read this module to add one.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from strictcheck.demands.marking import asked_of, below, mark
from strictcheck.errors import DemandMismatch
from strictcheck.kinds.table import kind_of
from strictcheck.messages import shown, with_place
from strictcheck.observation.call_arguments import Arguments, name_of
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import Context, whnf
from strictcheck.observation.traces import ENDED, LISTED, Fetch, fetches_of
from strictcheck.observation.unasked import is_unasked, looked_at_nothing
from strictcheck.specs.assertions import asked_lines
from strictcheck.specs.cases import CallCase, FoundCall, Judge, Judgement, observe_certified
from strictcheck.specs.differences import DemandDifference
from strictcheck.specs.vacuous import UNASKED, is_lazy, refuse_unasked, refuse_uncallable, vacuity
from strictcheck.thunks.call_stack import Where
from strictcheck.thunks.proxy import is_thunk
from strictcheck.unused import conclude

ANY = ...


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

    def __init__(self, of: str | None) -> None:
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
    if not looked_at_nothing(observation):  # `vacuity` knows what it says of the rule if it did
        refuse_unasked(rule.name, context, observation)
    conclude(rule.name, rule.vacuity(argument, observation))


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


class PartName:
    """Name of a part; `steps` are its keys, as text if the name was written with dots."""

    def __init__(self, steps: tuple[Any, ...]) -> None:
        self.steps = steps

    def covers(self, fetch: Fetch) -> bool:
        """True if a reader of this part may make this fetch: it is within the part, or on the way to it."""
        alike = all(map(_is_step, self.steps, fetch.path))
        if fetch.how in (LISTED, ENDED) and len(self.steps) > len(fetch.path):
            return alike and self.steps[len(fetch.path)] is ANY
        return alike

    def holds(self, path: tuple[Any, ...]) -> bool:
        """True if the part at `path` is this one, or within it."""
        return len(self.steps) <= len(path) and all(map(_is_step, self.steps, path))

    def is_in(self, value: Any) -> bool:
        """True if `value` has such a part, or if nobody can tell, as of an iterator or an attribute of a class."""
        values = [value]
        for step in self.steps:
            known = [held_parts(one) for one in values]
            if None in known or any(_is_of_class(one, step) for one in values):
                return True
            values = [part for parts in known for key, part in parts or () if _is_step(step, key)]
        return bool(values)

    def is_of(self, path: tuple[Any, ...]) -> bool:
        """True if the part at `path` is this one."""
        return len(self.steps) == len(path) and all(map(_is_step, self.steps, path))


def held_parts(value: Any) -> list[tuple[Any, Any]] | None:
    """List the keys and parts of a value; None if they are not known before somebody asks."""
    kind = kind_of(type(value))
    is_unknown = is_thunk(value) or is_lazy(value) or kind.is_pulled or kind.is_opaque
    return None if is_unknown else list(kind.held(value))


def _is_of_class(value: Any, step: Any) -> bool:
    """True for the name of an attribute that the class has for all instances: a default, a property, a method."""
    can_have = kind_of(type(value)).has_attributes and isinstance(step, str)
    return can_have and inspect.getattr_static(type(value), step, None) is not None


def _is_step(step: Any, key: Any) -> bool:
    return step is ANY or step == key or (isinstance(step, str) and not isinstance(key, str) and step == str(key))


def parse_part_names(function: str, names: Iterable[Any]) -> list[PartName]:
    """Return the names; raises `TypeError` for an invalid one.

    >>> [name.steps for name in parse_part_names("assert_reads_only", ["db.host", "users.*.name", ("a.b", 0)])]
    [('db', 'host'), ('users', Ellipsis, 'name'), ('a.b', 0)]
    """
    found = []
    for name in names:
        name = str(name) if type(name) is int else name
        steps = tuple(ANY if step == "*" else step for step in name.split(".")) if isinstance(name, str) else name
        if not isinstance(steps, tuple) or not all(steps if isinstance(name, str) else [steps]):
            raise TypeError(
                f"{function}: {shown(name)} names no part; write 'db.host', 'users.*.name', or a tuple of keys, "
                f"('db', 'host'), each an argument of its own: {function}(function, value, 'db.host', 'log')"
            )
        if all(step is ANY for step in steps):
            raise TypeError(f"{function}: {shown(name)} names all parts, so nothing could go wrong; name fewer")
        found.append(PartName(steps))
    return found


def dotted_name(path: tuple[Any, ...]) -> str:
    """Write the path as a name.

    >>> dotted_name(("db", "host")), dotted_name(("users", 0)), dotted_name((0,)), dotted_name(("a.b",))
    ("'db.host'", "'users.0'", '0', "('a.b',)")
    """
    if len(path) == 1 and type(path[0]) is int:
        return repr(path[0])
    plain = [key is ANY or isinstance(key, int) or (isinstance(key, str) and key.isidentifier()) for key in path]
    text = ".".join("*" if key is ANY else str(key) for key in path)
    return repr(text) if path and all(plain) else repr(path).replace("Ellipsis", "...")
