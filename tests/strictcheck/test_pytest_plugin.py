"""The pytest plugin, by running pytest inside pytest: what failures say, and that saying it forces nothing."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from io import StringIO
from pdb import Pdb

import hypothesis.vendor.pretty
import IPython.lib.pretty
import pytest
from IPython.core.formatters import DisplayFormatter
from long_runs import size
from places import ROOT

from strictcheck import Demand, delay, force, is_forced, observe, observing
from strictcheck.pytest_plugin.explaining import explain, without_thunks
from strictcheck.thunks.call_stack import FromOutside, from_outside

pytest_plugins = ["pytester"]

IMPORTS = """
from dataclasses import dataclass
import pytest
from strictcheck import Demand, Stream, delay, is_forced, observe, observing
"""


@pytest.fixture
def run(pytester, monkeypatch):
    """Run pytest on a test module with this body, in so many columns; returns its exit status and its output."""

    def run(body, *arguments, conftest="", columns=80):
        monkeypatch.setenv("COLUMNS", str(columns))
        pytester.makepyfile(test_it=IMPORTS + body)
        pytester.makeconftest(conftest)
        result = pytester.runpytest_inprocess("-p", "no:cacheprovider", *arguments)
        return int(result.ret), result.stdout.str()

    return run


def explained(output):
    """The lines of the explanation."""
    return [line.removeprefix("E").strip() for line in output.splitlines() if line.startswith("E ")]


# Demands explain themselves


def test_an_equality_that_fails_tells_the_first_path_and_what_each_side_saw(run):
    status, output = run("def test(): assert observe(any, [0, 1, 2]).demand == Demand.parse('[0, 1, 2]')")
    assert status == 1
    assert explained(output) == [
        "assert the right one also looks at iterable[2]",
        "- right, + left (any)",
        "iterable: list of 3",
        "[0]: 0",
        "[1]: 1",
        "-   [2]: 2",
    ]


def test_a_failed_comparison_names_the_function_the_argument_and_the_line_that_looked(run):
    body = """
def first_even(numbers):
    for number in numbers:
        if number % 2 == 0:
            return number

def test():
    assert observe(first_even, [1, 2, 3]).demand <= Demand.parse("[1, _, _]")
"""
    _, output = run(body, columns=400)
    line = body.splitlines().index("        if number % 2 == 0:") + len(IMPORTS.splitlines())
    sentence = f"assert first_even also looks at numbers[1], at test_it.py:{line} in first_even"
    assert explained(output)[0] == sentence
    named = body.replace("assert observe", "demand = observe").replace(".demand <=", ".demand; assert demand <=")
    _, output = run(named, columns=400)
    assert explained(output)[0] == sentence
    _, output = run(body, "--demand-no-certify", columns=400)
    assert explained(output)[0] == "assert first_even also looks at numbers[1]"


def test_a_long_sentence_has_the_place_on_a_line_of_its_own(run):
    name = "first_even_of_" + "very_" * 6 + "long_name"
    body = f"def {name}(xs): return xs[0]\ndef test(): assert observe({name}, [1, 2]).demand <= Demand()"
    _, output = run(body, columns=400)
    sentence, place = explained(output)[:2]
    assert sentence.endswith(f"assert {name} also looks at xs,")
    assert place == f"at test_it.py:{len(IMPORTS.splitlines())} in {name}"


WORDED = """
from strictcheck import assert_pulls_at_most

def first_large_order_of_customers(customers, minimum):
    return next(order for customer in customers for order in list(customer) if order > minimum)

def test_assertion():
    assert_pulls_at_most(first_large_order_of_customers, iter([[1], [2], [3]]), 2, n=1)
def test_comparison():
    assert observe(first_large_order_of_customers, [[1], [2, 3]], 1).demands["customers"] == Demand.parse("[[1], _]")
def test_error():
    observe(3, 4)
def test_of_the_user():
    raise AssertionError("a message of somebody else " * 5)
"""


@pytest.mark.parametrize("style", ["long", "short"])
def test_messages_of_the_library_are_wrapped_by_words_at_the_width_of_the_terminal(run, style):
    """A terminal would break words. Messages of others stay as they are."""
    wide, narrow = (
        [line for line in run(WORDED, f"--tb={style}", columns=columns)[1].splitlines() if line.startswith("E ")]
        for columns in (400, 80)
    )
    others = [line for line in narrow if "somebody" in line]
    assert [line for line in narrow if len(line) > 80] == others == [line for line in wide if "somebody" in line]
    assert max(map(len, wide[:-1])) > 100
    assert " ".join(explained("\n".join(wide))) == " ".join(explained("\n".join(narrow)))


def test_an_equality_that_is_denied_is_told_to_be_one(run):
    status, output = run("def test(): assert not observe(any, [0, 1, 2]).demand == Demand.parse('[0, 1, _]')")
    assert status == 1
    assert explained(output)[0] == "assert not both look at the same, which the assertion denies"


LEFT, RIGHT = "the left one", "the right one"


@pytest.mark.parametrize(
    ("op", "left", "right", "line"),
    [
        ("<=", "[1, 2]", "[_, 2]", f"{LEFT} also looks at [0]"),
        ("<=", "[1, 2]", "_", f"{LEFT} also looks at it"),
        (">=", "[_, 2]", "[1, 2]", f"{RIGHT} also looks at [0]"),
        ("<", "[1, 2]", "[1, 2]", "both look at the same, so it is not <"),
        (">", "[1, 2]", "[1, 2]", "both look at the same, so it is not >"),
        ("<", "[1, 2]", "[1, _]", f"{LEFT} also looks at [1]"),
        ("==", "[1, *_]", "[1]", f"{RIGHT} also looks at the end of it"),
        ("==", "[1, *_]", "[1, 2, *_]", f"{RIGHT} also looks at [1]"),
        ("==", "[[1]]", "[[2]]", f"{LEFT} finds 1 at [0][0], and {RIGHT} 2"),
        ("==", "[[1], _]", "[[_], 2]", f"{RIGHT} also looks at [1]"),
        ("<", "[[1], _]", "[[_], 2]", f"{LEFT} also looks at [0][0]"),
        (">", "[_, [1]]", "[2, [_]]", f"{RIGHT} also looks at [0]"),
        ("==", "{'a': 1, **_}", "{'a': absent, **_}", f"{LEFT} also looks at ['a']"),
        ("==", "{'a': 1, **_}", "{'b': 1, **_}", f"{LEFT} also looks at ['a']"),
        ("==", "{'a': 1, **_}", "{'a': 1}", f"{RIGHT} also looks at the list of keys of it"),
        ("==", "Callable({'(2)': 1})", "Callable({'(1)': 1})", f"{LEFT} also calls (2)"),
        ("==", "[Callable({'(2)': 1})]", "[_]", f"{LEFT} also calls [0]"),
        ("==", "[_, [*_]]", "[_, _]", "iter() without a pull is the only difference, so it is not =="),
        ("<=", "[[1], 2]", "[5, _]", f"{LEFT} finds [1] at [0], and {RIGHT} 5"),
    ],
)  # fmt: skip
def test_each_comparison_tells_where_it_fails(op, left, right, line):
    assert explain(op, Demand.parse(left), Demand.parse(right))[0] == line


def test_a_demand_that_is_very_deep_or_wide_is_explained_briefly():
    many = size(5_000, 100_000)
    deep = "[" * many + "{}" + "]" * many
    wide = "[" + "1, " * many + "{}]"
    for text, part in ((deep, f"[0][0][0][0][... {many - 8} more ...][0][0][0][0]"), (wide, f"[{many}]")):
        lines = explain("==", Demand.parse(text.format(1)), Demand.parse(text.format(2)))
        assert all(len(line) <= 104 for line in lines)
        assert len(lines) < 50
        assert lines[0] == f"the left one finds 1 at {part}, and the right one 2"
        assert [line.strip().split(" ")[0] for line in lines if line.endswith((": 1", ": 2"))] == ["-", "+"]


def test_what_is_not_about_demands_is_left_to_pytest(run):
    assert explain("==", [1], [2]) is None
    assert explain("!=", Demand(), Demand()) is None
    assert explain("==", {}, {}) is None
    assert explain("==", Demand(), 1) is None
    assert "At index 0 diff: 1 != 2" in run("def test(): assert [1] == [2]")[1]


def test_without_the_plugin_nothing_is_explained(run):
    body = "def test(): assert Demand.parse('[0]') == Demand.parse('[1]')"
    assert "the left one" not in run(body, "-p", "no:strictcheck")[1]


# Failing on a thunk


VALUES = {
    "list": "[1, [2], 3]",
    "tuple": "(1, 2)",
    "dict": "{'a': 1}",
    "text": "'text'",
    "number": "7",
    "dataclass": "Point(1, 2)",
    "object": "Plain()",
    "iterator": "iter([1, 2])",
    "stream": "Stream([1, 2])",
    "function": "len",
    "delay": "delay(computed)",
    "delayed list": "delay(computed, kind=list)",
}
CLASSES = """
@dataclass
class Point:
    x: object
    y: object
class Box:
    def __init__(self, part): self.part = part
    def __repr__(self): return f"a box of {len(self.part)}"
class Plain:
    def __init__(self): self.x = 1
    def __repr__(self): return f"Plain({self.x})"
def computed():
    print("it was computed")
    return [1]
def no(*anything):
    return False
"""
FAILING = {
    "the thunk itself": "x is None",
    "in a list": "[x] is None",
    "in a dict, compared": "{'k': [x], 'l': 1} == {'k': [x], 'l': 2}",
    "in a dataclass": "Point(x, 1) == 5",
    "as an argument": "no(x)",
    "as an attribute": "no(Point(x, 1).x)",
    "as a global": "no(X)",
    "as the message": "False, x",
    "not in": "x is not x",
}


@pytest.mark.parametrize("assertion", FAILING.values(), ids=FAILING)
def test_a_failing_assertion_on_a_thunk_does_not_force_it(run, assertion):
    tests = "\n".join(
        f"""
def test_{number}():
    global X
    with observing({value}, atoms=()) as seen:
        X = x = seen.value
        try:
            assert {assertion}
        finally:
            print("demand", {number}, "is", seen.demand, is_forced(x))
"""
        for number, value in enumerate(VALUES.values())
    )
    status, output = run(CLASSES + tests, "-p", "no:hypothesispytest")
    assert status == 1
    for number in range(len(VALUES)):
        assert f"demand {number} is _ False" in output
    assert "it was computed\n" not in output
    assert "FromOutside" not in output


def test_a_failing_assertion_shows_what_was_forced_of_a_thunk(run):
    body = """
def test():
    with observing([[1, 2], 3]) as seen:
        assert seen.value[0][1] == 2
        assert seen.value is None
"""
    assert explained(run(body)[1])[0] == "assert [[_, 2], _] is None"


def test_an_observation_is_shown_as_it_writes_itself(run):
    output = run("def test(): assert observe(any, [0]).verify() is None")[1]
    assert "assert <Observation of any; iterable: [0]; result: False> is None" in output


def test_plugins_that_ask_more_of_both_sides_force_nothing_either(run):
    conftest = """
from collections.abc import Mapping
def pytest_assertrepr_compare(config, op, left, right):
    if isinstance(left, Mapping) or left:
        return None
"""
    body = """
def test():
    with observing({'a': 1}) as seen:
        try:
            assert seen.value is None
        finally:
            print("demand is", seen.demand)
"""
    assert "demand is _\n" in run(body, conftest=conftest)[1]


def test_explanations_are_pytests_own_again_when_a_run_is_over(run):
    from _pytest.assertion import rewrite

    before = [getattr(rewrite, name) for name in ("_saferepr", "_call_reprcompare")]
    run("def test(): assert 1 == 2")
    assert [getattr(rewrite, name) for name in ("_saferepr", "_call_reprcompare")] == before


@pytest.mark.parametrize("verbosity", ["-q", "-vv"])
def test_showing_locals_forces_nothing_even_while_a_fixture_observes(run, verbosity):
    body = f"""
{CLASSES}
@pytest.fixture
def seen():
    with observing([Point(1, [2]), {{'a': 1}}, Plain()]) as seen:
        yield seen
        print("demand is", seen.demand)

def test(seen):
    whole = seen.value
    late = delay(computed)
    held = [delay(computed), whole, Point(late, 1)]
    box = Box(whole[1])
    first = whole[0]
    raise ValueError
"""
    status, output = run(body, "--showlocals", verbosity, "-rA")
    assert status == 1
    assert "demand is [_, _, _]" in output
    assert "it was computed\n" not in output
    assert "whole      = [_, _, _]" in output
    assert "late       = _" in output


def test_showing_locals_after_an_observation_shows_what_it_forced(run):
    body = """
def test():
    with observing([[1, 2], [3]]) as seen:
        x, y = seen.value
        x[1]
    z = delay(lambda: 1 / 0)
    raise ValueError
"""
    output = run(body, "--showlocals", "-vv")[1]
    assert "x          = [_, _]" in output  # fetched, as naming it in a line does, not looked at
    assert "y          = _" in output
    assert "z          = _" in output


# Others who show values


HYPOTHESIS = """
from hypothesis import given, strategies as st
computed = []
def later():
    return delay(lambda: computed.append(1) or [1])

@given(st.builds(later), st.lists(st.builds(later), min_size=2, max_size=2), st.data())
def test(late, several, data):
    drawn = data.draw(st.builds(later))
    print("computed", computed)
    assert late is None
"""


def test_hypothesis_prints_a_failing_example_and_forces_nothing(run):
    status, output = run(HYPOTHESIS)
    assert status == 1
    assert "late=_," in output
    assert "several=[_, _]," in output
    assert "Draw 1: _" in output
    assert "computed []" in output
    assert "computed [1" not in output


@pytest.mark.parametrize("pretty", [hypothesis.vendor.pretty.pretty, IPython.lib.pretty.pretty])
def test_pretty_printers_show_a_thunk_as_far_as_it_was_forced(pretty):
    late, part = delay(lambda: [1, delay(lambda: 2)]), delay(list, kind=list)
    assert pretty([late, part]) == "[_, _]"
    force(late)
    assert pretty([late, part]) == "[[1, _], _]"
    assert not is_forced(part)


def test_ipython_displays_a_thunk_and_forces_nothing():
    late = delay(lambda: [1])
    assert DisplayFormatter().format(late)[0]["text/plain"] == "_"
    assert not is_forced(late)
    force(late)
    assert DisplayFormatter().format(late)[0]["text/plain"] == "[1]"


class Shown:
    def __init__(self, part):
        self.part = part

    def __repr__(self):
        return f"Shown({self.part!r})"


def test_a_debugger_shows_a_thunk_and_forces_nothing_while_it_is_observed():
    out = StringIO()
    commands = StringIO("p numbers\np late\np held\nargs\nc\n")
    debugger = Pdb(stdin=commands, stdout=out, nosigint=True, readrc=False)

    def first(numbers, late):
        held = Shown(numbers)
        debugger.set_trace()
        assert held.part is numbers
        return numbers[0]

    before = sys.gettrace()
    try:
        observation = observe(first, [1, 2], delay(lambda: [3]))
    finally:
        sys.settrace(before)
    assert "numbers = _" in out.getvalue()
    assert "Shown(_)" in out.getvalue()
    assert observation.demands == {"numbers": Demand.parse("[1, _]"), "late": Demand()}


def test_a_traceback_with_locals_forces_nothing():
    import traceback

    with observing([1, 2]) as seen:
        x = seen.value
        try:
            raise ValueError
        except ValueError as error:
            shown = "".join(traceback.TracebackException.from_exception(error, capture_locals=True).format())
    assert "x = _" in shown
    assert seen.demand == Demand()
    assert x is seen.value


def test_asked_for_its_repr_by_observed_code_a_thunk_is_used():
    for function in (repr, lambda xs: f"{xs!r}", lambda xs: repr([xs]), lambda xs: repr(Shown(xs))):
        assert observe(function, [1, 2]).demand == Demand.parse("[1, 2]")


def test_from_outside_nothing_can_be_forced_and_afterwards_everything_can():
    late = delay(lambda: [1])
    with observing([1, {"a": 2}, iter([3])]) as seen:
        first = seen.value[1]
        with from_outside():
            assert not isinstance(first, dict)
            assert not hasattr(late, "append")
            for touch in (len, bool, lambda v: v == 1, lambda v: v["a"]):
                with pytest.raises(FromOutside):
                    touch(first)
            with pytest.raises(FromOutside):
                len(late)
            assert repr(seen.value) == "[_, _, _]"
        assert seen.demand == Demand.parse("[_, _, _]")
        assert first["a"] == 2
        assert late == [1]
    assert seen.demand == Demand.parse("[_, {'a': 2, **_}, _]")


def test_while_one_thread_looks_from_outside_another_forces_as_ever():
    with observing([1, 2]) as seen:
        value = seen.value
        with from_outside():
            thread = threading.Thread(target=lambda: value[1] + 1)
            thread.start()
            thread.join()
    assert seen.demand == Demand.parse("[_, 2]")


def test_what_was_left_over_from_an_observation_is_not_forced_from_outside_either():
    with observing([[1], [2]]) as seen:
        left = seen.value[0]
    with from_outside():
        assert not isinstance(left, list)
    assert not is_forced(left)
    assert left == [1]


# Loading


def test_the_plugin_loads_neither_hypothesis_nor_ipython_nor_rich():
    code = "import sys, strictcheck.pytest_plugin; print(*{'hypothesis', 'IPython', 'rich'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == ""


def test_the_plugin_is_registered_under_its_name(run):
    assert "strictcheck" in run("def test(): pass", "--trace-config")[1]


FAILING = """
from strictcheck import assert_pulls_at_most, assert_same_demand, check_reads_only, check_spec
from strictcheck import like, max_forced, observe

def bad(xs):
    return xs[0] / 0

def test_budget():
    with max_forced(2):
        observe(sum, [1, 2, 3])

def test_of_the_user():
    assert_same_demand(bad, sum, [1])

def test_of_a_budget_that_was_swallowed():
    with max_forced(2):
        try:
            observe(sum, [1, 2, 3])
        except Exception:
            pass

def test_that_is_found(): check_spec(failing, like(other))
def test_of_a_function_in_c(): observe(sum, 5)
def test_of_an_option(): assert_pulls_at_most(bad, [1, 2], n=1, contxt=None)
def test_of_a_value(): assert_pulls_at_most(bad, [1, 2], n="1")
def test_that_names_nothing(): check_reads_only(failing)
def failing(xs: list[int]) -> int: raise LookupError("nothing there")
def other(xs: list[int]) -> int: return xs[0]
"""


def test_frames_of_the_library_are_not_shown_to_those_who_use_it(run):
    out = run(FAILING)[1]
    assert "ZeroDivisionError" in out
    for told in ("LookupError: nothing there", "'int' object is not iterable", "argument 'contxt'", "n='1'; pass"):
        assert told in out
    assert "\n".join(explained(out)).count("more than 2 parts forced") == 2
    assert not re.search(r"strictcheck.(observation|specs|thunks|kinds)|contextlib", out)
    assert re.search(r"strictcheck.observation", run(FAILING, "--full-trace")[1])


def test_an_explanation_shows_a_part_that_raised_when_it_was_computed():
    def failing():
        raise ValueError("no price")

    prices = [delay(failing), delay(int)]
    with pytest.raises(ValueError, match="no price"):
        prices[0] + 1
    assert repr(without_thunks(prices)) == "[Raised(ValueError), _]"
