"""The Hypothesis entry point, by which `@given(...)` infers values of classes that a library has strategies for.

Hypothesis calls `register` when it is imported, in whichever project that may be. Strategies are loaded only for what
has been imported by then, and Hypothesis by nobody. Skip this module unless you have strategies of your own to offer.
"""

from __future__ import annotations

import sys
from importlib import import_module

__all__ = ["register", "with_hypothesis"]

_waiting: list[str] = []


def with_hypothesis(module: str) -> None:
    """Import the module of this name, which registers strategies, once Hypothesis is loaded: now, or when that is.

    >>> with_hypothesis("lazytree.strategies")
    """
    if "hypothesis" in sys.modules:
        import_module(module)
    else:
        _waiting.append(module)


def register() -> None:
    """Import what waits for Hypothesis; Hypothesis calls this."""
    while _waiting:
        import_module(_waiting.pop())
