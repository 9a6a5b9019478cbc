"""The hole of partial values: any touch raises, and who has no use for it does not meet it."""

from __future__ import annotations

import copy
import doctest
import inspect
import pickle
import pydoc
import subprocess
import sys

import pytest

from strictcheck import Demand, Unevaluated, hole, observe

TOUCHES = {
    "truth": bool,
    "number": lambda part: part + 1,
    "right operand": lambda part: 1 + part,
    "comparison": lambda part: part == 1,
    "hash": hash,
    "length": len,
    "item": lambda part: part[0],
    "attribute": lambda part: part.x,
    "hasattr": lambda part: hasattr(part, "x"),
    "class": lambda part: isinstance(part, int),
    "iteration": list,
    "call": lambda part: part(),
    "format": lambda part: f"{part:>3}",
}


def test_help_tells_what_the_hole_is_for_and_nothing_of_the_inside():
    text = pydoc.render_doc(hole)
    assert inspect.getdoc(hole) in text
    assert "nobody looks at" in text
    assert "Method" not in text


@pytest.mark.parametrize("touch", TOUCHES.values(), ids=TOUCHES.keys())
def test_any_touch_of_the_hole_raises(touch):
    with pytest.raises(Unevaluated, match="hole: somebody looked at it"):
        touch(hole)


def test_the_hole_prints_as_in_demands_and_may_be_passed_on():
    assert (repr(hole), str(hole), repr([1, hole])) == ("_", "_", "[1, _]")
    assert copy.copy(hole) is hole
    assert copy.deepcopy([hole])[0] is hole
    assert pickle.loads(pickle.dumps(hole)) is hole


def test_the_hole_can_stand_in_an_argument_and_is_looked_at_no_more_than_there():
    assert observe(lambda xs: xs[0], [1, hole]).demand == Demand.parse("[1, _]")
    with pytest.raises(Unevaluated):
        observe(sum, [1, hole])


def test_who_searches_a_module_for_examples_may_ask_what_the_hole_is():
    with pytest.raises(Unevaluated):
        inspect.isclass(hole)
    assert [test.name for test in doctest.DocTestFinder().find(sys.modules[__name__], "specs")]


def test_tests_that_ask_all_objects_for_their_class_meet_no_hole_unless_somebody_uses_it():
    code = "import gc, strictcheck.pytest_plugin; print(sum(isinstance(one, bool) for one in gc.get_objects()))"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ended.stdout, ended.stderr) == ("0\n", "")
