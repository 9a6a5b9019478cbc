"""`strictcheck explain` prints sentences, the runs behind one, and keeps what it measured."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from strictcheck.cli import main
from strictcheck.profiles import profile
from strictcheck.profiles.worker import answer

MODULE = """
def first(items): return next(iter(items), None)
def doubled(items): return (item * 2 for item in items)
def named(items): return zip(items, items)
def adds(n: int): return n + 1
"""
RUN = ["explain", "named", "--inputs", "20", "--json", "profile.json"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a module. It is measured in this process, for others take long to start."""
    (tmp_path / "named.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "named", raising=False)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    monkeypatch.setattr(profile, "_run", run_here)
    return tmp_path


def run_here(_: object, job: dict[str, Any], seconds: float) -> Any:
    return json.loads(json.dumps(answer({**job, "seconds": seconds, "allow": True})))


def test_explain_prints_a_table_and_goes_on_where_it_stopped(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(RUN) == 0
    printed = capsys.readouterr().out
    assert "fetches only the first item of items" in printed
    assert "looks at numbers and strings at most: nothing" in printed
    assert "3 of 4 functions explained, 1 look at numbers and strings at most" in printed

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
