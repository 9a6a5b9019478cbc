"""`--demand-learn` keeps what calls look at, `--demand-check` fails where they look at more, or earlier."""

from __future__ import annotations

import json

import pytest

pytest_plugins = ["pytester"]

LAZY = """
def first(xs): return next(iter(xs), None)
def doubled(xs): return (2 * x for x in xs)
def is_list(x): return type(x) is list
def add(xs): xs.append(1)
def outer(xs): return first(xs)
"""
EAGER = LAZY.replace("next(iter(xs), None)", "list(xs)[0] if list(xs)[-1] else 0")
EARLY = LAZY.replace("return (2 * x for x in xs)", "head = next(xs); return iter([2 * head])")
TESTS = """
from parts import add, doubled, first, is_list, outer
def test_first(): assert first([1, 2, 3]) == 1
def test_doubled(): assert next(doubled(iter([1, 2, 3]))) == 2
def test_type(): assert is_list([1])
def test_change():
    xs = []
    add(xs)
    assert xs == [1]
def test_outer(): assert outer([5, 6]) == 5
"""
LEARN, CHECK = "--demand-learn", "--demand-check"


@pytest.fixture
def run(pytester: pytest.Pytester):
    """Run the tests on a version of the module; returns exit status and output."""

    def run(module: str, option: str, *more: str, tests: str = TESTS):
        pytester.makepyfile(parts=module, test_parts=tests)
        options = ["-p", "no:cacheprovider", option, "--demand-modules=parts", *more]
        result = pytester.runpytest_inprocess(*options)
        return result.ret, result.stdout.str()

    return run


def test_what_calls_look_at_is_kept_and_tests_that_need_real_values_are_run_again(run, pytester: pytest.Pytester):
    status, output = run(LAZY, LEARN)
    assert status == 0
    assert "5 passed" in output
    assert "not learned, for the test fails on thunks: parts.is_list in test_parts.py::test_type" in output
    assert "not learned, for the test fails on thunks: parts.add in test_parts.py::test_change" in output
    kept = json.loads((pytester.path / ".demands.json").read_text())
    assert kept == {
        "test_parts.py::test_first": {"parts.first": [{"xs": ["[_, _, _]", "[1, _, _]"]}]},
        "test_parts.py::test_doubled": {"parts.doubled": [{"xs": ["[*_]", "[1, *_]"]}]},
        "test_parts.py::test_outer": {"parts.outer": [{"xs": ["[_, _]", "[5, _]"]}]},
    }


def test_a_test_that_asks_for_the_very_function_is_run_again_with_it(run):
    tests = "import parts\ndef test_key(): assert parts.outer.__kwdefaults__['key'] is parts.first"
    status, output = run(
        "def first(xs): return xs[0]\ndef outer(xs, *, key=first): return key(xs)\n", LEARN, tests=tests
    )
    assert (status, "1 passed" in output) == (0, True)


def test_a_call_of_numbers_and_strings_alone_is_not_learned_but_those_within_it_are(run, pytester: pytest.Pytester):
    module = "def first(xs): return xs[0]\ndef outer(n): return first([n, n]) if n else 0\n"
    tests = (
        "import parts\ndef test_outer(): assert parts.outer(5) == 5\ndef test_nothing(): assert parts.outer(0) == 0\n"
    )
    assert "1 functions in 1 tests learned" in run(module, LEARN, tests=tests)[1]
    kept = json.loads((pytester.path / ".demands.json").read_text())
    assert {test: found for test, found in kept.items() if found} == {
        "test_parts.py::test_outer": {"parts.first": [{"xs": ["[_, _]", "[5, _]"]}]}
    }


def test_a_check_passes_on_what_was_learned_and_fails_on_more(run):
    run(LAZY, LEARN)
    assert run(LAZY, CHECK)[0] == 0
    status, output = run(EAGER, CHECK)
    assert status == 1
    assert "test_parts.py::test_first: parts.first looks at more of xs" in output
    assert "the call also looks at [2]" in output
    assert "+   [2]: 3" in output
    assert "doubled looks" not in output
    # A call that looks at less is no failure.
    run(EAGER, LEARN)
    assert run(LAZY, CHECK)[0] == 0


def test_a_check_tells_of_a_look_that_comes_earlier(run):
    run(LAZY, LEARN)
    status, output = run(EARLY, CHECK)
    assert status == 1
    assert "parts.doubled looks earlier at xs" in output


def test_calls_with_random_arguments_are_not_compared_and_that_is_said(run):
    tests = "import os, parts\ndef test_first(): assert parts.first([os.urandom(9), 1, 2])\n"
    run(LAZY, LEARN, tests=tests)
    status, output = run(LAZY, CHECK, tests=tests)
    assert status == 0
    assert "calls not compared, for xs is another value: parts.first (1)" in output


GREETING = """
def greeting(user): return "Hello " + user["name"]
def first(xs): return xs[0]
"""
GREETED = """
import parts
def test_hello(): assert parts.greeting({"name": "Ada", "age": 36}) == "Hello Ada"
def test_first(): assert parts.first([1, 2]) + parts.first([3]) == 4
"""


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("user", "person", "there is no argument user: parts.greeting (1)"),
        ("greeting", "greet", "there is no such function: parts.greeting (1)"),
        ("test_first", "test_head", "the test did not run: parts.first (2)"),
        (" + parts.first([3]) == 4", "", "the test calls it less often: parts.first (1)"),
        ("return xs[0]", "return xs[0] if type(xs) is list else None", "the test fails on thunks: parts.first (2)"),
    ],
)
def test_learned_calls_that_are_no_longer_compared_are_told(run, was: str, now: str, told: str):
    run(GREETING, LEARN, tests=GREETED)
    status, output = run(GREETING.replace(was, now), CHECK, tests=GREETED.replace(was, now))
    assert status == 0
    assert f"calls not compared, for {told}" in output
    assert f".demands.json; {told[-2]} of those were not compared" in output


def test_what_a_call_looks_at_by_chance_is_not_called_more(run):
    turns = "import itertools, sys\nvars(sys).setdefault('turns', itertools.count())\n"
    module = turns + "def first(xs): return sum(xs) and xs[:1] if next(sys.turns) % 3 else xs[:1]\n"
    tests = "from parts import first\ndef test_first(): assert first([1, 2]) == [1]\n"
    assert run(module, LEARN, tests=tests)[0] == 0
    status, output = run(module, CHECK, tests=tests)
    assert status == 0
    assert "for the next run looks at other parts; seed what is random: parts.first (1)" in output
    # Of another length than the next, which Python may otherwise take for this one, compiled in the same second.
    assert run(module.replace("% 3", "> 999"), LEARN, tests=tests)[0] == 0
    status, output = run(module.replace("% 3", "> -1"), CHECK, tests=tests)
    assert status == 1
    assert "parts.first looks at more of xs" in output


def test_a_check_that_compares_all_says_no_more(run):
    run(GREETING, LEARN, tests=GREETED)
    assert "not compared" not in run(GREETING, CHECK, tests=GREETED)[1]


def test_the_exit_status_is_that_of_the_plain_run(run):
    failing = TESTS + "def test_wrong(): assert first([1]) == 2\n"
    status, output = run(LAZY, LEARN, tests=failing)
    assert status == 1
    assert "1 failed, 5 passed" in output


SUBTESTS = """
import unittest
from parts import first, is_list
class TestParts(unittest.TestCase):
    def test_types(self):
        for xs in ([1], [2]):
            with self.subTest(xs=xs):
                self.assertTrue(is_list(xs))
    def test_wrong(self):
        for n in (1, 2):
            with self.subTest(n=n):
                self.assertEqual(first([n]), 1)
"""


def test_subtests_that_fail_only_on_thunks_do_not_fail(run, pytester: pytest.Pytester):
    status, output = run(LAZY, LEARN, tests=SUBTESTS.replace("def test_wrong", "def no_wrong"))
    assert status == 0
    assert "not learned, for the test fails on thunks: parts.is_list in test_parts.py::TestParts::test_types" in output
    assert not (pytester.path / ".demands.json").exists()


def test_subtests_of_the_fixture_that_fail_only_on_thunks_do_not_fail(run):
    tests = "import parts\ndef test_types(subtests):\n    with subtests.test(): assert parts.is_list([1])\n"
    status, output = run(LAZY, LEARN, tests=tests)
    assert status == 0
    assert "1 passed" in output


def test_subtests_that_fail_are_told_as_in_the_plain_run(run):
    status, output = run(LAZY, LEARN, tests=SUBTESTS)
    assert status == 1
    assert output.count("AssertionError: 2 != 1") == 2  # where it failed, and in the summary
    assert "1 failed, 2 passed" in output


def test_what_is_missing_is_said(run, pytester: pytest.Pytester):
    status, _ = run(LAZY, CHECK)
    assert status == 4
    assert pytester.runpytest_inprocess(LEARN, "-p", "no:cacheprovider").ret == 4
    assert run(LAZY, LEARN)[0] == 0
    assert run(LAZY, LEARN, CHECK)[0] == 4  # though there is a file to check
    for wrong in ("[]", '{"test_parts.py::test_first": []}'):
        (pytester.path / ".demands.json").write_text(wrong)
        assert run(LAZY, CHECK)[0] == 4


def test_a_run_of_nothing_is_red_and_says_what_to_do(run, pytester: pytest.Pytester):
    names = "--demand-modules=partz"
    result = pytester.runpytest_inprocess(LEARN, names, "-p", "no:cacheprovider", pytester.makepyfile(test_no=""))
    assert result.ret == 4
    assert "--demand-modules=partz: no test file imports such a module when it is loaded" in result.stderr.str()
    uncalled = "import parts\ndef test_nothing(): assert parts.first\n"
    status, output = run(LAZY, LEARN, tests=uncalled)
    assert status == 1
    assert "no test calls a function of parts with an argument that comes apart" in output
    assert not (pytester.path / ".demands.json").exists()
    run(LAZY, LEARN)
    status, output = run(LAZY, CHECK, tests=uncalled)
    assert status == 1
    assert "no call was compared; run the tests that --demand-learn was run with, or learn again" in output


METHODS = """
from dataclasses import dataclass
class Orders:
    def __init__(self, lines): self.lines = lines
    def first(self): return next(iter(self.lines), None)
    def get(self, keys): return keys[0]
    def _hidden(self, keys): return keys[1]
    @staticmethod
    def head(lines): return lines[0]
    @classmethod
    def of(cls, lines): return lines[1]
@dataclass
class Pair:
    parts: list
    def left(self): return self.parts[0]
"""
OF_METHODS = """
from parts import Orders, Pair
def test_first(): assert Orders(iter([1, 2, 3])).first() == 1
def test_methods():
    assert Orders([]).get([4, 5]) == 4 and Orders([])._hidden([4, 5]) == 5
    assert Orders.head([4, 5]) == 4 and Orders.of([4, 5]) == 5
def test_pair(): assert Pair([6, 7]).left() == 6
"""


def test_methods_are_learned_and_what_they_use_later_of_what_an_object_was_made_of(run, pytester: pytest.Pytester):
    status, output = run(METHODS, LEARN, tests=OF_METHODS)
    assert status == 0, output
    kept = json.loads((pytester.path / ".demands.json").read_text())
    assert kept == {
        "test_parts.py::test_first": {"parts.Orders.__init__": [{"lines": ["_", "[1, *_]"]}]},
        "test_parts.py::test_methods": {
            "parts.Orders.__init__": [{"lines": ["_", "_"]}] * 2,
            "parts.Orders.get": [{"keys": ["[_, _]", "[4, _]"]}],
            "parts.Orders.head": [{"lines": ["[_, _]", "[4, _]"]}],
            "parts.Orders.of": [{"lines": ["[_, _]", "[_, 5]"]}],
        },
        "test_parts.py::test_pair": {"parts.Pair.__init__": [{"parts": ["_", "[6, _]"]}]},
    }
    assert run(METHODS, CHECK, tests=OF_METHODS)[0] == 0
    eager = METHODS.replace("next(iter(self.lines), None)", "[*self.lines][0]").replace(
        "return lines[0]", "return min(lines)"
    )
    status, output = run(eager, CHECK, tests=OF_METHODS)
    assert status == 1
    assert "test_parts.py::test_first: parts.Orders.__init__ looks at more of lines\n" in output
    assert "test_parts.py::test_methods: parts.Orders.head looks at more of lines\n" in output
    assert "2 calls look at more or earlier" in output


def test_a_check_knows_the_modules_from_the_file(run, pytester: pytest.Pytester):
    run(LAZY, LEARN)
    pytester.makepyfile(parts=EAGER)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", CHECK)
    assert result.ret == 1
    assert "parts.first looks at more of xs" in result.stdout.str()


def test_a_run_that_learns_nothing_leaves_the_file_as_it_was(run, pytester: pytest.Pytester):
    run(LAZY, LEARN)
    before = (pytester.path / ".demands.json").read_text()
    assert run(LAZY, LEARN, "--collect-only")[0] == 0
    assert (pytester.path / ".demands.json").read_text() == before


def test_a_call_that_no_longer_looks_at_objects_of_a_class_looks_at_less(run):
    objects = """
from dataclasses import dataclass
@dataclass
class Point: x: int
def get(points): return points[0].x
"""
    tests = """
import parts
def test_get(): assert parts.get([parts.Point(0)]) == 0
"""
    run(objects, LEARN, tests=tests)
    less = objects.replace("points[0].x", "0")
    assert run(less, CHECK, tests=tests)[0] == 0
