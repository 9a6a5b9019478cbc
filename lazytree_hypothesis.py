"""The Hypothesis entry point, by which `@given(...)` infers games from annotations.

Hypothesis calls `register` when it is imported, in whichever project that may be. So this is a module of its own,
beside the packages, and loads neither: strategies are registered only once somebody has imported `lazytree`.
"""

import sys
from importlib import import_module

__all__ = ["register"]


def register() -> None:
    """Register the strategies for games, if `lazytree` is loaded; else that happens when it is.

    >>> import lazytree
    >>> register()
    >>> "lazytree.strategies" in sys.modules
    True
    """
    if "lazytree" in sys.modules:
        import_module("lazytree.strategies")
