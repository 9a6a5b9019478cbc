"""Targets name functions, and those tell their parameters."""

from __future__ import annotations

from pathlib import Path

import pytest

from strictcheck.errors import BadInput
from strictcheck.profiles.targets import function_names, parameters_of, refuse_unknown

CACHED = """
from functools import cached_property
class Point:
    @cached_property
    def size(self): return 1
    def moved(self): return self
"""


def test_a_cached_property_is_no_method(tmp_path: Path):
    file = tmp_path / "points.py"
    file.write_text(CACHED)
    assert function_names(str(file)) == [f"{file}:Point.moved"]


def test_a_signature_in_a_docstring_may_take_two_lines():
    assert [one.name for one in parameters_of("csv:reader")][:2] == ["iterable", "dialect"]


def test_a_class_of_iterators_is_a_function_too_also_of_async_ones(tmp_path: Path):
    file = tmp_path / "iterators.py"
    file.write_text(
        "class Chain:\n    def __anext__(self): return self\n    async def aclose(self): pass\n"
        "class Pairs:\n    def __next__(self): return self\n"
    )
    assert function_names(str(file)) == [f"{file}:Chain", f"{file}:Pairs"]
    assert function_names(f"{file}:Chain") == [f"{file}:Chain", f"{file}:Chain.aclose"]


def test_of_a_name_that_is_not_there_those_are_told_that_the_module_does_not_import(tmp_path: Path):
    file = tmp_path / "with_imports.py"
    file.write_text("from collections.abc import Iterable\ndef pairs_of(xs): return zip(xs, xs)\n")
    with pytest.raises(BadInput, match=r"with_imports has no 'pairs'; it has pairs_of$"):
        function_names(f"{file}:pairs")


def test_a_collection_is_made_of_what_its_class_says(tmp_path: Path):
    file = tmp_path / "bags.py"
    file.write_text(
        "class Bag:\n    def __init__(self, items: list[int] = ()): pass\n    def __iter__(self): pass\n"
        "    def take(self, n): pass\n    @staticmethod\n    def of(n): pass\n"
    )
    assert [str(one) for one in parameters_of(f"{file}:Bag.take")] == ["source: list[int]", "n"]
    assert [str(one) for one in parameters_of(f"{file}:Bag.of")] == ["source: list[int]", "n"]


def test_tests_in_a_package_are_no_part_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for file, text in {
        "__init__": "",
        "lists": "def first(xs): return xs[0]\n",
        "testing": "def raises(f): return f\n",
        "tests/__init__": "def test_first(): pass\n",
        "test_lists": "def test_first(): pass\n",
    }.items():
        path = tmp_path / "with_tests" / f"{file}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert function_names("with_tests") == ["with_tests.lists:first", "with_tests.testing:raises"]


def test_a_parameter_of_a_class_is_given_by_the_instance(tmp_path: Path):
    file = tmp_path / "pages_of.py"
    file.write_text("class Pages:\n    def __init__(self, fetch): pass\n    def first(self): pass\n")
    with pytest.raises(BadInput, match=r"there are: self; an instance is given by self=st.builds\(Pages, ...\)"):
        refuse_unknown(["fetch"], [f"{file}:Pages.first"])
