"""Demands as golden values: with the fixture of the plugin, and with inline-snapshot and syrupy."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

pytest_plugins = ["pytester"]

ALL_SEEN = """
import enum
from dataclasses import dataclass
from strictcheck import observe

def first_even(numbers):
    return next(n for n in numbers if n % 2 == 0)
def first_even_eager(numbers):
    return [n for n in numbers if n % 2 == 0][0]
"""
TEST = """
def test_first_even(golden_demand):
    assert observe(first_even, [1, 2, 3, 4]).demand == golden_demand
"""

APART = ("cacheprovider", "syrupy", "inline_snapshot", "hypothesispytest")  # slow to load, or with a state of their own
QUIET = [word for name in APART for word in ("-p", f"no:{name}")]


@pytest.fixture
def run(pytester, monkeypatch):
    """Run pytest on a test module with this body; returns its exit status and its output."""
    monkeypatch.setenv("COLUMNS", "400")  # so that no sentence is wrapped

    def run(body, *arguments):
        pytester.makepyfile(test_it=ALL_SEEN + body)
        result = pytester.runpytest_inprocess(*QUIET, *arguments)
        return int(result.ret), result.stdout.str()

    return run


@pytest.fixture
def golden(pytester):
    """The golden file of the test module, as JSON and as it is."""

    class Golden:
        path = pytester.path / "__demands__" / "test_it.json"

        def __call__(self):
            return json.loads(self.path.read_text(encoding="utf-8"))

    return Golden()


def test_new_demands_are_kept_by_hand_only(run, pytester, monkeypatch):
    pytester.makeini("[pytest]\naddopts = --demand-update")
    assert run(TEST)[0] == pytest.ExitCode.USAGE_ERROR
    assert run(TEST, "--demand-update")[0] == 0
    pytester.makeini("")
    monkeypatch.setenv("PYTEST_ADDOPTS", "--demand-update")
    assert run(TEST)[0] == pytest.ExitCode.USAGE_ERROR


def test_each_comparison_of_a_test_counts(run):
    run(TEST, "--demand-update")
    status, output = run(
        TEST.replace(
            "    assert", "    assert observe(first_even_eager, [1, 2, 3, 4]).demand == golden_demand or 1\n    assert"
        )
    )
    assert status == 1
    assert "passes though a comparison was not equal" in output


# The fixture


def test_a_golden_demand_that_is_not_there_fails_and_says_how_to_keep_one(run, golden):
    status, output = run(TEST)
    assert status == 1
    assert "there is no golden demand of test_first_even yet" in output
    assert "E           pytest --demand-update keeps what it looks at now" in output
    assert not golden.path.exists()
    assert "+ now  [1, 2, _, _]" in output


def test_an_update_keeps_the_demand_as_text_beside_the_test(run, golden):
    status, output = run(TEST, "--demand-update")
    assert status == 0
    assert golden() == {"test_first_even": "[1, 2, _, _]"}
    assert "demand: golden demands written to __demands__/test_it.json" in output


def test_what_was_kept_is_compared_with_from_then_on(run):
    run(TEST, "--demand-update")
    assert run(TEST)[0] == 0
    status, output = run(TEST.replace("first_even,", "first_even_eager,"))
    assert status == 1
    assert "also looks at numbers[2], at test_it.py:" in output
    assert " in <listcomp>" in output or sys.version_info >= (3, 12)
    assert re.search(
        "keeps what it looks at now.*- golden demand, [+] now", output, re.DOTALL
    )  # pytest cuts the end off
    assert re.search(r"\n.*\+   \[2\]: 3\n.*\+   \[3\]: 4\n", output)


def test_an_update_agrees_to_what_has_changed(run, golden):
    run(TEST, "--demand-update")
    eager = TEST.replace("first_even,", "first_even_eager,")
    assert run(eager, "--demand-update")[0] == 0
    assert golden() == {"test_first_even": "[1, 2, 3, 4]"}
    assert run(eager)[0] == 0


def test_comparing_writes_nothing(run, golden):
    run(TEST, "--demand-update")
    before = golden.path.stat().st_mtime_ns
    run(TEST)
    run(TEST.replace("first_even,", "first_even_eager,"))
    assert golden.path.stat().st_mtime_ns == before


def test_an_update_that_changes_nothing_leaves_the_file_as_it_is(run, golden):
    body = """
def test(golden_demand):
    assert observe(lambda config: [config[key] for key in KEYS], {"a": 1, "b": 2}).demand == golden_demand
"""
    run(body + "KEYS = 'ab'", "--demand-update")
    before = golden.path.stat().st_mtime_ns
    # The same demand, whose text has the keys in another order.
    run(body + "KEYS = 'ba'", "--demand-update")
    assert golden.path.stat().st_mtime_ns == before


def test_a_failure_is_explained_where_the_test_module_has_a_hole_among_its_names(run):
    run(TEST, "--demand-update")
    status, output = run("from strictcheck import hole\n" + TEST.replace("(first_even,", "(first_even_eager,"))
    assert status == 1
    assert "first_even_eager also looks at numbers[2]" in output


def test_a_lazy_result_that_was_not_asked_is_not_kept(run, golden):
    lazy = """
def doubled(xs): yield from [2 * x for x in xs]
def test_doubled(golden_demand): assert observe(doubled, [1, 2]).demand == golden_demand
"""
    for option in ("--demand-update", "-v"):
        status, output = run(lazy, option)
        assert status == 1
        assert "observe has checked nothing: doubled is a generator function" in output
    assert not golden.path.exists()
    assert run(lazy.replace("[1, 2])", "[1, 2], context=list)"), "--demand-update")[0] == 0


def test_what_is_looked_at_as_a_whole_is_not_kept(run, golden):
    body = """
from array import array
from strictcheck import observe

def test_largest(golden_demand): assert observe(max, array("i", [1, 2])).demand == golden_demand
"""
    status, output = run(body, "--demand-update")
    assert status == 1
    assert "one array was looked at as a whole" in output
    assert not golden.path.exists()


def test_the_golden_demand_may_stand_on_either_side(run):
    body = TEST + "    assert golden_demand == observe(first_even, [1, 2, 3, 4]).demand\n"
    assert run(body, "--demand-update")[0] == 0
    assert run(body)[0] == 0
    _, output = run(body.replace("first_even,", "first_even_eager,"))
    assert "also looks at numbers[2], at test_it.py:" in output


def test_a_test_can_have_several_by_name(run, golden):
    body = """
def test(golden_demand):
    assert observe(any, [0, 1, 2]).demand == golden_demand("any")
    assert observe(all, [0, 1, 2]).demand == golden_demand("all")
"""
    run(body, "--demand-update")
    assert golden() == {"test <all>": "[0, _, _]", "test <any>": "[0, 1, _]"}
    assert run(body)[0] == 0


def test_two_demands_under_one_name_are_refused(run, golden):
    body = """
def test(golden_demand):
    assert observe(any, [0, 1, 2]).demand == golden_demand
    assert observe(all, [0, 1, 2]).demand == golden_demand
"""
    status, output = run(body, "--demand-update")
    assert status == 1
    assert "golden demand of test: two different demands in one run, [0, 1, _] and [0, _, _]" in output
    assert not golden.path.exists()


def test_each_parameter_and_each_method_has_its_own(run, golden):
    body = """
import pytest
class TestAny:
    @pytest.mark.parametrize("n", [0, 1])
    def test(self, n, golden_demand):
        assert observe(any, [n, 1, 2]).demand == golden_demand
"""
    run(body, "--demand-update")
    assert golden() == {"TestAny::test[0]": "[0, 1, _]", "TestAny::test[1]": "[1, _, _]"}
    assert run(body)[0] == 0


def test_the_demands_on_several_arguments_are_kept_by_their_names(run, golden):
    body = """
def test(golden_demand):
    demands = observe(lambda n, xs: xs[n], 1, [5, 6]).demands
    assert demands["xs"] == golden_demand("xs")
"""
    run(body, "--demand-update")
    assert golden() == {"test <xs>": "[_, 6]"}
    assert run(body)[0] == 0
    _, output = run(body.replace("""["xs"] == golden_demand("xs")""", " == golden_demand"))
    assert "of several .demands['x'] == golden_demand('x')" in output


def test_patterns_are_read_with_the_names_that_the_demand_and_the_test_know(run, golden):
    body = """
class Colour(enum.Enum):
    RED = 1
def make():
    @dataclass
    class Local:
        x: object
        y: object
    return Local
class Outer:
    @dataclass
    class Inner:
        x: object
def test(golden_demand):
    value = [make()(Colour.RED, 1), Outer.Inner(int), Outer.Inner(make)]
    assert observe(lambda v: (v[0].x, v[1].x, v[2].x), value).demand == golden_demand
"""
    assert run(body, "--demand-update")[0] == 0
    assert run(body)[0] == 0, golden()


def test_a_part_that_differs_is_in_sight_where_pytest_cuts_the_explanation(run, monkeypatch):
    for name in ("CI", "BUILD_NUMBER"):
        monkeypatch.delenv(name, raising=False)
    body = """
def test(golden_demand):
    order = {"kind": "sale", "item": "tea", "price": 2, "cost": 1, "note": "hot"}
    used = lambda orders: [orders[0][key] + orders[0][key] for key in (*order,)]
    assert observe(used, [order]).demand == golden_demand
"""
    run(body, "--demand-update")
    _, output = run(body.replace("(*order,)", "(*order,)[:-1]"))
    assert "<lambda> no longer looks at orders[0]['note']" in output
    assert "if that is meant, pytest --demand-update keeps what it looks at now" in output
    assert "-     'note': 'hot'" in output


def test_a_class_that_is_looked_at_no_more_is_still_known(run):
    body = """
@dataclass
class Point:
    x: object
def test(golden_demand):
    assert observe(lambda points: points[0].x, [Point(1)]).demand == golden_demand
"""
    assert run(body, "--demand-update")[0] == 0
    _, output = run(body.replace("points[0].x", "len(points)"))
    assert "<lambda> no longer looks at points[0]" in output
    assert "-   [0]: Point(1)" in output


def test_a_pattern_that_cannot_be_read_any_more_is_shown_as_it_is(run, golden):
    run(TEST, "--demand-update")
    golden.path.write_text('{"test_first_even": "Gone(1, _)"}')
    status, output = run(TEST)
    assert status == 1
    assert "- golden demand  Gone(1, _)" in output
    assert "the golden demand of test_first_even cannot be read any more" in output
    assert run(TEST, "--demand-update")[0] == 0
    assert golden() == {"test_first_even": "[1, 2, _, _]"}


@pytest.mark.parametrize(
    ("text", "complaint"), [("<<<<<<< HEAD", "not JSON"), ("[1]", "expected an object"), ("", "not JSON")]
)
def test_a_golden_file_that_is_broken_is_named_with_what_to_do(run, golden, text, complaint):
    golden.path.parent.mkdir()
    golden.path.write_text(text)
    status, output = run(TEST)
    assert status == 1
    assert complaint in output
    assert "test_it.json" in output


def test_a_test_that_failed_before_it_asked_keeps_its_golden_demand(run, golden):
    run(TEST, "--demand-update")
    status, _ = run("def test_first_even(golden_demand): assert False", "--demand-update")
    assert status == 1
    assert golden() == {"test_first_even": "[1, 2, _, _]"}


def test_an_update_of_a_whole_file_removes_the_demands_of_tests_that_are_gone(run, golden):
    several = """
def test_old(golden_demand): assert observe(any, [0, 1]).demand == golden_demand
def test_older(golden_demand): assert observe(any, [0, 1]).demand == golden_demand("first")
"""
    run(TEST + several, "--demand-update")
    before = golden()
    assert [*before] == ["test_first_even", "test_old", "test_older <first>"]
    for part in ("test_it.py::test_first_even", "-ktest_first_even"):
        renamed = TEST if "::" in part else TEST + "def test_new(): pass"
        assert "without those" not in run(renamed, "--demand-update", part)[1]
        assert golden() == before
    _, output = run(TEST, "--demand-update")
    assert "without those of tests that are gone: test_old, test_older <first>" in output
    assert [*golden()] == ["test_first_even"]


@pytest.mark.parametrize("operator", ["<=", "<", ">=", ">", "!="])
def test_a_golden_demand_is_compared_by_equality_alone(run, operator):
    for option in ([], ["--demand-update"]):
        failed, output = run(TEST.replace("==", operator), *option)
        assert failed
        assert "golden_demand is compared by == alone" in output


@pytest.mark.slow
def test_processes_that_share_the_tests_compare_and_do_not_update(run, golden):
    assert run(TEST, "--demand-update", "-n", "2")[0] == pytest.ExitCode.USAGE_ERROR
    assert run(TEST, "--demand-update", "-n", "0")[0] == 0
    assert run(TEST, "-n", "2")[0] == 0


def test_a_comparison_that_nobody_asserts_fails_the_test_if_it_is_not_equal(run):
    body = TEST + "    observe(first_even, NUMBERS).demand == golden_demand\n"
    assert run(body.replace("NUMBERS", "[1, 2, 3, 4]"), "--demand-update")[0] == 0
    assert run(body.replace("NUMBERS", "[1, 2, 3, 4]"))[0] == 0
    code, output = run(body.replace("NUMBERS", "[1, 3, 4, 5]"))
    assert code == 1
    assert "passes though a comparison was not equal; write assert" in output


def test_a_golden_demand_is_equal_to_nothing_but_demands_and_has_no_hash(run, golden):
    body = """
class Mark: "Object of a snapshot library"
def test(golden_demand):
    assert golden_demand != Mark()
    assert Mark() != golden_demand
    for other in ([1], "_", None, {"n": 1}, 1.5, True, print, (1,), observe(len, [])):
        with pytest.raises(TypeError, match="== golden_demand"):
            golden_demand == other
        with pytest.raises(TypeError, match="== golden_demand"):
            other == golden_demand
    with pytest.raises(TypeError):
        observe(len, []).demand <= golden_demand
    with pytest.raises(TypeError):
        hash(golden_demand)
    assert observe(len, []).demand == golden_demand
"""
    assert run("import pytest\nfrom strictcheck import observe\n" + body, "--demand-update")[0] == 0
    assert len(json.loads(golden.path.read_text())) == 1


# With the real snapshot libraries. They keep state of their own in the process, so each run has one to itself.


@pytest.fixture
def run_apart(pytester):
    """Run pytest in another process on the test module as it is; returns its exit status and its output."""

    def run_apart(*arguments):
        clean = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("PYTEST")}
        command = [sys.executable, "-m", "pytest", *QUIET[:2], *QUIET[-2:], *arguments]
        done = subprocess.run(command, cwd=pytester.path, capture_output=True, text=True, env=clean)
        return done.returncode, done.stdout

    return run_apart


CLASSES = """
from dataclasses import dataclass
from strictcheck import Demand, observe
@dataclass
class Point:
    x: object
    y: object
"""
OBSERVED = ["observe(any, [0, 1, 2])", "observe(lambda p: p[0].x, [Point(1, 2), 'it\\'s \"so\"'])"]


@pytest.mark.slow
def test_inline_snapshot_writes_demands_into_the_test_and_compares_with_them(pytester, run_apart):
    body = "\n".join(
        f"def test_{number}():\n    assert {seen}.demand == snapshot()" for number, seen in enumerate(OBSERVED)
    )
    file = pytester.makepyfile(test_it=CLASSES + "from inline_snapshot import snapshot\n" + body)
    run_apart("--inline-snapshot=create")
    text = file.read_text()
    compact = "".join(text.split())
    assert "Demand.parse('[0,1,_]')" in compact
    assert "Demand.parse('[Point(1,_),_]',dict(Point=Point))" in compact
    assert run_apart()[0] == 0
    file.write_text(text.replace("any, [0, 1, 2]", "any, [1, 1, 2]"))
    status, output = run_apart()
    assert status == 1
    assert "finds 1 at iterable[0]" in output
    run_apart("--inline-snapshot=fix")
    assert "Demand.parse('[1,_,_]')" in "".join(file.read_text().split())
    assert run_apart()[0] == 0


@pytest.mark.slow
def test_syrupy_keeps_demands_and_compares_with_them(pytester, run_apart):
    body = "\n".join(
        f"def test_{number}(snapshot):\n    assert {seen}.demand == snapshot" for number, seen in enumerate(OBSERVED)
    )
    file = pytester.makepyfile(test_it=CLASSES + body)
    assert run_apart("--snapshot-update")[0] == 0
    kept = (pytester.path / "__snapshots__" / "test_it.ambr").read_text()
    assert "Demand.parse('[0, 1, _]')" in kept
    assert "Point(1, _)" in kept
    assert run_apart()[0] == 0
    file.write_text(file.read_text().replace("any, [0, 1, 2]", "any, [1, 1, 2]"))
    status, output = run_apart()
    assert status == 1
    assert "[1, _, _]" in output
