"""Where Python makes it hard to stand in for a value, and the rules a stand-in keeps: a test for each.

The first half follows the rows of the hazards table in the design, the second the numbered rules for thunks.
"""

from __future__ import annotations

import array
import collections
import collections.abc as abcs
import contextlib
import copy
import functools
import gc
import io
import json
import math
import operator
import re
import struct
import threading
import types
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from specimens import Colour, Shelf

from strictcheck import Demand, Stream, delay, force, is_forced, is_thunk, nf, observe, observing
from strictcheck.unused import noted_in


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


NAMES = {"Colour": Colour, "Point": Point, "Box": Box, "Card": Card, "Account": Account, "Lock": Lock, "math": math}


def demand_of(function: Callable[..., Any], *args: Any, **options: Any) -> str:
    """The demand on the only argument, as text."""
    return str(observe(function, *args, **options).demand)


def shown(value: Any) -> str:
    """A name for a test case: the repr, without addresses."""
    return re.sub(r" at 0x\w+", "", repr(value))[:40]


def late(value: Any, kind: type | None = None) -> Any:
    return delay(lambda: value, kind=kind)


# --- Row: `x is None`, `x is Colour.RED` -----------------------------------------------------------------------------


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


def test_atoms_that_are_no_classes_are_refused_by_name() -> None:
    with pytest.raises(TypeError, match=r"atoms.*'str'"):
        observe(len, [], atoms=("str",))  # type: ignore[arg-type]


# --- Row: a source that raises AttributeError or StopIteration -------------------------------------------------------


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


def test_a_part_of_two_that_is_first_looked_at_after_the_call_is_no_part_of_the_demand() -> None:
    kept: list[Any] = []
    box = [1]
    observation = observe(lambda pair: (kept.append(pair[0]), pair[1], None)[-1], [box, box])
    assert len(kept[0]) == 1
    assert str(observation.demand) == "[_ as a, a]"


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
    observation = observe(lambda v: v.owner + "!", account)
    del account, observation
    gc.collect()
    assert gone() is None


@dataclass
class Order:
    number: int
    paid: bool = False
    note: Any = None

    def label(self) -> str:
        return f"{self.number}: {self.note}"


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


def test_a_table_of_pandas_is_opaque_though_its_class_is_written_in_python() -> None:
    table = type("Table", (), {"__module__": "pandas.core.frame", "shape": (2, 3)})
    mine = type("Mine", (table,), {"total": lambda self: sum(self.shape)})()
    observation = observe(lambda frame: frame.total(), mine)
    assert observation.result == 5
    assert observation.demand.size == 1
    assert observe(lambda frame: frame, mine).result is mine


def test_two_observations_of_one_object_know_nothing_of_each_other() -> None:
    values = [[1, {"k": 2}, Account("me")]]
    inner: list[Any] = []

    def outer(v: Any) -> Any:
        inner.append(observe(lambda w: w[1]["k"] + 1, values[0]))
        return v[0] + 1

    observation = observe(outer, values[0])
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


class Ledger:
    """Object that keeps what it is given, in containers of each sort."""

    def __init__(self) -> None:
        self.listed: list[Any] = []
        self.unique: set[Any] = set()
        self.by_key: dict[Any, Any] = {}
        self.inner = {"deep": collections.deque[Any]()}

    def keep(self, number: int) -> None:
        self.listed.append((number, number))
        self.unique.add(number)
        self.by_key[number] = self.last = number
        self.inner["deep"].append(number)


def test_what_a_method_is_bound_to_keeps_values_and_no_thunks() -> None:
    numbers: list[int] = []
    observe(numbers.append, 4)
    assert [type(one) for one in numbers] == [int]
    for wrap in (lambda method: method, functools.partial):
        ledger = Ledger()
        with noted_in(None):  # no test of what it looks at
            observe(wrap(ledger.keep), 4)
        held = [*ledger.listed[0], *ledger.unique, *ledger.by_key, ledger.by_key[4], ledger.last, *ledger.inner["deep"]]
        assert list(map(type, held)) == [int] * 7
