"""`assert_lazy`: a call looks at nothing before its result is used."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Iterable
from typing import Any

from strictcheck.kinds.layer import Layer
from strictcheck.kinds.table import kind_of
from strictcheck.messages import opaque_advice, with_article
from strictcheck.observation.async_calls import is_generator_function
from strictcheck.observation.call_arguments import Arguments, name_of
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import how_to_ask
from strictcheck.observation.traces import fetches_of
from strictcheck.specs.rules import Breach, Rule, require, the_argument
from strictcheck.unused import LastingReason

ADVICE = "if it may, drop this assertion; assert_pulls_at_most says how much may be taken for a result"


def assert_lazy(
    function: Callable[..., Any], /, *args: Any, of: str | None = None, certify: bool | None = None, **kwargs: Any
) -> None:
    """Raise `DemandMismatch` if `function(*args, **kwargs)` forces any of its arguments before its result is used.

    The call is made on thunks, and its result is left alone. The message names the first part that was looked at and
    the line, and shows the demand. Of several arguments the one called `of` counts, or all but numbers, strings and the
    like: `islice(xs, 2)` looks at the 2. No looks are `iter` of an iterator or a `Stream`, as long as nothing is
    pulled, and `callable` of a function; None and other arguments without thunks do not count. The function is called
    as often as by `assert_same_demand`, and `certify` is the same option.

    A coroutine function is waited for, in an event loop of its own, and its result left alone. Raises `NothingChecked`
    for a generator function, of which a call runs nothing, and for a call without arguments: values that a function
    takes from around it are not observed. Of an empty list, it says that nobody asked how long it is.

    >>> assert_lazy(map, abs, iter([1, 2]))
    >>> assert_lazy(lambda numbers: [abs(n) for n in numbers], iter([1, 2]))
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: <lambda> is not lazy: it looked at numbers[0] before its result was used, at ...
      + numbers: [1, 2]
      if it may, drop this assertion; assert_pulls_at_most says how much may be taken for a result

    A list is another matter: to go over it is to look at its length, and a generator expression does so at once.

    >>> assert_lazy(lambda numbers: (abs(n) for n in numbers), [1, 2])
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: <lambda> is not lazy: it looked at numbers before its result was used, at ...
      + numbers: [_, _]
      to go over it is to look at its length: pass iter(numbers) instead
    """
    __tracebackhide__ = True
    require(Lazy("assert_lazy", of), function, args, kwargs, lambda result: None, certify)


class Lazy(Rule):
    """Rule that nothing is looked at: nothing of the argument `of`, or of any that has parts."""

    asks_results = False
    most_pulled = 0

    def argument(self, arguments: Arguments) -> str:
        """Return the name of the argument; an empty one for all that have parts."""
        return the_argument(self.name, self.of, arguments.values) if self.of is not None else ""

    def breach(self, argument: str, observation: Observation[Any]) -> Breach | None:
        """Return the breach by the first part that was looked at."""
        meant = self._meant(argument, observation)
        asked = (one for one in observation.trace if one.argument in meant)
        looks = [one for one in asked if not getattr(one.value, "is_no_look", False)]
        if not looks:
            return None
        first, name = looks[0], looks[0].argument
        cls: Any = getattr(first.value, "cls", None)
        if isinstance(first.value, Layer) and kind_of(cls).is_opaque:
            sentence = (
                f"is not known to be lazy: it looked at {first.part}, and what it does inside {with_article(cls)}"
            )
            return Breach(name, f"{sentence} cannot be seen", [first.path], opaque_advice(cls, first.part), first.where)
        is_series = observation.demands[name].size == 1 and getattr(first.value, "is_series", False)
        is_length = is_series and not any(fetch.path for fetch in fetches_of(observation, name))
        return Breach(
            name,
            f"is not lazy: it looked at {first.part} before its result was used",
            [one.path for one in looks if one.argument == name],
            f"to go over it is to look at its length: pass iter({name}) instead" if is_length else ADVICE,
            first.where,
        )

    def vacuity(self, argument: str, observation: Observation[Any]) -> str | None:
        """Return that no look could be noticed, or that the function runs nothing when it is called."""
        meant = self._meant(argument, observation)
        given = [observation._arguments.values[name] for name in meant]
        if all(isinstance(one, observation.atoms) or kind_of(type(one)).is_handed_out for one in given):
            return f"{' and '.join(meant)} cannot be observed; pass a list or an iterator"
        function = observation._call.function
        if not is_generator_function(function):
            return None
        name = name_of(function)
        advice = f"say how much its first result takes, assert_pulls_at_most({name}, ..., n=1, context=take(1))"
        if not isinstance(observation.result, (Iterable, AsyncIterable)):
            advice = f"pass {how_to_ask(name, observation.result)}"
        return LastingReason(
            f"{name} is a generator function: to call it runs nothing of it, whatever it looks at later; {advice}"
        )

    def _meant(self, argument: str, observation: Observation[Any]) -> list[str]:
        """Return the arguments that count: of several, scalars count only if there are no others."""
        demands = observation.demands
        scalars = [name for name, demand in demands.items() if demand and not isinstance(demand._tree.layers[0], Layer)]
        return [argument] if argument else [name for name in demands if name not in scalars] or list(demands)
