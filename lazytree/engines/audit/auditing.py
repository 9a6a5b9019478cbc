"""`audit`: an engine on many games, and what is to be said of it.

An engine may be wrong in its values, in its moves, or in what it looks at, and a test of values finds only the first.
Each game is run once; what was found is then explained: by the program with a known bug that looks at the same leaves,
by the smallest game that shows it, by the line of code that asked for the leaf too many, and by what it costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from lazytree.engines.adapters.engines import Engine
from lazytree.engines.adapters.functions import game_engine
from lazytree.engines.audit.cases import Case, Trouble, case_of, is_proved
from lazytree.engines.audit.causes import Cause
from lazytree.engines.audit.findings import Cost, Example, Findings
from lazytree.engines.audit.relations import DemandTally, Relation, distinct
from lazytree.engines.audit.reports import as_json, as_text
from lazytree.engines.audit.running import run
from lazytree.engines.audit.suspects import matching
from lazytree.engines.audit.trees import TYPICAL, typical_games, uniform_games
from lazytree.engines.audit.upfront import reads_first
from lazytree.engines.leaf_log import log_leaves
from lazytree.games.game import Game
from lazytree.games.shrinking import shrink
from lazytree.games.traversals import count_leaves
from lazytree.searches.by_name import Search
from lazytree.searches.pruning import alphabeta

__all__ = ["Audit", "audit"]

# So often may an engine run out of time before it is believed to hang; so many games prove an adapter.
PATIENCE, PROOFS = 2, 20


class Audit(Findings):
    """What is to be said of an engine: see the fields of `Findings`, `str(audit)`, and `to_json()`.

    >>> from lazytree.searches.known_bugs import strict_cutoff
    >>> audit(strict_cutoff, games=100)
    <Audit of strict_cutoff: strict cutoff>
    """

    def to_json(self) -> dict[str, Any]:
        """All of it as data that `json.dumps` can write."""
        return as_json(self)

    def __str__(self) -> str:
        return as_text(self)

    def __repr__(self) -> str:
        return f"<Audit of {self.engine}: {self.verdict}>"


def audit(
    engine: Engine | Callable[[Game[Any]], Any],
    games: int | Iterable[Game[Any]] = 300,
    *,
    seed: int = 0,
    limit: float = 10.0,
    reference: Search = alphabeta,
    costs: bool = True,
    track: Callable[[Sequence[Game[Any]]], Iterable[Game[Any]]] = lambda games: games,
) -> Audit:
    """What is to be said of `engine`, a function of a game or an `Engine` of one of `lazytree.engines.adapters`.

    `games` is how many random uniform games to run it on, or the games themselves, finite and with scores that are
    numbers. Values are compared with minimax, and what is looked at with `reference`: Max stops at a value >= beta, Min
    at a value <= alpha, in an open window. `limit` is the seconds an engine may take for a game; `costs=False` leaves
    out what it costs on typical games. `track` is handed the games and gives them back, as `rich.progress.track` does.

    Raises `ValueError` without games, and nothing that the engine raises: that is a finding. An engine runs in a thread
    of its own. `KeyboardInterrupt` comes out with what is to be said up to there as its `audit`, without an example or
    costs; None before the first game. To go on from there, audit within `Runs.in_use()`, and write the runs down.

    >>> from lazytree.searches.known_bugs import wide_root
    >>> found = audit(wide_root, games=100)
    >>> found.verdict, found.like, found.values["right"]
    ('root not narrowed', 'broken-wide-root', 100)
    >>> found.example.game
    Min([End(0), Max([End(0), End(0)])])
    """
    audited = engine if isinstance(engine, Engine) else game_engine(engine)
    chosen = list(uniform_games(games, seed) if isinstance(games, int) else games)
    if not chosen:
        raise ValueError(f"audit(games={games!r}): expected one game or more, or how many to make")
    fitting = [game for game in chosen if audited.accepts(game)]
    if not fitting:
        return _unheard(audited, Cause.NOT_RUN)
    cases: list[Case] = []
    try:
        if not is_proved(audited, fitting[:PROOFS]):
            return _unheard(audited, Cause.ADAPTER)
        _run_all(audited, track(fitting), reference, limit, cases)
        found = _timed(audited, _concluded(audited, cases, _example(audited, cases, reference, limit)), limit)
        if not costs or {Cause.TOO_SLOW, Cause.NO_VALUE} & {*found.causes}:
            return found
        return replace(found, costs=tuple(_costs(audited, reference, limit)))
    except KeyboardInterrupt as stop:
        stop.audit = _concluded(audited, cases, None) if cases else None  # type: ignore[attr-defined]
        raise


def _unheard(engine: Engine, cause: Cause) -> Audit:
    return Audit(engine.name, 0, (cause,), Counter(), Counter(), DemandTally())


def _run_all(engine: Engine, games: Iterable[Game[Any]], reference: Search, limit: float, cases: list[Case]) -> None:
    """Add what comes of each game to `cases`, where it stays if somebody stops this."""
    timeouts = 0
    for game in games:
        if timeouts < PATIENCE:
            cases.append(case_of(engine, game, reference, limit))
            fault = cases[-1].run.fault
            timeouts += fault is not None and fault.cause is Cause.TOO_SLOW


def _concluded(engine: Engine, cases: list[Case], example: Example | None) -> Audit:
    faults = tuple(case.run.fault for case in cases if case.run.fault is not None)
    finished = [case for case in cases if case.run.fault is None]
    demand = DemandTally()
    for case in finished:
        demand.add(case.run.leaves, case.expected)
    likely, like = _likely(finished, demand) if finished else ((), None)
    broken = Counter(fault.cause for fault in faults)
    return Audit(
        engine.name,
        len(cases),
        (*(cause for cause, _ in broken.most_common()), *likely),
        Counter(case.value_told for case in finished),
        Counter(case.move_told for case in finished),
        demand,
        like,
        faults,
        example,
    )


def _timed(engine: Engine, found: Audit, limit: float) -> Audit:
    """What was found, told apart by when the leaves are read: in the search, or before it."""
    if Cause.NO_CUTOFF not in found.causes or found.example is None:
        return found
    if not reads_first(engine, found.example.game, limit):
        return found
    causes = (Cause.READS_FIRST if cause is Cause.NO_CUTOFF else cause for cause in found.causes)
    return replace(found, causes=tuple(causes))


def _likely(cases: list[Case], demand: DemandTally) -> tuple[tuple[Cause, ...], str | None]:
    """The causes of what was found where the engine came to an end, and the program it is like."""
    seen = ((case.seen, distinct(case.run.leaves), case.run.answer.value) for case in cases)
    found = next(iter(matching(seen)), None)
    wrong = [case for case in cases if case.value_told == "wrong"]
    causes: list[Cause] = []
    if wrong:
        blamed = found is not None and found.cause in (Cause.OVER_EAGER, Cause.UNSOUND_TABLE)
        hasty = all(set(case.expected) - set(case.run.leaves) for case in wrong)
        causes.append(found.cause if found and blamed else Cause.OVER_EAGER if hasty else Cause.WRONG_VALUE)
    if any(case.move_told == "wrong" for case in cases):
        causes.append(Cause.WRONG_MOVE)
    if not wrong:
        known = found is not None and found.cause is not Cause.AS_LAZY and demand.overall is not Relation.SAME_ORDER
        causes.append(found.cause if found and known else _BY_RELATION[demand.overall])
    if demand.repeating:
        causes.append(Cause.REPEATS)
    if len(causes) > 1 and Cause.AS_LAZY in causes:
        causes.remove(Cause.AS_LAZY)
    return tuple(causes), found.name if found is not None else None


_BY_RELATION = {
    Relation.SAME_ORDER: Cause.AS_LAZY,
    Relation.SAME_SET: Cause.OTHER_ORDER,
    Relation.SUBSET: Cause.LESS,
    Relation.SUPERSET: Cause.MORE,
    Relation.NEITHER: Cause.DIFFERENT,
}


def _example(engine: Engine, cases: list[Case], reference: Search, limit: float) -> Example | None:
    """The smallest game that shows the worst of the troubles."""
    worst = max(case.trouble for case in cases)
    if worst is Trouble.NONE:
        return None
    shown = min((case for case in cases if case.trouble == worst), key=lambda case: count_leaves(case.game))
    kind = shown.kind

    def shows(game: Game[Any]) -> bool:
        return engine.accepts(game) and case_of(engine, game, reference, limit).kind == kind

    slow = kind == (Trouble.FAULT, Cause.TOO_SLOW)
    smallest = shown.game if slow or not shows(shown.game) else shrink(shown.game, shows)
    return _explained(case_of(engine, smallest, reference, limit, where=True))


def _explained(case: Case) -> Example:
    reading = case.telling_reading()
    run_ = case.run
    asked, lines = (None, ()) if reading is None else (run_.leaves[reading], run_.lines[reading])
    if run_.fault is not None and run_.fault.line is not None:
        lines = (run_.fault.line,)
    return Example(case.game, run_.answer, case.value, run_.leaves, case.expected, asked, lines, run_.fault)


def _costs(engine: Engine, reference: Search, limit: float) -> Iterable[Cost]:
    for name in TYPICAL:
        readings = leaves = expected = 0
        for game in typical_games(name):
            found = run(engine, game, limit=limit)
            if found.fault is not None:
                break
            readings += len(found.leaves)
            leaves += len(set(found.leaves))
            expected += len(log_leaves(reference, engine.sees(game))[1])
        else:
            yield Cost(name, readings, leaves, expected)
