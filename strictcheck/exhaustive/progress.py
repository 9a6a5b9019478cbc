"""Progress bar on the terminal: the share of all inputs that has been accounted for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from strictcheck.exhaustive.ledger import Ledger

__all__ = ["bar"]


@contextmanager
def bar(total: int, wanted: bool | None) -> Iterator[Callable[[Ledger], None]]:
    """Yield a function that shows the state of a ledger; by default a bar if standard error is a terminal."""
    if not (sys.stderr.isatty() if wanted is None else wanted):
        yield lambda ledger: None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[runs]:,} runs for {task.completed:,} inputs"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=console.is_terminal) as progress:
        task = progress.add_task("checking", total=total, runs=0)
        yield lambda ledger: progress.update(task, completed=ledger.inputs, runs=ledger.runs)
