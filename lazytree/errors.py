"""Errors of games and searches.

Every error that this package raises of its own accord derives from `LazyTreeError` and from the built-in error that
fits, so that callers may catch either.
"""

from __future__ import annotations

__all__ = ["BadGame", "BadMove", "BadWindow", "LawBroken", "LazyTreeError", "TooDeep", "UnknownSearch"]


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
