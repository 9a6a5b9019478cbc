"""Property that `check_all` checks quickly: two functions look at the same parts of their argument.

A property is a function of one value that raises or returns something false where it does not hold. `same_demand`
makes one that is also quick: within `check_all` it observes by `strictcheck.exhaustive.parts` instead of thunks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from strictcheck.errors import DemandMismatch
from strictcheck.exhaustive.inputs import Input
from strictcheck.exhaustive.parts import look_at
from strictcheck.observation.one_call import observe
from strictcheck.specs.assertions import assert_same_demand, short_name

__all__ = ["SameDemand", "same_demand"]


@dataclass(frozen=True)
class SameDemand:
    """Property that `first` and `second` look at the same parts of a value; see `same_demand`."""

    first: Callable[[Any], Any]
    second: Callable[[Any], Any]
    order: bool = False
    light: bool = True

    def __call__(self, value: Any) -> bool:
        """Raise `DemandMismatch` unless both look at the same parts of `value`; by observing, on any value."""
        assert_same_demand(self.first, self.second, value)
        if self.order:
            self._check_order(value)
        return True

    def on_parts(self, value: Input) -> bool:
        """Check the property on an input of light parts."""
        one = value.new_view()
        look_at(self.first(value.root))
        other = value.new_view()
        look_at(self.second(value.root))
        return one == other or (not self.order and len(one) == len(other) and set(one) == set(other))

    def _check_order(self, value: Any) -> None:
        observations = [observe(function, value, where=True) for function in (self.first, self.second)]
        for one, other in zip(*(observation.trace for observation in observations), strict=True):
            if one.path != other.path:
                names = short_name(self.first), short_name(self.second)
                raise DemandMismatch(
                    f"the demand is the same but in another order: after {one.index} looks, {names[0]} looks at "
                    f"{one.path!r}, at {one.where}, and {names[1]} at {other.path!r}, at {other.where}"
                )

    def __repr__(self) -> str:
        order = ", order=True" if self.order else ""
        return f"same_demand({short_name(self.first)}, {short_name(self.second)}{order})"


def same_demand(
    first: Callable[[Any], Any], second: Callable[[Any], Any], *, order: bool = False, light: bool = True
) -> SameDemand:
    """Make the property that both functions look at the same parts of a value; with `order`, in the same order too.

    Each is observed on the value by itself, as by `assert_same_demand`; the results are looked at one layer deep, and
    not compared. Raises `DemandMismatch` where the property does not hold.

    With `light`, `check_all` uses parts lighter than thunks, twenty times as fast, if the type allows
    it: these can be matched, read and compared. Functions that do more with their argument need `light=False`.

    >>> same_demand(any, all)([1, 0])
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: all also looks at iterable[1], at ...; any does not
      - any  [1, _]
                 ^
      + all  [1, 0]
                 ^
      if it may, assert_no_more_demand(any, all, ...) lets all look at more
    """
    for name, function in (("first", first), ("second", second)):
        if not callable(function):
            raise TypeError(f"same_demand: {name}={function!r} is not callable; pass two functions of one argument")
    return SameDemand(first, second, order, light)
