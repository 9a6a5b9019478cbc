"""`find_needless` finds looks in vain, and nothing else: it does not blame `and` for what it looks at first."""

from __future__ import annotations

import asyncio
import collections
import copy
import datetime
import enum
import io
import itertools
import pickle
import random
import re
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import examples, size

from lazytree import End, Max, Min, alphabeta, from_nested, minimax, search
from strictcheck import Demand, Stream, StrictCheckError, delay, find_needless, nf, observe, take
from strictcheck.errors import NotCertified
from strictcheck.needless import Needless
from strictcheck.needless.counterfactual_values import Choices

quick = examples(60)


@dataclass(frozen=True)
class Point:
    x: Any
    y: Any


class Colour(enum.Enum):
    RED = 1
    GREEN = 2


class Account:
    """An ordinary object."""

    def __init__(self, owner: str, balance: int) -> None:
        self.owner = owner
        self.balance = balance
        self.notes = ["a", "b"]

    def is_empty(self) -> bool:
        return self.balance == 0


def check(function: Callable[..., Any], *args: Any, values: Any = None, tries: int = 200, **options: Any) -> Needless:
    return find_needless(observe(function, *args, **options), values, tries=tries)


def paths(report: Needless) -> list[tuple[Any, ...]]:
    return [finding.path for finding in report.needless]


# --- What is needless ------------------------------------------------------------------------------------------------


def strict_any(xs: Any) -> bool:
    return bool([x for x in xs if x])


def test_looking_on_when_the_answer_is_known_is_needless() -> None:
    report = check(strict_any, [0, 1, 0, 2], values=[0, 1])
    assert paths(report) == [(2,), (3,)]
    assert report.demand == Demand.parse("[0, 1, _, _]")
    assert all(finding.complete for finding in report.needless)


def test_a_list_that_is_walked_for_nothing_is_needless_as_a_whole() -> None:
    report = check(lambda xs, y: (sum(xs), y + 1)[1], [1, 2], 3)
    assert paths(report) == [()]
    assert report.demands == {"xs": Demand(), "y": Demand.parse("3")}


def test_a_length_that_is_asked_and_dropped_is_needless() -> None:
    assert check(lambda xs: (len(xs), 5)[1], [1, 2]).demand == Demand()
    assert not check(len, [1, 2])


def test_an_element_that_is_forced_and_dropped_is_needless() -> None:
    assert check(lambda xs: (xs[0] + 0, xs[1] + 0)[1], [1, 2]).demand == Demand.parse("[_, 2]")


def test_a_look_that_matters_at_a_value_in_the_code_alone_is_needed() -> None:
    assert not check(lambda config: config["host"] if config["mode"] == "debug" else "", {"host": "a", "mode": "x"})
    assert not check(lambda ages: [age > 70 for age in ages], [20, 30], context=nf)
    assert check(lambda config: (config["mode"] == "debug", config["host"])[1], {"host": "a", "mode": "x"})


def test_a_field_that_is_forced_and_dropped_is_needless() -> None:
    assert check(lambda p: (p.x + 0, p.y + 0)[1], Point(1, 2)).demand == Demand.parse("Point(y=2)", globals())


def test_an_attribute_of_an_object_that_is_forced_and_dropped_is_needless() -> None:
    def look(account: Any) -> Any:
        return (account.owner + "", account.is_empty())[1]

    report = check(look, Account("ann", 0))
    assert report.demand == Demand.parse("Account(balance=0)", globals())
    assert not check(lambda account: account.is_empty(), Account("ann", 0))


def test_a_key_that_is_asked_for_and_dropped_is_needless_be_it_there_or_not() -> None:
    report = check(lambda c: (c.get("debug"), "log" in c, c["host"] + "")[2], {"host": "a", "log": 1})
    assert report.demand == Demand.parse("{'host': 'a', **_}")
    assert [finding.saw for finding in report.needless] == ["that there is no 'debug'", "that it is there"]


def test_pulling_further_than_needed_is_needless_from_there_on() -> None:
    report = check(lambda xs: sorted(xs, key=lambda x: 0)[0] + 0, iter([1, 2, 3]))
    assert report.demand == Demand.parse("[1, *_]")
    assert paths(report) == [(1,)]
    assert not check(lambda xs: next(xs) + 0, iter([1, 2, 3]))


def test_asking_for_the_end_is_needless_where_the_end_makes_no_difference() -> None:
    report = check(lambda xs: (next(xs) + 0, next(xs, None))[0], iter([1]))
    assert [(finding.path, finding.saw) for finding in report.needless] == [((), "the end")]
    assert report.demand == Demand.parse("[1, *_]")


def test_an_element_of_a_stream_that_is_skipped_over_has_to_be_pulled_and_not_looked_at() -> None:
    report = check(lambda s: (s[2] + 0, s[0] + 0)[1], Stream(itertools.count()))
    assert report.demand == Demand.parse("[0, _, _, *_]")


def test_eager_code_in_a_lazy_context_is_needless_until_its_result_is_used() -> None:
    def eager(xs: Any) -> Any:
        return [x + 1 for x in xs]

    assert paths(check(eager, [1, 2])) == [(0,), (1,)]
    assert not check(eager, [1, 2], context=nf)
    assert not check(lambda xs: (x + 1 for x in xs), iter([1, 2, 3]), context=take(1, nf))


def test_what_lies_below_a_needless_look_is_not_reported_again() -> None:
    report = check(lambda x: (x[0][0] + x[0][1], 1)[1], ((1, 2), 3))
    assert len(report.findings) == len(report.needless) == 1
    assert report.demand == Demand()


# --- What is not -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("values", list(itertools.product([False, True], repeat=3)))
@pytest.mark.parametrize("function", [any, all, lambda xs: xs[0] and (xs[1] or xs[2]), lambda xs: xs[0] ^ xs[2]])
def test_sequential_connectives_are_never_blamed(function: Any, values: Any) -> None:
    assert not check(function, list(values))
    assert not check(function, [int(value) for value in values], values=[0, 1])


def test_by_hindsight_alone_nothing_is_needless() -> None:
    """`True and False`: the first would not have mattered, as it turned out; nobody could know."""
    report = check(lambda xs: xs[0] and xs[1], [True, False])
    assert not report
    assert report.demand == Demand.parse("[True, False]")
    first = next(finding for finding in report.findings if finding.path == (0,))
    assert first.witness is not None
    assert {str(demands["xs"]) for demands in (first.witness.one, first.witness.other)} == {
        "[True, True]",
        "[False, _]",
    }


def test_the_strict_conjunction_is_blamed_for_its_second_look_only() -> None:
    def strict(xs: Any) -> Any:
        return (xs[0] + 0) & (xs[1] + 0)

    assert check(strict, [0, 1], values=[0, 1]).demand == Demand.parse("[0, _]")
    assert not check(strict, [1, 0], values=[0, 1])


def test_a_record_that_is_read_twice_is_read_once() -> None:
    report = check(lambda p: p.x + p.x, Point(1, 2))
    assert not report
    assert len(report.findings) == 2


def test_majority_looks_at_the_third_vote_only_when_two_differ() -> None:
    def majority(xs: Any) -> bool:
        return sum(int(x) for x in xs) >= 2

    assert check(majority, [1, 1, 0], values=[0, 1]).demand == Demand.parse("[1, 1, _]")
    assert not check(majority, [1, 0, 1], values=[0, 1])


def test_a_look_that_decides_which_exception_is_raised_was_needed() -> None:
    assert not check(lambda a, b: a / b, 1, 0, catch=ZeroDivisionError)
    assert not check(lambda a, b: (a / b, a)[1], 1, 2)
    assert check(lambda a, b: (a / b, a)[1], 1, 2, values=[1, 2, 3]).demands["b"] == Demand()


def test_one_exception_is_not_another() -> None:
    def look(xs: Any) -> Any:
        raise KeyError if xs[0] > 1 else ValueError

    assert not check(look, [1], catch=Exception)
    assert check(lambda xs: 1 // (xs[0] * 0), (1,), catch=Exception).demand == Demand()


@quick
@given(st.sampled_from([sum, sorted, tuple, len]), st.lists(st.integers(0, 3), max_size=3))
def test_functions_of_all_their_argument_need_all_of_it(function: Any, xs: list[int]) -> None:
    assert not check(function, xs, values=range(4), context=nf)


def test_after_the_greatest_there_is_nothing_to_look_for() -> None:
    def greatest(xs: Any) -> int:
        found = -1
        for x in xs:
            found = x + 0 if x > found else found
        return found

    assert check(greatest, [1, 3, 2], values=range(4)).demand == Demand.parse("[1, 3, _]")
    assert not check(greatest, [1, 3, 2], values=range(5))


# --- What remains suffices -------------------------------------------------------------------------------------------


def sometimes(bits: Any, steps: tuple[tuple[int, int], ...]) -> int:
    """A function put together at random: looks at bits, needed or not, as the steps say."""
    total = 0
    for index, what in steps:
        bit = bits[index % len(bits)]
        if what == 0 and bit:
            total += 1
        elif what == 1 and bit and total:
            return total
        elif what == 2:
            total += bit * 0
        elif what == 3 and not bit:
            return 7
    return total


@quick
@given(
    st.lists(st.integers(0, 1), min_size=1, max_size=4),
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=6).map(tuple),
)
def test_any_value_that_agrees_with_the_smaller_demand_gives_the_same_result(bits: list[int], steps: Any) -> None:
    report = check(lambda xs: sometimes(xs, steps), bits, values=[0, 1], tries=2000)
    count_agreements = [
        list(other) for other in itertools.product([0, 1], repeat=len(bits)) if report.demand.matches(list(other))
    ]
    assert bits in count_agreements
    if all(finding.complete for finding in report.needless) and report.demand:
        assert {sometimes(other, steps) for other in count_agreements} == {sometimes(bits, steps)}


@quick
@given(
    st.lists(st.integers(0, 1), min_size=1, max_size=3),
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3)), max_size=5).map(tuple),
)
def test_the_verdict_is_that_of_the_definition(bits: list[int], steps: Any) -> None:
    """Against brute force: a look is needless if it makes no difference to any continuation of what was known."""
    observation = observe(lambda xs: sometimes(xs, steps), tuple(bits))
    report = find_needless(observation, [0, 1], tries=5000)
    seen: list[int] = []
    everything = list(itertools.product([0, 1], repeat=len(bits)))
    looks = [forcing.path[0] for forcing in observation.trace if forcing.path]
    judged = {finding.path[0]: finding.needless for finding in report.findings if finding.path}
    for index in looks:
        known = [other for other in everything if all(other[at] == bits[at] for at in seen)]
        flips = [tuple(1 - bit if at == index else bit for at, bit in enumerate(other)) for other in known]
        matters = any(sometimes(a, steps) != sometimes(b, steps) for a, b in zip(known, flips, strict=True))
        assert judged.get(index, True) == (not matters)
        seen.append(index)


# --- Alpha-beta found again ------------------------------------------------------------------------------------------


def random_game(rng: random.Random, plies: int) -> Any:
    if plies == 0 or (plies < 3 and rng.random() < 0.2):
        return rng.randint(1, 4)
    return [random_game(rng, plies - 1) for _ in range(rng.randint(2, 3))]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 5, 3][: size(1, 3)])
def test_what_minimax_needs_is_what_alpha_beta_looks_at(seed: int) -> None:
    """Nobody told `find_needless` of alpha-beta; scores beyond those of the game may still come."""
    game = from_nested(random_game(random.Random(seed), 3))
    report = check(minimax, game, values=range(6), tries=400)
    assert report.demand == observe(alphabeta, game).demand


def test_alpha_beta_needs_all_that_it_looks_at() -> None:
    game = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert not check(alphabeta, game, values=range(16))


def test_a_cutoff_that_misses_ties_is_found_without_a_reference() -> None:
    game = Min([End(0), Max([End(0), End(0)])])
    report = check(search("broken-strict-cutoff"), game, values=[-1, 0, 1])
    assert report.demand == observe(alphabeta, game).demand
    assert report.needless[0].complete


# --- What may be there -----------------------------------------------------------------------------------------------


def test_values_say_what_parts_may_be() -> None:
    def is_adult(person: Any) -> bool:
        return person["age"] >= 18 or person["age"] < 0

    assert not check(is_adult, {"age": 30})
    assert check(is_adult, {"age": 30}, values=[20, 40]).demand == Demand.parse("{'age': _, **_}")


def test_what_a_call_met_elsewhere_is_tried_first() -> None:
    def has_admin(roles: Any) -> bool:
        return len([role for role in roles if role == "admin"]) > 0

    assert check(has_admin, ["guest", "admin", "guest"]).demand == Demand.parse("['guest', 'admin', _]")


def test_enums_and_bools_are_tried_out_and_none_is_undecided() -> None:
    assert not check(lambda xs: xs[0] is Colour.RED, [Colour.RED])
    assert not check(lambda xs: xs[0] is True, [False])
    report = check(lambda xs: xs[0] is None, [None])
    assert not report
    assert [finding.saw for finding in report.findings if not finding.witness] == ["None"]
    assert all(finding.witness for finding in check(lambda xs: xs[0] is None, [None], values=[None, 1]).findings)


def test_patterns_of_sequences_and_mappings_match_as_they_would() -> None:
    def match(x: Any) -> Any:
        match x:
            case [[a], True]:
                return a + 0
            case [{"k": v}, _]:
                return v
            case _:
                return "neither"

    assert check(match, [[4], True]).demand == Demand.parse("[[4], True]")
    assert check(match, [{"k": "v"}, False]).demand == Demand.parse("[{'k': 'v'}, _]")


@pytest.mark.parametrize(
    "value",
    [
        1,
        -1.5,
        2j,
        "a",
        b"a",
        Fraction(1, 3),
        datetime.date(2020, 2, 29),
        datetime.timedelta(1),
        range(3),
        Colour.RED,
        True,
    ],
)
def test_atoms_of_any_class_have_alternatives(value: Any) -> None:
    assert not check(lambda xs: [xs[0] == value], [value], context=nf)
    assert check(lambda xs: (xs[0] == value, 1)[1], (value,)).demand == Demand()


class Positive(int):
    def __sub__(self, other: int) -> int:
        raise ValueError("it might be negative")


@pytest.mark.parametrize("value", [datetime.timedelta.max, Decimal("sNaN"), Positive(3)], ids=repr)
def test_where_no_alternative_can_be_made_nothing_is_held_against_a_look(value: Any) -> None:
    report = check(lambda xs: (str(xs[0]), 1)[1], [value])
    assert not report
    assert [finding.path for finding in report.findings if not finding.witness] == [(0,)]


def test_a_bool_that_comes_with_a_record_is_not_held_against_anybody() -> None:
    assert not check(lambda p: p.x + 0, Point(1, True))
    assert check(lambda xs: (xs[1], xs[0] + 0)[1], [1, True]).demand == Demand.parse("[1, _]")


def test_variable_arguments_and_keywords_are_judged_like_others() -> None:
    def look(*xs: Any, **named: Any) -> Any:
        return (xs[0] + xs[1] + named["a"], named["b"] + 0)[1]

    report = check(look, 1, 2, a=3, b=4)
    assert {name: str(demand) for name, demand in report.demands.items()} == {
        "xs": "[_, _]",
        "named": "{'a': _, 'b': 4}",
    }


def test_functions_among_the_arguments_are_called_as_they_are() -> None:
    report = check(lambda f, x, y: (f(y), f(x))[1] + 0, lambda n: n + 1, 1, 2)
    assert [finding.argument for finding in report.needless] == ["y"]
    assert report.demands["f"] == observe(lambda f, x, y: (f(y), f(x))[1] + 0, lambda n: n + 1, 1, 2).demands["f"]


def test_parts_that_nobody_computed_are_not_computed() -> None:
    bomb = delay(lambda: 1 / 0)
    assert not check(lambda xs: xs[0] + 0, [1, bomb])
    report = check(lambda xs: xs[1] + 0 if xs[0] > 5 else 0, [1, bomb])
    assert not report.demand - Demand.parse("[1, _]")


def test_calls_that_read_what_they_had_not_read_are_given_what_is_there() -> None:
    config = {"debug": False, "host": "a", "log": {"path": "x"}}
    read: set[str] = set()

    def look(c: Any) -> Any:
        if not c["debug"]:
            return c["host"] + ""
        read.add(str(c["log"]["path"]))
        return c["log"]["path"] + ""

    assert not check(look, config)
    assert "x" in read


def test_strings_that_c_code_insists_on_are_strings_in_every_counterfactual() -> None:
    report = check(lambda xs: ("".join(xs), "-".join(xs[:1]))[1], ("a", "b"), atoms=(str,))
    assert report.demand == Demand.parse("['a', _]")


def test_mappings_that_make_up_what_is_missing_go_on_doing_so() -> None:
    def look(counts: Any) -> Any:
        return counts["a"] + counts["z"]

    for counts in (collections.Counter("aab"), collections.defaultdict(int, a=2, b=5)):
        assert check(look, counts).demand == Demand.parse("{'a': 2, 'z': absent, **_}")


def test_elements_that_raise_raise_in_every_counterfactual() -> None:
    def failing() -> Any:
        return (1 // (1 - n) for n in range(3))

    for source in (failing(), Stream(failing())):
        report = check(lambda xs: list(xs), source, catch=ZeroDivisionError)
        assert [finding.saw for finding in report.findings if not finding.witness] == ["Raised(ZeroDivisionError)"]
    assert not check(lambda xs: xs[2], Stream(failing()), catch=ZeroDivisionError)


NESTED = [
    {"a": [Point(1, None), Point(True, (2, 3))], "b": Colour.RED},
    (Point([1, [2]], {"k": None}), False),
    [[1, 2], [], [3]],
    Account("ann", 3),
]


def walked(value: Any) -> Any:
    """Looks at all there is, by matching."""
    match value:
        case None | True | False | Colour.RED:
            return str(value)
        case Point(x, y):
            return [walked(x), walked(y)]
        case Account(owner=owner, balance=balance):
            return owner + str(balance)
        case {"k": one} | {"a": one}:
            return walked(one)
        case [first, *rest]:
            return [walked(first), [walked(part) for part in rest]]
        case []:
            return 0
        case int():
            return value + 0
    return "other"


@pytest.mark.slow
@pytest.mark.parametrize("make", [list, tuple, iter, Stream, lambda parts: dict(enumerate(parts))])
def test_on_the_actual_arguments_a_call_goes_as_it_went(make: Any) -> None:
    """`find_needless` insists on it before it tries any other; here is much that might go differently."""
    for values in (NESTED[:1], NESTED):
        assert check(
            lambda xs: [walked(x) for x in (xs.values() if hasattr(xs, "values") else xs)],
            make(values),
            tries=8,
            context=nf,
        )


def written_to(entries: Any) -> Any:
    entries["new"] = entries.pop("a")
    return entries


@pytest.mark.parametrize("cls", [dict, OrderedDict, partial(defaultdict, list), Counter])
@pytest.mark.parametrize("function", [written_to, lambda entries: entries | {"z": 1}, lambda entries: entries.copy()])
def test_mappings_that_are_written_to_or_copied_are_judged_as_others(cls: Any, function: Any) -> None:
    assert not check(function, cls({"a": 1, "b": 2}), tries=8, context=nf)


@pytest.mark.parametrize("make", [lambda: io.StringIO("1\n2\n3\n"), lambda: io.BytesIO(b"1\n2\n3\n")])
def test_lines_of_a_file_are_judged_as_elements_of_an_iterator_are(make: Any) -> None:
    assert not check(lambda file: [int(line) for line in file], make(), context=nf)
    found = check(lambda file: (file.readline(), file.readline())[0], make())
    assert found.demand == Demand.parse(f"[{make().readline()!r}, *_]")


def test_the_values_of_the_caller_are_left_alone() -> None:
    xs = [[1, 2], {"a": 3}]
    iterator = iter([1, 2, 3])
    assert check(lambda xs, ys: (xs[0][0] + xs[1]["a"], next(ys) + 0)[1], xs, iterator)
    assert xs == [[1, 2], {"a": 3}]
    assert list(iterator) == [2, 3]


# --- What it says ----------------------------------------------------------------------------------------------------


def test_the_report_is_true_if_there_is_something_and_says_what_where_and_what_would_do() -> None:
    report = check(strict_any, [1, 0], values=[0, 1], where=True)
    assert report
    line = strict_any.__code__.co_firstlineno + 1
    first, second = str(report).splitlines()
    assert re.match(rf"xs\[1\]: 0, forced by \S*test_needless.py:{line} in ", first)
    assert first.endswith(": needless (1 alternative tried, all combinations)")
    assert second == "  xs: [1, 0], where [1, _] would have done"
    assert str(check(any, [1, 0])) == "no look was needless"
    assert repr(report) == f"<Needless: {report}>"


def test_a_needed_look_has_a_witness_of_two_results() -> None:
    report = check(lambda xs: xs[0] + xs[1], [1, 2], values=[0, 1, 2])
    for finding in report.findings:
        assert finding.witness is not None
        assert finding.witness.results[0] != finding.witness.results[1]
    second = report.findings[-1]
    assert second.witness is not None
    assert second.witness.one["xs"] == Demand.parse("[1, 2]")
    assert second.witness.other["xs"].at((0,)) == Demand.parse("1")
    assert "gives 3" in str(second.witness)


def test_a_needless_look_has_a_witness_that_makes_no_difference() -> None:
    (finding,) = check(lambda xs: (xs[0] + 0, 1)[1] + len(xs), [1]).needless
    assert finding.witness is not None
    assert finding.witness.one != finding.witness.other
    assert finding.witness.results[0] == finding.witness.results[1]


def test_a_witness_tells_of_exceptions() -> None:
    report = check(lambda a, b: a / b, 1, 2, values=[0, 1, 2])
    assert "gives ZeroDivisionError(" in "".join(str(finding.witness) for finding in report.findings)


@pytest.mark.slow
def test_what_cannot_be_tried_out_completely_is_not_said_to_be_complete() -> None:
    report = check(lambda xs: (sum(xs), 1)[1] + len(xs), list(range(9)), tries=80)
    assert report
    assert not report.needless[0].complete
    assert report.needless[-1].complete


def test_the_report_is_the_same_every_time() -> None:
    observation = observe(lambda xs: (max(xs), xs[0])[1] + 0, [3, 1, 2])
    assert find_needless(observation) == find_needless(observation)


def test_results_that_differ_only_inside_of_an_opaque_value_differ() -> None:
    assert not check(lambda xs: {xs[0] + 0}, [1], context=nf)


# --- Bad input -------------------------------------------------------------------------------------------------------


def test_a_function_that_does_not_depend_on_its_arguments_alone_is_found_out() -> None:
    counter = itertools.count()
    with pytest.raises(NotCertified, match="its arguments alone"):
        find_needless(observe(lambda xs: xs[0] + next(counter), [1]), certify=False)


def fail() -> Any:
    raise ValueError


def second(xs: Any) -> Any:
    with suppress(ValueError):
        repr(xs[0])
    return xs[1]


@pytest.mark.parametrize(
    ("function", "value", "judged"),
    [
        (lambda xs: len(xs) > 0 and xs[0] > 1, [], ["xs"]),
        (second, [delay(fail), 2], ["xs", "xs[0]", "xs[1]"]),
        (second, [bytearray(), 2], ["xs", "xs[0]", "xs[1]"]),
        (lambda xs: (hasattr(xs, "other"), xs.x)[1], Account("ann", 3), ["xs", "xs", "xs"]),
    ],
)
def test_a_part_of_which_no_other_value_is_known_counts_as_needed(function: Any, value: Any, judged: list[str]) -> None:
    report = find_needless(observe(function, value, catch=AttributeError))
    assert (report.needless, [finding.part for finding in report.findings]) == ((), judged)


@pytest.mark.parametrize("value", [None, bytearray()])
def test_what_depends_on_a_part_of_which_no_other_value_is_known_is_not_said_to_be_complete(value: Any) -> None:
    def is_large(xs: Any) -> bool:
        return xs[1] > 0 and bool(xs[0])

    (one,) = check(is_large, [value, 3]).needless
    assert (one.part, one.complete) == ("xs[1]", False)
    assert not check(is_large, [None, 3], values=[0, 3])
    assert check(lambda xs: (xs[1] + 0, 5, xs[0] is None)[1], [None, 3]).needless[0].complete is False
    assert check(lambda xs: (xs[1] + 0, 5)[1], [None, 3]).needless[0].complete


def test_what_is_no_observation_is_refused() -> None:
    with pytest.raises(TypeError, match="pass observe"):
        find_needless(len)  # type: ignore[arg-type]


@pytest.mark.parametrize("values", [5, 1.5, object(), {"xs": [1]}])
def test_values_that_say_nothing_are_refused(values: Any) -> None:
    with pytest.raises(TypeError, match="does not say what parts may be"):
        check(len, [1], values=values)


@pytest.mark.parametrize("tries", [0, 1, -1, 2.5, True, None])
def test_too_few_tries_are_refused(tries: Any) -> None:
    with pytest.raises(ValueError, match="tries="):
        check(len, [1], tries=tries)


def test_looks_of_a_coroutine_function_are_tried_as_those_of_any_other() -> None:
    async def look(xs: Any) -> Any:
        return xs[0] + 0 * xs[1]

    assert [finding.path for finding in find_needless(asyncio.run(observe(look, [1, 2]))).needless] == [(1,)]


def test_a_call_without_looks_has_nothing_needless() -> None:
    assert not check(lambda: 5)
    assert not check(lambda xs: 5, [1])
    assert check(lambda xs: 5, [1]).findings == ()


def test_demand_is_for_a_single_argument() -> None:
    with pytest.raises(StrictCheckError, match="2 arguments"):
        _ = check(lambda a, b: a + b, 1, 2).demand


def test_deep_arguments_are_ordinary() -> None:
    deep: Any = 1
    for _ in range(1_000):
        deep = [deep]

    def second(x: Any) -> Any:
        return x[0][0] is not None

    def bottom(x: Any) -> Any:
        while not isinstance(x, int):
            x = x[0]
        return 5

    assert check(second, (deep,), tries=4).demand.size <= 4
    assert check(bottom, deep, tries=2, values=[0]).demand == Demand()


def test_wide_arguments_are_ordinary() -> None:
    report = check(lambda xs: (xs[0] + 0, xs[4_999] + 0)[0], tuple(range(5_000)), tries=4)
    assert paths(report) == [(4_999,)]


# --- Choices ---------------------------------------------------------------------------------------------------------


def test_choices_go_through_all_combinations_once_though_they_depend_on_each_other() -> None:
    choices = Choices(tries=100)
    found = []
    while choices.next():
        first = choices.pick("a", 2, lambda: 0)
        found.append((first, choices.pick("b", 3, lambda: 0) if first else None))
    assert found == [(0, None), (1, 0), (1, 1), (1, 2)]
    assert choices.complete


def test_choices_are_made_once_until_the_next_combination() -> None:
    choices = Choices(tries=4)
    while choices.next():
        assert choices.pick("a", 5, lambda: 0) == choices.pick("a", 5, lambda: 0)
    assert choices.tried == 4
    assert not choices.complete


def test_findings_are_kept_by_pickle_and_copies() -> None:
    found = check(lambda xs: (xs[0] + 0, xs[1] + 0)[1], [1, 2])
    assert pickle.loads(pickle.dumps(found)) == copy.copy(found) == found
