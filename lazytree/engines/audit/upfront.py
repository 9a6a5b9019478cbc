"""Whether an engine reads the whole game before it searches: a tree that was made in full looks like a missing cutoff.

What tells is when a function of the engine first calls itself. A search that takes the game apart does so before it
has read a leaf; one that begins when every leaf was read had a tree made for it. Skip this module unless you audit.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from types import CodeType, FrameType
from typing import Any

from lazytree.engines.adapters.engines import Engine
from lazytree.engines.audit.limits import OutOfTime, within
from lazytree.engines.audit.running import is_machinery
from lazytree.engines.leaf_log import LeafLog
from lazytree.games.game import Game

__all__ = ["reads_first"]


def reads_first(engine: Engine, game: Game[Any], limit: float = 10.0) -> bool:
    """Whether a function of `engine` first calls itself on `game` when the last leaf that is read has been read.

    Runs the engine for at most `limit` seconds, and raises nothing that it raises.

    >>> from lazytree import alphabeta, from_nested, minimax
    >>> from lazytree.engines.adapters import game_engine
    >>> reads_first(game_engine(minimax), from_nested([[3, 5], [2, 9]]))
    False
    """
    log = LeafLog()
    watched = log.watch(game)
    first: dict[CodeType, int] = {}

    def profiled() -> None:
        sys.setprofile(_first_recursions(log, first))
        with suppress(Exception, SystemExit, KeyboardInterrupt, GeneratorExit):
            engine.solve(watched)

    with suppress(OutOfTime):
        within(limit, profiled)  # in a thread of its own, with which the profile ends
    return len(log) > 0 and len(log) in first.values()


def _first_recursions(log: LeafLog, first: dict[CodeType, int]) -> Callable[[FrameType, str, Any], None]:
    """What keeps, for each function that calls itself, how many leaves had been read when it first did."""
    running: Counter[CodeType] = Counter()

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event in ("call", "return") and not is_machinery(code):
            running[code] += 1 if event == "call" else -1
            if running[code] > 1:
                first.setdefault(code, len(log))

    return note
