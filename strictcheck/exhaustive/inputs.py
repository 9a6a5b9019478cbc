"""The input of a run: a value that decides what it is as it is looked at.

An `Input` is made of spots, one for each part that there is so far. A spot is a hole until somebody looks at it; then
the trail says which layer it has, and its fields are spots in their turn. Choices belong to the input: they are made
once per part, whoever looks at it first, so two calls in one property see the same value. From one run to the next the
input stays what it is, but for the choices that the trail takes back.

What a property gets is either made of thunks, `Input.value`, and behaves as any value does, or the spots themselves,
seen through `strictcheck.exhaustive.parts`, which is quicker and does less.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from strictcheck.exhaustive.counting import Counts
from strictcheck.exhaustive.domains import SYMBOL, Domain, Layer, Sequence
from strictcheck.exhaustive.element_order import Order, refuse
from strictcheck.exhaustive.trail import Prefix, Trail
from strictcheck.kinds.delayed import delay
from strictcheck.kinds.partials import Deferred
from strictcheck.kinds.placing import argument_stand_in
from strictcheck.kinds.table import opaque
from strictcheck.observation.observe_options import Options
from strictcheck.specs.expectations import hole

__all__ = ["Input", "Spot", "Symbol"]

NOT_COMPARED = -1
# What an element refuses to be compared with. Others may know how to compare themselves with anything.
PLAIN = frozenset((int, float, bool, str, bytes))


class Input:
    """The input of all runs under `prefix`, up to the size that `counts` are for; `trail` leads from run to run.

    `view` is the number of the call that looks at parts, and `log` has the numbers of the spots in the order in which
    that call looked at them first. `spare` is how much larger than the least the holes may yet become.
    """

    __slots__ = (
        "_compared", "_looked_at", "classes", "counts", "log", "order", "root", "spare", "spots", "trail", "view",
    )  # fmt: skip

    def __init__(self, counts: Counts, classes: Mapping[Domain, type[Spot]], prefix: Prefix = ()) -> None:
        self.counts = counts
        self.classes = classes
        self.trail = Trail(prefix, save=self._save, restore=self._restore)
        self.order = Order(self.trail)
        self.spare = counts.spare
        self.spots: list[Spot] = []
        self._looked_at: list[Spot] = []
        self._compared: list[Symbol] = []
        self.view = 0
        self.log: list[int] = []
        self.root = classes[counts.domain](counts.domain, self)

    def _save(self) -> Any:
        order = self.order
        return len(self.spots), len(self._looked_at), len(self._compared), self.spare, order.rank, order.up

    def _restore(self, saved: Any) -> None:
        spots, looked_at, compared, self.spare, self.order.rank, self.order.up = saved
        for spot in self._looked_at[looked_at:]:
            spot._layer = None
        for symbol in self._compared[compared:]:
            symbol._place = NOT_COMPARED
        del self.spots[spots:], self._looked_at[looked_at:], self._compared[compared:]

    def new_view(self) -> list[int]:
        """Begin to note what is looked at, as if nothing had been; the list is of numbers of spots, and grows."""
        self.view += 1
        self.log = []
        return self.log

    @property
    def value(self) -> Any:
        """The input as a value of thunks."""
        return _built(self.root) if self.root._domain.identities else _delayed(self.root)

    @property
    def size(self) -> int:
        """The size of the smallest full values that this partial one stands for."""
        return self.counts.domain.least + self.counts.spare - self.spare

    @property
    def decided(self) -> int:
        """How many of its parts were looked at."""
        return len(self._looked_at)

    def stands_for(self) -> int:
        """How many full values this partial one stands for."""
        numbers = self.counts.numbers
        holes = [0] * len(numbers)
        for spot in self.spots:
            # An element that was not compared may be anywhere in the order, whether it was looked at or not.
            # Asked for by type(), for a part that is asked what it is an instance of takes that for a look.
            if spot._layer is None or (type(spot) is Symbol and spot._place == NOT_COMPARED):
                holes[numbers[spot._domain]] += 1
        return self.counts.inputs(tuple(holes), self.spare, self.order.key())

    def completed(self) -> Input:
        """This input with its holes filled by the smallest that fit. Returns itself; no more runs can follow."""
        self.spare = 0
        for spot in self.spots:  # which grows meanwhile
            if spot._layer is None:
                spot._decide()
        return self

    def shown(self) -> Any:
        """The partial value: a hole wherever nobody looked, and numbers for elements, in the order they have."""
        heights = self.order.heights()
        made: list[Any] = [hole] * len(self.spots)
        for number, spot in reversed(list(enumerate(self.spots))):  # parts come after what they are parts of
            if type(spot) is Symbol:
                place = spot._place
                made[number] = hole if spot._layer is None else 0 if place == NOT_COMPARED else heights[place]
            elif spot._layer is not None:
                made[number] = spot._layer.build([made[part._number] for part in spot._parts])
        return made[0]


class Spot:
    """A part of an input. `_layer` is None until it is looked at; `_seen` is the last view that did.

    The names are private because derived classes have the names of fields for attributes.
    """

    __slots__ = ("_domain", "_input", "_layer", "_number", "_parts", "_seen")

    def __init__(self, domain: Domain, of: Input) -> None:
        self._domain = domain
        self._input = of
        self._layer: Layer | None = None
        self._seen = 0
        spots = of.spots
        self._number = len(spots)
        spots.append(self)

    def _decide(self) -> Layer:
        """Find out which layer this is; the parts are holes."""
        of = self._input
        layers = self._domain.fitting(of.spare)
        choice = of.trail.choose(len(layers), self._number) if len(layers) > 1 else 0
        layer, extra = layers[choice]
        of.spare -= extra
        classes = of.classes
        self._layer = layer
        of._looked_at.append(self)
        self._parts = [classes[domain](domain, of) for domain in layer.domains] if layer.domains else []
        return layer

    def _look(self) -> None:
        """Note the first look of a view at this part."""
        of = self._input
        self._seen = of.view
        of.log.append(self._number)
        if self._layer is None:
            self._decide()


@opaque
class Symbol(Spot):
    """A part of which only the order matters: an element that compares itself with others, and can do nothing else.

    Comparing looks at both. Two of them are equal if the order says so; one is equal to itself, unasked.
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
                    symbol._enter()
        return of.order.sign(self._place, other._place)

    def _enter(self) -> None:
        """Take a place in the order, of which nothing is known."""
        self._place = self._input.order.add()
        self._input._compared.append(self)

    def _stranger(self, other: Any) -> Any:
        """Answer to a comparison with something else, which may know better."""
        if self._seen != self._input.view:
            self._look()
        if type(other) in PLAIN:
            refuse(f"compared with {other!r}")
        return NotImplemented

    def __lt__(self, other: Any) -> Any:
        return self._sign(other) < 0 if type(other) is Symbol else self._stranger(other)

    def __le__(self, other: Any) -> Any:
        return self._sign(other) <= 0 if type(other) is Symbol else self._stranger(other)

    def __gt__(self, other: Any) -> Any:
        return self._sign(other) > 0 if type(other) is Symbol else self._stranger(other)

    def __ge__(self, other: Any) -> Any:
        return self._sign(other) >= 0 if type(other) is Symbol else self._stranger(other)

    def __eq__(self, other: object) -> Any:
        return self._sign(other) == 0 if type(other) is Symbol else self._stranger(other)

    def __ne__(self, other: object) -> Any:
        return self._sign(other) != 0 if type(other) is Symbol else self._stranger(other)

    def __hash__(self) -> int:
        refuse("hashed")

    def __repr__(self) -> str:
        self._stranger(None)
        return f"<element {self._number}>"

    @property
    def __class__(self) -> type:
        self._stranger(None)
        return Symbol

    @__class__.setter
    def __class__(self, cls: type) -> None:
        raise TypeError("an element cannot change its class")

    def __copy__(self) -> Symbol:
        return self

    def __deepcopy__(self, memo: object) -> Symbol:
        return self

    def __reduce_ex__(self, protocol: object) -> Any:
        refuse("pickled")


def _refusing(name: str) -> Any:
    def method(self: Symbol, *others: object) -> Any:
        refuse(f"{name}({', '.join(map(repr, (self, *others)))})")

    return method


# What numbers can do besides, and an element cannot.
OPERATORS = ["add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift", "and", "xor", "or"]
for _name in [
    *OPERATORS,
    *("r" + name for name in OPERATORS),
    *["neg", "pos", "abs", "invert", "int", "float", "index", "round", "bool"],
]:
    setattr(Symbol, f"__{_name}__", _refusing(f"__{_name}__"))


def _delayed(spot: Spot) -> Any:
    """The value of a spot, decided when it is looked at; or fetched, where nothing can stand in for the value."""
    if spot._domain.identities:
        return Deferred(partial(_built, spot))
    return delay(partial(_built, spot), kind=spot._domain.cls if isinstance(spot._domain, Sequence) else None)


def _built(spot: Spot) -> Any:
    layer = spot._layer or spot._decide()
    if layer is SYMBOL:
        return spot
    value = layer.build([_delayed(part) for part in spot._parts])
    return _fetching(value) if any(domain.identities for domain in layer.domains) else value


def _fetching(value: Any) -> Any:
    """A stand-in for `value` that has its parts decided on as they are fetched, and records nothing."""
    record = Options((), where=False, watch=(), count=False).record()
    log = record.log("part")
    record.seal()
    return argument_stand_in(log, value)
