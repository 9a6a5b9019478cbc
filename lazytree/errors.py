"""Errors of games and searches.

Every error that this package raises of its own accord derives from `LazyTreeError` and from the built-in error that
fits, so that callers may catch either.
"""

from __future__ import annotations

import reprlib

__all__ = ["BadGame", "BadMove", "BadWindow", "LawBroken", "LazyTreeError", "TooDeep", "UnknownSearch", "short_repr"]


class LazyTreeError(Exception):
    """Base of every error that this package raises of its own accord."""


class BadGame(LazyTreeError, ValueError):
    """Invalid game: a node without children, a score that is not equal to itself, bad JSON."""


class BadMove(LazyTreeError, ValueError):
    """Invalid move: the position does not have it, or has none because the game is over."""


class BadWindow(LazyTreeError, ValueError):
    """Invalid window, whose lower end is not below its upper end, or a score type whose bounds are not known."""


class LawBroken(LazyTreeError, AssertionError):
    """Law of lattices or of searches that does not hold; the message is the counterexample."""


class TooDeep(LazyTreeError, RecursionError):
    """Recursion limit met by a search; the message names the depth and the helper that gets through."""


class UnknownSearch(LazyTreeError, LookupError):
    """Unknown name of a search; the message names the nearest ones."""


def short_repr(value: object) -> str:
    """Write `value` for a message, shortened, for nested lists may be long and deep.

    >>> short_repr(list(range(100_000)))
    '[0, 1, 2, 3, 4, 5, ...]'
    """
    try:
        return reprlib.repr(value)
    except ValueError:  # an integer of more digits than Python prints
        return f"a {type(value).__name__}"
