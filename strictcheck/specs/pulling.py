"""Assertions about how far a call goes: `assert_pulls_at_most` of an iterable, `assert_never_calls` of a function."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Iterable, Iterator
from operator import length_hint
from typing import Any

from strictcheck.demands import Demand
from strictcheck.demands.wording import expression
from strictcheck.errors import NothingChecked
from strictcheck.kinds.layer import Attribute
from strictcheck.kinds.table import kind_of
from strictcheck.messages import plain_instead, shown, with_article
from strictcheck.observation.call_arguments import Arguments, name_of
from strictcheck.observation.lazy_results import is_lazy, parts_within
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import Context
from strictcheck.observation.traces import CALLED, ENDED, LISTED, LOOKED, PULLED, READ, Fetch, fetches_of
from strictcheck.specs.certified import Enough
from strictcheck.specs.rules import FAR, OVER_ALL, Breach, Rule, require, the_argument
from strictcheck.thunks.classes import has_methods
from strictcheck.thunks.proxy import is_thunk

ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()


def assert_pulls_at_most(
    function: Callable[..., Any],
    /,
    *args: Any,
    n: int | None = None,
    context: Context | None = None,
    of: str | None = None,
    certify: bool | None = None,
    **kwargs: Any,
) -> None:
    """Raise `DemandMismatch` if `function(*args, **kwargs)` takes more than `n` elements of an iterable argument.

    It is the only one among the arguments, or the one called `of`: a list, a tuple, an iterator, a `Stream`, a dict
    (whose values count), a file, the result of a query. Of a file, the elements are its lines, however they are read:
    `read(60)` takes each line of which it reads a part, and a `seek` all of them. Of a database cursor, each row
    counts, those of a list that `fetchmany` returns too. Of an iterator of a Python class that has other methods,
    such as a `Result` of SQLAlchemy, those count that any of them pulls of the iterator that it holds. Pulling an
    element counts, used later or not; finding the end does not. `context` is applied to the result, as for `observe`:
    of a lazy result, `context=take(2)` asks for two; `context=whnf` says that the call alone is meant, which has to
    pull, and without a context a lazy result is refused with `NothingChecked`. Of an iterator without an end, a call
    that takes far too much is stopped.

    Forces as the call does, and uses up iterators as far. Raises `NothingChecked` if the iterable has no more than
    `n` elements, for then nothing could go wrong; `TypeError` without `n`, if it is not clear which argument is meant,
    or if single elements cannot be seen: pass a generator then.

    >>> from strictcheck import take
    >>> def numbered(lines):
    ...     return (f"{number} {line}" for number, line in enumerate(lines, 1))
    >>> assert_pulls_at_most(numbered, iter("abcd"), n=2, context=take(2))
    >>> assert_pulls_at_most(lambda lines: sorted(lines)[:2], iter("abcd"), n=2)
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: <lambda> pulled 4 elements of lines, 2 were expected; the third, at ...
        lines: iterator of 4
          [0]: 'a'
          [1]: 'b'
      +   [2]: 'c'
      +   [3]: 'd'
      if it may, drop this assertion: then all may be read of lines
    """
    __tracebackhide__ = True
    require(PullsAtMost("assert_pulls_at_most", n, of), function, args, kwargs, context, certify)


def assert_never_calls(
    function: Callable[..., Any],
    /,
    *args: Any,
    context: Context | None = None,
    of: str | None = None,
    certify: bool | None = None,
    **kwargs: Any,
) -> None:
    """Raise `DemandMismatch` if `function(*args, **kwargs)` calls an argument that is a function.

    The function is the only one among the arguments, or the one called `of`; functions inside that argument count too.
    `context` is applied to the result, as for `observe`. Forces as the call does. Raises `TypeError` if it
    is not clear which argument is meant, and `NothingChecked` if no function is in it; calls of methods are not seen.
    Beside an empty list, it says that nothing is called for that; pass others, too.

    >>> def get(cache, key, make):
    ...     return cache[key] if key in cache else make(key)
    >>> assert_never_calls(get, {"a": 1}, "a", str.upper)
    >>> assert_never_calls(get, {"a": 1}, "b", str.upper)
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: get called make('b'), at ... in get
        make: function, called once
      +   ('b'): 'B'
      if it may, drop this assertion; max_forced limits how much is looked at
    """
    __tracebackhide__ = True
    require(NeverCalls("assert_never_calls", of), function, args, kwargs, context, certify)


class PullsAtMost(Rule):
    """Rule that no more than `most` elements are pulled."""

    def __init__(self, name: str, most: int | None, of: str | None) -> None:
        super().__init__(name, of)
        if type(most) is not int or most < 0:
            raise TypeError(f"{self.name}: n={shown(most)}; pass how many elements may be pulled, from 0, as in n=3")
        self.n = self.most = self.most_pulled = most
        self.length = -1  # elements of the argument, if it tells without being pulled
        self.is_around = False  # True of an object around an iterator, of which its methods pull

    def argument(self, arguments: Arguments) -> str:
        """Return the name of the only iterable argument, or of the one called `of`; of `*args`, if no other is one."""
        values, packed = arguments.values, {} if self.of else arguments.packed
        named = {name: value for name, value in values.items() if name not in packed}
        if any(map(_is_iterable, named.values())):
            values = named
        for rest in packed if values is not named else ():
            if any(map(_is_iterable, packed[rest])):
                raise TypeError(
                    f"{self.name}: {rest} takes any number of arguments, of which one has to be meant; name them, "
                    f"lambda one, other: f(one, other), and pass of='one'; of={rest!r} counts the arguments themselves"
                )
        name = the_argument(self.name, self.of, values, _is_iterable, "an iterable of parts")
        kind = kind_of(type(values[name]))
        self.is_around = kind.has_attributes and _is_around_iterator(values[name])
        if kind.is_leaf or (kind.has_attributes and not self.is_around):
            what = f"single elements of {name}={shown(values[name])}, {with_article(type(values[name]))},"
            raise TypeError(f"{self.name}: {what} cannot be seen; {_seen_instead(name, values[name])}")
        self.length = -1 if is_thunk(values[name]) else length_hint(values[name], -1)
        return name

    def breach(self, argument: str, observation: Observation[Any]) -> Breach | None:
        """Return the breach by the first element that is too many."""
        taken, unit = self._taken(argument, observation)
        if len(taken) <= self.most:
            return None
        if all(type(fetch.path[-1]) is int for fetch in taken):  # by place, for code may read a list from its end
            taken.sort(key=lambda fetch: fetch.path[-1])
        extra, number = taken[self.most], len(taken)
        expected = "1 was" if self.most == 1 else f"{self.most or 'none'} were"
        goes_on = isinstance(observation.error, Enough)
        held = extra.path[:-1]
        reads = len({fetch.path for fetch in taken})  # each is one part of the picture
        by = "" if reads == number else f" in {reads} read{'s' * (reads > 1)}"
        count = f"{number} {unit}{'s' * (number > 1)} of {argument}{by}{' and went on' * goes_on}"
        which = f"the {ORDINALS[self.most]}" if self.most < len(ORDINALS) else f"number {self.most + 1}"
        paths = [fetch.path for fetch in taken[self.most :]]
        is_all = self.name.startswith("assert") and self._number(argument, observation, number) == number
        advice = OVER_ALL.format(argument) if is_all else f"pass n={number}{' or more' * goes_on}"
        sentence = f"pulled {count}, {expected} expected; {which}"
        return Breach(argument, sentence, paths, f"if it may, {advice}", extra.where, held)

    def _taken(self, argument: str, observation: Observation[Any]) -> tuple[list[Fetch], str]:
        """Return the first fetch of each element that was taken, and the word for one: of a file, lines are counted."""
        first: dict[Any, Fetch] = {}
        hows = (PULLED,) if self.is_around else (READ, PULLED, LOOKED)
        for fetch in fetches_of(observation, argument):
            is_part = fetch.path and self._is_source(fetch.path[:-1]) and type(fetch.path[-1]) is not Attribute
            if is_part and fetch.how in hows:
                first.setdefault(fetch.path, fetch)
        if len({path[:-1] for path in first}) > 1:
            raise TypeError(f"{self.name}: {argument} pulls of several iterators; {_seen_by_next(argument)}")
        value = observation._arguments.values[argument]
        kind, found = kind_of(type(value)), list(first.values())
        if kind.is_pulled or not kind.is_used_up:
            return found, "element"
        return _repeat(found, _count_lines(observation.demands[argument])), "line"

    def _number(self, argument: str, observation: Observation[Any], pulled: int) -> int | None:
        """Return how many elements there are; None if that is not known."""
        found = fetches_of(observation, argument)
        has_ended = any(fetch.how == ENDED and self._is_source(fetch.path) for fetch in found)
        return self.length if self.length >= 0 else pulled if has_ended else None

    def _is_source(self, path: tuple[Any, ...]) -> bool:
        """True of the path of the iterable whose elements count: attributes lead to it from an object around it."""
        return all(type(key) is str for key in path) if self.is_around else not path

    def vacuity(self, argument: str, observation: Observation[Any]) -> str | None:
        """Return that there are too few elements, if that is known, or that none of them was pulled."""
        pulled, unit = self._taken(argument, observation)
        number = self._number(argument, observation, len(pulled))
        if number is not None and number <= self.most:
            has = f"{argument} has {number} {unit}{'s' * (number != 1)}"
            return f"{has}, so no more than n={self.most} could be pulled; pass a longer one"
        if pulled or not self.most:
            return None
        if any(fetch.how == LISTED for fetch in fetches_of(observation, argument)):
            return f"the keys of {argument} were listed, and only its values count; pass iter({argument})"
        return f"nothing of {argument} was pulled; pass n=0 if that is meant"


def _is_around_iterator(value: Any) -> bool:
    """True of an iterator written in Python that holds another, and has methods beside `next` that pull of it."""
    cls = type(value)
    is_more = any(callable(getattr(cls, name)) for name in dir(cls) if not name.startswith("_"))
    return is_more and has_methods(cls, "__next__") and any(kind_of(type(one)).is_pulled for one in parts_within(value))


def _seen_instead(name: str, value: Any) -> str:
    """Say what to do in place of counting the elements of a value of this class, which nobody can see."""
    kind, is_sized = kind_of(type(value)), has_methods(type(value), "__len__")
    if kind.is_opaque and (plain := plain_instead(type(value), name)):
        return plain
    if is_sized:
        plain = f"pass {'list' if len(value) <= FAR else 'iter'}({name})"
    else:
        is_async = has_methods(type(value), "__aiter__") and not has_methods(type(value), "__iter__")
        plain = _seen_by_next(name, is_async=is_async)
    kinds = [(key, kind_of(type(part))) for key, part in kind.held(value)]
    rows = [key for key, one in kinds if one.is_series or one.is_pulled]
    if not kind.has_attributes or not rows:
        return plain
    return f"{plain} if f only iterates; what methods read, assert_reads_only(f, {name}, '{rows[0]}.0', ...) tells"


def _seen_by_next(name: str, *, is_async: bool = False) -> str:
    return f"pass (row {'async ' * is_async}for row in {name})"


def _repeat(fetches: list[Fetch], counts: Iterable[int]) -> list[Fetch]:
    return [one for one, count in zip(fetches, counts, strict=True) for _ in range(count)]


def _count_lines(file: Demand) -> Iterator[int]:
    """Yield for each chunk of a file how many lines begin in it."""
    is_amid = False
    for text in (layer for _, parent, _, layer in file.rows() if parent == 0):
        newline: Any = "\n" if isinstance(text, str) else b"\n"
        was_amid, is_amid = is_amid, not text.endswith(newline)
        yield text.count(newline) + is_amid - was_amid


def _is_iterable(value: Any) -> bool:
    is_one = isinstance(value, (Iterable, AsyncIterable)) or has_methods(type(value), "__getitem__")
    return is_one and not isinstance(value, (str, bytes, type))


class NeverCalls(Rule):
    """Rule that a function is not called."""

    def argument(self, arguments: Arguments) -> str:
        """Return the name of the only callable argument, or of the one called `of`."""
        values = arguments.values
        fits: Callable[[Any], Any] = callable if any(map(callable, values.values())) else _functions_in
        name = the_argument(self.name, self.of, values, fits, "a function or holder of functions")
        value, functions = values[name], _functions_in(values[name])
        if not functions and not is_lazy(value):
            raise NothingChecked(f"{self.name}: {name}={shown(value)} holds no function; calls of methods do not count")
        for one in functions:
            kind, is_class = kind_of(type(one)), isinstance(one, type)
            if not is_thunk(one) and (not kind.is_leaf or kind.is_data or kind.is_handed_out):
                text = name_of(one) if is_class else shown(one)
                told = f"{self.name}: {text} is no function, so calls of it cannot be seen"
                advice = f"pass lambda *args: {text if is_class else name}(*args), or the method that is meant"
                is_mock = type(one).__module__ == "unittest.mock"
                advice = f"a mock notes them itself: {name}.assert_not_called()" if is_mock else advice
                raise TypeError(f"{told}; {advice}")
        return name

    def breach(self, argument: str, observation: Observation[Any]) -> Breach | None:
        """Return the breach by the first call."""
        calls = [fetch for fetch in fetches_of(observation, argument) if fetch.how == CALLED]
        if not calls:
            return None
        sentence = f"called {expression(argument, observation.demands[argument], calls[0].path)}"
        advice = "if it may, drop this assertion; max_forced limits how much is looked at"
        return Breach(argument, sentence, [call.path for call in calls], advice, calls[0].where)

    def vacuity(self, argument: str, observation: Observation[Any]) -> str | None:
        """Return None: any function could have been called."""
        return None


def _functions_in(value: Any) -> list[Any]:
    """List the value alone if it is a function, or else those inside it."""
    return [value] if callable(value) else list(filter(callable, parts_within(value)))
