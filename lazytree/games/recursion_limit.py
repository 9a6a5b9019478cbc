"""Raise Python's recursion limit for searches of deep games, which recurse once per ply, as in the textbook.

Python stops at a thousand frames. A search of a deeper game raises `TooDeep`; inside `deep_recursion(plies)` it goes
through. Skip this module unless your games are more than some 150 plies deep.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from lazytree.errors import TooDeep
from lazytree.games.game import End, Game, Max, Min
from strictcheck.messages import shown

R = TypeVar("R")

# The lattice of clamping functions needs most, six frames a ply at a node of Min; the rest is for the calls that a
# search makes at the bottom (comparisons of scores, the source of a thunk).
FRAMES_PER_PLY = 8
# The interpreter keeps its limit in 32 bits.
HIGHEST = 2**31 - 1


@contextmanager
def deep_recursion(plies: int) -> Iterator[None]:
    """Let every search go `plies` deep in this context; afterwards the recursion limit is as it was.

    It is safe to raise the limit for the searches of this package because they recurse in plain Python frames, which
    live on the heap: no C stack is used up, and a game that is deeper still raises `TooDeep`. The limit is the
    interpreter's, so where several threads search deep games, open the context around all of them.
    A lazily generated game remembers an error where it occurred, so make it anew after `TooDeep`.
    Raises `ValueError` unless `plies` is an integer above 0. Forces nothing.

    >>> from lazytree import End, Max, minimax
    >>> game = End(0)
    >>> for _ in range(10_000):
    ...     game = Max([game])
    >>> with deep_recursion(plies=10_000):
    ...     minimax(game)
    0
    """
    if not isinstance(plies, int) or plies <= 0:
        raise ValueError(f"deep_recursion(plies={plies!r}): expected a positive integer, the depth of your game")
    before = sys.getrecursionlimit()
    limit = min(_frames_in_use() + 1000 + plies * FRAMES_PER_PLY, HIGHEST)
    try:
        sys.setrecursionlimit(max(before, limit))
        yield
    finally:
        sys.setrecursionlimit(before)


def _frames_in_use() -> int:
    frame, count = sys._getframe(), 0
    while frame.f_back is not None:
        frame, count = frame.f_back, count + 1
    return count


def enter(name: str, game: Game[Any], run: Callable[[], R]) -> R:
    """Return `run()`, the recursion of the search `name` on `game`; every search begins here.

    Forces the outermost layer of `game`, as any search does. Raises `TypeError` if `game` is not a game, and `TooDeep`
    in place of `RecursionError`.
    """
    if not isinstance(game, (Max, Min, End)):
        raise TypeError(f"{name}({shown(game)}): expected Max, Min or End; from_nested makes them of nested lists")
    return guard(name, run)


def guard(name: str, run: Callable[[], R]) -> R:
    """Return `run()`, a recursion of `name`; raise `TooDeep` in place of `RecursionError`."""
    try:
        return run()
    except TooDeep:
        raise
    except RecursionError:
        told = f"{name} recurses once per ply and met Python's recursion limit of {sys.getrecursionlimit()}"
        advice = "with the number of plies of your game, and on a new game if this one is generated"
        # The chain of causes would print some thousand frames that all say the same.
        raise TooDeep(f"{told}. Call it inside `with lazytree.deep_recursion(plies):`, {advice}") from None
