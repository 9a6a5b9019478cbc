"""Laziness as an assertion: a call that looks at nothing until somebody uses its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from strictcheck.errors import DemandMismatch, NothingChecked
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.table import kind_of
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.parts_in_words import expression
from strictcheck.specs.breaches import Breach, message
from strictcheck.specs.certified import CallPolicy, retry_with_atoms
from strictcheck.specs.inputs import Inputs
from strictcheck.specs.vacuous import refuse_no_arguments

ADVICE = "if it may, drop this assertion; a generator function looks at nothing until it is asked for an element"


def assert_lazy(
    function: Callable[..., Any], /, *args: Any, of: str | None = None, certify: bool | None = None, **kwargs: Any
) -> None:
    """Raise `DemandMismatch` if `function(*args, **kwargs)` forces any of its arguments before its result is used.

    The call is made on thunks, and its result is left alone. The message names the first part that was looked at and
    the line, and shows the demand. Of several arguments the one called `of` counts, or all but numbers, strings and the
    like: `islice(xs, 2)` looks at the 2. No looks are `iter` of an iterator or a `Stream`, as long as nothing is
    pulled, and `callable` of a function; None and other arguments without thunks do not count. The function is called
    three times: observed, plainly on copies of the arguments, and on the partial value of its demand; where these
    differ, some times more, and `NotCertified` says what mends it. `certify=False`, or pytest's `--demand-no-certify`,
    makes the one call only, for functions with side effects.

    A coroutine function is waited for, in an event loop of its own, and its result left alone. A call without arguments
    raises `NothingChecked`: values that a function takes from around it are not observed.

    >>> assert_lazy(map, abs, iter([1, 2]))
    >>> assert_lazy(lambda numbers: [abs(n) for n in numbers], iter([1, 2]))
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: <lambda> is not lazy: it looked at numbers[0] before its result was used, at ...
      numbers: [1, 2]
                ^
      if it may, drop this assertion; a generator function looks at nothing until it is asked for an element

    A list is another matter. To go over it is to look at it, and a generator expression begins to do so at once, where
    a generator function would wait:

    >>> assert_lazy(lambda numbers: (abs(n) for n in numbers), [1, 2])
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: <lambda> is not lazy: it looked at numbers before its result was used, at ...
      numbers: [_, _]
               ^^^^^^
      if it may, drop this assertion; a generator function looks at nothing until it is asked for an element
    >>> def absolutes(numbers):
    ...     for n in numbers:
    ...         yield abs(n)
    >>> assert_lazy(absolutes, [1, 2])
    """
    __tracebackhide__ = True
    inputs = Inputs(args, kwargs)

    def observe(policy: CallPolicy) -> Observation[Any]:
        observation = policy.observe(function, *inputs.for_one_call(), _leave_alone, where=True)
        policy.replay(observation)
        return observation

    observation = retry_with_atoms(certify, observe)
    refuse_no_arguments("assert_lazy", observation)
    _check(function, observation, of)


def _leave_alone(result: Any) -> None:
    """Do not look at the result."""


def _check(function: Callable[..., Any], observation: Observation[Any], of: str | None) -> None:
    __tracebackhide__ = True
    if of is not None and of not in observation.demands:
        names = ", ".join(observation.demands)
        raise TypeError(f"assert_lazy: of={of!r} is no argument of this call; there are {names}")
    meant = [of] if of is not None else _with_parts(observation)
    first = next(
        (one for one in observation.trace if one.argument in meant and not getattr(one.value, "is_no_look", False)),
        None,
    )
    if first is None:
        _refuse_values_themselves(observation, meant)
        return
    demand = observation.demands[first.argument]
    part = expression(first.argument, demand, first.path)
    sentence = f"is not lazy: it looked at {part} before its result was used, at {first.where}"
    raise DemandMismatch(message(function, demand, first.argument, Breach(sentence, first.path, ADVICE)))


def _refuse_values_themselves(observation: Observation[Any], meant: list[str]) -> None:
    """Raise `NothingChecked` if none of the arguments can be a thunk: of None, or a string, no look is noticed."""
    values = observation._arguments.values
    for name in meant:
        if not isinstance(values[name], observation.atoms) and not kind_of(type(values[name])).is_handed_out:
            return
    names = " and ".join(meant)
    raise NothingChecked(f"assert_lazy has checked nothing: {names} cannot be observed; pass a list or an iterator")


def _with_parts(observation: Observation[Any]) -> list[str]:
    """Return the arguments that can be looked at lazily; all of them if there are only numbers and the like."""
    demands = observation.demands
    scalars = [name for name, demand in demands.items() if demand and not isinstance(demand._tree.layers[0], Layer)]
    return [name for name in demands if name not in scalars] or list(demands)
