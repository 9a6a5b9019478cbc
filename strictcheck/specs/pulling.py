"""Assertions about how far a call goes: `assert_pulls_at_most` of an iterable, `assert_never_calls` of a function."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Collection, Iterable, Mapping
from typing import Any

from strictcheck.demands import Demand
from strictcheck.errors import NothingChecked
from strictcheck.kinds.table import kind_of
from strictcheck.messages import shown
from strictcheck.observation.call_arguments import name_of
from strictcheck.observation.parts_in_words import expression
from strictcheck.observation.result_contexts import Context, whnf
from strictcheck.observation.traces import CALLED, ENDED, LISTED, LOOKED, PULLED, READ, Fetch
from strictcheck.specs.breaches import Breach, require, the_argument
from strictcheck.specs.vacuous import is_lazy, parts_within
from strictcheck.thunks.proxy import is_thunk


def assert_pulls_at_most(
    function: Callable[..., Any],
    /,
    *args: Any,
    n: int | None = None,
    context: Context = whnf,
    of: str | None = None,
    certify: bool | None = None,
    **kwargs: Any,
) -> None:
    """Raise `DemandMismatch` if `function(*args, **kwargs)` takes more than `n` elements of an iterable argument.

    The iterable is the only one among the arguments, or the one called `of`: a list, a tuple, an iterator, a `Stream`,
    a dict (whose values count). Pulling an element counts, used later or not; finding the end does not. `context` is
    applied to the result, as for `observe`: of a lazy result, `context=take(2)` asks for two.

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
    strictcheck.errors.DemandMismatch: <lambda> pulled 4 elements of lines, 2 were expected; the third at ...
      lines: ['a', 'b', 'c', 'd']
                        ^^^
      if it may, pass n=4
    """
    __tracebackhide__ = True
    require(PullsAtMost(n, of), function, args, kwargs, context, certify)


def assert_never_calls(
    function: Callable[..., Any],
    /,
    *args: Any,
    context: Context = whnf,
    of: str | None = None,
    certify: bool | None = None,
    **kwargs: Any,
) -> None:
    """Raise `DemandMismatch` if `function(*args, **kwargs)` calls an argument that is a function.

    The function is the only one among the arguments, or the one called `of`; functions inside that argument count too.
    `context` is applied to the result, as for `observe`. Forces as the call does. Raises `TypeError` if it
    is not clear which argument is meant, and `NothingChecked` if no function is in it; calls of methods are not seen.

    >>> def get(cache, key, make):
    ...     return cache[key] if key in cache else make(key)
    >>> assert_never_calls(get, {"a": 1}, "a", str.upper)
    >>> assert_never_calls(get, {"a": 1}, "b", str.upper)
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: get called make('b'), at ... in get
      make: Callable({"('b')": 'B'})
                               ^^^
      if it may, drop this assertion; max_forced limits how much is looked at
    """
    __tracebackhide__ = True
    require(NeverCalls(of), function, args, kwargs, context, certify)


class PullsAtMost:
    """Rule that no more than `most` elements are pulled."""

    name = "assert_pulls_at_most"

    def __init__(self, most: int | None, of: str | None) -> None:
        if type(most) is not int or most < 0:
            raise TypeError(f"{self.name}: n={shown(most)}; pass how many elements may be pulled, from 0, as in n=3")
        self.most = most
        self.of = of

    def argument(self, values: Mapping[str, Any]) -> str:
        """Return the name of the only iterable argument, or of the one called `of`."""
        name = the_argument(self.name, self.of, values, _is_iterable, "iterable")
        kind = kind_of(type(values[name]))
        if kind.is_leaf or kind.has_attributes:
            raise TypeError(
                f"{self.name}: single elements of {name}={shown(values[name])} cannot be seen; pass (x for x in {name})"
            )
        return name

    def breach(self, argument: str, demand: Demand, found: list[Fetch]) -> Breach | None:
        """Return the breach by the first element that is too many."""
        first: dict[Any, Fetch] = {}
        for fetch in found:
            if len(fetch.path) == 1 and fetch.how in (READ, PULLED, LOOKED):
                first.setdefault(fetch.path, fetch)
        if len(first) <= self.most:
            return None
        extra = list(first.values())[self.most]
        expected = "1 was" if self.most == 1 else f"{self.most or 'none'} were"
        return Breach(
            f"pulled {len(first)} element{'s' * (len(first) > 1)} of {argument}, {expected} expected; "
            f"the {_ordinal(self.most + 1)} at {extra.where}",
            extra.path,
            f"if it may, pass n={len(first)}",
        )

    def idle(self, argument: str, value: Any, found: list[Fetch]) -> str | None:
        """Return that there are too few elements, if that is known, or that none of them was pulled."""
        pulled = {fetch.path for fetch in found if len(fetch.path) == 1}
        has_ended = any(fetch.how == ENDED and not fetch.path for fetch in found)
        is_collection = isinstance(value, Collection) and not is_thunk(value)
        number = len(value) if is_collection else len(pulled) if has_ended else self.most + 1
        if number <= self.most:
            has = f"{argument} has {number} element{'s' * (number != 1)}"
            return f"{has}, so no more than n={self.most} could be pulled; pass a longer one"
        if pulled or not self.most:
            return None
        if any(fetch.how == LISTED for fetch in found):
            return f"the keys of {argument} were listed, and only its values count; pass iter({argument})"
        return f"nothing of {argument} was pulled; pass n=0 if that is meant"


def _is_iterable(value: Any) -> bool:
    return isinstance(value, (Iterable, AsyncIterable)) and not isinstance(value, (str, bytes))


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def _ordinal(number: int) -> str:
    if number <= len(ORDINALS):
        return ORDINALS[number - 1]
    last = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{last}"


class NeverCalls:
    """Rule that a function is not called."""

    name = "assert_never_calls"

    def __init__(self, of: str | None) -> None:
        self.of = of

    def argument(self, values: Mapping[str, Any]) -> str:
        """Return the name of the only callable argument, or of the one called `of`."""
        name = the_argument(self.name, self.of, values, callable, "a function")
        value = values[name]
        functions = [value] if callable(value) else list(filter(callable, parts_within(value)))
        if not functions and not is_lazy(value):
            raise NothingChecked(f"{self.name}: {name}={shown(value)} holds no function; calls of methods do not count")
        for one in functions:
            kind = kind_of(type(one))
            if not is_thunk(one) and (not kind.is_leaf or kind.is_data or kind.is_handed_out):
                text = name_of(one) if isinstance(one, type) else shown(one)
                raise TypeError(
                    f"{self.name}: {text} is no function, so calls of it cannot be seen; "
                    f"pass lambda *args: {name}(*args)"
                )
        return name

    def breach(self, argument: str, demand: Demand, found: list[Fetch]) -> Breach | None:
        """Return the breach by the first call."""
        call = next((fetch for fetch in found if fetch.how == CALLED), None)
        if call is None:
            return None
        sentence = f"called {expression(argument, demand, call.path)}, at {call.where}"
        return Breach(sentence, call.path, "if it may, drop this assertion; max_forced limits how much is looked at")

    def idle(self, argument: str, value: Any, found: list[Fetch]) -> None:
        """Return None: any function can be called."""
