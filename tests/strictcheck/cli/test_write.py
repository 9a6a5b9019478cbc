"""`strictcheck write` writes tests that pass, each of which fails where more is looked at."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from strictcheck.cli import main

MODULE = """
from collections.abc import AsyncIterable, Iterable
from itertools import islice
def take(n, items): return islice(items, n)
def first(items): return next(iter(items), None)
def total(xs): return sum(xs)
def port(config): return config["a"]
async def name_of(user): return user["name"]
def both(items, others=()): return next(iter(items), None), next(iter(others), None)
def adds(n: int): return n + 1
def fails(items): raise TypeError("never")
async def each_of(items: AsyncIterable[int] | Iterable[int]):
    if hasattr(items, "__aiter__"):
        async for item in items: yield item
    else:
        for one in items: yield one
"""
METHODS = """
from dataclasses import dataclass
class Chain:
    def __init__(self, source): self.source = source
    def __iter__(self): return iter(self.source)
    def first(self): return next(iter(self.source), None)
@dataclass
class Pair:
    left: int
    right: int
    def least(self): return self.left
"""
EAGER_METHODS = METHODS.replace("next(iter(self.source), None)", "list(self.source)[0]").replace(
    "return self.left", "return min(self.left, self.right)"
)
EAGER = MODULE
for lazy, eager in {
    "islice(items, n)": "iter(list(items)[:n])",
    "next(iter(items), None)": "list(items)[0]",
    "next(iter(others), None)": "list(others)[:1]",
    'config["a"]': 'dict(config)["a"]',
    'user["name"]': 'dict(user)["name"]',
    "for one in items": "for one in list(items)",
}.items():
    EAGER = EAGER.replace(lazy, eager)


def passes(file: Path, module: str) -> dict[str, bool]:
    """Outcomes of the tests in a file, with a module called `lazy` of this text."""
    lazy = ModuleType("lazy")
    names: dict[str, object] = {}
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "lazy", lazy)
        exec(module, vars(lazy))
        exec(file.read_text(), names)
    for name, test in names.items():
        if name.startswith("test_") and callable(test):
            try:
                test()
                found[name] = True
            except AssertionError:
                found[name] = False
    return found


def test_written_tests_pass_and_fail_with_a_function_that_looks_at_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "lazy.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "test_lazy_demand.py"
    assert main(["write", "lazy", "--to", str(file)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("# 7 tests of 9 functions, which notice ")
    assert "# No test of adds: nothing in its arguments comes apart" in file.read_text()
    assert "# No test of fails: raises TypeError" in file.read_text()
    assert "# No test of total: no assertion notices a mutant" in file.read_text()
    outcomes = passes(file, MODULE)
    assert len(outcomes) == 7
    assert all(outcomes.values())
    assert not any(passes(file, EAGER).values())
    assert main(["write", "lazy", "--to", str(file)]) == 2
    assert "is there; name a new file" in capsys.readouterr().err
    assert main(["write", "lazy", "--to", "nowhere/test_lazy.py"]) == 2
    assert "--to nowhere/test_lazy.py: there is no folder nowhere" in capsys.readouterr().err


def test_a_class_that_is_called_like_one_of_ours_has_another_name_in_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    module = METHODS.replace("Chain", "Demand")
    (tmp_path / "lazy.py").write_text(module)
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "test_lazy_demand.py"
    assert main(["write", "lazy:Demand", "--to", str(file)]) == 0
    assert "\nfrom lazy import Demand as Demand_\nfrom strictcheck import Demand, observe\n" in file.read_text()
    assert list(passes(file, module).values()) == [True]


def test_tests_of_methods_call_them_on_instances(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "lazy.py").write_text(METHODS)
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "test_lazy_demand.py"
    assert main(["write", "lazy", "--to", str(file)]) == 0, capsys.readouterr()
    assert list(passes(file, METHODS).values()) == [True, True]
    assert list(passes(file, EAGER_METHODS).values()) == [False, False]


OF_ORDERS = """
from collections.abc import Iterable
from dataclasses import dataclass
@dataclass
class Line:
    sku: str
    count: int
    note: str
@dataclass
class Order:
    lines: list[Line]
    paid: bool
    customer: str
def unpaid(orders: Iterable[Order]): return (order for order in orders if not order.paid)
"""


def test_objects_that_were_drawn_are_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "lazy.py").write_text(OF_ORDERS)
    monkeypatch.chdir(tmp_path)
    assert main(["write", "lazy.py", "--to", "test_lazy.py"]) == 0
    found = passes(tmp_path / "test_lazy.py", OF_ORDERS)
    assert list(found.values()) == [True]
    assert max(map(len, (tmp_path / "test_lazy.py").read_text().splitlines())) < 600
