"""Thunks of dicts: each look reveals as little as it can, and what is handed out can be used afterwards."""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import Any

import pytest

from strictcheck import nf, observe


def gaps() -> collections.defaultdict[str, list[int]]:
    return collections.defaultdict(list, {"a": [1], "b": [2]})


MISSES: dict[str, tuple[Callable[[Any], Any], Any, str]] = {
    "one gap": (lambda d: d["x"], [], "{'x': absent, **_}"),
    "a gap and a key": (lambda d: (d["x"], d["a"], "x" in d, d.get("x")), ([], [1], True, []), "[1]"),
    "filled, then listed": (
        lambda d: (d["x"].append(7), sorted(d), len(d), d["x"])[1:],
        (["a", "b", "x"], 3, [7]),
        "_",
    ),
    "returned": (lambda d: (d["x"].append(7), d)[1], {"a": [1], "b": [2], "x": [7]}, "[2]"),
}


@pytest.mark.parametrize("name", MISSES)
def test_a_defaultdict_fills_its_gaps_without_listing_its_keys(name: str) -> None:
    function, result, part = MISSES[name]
    given = gaps()
    seen = observe(function, given, context=nf)
    assert seen.result == result
    assert part in str(seen.demand)
    assert given == gaps()
    assert seen.replay().result == result


def test_a_defaultdict_without_a_factory_has_gaps() -> None:
    with pytest.raises(KeyError):
        observe(lambda d: d["x"], collections.defaultdict(None, a=1))


def test_a_missing_method_of_python_runs_on_the_thunk() -> None:
    class Other(dict[str, int]):
        def __missing__(self, key: str) -> int:
            return self["other"]

    assert str(observe(lambda d: d["x"] + 1, Other(other=1, more=2)).demand) == "{'other': 1, 'x': absent, **_}"
    assert str(observe(lambda d: d["x"] + 1, collections.Counter("aab")).demand) == "{'x': absent, **_}"


def test_a_method_is_asked_for_by_looking_and_the_replay_agrees() -> None:
    for name in ("keys", "items", "get", "pop"):
        assert observe(lambda d, name=name: hasattr(d, name), {"a": 1}).replay().result is True
    assert observe(lambda d: hasattr(d, "append"), {"a": 1}).replay().result is False


def test_an_iterator_over_a_dict_that_nobody_pulls_lists_no_keys() -> None:
    assert str(observe(lambda d: bool(iter(d)), {"a": 1}).demand) == "{**_}"
    assert str(observe(lambda d: bool(iter(d.items())), {"a": 1}).demand) == "{**_}"
    assert str(observe(lambda d: next(iter(d)), {"a": 1}).demand) == "{'a': _}"


def test_a_dict_that_grows_under_its_iterator_is_noticed() -> None:
    def grow(d: Any) -> None:
        for key in d:
            d[key + "x"] = 1

    with pytest.raises(RuntimeError, match="changed size"):
        observe(grow, {"a": 1})


@pytest.mark.parametrize("name", ["keys", "values", "items"])
@pytest.mark.parametrize("context", [nf, lambda result: list(result)])
def test_a_view_that_is_returned_can_be_used(name: str, context: Any) -> None:
    seen = observe(lambda d: getattr(d, name)(), {"a": 1, "b": 2}, context=context)
    expected = getattr({"a": 1, "b": 2}, name)()
    assert type(seen.result) is type(expected)
    assert list(seen.result) == list(expected)
    assert len(seen.result) == 2
