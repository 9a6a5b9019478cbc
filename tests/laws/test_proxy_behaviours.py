"""What the test suites of wrapt and lazy-object-proxy ask of a proxy, asked of stand-ins.

Each row is a small program in which `P` marks the values that they put behind a proxy; it has to come out as it does
with the values themselves. Gone through case by case, and written anew: `tests/core/` of wrapt 2.5.2 (Graham Dumpleton,
BSD licence: `test_object_proxy`, `test_proxy_operands`, `test_inplace_operators`, `test_auto_object_proxy`,
`test_lazy_object_proxy`, `test_object_proxy_type_checks`, `test_pickle`), and `tests/` of lazy-object-proxy 1.13.0
(Ionel Cristian Mărieș, BSD licence: `test_lazy_object_proxy`, `test_async_py3`). What they ask for
and does not hold here is in `DEVIATIONS`, with the reason.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import copy
import datetime
import decimal
import fractions
import math
import operator
import os
import pathlib
import pickle
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from conformance.feeding import as_thunk, fed

from strictcheck import delay
from strictcheck.kinds.unwrapping import unwrap

Program = Callable[[Any], Any]


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


def function(*args: Any, **kwargs: Any) -> Any:
    """A function."""
    return args, kwargs


async def answer(value: Any = 42) -> Any:
    await asyncio.sleep(0)
    return value


async def counted(stop: Any) -> Any:
    for number in range(stop):
        yield number


ROWS: dict[str, Program] = {}


def row(program: Program) -> Program:
    """Add a program, by its name."""
    name = program.__name__.replace("_", " ").strip()
    assert name not in ROWS, name
    ROWS[name] = program
    return program


def rows(family: str, **programs: Program) -> None:
    for name, program in programs.items():
        ROWS[f"{family}: {name.replace('_', ' ').strip()}"] = program


BINARY = {
    "add": (5, 3), "sub": (5, 3), "mul": (5, 3), "truediv": (5, 3), "floordiv": (5, 3), "mod": (5, 3), "pow": (5, 3),
    "lshift": (5, 3), "rshift": (5, 1), "and_": (5, 3), "or_": (5, 3), "xor": (5, 3), "matmul": (Thing(), 3),
    "lt": (5, 3), "le": (5, 3), "eq": (5, 5), "ne": (5, 3), "gt": (5, 3), "ge": (5, 3),
}  # fmt: skip
SIGNS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "lshift": "<<",
    "rshift": ">>", "and_": "&", "or_": "|", "xor": "^", "matmul": "@",
}  # fmt: skip
OPERANDS = {
    "numbers": None, "strings": ("ab", "cd"), "lists": ([1], [2]), "sets": ({1, 2}, {2, 3}), "dicts": ({1: 2}, {3: 4}),
    "tuples": ((1,), (2,)), "fractions": (fractions.Fraction(1, 2), 3), "decimals": (decimal.Decimal(3), 2),
}  # fmt: skip


def _binary(operate: Any, left: Any, right: Any) -> Program:
    """The operator with a stand-in on the left, on the right, and on both sides; also where Python tries the other."""

    def program(P: Any) -> Any:
        made = copy.deepcopy((left, right))
        tries = [lambda: operate(P(made[0]), made[1]), lambda: operate(made[0], P(made[1]))]
        tries += [lambda: operate(P(made[0]), P(made[1])), lambda: operate(P(made[0]), STRANGER)]
        return [outcome(lambda _, attempt=attempt: attempt(), P)[0:2] for attempt in tries]

    return program


SIDES = [(True, False), (False, True), (True, True)]


def _in_place(sign: str, left: Any, right: Any, sides: list[tuple[bool, bool]]) -> Program:
    """`x op= y`, twice: what `x` is then, whether it is what it was, and what is seen by whoever else holds it."""
    namespace: dict[str, Any] = {}
    exec(f"def operate(x, y):\n    x {sign}= y\n    return x", namespace)
    operate = namespace["operate"]

    def program(P: Any) -> Any:
        def twice(wrap_left: bool, wrap_right: bool) -> Any:
            x, y = copy.deepcopy((left, right))
            x, y = P(x) if wrap_left else x, P(y) if wrap_right else y
            before = x
            x = operate(x, y)
            same = x is before and isinstance(x, (list, set, dict, Thing))
            return unwrap(operate(x, y), force_all=True), same, unwrap(before, force_all=True)

        return [outcome(lambda _, side=side: twice(*side), P) for side in sides]

    return program


for name, numbers in BINARY.items():
    for family, operands in OPERANDS.items():
        if (name, family) == ("mod", "strings"):  # see DEVIATIONS
            continue
        pair = operands or numbers
        ROWS[f"{name} of {family}"] = _binary(getattr(operator, name), *pair)
        if f"i{name.rstrip('_')}" in vars(operator):
            # `own += part` of a plain list or set makes a new one: a proxy cannot tell it from `own + part`.
            both = [(True, False), (True, True)] if family in ("lists", "sets") else SIDES
            ROWS[f"{name} in place, of {family}"] = _in_place(SIGNS[name], *pair, both)

rows(
    "number",
    neg=lambda P: -P(1),
    pos=lambda P: +P(-1),
    abs=lambda P: abs(P(-1)),
    invert=lambda P: ~P(1),
    divmod=lambda P: (divmod(P(7), 2), divmod(7, P(2)), divmod(P(7), P(2))),
    pow_with_a_modulus=lambda P: (pow(P(2), 3, 5), pow(P(Thing()), 2, 5)),
    bool=lambda P: (bool(P(0)), bool(P(1)), bool(P([])), bool(P(Thing())), not P(""), not P(object)),
    int=lambda P: (int(P(3.7)), int(P("12")), int(P(decimal.Decimal(3)))),
    float=lambda P: (float(P("1.5")), float(P(3))),
    complex=lambda P: (complex(P(1 + 2j)), complex(P(decimal.Decimal(123))), complex(P(2))),
    oct=lambda P: oct(P(20)),
    hex=lambda P: hex(P(20)),
    bin=lambda P: bin(P(20)),
    index=lambda P: [10, 20, 30][P(1)],
    index_of_an_object=lambda P: [10, 20, 30][P(Thing())],
    slice_by=lambda P: list(range(5))[P(1) : P(3)],
    index_of_what_has_none=lambda P: operator.index(P("a")),
    round=lambda P: (round(P(1.7)), round(P(fractions.Fraction(1, 2))), round(P(decimal.Decimal("2.5")))),
    round_to_digits=lambda P: (round(P(1.256), 2), round(P(125), -1), round(P(decimal.Decimal("1.256")), 2)),
    trunc=lambda P: (math.trunc(P(-1.7)), math.trunc(P(fractions.Fraction(7, 2))), math.trunc(P(3))),
    floor=lambda P: (
        math.floor(P(-1.7)),
        math.floor(P(fractions.Fraction(7, 2))),
        math.floor(P(decimal.Decimal("2.5"))),
    ),
    ceil=lambda P: (math.ceil(P(-1.7)), math.ceil(P(fractions.Fraction(7, 2))), math.ceil(P(decimal.Decimal("2.5")))),
    rounding_of_an_object=lambda P: [use(P(Thing())) for use in (round, math.trunc, math.floor, math.ceil)],
    round_of_an_object_to_digits=lambda P: round(P(Thing()), 2),
    math=lambda P: (math.sqrt(P(4)), math.gcd(P(4), P(6))),
    chained_comparison=lambda P: 1 < P(2) < 3,
    sorting=lambda P: sorted([P(3), P(1), P(2)]),
    sum=lambda P: sum([P(1), P(2)]),
    attributes=lambda P: (P(3).numerator, P(3).bit_length(), P(1.5).as_integer_ratio(), P(2j).imag),
)

rows(
    "attributes",
    of_the_instance=lambda P: P(Thing(3)).size,
    of_the_class=lambda P: P(Thing()).kind,
    property=lambda P: P(Thing(4)).double,
    missing=lambda P: P(Thing()).nothing,
    getattr_with_default=lambda P: getattr(P(Thing()), "nothing", 5),
    hasattr=lambda P: (hasattr(P(Thing()), "size"), hasattr(P(Thing()), "nothing"), hasattr(P(1), "real")),
    set=lambda P: _changed(P(Thing()), lambda thing: setattr(thing, "size", 9)),
    set_anew=lambda P: _changed(P(Thing()), lambda thing: setattr(thing, "other", 9)),
    delete=lambda P: _changed(P(Thing()), lambda thing: delattr(thing, "size")),
    delete_missing=lambda P: delattr(P(Thing()), "nothing"),
    own_functions=lambda P: [hasattr(P(function), name) for name in ("__setattr__", "__delattr__", "__getattribute__")],
    name=lambda P: (P(function).__name__, P(Thing).__name__),
    qualname=lambda P: (P(function).__qualname__, P(Thing).__qualname__),
    module=lambda P: (P(function).__module__, P(Thing).__module__, P(Thing()).__module__),
    doc=lambda P: (P(function).__doc__, P(Thing).__doc__, P(Thing()).__doc__, P(Thing()).method.__doc__),
    annotations=lambda P: (
        P(function).__annotations__,
        P(Thing.method).__annotations__,
        P(Thing()).method.__annotations__,
    ),
    class_=lambda P: [P(value).__class__ for value in (Thing(), Thing, function, 1, "a", [1], {1: 2}, None)],
    isinstance=lambda P: [isinstance(P(Thing()), cls) for cls in (Thing, object, int, (int, Thing))],
    isinstance_of_a_class_that_is_observed=lambda P: (isinstance(Thing(), P(Thing)), issubclass(P(bool), P(int))),
    isinstance_by_protocol=lambda P: [
        isinstance(P(value), cls)
        for value in (1, "a", [1], {1: 2}, {1}, function, Thing(), pathlib.Path("x"), iter([]), b"a")
        for cls in (
            collections.abc.Hashable,
            collections.abc.Iterable,
            collections.abc.Sized,
            collections.abc.Callable,
            collections.abc.Iterator,
            collections.abc.Awaitable,
            collections.abc.Mapping,
            os.PathLike,
        )
    ],
    dir=lambda P: (dir(P(Thing)) == dir(Thing), set(dir(Thing())) <= set(dir(P(Thing())))),
    vars=lambda P: vars(P(Thing(3))),
    dict=lambda P: (P(Thing(3)).__dict__, P(Thing).__dict__["kind"]),
    code=lambda P: P(function).__code__.co_name,
    subscript_of_the_class=lambda P: P(Thing)[int],
    subclass_of_it=lambda P: type("Sub", (P(Thing),), {})().method(),
)

rows(
    "calls",
    function=lambda P: (
        P(function)(),
        P(function)(1, 2),
        P(function)(a=1),
        P(function)(1, b=2),
        P(function)(*[1], **P({"c": 3})),
    ),
    method=lambda P: (P(Thing()).method(), P(Thing()).method(1), P(Thing()).method(a=1), P(Thing()).method(1, a=1)),
    bound_method=lambda P: (P(Thing(2).method)(), P(Thing(2).method)(1, a=1)),
    method_by_way_of_the_class=lambda P: (P(Thing).method(Thing(2), 1, a=1), Thing.method(P(Thing(2)), 1)),
    class_method=lambda P: (P(Thing()).of_class(1, a=1), P(Thing).of_class(1, a=1), P(Thing.of_class)(1)),
    static_method=lambda P: (P(Thing()).static(1, a=1), P(Thing).static(1, a=1), P(Thing.static)(1)),
    keyword_called_self=lambda P: (
        P(function)(self=1),
        P(function)(wrapped=1, args=2),
        P(dict)(self=1),
        P(Thing())(self=1),
    ),
    keyword_called_self_of_a_method=lambda P: P(Thing()).static(self=1, instance=2, cls=3),
    object=lambda P: P(Thing())(1, a=1),
    class_=lambda P: P(Thing)(5).size,
    builtin=lambda P: (P(len)([1]), P(max)(1, 2)),
    too_many=lambda P: P(lambda: 1)(2),
    what_cannot_be_called=lambda P: P(5)(),
    callable=lambda P: [callable(P(value)) for value in (function, Thing, Thing(), len, 5, "a", [1], None, Block())],
    hasattr_call=lambda P: [hasattr(P(value), name) for name in ["__call__"] for value in (function, Thing(), 5)],
    getattr_call=lambda P: [
        getattr(P(value), name, None) is None for name in ["__call__"] for value in (function, Thing(), 5)
    ],
    partial=lambda P: __import__("functools").partial(P(function), 1)(P(2)),
    map=lambda P: list(map(P(abs), P([-1, 2]))),
)

rows(
    "containers",
    iteration=lambda P: ([*P((1, 2))], [*P("ab")], [*P({1: 2})], sorted(P({1, 2})), [*P(range(2))]),
    iteration_of_what_cannot_be=lambda P: [*P(5)],
    unpacking=lambda P: (lambda a, *b: (a, b))(*P([1, 2, 3])),
    keyword_unpacking=lambda P: function(**P({"a": 1})),
    length=lambda P: (len(P([1])), len(P("abc")), len(P({1}))),
    length_of_what_has_none=lambda P: len(P(5)),
    contains=lambda P: (2 in P([1, 2]), 3 in P((1,)), "b" in P("abc"), 1 in P({1: 2})),
    contains_it=lambda P: (P(2) in [1, 2], P("b") in {"b": 1}, P(1) in {1}, P("b") in ["b"]),
    getitem=lambda P: (P([1, 2])[1], P("ab")[-1], P({1: 2})[1], P((1, 2))[0], P(range(9))[3]),
    missing_item=lambda P: P([])[0],
    missing_key=lambda P: P({})["a"],
    item_of_what_has_none=lambda P: P(5)[0],
    setitem=lambda P: _changed(P([0, 1]), lambda xs: operator.setitem(xs, 1, 5)),
    delitem=lambda P: _changed(P([0, 1]), lambda xs: operator.delitem(xs, 0)),
    getslice=lambda P: P(list(range(5)))[1:4],
    setslice=lambda P: _changed(
        P(list(range(5))), lambda xs: operator.setitem(xs, slice(1, 4), list(reversed(xs[1:4])))
    ),
    delslice=lambda P: _changed(P(list(range(5))), lambda xs: operator.delitem(xs, slice(1, 4))),
    dict_setitem=lambda P: _changed(P({}), lambda d: d.update(a=1)),
    dict_delitem=lambda P: _changed(P({1: 2}), lambda d: d.pop(1)),
    dict_views=lambda P: (
        list(P({1: 2}).items()),
        list(P({1: 2}).values()),
        P({1: 2}).keys() & {1},
        repr(P({1: 2}).keys()),
    ),
    dict_views_backwards=lambda P: [*reversed(P({1: 2, 3: 4}).items())],
    dict_merge=lambda P: (P({1: 2}) | {3: 4}, {1: 2} | P({3: 4})),
    dict_get=lambda P: (P({1: 2}).get(1), P({1: 2}).get(3), P({1: 2}).get(3, 4), P({1: 2}).setdefault(3, 4)),
    reversed=lambda P: (list(reversed(P([1, 2]))), list(reversed(P((1, 2)))), list(reversed(P({1: 2})))),
    reversed_of_what_cannot_be=lambda P: reversed(P({1})),
    key_of_a_dict=lambda P: {P("a"): 1}["a"] + {"a": 1}[P("a")],
    hash=lambda P: (hash(P("a")) == hash("a"), hash(P((1, 2))) == hash((1, 2)), hash(P(Thing(3)))),
    hash_of_a_list=lambda P: hash(P([])),
    next=lambda P: next(P(iter([1, 2]))),
    next_of_a_list=lambda P: next(P([1])),
    next_with_default=lambda P: next(P(iter([])), 5),
    generator=lambda P: _sent(P(x for x in [1, 2])),
    mutated_while_looped=lambda P: _appended(P([1, 2])),
    sorted_by=lambda P: sorted(P([3, 1, 2]), key=P(operator.neg)),
    zip=lambda P: list(zip(P([1, 2]), P("ab"), strict=True)),
    order_of_a_set=lambda P: list(P(LETTERS)) == list(LETTERS),
    match=lambda P: [_matched(P(value)) for value in ([1, 2], {"k": 1}, Thing(3), 5, "text", ())],
)

rows(
    "text and bytes",
    str=lambda P: [str(P(value)) for value in (10, (10,), [10], {10: 10}, "a", Thing(), None, 1.5)],
    repr=lambda P: [repr(P(value)) for value in (10, (10,), [10], {10: 10}, "a", Thing())],
    format=lambda P: (
        format(P("abcd"), ""),
        f"{P(3):>5}",
        f"{P(1.256):.2f}",
        f"{P(Thing()):stuff}",
        f"{P('a')!r}",
        operator.mod("%s %d", (P("a"), P(1))),
    ),
    bytes_of_an_object=lambda P: bytes(P(Thing())),
    bytes_of_an_int=lambda P: bytes(P(3)),
    bytes_of_a_list=lambda P: bytes(P([1, 2])),
    bytes_of_a_text=lambda P: P("ab").encode("ascii"),
    bytes_of_bytes=lambda P: bytes(P(b"ab")),
    bytearray=lambda P: bytes(P(bytearray(b"ab"))),
    methods=lambda P: (P("a b").split(), P("ab").upper(), P(b"ab").hex(), P("a").join("xy")),
    concatenation=lambda P: (
        P("a") + "b",
        "a" + P("b"),
        P("a") * 2,
        2 * P("a"),
        operator.mod("%s", P("a")),
        P("%s") % 1,
    ),
    fspath=lambda P: (os.fspath(P(Thing())), os.fspath(P(pathlib.Path("a"))), P(Thing()).__fspath__()),
    fspath_of_none=lambda P: os.fspath(P(5)),
    path=lambda P: (P(pathlib.PurePosixPath("a")) / "b", P(pathlib.PurePosixPath("a/b")).name),
)


@row
def a_block_is_entered_and_left(P: Any) -> Any:
    block = P(Block())
    with block as inner:
        same = inner is block or inner == block
    return same, block.seen


@row
def an_exception_in_a_block_is_handed_to_it(P: Any) -> Any:
    swallowing, passing = P(Block(swallows=True)), P(Block())
    with swallowing:
        raise KeyError
    with contextlib.suppress(KeyError), passing:
        raise KeyError
    return swallowing.seen, passing.seen


@row
def what_is_no_block_is_refused(P: Any) -> Any:
    with P(5):
        pass


@row
def a_lock_and_a_file_are_blocks(P: Any) -> Any:
    with P(__import__("threading").Lock()), P(__import__("io").StringIO("text")) as file:
        return file.read()


@row
def blocks_on_a_stack(P: Any) -> Any:
    block = P(Block())
    with contextlib.ExitStack() as stack:
        stack.enter_context(block)
    return block.seen


@row
def an_async_block_is_entered_and_left(P: Any) -> Any:
    async def run() -> Any:
        block, swallowing = P(Block()), P(Block(swallows=True))
        async with block, swallowing:
            raise KeyError
        return block.seen, swallowing.seen  # type: ignore[unreachable]

    return asyncio.run(run())


@row
def what_is_no_async_block_is_refused(P: Any) -> Any:
    async def run() -> Any:
        async with P(contextlib.nullcontext):
            pass

    return asyncio.run(run())


@row
def a_descriptor_in_a_class_works_as_one(P: Any) -> Any:
    owner = type("Owner", (), {"part": P(Descriptor())})
    instance = owner()
    instance.part = 5
    kept = dict(vars(instance))
    del instance.part
    return owner.part, instance.part, kept, vars(instance)


@row
def a_function_in_a_class_is_a_method(P: Any) -> Any:
    owner = type("Owner", (), {"method": P(lambda self, x: (self.kind, x)), "kind": "owner"})
    return owner().method(1), owner.method(owner(), 2), P(function).__get__(5)(6)


@row
def a_builtin_in_a_class_is_none(P: Any) -> Any:
    return type("Owner", (), {"length": P(len)})().length([1])


@row
def awaiting(P: Any) -> Any:
    async def run() -> Any:
        return await P(Awaitable()), await P(answer()), await P(answer)(5), await P(asyncio.ensure_future(answer()))

    return asyncio.run(run())


@row
def awaiting_what_cannot_be(P: Any) -> Any:
    async def run() -> Any:
        return await P(5)

    return asyncio.run(run())


@row
def async_iteration(P: Any) -> Any:
    async def run() -> Any:
        looped = [x async for x in P(Countdown(3))]
        return looped, [x async for x in P(counted(3))], [x async for x in P(counted)(2)], await anext(P(counted(1)))

    return asyncio.run(run())


@row
def async_iteration_of_what_cannot_be(P: Any) -> Any:
    async def run() -> Any:
        return [x async for x in P([1])]

    return asyncio.run(run())


@row
def an_error_in_a_coroutine_comes_through(P: Any) -> Any:
    async def failing() -> Any:
        await answer()
        raise KeyError("here")

    async def run() -> Any:
        return await P(failing())

    return asyncio.run(run())


@row
def a_coroutine_driven_by_hand(P: Any) -> Any:
    coroutine = P(answer(7))
    coroutine.send(None)
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value


@row
def a_coroutine_that_is_closed(P: Any) -> Any:
    coroutine = P(answer())
    coroutine.send(None)
    return coroutine.close(), coroutine.cr_frame is None


@row
def tasks_and_gathering(P: Any) -> Any:
    async def run() -> Any:
        return await asyncio.gather(P(answer)(1), P(answer)(P(2))), await asyncio.wait_for(P(answer)(3), 5)

    return asyncio.run(run())


@row
def a_generator_is_sent_to_and_thrown_at(P: Any) -> Any:
    def echo() -> Any:
        got = yield "ready"
        try:
            yield got
        except KeyError:
            yield "caught"

    generator = P(echo())
    return next(generator), generator.send(5), generator.throw(KeyError), list(generator)


@row
def yield_from_it(P: Any) -> Any:
    def outer() -> Any:
        yield from P([1, 2])
        yield from P(x for x in [3])

    return list(outer())


@row
def a_copy_is_a_copy(P: Any) -> Any:
    made = [copy.copy(P(value)) for value in (1, "a", (1, [2]), [1, [2]], {1: [2]}, {1}, Thing(3))]
    return made, [copy.deepcopy(P(value)) for value in (1, "a", (1, [2]), [1, [2]], {1: [2]}, {1}, Thing([3]))]


@row
def a_class_that_says_how_it_is_copied(P: Any) -> Any:
    class Kept:
        def __init__(self, size: Any) -> None:
            self.size = size

        def __reduce__(self) -> Any:
            return Thing, (self.size,)

    class Stateful(Kept):
        __reduce__ = object.__reduce__

        def __getstate__(self) -> Any:
            return {"size": (self.size, "saved")}

        def __setstate__(self, state: Any) -> None:
            self.size = (state["size"], "restored")

    values = P(Kept(1)), P(Stateful(1))
    return [use(value).size for use in (copy.copy, copy.deepcopy) for value in values]


@row
def a_weak_reference_to_it(P: Any) -> Any:
    value = P(Thing(3))
    return weakref.ref(value)().size, weakref.proxy(value).size, len(weakref.WeakSet([value]))


@row
def setting_up_again(P: Any) -> Any:
    values = P([1]), P({1: 2}), P(Thing())
    values[0].__init__([5, 6])
    values[1].__init__(a=1)
    values[2].__init__(9)
    return values[0], values[1], values[2].size


PICKLED = [
    1, 1.2, "a", b"a", ["b"], {"d": "e"}, {1, 2}, (1, [2]), datetime.date(2015, 5, 1), datetime.datetime(2015, 5, 1),
    decimal.Decimal("1.2"), fractions.Fraction(1, 2), pathlib.PurePosixPath("a/b"), Thing([1]), None, range(3), len,
]  # fmt: skip
LETTERS = set("kjihgfedcba")
STRANGER = object()


# What they ask for, and holds otherwise here.
DEVIATIONS = {
    "`type(x)` is the proxy's class, and the proxy is made by calling it": "`observe` and `delay` make stand-ins",
    "`x += 1` leaves a proxy": "a new value is the call's own; what it reads of the old one is recorded all the same",
    "`__wrapped__` can be read, set and deleted; `__factory__`, `__resolved__`": "they are the library's; `is_forced`",
    "subclasses of the proxy override methods, and keep attributes of their own": "there is nothing to subclass",
    "attributes set on a proxy are set on what is behind": "they stay in the stand-in, but for functions: no copies",
    "the repr says that it is a proxy": "it is that of the value: code is not to tell the difference",
    "an `AttributeError` of the factory comes as it is": "it surfaces as `SourceError`, or `hasattr` would swallow it",
    "a factory that raised can be called again": "what was raised is raised again, as a value stays the value",
    "`'text' % proxy` fails where `'text' % 'more'` does": "C code takes what has `__getitem__` for a mapping",
    "a class behind a proxy can be subclassed": "classes are handed out as themselves, unless they are delayed",
    "`length_hint` of an iterator": "it would be a look at what has not been pulled",
}

NOT_DELAYED = {
    "attributes: subscript of the class": "a class is handed out as itself, but not before it is there",
    "attributes: subclass of it": "a class is handed out as itself, but not before it is there",
    "text and bytes: repr": "the repr of a delayed value does not compute it, outside of observations",
    "text and bytes: format": "the repr of a delayed value does not compute it, outside of observations",
}


def as_itself(value: Any) -> Any:
    return value


def _changed(value: Any, change: Any) -> Any:
    change(value)
    return vars(value) if isinstance(value, Thing) else value


def _sent(generator: Any) -> Any:
    return next(generator), generator.send(None), generator.close(), generator.gi_frame is None


def _appended(numbers: Any) -> Any:
    for number in numbers:
        if number < 3:
            numbers.append(number + 2)
    return numbers


def _matched(value: Any) -> Any:
    match value:
        case [first, *_]:
            return "sequence", first
        case {"k": found}:
            return "mapping", found
        case Thing(size=size):
            return "thing", size
        case int(number) | str(number):
            return "atom", number
    return "other"


def delayed(value: Any) -> Any:
    return delay(lambda: value, kind=type(value))


def part(value: Any) -> Any:
    return as_thunk([value])[0]


def delayed_part(value: Any) -> Any:
    """A stand-in for a stand-in."""
    return as_thunk([delayed(value)])[0]


def outcome(program: Program, P: Any) -> Any:
    """What comes out, without stand-ins: the result with its class, or the class of the exception."""
    try:
        result = unwrap(program(P), force_all=True)
    except Exception as error:
        return [cls for cls in type(error).__mro__ if cls.__module__ == "builtins"]
    return type(result), result


def same(found: Any, expected: Any) -> bool:
    """Whether both came to the same, or failed alike: with an exception that handlers of the expected one catch."""
    return found == expected or (isinstance(found, list) and isinstance(expected, list) and expected[0] in found)


@pytest.mark.parametrize("wrap", [as_thunk, part, delayed, delayed_part], ids=lambda wrap: wrap.__name__)
@pytest.mark.parametrize("name", ROWS)
def test_a_stand_in_does_what_the_suites_of_other_proxies_ask_for(name: str, wrap: Any) -> None:
    if wrap in (delayed, delayed_part) and name in NOT_DELAYED:
        pytest.skip(NOT_DELAYED[name])
    expected = outcome(ROWS[name], as_itself)
    with fed():
        assert same(outcome(ROWS[name], wrap), expected)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("value", PICKLED, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("wrap", [as_thunk, delayed], ids=lambda wrap: wrap.__name__)
def test_a_pickle_comes_back_as_the_plain_value(wrap: Any, value: Any, protocol: int) -> None:
    with fed():
        made = pickle.loads(pickle.dumps(wrap(value), protocol))
    assert (type(made), made) == (type(value), value)
