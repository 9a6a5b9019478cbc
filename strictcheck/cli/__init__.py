"""Command line: `strictcheck`, or `python -m strictcheck`.

Exit status 0 is a yes, 1 a no, 2 bad input, for which one line on standard error says what to do.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from strictcheck.cli import diff, explain, mutate, write
from strictcheck.errors import BadInput
from strictcheck.messages import wrapped

__all__ = ["main"]

BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 2, 130, 141


class _Parser(argparse.ArgumentParser):
    """Parser whose help is as wide as the terminal, and has the lines of a description as they are."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, **options)

    def format_help(self) -> str:
        return wrapped(super().format_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command named in `arguments` (by default those of the process); return the exit status.

    Raises `SystemExit` as argparse does, for `--help` and for arguments that it cannot read.
    """
    parser = _Parser(prog="strictcheck", description="What did this call look at?")
    parser.add_argument("--version", action="version", version=f"strictcheck {version('strictcheck')}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    mutate.add_to(commands)
    diff.add_to(commands)
    explain.add_to(commands)
    write.add_to(commands)
    chosen = parser.parse_args(arguments)
    try:
        status: int = chosen.run(chosen)
        sys.stdout.flush()
        return status
    except BadInput as error:
        sys.stdout.flush()
        print(f"{parser.prog} {chosen.command}: {error}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # The reader of our output has closed it. Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
