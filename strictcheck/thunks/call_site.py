"""Place in the observed code that forced, from the call stack at that moment."""

from __future__ import annotations

import os
import sys
import sysconfig
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

OWN_CODE = str(Path(__file__).parent.parent)
EXAMPLES = str(Path(__file__).parent.parent / "examples")  # observed code, though it comes with the library
STANDARD = sysconfig.get_path("stdlib") + os.sep
INSTALLED = tuple(sysconfig.get_path(name) for name in ("purelib", "platlib"))
# Function that makes the call; its callers are no part of the call.
OBSERVER = str(Path(__file__).parent.parent / "observation" / "one_call.py")


class Where(NamedTuple):
    """Place in the observed code that forced: file, line and function."""

    file: str
    line: int
    function: str

    def __str__(self) -> str:
        name = self.function.rpartition("<locals>.")[2]
        return f"{_from_here(self.file)}:{self.line} in {name}"


def _from_here(file: str) -> str:
    """Return the path of a file, from the working directory if it is below that."""
    try:
        short = os.path.relpath(file) if os.path.isabs(file) else file
    except (ValueError, OSError):  # the file is on another drive, or the working directory is gone
        return file
    return file if short.startswith(os.pardir) else short


def where_forced(watch: tuple[str, ...]) -> tuple[Where, dict[str, Any] | None]:
    """Return the user's line that forced, and the local variables named in `watch`."""
    frame = _of_the_user(sys._getframe(2))
    if frame is None:
        return Where("<unknown>", 0, "<unknown>"), {} if watch else None
    code = frame.f_code
    return Where(code.co_filename, frame.f_lineno, code.co_qualname), _watched(frame, watch) if watch else None


def _of_the_user(frame: FrameType | None) -> FrameType | None:
    """Return the innermost frame of the user's code; if there is none, of the standard library."""
    innermost: FrameType | None = None
    while frame is not None:
        if not _is_ours(frame):
            innermost = innermost or frame
            if not _is_standard(frame.f_code.co_filename):
                return frame
        elif innermost is not None and frame.f_code.co_filename.startswith(OBSERVER):
            break
        frame = frame.f_back
    return innermost


@lru_cache(maxsize=1000)
def _is_standard(file: str) -> bool:
    """True for a file of the standard library."""
    return file.startswith((STANDARD, "<frozen ")) and not file.startswith(INSTALLED)


def _watched(frame: FrameType, watch: tuple[str, ...]) -> dict[str, Any]:
    """Return the watched variables of `frame`, or of the nearest of its callers that has any."""
    seen = _named(frame, watch)
    outer = frame.f_back
    while not seen and outer is not None and not outer.f_code.co_filename.startswith(OBSERVER):
        code = outer.f_code
        # Asked first, since `f_locals` copies all of them. Names of a module are not in these, and no window of a call.
        if any(name in code.co_varnames or name in code.co_freevars for name in watch):
            seen = _named(outer, watch)
        outer = outer.f_back
    return seen


def _named(frame: FrameType, watch: tuple[str, ...]) -> dict[str, Any]:
    return {name: frame.f_locals[name] for name in watch if name in frame.f_locals}


def _is_ours(frame: FrameType) -> bool:
    """True if a frame is the library's own, wrapt's, or one of pytest's, which asks for an explanation."""
    file = frame.f_code.co_filename
    own = file.startswith(OWN_CODE) and not file.startswith(EXAMPLES)
    return own or frame.f_globals.get("__name__", "").startswith(("wrapt", "pluggy", "_pytest"))
