"""`same_demand`, a property that `check_all` checks quickly, on light parts: an input faster than thunks.

Thunks behave as any value in any code; that costs some microseconds a look. A light part can do what `match` and
plain reading need: it answers for its class, has the fields that its layer has, and, for a list or tuple, a length and
elements; elements of an order compare. It records each first look, as a thunk would: a class, the length of a sequence,
a compared element. `test_exhaustive.py` tests that the two ways agree. Everything else is refused, above all
operations of every object: to hash a part or print it would be a look without a record. Then the run goes on with
thunks, twenty times as slow.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn, cast

from strictcheck.errors import DemandMismatch
from strictcheck.exhaustive.counting import Counts
from strictcheck.exhaustive.domains import Domain, LayerDomain, Sequences, Sum, Symbols
from strictcheck.exhaustive.partial_inputs import Input, Spot, Symbol
from strictcheck.observation.call_arguments import name_of
from strictcheck.observation.one_call import observe
from strictcheck.specs.assertions import assert_same_demand
from strictcheck.specs.vacuous import refuse_same
from strictcheck.unused import AssertionLog, MustUse, noted_in

USE = "write check_all(same_demand(f, g), of=list[int]), or assert_same_demand(f, g, x)"


class TooLight(BaseException):
    """Raised for an operation that a light part lacks. A `BaseException`, so that the code under test lets it pass."""


class LightPart(Spot):
    """Base of light parts: it answers for the class of its layer."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        raise TooLight

    def _class(self) -> type:
        if self._seen != self._input.view:
            self._look()
        return cast(LayerDomain, self._layer).cls

    __class__: Any = property(_class)  # it cannot be set


class LightSequence(LightPart):
    """Light list or tuple: its length is seen at the first look, elements when they are looked at."""

    __slots__ = ()

    def _elements(self) -> list[Spot]:
        if self._seen != self._input.view:
            self._look()
        return self._parts

    def __iter__(self) -> Iterator[Any]:
        return iter(self._parts if self._seen == self._input.view else self._elements())

    def __len__(self) -> int:
        return len(self._elements())

    def __getitem__(self, index: Any) -> Any:
        found, layer = self._elements()[index], cast(LayerDomain, self._layer)
        return layer.build(found) if type(index) is slice else found


_sequences: Any = abc.Sequence  # an ABC, which type checkers take for a class of a protocol
_sequences.register(LightSequence)


def _too_light(self: Any, *others: object) -> NoReturn:
    raise TooLight


# Operations that every object has; the truth of a sequence follows from its length.
for _name in ["eq", "ne", "hash", "repr", "str", "format", "reduce_ex", "copy", "deepcopy", "dir"]:
    setattr(LightPart, f"__{_name}__", _too_light)


def _field(name: str) -> property:
    def read(self: Any) -> Any:
        if self._seen != self._input.view:
            self._look()
        position = self._layer.index.get(name)
        if position is None:
            raise TooLight  # not AttributeError, for the class may have an attribute of this name
        return self._parts[position]

    return property(read)


def light_classes(counts: Counts) -> dict[Domain, type[Spot]] | None:
    """Return the classes of light parts by domain; None if some values have no parts, as numbers."""
    classes = {domain: _light_class(domain, counts.spare) for domain in counts.numbers}
    found = {domain: cls for domain, cls in classes.items() if cls is not None}
    return found if len(found) == len(classes) else None


def spot_classes(counts: Counts) -> dict[Domain, type[Spot]]:
    """Return the classes of spots for an input of thunks: elements, and all others."""
    return {domain: Symbol if isinstance(domain, Symbols) else Spot for domain in counts.numbers}


def _light_class(domain: Domain, spare: int) -> type[Spot] | None:
    if isinstance(domain, Symbols):
        return Symbol
    if isinstance(domain, Sequences):
        return LightSequence
    layers = [layer for layer, _ in domain.layers_fitting(max(spare, 0))]
    names = {name for layer in layers for name in layer.index}
    # Every layer has to be an object with named fields; a number has no parts, and is no use as a class alone.
    if not isinstance(domain, Sum) or not all(isinstance(name, str) for name in names):
        return None
    if any(not layer.domains and not layer.size for layer in layers):
        return None
    namespace: dict[str, Any] = {name: _field(name) for name in names} | {"__bool__": _too_light}
    return type(f"PartOf{domain.name}", (LightPart,), {"__slots__": (), **namespace})


def look_at(value: Any) -> Any:
    """Look at `value`, if it is a part, as the context `whnf` looks at a result. Returns `value`."""
    if issubclass(type(value), Spot) and value._seen != value._input.view:
        value._look()
    return value


@dataclass(frozen=True)
class SameDemand(MustUse):
    """Property that `first` and `second` look at the same parts of a value; see `same_demand`."""

    first: Callable[[Any], Any]
    second: Callable[[Any], Any]
    order: bool = False

    def __call__(self, value: Any) -> bool:
        """Raise `DemandMismatch` unless both look at the same parts of `value`; by observing, on any value."""
        self._note_use()
        with noted_in(AssertionLog()):  # check_all tells if nothing could differ in any of the values
            assert_same_demand(self.first, self.second, value)
        if self.order:
            self._check_order(value)
        return True

    def __bool__(self) -> bool:
        self._note_use()
        raise TypeError(f"{self!r} has no truth value, for it has not been checked; {USE}")

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
                names = name_of(self.first), name_of(self.second)
                raise DemandMismatch(
                    f"the demand is the same but in another order: after {one.index} looks, {names[0]} looks at "
                    f"{one.path!r}, at {one.where}, and {names[1]} at {other.path!r}, at {other.where}"
                )

    def __repr__(self) -> str:
        order = ", order=True" if self.order else ""
        return f"same_demand({name_of(self.first)}, {name_of(self.second)}{order})"


def same_demand(first: Callable[[Any], Any], second: Callable[[Any], Any], *, order: bool = False) -> SameDemand:
    """Make the property that both functions look at the same parts of a value; with `order`, in the same order too.

    Each is observed on the value by itself, as by `assert_same_demand`; the results are looked at one layer deep, and
    not compared. Of the runs of `check_all`, a sample is certified. Raises `DemandMismatch` where the property does not
    hold. One function given twice checks nothing, and is refused; for a property that nobody calls or
    checks, a `RuntimeWarning` says so, and pytest fails the test.

    `check_all` uses parts lighter than thunks, twenty times as fast, if the type allows it: these can be matched, read
    and compared. Where the functions do more with their argument, thunks take over.

    >>> same_demand(all, any)([1, 0, 0])
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: all also looks at iterable[1], at ...
      - any, + all
        iterable: list of 3
          [0]: 1
      +   [1]: 0
          [2]: not looked at
      if it may, assert_no_more_demand(any, all, ...) lets all look at more
    """
    refuse_same("same_demand", first, second)
    made = SameDemand(first, second, order)
    object.__setattr__(made, "__wrapped__", first)  # so its parameter has the annotation of that of `first`
    made._wait_for_use("same_demand(f, g)", USE)
    return made
