"""Where Python makes it hard to stand in for a value, and the rules a stand-in keeps: a test for each.

The first half follows the rows of the hazards table in the design, the second the numbered rules for thunks.
"""

from __future__ import annotations

import array
import asyncio
import bisect
import collections
import collections.abc as abcs
import contextlib
import copy
import enum
import functools
import gc
import io
import itertools
import json
import math
import operator
import os
import pickle
import re
import struct
import threading
import types
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from strictcheck import Demand, Stream, delay, force, is_forced, is_thunk, nf, observe, observing, upto, whnf
from strictcheck.errors import BlackHole, SourceError


class Colour(enum.Enum):
    RED = 1


@dataclass(frozen=True)
class Point:
    x: Any
    y: Any


@dataclass
class Box:
    content: Any


class Card(NamedTuple):
    rank: Any
    suit: Any


class Account:
    def __init__(self, owner: Any, balance: Any = 0) -> None:
        self.owner = owner
        self.balance = balance

    def rename(self, owner: Any) -> Account:
        self.owner = owner
        return self


class Lock:
    """Holds what cannot be copied."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.name = "lock"


class Shelf:
    """Everything that a class can say of itself by special methods."""

    def __call__(self) -> str:
        return "called"

    def __iter__(self) -> Iterator[int]:
        return iter([1])

    def __len__(self) -> int:
        return 1

    def __enter__(self) -> str:
        return "entered"

    def __exit__(self, *error: object) -> None: ...

    def __await__(self) -> Any:
        yield


NAMES = {"Colour": Colour, "Point": Point, "Box": Box, "Card": Card, "Account": Account, "Lock": Lock, "math": math}


def demand_of(function: Callable[..., Any], *args: Any, **options: Any) -> str:
    """The demand on the only argument, as text."""
    return str(observe(function, *args, **options).demand)


def shown(value: Any) -> str:
    """A name for a test case: the repr, without addresses."""
    return re.sub(r" at 0x\w+", "", repr(value))[:40]


def late(value: Any, kind: type | None = None) -> Any:
    return delay(lambda: value, kind=kind)


async def coroutine() -> int:
    return 5


# --- Row: `x is None`, `x is Colour.RED` -----------------------------------------------------------------------------

IDENTITIES = [None, True, False, ..., NotImplemented, Colour.RED, int, Point, math]
IDENTITIES += [functools.Placeholder] if hasattr(functools, "Placeholder") else []


@pytest.mark.parametrize("value", IDENTITIES, ids=shown)
def test_values_with_an_identity_are_handed_out_as_themselves(value: Any) -> None:
    assert observe(lambda v: v is value, value).result is True
    assert observe(lambda v: v[0] is value, [value]).result is True
    assert observe(lambda v: v["k"] is value, {"k": value}).result is True
    assert observe(lambda v: next(v) is value, iter([value])).result is True
    assert observe(lambda v: v.x is value, Point(value, 1)).result is True
    assert observe(lambda v: v.owner is value, Account(value)).result is True


@pytest.mark.parametrize("value", IDENTITIES, ids=shown)
def test_values_with_an_identity_are_forced_at_the_moment_they_are_fetched(value: Any) -> None:
    full = Demand.full(value)
    assert observe(lambda v: None, value).demand == full
    assert observe(lambda v: None, [value]).demand == Demand.parse("_")
    assert observe(lambda v: len(v), [value]).demand == Demand.parse("[_]")
    assert observe(lambda v: v[0], [value, 2], context=lambda r: None).demand.at((0,)) == full


def test_an_exception_that_is_observed_can_be_raised() -> None:
    error = KeyError("k")

    def reraise(errors: Any) -> Any:
        raise errors[0]

    with pytest.raises(KeyError) as caught:
        observe(reraise, [error])
    assert caught.value is error


def test_a_bare_object_keeps_its_identity() -> None:
    sentinel = object()
    assert observe(lambda v: v[0] is sentinel, [sentinel]).result is True


# --- Row: `case [a, b]`, `case {"k": v}` -----------------------------------------------------------------------------


def matched(value: Any) -> Any:
    match value:
        case []:
            return "empty"
        case [1, *rest]:
            return "starts with one", len(rest)
        case [_, {"k": inner}]:
            return "mapping inside", inner
        case [_, _]:
            return "two"
        case {"k": [x]}:
            return "a list behind k", x
        case {"k": _, **rest}:
            return "k", sorted(rest)
        case {}:
            return "mapping"
        case str():
            return "text"
        case int() | float():
            return "number"
        case Point(0, y):
            return "on the axis", y
        case Point(x=x):
            return "point", x
        case Account(owner=owner):
            return "account", owner
        case None:
            return "nothing"
    return "something else"


# Python asks for the length of a mapping before it reads keys, and tells sequences and mappings by their class alone.
MATCHABLE = [
    ([], "[]"),
    ([1, 2, 3], "[1, _, _]"),
    ((1, 2), "[1, _]"),
    ([5, {"k": 7}], "[5, {'k': 7}]"),
    ([5, 6], "[5, _]"),
    (collections.deque([1, 2]), None),
    (range(3), "range(0, 3)"),
    (array.array("i", [1, 2]), None),
    ({"k": [3]}, "{'k': [3]}"),
    ({"k": 3, "l": 4}, "{'k': _, 'l': _}"),
    ({"z": 3}, "{'z': _}"),
    (collections.OrderedDict(z=3), "{'z': _}"),
    (types.MappingProxyType({"z": 3}), None),
    ("ab", "'ab'"),
    (b"ab", "b'ab'"),
    (3.5, "3.5"),
    (Point(0, 5), "Point(0, 5)"),
    (Point(4, 5), "Point(4, _)"),
    (Card(1, 2), "Card(1, _)"),
    (Account("me"), None),
    (None, "None"),
    (iter([1]), None),
    ({1, 2}, None),
]


@pytest.mark.parametrize(("value", "pattern"), MATCHABLE, ids=shown)
def test_every_form_of_pattern_matches_as_on_the_plain_value(value: Any, pattern: str | None) -> None:
    expected = matched(value)
    observation = observe(matched, value, context=nf)
    assert observation.result == expected
    if pattern is not None:
        assert observation.demand == Demand.parse(pattern, NAMES)
    assert observe(lambda v: matched(v[0]), [value]).result == expected


@pytest.mark.parametrize(("value", "pattern"), MATCHABLE, ids=shown)
def test_patterns_match_a_stand_in_of_a_stand_in(value: Any, pattern: str | None) -> None:
    expected = matched(value)
    with observing([value]) as outer:
        assert observe(matched, outer.value[0], context=nf).result == expected
    if pattern is not None:
        assert outer.demand.at((0,)) == Demand.parse(pattern, NAMES)


@pytest.mark.parametrize("value", [[1, 2], (1, 2), {"k": [3]}, {"z": 1}])
def test_patterns_match_a_delayed_value_whose_kind_was_given(value: Any) -> None:
    assert matched(late(value, type(value))) == matched(value)
    assert matched(late(value, abcs.Sequence if isinstance(value, (list, tuple)) else abcs.Mapping)) == matched(value)


# --- Row: C code that wants the exact type ---------------------------------------------------------------------------

EXACT: list[tuple[Callable[..., Any], Any, tuple[type, ...]]] = [
    (lambda v: "-".join(v), ["a", "b"], (str,)),
    (lambda v: b"".join(v), [b"a", b"b"], (bytes,)),
    (lambda v: json.dumps(v["k"]), {"k": [1, "x"]}, (list, int, str)),
    (lambda v: re.match(v[0], v[1]).group(), ["a+", "aab"], (str,)),  # type: ignore[union-attr]
    (lambda v: struct.unpack("<h", v[0]), [b"\x01\x00"], (bytes,)),
    (lambda v: "abc".find(v[0]), ["b"], (str,)),
    (lambda v: str.upper(v[0]), ["b"], (str,)),
    (lambda v: list.index(v[0], 2), [[1, 2]], (list,)),
    (lambda v: io.StringIO().write(v[0]), ["text"], (str,)),
    (lambda v: "abc".startswith(v[0]), ["a"], (str,)),
    (lambda v: "a" + v[0], ["b"], (str,)),
    (lambda v: getattr(Box(1), v[0]), ["content"], (str,)),
    (lambda v: collections.deque([1, 2], v[0]), [1], (int,)),
]


@pytest.mark.parametrize(("function", "value", "atoms"), EXACT)
def test_atoms_are_handed_out_as_themselves_to_code_that_wants_the_exact_class(
    function: Any, value: Any, atoms: tuple[type, ...]
) -> None:
    assert observe(function, value, atoms=atoms).result == function(value)


def test_atoms_are_forced_when_they_are_fetched() -> None:
    def first(v: Any) -> None:
        assert type(v[0]) is str

    assert demand_of(first, ["a", "b", 3], atoms=(str,)) == "['a', _, _]"
    assert demand_of(lambda v: None, "a", atoms=str) == "'a'"
    assert demand_of(lambda v: None, "a", atoms=()) == "_"


def test_strings_are_atoms_unless_somebody_says_otherwise() -> None:
    assert demand_of(lambda v: "-".join([v[0], v[1]]), ["a", "b", "c"]) == "['a', 'b', _]"
    assert demand_of(lambda v: v[0], [b"a", b"b", 3]) == "[b'a', _, _]"
    assert demand_of(lambda v: v[0] and None, ["a", "b", 3], atoms=()) == "['a', _, _]"
    with observing(["a", 1]) as seen:
        assert type(seen.value[0]) is str


def test_the_type_error_that_users_meet_says_what_to_do() -> None:
    with pytest.raises(TypeError) as caught:
        observe(lambda v: "-".join(v), ["a", "b"], atoms=())
    assert any("atoms=(str, bytes)" in note for note in caught.value.__notes__)


def test_a_type_error_of_the_user_s_own_gets_no_note() -> None:
    def own(v: Any) -> None:
        raise TypeError("the user's own")

    with pytest.raises(TypeError) as caught:
        observe(own, 1)
    assert not hasattr(caught.value, "__notes__")


def test_atoms_that_are_no_classes_are_refused_by_name() -> None:
    with pytest.raises(TypeError, match=r"atoms.*'str'"):
        observe(len, [], atoms=("str",))  # type: ignore[arg-type]


# --- Row: copy, deepcopy, pickle -------------------------------------------------------------------------------------

COPYABLE = [
    5,
    "a",
    [1, [2]],
    (1, [2]),
    {"k": [1]},
    Point(1, [2]),
    Box([1]),
    Card(1, [2]),
    {1, 2},
    Account("me"),
    2.5,
    None,
]


@pytest.mark.parametrize("value", COPYABLE, ids=shown)
def test_a_copy_of_a_stand_in_is_a_copy_of_the_value(value: Any) -> None:
    for copied in (copy.copy, copy.deepcopy):
        result = observe(copied, value, context=nf).result
        assert type(result) is type(value)
        assert vars(result) == vars(value) if isinstance(value, Account) else result == value


def test_a_copy_is_still_observed_and_only_where_it_is_looked_at() -> None:
    assert demand_of(lambda v: copy.copy(v)[0] + 1, [1, 2]) == "[1, _]"
    assert demand_of(lambda v: copy.copy(v)["a"] + 1, {"a": 1, "b": 2}) == "{'a': 1, 'b': _}"
    assert demand_of(lambda v: copy.copy(v).x + 1, Point(1, 2)) == "Point(1, _)"


def test_a_change_of_a_copy_does_not_reach_what_was_copied() -> None:
    def change(v: Any) -> Any:
        other = copy.copy(v)
        other.append(3)
        deep = copy.deepcopy(v)
        deep[0].append(4)
        return v, other, deep

    value = [[1], 2]
    assert observe(change, value, context=nf).result == ([[1], 2], [[1], 2, 3], [[1, 4], 2])
    assert value == [[1], 2]


@pytest.mark.parametrize("value", COPYABLE, ids=shown)
@pytest.mark.parametrize("protocol", [2, pickle.HIGHEST_PROTOCOL])
def test_a_pickle_of_a_stand_in_is_the_plain_value(value: Any, protocol: int) -> None:
    data = observe(lambda v: pickle.dumps([v], protocol), value).result
    (result,) = pickle.loads(data)
    assert type(result) is type(value)
    assert vars(result) == vars(value) if isinstance(value, Account) else result == value
    assert b"strictcheck" not in data


def test_pickling_is_a_look_at_everything() -> None:
    assert demand_of(pickle.dumps, [1, {"k": (2,)}]) == "[1, {'k': [2]}]"


# --- Row: `callable(p)`, `iter(p)`, `await p` ------------------------------------------------------------------------

KINDS = [
    *(5, 2.5, "ab", b"ab", [1], (1,), {"k": 1}, {1}, frozenset([1]), range(2), slice(1), bytearray(b"a")),
    *(Point(1, 2), Box(1), Card(1, 2), Account("me"), Shelf(), Colour.RED, Point, collections.deque([1])),
    *(
        len,
        lambda: 1,
        functools.partial(len, []),
        coroutine,
        re.compile("a"),
        contextlib.nullcontext(),
        asyncio.Event(),
    ),
    *(iter([1]), (x for x in [1]), Stream([1]), itertools.count()),
]
SPECIAL = [
    *("__call__", "__iter__", "__next__", "__len__", "__getitem__", "__contains__", "__reversed__", "__await__"),
    *("__enter__", "__aiter__", "__anext__", "__fspath__"),
]
CLASSES = [
    *(abcs.Callable, abcs.Iterable, abcs.Iterator, abcs.Generator, abcs.Sized, abcs.Container, abcs.Reversible),
    *(abcs.Sequence, abcs.Mapping, abcs.Set, abcs.Hashable, abcs.Awaitable, abcs.AsyncIterable),
    *(os.PathLike, contextlib.AbstractContextManager),
]


def answers(value: Any) -> dict[str, bool]:
    return {cls.__name__: isinstance(value, cls) for cls in CLASSES} | {"callable": callable(value)}


@pytest.mark.parametrize("value", KINDS, ids=lambda v: type(v).__name__)
def test_a_stand_in_can_do_what_its_value_can_and_nothing_else(value: Any) -> None:
    expected = answers(value)
    for function in (answers, lambda v: answers(v[0]), lambda v: answers(observe(lambda w: w, v[0]).result)):
        argument = value if function is answers else [value]
        observation = observe(function, argument)  # type: ignore[arg-type]
        assert observation.result == expected


@pytest.mark.parametrize("value", KINDS, ids=lambda v: type(v).__name__)
def test_has_attr_finds_those_special_methods_that_the_value_has(value: Any) -> None:
    # By these Python does more than its own method would: `in` iterates, `reversed` goes by index. wrapt has
    # them for every value, and a class that hid them would stop those who need them.
    shared = {"__contains__", "__reversed__"}

    def found(v: Any) -> list[str]:
        return [name for name in SPECIAL if name not in shared and hasattr(v, name)]

    assert observe(found, value).result == found(value)


def test_an_iterator_is_not_copied_behind_the_observation_s_back() -> None:
    def both(v: Any) -> Any:
        one, other = itertools.tee(v)
        return next(one), next(one), next(other)

    assert observe(both, iter([1, 2, 3]), context=nf).result == (1, 2, 1)
    assert demand_of(both, iter([1, 2, 3]), context=nf) == "[1, 2, *_]"
    assert not observe(lambda v: hasattr(v, "__copy__"), iter([1])).result


@pytest.mark.parametrize("value", [5, None, Point(1, 2), len, Account("me")], ids=shown)
@pytest.mark.parametrize("use", [iter, len, next, list, reversed, hash, aiter, lambda v: v[0], lambda v: v()])
def test_what_a_value_cannot_do_raises_the_same_class_of_error(value: Any, use: Any) -> None:
    try:
        use(value)
    except Exception as error:
        with pytest.raises(type(error)):
            observe(use, value)
    else:
        observe(use, value)


def test_an_awaitable_can_be_awaited_through_its_stand_in() -> None:
    async def twice(v: Any) -> Any:
        return 2 * await v

    async def main() -> Any:
        return await observe(twice, coroutine())

    assert asyncio.run(main()).result == 10


# --- Row: a source that raises AttributeError or StopIteration -------------------------------------------------------


@pytest.mark.parametrize(
    "error", [AttributeError("inner"), StopIteration("inner"), StopAsyncIteration("inner")], ids=shown
)
def test_errors_that_python_would_swallow_surface_as_source_errors(error: Exception) -> None:
    def source() -> Any:
        raise error

    thunk = delay(source)
    touches = [lambda: hasattr(thunk, "x"), lambda: getattr(thunk, "x", 0), lambda: list(thunk), lambda: next(thunk, 0)]
    for touch in touches:
        with pytest.raises(SourceError) as caught:
            touch()
        assert caught.value.__cause__ is error


def test_a_loop_does_not_end_in_silence_when_an_element_fails_with_stop_iteration() -> None:
    def source() -> Any:
        return next(iter([]))

    with pytest.raises(SourceError):
        observe(lambda v: [x + 1 for x in v], [1, delay(source), 3])


def test_an_attribute_error_inside_a_method_is_the_method_s_own() -> None:
    class Broken:
        @property
        def part(self) -> Any:
            return self.missing  # type: ignore[attr-defined]

    with pytest.raises(AttributeError, match="missing"):
        observe(lambda v: v.part, Broken())


# --- Row: Demand.__eq__ meets strangers ------------------------------------------------------------------------------


def test_a_demand_leaves_the_comparison_with_strangers_to_them() -> None:
    class Anything:
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = None  # type: ignore[assignment]

    demand = Demand.parse("[1, _]")
    assert Demand.__eq__(demand, 1) is NotImplemented
    assert demand == Anything()
    assert Anything() == demand
    for operation in (Demand.__le__, Demand.__lt__, Demand.__or__, Demand.__and__, Demand.__sub__):
        assert operation(demand, 1) is NotImplemented


def test_the_repr_of_a_demand_is_an_expression_that_evaluates_to_it() -> None:
    demand = observe(lambda v: (v[0].x + 1, v[1] is Colour.RED), [Point(1, 2), Colour.RED, 3]).demand
    assert eval(repr(demand), {"Demand": Demand, **NAMES}) == demand


# --- Row: `functools.singledispatch`, `hasattr` force ----------------------------------------------------------------


def test_dispatch_on_the_class_sees_the_class_of_the_value() -> None:
    @functools.singledispatch
    def kind(v: Any) -> str:
        return "other"

    kind.register(int, lambda v: "int")
    kind.register(list, lambda v: "list")
    kind.register(Point, lambda v: "point")

    assert [observe(kind, v).result for v in (5, [1], Point(1, 2), "a")] == ["int", "list", "point", "other"]
    assert demand_of(lambda v: kind(v[0]), [5, 6]) == "[5, _]"


def test_the_library_s_own_questions_force_nothing() -> None:
    thunk = late([1, 2])
    Stream([thunk])
    observe(lambda v: None, thunk)
    observe(lambda v: v, [thunk]).demand
    observe(lambda v: (v, [v], {"k": v}), thunk).result
    observe(lambda *args, **kwargs: (args, kwargs), thunk, k=thunk).demands
    assert is_thunk(thunk)
    assert not is_forced(thunk)


# --- Row: mutation ---------------------------------------------------------------------------------------------------

MUTATIONS: list[tuple[Any, Callable[[Any], Any]]] = [
    ([1, [2]], lambda v: v.append(3)),
    ([1, [2]], lambda v: v[1].append(3)),
    ([2, 1], lambda v: v.sort()),
    ([2, 1], lambda v: v.clear()),
    ([2, 1], lambda v: v.__setitem__(0, 5)),
    ([2, 1], lambda v: v.__delitem__(slice(0, 1))),
    ([2, 1], lambda v: v.__iadd__([3])),
    ({"k": [1]}, lambda v: v.update(z=1)),
    ({"k": [1]}, lambda v: v["k"].append(1)),
    ({"k": [1]}, lambda v: v.pop("k")),
    ({"k": [1]}, lambda v: v.setdefault("z", 1)),
    (collections.defaultdict(list, k=[1]), lambda v: v["new"].append(1)),
    (Box([1]), lambda v: setattr(v, "content", 2)),
    (Box([1]), lambda v: v.content.append(2)),
    (Box({"k": Box(1)}), lambda v: setattr(v.content["k"], "content", 2)),
    (Account([1]), lambda v: setattr(v, "owner", 2)),
    (Account([1]), lambda v: v.rename("new")),
    (Account([1]), lambda v: v.owner.append(2)),
    (Account([1]), lambda v: delattr(v, "owner")),
    (([1],), lambda v: v[0].append(2)),
    (Card([1], 2), lambda v: v.rank.append(2)),
    ({1, 2}, lambda v: v.add(3)),
    (collections.deque([1]), lambda v: v.append(2)),
    (bytearray(b"a"), lambda v: v.extend(b"b")),
    (array.array("i", [1]), lambda v: v.append(2)),
]


@pytest.mark.parametrize(("value", "change"), MUTATIONS)
def test_mutation_never_reaches_the_caller_s_object(value: Any, change: Any) -> None:
    inner = vars(value).copy() if hasattr(value, "__dict__") else None
    before = pickle.dumps(value)
    observe(change, value)
    observe(lambda v: change(v[0]), [value])
    assert pickle.dumps(value) == before
    if inner is not None:
        assert all(vars(value)[name] is part for name, part in inner.items())


@pytest.mark.parametrize(("value", "change"), MUTATIONS)
def test_mutation_is_seen_by_the_code_that_did_it(value: Any, change: Any) -> None:
    def changed(v: Any) -> Any:
        change(v)
        return pickle.loads(pickle.dumps(v))

    expected = changed(copy.deepcopy(value))
    result = observe(changed, value).result
    assert vars(result) == vars(expected) if isinstance(value, Account) else result == expected


def test_mutation_forces_what_it_needs() -> None:
    assert demand_of(lambda v: v.append(3), [1, 2]) == "[_, _]"
    assert demand_of(lambda v: v.sort(), [2, 1, 3]) == "[2, 1, 3]"
    assert demand_of(lambda v: v[1].append(3), [1, [2]]) == "[_, [_]]"
    assert demand_of(lambda v: setattr(v, "content", 2), Box(1)) == "Box(_)"
    assert demand_of(lambda v: setattr(v, "content", v.content + 1), Box(1)) == "Box(1)"


def test_what_was_overwritten_is_not_looked_at_later() -> None:
    def overwrite(v: Any) -> Any:
        v[0] = "mine"
        return v[0] + "!"

    assert demand_of(overwrite, [1, 2], context=nf) == "[_, _]"


def test_a_loop_sees_the_elements_that_it_appends() -> None:
    def grow(v: Any) -> Any:
        for x in v:
            if len(v) < 5:
                v.append(x)
        return v

    value = [1, 2]
    assert observe(grow, value, context=nf).result == [1, 2, 1, 2, 1]
    assert value == [1, 2]


# --- Rule 2: what does not force -------------------------------------------------------------------------------------

LEAVES_ALONE: list[Callable[[Any], Any]] = [
    lambda v: v,
    lambda v: [v, (v,), {"k": v}],
    lambda v: (lambda w: w)(v),
    lambda v: (lambda *a, **k: (a, k))(v, k=v),
    lambda v: v is None,
    lambda v: v is v,
    lambda v: id(v),
    lambda v: type(v),
    lambda v: Point(v, v).x,
    lambda v: Box(v),
    lambda v: Account(v).rename(v),
    lambda v: [v].append(v),
    lambda v: next(x for x in [v]),
    lambda v: yield_it(v),
    lambda v: functools.partial(max, v),
    lambda v: (lambda **named: named)(k=v)["k"],
    lambda v: max([v]),
    lambda v: is_thunk(v) and is_forced(v),
]


def yield_it(v: Any) -> Any:
    def generate() -> Iterator[Any]:
        yield v

    return next(generate())


@pytest.mark.parametrize("function", LEAVES_ALONE)
@pytest.mark.parametrize(
    "value", [5, [1], {"k": 1}, Point(1, 2), iter([1]), len, Account("me"), {1}], ids=lambda v: type(v).__name__
)
def test_passing_on_storing_and_identity_do_not_force(function: Any, value: Any) -> None:
    assert observe(function, value, context=lambda result: None).demand == Demand.parse("_")


# --- Rule 3: forced once, and never on the user's object -------------------------------------------------------------


def test_a_source_is_computed_once_however_often_it_is_touched() -> None:
    calls: list[int] = []
    thunk = delay(lambda: calls.append(1) or [5])  # type: ignore[func-returns-value]
    assert calls == []
    assert (thunk[0], len(thunk), thunk == [5], list(thunk), force(thunk)[0]) == (5, 1, True, [5], 5)
    assert calls == [1]


def test_a_part_is_recorded_once_however_often_it_is_read() -> None:
    observation = observe(lambda v: v[0] + v[0] + v[0] + len(v) + sum(v), [1, 2])
    assert [forcing.path for forcing in observation.trace] == [(), (0,), (1,)]


def test_a_part_is_recorded_once_when_it_is_dropped_and_reached_again() -> None:
    def again(v: Any) -> int:
        total = 0
        for _ in range(3):
            total += v[0][0].x
            gc.collect(1)  # of what was made lately
        return total

    for value in ([[Point(1, 2)]], ((Point(1, 2),),), {0: {0: Point(1, 2)}}, Stream([Stream([Point(1, 2)])])):
        observation = observe(again, value)
        assert observation.result == 3
        forcings = [(forcing.path, str(forcing.value)) for forcing in observation.trace]
        assert len(forcings) == len(set(forcings))
        assert observation.demand.at((0, 0)) == Demand.parse("Point(1, _)", NAMES)


def test_forcing_does_not_run_the_user_s_constructors() -> None:
    runs: list[str] = []

    @dataclass
    class Loud:
        part: int

        def __post_init__(self) -> None:
            runs.append("post_init")

    class Louder:
        def __init__(self, part: int) -> None:
            self.part = part
            runs.append("init")

        def __setattr__(self, name: str, value: Any) -> None:
            runs.append("setattr")
            object.__setattr__(self, name, value)

    values = [Loud(1), Louder(2)]
    runs.clear()
    assert observe(lambda v: v[0].part + v[1].part, values).result == 3
    assert runs == []


def test_objects_that_cannot_be_copied_are_observed_where_they_stand() -> None:
    def use(v: Any) -> Any:
        with v.lock:
            return v.name.upper(), v.lock.locked()

    lock = Lock()
    observation = observe(use, lock)
    assert observation.result == ("LOCK", True)
    assert not lock.lock.locked()
    assert observation.demand.at(("name",)) == Demand.parse("'lock'")


# --- Rule 4: a source that raises ------------------------------------------------------------------------------------


def test_a_source_that_raised_raises_the_same_exception_at_each_touch() -> None:
    calls: list[int] = []

    def source() -> Any:
        calls.append(1)
        raise ValueError("broken")

    thunk = delay(source)
    caught = []
    for touch in (lambda: thunk + 1, lambda: len(thunk), lambda: thunk.x):
        with pytest.raises(ValueError, match="broken") as info:
            touch()
        caught.append(info.value)
    assert calls == [1]
    assert caught[0] is caught[1] is caught[2]
    assert is_forced(thunk)


def test_the_traceback_does_not_grow_with_each_touch() -> None:
    def source() -> Any:
        raise ValueError("broken")

    def length(thunk: Any) -> int:
        try:
            force(thunk)
        except ValueError as error:
            frames, traceback = 0, error.__traceback__
            while traceback is not None:
                frames, traceback = frames + 1, traceback.tb_next
            return frames
        raise AssertionError("did not raise")

    thunk = delay(source)
    assert length(thunk) == length(thunk) == length(thunk)


def test_the_record_says_that_a_source_raised() -> None:
    def source() -> Any:
        raise ValueError("broken")

    def use(v: Any) -> Any:
        with contextlib.suppress(ValueError):
            v[1] + 1
        return v[0] + 1

    observation = observe(use, [1, delay(source), 3])
    assert observation.demand == Demand.parse("[1, Raised(ValueError), _]")


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_what_comes_from_outside_passes_through_and_is_tried_again(error: type[BaseException]) -> None:
    attempts: list[int] = []

    def source() -> Any:
        attempts.append(1)
        if len(attempts) == 1:
            raise error
        return 5

    thunk = delay(source)
    with pytest.raises(error):
        thunk + 1
    assert not is_forced(thunk)
    assert thunk + 1 == 6
    assert len(attempts) == 2


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_what_comes_from_outside_leaves_no_row_in_the_record(error: type[BaseException]) -> None:
    attempts: list[int] = []

    def source() -> Any:
        attempts.append(1)
        if len(attempts) == 1:
            raise error
        return 5

    def use(v: Any) -> Any:
        with contextlib.suppress(error):
            v[0] + 1
        return v[0] + 1

    observation = observe(use, [delay(source)])
    assert observation.result == 6
    assert str(observation.demand) == "[5]"


# --- Rule 5: black holes, and threads --------------------------------------------------------------------------------


def test_a_thunk_that_needs_itself_is_a_black_hole_at_once() -> None:
    thunk: Any = delay(lambda: thunk + 1)
    with pytest.raises(BlackHole):
        thunk + 1


def test_a_black_hole_names_its_path() -> None:
    inner: list[Any] = []
    inner.append(delay(lambda: inner[0] + 1))
    with pytest.raises(BlackHole) as caught:
        observe(lambda v: v["deep"][1][0] + 1, {"deep": [0, inner]})
    assert caught.value.path == ("deep", 1, 0)
    assert "('deep', 1, 0)" in str(caught.value)


def test_thunks_that_need_each_other_are_a_black_hole() -> None:
    one: Any = delay(lambda: other + 1)
    other: Any = delay(lambda: one + 1)
    with pytest.raises(BlackHole):
        one + 1


def in_threads(*functions: Callable[[], Any]) -> list[Any]:
    """What each function gives, or raises, when all run at the same time; a thread that hangs fails the test."""
    results: list[Any] = [None] * len(functions)

    def run(index: int) -> None:
        try:
            results[index] = functions[index]()
        except BaseException as error:
            results[index] = error

    threads = [threading.Thread(target=run, args=(index,), daemon=True) for index in range(len(functions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive(), "a thread hangs"
    return results


def test_when_two_threads_touch_one_thunk_one_computes_and_the_other_waits() -> None:
    calls: list[int] = []
    started, go_on = threading.Event(), threading.Event()

    def source() -> int:
        calls.append(threading.get_ident())
        started.set()
        assert go_on.wait(30)
        return 5

    thunk = delay(source)

    def second() -> int:
        assert started.wait(30)
        threading.Timer(0.05, go_on.set).start()
        return thunk + 2

    assert in_threads(lambda: thunk + 1, second) == [6, 7]
    assert len(calls) == 1


def test_the_thread_that_waited_gets_the_exception_too() -> None:
    started, go_on = threading.Event(), threading.Event()

    def source() -> int:
        started.set()
        assert go_on.wait(30)
        raise ValueError("broken")

    thunk = delay(source)

    def second() -> Any:
        assert started.wait(30)
        threading.Timer(0.05, go_on.set).start()
        return thunk + 2

    first, other = in_threads(lambda: thunk + 1, second)
    assert isinstance(first, ValueError)
    assert first is other


def test_when_the_computing_thread_is_interrupted_the_waiting_one_takes_over() -> None:
    started, go_on = threading.Event(), threading.Event()
    attempts: list[int] = []

    def source() -> int:
        attempts.append(1)
        if len(attempts) == 1:
            started.set()
            assert go_on.wait(30)
            raise SystemExit
        return 5

    thunk = delay(source)

    def second() -> Any:
        assert started.wait(30)
        threading.Timer(0.05, go_on.set).start()
        return thunk + 2

    first, other = in_threads(lambda: thunk + 1, second)
    assert isinstance(first, SystemExit)
    assert other == 7


def test_two_threads_that_need_each_other_s_thunk_do_not_wait_for_ever() -> None:
    barrier = threading.Barrier(2, timeout=30)

    def first() -> Any:
        barrier.wait()
        return two + 1

    def second() -> Any:
        barrier.wait()
        return one + 1

    one: Any = delay(first)
    two: Any = delay(second)
    results = in_threads(lambda: one + 1, lambda: two + 1)
    assert all(isinstance(result, BlackHole) for result in results)


def test_many_threads_that_look_at_the_same_parts_record_each_part_once() -> None:
    value = {"k": [Point(n, [n]) for n in range(50)], "t": tuple(Point(n, n) for n in range(50))}

    def look(v: Any) -> int:
        return sum(p.x + p.y[0] for p in v["k"]) + sum(p.x + p.y for p in v["t"])

    expected = look(value)
    observation = observe(lambda v: in_threads(*[lambda: look(v)] * 6), value)
    assert observation.result == [expected] * 6
    assert observation.demand == observe(look, value).demand
    assert len(observation.trace) == len(observe(look, value).trace)


# --- Rule 6: sealed records ------------------------------------------------------------------------------------------


def test_a_thunk_that_got_away_still_works_and_records_nothing() -> None:
    kept: list[Any] = []
    value = [1, [2, 3], {"k": Point(4, 5)}, Account("me"), iter([6, 7])]
    observation = observe(lambda v: kept.append(v), value)
    shown, length = str(observation.demand), len(observation.trace)
    (thunk,) = kept
    assert (thunk[0], thunk[1][1], thunk[2]["k"].y, thunk[3].owner, next(thunk[4])) == (1, 3, 5, "me", 6)
    assert (str(observation.demand), len(observation.trace)) == (shown, length)


@pytest.mark.parametrize(
    ("value", "look", "shown"),
    [
        ([1, 2], lambda v: v[1] + 0, "[_, 2]"),
        ({"a": 1}, lambda v: v["a"] + 0, "{'a': 1, **_}"),
        (iter([1, 2]), next, "[*_]"),
        (Stream([1, 2]), list, "[*_]"),
        (abs, lambda v: v(-1), "Callable({})"),
    ],
    ids=["list", "dict", "iterator", "stream", "function"],
)
def test_a_thunk_that_got_away_can_be_shown_when_it_was_first_looked_at_afterwards(
    value: Any, look: Callable[[Any], Any], shown: str
) -> None:
    kept: list[Any] = []
    observe(lambda values: kept.append(values[0]), (value,))
    assert repr(kept[0]) == "_"
    look(kept[0])
    assert repr(kept[0]) == shown


def test_a_result_that_was_not_looked_at_works_after_the_call() -> None:
    observation = observe(lambda v: (x + 1 for x in v), [1, 2, 3], context=lambda r: next(r) + 0)
    before = str(observation.demand)
    assert list(observation.result) == [2, 3, 4]
    assert str(observation.demand) == before == "[1, _, _]"


# --- Rule 7: looking from outside ------------------------------------------------------------------------------------


def test_repr_shows_the_forced_part_once_the_observation_is_closed_and_forces_nothing() -> None:
    kept: list[Any] = []

    def use(v: Any) -> Any:
        kept.extend([v, v[1], v[2]])
        return v[0] + v[1]["a"]

    observation = observe(use, [1, {"a": 2, "b": 3}, 4])
    length = len(observation.trace)
    assert [repr(thunk) for thunk in kept] == ["[1, {'a': 2, **_}, _]", "{'a': 2, **_}", "_"]
    assert [is_forced(thunk) for thunk in kept] == [True, True, False]
    assert len(observation.trace) == length


def test_repr_asked_by_the_observed_code_is_a_look_like_any_other() -> None:
    assert demand_of(lambda v: repr(v[0]), [[1, 2], 3]) == "[[1, 2], _]"
    assert observe(lambda v: repr(v[0]), [[1, "a"], 3]).result == "[1, 'a']"


def test_repr_of_a_delayed_value_outside_of_observations_forces_nothing() -> None:
    thunk = late([1, 2])
    assert repr(thunk) == "_"
    assert not is_forced(thunk)
    force(thunk)
    assert repr(thunk) == "[1, 2]"


def test_the_repr_of_an_observation_forces_nothing() -> None:
    kept: list[Any] = []
    observation = observe(lambda v: kept.append(v[0]) or v, [[1], 2])
    repr(observation), str(observation), repr(observation.trace), repr(observation.result)
    assert not is_forced(kept[0])


# --- Rule 8: no trace ------------------------------------------------------------------------------------------------


def test_observation_leaves_no_attribute_on_the_user_s_objects() -> None:
    values = [Account(Account("inner")), Box(Box(1)), Shelf(), len]
    before = [(dir(v), vars(v).copy() if hasattr(v, "__dict__") else None) for v in values]
    for value in values:
        observe(lambda v: (v, repr(v)), value, context=nf)
    assert [(dir(v), vars(v).copy() if hasattr(v, "__dict__") else None) for v in values] == before
    assert all(not is_thunk(part) for v in values[:2] for part in vars(v).values())


def test_observation_keeps_no_user_object_alive() -> None:
    account = Account("me")
    gone = weakref.ref(account)
    observe(lambda v: v.owner + "!", account)
    del account
    gc.collect()
    assert gone() is None


@dataclass
class Order:
    number: int
    paid: bool = False
    note: Any = None

    def label(self) -> str:
        return f"{self.number}: {self.note}"


class Line(NamedTuple):
    number: int
    paid: bool = False
    note: Any = None


@pytest.mark.parametrize("given", [lambda order: order, lambda order: delay(lambda: order)], ids=["now", "later"])
@pytest.mark.parametrize("cls", [Order, Line])
@pytest.mark.parametrize(
    ("look", "demand"),
    [
        (lambda order: isinstance(order, (Order, Line)), "(_, _, _)"),
        (lambda order: order.number + 0, "(1, _, _)"),
        (lambda order: order.paid is False, "(_, False, _)"),
        (lambda order: [order.note, order.note], "(_, _, None)"),
        (lambda order: order == 1, "(_, False, None)"),  # an operator may read all that it would find
        (lambda order: order.label() if isinstance(order, Order) else f"{order[0]}: None", "(1, False, None)"),
    ],
)
def test_a_field_that_is_handed_out_as_itself_counts_when_it_is_fetched(
    cls: Any, look: Any, demand: str, given: Callable[[Any], Any]
) -> None:
    observation = observe(look, given(cls(1)), where=True)
    assert str(observation.demand) == cls.__name__ + demand
    observation.replay()
    named = [forcing for forcing in observation.trace if forcing.path]
    assert all(
        forcing.where is not None and forcing.where.function.endswith(look.__name__)
        for forcing in named
        if "_" in demand
    )


@pytest.mark.parametrize("look", [pickle.dumps, lambda order: [order, 1][0]], ids=["pickle", "nf"])
def test_who_asks_for_all_of_a_record_fetches_each_field(look: Any) -> None:
    observation = observe(look, Order(1), context=nf)
    assert str(observation.demand) == "Order(1, False, None)"
    observation.replay()


def test_a_field_that_was_not_fetched_is_not_shown_and_can_be_written() -> None:
    order = Order(1)
    with observing(order) as seen:
        assert seen.value.number == 1
    assert repr(seen.value) == "Order(1, _, _)"
    with observing(order) as seen:
        seen.value.paid = True
        assert seen.value.paid is True
    assert order.paid is False
    with observing(order, count=True) as seen:
        assert seen.value.paid is seen.value.paid is False
    assert str(seen.demand) == "Order(_, False, _)"


@pytest.mark.parametrize("value", [[None, True], (None, True), {"a": None, "b": True}], ids=["list", "tuple", "dict"])
def test_to_ask_for_the_class_or_the_length_fetches_no_element(value: Any) -> None:
    observation = observe(lambda xs: (isinstance(xs, type(value)), xs.__class__ is type(value), bool(xs)), value)
    assert observation.result == (True, True, True)
    assert observation.demand == observe(len, value).demand
    observation.replay()


def test_a_table_of_pandas_is_opaque_though_its_class_is_written_in_python() -> None:
    table = type("Table", (), {"__module__": "pandas.core.frame", "shape": (2, 3)})
    mine = type("Mine", (table,), {"total": lambda self: sum(self.shape)})()
    observation = observe(lambda frame: frame.total(), mine)
    assert observation.result == 5
    assert observation.demand.size == 1
    assert observe(lambda frame: frame, mine).result is mine


def test_two_observations_of_one_object_know_nothing_of_each_other() -> None:
    value = [1, {"k": 2}, Account("me")]
    inner: list[Any] = []

    def outer(v: Any) -> Any:
        inner.append(observe(lambda w: w[1]["k"] + 1, value))
        return v[0] + 1

    observation = observe(outer, value)
    assert str(observation.demand) == "[1, _, _]"
    assert str(inner[0].demand) == "[_, {'k': 2, **_}, _]"


def test_what_is_written_in_an_observation_is_seen_by_those_within_it() -> None:
    account = Account("me")
    seen = []
    with observing(account) as outer, observing(outer.value) as middle:
        middle.value.owner = "you"
        middle.value.note = "new"
        with observing(middle.value) as inner:
            seen += [str(inner.value.owner), str(inner.value.note), str(outer.value.owner), account.owner]
    assert seen == ["you", "new", "me", "me"]


def test_one_object_at_two_places_is_one_part() -> None:
    shared = [1, 2]
    assert demand_of(lambda v: v[0][0] + v[1][1], [shared, shared]) == "[[1, 2] as a, a]"
    both = observe(lambda a, b: a[0] + 1, shared, shared)
    assert {name: str(demand) for name, demand in both.demands.items()} == {"a": "[1, _]", "b": "[1, _]"}


def test_asking_a_mapping_for_its_class_tells_nothing_of_its_keys():
    config = {"host": "a", "port": 80}
    assert str(observe(lambda seen: isinstance(seen, dict), config).demand) == "{**_}"
    assert str(observe(lambda seen: isinstance(seen, dict) and seen["host"], config).demand) == "{'host': 'a', **_}"
    only_the_port = Demand.parse("{'port': 80, **_}")
    assert observe(lambda: config, context=upto(only_the_port)).result_demand == only_the_port


@pytest.mark.parametrize(
    "wrap",
    [functools.cache, functools.partial, operator.methodcaller("__get__", 1)],
    ids=["cache", "partial", "methodcaller"],
)
def test_a_function_in_a_wrapper_written_in_c_is_called_and_handed_back(wrap: Any) -> None:
    def double(number: int = 1) -> int:
        return number * 2

    wrapped = wrap(double)
    seen = observe(lambda function: (function(), function), wrapped)
    assert seen.result == (2, wrapped)
    assert observe(lambda function: wrap(function)(), double).result == 2
    assert observe(wrap, double).result() == 2


@pytest.mark.parametrize("operate", ["|", "&", "-", "^"])
def test_a_set_that_is_changed_in_place_by_a_part_of_an_argument_has_the_same_elements(operate: str) -> None:
    namespace: dict[str, Any] = {}
    exec(f"def change(one, other):\n    one {operate}= other\n    return one", namespace)
    own, expected = {1, 2}, {1, 2}
    seen = observe(lambda part: namespace["change"](own, part), {2, 3}, context=nf)
    assert seen.result == namespace["change"](expected, {2, 3})


def test_a_set_is_walked_in_its_own_order_and_copied_when_it_is_changed() -> None:
    letters = set("abcdefghijklmnopqrstuvwxyz")
    grown = {f"{one}{two}" for one in letters for two in letters} | letters
    grown -= {f"{one}{two}" for one in letters for two in letters}  # a table of another size than a copy has
    order, kept = list(grown), set(grown)

    def walked_and_changed(texts: set[str]) -> list[str]:
        walked = list(texts)
        texts.add("?")
        texts -= {"a"}
        texts.update({"!"})
        assert "?" in texts
        assert "a" not in texts
        return walked

    assert observe(walked_and_changed, grown).result == order
    assert grown == kept


class Told:
    """An object that says how it is copied."""

    def __init__(self, size: int) -> None:
        self.size = size

    def __reduce__(self) -> Any:
        return Told, (self.size + 1,)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_an_object_is_copied_the_way_its_class_says(copied: Any) -> None:
    assert observe(lambda told: copied(told).size, Told(1)).result == 2


@pytest.mark.parametrize("value", [3, "a", (1, "b"), frozenset({1}), Path("a")], ids=lambda value: type(value).__name__)
def test_a_copy_of_what_cannot_change_is_itself(value: Any) -> None:
    assert observe(lambda part: copy.copy(part) is part, value).result is (copy.copy(value) is value)
    assert observe(lambda part: copy.deepcopy(part) is part, value).result is (copy.deepcopy(value) is value)


def test_the_annotations_of_a_stand_in_are_those_of_the_value() -> None:
    def half(number: int) -> float:
        return number / 2

    assert observe(lambda function: function.__annotations__, half).result == half.__annotations__
    assert observe(lambda numbers: hasattr(numbers, "__annotations__"), [1]).result is False


def test_a_value_can_be_set_up_again() -> None:
    assert observe(lambda numbers: (numbers.__init__([3]), numbers)[1], [1, 2]).result == [3]


@pytest.mark.parametrize("mapping", [{1: 2, 3: 4}, collections.OrderedDict(a=1), collections.UserDict(a=1)], ids=repr)
@pytest.mark.parametrize("view", ["keys", "values", "items"])
def test_the_views_of_a_mapping_show_what_the_plain_ones_show(mapping: Any, view: str) -> None:
    def shown(value: Any) -> Any:
        found = getattr(value, view)()
        return repr(found), list(reversed(found)) if isinstance(value, dict) else None, len(found)

    assert observe(shown, mapping).result == shown(mapping)


def test_c_code_takes_a_range_and_a_text_for_sequences() -> None:
    assert observe(lambda numbers: bisect.bisect(numbers, 3), range(10)).result == 4
    assert observe(operator.concat, "a", "b").result == "ab"


def test_a_function_that_is_put_into_a_class_is_a_method() -> None:
    owner = observe(lambda function: type("Owner", (), {"method": function})().method(1), lambda self, number: number)
    assert owner.result == 1
    assert len(owner.trace) > 1  # the function, and its call


@pytest.mark.parametrize("failing", [False, True], ids=["ends", "fails"])
def test_a_stream_is_true_and_of_its_class_whatever_came_of_it(failing: bool) -> None:
    def numbers() -> Iterator[int]:
        yield 1
        assert not failing

    def look(stream: Any) -> Any:
        before = bool(stream), isinstance(stream, Stream)
        with contextlib.suppress(AssertionError):
            list(stream)
        return before, (bool(stream), isinstance(stream, Stream))

    assert observe(lambda stream: bool(stream), Stream(numbers())).demand == Demand.parse("[*_]")
    observation = observe(look, Stream(numbers()))
    assert observation.result == ((True, True), (True, True))
    observation.replay()


class Bag:
    def __init__(self) -> None:
        self.held = 1
        self.items = [1]


def borg(bag: Any) -> None:
    bag.__dict__ = {"held": 5}


WRITES_INTO_DICT: dict[str, Callable[[Any], Any]] = {
    "item": lambda bag: operator.setitem(bag.__dict__, "held", 2),
    "update": lambda bag: vars(bag).update(held=3, more=4),
    "delete": lambda bag: vars(bag).pop("held"),
    "clear": lambda bag: bag.__dict__.clear(),
    "set default": lambda bag: (vars(bag).setdefault("held", 5), vars(bag).setdefault("more", 5)),
    "assign": borg,
    "kept": lambda bag: (attributes := vars(bag), setattr(bag, "more", 6), attributes.update(held=attributes["more"])),
    "attribute": lambda bag: (vars(bag), setattr(bag, "held", 8)),
    "both": lambda bag: (delattr(bag, "held"), vars(bag).update(held=7), setattr(bag, "held", bag.held + 1)),
}


@pytest.mark.parametrize("look", [vars, copy.copy, copy.deepcopy, pickle.dumps, dir, lambda bag: bag])
@pytest.mark.parametrize("write", WRITES_INTO_DICT.values(), ids=WRITES_INTO_DICT)
def test_what_is_written_into_the_dict_of_an_object_is_written_to_the_object(
    write: Callable[[Any], Any], look: Callable[[Any], Any]
) -> None:
    def seen(bag: Any) -> Any:
        write(bag)
        found = look(bag)
        return (
            pickle.loads(found) if isinstance(found, bytes) else found,
            getattr(bag, "held", None),
            getattr(bag, "more", None),
        )

    given, twin = Bag(), Bag()
    (found, *attributes), (expected, *as_expected) = observe(seen, given, context=nf).result, seen(twin)
    assert attributes == as_expected
    found, expected = (getattr(one, "__dict__", one) for one in (found, expected))
    assert (found, list(found)) == (expected, list(expected))  # in the same order
    assert vars(given) == {"held": 1, "items": [1]}


def test_the_dict_of_an_object_is_one_dict() -> None:
    with observing(Bag()) as seen:
        assert vars(seen.value) is seen.value.__dict__
        assert type(vars(seen.value)) is dict
        assert not is_forced(vars(seen.value)["held"])


@pytest.mark.parametrize("cls", [Order, Line])
@pytest.mark.parametrize(
    ("function", "context", "demand"),
    [
        (lambda order: order, whnf, "(_, _, _)"),
        (lambda order: order, nf, "(1, False, None)"),
        (lambda order: order, lambda result: result.note, "(_, _, None)"),
        (lambda order: observe(lambda same: same, order).result, whnf, "(_, _, _)"),
        (lambda order: observe(lambda same: same.number + 0, order).result, whnf, "(1, _, _)"),
        (lambda order: observe(lambda same: same.paid, order).result, whnf, "(_, False, _)"),
        (
            lambda order: observe(lambda same: observe(lambda it: it.paid, same).result, order).result,
            nf,
            "(_, False, _)",
        ),
        (lambda order: observe(lambda same: same == 1, order).result, whnf, "(_, False, None)"),
    ],
)
def test_a_field_that_is_handed_out_as_itself_counts_when_it_is_fetched_through_a_stand_in(
    cls: Any, function: Any, context: Any, demand: str
) -> None:
    observation = observe(function, cls(1), context=context)
    assert str(observation.demand) == cls.__name__ + demand
    observation.replay()
