"""Hypothesis entry point, by which `@given(...)` infers values of the classes for which a library has strategies.

Hypothesis calls `register` when it is imported, in any project. Strategies are loaded only for modules
that have been imported by then, and Hypothesis is not loaded. Skip this module unless you have strategies to offer.
"""

from __future__ import annotations

import sys
from importlib import import_module

__all__ = ["register", "with_hypothesis"]

_waiting: list[str] = []


def with_hypothesis(module: str) -> None:
    """Import the module of this name, which registers strategies, once Hypothesis is loaded: now or later.

    >>> with_hypothesis("lazytree.strategies")
    """
    if "hypothesis" in sys.modules:
        import_module(module)
    else:
        _waiting.append(module)


def register() -> None:
    """Import the modules that wait for Hypothesis; called by Hypothesis."""
    while _waiting:
        import_module(_waiting.pop())
