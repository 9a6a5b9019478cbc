"""Objects that check nothing until they are used: `max_forced(10)` wants a `with`, an answer wants a reader.

Nobody can raise when one is made and forgotten: Python warns when it is freed, and pytest's plugin fails the test.
"""

from __future__ import annotations

import sys
import warnings
from typing import Any

_unused: list[str] = []


class MustUse:
    """Base of objects that do nothing until they are entered, called or awaited; `_advice` says how."""

    _advice: str
    _is_in_use = True  # of one whose arguments were refused

    def _wait_for_use(self, what: str, advice: str) -> None:
        # Some are frozen dataclasses.
        object.__setattr__(self, "_advice", f"{what} was made and never used, so it does nothing; {advice}")
        object.__setattr__(self, "_is_in_use", False)

    def _note_use(self) -> None:
        object.__setattr__(self, "_is_in_use", True)

    def __del__(self) -> None:
        if not self._is_in_use and not sys.is_finalizing():  # a module may keep one for another run
            _unused.append(self._advice)
            warnings.warn(self._advice, RuntimeWarning, stacklevel=2)


class MustRead(MustUse):
    """Base of answers that somebody has to read: reading any public attribute counts, as `bool` and `repr` do."""

    def __getattribute__(self, name: str) -> Any:
        if not name.startswith("_"):
            MustUse._note_use(self)
        return super().__getattribute__(name)


def take_unused() -> list[str]:
    """Return the advice on each object that was freed unused since the last call of this function."""
    found = [*_unused]
    _unused.clear()
    return found
