"""Progress of long work, as a bar on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["showing_progress"]


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
