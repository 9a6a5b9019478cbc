"""Arguments of several commands, and how commands are declared."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.progress import track

from lazytree.errors import UnknownSearch
from lazytree.searches.by_name import SEARCHES, Search, search
from strictcheck.errors import BadInput

INTERRUPTED = 130  # exit status that a shell reports for Ctrl-C: 128 and the number of SIGINT


def add_command(
    commands: Any, run: Callable[[argparse.Namespace], int], help: str, description: str, epilog: str = ""
) -> argparse.ArgumentParser:
    """Declare the command that `run` carries out, and that has the name of its module. Returns its parser."""
    name = run.__module__.rpartition(".")[2]
    layout = argparse.RawDescriptionHelpFormatter
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=help, description=description, epilog=epilog, formatter_class=layout
    )
    parser.set_defaults(run=run)
    return parser


def progress(title: str, total: float | None = None) -> Callable[[Iterable[Any]], Iterable[Any]]:
    """Make a progress line on a terminal for what is gone through; none elsewhere."""
    console = Console(stderr=True)
    return lambda parts: track(parts, title, total, console=console, transient=True, disable=not console.is_terminal)


def two_searches(one: str, other: str) -> tuple[Search, Search]:
    """Return the searches of these names. Raises `BadInput` if they are one, which is no comparison."""
    if one == other:
        raise BadInput(f"{one} is compared with itself, so nothing is checked; name another by --search or --against")
    return search(one), search(other)


def search_name(name: str) -> str:
    """Return `name` if there is such a search; otherwise raise for argparse, naming the commands that take others."""
    if ":" in name or name.endswith(".py"):
        raise argparse.ArgumentTypeError(
            f"{name!r} is none of the searches that come with lazytree (--list); for one of your own there are "
            f"python -m lazytree grade FILE.py:NAME, and audit, which finds what it looks at in vain"
        )
    try:
        search(name)
    except UnknownSearch as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return name


def positive(text: str) -> int:
    """Return the positive whole number in `text`; otherwise raise for argparse.

    >>> positive("1000")
    1000
    """
    if not text.isascii() or not text.isdigit() or not (number := int(text)):
        raise argparse.ArgumentTypeError(f"expected a positive whole number, got {text!r}")
    return number


class _ListSearches(argparse.Action):
    """Action that prints the names and exits, whatever else is asked for, as `--help` does."""

    def __call__(self, parser: argparse.ArgumentParser, *others: Any) -> None:
        print(*SEARCHES, sep="\n")
        parser.exit(0)


def add_list_option(parser: argparse.ArgumentParser) -> None:
    """Add `--list`, which prints the name of each search on a line of its own."""
    nothing: Sequence[str] = ()
    parser.add_argument(
        "--list", action=_ListSearches, nargs=0, default=nothing, help="print the names of all searches, and exit"
    )


def add_resume_option(parser: argparse.ArgumentParser) -> None:
    """Add `--resume`, which names the file."""
    parser.add_argument("--resume", metavar="FILE", help="keep what is done in FILE, and go on from what is there")


def going_on(file: str | None) -> str:
    """Return advice for a user who has stopped a command."""
    return "nothing is kept" if file is None else f"--resume {file} goes on from here"
