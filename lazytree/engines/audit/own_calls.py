"""Code of an engine's own: which of it is that, and who of it calls whom.

Between an engine and the game, and around the engine, there is code of this package and of Python's library.
"""

from __future__ import annotations

import sys
import sysconfig
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path as File
from types import CodeType, FrameType
from typing import Any

import strictcheck
from lazytree.engines.adapters import Engine
from lazytree.games.game import Game, children_of
from lazytree.games.leaf_log import LeafLog
from lazytree.games.recursion_limit import enter
from lazytree.games.walking import walk
from strictcheck.processes import TimeOver, alarm

# No line of these is the engine's.
_PACKAGE = File(__file__).parent.parent.parent
_MACHINERY = (
    *(str(_PACKAGE / part) for part in ("engines/adapters", "engines/audit", "games/leaf_log.py")),
    enter.__code__.co_filename,
    children_of.__code__.co_filename,
    walk.__code__.co_filename,
    str(File(strictcheck.__file__).parent),
)
STANDARD = sysconfig.get_path("stdlib")
PACKAGES = sysconfig.get_path("purelib")


def is_machinery(code: CodeType) -> bool:
    """True of code between an engine and the game, or around the engine."""
    return code.co_filename.startswith(_MACHINERY)


@dataclass
class OwnCalls:
    """Calls of one's own code on a game: who called whom, and, for code that calls itself, the leaves read before."""

    called: dict[CodeType, set[CodeType]] = field(default_factory=dict)
    first: dict[CodeType, int] = field(default_factory=dict)
    readings: int = 0

    @property
    def reads_first(self) -> bool:
        """True if some code first calls itself when the last leaf that is read has been read."""
        return self.readings > 0 and self.readings in self.first.values()


def own_calls_of(engine: Engine, game: Game[Any], limit: float) -> OwnCalls:
    """Run `engine` in this process, for at most `limit` seconds of the processor, and note its calls."""
    log, running, found = LeafLog(), Counter[CodeType](), OwnCalls()

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event not in ("call", "return") or not is_own(code):
            return
        running[code] += 1 if event == "call" else -1
        if running[code] > 1:
            found.first.setdefault(code, len(log))
        caller = frame.f_back if event == "call" else None
        while caller is not None and not is_own(caller.f_code) and caller.f_code is not own_calls_of.__code__:
            caller = caller.f_back
        if caller is not None:
            found.called.setdefault(caller.f_code, set()).add(code)

    watched = log.watch(game)
    sys.setprofile(note)
    try:
        with alarm(limit, of_processor=True), suppress(Exception, SystemExit, KeyboardInterrupt, GeneratorExit):
            engine.solve(watched)
    except TimeOver:
        pass
    finally:
        sys.setprofile(None)
    found.readings = len(log)
    return found


def is_own(code: CodeType) -> bool:
    """True of code that is neither Python's own, nor between an engine and the game, nor around the engine."""
    file = code.co_filename
    standard = file.startswith(STANDARD) and not file.startswith(PACKAGES)
    return not (standard or is_machinery(code) or file.startswith("<frozen"))
