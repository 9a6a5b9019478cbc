"""An iterator over a list or a dict that is observed is as good as any: it is copied, pickled, tells its length, and
tells when the dict has changed.
"""

from __future__ import annotations

import copy
import operator
import pickle
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from strictcheck import Demand, observe

WALKS: dict[str, tuple[Any, Callable[[Any], Iterator[Any]]]] = {
    "list": ([1, None, 3], iter),
    "reversed list": ([1, None, 3], reversed),
    "reversed tuple": ((1, None, 3), reversed),
    "dict": ({"a": 1, "b": None, "c": 3}, iter),
    "reversed dict": ({"a": 1, "b": None, "c": 3}, reversed),
    "values": ({"a": 1, "b": None, "c": 3}, lambda values: iter(values.values())),
    "reversed values": ({"a": 1, "b": None, "c": 3}, lambda values: reversed(values.values())),
    "items": ({"a": 1, "b": None, "c": 3}, lambda values: iter(values.items())),
    "items of an OrderedDict": (OrderedDict(a=1, b=None), lambda values: iter(values.items())),
}
walks = pytest.mark.parametrize(("value", "walk"), WALKS.values(), ids=WALKS)


COPIES = [copy.copy, copy.deepcopy, lambda iterator: pickle.loads(pickle.dumps(iterator))]


@walks
@pytest.mark.parametrize("again", COPIES, ids=["copy", "deepcopy", "pickle"])
def test_a_copy_of_an_iterator_goes_on_from_there_and_leaves_it_alone(value: Any, walk: Any, again: Any) -> None:
    def call(value: Any) -> Any:
        iterator = walk(value)
        next(iterator)
        copied = again(iterator)
        return list(copied), list(copied), list(iterator)

    seen = observe(call, value)
    assert seen.result == call(value)
    seen.replay()


@walks
def test_how_much_is_left_is_known_and_no_element_is_looked_at_for_it(value: Any, walk: Any) -> None:
    hints: list[int] = []

    def call(value: Any) -> None:
        iterator = walk(value)
        for _ in range(len(value)):
            hints.append(operator.length_hint(iterator))
            next(iterator)
        hints.append(operator.length_hint(iterator, 7))

    def without(value: Any) -> None:
        list(walk(value))

    seen = observe(call, value)
    assert hints == list(range(len(value), -1, -1))
    assert seen.demand == observe(without, value).demand


def test_a_hint_alone_looks_at_no_element() -> None:
    seen = observe(lambda numbers: operator.length_hint(iter(numbers)), [1, None, 3])
    assert (seen.result, seen.demand) == (3, Demand.parse("[_, _, _]"))


def test_a_copy_looks_at_what_it_is_asked_for() -> None:
    def second(numbers: list[int]) -> int:
        iterator = iter(numbers)
        next(iterator)
        return next(copy.copy(iterator)) + 0

    assert observe(second, [1, 2, 3]).demand == Demand.parse("[_, 2, _]")


def outcome(call: Callable[[Any], Any], value: Any) -> tuple[Any, str]:
    try:
        return call(value), "None"
    except RuntimeError as error:
        return None, str(error)


VIEWS: list[Callable[[Any], Any]] = [
    iter, reversed, lambda d: iter(d.keys()), lambda d: iter(d.values()), lambda d: reversed(d.items()),
]  # fmt: skip


@pytest.mark.parametrize("cls", [dict, OrderedDict])
@pytest.mark.parametrize("first_changed", [False, True], ids=["as it came", "changed before"])
@pytest.mark.parametrize("walk", VIEWS, ids=["dict", "reversed", "keys", "values", "reversed items"])
def test_a_walk_over_a_dict_that_has_changed_since_raises_as_plainly(cls: Any, first_changed: bool, walk: Any) -> None:
    def call(counts: Any) -> int:
        if first_changed:
            counts["z"] = 26
        walked = 0
        for _ in walk(counts):
            counts[f"new {walked}"] = 0
            walked += 1
        return walked

    for counts in ({"a": 1}, {"a": 1, "b": 2}):
        seen = observe(call, cls(counts), catch=RuntimeError)
        assert (seen.result, str(seen.error)) == outcome(call, cls(counts))


def test_a_dict_may_be_given_other_values_while_it_is_walked() -> None:
    def doubled(counts: dict[str, int]) -> dict[str, int]:
        for name in counts:
            counts[name] *= 2
        return counts

    assert observe(doubled, {"a": 1, "b": 2}, context=lambda result: dict(result)).result == {"a": 2, "b": 4}
