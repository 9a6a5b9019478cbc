"""Imports point one way, and the tricks stay where they belong."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from places import ROOT, TESTS

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in ("strictcheck", "lazytree")
    for path in sorted((ROOT / package).rglob("*.py"))
}


def imports(path: Path, *, everywhere: bool = True) -> set[str]:
    """The modules a file imports; with `everywhere=False` only those it imports when it is loaded."""
    tree = ast.parse(path.read_text())
    nodes = ast.walk(tree) if everywhere else tree.body
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names} & MODULES.keys() or {node.module}
    return found


def importers(package: str) -> set[str]:
    return {name for name, path in MODULES.items() if any(i.split(".")[0] == package for i in imports(path))}


def test_only_one_module_knows_wrapt():
    assert importers("wrapt") == {"strictcheck.thunks.proxy"}


def test_hypothesis_stays_in_strategies_and_checkers():
    allowed = ("strictcheck.generate.strategies", "strictcheck.specs", "lazytree.strategies", "lazytree.laws")
    assert [name for name in sorted(importers("hypothesis")) if not name.startswith(allowed)] == []


def test_strictcheck_knows_nothing_of_games():
    assert not {name for name in importers("lazytree") if name.startswith("strictcheck")}


def test_lazytree_is_built_on_public_names_of_strictcheck():
    used = {i for name, path in MODULES.items() if name.startswith("lazytree") for i in imports(path)}
    public = {
        "strictcheck",
        "strictcheck.errors",
        "strictcheck.exhaustive",
        "strictcheck.generate",
        "strictcheck.generate.strategies",
        "strictcheck.hypothesis_entry",
        "strictcheck.kinds",
        "strictcheck.needless",
        "strictcheck.pictures",
        "strictcheck.specs",
    }
    assert {i for i in used if i.startswith("strictcheck")} <= public


def test_nothing_is_built_on_the_examples():
    others = {name: path for name, path in MODULES.items() if not name.startswith("strictcheck.examples")}
    users = [name for name, path in others.items() if any(i.startswith("strictcheck.examples") for i in imports(path))]
    assert users == []


def test_no_module_imports_one_that_imports_it():
    graph = {
        name: {i for i in imports(path) if i in MODULES and i != name and not name.startswith(i + ".")}
        for name, path in MODULES.items()
    }
    list(TopologicalSorter(graph).static_order())  # raises CycleError, which names the cycle


@pytest.mark.parametrize("package", ["strictcheck", "lazytree"])
def test_importing_loads_neither_hypothesis_nor_pytest_nor_ipython(package: str):
    code = f"import sys, {package}; print(*[m for m in ('hypothesis', 'pytest', 'IPython') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("package", ["strictcheck", "lazytree"])
def test_every_public_name_is_there_and_documented(package: str):
    module = __import__(package)
    assert len(set(module.__all__)) == len(module.__all__)
    # The hole is left out: it lets nobody look at what it is.
    public = {name: getattr(module, name) for name in module.__all__ if name != "hole"}
    # Constants and type aliases have no docstring of their own; what is called has.
    callables = {name: value for name, value in public.items() if inspect.isclass(value) or inspect.isfunction(value)}
    assert len(callables) > 20
    assert [name for name, value in callables.items() if not value.__doc__] == []


# Modules of one kind each; the table, the protocol and what is written over it are no such.
OF_ONE_KIND = re.compile(r"strictcheck\.kinds\.(atom|file|function|iterator|set|stream|\w+_kind|\w+_thunk|object_\w+)$")
CONTAINERS = {"list", "tuple", "dict", "set", "frozenset", "deque", "Stream", "Sequence", "Mapping", "Constructor"}


def names_a_kind(path: Path) -> list[str]:
    """Lines that import a module of one kind, compare with a kind, or ask whether a value is a container."""
    found: list[str] = []
    kinds = {name for name in imports(path) if OF_ONE_KIND.match(name)}
    found += [f"imports {name}" for name in sorted(kinds)]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Kind":
            found.append(f"line {node.lineno}: Kind.{node.attr}")
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("isinstance", "issubclass"):
            asked = {name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name)}
            if asked & CONTAINERS and ast.unparse(node.args[0]) not in ("data", "found", "column", "path", "other"):
                found.append(f"line {node.lineno}: {ast.unparse(node)}")
    return found


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith("strictcheck.demands")])
def test_demands_know_no_kind(name: str):
    assert names_a_kind(MODULES[name]) == []


OF_OBSERVATION = ["demand_of_record", "partial_values", "unwrapping", "result_contexts"]


@pytest.mark.parametrize("name", OF_OBSERVATION)
def test_observing_knows_no_kind(name: str):
    assert names_a_kind(MODULES[f"strictcheck.observation.{name}"]) == []


def test_the_test_of_a_module_is_found_by_its_name():
    """`tests/lazytree/games/test_scores.py` tests `lazytree/games/scores.py`; a whole folder has a test by its name."""
    files = [path for package in ("strictcheck", "lazytree") for path in (TESTS / package).rglob("test_*.py")]
    tested = [(path.parent / path.stem.removeprefix("test_")).relative_to(TESTS) for path in files]
    assert len(tested) > 50

    def is_there(name: Path) -> bool:
        return (ROOT / name).is_dir() or (ROOT / name).with_suffix(".py").exists() or name.name == name.parent.name

    assert [str(name) for name in tested if not is_there(name)] == []
