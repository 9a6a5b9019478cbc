"""A kind of value that the library does not know: polynomials, whose coefficients are looked at one by one.

`PolynomialKind` is all that there is of it, with the thunk and the layer that it names; `add_kind` takes it in.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from strictcheck.kinds.building import Building, Opened, Unwrapping
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import HOLE, Frame, Layer, Parts
from strictcheck.kinds.pattern_reader import PatternReader
from strictcheck.kinds.placing import Container, named_after, stand_in
from strictcheck.thunks.places import place_of
from strictcheck.thunks.proxy import get_cells, get_log, get_number, get_source, is_thunk


class Polynomial:
    """The sum of `coefficient * x ** exponent`."""

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[int, Any]) -> None:
        self.terms = dict(terms)

    def __getitem__(self, exponent: int) -> Any:
        return self.terms[exponent]

    def exponents(self) -> tuple[int, ...]:
        return tuple(self.terms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.terms == other.terms

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Terms(Layer):
    exponents: tuple[int, ...]

    opening = "Terms"

    cls = Polynomial

    def __contains__(self, key: object) -> bool:
        return key in self.exponents

    def keys(self) -> tuple[int, ...]:
        return self.exponents

    def words(self) -> str:
        return f"polynomial of {len(self.exponents)} terms"

    def frame(self, children: dict[Any, int], most: int | None) -> Frame:
        return Frame("Terms(", [(f"{n}: ", children.get(n, HOLE)) for n in self.exponents], ")")

    @classmethod
    def read(cls, reader: PatternReader) -> Generator[Any, None, Layer]:
        exponents = []
        reader.expect("(")
        for _ in reader.items(")"):
            exponents.append(reader.value())
            reader.expect(":")
            yield exponents[-1]
        return cls(tuple(exponents))


class PolynomialThunk(Container):
    __slots__ = ()

    def _self_parts(self) -> tuple[object, Parts]:
        return Terms(get_source(self).exponents()), get_cells(self).items()

    def exponents(self) -> tuple[int, ...]:
        type(self)._self_look(self)
        return get_source(self).exponents()

    def __getitem__(self, exponent: int) -> Any:
        type(self)._self_look(self)
        log, source = get_log(self), get_source(self)
        cells = get_cells(self)
        if exponent not in cells:
            cells[exponent] = stand_in(log, place_of(get_number(self), exponent), source[exponent])
        return cells[exponent]


class PolynomialKind(Kind):
    name = "exponents, and coefficients"
    layers = (Terms,)
    is_leaf = False
    is_looked_through = True

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        return cls(values) if values is Polynomial else None

    def thunk_class(self, *, counting: bool) -> type:
        return named_after(self.cls, {"__getitem__": PolynomialThunk.__getitem__}, PolynomialThunk)

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        return Terms(value.exponents()), value.terms.items()

    def first_layer(self, value: Any) -> object:
        return Terms(value.exponents())

    def put_together(self, parts: Mapping[Any, Any], like: Any = None) -> Any:
        return Polynomial(parts)

    def structure_to_force(self, value: Any) -> Iterable[Any]:
        value.exponents()
        return ()

    def build(self, layer: Any, building: Building) -> Any:
        return Polynomial({exponent: building.part(exponent) for exponent in layer.exponents})

    def parts_to_force(self, value: Any) -> Iterable[Any]:
        return (value[exponent] for exponent in value.exponents())

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        if is_thunk(part):  # which nothing can change
            return None
        terms = part.terms
        rebuild = lambda made: Polynomial(dict(zip(terms, made, strict=True)))
        return Opened(part, source, list(terms.values()), list(terms.values()), rebuild)
