"""Counterexamples are cut to their demand, made simple, and shown side by side."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Any, Union

import demand_strategies
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import examples
from places import from_root

from strictcheck import Demand, check_spec, hole, like, nf, observe, whnf
from strictcheck.demands.marking import MARK, MarkedText, compared, further, mark, part_in_words, wrap_lines
from strictcheck.errors import DemandMismatch
from strictcheck.generate.partial_consumer import nibble
from strictcheck.specs import check_pulls_at_most, shrink
from strictcheck.specs.assertions import names_apart
from strictcheck.specs.cases import CallCase, Inputs
from strictcheck.specs.oracle import SpecJudge
from strictcheck.specs.shrink import cut_down, judge_case, simpler_contexts, simpler_demands, simplify
from strictcheck.specs.specification import Spec

HERE = from_root(__file__)


@dataclass(frozen=True)
class Leaf:
    pass


@dataclass(frozen=True)
class Node:
    left: Tree
    label: int
    right: Tree


Tree = Union[Leaf, Node]  # noqa: UP007  # Hypothesis draws leaves first


def tree_of(size: int, seed: int) -> Tree:
    """A tree of so many nodes; trees of seeds that are near to one another have nothing in common."""
    done: list[Any] = []
    todo: list[Any] = [(size, seed)]
    while todo:
        job = todo.pop()
        if isinstance(job, int):
            right, left = done.pop(), done.pop()
            done.append(Node(left, job, right))
        elif job[0] == 0:
            done.append(Leaf())
        else:
            size, seed = job
            left = (seed * 7919 + 13) % size
            todo += [(seed * 31 + size) % 1000, (size - 1 - left, seed * 3 + 1), (left, seed * 5 + 2)]
    return done[0]


def parse(text):
    return Demand.parse(text, {"Node": Node, "Leaf": Leaf})


def leftmost(tree: Tree) -> int | None:
    label = None
    while isinstance(tree, Node):
        label, tree = tree.label + 0, tree.left
    return label


class Counted:
    """`leftmost`, but it looks to the right of large labels; counts its calls, and those until it did so first."""

    def __init__(self) -> None:
        self.calls = 0
        self.first: int | None = None

    def __call__(self, tree: Tree) -> int | None:
        self.calls += 1
        label = None
        while isinstance(tree, Node):
            label = tree.label + 0
            if label > 900 and isinstance(tree.right, (Leaf, Node)):
                self.first = self.first or self.calls
            tree = tree.left
        return label


def failure(function, expected, **options):
    with pytest.raises(DemandMismatch) as caught:
        check_spec(function, expected, **{"settings": settings(max_examples=300), **options})
    return caught.value.counterexample


# Cut to the demand


BIG = st.builds(tree_of, st.integers(3000, 5000), st.integers(0, 10_000))


def test_a_call_on_thousands_of_nodes_is_cut_to_what_it_looked_at_in_one_step():
    function = Counted()
    tree = tree_of(4000, 3)
    case = CallCase(function, Inputs((tree,), {}), whnf)
    judge = SpecJudge(Spec(lambda result, tree: hole))
    found = judge_case(case, judge)
    assert function.calls == 1
    cut = cut_down(found, judge)
    assert function.calls == 2
    assert cut.case.cut == {"tree": observe(Counted(), tree).demand}
    assert Demand.full(tree).size > 8000
    assert cut.case.cut["tree"].size < 60
    assert cut.observation.demand == found.observation.demand


def test_what_is_cut_is_shrunk_in_few_calls_however_big_it_was():
    function, judge = Counted(), SpecJudge(like(leftmost))
    cases = (CallCase(function, Inputs((tree_of(4000, seed),), {}), nibble(0)) for seed in range(100))
    found = next(filter(None, (judge_case(case, judge) for case in cases)))
    function.first = function.calls
    found = simplify(cut_down(found, judge), judge, {"tree": None}, free_context=True)
    assert str(found.observation.demand) in ("Node(Leaf(), 901, Leaf())", "Node(Leaf(), 901, Node(_, _, _))")
    assert function.calls - function.first < 300


def test_without_leave_to_simplify_only_what_strategies_draw_is_reported():
    drawn = []

    def build(labels: list[int]) -> Tree:
        tree: Tree = Leaf()
        for label in labels:
            tree = Node(tree, label, Leaf())
        drawn.append(tree)
        return tree

    given_ = [st.lists(st.integers(903, 999), min_size=2, max_size=5).map(build)]
    found = failure(Counted(), like(leftmost), given=given_)
    assert str(found.observation.demand) == "Node(Node(Leaf(), 903, Leaf()), 903, Leaf())"
    assert any(found.arguments["tree"].matches(tree) for tree in drawn)


def test_what_the_spec_looks_at_is_not_cut_away():
    found = failure(lambda items: 0, lambda result, items: [hole] * len(items), given=[st.lists(st.integers())])
    assert found.call == "<lambda>(items=[])"
    found = failure(
        lambda items: len(items),
        lambda result, items: items if sum(items) > 5 else [hole] * len(items),
        given=[st.lists(st.integers())],
    )
    assert found.arguments == {"items": Demand.full([6])}


def test_a_call_that_goes_another_way_on_partial_values_is_not_cut():
    turns = itertools.cycle([1, 0])
    judge = SpecJudge(Spec(lambda result, items: hole))
    found = judge_case(CallCase(lambda items: items[next(turns)] + 0, Inputs(([1, 2],), {}), whnf), judge)
    assert cut_down(found, judge) is found
    assert found.case.text() == "<lambda>(items=[1, 2])"


def test_a_call_that_looks_at_less_the_second_time_is_not_cut():
    turns = itertools.count()

    def forgetful(items: list[int]) -> int:
        return items[0] + (items[1] if next(turns) == 0 else 0)

    judge = SpecJudge(Spec(lambda result, items: hole))
    found = judge_case(CallCase(forgetful, Inputs(([1, 2],), {}), whnf), judge)
    assert cut_down(found, judge) is found


def test_where_a_spec_works_on_plain_values_alone_nothing_is_cut():
    def first(numbers: list[int]) -> int:
        return numbers[0] + 0 if numbers else 0

    def spec_in_c(result, numbers):
        return [hole for _ in json.loads(json.dumps(numbers))]

    found = failure(first, spec_in_c, given=[st.just([1, 2])])
    assert found.arguments is None
    assert found.call == "first(numbers=[1, 2])"


def test_an_iterator_stays_one_when_it_is_cut():
    def taken(items):
        return [next(items), next(items)]

    case = CallCase(taken, Inputs((iter([1, 2, 3]),), {}), whnf)
    judge = SpecJudge(Spec(lambda result, items: [items[0], hole, items[2]]))
    cut = cut_down(judge_case(case, judge), judge)
    assert cut.case.cut is not None
    assert cut.observation.demand == Demand.parse("[_, _, *_]")
    assert cut.case.observe().demand == cut.observation.demand  # again, and again


def test_a_deep_call_is_cut_too():
    deep: Any = Leaf()
    for _ in range(5_000):
        deep = Node(deep, 1, Leaf())
    case = CallCase(leftmost, Inputs((deep,), {}), whnf)
    judge = SpecJudge(Spec(lambda result, tree: hole))
    cut = cut_down(judge_case(case, judge), judge)
    assert cut.case.cut["tree"].size == 10_001
    assert len(cut.case.text()) < 2000


# Simpler


@given(demand_strategies.demands_of_one_value(1))
@examples(50)
def test_simpler_demands_are_demands_with_no_more_parts(demands):
    (demand,) = demands
    for simpler in list(simpler_demands(demand))[:20]:
        assert simpler.size <= demand.size
        assert simpler != demand


def simpler_texts(text):
    return [str(demand) for demand in simpler_demands(parse(text))]


def test_lists_lose_elements_dicts_keys_and_atoms_come_nearer_to_nothing():
    assert simpler_texts("[1, _, 2]")[:2] == ["[]", "[1, _]"]
    assert "[_, 2]" in simpler_texts("[1, _, 2]")
    assert simpler_texts("{'a': 1, 'b': _}")[:2] == ["{'b': _}", "{'a': 1}"]
    assert simpler_texts("8") == ["0", "4", "6", "7"]
    assert simpler_texts("-2") == ["0", "2", "-1"]
    assert simpler_texts("2.5") == ["0.0", "2.0"]
    assert simpler_texts("'abc'") == ["''", "'a'", "'ab'"]
    assert simpler_texts("True") == ["False"]
    assert [simpler_texts(text) for text in ("0", "0.0", "''", "False", "None", "_")] == [[]] * 6
    assert simpler_texts("Node(_, _, _)") == []


def test_open_sequences_and_mappings_stay_open():
    assert simpler_texts("[1, *_]")[0] == "[*_]"
    assert simpler_texts("{'a': 1, 'b': absent, **_}")[0] == "{'b': absent, **_}"


def test_a_tree_is_replaced_by_a_subtree_that_may_stand_in_its_place():
    texts = simpler_texts("Node(Node(Leaf(), 1, _), 2, Leaf())")
    assert "Node(Leaf(), 1, _)" in texts
    assert "Leaf()" in texts
    assert "Node(Leaf(), 2, Leaf())" in texts
    assert "1" not in texts


def test_infinite_and_odd_numbers_are_simplified_as_far_as_they_can_be():
    assert list(map(str, simpler_demands(Demand.full(float("inf"))))) == ["0.0"]
    assert list(map(str, simpler_demands(Demand.full(float("nan"))))) == ["0.0"]


def test_contexts_lose_steps_but_not_the_first_look():
    texts = list(map(repr, simpler_contexts(nibble(0, 2, -1))))
    assert "nibble(0)" in texts
    assert "nibble()" not in texts
    assert "nibble(0, 2)" in texts
    assert "nibble(0, 0, -1)" in texts
    assert list(simpler_contexts(nf)) == []


# The picture


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
        "  - like(lazy)  [_]",
        "                 ^",
        "  + eager       [0]",
        "                 ^",
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


def test_a_context_that_is_a_function_goes_by_its_name():
    def eager(items: list[int]) -> list[int]:
        return [item + 1 for item in items]

    found = failure(eager, like(lambda items: []), contexts=nf)
    assert "  context:  nf" in str(found).splitlines()
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
    marks = [number for number, line in enumerate(lines) if set(line.strip()) <= {"^", " "} and "^" in line]
    assert [lines[at].count("^") for at in marks] == [1, 3]  # _ against 100
    assert lines[marks[1] - 1][lines[marks[1]].index("^") :].startswith("100")


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
    assert "  + bottom        ... 7 ..." in str(found)
    assert "  + bottom, in full:" in str(found)


def test_an_argument_that_nothing_is_expected_of_is_shown_as_such():
    found = failure(lambda items, n: (items[0] if items else 0) + n, lambda result, items, n: {"n": hole},
                    given=[st.lists(st.integers()), st.integers()])  # fmt: skip
    assert "  items:    [], of which the second <lambda> says nothing" in str(found)


def test_two_demands_stand_below_one_another_and_what_is_long_is_shown_in_full():
    long = Demand.full(list(range(60)))
    lines = compared(("old", Demand.parse("[_]")), ("new", long), (50,))
    assert lines[0] == "  - old  [_]"
    assert lines[2] == "  + new  ... 50 ..."
    assert lines[4] == "  + new, in full:"
    assert lines[5].startswith("    [0, 1, 2, ")
    assert lines[-1].endswith("58, 59]")


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
    assert [name.partition(" (line ")[0] for name in names_apart(named, other)] == ["other", "other"]
    assert len(set(names_apart(named, other))) == 2
    assert len(set(names_apart(one, lambda items: 2))) == 2
    found = failure(lambda items: (items or [0])[0] + 0, like(lambda items: 0), given=[st.lists(st.integers())])
    assert str(found).startswith("the first <lambda> also looks at items")
    assert "- like(the second <lambda>)" in str(found)


@given(demand_strategies.demands_of_one_value(2))
@examples(100)
def test_marking_changes_nothing_but_the_marks(demands):
    one, other = demands
    for path in [*one.paths()][:5] + [*other.paths()][:5]:
        text, start, end = mark(one, path)
        plain = mark(one, None).text
        assert MARK not in text
        assert 0 <= start <= end <= len(text)
        if one.size < 12 and path in one.paths() and len(plain) < 60:
            assert text == plain
            assert start < end


@given(st.text(st.characters(codec="ascii"), max_size=40), st.integers(0, 40), st.integers(0, 40), st.integers(1, 12))
def test_carets_stand_below_what_is_marked(text, start, end, width):
    start, end = sorted((min(start, len(text)), min(end, len(text))))
    lines = wrap_lines(MarkedText(text, start, end), width)
    if start == end:
        assert "".join(lines) == text
    else:
        assert "".join(lines[::2]) == text
        below = "".join(line.ljust(len(above)) for above, line in zip(lines[::2], lines[1::2], strict=True))
        assert [place for place, mark in enumerate(below) if mark == "^"] == list(range(start, end))


def test_a_search_for_a_simpler_call_that_ended_early_says_so(monkeypatch):
    def total(items: list[int]) -> int:
        return sum(items)

    with pytest.raises(DemandMismatch) as raised:
        check_spec(total, like(lambda items: any(items)))
    assert raised.value.counterexample.unsearched == ""
    monkeypatch.setattr(shrink, "EFFORT", 0)
    for check in (lambda: check_spec(total, like(lambda items: any(items))), lambda: check_pulls_at_most(total, n=1)):
        with pytest.raises(DemandMismatch, match="there may be a simpler call; the search for one ended when it had"):
            check()


def test_arguments_too_big_to_be_shrunk_by_hypothesis_are_said_to_be():
    big = st.just([1] * 400)
    with pytest.raises(DemandMismatch, match="met arguments too big for Hypothesis to shrink"):
        check_spec(lambda items: sum(items), like(lambda items: any(items)), given=[big])
