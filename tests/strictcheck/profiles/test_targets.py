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
