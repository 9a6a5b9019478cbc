"""Progress of measuring many functions, on a terminal only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress


@contextmanager
def showing_progress(name: str) -> Iterator[Callable[[str, int], None]]:
    """Yield a function that is called after each of so many functions, and moves a bar on standard error."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(name, total=None)

        def each(function: str, total: int) -> None:
            bar.update(task, advance=1, total=total, description=f"{name} {function}")

        yield each
