"""Arguments that several commands share, the files of games that they read, and the engines that they name."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import io
import json
import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from lazytree.engines.adapters import Engine, engine_named
from lazytree.engines.adapters.game_rules import MissingModule
from lazytree.engines.audit.audit_games import ANY, GameClass
from lazytree.engines.recognizing import NO_NAMES, recognized
from lazytree.errors import BadGame, UnknownSearch
from lazytree.games.game import Game
from lazytree.games.making import from_json
from lazytree.searches.by_name import SEARCHES, Search, search
from strictcheck.command_line import complain, named_file, showing_progress
from strictcheck.errors import BadInput
from strictcheck.processes import TimeOver, alarm

MISSING = 20  # modules that a file of a course may lack
IMPORTING = 30.0  # seconds for the import of a file


@contextmanager
def progress(title: str) -> Iterator[Callable[[Sequence[Any]], Iterator[Any]]]:
    """Yield a function that shows on a terminal how far its argument is gone through; the line stays for this block."""
    with showing_progress(title) as show:

        def track(parts: Sequence[Any]) -> Iterator[Any]:
            for number, part in enumerate(parts):
                show(f"{number:,} of {len(parts):,} games", len(parts), number)
                yield part
            show("all games done", len(parts), len(parts))

        yield track


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


class _List(argparse.Action):
    """Action that prints names and exits, whatever else is asked for, as `--help` does."""

    def __call__(self, parser: argparse.ArgumentParser, *others: Any) -> None:
        names: Callable[[], Iterable[str]] = self.const
        print(*names(), sep="\n")
        parser.exit(0)


def add_list_option(
    parser: argparse.ArgumentParser, what: str = "searches", names: Callable[[], Iterable[str]] = lambda: SEARCHES
) -> None:
    """Add `--list`, which prints each name on a line of its own."""
    parser.add_argument("--list", action=_List, nargs=0, const=names, help=f"print the names of all {what}, and exit")


def add_two_searches(parser: argparse.ArgumentParser) -> None:
    """Add `--search` and `--against`, by default the two alpha-betas, and `--list`."""
    add = parser.add_argument
    add("--search", type=search_name, default="alphabeta", metavar="NAME", help="the one search (default: %(default)s)")
    add("--against", type=search_name, default="lattice", metavar="NAME", help="the other (default: %(default)s)")
    add_list_option(parser)


def add_resume_option(parser: argparse.ArgumentParser) -> None:
    """Add `--resume`, which names the file."""
    parser.add_argument("--resume", metavar="FILE", help="keep what is done in FILE, and go on from what is there")


def going_on(file: str | None) -> str:
    """Return advice for a user who has stopped a command."""
    return "nothing is kept" if file is None else f"--resume {file} goes on from here"


def read_games(file: str) -> Iterator[Game[Any]]:
    """Yield the games in `file`, or in standard input for `-`: one game a line, read when it is pulled.

    A line is a game as `from_json` reads it, or an object whose `"tree"` is one; blank lines are skipped. Raises
    `BadInput` with the name of the file and the number of the line.
    """
    name = "standard input" if file == "-" else file
    with _open_lines(file) as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield _game(line)
                except BadInput as error:
                    raise BadInput(f"{name}:{number}: {error}") from None


@contextmanager
def _open_lines(file: str) -> Iterator[IO[bytes]]:
    if file == "-":
        yield sys.stdin.buffer
        return
    with named_file(file), open(file, "rb") as lines:
        yield lines


def _game(line: bytes) -> Game[Any]:
    data = _parse(line)
    if isinstance(data, dict) and "tree" in data:
        data = data["tree"]
    try:
        return from_json(data)
    except BadGame as error:
        raise BadInput(str(error)) from None


def _parse(line: bytes) -> Any:
    try:
        text = line.decode("utf-8-sig").rstrip()  # rstrip, or an error at the end would be in the next line
        return json.loads(text, parse_constant=_refuse, parse_float=_finite, object_pairs_hook=_without_repeats)
    except BadInput:
        raise
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error.msg} at column {error.colno}") from None
    except UnicodeDecodeError as error:
        raise BadInput(f"not UTF-8: byte {error.start + 1} is {line[error.start]:#04x}") from None
    except RecursionError:
        raise BadInput("nested too deep for Python's JSON reader") from None
    except ValueError as error:  # an integer with more digits than Python converts
        raise BadInput(f"not a score: {error}") from None


def _refuse(constant: str) -> Any:
    raise BadInput(f"{constant} is not JSON, and no score that a search could order")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise BadInput(f"{text[:40]}{'...' * (len(text) > 40)} is too large for a floating-point number")
    return number


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        key = next(key for index, (key, _) in enumerate(pairs) if key in dict(pairs[:index]))
        raise BadInput(f"an object has the key {key[:40]!r} twice")
    return found


@contextmanager
def aside() -> Iterator[None]:
    """Keep engines apart from the terminal in this context, also while their files are imported.

    What they print goes to standard error, as standard output is for the results; what they read are lines of "1"; a
    window of pygame is not shown.
    """
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    before, sys.stdin = sys.stdin, io.StringIO("1\n" * 1000)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        sys.stdin = before


def engine_at(target: str, kind: GameClass = ANY, names: Mapping[str, str] = NO_NAMES) -> Engine:
    """Return the engine named `target`: `MODULE:NAME` or `FILE.py:NAME`, or a name of `--list`.

    It is handed what it is right with most often on games of this `kind`; `names` are the meanings of its own names.

    Raises `BadInput`, in one line, for every failure.

    >>> engine_at("lazytree.searches.known_bugs:wide_root")
    <Engine wide_root>
    """
    try:
        return recognized(object_at(target), kind, names) if ":" in target else engine_named(target)
    except UnknownSearch as error:
        if Path(target).exists():
            raise BadInput(f"{target}: expected {target}:NAME, with the name of the search in it") from None
        raise BadInput(str(error)) from None


def object_at(target: str) -> Callable[..., Any]:
    """Return the object named `target`, `MODULE:NAME` or `FILE.py:NAME` (NAME may have dots); imports its file.

    Raises `BadInput` if there is no such object, if importing it raises, or if it cannot be called.

    >>> object_at("lazytree.searches.known_bugs:wide_root").__name__
    'wide_root'
    """
    place, _, name = target.rpartition(":")
    if not place or not name:
        raise BadInput(f"{target}: expected FILE.py:NAME or MODULE:NAME, with a name after the colon")
    found: Any = _imported(place)
    for part in name.split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            raise BadInput(f"{target}: {place} has no {name}") from None
    if not callable(found):
        raise BadInput(f"{target}: expected a function, got {found!r:.60}")
    return found


def _imported(place: str) -> ModuleType:
    """Import a file or a module. Raises `BadInput` if that raises, or does not come to an end."""
    plays = 'what plays the game belongs under `if __name__ == "__main__":`'
    try:
        with alarm(IMPORTING):
            return _file(place) if place.endswith(".py") else _module(place)
    except TimeOver:
        raise BadInput(f"{place}: its import does not end within {IMPORTING:g} s; {plays}") from None
    except BadInput:
        raise
    except (Exception, SystemExit) as error:
        told = f"{type(error).__name__}: {error}" + (f"; {plays}" if isinstance(error, EOFError | SystemExit) else "")
        raise BadInput(f"{place}: cannot be run: {told}") from None


def _module(name: str) -> ModuleType:
    # With -m, Python finds modules in the current directory already; a console script has to add it.
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, "")
    return importlib.import_module(name)


def _file(file: str) -> ModuleType:
    path = Path(file)
    if not path.is_file():
        raise BadInput(f"{file}: no such file")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None  # by the ending of its name
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Under its own name, as an import would: so pickle finds the classes of the file again.
    sys.modules.setdefault(path.stem, module)
    sys.path.append(str(path.parent.resolve()))  # for imports of files beside it
    for _ in range(MISSING):
        try:
            spec.loader.exec_module(module)
            return module
        except ModuleNotFoundError as error:
            if error.name is None:
                raise
            complain(f"{file}: the module {error.name} is not there; an empty one takes its place")
            sys.modules[error.name] = MissingModule(error.name)
    raise BadInput(f"{file}: cannot be run: more than {MISSING} modules are missing")
