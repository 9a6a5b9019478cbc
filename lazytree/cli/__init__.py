"""Command line, `python -m lazytree`: observe searches, compare them, audit other people's engines.

Exit status: 0 if all went well, 1 if two searches differ or an engine is wrong, 2 for bad input or arguments, which
give one line on standard error that says where and what. Each command is a module with `add_to`, which declares its
arguments, and `run`.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import NoReturn

from lazytree.cli import audit, compare, grade, images, observe, prove, theory
from lazytree.cli.arguments import INTERRUPTED
from strictcheck.errors import BadInput
from strictcheck.messages import wrapped

__all__ = ["main"]

BROKEN_PIPE = 141  # exit status that a shell reports for SIGPIPE: 128 and the number of the signal


class _Parser(argparse.ArgumentParser):
    """Parser that reports bad arguments in one line, without the usage that fills the screen, and wraps its help."""

    def format_help(self) -> str:
        return wrapped(super().format_help())

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in `arguments`, by default those of the process. Returns the exit status.

    Raises `SystemExit` for bad arguments, `--help` and `--list`, as argparse does.

    >>> main(["compare", "--games", "2", "--search", "minimax", "--against", "negamax"])  # doctest: +ELLIPSIS
    minimax against negamax on 2 random games, seed 0
    ...
    0
    """
    parser = _Parser(
        prog="python -m lazytree",
        description="Watch what game-tree searches look at.",
        epilog="Each command has a --help of its own.",
    )
    parser.add_argument("--version", action="version", version=f"strictcheck {version('strictcheck')}, with lazytree")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for command in (compare, observe, prove, audit, grade, theory, images):
        command.add_to(commands)
    chosen = parser.parse_args(_joined(sys.argv[1:] if arguments is None else arguments))
    _never_fail_to_print()
    try:
        status: int = chosen.run(chosen)
        sys.stdout.flush()
        return status
    except BadInput as error:
        return _complain(f"{parser.prog} {chosen.command}: {error}")
    except BrokenPipeError:
        # The reader of our output has closed it. Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED


def _joined(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with the value of `--scores` joined to it: -1..1 would be taken for an option."""
    found: list[str] = []
    for argument in arguments:
        if found[-1:] == ["--scores"]:
            found[-1] += f"={argument}"
        else:
            found.append(argument)
    return found


def _complain(message: str) -> int:
    sys.stdout.flush()  # so that earlier output comes first
    print(message, file=sys.stderr)
    return 2


def _never_fail_to_print() -> None:
    """Print a question mark for characters that the encoding of a terminal or pipe lacks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
