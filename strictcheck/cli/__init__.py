"""Command line: `strictcheck`, or `python -m strictcheck`, a module for each command.

Exit status 0 is a yes, 1 a no, 2 bad input, for which one line on standard error says what to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version

from strictcheck.cli import diff, explain, mutate, write
from strictcheck.command_line import command_line, run_command

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command named in `arguments` (by default those of the process); return the exit status.

    Raises `SystemExit` as argparse does, for `--help` and for arguments that it cannot read.
    """
    commands = (mutate, diff, explain, write)
    told = f"strictcheck {version('strictcheck')}"
    return run_command(command_line("strictcheck", "What did this call look at?", told, commands), arguments)
