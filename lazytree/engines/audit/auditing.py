"""`audit`: an engine on many games, and what is to be said of it.

An engine may be wrong in its values, in its moves, or in what it looks at, and a test of values finds only the first.
Each game is run twice; what was found is then explained: by the program with a known fault that looks at the same
leaves, by the smallest game of the class in use that shows it, by the edit that mends it, and by what it costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from lazytree.engines.adapters.engine import Engine, game_engine
from lazytree.engines.audit.audit_games import (
    ANY,
    SPREADS,
    TYPICAL,
    GameClass,
    class_of,
    games_of_class,
    telling_games,
    typical_games,
)
from lazytree.engines.audit.audit_reports import as_json, as_text
from lazytree.engines.audit.diagnosis import Diagnosis, diagnose
from lazytree.engines.audit.findings import HARMLESS, OF_MOVES, SYMPTOMS, Cause, Cost, Example, Findings
from lazytree.engines.audit.judged_runs import JudgedRun, Referee, Trouble, is_proved
from lazytree.engines.audit.repairing import USED, repair
from lazytree.engines.audit.running import Runner
from lazytree.games.game import Game
from lazytree.games.leaf_log import log_leaves
from lazytree.games.sampling import shrink
from lazytree.games.traversals import count_leaves
from lazytree.searches.by_name import Search
from lazytree.searches.known_bugs import strict_cutoff
from lazytree.searches.minimax_and_alphabeta import alphabeta
from lazytree.searches.side_by_side import DemandTally
from strictcheck.processes import Ended, TimeOver, in_fork

# So often may an engine run out of time before it is believed to hang; so many games prove an adapter.
PATIENCE, PROOFS = 2, 20
# Games on which an edit that mends the engine is confirmed, and seconds after which the search for it is given up.
CONFIRMING, PATIENT = 300, 600.0
# Games that have to show a fault, or more are looked for: an edit that mends fewer may do so with luck.
SHOWING = 8
TWICE = 4  # times that a game is run twice, to see if an engine that is not deterministic differs on it
DENSE = 30  # of the games on which an edit is confirmed, with each of the `SPREADS`; more if the engine has a table


Track: TypeAlias = Callable[[Sequence[Game[Any]]], Iterable[Game[Any]]]


class Audit(Findings):
    """Findings on an engine: see the fields of `Findings`, `str(audit)`, and `to_json()`.

    >>> from lazytree.searches.known_bugs import strict_cutoff
    >>> audit(strict_cutoff, games=100)
    <Audit of strict_cutoff: strict cutoff>
    """

    def to_json(self) -> dict[str, Any]:
        """Return all findings as data that `json.dumps` can write."""
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
    kind: GameClass = ANY,
    limit: float = 10.0,
    reference: Search = alphabeta,
    costs: bool = True,
    track: Track = lambda games: games,
) -> Audit:
    """Findings on `engine`, a function of a game or an `Engine` of one of `lazytree.engines.adapters`.

    `games` is how many random uniform games of the class `kind` to run it on, or the games themselves, finite and with
    scores that are numbers, of which those of the class are taken. Where nothing is wrong, and answers are proved only
    if equal parts of a game are one position, as with a table, it is run on `CONFIRMING` deep games more, in which such
    parts meet. Values are compared with minimax, and what is looked at with `reference`: Max stops at a value >= beta,
    Min at a value <= alpha, in an open window. `limit` is the seconds an engine may take for a game; `costs=False`
    leaves out what it costs on typical games. `track` is handed the games and gives them back, as `rich.progress.track`
    does.

    Raises `ValueError` without games, and nothing that the engine raises: that is a finding. An engine runs in a
    process of its own, twice on each game, as in `Runner.run`.

    >>> from lazytree.searches.known_bugs import wide_root
    >>> found = audit(wide_root, games=100)
    >>> found.verdict, found.like, found.values["right"]
    ('root not narrowed', 'broken-wide-root', 100)
    >>> found.example.game
    Min([Max([End(0)]), Max([End(0), End(0)])])
    """
    audited = engine if isinstance(engine, Engine) else game_engine(engine)
    kind = replace(kind, **audited.shape)
    if kind.scores is None and audited.scores is not None:
        kind = replace(kind, scores=audited.scores, among=audited.among)
    if audited.unknown:
        return replace(_without_runs(audited, Cause(audited.verdict), kind), taken=audited.unknown)
    fitting = _fitting(audited, games, seed, kind)
    if not fitting:
        return _without_runs(audited, Cause.NOT_RUN, kind)
    with Runner(audited, limit) as runner:
        if not is_proved(audited, fitting[:PROOFS], limit):
            return _without_runs(audited, Cause.ADAPTER, class_of(fitting, kind))
        judge = Referee(runner, reference, kind.scores)
        cases = _run_all(judge, track(fitting))
        found = _with_example_and_edit(judge, cases, class_of(fitting, kind), seed, track)
        return _with_costs(judge, found, kind) if costs else found


def _fitting(engine: Engine, games: int | Iterable[Game[Any]], seed: int, kind: GameClass) -> list[Game[Any]]:
    """Return the games of the class that the engine accepts. Raises `ValueError` if no games were given."""
    given = list(games_of_class(games, seed, kind) if isinstance(games, int) else map(kind.fit, games))
    if not given:
        raise ValueError(f"audit(games={games!r}): expected one game or more, or how many to make")
    return [game for game in given if game is not None and engine.accepts(game)]


def _without_runs(engine: Engine, cause: Cause, kind: GameClass) -> Audit:
    return Audit(engine.name, 0, (cause,), Counter(), Counter(), DemandTally(), kind=kind)


def _run_all(judge: Referee, games: Iterable[Game[Any]], *, twice: bool = True) -> list[JudgedRun]:
    """Return what comes of each game, up to the one on which the engine is believed to hang."""
    cases: list[JudgedRun] = []
    for game in games:
        if sum(case.run.is_late for case in cases) < PATIENCE:
            cases.append(judge.of_run(game, judge.runner.run(game, twice=twice)))
    return cases


def _with_example_and_edit(judge: Referee, cases: list[JudgedRun], kind: GameClass, seed: int, track: Track) -> Audit:
    """Return the audit with example and edit; where a table may be all that makes it right, run more games before."""
    engine = judge.runner.engine
    if all(case.trouble < Trouble.LUCK for case in cases) and any(case.needs_table for case in cases):
        games = [*filter(engine.accepts, telling_games(CONFIRMING, seed + 2, kind, SPREADS[0]))]
        cases = [*cases, *_run_all(judge, track(games), twice=False)]
    found = _without_table(judge, _concluded(engine, cases, kind), cases)
    return _repaired(judge, _exemplified(judge, found, cases), cases, seed)


def _concluded(engine: Engine, cases: list[JudgedRun], kind: GameClass) -> Audit:
    faults = tuple(case.run.fault for case in cases if case.run.fault is not None)
    finished = [case for case in cases if case.run.fault is None]
    broken = [cause for cause, _ in Counter(fault.cause for fault in faults).most_common()]
    is_telling = finished and Cause.NOT_DETERMINISTIC not in broken
    demand = DemandTally()
    for case in finished if is_telling else ():
        demand.add(case.run.leaves, case.expected)
    likely = diagnose(finished, demand) if is_telling else Diagnosis()
    return Audit(
        engine.name,
        len(cases),
        (*broken, *(cause for cause in likely.causes if not (broken and cause in HARMLESS))),
        Counter(case.value_told for case in finished),
        Counter(case.move_told for case in finished),
        demand,
        likely.like,
        faults,
        kind=kind,
        lucky=sum(case.is_lucky for case in finished),
        order_cost=likely.order_cost,
        taken=engine.taken,
    )


def _without_table(judge: Referee, found: Audit, cases: list[JudgedRun]) -> Audit:
    """The audit that blames a table, if most of what is wrong is right where a table finds nothing.

    Most, for a dict finds a position again that it compares with itself, which no hash prevents.
    """
    bad = [case.game for case in cases if Trouble.LUCK <= case.trouble < Trouble.FAULT][:PROOFS]
    if 2 * sum(judge.case(game, apart=True).trouble >= Trouble.LUCK for game in bad) >= len(bad):
        return found
    return replace(found, causes=(Cause.UNSOUND_TABLE, *({Cause.REPEATS} & {*found.causes})))


def _exemplified(judge: Referee, found: Audit, cases: list[JudgedRun]) -> Audit:
    """The audit with the smallest game that shows the worst of the troubles, once a right search is right on it."""
    worst = max(case.trouble for case in cases)
    if worst is Trouble.NONE or (worst is Trouble.LESS and found.fine and judge.reference is alphabeta):
        return found
    ((most, _),) = Counter(case.kind for case in cases if case.trouble == worst).most_common(1)
    shown = min((case for case in cases if case.kind == most), key=lambda case: count_leaves(case.game))
    engine, cause = judge.runner.engine, shown.run.fault and shown.run.fault.cause
    if cause is not Cause.TOO_SLOW:  # other runs would take long, too
        shown = _smallest(judge, shown, found.kind, twice=cause is Cause.NOT_DETERMINISTIC)
    if not is_proved(engine, [shown.game], judge.runner.limit):
        return replace(found, causes=(Cause.ADAPTER,))
    # Of one that is not deterministic, another run might come to something else.
    stays = cause in (Cause.TOO_SLOW, Cause.NOT_DETERMINISTIC)
    again = shown if stays else judge.case(shown.game, where=True)
    return replace(found, example=_explained(again if again.kind == shown.kind else shown))


def _smallest(judge: Referee, shown: JudgedRun, kind: GameClass, *, twice: bool) -> JudgedRun:
    """Judge the smallest game found of the class that shows the same trouble; `twice` is as in `Runner.run`."""
    smallest = shown

    def shows(game: Game[Any]) -> bool:
        nonlocal smallest
        tries = range(TWICE if twice else 1) if judge.runner.engine.accepts(game) else ()
        cases = (judge.case(game, twice=twice) for _ in tries)
        found = next((case for case in cases if case.kind == shown.kind), None)
        smallest = found or smallest
        return found is not None

    with suppress(ValueError):  # the trouble was there once, and is not there again
        shrink(shown.game, shows, kind.fit)
    return smallest


def _explained(case: JudgedRun) -> Example:
    reading = case.telling_reading()
    run = case.run
    asked, lines = (None, ()) if reading is None else (run.leaves[reading], run.lines[reading])
    if run.fault is not None and run.fault.line is not None:
        lines = (run.fault.line,)
    return Example(case.game, run.answer, case.value, run.leaves, case.expected, asked, lines, run.fault)


def _repaired(judge: Referee, found: Audit, cases: list[JudgedRun], seed: int) -> Audit:
    """The audit with the edit that mends the engine, if there is one that is small."""
    is_beyond_repair = {fault.cause for fault in found.faults} - OF_MOVES or Cause.ADAPTER in found.causes
    if is_beyond_repair or {*found.causes} <= HARMLESS:
        return found
    cases = _with_more_shown(judge, cases, found.kind, seed)
    has_table = Cause.UNSOUND_TABLE in found.causes
    dense = CONFIRMING // len(SPREADS) if has_table else DENSE
    fresh = partial(_unused_games, judge.runner.engine, len(cases), seed, found.kind, dense)
    if Cause.OTHER_ORDER in found.causes:
        judge = replace(judge, is_own_order=True)
        cases = [judge.of_run(case.game, case.run) for case in cases]
    is_wrong = found.values["wrong"] or found.moves["wrong"] or found.lucky
    may_be_strict = is_wrong or any(case.takes_later for case in cases)
    strict = replace(judge, reference=strict_cutoff) if may_be_strict else None
    try:  # in a process of its own, which it leaves with functions changed
        how = {"has_table": has_table, "is_right": {*found.causes} <= HARMLESS | {Cause.DIFFERENT}}
        mended = in_fork(lambda: repair(judge, strict, cases, fresh, **how), PATIENT)
    except (TimeOver, Ended):
        return found
    told = {mended.cause} if mended and mended.cause else set()
    causes = dict.fromkeys(one for cause in found.causes for one in (told if told and cause in SYMPTOMS else {cause}))
    return replace(found, causes=tuple(causes), repair=mended)


def _with_more_shown(judge: Referee, cases: list[JudgedRun], kind: GameClass, seed: int) -> list[JudgedRun]:
    """Add cases in which faults are dense while few show the fault."""
    for shift, spread in enumerate(SPREADS, 3):
        if sum(case.trouble > Trouble.REPEATS for case in cases) < SHOWING:
            games = filter(judge.runner.engine.accepts, telling_games(CONFIRMING // 3, seed + shift, kind, spread))
            cases = [*cases, *_run_all(judge, games, twice=False)]
    return cases


def _unused_games(engine: Engine, used: int, seed: int, kind: GameClass, dense: int) -> Iterator[Game[Any]]:
    """Yield games on which an edit is confirmed: games of the audit that the search does not use will do, too.

    `dense` of them with each of the `SPREADS` come last: rare faults show in these.
    """
    others = max(0, CONFIRMING - DENSE * len(SPREADS) + USED - used)
    yield from filter(engine.accepts, games_of_class(others, seed + 1, kind))
    for shift, spread in enumerate(SPREADS, 6):
        yield from filter(engine.accepts, telling_games(dense, seed + shift, kind, spread))


def _with_costs(judge: Referee, found: Audit, kind: GameClass) -> Audit:
    """The audit with the costs on typical games, unless the engine is too faulty to have any."""
    if {Cause.TOO_SLOW, Cause.NO_VALUE, Cause.NOT_DETERMINISTIC} & {*found.causes}:
        return found
    names = [f"scores {', '.join(map(str, kind.among))}"] if kind.among else TYPICAL
    return replace(found, costs=tuple(filter(None, (_cost(judge, name, kind) for name in names))))


def _cost(judge: Referee, name: str, kind: GameClass) -> Cost | None:
    """Return the cost on the typical games of this name; None if there are none, or the engine fails on one."""
    engine, counts = judge.runner.engine, []
    for game in [game for game in typical_games(name, kind.among) if engine.accepts(game) and game in kind]:
        found = judge.runner.run(game)
        if found.fault is not None:
            return None
        expected = log_leaves(judge.reference, engine.sees(game))[1]
        counts.append((len(found.leaves), len({*found.leaves}), len(expected), found.nodes, found.moves))
    return Cost(name, *map(sum, zip(*counts, strict=True))) if counts else None
