"""Results of a command, kept in a file, so that it can be stopped and keep_results."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from lazytree.cli.reading import BadInput


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
