"""Targets name functions, and those tell their parameters."""

from __future__ import annotations

from pathlib import Path

from strictcheck.profiles.targets import function_names, parameters_of

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
