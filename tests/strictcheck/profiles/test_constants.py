"""Constants in the code of a function are found, and inputs have values near them."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from types import ModuleType
from typing import Any

import pytest

from strictcheck.profiles.constants import Constants, constants_of, season


def is_comment(line: str) -> bool:
    return line.startswith("#")


def until_comment(lines: list[str], limit: int = 100) -> list[str]:
    """Return lines, of which there may be many: this is no constant."""
    return [line for line in lines if not is_comment(line) and len(line) < limit]


def retried(call: Any) -> Any:
    try:
        return call() is False
    except (ValueError, KeyError):
        return None


def test_constants_are_those_of_a_function_of_those_it_names_and_of_its_defaults():
    assert set(constants_of(until_comment, {}).values) == {100, "#"}
    assert constants_of(retried, {}) == Constants((False,), ("ValueError", "KeyError"))
    assert constants_of(len, {}) == Constants()
    assert constants_of(lambda xs, kind=set: kind(xs) & {1, 2}, {}).values == (1, 2)


HELPING = """
END, MARKS = "end", {"#", ";"}
def is_end(line): return line == END or line[:1] in MARKS or len(line) > 70
"""


@pytest.mark.parametrize("written", ["is_end(one)", "helping.is_end(one)"])
def test_constants_of_helpers_in_other_modules_count_but_not_those_of_the_standard_library(written: str):
    helping = ModuleType("helping")
    exec(HELPING, vars(helping))
    names: dict[str, Any] = {"helping": helping} if "." in written else {"is_end": vars(helping)["is_end"]}
    exec(f"import textwrap\ndef lines_of(xs): return [textwrap.dedent(one) for one in xs if {written}]", names)
    assert set(constants_of(names["lines_of"], {}).values) == {"end", "#", ";", 70, 1}


@pytest.mark.parametrize(
    ("data", "near"),
    [
        ([1, 2], [99, 100, 101]),
        (["a"], ["#", "#a", "a#"]),
        ([(1, "a")], [99, 100, 101, "#", "#a", "a#"]),
        ({"a": {"b": 1}}, [99, 100, 101]),
    ],
)
def test_one_part_of_an_input_is_near_a_constant_of_its_class(data: Any, near: list[Any]):
    found = {repr(season(deepcopy(data), Constants((100, "#", True)), Random(seed))) for seed in range(99)}
    for one in near:
        assert any(repr(one) in text for text in found)
    assert all(any(repr(one) in text for one in near) for text in found)


class Slotted:
    __slots__ = ("age",)

    def __iter__(self) -> None:
        raise AssertionError


def test_an_attribute_of_an_item_may_be_near_a_constant():
    person = Slotted()
    person.age = 1
    ((found,),) = [season([person], Constants((100,)), Random(0))]
    assert found.age in (99, 100, 101)


def test_data_without_a_part_of_such_a_class_stay_as_they_are():
    assert season([None, 1.5], Constants((100,)), Random(0)) == [None, 1.5]
    assert season([1], Constants(("a",)), Random(0)) == [1]


def stripped(items, mark=None):
    return [item for item in items if item != mark]


def kept(items, key=None):
    return [item for item in items if key is None or key(item)]


def test_an_item_may_be_the_none_with_which_items_are_compared():
    constants = constants_of(stripped, {})
    assert constants.has_none
    assert not constants_of(kept, {}).has_none
    found = {repr(season([1, 2, 3], constants, Random(seed))) for seed in range(99)}
    assert found == {"[None, 2, 3]", "[None, None, 3]", "[1, None, 3]", "[1, None, None]", "[1, 2, None]"}
