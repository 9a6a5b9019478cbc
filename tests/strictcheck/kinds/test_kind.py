"""A new kind is one class in one file: polynomials, whose coefficients are looked at one by one."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import strategies as st

from strictcheck import Demand, check_spec, nf, observe, upto
from strictcheck.errors import DemandMismatch
from strictcheck.kinds import layer as layers
from strictcheck.kinds import table
from strictcheck.kinds.kind import Building, Kind, Opened, Shape, Unwrapping
from strictcheck.kinds.layer import HOLE, Frame, JsonReader, Layer, Parts, PatternReader
from strictcheck.kinds.placing import Container, stand_in
from strictcheck.kinds.thunk_classes import named_after
from strictcheck.specs import partial_value
from strictcheck.thunks.proxy import get_at, get_cells, get_number, get_source, is_thunk


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
    tag = "terms"
    cls = Polynomial

    def __contains__(self, key: object) -> bool:
        return key in self.exponents

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

    def to_json(self, keys: Callable[[Iterable[Any]], list[Any]]) -> dict[str, Any]:
        return {"terms": keys(self.exponents)}

    @classmethod
    def from_json(cls, data: dict[str, Any], reader: JsonReader) -> Layer:
        return cls(tuple(data["terms"]))


class PolynomialThunk(Container):
    __slots__ = ()

    @staticmethod
    def _self_layer(source: Any) -> object:
        return Terms(source.exponents())

    def _self_parts(self) -> tuple[object, Parts]:
        return Terms(get_source(self).exponents()), get_cells(self).items()

    def exponents(self) -> tuple[int, ...]:
        type(self)._self_look(self)
        return get_source(self).exponents()

    def __getitem__(self, exponent: int) -> Any:
        type(self)._self_look(self)
        log, _, _, source = get_at(self)
        cells = get_cells(self)
        if exponent not in cells:
            cells[exponent] = stand_in(log, get_number(self), exponent, source[exponent])
        return cells[exponent]


class PolynomialKind(Kind):
    name = "exponents, and coefficients"
    layers = (Terms,)
    is_leaf = False
    is_looked_through = True

    def recognise(self, cls: type) -> Shape | None:
        return Shape(cls, self) if cls is Polynomial else None

    def thunk_class(self, shape: Shape, *, counting: bool) -> type:
        return named_after(shape.cls, {"__getitem__": PolynomialThunk.__getitem__}, PolynomialThunk)

    def take_apart(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        return Terms(value.exponents()), value.terms.items()

    def put_together(self, shape: Shape, parts: Mapping[Any, Any], like: Any = None) -> Any:
        return Polynomial(parts)

    def get_part(self, shape: Shape, value: Any, key: Any) -> Any:
        return value[key]

    def build(self, shape: Shape, layer: Any, building: Building) -> Any:
        return Polynomial({exponent: building.part(exponent) for exponent in layer.exponents})

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        return (value[exponent] for exponent in value.exponents())

    def unwrap(self, shape: Shape, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        if is_thunk(part):  # which nothing can change
            return None
        terms = part.terms
        rebuild = lambda made: Polynomial(dict(zip(terms, made, strict=True)))
        return Opened(part, source, list(terms.values()), list(terms.values()), rebuild)


@pytest.fixture(autouse=True, scope="module")
def polynomials() -> Iterator[None]:
    before = [list(table._kinds), dict(layers.OPENINGS), dict(layers.TAGS), set(table.RESERVED)]
    table.add_kind(PolynomialKind())
    yield
    for held, old in zip((layers.OPENINGS, layers.TAGS), before[1:3], strict=True):
        held.clear()
        held.update(old)
    table._kinds[:] = before[0]
    table.RESERVED.intersection_update(before[3])
    table._classified.cache_clear()


CUBE = Polynomial({0: 7, 1: -2, 3: 5})


def constant(polynomial: Any) -> Any:
    return polynomial[0] + 1


def derived(polynomial: Any) -> Any:
    return Polynomial({n - 1: n * polynomial[n] for n in polynomial.exponents() if n})


def test_a_call_looks_at_the_coefficients_it_reads() -> None:
    seen = observe(constant, CUBE)
    assert seen.result == 8
    assert str(seen.demand) == "Terms(0: 7, 1: _, 3: _)"
    seen.replay()
    assert seen.demand.matches(CUBE)
    assert not seen.demand.matches(Polynomial({0: 7}))


def test_its_demands_are_written_read_and_compared() -> None:
    demand = Demand.parse("Terms(0: 7, 1: _, 3: [_])")
    assert str(demand) == "Terms(0: 7, 1: _, 3: [_])"
    assert Demand.from_json(demand.to_json()) == demand
    assert pickle.loads(pickle.dumps(demand)) == demand
    assert Demand.parse("Terms(0: _, 1: 2, 3: _)") | demand == Demand.parse("Terms(0: 7, 1: 2, 3: [_])")
    assert demand.at((0,)) == Demand.parse("7")
    assert Demand.full(CUBE) == Demand.parse("Terms(0: 7, 1: -2, 3: 5)")
    assert partial_value(Demand.parse("Terms(0: 7, 1: _, 3: 5)"))[3] == 5


def test_contexts_ask_for_the_coefficients_of_a_result() -> None:
    assert str(observe(derived, CUBE).demand) == "Terms(0: _, 1: -2, 3: 5)"
    assert str(observe(lambda p: p, CUBE, context=nf).demand) == "Terms(0: 7, 1: -2, 3: 5)"
    some = upto(Demand.parse("Terms(0: _, 1: _, 3: 5)"))
    assert str(observe(lambda p: p, CUBE, context=some).demand) == "Terms(0: _, 1: _, 3: 5)"
    held = observe(lambda p: Polynomial({0: p[0] and p}), CUBE, context=nf).result
    assert held == Polynomial({0: CUBE})
    assert not is_thunk(held[0])


def looks_at_the_constant(result: Demand, polynomial: Any) -> Demand:
    return Demand.parse(f"Terms(0: {polynomial[0]}, 1: _)")


def test_check_spec_takes_it() -> None:
    lines = st.builds(lambda constant, slope: Polynomial({0: constant, 1: slope}), st.integers(), st.integers())
    check_spec(constant, looks_at_the_constant, given=[lines])
    with pytest.raises(DemandMismatch, match=r"Terms\(0: _, 1: _\)"):
        check_spec(lambda polynomial: polynomial.exponents(), looks_at_the_constant, given=[lines])
