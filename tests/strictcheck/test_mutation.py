"""Mutation of laziness: what mutants force, which of them tests can notice, and the command as a user meets it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import types
from contextlib import nullcontext
from dataclasses import dataclass
from enum import Enum
from functools import partial, wraps
from textwrap import dedent
from typing import Any

import pytest

from strictcheck import Demand, Stream, TooMuchForced, delay, hole, is_forced, max_forced, nf, observe, observing, take
from strictcheck.cli import main
from strictcheck.cli.mutate import _renamed
from strictcheck.mutation.mutant_plugin import Seeding, Survey
from strictcheck.mutation.mutants import MUTANTS, Ahead, first_hole, with_arguments, with_mutation
from strictcheck.mutation.slips import slips_of
from strictcheck.mutation.suggesting import NotedCalls
from strictcheck.specs import pulled
from strictcheck.unused import noted_in


def mutant(function, kind, argument):
    """The mutant of a function, as a run of the tests has it."""
    return with_mutation(function, argument, kind)


def first_even(numbers):
    return next(n for n in numbers if n % 2 == 0)


def evens(numbers):
    for number in numbers:
        if number % 2 == 0:
            yield number


@dataclass
class Node:
    left: Any
    right: Any


Node.__annotations__ = {"left": "Node | int", "right": "Node | int"}
NODES, BOTH = "Node(Node(1, 2), 3)", "{'a': 1, 'b': 2}"


class Plain:
    def __init__(self):
        self.x = [1]
        self.y = 2


# What mutants do


@pytest.mark.parametrize(
    ("function", "value", "demands"),
    [
        (lambda v: None, [1, [2]], ["[_, _]", "[1, [2]]", "[_, _]"]),
        (lambda v: v[0], [1, [2], 3], ["[1, _, _]", "[1, [2], 3]", "[1, [_], _]"]),
        (lambda v: v[:2], [1, 2, 3], ["[_, _, _]", "[1, 2, 3]", "[1, _, _]"]),
        (
            lambda v: v["a"],
            {"a": 1, "b": 2},
            ["{'a': 1, **_}", "{'a': 1, 'b': 2}", "{'a': 1, 'b': 2, **_}"],
        ),
        (
            lambda v: v and 0,
            Node(Node(1, 2), 3),
            ["Node(_, _)", NODES, "Node(Node(_, _), _)"],
        ),
        (lambda v: v.x, Plain(), ["Plain(x=[_])", "Plain(x=[1], y=2)", "Plain(x=[_], y=2)"]),
        (lambda v: v[0], Stream([1, 2, 3]), ["[1, *_]", "[1, 2, 3]", "[1, 2, *_]"]),
        (lambda v: len(v), [], ["[]", "[]", "[]"]),
        (lambda v: v + 1, 5, ["5", "5", "5"]),
    ],
)
def test_each_kind_of_mutant_looks_at_so_much_more(function, value, demands):
    for kind, expected in zip(MUTANTS, demands, strict=True):
        demand = observe(mutant(function, kind, "v"), value).demand
        assert demand == Demand.parse(expected, {"Node": Node, "Plain": Plain}), kind


def test_a_mutant_of_a_generator_function_reads_too_much_when_its_first_element_is_asked_for():
    async def later(v):
        for n in v:
            yield n

    for function in (evens_of, later):
        for kind, expected in zip(MUTANTS, ["[_, _, _]", "_", "_"], strict=True):
            with noted_in(None):  # a generator function of which nothing runs, but for the mutant
                demand = observe(mutant(function, kind, "v"), [0, 2, 3]).demand
            assert demand == Demand.parse(expected), kind
        for kind, expected in zip(MUTANTS, ["[0, _, _]", "[0, 2, 3]", "[0, 2, _]"], strict=True):
            demand = observe(mutant(function, kind, "v"), [0, 2, 3], context=take(1)).demand
            assert demand == Demand.parse(expected), kind


def evens_of(v):
    for number in v:
        if number % 2 == 0:
            yield number


def test_iterators_are_looked_ahead_in():
    for kind, expected in zip(MUTANTS, ["[1, *_]", "[1, 2, 3]", "[1, _, *_]"], strict=True):
        assert observe(mutant(lambda v: next(v), kind, "v"), iter([1, 2, 3])).demand == Demand.parse(expected), kind


def test_of_an_iterator_that_nobody_observes_one_more_is_pulled():
    pulled = []

    def numbers():
        for n in range(6):
            pulled.append(n)
            yield n

    changed = mutant(evens, "next", "numbers")(numbers())
    assert pulled == []
    assert next(changed) == 0
    assert pulled == [0, 1]
    assert list(changed) == [2, 4]


def test_one_part_more_counts_against_a_budget():
    with max_forced(3):
        observe(first_even, [1, 2, 3, 4])
    with pytest.raises(TooMuchForced), max_forced(3):
        observe(mutant(first_even, "next", "numbers"), [1, 2, 3, 4])


@pytest.mark.parametrize("kind", MUTANTS)
def test_a_mutant_gives_what_the_function_gives(kind):
    for value in ([1, 2, 3, 4], (3, 4), range(1, 5)):
        assert mutant(first_even, kind, "numbers")(value) == first_even(value)
        assert list(mutant(evens, kind, "numbers")(value)) == list(evens(value))
        assert list(mutant(evens, kind, "numbers")(iter(value))) == list(evens(value))
        assert observe(mutant(evens, kind, "numbers"), iter(value), context=nf).result[:] == list(evens(value))


def test_of_what_a_result_takes_one_part_more_is_looked_at():
    seen = observe(mutant(evens, "next", "numbers"), iter([1, 2, 3, 4, 5, 6]), context=take(1))
    assert seen.demand == Demand.parse("[1, 2, _, *_]")
    seen = observe(mutant(evens, "next", "numbers"), [1, 2, 3, 4, 5, 6], context=take(1))
    assert seen.demand == Demand.parse("[1, 2, 3, _, _, _]")


def test_no_mutant_forces_without_bound():
    def naturals():
        n = 0
        while True:
            yield n
            n += 1

    for endless in (naturals(), Stream(naturals())):
        assert mutant(first_even, "nf", "numbers")(endless) == 0
    wide = observe(mutant(len, "nf", "obj"), [[0]] * 50_000)
    assert wide.demand.size <= 10_002


def test_mutants_force_what_is_deep_without_recursion():
    deep = None
    for _ in range(50_000):
        deep = [deep]
    chain = 0
    for _ in range(20_000):
        chain = Node(chain, 0)
    for kind in MUTANTS:
        assert observe(mutant(lambda v: None, kind, "v"), deep).demand.size <= 10_002
        assert observe(mutant(lambda v: None, kind, "v"), chain).demand.size <= 10_002


def test_the_first_hole_of_what_is_wide_is_found_in_one_walk():
    numbers = list(range(30_000))
    assert first_hole(Demand.full(numbers)) is None
    assert first_hole(pulled(numbers)) == (30_000,)
    assert first_hole(Demand.full([numbers, [*numbers, hole]])) == (1, 30_000)


def test_iterators_inside_of_values_are_not_used_up():
    inner = iter([1, 2])
    assert mutant(lambda v: list(v[0]), "nf", "v")([inner]) == [1, 2]


def test_a_generator_that_is_looked_ahead_in_is_neither_closed_nor_robbed():
    closed = []

    def numbers():
        try:
            yield from range(5)
        finally:
            closed.append(True)

    ahead = Ahead(numbers())
    assert ahead.ahead(2) == [0, 1]
    assert closed == []
    assert next(ahead) == 0
    assert ahead.ahead(1) == [2]
    assert list(ahead) == [1, 2, 3, 4]
    assert ahead.ended
    assert ahead.gi_frame is None  # other attributes are those of the generator


def test_an_element_that_raises_raises_when_it_is_looked_ahead_at():
    def numbers():
        yield 2
        raise ValueError("looked too far")

    assert first_even(numbers()) == 2
    assert mutant(first_even, "whnf", "numbers")(numbers()) == 2
    with pytest.raises(ValueError, match="too far"):
        mutant(first_even, "nf", "numbers")(numbers())


def test_every_argument_can_be_changed_however_it_is_passed():
    def function(a, /, b, *c, d=4, **e):
        return a, b, c, d, e

    def doubled(name):
        return with_arguments(function, {name: lambda value: 2 * value})

    assert doubled("a")(1, 2, 3, 5, d=6, x=7) == (2, 2, (3, 5), 6, {"x": 7})
    assert doubled("b")(1, b=2) == (1, 4, (), 4, {})
    assert doubled("c")(1, 2, 3, 5) == (1, 2, (6, 10), 4, {})
    assert doubled("d")(1, 2) == (1, 2, (), 4, {})
    assert doubled("d")(1, 2, d=6) == (1, 2, (), 12, {})
    assert doubled("e")(1, 2, x=7, y=8) == (1, 2, (), 4, {"x": 14, "y": 16})
    with pytest.raises(TypeError, match="missing"):
        doubled("a")(1)


def test_arguments_are_changed_in_the_order_of_the_signature():
    changed: list[str] = []
    names = [f"argument{number}" for number in range(20)]
    function = eval(f"lambda {', '.join(names)}: None")
    with_arguments(function, dict.fromkeys(reversed(names), changed.append))(*names)
    assert changed == names


def test_a_mutant_of_a_coroutine_function_is_one():
    import inspect

    async def first(numbers):
        return numbers[0]

    changed = mutant(first, "nf", "numbers")
    assert inspect.iscoroutinefunction(changed)
    assert asyncio.run(observe(changed, [1, 2])).demand == Demand.parse("[1, 2]")


def depth(node):
    return 0 if node is None else 1 + depth(node[0])


def test_of_a_recursive_function_the_outermost_call_is_changed():
    changes = []
    changed = with_arguments(depth, {"node": lambda node: changes.append(1) or node})
    globals()["depth"], before = changed, depth
    try:
        assert changed([[[None]]]) == 3
        assert changed([None]) == 1
    finally:
        globals()["depth"] = before
    assert len(changes) == 2


def test_a_recursive_function_is_surveyed_in_a_time_that_grows_with_its_calls_alone():
    survey = Survey(("node",))
    deep = None
    for _ in range(300):
        deep = [deep, 1, 2]
    globals()["depth"], before = survey.watch_calls(depth), depth
    try:
        observe(depth, deep)
    finally:
        globals()["depth"] = before
    assert len(survey._demands) == 1
    survey.end_test()
    assert survey.telling == {"node": {"nf", "next"}}


def test_what_a_decorator_added_to_a_function_stays_there():
    import functools

    @functools.cache
    def double(n):
        return 2 * n

    changed = mutant(double, "whnf", "n")
    assert changed(2) == 4
    assert changed.cache_info().misses == 1


# Which mutants tests could notice


def surveyed(function, test):
    """What a survey finds when a test is run with the function."""
    survey = Survey(("v",))
    survey.test = "test"
    test(survey.watch_calls(function))
    survey.end_test()
    assert list(survey.tests) == ["test"]
    return survey.telling


@pytest.mark.parametrize(
    ("function", "value", "kinds"),
    [
        (lambda v: None, [1], MUTANTS.keys()),
        (lambda v: len(v), [1], {"nf", "next"}),
        (lambda v: v[0], [1, 2], {"nf", "next"}),
        (lambda v: sum(v), [1, 2], set()),
        (lambda v: v["a"], {"a": 1, "b": 2}, {"nf", "next"}),
        (lambda v: next(v), iter([1, 2]), {"nf", "next"}),
        (lambda v: v["a"] + v["b"], {"a": 1, "b": 2}, {"nf"}),
        (lambda v: [v["a"], len(v)], {"a": 1, "b": 2}, {"nf", "next"}),
        (lambda v: sum(v), iter([1, 2]), set()),
        (lambda v: v.left, Node(Node(1, None), None), {"nf", "next"}),
        (lambda v: v + 1, 1, set()),
    ],
)
def test_a_mutant_could_tell_if_it_looks_at_more_than_an_observed_call(function, value, kinds):
    assert surveyed(function, lambda watched: observe(watched, value)) == {"v": set(kinds)}


def test_what_the_context_looks_at_later_counts_too():
    def doubled(v):
        for n in v:
            yield 2 * n

    assert surveyed(doubled, lambda watched: observe(watched, [1, 2])) == {"v": set(MUTANTS)}
    assert surveyed(doubled, lambda watched: observe(watched, [1, 2], context=nf)) == {"v": set()}


def test_one_call_that_could_tell_is_enough():
    def test(watched):
        for value in ([], [0], [0, 1, 2], [1]):
            observe(watched, value)

    assert surveyed(lambda v: any(v), test) == {"v": {"nf", "next"}}


def test_parts_of_what_is_observed_count_when_the_function_gets_them():
    def test(watched):
        with observing([[1, 2], 3]) as seen:
            watched(seen.value[0])

    assert surveyed(lambda v: v[0], test) == {"v": {"nf", "next"}}


def test_iterators_and_delayed_values_can_tell_without_any_observation():
    assert surveyed(first_even_of, lambda watched: watched(iter([1, 2, 3]))) == {"v": {"nf", "next"}}
    assert surveyed(first_even_of, lambda watched: watched(Stream([1, 2, 3]))) == {"v": {"nf"}}
    assert surveyed(lambda v: sum(v), lambda watched: watched(iter([1, 2]))) == {}  # none is left to be read
    assert surveyed(lambda v: None, lambda watched: watched(delay(lambda: [1]))) == {"v": {"whnf", "nf"}}


def test_an_async_iterator_tells_of_what_was_not_pulled():
    async def numbers():
        for number in range(1, 4):
            yield number

    async def first(v):
        async for number in v:
            return number + 1
        return 0

    async def total(v):
        return sum([number async for number in v])

    def watch(watched):
        return asyncio.run(observe(watched, numbers()))

    assert surveyed(first, watch) == {"v": {"nf", "next"}}
    assert surveyed(total, watch) == {"v": set()}
    assert surveyed(first, lambda watched: asyncio.run(watched(numbers()))) == {"v": {"nf", "next"}}
    assert surveyed(total, lambda watched: asyncio.run(watched(numbers()))) == {}
    demands = {kind: str(watch(with_mutation(first, "v", kind)).demand) for kind in MUTANTS}
    assert demands == {"whnf": "[1, *_]", "nf": "[1, _, _]", "next": "[1, _, *_]"}
    assert watch(with_mutation(total, "v", "next")).result == watch(with_mutation(total, "v", "nf")).result == 6


def test_plain_values_can_tell_nothing():
    assert surveyed(lambda v: sum(v), lambda watched: watched([1, 2])) == {}


def test_a_survey_changes_nothing_and_keeps_within_budgets():
    def test(watched):
        with max_forced(3):
            assert observe(watched, [1, 2, 3, 4]).demand == Demand.parse("[1, 2, _, _]")
        late = [2, delay(lambda: 1)]
        assert observe(watched, late).result == 2
        assert not is_forced(late[1])

    assert surveyed(first_even_of, test) == {"v": {"nf", "next"}}


def first_even_of(v):
    return first_even(v)


# Which function


SOURCE = """
from typing import overload

@overload
def two(a: int) -> int: ...
@overload
def two(a: str) -> str: ...
def two(a, /, b, *c, d, **e): ...

class Outer:
    def method(self, x): ...
    def alone(self): ...
    @staticmethod
    def static(x, y): ...
    @classmethod
    def made(cls, x): ...
    @classmethod
    def only_class(cls): ...
    class Inner:
        async def later(self, x): ...

def nothing(): ...
number = 1
largest = max

if True:
    def conditional(x):
        def inside(y): ...
try:
    def tried(x): ...
except ImportError:
    def tried(y): ...
"""


@pytest.fixture
def source(tmp_path):
    file = tmp_path / "source.py"
    file.write_text(SOURCE)
    return file


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        ("two", ("a", "b", "c", "d", "e")),
        ("Outer.method", ("self", "x")),
        ("Outer.static", ("x", "y")),
        ("Outer.made", ("x",)),
        ("Outer.Inner.later", ("self", "x")),
        ("conditional", ("x",)),
        ("tried", ("x",)),
    ],
)
def test_functions_are_found_with_their_arguments(source, function, arguments):
    assert planted(source, function)._survey.arguments == arguments


def planted(source, function):
    """The plugin, after it has changed a function."""
    seeding, module = Seeding({"file": str(source), "function": function}), types.ModuleType("source")
    exec(source.read_text(), vars(module))
    seeding.plant(module)
    return seeding


def test_mutants_look_at_the_object_of_a_method(source):
    assert planted(source, "Outer.method")._survey.arguments == ("self", "x")
    assert planted(source, "Outer.alone")._survey.arguments == ("self",)


@pytest.mark.parametrize(
    ("function", "problem"),
    [
        ("three", "is not there; a method is written PATH::CLASS.METHOD"),
        ("inside", "is not there"),
        ("method", "is not there"),
        ("number", "is of type int, not a function; name one, or a method, PATH::CLASS.METHOD"),
        ("largest", "is written in C, and does not tell its arguments"),
        ("Outer", "is of type type, not a function"),
        ("nothing", "takes no arguments"),
        ("Outer.only_class", "takes no arguments that a mutant could look at"),
    ],
)
def test_what_is_no_function_with_arguments_is_told(source, function, problem):
    assert problem in planted(source, function)._report["problem"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("source.py", "does not name a function; write path/to/file.py::function"),
        ("{file}", "does not name a function; write {file}::"),
        ("::two", "does not name a function"),
        ("{file}::", "does not name a function"),
        ("{file}.gone::two", "there is no such file"),
        ("{folder}::two", "there is no such file"),
    ],
)
def test_what_names_no_function_is_refused_in_one_line(source, tmp_path, capsys, text, complaint):
    assert main(["mutate", text.format(file=source, folder=tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert complaint.format(file=source) in err
    assert err.count("\n") == 1


# The command


EVENS = """
def first_even(numbers):
    return next(n for n in numbers if n % 2 == 0)

class Evens:
    @staticmethod
    def first(numbers):
        return first_even(numbers)
"""
VALUES = "def test_value(): assert first_even([1, 2, 3, 4]) == 2\n"
LOOSE = "def test_loose(): assert observe(first_even, [1, 2, 3, 4]).demand <= Demand.parse('[1, 2, 3, _]')\n"
TIGHT = "def test_tight(): assert observe(first_even, [1, 2, 3, 4]).demand == Demand.parse('[1, 2, _, _]')\n"
IMPORTS = "from evens import *\n"
QUIET = "-p no:syrupy -p no:inline_snapshot -p no:hypothesispytest"  # quicker to start without
OTHER = "def test_other(): open('other', 'a').write('.')\n"


@pytest.fixture
def command(tmp_path):
    """Run the command in a folder with a module and its tests; returns exit status, output and errors."""

    def command(
        tests, *arguments, options=(), source=EVENS, function="evens.py::first_even", imports="from evens import *\n"
    ):
        (tmp_path / "evens.py").write_text(source)
        (tmp_path / "test_evens.py").write_text(imports + "from strictcheck import Demand, observe, Stream\n" + tests)
        (tmp_path / "pytest.ini").write_text(
            "[pytest]\naddopts = -p no:syrupy -p no:inline_snapshot -p no:hypothesispytest"
        )
        line = [sys.executable, "-m", "strictcheck", "mutate", *options, function, *arguments]
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, env=clean)
        return done.returncode, done.stdout, done.stderr

    return command


@pytest.mark.slow
def test_tests_of_values_let_every_mutant_live(command):
    status, out, err = command(VALUES)
    assert (status, err) == (1, "")
    assert "reads all of `numbers`            SURVIVED; no test watches how much is read" in out
    assert "0 of 1 mutant noticed, 1 survived" in out
    suggested = out.partition("fails if first_even reads all of `numbers`, and passes as it is:\n\n")[2]
    text = dedent(suggested.partition("\n\n0 of 1")[0])
    assert "assert_pulls_at_most(first_even, [1, 2, 3, 4], n=2)" in text
    # It is a test: with it, nothing that reads more survives.
    status, out, _ = command(text, imports="")
    assert status == 0
    assert "noticed: test_evens.py::test_first_even_pulls_at_most_2_of_numbers" in out


@pytest.mark.slow
def test_arguments_without_parts_are_skipped_and_the_suggested_test_notices_an_eager_generator(command):
    source = "def evens(numbers, name='x', limit=9):\n    for n in numbers:\n        if n % 2 == 0: yield n\n"
    tests = "def test_it(): assert list(evens([1, 2, 3], 'y')) == [2]\n"
    imports = "from evens import evens\n"
    status, out, err = command(tests, source=source, function="evens.py::evens", imports=imports)
    assert (status, err) == (1, "")
    told = " ".join(out.split())
    assert "`name` skipped: has no parts to read in any call" in told
    assert "`limit` skipped: no call passes it" in told
    assert out.endswith("0 of 1 mutant noticed, 1 survived\n")
    text = dedent(out.partition("passes as it is:\n\n")[2].partition("\n\n0 of 1")[0])
    scope: dict[str, Any] = {}
    for body, fails in (("", False), ("    numbers = list(numbers); sum(numbers)\n", True)):
        exec(source.replace("    for", f"{body}    for", 1), scope)
        lines = [line for line in text.splitlines() if not line.startswith("from evens")]
        exec("\n".join(lines), scope)
        with pytest.raises(AssertionError) if fails else nullcontext():
            next(scope[name] for name in scope if name.startswith("test_"))()


URL = """
class Url:
    def __init__(self, hosts, log): self.hosts, self.log = hosts, log
    def at(self, path='x', names=()): return f'{self.hosts[0]}/{path}'
"""


@pytest.mark.slow
def test_the_object_of_a_method_is_looked_at_if_a_test_observes_it_or_nothing_else_has_parts(command):
    plain = "def test_it(): assert Url(['a'], []).at('b') == 'a/b'\n"
    both = "def test_it(): assert Url(['a'], []).at('b', ('c',)) == 'a/b'\n"
    observed = "def test_it(): assert observe(Url.at, Url(['a'], []), 'b', ('c',)).result == 'a/b'\n"
    left_alone = "`self` skipped: no test observes the object; mutants look at the other arguments"
    for tests, is_told, told in (
        (plain, False, "reads all of `self` SURVIVED; no test watches how much is read"),
        (both, True, "reads all of `names` SURVIVED; no test watches how much is read"),
        (observed, False, "`self` SURVIVED; no test would notice"),
    ):
        status, out, err = command(
            tests,
            source=URL,
            function="evens.py::Url.at",
            imports="from evens import Url\nfrom strictcheck import observe\n",
        )
        assert (status, err) == (1, "")
        assert told in " ".join(out.split())
        assert (left_alone in " ".join(out.split())) is is_told
        assert is_told or "Url(hosts=['a'], log=[])" in out


@pytest.mark.slow
def test_a_run_in_which_no_mutant_could_be_tried_does_not_look_like_success(command):
    tests, source = "def test_it(): assert shout('b') == 'B'\n", "def shout(word): return word.upper()\n"
    status, out, err = command(tests, source=source, function="evens.py::shout")
    assert (status, err) == (2, "")
    assert "\nnothing was tried, so nothing is shown: " in out


@pytest.mark.slow
def test_an_iterator_that_is_used_up_in_one_call_does_not_stand_for_a_list_in_another(command):
    tests = "def test_it():\n    assert first([1, 2]) == 1\n    assert first(iter([])) is None\n"
    source = "def first(items): return next(iter(items), None)\n"
    status, out, _ = command(tests, source=source, function="evens.py::first", imports="from evens import first\n")
    assert status == 1
    assert "reads all of `items` SURVIVED; no test watches how much is read" in " ".join(out.split())


CUTTING = """
def search(node, alpha=-9, beta=9):
    if not isinstance(node, list):
        return node
    for child in node:
        alpha = max(alpha, -search(child, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha
"""


@pytest.mark.slow
def test_a_slip_that_makes_no_difference_in_the_calls_of_the_tests_is_told(command):
    imports = "from evens import search\nfrom strictcheck import Demand, observe\n"
    told = {}
    for game, demand in (("[[2, 3], [1, 5]]", "[[2, 3], [1, _]]"), ("[[2, 3], [2, 5]]", "[[2, 3], [2, _]]")):
        tests = f"def test_it(): assert observe(search, {game}).demands['node'] == Demand.parse('{demand}')\n"
        _, out, _ = command(tests, source=CUTTING, function="evens.py::search", imports=imports)
        told[game] = " ".join(out.split())
    without_tie, with_tie = told.values()
    assert "it would make no difference in the tests' calls: that it has `alpha > beta` in line 7" in without_tie
    assert "has `alpha > beta` in line 7 noticed" in with_tie


def test_a_suggested_test_has_a_name_that_is_free():
    text = "def test_first_reads_little():\n    pass\n"
    tests = ["a/test_it.py::test_first_reads_little[1]", "test_it.py::Tests::test_first_reads_little_2"]
    assert _renamed(text, tests) == "def test_first_reads_little_3():\n    pass\n"
    assert _renamed(text, []) == text


@pytest.mark.slow
def test_a_mutant_that_no_test_notices_survives_and_one_that_is_noticed_has_a_name(command):
    status, out, _ = command(VALUES + LOOSE)
    assert status == 1
    told = " ".join(out.split())
    assert "looks at `numbers` first" not in told
    assert "1 other mutant would read no more: the tests' calls read all that anyway" in told
    assert "reads all of `numbers` noticed: test_evens.py::test_loose" in told
    assert "reads one part more of `numbers` SURVIVED; no test would notice" in told
    assert max(map(len, out.splitlines())) <= 88  # of a suggested test; all else has 80
    assert "This test fails if first_even reads one part more of `numbers`, and passes as it is:" in told
    assert out.startswith("first_even: 2 tests of it, passed without a mutant\n")
    assert out.endswith("1 of 2 mutants noticed, 1 survived\n")


class Mode(Enum):
    FAST = 0


def take_apart(source, mode=None, *more, limit=3, **others):
    more and more[0].append(0)  # changes an argument


@pytest.mark.parametrize(
    ("args", "kwargs", "written"),
    [
        (([1],), {}, "[1]"),
        (([1],), {"limit": 2}, "[1], limit=2"),
        ((), {"mode": 1, "source": "a"}, "'a', 1"),
        ((1, Mode.FAST, [2], [3]), {"other": [4]}, "1, Mode.FAST, [2], [3], other=[4]"),
    ],
)
def test_a_call_is_written_as_it_was_made(args, kwargs, written):
    assert _written(take_apart, *args, **kwargs) == written


def test_an_argument_after_one_that_is_left_out_is_written_by_name():
    assert _written(lambda one, two=2, three=3: 0, 1, three=4) == "1, three=4"


def test_what_cannot_be_read_back_is_no_text():
    class Node:
        def __init__(self, below):
            self.below = below

    assert _written(take_apart, Node(Node(1))) == "Node(below=Node(below=1))"
    assert _written(take_apart, Node(lambda: 1)) == ""


def _written(function, *args, **kwargs):
    noted = NotedCalls()
    noted.note_calls(function)(*args, **kwargs)
    noted.end_test()
    return ", ".join(filter(None, noted._written[0].values()))


CALLS = """
import asyncio
from dataclasses import dataclass

@dataclass
class Point:
    x: int
    y: int

class Cart:
    def __init__(self, prices): self.prices = prices
    def __repr__(self): return f"Cart({self.prices})"
    def first(self, at): return self.prices[0]
    def plain(self, at): return at[0]
    @classmethod
    def made(cls, config): return cls(config["prices"])

class Closed:
    def plain(self, at): return at[0]

def abscissas(points): return [point.x + 0 for point in points]
def doubled(numbers):
    for number in numbers: yield 2 * number
async def later(numbers, /): return numbers[0]
def at_most(numbers, *, limit=3): return numbers[0] < limit
def host_of(default, *, config): return config["host"]
def host_or(config, other=None): return config["host"] or other
def shipped(order): return order["paid"] and order["items"]
def first_over(lines): return next((line for line in lines if line["price"] > 9), None)
def host_in(**named): return named["config"]["host"]
"""
SUGGESTED = {
    "abscissas": ("abscissas([Point(1, 2)])", "observe(abscissas, [Point(x=1, y=2)])"),
    "doubled": ("next(doubled([1, 2]))", "assert_pulls_at_most(doubled, [1, 2], n=1, context=take(1))"),
    "later": ("asyncio.run(later([1, 2]))", "    assert_pulls_at_most(later, [1, 2], n=1)"),
    "at_most": ("at_most([1, 2], limit=2)", 'assert_pulls_at_most(at_most, [1, 2], limit=2, n=1, of="numbers")'),
    "host_of": (
        "host_of(1, config={'host': 1, 'port': 2})",
        "assert_reads_only(lambda config: host_of(1, config=config), {'host': 1, 'port': 2}, 'host')",
    ),
    "host_in": (
        "host_in(config={'host': 1, 'port': 2})",
        "demand = observe(host_in, config={'host': 1, 'port': 2}).demands[\"named\"]",
    ),
    "host_or": (  # `other` is not passed in all calls
        "host_or({'host': 1, 'port': 2}), host_or({'host': 0, 'port': 2}, {'host': 3})",
        "assert_lazy(host_or, {'host': 0, 'port': 2}, {'host': 3}, of=\"other\")",
    ),
    "shipped": (  # the second call looks at less
        "shipped({'paid': 1, 'items': 2}), shipped({'paid': 0, 'items': 2})",
        "assert_reads_only(shipped, {'paid': 0, 'items': 2}, 'paid')",
    ),
    "first_over": (  # the second call looks at less, and the first one leaves more alone
        "first_over([{'price': 1}, {'price': 10}, {'price': 3}]), first_over([{'price': 1, 'id': 3}])",
        "assert_pulls_at_most(first_over, [{'price': 1}, {'price': 10}, {'price': 3}], n=2)",
    ),
    "Cart.made": (
        "Cart.made({'prices': 1, 'port': 2})",
        "assert_reads_only(Cart.made, {'prices': 1, 'port': 2}, 'prices')",
    ),
    "Cart.plain": ("Cart([1]).plain([2, 3])", 'assert_pulls_at_most(Cart.plain, Cart([1]), [2, 3], n=1, of="at")'),
}


@pytest.mark.slow
@pytest.mark.parametrize("function", SUGGESTED)
def test_a_test_is_suggested_for_functions_of_all_sorts(command, function):
    call, suggested = SUGGESTED[function]
    imports = "from evens import *\nimport asyncio\n"
    status, out, err = command(
        f"def test_it(): {call}\n", source=CALLS, function=f"evens.py::{function}", imports=imports
    )
    assert (status, err) == (1, "")
    assert suggested in out


ASYNC = """
import asyncio
async def ticks(count):
    for number in range(count): yield number
async def first_over(source, limit):
    async for number in source:
        if number > limit: return number
async def doubled(source):
    async for number in source: yield 2 * number
async def total(source):
    return sum([number async for number in source])
async def listed(source):
    return [number async for number in doubled(source)]
"""


@pytest.mark.slow
@pytest.mark.parametrize("function", ["first_over", "doubled"])
def test_a_test_is_suggested_for_functions_that_take_async_iterators(command, function):
    tests = "def test_it(): asyncio.run(first_over(ticks(9), 2)), asyncio.run(listed(ticks(2)))\n"
    status, out, err = command(tests, source=ASYNC, function=f"evens.py::{function}")
    assert (status, err) == (1, "")
    text = dedent(out.partition("passes as it is:\n\n")[2].partition("\n\n0 of ")[0])
    for name in ("nf", "next", ""):
        scope: dict[str, Any] = {}
        exec(ASYNC, scope)
        changed = with_mutation(scope[function], "source", name) if name else scope[function]
        lines = [line for line in text.splitlines() if not line.startswith("from evens")]
        exec("\n".join(lines), scope := {**scope, function: changed})
        with pytest.raises(AssertionError) if name else nullcontext():
            next(scope[test] for test in scope if test.startswith("test_"))()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "call"),
    [
        ("def total(numbers): return sum(numbers)", "total([1, 2])"),
        ("def total(numbers): return sum(numbers)", "total(iter([1, 2]))"),
        (ASYNC, "asyncio.run(total(ticks(2)))"),
    ],
)
def test_a_mutant_that_reads_no_more_than_the_function_has_not_survived(command, source, call):
    status, out, err = command(f"def test_it(): {call}\n", source=source, function="evens.py::total")
    assert (status, err) == (2, "")
    assert "would read no more: the tests' calls read all that anyway" in out
    assert "nothing was tried" in out


WINDOW = """
class Window:
    def __init__(self, size): self.size = size
    def take(self, values): return [value for _, value in zip(range(self.size), values)]
"""


@pytest.mark.slow
def test_an_object_of_which_all_is_read_that_it_holds_leaves_a_mutant_no_more(command):
    test = "def test_it(): assert_pulls_at_most(Window.take, Window(2), [1, 2, 3, 4], n=2, of='values')\n"
    imports = "from evens import *\nfrom strictcheck import assert_pulls_at_most\n"
    status, out, err = command(test, source=WINDOW, function="evens.py::Window.take", imports=imports)
    assert (status, err) == (0, "")
    assert "`self`" not in out
    assert "2 other mutants would read no more: the tests' calls read all that anyway" in out


@pytest.mark.slow
def test_slips_are_tried_on_the_longest_of_the_calls_that_a_check_draws(command):
    imports = (
        "from evens import search\nfrom hypothesis import strategies as st\nfrom strictcheck import check_spec, like\n"
    )
    test = """
def twin(node, low=-9, high=9): return search(node, low, high)
trees = st.recursive(st.integers(-2, 2), lambda inside: st.lists(inside, min_size=1, max_size=3))
def test_it(): check_spec(search, like(twin), given=[trees])
"""
    _, out, _ = command(test, source=CUTTING, function="evens.py::search", imports=imports)
    assert "`alpha > beta`" not in out.partition("Not tried")[2]


@pytest.mark.slow
def test_where_no_call_can_be_written_out_that_is_said(command):
    tests = "def test_it(): Closed().plain([2, lambda: 3])\n"
    status, out, err = command(tests, source=CALLS, function="evens.py::Closed.plain")
    assert (status, err) == (1, "")
    told = (
        "No call of your tests, as far as it can be written out and repeated, would show it if Closed.plain reads all"
    )
    assert told in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 88


@pytest.mark.slow
def test_no_test_is_suggested_of_a_call_that_is_another_one_when_it_is_observed(command):
    source = "def head(numbers):\n    return numbers[0] if type(numbers) is list else numbers[1]\n"
    tests = "def test_it(): assert head([1, 2]) == 1\n"
    status, out, err = command(tests, source=source, function="evens.py::head")
    assert (status, err) == (1, "")
    assert "written out and repeated, would show it if head reads all of `numbers`" in " ".join(out.split())


@pytest.mark.slow
def test_tests_that_say_what_is_looked_at_notice_every_mutant(command):
    status, out, _ = command(VALUES + TIGHT)
    assert status == 0
    assert out.endswith("2 of 2 mutants noticed, 0 survived\n")


@pytest.mark.slow
def test_only_the_tests_that_call_the_function_are_run_with_mutants(command, tmp_path):
    command(OTHER + TIGHT)
    assert (tmp_path / "other").read_text() == "."


@pytest.mark.slow
def test_what_follows_the_function_goes_to_pytest(command):
    assert command(TIGHT + VALUES, "-k", "value")[0] == 1
    assert command(TIGHT + VALUES, "--", "test_evens.py::test_tight")[0] == 0


@pytest.mark.parametrize(
    "imports", ["import evens\nfirst_even = evens.first_even\n", "from evens import first_even as f\n"]
)
@pytest.mark.slow
def test_a_mutant_is_met_however_the_tests_import_it(command, imports):
    tests = TIGHT.replace("first_even", "f") if " as f" in imports else TIGHT
    assert command(tests, imports=imports)[0] == 0


@pytest.mark.slow
def test_a_function_in_the_test_module_and_a_static_method_can_be_mutated(command):
    assert command(EVENS + TIGHT, function="test_evens.py::first_even", imports="")[0] == 0
    tests = TIGHT.replace("first_even", "Evens().first")
    assert command(tests, function="evens.py::Evens.first")[0] == 0


@pytest.mark.slow
def test_tests_may_write_what_is_no_text(command):
    status, out, err = command("import os\ndef test_bytes(): os.write(1, b'\\xff')\n" + VALUES, "-s")
    assert (status, err) == (1, "")
    assert "0 of 1 mutant noticed, 1 survived" in out


@pytest.mark.slow
def test_a_mutant_that_does_not_end_is_noticed(command):
    source = "def first(numbers):\n    return numbers[0]\n"
    tests = """
import time
from strictcheck import delay
def test_it():
    assert first(delay(lambda: [1, delay(lambda: time.sleep(60))])) == 1
"""
    status, out, _ = command(tests, source=source, function="evens.py::first")
    assert status == 0
    assert re.search(r"reads all of `numbers`            noticed: no end within \d+ seconds", out)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tests", "arguments", "complaint"),
    [
        (
            "def test_broken(): assert first_even([1]) == 2\n",
            [],
            "test_evens.py::test_broken fails: StopIteration; mutants need tests",
        ),
        ("import gone\n", [], "the import of test_evens.py fails: ModuleNotFoundError: No module named 'gone'; "),
        ("def test(): pass\n", [], "no test calls first_even of evens.py"),
        ("", [], "pytest found no tests"),
        (VALUES, ["--no-such-option"], "pytest ended with exit status 4"),
        (VALUES, ["-k", "nothing"], "pytest found no tests"),
    ],
)
def test_where_nothing_could_be_found_out_there_is_one_line_and_exit_status_2(command, tests, arguments, complaint):
    status, out, err = command(tests, *arguments)
    assert (status, out) == (2, "")
    assert complaint.format(file=source) in err
    assert err.count("\n") == 1
    assert err.startswith("strictcheck mutate: ")


@pytest.mark.slow
def test_tests_that_never_import_the_file_are_not_enough(command, tmp_path):
    (tmp_path / "elsewhere.py").write_text(EVENS)
    status, _, err = command(VALUES, function="elsewhere.py::first_even")
    assert status == 2
    assert "the tests never import" in err


@pytest.mark.slow
def test_a_name_that_stands_for_no_function_is_refused_before_any_test_runs(command, tmp_path):
    status, _, err = command(OTHER, source=EVENS + "first_even = 5\n")
    assert status == 2
    assert "is of type int, not a function" in err
    assert not (tmp_path / "other").exists()


def test_the_console_script_is_there():
    from importlib.metadata import entry_points

    (script,) = entry_points(group="console_scripts", name="strictcheck")
    assert script.load() is main
    assert json.dumps(script.value) == '"strictcheck.cli:main"'


# Slips in the source


def slipping(rows, limit):
    found = []
    for row in rows:
        if len(found) == 2:
            break
        if row < limit and rows:
            found.append(row)
    return all(row for row in found)


def test_slips_say_what_the_function_has_then_and_where():
    first = slipping.__code__.co_firstlineno
    assert {slip.words for slip in slips_of(slipping)} == {
        f"has `all([row for row in found])` in line {first + 7}",
        f"has `rows and row < limit` in line {first + 5}",
        f"has `row <= limit` in line {first + 5}",
        f"goes without `if len(found) == 2: break` in line {first + 3}",
        f"goes without `break` in line {first + 4}",
    }
    assert slips_of(len) == slips_of(partial(slipping)) == slips_of(wraps(slipping)(lambda x: any(y for y in x))) == ()


def guarded(rows, least):
    return all([(rows[0] or least) and rows[1], not (least and rows[0])])


def test_operands_in_parentheses_are_exchanged_as_wholes_or_not_at_all():
    line = guarded.__code__.co_firstlineno + 1
    assert {slip.words for slip in slips_of(guarded)} == {
        f"has `least or rows[0]` in line {line}",
        f"has `rows[0] and least` in line {line}",
    }


def test_a_slip_keeps_defaults_closures_and_names():
    scale = 2

    def scaled(rows, *, by=3):
        """Scale."""
        return any(row * scale * by > 5 for row in rows)

    (eager,) = [slip.function for slip in slips_of(scaled) if "any([" in slip.words]
    assert (eager.__name__, eager.__doc__, eager([1, 0])) == ("scaled", "Scale.", True)
    assert str(observe(eager, [1, 0]).demand) == "[1, 0]"
    assert str(observe(scaled, [1, 0]).demand) == "[1, _]"


SLIPS = """
def has_even(numbers):
    return any(n % 2 == 0 for n in numbers)

def until(numbers, most):
    at = 0
    while at < most:
        if numbers[at] == 0:
            break
        at = (at + 1) % len(numbers)
    return numbers[0]
"""
WATCHED = """
def test_has_even():
    assert observe(has_even, [1, 2, 3]).result
"""


@pytest.mark.slow
def test_a_slip_that_no_test_notices_survives_with_a_test_that_notices_it(command):
    status, out, _ = command(WATCHED, source=SLIPS, function="evens.py::has_even")
    told = " ".join(out.split())
    assert status == 1
    assert "has `any([n % 2 == 0 for n in numbers])` in line 3 SURVIVED; no test would notice" in told
    status, out, _ = command(NOTICING, source=SLIPS, function="evens.py::has_even")
    assert (status, "in line 3 noticed: test_evens.py::test_has_even" in " ".join(out.split())) == (0, True)


NOTICING = """
def test_has_even():
    assert str(observe(has_even, [1, 2, 3]).demand) == "[1, 2, _]"
"""


@pytest.mark.slow
def test_a_slip_that_never_ends_or_returns_something_else_is_no_mutant(command):
    tests = "def test_until(): assert observe(until, [1, 0, 2], 3).result == 1\n"
    _, out, _ = command(tests, source=SLIPS, function="evens.py::until")
    assert "reads all of `numbers`" in out
    assert "goes without" not in out  # it would not end
    assert " has `" not in out.partition("Not tried")[0]  # no call shows a difference
