"""`strictcheck explain` prints sentences, the runs behind one, and keeps what it measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from strictcheck.cli import main

MODULE = """
def first(items): return next(iter(items), None)
def doubled(items): return (item * 2 for item in items)
def named(items): return zip(items, items)
def adds(n: int): return n + 1
"""
RUN = ["explain", "named", "--inputs", "20", "--json", "profile.json"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "named.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_explain_prints_a_table_and_goes_on_where_it_stopped(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(RUN) == 0
    printed = capsys.readouterr().out
    assert "fetches only the first item of items" in printed
    assert "looks at numbers and strings at most: nothing" in printed
    assert "3 of 4 functions explained, 1 look at numbers and strings at most" in printed

    # One function is taken out: only that one is measured again, and the file is whole afterwards.
    profile = json.loads(Path("profile.json").read_text())
    whole = json.dumps(profile["functions"], sort_keys=True)
    del profile["functions"]["doubled"]
    profile["functions"]["first"]["measured"][0]["unsteady"] = 7
    Path("profile.json").write_text(json.dumps(profile))
    assert main(RUN) == 0
    profile = json.loads(Path("profile.json").read_text())
    assert profile["functions"]["first"]["measured"][0].pop("unsteady") == 7
    profile["functions"]["first"]["measured"][0]["unsteady"] = 0
    assert json.dumps(profile["functions"], sort_keys=True) == whole

    assert main(["diff", "profile.json", ".", "named"]) == 0
    assert "4 functions compared" in capsys.readouterr().out


def test_a_profile_that_cannot_be_written_is_told_in_one_line(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["explain", "named:first", "--inputs", "20", "--json", "nowhere/profile.json"]) == 2
    assert "--json nowhere/profile.json: No such file or directory" in capsys.readouterr().err


def test_why_shows_runs_with_their_demands(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["explain", "named:first", "--inputs", "20", "--why", "1"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("first fetches only the first item of items: told by ")
    assert "items = [_, *_]" in printed
    assert main(["explain", "named:first", "--inputs", "20", "--why", "9"]) == 2
    assert "--why 9: there are facts 1 to 1" in capsys.readouterr().err
