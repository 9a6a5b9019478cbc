"""An observed call gives the plain call's answer: many small functions, on random values of every shape.

Each function is called twice on equal values, once plainly and once observed with all of the result looked at. Both
must return equal values of equal classes, or raise exceptions of the same class. The caller's objects must be as they
were, and the observation must replay.
"""

# Which of two equal notations is used is what these functions are about.
# ruff: noqa: C408, C417, RUF005, RUF007, RUF017, SIM300, UP031

from __future__ import annotations

import abc
import array
import collections
import collections.abc as abcs
import copy
import dataclasses
import datetime
import enum
import functools
import itertools
import math
import numbers
import operator
import pickle
import typing
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from types import BuiltinMethodType
from typing import Any, NamedTuple

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from long_runs import examples

from strictcheck import Observation, Stream, delay, force, is_thunk, nf, observe

# --- Classes of every kind -------------------------------------------------------------------------------------------


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


@dataclass(frozen=True)
class Point:
    x: Any
    y: Any

    def swapped(self) -> Point:
        return Point(self.y, self.x)

    @property
    def both(self) -> tuple[Any, Any]:
        return self.x, self.y


@dataclass(order=True, unsafe_hash=True)
class Box:
    content: Any
    label: Any = "box"

    def fill(self, content: Any) -> Box:
        self.content = content
        return self

    def doubled(self) -> Box:
        return type(self)([self.content, self.content])


@dataclass(frozen=True, slots=True)
class Pair:
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


class Names(list):  # type: ignore[type-arg]
    """A list with a method and an attribute of its own."""

    def shout(self) -> list[str]:
        return [f"{name}!" for name in self]


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


# --- Values: a strategy gives a recipe, which makes equal values again and again -------------------------------------

Recipe = Callable[[], Any]


def fresh(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Recipe]:
    """Recipes for values that can be copied."""
    return strategy.map(lambda value: lambda: copy.deepcopy(value))


def made_of(recipes: st.SearchStrategy[Any], make: Callable[..., Any]) -> st.SearchStrategy[Recipe]:
    """Recipes that put together what a list of other recipes makes."""
    return recipes.map(lambda parts: lambda: make(*[part() for part in parts]))


small_ints = st.integers(-9, 9)
numbers_of_all_kinds = st.one_of(
    small_ints, st.booleans(), st.floats(-100, 100), st.integers(), st.sampled_from([1j, 2 - 1j]),
    st.decimals(-99, 99, places=2), st.fractions(-9, 9, max_denominator=9),
)  # fmt: skip
texts = st.one_of(st.text("abc", max_size=4), st.binary(max_size=3))
identities = [None, ..., NotImplemented, Colour.RED, Colour.BLUE, Level.LOW, int, Point, math, object, KeyError("k")]
times = [datetime.date(2024, 2, 29), datetime.datetime(2024, 1, 2, 3), datetime.timedelta(hours=1), datetime.time(1, 2)]
single = [PurePosixPath("a/b.txt"), uuid.UUID(int=5), range(3), slice(1, None, 2), frozenset({1, 2}), len, math.sqrt]
buffers = [bytearray(b"ab"), array.array("i", [1, 2])]
others = st.sampled_from([*identities, *times, *single]).map(lambda value: lambda: value)
atoms = fresh(st.one_of(numbers_of_all_kinds, texts, st.sampled_from(buffers))) | others


def containers(parts: st.SearchStrategy[Recipe]) -> st.SearchStrategy[Recipe]:
    some, two = st.lists(parts, max_size=4), st.tuples(parts, parts)
    keyed = st.dictionaries(st.sampled_from(["a", "b", "host", 1, None]), parts, max_size=3)
    return st.one_of(
        made_of(some, lambda *found: list(found)),
        made_of(some, lambda *found: tuple(found)),
        made_of(some, lambda *found: Names(found)),
        made_of(some, lambda *found: collections.deque(found)),
        keyed.map(lambda found: lambda: {key: part() for key, part in found.items()}),
        keyed.map(lambda found: lambda: Defaults({key: part() for key, part in found.items()})),
        keyed.map(lambda found: lambda: collections.OrderedDict((key, part()) for key, part in found.items())),
        *(made_of(two, cls) for cls in (Point, Box, Pair, Card, Crate, Account, Savings, Slotted)),
        *(made_of(st.tuples(parts), cls) for cls in (Coin, Checked, Answering, Square)),
        made_of(some, Shelf),
    )


def sets() -> st.SearchStrategy[Recipe]:
    return fresh(st.sets(small_ints, max_size=3) | st.frozensets(st.sampled_from(["a", "b"]), max_size=2))


values = st.recursive(
    atoms | sets() | fresh(st.builds(Money, small_ints)) | fresh(st.builds(Squares, st.integers(0, 3))),
    containers,
    max_leaves=6,
)
number_lists = fresh(st.lists(small_ints, max_size=5))
sequences = st.one_of(
    number_lists, number_lists.map(lambda recipe: lambda: tuple(recipe())),
    made_of(st.lists(values, max_size=3), lambda *parts: list(parts)),
    made_of(st.lists(values, max_size=3), lambda *parts: tuple(parts)),
    fresh(st.lists(st.text("ab", max_size=2), max_size=3)), fresh(st.lists(small_ints, max_size=3).map(Names)),
)  # fmt: skip
mappings = st.dictionaries(st.sampled_from(["a", "b", 1]), values, max_size=3).flatmap(
    lambda parts: st.sampled_from([dict, Defaults, collections.OrderedDict]).map(
        lambda cls: lambda: cls((key, part()) for key, part in parts.items())
    )
)


def pulled(parts: st.SearchStrategy[list[Recipe]]) -> st.SearchStrategy[Recipe]:
    """Recipes for what is used up by looking, and for streams."""
    makers = [
        iter, lambda xs: (x for x in xs), lambda xs: map(lambda x: x, xs), lambda xs: itertools.chain(xs),
        reversed, enumerate, Stream, lambda xs: Stream(x for x in xs),
    ]  # fmt: skip
    return st.tuples(st.sampled_from(makers), parts).map(
        lambda chosen: lambda: chosen[0]([part() for part in chosen[1]])
    )


iterators = pulled(st.lists(values | fresh(small_ints), max_size=4))
records = st.one_of(*(made_of(st.tuples(values, values), cls) for cls in (Point, Box, Pair, Card, Crate)))
objects = st.one_of(*(made_of(st.tuples(values, values), cls) for cls in (Account, Savings)))
money = fresh(st.builds(Money, small_ints))
shelves = made_of(st.lists(values, max_size=3), Shelf)
callables = [len, lambda x: (x, x), functools.partial(max, 3), "abc".upper, Point(1, 2).swapped, int, operator.neg]
functions = st.sampled_from(callables).map(lambda function: lambda: function)
printable = st.one_of(values, sequences, mappings, records, objects, money, shelves)
anything = st.one_of(values, sequences, mappings, iterators, records, objects, money, shelves, functions)

# --- Functions -------------------------------------------------------------------------------------------------------

Operation = Callable[..., Any]
OPERATIONS: list[tuple[Operation, st.SearchStrategy[Recipe]]] = []


def on(*strategies: st.SearchStrategy[Recipe]) -> Callable[[Operation], Operation]:
    """Put a function into the table, to be called on values of a strategy; one for each parameter."""

    def enter(operation: Operation) -> Operation:
        OPERATIONS.append((operation, st.tuples(*strategies)))
        return operation

    return enter


def on_each(strategy: st.SearchStrategy[Recipe], **operations: Operation) -> None:
    """Put functions of one argument into the table."""
    for name, operation in operations.items():
        operation.__name__ = operation.__qualname__ = name
        on(strategy)(operation)


on_each(
    printable,
    formatted=lambda v: f"{v}",
    formatted_with_repr=lambda v: f"{v!r:>5}",
    as_text=lambda v: str(v),
    shown=lambda v: repr(v),
    percent=lambda v: "%s and %r" % ((v,) * 2),
    text_of_a_list_of_it=lambda v: str([v]),
)
on_each(
    anything,
    as_it_is=lambda v: v,
    truth=lambda v: bool(v),
    negated=lambda v: not v,
    class_of=lambda v: v.__class__,
    length=lambda v: len(v),
    hashed=lambda v: hash(v) == hash(v),
    minus=lambda v: -v,
    plus=lambda v: +v,
    inverted=lambda v: ~v,
    absolute=lambda v: abs(v),
    as_integer=lambda v: int(v),
    as_float=lambda v: float(v),
    as_complex=lambda v: complex(v),
    as_bytes=lambda v: bytes(v),
    as_index=lambda v: operator.index(v),
    rounded=lambda v: round(v),
    rounded_to_one=lambda v: round(v, 1),
    truncated=lambda v: math.trunc(v),
    as_list=lambda v: list(v),
    as_tuple=lambda v: tuple(v),
    as_set=lambda v: len(set(v)),
    as_dict=lambda v: dict(v),
    star_args=lambda v: (lambda *args: args)(*v),
    star_star=lambda v: (lambda **named: named)(**v),
    starred=lambda v: [0, *v],
    double_starred=lambda v: {"first": 1, **v},
    is_callable=lambda v: callable(v),
    is_iterable=lambda v: isinstance(v, abcs.Iterable),
    is_iterator=lambda v: isinstance(v, abcs.Iterator),
    is_sequence=lambda v: isinstance(v, abcs.Sequence),
    is_mapping=lambda v: isinstance(v, abcs.Mapping),
    is_hashable=lambda v: isinstance(v, abcs.Hashable),
    is_callable_class=lambda v: isinstance(v, abcs.Callable),
    is_sized=lambda v: isinstance(v, abcs.Sized),
    is_container=lambda v: isinstance(v, abcs.Container),
    is_reversible=lambda v: isinstance(v, abcs.Reversible),
    is_number=lambda v: isinstance(v, numbers.Number),
    is_one_of_some=lambda v: isinstance(v, (int, list, Point)),
    is_integer_or_text=lambda v: isinstance(v, int | str),
    is_shape=lambda v: isinstance(v, Shape),
    has_area=lambda v: isinstance(v, HasArea),
    is_awaitable=lambda v: isinstance(v, abcs.Awaitable),
    has_call=lambda v: hasattr(v, "__call__"),  # noqa: B004
    has_iter=lambda v: hasattr(v, "__iter__"),
    has_next=lambda v: hasattr(v, "__next__"),
    has_length=lambda v: hasattr(v, "__len__"),
    has_no_such_thing=lambda v: hasattr(v, "no_such_thing"),
    default_of_absent=lambda v: getattr(v, "no_such_thing_", "default"),
    absent_attribute=lambda v: v.no_such_thing_,
    first_item=lambda v: v[0],
    by_name=lambda v: v["a"],
    sliced=lambda v: v[1:3],
    sliced_backwards=lambda v: v[::-1],
    last_item=lambda v: v[-1],
    out_of_range=lambda v: v[1000],
    reversed_items=lambda v: list(reversed(v)),
    iterated_twice=lambda v: (list(v), list(v)),
    next_of=lambda v: next(v),
    next_of_iter=lambda v: next(iter(v), "nothing"),
    enumerated=lambda v: list(enumerate(v)),
    contains_one=lambda v: 1 in v,
    does_not_contain=lambda v: "a" not in v,
    equal_to_itself=lambda v: v == v,
    unequal_to_itself=lambda v: v != v,
    equal_to_one=lambda v: v == 1,
    equal_to_text=lambda v: v == "a",
    equal_to_nothing=lambda v: v == None,  # noqa: E711
    is_nothing=lambda v: v is None,
    is_true=lambda v: v is True,
    is_red=lambda v: v is Colour.RED,
    less_than_two=lambda v: v < 2,
    two_less_than=lambda v: 2 < v,
    called=lambda v: v(),
    called_with_one=lambda v: v(1),
    copied=lambda v: copy.copy(v),
    doubled=lambda v: v + v,
    times_two=lambda v: v * 2,
    two_times=lambda v: 2 * v,
    one_plus=lambda v: 1 + v,
    one_minus=lambda v: 1 - v,
    one_over=lambda v: 1 / v,
    two_to_the=lambda v: 2**v if not isinstance(v, int) or abs(v) < 99 else 0,
    in_matmul=lambda v: v @ v,
    seven_modulo=lambda v: 7 % v,
    dict_key=lambda v: {v: 1}[v],
    set_member=lambda v: v in {v},
    opened=lambda v: v.__enter__(),
    as_keyword=lambda v: dict(key=v),
    in_a_tuple=lambda v: (v, [v], {"v": v}),
    path_of=lambda v: v.__fspath__(),
    directory=lambda v: [name for name in dir(v) if not name.startswith("_")],
)


@on(anything)
def unpacked_in_two(v: Any) -> Any:
    first, second = v
    return second, first


@on(anything)
def unpacked_with_rest(v: Any) -> Any:
    first, *rest = v
    return rest, first


@on(printable)
def pickled(v: Any) -> Any:
    copied = pickle.loads(pickle.dumps(v))
    return None if isinstance(v, BuiltinMethodType) else copied  # two of 'abc'.upper are not equal, plain or not


@on(anything)
def in_a_with_statement(v: Any) -> Any:
    with v as inner:
        raise KeyError(len(inner))
    return "swallowed", len(v)


@on(anything, anything)
def equal(a: Any, b: Any) -> Any:
    return a == b, b == a, a != b


@on(anything, anything)
def ordered(a: Any, b: Any) -> Any:
    return a < b, a >= b


@on(printable, anything)  # replay has another iterator, which is no key of the same dict
def found_in(a: Any, b: Any) -> Any:
    return a in b


numeric = fresh(numbers_of_all_kinds) | money
ARITHMETIC = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, divmod]
BITWISE = [operator.and_, operator.or_, operator.xor, operator.matmul]
COMPARISON = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]
IN_PLACE = [operator.iadd, operator.isub, operator.imul, operator.iand, operator.ior]
for operation in [*ARITHMETIC, *BITWISE, *COMPARISON, *IN_PLACE]:
    on(numeric, numeric)(operation)
    on(values, values)(operation)


@on(numeric, numeric)
def in_place(a: Any, b: Any) -> Any:
    before = a
    a += b
    a *= 2
    return a, before


@on(numeric)
def reflected(a: Any) -> Any:
    return 0 + a, 3 - a, 2 * a, 5 // (a or 1), 1 == a, 1 < a


on_each(
    sequences,
    summed=lambda v: sum(v),
    summed_lists=lambda v: sum(v, []),
    sorted_=lambda v: sorted(v),
    sorted_by_text=lambda v: sorted(v, key=repr, reverse=True),
    smallest=lambda v: min(v),
    greatest=lambda v: max(v, default=0),
    any_and_all=lambda v: (any(v), all(v)),
    zipped=lambda v: list(zip(v, v[1:], strict=False)),
    counted=lambda v: v.count(1),
    index_of=lambda v: v.index(1),
    repeated=lambda v: v * 2 + v,
    every_slice=lambda v: (v[:2], v[-2:], v[::2], v[5:], v[slice(0, 1)]),
    joined=lambda v: v + v.__class__(),
    concatenated_lists=lambda v: [1] + list(v),
    list_plus=lambda v: [1, 2] + v,
    tuple_plus=lambda v: (1, 2) + v,
    compared_to_list=lambda v: (v == [1, 2], [1, 2] == v, v < [1, 2]),
    compared_to_tuple=lambda v: (v == (1,), (1,) <= v),
    hash_of_tuple=lambda v: hash(tuple(v)) == hash(tuple(v)),
    contains_thing=lambda v: Point(1, 2) in v,
    shouted=lambda v: v.shout(),
    grouped=lambda v: [(key, len(list(group))) for key, group in itertools.groupby(v)],
    comprehended=lambda v: {x: [x] for x in v if isinstance(x, int)},
    nested_loops=lambda v: [(a, b) for a in v for b in v if a == b],
)


def mutation(strategy: st.SearchStrategy[Recipe], *more: Callable[[Any], Any]) -> None:
    """Put functions into the table that change their argument; what comes back is their result, and the argument."""
    for mutate in more:

        def operation(v: Any, mutate: Callable[[Any], Any] = mutate) -> Any:
            return mutate(v), v

        operation.__name__ = operation.__qualname__ = f"mutation_{len(OPERATIONS)}"
        on(strategy)(operation)


mutation(
    sequences,
    lambda v: v.append(5),
    lambda v: v.extend([7, 8]),
    lambda v: v.insert(0, "new"),
    lambda v: v.pop(),
    lambda v: v.pop(0),
    lambda v: v.remove(1),
    lambda v: v.clear(),
    lambda v: v.sort(),
    lambda v: v.sort(key=repr, reverse=True),
    lambda v: v.reverse(),
    lambda v: operator.setitem(v, 0, "set"),
    lambda v: operator.setitem(v, slice(0, 1), ["a", "b"]),
    lambda v: operator.delitem(v, 0),
    lambda v: operator.delitem(v, slice(0, 2)),
    lambda v: operator.iadd(v, [9]),
    lambda v: operator.imul(v, 2),
    lambda v: v[0].append(1),
    lambda v: [v.append(x) for x in list(v)],
    lambda v: [v.append(x) or x for x in v if len(v) < 8],
    lambda v: setattr(v, "note", "mine"),
)
mutation(
    mappings,
    lambda v: operator.setitem(v, "new", 1),
    lambda v: operator.setitem(v, "a", 1),
    lambda v: operator.delitem(v, "a"),
    lambda v: v.pop("a"),
    lambda v: v.pop("zz", 3),
    lambda v: v.popitem(),
    lambda v: v.clear(),
    lambda v: v.update(b=3),
    lambda v: v.update({"a": 1, "z": 2}),
    lambda v: v.setdefault("a", [1]),
    lambda v: v.setdefault("z", []).append(2),
    lambda v: operator.ior(v, {"z": 1}),
    lambda v: v["a"].append(1),
    lambda v: [operator.setitem(v, key, None) for key in v],
    lambda v: v.move_to_end("a"),
)
mutation(
    records | objects,
    lambda v: setattr(v, "x", 1),
    lambda v: setattr(v, "content", [1]),
    lambda v: setattr(v, "owner", "new"),
    lambda v: delattr(v, "label"),
    lambda v: delattr(v, "owner"),
    lambda v: v.fill("full"),
    lambda v: v.content.append(1),
    lambda v: v.deposit(5),
    lambda v: (v.deposit(1), v.deposit(2), v.balance),
    lambda v: setattr(v, "new_attribute", 3),
)
mutation(
    shelves,
    lambda v: operator.setitem(v, 0, "book"),
    lambda v: operator.delitem(v, 0),
    lambda v: v.books.append("book"),
    lambda v: setattr(v, "books", []),
)
on_each(
    mappings,
    got=lambda v: v.get("a"),
    got_or_default=lambda v: v.get("zz", 5),
    read=lambda v: v["a"],
    read_absent=lambda v: v["zz"],
    has_key=lambda v: "a" in v and "zz" not in v,
    keys=lambda v: list(v.keys()),
    all_values=lambda v: list(v.values()),
    all_items=lambda v: list(v.items()),
    reversed_keys=lambda v: list(reversed(v)),
    key_set=lambda v: v.keys() & {"a", "b"},
    item_in_items=lambda v: ("a", 1) in v.items(),
    equal_to_dict=lambda v: (v == {"a": 1}, v == dict(v), {} == v),
    merged=lambda v: {**v, "z": 1},
    in_union=lambda v: v | {"z": 1},
    from_the_right=lambda v: {"z": 1} | v,
    comprehension=lambda v: {key: [part] for key, part in v.items()},
    copy_method=lambda v: v.copy(),
    formatted_map=lambda v: "{a}".format_map(v),
    from_keys=lambda v: v.fromkeys(["q"], 1),
    first_pair=lambda v: next(iter(v.items()), None),
)
on_each(
    records,
    fields=lambda v: [getattr(v, field.name) for field in dataclasses.fields(v)],
    replaced=lambda v: dataclasses.replace(v, **{dataclasses.fields(v)[0].name: "new"}),
    as_dictionary=lambda v: dataclasses.asdict(v),
    as_a_tuple=lambda v: dataclasses.astuple(v),
    is_dataclass=lambda v: dataclasses.is_dataclass(v),
    attrs_evolved=lambda v: attrs.evolve(v, label="new"),
    attrs_has=lambda v: [field.name for field in attrs.fields(v.__class__)],
    replaced_namedtuple=lambda v: v._replace(rank=5),
    namedtuple_as_dict=lambda v: v._asdict(),
    namedtuple_fields=lambda v: (v._fields, v.rank, v[0], v[-1], len(v)),
    method=lambda v: v.swapped(),
    method_of_namedtuple=lambda v: v.higher(),
    method_with_own_class=lambda v: v.doubled(),
    own_property=lambda v: v.both,
    method_kept=lambda v: (lambda method: method())(v.swapped),
    dictionary_of_attributes=lambda v: vars(v),
    match_args=lambda v: v.__match_args__,
    hash_of_record=lambda v: hash(v) == hash(v),
)
on_each(fresh(st.builds(Crate, small_ints)), attrs_as_dictionary=lambda v: attrs.asdict(v))
on_each(
    objects,
    read_property=lambda v: v.summary,
    read_cached=lambda v: (v.both, v.both),
    method_of_object=lambda v: v.describe(),
    made_by_own_type=lambda v: v.renamed("other"),
    made_by_own_class=lambda v: v.cloned(),
    class_attribute=lambda v: v.kind,
    static=lambda v: v.rate(),
    class_method=lambda v: v.empty("nobody"),
    private=lambda v: v._secret,
    attributes=lambda v: vars(v),
    unbound_method=lambda v: Account.describe(v),
    unbound_property=lambda v: Account.summary.fget(v),  # type: ignore[attr-defined]
    instance_of_base=lambda v: (isinstance(v, Account), isinstance(v, Savings), issubclass(v.__class__, Account)),
    set_then_read=lambda v: (setattr(v, "owner", [1]), v.owner, v.describe()),
    method_by_name=lambda v: operator.methodcaller("describe")(v),
    writes_its_property=lambda v: setattr(v, "summary", 1),
)
on_each(
    shelves,
    length_of_shelf=lambda v: len(v),
    items_of_shelf=lambda v: (list(v), v[:1], list(reversed(v))),
    call_of_shelf=lambda v: v(1, key=2),
    found_on_shelf=lambda v: (1 in v, "zz" in v, bool(v)),
    unpacked_shelf=lambda v: [*v, *v],
)
on_each(
    money,
    texts_of_money=lambda v: (str(v), repr(v), f"{v:x}", "%s" % v, f"{v!r}"),
    arithmetic=lambda v: (v + v, v * 2, 3 * v, -v, sum([v, v]), v @ 1),
    conversions=lambda v: (int(v), bool(v), round(v), round(v, 2), [10, 20, 30][v % 3 if isinstance(v, int) else 0]),
    as_an_index=lambda v: list(range(20))[v],
    comparisons=lambda v: (v < Money(3), v <= Money(3), v == Money(1), Money(2) > v, max([v, Money(0)])),
    as_a_key=lambda v: {Money(1): "one"}.get(v),
)
on_each(printable | iterators, deeply_copied=lambda v: copy.deepcopy(v))  # a copied method equals no other
on_each(
    iterators,
    listed=lambda v: list(v),
    two_steps=lambda v: (next(v, None), next(v, None)),
    next_then_rest=lambda v: (next(iter(v), None), list(v)),
    through_itertools=lambda v: list(itertools.islice(itertools.chain(v, [1]), 3)),
    iter_of_iter=lambda v: iter(v) is iter(v),
    in_an_iterator=lambda v: 1 in v,
    teed=lambda v: [list(part) for part in itertools.tee(v)],
    peeked=lambda v: v[0],
    from_it=lambda v: list((lambda: (yield from v))()),
    unfinished=lambda v: [part for part, _ in zip(v, range(1), strict=False)],
)
on_each(
    st.lists(small_ints, max_size=3).map(lambda parts: lambda: (part for part in parts)),
    closed=lambda v: (next(v), v.close(), list(v)),
    sent=lambda v: (next(v), v.send(1)),
    thrown=lambda v: (next(v), v.throw(KeyError)),
)
on_each(
    functions,
    call_it=lambda v: v([1]),
    call_it_twice=lambda v: (v("a"), v("a")),
    call_with_star=lambda v: v(*[1]),
    name_of=lambda v: v.__name__,
    map_it=lambda v: list(map(v, ["a", "b"])),
    sort_by_it=lambda v: sorted([[2], [1, 0]], key=v),
    wrap_it=lambda v: functools.partial(v, "a")(),
)

# --- Patterns --------------------------------------------------------------------------------------------------------


@on(anything)
def match_sequences(v: Any) -> Any:
    match v:
        case []:
            return "empty"
        case [x]:
            return "one", x
        case [1, x]:
            return "one and", x
        case [x, y]:
            return "two", y, x
        case [x, _, *rest]:
            return "more", x, rest
    return "no sequence"


@on(anything)
def match_with_the_star_elsewhere(v: Any) -> Any:
    match v:
        case [*start, 1]:
            return "ends in one", start
        case (first, *_, last) if first == last:
            return "a ring", first
        case [*everything]:
            return "sequence", everything
    return "no sequence"


@on(anything)
def match_mappings(v: Any) -> Any:
    match v:
        case {"a": 1}:
            return "one"
        case {"a": [x, *_]}:
            return "a list", x
        case {"a": x, "b": y}:
            return "both", x, y
        case {"b": x, **rest}:
            return "the rest", x, rest
        case {}:
            return "a mapping"
    return "no mapping"


@on(anything)
def match_builtin_classes(v: Any) -> Any:
    match v:
        case bool(x):
            return "bool", x
        case int(x):
            return "int", x
        case float(x) | complex(x):
            return "float", x
        case str(x):
            return "str", x
        case bytes() | bytearray():
            return "bytes"
        case list([x, *_]):
            return "a list with", x
        case list() | tuple():
            return "list"
        case dict({"a": x}):
            return "a dict with", x
        case dict(x):
            return "a dict", x
        case set() | frozenset():
            return "set"
    return "something else"


@on(anything)
def match_literals(v: Any) -> Any:
    match v:
        case None:
            return "None"
        case True:
            return "True"
        case False:
            return "False"
        case 0 | 1 | 2:
            return "small"
        case -1 | -2.5 | 1j:
            return "odd"
        case "a" | "b" | b"a":
            return "letter"
        case Colour.RED | Level.HIGH:
            return "red or high"
        case Colour():
            return "colour"
    return "something else"


@on(anything)
def match_records(v: Any) -> Any:
    match v:
        case Point(1, y):
            return "at one", y
        case Point(x=Point(x, _)):
            return "nested", x
        case Point([x, *_], {"a": y}):
            return "deep", x, y
        case Point(x, y) | Pair(x, y) | Card(x, y) if x == y:
            return "equal"
        case Point() | Pair():
            return "point"
        case Box(content=x, label=_):
            return "box", x
        case Card(rank, suit):
            return "card", suit, rank
        case Crate(content) | Coin(content):
            return "attrs", content
        case Account(owner=str() as owner):
            return "named", owner
        case Savings(balance=b):
            return "savings", b
        case Account(no_such_thing=_):
            return "never"
        case Slotted(first=x):
            return "slotted", x
        case object(cents=x):
            return "money", x
    return "something else"


@on(anything)
def match_captures(v: Any) -> Any:
    match v:
        case [Point(x, _) as point, *_] if x:
            return "points", point
        case (int() | str()) as atom:
            return "atom", atom
        case [[], *_] | [{}, *_]:
            return "starts with something empty"
        case whatever:
            return whatever


@on(values, values)
def match_two_at_once(a: Any, b: Any) -> Any:
    match a, b:
        case None, None:
            return "nothing"
        case [], _:
            return "empty, and not looked at"
        case int(x), int(y):
            return x + y
        case Point(), Point():
            return "points"
        case _, (x, *_):
            return x
    return "something else"


# --- The properties --------------------------------------------------------------------------------------------------


def settled(value: Any) -> Any:
    """`value` with the class of each container beside it, and with what iterators and streams still give."""
    assert not is_thunk(value), "a stand-in is left in what should be plain"
    if isinstance(value, Stream | Iterator):
        return "iterator", [settled(part) for part in value]
    if isinstance(value, Mapping):
        return type(value), [(settled(key), settled(part)) for key, part in value.items()]
    if isinstance(value, list | tuple | collections.deque):
        return type(value), [settled(part) for part in value], getattr(value, "note", None)
    if isinstance(value, BaseException):
        return type(value), value.args
    if isinstance(value, functools.partial):
        return "partial", value.func
    if hasattr(type(value), "__slots__") and isinstance(value, Slotted | Pair | Crate | Coin):
        names = [name for name in type(value).__slots__ if hasattr(value, name) and not name.startswith("__")]
        return type(value), [(name, settled(getattr(value, name))) for name in names]
    if hasattr(value, "__dict__") and not callable(value):
        return type(value), [(name, settled(part)) for name, part in vars(value).items()]
    return type(value), value


def outcome(call: Callable[[], Any]) -> Any:
    try:
        return "returned", settled(call())
    except AssertionError:
        raise
    except Exception as error:
        # What a stand-in lacks is both a TypeError and an AttributeError: `len` and `hasattr` expect different ones.
        return "raised", TypeError if isinstance(error, TypeError) else type(error)


def outcome_of(observation: Observation[Any]) -> Any:
    if observation.error is not None:
        raise observation.error
    return observation.result


def snapshot(value: Any) -> Any:
    """What a value looks like to somebody who does not use it up."""
    if isinstance(value, Iterator | Stream):
        return type(value)
    return repr(value), settled(value) if not callable(value) else None


quick = settings(examples(48), suppress_health_check=list(HealthCheck))
CASES = [
    pytest.param(operation, strategy, id=f"{number}-{operation.__name__}")
    for number, (operation, strategy) in enumerate(OPERATIONS)
]


@pytest.mark.parametrize(("operation", "strategy"), CASES)
def test_an_observed_call_gives_the_answer_of_the_plain_call_and_replays(operation: Operation, strategy: Any) -> None:
    @quick
    @given(strategy)
    def check(recipes: tuple[Recipe, ...]) -> None:
        expected = outcome(lambda: operation(*[recipe() for recipe in recipes]))
        args = [recipe() for recipe in recipes]
        before = [snapshot(arg) for arg in args]
        observation = observe(operation, *args, context=nf, catch=Exception)
        assert outcome(lambda: outcome_of(observation)) == expected
        assert [snapshot(arg) for arg in args] == before
        if not isinstance(observation.error, TypeError):  # its class may be all that was asked, see above
            observation.replay()

    check()


@pytest.mark.parametrize("looked", [False, True])
def test_a_delayed_value_that_is_one_itself_can_do_what_the_inner_one_can(looked):
    inner = delay(lambda: [1])
    if looked:
        force(inner)
    outer = delay(lambda: inner)
    assert list(outer) == [1]
    assert 1 in outer
    assert [0] + outer == [0, 1]
    number = delay(lambda: 1)
    assert 1 + delay(lambda: number) == 2 == 1 + number
    assert 1 + delay(lambda: number) == 2


def test_a_delayed_value_that_is_part_of_an_argument_can_do_what_that_can():
    assert observe(lambda xs: 1 + delay(lambda: xs[0]), [1]).result == 2
    assert observe(lambda xs: len(delay(lambda: xs)), [1]).result == 1
    assert observe(lambda xs: [*delay(lambda: xs)], [1]).result == [1]
