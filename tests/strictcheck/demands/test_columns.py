"""What is done with a demand costs what was looked at, however wide the value is of which it is the demand.

Most of these have more holes than any computer has memory: whatever lists them one by one does not come to an end.
"""

from __future__ import annotations

import pickle
import sys
from array import array
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from counted_calls import calls_of

from strictcheck import Demand
from strictcheck.errors import DemandError
from strictcheck.kinds.sequence import Sequence
from strictcheck.pictures import Outline
from strictcheck.pytest_plugin.explaining import explain, without_thunks

WIDTH = sys.maxsize


def wide(looked_at: Mapping[int, Any], width: int = WIDTH) -> Demand:
    """The demand on a list of which these elements were looked at."""
    parents, keys = array("q", [-1, *[0] * len(looked_at)]), [None, *looked_at]
    return Demand(parents, keys, [Sequence(width), *looked_at.values()])


LEFT, RIGHT = wide({1: "a", 10**15: 7}), wide({0: "b"})
BOTH = wide({0: "b", 1: "a", 10**15: 7})


def test_it_is_compared_joined_met_and_subtracted() -> None:
    assert RIGHT < LEFT | RIGHT == BOTH
    assert hash(LEFT | RIGHT) == hash(BOTH)
    assert wide({}) == LEFT & RIGHT
    assert list(LEFT - RIGHT) == [(1,), (10**15,)]
    assert list(LEFT.paths()) == [(), (1,), (10**15,)]


def test_its_parts_are_found() -> None:
    assert (LEFT.size, LEFT.at((10**15,)), LEFT.at((10**14,))) == (3, Demand.full(7), Demand())
    with pytest.raises(DemandError, match=r"\[_, 'a', _, _, _, … 9223372036854775802 more\] has no part -1"):
        LEFT.at((-1,))


def test_it_is_pickled() -> None:
    assert pickle.loads(pickle.dumps(LEFT)) == LEFT


def test_it_is_printed_short() -> None:
    assert LEFT.pretty(3) == "[_, 'a', _, … 9223372036854775804 more]"
    assert LEFT.pretty(1) == "[_, … 9223372036854775806 more] (2 of 3 parts left out)"


def test_it_is_drawn_and_explained() -> None:
    outline = Outline(LEFT)
    for picture in (outline.text(), outline.svg(), outline.html(), *(explain("==", LEFT, RIGHT) or ())):
        assert len(picture) < 20_000
    assert "[1000000000000000]: 7" in outline.text()


def test_a_conflict_is_told() -> None:
    with pytest.raises(DemandError, match="demands disagree at"):
        _ = LEFT | wide({}, WIDTH - 1)


def test_holes_take_no_more_memory_than_their_text() -> None:
    demand = wide({3: 1, 99_998: 2}, 100_000)
    assert calls_of(lambda: str(demand)) < 200
    assert Demand.parse(str(demand)) == demand


@pytest.mark.parametrize("looked_at", [{}, {0: 1}, {1: 1}, {3: 1}, {1: 1, 2: 2}, dict.fromkeys(range(4), 1)])
def test_holes_are_written_where_they_are(looked_at: dict[int, int]) -> None:
    demand = wide(looked_at, 4)
    assert str(demand) == f"[{', '.join(str(looked_at.get(index, '_')) for index in range(4))}]"
    assert Demand.parse(demand.pretty(None)) == demand


def test_of_a_list_only_the_elements_in_the_pattern_are_fetched() -> None:
    def calls(width: int) -> int:
        demand, value = wide({width - 1: 1}, width), [1] * width
        return calls_of(lambda: demand.matches(value))

    assert calls(100_000) < 1_000


def test_few_keys_of_a_large_mapping_are_printed() -> None:
    def calls(width: int) -> int:
        demand = Demand.full(dict.fromkeys(range(width)))
        return calls_of(lambda: demand.pretty(3))

    assert calls(4_000) <= calls(1_000) + 20


@pytest.mark.parametrize("hold", [list, tuple, set, lambda numbers: dict.fromkeys(range(len(numbers)))])
def test_an_explanation_looks_through_no_more_than_some_parts(hold: Callable[[Any], Any]) -> None:
    value = hold(range(1_000_000))
    assert without_thunks(value) is value
    assert calls_of(lambda: without_thunks(value)) < 100_000
