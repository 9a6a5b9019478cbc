"""Objects that check nothing until they are used: `max_forced(10)` wants a `with`, an answer wants a reader.

Nobody can raise when one is made and forgotten: Python warns when it is freed, and pytest's plugin fails the test.
"""

from __future__ import annotations

import gc
import sys
import warnings
from typing import Any
from weakref import WeakValueDictionary


class _SinceLastTime:
    """Objects made since `take_unused` was called, and the advice on those that were freed unused."""

    def __init__(self) -> None:
        self.made: WeakValueDictionary[int, MustUse] = WeakValueDictionary()  # by id, for some cannot be hashed
        self.advice: list[str] = []


_times = [_SinceLastTime()]


class MustUse:
    """Base of objects that do nothing until they are entered, called or awaited; `_advice` says how."""

    _advice: str
    _is_in_use = True  # of one whose arguments were refused
    _time: _SinceLastTime

    def _wait_for_use(self, what: str, advice: str) -> None:
        state = {"_advice": f"{what} was made and never used, so it does nothing; {advice}", "_time": _times[-1]}
        for name, value in (state | {"_is_in_use": False}).items():
            object.__setattr__(self, name, value)  # some are frozen dataclasses
        self._time.made[id(self)] = self

    def _note_use(self) -> None:
        object.__setattr__(self, "_is_in_use", True)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without the notes on use: copies and pickles are somebody's use of it."""
        return {name: value for name, value in vars(self).items() if name not in ("_advice", "_time", "_is_in_use")}

    def __del__(self) -> None:
        if not self._is_in_use and not sys.is_finalizing():  # a module may keep one for another run
            self._time.advice.append(self._advice)
            warnings.warn(self._advice, RuntimeWarning, stacklevel=2)


class MustRead(MustUse):
    """Base of answers that somebody has to read: reading any public attribute counts, as `bool` and `repr` do."""

    def __getattribute__(self, name: str) -> Any:
        if not name.startswith("_"):
            MustUse._note_use(self)
        return super().__getattribute__(name)


def take_unused() -> list[str]:
    """Return the advice on each object that was made since the last call of this function, and freed unused."""
    time = _times.pop()
    _times.append(_SinceLastTime())  # what is freed later belongs to the test that made it
    if not all(one._is_in_use for one in time.made.values()):
        gc.collect()  # it may be part of a cycle
    return time.advice
