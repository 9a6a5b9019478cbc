"""Call stack: the line of observed code that forced, and callers that only show a value, which must not force it.

pytest explains a failed assertion, Hypothesis prints a failing example, IPython displays a result, a debugger lists
variables: all of them call the `repr` of a thunk, and most of them first test its class. By
observed code, that is a use like any other; by these tools, it is none. The call stack tells who calls; it is
inspected only where it costs little: in `repr`, before a delayed computation is started, and once a record is sealed.
While an observation is open, forcing is too frequent for that: there a tool has to declare itself, with
`from_outside`, as the pytest plugin does for pytest.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple
from weakref import ref

from strictcheck.errors import StrictCheckError
from strictcheck.thunks.classes import INSTALLED

OWN_CODE = str(Path(__file__).parent.parent)
STANDARD = sysconfig.get_path("stdlib") + os.sep
USERS, PACKAGES, LIBRARY, FAR = range(4)  # distances of code from the user
# Function that makes the call; its callers are no part of the call.
OBSERVER = str(Path(__file__).parent.parent / "observation" / "one_call.py")


class Where(NamedTuple):
    """Place in the observed code that forced: file, line and function. False if none is known."""

    file: str
    line: int
    function: str

    def __bool__(self) -> bool:
        return self.line > 0

    def __str__(self) -> str:
        name = self.function.rpartition("<locals>.")[2]
        if Path(self.file).parent.name.startswith("ipykernel_"):  # where Jupyter keeps cells
            return f"line {self.line} of a cell, in {name}"
        return f"{_from_here(self.file)}:{self.line} in {name}"


# Modules that call on behalf of others; the last two stand between a game and a search or an engine.
_OF_TASKS = ("asyncio", "concurrent.futures", "threading")
GO_BETWEEN_LIBRARIES = ("wrapt", "pluggy", "_pytest", *_OF_TASKS, "lazytree.games", "lazytree.engines.adapters")
UNKNOWN = Where("<unknown>", 0, "<unknown>")


def _from_here(file: str) -> str:
    """Return the path of a file, from the working directory if it is below that."""
    try:
        return str(Path(file).relative_to(Path.cwd()))
    except (ValueError, OSError):  # it is elsewhere, or the working directory is gone
        return file


def where_forced(watch: tuple[str, ...]) -> tuple[Where, dict[str, Any] | None]:
    """Return the user's line that forced, and the local variables named in `watch`."""
    caller = sys._getframe(2)
    frame = _nearest_to_user(caller, USERS)
    if frame is None:
        return UNKNOWN, {} if watch else None
    place = Where(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_qualname)
    # A search of a package has variables, too.
    return place, _watched(_nearest_to_user(caller, PACKAGES) or frame, watch) if watch else None


def _nearest_to_user(frame: FrameType | None, enough: int) -> FrameType | None:
    """Return the innermost frame that is at most `enough` away from the user; if there is none, of the nearest."""
    nearest: FrameType | None = None
    best = FAR
    while frame is not None and best > enough:
        if not is_own(frame) and (distance := _distance(frame.f_code.co_filename)) < best:
            nearest, best = frame, distance
        elif nearest is not None and frame.f_code.co_filename.startswith(OBSERVER):
            break
        frame = frame.f_back
    return nearest


@lru_cache(maxsize=1000)
def _distance(file: str) -> int:
    """Return how far the code of a file is from the user."""
    if file.startswith(INSTALLED):
        return PACKAGES
    return LIBRARY if file.startswith((STANDARD, "<frozen ")) else USERS


def _watched(frame: FrameType, watch: tuple[str, ...]) -> dict[str, Any]:
    """Return the watched variables, each of `frame` or of the nearest of its callers that has it."""
    seen = _named(frame, watch)
    outer = frame.f_back
    while len(seen) < len(watch) and outer is not None and not outer.f_code.co_filename.startswith(OBSERVER):
        code = outer.f_code
        # Asked first, since `f_locals` copies all of them. Names of a module are not in these, and no window of a call.
        if any(name in code.co_varnames or name in code.co_freevars for name in watch if name not in seen):
            seen = _named(outer, watch) | seen
        outer = outer.f_back
    return {name: seen[name] for name in watch if name in seen}


def _named(frame: FrameType, watch: tuple[str, ...]) -> dict[str, Any]:
    return {name: frame.f_locals[name] for name in watch if name in frame.f_locals}


def is_own(frame: FrameType) -> bool:
    """True if a frame is the library's own, or of one that calls on behalf of others: wrapt, pytest, an event loop.

    So it is of methods that `dataclass` or attrs made, which are in no file although their module is.
    """
    file, module = frame.f_code.co_filename, frame.f_globals
    if file == "<string>":
        return "__file__" in module
    return file.startswith((OWN_CODE, "<attrs ")) or module.get("__name__", "").startswith(GO_BETWEEN_LIBRARIES)


# Modules, and classes in them, that show values to people.
_OF_TESTS = ("_pytest.assertion.", "_pytest._code.", "_pytest._io.", "_pytest.python.IdMaker.", "unittest.util.")
_OF_HYPOTHESIS = ("hypothesis.vendor.pretty.", "hypothesis.internal.reflection.", "hypothesis.control._Checker.")
_OF_NOTEBOOKS = ("IPython.", "ipykernel.", "jedi.", "stack_data.", "pure_eval.", "pandas.io.formats.")
# Functions that variable inspectors of Jupyter and VS Code define in the notebook itself; and that of Spyder.
_INSPECTORS = ("__main__._jupyterlab_variableinspector_", "__main__._VSCODE_", "spyder_kernels.")
_OF_DOCUMENTATION = ("doctest.DocTestFinder.", "unittest.loader.", "pydoc.", "pdoc.")
_DEBUGGERS = ("traceback.", "rich.traceback.", "pdb.", "bdb.", "debugpy.", "_pydevd_bundle.")
SHOWERS = (*_OF_TESTS, *_OF_HYPOTHESIS, *_OF_NOTEBOOKS, *_INSPECTORS, *_OF_DOCUMENTATION, *_DEBUGGERS)
# Modules that call on behalf of others.
_PRINTERS = ("reprlib.", "pprint.", "rich.pretty.", "rich.repr.")
_OF_PYTHON = ("inspect.", "dataclasses.", "abc.", "collections.abc.", "functools.", "contextlib.")
GO_BETWEENS = ("strictcheck.", "wrapt.", *_PRINTERS, *_OF_PYTHON)
# It takes the thunks out of what a cell made: on behalf of the cell, not of the notebook that runs it.
_OF_A_CELL = "strictcheck.ipython_magic._restore"

_showing: ContextVar[bool] = ContextVar("strictcheck_showing", default=False)
_open: set[ref[Any]] = set()  # the records that are open; one that nobody closes is forgotten all the same


class FromOutside(StrictCheckError, AttributeError, TypeError):
    """Touch of an unforced thunk from outside of the observed code.

    Python takes it for a missing attribute or operation: `isinstance` and `hasattr` are false, and the tool goes on.
    """


def asked_from_outside(*, showing: bool = False) -> bool:
    """Return True if the present caller of the library only shows values to people.

    With `showing`, methods called `__repr__` count for their callers, who want the text.

    >>> asked_from_outside()
    False
    """
    if _showing.get():
        return True
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        asker = f"{_module_of(frame)}.{frame.f_code.co_qualname}"
        if asker == _OF_A_CELL:
            return False
        if not asker.startswith(GO_BETWEENS) and not (showing and frame.f_code.co_name == "__repr__"):
            return asker.startswith(SHOWERS)
        frame = frame.f_back
    return False


def _module_of(frame: FrameType) -> Any:
    """Return the name of the module; of one that is run as a program (`python -m doctest`), its real name."""
    name = frame.f_globals.get("__name__")
    return name if name != "__main__" else getattr(frame.f_globals.get("__spec__"), "name", name)


def refuse_outsiders(*_: Any) -> None:
    """Raise `FromOutside` if the caller that is about to force only shows values to people. Ignores its arguments."""
    if asked_from_outside():
        raise FromOutside("not looked at: whoever shows a value must not force it")


def opened(record: Any) -> None:
    """Register `record`, which takes forcings from now on."""
    _open.add(ref(record, _open.discard))


def closed(record: Any) -> None:
    """Unregister `record`."""
    _open.discard(ref(record))


@contextmanager
def from_outside() -> Iterator[None]:
    """Let nothing be forced in this block, in observations open at its beginning; other threads force as ever.

    Forcings there raise `FromOutside` instead.
    """
    records = [record for record in (known() for known in list(_open)) if record is not None]
    before = _showing.get()
    try:
        _showing.set(True)
        with ExitStack() as stack:
            for record in records:
                record.watch_with(refuse_outsiders, stack)
            yield
    finally:
        _showing.set(before)
