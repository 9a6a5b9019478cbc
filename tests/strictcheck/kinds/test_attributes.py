"""Attributes of numbers, strings and containers, which are no parts: the call gets copies, or `verify` tells."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from strictcheck import nf, observe
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


class Key:
    """An object that can be changed, and is the key of a dict."""


def mark(value: Any) -> int:
    value.mark = 1
    return 1


def mark_keys(value: dict[Any, int]) -> int:
    return sum(map(mark, value))


@pytest.mark.parametrize(
    ("function", "value"),
    [(mark, Text("a")), (mark_keys, {Key(): 1}), (mark_keys, {Text("a"): 1})],
)
def test_verify_tells_of_an_attribute_set_on_what_has_no_copy(function: Callable[[Any], Any], value: Any) -> None:
    observation = observe(function, value)
    with pytest.raises(NotCertified, match="changed an attribute of"):
        observation.verify()


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


def test_a_change_within_an_attribute_of_a_list_does_not_pass() -> None:
    row = Row()
    row.notes = [1]
    with pytest.raises(NotCertified, match="did not do the same twice"):
        observe(add_to_notes, row).verify()
    with pytest.raises(NotCertified, match="did not do the same twice"):
        observe(add_to_notes, row, atoms="auto")


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
