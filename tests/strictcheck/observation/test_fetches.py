"""Fetches of one argument, in order: what was fetched, how, and what a library keeps for itself."""

from __future__ import annotations

from typing import Any

import pytest

from strictcheck import observe
from strictcheck.observation.fetches import LISTED, READ, Fetch, fetches_of
from strictcheck.thunks.call_stack import UNKNOWN

AT_KEYS = [((), "look"), (("a",), "read"), (("a",), "look"), (("b",), "miss"), (("b",), "read")]


@pytest.mark.parametrize(
    ("function", "value", "fetches"),
    [
        (lambda xs: xs[1], [1, 2], [((), "look"), ((1,), "read")]),
        (lambda xs: (xs[0], xs[0] + 1), [1, 2], [((), "look"), ((0,), "read"), ((0,), "read"), ((0,), "look")]),
        (lambda d: (d["a"], "b" in d), {"a": 1}, AT_KEYS),
        (lambda d: list(d), {"a": 1}, [((), "look"), ((), "keys")]),
        (lambda it: list(it) and None, iter([1]), [((), "look"), ((0,), "pull"), ((), "end")]),
        (lambda f: f(1), abs, [((), "look"), (("(1)",), "call")]),
    ],
)
def test_fetches_are_listed_in_order(function: Any, value: Any, fetches: list[tuple[Any, str]]) -> None:
    observation = observe(function, value, count=True, where=True, context=lambda result: None)
    assert [(one.path, one.how) for one in fetches_of(observation, *observation.demands)] == fetches


@pytest.mark.parametrize(
    ("path", "how", "is_internal"),
    [
        (("__pydantic_serializer__",), READ, True),
        (("__pydantic_extra__",), READ, True),
        (("__pydantic_extra__", "password"), READ, False),
        (("__pydantic_private__",), LISTED, False),
        (("__extra__",), READ, False),
        (("name",), READ, False),
    ],
)
def test_what_a_library_keeps_in_an_object_is_internal(path: tuple[Any, ...], how: str, is_internal: bool) -> None:
    assert Fetch(path, how, UNKNOWN).is_internal is is_internal
