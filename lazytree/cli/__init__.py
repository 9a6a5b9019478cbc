"""Command line, `python -m lazytree`: observe searches, compare them, audit other people's engines.

Exit status: 0 if all went well, 1 if two searches differ or an engine is wrong, 2 for bad input or arguments, which
give one line on standard error that says where and what. Each command is a module with `add_to`, which declares its
arguments, and `run`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.metadata import version

from lazytree.cli import audit, compare, grade, observe, prove, theory
from strictcheck.command_line import command_line, run_command

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in `arguments`, by default those of the process. Returns the exit status.

    Raises `SystemExit` for bad arguments, `--help` and `--list`, as argparse does.

    >>> main(["compare", "--games", "2", "--search", "minimax", "--against", "negamax"])  # doctest: +ELLIPSIS
    minimax against negamax on 2 random games, seed 0
    ...
    0
    """
    commands = (compare, observe, prove, audit, grade, theory)
    told = f"strictcheck {version('strictcheck')}, with lazytree"
    parser = command_line("python -m lazytree", "Watch what game-tree searches look at.", told, commands)
    return run_command(parser, _joined(sys.argv[1:] if arguments is None else arguments))


def _joined(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with the value of `--scores` joined to it: -1..1 would be taken for an option."""
    found: list[str] = []
    for argument in arguments:
        if found[-1:] == ["--scores"]:
            found[-1] += f"={argument}"
        else:
            found.append(argument)
    return found
