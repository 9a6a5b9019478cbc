"""Arguments of several commands."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from lazytree.errors import UnknownSearch
from lazytree.searches.by_name import SEARCHES, search

INTERRUPTED = 130  # exit status that a shell reports for Ctrl-C: 128 and the number of SIGINT


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
