from __future__ import annotations

from typing import Any

import pytest
from shared_values import Point

from strictcheck import observe
from strictcheck.observation.countable_parts import MANY, count_parts

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
