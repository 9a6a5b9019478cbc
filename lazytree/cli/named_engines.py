"""Engines and searches named on the command line: `module:name`, `file.py:name`, or a name of `--list`."""

from __future__ import annotations

import importlib
import importlib.util
import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import Any

from lazytree.engines.adapters import Engine, engine_named
from lazytree.engines.adapters.game_rules import MissingModule
from lazytree.engines.audit.audit_games import ANY, GameClass
from lazytree.engines.recognizing import NO_NAMES, recognized
from lazytree.errors import UnknownSearch
from strictcheck.errors import BadInput


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
    found: Any = _file(place) if place.endswith(".py") else _module(place)
    for part in name.split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            raise BadInput(f"{target}: {place} has no {name}") from None
    if not callable(found):
        raise BadInput(f"{target}: expected a function, got {found!r:.60}")
    return found


def _module(name: str) -> ModuleType:
    # With -m, Python finds modules in the current directory already; a console script has to add it.
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, "")
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        raise BadInput(f"{name}: cannot be imported: {type(error).__name__}: {error}") from None


def _file(file: str) -> ModuleType:
    path = Path(file)
    if not path.is_file():
        raise BadInput(f"{file}: no such file")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise BadInput(f"{file}: not a file of Python")
    module = importlib.util.module_from_spec(spec)
    # Under its own name, as an import would: so pickle finds the classes of the file again.
    sys.modules.setdefault(path.stem, module)
    for _ in range(MISSING):
        try:
            spec.loader.exec_module(module)
            return module
        except ModuleNotFoundError as error:
            if error.name is None:
                raise BadInput(f"{file}: cannot be run: {error}") from None
            print(f"{file}: the module {error.name} is not there; an empty one takes its place", file=sys.stderr)
            sys.modules[error.name] = MissingModule(error.name)
        except (Exception, SystemExit) as error:
            raise BadInput(f"{file}: cannot be run: {type(error).__name__}: {error}") from None
    raise BadInput(f"{file}: cannot be run: more than {MISSING} modules are missing")


# So many modules of a course are stood in for.
MISSING = 20
