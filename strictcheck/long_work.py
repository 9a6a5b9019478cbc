"""Long work: a bar of its progress, and its results in a file, so that it can be stopped and started again."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from strictcheck.errors import BadInput

__all__ = ["keep_results", "named_file", "replace_file", "showing_progress"]


class Done(Protocol):
    """Results so far, to data and back."""

    def to_json(self) -> Any:
        """Return the results as lists, dicts, strings and numbers."""

    def restore(self, data: Any) -> None:
        """Take the results over from what `to_json` returned."""


@contextmanager
def named_file(file: str | Path) -> Iterator[None]:
    """Raise `BadInput`, which names the file, if the system refuses to read or write it in this block."""
    try:
        yield
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None


@contextmanager
def keep_results(
    done: Done, file: str | Path | None, identity: dict[str, Any], option: str = "--resume "
) -> Iterator[Callable[[], None]]:
    """Add to `done`, which is new, the results in `file` of the work that `identity` describes; keep all at the end.

    The results are kept however the block ends, and above all by Ctrl-C; and by each call of the function that is
    yielded. Without `file` nothing is kept. Raises `BadInput` for a file of other work or another format, and,
    before any work, for one that cannot be written; `option` stands before its name in the message.
    """
    if file is None:
        yield lambda: None
        return
    name = f"{option}{file}"
    _take_up(done, Path(file), identity, name)

    def keep() -> None:
        replace_file(file, json.dumps({"of": identity, "done": done.to_json()}) + "\n", name)

    keep()
    try:
        yield keep
    finally:
        keep()


def replace_file(file: str | Path, text: str, name: str) -> None:
    """Write the text to the file, all or nothing. Raises `BadInput`, which names `name`, if that is impossible."""
    beside = Path(f"{file}.new")
    with named_file(name):
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, file)


def _take_up(done: Done, file: Path, identity: dict[str, Any], name: str) -> None:
    if not file.exists():
        return
    try:
        with named_file(name):
            found = json.loads(file.read_bytes())
        if found["of"] == identity:
            done.restore(found["done"])
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise BadInput(f"{name}: expected a file that an earlier run wrote") from None
    if found["of"] != identity:
        raise BadInput(f"{name}: is of {found['of']}, this is {identity}; give each its own file")


@contextmanager
def showing_progress(name: str, wanted: bool | None = None) -> Iterator[Callable[..., None]]:
    """Yield a function `show(note, total, done=None)`, which moves the bar: to `done`, or by one.

    There is a bar if it is `wanted`; by default, if standard error is a terminal.
    """
    from rich.console import Console  # slow to load, and worker processes have no bar
    from rich.progress import Progress

    console, is_off = Console(stderr=True), not (sys.stderr.isatty() if wanted is None else wanted)
    with Progress(console=console, transient=console.is_terminal, disable=is_off) as bar:
        task = bar.add_task(name, total=None)

        def show(note: str, total: int, done: int | None = None) -> None:
            step = 1 if done is None else None
            bar.update(task, description=f"{name} {note}", total=total, advance=step, completed=done)

        yield show
