"""Assertions about the parts that a call reads, and how often: `assert_reads_only`, `assert_reads_once`.

Parts are named as in `strictcheck.specs.part_names`.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from typing import Any

from strictcheck.demands import Demand
from strictcheck.demands.wording import expression
from strictcheck.kinds.table import kind_of
from strictcheck.messages import opaque_advice, plain_instead, with_article
from strictcheck.observation.call_arguments import Arguments, name_of
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import Context
from strictcheck.observation.traces import ASKED, CALLED, ENDED, LISTED, MISSED, PULLED, READ, Fetch, fetches_of
from strictcheck.specs.advised_names import (
    item_in_code,
    meant_by,
    names_of,
    reads_at_once,
    reads_by_item,
    said_to_be_one,
)
from strictcheck.specs.part_names import KEY_LIST, PartName, are_all, dotted_name, held_parts, parse_part_names
from strictcheck.specs.rules import OVER_ALL, Breach, Rule, require, the_argument
from strictcheck.specs.vacuous import opaque_parts
from strictcheck.thunks.classes import has_methods
from strictcheck.thunks.places import END

MOST_NAMES = 5
NOTHING_READ = "pass a list or another value with such parts; if the result is lazy, context=nf, to a check contexts=nf"


def assert_reads_only(
    function: Callable[..., Any],
    value: Any,
    /,
    *parts: Any,
    context: Context | None = None,
    of: str | None = None,
    certify: bool | None = None,
    **kwargs: Any,
) -> None:
    """Raise `DemandMismatch` if `function(value)` reads anything of `value` but these parts and what is inside them.

    A part is named by keys, indices, fields and attributes, with dots between or in brackets: `"db.host"`,
    `"users[0]"`; `"users.*.name"` is the name of every user; so is the tuple `("users", ..., "name")`, for keys that
    are not identifiers. Parts on the way to a part may be read too, but keys may be listed only where `*` stands, or
    `keys()`, which is the name of the list: `"db.keys()"`; `len()`, `if` and `match` ask for it, too. To
    read is to fetch, used later or not; so is asking for a key that is not there. `vars(x)`, `copy.copy(x)` and the
    unpacking of a named tuple fetch every string, bytes, bool and None in it; other parts are read when they are used.
    The name of a property, or of an item of a class with a `__getitem__` of its own, stands for all that this code
    reads, which is run once more to find out.
    `context` is applied to the result, as for `observe`; without one, a lazy result is refused with `NothingChecked`,
    for it may read more later.

    `value` is the first argument, or the one called `of`, unless that is passed by name; others are passed by name.
    Forces as the call does. Raises `TypeError` for invalid names; `NothingChecked` if nothing is read, if a name is
    that of no part, which was not asked for either, or if there are no other parts; of a dict, others may be asked for.

    >>> def address(config, default=80):
    ...     return config["host"], config.get("port", default), config["debug"] and "!"
    >>> assert_reads_only(address, {"host": "a", "debug": False, "log": 1}, "host", "port", "debug")
    >>> assert_reads_only(address, {"host": "a", "debug": False, "log": 1}, "host", "port")
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: address also read config['debug'], at ... in address
        config: dict
          'host': 'a'
      +   'debug': False
      if it may, name it too: 'host', 'port', 'debug'
    """
    __tracebackhide__ = True
    rule = ReadsOnly("assert_reads_only", parts, of)
    require(rule, function, *rule.arrange(function, value, kwargs), context, certify)


def assert_reads_once(
    function: Callable[..., Any],
    value: Any,
    /,
    *parts: Any,
    context: Context | None = None,
    of: str | None = None,
    certify: bool | None = None,
    **kwargs: Any,
) -> None:
    """Raise `DemandMismatch` if `function(value)` reads a part of `value` twice; or one of `parts` never, if named.

    Each fetch of a part counts, also if it is not used. Parts are named, and
    other arguments passed, as for `assert_reads_only`; without names all parts count.

    >>> assert_reads_once(lambda prices: max(prices), [3, 1, 2])
    >>> assert_reads_once(lambda prices: max(prices) - prices[0], [3, 1, 2])
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: <lambda> read prices[0] twice, the second time, at ...
        prices: list of 3
      +   [0]: 3
          [1]: 1
          [2]: 2
      read it once, and keep it in a variable
    """
    __tracebackhide__ = True
    rule = ReadsOnce("assert_reads_once", parts, of)
    require(rule, function, *rule.arrange(function, value, kwargs), context, certify)


class PartsRule(Rule):
    """Rule about named parts of the first argument, or of the one called `of`."""

    def __init__(self, name: str, parts: tuple[Any, ...], of: str | None) -> None:
        super().__init__(name, of)
        self.parts = parse_part_names(self.name, parts)
        self.texts = list(map(repr, parts))

    def arrange(self, function: Callable[..., Any], value: Any, kwargs: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Return positional and keyword arguments: `value` is the one called `of`, or the first."""
        if self.of is None or self.of in kwargs:
            self._refuse_missing(function, value, kwargs)
            return (value,), kwargs
        known: Mapping[str, Any] = {}
        with suppress(TypeError, ValueError):  # of a function in C the parameters are not known
            known = inspect.signature(function).parameters
        if known and not any(one.kind is one.VAR_KEYWORD for one in known.values()):
            the_argument(self.name, self.of, known)
        return (), {self.of: value, **kwargs}

    def _refuse_missing(self, function: Callable[..., Any], value: Any, kwargs: dict[str, Any]) -> None:
        """Raise `TypeError` if an argument is missing: it may have been passed among the names of parts."""
        with suppress(ValueError):  # of a function in C the parameters are not known
            try:
                inspect.signature(function).bind(value, **kwargs)
            except TypeError as error:
                if self.texts and "missing" in str(error):
                    taken = f"{', '.join(self.texts)} name parts of the value; pass other arguments by name, as limit=5"
                    raise TypeError(f"{self.name}: {name_of(function)}: {error}; {taken}") from None

    def argument(self, arguments: Arguments) -> str:
        """Return the name of the argument; raises `TypeError` if there is none."""
        values = arguments.values
        name = the_argument(self.name, next(iter(values), "value") if self.of is None else self.of, values)
        for part, text in zip(self.parts, self.texts, strict=True):
            if meant := part.meanings(values[name]):
                names = f"{len(meant)} parts of {name}; pass {' or '.join(map(repr, meant))}"
                raise TypeError(f"{self.name}: {text} may be the name of {names}")
        return name


class ReadsOnly(PartsRule):
    """Rule that only these parts are read."""

    def argument(self, arguments: Arguments) -> str:
        """Return the name of the argument; raises `TypeError` if there is none, or if no parts are named."""
        if not self.parts:
            value = next(iter(arguments.values.values()), None)
            taken = f", and {value!r} is taken for the value that is read" if isinstance(value, str) else ""
            raise TypeError(
                f"{self.name}: no parts are named{taken}; pass the value, then those that may be read, 'db.host'; "
                "to say that nothing is looked at, there is assert_lazy"
            )
        return super().argument(arguments)

    def breach(self, argument: str, observation: Observation[Any]) -> Breach | None:
        """Return the breach by the first part that was read without being named, or is opaque."""
        demand, found = observation.demands[argument], fetches_of(observation, argument)
        value = observation._arguments.values[argument]
        computed = {read.part for part in self.parts for read in part.computed_reads(value)}
        named = [*self.parts, *(part.without_loop(value) for part in self.parts)]
        extra = [
            fetch
            for fetch in found
            if not (fetch.is_internal or fetch.part in computed or any(part.covers(fetch) for part in named))
        ]
        if not extra:
            return self._opaque_breach(argument, demand)
        on_the_way = {fetch.path[:at] for fetch in extra for at in range(len(fetch.path))}
        told = [fetch for fetch in extra if fetch.how in DEEDS or fetch.path not in on_the_way]
        items = reads_by_item(value, extra)
        item = items.get(told[0].part, told[0].path)
        first = [told[0], *(fetch for fetch in told if fetch.how == READ and items.get(fetch.part) == item)][-1]
        part = item_in_code(value, argument, demand, first.path, item)
        more = len({items.get(fetch.part, fetch.path) for fetch in told}) - 1
        deed = f"also {DEEDS.get(first.how, 'read {}').format(part)}"
        rest = f"{',' * (first.how == MISSED)} and {more} more part{'s' * (more > 1)}" if more else ""
        is_all = are_all([*self.parts, *(PartName(fetch.path) for fetch in told)], value)
        names = [repr("*")] if is_all else names_of(value, extra)
        advice = self._advise(argument, observation, found, names) + reads_at_once(value, extra)
        return Breach(
            argument,
            deed + rest,
            [(*fetch.path, END) if fetch.how in (LISTED, ENDED) else fetch.path for fetch in extra],
            advice,
            first.where,
        )

    def _advise(self, argument: str, observation: Observation[Any], found: list[Fetch], extra: list[str]) -> str:
        """Return how to name the parts that were read too, or the name that was meant."""
        value = observation._arguments.values[argument]
        misnamed = self._misnamed(value, [fetch.path for fetch in found])
        right = [dotted_name(part.steps) for part in self.parts if part not in misnamed.values()]
        names = ", ".join(dict.fromkeys([*right, *extra[:MOST_NAMES]]))
        aside = "; len(), `if` and `match` ask for all keys, too" * any(KEY_LIST in name for name in extra)
        if not misnamed:
            again = said_to_be_one(argument, observation.demands[argument], self.parts, found)
            if extra[0] == repr("*"):
                return f"{again}if it may, {OVER_ALL.format(argument)}"
            plain = plain_instead(type(value), argument) if any(name[:2] in ("('", "'_") for name in extra) else ""
            if plain:  # what its class keeps is not for users to name
                return f"{again}{plain}, and name what may be read of that"
            return f"{again}if it may, name {'it' if len(extra) == 1 else 'them'} too: {names}{aside}"
        first = next(iter(misnamed))
        near = get_close_matches(first, extra, 1, cutoff=0.5)
        meant = meant_by(misnamed[first], first, argument, value) or (f"did you mean {near[0]}?" if near else None)
        as_read = f"name its parts, as {names}" if extra[0] != repr("*") else "is the name right?"
        return f"{argument} has no part {first}; {meant or as_read}"

    def _misnamed(self, value: Any, read: list[tuple[Any, ...]]) -> dict[str, PartName]:
        """Return the names that are of no part, and of none that was asked for, by their texts."""
        named = zip(self.texts, self.parts, strict=True)
        wrong = ((text, part) for text, part in named if not part.is_in(value) and not any(map(part.is_of, read)))
        return {text: part for text, part in wrong if part.steps[-1] != KEY_LIST}

    def _opaque_breach(self, argument: str, demand: Demand) -> Breach | None:
        """Return a breach if an opaque part was looked at that may be read in part only."""
        for path, cls in opaque_parts(demand):
            if not any(part.holds(path) for part in self.parts):
                text = expression(argument, demand, path)
                sentence = f"looked at {text}, and what it reads inside {with_article(cls)}"
                advice = opaque_advice(cls, text) + ("; or name the whole part" if path else "")
                return Breach(argument, f"{sentence} cannot be seen", [path], advice)
        return None

    def vacuity(self, argument: str, observation: Observation[Any]) -> str | None:
        """Return that the argument has no parts, or that nothing in it was read, if that is so."""
        value, found = observation._arguments.values[argument], fetches_of(observation, argument)
        kind = kind_of(type(value))
        if any(fetch.path or fetch.how in (LISTED, ENDED) for fetch in found) or kind.is_opaque:
            return self._idle_names(argument, observation, [fetch.path for fetch in found])
        if kind.is_leaf:
            whole = f"{argument}, of class {type(value).__name__}, is looked at as a whole"
            return f"{whole}; pass what it is made of, or of= the argument that is meant"
        return f"nothing inside {argument} was read; to say that nothing is looked at, there is assert_lazy"

    def _idle_names(self, argument: str, observation: Observation[Any], read: list[tuple[Any, ...]]) -> str | None:
        """Return the reason why the names forbid nothing: one names no part, or there are no other parts."""
        value = observation._arguments.values[argument]
        misnamed = self._misnamed(value, read)
        for text, part in misnamed.items():
            meant = meant_by(part, text, argument, value) or "is the name right?"
            return f"{argument} has no part {text}, and none was asked for; {meant}"
        if are_all(self.parts, value, {fetch.path for part in self.parts for fetch in part.computed_reads(value)}):
            first = next((key for key, _ in held_parts(value) or ()), 0)
            names_one = f"of one of these arguments, name parts, as '{first}.name'"
            advice = names_one if argument in observation._arguments.packed else "pass one that has more"
            return f"{argument} has no parts but these, so no other could be read; {advice}"
        return None


DEEDS = {
    LISTED: "asked which keys {} has",
    ENDED: "went to the end of {}",
    ASKED: "asked if there is {}",
    MISSED: "asked for {}, which is not there",
    CALLED: "called {}",
}


class ReadsOnce(PartsRule):
    """Rule that no part is read twice, and each named part once."""

    def breach(self, argument: str, observation: Observation[Any]) -> Breach | None:
        """Return the breach by the first part that was read twice, or is named and was not read."""
        demand, found = observation.demands[argument], fetches_of(observation, argument)
        value = observation._arguments.values[argument]
        computed = [self._reads_of_property(part, value) for part in self.parts]
        times, most = Counter[tuple[Any, ...]](), sum(computed, Counter[tuple[Any, ...]]())
        for fetch in found:
            is_named = fetch.path in most or any(part.is_of(fetch.path) for part in self.parts)
            if fetch.how == READ and (is_named or not self.parts):
                times[fetch.path] += 1
                if times[fetch.path] > max(most[fetch.path], 1):
                    part = expression(argument, demand, fetch.path)
                    sentence, advice = f"read {part} twice, the second time", "read it once, and keep it in a variable"
                    return Breach(argument, sentence, [fetch.path], advice, fetch.where)
        fetched = [fetch.path for fetch in found if fetch.how in (READ, PULLED)]
        for wanted, text, reads in zip(self.parts, self.texts, computed, strict=True):
            if not any(map(wanted.is_of, fetched)) and not any(path in reads for path in fetched):
                is_part, wrong = wanted.is_in(value), f"{argument} has no part {text}; is the name right?"
                known = f"it is to be read once; leave {text} out if it need not be" if is_part else wrong
                advice = meant_by(wanted, text, argument, value) or known
                return Breach(argument, f"did not read {text} of {argument}", [], advice)
        return None

    def _reads_of_property(self, part: PartName, value: Any) -> Counter[tuple[Any, ...]]:
        """Count what one reading of a property reads; nothing of items, which methods such as `get` read otherwise."""
        reads = () if has_methods(type(value), "__getitem__") else part.computed_reads(value)
        return Counter(fetch.path for fetch in reads if fetch.how == READ)

    def vacuity(self, argument: str, observation: Observation[Any]) -> str | None:
        """Return that nothing was read, if nothing was."""
        if any(fetch.how == READ for fetch in fetches_of(observation, argument)):
            return None
        demand = observation.demands[argument]
        for path, cls in opaque_parts(demand):
            advice = opaque_advice(cls, expression(argument, demand, path))
            return f"what is read inside {with_article(cls)} cannot be seen; {advice}"
        if callable(observation._arguments.values[argument]):
            return f"calls of {argument} are not reads; say which are made, .demand == specs.called(((1,), 2))"
        return f"no part of {argument} was read that can be read twice; {NOTHING_READ}"
