"""The place in the observed code that forced: told by the call stack, at the moment it forces."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

__all__ = ["Where", "where_forced"]

OWN_CODE = str(Path(__file__).parent)
EXAMPLES = str(Path(__file__).parent / "examples")  # is code to be observed, though it comes with the library
OBSERVER = str(Path(__file__).parent / "observing.py")  # makes the call; what called it is no part of it


class Where(NamedTuple):
    """The place in the observed code that forced: file, line and function."""

    file: str
    line: int
    function: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} in {self.function}"


def where_forced(watch: tuple[str, ...]) -> tuple[Where, dict[str, Any] | None]:
    """The innermost frame that is not the library's own, and the local variables named in `watch`."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and _is_ours(frame):
        frame = frame.f_back
    if frame is None:
        return Where("<unknown>", 0, "<unknown>"), {} if watch else None
    code = frame.f_code
    return Where(code.co_filename, frame.f_lineno, code.co_qualname), _watched(frame, watch) if watch else None


def _watched(frame: FrameType, watch: tuple[str, ...]) -> dict[str, Any]:
    """Those of the local variables of `frame`, or of the nearest of its callers that has any."""
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
    """Whether a frame is the library's own, or wrapt's."""
    file = frame.f_code.co_filename
    own = file.startswith(OWN_CODE) and not file.startswith(EXAMPLES)
    return own or frame.f_globals.get("__name__", "").startswith("wrapt")
