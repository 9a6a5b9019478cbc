"""Counterexamples are cut to their demand, made simple, and shown side by side."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from places import from_root
from shared_values import twin

from strictcheck import Demand, check_spec, hole, like, nf, observe, spec
from strictcheck.demands.wording import further, part_in_words
from strictcheck.errors import DemandMismatch, SpecError
from strictcheck.specs.assertions import names_apart
from strictcheck.specs.counterexamples import with_anything
from strictcheck.specs.differences import Side, describe

HERE = from_root(__file__)


def failure(function, expected, **options):
    with pytest.raises(DemandMismatch) as caught:
        check_spec(function, expected, **{"settings": settings(max_examples=300), **options})
    return caught.value.counterexample


def counterexample():
    def eager(n: int, items: list[int]) -> list[int]:
        return [item + 1 for item in items][: n % 2]

    def lazy(n: int, items: list[int]) -> list[int]:
        return [item + 1 for item in items[: n % 2]]

    return failure(eager, like(lazy))


def test_the_picture_shows_the_call_and_both_demands_with_the_difference_marked():
    first, place, *picture, last = str(counterexample()).splitlines()
    assert first == "eager also looks at items[0],"
    assert place.startswith(f"  at {HERE}:")
    assert picture == [
        "  - like(lazy), + eager",
        "    items: list of 1",
        "  +   [0]: 0",
        "  call:     eager(n=0, items=[0])",
        "  asked:    the result was asked for all of it",
        "  result:   []",
        "  n:        0, as expected",
    ]
    assert last == "  if it may, like(lazy, compare='>=') lets it look at more"


def test_the_message_of_the_failure_is_the_picture_and_is_plain():
    found = counterexample()
    assert str(found).isascii()
    assert "\x1b" not in str(found)
    assert repr(found) == "<Counterexample eager(n=0, items=[0]); the result was asked for all of it>"


def test_what_was_asked_of_the_result_is_told_in_words():
    def eager(items: list[int]) -> list[int]:
        return [item + 1 for item in items]

    found = failure(eager, like(lambda items: []), contexts=nf)
    assert "  asked:    the result was asked for all of it" in str(found).splitlines()
    assert repr(found) == "<Counterexample eager(items=[]); the result was asked for all of it>"


def test_an_ascii_locale_is_no_reason_to_fail():
    code = (
        "from strictcheck import check_spec, like\n"
        "def f(n: int) -> str:\n    return str(n) + chr(252)\n"
        "def g(n: int) -> str:\n    return chr(252)\n"
        "try:\n    check_spec(f, like(g))\n"
        "except AssertionError as error:\n    raise\n"
    )
    environment = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PATH": ""}
    done = subprocess.run([sys.executable, "-X", "utf8=0", "-c", code], capture_output=True, env=environment)
    assert b"DemandMismatch: f also looks at n" in done.stderr
    assert b"UnicodeEncodeError" not in done.stderr


def test_long_demands_are_broken_and_their_marks_with_them():
    def total(items: list[int]) -> int:
        return sum(items)

    found = failure(total, lambda result, items: [hole, *items[1:]], given=[st.just(list(range(100, 140)))])
    assert str(found).isascii()
    lines = str(found).splitlines()
    assert max(len(line) for line in lines[1:-1] if not line.startswith("  call:")) <= 100
    assert lines[3:6] == ["    items: list of 40", "  +   [0]: 100", "      [1] ... [39]: 39 more, alike"]
    assert lines[6] == "  - <lambda>, in full:"


def test_a_difference_that_is_too_deep_to_be_shown_is_told():
    deep: Any = 7
    for _ in range(100):
        deep = [deep]

    def bottom(value: Any) -> int:
        while isinstance(value, list):
            (value,) = value
        return value + 0

    def nearly(value: Any) -> int:
        for _ in range(100):
            (value,) = value
        return 0

    found = failure(bottom, like(nearly), given=[st.just(deep)])
    assert found.path == (0,) * 100
    assert "also looks at value[0][0][0][0][... 92 more ...][0][0][0][0]" in str(found)
    assert "    value[0][0][0][0][... 91 more ...][0][0][0][0]: list of 1\n  +   [0]: 7\n" in str(found)
    assert "  + bottom, in full:" in str(found)


def test_an_argument_that_nothing_is_expected_of_is_shown_as_such():
    found = failure(lambda items, n: (items[0] if items else 0) + n, lambda result, items, n: {"n": hole},
                    given=[st.lists(st.integers()), st.integers()])  # fmt: skip
    assert "  items:    [], of which the second <lambda> says nothing" in str(found)


def test_a_difference_is_named_by_the_first_cell_key_or_end_that_one_side_has_not():
    cases = {
        ("[1, _, *_]", "[1, *_]"): "xs[1]",
        ("[1]", "[1, *_]"): "the end of xs",
        ("{'a': 1, 'b': 2, **_}", "{'a': 1, **_}"): "xs['b']",
        ("{'a': absent, **_}", "{**_}"): "xs['a']",
        ("{'a': 1}", "{'a': 1, **_}"): "the list of keys of xs",
        ("5", "_"): "xs",
    }
    for (more, less), words in cases.items():
        one, other = Demand.parse(more), Demand.parse(less)
        assert part_in_words("xs", further((), one, other), one, other) == words


def test_functions_of_the_same_name_are_told_apart():
    def other(items: list[int]) -> int:
        return items[0] + 0 if items else 0

    named = other
    one, two = lambda items: 0, lambda items: 1

    def other(items: list[int]) -> int:
        return len(items)

    assert names_apart(one, two) == ("the first <lambda>", "the second <lambda>")
    assert [name.partition(" (test_counterexamples.py:")[0] for name in names_apart(named, other)] == ["other", "other"]
    assert len(set(names_apart(named, other))) == 2
    assert len(set(names_apart(one, lambda items: 2))) == 2
    found = failure(lambda items: (items or [0])[0] + 0, like(lambda items: 0), given=[st.lists(st.integers())])
    assert str(found).startswith("the first <lambda> also looks at items")
    assert "- like(the second <lambda>)" in str(found)


def test_arguments_too_big_to_be_shrunk_by_hypothesis_are_said_to_be():
    big = st.just([1] * 400)
    with pytest.raises(DemandMismatch, match=r"met\s+arguments\s+too\s+big\s+for\s+Hypothesis\s+to\s+shrink"):
        check_spec(lambda items: sum(items), like(lambda items: any(items)), given=[big])


def head_and_length(items: list[int], default: int) -> int:
    return items[0] + len(items) if items else default


def test_anything_passes_where_it_stands_and_nothing_else():
    @spec
    def any_head(result, items, default):
        return [..., *[hole] * (len(items) - 1)] if items else [], ...

    check_spec(head_and_length, any_head)

    def reads_the_second_too(items: list[int], default: int) -> int:
        return items[1] if len(items) > 1 else head_and_length(items, default)

    with pytest.raises(DemandMismatch, match="items") as raised:
        check_spec(reads_the_second_too, any_head)
    assert raised.value.counterexample.path == (1,)


def test_all_of_an_argument_may_be_anything():
    head = spec(lambda result, items, default: ([*items[:1], *[hole] * (len(items) - 1)], ...), compare="<=")
    check_spec(head_and_length, head)
    with pytest.raises(SpecError, match=r"for each argument of each call it has \.\.\."):
        check_spec(head_and_length, spec(lambda result, items, default: (..., ...)))


@pytest.mark.parametrize(
    ("expected", "actual", "filled"),
    [
        ([1, ...], "[_, 2]", "[1, 2]"),
        ([1, ...], "_", "[1, _]"),
        (..., "[1, [_]]", "[1, [_]]"),
        (..., "_", "_"),
        ({"a": ..., "b": [..., 2]}, "{'a': 1, 'b': [[_, 3], 4]}", "{'a': 1, 'b': [[_, 3], 2]}"),
        ([1, hole], "[2, 3]", "[1, _]"),
    ],
)
def test_the_actual_demand_stands_in_place_of_it(expected, actual, filled):
    assert with_anything(Demand.of_partial(expected), Demand.parse(actual)) == Demand.parse(filled)


def test_in_a_demand_it_is_the_value_ellipsis():
    def reads(items: list[int]) -> list[object]:
        return [...] if items and items[0] == 0 else []

    check_spec(reads, like(twin(reads)))
    assert Demand.full([...]) != Demand.parse("[1]")


def test_a_reference_without_a_signature_may_raise_a_type_error():
    text = str(failure(lambda xs: xs[0], like(max), given=[st.just([1, "a"])]))
    assert "\n  like(max): raised TypeError(" in text


def test_a_counterexample_tells_what_the_other_function_raised():
    def total(items: list[int]) -> int:
        return sum(items)

    def total_of_small(items: list[int]) -> int:
        if items[:1] and items[0] > 3:
            raise ValueError("big")
        return sum(items)

    assert "\n  like(total_of_small): raised ValueError('big')\n" in str(failure(total, like(total_of_small)))
    assert "like(any): raised" not in str(failure(total, like(any)))


def test_of_calls_on_values_of_two_sorts_the_advice_is_to_give_both_the_same():
    one, other = observe(len, [1, 2]), observe(len, {"a": 1})
    sides = [Side("len", seen.demand, seen, "x") for seen in (one, other)]
    assert describe(*sides)[:2] == [
        "len looks at a dict of 1, and len at a list of 2",
        "  give both one value, converted in the call: observe(lambda x: len(convert(x)), x)",
    ]
    assert describe(Side("kept", Demand.parse("{'a': 1}")), sides[0])[0].startswith("len finds [_, _] at")


def test_a_function_to_compare_with_that_raises_is_named_first():
    def of_pairs(items):
        return [a for a, _ in items]

    drawn = st.lists(st.integers(), min_size=2)
    text = str(failure(lambda items: sum(items), like(of_pairs), given=[drawn]))
    assert text.startswith("like(of_pairs) raised TypeError('cannot unpack non-iterable int object')")
    assert text.splitlines()[1] == "  where <lambda> returned"
    assert "  compare with one that takes what <lambda> takes, lambda x:\n  of_pairs(convert(x)), or draw" in text
