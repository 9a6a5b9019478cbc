"""Attributes that a call sets on values which it gets as themselves: `verify` tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from strictcheck import nf, observe
from strictcheck.errors import NotCertified


class Number(int):
    """A number with attributes."""


class Text(str):
    """A string with attributes."""


class Key:
    """An object that can be changed, and is the key of a dict."""


def mark(value: Any) -> int:
    value.mark = 1
    return 1


def mark_keys(value: dict[Any, int]) -> int:
    return sum(map(mark, value))


@pytest.mark.parametrize(
    ("function", "value"),
    [(mark, Number(5)), (mark, Text("a")), (mark_keys, {Key(): 1}), (mark_keys, {Text("a"): 1})],
)
def test_verify_tells_of_an_attribute_set_on_what_has_no_copy(function: Callable[[Any], Any], value: Any) -> None:
    observation = observe(function, value)
    with pytest.raises(NotCertified, match="changed an attribute of"):
        observation.verify()


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
