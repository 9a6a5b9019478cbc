"""`python -m lazytree prove`: what it prints, and with which exit status."""

from __future__ import annotations

from pathlib import Path

import pytest

from lazytree.cli import main


def test_prove_prints_the_two_counts(capsys: pytest.CaptureFixture[str]):
    assert main(["prove", "--leaves", "4"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "alphabeta and lattice look at the same parts of every game of up to 4 leaves",
        "",
        "          1,779  partial games run, standing for",
        "          4,787  games: all there are, up to the order of scores",
    ]
    assert err == ""


def test_prove_can_ask_for_the_same_order(capsys: pytest.CaptureFixture[str]):
    assert main(["prove", "--leaves", "3", "--same-order", "--search", "squash", "--against", "fail-hard"]) == 0
    assert "look at the same parts, in the same order, of every game of" in capsys.readouterr().out


@pytest.mark.parametrize("search", ["broken-strict-cutoff", "broken-wide-root", "broken-kept-window", "minimax"])
def test_prove_shows_the_smallest_game_that_tells(capsys: pytest.CaptureFixture[str], search: str):
    assert main(["prove", "--leaves", "5", "--search", search]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"{search} and lattice differ; the smallest partial game that tells:\n\n")
    assert " also looks at game" in out
    (names,) = [line for line in out.splitlines() if line.startswith("  - ") and ", + " in line]
    assert "alphabeta_lattice" in names


def test_prove_keeps_finished_work_and_refuses_that_of_another_proof(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    file = str(tmp_path / "proof.jsonl")
    assert main(["prove", "--leaves", "3", "--resume", file]) == 0
    first = capsys.readouterr().out
    assert main(["prove", "--leaves", "3", "--resume", file]) == 0
    assert capsys.readouterr().out == first
    assert main(["prove", "--leaves", "4", "--resume", file]) == 2
    assert "give each its own file" in one_line(capsys)


def test_prove_says_in_one_line_what_it_cannot_do(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    assert main(["prove", "--leaves", "2", "--search", "alphabeta-negamax"]) == 2
    said = one_line(capsys)
    assert "they cannot be negated" in said
    assert "compare --search alphabeta-negamax --against lattice" in said
    assert main(["prove", "--leaves", "2", "--resume", str(tmp_path)]) == 2
    assert str(tmp_path) in one_line(capsys)
    for arguments in (["--leaves", "0"], ["--search", "alfabeta"]):
        with pytest.raises(SystemExit) as caught:
            main(["prove", *arguments])
        assert caught.value.code == 2
        assert "prove" in one_line(capsys)


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert err.startswith("python -m lazytree prove: ")
    return err
