"""Arguments of several commands, among them `--resume`: results kept in a file, so that a command can go on."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from lazytree.cli.reading import BadInput
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


class Done(Protocol):
    """Results so far, to data and back."""

    def to_json(self) -> Any:
        """Return the results as lists, dicts, strings and numbers."""

    def restore(self, data: Any) -> None:
        """Take the results over from what `to_json` returned."""


def add_resume_option(parser: argparse.ArgumentParser) -> None:
    """Add `--resume`, which names the file."""
    parser.add_argument("--resume", metavar="FILE", help="keep what is done in FILE, and go on from what is there")


def going_on(file: str | None) -> str:
    """Return advice for a user who has stopped a command."""
    return "nothing is kept" if file is None else f"--resume {file} goes on from here"


@contextmanager
def keep_results(done: Done, file: str | None, identity: dict[str, Any]) -> Iterator[None]:
    """Add to `done`, which is new, the results in `file` of the work that `identity` describes; keep all at the end.

    The results are kept however the block ends, and above all by Ctrl-C. Without `file` nothing is kept. Raises
    `BadInput`, in one line, for a file of other work or another format, and, before any work, for one that cannot be
    written.
    """
    if file is None:
        yield
        return
    _take_up(done, file, identity)
    _keep(done, file, identity)
    try:
        yield
    finally:
        _keep(done, file, identity)


def _take_up(done: Done, file: str, identity: dict[str, Any]) -> None:
    if not Path(file).exists():
        return
    try:
        found = json.loads(Path(file).read_bytes())
        if found["of"] == identity:
            done.restore(found["done"])
    except OSError as error:
        raise BadInput(f"--resume {file}: {error.strerror}") from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise BadInput(f"--resume {file}: expected a file that an earlier run wrote") from None
    if found["of"] != identity:
        raise BadInput(f"--resume {file}: is of {found['of']}, this is {identity}; give each its own file")


def _keep(done: Done, file: str, identity: dict[str, Any]) -> None:
    """Write the file, all or nothing."""
    beside = Path(f"{file}.new")
    try:
        beside.write_text(json.dumps({"of": identity, "done": done.to_json()}) + "\n", encoding="utf-8")
        os.replace(beside, file)
    except OSError as error:
        raise BadInput(f"--resume {file}: {error.strerror}") from None
