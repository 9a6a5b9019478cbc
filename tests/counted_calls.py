"""Calls that a function makes, counted: a cost that is the same on a busy machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


def calls_of(function: Callable[[], Any]) -> int:
    """Number of calls, of functions in Python and in C, that `function` makes."""
    count = 0

    def counting(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        if event in ("call", "c_call"):
            count += 1

    sys.setprofile(counting)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count
