"""Attributes of containers are parts beside the elements; of numbers and strings they are copied, or `verify` tells."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from shared_values import checks_nothing

from strictcheck import Demand, DemandMismatch, assert_reads_only, assert_same_demand, nf, observe
from strictcheck.errors import NotCertified


class Number(int):
    """A number with attributes."""

    notes: list[int]


class Text(str):
    """A string with attributes."""

    notes: list[int]


class Row(list[Any]):
    """A list with attributes."""

    notes: Any


class Group(set[int]):
    """A set with attributes."""

    notes: Any


class Table(dict[str, int]):
    """A dict with attributes."""

    notes: Any


class Line(tuple[Any, ...]):
    """A tuple with attributes."""

    notes: Any


class Slotted(list[Any]):
    """A list with an attribute in a slot."""

    __slots__ = ("notes",)


class Fixed(frozenset[Any]):
    """A frozen set with attributes."""

    notes: Any


class Key:
    """An object that can be changed, and is the key of a dict."""


def mark(value: Any) -> int:
    value.mark = 1
    return 1


def mark_keys(value: dict[Any, int]) -> int:
    return sum(map(mark, value))


@pytest.mark.parametrize(
    ("function", "value"),
    [(mark, Text("a")), (mark, ValueError("a")), (mark_keys, {Key(): 1}), (mark_keys, {Text("a"): 1})],
)
def test_verify_tells_of_an_attribute_set_on_what_has_no_copy(function: Callable[[Any], Any], value: Any) -> None:
    observation = observe(function, value)
    with pytest.raises(NotCertified, match="changed an attribute of"):
        observation.verify()


def test_an_argument_that_is_raised_keeps_its_observation() -> None:
    def fail(error: Exception) -> None:
        raise error

    with pytest.raises(ValueError, match="a") as caught:
        observe(fail, ValueError("a"))
    caught.value.observation.verify().replay()  # type: ignore[attr-defined]
    assert caught.value.observation.error is caught.value  # type: ignore[attr-defined]


def test_a_string_has_its_attributes_again_after_the_call() -> None:
    text = Text("a")
    observe(mark, text)
    assert vars(text) == {}


class Day(date):
    """A date that keeps what its method computes."""

    def is_even(self) -> bool:
        vars(self).setdefault("kept", self.day % 2 == 0)
        return self.kept  # type: ignore[attr-defined]


@pytest.mark.parametrize("atoms", [(), "auto"])
def test_a_date_has_its_attributes_again_after_plain_calls(atoms: Any) -> None:
    day = Day(2024, 2, 29)
    observation = observe(Day.is_even, day, atoms=atoms)
    assert vars(day) == {}
    with pytest.raises(NotCertified, match="changed an attribute of"):
        observation.verify()
    assert vars(day) == {}


def add_to_notes(value: Any) -> Any:
    value.notes.append(2)
    return value.notes


def test_an_attribute_is_set_on_the_copy_of_a_number() -> None:
    number = Number(5)
    observe(mark, number).verify()
    assert vars(number) == {}
    number.notes = [1]
    observe(add_to_notes, number, atoms="auto", context=nf).verify().replay()
    assert number.notes == [1]


@pytest.mark.parametrize(
    ("cls", "demand"),
    [
        (Row, "Row([], notes=[1])"),
        (Table, "Table({**_}, notes=[1])"),
        (Group, "Group(notes=[1])"),
        (Line, "Line([], notes=[1])"),
        (Slotted, "Slotted([], notes=[1])"),
        (Fixed, "Fixed(notes=[1])"),
    ],
)
def test_attributes_beside_elements_are_parts_and_stay_the_callers(cls: type, demand: str) -> None:
    value = cls()
    value.notes = [1]
    observation = observe(add_to_notes, value, context=nf)
    assert observation.result == [1, 2]
    observation.verify().replay()
    assert value.notes == [1]
    assert str(observation.demand) == demand
    assert Demand.parse(demand, {cls.__name__: cls}) == observation.demand <= Demand.full(value)
    with pytest.raises(DemandMismatch, match=r"also read value\.notes"):
        assert_reads_only(lambda value: value.notes, value, ("other",))
    if not issubclass(cls, (set, frozenset)):
        assert_reads_only(add_to_notes, value, "notes")


@pytest.mark.parametrize("cls", [Group, Fixed])
def test_of_a_set_with_attributes_nobody_can_tell_which_was_read(cls: type) -> None:
    value: Any = cls([1, 2])
    value.notes = [1]
    with pytest.raises(DemandMismatch, match=f"what it reads inside a {cls.__name__} cannot be seen"):
        assert_reads_only(lambda value: sorted(value), value, "notes")
    with checks_nothing(f"what they read inside a {cls.__name__}"):
        assert_same_demand(lambda value: len(value.notes), lambda value: len(value.notes) + len(value), value)


def test_an_attribute_leads_to_the_very_object_that_holds_it() -> None:
    root, inner = Table(), Table()
    root["inner"], inner.notes = inner, root  # type: ignore[assignment]

    def goes_back(table: Any) -> Any:
        table["inner"].notes["new"] = 1
        return table["inner"].notes is table, len(table)

    observation = observe(goes_back, root)
    assert observation.result == (True, 2)
    assert str(observation.demand) == "{'inner': Table({**_}, notes=a)} as a"
    observation.verify().replay()
    assert list(root) == ["inner"]


def test_an_attribute_has_another_name_than_a_key() -> None:
    table = Table(notes=1)
    table.notes = [2]
    assert str(observe(lambda x: x["notes"] + x.notes[0], table).demand) == "Table({'notes': 1, **_}, notes=[2])"
    assert str(observe(lambda x: x["notes"], table, context=nf).demand) == "{'notes': 1, **_}"


@pytest.mark.parametrize("cls", [Row, Group, Table, Number, Text])
def test_nf_of_a_result_looks_at_its_attributes(cls: type) -> None:
    def keep(value: Any) -> Any:
        made = cls()
        made.notes = value
        return made

    observation = observe(keep, [1, [2]], context=nf)
    assert str(observation.demand) == "[1, [2]]"
    assert type(observation.result.notes[1]) is list
    observation.verify().replay()


def test_is_asked_of_a_number_is_noticed() -> None:
    number = Number(5)
    with pytest.raises(NotCertified, match="against"):
        observe(lambda value: value is number, number).verify()


@pytest.mark.parametrize("value", [Number(5), Text("a"), {Key(): 1}])
def test_attributes_that_are_only_read_are_nothing_to_tell(value: Any) -> None:
    observe(lambda x: [getattr(one, "mark", 0) for one in (x if type(x) is dict else [x])], value).verify().replay()


def test_objects_in_a_set_are_copied_for_the_plain_call() -> None:
    held = Key()
    observe(lambda x: sum(map(mark, x)), {held}).verify()
    assert vars(held) == {}


def test_a_set_of_tuples_is_copied_beside_a_list_that_holds_them() -> None:
    pair = (1, ())
    observe(lambda x: [*x[0], x], [{pair}, [pair]], context=nf).verify().replay()
