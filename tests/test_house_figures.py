"""The script that counts lines, docstrings and suppressions counts them right; no threshold is tested here."""

from __future__ import annotations

from pathlib import Path

import pytest
from house_figures import FIGURES, figures, package_figures

SOURCE = '''"""What a module is.

In several lines.
"""
import os  # noqa: F401

# a comment alone


class Point:
    """A point."""

    name = """a string
    that is code"""

    def move(self):
        """Whether it moves."""
        return "# noqa"  # type: ignore[return-value]
'''


def test_each_figure_of_a_small_module():
    assert [figures(SOURCE)[name] for name in FIGURES] == [1, 6, 3, 2, 2, 0, 0]


@pytest.mark.parametrize("opening", ["What", "Whether", "Those of", "The same", "One that"])
def test_docstrings_that_begin_with_a_riddle_are_counted(opening):
    assert figures(f'def f():\n    """\n    {opening} it is."""\n')["docstrings that begin with a riddle"] == 1


@pytest.mark.parametrize("opening", ["Whatever", "Thoseness", "One", "Say what"])
def test_other_docstrings_are_not(opening):
    assert figures(f'def f():\n    """{opening} it is."""\n')["docstrings that begin with a riddle"] == 0


def test_a_string_that_is_no_docstring_is_code():
    counts = figures('x = 1\n"""What is this"""\n')
    assert (counts["lines of code"], counts["docstrings"]) == (2, 0)


@pytest.mark.parametrize(("body", "expected"), [(24, 0), (25, 1)])
def test_a_function_is_long_when_its_code_has_more_than_25_lines(body, expected):
    source = 'def f():\n    """A docstring\n    of two lines."""\n    # a comment\n' + "    x = 1\n" * body
    assert figures(source)["functions over 25 lines"] == expected


@pytest.mark.parametrize(("lines", "expected"), [(300, 0), (301, 1)])
def test_a_module_is_long_when_it_has_more_than_300_lines_of_any_sort(lines, expected):
    assert figures("# a comment\n" * lines)["modules over 300 lines"] == expected


def test_a_package_is_the_sum_of_its_modules(tmp_path: Path):
    (tmp_path / "inner").mkdir()
    for path in (tmp_path / "one.py", tmp_path / "inner" / "two.py"):
        path.write_text("x = 1\n")
    counts = package_figures(tmp_path)
    assert (counts["modules"], counts["lines of code"]) == (2, 2)
