"""One engine, one game: its answer, the leaves it asked for, and what it did that it must not.

Whatever an engine does, it ends up in a `Run`: an exception, no answer in time, a position left changed, a move that
does not exist, another answer at the second try. Nothing an engine raises goes further than this module.
"""

from __future__ import annotations

import inspect
import linecache
import operator
import pickle
import random
import sys
import traceback
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from lazytree.engines.adapters import UNTOLD, Engine, EngineAnswer
from lazytree.engines.adapters.engine import (
    Apart,
    EngineFault,
    IllegalMove,
    NotKnown,
    StateMutated,
    advice_on,
    legal_child,
    set_apart,
)
from lazytree.engines.audit.findings import Cause, Fault, Run
from lazytree.engines.audit.own_calls import is_machinery, is_own
from lazytree.games.game import End, Game
from lazytree.games.leaf_log import CodeLine, LeafLog
from lazytree.games.traversals import is_there
from strictcheck.messages import shown
from strictcheck.processes import ASLEEP, Ended, TimeOver, Worker, alarm, in_fork

CAUSES = {IllegalMove: Cause.ILLEGAL_MOVE, StateMutated: Cause.MUTATES, NotKnown: Cause.INTERFACE}


class Runner:
    """Runs one engine, in a process of its own, for at most `limit` seconds a game. A context: it ends the process.

    The seconds are those of the clock, or, with `of_processor`, those in which it runs, as of `alarm`.

    An engine may keep things from one game to the next, such as a table. As soon as that shows, by two runs on one game
    that differ, each run gets a fresh process, which costs some milliseconds.
    """

    def __init__(self, engine: Engine, limit: float = 10.0, *, of_processor: bool = False) -> None:
        self.engine = engine
        self.limit = limit
        self.of_processor = of_processor
        self._is_fresh = False
        self._worker = Worker(lambda request: self._serve(*request))

    def run(self, game: Game[Any], *, twice: bool = False, **how: bool) -> Run:
        """Run the engine on `game`. Raises nothing that it raises; `how` has `where` and `apart` as in `made_run`.

        With `twice` the game is run again, and a `Fault` tells if that comes to anything else.
        """
        runs = [] if twice and self._is_fresh else self._asked(game, how, 1 + twice)
        if not runs or not _are_alike(*runs):
            self._is_fresh = True
            runs = [self._asked(game, how, 1)[0] for _ in range(2)]
        first = runs[0]
        if twice and not any(run.is_late for run in runs) and not _are_alike(*runs):
            one, other = map(_summary, runs)
            told = f"{one}, and then {'the same from other leaves' if one == other else other}, on one game"
            return Run(EngineAnswer(), first.leaves, first.lines, Fault(Cause.NOT_DETERMINISTIC, told))
        return first

    def _asked(self, game: Game[Any], how: dict[str, bool], times: int) -> list[Run]:
        patience = times * self.limit * (ASLEEP if self.of_processor else 1)
        # A lazy game would be forced to be sent.
        is_sent = not self._is_fresh and is_there(game)
        try:
            if is_sent:
                found: list[Run] = self._worker.ask((game, how, times), patience)
            else:
                found = in_fork(lambda: self._serve(game, how, times), patience)
        except TimeOver:
            late = Fault(Cause.TOO_SLOW, f"no answer after {self.limit:g} seconds; it had to be ended from outside")
            found = [Run(EngineAnswer(), (), (), late)]
        except Ended as error:
            found = [Run(EngineAnswer(), (), (), Fault(Cause.RAISES, str(error)))]
        return found * (times if len(found) == 1 else 1)

    def _serve(self, game: Game[Any], how: dict[str, bool], times: int) -> list[Run]:
        once = partial(made_run, self.engine, game, self.limit, of_processor=self.of_processor, **how)
        first = _sendable(once())
        if times == 1 or first.is_late:
            return [first]
        second = _sendable(once())
        return [first] if _are_alike(first, second) else [first, second]

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *exception: object) -> None:
        self._worker.close()


def run(engine: Engine, game: Game[Any], *, limit: float = 10.0, where: bool = False) -> Run:
    """Run `engine` once on `game`, in a process of its own. Never raises what an engine does.

    The game is handed out with leaves that keep a log, so it forces what the engine does, and the rest of a game that
    is there in full, to see whether the engine changed it. `where=True` keeps lines of code, and takes longer.

    >>> from lazytree import from_nested, minimax
    >>> from lazytree.engines.adapters.engine import game_engine
    >>> run(game_engine(minimax), from_nested([[3, 5], [2]]))
    Run(answer=EngineAnswer(value=3, move=UNTOLD), leaves=((0, 0), (0, 1), (1, 0)), lines=(), fault=None)
    """
    with Runner(engine, limit) as runner:
        return runner.run(game, where=where)


def made_run(
    engine: Engine,
    game: Game[Any],
    limit: float,
    *,
    where: bool = False,
    apart: bool = False,
    seed: int = 0,
    of_processor: bool = False,
) -> Run:
    """Run `engine` in this process, in which it may do anything; `random` and numpy get their seed before.

    `limit` is in seconds by the clock, or in those `of_processor`, as of `alarm`. `where` keeps lines of code, and
    takes longer. No two positions are equal if they are `apart`, and a table finds nothing.
    """
    log = LeafLog(where=where, skip=is_machinery, until=_guarded.__code__, mixin=Apart if apart else None)
    watched = log.watch(game)
    engine.tally.nodes = engine.tally.moves = engine.tally.early = 0
    _set_seeds(seed)
    try:
        with alarm(limit, of_processor=of_processor):
            outcome = _guarded(engine.solve, set_apart(watched) if apart else watched)
    except TimeOver as error:
        outcome = Fault(Cause.TOO_SLOW, f"no answer after {limit:g} seconds", _line_of(error))
    leaves, lines = tuple(log.paths), tuple(log.lines)
    if isinstance(outcome, EngineAnswer):
        outcome = _misbehaviour(outcome, watched, game) or outcome
    if isinstance(outcome, Fault):
        return Run(EngineAnswer(), leaves, lines, outcome)
    return Run(outcome, leaves, lines, None, engine.tally.nodes, engine.tally.moves, engine.tally.early)


def _set_seeds(seed: int) -> None:
    random.seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed)


def _are_alike(one: Run, other: Run | None = None) -> bool:
    if other is None or one is other:
        return True
    faults = [run.fault and run.fault.cause for run in (one, other)]
    return one.leaves == other.leaves and faults[0] == faults[1] and _told(one.answer) == _told(other.answer)


def _told(answer: EngineAnswer) -> tuple[str, ...]:
    """The answer as text that two runs can be compared by, in which no address occurs."""
    parts = (answer.value, answer.move)
    by_address: Any = object.__repr__
    return tuple(type(part).__name__ if type(part).__repr__ is by_address else repr(part) for part in parts)


def _summary(run: Run) -> str:
    told = [part for part in _told(run.answer) if part != repr(UNTOLD)]
    return f"{run.fault or 'answer ' + ', '.join(told)} from {len(run.leaves)} readings"


def _sendable(run: Run) -> Run:
    """The run with an answer that another process can be sent: values that cannot are no values."""
    try:
        pickle.dumps(run.answer)
    except Exception:
        fault = run.fault or Fault(Cause.NO_VALUE, _returned(run.answer.value))
        return replace(run, answer=EngineAnswer(), fault=fault)
    return run


def _guarded(solve: Callable[[Game[Any]], EngineAnswer], game: Game[Any]) -> EngineAnswer | Fault:
    """The answer, or what went wrong."""
    try:
        return solve(game)
    except EngineFault as error:
        return Fault(CAUSES.get(type(error), Cause.RAISES), str(error), _line_of(error))
    except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit) as error:
        told = "".join(traceback.format_exception_only(error)).strip()
        return Fault(Cause.RAISES, told + advice_on(error), _line_of(error))


def _misbehaviour(answer: EngineAnswer, watched: Game[Any], game: Game[Any]) -> Fault | None:
    """The fault of a run that came to an end: the game was changed, the value is no score, or the move is none."""
    if _is_changed(watched, game):
        return Fault(Cause.MUTATES, "the game is not what it was before")
    if answer.value is not UNTOLD and not _is_ordered(answer.value):
        return Fault(Cause.NO_VALUE, _returned(answer.value))
    if answer.move is UNTOLD or isinstance(game, End):
        return None
    if answer.move is None:
        return Fault(Cause.NO_MOVE, "the game has moves, and the answer is none of them")
    try:
        legal_child(game, answer.move)
    except IllegalMove as error:
        return Fault(Cause.ILLEGAL_MOVE, f"the answer is {error}")
    return None


def _is_changed(watched: Game[Any], game: Game[Any]) -> bool:
    if not is_there(game):
        return False  # to compare games that are still to come would force them
    try:
        return watched != game
    except Exception:
        return True  # so much so that it cannot be gone through


def _line_of(error: BaseException | None) -> CodeLine | None:
    """The innermost line of the engine's own code in a traceback, of which there is a text if any has one."""
    if error is None:
        return None
    frames = [(frame.f_code, number) for frame, number in traceback.walk_tb(error.__traceback__)]
    lines = [CodeLine(code.co_filename, number, code.co_qualname) for code, number in frames if is_own(code)]
    written = [line for line in lines if linecache.getline(line.file, line.number)]
    return next(reversed(written or lines), None)


def _is_ordered(told: Any) -> bool:
    try:
        operator.lt(told, 0)
    except Exception:
        return False
    return True


def _returned(told: Any) -> str:
    """A sentence on a returned value that is no score, and why that may be."""
    if told is None:
        return "it returned None; a `return` may be missing"
    if inspect.iscoroutine(told):
        told.close()  # nobody is going to await it, and Python would complain
        return "it returned a coroutine; leave out `async`"
    if inspect.isgenerator(told):
        return "it returned a generator; a `yield` may be meant to be a `return`"
    return f"it returned {shown(told)} ({type(told).__name__}); expected a score, or a pair of a score and a move"
