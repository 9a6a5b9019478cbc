"""Commands that are stopped half-way say what they have found, and go on from there where that is offered."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lazytree.cli.compare
from lazytree.audit import audit
from lazytree.broken import wide_root
from lazytree.cli import main
from lazytree.comparing import Tally
from lazytree.sampling import sample_games
from lazytree.searches import search


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


@pytest.mark.parametrize("stops", [(0,), (1, 1), (7, 20)])
@pytest.mark.parametrize("name", ["lattice", "broken-strict-cutoff"])
def test_a_comparison_that_was_stopped_goes_on_to_the_same_report(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    stops: tuple[int, ...],
) -> None:
    arguments = ["--games", "30", "--seed", "3", "--against", name]
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


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"of": 1}', '{"of": {}, "tally": {}}', "\udcff", "[" * 100_000])
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
    assert "give each comparison its own file" in capsys.readouterr().err
    assert file.read_text() == before


def stopping_track(count: int) -> Any:
    def track(games: Any) -> Iterator[Any]:
        yield from list(games)[:count]
        raise KeyboardInterrupt

    return track


@pytest.mark.parametrize("count", [1, 40])
def test_an_audit_that_is_stopped_tells_what_it_found(count: int) -> None:
    with pytest.raises(KeyboardInterrupt) as caught:
        audit(wide_root, 60, track=stopping_track(count))
    partial = caught.value.audit  # type: ignore[attr-defined]
    assert partial.games == count
    assert partial.values["right"] == count
    assert str(partial)


def test_an_audit_that_is_stopped_before_the_first_game_has_nothing_to_tell() -> None:
    with pytest.raises(KeyboardInterrupt) as caught:
        audit(wide_root, 60, track=stopping_track(0))
    assert caught.value.audit is None  # type: ignore[attr-defined]


COMMANDS = {
    "compare": ["compare", "--games", "1000000"],
    "audit": ["audit", "broken-wide-root", "--games", "5000"],
    "prove": ["prove", "--leaves", "7"],
}


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_ctrl_c_ends_a_command_with_what_it_has(command: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    resume = ["--resume", str(kept)] if command != "audit" else []
    process = subprocess.Popen(
        [sys.executable, "-m", "lazytree", *COMMANDS[command], *resume],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parent.parent,
        start_new_session=True,  # whose processes all get what a terminal sends
    )
    time.sleep(8)
    os.killpg(process.pid, signal.SIGINT)
    out, complaints = process.communicate(timeout=60)
    assert process.returncode == 130, complaints
    assert "Traceback" not in complaints
    if command == "compare":
        games = int(re.search(r"stopped after ([\d,]+) games", out)[1].replace(",", ""))  # type: ignore[index]
        assert json.loads(kept.read_text())["tally"]["games"] == games > 0
    elif command == "audit":
        assert "stopped at broken-wide-root" in complaints
    else:
        assert len(kept.read_text().splitlines()) > 1
