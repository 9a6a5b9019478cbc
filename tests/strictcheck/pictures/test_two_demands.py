"""The difference of two demands: one tree in which what is alike is folded, and what differs has a sign."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import demand_strategies
import pytest
from hypothesis import given
from long_runs import examples

from strictcheck import Demand, observe
from strictcheck.pictures import compared, difference_of, marked
from strictcheck.thunks.places import END


@dataclass
class Order:
    number: int
    lines: list[int]


def lines_of(expected: str, actual: str) -> list[str]:
    return compared("x", ("old", Demand.parse(expected)), ("new", Demand.parse(actual)))


def test_of_a_thousand_parts_only_those_that_differ_are_told_one_by_one() -> None:
    one = observe(lambda xs: sum(x for at, x in enumerate(xs) if at not in (100, 700)), list(range(1000))).demand
    other = observe(lambda xs: sum(x for at, x in enumerate(xs) if at != 702), list(range(1000))).demand
    assert compared("xs", ("old", one), ("new", other)) == [
        "  - old, + new",
        "    xs: list of 1,000",
        "  +   [100]: 100",
        "  +   [700]: 700",
        "  -   [702]: 702",
    ]
    html = difference_of(("old", one), ("new", other)).html()
    assert all(f'"label {sign}">{label}' in html for sign, label in (("more", "+ [700]"), ("less", "- [702]")))


def test_parts_that_differ_in_the_same_way_in_many_elements_are_a_pattern() -> None:
    orders = [Order(number, [number]) for number in range(50)]
    one = observe(lambda orders: sum(order.number for order in orders), orders).demand
    other = observe(lambda orders: sum(order.number + len(order.lines) for order in orders[:9]), orders).demand
    found = "\n".join(compared("orders", ("old", one), ("new", other)))
    assert "[*]: all 50, each Order" in found
    assert re.search(r"\n  - +\.number: 41 of 50", found)
    assert re.search(r"\n  \+ +\.lines: 9 of 50", found)


def test_where_two_demands_found_two_values_both_are_told() -> None:
    assert lines_of("[1, {'a': 2, **_}]", "[1, {'a': [3], **_}]") == [
        "  - old, + new",
        "    x: list of 2",
        "      [0]: 1",
        "      [1]: dict",
        "  -     'a': 2",
        "  +     'a': [3]",
    ]
    many = lines_of(f"[{'1, ' * 30}]", f"[{'2, ' * 30}]")
    assert many[1] == "  - x: list of 30"
    assert "  + x: [2, 2, 2, 2, 2, 2, 2, ... 23 more] (23 of 31 parts left out)" in many
    assert lines_of("[1]", "{'a': 1}")[1:] == ["  - x: [1]", "  + x: {'a': 1}"]


def test_a_difference_far_down_is_shown_from_the_part_that_has_all_of_it() -> None:
    depth = 40
    one, other = ("[_, " * depth + part + "]" * depth for part in ("1", "_"))
    assert lines_of(one, other)[1:3] == [
        "    x[1][1][1][1][... 31 more ...][1][1][1][1]: list of 2",
        "      [0]: not looked at",
    ]
    assert lines_of(one, other)[3] == "  -   [1]: 1"
    assert lines_of(one, other)[4] == "  - old, in full:"


def test_what_two_demands_share_differently_has_a_sign() -> None:
    assert lines_of("[[1] as a, a]", "[[1], [1]]")[-1] == "  -   [1]: the same as x[0]"


@pytest.mark.parametrize("value", [list(range(600)), [10**80] * 30, ["long" * 100] * 20])
def test_nothing_is_called_full_that_is_not(value: Any) -> None:
    lines = compared("x", ("old", Demand.parse("[_]")), ("new", Demand.full(value)))
    assert not [line for line in lines if "new, in full" in line]


def test_what_is_folded_is_shown_in_full_below() -> None:
    long = Demand.full(list(range(60)))
    lines = compared("x", ("old", Demand.parse("[" + "0, " + "_, " * 59 + "]")), ("new", long))
    at = lines.index("  + new, in full:")
    assert lines[at + 1].startswith("    [0, 1, 2, ")
    assert lines[-1].endswith("58, 59]")
    assert max(map(len, lines)) <= 80 - len("E   ")  # the margin of pytest


@given(demand_strategies.demands_of_one_value(2))
@examples(100)
def test_a_sign_is_shown_if_and_only_if_the_demands_differ(demands: Any) -> None:
    one, other = demands
    drawn = compared("x", ("old", one), ("new", other))[1:]
    lines = [*takewhile(lambda line: not line.endswith(", in full:"), drawn)]
    signs = [line for line in lines if line[2] in "+-" or re.search(r" \([+-] ", line)]
    assert bool(signs) == (one != other)
    less = [line for line in lines if line[2] == "-" or " (- " in line]
    assert not less if one <= other else less


def lines_with_marks(pattern: str, *paths: tuple[Any, ...]) -> list[str]:
    return [line[2:] for line in marked("x", Demand.parse(pattern), paths)]


def test_of_one_demand_each_part_that_was_too_much_has_a_mark_also_where_nothing_is() -> None:
    pattern = "{'a': [1, _, _], 'b': absent, **_}"
    assert lines_with_marks(pattern, ("a", 0), ("a", 2), ("b",)) == [
        "  x: dict",
        "    'a': list of 3",
        "+     [0]: 1",
        "      [1]: not looked at",
        "+     [2]: not looked at, but fetched",
        "+   'b': not there",
    ]
    assert lines_with_marks(f"[{'_, ' * 40}]", *[(at,) for at in range(3, 40)])[1:] == [
        "    [0] ... [2]: 3, not looked at",
        "+   [3] ... [39]: 37 more, not looked at, but fetched",
    ]
    assert lines_with_marks("[1, *_]", (END,)) == [
        "  x: list, 1 pulled",
        "    [0]: 1",
        "+   the end: asked for",
    ]
    assert lines_with_marks("[1, *_]", (1,)) == ["  x: list, 1 pulled", "    [0]: 1", "+   [1]: asked for next"]
    assert lines_with_marks(f"[{'1, ' * 9}_, 2]", (10,)) == [
        "  x: list of 11",
        "    [0] ... [9]: 10, 9 of them looked at",
        "+   [10]: 2",
        "x, in full:",
        f"  [{'1, ' * 9}_, 2]",
    ]
    assert lines_with_marks("_", ()) == ["+ x: not looked at"]
    assert lines_with_marks("[1, 2]", ()) == ["+ x: [1, 2]"]
    assert lines_with_marks("[1]") == ["  x: list of 1", "    [0]: 1"]
    assert lines_with_marks("[5, [1, a] as a, a]", (2, 0)) == lines_with_marks("[5, [1, a] as a, a]", (1, 0))


def test_of_many_marked_parts_the_rest_is_counted_with_its_mark() -> None:
    pattern = str([0, *("ab" if at % 2 else 1 for at in range(40))])
    found = lines_with_marks(pattern, *[(at,) for at in range(1, 41, 2)])
    assert found[:3] == ["  x: list of 41", "    [0]: 0", "+   [1]: 1"]
    assert "+   ... 8 more" in found


def test_many_neighbours_that_differ_alike_are_one_line_in_a_message_and_one_by_one_in_a_page() -> None:
    kept, now = str([*range(40)]), str([*range(10), *["_"] * 20, *range(30, 40)]).replace("'", "")
    assert lines_of(kept, now)[1:5] == [
        "    x: list of 40",
        "      [0] ... [9]: 10, alike",
        "  -   [10] ... [29]: 20, looked at",
        "      [30] ... [39]: 10 more, alike",
    ]
    page = difference_of(("kept", Demand.parse(kept)), ("now", Demand.parse(now))).html()
    assert page.count('less">- [1') == page.count('less">- [2') == 10


@given(demand_strategies.demands_of_one_value(2))
@examples(100)
def test_whatever_is_marked_in_a_demand_has_a_mark_in_its_picture(demands: Any) -> None:
    one, other = demands
    for path in [*one.paths()][:5] + [*other.paths()][:5]:
        found = marked("x", one, [path])
        assert sum(line.startswith("  +") or " (+ " in line for line in found) >= 1
        assert max(map(len, found)) <= 76


def test_long_names_and_values_leave_a_line_as_wide_as_others() -> None:
    assert max(map(len, marked("x", Demand.full({"k" * 90: "v" * 90}), [("k" * 90,)]))) <= 76


def test_the_rest_that_differs_keeps_its_sign_on_every_surface_and_the_page_is_open() -> None:
    one, other = (observe(lambda xs, most=most: sum(xs[:most:2]), [*range(1400)]).demand for most in (1, 1400))
    drawn = difference_of(("one", one), ("other", other))
    assert "    └── + ... 679 more" in drawn.text().splitlines()
    html = drawn.html()
    assert '<span class="label more">+</span> <span class="left_out" title=' in html
    assert "<details>" not in html
    start, text = re.findall(r'<text x="([\d.]+)"[^>]*>(?:\+|679 more)<', drawn.svg())
    assert float(text) > float(start) + 8


def test_a_key_that_one_alone_has_asked_for_is_told_beside_another_that_it_has_looked_at() -> None:
    one, other = (Demand.parse(text) for text in ("{'a': 1, **_}", "{'a': 1, 'm': 2, 'b': _, **_}"))
    assert difference_of(("one", one), ("other", other)).text().splitlines()[1] == "└── both: dict (+ ['b'])"


def test_what_is_written_from_right_to_left_is_isolated_once_in_a_message() -> None:
    (line,) = (line for line in lines_of("{'\u05e9': _, **_}", "{'\u05e9': '\u05dc', **_}") if "\u05dc" in line)
    assert line == "  +   \u2068'\u05e9'\u2069: \u2068'\u05dc'\u2069"
