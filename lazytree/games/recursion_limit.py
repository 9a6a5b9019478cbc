"""Raise Python's recursion limit for searches of deep games, which recurse once per ply, as in the textbook.

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

from lazytree.errors import TooDeep
from lazytree.games.game import End, Game, Max, Min
from lazytree.games.traversals import known_children
from lazytree.games.walking import walk
from strictcheck.messages import shown

R = TypeVar("R")

# The lattice of clamping functions needs most, six frames a ply at a node of Min; the rest is for the calls that a
# search makes at the bottom (comparisons of scores, the source of a thunk).
FRAMES_PER_PLY = 8
# The interpreter keeps its limit in 32 bits.
HIGHEST = 2**31 - 1
_open_limits: list[int] = []
_usual_limit = 0
_lock = threading.RLock()  # reentrant: the garbage collector may close a context while the lock is held


@contextmanager
def deep_recursion(plies: int) -> Iterator[None]:
    """Let every search go `plies` deep in this context; afterwards the recursion limit is as it was.

    It is safe to raise the limit for the searches of this package because they recurse in plain Python frames, which
    live on the heap: no C stack is used up, and a game that is deeper still raises `TooDeep`. The limit is the
    interpreter's, so contexts that overlap (in several threads) get the greatest of their limits until the last ends.
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
    limit = min(_frames_in_use() + 1000 + plies * FRAMES_PER_PLY, HIGHEST)
    try:
        _open_limit(limit)
        yield
    finally:
        _close_limit(limit)


def _open_limit(limit: int) -> None:
    global _usual_limit
    with _lock:
        if not _open_limits:
            _usual_limit = sys.getrecursionlimit()
        _open_limits.append(limit)
        sys.setrecursionlimit(max(_usual_limit, *_open_limits))


def _close_limit(limit: int) -> None:
    with _lock:
        if limit in _open_limits:  # not if Ctrl-C came before `_open_limit`
            _open_limits.remove(limit)
            sys.setrecursionlimit(max([_usual_limit, *_open_limits]))


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
    # The depth of the part that is forced already; nothing is forced or pulled to find out.
    return guard(name, run, lambda: max(len(path) for path, _ in walk(game, _children_or_none)))


def guard(name: str, run: Callable[[], R], known_depth: Callable[[], int] = lambda: 0) -> R:
    """Return `run()`; raise `TooDeep` in place of `RecursionError`. `known_depth` is called for its message."""
    try:
        return run()
    except TooDeep:
        raise
    except RecursionError as error:
        advice = _advice(name, _plies_in(error.__traceback__), known_depth())
        # The chain of causes would print some thousand frames that all say the same.
        raise TooDeep(advice) from None


def _plies_in(traceback: TracebackType | None) -> int:
    """Count the plies that the search had gone: the frames of the function that recursed most."""
    codes: Counter[Any] = Counter()
    while traceback is not None:
        codes[traceback.tb_frame.f_code] += 1
        traceback = traceback.tb_next
    return max(codes.values(), default=0)


def _children_or_none(game: Game[Any]) -> Iterable[Game[Any]]:
    try:
        return known_children(game)
    except RecursionError:
        return ()  # the source of this thunk met the limit; the thunk raises its error again


def _advice(name: str, reached: int, depth: int) -> str:
    known = f"the game is at least {max(reached, depth)} plies deep"
    helper = f"`with lazytree.deep_recursion({max(reached, depth, 10_000)}):`"
    return (
        f"{name} recurses once per ply and met Python's recursion limit of {sys.getrecursionlimit()} "
        f"{reached} plies down; {known}. Call it inside {helper}, on a new game if this one is generated"
    )
