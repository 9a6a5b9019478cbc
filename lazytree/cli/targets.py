"""Engines and searches that are named on the command line: `module:name`, `file.py:name`, or a name that is known."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import Any

from lazytree.cli.reading import BadInput
from lazytree.engines.adapters import Engine, MissingExtra, engine_named, engine_of
from lazytree.errors import UnknownSearch

__all__ = ["aside", "engine_at", "object_at"]


def aside() -> AbstractContextManager[Any]:
    """A context in which what engines print goes to standard error: standard output is for what is found of them."""
    return redirect_stdout(sys.stderr)


def engine_at(target: str, adapter: str) -> Engine:
    """The engine that `target` names: `MODULE:NAME` or `FILE.py:NAME` by way of `adapter`, or a name that is known.

    Raises `BadInput`, in one line, for whatever stands in the way.

    >>> engine_at("lazytree.searches.known_bugs:wide_root", "game")
    <Engine wide_root>
    """
    try:
        return engine_of(object_at(target), adapter) if ":" in target else engine_named(target)
    except (UnknownSearch, MissingExtra) as error:
        raise BadInput(str(error)) from None


def object_at(target: str) -> Callable[..., Any]:
    """What `target` names, `MODULE:NAME` or `FILE.py:NAME`, where the name may have dots. Imports or runs it.

    Raises `BadInput` if there is no such thing, if importing it raises, or if it cannot be called.

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
    return found  # type: ignore[no-any-return]


def _module(name: str) -> ModuleType:
    # Programs that are run with -m find modules beside them already; console scripts do not.
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, "")
    try:
        return importlib.import_module(name)
    except Exception as error:
        raise BadInput(f"{name}: cannot be imported: {type(error).__name__}: {error}") from None


def _file(file: str) -> ModuleType:
    path = Path(file)
    if not path.is_file():
        raise BadInput(f"{file}: no such file")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise BadInput(f"{file}: not a file of Python")
    module = importlib.util.module_from_spec(spec)
    # Under its own name, as an import would leave it: classes of the file can then be found again, to be pickled.
    sys.modules.setdefault(path.stem, module)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BadInput(f"{file}: cannot be run: {type(error).__name__}: {error}") from None
    return module
