"""The engine's own code: its functions, and which of them call which.

Between an engine and the game, and around the engine, there is code of this package and of Python's library.
"""

from __future__ import annotations

import gc
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path as File
from types import CodeType, FrameType, FunctionType
from typing import Any

import strictcheck
from lazytree.engines.adapters import Engine
from lazytree.games.game import Game
from strictcheck.processes import TimeOver, alarm

# No line of these is the engine's.
_PACKAGE = File(__file__).parent.parent.parent
_MACHINERY = (
    *(str(_PACKAGE / part) for part in ("engines/adapters", "engines/audit", "games")),
    str(File(strictcheck.__file__).parent),
)
STANDARD = sysconfig.get_path("stdlib")
PACKAGES = sysconfig.get_path("purelib")


def is_machinery(code: CodeType) -> bool:
    """True of code between an engine and the game, or around the engine."""
    return code.co_filename.startswith(_MACHINERY)


def own_calls_of(engine: Engine, game: Game[Any], limit: float) -> dict[CodeType, set[CodeType]]:
    """Run `engine` in this process, for at most `limit` seconds of the processor: its code, with the code it called."""
    found: dict[CodeType, set[CodeType]] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or not is_own(code):
            return
        caller = frame.f_back
        while caller is not None and not is_own(caller.f_code) and caller.f_code is not own_calls_of.__code__:
            caller = caller.f_back
        if caller is not None:
            found.setdefault(caller.f_code, set()).add(code)

    sys.setprofile(note)
    try:
        with alarm(limit, of_processor=True), suppress(Exception, SystemExit, KeyboardInterrupt, GeneratorExit):
            engine.solve(game)
    except TimeOver:
        pass
    finally:
        sys.setprofile(None)
    return found


def is_own(code: CodeType) -> bool:
    """True of code that is neither Python's own, nor between an engine and the game, nor around the engine."""
    file = code.co_filename
    standard = file.startswith(STANDARD) and not file.startswith(PACKAGES)
    return not (standard or is_machinery(code) or file.startswith("<frozen"))


def functions_of(engine: Engine, games: Sequence[Game[Any]], limit: float) -> list[FunctionType]:
    """The functions of `engine` that run between its call and its recursion, and those that these call to compare."""
    codes: dict[CodeType, None] = {}
    for game in games:
        codes |= dict.fromkeys(_codes_on_the_way(engine, game, limit))
    gc.unfreeze()  # whoever froze objects hid their functions, too; this process is the search's own
    return [
        found
        for found in gc.get_objects()
        if type(found) is FunctionType  # not by `isinstance`, which a proxy may answer
        and (found.__code__ in codes or _is_inside(found.__code__, codes))
    ]


def _is_inside(code: CodeType, codes: dict[CodeType, None]) -> bool:
    """True of a function that was made by one of the others."""
    name = code.co_qualname.rpartition(".<locals>")[0]
    return any(one.co_filename == code.co_filename and one.co_qualname == name for one in codes if name)


def _codes_on_the_way(engine: Engine, game: Game[Any], limit: float) -> list[CodeType]:
    """Code of one's own that runs on `game` and leads to code that calls itself, or is called by it and compares.

    All of it, if no code calls itself.
    """
    called = own_calls_of(engine, game, limit)
    recursive = {code for code in called if code in _reached(called, called[code])}
    leading = [code for code in called if is_own(code) and recursive & {code, *_reached(called, called[code])}]
    helping = [code for one in recursive for code in called[one] if _compares(code)]
    return [*leading, *helping] or [*chain.from_iterable(called.values())]


def _reached(called: dict[CodeType, set[CodeType]], start: Iterable[CodeType]) -> set[CodeType]:
    found: set[CodeType] = set()
    todo = list(start)
    while todo:
        code = todo.pop()
        if code not in found:
            found.add(code)
            todo.extend(called.get(code, ()))
    return found


def _compares(code: CodeType) -> bool:
    return bool({"max", "min"} & {*code.co_names}) or code.co_argcount > 1
