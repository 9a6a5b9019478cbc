"""Patterns: many elements that are alike are one line, which says of how many each part was looked at."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strictcheck import observe
from strictcheck.pictures import difference_of, outline_of
from strictcheck.pictures.lines import Part, PartTree
from strictcheck.pictures.patterns import BINS, pattern_of


@dataclass
class Reading:
    place: str
    values: list[int]


def pattern(function, elements):
    demand = observe(function, elements).demand
    return pattern_of(PartTree(Part("", demand)), sorted(demand.children(0).items()), len(elements))


@given(st.lists(st.booleans(), min_size=20, max_size=200))
def test_a_part_is_counted_and_its_strip_is_dark_where_it_was_looked_at(wanted):
    rows = [{"id": number, "name": "n", "rest": 0} for number in range(len(wanted))]

    def some(rows):
        return [row["id"] + (len(row["name"]) if wants else 0) for row, wants in zip(rows, wanted, strict=True)]

    line = pattern(some, rows)
    assert (line.label, line.text) == ("[*]", f"all {len(rows)}, each dict")
    found = {below.label: below for below in line.lines}
    count = sum(wanted)
    assert found["'id'"].text == f"all {len(rows)}"
    assert set(found["'id'"].strip) == {1.0}
    assert ("'name'" in found) == (count > 0)
    if count:
        assert found["'name'"].text == (f"all {count}" if all(wanted) else f"{count} of {len(rows)}")
        bins = min(BINS, len(rows))
        for number, share in enumerate(found["'name'"].strip):
            inside = [wants for at, wants in enumerate(wanted) if at * bins // len(rows) == number]
            assert share == pytest.approx(sum(inside) / len(inside), abs=0.001)
    assert line.lines[-1].text == "never"


def test_a_strip_is_as_dark_as_much_was_looked_at_of_what_is_in_the_elements():
    rows = [[{"a": 1, "b": 2} for _ in range(length)] for length in [4] * 20 + [8] * 20]
    (inside,) = pattern(lambda rows: [row[at]["a"] + 0 for row in rows for at in (0, 1)], rows).lines
    assert inside.text == "80 of 240"
    assert inside.strip == (0.5,) * 20 + (0.25,) * 20
    assert [(one.label, one.text, one.strip) for one in inside.lines[:1]] == [("'a'", "all 80", inside.strip)]


def test_a_part_of_elements_that_one_of_two_demands_has_alone_keeps_its_sign():
    rows = [{"id": number, "name": "n", "rest": 0} for number in range(40)]
    one = observe(lambda rows: sum(row["id"] for row in rows), rows).demand
    other = observe(lambda rows: [len(row["name"]) for row in rows if row["id"] < 10], rows).demand
    lines = difference_of(("one", one), ("other", other)).text().splitlines()
    assert [line.lstrip("│├└─ ").split("  ")[0] for line in lines[2:]] == [
        "[*]: all 40, each dict",
        "'id': all 40",
        "+ 'name': 10 of 40",
        "the rest: never",
    ]


def test_what_is_inside_of_elements_is_a_pattern_too():
    readings = [Reading("here", [1, 2, 3]) for _ in range(50)]
    text = outline_of(observe(lambda readings: sum(one.values[0] for one in readings), readings)).text(80)
    assert text.splitlines() == [
        "<lambda>",
        "├── readings: list of 50",
        "│   └── [*]: all 50, each Reading",
        "│       ├── .values: all 50  ████████████████████",
        "│       │   └── [*]: 50 of 150  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒",
        "│       └── .place: never",
        "└── result: 50",
    ]


@pytest.mark.parametrize("elements", [[{"a": 1}] * 11, [1] * 50, [{"a": 1}, [2]] * 20], ids=["few", "atoms", "mixed"])
def test_elements_that_are_few_or_differ_or_have_no_parts_are_drawn_one_by_one(elements):
    assert pattern(lambda elements: [repr(one) for one in elements], elements) is None


def test_elements_of_which_no_part_was_looked_at_are_a_pattern_too():
    rows = [{"id": number, "name": "n"} for number in range(300)]
    text = outline_of(observe(lambda rows: [row["id"] for row in rows], rows)).text(80)
    assert text.splitlines()[1:4] == [
        "├── rows: list of 300",
        "│   └── [*]: all 300, each dict",
        "│       └── 'id', the rest: never",
    ]


def test_a_page_has_the_pattern_and_the_elements_below_it():
    rows = [{"id": number} for number in range(100)]
    html = outline_of(observe(lambda rows: sum(row["id"] for row in rows), rows)).html()
    assert "all 100, each dict" in html
    assert "[99]" in html
    svg = outline_of(observe(lambda rows: sum(row["id"] for row in rows), rows)).svg()
    assert svg.count('class="looked"') == BINS


def test_of_many_fields_the_first_are_told_and_the_others_counted():
    rows = [{f"k{at:02}": at for at in range(20)} for _ in range(30)]
    text = outline_of(observe(lambda rows: sum(sum(map(row.get, row)) for row in rows), rows)).text(80)
    assert "'k15': all 30" in text
    assert "'k16'" not in text
    assert "... 4 more, looked at" in text


def test_differences_too_far_down_in_a_pattern_are_said_to_be_there():
    rows = [{"a": {"b": {"c": {"d": (1, 2)}}}} for _ in range(30)]
    one, other = (observe(lambda rows, at=at: [row["a"]["b"]["c"]["d"][at] + 0 for row in rows], rows) for at in (0, 1))
    drawn = difference_of(("one", one.demand), ("other", other.demand)).text(100)
    assert "'c': all 30, with differences inside" in drawn


@given(st.lists(st.booleans(), min_size=20, max_size=200), st.randoms())
def test_a_pattern_has_the_number_of_the_first_look_at_each_part_by_stretch_of_elements(wanted, randomness):
    rows = [{"id": number, "place": {"x": 1, "y": 2}} for number in range(len(wanted))]
    order = [at for at, wants in enumerate(wanted) if wants]
    randomness.shuffle(order)
    seen = observe(lambda rows: [rows[at]["place"]["y"] + rows[at]["place"]["x"] for at in order], rows)
    [part] = [part for part in outline_of(seen)._parts if part.name == "rows"]
    elements = sorted(part.demand.children(0).items())
    line = pattern_of(PartTree(part), elements, len(rows))
    if line is None:  # few of them
        assert len(order) < 12
        return
    bins = min(BINS, len(rows))
    first = {at: 2 * place + 1 for place, at in enumerate(order)}
    expected = [sorted(first[at] for at in order if at * bins // len(rows) == stretch) for stretch in range(bins)]
    [place, *_] = line.lines
    by_label = {below.label: below.looks for below in place.lines}
    assert line.looks == place.looks == by_label["'y'"] == expected
    assert by_label["'x'"] == [[number + 1 for number in numbers] for numbers in expected]
    assert (line.step, place.step) == ("[*]", "['place']")
