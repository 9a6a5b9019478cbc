"""Objects that do nothing until they are used, such as `max_forced(10)`, which wants a `with`.

Nobody can raise when one is made and forgotten: Python warns when it is freed, and pytest's plugin fails the test.
"""

from __future__ import annotations

import warnings

_unused: list[str] = []


class MustUse:
    """Base of objects that do nothing until they are entered, or called; `_advice` says how."""

    _advice: str
    _is_in_use = True  # of one whose arguments were refused

    def _wait_for_use(self, what: str, advice: str) -> None:
        self._advice = f"{what} was made and never used, so it does nothing; {advice}"
        self._is_in_use = False

    def __del__(self) -> None:
        if not self._is_in_use:
            _unused.append(self._advice)
            warnings.warn(self._advice, RuntimeWarning, stacklevel=2)


def take_unused() -> list[str]:
    """Return the advice on each object that was freed unused since the last call of this function."""
    found = [*_unused]
    _unused.clear()
    return found
