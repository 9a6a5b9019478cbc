"""What the documentation shows is true: README and docstrings are run, and build to HTML with one command."""

from __future__ import annotations

import doctest
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

import strictcheck

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in ("strictcheck", "lazytree")
    for path in (ROOT / package).rglob("*.py")
    if path.name != "__main__.py"
)
MODULES += [f"haskell_examples.{name}" for name in ("conslists", "knapsack", "lists", "rotation", "zipping")]


@pytest.fixture(autouse=True)
def as_many_examples_as_users_have() -> Iterator[None]:
    """What is shown finds what it finds with the settings that anybody has."""
    before = settings.get_current_profile_name()
    settings.load_profile("default")
    yield
    settings.load_profile(before)


# Their examples audit many engines, or search for long.
LONG = {
    "lazytree.engines.audit.auditing",
    "lazytree.engines.audit.grading",
    "lazytree.cli.theory",
    "haskell_examples.lists",
    "haskell_examples.rotation",
    "strictcheck.generate.annotated_values",
    "strictcheck.generate.random_values",
    "haskell_examples.zipping",
    "lazytree.strategies",
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in LONG else name for name in MODULES]
)
def test_docstring_examples_are_true(name: str):
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert failed == 0


def test_the_readme_is_short_shows_code_early_and_is_true():
    lines = README.splitlines()
    assert len(lines) < 100
    assert any(line.startswith(">>>") for line in lines[:30])
    blocks = "\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(blocks, {}, "README.md", "README.md", 0)
    assert len(test.examples) > 5
    assert doctest.DocTestRunner(optionflags=FLAGS).run(test).failed == 0


def test_the_table_of_demands_in_the_readme_is_made_of_demands():
    from strictcheck import Demand

    patterns = re.findall(r"^\| `(.*?)` \|", README.partition("## How a demand reads")[2], re.MULTILINE)
    assert len(patterns) == 2
    for pattern in patterns:
        assert str(Demand.parse(pattern)) == pattern


def test_the_assertions_in_the_readme_exist():
    table = README.partition("## What to say in a test")[2].partition("##")[0]
    names = set(re.findall(r"`(?:with )?((?:assert|check|max)_\w+)\(", table))
    assert len(names) == 10
    for name in names:
        assert hasattr(strictcheck.specs if name == "check_reads_only" else strictcheck, name)


@pytest.mark.slow
def test_docstrings_build_to_html_with_one_command(tmp_path: Path):
    pytest.importorskip("pdoc", reason="the extra `docs` is not installed")
    command = re.search(r"&& (pdoc [a-z ]+)`", README)
    assert command is not None
    subprocess.run([sys.executable, "-m", *command[1].split(), "-o", str(tmp_path)], check=True, cwd=ROOT)
    assert "What did this call look at?" in (tmp_path / "strictcheck.html").read_text()
    assert (tmp_path / "lazytree.html").exists()
