"""Inputs of runs: values whose parts are decided as they are looked at.

An `Input` is made of spots, one for each part that exists so far. A spot is a hole until somebody looks at it; then
the trail decides which layer it has, and its fields are spots, too. Choices belong to the input: they are made
once per part, whoever looks at it first, so two calls in one property see the same value. Each run has an input of
its own.

A property gets either thunks, `Input.value`, which behave as any value does, or the spots themselves,
as `strictcheck.exhaustive.quick_same_demand`, which are faster and can do less.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NoReturn

from strictcheck.errors import SpecError
from strictcheck.exhaustive.counting import Counts, KnownOrder
from strictcheck.exhaustive.domains import SYMBOL, Domain, Element, LayerDomain, Sequences
from strictcheck.kinds.delayed import delay
from strictcheck.kinds.partials import Deferred
from strictcheck.kinds.placing import argument_stand_in
from strictcheck.kinds.table import opaque
from strictcheck.observation.call_arguments import Options
from strictcheck.specs.expectations import hole
from strictcheck.trail import Trail

NOT_COMPARED = -1
# Classes with which an element refuses to be compared. Others may define the comparison themselves.
PLAIN = frozenset((int, float, bool, str, bytes))


class Input:
    """Input of one run, up to the size that `counts` are for; `trail` makes its choices.

    `view` is the number of the call that looks at parts, and `log` has the numbers of the spots in the order in which
    that call looked at them first. `spare` is the size that the holes may still add to the least.
    """

    __slots__ = ("classes", "counts", "log", "order", "root", "spare", "spots", "trail", "view")

    def __init__(self, counts: Counts, classes: Mapping[Domain, type[Spot]], trail: Trail) -> None:
        self.counts = counts
        self.classes = classes
        self.trail = trail
        self.order = KnownOrder(trail)
        self.spare = counts.spare
        self.spots: list[Spot] = []
        self.view = 0
        self.log: list[int] = []
        self.root = classes[counts.domain](counts.domain, self)

    def new_view(self) -> list[int]:
        """Begin a new view, as if nothing had been looked at; return its list of spot numbers, which grows."""
        self.view += 1
        self.log = []
        return self.log

    @property
    def value(self) -> Any:
        """Input as a value of thunks."""
        return _build(self.root) if self.root._domain.identities else _delay_spot(self.root)

    @property
    def size(self) -> int:
        """Size of the smallest full values that this partial one stands for."""
        return self.counts.domain.least + self.counts.spare - self.spare

    @property
    def decided(self) -> int:
        """Number of parts that were looked at."""
        return sum(spot._layer is not None for spot in self.spots)

    def stands_for(self) -> int:
        """Count the full values that this partial one stands for."""
        numbers = self.counts.numbers
        holes = [0] * len(numbers)
        for spot in self.spots:
            # An element that was not compared may be anywhere in the order, even if it was looked at.
            # By type(), for isinstance counts as a look at a part.
            if spot._layer is None or (type(spot) is Symbol and spot._place == NOT_COMPARED):
                holes[numbers[spot._domain]] += 1
        return self.counts.inputs(tuple(holes), self.spare, self.order.key())

    def complete(self) -> Input:
        """Fill the holes of this input by the smallest that fit, and return it; its trail leads no further."""
        self.spare = 0
        for spot in self.spots:  # the list grows in the loop
            if spot._layer is None:
                spot._decide()
        return self

    def partial_value(self) -> Any:
        """Return the partial value: holes where nobody looked, and numbers for elements, in their order."""
        heights = self.order.heights()
        values: list[Any] = [hole] * len(self.spots)
        for number, spot in reversed(list(enumerate(self.spots))):  # parts come after their containers
            if type(spot) is Symbol:
                place = spot._place
                values[number] = hole if spot._layer is None else 0 if place == NOT_COMPARED else heights[place]
            elif spot._layer is not None:
                values[number] = spot._layer.build([values[part._number] for part in spot._parts])
        return values[0]


class Spot:
    """Part of an input. `_layer` is None until it is looked at; `_seen` is the last view that did.

    The names are private because derived classes have attributes named after fields.
    """

    __slots__ = ("_domain", "_input", "_layer", "_number", "_parts", "_seen")

    def __init__(self, domain: Domain, of: Input) -> None:
        self._domain = domain
        self._input = of
        self._layer: LayerDomain | None = None
        self._seen = 0
        spots = of.spots
        self._number = len(spots)
        spots.append(self)

    def _decide(self) -> LayerDomain:
        """Decide the layer of this part; its parts are holes."""
        of = self._input
        layers = self._domain.layers_fitting(of.spare)
        choice = of.trail.choose(len(layers), self._number) if len(layers) > 1 else 0
        layer, extra = layers[choice]
        of.spare -= extra
        classes = of.classes
        self._layer = layer
        self._parts = [classes[domain](domain, of) for domain in layer.domains] if layer.domains else []
        for part in self._parts if layer.cls is Element else ():  # in a union: that it is an element is known now
            part._decide()
        return layer

    def _look(self) -> None:
        """Record the first look of a view at this part."""
        of = self._input
        self._seen = of.view
        of.log.append(self._number)
        if self._layer is None:
            self._decide()


@opaque
class Symbol(Spot):
    """Part with an order and no value: an element that compares itself with others, and can do nothing else.

    Comparing looks at both. Two elements are equal if the order says so; one is equal to itself without a choice.
    """

    __slots__ = ("_place",)

    def __init__(self, domain: Domain, of: Input) -> None:
        super().__init__(domain, of)
        self._place = NOT_COMPARED

    def _sign(self, other: Symbol) -> int:
        of = self._input
        if self._seen != of.view:
            self._look()
        if other._seen != of.view:
            other._look()
        if self is other:
            return 0
        if self._place == NOT_COMPARED or other._place == NOT_COMPARED:
            for symbol in (self, other) if self._number < other._number else (other, self):
                if symbol._place == NOT_COMPARED:
                    symbol._place = of.order.add()
        return of.order.sign(self._place, other._place)

    def _compare_other(self, other: Any) -> Any:
        """Answer to a comparison with something else, which may know better."""
        if self._seen != self._input.view:
            self._look()
        if type(other) in PLAIN:
            _refuse(f"compared with {other!r}")
        return NotImplemented

    def __hash__(self) -> int:
        _refuse("hashed")

    def __repr__(self) -> str:
        self._compare_other(None)
        return f"<element {self._number}>"

    def _class(self) -> type:
        self._compare_other(None)
        return Symbol

    __class__: Any = property(_class)  # it cannot be set

    def __deepcopy__(self, memo: object) -> Symbol:
        return self

    def __reduce_ex__(self, protocol: object) -> Any:
        _refuse("pickled")


def _refuse(what: str) -> NoReturn:
    """Raise `SpecError`: an element has no value to do this with."""
    raise SpecError(
        f"{what}: an element of this type has no value here, only an order among its like; "
        "give the type a few values instead, as in of=Sequences(values(0, 1, 2))"
    )


def _make_comparison(operate: Callable[[int, int], bool]) -> Any:
    def method(self: Symbol, other: Any) -> Any:
        return operate(self._sign(other), 0) if type(other) is Symbol else self._compare_other(other)

    return method


def _make_refusal(name: str) -> Any:
    def method(self: Symbol, *others: object) -> Any:
        _refuse(f"__{name}__({', '.join(map(repr, (self, *others)))})")

    return method


# Operations of numbers that elements lack.
OPERATORS = "add sub mul truediv floordiv mod divmod pow lshift rshift and xor or".split()
OTHERS = "neg pos abs invert int float index round bool".split()
for _name in (*OPERATORS, *(f"r{name}" for name in OPERATORS), *OTHERS):
    setattr(Symbol, f"__{_name}__", _make_refusal(_name))
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Symbol, f"__{_name}__", _make_comparison(getattr(operator, _name)))


def _delay_spot(spot: Spot) -> Any:
    """Return the value of a spot as a thunk; or as a field computed on read, if no thunk can represent it."""
    if spot._domain.identities:
        return Deferred(partial(_build, spot))
    return delay(partial(_build, spot), kind=spot._domain.cls if isinstance(spot._domain, Sequences) else None)


def _build(spot: Spot) -> Any:
    layer = spot._layer or spot._decide()
    if layer is SYMBOL:
        return spot
    value = layer.build([_delay_spot(part) for part in spot._parts])
    return _thunk_of(value) if any(domain.identities for domain in layer.domains) else value


def _thunk_of(value: Any) -> Any:
    """Return a thunk for `value` whose parts are decided as they are fetched, and which records nothing."""
    record = Options((), where=False, watch=(), count=False).record()
    log = record.log("part")
    record.seal()
    return argument_stand_in(log, value)
