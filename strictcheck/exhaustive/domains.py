"""Domains: the values of a type, a layer at a time, with their sizes.

A `Domain` tells the alternatives for the outermost layer of its values, each with the domains of its fields. From that
follow the partial values (layers decided so far, holes for the rest) and the number of values up to a size. Sizes are
additive: a layer has a size, and the size of a value is the sum over its layers.

`domain_of` derives domains from annotations; write one yourself with `Sum`, `Sequences`, `values` and `SYMBOLS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import chain
from math import inf
from operator import itemgetter
from typing import Any, TypeAlias, TypeVar

from strictcheck.errors import StrictCheckError
from strictcheck.kinds.table import kind_of

Build: TypeAlias = Callable[[list[Any]], Any]
Part = TypeVar("Part")


class LayerDomain:
    """One alternative for the outermost layer: `fields`, the domain of each field by its name or index, and `size`.

    `build(parts)` is a value of this layer, made of its parts without looking at them. `cls` is its class.
    """

    __slots__ = ("build", "cls", "domains", "index", "size")

    def __init__(self, cls: type, fields: Mapping[Any, Domain], build: Build, size: int = 1) -> None:
        self.cls = cls
        self.build = build
        self.size = size
        self.domains = [_check(domain, Domain) for domain in fields.values()]
        self.index = {name: position for position, name in enumerate(fields)}

    @property
    def least(self) -> int:
        """Size of the smallest values of this layer."""
        return self.size + sum(domain.least for domain in self.domains)


def _check(part: Part, *allowed: type) -> Part:
    if not isinstance(part, allowed):
        raise TypeError(f"{part!r} is not a domain; pass one: domain_of({part!r}), or values(...)")
    return part


class Domain:
    """Base of all domains. Derived classes list the layers up to a size."""

    name = "?"

    def __init__(self) -> None:
        self._least: int | None = None
        self._fitting: list[list[tuple[LayerDomain, int]]] = []

    def upto(self, size: int) -> Iterable[LayerDomain]:
        """Return the layers of the values up to this size, and perhaps more; the order is always the same.

        For size 0, one with the least size is among them, and the domains of all parts that values may have.
        """
        raise NotImplementedError

    @property
    def least(self) -> int:
        """Size of the smallest value. Raises `StrictCheckError` if there is no finite value."""
        if self._least is None:
            settle(self)
        assert self._least is not None
        return self._least

    def layers_fitting(self, spare: int) -> list[tuple[LayerDomain, int]]:
        """Return the layers whose values exceed the smallest by `spare` at most, each with its excess."""
        known = self._fitting
        while len(known) <= spare:
            larger = [(layer, layer.least - self.least) for layer in self.upto(self.least + len(known))]
            known.append([(layer, extra) for layer, extra in larger if extra <= len(known)])
        return known[spare]

    @cached_property
    def identities(self) -> bool:
        """True if there are values that no thunk can represent: None, True, members of an enumeration."""
        return any(kind_of(layer.cls).is_handed_out for layer in self.upto(self.least))

    def __repr__(self) -> str:
        return f"<{self.name}>"


class Sum(Domain):
    """Union: values of one of several layers, or of one of several other domains.

    A domain may be a part of itself, so alternatives can be added later, by `add`.
    """

    def __init__(self, name: str, alternatives: Iterable[LayerDomain | Domain] = ()) -> None:
        super().__init__()
        self.name = name
        self.alternatives: list[LayerDomain | Domain] = []
        self.add(*alternatives)

    def add(self, *alternatives: LayerDomain | Domain) -> Sum:
        """Add alternatives. Returns the domain itself."""
        checked = (_check(alternative, LayerDomain, Domain) for alternative in alternatives)
        self.alternatives += [ONE_SYMBOL if alternative is SYMBOLS else alternative for alternative in checked]
        return self

    def upto(self, size: int) -> Iterator[LayerDomain]:
        """Yield the layers of all alternatives, in the order in which they were given."""
        for alternative in self.alternatives:
            yield from [alternative] if isinstance(alternative, LayerDomain) else alternative.upto(size)


class Sequences(Domain):
    """Lists (or tuples: `cls`) of elements of one domain, `shortest` of them or more; each adds `each` to the size."""

    def __init__(self, of: Domain, *, cls: type = list, shortest: int = 0, each: int = 1) -> None:
        super().__init__()
        self.of, self.cls, self.shortest, self.each = _check(of, Domain), cls, shortest, each
        self.name = f"{cls.__name__}[{of.name}]"  # as the annotation would be
        self._layers: dict[int, LayerDomain] = {}

    def upto(self, size: int) -> Iterator[LayerDomain]:
        """Yield a layer for each length that fits, and at least one with an element."""
        longest = size // self.step if size > 0 else 0
        for length in range(self.shortest, max(longest, self.shortest + 1) + 1):
            yield self._layer(length)

    @property
    def step(self) -> int:
        """Least size that one more element adds to a sequence."""
        step = self.each + self.of.least
        if step < 1:
            raise StrictCheckError(
                f"{self.name}: there are infinitely many of the same size; "
                "give elements a size of their own, as in Sequences(of, each=1)"
            )
        return step

    def _layer(self, length: int) -> LayerDomain:
        if length not in self._layers:
            fields = dict.fromkeys(range(length), self.of)
            self._layers[length] = LayerDomain(self.cls, fields, self.cls, length * self.each)
        return self._layers[length]


class Symbols(Domain):
    """Elements with an order and no value; see `strictcheck.exhaustive.counting`."""

    name = "ordered"

    def upto(self, size: int) -> Iterator[LayerDomain]:
        """Yield one layer: looking at an element decides nothing; comparing it does."""
        yield SYMBOL


class Element:
    """Class of the elements, for the layer that has to name one."""


SYMBOL = LayerDomain(Element, {}, lambda parts: Element(), 0)
SYMBOLS = Symbols()
"""Domain of elements that can be compared, and nothing else; one order for all of an input."""
# In a union, where a part is an element only once that is decided: its part is the element, and its value that part.
ONE_SYMBOL = LayerDomain(Element, {0: SYMBOLS}, itemgetter(0), 0)


def values(*some: Any) -> Domain:
    """Make the domain of these values, which have no parts and no size.

    >>> [layer.build([]) for layer in values(0, 1).upto(0)]
    [0, 1]
    """
    return Sum(" | ".join(map(repr, some)), map(_alone, some))


def _alone(value: Any) -> LayerDomain:
    return LayerDomain(type(value), {}, lambda parts: value, 0)


def constructor(cls: type, fields: Mapping[str, Domain], *, size: int = 1) -> LayerDomain:
    """Make the layer of objects of `cls` with these fields; `__init__` is not run.

    Raises `StrictCheckError` if it is not a class with a fixed set of fields, or lacks one of these.
    """
    kind = kind_of(cls)
    if not kind.is_record:
        raise StrictCheckError(f"{cls.__name__}: expected a dataclass, an attrs class or a NamedTuple")
    for name in fields if not kind.is_registered else ():
        if name not in kind.fields:
            raise StrictCheckError(f"{cls.__name__} has no field {name!r}; its fields are {', '.join(kind.fields)}")
    return LayerDomain(cls, fields, lambda parts: kind.put_together(dict(zip(fields, parts, strict=True))), size)


def settle(domain: Domain) -> None:
    """Compute the least sizes of `domain` and of all domains that it is made of.

    Raises `StrictCheckError` for a domain without finite values. Sizes only shrink: the computation starts with
    none known, and ends when nothing changes any more (the least fixed point).
    """
    involved = list(reachable(domain))
    before, known = dict[Domain, float](), dict.fromkeys(involved, inf)
    while before != known:
        before = known
        known = {each: min(map(partial(_size, before), each.upto(0)), default=inf) for each in involved}
    for each in involved:
        if known[each] == inf:
            raise StrictCheckError(f"{each.name}: no value of this type is finite; add an alternative without itself")
        each._least = int(known[each])


def _size(known: Mapping[Domain, float], layer: LayerDomain) -> float:
    return layer.size + sum(known[domain] for domain in layer.domains)


def reachable(domain: Domain) -> Iterator[Domain]:
    """Yield `domain` and all domains that it is made of, each once."""
    seen, waiting = {domain}, [domain]
    while waiting:
        each = waiting.pop()
        yield each
        for part in chain.from_iterable(layer.domains for layer in each.upto(0)):
            if part not in seen:
                seen.add(part)
                waiting.append(part)
