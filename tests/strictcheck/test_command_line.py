"""Command lines: exit statuses, one line for what is bad, and the same for both packages."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from strictcheck.command_line import add_command, command_line, named_file, run_command, seconds
from strictcheck.errors import BadInput


def raising(error: BaseException) -> Callable[[Any], int]:
    def run(arguments: argparse.Namespace) -> int:
        raise error

    return run


def parser_of(run: Callable[[Any], int]) -> argparse.ArgumentParser:
    """The parser of a program with one command, which is called as this module is."""
    command = SimpleNamespace(add_to=lambda places: add_command(places, run, "help", "title\n\ndescription\nin lines"))
    return command_line("program", "told", "program 1.0", [command])


NAME = __name__.rpartition(".")[2]


@pytest.mark.parametrize(
    ("run", "status", "complaint"),
    [
        (lambda arguments: 1, 1, ""),
        (raising(BadInput("x: no such file")), 2, f"program {NAME}: x: no such file\n"),
        (raising(KeyboardInterrupt()), 130, ""),
    ],
    ids=["done", "bad input", "Ctrl-C"],
)
def test_each_end_of_a_command_has_its_exit_status(
    capsys: pytest.CaptureFixture[str], run: Callable[[Any], int], status: int, complaint: str
):
    run.__module__ = __name__
    assert run_command(parser_of(run), [NAME]) == status
    assert capsys.readouterr().err == complaint


def test_bad_arguments_are_told_in_one_line(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        run_command(parser_of(raising(AssertionError())), ["--unknown"])
    assert ended.value.code == 2
    assert capsys.readouterr().err == "program: the following arguments are required: COMMAND (see --help)\n"


def test_on_a_terminal_what_is_bad_is_wrapped_by_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    run = raising(BadInput("a-file-with-a-name-that-is-longer-than-the-line: is none of one, two, three, four"))
    run.__module__ = __name__
    assert run_command(parser_of(run), [NAME]) == 2
    with pytest.raises(SystemExit):
        run_command(parser_of(run), ["--unknown"])
    told, bad_arguments = capsys.readouterr().err.split("program: ")
    assert told.splitlines() == [
        f"program {NAME}:",
        "a-file-with-a-name-that-is-longer-than-the-line:",
        "is none of one, two, three, four",
    ]
    assert bad_arguments.splitlines() == ["the following arguments are", "required: COMMAND (see --help)"]


def test_a_file_that_is_refused_is_named():
    with pytest.raises(BadInput, match=r"^no/such: No such file or directory$"), named_file("no/such"):
        Path("no/such").read_text()
    with pytest.raises(ZeroDivisionError), named_file("no/such"):
        _ = 1 / 0


@pytest.mark.parametrize("text", ["0", "-1", "soon", "nan", "inf"])
def test_seconds_are_a_positive_number(text: str):
    with pytest.raises(argparse.ArgumentTypeError, match=f"positive number of seconds, got '{text}'"):
        seconds(text)
