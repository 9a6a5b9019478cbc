"""Each name that there was leads to one that is there: the table at the end of the changelog."""

from __future__ import annotations

import importlib
import re
import tomllib
from contextlib import suppress

import pytest
from long_runs import size
from places import ROOT

import lazytree
import strictcheck

TABLE = (ROOT / "CHANGELOG.md").read_text().partition("## Names, before and now")[2]
CELLS = [line.strip("| ").split(" | ") for line in TABLE.splitlines() if line.startswith("| ")][1:]
ROWS = [(was.replace("`", ""), re.findall(r"`(.+?)`", names), now) for was, names, now in CELLS]
NAMES = [row for row in ROWS if row[0] in ("strictcheck", "lazytree", "module")]
DROPPED = [row for row in NAMES if row[2].startswith("none: ")]
CHAPTERS = {
    "strictcheck": [f"strictcheck.{chapter}" for chapter in strictcheck.messages.CHAPTERS],
    "lazytree": [f"lazytree.{name}" for name in ("games", "searches", "lattices", "theory", "laws", "strategies")],
}
COMMANDS = [row for row in ROWS if row[0].startswith(("command", "option"))]


def found(name: str) -> object:
    """The module or attribute that a dotted name stands for."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        home, _, last = name.rpartition(".")
        return getattr(found(home), last)


def new_names(was: str, names: list[str], now: str) -> list[str]:
    """Dotted names by which the old `names` are to be had now."""
    (place,) = re.findall(r"`(.+?)`", now) or [was]
    if was == "module":
        return names if now == "same" else [place]
    return [f"{place}.{name}" for name in names] if now == "same" or now.startswith("in ") else [place]


@pytest.mark.parametrize(("was", "names", "now"), [row for row in NAMES if row not in DROPPED])
def test_each_old_name_has_a_new_one_that_is_there(was: str, names: list[str], now: str):
    assert names
    for name in new_names(was, names, now):
        assert found(name) is not None


@pytest.mark.parametrize(("was", "names", "now"), DROPPED)
def test_a_dropped_name_is_gone_for_a_reason(was: str, names: list[str], now: str):
    assert names
    for name in names if was == "module" else [f"{home}.{name}" for name in names for home in (was, *CHAPTERS[was])]:
        with pytest.raises((AttributeError, ModuleNotFoundError)):
            found(name)


def test_the_table_has_all_names_that_are_at_the_top_of_the_packages():
    told = {
        name
        for was, names, now in NAMES
        if was != "module" and not now.startswith("none: ")
        for name in new_names(was, names, now)
    }
    rules = ("never_calls", "pulls_at_most", "reads_once", "reads_only")
    new = {f"{how}_{rule}" for how in ("assert", "check") for rule in rules}
    for package in (strictcheck, lazytree):
        assert {f"{package.__name__}.{name}" for name in package.__all__ if name not in new} <= told


@pytest.mark.parametrize(("was", "names", "now"), COMMANDS)
def test_each_command_and_option_is_there_or_dropped_for_a_reason(
    was: str, names: list[str], now: str, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
):
    assert now == "same" or now.startswith("none: ")
    last = was.rpartition(" ")[2]
    module = (
        last if last in ("strictcheck", "lazytree", "pytest") else "strictcheck" if last == "mutate" else "lazytree"
    )
    command = [] if module == last else [last]
    main = pytest.main if module == "pytest" else found(f"{module}.cli.main")
    if module == "pytest":
        command = ["--noconftest"]  # read again in this process, it would make the rest of a thorough run a quick one
    with suppress(SystemExit):
        main([*command, "--help"])  # type: ignore[operator]
    assert size(False, True) == request.config.getoption("--thorough")
    shown = capsys.readouterr().out
    assert shown
    there = [name for name in names if re.search(rf"(?<![\w-]){re.escape(name)}\b", shown)]
    assert there == (names if now == "same" else [])


def test_the_fixture_the_magic_and_the_extras_are_there():
    by_sort = {was: names for was, names, _ in ROWS}
    assert [name for name in by_sort["fixture"] if not hasattr(found("strictcheck.pytest_plugin"), name)] == []
    magic = importlib.import_module("strictcheck.ipython_magic")
    assert by_sort["magic"] == ["%%observe"]
    assert callable(magic.load_ipython_extension)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(by_sort["extra"]) <= extras.keys()
