"""One engine, one game: its answer, the leaves it asked for, and what it did that it must not.

Whatever an engine does, it ends up in a `Run`: an exception, no answer in time, a position left changed, a move that
does not exist. Nothing an engine raises goes further than this module.
"""

from __future__ import annotations

import re
import threading
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path as File
from types import CodeType, TracebackType
from typing import Any

import strictcheck
from lazytree.engines.adapters.engines import UNTOLD, Answer, Engine, IllegalMove, NoMove, StateMutated, legal_child
from lazytree.engines.adapters.functions import Board
from lazytree.engines.audit.causes import Cause
from lazytree.engines.audit.limits import OutOfTime, within
from lazytree.engines.audit.remembering import Fault, Run, remembered
from lazytree.engines.leaf_log import LeafLog, Line
from lazytree.games.game import End, Game, Max, Min
from lazytree.games.known_parts import count_known_leaves

__all__ = ["Fault", "Run", "is_machinery", "run"]

# Code between an engine and the game, and around the engine: no line of it is the engine's.
_PACKAGE = File(__file__).parent.parent.parent
_MACHINERY = (
    *(str(_PACKAGE / "engines" / part) for part in ("adapters", "audit", "leaf_log.py")),
    str(_PACKAGE / "games" / "game.py"),
    str(_PACKAGE / "searches" / "deep_recursion.py"),
    str(File(strictcheck.__file__).parent),
    threading.__file__,
)

# What an engine of one's own is handed.
_GAME = (
    "it is handed a game and nothing else: Max or Min, with .children, or End, with .score "
    "(`python -m lazytree grade --help` shows how to hand on nodes of your own)"
)
_BOARD = "it is handed a Board: .over, .maximizing, .moves(), .play(move), .undo(), .score()"


def run(engine: Engine, game: Game[Any], *, limit: float = 10.0, where: bool = False) -> Run:
    """Run `engine` on `game` for at most `limit` seconds. Never raises what an engine does.

    The game is handed out with leaves that keep a log, so it forces what the engine does, and the rest of a game that
    is there in full, to see whether the engine changed it. `where=True` keeps lines of code, and takes longer.

    >>> from lazytree import from_nested, minimax
    >>> from lazytree.engines.adapters.functions import game_engine
    >>> run(game_engine(minimax), from_nested([[3, 5], [2]]))
    Run(answer=Answer(value=3, move=UNTOLD), leaves=((0, 0), (0, 1), (1, 0)), lines=(), fault=None)
    """
    return remembered(engine.name, game, where, lambda: _made(engine, game, limit, where))


def _made(engine: Engine, game: Game[Any], limit: float, where: bool) -> Run:
    log = LeafLog(where=where, skip=is_machinery)
    watched = log.watch(game)
    try:
        outcome = within(limit, lambda: _guarded(engine.solve, watched))
    except OutOfTime as error:
        outcome = Fault(Cause.TOO_SLOW, str(error), _line_of(error.where))
    leaves, lines = tuple(log.paths), tuple(log.lines)
    if not isinstance(outcome, Fault):
        fault = _misbehaviour(outcome, watched, game)
        if fault is None:
            return Run(outcome, leaves, lines)
        outcome = fault
    return Run(Answer(), leaves, lines, outcome)


def _guarded(solve: Callable[[Game[Any]], Answer], game: Game[Any]) -> Answer | Fault:
    """The answer, or what went wrong; runs in the engine's thread, so that an interrupt from the user is another."""
    try:
        return solve(game)
    except IllegalMove as error:
        return Fault(Cause.ILLEGAL_MOVE, str(error), _line_of(error))
    except StateMutated as error:
        return Fault(Cause.MUTATES, str(error))
    except NoMove as error:
        return Fault(Cause.NO_MOVE, str(error))
    except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit) as error:
        told = "".join(traceback.format_exception_only(error)).strip()
        return Fault(Cause.RAISES, told + _advice(error), _line_of(error))


def _advice(error: BaseException) -> str:
    """What an engine is handed, for the one that took it for something else."""
    taken = getattr(error, "obj", None) if isinstance(error, AttributeError) else None
    if isinstance(taken, Board):
        return f"; {_BOARD}"
    if isinstance(taken, (Max, Min, End)):
        return f"; with `--adapter board` {_BOARD}" if hasattr(Board, error.name) else f"; {_GAME}"  # type: ignore[attr-defined]
    misused = isinstance(error, TypeError) and re.search("'(Max|Min|End)'|positional argument", str(error))
    return f"; {_GAME}" if misused else ""


def _misbehaviour(answer: Answer, watched: Game[Any], game: Game[Any]) -> Fault | None:
    """What is wrong with a run that came to an end: the game was changed, or the move is none."""
    if _is_changed(watched, game):
        return Fault(Cause.MUTATES, "the game is not what it was before")
    if answer.move is UNTOLD or isinstance(game, End):
        return None
    if answer.move is None:
        return Fault(Cause.NO_MOVE, "the game has moves, and the answer is None")
    try:
        legal_child(game, answer.move)
    except IllegalMove as error:
        return Fault(Cause.ILLEGAL_MOVE, f"the answer is {error}")
    return None


def _is_changed(watched: Game[Any], game: Game[Any]) -> bool:
    if count_known_leaves([game]) is None:
        return False  # to compare games that are still to come would force them
    try:
        return watched != game
    except Exception:
        return True  # so much so that it cannot be gone through


def is_machinery(code: CodeType) -> bool:
    """Whether this is code between an engine and the game, or around the engine."""
    return code.co_filename.startswith(_MACHINERY)


def _line_of(error: BaseException | None) -> Line | None:
    """The innermost line of the engine's own code in a traceback."""
    return next(_lines_of(error.__traceback__), None) if error is not None else None


def _lines_of(found: TracebackType | None) -> Iterator[Line]:
    frames = list(traceback.walk_tb(found))
    for frame, number in reversed(frames):
        if not is_machinery(frame.f_code):
            yield Line(frame.f_code.co_filename, number, frame.f_code.co_qualname)
