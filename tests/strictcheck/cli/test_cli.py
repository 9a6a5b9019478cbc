"""The commands `explain`, `diff` and `write`: what they print and keep, and tests that fail where more is looked at."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from strictcheck.cli import main
from strictcheck.profiles import profile, targets
from strictcheck.profiles.profile import answer

MODULE = """
def first(items): return next(iter(items), None)
def doubled(items): return (item * 2 for item in items)
def named(items): return zip(items, items)
def adds(n: int): return n + 1
def listed(items): return [item * 2 for item in items]
"""
LEAST = "    def __iter__(self): return iter(self.xs)\n    def of(self): return min(self.xs)\n"
RUN = ["explain", "named", "--inputs", "20", "--json", "profile.json"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a module. It is measured in this process, for others take long to start."""
    (tmp_path / "named.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("named", "lazy"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    targets._load.cache_clear()
    monkeypatch.setattr(profile, "_answers", answer_here)
    return tmp_path


def answer_here(_: object, jobs: dict[str, Any]) -> Iterator[Any]:
    for name, job in jobs.items():
        yield name, json.loads(json.dumps(answer({**job, "seconds": 60, "allow": True})))


@pytest.mark.slow
def test_explain_prints_a_table_and_goes_on_where_it_stopped(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(RUN) == 0
    printed = capsys.readouterr().out
    assert "fetches only the first item of items" in printed
    assert "looks at numbers, strings and classes at most: nothing" in " ".join(printed.split())
    assert "4 of 5 functions explained, 1 look at numbers, strings and classes at most" in printed

    # One function is taken out: only that one is measured again, and the file is whole afterwards.
    kept = json.loads(Path("profile.json").read_text())
    whole = json.dumps(kept["functions"], sort_keys=True)
    del kept["functions"]["doubled"]
    kept["functions"]["first"]["measured"][0]["unsteady"] = 7
    Path("profile.json").write_text(json.dumps(kept))
    assert main(RUN) == 0
    kept = json.loads(Path("profile.json").read_text())
    assert kept["functions"]["first"]["measured"][0].pop("unsteady") == 7
    kept["functions"]["first"]["measured"][0]["unsteady"] = 0
    assert json.dumps(kept["functions"], sort_keys=True) == whole

    assert main(["diff", "profile.json", ".", "named"]) == 0
    assert "5 functions compared" in capsys.readouterr().out


def test_a_kept_profile_of_other_code_is_measured_again(folder: Path, capsys: pytest.CaptureFixture[str]):
    command = ["explain", "firsts.py", "--inputs", "20", "--json", "firsts.json"]
    Path("helping.py").write_text("def first_of(items): return next(iter(items), None)\n")
    Path("firsts.py").write_text("from helping import first_of\ndef first(items): return first_of(items)\n")
    assert main(command) == 0
    assert "fetches only the first item of items" in capsys.readouterr().out

    Path("helping.py").write_text("def first_of(items): return (list(items) or [None])[0]\n")
    sys.modules.pop("helping")
    targets._load.cache_clear()
    assert main(command) == 0
    printed = capsys.readouterr()
    assert "reads all of items" in printed.out
    assert printed.err == "firsts.json: measured again, for the code or the options have changed since\n"


def test_a_profile_that_cannot_be_written_is_told_in_one_line(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["explain", "named:first", "--inputs", "20", "--json", "nowhere/profile.json"]) == 2
    assert "--json nowhere/profile.json: No such file or directory" in capsys.readouterr().err


def test_a_function_is_compared_with_one_of_another_name(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["explain", "named:doubled", "--inputs", "20", "--twin", "named:listed"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "looks later than named:listed's: fetches 0 of items at" in printed


def test_a_twin_that_cannot_be_compared_is_told(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "broken.py").write_text("def first(items): return not_there(items)")
    assert main(["explain", "named:first", "--inputs", "20", "--twin", "broken:first"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "was not compared with broken:first's (here): each call raises NameError" in printed


@pytest.mark.slow
def test_of_a_module_the_methods_of_its_classes_are_meant_too(folder: Path, capsys: pytest.CaptureFixture[str]):
    Path("only.py").write_text("class Least:\n    def __init__(self, xs): self.xs = xs\n" + LEAST)
    Path("both.py").write_text("def one(): return 1\n" + Path("only.py").read_text() + "class Own(dict): pass\n")
    for name in ("only.py", "both.py"):
        assert main(["explain", name, "--inputs", "20"]) == 0
        printed = capsys.readouterr().out
        assert "Least.of" in printed
        assert "Own" not in printed  # all of its methods are those of a dict
    # A class of iterators is looked at as a function, too: `itertools.chain` is one.
    Path("pulled.py").write_text(Path("only.py").read_text() + "    def __next__(self): return next(self.xs)\n")
    assert main(["explain", "pulled.py:Least", "--inputs", "20"]) == 0
    assert "2 of 2 functions explained" in capsys.readouterr().out
    Path("nothing.py").write_text("_hidden = 1")
    assert main(["explain", "nothing.py"]) == 2
    assert "nothing.py has no public function or class of its own" in capsys.readouterr().err


def test_diff_says_why_a_function_is_not_compared(folder: Path, capsys: pytest.CaptureFixture[str]):
    Path("hopeless.py").write_text("def never(items): raise TypeError('no items')\n")
    assert main(["explain", "hopeless.py", "--inputs", "20", "--json", "hopeless.json"]) == 1
    capsys.readouterr()
    assert main(["diff", "hopeless.json", ".", "hopeless.py"]) == 2
    assert "not compared: never (here): not run: raises TypeError: no items (items: " in capsys.readouterr().out
    assert main(["explain", "named:doubled", "--inputs", "20", "--json", "doubled.json"]) == 0
    Path("broken").mkdir()
    Path("broken/named.py").write_text("def doubled(items): raise AttributeError('Mapping')\n")
    capsys.readouterr()
    assert main(["diff", "doubled.json", "broken", "named.py:doubled"]) == 2
    assert "not compared: doubled (broken): each call raises AttributeError" in capsys.readouterr().out


def test_why_shows_runs_with_their_demands(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["explain", "named:first", "--inputs", "20", "--why", "1"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("first fetches only the first item of items: told by ")
    assert "items = [_, *_]" in printed
    assert main(["explain", "named:first", "--inputs", "20", "--why", "9"]) == 2
    assert "--why 9: there are facts 1 to 1" in capsys.readouterr().err


def test_a_strategy_for_no_parameter_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]):
    Path("only.py").write_text("class Least:\n    def __init__(self, xs): self.xs = xs\n" + LEAST)
    for given in ("nonsense", "xs"):
        assert main(["explain", "only.py:Least", "--given", f"{given}=st.integers()"]) == 2
        assert f"--given {given}: no such parameter; there are: source\n" in capsys.readouterr().err
    assert main(["diff", ".", ".", "named", "--given", "nonsense=st.integers()"]) == 2
    assert "--given nonsense: no such parameter; there are: items, n\n" in capsys.readouterr().err


@pytest.mark.parametrize("number", ["0", "-3", "ten", "1.5"])
def test_a_number_of_inputs_that_is_none_is_refused(capsys: pytest.CaptureFixture[str], number: str):
    with pytest.raises(SystemExit, match="2"):
        main(["explain", "named", f"--inputs={number}"])
    assert f"--inputs: expected a whole number from 6 on, got '{number}'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("strategy", "told"),
    [
        ("st.listss(st.integers())", "AttributeError: module 'hypothesis.strategies' has no attribute 'listss'"),
        ("st.lists(", "SyntaxError: '(' was never closed (<string>, line 1)"),
        ("[1, 2]", "that is no strategy; write st.just([1, 2]), or st.sampled_from of several values"),
        ("st.integers().filter(lambda n: False)", "no value of it can be drawn"),
    ],
)
def test_a_strategy_of_which_nothing_can_be_drawn_is_refused_in_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], strategy: str, told: str
):
    assert main(["explain", "named:first", "--given", f"items={strategy}"]) == 2
    assert capsys.readouterr().err == f"strictcheck explain: here: --given items={strategy}: {told}\n"


def test_exceptions_of_hypothesis_are_not_those_of_a_function(folder: Path, capsys: pytest.CaptureFixture[str]):
    Path("called.py").write_text("def called(tasks): return [task(1) for task in tasks]")
    given = "tasks=st.lists(st.functions(like=lambda n: n, returns=st.integers()), min_size=1)"
    assert main(["explain", "called.py", "--inputs", "20", "--given", given]) == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert "not run: calls a function that Hypothesis drew; draw your own, as by st.just(f)" in printed


def test_an_explanation_of_nothing_is_red(folder: Path, capsys: pytest.CaptureFixture[str]):
    Path("hopeless.py").write_text("def never(items): raise TypeError('no items')\n")
    assert main(["explain", "hopeless.py", "--inputs", "20"]) == 1
    assert "0 of 1 functions explained" in capsys.readouterr().out
    assert main(["explain", "named:adds", "--inputs", "20"]) == 0  # numbers, of which there is nothing to say


def test_of_code_that_wants_real_lists_it_says_what_to_write(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["explain", "heapq:heapify", "--inputs", "20"]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "write a function that hands it real ones, such as list(xs), and explain that" in told


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("", "'' names no module; write module:function or FILE.py:NAME"),
        (":first", "':first' names no module; write module:function or FILE.py:NAME"),
        ("nofile.py", "there is no file "),
        ("absent", "'absent' cannot be imported: No module named 'absent'\n"),
        ("wrong.py", "wrong.py' cannot be imported: No module named 'absent'\n"),
    ],
)
def test_a_target_that_is_not_there_is_told(folder: Path, capsys: pytest.CaptureFixture[str], target: str, told: str):
    Path("wrong.py").write_text("import absent\n")
    assert main(["explain", target]) == 2
    assert told in capsys.readouterr().err


# write

LAZY = """
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
async def first_of_all(feed: AsyncIterable[int]):
    async for one in feed: return one
def until_end(lines):
    for line in lines:
        if line.startswith("END"): return line
def merged(*dicts): return {key: one[key] for one in dicts for key in one if key == "a"}
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
EAGER = LAZY
for lazy, eager in {
    "islice(items, n)": "iter(list(items)[:n])",
    "next(iter(items), None)": "list(items)[0]",
    "next(iter(others), None)": "list(others)[:1]",
    'config["a"]': 'dict(config)["a"]',
    'user["name"]': 'dict(user)["name"]',
    "for one in items": "for one in list(items)",
    "for line in lines": "for line in [*lines]",
    'if key == "a"': 'if sum(one.values()) and key == "a"',
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
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    (folder / "lazy.py").write_text(LAZY)
    file = folder / "test_lazy_demand.py"
    assert main(["write", "lazy", "--to", str(file)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("# tests: 9, functions: 12, noticed mutants: ")
    assert "# No test of first_of_all: takes an async iterator, which no expression makes" in file.read_text()
    assert "# No test of adds: nothing in its arguments comes apart" in file.read_text()
    assert "# No test of fails: raises TypeError" in file.read_text()
    assert "# No test of total: no assertion notices a mutant" in file.read_text()
    assert "assert_pulls_at_most(first, iter([" in file.read_text()  # of a list one sees less
    assert re.search(r"observe\(port, \{[^}]*\}\)", file.read_text())  # its result is not asked for more
    outcomes = passes(file, LAZY)
    assert len(outcomes) == 9
    assert all(outcomes.values())
    assert not any(passes(file, EAGER).values())
    assert main(["write", "lazy", "--to", str(file)]) == 2
    assert "is there; name a new file" in capsys.readouterr().err
    assert main(["write", "lazy", "--to", "nowhere/test_lazy.py"]) == 2
    assert "--to nowhere/test_lazy.py: there is no folder nowhere" in capsys.readouterr().err


def test_a_test_that_pytest_would_call_one_of_nothing_is_not_written(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "lazy.py").write_text(
        "import csv\nfrom collections.abc import Iterable\n"
        "def paid(lines: Iterable[str]):\n    for row in csv.reader(lines):\n        if len(row) == 3: yield row\n"
    )
    # No call that is made up has three columns, and a call alone runs nothing of a generator function.
    assert main(["write", "lazy.py:paid"]) == 1
    told = "# No test of paid: no assertion notices a mutant; --given draws inputs of which it leaves some alone"
    assert told in capsys.readouterr().out
    given = "lines=st.just(['a,b,c'] * 9)"
    assert main(["write", "lazy.py:paid", "--given", given, "--to", "test_lazy.py"]) == 0
    assert "context=take(2)" in Path("test_lazy.py").read_text()
    assert list(passes(Path("test_lazy.py"), Path("lazy.py").read_text()).values()) == [True]


@pytest.mark.slow
def test_functions_in_c_without_a_signature_get_tests_too(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["write", "itertools:chain"]) == 0
    assert 'of="arg1"' in capsys.readouterr().out


def test_a_class_that_is_called_like_one_of_ours_has_another_name_in_tests(folder: Path):
    module = METHODS.replace("Chain", "Demand")
    (folder / "lazy.py").write_text(module)
    file = folder / "test_lazy_demand.py"
    assert main(["write", "lazy:Demand", "--to", str(file)]) == 0
    assert "\nfrom lazy import Demand as Demand_\nfrom strictcheck import assert_pulls_at_most\n" in file.read_text()
    assert list(passes(file, module).values()) == [True]


def test_tests_of_methods_call_them_on_instances(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "lazy.py").write_text(METHODS)
    file = folder / "test_lazy_demand.py"
    assert main(["write", "lazy", "--to", str(file)]) == 0, capsys.readouterr()
    assert list(passes(file, METHODS).values()) == [True, True]
    assert list(passes(file, EAGER_METHODS).values()) == [False, False]


def test_a_file_in_a_package_may_import_its_siblings_and_is_imported_by_its_whole_name(folder: Path):
    (folder / "goods").mkdir()
    for name, text in (
        ("__init__", ""),
        ("named", MODULE),
        ("lists", "from .named import first\ndef head(xs): return first(xs)"),
    ):
        (folder / f"goods/{name}.py").write_text(text)
    assert main(["write", "goods/lists.py", "--to", "test_goods.py"]) == 0
    assert "\nfrom goods.lists import head\n" in Path("test_goods.py").read_text()
    assert "first" not in Path("test_goods.py").read_text()  # it is of the other module


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


@pytest.mark.slow
def test_objects_that_were_drawn_are_short(folder: Path):
    (folder / "lazy.py").write_text(OF_ORDERS)
    assert main(["write", "lazy.py", "--to", "test_lazy.py"]) == 0
    found = passes(folder / "test_lazy.py", OF_ORDERS)
    assert list(found.values()) == [True]
    assert max(map(len, (folder / "test_lazy.py").read_text().splitlines())) < 600
