"""What can go wrong with games and searches, each with its own name.

Every error that this package raises of its own accord derives from `LazyTreeError` and from the built-in error that
fits, so that callers may catch either.
"""

from __future__ import annotations

import reprlib

__all__ = ["BadGame", "BadMove", "BadWindow", "LawBroken", "LazyTreeError", "TooDeep", "UnknownSearch", "shown"]


class LazyTreeError(Exception):
    """The root of every error this package raises of its own accord."""


class BadGame(LazyTreeError, ValueError):
    """Something that is not a game: a node without children, a score that is not equal to itself, bad JSON."""


class BadMove(LazyTreeError, ValueError):
    """A move that the position does not have, or a position that has none because the game is over."""


class BadWindow(LazyTreeError, ValueError):
    """A window whose lower end is not below its upper end, or a score type whose bounds are not known."""


class LawBroken(LazyTreeError, AssertionError):
    """A law of lattices or of searches does not hold; the message is the counterexample."""


class TooDeep(LazyTreeError, RecursionError):
    """A search met Python's recursion limit; the message names the depth and the helper that gets through."""


class UnknownSearch(LazyTreeError, LookupError):
    """No search has this name; the message names the nearest ones."""


def shown(value: object) -> str:
    """What to print of `value` in a message: some of it, for nested lists may be long and deep.

    >>> shown(list(range(100_000)))
    '[0, 1, 2, 3, 4, 5, ...]'
    """
    try:
        return reprlib.repr(value)
    except ValueError:  # an integer of more digits than Python prints
        return f"a {type(value).__name__}"
