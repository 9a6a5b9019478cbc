"""Random programs: small pure functions over lists, dicts, records, iterators and games, as trees that can be printed.

A `Program` is a tree of operations on the argument of a function. It is a value: it prints as Python, Hypothesis makes
and shrinks it, and calling it runs it. Every operation is defined on every value, so that no program is refused; where
the value is of the wrong kind, it is left as it is.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, is_dataclass
from typing import Any

from hypothesis import strategies as st
from shared_values import Pair

from lazytree import End, Max, Min
from strictcheck import Stream, delay, is_thunk

__all__ = ["Program", "programs", "values"]


class Box:
    def __init__(self, held: Any) -> None:
        self.held = held

    def __repr__(self) -> str:
        return f"Box({self.held!r})"

    def __eq__(self, other: object) -> bool:
        return self.held == other.held if isinstance(other, Box) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def twice(self) -> Any:
        return [self.held, self.held]


def parts(value: Any) -> list[Any]:
    """The parts of a value of any kind, none of them looked at."""
    match value:
        case str() | int() | None:
            return []
        case Pair(left, right):
            return [left, right]
        case Box():
            return [value.held]
        case Max(children) | Min(children):
            return list(children)
        case End(score):
            return [score]
        case Mapping():
            return list(value.values())
    return list(value) if hasattr(value, "__iter__") else []


def part(value: Any, index: int) -> Any:
    """One part, with as little looked at as there is need for."""
    match value:
        case str() | int() | None:
            return value
        case Pair():
            return value.right if index % 2 else value.left
        case Mapping():
            return value.get("abc"[index % 3], value)
        case list() | tuple():
            return value[index % len(value)] if len(value) else value
    found = parts(value) if isinstance(value, (Box, Max, Min, End)) else list(itertools.islice(value, index + 1))
    return found[-1] if found else value


def number(value: Any) -> int:
    """A number that depends on no more than the outermost layer; on all of an atom."""
    match value:
        case int():
            return int(value)
        case str() | list() | tuple() | Mapping():
            return len(value)
    return 0


def total(value: Any) -> int:
    """A number that depends on all of it."""
    return number(value) + sum(total(each) for each in parts(value))


UNARY: dict[str, Callable[[Any], Any]] = {
    "first": lambda x: part(x, 0),
    "second": lambda x: part(x, 1),
    "third": lambda x: part(x, 2),
    "parts": parts,
    "reversed": lambda x: parts(x)[::-1],
    "number": number,
    "total": total,
    "any": lambda x: any(number(each) > 1 for each in parts(x)),
    "smallest": lambda x: min(map(number, parts(x)), default=0),
    "is none": lambda x: x is None,
    "box": lambda x: Box(x),
    "held twice": lambda x: x.twice() if isinstance(x, Box) else x,
    "later": lambda x: later(number(x)),
    "pulled": lambda x: [each for each, _ in zip(parts(x), range(2), strict=False)],
    "sorted": lambda x: sorted(parts(x), key=number),
    "copy": lambda x: dict(x) if isinstance(x, Mapping) else list(x) if isinstance(x, list) else x,
    "keys": lambda x: sorted(x) if isinstance(x, Mapping) else x,
    "fails": lambda x: number(x) // number(part(x, 0)),
}
BINARY: dict[str, Callable[[Callable[[], Any], Callable[[], Any]], Any]] = {
    "pair": lambda one, two: Pair(one(), two()),
    "list": lambda one, two: [one(), two()],
    "add": lambda one, two: number(one()) + number(two()),
    "either": lambda one, two: one() or two(),
    "both": lambda one, two: one() and two(),
    "equal": lambda one, two: number(one()) == number(two()),
    "if": lambda one, two: two() if number(one()) > 1 else 0,
    "dict": lambda one, two: {"a": one(), "b": two()},
    "lookup": lambda one, two: part(one(), number(two())),
    "stream": lambda one, two: Stream(x for x in (one(), two())),
}
EACH: dict[str, Callable[[Callable[[Any], Any], Any], Any]] = {
    "map": lambda f, x: [f(each) for each in parts(x)],
    "filter": lambda f, x: [each for each in parts(x) if number(f(each)) > 1],
    "until": lambda f, x: next((each for each in parts(x) if number(f(each)) > 1), None),
    "fold": lambda f, x: max((number(f(each)) for each in parts(x)), default=0),
    "lazily": lambda f, x: (f(each) for each in parts(x)),
    "by key": lambda f, x: {key: f(each) for key, each in zip("abc", parts(x), strict=False)},
}


@dataclass(frozen=True)
class Program:
    """An operation and what it works on: `x`, an operation on parts (`EACH`), on two values, or on one."""

    name: str
    inner: tuple[Program, ...] = ()

    def __call__(self, x: Any) -> Any:
        if self.name == "x":
            return x
        if self.name in UNARY:
            return UNARY[self.name](self.inner[0](x))
        one, two = self.inner
        if self.name in EACH:
            return EACH[self.name](one, two(x))
        return BINARY[self.name](lambda: one(x), lambda: two(x))

    def __repr__(self) -> str:
        return "X" if self.name == "x" else f"Program({self.name!r}, {self.inner!r})"


X = Program("x")


def _larger(inner: st.SearchStrategy[Program]) -> st.SearchStrategy[Program]:
    unary = st.builds(lambda name, one: Program(name, (one,)), st.sampled_from([*UNARY]), inner)
    both = st.builds(lambda name, one, two: Program(name, (one, two)), st.sampled_from([*EACH, *BINARY]), inner, inner)
    return unary | both


programs = st.recursive(st.just(X), _larger, max_leaves=6)


def later(value: Any) -> Any:
    """`value`, delayed; but `None` and its like, which code asks for by identity, and what is delayed already."""
    return value if is_thunk(value) or value is None or isinstance(value, bool) else delay(lambda: value)


def _wider(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Functions that make a value, anew each time, for some values can be used up."""
    some = st.lists(inner, max_size=3)
    made = [
        some.map(lambda makers: lambda: [make() for make in makers]),
        some.map(lambda makers: lambda: tuple(make() for make in makers)),
        some.map(lambda makers: lambda: iter([make() for make in makers])),
        some.map(lambda makers: lambda: Stream(make() for make in makers)),
        some.map(lambda makers: lambda: dict(zip("abc", (make() for make in makers), strict=False))),
        inner.map(lambda make: lambda: Box(make())),
        inner.map(lambda make: lambda: later(make())),
        st.tuples(inner, inner).map(lambda two: lambda: Pair(two[0](), two[1]())),
    ]
    return st.one_of(made)


_atoms = st.integers(0, 3) | st.sampled_from(["", "ab", None, True])
_games = st.recursive(
    st.integers(0, 3).map(End),
    lambda games: st.builds(
        lambda cls, children: cls(children), st.sampled_from([Max, Min]), st.lists(games, min_size=1, max_size=3)
    ),
    max_leaves=5,
)
values = st.recursive((_atoms | _games).map(lambda value: lambda: value), _wider, max_leaves=6)


def plainly(value: Any) -> Any:
    """A value with everything in it worked out, as something that can be compared."""
    if isinstance(value, (str, int, type(None))):
        return None if isinstance(value, type(None)) else value + value * 0
    if isinstance(value, Box):
        return ("Box", plainly(value.held))
    if isinstance(value, Mapping):
        return {key: plainly(each) for key, each in value.items()}
    return (value.__class__.__name__ if is_dataclass(value) else "", [plainly(each) for each in parts(value)])
