"""A thunk says of itself what its value's class says, and operators hand thunks over, not what is behind them."""

from __future__ import annotations

import collections
import collections.abc
import copy
import datetime
import decimal
import fractions
import functools
import io
import operator
import types
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from strictcheck import nf, observe


class Sink:
    """The other operand of everything; it takes one element of what it is given."""

    __hash__ = None  # type: ignore[assignment]

    def first(self, given: Any) -> Any:
        return next(iter(given))

    __ror__ = __radd__ = __rmul__ = __rsub__ = __rmatmul__ = __gt__ = __lt__ = __ge__ = first

    def __eq__(self, given: object) -> bool:
        return bool(self.first(given) == 1)


OPERATORS: dict[str, Any] = {
    "|": lambda x: x | Sink(), "+": lambda x: x + Sink(), "*": lambda x: x * Sink(), "-": lambda x: x - Sink(),
    "@": lambda x: x @ Sink(), "<": lambda x: x < Sink(), ">": lambda x: x > Sink(), "<=": lambda x: x <= Sink(),
    "==": lambda x: x == Sink(), "!=": lambda x: x != Sink(),
}  # fmt: skip


class Numbers:
    def __init__(self) -> None:
        self.numbers = [1, 2]
        self.other = 3

    def __iter__(self) -> Iterator[int]:
        return iter(self.numbers)


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.parametrize("make", [lambda: iter([1, 2]), lambda: (n for n in [1, 2]), lambda: map(abs, [1, 2])])
def test_the_other_operand_pulls_the_iterator_that_is_observed(name: str, make: Any) -> None:
    seen = observe(OPERATORS[name], make(), context=nf)
    assert seen.result in (True, 1, False)
    assert str(seen.demand) == "[1, *_]"


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.parametrize("value", [[1, 2], (1, 2), {1: 2}, collections.deque([1])])
def test_what_the_other_operand_looks_at_is_looked_at(name: str, value: Any) -> None:
    seen = observe(OPERATORS[name], value, context=nf)
    assert seen.result == OPERATORS[name](value)
    assert seen.replay().result == seen.result
    assert str(seen.demand) != "_"


def test_the_other_operand_of_an_object_and_of_a_function_looks_at_them() -> None:
    assert "[1, _]" in str(observe(lambda x: x | Sink(), Numbers()).demand)

    class Apply:
        def __ror__(self, function: Any) -> Any:
            return function(3)

    assert "(3)" in str(observe(lambda f: f | Apply(), lambda x: x + 1).demand)


def test_an_iterator_equals_itself_alone() -> None:
    assert observe(lambda it: (it == it, it != it, it in [it], {it: 1}[it]), iter([1])).result == (True, False, True, 1)
    assert observe(lambda one, two: (one == two, one != two), iter([1]), iter([1])).result == (False, True)


@pytest.mark.parametrize("added", [[1], (1,), "1", iter([1]), {1: 2}, {1}, range(1)])
def test_a_list_takes_the_elements_of_whatever_is_added_to_it_in_place(added: Any) -> None:
    def add(values: Any) -> Any:
        made: list[Any] = [0]
        made += values
        return made

    assert len(observe(add, added, context=nf).result) == 2


@pytest.mark.parametrize("added", [(1,), "1", {1: 2}, {1}])
def test_a_list_and_something_else_have_no_sum(added: Any) -> None:
    with pytest.raises(TypeError):
        observe(functools.partial(operator.add, [0]), added)


@dataclass
class Point:
    x: int


class Plain:
    def method(self) -> None: ...


class Pair(typing.NamedTuple):
    left: int


async def asynchronous() -> Any:
    yield 1


VALUES: dict[str, Any] = {
    "int": 5, "float": 1.5, "complex": 1j, "str": "ab", "bytes": b"ab", "range": range(3), "Decimal": decimal.Decimal(),
    "Fraction": fractions.Fraction(1, 2), "date": datetime.date(2020, 1, 1), "list": [1], "tuple": (1,), "dict": {1: 2},
    "OrderedDict": collections.OrderedDict(a=1), "set": {1}, "frozenset": frozenset({1}), "StringIO": io.StringIO(),
    "deque": collections.deque([1]), "generator": (n for n in [1]), "list_iterator": iter([1]), "map": map(abs, [1]),
    "async_generator": asynchronous(), "function": lambda x: x, "builtin": len, "dataclass": Point(1),
    "named_tuple": Pair(1), "object": Plain(), "user_written": Numbers(),
}  # fmt: skip


@typing.runtime_checkable
class HasLength(typing.Protocol):
    def __len__(self) -> int: ...


@typing.runtime_checkable
class HasMethod(typing.Protocol):
    def method(self) -> None: ...


@typing.runtime_checkable
class HasClose(typing.Protocol):
    def close(self) -> None: ...


ALIASES = (
    "Iterable", "Iterator", "Sized", "Container", "Collection", "Hashable", "Callable", "Sequence", "MutableSequence",
    "Mapping", "MutableMapping", "AbstractSet", "MutableSet", "Reversible", "Generator", "AsyncIterable", "Awaitable",
    "AsyncIterator", "AsyncGenerator", "Coroutine", "SupportsInt", "SupportsFloat", "SupportsIndex", "SupportsAbs",
    "SupportsRound",
)  # fmt: skip
TYPES = [
    *(getattr(collections.abc, name) for name in collections.abc.__all__ if name not in ("ByteString", "Buffer")),
    *(getattr(typing, name) for name in ALIASES), HasLength, HasMethod, HasClose,
]  # fmt: skip
# Python asks the classes of str and bytes for flags that would make sequences of them to `match`.
UNTOLD = {(name, alias) for name in ("str", "bytes") for alias in (typing.Sequence, typing.Reversible)}


def answers(value: Any) -> dict[Any, Any]:
    return {cls: isinstance(value, cls) for cls in TYPES} | {"callable": callable(value)}


@pytest.mark.parametrize("name", VALUES)
def test_a_thunk_is_an_instance_of_what_its_value_is_one_of(name: str) -> None:
    told: list[Any] = []
    observe(lambda value: told.append(answers(value)), VALUES[name])
    expected = answers(VALUES[name])
    assert {cls: told[0][cls] for cls in expected if told[0][cls] != expected[cls] and (name, cls) not in UNTOLD} == {}


MET = (int, float, complex, str, bytes, list, dict, set, tuple, decimal.Decimal, collections.deque, type)
PROTOCOLS = (types.GeneratorType, types.FunctionType, types.AsyncGeneratorType, types.CoroutineType, io.StringIO)
SPECIAL = {name for cls in (*MET, *PROTOCOLS) for name in dir(cls) if name.startswith("__")} | {
    "__aenter__", "__aexit__", "__bytes__", "__fspath__", "__complex__", "__round__", "__floor__", "__missing__",
}  # fmt: skip
# C code asks the class for these, and takes what they raise for an error of the value; or they are the way by which a
# thunk does what Python would do for the value.
KEPT = {"__copy__", "__deepcopy__", "__bytes__", "__complex__", "__radd__", "__reversed__", "__bool__", "__contains__"}
# A thunk that has no copy to operate on leaves operators to the other operand, which takes a method.
BINARY = "add sub mul matmul truediv floordiv mod divmod pow lshift rshift and xor or"
REFUSED = {f"__{side}{name}__" for side in ("", "r", "i") for name in BINARY.split()}
WITHOUT_COPY = {
    "generator", "list_iterator", "map", "async_generator", "function", "builtin", "StringIO",
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_a_thunk_has_the_special_methods_that_its_value_has(name: str) -> None:
    told: list[Any] = []
    observe(lambda value: told.append({special for special in SPECIAL if hasattr(value, special)}), VALUES[name])
    expected = {special for special in SPECIAL if hasattr(VALUES[name], special)}
    excused = KEPT | (REFUSED if name in WITHOUT_COPY else {"__add__"})
    assert told[0] - expected - excused == set()
    assert expected - told[0] == set()


OPERATIONS: dict[str, Any] = {
    "len": len, "item": lambda x: x[0], "int": int, "float": float, "negation": lambda x: -x, "abs": abs,
    "set item": lambda x: x.__setitem__(0, 1), "call": lambda x: x(), "iter": iter, "next": next, "reversed": reversed,
    "round": round, "index": lambda x: [1, 2, 3, 4, 5, 6][x],
}  # fmt: skip


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize(
    "name", ["int", "float", "list", "dict", "set", "function", "dataclass", "object", "list_iterator"]
)
def test_an_operation_that_a_value_has_not_raises_what_the_value_would_raise(name: str, operation: str) -> None:
    def kinds_of_error(value: Any) -> Any:
        try:
            OPERATIONS[operation](value)
        except Exception as error:
            return isinstance(error, TypeError), isinstance(error, AttributeError), isinstance(error, StopIteration)

    value = VALUES[name]
    told = observe(kinds_of_error, copy.copy(value)).result
    expected = kinds_of_error(copy.copy(value))
    # Python asks the class of the thunk for `__round__`, not the thunk.
    assert told == expected or (operation in ("round", "reversed") and told[0] == expected[0])
