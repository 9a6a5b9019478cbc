"""Command lines of the two packages: how commands are declared, how one is run, and its exit status.

A command is a module with `add_to`, which declares its arguments by `add_command`, and `run`, which returns the exit
status. Bad input ends it with status 2 and one line on standard error that says where and what.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from strictcheck.errors import BadInput
from strictcheck.messages import wrapped

__all__ = ["INTERRUPTED", "add_command", "command_line", "run_command", "seconds"]

# The last two as a shell reports them: 128, and the number of the signal, SIGINT or SIGPIPE.
BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 2, 130, 141


class _Parser(argparse.ArgumentParser):
    """Parser that reports bad arguments in one line, without the usage that fills the screen, and wraps its help."""

    def format_help(self) -> str:
        return wrapped(super().format_help())

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message} (see --help)\n")


def command_line(prog: str, description: str, version: str, commands: Iterable[Any]) -> argparse.ArgumentParser:
    """Make the parser of a program with these commands."""
    parser = _Parser(prog=prog, description=description, epilog="Each command has a --help of its own.")
    parser.add_argument("--version", action="version", version=version)
    places = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for command in commands:
        command.add_to(places)
    return parser


def add_command(
    commands: Any, run: Callable[[argparse.Namespace], int], help: str, description: str | None, epilog: str = ""
) -> argparse.ArgumentParser:
    """Declare the command that `run` carries out, and that has the name of its module. Returns its parser."""
    name, layout = run.__module__.rpartition(".")[2], argparse.RawDescriptionHelpFormatter
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=help, description=description, epilog=epilog, formatter_class=layout
    )
    parser.set_defaults(run=run)
    return parser


def run_command(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> int:
    """Run the command named in `arguments` (by default those of the process); return the exit status.

    Raises `SystemExit` as argparse does, for `--help` and for arguments that it cannot read.
    """
    chosen = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a question mark for characters that a terminal or pipe lacks
    try:
        status: int = chosen.run(chosen)
        sys.stdout.flush()
        return status
    except BadInput as error:
        sys.stdout.flush()  # so that earlier output comes first
        print(f"{parser.prog} {chosen.command}: {error}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # The reader of our output has closed it. Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED


def seconds(text: str) -> float:
    """Return the positive number of seconds in `text`; otherwise raise for argparse.

    >>> seconds("0.5")
    0.5
    """
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a positive number of seconds, got {text!r}")
    return number
