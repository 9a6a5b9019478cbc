"""Shapes are guessed from docstrings, annotations and names, in this order."""

from __future__ import annotations

import collections.abc
from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter
from pathlib import Path

import pytest

from strictcheck.profiles.call_plans import possible_plans
from strictcheck.profiles.hints import Arguments, examples_of, shapes_for, told_shapes


def parameter(name: str, annotation: object = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, annotation=annotation)


def first_shape(one: Parameter, examples: list[Arguments]) -> str:
    return shapes_for(one, told_shapes(one, 0, examples), {})[0]


@pytest.mark.parametrize(
    ("name", "annotation", "first"),
    [
        ("x", Iterable[int], "iterator"),
        ("x", "Iterable[Iterable[T]]", "iterator of lists"),
        ("x", "Iterable[tuple[K, V]]", "iterator of pairs"),
        ("x", "AnyIterable[AnyIterable[T]]", "iterator of lists"),
        ("x", collections.abc.AsyncIterator[int], "async iterator"),
        ("x", "Sequence[T]", "list"),
        ("wrapped", Parameter.empty, "function or nothing"),
        ("x", list, "list"),
        ("x", Mapping[str, int], "dict"),
        ("x", dict[str, list[int]], "dict"),
        ("x", Iterable[dict[str, int]], "iterator"),
        ("x", "int | None", "count"),
        ("x", Callable[[int], bool], "predicate"),
        ("x", Callable[[int], str], "function or nothing"),
        ("predicate", Parameter.empty, "predicate"),
        ("iterables", Parameter.empty, "iterator of lists"),
        ("n", Parameter.empty, "count"),
    ],
)
def test_annotations_come_before_names(name: str, annotation: object, first: str):
    assert first_shape(parameter(name, annotation), []) == first


@pytest.mark.parametrize(
    ("example", "shapes"),
    [
        ("f([(1, 2)], 5)", ["iterator of pairs", "count"]),
        ("f([1, [2, [3]]], 3)", ["iterator of trees", "count"]),
        ("f(['a'], True)", ["iterator", "literal:True"]),
        ("f({'a': 1}, lambda x: x)", ["dict", "function or nothing"]),
        ("f(iter([1, 2]), None)", ["iterator", "literal:None"]),
        ("list(f(range(9), 'ab'))", ["iterator", "iterator"]),
    ],
)
def test_calls_in_docstrings_say_the_shapes(example: str, shapes: list[str]):
    (found,) = examples_of("f", f">>> {example}")
    assert [found[at][0] for at in (0, 1)] == shapes


def test_a_place_in_a_call_tells_nothing_of_a_parameter_that_has_to_be_named():
    reverse = Parameter("reverse", Parameter.KEYWORD_ONLY, default=False)
    examples = examples_of("merge", ">>> merge([1], [2], [3])")
    assert told_shapes(reverse, 2, examples) == ["literal:True", "literal:False"]


def test_names_in_calls_of_docstrings_stand_for_what_was_assigned_to_them():
    (found,) = examples_of("f", ">>> ages = {'a': 1}\n>>> known = ages\n>>> f(known, key=len)")
    assert found[0] == ["dict"]
    assert found["key"][0] == "function or nothing"


def test_a_name_that_is_assigned_anew_from_itself_does_not_go_round_for_ever():
    (found,) = examples_of("f", ">>> xs = [1]\n>>> xs = list(xs)\n>>> f(xs)")
    assert found == {0: ["iterator", "list"]}


def test_a_name_of_which_nobody_knows_what_it_is_tells_nothing():
    (found,) = examples_of("f", ">>> from operator import add as plus\n>>> f(number, plus, len)")
    (known,) = examples_of("f", ">>> f(lambda: 0)")
    assert found == {0: [], 1: known[0], 2: known[0]}


def test_a_string_in_place_of_an_iterable_stands_for_an_iterable():
    examples = examples_of("f", ">>> f('abc')")
    assert first_shape(parameter("iterable"), examples) == "iterator"
    assert first_shape(parameter("text"), examples) == "text"


def test_calls_in_tests_that_are_there_tell_what_docstrings_do(tmp_path: Path):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_ages.py").write_text(
        "def test_f(other):\n    ages = {'a': 1}\n    assert ages_of.f(ages, [3], other) == 1\n    f(\n"
    )
    assert examples_of("f", "", [str(tmp_path)]) == []
    (tmp_path / "tests" / "test_ages.py").write_text(
        "def test_f(other):\n    ages = {'a': 1}\n    assert ages_of.f(ages, [3], other) == 1\n"
    )
    (tmp_path / "tests" / ".#test_ages.py").symlink_to("nobody@nowhere:1")  # as an editor marks a file that is open
    (tmp_path / "test_folder.py").mkdir()
    assert examples_of("f", "", [str(tmp_path)]) == [{0: ["dict"], 1: ["iterator", "list"], 2: []}]


def test_each_of_several_keys_is_a_key():
    parameters = [parameter("d"), Parameter("keys", Parameter.VAR_POSITIONAL)]
    first, *_ = next(possible_plans(lambda d, *keys: None, parameters, examples_of("f", ">>> f({'x': 1}, 'x')")))
    assert first.text() == "d: dict, keys_0: key, keys_1: key"


def test_what_is_passed_to_a_method_is_not_its_instance():
    doc = ">>> Sequence([1, 2]).flat_map(lambda x: [x])"
    assert examples_of("flat_map", doc, first=1)[0].keys() == {1}
