"""Demands and values: what matches, what is all of a value, and that no more is walked than needed."""

import itertools

import pytest
from demand_strategies import LONG, Pair, Plain, parse, parts_of, values, whole
from hypothesis import assume, given
from hypothesis import strategies as st

from strictcheck import Stream
from strictcheck.demands import Demand
from strictcheck.errors import DemandError

plain_values = st.recursive(
    st.integers() | st.text(max_size=2) | st.none(),
    lambda parts: st.lists(parts) | st.dictionaries(st.text(max_size=2), parts) | st.builds(Pair, parts, parts),
)


@given(plain_values)
def test_a_value_matches_all_of_itself(value):
    assert Demand.full(value) == whole(value)
    assert Demand.full(value).matches(value)


@given(plain_values.flatmap(lambda value: st.tuples(st.just(value), parts_of(whole(value)))))
def test_a_value_matches_every_part_of_its_full_demand(pair):
    value, demand = pair
    # Attributes that were asked for and not there are no part of the full demand.
    assert demand.matches(value)


@given(plain_values, plain_values)
def test_a_value_that_matches_a_full_demand_has_the_same_one(one, other):
    assert Demand.full(one).matches(other) == (Demand.full(one) == Demand.full(other))


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("_", object(), True),
        ("1", True, False),
        ("[1, _, *_]", (1, 2, 3), True),
        ("[1, _]", [1], False),
        ("[_, _]", [1, 2], True),
        ("[_ as a, a]", [[1]] * 2, True),
        ("[_ as a, a]", [[1], [1]], False),
        ("{'a': 1, **_}", {"a": 1, "b": 2}, True),
        ("{'a': 1}", {"a": 1, "b": 2}, False),
        ("{'z': absent, **_}", {"a": 1}, True),
        ("{'a': absent, **_}", {"a": 1}, False),
        ("Pair(1, _)", Pair(1, 2), True),
        ("Pair(1, _)", [1, 2], False),
        ("Plain(x=absent)", Plain({"y": 1}), True),
        ("Plain(x=absent)", Plain({"x": 1}), False),
        ("Plain(x=_)", Plain({}), True),
        ("Plain(x=1)", Plain({}), False),
        ("Callable({'(1)': 2})", len, True),
        ("Callable({})", 1, False),
        ("Raised(ValueError)", ValueError(), False),
        ("bytearray()", bytearray(b"x"), True),
        ("bytearray()", b"x", False),
    ],
)
def test_matching(text, value, expected):
    assert parse(text).matches(value) is expected


def test_attributes_of_the_class_count():
    class Named(Plain):
        kind = "named"

        @property
        def twice(self):
            return 2 * self.x

    names = {"Named": Named}
    assert Demand.parse("Named(kind='named', twice=4)", names).matches(Named({"x": 2}))


def test_a_stream_is_pulled_no_further_than_the_pattern_says():
    stream = Stream(itertools.count())
    assert parse("[0, _, 2, *_]").matches(stream)
    assert stream.pulled == 3
    assert not parse("[0]").matches(stream)
    assert not parse("[0, 1, _, *_]").matches(Stream([0, 1]))
    assert parse("[*_]").matches(Stream(itertools.count()))


def test_parts_that_are_not_named_are_not_walked():
    endless = [1]
    endless.append(endless)
    assert parse("[1, [1, [_, _]]]").matches(endless)
    assert not parse("[2, _]").matches(endless)


def test_an_iterator_is_not_used_up():
    numbers = iter([1, 2])
    for look in (Demand.full, parse("[1, *_]").matches, lambda value: Demand.full([0, {"k": value}])):
        with pytest.raises(DemandError, match="is used up when taken apart"):
            look(numbers)
    assert parse("_").matches(numbers)
    assert list(numbers) == [1, 2]


def test_where_an_iterator_hides_is_told():
    with pytest.raises(DemandError, match=r"full: at \(1, 'k'\): a list_iterator"):
        Demand.full([0, {"k": iter([])}])


def test_a_value_that_holds_itself_has_a_full_demand():
    endless = [1]
    endless.append({"again": endless})
    assert Demand.full(endless) == parse("[1, {'again': a}] as a")


@given(values)
def test_the_full_demand_of_a_stream_is_that_of_its_elements(value):
    assume(not isinstance(value, (set, dict)))
    assert Demand.full(Stream([1, 2])) == parse("[1, 2]")


def test_deep_and_wide_values():
    value = None
    for level in range(LONG):
        value = Pair(level, [value])
    demand = Demand.full(value)
    assert demand.size == 3 * LONG + 1
    assert demand.matches(value)
    assert Demand.full(list(range(LONG))).matches(tuple(range(LONG)))


class Slotted:
    __slots__ = tuple("abcdefghijklmnopqrst")


class MoreSlotted(Slotted):
    __slots__ = ("__dict__", "aa")


def test_the_parts_of_an_object_with_slots_come_in_order_those_of_the_bases_first():
    value = MoreSlotted()
    for name in (*MoreSlotted.__slots__[1:], "z", *Slotted.__slots__):
        setattr(value, name, 1)
    assert list(Demand.full(value).paths()) == [(), *((name,) for name in (*Slotted.__slots__, "aa", "z"))]
