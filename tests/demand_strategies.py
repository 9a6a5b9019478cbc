"""Strategies for demands: draw a value, then parts of it that some code could have looked at."""

from __future__ import annotations

import decimal
import enum
import pathlib
import random
from array import array
from dataclasses import dataclass
from types import FunctionType, SimpleNamespace
from typing import Any, NamedTuple

from hypothesis import strategies as st
from long_runs import size
from shared_values import Pair

from strictcheck.demands import Demand
from strictcheck.demands.columns import UNSEEN, Columns, Same
from strictcheck.kinds.function import Function
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.layers import Constructor
from strictcheck.kinds.layers import Raised as RaisedLayer
from strictcheck.kinds.mapping import Mapping
from strictcheck.kinds.sequence import Sequence
from strictcheck.kinds.table import take_apart


@dataclass(frozen=True)
class Leaf:
    score: Any


@dataclass(frozen=True)
class Config:
    host: Any
    port: Any
    user: Any
    path: Any
    query: Any


class Plain:
    def __init__(self, attributes: dict[str, Any]) -> None:
        self.__dict__.update(attributes)


class Outer:
    @dataclass(frozen=True)
    class Inner:
        part: Any


class Square(NamedTuple):
    file: int
    rank: int


class Colour(enum.Enum):
    RED = 1
    BLUE = "blue"


class Right(enum.Flag):
    READ = 1
    WRITE = 2


class Count(int):
    pass


class Tag(str):
    __slots__ = ()


# Called as words of the notation, or as things that are always known, are called.
class Raised(Plain):
    pass


class date(Plain):
    pass


@dataclass
class Calls:
    """Stands for a function and what its calls returned."""

    results: dict[str, Any]


@dataclass
class Fails:
    """Stands for a source that raised."""

    error: type[BaseException]


NAMES = {cls.__name__: cls for cls in (Leaf, Pair, Config, Plain, Outer, Square, Colour, Right, Count, Tag)} | {
    "decimal": decimal,
    "InvalidOperation": decimal.InvalidOperation,
    __name__: SimpleNamespace(Raised=Raised, date=date),
}

integers = st.integers(-3, 3) | st.integers()
texts = st.text(st.characters(), max_size=6) | st.sampled_from(["'", '"', "\ud800", "\n", "\\", "_", "a", "b"])
numbers = st.booleans() | integers | st.floats() | st.complex_numbers()
moments = st.dates() | st.times() | st.timedeltas() | st.datetimes(timezones=st.none() | st.timezones())
exact = st.decimals() | st.fractions() | st.uuids() | st.builds(pathlib.PurePosixPath, st.text("ab/", max_size=3))
spans = st.builds(range, integers, integers) | st.builds(slice, integers | st.none(), integers)
named = st.sampled_from([None, ..., int, Plain, len, decimal, Outer.Inner, *Colour, Right.READ | Right.WRITE, Right(0)])
subclassed = st.builds(Count, integers) | st.builds(Tag, texts)
keys = st.recursive(
    texts | integers | st.none() | st.sampled_from([*Colour, Square(1, 2), Pair(1, "x"), Count(3), 2.5, b"k", int]),
    lambda parts: st.tuples(parts, parts) | st.tuples(parts) | st.frozensets(parts, max_size=2),
    max_leaves=3,
)
sets = st.frozensets(keys, max_size=3) | st.sets(keys, max_size=3)
without_notation = st.sampled_from([ValueError("x"), lambda: 0, object()])
atoms = numbers | texts | st.binary(max_size=3) | moments | exact | spans | named | subclassed | sets | without_notation
attributes = st.sampled_from(["left", "x", "y", "a b", "class", "_", "absent", "naïve", "ºª", ""])


def _wider(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return (
        st.lists(parts, max_size=4)
        | st.dictionaries(keys, parts, max_size=3)
        | st.builds(Leaf, parts)
        | st.builds(Pair, parts, parts)
        | st.builds(Config, parts, parts, parts, parts, parts)
        | st.builds(Outer.Inner, parts)
        | st.builds(
            lambda cls, parts: cls(parts),
            st.sampled_from([Plain, Raised, date]),
            st.dictionaries(attributes, parts, max_size=3),
        )
        | st.builds(Calls, st.dictionaries(texts, parts, max_size=3))
    )


failures = st.sampled_from([Fails(ValueError), Fails(decimal.InvalidOperation)])
values = st.recursive(atoms | st.builds(bytearray) | failures, _wider, max_leaves=10)


def whole(value: Any) -> Demand:
    """The demand on all of a value, in which `Calls` and `Fails` stand for functions and what raised."""
    parents, keys, layers = array("q"), list[Any](), list[Any]()
    todo = [(-1, None, value)]
    while todo:
        parent, key, part = todo.pop(0)
        layer, parts = _apart(part)
        parents.append(parent)
        keys.append(key)
        layers.append(layer)
        todo += [(len(layers) - 1, step, child) for step, child in parts]
    return Demand(parents, keys, layers)


def _apart(part: Any) -> Any:
    if isinstance(part, Calls):
        return Function(tuple(part.results)), part.results.items()
    if isinstance(part, Fails):
        return RaisedLayer(part.error), ()
    if isinstance(part, (set, frozenset, FunctionType)):
        return part, ()
    return take_apart(part)


@st.composite
def parts_of(draw: st.DrawFn, demand: Demand) -> Demand:
    """Part of a demand, as another look at the same value could have given it. Shrinks to the hole."""
    parents, keys, layers = array("q"), list[Any](), list[Any]()
    place: dict[int, int] = {}
    for row, parent, key, layer in demand.rows():
        above = place.get(parent, -1)
        is_told = row == 0 or (above >= 0 and (not isinstance(layers[above], Layer) or key in layers[above]))
        if is_told and draw(st.integers(0, 3)):
            place[row] = len(layers)
            parents.append(above)
            keys.append(key)
            layers.append(draw(_weaker(layer)))
    return Demand(parents, keys, layers)


def _weaker(layer: object) -> st.SearchStrategy[object]:
    """Layers of the same value that say no more, but for what was asked for and was not there."""
    match layer:
        case Sequence(length):
            return st.just(layer) | st.builds(Sequence, st.integers(0, length), st.just(False))
        case Mapping(present):
            absent = st.frozensets(keys.filter(lambda key: key not in layer), max_size=2)
            told = st.lists(st.sampled_from(present), unique=True).map(tuple) if present else st.just(())
            return st.just(layer) | st.builds(Mapping, told, absent, st.just(False))
        case Constructor(cls):
            return st.builds(Constructor, st.just(cls), st.frozensets(st.sampled_from(["zz", "y z"])))
        case Function(calls) if calls:
            return st.builds(Function, st.lists(st.sampled_from(calls), unique=True).map(tuple))
    return st.just(layer)


demands = values.map(whole).flatmap(parts_of)


def demands_of_one_value(count: int) -> st.SearchStrategy[tuple[Demand, ...]]:
    """So many demands on one and the same value."""
    return values.map(whole).flatmap(lambda demand: st.tuples(*[parts_of(demand)] * count))


@st.composite
def graphs(draw: st.DrawFn) -> Any:
    """A value in which lists, dicts and objects may be met several times, also inside of themselves."""
    pool: list[Any] = [draw(st.sampled_from([list, dict, lambda: Plain({})]))() for _ in range(draw(st.integers(1, 5)))]
    inside = st.sampled_from(pool) | st.integers(0, 2) | st.sampled_from(pool).map(lambda part: (part, 1))
    for part in pool:
        parts = draw(st.lists(inside, max_size=3))
        if isinstance(part, list):
            part.extend(parts)
        else:
            (part if isinstance(part, dict) else vars(part)).update(zip("xyz", parts, strict=False))
    return pool[0]


@st.composite
def parts_of_graph(draw: st.DrawFn, demand: Demand) -> Demand:
    """Part of a demand with shared parts: some parts not looked at, some ways not known to lead to the same part."""
    tree = demand._tree
    layers = [layer if isinstance(layer, Same) else draw(_weaker(layer) | st.just(layer)) for layer in tree.layers]
    edges: list[dict[Any, int]] = []
    for row, layer in enumerate(layers):
        parts = tree.parts(row) if layer is not UNSEEN else {}
        told = {key: part for key, part in parts.items() if isinstance(layer, Layer) and key in layer}
        edges.append({key: part for key, part in told.items() if draw(st.integers(0, 4))})
    for row in range(1, len(layers)):
        if not draw(st.integers(0, 5)):
            layers[row], edges[row] = UNSEEN, {}
    for row in range(len(layers)):
        for key, part in edges[row].items():
            if part and not draw(st.integers(0, 5)):
                edges[row][key] = len(layers)
                layers.append(layers[part])
                edges.append(dict(edges[part]))
    return Demand._of(Columns.lay_out(0, layers, edges.__getitem__))


def graph_demands(count: int) -> st.SearchStrategy[tuple[Demand, ...]]:
    """So many demands on one and the same value, which may hold shared parts."""
    return graphs().map(Demand.full).flatmap(lambda demand: st.tuples(*[parts_of_graph(demand)] * count))


def shuffled(demand: Demand, randomness: random.Random) -> Demand:
    """The same demand, its rows in another order in which parents come before their parts."""
    rows = list(demand.rows())
    parents, keys, layers = array("q"), list[Any](), list[Any]()
    ready, place = ([0] if rows else []), {-1: -1}
    while ready:
        row = ready.pop(randomness.randrange(len(ready)))
        place[row] = len(layers)
        parents.append(place[rows[row][1]])
        keys.append(rows[row][2])
        layers.append(rows[row][3])
        ready += demand.children(row).values()
    layers = [Same(place[layer.row]) if isinstance(layer, Same) else layer for layer in layers]
    return Demand(parents, keys, layers)


def chain(depth: int) -> Demand:
    """`Pair(0, Pair(1, ...))`, so many deep."""
    columns = array("q"), list[Any](), list[Any]()
    for level in range(depth):
        above = 2 * level - 2
        columns[0].extend([above if level else -1, 2 * level])
        columns[1].extend(["right" if level else None, "left"])
        columns[2].extend([Constructor(Pair), level])
    return Demand(*columns)


def fan(width: int) -> Demand:
    """`[0, 1, ...]`, so many wide."""
    return Demand(array("q", [-1, *[0] * width]), [None, *range(width)], [Sequence(width), *range(width)])


def crowd(width: int) -> Demand:
    """A mapping, an object and a function, each so many wide."""
    names = [f"n{number}" for number in range(width)]
    tops: list[Any] = [Sequence(3), Mapping(tuple(names)), Constructor(Plain), Function(tuple(names))]
    parents = array("q", [-1, 0, 0, 0, *[1] * width, *[2] * width, *[3] * width])
    return Demand(parents, [None, 0, 1, 2, *names * 3], [*tops, *range(3 * width)])


def parse(text: str) -> Demand:
    """Read a demand on values of these classes."""
    return Demand.parse(text, NAMES)


LONG = size(5_000, 100_000)

__all__ = [
    "LONG",
    "NAMES",
    "chain",
    "crowd",
    "demands",
    "demands_of_one_value",
    "fan",
    "graph_demands",
    "graphs",
    "parse",
    "shuffled",
    "values",
    "whole",
]
