"""Arguments and progress of the commands that measure many functions."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress


def add_given(parser: argparse.ArgumentParser) -> None:
    """Declare `--given`."""
    parser.add_argument(
        "--given",
        metavar="NAME=STRATEGY",
        action="append",
        default=[],
        type=_assignment,
        help="draw this parameter from a strategy of Hypothesis, as in numbers=st.lists(st.integers())",
    )


def _assignment(text: str) -> tuple[str, str]:
    name, equals, expression = text.partition("=")
    if not equals or not name.isidentifier():
        raise argparse.ArgumentTypeError(f"expected NAME=STRATEGY, as in numbers=st.lists(st.integers()), got {text!r}")
    return name, expression


@contextmanager
def showing_progress(name: str) -> Iterator[Callable[[str, int], None]]:
    """Yield a function that is called after each of so many functions, and moves a bar on standard error."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(name, total=None)

        def each(function: str, total: int) -> None:
            bar.update(task, advance=1, total=total, description=f"{name} {function}")

        yield each
