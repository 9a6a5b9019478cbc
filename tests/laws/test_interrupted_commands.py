"""Commands that are stopped half-way say what they have found, and go on from there where that is offered."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

import lazytree.cli.audit
import lazytree.cli.compare
from lazytree.cli import main
from lazytree.engines.audit.running import Runner
from lazytree.games.sampling import sample_games
from lazytree.searches.by_name import search
from lazytree.searches.side_by_side import Tally

pytestmark = pytest.mark.usefixtures("short_audits")


def stopping_after(count: int) -> Any:
    """In place of `sample_games`: Ctrl-C after so many games."""

    def games(*arguments: Any) -> Iterator[Any]:
        for number, game in enumerate(sample_games(*arguments)):
            if number == count:
                raise KeyboardInterrupt
            yield game

    return games


def compared(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = main(["compare", *arguments])
    return status, capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(("name", "stops"), [("lattice", (0, 0)), ("broken-strict-cutoff", (4, 9))])
def test_a_comparison_that_was_stopped_goes_on_to_the_same_report(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    stops: tuple[int, ...],
) -> None:
    arguments = ["--games", "12", "--seed", "3", "--against", name]
    whole = compared(capsys, *arguments)
    resume = ["--resume", str(tmp_path / "kept")]
    for stop in stops:
        monkeypatch.setattr(lazytree.cli.compare, "sample_games", stopping_after(stop))
        status, out = compared(capsys, *arguments, *resume)
        assert status == 130
        assert f"stopped after {stop} games; --resume" in out
        assert f"of {stop}  values equal" in out
    monkeypatch.undo()
    assert compared(capsys, *arguments, *resume) == whole
    assert compared(capsys, *arguments, *resume) == whole
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_comparison_that_is_stopped_and_not_kept_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lazytree.cli.compare, "sample_games", stopping_after(2))
    status, out = compared(capsys, "--games", "9")
    assert status == 130
    assert "stopped after 2 games; nothing is kept" in out


def test_a_tally_is_written_and_read_back() -> None:
    tally = Tally.over(search("alphabeta"), search("minimax"), sample_games(12, 0))
    again = Tally(search("alphabeta"), search("minimax"))
    again.restore(json.loads(json.dumps(tally.to_json())))
    assert again == tally


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"of": 1}', '{"of": {}, "done": {}}', "\udcff", "[" * 100_000])
def test_a_file_that_is_none_is_bad_input_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    file = tmp_path / "kept"
    file.write_text(text, errors="surrogateescape")
    assert main(["compare", "--games", "2", "--resume", str(file)]) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert "--resume" in message
    assert file.read_text(errors="surrogateescape") == text


def test_a_file_of_another_comparison_is_refused_and_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "kept"
    assert main(["compare", "--games", "2", "--resume", str(file)]) == 0
    before = file.read_text()
    capsys.readouterr()
    assert main(["compare", "--games", "2", "--seed", "5", "--resume", str(file)]) == 2
    assert "give each its own file" in capsys.readouterr().err
    assert file.read_text() == before


# --- Going on with an audit -------------------------------------------------------------------------------------------

ENGINES = """
from fractions import Fraction
from lazytree import minimax

def failing(game):
    if minimax(game) % 3 == 0:
        raise ValueError("three")
    return minimax(game)

def exact(game):
    return Fraction(minimax(game)), 0
"""
AUDITS: dict[str, list[str]] = {
    "text": ["audit", "broken-wide-root", "minimax", "--games", "8"],
    "table": ["audit", "alphabeta", "ENGINES:failing", "--games", "8", "--table"],
    "json": ["audit", "ENGINES:exact", "broken-strict-cutoff", "--games", "8", "--json"],
}


class Stopping:
    """In place of the runs of engines: counts them, and stops at number `at`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made = 0
        self.at: float = inf
        self.make = Runner.run
        monkeypatch.setattr(Runner, "run", lambda *arguments, **how: self.run(*arguments, **how))

    def run(self, *arguments: Any, **how: Any) -> Any:
        if self.made >= self.at:
            raise KeyboardInterrupt
        found = self.make(*arguments, **how)
        self.made += 1
        return found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["table", *(pytest.param(name, marks=pytest.mark.slow) for name in ("text", "json"))])
def test_an_audit_that_was_stopped_goes_on_to_the_same_end_after_the_engines_that_are_done(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "engines.py").write_text(ENGINES)
    command = [part.replace("ENGINES", str(tmp_path / "engines.py")) for part in AUDITS[name]]
    runs = Stopping(monkeypatch)
    whole, total = (main(command), capsys.readouterr().out), runs.made
    command += ["--resume", str(tmp_path / "kept")]
    for at in (0, total - 1):
        runs.made, runs.at = 0, at
        assert main(command) == 130
    capsys.readouterr()
    runs.made, runs.at = 0, inf
    assert (main(command), capsys.readouterr().out) == whole
    assert 0 < runs.made < total
    runs.at = 0
    assert (main(command), capsys.readouterr().out) == whole


def test_a_page_is_made_of_engines_that_were_all_run_for_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept, page = str(tmp_path / "kept"), str(tmp_path / "page.html")
    assert main(["audit", "alphabeta", "--html", page, "--resume", kept]) == 2
    assert "--resume: expected no --html" in capsys.readouterr().err


BAD = {
    "of another audit": (["--seed", "1"], "give each its own file"),
    "of other engines": (["minimax"], "give each its own file"),
    "damaged": ([], "expected a file that an earlier run wrote"),
    "cut off": ([], "expected a file that an earlier run wrote"),
    "in no directory": ([], "No such file or directory"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_file_that_an_audit_cannot_go_on_with_is_told_before_anything_is_run(
    kind: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "kept"
    command = ["audit", "alphabeta", "--games", "3", "--resume"]
    assert main([*command, str(file)]) == 0
    capsys.readouterr()
    more, message = BAD[kind]
    text = {"damaged": file.read_text().replace('"text"', '"texts"'), "cut off": file.read_text()[:-20]}
    file.write_text(text.get(kind, file.read_text()))
    before = file.read_text()
    Stopping(monkeypatch).at = 0
    file_to_name = tmp_path / "no" / "kept" if kind == "in no directory" else file
    assert main([*command[:2], *more, *command[2:], str(file_to_name)]) == 2
    complaint = capsys.readouterr()
    assert complaint.out == ""
    assert complaint.err.count("\n") == 1
    assert message in complaint.err
    assert "--resume" in complaint.err
    assert file.read_text() == before


@pytest.mark.slow
def test_an_engine_that_was_changed_is_another_engine(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "engines.py"
    command = ["audit", f"{file}:failing", "--games", "3", "--resume", str(tmp_path / "kept")]
    file.write_text(ENGINES)
    assert main(command) == 1
    file.write_text(ENGINES.replace("% 3", "% 4"))
    capsys.readouterr()
    assert main(command) == 2
    assert "give each its own file" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("at", "told"),
    [
        (0, "stopped before the first report"),
        (3, "stopped before the first report"),
        (25 + 2, "stopped after alphabeta"),
        (2 * (25 + 2) - 1, "stopped after alphabeta"),
    ],
)
def test_ctrl_c_in_an_audit_says_how_far_it_came(
    at: int, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Stopping(monkeypatch).at = at
    assert main(["audit", "alphabeta", "minimax", "--games", "25"]) == 130
    found = capsys.readouterr()
    assert found.err == f"{told}; nothing is kept\n"
    assert found.out.count("as lazy as alpha-beta") == (at > 25)


def test_ctrl_c_after_the_last_engine_keeps_all_reports(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def reporting(arguments: Any, shown: Any) -> None:
        report_on_all(arguments, shown)
        raise KeyboardInterrupt

    report_on_all = lazytree.cli.audit._report_on_all
    monkeypatch.setattr(lazytree.cli.audit, "_report_on_all", reporting)
    assert main(["audit", "alphabeta", "--games", "21"]) == 130
    found = capsys.readouterr()
    assert found.err == "stopped after alphabeta; nothing is kept\n"
    assert "right on 21 of 21 games" in found.out


# --- Ctrl-C from outside ----------------------------------------------------------------------------------------------

COMPARING = """
import sys, time
import lazytree.cli.compare as compare
from lazytree.cli import main
from pathlib import Path

def games(*arguments):
    for number, game in enumerate(sample_games(*arguments)):
        if number == 5:
            Path("reached").touch()
            time.sleep(600)
        yield game

sample_games, compare.sample_games = compare.sample_games, games
sys.exit(main(["compare", "--resume", "kept"]))
"""
WAITING = """
import time
from lazytree import alphabeta
from pathlib import Path

count = 0

def search(game):
    global count
    count += 1
    if count > 50:  # an audit runs each game twice, in one process; the search for its style makes 40 at most in one
        Path("reached").touch()
        time.sleep(600)
    return alphabeta(game)
"""
COMMANDS = {
    "compare": ["-c", COMPARING],
    "audit": ["-m", "lazytree", "audit", "waiting.py:search", "--resume", "kept"],
    "prove": ["-m", "lazytree", "prove", "--leaves", "7", "--resume", "kept"],
}


def heed_ctrl_c() -> None:
    """Let SIGINT interrupt: a shell that started the tests in the background has it ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def has_reached(command: str, folder: Path) -> bool:
    """True if it is where Ctrl-C is to hit it."""
    if command == "prove":
        kept = folder / "kept"
        return kept.exists() and json.loads(kept.read_text())["done"]["runs"] > 0
    return (folder / "reached").exists()


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_ctrl_c_ends_a_command_with_what_it_has(command: str, tmp_path: Path) -> None:
    (tmp_path / "waiting.py").write_text(WAITING)
    process = subprocess.Popen(
        [sys.executable, *COMMANDS[command]],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(["", str(ROOT)])},
        start_new_session=True,  # whose processes all get what a terminal sends
        preexec_fn=heed_ctrl_c,
    )
    while process.poll() is None and not has_reached(command, tmp_path):
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    out, complaints = process.communicate(timeout=300)
    assert process.returncode == 130, complaints
    assert "Traceback" not in complaints
    if command == "compare":
        assert "stopped after 5 games; --resume kept goes on from here" in out
        assert len(json.loads((tmp_path / "kept").read_text())["done"]["results"]) == 5
    elif command == "audit":
        assert complaints.endswith("; --resume kept goes on from here\n")
        assert json.loads((tmp_path / "kept").read_text())["done"] == {}
    else:
        assert complaints == "stopped; --resume kept goes on from here\n"
        assert json.loads((tmp_path / "kept").read_text())["done"]["runs"] > 0


STARTING = """
import os, signal, sys, threading
import strictcheck.exhaustive.check_values as checking
from lazytree.cli import main

start = threading.Thread.start

def interrupted(thread):
    if thread.name.startswith("ThreadPoolExecutor"):
        os.kill(os.getpid(), signal.SIGINT)
    start(thread)

threading.Thread.start = interrupted
checking.ALONE = 0
sys.exit(main(["prove", "--leaves", "7"]))
"""


@pytest.mark.slow
@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="needs two processors")
def test_ctrl_c_ends_a_proof_that_is_starting_its_processes() -> None:
    command = [sys.executable, "-c", STARTING]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=ROOT, preexec_fn=heed_ctrl_c)
    assert (ended.returncode, ended.stderr) == (130, "stopped; nothing is kept\n")
