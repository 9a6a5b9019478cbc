"""Ctrl-C at each place where CPython looks for signals, one after the other: for tests.

Those places are the beginning of a function, the jump back of a loop, and the end of a call of what is written in C.
Between them no signal is seen, so that a lock that `with` has taken is given back, and so on. Here a trace function
raises in place of the signal, at the number that was asked for, which makes it happen again in the same place.
"""

from __future__ import annotations

import dis
import functools
import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

__all__ = ["Injected", "points"]


class Injected(KeyboardInterrupt):
    """Raised by nothing else, so that nothing else is mistaken for it."""


@functools.cache
def instructions(code: CodeType) -> dict[int, tuple[str, Any]]:
    return {one.offset: (one.opname, one.arg) for one in dis.get_instructions(code)}


@functools.cache
def handlers(code: CodeType) -> list[Any]:
    return list(dis._parse_exception_table(code))  # type: ignore[attr-defined]


def handler(code: CodeType, offset: int) -> Any:
    """Where an exception at `offset` goes."""
    return next((entry.target for entry in handlers(code) if entry.start <= offset < entry.end), None)


class Tracer:
    """Counts the places in files that `own` has, and raises at the one with the number `at`."""

    def __init__(self, own: Callable[[str], bool], at: int) -> None:
        self.own = own
        self.at = at
        self.count = 0

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        if isinstance(caller := frame.f_back and frame.f_back.f_trace, InFrame):
            caller.called = None  # of what is written in Python, the end is no such place
        if not self.own(frame.f_code.co_filename):
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return InFrame(self)

    def reached(self) -> None:
        self.count += 1
        if self.count - 1 == self.at:
            raise Injected


class InFrame:
    """Follows one frame."""

    def __init__(self, tracer: Tracer) -> None:
        self.tracer = tracer
        self.called: int | None = None

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "exception":
            self.called = None
        elif event == "opcode":
            self.step(frame)
        return self

    def step(self, frame: FrameType) -> None:
        code, at, called = frame.f_code, frame.f_lasti, self.called
        name, argument = instructions(code).get(at, ("", None))
        self.called = at if name.startswith("CALL") else None
        # What is raised by a call goes where the call says, which need not be where the next instruction says.
        after_call = called is not None and handler(code, called) == handler(code, at)
        if after_call or name.startswith("JUMP_BACKWARD") or (name == "RESUME" and argument < 2):
            self.tracer.reached()


def points(function: Callable[[], Any], own: Callable[[str], bool], at: int = -1) -> int:
    """Run `function`, and raise `Injected` at the place number `at` in files that `own` has. Returns their number."""
    tracer = Tracer(own, at)
    sys.settrace(tracer)
    try:
        function()
    finally:
        sys.settrace(None)
    return tracer.count
