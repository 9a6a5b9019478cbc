"""Searches recurse once per ply, as in the textbook; this module is for games with more plies than Python has stack.

Python stops at a thousand frames. A search of a deeper game raises `TooDeep`; inside `deep_recursion(plies)` it goes
through. Skip this module unless your games are more than some 150 plies deep.
"""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, TypeVar

from lazytree.errors import TooDeep, shown
from lazytree.games.game import End, Game, Max, Min
from lazytree.games.known_parts import known_children
from lazytree.games.walking import walk

__all__ = ["deep_recursion", "enter", "guard"]

R = TypeVar("R")

# The lattice of clamping functions needs most: at a node of Min, six frames from one ply to the next; the rest is for
# what a search calls at the bottom (comparisons of scores, the source of a thunk).
FRAMES_PER_PLY = 8
# The interpreter keeps its limit in 32 bits.
HIGHEST = 2**31 - 1
_granted: list[int] = []
_before = 0
_lock = threading.RLock()  # what is collected as garbage meanwhile may withdraw a limit


@contextmanager
def deep_recursion(plies: int) -> Iterator[None]:
    """A context in which every search goes `plies` deep; the recursion limit is as it was afterwards.

    It is safe to raise the limit for the searches of this package because they recurse in plain Python frames, which
    live on the heap: no C stack is used up, and a game that is deeper still raises `TooDeep`. The limit is the
    interpreter's, so contexts that overlap (in several threads) get the greatest of their limits until the last ends.
    A game that is generated as it is looked at remembers an error where it occurred, so make it anew after `TooDeep`.
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
    limit = min(_frames_in_use() + 1000 + plies * FRAMES_PER_PLY, HIGHEST)
    try:
        _grant(limit)
        yield
    finally:
        _withdraw(limit)


def _grant(limit: int) -> None:
    global _before
    with _lock:
        if not _granted:
            _before = sys.getrecursionlimit()
        _granted.append(limit)
        sys.setrecursionlimit(max(_before, *_granted))


def _withdraw(limit: int) -> None:
    with _lock:
        if limit in _granted:  # or Ctrl-C came before it was
            _granted.remove(limit)
            sys.setrecursionlimit(max([_before, *_granted]))


def _frames_in_use() -> int:
    frame, count = sys._getframe(), 0
    while frame.f_back is not None:
        frame, count = frame.f_back, count + 1
    return count


def enter(name: str, game: Game[Any], run: Callable[[], R]) -> R:
    """The result of `run()`, which is the recursion of the search `name` on `game`: the one door into every search.

    Forces the outermost layer of `game`, as any search does. Raises `TypeError` if that is not a game, and `TooDeep`
    in place of `RecursionError`.
    """
    if not isinstance(game, (Max, Min, End)):
        raise TypeError(f"{name}({shown(game)}): expected Max, Min or End; from_nested makes them of nested lists")
    return guard(name, run, lambda: _depth_seen(game))


def guard(name: str, run: Callable[[], R], depth_seen: Callable[[], int] = lambda: 0) -> R:
    """The result of `run()`; raises `TooDeep` in place of `RecursionError`. `depth_seen` is called for its message."""
    try:
        return run()
    except TooDeep:
        raise
    except RecursionError as error:
        advice = _advice(name, _plies_in(error.__traceback__), depth_seen())
        # The chain of causes would print some thousand frames that all say the same.
        raise TooDeep(advice) from None


def _plies_in(traceback: TracebackType | None) -> int:
    """How many plies the search had gone: how often the function that recursed most is in the traceback."""
    codes: Counter[Any] = Counter()
    while traceback is not None:
        codes[traceback.tb_frame.f_code] += 1
        traceback = traceback.tb_next
    return max(codes.values(), default=0)


def _depth_seen(game: Game[Any]) -> int:
    """The depth of the part that is there already; nothing is forced or pulled to find out."""
    return max(len(path) for path, _ in walk(game, _children_seen))


def _children_seen(game: Game[Any]) -> Iterable[Game[Any]]:
    try:
        return known_children(game)
    except RecursionError:
        return ()  # a thunk in whose source the limit was met, and which raises it again


def _advice(name: str, reached: int, depth: int) -> str:
    known = f"the game is at least {max(reached, depth)} plies deep"
    helper = f"`with lazytree.deep_recursion({max(reached, depth, 10_000)}):`"
    return (
        f"{name} recurses once per ply and met Python's recursion limit of {sys.getrecursionlimit()} "
        f"{reached} plies down; {known}. Call it inside {helper}, on a new game if this one is generated"
    )
