"""Classes with one of everything, whose values thunks stand for in the tests that observing changes nothing."""

# Some of these names are there to be found by operations that are written as text.
# ruff: noqa: F401

from __future__ import annotations

import abc
import array
import asyncio
import bisect
import collections
import collections.abc as abcs
import contextlib
import copy
import csv
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import inspect
import io
import ipaddress
import itertools
import json
import math
import numbers
import operator
import os
import pathlib
import pickle
import random
import re
import threading
import types
import typing
import uuid
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import attrs
from shared_values import Box, Pair, Point

from strictcheck import Stream, delay, is_forced, is_thunk, observe


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


@dataclass(order=True, unsafe_hash=True)
class Parcel:
    content: Any
    label: Any = "box"

    def fill(self, content: Any) -> Parcel:
        self.content = content
        return self

    def doubled(self) -> Parcel:
        return type(self)([self.content, self.content])


@dataclass(frozen=True, slots=True)
class Slim:
    left: Any
    right: Any


@dataclass
class Checked:
    """`__post_init__` counts, so a copy that ran it would differ."""

    value: Any
    runs: int = 0

    def __post_init__(self) -> None:
        self.runs += 1


@attrs.define
class Crate:
    content: Any
    label: Any = "crate"


@attrs.frozen
class Coin:
    value: Any


class Card(NamedTuple):
    rank: Any
    suit: Any

    def higher(self) -> Card:
        return self._replace(rank=[self.rank])


class Account:
    """An ordinary object: attributes, a property, methods, a class method, a static one, a cached property."""

    kind = "account"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.owner!r}, {self.balance!r})"

    def __init__(self, owner: Any, balance: Any) -> None:
        self.owner = owner
        self.balance = balance
        self._secret = 7

    @property
    def summary(self) -> str:
        return f"{self.owner}: {self.balance}"

    @functools.cached_property
    def both(self) -> tuple[Any, Any]:
        return self.owner, self.balance

    def describe(self) -> tuple[Any, ...]:
        return ("account", self.owner)

    def renamed(self, owner: Any) -> Account:
        return type(self)(owner, self.balance)

    def cloned(self) -> Account:
        return self.__class__(self.owner, self.balance)

    def deposit(self, amount: Any) -> Any:
        self.balance = (self.balance, amount)
        return self.balance

    @classmethod
    def empty(cls, owner: Any) -> Account:
        return cls(owner, 0)

    @staticmethod
    def rate() -> float:
        return 0.5

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Account):
            return NotImplemented
        return (self.owner, self.balance) == (other.owner, other.balance)

    def __hash__(self) -> int:
        return hash(self.owner)


class Savings(Account):
    """Inherits, and calls `super()` in both its forms."""

    kind = "savings"

    def describe(self) -> tuple[Any, ...]:
        return ("savings", *super().describe())

    def deposit(self, amount: Any) -> Any:
        return ["saved", super(Savings, self).deposit(amount)]  # noqa: UP008


class Slotted:
    __slots__ = ("first", "second")

    def __repr__(self) -> str:
        return f"Slotted{(self.first, self.second)!r}"

    def __init__(self, first: Any, second: Any) -> None:
        self.first, self.second = first, second

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Slotted) and (self.first, self.second) == (other.first, other.second)

    __hash__ = None  # type: ignore[assignment]


class Answering:
    """Makes up attributes that it does not have."""

    def __repr__(self) -> str:
        return f"Answering{(self.known)!r}"

    def __init__(self, known: Any) -> None:
        self.known = known

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return f"no {name}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answering) and self.known == other.known

    __hash__ = None  # type: ignore[assignment]


@functools.total_ordering
class Money:
    """Arithmetic, with and without reflected and in-place forms; ordering; conversions."""

    def __init__(self, cents: int) -> None:
        self.cents = cents

    def __add__(self, other: Any) -> Any:
        return Money(self.cents + other.cents) if isinstance(other, Money) else NotImplemented

    def __radd__(self, other: Any) -> Any:
        return self if other == 0 else NotImplemented

    def __mul__(self, times: Any) -> Any:
        return Money(self.cents * times) if isinstance(times, int) else NotImplemented

    __rmul__ = __mul__

    def __imul__(self, times: Any) -> Any:
        self.cents *= times
        return self

    def __neg__(self) -> Any:
        return type(self)(-self.cents)

    def __matmul__(self, other: Any) -> Any:
        return ("matmul", self.cents)

    def __eq__(self, other: object) -> bool:
        return self.cents == other.cents if isinstance(other, Money) else NotImplemented

    def __lt__(self, other: Any) -> Any:
        return self.cents < other.cents if isinstance(other, Money) else NotImplemented

    def __hash__(self) -> int:
        return hash(("money", self.cents))

    def __bool__(self) -> bool:
        return self.cents != 0

    def __int__(self) -> int:
        return self.cents

    def __index__(self) -> int:
        return self.cents

    def __round__(self, digits: int = 0) -> Any:
        return ("rounded", self.cents, digits)

    def __str__(self) -> str:
        return f"{self.cents} ct"

    def __repr__(self) -> str:
        return f"Money({self.cents})"

    def __format__(self, spec: str) -> str:
        return f"<{self.cents}:{spec}>"


class Shelf:
    """A container of its own making, a context manager, and callable."""

    def __repr__(self) -> str:
        return f"Shelf{(self.books, self.log)!r}"

    def __init__(self, *books: Any) -> None:
        self.books = list(books)
        self.log: list[str] = []

    def __len__(self) -> int:
        return len(self.books)

    def __getitem__(self, key: Any) -> Any:
        return self.books[key]

    def __setitem__(self, key: Any, book: Any) -> None:
        self.books[key] = book

    def __delitem__(self, key: Any) -> None:
        del self.books[key]

    def __contains__(self, book: Any) -> bool:
        return book in self.books

    def __iter__(self) -> Iterator[Any]:
        yield from self.books

    def __reversed__(self) -> Iterator[Any]:
        return iter([("reversed", book) for book in self.books[::-1]])

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return len(self.books), args, kwargs

    def __enter__(self) -> Shelf:
        self.log.append("enter")
        return self

    def __exit__(self, *error: Any) -> bool:
        self.log.append("exit")
        return error[0] is KeyError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shelf) and (self.books, self.log) == (other.books, other.log)

    __hash__ = None  # type: ignore[assignment]


class Squares:
    """Iterable by `__getitem__` alone."""

    def __repr__(self) -> str:
        return f"Squares{(self.stop)!r}"

    def __init__(self, stop: int) -> None:
        self.stop = stop

    def __getitem__(self, index: int) -> int:
        if index >= self.stop:
            raise IndexError(index)
        return index * index

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Squares) and self.stop == other.stop

    __hash__ = None  # type: ignore[assignment]


class Score(int):
    """A number with attributes."""


class Label(str):
    """A string with attributes."""


def noted(value: Any, **attributes: Any) -> Any:
    """`value` with these attributes."""
    vars(value).update(attributes)
    return value


class Names(list):  # type: ignore[type-arg]
    """A list with a method and an attribute of its own."""

    def shout(self) -> list[str]:
        return [f"{name}!" for name in self]


class Members(set):  # type: ignore[type-arg]
    """A set with a method of its own."""

    def total(self) -> Any:
        return sum(self)


class Defaults(dict):  # type: ignore[type-arg]
    def __missing__(self, key: Any) -> Any:
        return ("missing", key)


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self) -> Any: ...


class Square(Shape):
    def __init__(self, side: Any) -> None:
        self.side = side

    def __repr__(self) -> str:
        return f"Square({self.side!r})"

    def area(self) -> Any:
        return (self.side, self.side)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Square) and self.side == other.side

    __hash__ = None  # type: ignore[assignment]


@typing.runtime_checkable
class HasArea(typing.Protocol):
    def area(self) -> Any: ...


class Thing:
    """A class with one of everything."""

    kind = "thing"

    def __init__(self, size: Any = 1) -> None:
        self.size = size

    def method(self, *args: Any, **kwargs: Any) -> Any:
        """A method."""
        return "method", self.size, args, kwargs

    @classmethod
    def of_class(cls, *args: Any, **kwargs: Any) -> Any:
        return cls.__name__, args, kwargs

    @staticmethod
    def static(*args: Any, **kwargs: Any) -> Any:
        return args, kwargs

    @property
    def double(self) -> Any:
        return self.size * 2

    def takes_self_keyword(*args: Any, **kwargs: Any) -> Any:
        return len(args), kwargs

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing) and bool(self.size == other.size)

    def __hash__(self) -> int:
        return hash(self.size)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return "called", args, kwargs

    def __bytes__(self) -> bytes:
        return b"thing"

    def __index__(self) -> int:
        return 2

    def __fspath__(self) -> str:
        return "/thing"

    def __format__(self, spec: str) -> str:
        return f"thing as {spec}"

    def __str__(self) -> str:
        return "a thing"

    def __repr__(self) -> str:
        return f"Thing({self.size!r})"

    def __class_getitem__(cls, item: Any) -> Any:
        return cls.__name__, item

    def __matmul__(self, other: Any) -> Any:
        return "matmul", other

    def __rmatmul__(self, other: Any) -> Any:
        return "rmatmul", other

    def __imatmul__(self, other: Any) -> Any:
        self.size = ("imatmul", other)
        return self

    def __pow__(self, other: Any, modulo: Any = None) -> Any:
        return "pow", other, modulo

    def __rpow__(self, other: Any, modulo: Any = None) -> Any:
        return "rpow", other, modulo

    def __trunc__(self) -> Any:
        return "trunc"

    def __floor__(self) -> Any:
        return "floor"

    def __ceil__(self) -> Any:
        return "ceil"

    def __round__(self, digits: Any = None) -> Any:
        return "round", digits


class Block:
    """A context manager, of both kinds, that notes what happens to it."""

    def __init__(self, swallows: bool = False) -> None:
        self.swallows = swallows
        self.seen: list[Any] = []

    def __repr__(self) -> str:
        return f"Block({self.swallows!r}, {self.seen!r})"

    def __enter__(self) -> Any:
        self.seen.append("enter")
        return self

    def __exit__(self, cls: Any, error: Any, trace: Any) -> bool:
        self.seen.append(cls)
        return self.swallows

    async def __aenter__(self) -> Any:
        return self.__enter__()

    async def __aexit__(self, *raised: Any) -> bool:
        return self.__exit__(*raised)


class Descriptor:
    """A data descriptor that says what it was asked."""

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return "get", instance is None, owner.__name__

    def __set__(self, instance: Any, value: Any) -> None:
        vars(instance)["kept"] = value

    def __delete__(self, instance: Any) -> None:
        del vars(instance)["kept"]


class Awaitable:
    def __await__(self) -> Any:
        yield
        return 42


class Countdown:
    """An async iterator."""

    def __init__(self, start: int) -> None:
        self.start = start

    def __aiter__(self) -> Any:
        return self

    async def __anext__(self) -> Any:
        if not self.start:
            raise StopAsyncIteration
        self.start -= 1
        return self.start


async def answer(value: Any = 42) -> Any:
    await asyncio.sleep(0)
    return value


async def counted(stop: Any = 2) -> Any:
    for number in range(stop):
        got = yield number
        if got is not None:
            yield got


def echoing() -> Any:
    try:
        got = yield 1
    except KeyError:
        got = "thrown"
    yield got


@types.coroutine
def paused() -> Any:
    got = yield
    return 5 if got is None else got


def run(awaitable: Any) -> Any:
    """What is awaited; a function takes it out of the loop that runs it."""

    async def main() -> Any:
        return await (awaitable() if callable(awaitable) else awaitable)

    return asyncio.run(main())


async def walked(parts: Any) -> Any:
    return [part async for part in parts]


async def entered(block: Any) -> Any:
    async with block as inner:
        return inner.seen
