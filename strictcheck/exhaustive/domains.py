"""Domains: which values there are of a type, a layer at a time, and how big they are.

A `Domain` tells the alternatives for the outermost layer of its values, each with the domains of its fields. From that
follow the partial values (layers decided so far, holes for the rest) and the number of values up to a size. Sizes are
what the description says: a layer has a size, that of a value is the sum over its layers.

`domain_of` derives domains from annotations; write one yourself with `Sum`, `Sequence`, `values` and `SYMBOLS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

from strictcheck.errors import StrictCheckError
from strictcheck.kinds.table import shape_of

__all__ = ["SYMBOLS", "Domain", "Layer", "Sequence", "Sum", "constructor", "values"]

Build: TypeAlias = Callable[[list[Any]], Any]
Part = TypeVar("Part")


class Layer:
    """One alternative for the outermost layer: `fields`, the domain of each field by its name or index, and `size`.

    `build(parts)` is a value of this layer, made of its parts without looking at them. `cls` is its class.
    """

    __slots__ = ("_least", "build", "cls", "domains", "index", "size")

    def __init__(self, cls: type, fields: Mapping[Any, Domain], build: Build, size: int = 1) -> None:
        self.cls = cls
        self.build = build
        self.size = size
        self.domains = [_checked(domain, Domain) for domain in fields.values()]
        self.index = {name: position for position, name in enumerate(fields)}
        self._least: int | None = None

    @property
    def least(self) -> int:
        """The size of the smallest values of this layer."""
        if self._least is None:
            self._least = self.size + sum(domain.least for domain in self.domains)
        return self._least

    def __repr__(self) -> str:
        return f"Layer({self.cls.__name__})"


def _checked(part: Part, *allowed: type) -> Part:
    if not isinstance(part, allowed):
        raise TypeError(f"{part!r} is not a domain; pass one: domain_of({part!r}), or values(...)")
    return part


class Domain:
    """The base of all. Derived classes say what the layers up to a size are."""

    name = "?"

    def __init__(self) -> None:
        self._least: int | None = None
        self._identities: bool | None = None
        self._fitting: list[list[tuple[Layer, int]]] = []

    def upto(self, size: int) -> Iterable[Layer]:
        """The layers of the values up to this size, and perhaps more; the order is always the same."""
        raise NotImplementedError

    @property
    def least(self) -> int:
        """The size of the smallest value. Raises `StrictCheckError` if there is no finite value."""
        if self._least is None:
            settle(self)
        assert self._least is not None
        return self._least

    def fitting(self, spare: int) -> list[tuple[Layer, int]]:
        """The layers of values that are larger than the smallest by `spare` at most, each with by how much it is."""
        known = self._fitting
        if spare < len(known):  # every look of a check asks this
            return known[spare]
        while len(known) <= spare:
            larger = [(layer, layer.least - self.least) for layer in self.upto(self.least + len(known))]
            known.append([(layer, extra) for layer, extra in larger if extra <= len(known)])
        return known[spare]

    @property
    def identities(self) -> bool:
        """True if there are values among them that nothing can stand in for: None, True, members of an enumeration."""
        if self._identities is None:
            self._identities = any(shape_of(layer.cls).kind.is_handed_out for layer in self.upto(self.least))
        return self._identities

    def __repr__(self) -> str:
        return f"<{self.name}>"


class Sum(Domain):
    """Values of one of several layers, or of one of several other domains: a union.

    Of itself a domain may be a part, so that the alternatives may be given later, by `add`.
    """

    def __init__(self, name: str, alternatives: Iterable[Layer | Domain] = ()) -> None:
        super().__init__()
        self.name = name
        self.alternatives: list[Layer | Domain] = []
        self.add(*alternatives)

    def add(self, *alternatives: Layer | Domain) -> Sum:
        """More alternatives. Returns the domain itself."""
        self.alternatives += [_checked(alternative, Layer, Domain) for alternative in alternatives]
        return self

    def upto(self, size: int) -> Iterator[Layer]:
        """The layers of all alternatives, in the order in which they were given."""
        for alternative in self.alternatives:
            if isinstance(alternative, Layer):
                yield alternative
            else:
                yield from alternative.upto(size)


class Sequence(Domain):
    """Lists (or tuples: `cls`) of elements of one domain, `shortest` of them or more; each adds `each` to the size."""

    def __init__(self, of: Domain, *, cls: type = list, shortest: int = 0, each: int = 1) -> None:
        super().__init__()
        self.of, self.cls, self.shortest, self.each = _checked(of, Domain), cls, shortest, each
        self.name = f"{cls.__name__}[{of.name}]"  # as the annotation would be
        self._layers: dict[int, Layer] = {}

    def upto(self, size: int) -> Iterator[Layer]:
        """A layer for each length that fits."""
        length = self.shortest
        while length == self.shortest or length * self.step <= size:
            yield self._layer(length)
            length += 1

    @property
    def step(self) -> int:
        """By how much one more element makes a sequence larger, at least."""
        step = self.each + self.of.least
        if step < 1:
            raise StrictCheckError(
                f"{self.name}: there are infinitely many of the same size; "
                "give elements a size of their own, as in Sequence(of, each=1)"
            )
        return step

    def _layer(self, length: int) -> Layer:
        if length not in self._layers:
            fields = dict.fromkeys(range(length), self.of)
            self._layers[length] = Layer(self.cls, fields, self.cls, length * self.each)
        return self._layers[length]


class Symbols(Domain):
    """Elements of which nothing but the order matters; see `strictcheck.exhaustive.element_order`."""

    name = "ordered"

    def __reduce__(self) -> str:
        return "SYMBOLS"  # there is one in each process

    def upto(self, size: int) -> Iterator[Layer]:
        """One layer: nothing is decided by looking at an element; that waits until it is compared."""
        yield SYMBOL


class Element:
    """The class of the elements, as far as a layer has to name one."""


SYMBOL = Layer(Element, {}, lambda parts: Element(), 0)
SYMBOLS = Symbols()
"""The domain of elements that can be compared, and nothing else; one order for all of an input."""


def values(*some: Any) -> Domain:
    """The domain of these values, which have no parts and no size.

    >>> [layer.build([]) for layer in values(0, 1).upto(0)]
    [0, 1]
    """
    layers = [Layer(type(value), {}, _Always(value), 0) for value in some]
    return Sum(" | ".join(map(repr, some)), layers)


class _Always:
    def __init__(self, value: Any) -> None:
        self.value = value

    def __call__(self, parts: list[Any]) -> Any:
        return self.value


def constructor(cls: type, fields: Mapping[str, Domain], *, size: int = 1) -> Layer:
    """The layer of objects of `cls` with these fields; they are made without running `__init__`.

    Raises `StrictCheckError` if it is not a class with a fixed set of fields, or does not have one of these.
    """
    shape = shape_of(cls)
    if not shape.kind.is_record:
        raise StrictCheckError(f"{cls.__name__}: expected a dataclass, an attrs class or a NamedTuple")
    for name in fields if shape.rebuild is None else ():
        if name not in shape.fields:
            raise StrictCheckError(f"{cls.__name__} has no field {name!r}; its fields are {', '.join(shape.fields)}")
    return Layer(cls, fields, _Making(cls, tuple(fields)), size)


class _Making:
    """Makes objects of a class; a class of its own so that it can be sent to other processes."""

    def __init__(self, cls: type, names: tuple[str, ...]) -> None:
        self.cls, self.names = cls, names

    def __call__(self, parts: list[Any]) -> Any:
        shape = shape_of(self.cls)
        return shape.kind.put_together(shape, dict(zip(self.names, parts, strict=True)))


def settle(domain: Domain) -> None:
    """Find the least sizes of `domain` and of all that it is made of.

    Raises `StrictCheckError` for a domain without finite values. Sizes can only shrink in the process: it starts with
    none known, and ends when nothing changes any more (the least fixed point).
    """
    involved = list(reachable(domain))
    for each in involved:
        each._least = None
    changed = True
    known: dict[Domain, int] = {}
    while changed:
        changed = False
        for each in involved:
            sizes = [_size(layer, known) for layer in _smallest(each)]
            found = min((size for size in sizes if size is not None), default=None)
            if found is not None and known.get(each, found + 1) > found:
                known[each], changed = found, True
    for each in involved:
        if each not in known:
            raise StrictCheckError(f"{each.name}: no value of this type is finite; add an alternative without itself")
        each._least = known[each]


def _size(layer: Layer, known: Mapping[Domain, int]) -> int | None:
    sizes = [known.get(domain) for domain in layer.domains]
    return None if None in sizes else layer.size + sum(size for size in sizes if size is not None)


def _smallest(domain: Domain) -> Iterator[Layer]:
    """The layers among which there is one of the least size; asks no domain for its least size."""
    if isinstance(domain, Sequence):
        yield domain._layer(domain.shortest)
    elif isinstance(domain, Sum):
        for alternative in domain.alternatives:
            if isinstance(alternative, Layer):
                yield alternative
            else:
                yield from _smallest(alternative)
    else:
        yield from domain.upto(0)


def reachable(domain: Domain) -> Iterator[Domain]:
    """`domain` and all that it is made of, each once."""
    seen, waiting = {domain}, [domain]
    while waiting:
        each = waiting.pop()
        yield each
        for part in _parts(each):
            if part not in seen:
                seen.add(part)
                waiting.append(part)


def _parts(domain: Domain) -> Iterator[Domain]:
    if isinstance(domain, Sequence):
        yield domain.of
    for layer in _smallest(domain):
        yield from layer.domains
    if isinstance(domain, Sum):
        yield from (alternative for alternative in domain.alternatives if isinstance(alternative, Domain))
