"""Tests that have checked nothing fail, at their end."""

from __future__ import annotations

import re
import sys

pytest_plugins = ["pytester"]


def test_a_test_fails_whose_context_manager_was_never_entered(pytester):
    pytester.makepyfile(
        """
        import pytest
        from strictcheck import max_forced, observe

        def test_kept():
            budget = max_forced(10)
            assert observe(sum, [1]).result == 1

        @pytest.fixture
        def budget():
            return max_forced(1)

        def test_kept_by_a_fixture(budget):
            assert observe(sum, [1]).result == 1

        def test_entered_from_a_fixture(budget):
            with budget:
                assert observe(len, [1]).result == 1

        def test_entered():
            with max_forced(1):
                assert observe(len, [1]).result == 1
        """
    )
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-W", "ignore")
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines(["*max_forced(10) was made and never used*"])


def test_a_test_fails_that_drops_an_answer(pytester):
    pytester.makepyfile(
        """
        from strictcheck import find_needless, observe, same_demand

        async def first(numbers):
            return numbers[0]

        def test_needless():
            find_needless(observe(sum, [0, 1]))

        def test_same_demand():
            same_demand(any, all)

        def test_coroutine():
            observe(first, [1])

        def test_read():
            assert not find_needless(observe(sum, [0, 1]))
        """
    )
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-W", "ignore")
    result.assert_outcomes(passed=1, failed=3)
    result.stdout.fnmatch_lines(["*the answer of find_needless was made and never used*"])


def test_golden_demands_that_compare_nothing_fail(pytester):
    pytester.makepyfile(
        """
        import pytest
        from strictcheck import Demand, observe

        def test_forgotten(golden_demand):
            assert observe(len, [1]).demand != Demand.parse("_")

        def test_called(golden_demand):
            golden_demand(observe(len, [1]).demand)

        def test_observation(golden_demand):
            assert golden_demand != observe(len, [1])

        def test_named(golden_demand):
            assert observe(len, [1]).demand == golden_demand("one")

        def test_skipped(golden_demand):
            pytest.skip("not today")
        """
    )
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "--demand-update")
    result.assert_outcomes(passed=2, failed=2, errors=1, skipped=1)
    result.stdout.fnmatch_lines(["*test_forgotten asks for golden_demand and compares nothing with it; write *"])


VACUOUS_TESTS = """
import unittest
import pytest
from hypothesis import given, strategies as st
from strictcheck import Demand, assert_no_more_demand, assert_pulls_at_most, assert_same_demand, max_forced, observe

def lazy(xs): return next((x for x in xs if x), None)
def eager(xs): return [*[x for x in xs if x], None][0]
def another(xs): return next((x for x in xs if x > 0), None)
def each(xs): yield from xs

@pytest.mark.parametrize("xs", [[], [0], [1, 2]])
def test_some_cases_show_something(xs): assert_same_demand(lazy, another, xs)

@pytest.mark.parametrize("xs", [[], (), {}])
def test_no_case_shows_anything(xs): assert_same_demand(lazy, eager, xs)

@given(st.lists(st.integers(0, 9)))
def test_given(xs): assert_same_demand(lazy, another, xs)

@given(st.lists(st.just(0), max_size=0))
def test_given_what_shows_nothing(xs): assert_same_demand(lazy, eager, xs)

def test_in_a_loop():
    for xs in ([], [0], [1, 2, 3, 4]):
        assert_pulls_at_most(lazy, xs, n=3)

def test_in_a_loop_of_short_ones():
    for xs in ([], [0], [1, 2]):
        assert_pulls_at_most(lazy, xs, n=3)

@pytest.fixture
def short(): return []

@pytest.fixture
def unasked(): return observe(each, [1, 2])

def test_a_fixture_that_asked_nothing(unasked): assert len(unasked.trace) < 3

def test_nothing_asked_and_counted(): assert observe(each, [1, 2]).demand.size < 3

@pytest.mark.parametrize("function", [each, lazy])
def test_one_case_looks(function): assert observe(function, [1, 2]).demand.size < 3

def test_only_effects_count():
    observe(lazy, [1, 2])
    with max_forced(2): observe(lazy, [1, 2])
    cache = {observe(lazy, [1, 2]).demand: 0}
    cache.setdefault(observe(lazy, [1, 2]).demand, 1)

def test_no_more_than_all(): assert observe(eager, [1, 2]).demand <= Demand.full([1, 2])

def test_all_is_no_less(): assert Demand.full([1, 2]) >= observe(eager, [1, 2]).demand

def test_no_more_than_all_of_a_dict():
    assert observe(lambda d: d["a"], {"a": 1, "b": [2]}).demand <= Demand.full({"a": 1, "b": [2]})

def test_no_more_than_a_pattern_of_all(): assert observe(lazy, [1, 2]).demand <= Demand.parse("[1, 2]")

def test_no_more_than_some():
    assert observe(lazy, [1, 2]).demand <= Demand.parse("[1, _]")
    assert observe(lazy, iter([1, 2])).demand <= Demand.parse("[1]")
    assert observe(lambda d: d["a"], {"a": 1, "b": 2}).demand <= Demand.parse("{'a': 1}")

class TestOfUnittest(unittest.TestCase):
    def test_empty(self):
        for xs in [], ():
            with self.subTest(xs=xs): assert_same_demand(lazy, eager, xs)
    def test_expected(self):
        with self.assertRaises(Exception): assert_same_demand(lazy, eager, [])
    def test_never_entered(self): max_forced(3)
    def test_good(self):
        for xs in [], [1, 2]: assert_same_demand(lazy, another, xs)

def test_one_line_of_two(short):
    assert_same_demand(lazy, another, [1, 2])
    assert_no_more_demand(lazy, eager, short)

async def wait(xs): return lazy(xs)

def test_coroutine(short): assert_same_demand(wait, eager, short)

class TestOfAClass:
    @pytest.mark.parametrize("xs", [[], ()])
    def test_no_case(self, xs): assert_same_demand(lazy, eager, xs)
"""


def test_a_test_fails_if_no_call_of_one_of_its_assertions_could_have_failed(pytester):
    file = pytester.makepyfile(VACUOUS_TESTS)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-rfEp", "--tb=short")
    failed = {line.split("::", 1)[1].split(" ")[0] for line in result.outlines if line.startswith("FAILED")}
    assert failed == {
        "test_no_case_shows_anything[xs2]",
        "test_given_what_shows_nothing",
        "test_in_a_loop_of_short_ones",
        "test_one_line_of_two",
        "test_coroutine",
        "TestOfAClass::test_no_case[xs1]",
        "test_nothing_asked_and_counted",
        "test_no_more_than_all",
        "test_no_more_than_a_pattern_of_all",
        "test_all_is_no_less",
        "test_no_more_than_all_of_a_dict",
        "TestOfUnittest::test_empty",
        "TestOfUnittest::test_expected",
        "TestOfUnittest::test_never_entered",
    }
    result.stdout.fnmatch_lines(
        ["*observe has checked nothing: each is*", "ERROR *::test_a_fixture_that_asked_nothing*"]
    )
    result.stdout.fnmatch_lines(
        [
            "assert_same_demand has checked nothing: all of xs={} was looked at by both,",
            f"*at {file.name}:15 in test_no*",
        ]
    )


UNITTEST = """
import unittest
from hypothesis import given, settings, strategies as st
from strictcheck import assert_reads_only, assert_same_demand, max_forced, observe

def first(xs): return next((x for x in xs if x), None)
settings.register_profile("patient", deadline=None, database=None, max_examples=20)
settings.load_profile("patient")
numbers = given(st.lists(st.integers(0, 1)))

class Test(unittest.TestCase):
    @numbers
    def test_bad_reads(self, xs): assert_reads_only(lambda x: 1, xs, "0")
    @given(st.just([]))
    def test_bad_empty(self, xs): assert_same_demand(first, sum, xs)
    @numbers
    def test_bad_budget(self, xs):
        with max_forced(1000): observe(first, xs)
    @numbers
    def test_good(self, xs):
        assert_same_demand(first, lambda xs: next(filter(None, xs), None), xs)
        assert_same_demand(first, lambda xs: next(filter(None, xs), None), [1, 2])

class AsyncTest(unittest.IsolatedAsyncioTestCase):
    async def test_bad_within(self):
        given(st.just([]))(lambda xs: assert_same_demand(first, sum, xs))()
"""


def test_unittest_fails_a_test_of_hypothesis_that_checks_nothing(pytester):
    file = pytester.makepyfile(UNITTEST)
    run = pytester.run(sys.executable, "-m", "unittest", file.stem)
    failed = [line.split()[1] for line in run.errlines if line.startswith("ERROR: ")]
    assert sorted(failed) == ["test_bad_budget", "test_bad_empty", "test_bad_reads", "test_bad_within"]
    run.stderr.fnmatch_lines(["*NothingChecked: assert_reads_only has checked nothing: nothing inside x was read,"])
    run.stderr.fnmatch_lines([f"*at {file.name}:12 in Test.test_bad_reads"])


OBSERVING = """
import asyncio
import pytest
from unittest import IsolatedAsyncioTestCase, TestCase
from hypothesis import given, strategies as st
from strictcheck import Demand, max_forced, observe, observing

def eager(xs): return [x for x in xs]
async def eagerly(xs): return [x for x in xs]
def helper(xs): observe(eager, xs)

def test_bad(): observe(eager, [1, 2])
def test_bad_in_an_event_loop(): asyncio.run(observe(eagerly, [1, 2]))
def test_bad_in_a_loop():
    for number in range(3):
        xs = [number]
        observe(eager, xs)
@given(st.lists(st.integers()))
def test_bad_of_any(xs): observe(eager, xs)
class TestBad:
    @pytest.mark.parametrize("number", [1, 2])
    def test_bad_of_each(self, number):
        "It only calls."
        observe(eager, [number])
def test_bad_kept(): seen = observe(eager, [1])
class TestAwaited(IsolatedAsyncioTestCase):
    async def test_bad_awaited(self): await observe(eagerly, [1])

def test_bad_printed(): print(observe(eager, [1]))
def test_bad_read(): print(str(observe(eager, [1]).demand))
def test_good_in_a_budget():
    with max_forced(2): observe(next, iter([1, 2, 3]))
@max_forced(2)
def test_good_that_is_limited(): observe(next, iter([1, 2, 3]))
def test_good_of_a_helper(): helper([1])
def test_good_of_a_function_within():
    def test(xs): observe(eager, xs)
    test([1])
def test_good_of_what_it_raises():
    with pytest.raises(TypeError): observe(eager, 1)
def test_good_beside_an_assertion():
    xs = []
    observe(xs.append, 1)
    assert xs == [1]
def test_good_in_a_block():
    with observing([1]) as seen: observe(eager, seen.value)
    assert seen.demand <= Demand.parse("[_]")
def test_bad_block():
    with observing([1]) as seen: eager(seen.value)
def test_bad_block_that_is_shown():
    with observing([1]) as seen: eager(seen.value)
    print(seen.value)
def test_bad_shown(): print(observe(eager, [1]).demand)
def test_bad_named_and_shown():
    seen = observe(eager, [1])
    print(seen.demand)
def test_bad_found_to_be_there():
    seen = observe(eager, [1])
    assert seen.demand is not None
def test_bad_of_its_class(): assert isinstance(observe(eager, [1]).demand, Demand)
def test_bad_in_a_list(): assert [observe(eager, [1]).demand]
def test_bad_apart(): assert observe(eager, [1]).demand is not Demand.parse("[_]")
def test_bad_as_text(): assert str(observe(eager, [1]).demand)
class TestShown(TestCase):
    def test_bad_in_unittest(self): self.assertIsNotNone(observe(eager, [1]).demand)
def test_good_that_shows_what_it_asserts():
    seen = observe(eager, [1])
    print(seen.demand)
    assert seen.demand is not None and seen.demand == Demand.parse("[_]")
def test_good_as_text(): assert str(observe(eager, [1]).demand) == "[_]"
def test_good_beside_another_call():
    called = []
    observe(eager, [1])
    called.append(1)
"""


def test_a_test_fails_that_only_observes_and_reads_nothing_of_it(pytester):
    pytester.makepyfile(OBSERVING)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-rf")
    failed = {re.split(r"[ \[]", line.split("::")[-1])[0] for line in result.outlines if line.startswith("FAILED")}
    assert failed == set(re.findall(r"def (test_bad\w*)", OBSERVING))
    result.stdout.fnmatch_lines(["observe has checked nothing: the test reads nothing of the observation*"])


UNCALLED = """
import asyncio
import functools
import pytest
import types
import strictcheck
from strictcheck import assert_lazy, check_spec, observe

def helper(xs): assert_lazy(iter, iter(xs))
def test_bad(): assert_lazy
def test_bad_asserted(): assert check_spec
def test_bad_of_a_module():
    strictcheck.assert_lazy
    assert 1 + 1 == 2
def test_bad_verify(): assert observe(any, [1, 2]).verify
def test_bad_replay(): observe(any, [1, 2]).replay
class Test:
    def test_bad_in_a_class(self): assert_lazy
def test_bad_helper_in_a_lambda(): lambda: helper([1])
def test_bad_in_a_generator(): (assert_lazy(lambda it: map(str, it), xs) for xs in [[1], [2]])
def test_bad_in_a_map(): map(lambda xs: assert_lazy(lambda it: map(str, it), xs), [[1], [2]])
def test_bad_in_a_partial(): functools.partial(assert_lazy, list, [1])
def test_bad_in_a_function_that_nobody_uses():
    def check():
        assert_lazy(lambda it: map(str, it), iter([1]))

def test_bad_in_a_lambda(): lambda: assert_lazy(list, [1])
def test_bad_in_a_lambda_that_is_true(): assert lambda: observe(any, [1]).demand
def test_bad_in_a_lambda_that_nobody_calls(): check = lambda: assert_lazy(list, [1])
def test_bad_observation_in_a_function_that_nobody_calls():
    def check():
        assert observe(any, [1]).result
def test_bad_function_that_is_named_alone():
    async def check():
        assert observe(any, [1]).result
    check
def test_bad_coroutine_that_nobody_awaits():
    async def check():
        assert observe(any, [1]).result
    check()
def test_good_attribute_of_that_name():
    session = types.SimpleNamespace(verify=True)
    assert session.verify
def is_lazy(xs): assert_lazy(lambda it: map(str, it), xs)
def test_bad_helper(): is_lazy
class TestWithHelper:
    def is_lazy(self): assert_lazy(lambda it: map(str, it), iter([1]))
    def test_bad_helper_of_a_class(self): self.is_lazy
    def test_good_helper_of_a_class(self): self.is_lazy()

@pytest.fixture
def lazy():
    assert_lazy(lambda it: map(str, it), iter([1]))
def test_good_fixture_that_is_named(lazy): lazy
def test_good_coroutine():
    async def check():
        assert observe(any, [1]).result
    asyncio.run(check())
def test_good_in_functions():
    def check():
        assert_lazy(lambda it: map(str, it), iter([1]))
    check()
    list(map(lambda xs: assert_lazy(lambda it: map(str, it), xs), [iter([1])]))
def test_good_method_that_python_calls():
    class Curious:
        part = 1
        def __eq__(self, other): return observe(lambda a, b: a.part == b.part, self, other).result
    assert Curious() == Curious()
def test_good(): assert observe(any, [1, 2]).verify().demand.size == 2
def test_good_passed_on(): assert callable(assert_lazy)
def test_good_of_another():
    check_list = [1]
    assert check_list
    assert strictcheck.observe
"""


def test_a_test_fails_that_names_an_assertion_and_does_not_call_it(pytester):
    pytester.makepyfile(UNCALLED)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-rf")
    failed = {line.split("::")[-1].split(" ")[0] for line in result.outlines if line.startswith("FAILED")}
    assert failed == set(re.findall(r"def (test_bad\w*)", UNCALLED))
    result.stdout.fnmatch_lines(["assert_lazy is not called, at line 9, so it checks nothing; write assert_lazy(...)"])


WITHOUT_EFFECT = """
import asyncio
import logging
import threading
from contextlib import suppress
import pytest
from hypothesis import given, strategies as st
from strictcheck import *

def eager(xs): return iter([*xs])
async def first(xs): return xs[0]
async def last(xs): return xs[-1]

def test_bad_loop():
    for xs in []: assert_lazy(eager, iter(xs))
def test_bad_condition():
    if not eager([1]): assert_lazy(eager, iter([1]))
def test_bad_comprehension(): assert all(assert_lazy(eager, iter(xs)) is None for xs in [])
def test_bad_exception():
    try: assert_lazy(eager, iter([1]))
    except AssertionError: pass
def test_bad_exception_that_is_logged():
    try: assert_lazy(eager, iter([1]))
    except AssertionError as error:
        print(error)
        logging.warning("it was eager")
def test_bad_exception_in_a_loop():
    for xs in ([1], [2]):
        try: assert_lazy(eager, iter(xs))
        except AssertionError: continue
def test_bad_suppress():
    with suppress(AssertionError): assert_lazy(eager, iter([1]))
def test_bad_gather():
    async def wait(made): await asyncio.gather(made, return_exceptions=True)
    asyncio.run(wait(assert_same_demand(first, last, [1, 2])))
@pytest.mark.parametrize("xs", [[1], [2, 3]])
def test_bad_cases(xs):
    if not xs: assert_lazy(eager, iter(xs))

def helper(xs): assert_lazy(eager, iter(xs))
def helper_of_helper(xs): helper(xs)
def walked(xs):
    helper(xs)
    yield
async def awaited(): helper([1])
def test_bad_helper_in_a_loop():
    for xs in []: helper(xs)
def test_bad_helper_under_a_condition():
    if not eager([1]): helper_of_helper([1])
def test_bad_helper_that_fails():
    with suppress(AssertionError): helper([1])
def test_bad_generator(): walked([1])
def test_bad_tasks(): asyncio.run(asyncio.wait_for(gathered(), None))
async def gathered(): await asyncio.gather(awaited(), return_exceptions=True)
def test_bad_decorated():
    @given(st.lists(st.integers()))
    def inner(xs): helper(xs)
def test_bad_method():
    class Checks:
        def check(self): helper([1])
    Checks()
def test_bad_check(): [check_spec(eager, f) for f in []]
def test_bad_budget():
    for limit in ():
        with max_forced(limit): observe(eager, [1])
def test_bad_budget_with_a_name_that_nobody_reads():
    with max_forced(9) as budget: observe(any, [1])
def test_bad_observation():
    for xs in []: assert observe(eager, xs).demand == observe(any, xs).demand
def test_bad_block():
    if not eager([1]):
        with observing([1]) as seen: eager(seen.value)
        assert seen.demand == Demand()
def test_bad_comparison():
    try: assert observe(eager, [1, 2]).demand == observe(any, [1, 2]).demand
    except AssertionError: pass

def test_good_check(): check_spec(any, like(lambda xs: any(xs)), given=[st.lists(st.integers())])
def test_good_block():
    with observing([1]) as seen: eager(seen.value)
    assert len(seen.trace) == 1
def test_good_budget():
    with pytest.raises(TooMuchForced):
        with max_forced(0): observe(eager, [1])
def test_good_budget_that_counts():
    with max_forced(9) as budget: observe(any, [1])
    assert budget.count == 2
def test_good_helper_that_is_expected_to_fail():
    with pytest.raises(AssertionError): helper([1])
def test_good_method_that_is_expected_to_fail():
    class Checks:
        def check(self): helper([1])
    with pytest.raises(AssertionError): Checks().check()
def said(call):
    try: call()
    except AssertionError as error: return str(error)
def test_good_call_passed_on():
    def call(): helper([1])
    assert "looked" in said(call) and "looked" in said(lambda: helper([1]))
def test_good_raises():
    with pytest.raises(DemandMismatch): assert_lazy(eager, iter([1]))
def test_good_print_that_is_read(capsys):
    try: assert_lazy(eager, iter([1]))
    except AssertionError as error: print(error)
    assert "looked" in capsys.readouterr().out
def test_good_handler():
    try: assert_lazy(eager, iter([1]))
    except DemandMismatch as error: assert "looked" in str(error)
def test_good_loop():
    for xs in ([], [1]):
        if xs: assert_lazy(iter, iter(xs))
@pytest.mark.parametrize("xs", [[1], []])
def test_good_cases(xs):
    if xs: assert_lazy(lambda it: map(str, it), iter(xs))
def test_good_thread():
    one = threading.Thread(target=assert_lazy, args=(lambda it: map(str, it), iter([1])))
    one.start()
    one.join()
def test_good_beside():
    if not eager([1]): assert_lazy(eager, iter([1]))
    assert observe(first, [1, 2], context=None).demand if False else observe(any, [1, 2]).demand.size == 2
def test_good_inner():
    def failing(): assert_lazy(eager, iter([1]))
    with pytest.raises(DemandMismatch): failing()
"""


def test_a_test_fails_in_which_no_assertion_has_passed(pytester):
    pytester.makepyfile(WITHOUT_EFFECT)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-rf")
    failed = {line.split("::")[-1].split(" ")[0] for line in result.outlines if line.startswith("FAILED")}
    assert {re.sub(r"\[.*", "", name) for name in failed} == set(re.findall(r"def (test_bad\w*)", WITHOUT_EFFECT))
    result.stdout.fnmatch_lines(["assert_lazy, at line 14, has not run, or has failed unnoticed*"])


QUESTIONS = """
import pytest
from array import array
from unittest import TestCase
from strictcheck import Demand, max_forced, observe

CONFIG = {"host": "a", "port": 80, "name": "n", "db": {"user": "b"}}
TAGS = {"tags": {"a", "b"}, "name": "n"}
NUMBERS = array("q", [1, 2, 3, 4, 5])

MOST = Demand.parse("[1, *_]")

def host(config): return config["host"]
def each(xs): return (x for x in xs)

def test_bad_argument(): assert "port" not in observe(host, CONFIG).demands
def test_bad_argument_misspelled(): assert "confg" not in observe(host, CONFIG).demands
def test_bad_argument_left_out(): assert "other" not in observe(lambda config, other=1: 1, CONFIG).demands
def test_bad_meet(): assert observe(host, CONFIG).demand & observe(all, CONFIG).demand
def test_bad_join(): assert observe(host, CONFIG).demand | Demand()
def test_good_difference(): assert observe(all, CONFIG).demand - observe(host, CONFIG).demand
def test_bad_argument_got(): assert observe(host, CONFIG).demands.get("port") is None
def test_bad_path(): assert ("password",) not in observe(host, CONFIG).demand
def test_bad_among_paths(): assert ("db", "password") not in observe(host, CONFIG).demand.paths()
def test_bad_index(): assert (3,) not in observe(any, [1, 2]).demand
def test_bad_part(): assert not observe(host, CONFIG).demand.at(("password",))
def test_bad_most(): assert observe(each, iter([1, 2])).demand <= Demand.parse("[1, *_]")
def test_bad_most_of_a_dict(): assert observe(lambda xs: {"a": each(xs)}, iter([1, 2])).demand <= MOST
def test_bad_least(): assert Demand.parse("_") <= observe(host, CONFIG).demand
def test_bad_itself(): assert (d := observe(host, CONFIG).demand) == d
def test_bad_below_itself(): assert (d := observe(host, CONFIG).demand) <= d
def test_bad_truth(): assert observe(host, CONFIG).demand
def test_bad_truth_of_unittest(): TestCase().assertTrue(observe(host, CONFIG).demand)
def test_bad_statement(): observe(host, CONFIG).demand == Demand.parse("_")
def test_bad_statement_of_lines():
    observe(host, CONFIG).demand >= (
        Demand.parse("{'host': 'a', **_}")
    )
def test_bad_kept(): same = observe(host, CONFIG).demand == MOST
def test_bad_kept_under_no_name(): _ = observe(host, CONFIG).demand <= MOST
def test_bad_list(): same = [observe(host, CONFIG).demand == MOST, 1]
def test_bad_list_that_grows():
    same = []
    same.append(observe(host, CONFIG).demand == MOST)
def test_bad_loop():
    same = True
    for _ in range(2):
        same = same and observe(host, CONFIG).demand != observe(all, CONFIG).demand == MOST
def test_bad_all(): all(observe(host, one).demand == MOST for one in [CONFIG])
def test_bad_tuple(): assert (observe(host, CONFIG).demand == MOST, "no more")
def test_bad_list_that_is_true(): assert [observe(host, CONFIG).demand == MOST]
def test_bad_bool(): assert bool(observe(host, CONFIG).demand)
def test_bad_comparison_of_the_answer(): (observe(host, CONFIG).demand == MOST) is True
def test_bad_not(): not observe(host, CONFIG).demand == MOST
def is_most(demand): return demand == MOST
def passed_on(demand): return is_most(demand)
def test_bad_helper(): passed_on(observe(host, CONFIG).demand)
def test_bad_return(): return observe(host, CONFIG).demand == MOST
def test_bad_truths():
    one, other = observe(host, CONFIG).demand, observe(all, CONFIG).demand
    assert one and other
def test_bad_statement_of_a_path(): ("port",) in observe(host, CONFIG).demand
def test_bad_path_of_a_set(): assert ("tags", "c") not in observe(lambda config: "a" in config["tags"], TAGS).demand
def test_bad_path_of_a_list(): assert ("user",) not in observe(any, [1, 2]).demand
def test_bad_path_in_an_array(): assert (4,) not in observe(lambda xs: xs[0], NUMBERS).demand
def test_bad_part_of_an_array(): assert not observe(lambda xs: xs[0], NUMBERS).demand.at((4,))
def test_bad_path_in_an_atom(): assert ("port",) not in observe(host, CONFIG, atoms=(str, dict)).demand
def test_bad_same_array(): assert observe(lambda xs: xs[0], NUMBERS).demand == observe(lambda xs: xs[1], NUMBERS).demand
def test_bad_no_more(): assert observe(lambda xs: xs[0], NUMBERS).demand <= observe(lambda xs: xs[1], NUMBERS).demand
def test_bad_same_set(): assert observe(lambda s: 1 in s, {1, 2}).demand == observe(lambda s: len(s), {1, 2}).demand
def test_bad_same_text(): assert observe(lambda s: s[0], "ab").demand == observe(lambda s: s[1], "ab").demand
@max_forced(9, of=str)
def test_bad_budget_that_decorates(): observe(host, CONFIG)

@max_forced(1, of=str)
def test_good_budget_that_decorates(): observe(host, CONFIG)
def test_good_answer():
    assert (
        observe(host, CONFIG).demand
        == Demand.parse("{'host': 'a', **_}")
    )
def test_good_kept():
    same = observe(host, CONFIG).demand == MOST
    other: list[bool] = []
    other.append(is_most(Demand()))
    assert not same and other
RESULTS = []
def test_good_kept_elsewhere():
    RESULTS.append(observe(host, CONFIG).demand == MOST)
    TestCase().assertFalse(is_most(observe(host, CONFIG).demand))
def test_good_condition(): observe(host, CONFIG).demand == MOST or RESULTS.append(1)
def test_good_function_of_that_name():
    def test(demand): return demand == MOST
    assert not test(observe(host, CONFIG).demand)
def test_good_key(): [Demand(), Demand()].sort(key=is_most)
def test_good_guard():
    demand = observe(host, CONFIG).demand
    assert demand and demand <= Demand.parse("{'host': 'a', 'port': 80, **_}")
def test_good_truth():
    assert (Demand.parse("_") if observe(host, CONFIG).demand else None) is not None
    assert not observe(lambda config: 1, CONFIG).demand
    TestCase().assertFalse(observe(lambda config: 1, CONFIG).demand)

def test_bad_argument_that_is_passed(): assert "config" in observe(host, CONFIG).demands
def test_good_argument_got(): assert observe(host, CONFIG).demands.get("config").size == 2
def test_good_path(): assert ("port",) not in observe(host, CONFIG).demand
def test_good_among_paths(): assert ("db", "user") not in observe(host, CONFIG).demand.paths()
def test_good_part(): assert not observe(host, CONFIG).demand.at(("db", "user"))
def test_good_of_an_iterator(): assert (3,) not in observe(any, iter([1, 2])).demand
def test_good_of_a_function(): assert ("(3)",) not in observe(lambda make: make(2), abs).demand
def test_good_most(): assert observe(each, iter([1, 2])).demand <= Demand.parse("[*_]")
def test_good_path_beside_an_array(): assert ("b",) not in observe(lambda d: d["a"][0], {"a": NUMBERS, "b": 1}).demand
def test_good_all_of_an_array(): assert observe(max, NUMBERS).demand == Demand.full(NUMBERS)
def test_good_text_beside(): assert observe(str.find, "ab", "b").demands == observe(str.count, "ab", "b").demands
def test_bad_neither(): assert observe(lambda x: 1, NUMBERS).demand == observe(lambda x: 2, NUMBERS).demand
def test_bad_same_expression(): assert observe(max, NUMBERS).demand == observe(max, NUMBERS).demand
def test_good_different(): assert observe(lambda d: d["a"][0], {"a": NUMBERS}).demand != observe(len, {}).demand
def test_good_of_two(): assert observe(each, [1]).demand <= observe(any, [1]).demand

@pytest.mark.parametrize("key", ["password", "port"])
def test_good_in_one_case(key): assert (key,) not in observe(host, CONFIG).demand
"""


def test_a_test_fails_that_asks_a_demand_about_what_is_not_there(pytester, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")  # so that no sentence is wrapped
    pytester.makepyfile(QUESTIONS)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-rf", "-W", "ignore")
    failed = [line.split("::", 1)[1].split(" ")[0] for line in result.outlines if line.startswith("FAILED")]
    assert failed == re.findall(r"def (test_bad\w*)", QUESTIONS)
    result.stdout.fnmatch_lines(["*demands are by parameter name, config, not by 'port'; write ('port',) in*"])
    result.stdout.fnmatch_lines(["*demands are by parameter name, config, not by 'confg'; did you mean config?*"])
    result.stdout.fnmatch_lines(["path in demand has checked nothing: config has no part at ('password',)*"])
    result.stdout.no_fnmatch_line("*hidden*")  # no frame is shown, so none is missed


def test_one_case_by_itself_is_not_judged(pytester):
    file = pytester.makepyfile(VACUOUS_TESTS)
    node = f"{file.name}::test_some_cases_show_something[xs0]"
    pytester.runpytest_inprocess("-p", "no:cacheprovider", node).assert_outcomes(passed=1)


def test_cases_in_several_processes_are_judged_together(pytester):
    file = pytester.makepyfile(VACUOUS_TESTS)
    chosen = f"{file.name}::test_some_cases_show_something", f"{file.name}::test_no_case_shows_anything"
    told = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-n2", *chosen)
    told.assert_outcomes(passed=5, failed=1)
    told.stdout.fnmatch_lines(["*assert_same_demand has checked nothing*"])


AROUND = """
from functools import partial
from strictcheck import Demand, assert_same_demand, max_forced, observe, take

NUMBERS, LIMIT, NAME = [1, 2, 3], 3, "n"
def first(xs): return xs[0] + 0
def total(xs): return sum(NUMBERS)
async def awaited(xs): return NUMBERS[0]

class Shop:
    def __init__(self): self.items = [1, 2]
    def some(self, n): return self.items[:n]
    def all(self, n): return [*self.items][:n]
    def of(self, numbers): return self.items[next(numbers) + 0]
class Plain:
    def some(self, n): return n + 1
shop = Shop()

def test_bad_demand(): assert observe(lambda xs: first(NUMBERS), NUMBERS).demand <= Demand.parse("[1, _, _]")
def test_bad_trace(): assert not observe(lambda xs: first(NUMBERS), NUMBERS).trace
def test_bad_demands(): assert observe(total, NUMBERS).demands == {"xs": Demand()}
def test_bad_coroutine(): observe(awaited, NUMBERS).close()
def test_bad_local():
    numbers = [1, 2]
    assert observe(lambda _: first(numbers), numbers).demand.size < 3
def test_bad_no_arguments(): assert observe(lambda: total([])).demands == {}
def test_bad_method(): assert observe(shop.some, 1).demand == Demand.full(1)
def test_bad_partial(): assert observe(partial(Shop.some, shop), 1).demand == Demand.full(1)
def test_bad_methods(): assert_same_demand(shop.some, shop.all, 1)

def test_good_number_and_name(): assert observe(lambda n, name: n + LIMIT, 3, NAME).demands["n"] == Demand.full(3)
def test_good_method_of_plain_object(): assert observe(Plain().some, 1).demand == Demand.full(1)
def test_good_method_beside_a_list(): assert observe(shop.of, iter([1, 2])).demand == Demand.parse("[1, *_]")
def test_good_result(): assert observe(lambda: iter([1, 2]), context=take(1)).result_demand.size == 2
def test_good_other_value(): assert observe(lambda xs: first(xs) + len(NUMBERS), [4, 5]).demand.size == 2
def test_good_function_that_is_an_argument():
    assert observe(lambda f, xs: first(xs), first, [1, 2]).demands["xs"].size == 2
def test_good_within():
    def call(xs): return observe(lambda _: first(xs), xs).result
    assert observe(call, NUMBERS).demand == Demand.parse("[1, _, _]")
"""


def test_a_test_fails_in_which_a_call_looks_past_its_thunks(pytester, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    pytester.makepyfile(AROUND)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-rf", "-W", "ignore")
    failed = [line.split("::", 1)[1].split(" ")[0] for line in result.outlines if line.startswith("FAILED")]
    assert failed == re.findall(r"def (test_bad\w*)", AROUND)
    result.stdout.fnmatch_lines(["observe has checked nothing: total uses NUMBERS, which is its argument xs, from*"])
    result.stdout.fnmatch_lines(["assert_same_demand has checked nothing: *some is bound to a Shop,*"])


def test_a_doctest_shows_its_answers_and_drops_none(pytester):
    pytester.makepyfile(
        """
        import doctest

        def example():
            '''
            >>> from strictcheck import Demand
            >>> Demand.parse("[1, _]") <= Demand.parse("[1, 2]")
            True
            '''

        def test_example():
            (found,) = doctest.DocTestFinder().find(example, "example", globs={})
            assert not doctest.DocTestRunner().run(found).failed
        """
    )
    pytester.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(passed=1)
