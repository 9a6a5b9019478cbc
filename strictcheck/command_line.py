"""Command lines of the two packages: how commands are declared, how one is run, and its exit status.

A command is a module with `add_to`, which declares its arguments by `add_command`, and `run`, which returns the exit
status. Bad input ends it with status 2 and one line on standard error that says where and what. Long work shows a bar
of its progress, and keeps its results in a file, so that it can be stopped and started again.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from strictcheck.errors import BadInput
from strictcheck.messages import wrapped

__all__ = ["INTERRUPTED", "add_command", "command_line", "complain", "keep_results", "last_error", "named_file"]
__all__ += ["replace_file", "run_command", "seconds", "showing_progress"]

# The last two as a shell reports them: 128, and the number of the signal, SIGINT or SIGPIPE.
BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 2, 130, 141


class _Parser(argparse.ArgumentParser):
    """Parser that reports bad arguments in one line, without the usage that fills the screen, and wraps its help."""

    def format_help(self) -> str:
        return wrapped(super().format_help())

    def error(self, message: str) -> NoReturn:
        complain(f"{self.prog}: {message} (see --help)")
        self.exit(BAD_INPUT)


def complain(message: str) -> None:
    """Print to standard error: in one line, or wrapped by words on a terminal, which would break them."""
    print(wrapped(message) if sys.stderr.isatty() else message, file=sys.stderr)


def command_line(prog: str, description: str, version: str, commands: Iterable[Any]) -> argparse.ArgumentParser:
    """Make the parser of a program with these commands."""
    parser = _Parser(prog=prog, description=description, epilog="Each command has a --help of its own.")
    parser.add_argument("--version", action="version", version=version)
    places = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for command in commands:
        command.add_to(places)
    return parser


def add_command(
    commands: Any, run: Callable[[argparse.Namespace], int], help: str, docstring: str | None
) -> argparse.ArgumentParser:
    """Declare the command that `run` carries out, and that has the name of its module. Returns its parser.

    The module's `docstring` is its help: the second paragraph stands before the arguments, the others behind them.
    """
    name, layout = run.__module__.rpartition(".")[2], argparse.RawDescriptionHelpFormatter
    paragraphs = docstring.split("\n\n", 2) if docstring else []  # `python -OO` leaves no docstring
    description, epilog = (*paragraphs[1:], "", "")[:2]
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=help, description=description, epilog=epilog, formatter_class=layout
    )
    parser.set_defaults(run=run)
    return parser


def run_command(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> int:
    """Run the command named in `arguments` (by default those of the process); return the exit status.

    Raises `SystemExit` as argparse does, for `--help` and for arguments that it cannot read.
    """
    chosen = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a question mark for characters that a terminal or pipe lacks
    try:
        status: int = chosen.run(chosen)
        sys.stdout.flush()
        return status
    except BadInput as error:
        sys.stdout.flush()  # so that earlier output comes first
        complain(f"{parser.prog} {chosen.command}: {error}")
        return BAD_INPUT
    except BrokenPipeError:
        # The reader of our output has closed it. Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED


def seconds(text: str) -> float:
    """Return the positive number of seconds in `text`; otherwise raise for argparse.

    >>> seconds("0.5")
    0.5
    """
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a positive number of seconds, got {text!r}")
    return number


@contextmanager
def named_file(file: str | Path) -> Iterator[None]:
    """Raise `BadInput`, which names the file, if the system refuses to read or write it in this block."""
    try:
        yield
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None


@contextmanager
def keep_results(
    done: Any, file: str | Path | None, identity: dict[str, Any], option: str = "--resume "
) -> Iterator[Callable[[], None]]:
    """Add to `done`, which is new, the results in `file` of the work that `identity` describes; keep all at the end.

    `done.to_json()` returns lists, dicts, strings and numbers, and `done.restore(data)` takes them over.

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


def last_error(output: str) -> str:
    """Return the last exception that a program wrote, or else the last line on an error, or its last line.

    >>> last_error("ValueError: no number\\n1 failed\\n"), last_error("SyntaxError: no name\\nerror: see above\\n")
    ('ValueError: no number', 'SyntaxError: no name')
    """
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if "error:" in line.lower()]
    exceptions = [line for line in errors if "Error: " in line.partition(" ")[0] + " "]
    return [*lines, *errors, *exceptions][-1] if lines else "it wrote nothing"


def _take_up(done: Any, file: Path, identity: dict[str, Any], name: str) -> None:
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
def showing_progress(name: str) -> Iterator[Callable[..., None]]:
    """Yield a function `show(note, total, done=None)`, which moves the bar: to `done`, or by one.

    There is a bar if standard error is a terminal.
    """
    from rich.console import Console  # slow to load, and worker processes have no bar
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(name, total=None)

        def show(note: str, total: int, done: int | None = None) -> None:
            step = 1 if done is None else None
            bar.update(task, description=f"{name} {note}", total=total, advance=step, completed=done)

        yield show
