"""Calls whose result is dropped, though all that they do is done by it, such as `max_forced(10)` without `with`.

Where the result is dropped at once, the call raises. Where it is kept in a variable and never entered, nobody can
raise: Python warns, and pytest's plugin fails the test.
"""

from __future__ import annotations

import sys
import warnings
from dis import opname

from strictcheck.errors import StrictCheckError

_unused: list[str] = []


def refuse_dropped(what: str, advice: str, *, depth: int = 2) -> None:
    """Raise `StrictCheckError` if the call of the caller is a statement of its own, so that its result is dropped.

    `depth` is the number of frames from here to that statement.
    """
    frame = sys._getframe(depth)
    code, at = frame.f_code.co_code, frame.f_lasti + 2
    while opname[code[at]] == "CACHE":
        at += 2
    if opname[code[at]] == "POP_TOP":
        raise StrictCheckError(f"{what} alone does nothing, for its result is dropped; {advice}")


class MustEnter:
    """Base of context managers that do nothing until they are entered; `_advice` says how."""

    _advice: str
    _is_in_use = True  # of one whose arguments were refused

    def _wait_for_use(self, what: str, advice: str) -> None:
        refuse_dropped(what, advice, depth=3)
        self._advice = f"{what} was made and never entered, so it does nothing; {advice}"
        self._is_in_use = False

    def __del__(self) -> None:
        if not self._is_in_use:
            _unused.append(self._advice)
            warnings.warn(self._advice, RuntimeWarning, stacklevel=2)


def take_unused() -> list[str]:
    """Return what is to be said of context managers that were never entered, since the last time this was asked."""
    found = [*_unused]
    _unused.clear()
    return found
