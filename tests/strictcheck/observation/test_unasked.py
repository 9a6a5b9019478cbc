"""Calls that leave their arguments for later, told from those that have looked; parts that a call could force."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from shared_values import Point

from strictcheck import assert_pulls_at_most, nf, observe, take
from strictcheck.errors import NothingChecked
from strictcheck.observation.unasked import MANY, count_parts, is_left_for_later


@pytest.mark.parametrize(
    ("function", "is_later"),
    [
        (lambda xs: map(abs, xs), True),
        (lambda xs: (abs(x) for x in xs), True),
        (lambda xs: lambda: sum(xs), True),
        (lambda xs: iter([x + 1 for x in xs]), False),
        (sum, False),
        (len, False),
        (lambda xs: None, False),
    ],
)
@pytest.mark.parametrize("make", [list, tuple, iter])
def test_a_call_is_left_for_later_if_only_its_result_may_look(
    function: Callable[[Any], Any], is_later: bool, make: Callable[[Any], Any]
) -> None:
    if function is len and make is iter:
        pytest.skip("an iterator has no length")
    assert is_left_for_later(observe(function, make([1, 2]))) is is_later


@pytest.mark.parametrize("pull", [enumerate, itertools.chain, lambda xs: itertools.islice(xs, 2)])
def test_an_element_that_was_pulled_is_a_look_used_or_not(pull: Callable[[Any], Any]) -> None:
    def pull_one(xs: Any) -> Any:
        next(xs)
        return pull(xs)

    assert not is_left_for_later(observe(pull_one, iter([1, 2, 3])))
    with pytest.raises(NothingChecked, match="has checked the call alone"):
        assert_pulls_at_most(pull_one, iter([1, 2, 3]), n=1)


@pytest.mark.parametrize("context", [nf, take(1)])
def test_a_result_that_was_asked_has_looked(context: Callable[[Any], Any]) -> None:
    assert not is_left_for_later(observe(lambda xs: map(abs, xs), [1, 2], context=context))


MOST = 100_000


@pytest.mark.parametrize(
    ("value", "classes", "count"),
    [
        (7, (object,), 1),
        ([1, [2, "a"], None], (object,), 6),
        ([1, [2, "a"], None], (int, str), 3),
        (Point(1, (2, 3)), (object,), 5),
        (Point(1, (2, 3)), (Point, tuple), 2),
        ([], (int,), 0),
    ],
)
def test_the_parts_of_known_values_are_counted(value: Any, classes: tuple[type, ...], count: int) -> None:
    assert count_parts(value, classes, MOST) == count


@pytest.mark.parametrize("value", [iter([1]), {"a": 1}, [object(), {"a": 1}], [0] * MANY])
def test_a_value_of_which_nobody_knows_has_more_parts_than_any_limit(value: Any) -> None:
    assert count_parts(value, (object,), MOST) == MOST + 1


def test_a_cycle_has_more_parts_than_any_limit() -> None:
    cycle: list[Any] = []
    cycle.append(cycle)
    assert count_parts(cycle, (object,), MOST) == MOST + 1


def test_a_part_of_an_open_observation_has_more_parts_than_any_limit() -> None:
    assert observe(lambda xs: count_parts(xs, (object,), MOST), [1], certify=False).result == MOST + 1


def test_a_call_that_looks_at_all_forces_as_many_parts_as_were_counted() -> None:
    value = [Point(1, (2, 3)), [4]]
    forced = observe(str, value, certify=False).demand.size
    assert count_parts(value, (object,), MOST) == forced
