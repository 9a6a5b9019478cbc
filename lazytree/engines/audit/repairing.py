"""The line to blame, by repair: small edits of an engine's source are tried until what it does is right.

An edit that mends an engine on the games that show the fault, and on all others, is at the fault, or next to it. It is
believed once it holds on games that the search for it did not use. Everything happens in the process of the engine,
whose functions get the code of the edited source and keep everything else. Skip this module unless you audit.
"""

from __future__ import annotations

import difflib
import linecache
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations, product, takewhile
from random import Random
from time import process_time
from typing import Any, TypeVar
from unittest.mock import patch

from lazytree.engines.adapters import EngineAnswer
from lazytree.engines.audit.edits import edits_of
from lazytree.engines.audit.findings import Repair, Run
from lazytree.engines.audit.judged_runs import JudgedRun, Referee, Trouble
from lazytree.engines.audit.own_calls import functions_of
from lazytree.engines.audit.running import made_run
from lazytree.games.game import Game
from lazytree.searches.minimax_and_alphabeta import alphabeta
from strictcheck.mutation.sources import LEFT_OUT, Edit, Unit, units_of

_T = TypeVar("_T")
# Games that the search looks at: those that show the fault, smallest first, as many that do not, and more that do.
SHOWN = 8
USED = 4 * SHOWN
# Games that tell if an edit does harm alone.
HARMED = 100
# Edits that a second one is added to, if none is enough; runs of edited programs altogether, and seconds of the
# processor for these, and as many more to confirm them.
PAIRED, TRIES, SECONDS = 12, 4_000, 30
# Seconds of the processor for a game, and how many times as long as the engine an edited program may take: it may loop
# for ever.
LIMIT, SLOWER = 0.5, 30
NOT_RUN = Run(EngineAnswer(), ())


def repair(
    judge: Referee,
    other: Referee | None,
    cases: Sequence[JudgedRun],
    fresh: Callable[[], Iterable[Game[Any]]],
    *,
    has_table: bool = False,
    is_right: bool = False,
) -> Repair | None:
    """The likeliest edit, or two, after which the engine is right on these cases and on `fresh()` games.

    Where there is none, one that is right as the `other` judges. If it `has_table`, an edit must not make that idle,
    for where it is not, it stays unsound. If it `is_right`, and has an order of moves that any other edit may change,
    only comparisons at a tie are edited. Changes the functions of the engine while it looks, so it is to be called in a
    process of its own.
    """
    search = _Search(judge, cases, fresh, has_table)
    if is_right:
        search.edits = [(unit, edit) for unit, edit in search.edits if edit.rank == 0]
    found = search.found()
    if found is not None or other is None:
        return found
    # What is right as the other judges is right as the first one does in some games at least.
    search.edits = [(tried.unit, edit) for tried in search.single if tried.right for edit in tried.edits]
    search.judge_by(other, [other.of_run(case.game, case.run) for case in cases])
    found = search.found(pairs=False)
    return found and replace(found, is_strict=True)


@dataclass(frozen=True, slots=True)
class _Tried:
    """Edits of one unit, how many of the games are right with them, and how many are looked at as before.

    `leaves` is how many are read of all games, and how many times: an edit that makes a table idle mends it, too, and
    costs more. `wrong` has the first games that are not right.
    """

    unit: Unit
    edits: tuple[Edit, ...]
    right: int
    kept: int
    leaves: tuple[int, int]
    wrong: tuple[JudgedRun, ...]


class _Search:
    def __init__(
        self, judge: Referee, cases: Sequence[JudgedRun], fresh: Callable[[], Iterable[Game[Any]]], has_table: bool
    ) -> None:
        self.fresh, self.has_table = fresh, has_table
        # A course that has a rule of its own wants neither less nor more.
        self.fine = Trouble.REPEATS if judge.reference is alphabeta else Trouble.NONE
        self.judge_by(judge, cases)
        self.limit = LIMIT
        self.limit = min(LIMIT, 0.02 + SLOWER * max(map(self._seconds, self.games)))
        self.functions = functions_of(judge.runner.engine, [case.game for case in self.games[:SHOWN]], LIMIT)
        units = units_of(self.functions)
        self.places = {unit: unit.places() for unit, _ in units}
        self.edits = [(unit, edit) for unit, lines in units for edit in edits_of(unit, lines)]
        self.edits.sort(key=lambda pair: pair[1].rank)

    def judge_by(self, judge: Referee, cases: Sequence[JudgedRun]) -> None:
        """Begin with no edit tried."""
        self.judge, self.cases = judge, sorted(cases, key=lambda case: -case.trouble)  # the most telling first
        self.single: list[_Tried] = []  # edits that were tried alone
        bad = sorted((case for case in cases if case.trouble > self.fine), key=lambda case: len(case.expected))
        good = [case for case in cases if case.trouble <= self.fine]
        self.games = games = [*bad[:SHOWN], *good[:SHOWN], *bad[SHOWN : USED - SHOWN]]
        # The number of games that are looked at as they should be: an edit that changes no look in them is the best.
        # Of a search that looks at less by design, it may be one that looks at less; of one that reads leaves again,
        # one that does not.
        kept = [case for case in games if case.trouble <= self.fine or case.run.leaves == case.expected]
        may_do_better = any(case.trouble in (Trouble.LESS, Trouble.REPEATS) for case in good)
        self.keepable = -1 if may_do_better else len(kept)
        self.tries, self.end = 0, process_time() + SECONDS
        self.made, self.to_make = [*self.cases], iter(self.fresh())

    def found(self, *, pairs: bool = True) -> Repair | None:
        """The first edit that is enough and leaves alone what was right; else one that leaves most of it alone."""
        ties = [pair for pair in self.edits if pair[1].rank == 0]
        for tried in chain(self._alone(ties), self._alike(range(1)), self._alone(self.edits[len(ties) :])):
            if tried.kept == self.keepable and (at_once := self._first([tried])):
                return at_once  # no other edit could be better
        promising = [tried for tried in self.single if tried.right]
        # To leave a statement out mends too much: a search without its second search needs none.
        promising.sort(key=lambda tried: (-tried.right, tried.edits[0].rank == LEFT_OUT, tried.leaves, -tried.kept))
        halves = [tried for tried in promising if tried.right < len(self.games)]  # another edit may do the rest
        two = chain(self._alike(range(1, 4)), self._pairs(halves[:PAIRED])) if pairs else ()
        return self._first(promising) or self._first(two)

    def _alike(self, ranks: range) -> Iterator[_Tried]:
        """Try two edits of the same words, but for `max` and `min`, as a slip may be made on both sides."""
        kinds: dict[tuple[Any, ...], list[Edit]] = {}
        for unit, edit in [(unit, edit) for unit, edit in self.edits if edit.rank in ranks]:
            words = re.findall(r"\w+", f"{unit.between(edit.start, edit.end)} {edit.text}".replace("min", "max"))
            kinds.setdefault((unit, edit.rank, "=" in edit.text, *sorted(words)), []).append(edit)
        pairs = ((unit, pair) for (unit, *_), alike in kinds.items() for pair in combinations(alike, 2))
        apart = ((unit, pair) for unit, pair in pairs if pair[0].end <= pair[1].start)
        yield from (self._tried(unit, pair) for unit, pair in self._affordable(apart))

    def _alone(self, edits: Sequence[tuple[Unit, Edit]]) -> Iterator[_Tried]:
        for unit, edit in self._affordable(edits):
            self.single.append(self._tried(unit, (edit,)))
            yield self.single[-1]

    def _pairs(self, promising: Sequence[_Tried]) -> Iterator[_Tried]:
        """Try each promising edit with others."""
        for first, (unit, edit) in self._affordable(product(promising, self.edits)):
            is_beside = all(edit.end <= other.start or other.end <= edit.start for other in first.edits)
            if edit.rank < 4 and unit is first.unit and is_beside:
                yield self._tried(unit, (*first.edits, edit), first.wrong)

    def _affordable(self, edits: Iterable[_T]) -> Iterator[_T]:
        return takewhile(lambda _: self.tries < TRIES and process_time() < self.end, edits)

    def _first(self, tried: Iterable[_Tried]) -> Repair | None:
        enough = (one for one in tried if one.right == len(self.games) and process_time() < self.end + SECONDS)
        return next((self._told(one) for one in enough if self._holds(one)), None)

    def _tried(self, unit: Unit, edits: tuple[Edit, ...], telling: Sequence[JudgedRun] = ()) -> _Tried:
        """The number of games that are right with these edits, until some are not; `telling` ones are run first."""
        right = kept = leaves = readings = 0
        wrong: list[JudgedRun] = []
        most = 3 if len(edits) == 1 else 1  # another edit may mend what one leaves wrong
        with self._in_place(unit, edits) as is_code:
            for case in [*telling, *(one for one in self.games if one not in telling)] if is_code else ():
                self.tries += 1
                after = self._after(case)
                is_right = after.trouble <= self.fine
                right += is_right
                wrong += [] if is_right else [case]
                kept += case.run.leaves == after.run.leaves
                leaves, readings = leaves + len({*after.run.leaves}), readings + len(after.run.leaves)
                if len(wrong) == most or (wrong and not right):
                    break
        # In an order of its own, an engine may read fewer leaves with luck.
        is_telling = right == len(self.games) and not self.judge.is_own_order
        return _Tried(unit, edits, right, kept, (leaves, readings) if is_telling else (0, 0), tuple(wrong))

    def _after(self, case: JudgedRun) -> JudgedRun:
        return self._judged(case, made_run(self.judge.runner.engine, case.game, self.limit, of_processor=True))

    def _judged(self, case: JudgedRun, run: Run) -> JudgedRun:
        # What the reference reads changes with the engine only if it plays in the order of the engine.
        return self.judge.of_run(case.game, run) if self.judge.is_own_order else replace(case, run=run)

    def _seconds(self, case: JudgedRun) -> float:
        """The seconds of the processor that the engine takes as it is."""
        before = process_time()
        self._after(case)
        return process_time() - before

    def _holds(self, tried: _Tried) -> bool:
        """True if the edits are right on all cases, and on games that were not used, with other seeds.

        A game that refutes comes first for the next edits: one that tells of an edit often tells of others.
        """
        engine = self.judge.runner.engine
        with self._in_place(tried.unit, tried.edits):
            if self.has_table and self._is_idle():
                return False
            for seed, case in enumerate(self._confirming()):
                with _other_seeds(seed):
                    run = made_run(engine, case.game, LIMIT, seed=seed, of_processor=True)
                if self._judged(case, run).trouble > self.fine:
                    self.made = [case, *(one for one in self.made if one is not case)]
                    return False
        return True

    def _is_idle(self) -> bool:
        """True if the table finds nothing in any of the games: nothing changes where no two positions are equal."""
        engine = self.judge.runner.engine
        run = partial(made_run, engine, limit=self.limit, of_processor=True)
        return all(run(case.game).leaves == run(case.game, apart=True).leaves for case in self.games)

    def _confirming(self) -> Iterator[JudgedRun]:
        """Yield cases to confirm an edit on; games that no edit has come to are made as they are asked for."""
        yield from self.made
        for game in self.to_make:
            self.made.append(self.judge.of_run(game, NOT_RUN))
            yield self.made[-1]

    def _told(self, tried: _Tried) -> Repair:
        line, diff = _difference(tried.unit, tried.edits)
        first, *_ = tried.edits
        alone = tuple(
            _difference(tried.unit, [edit])[1]
            for edit in tried.edits
            if len(tried.edits) > 1 and self._harms(tried.unit, edit)
        )
        return Repair(tried.unit.file, line, diff, alone, cause=first.cause)

    def _harms(self, unit: Unit, edit: Edit) -> bool:
        """True if the edit alone makes an answer wrong that was right."""
        with self._in_place(unit, (edit,)):
            for case in [case for case in self.cases if case.trouble < Trouble.LUCK][:HARMED]:
                if self._after(case).trouble >= Trouble.LUCK:
                    return True
        return False

    @contextmanager
    def _in_place(self, unit: Unit, edits: tuple[Edit, ...]) -> Iterator[bool]:
        """In this block the functions of `unit` have the code of the edited text; False if that is no code."""
        before = [(one, one.__code__) for one in self.functions if one.__code__.co_filename == unit.file]
        try:
            new = unit.codes(edits)
            for function, code in before:
                place = self.places[unit].get((code.co_qualname, code.co_firstlineno))
                if place in new:
                    function.__code__ = new[place]
            is_code = True
        except (SyntaxError, ValueError):
            is_code = False
        try:
            yield is_code
        finally:
            for function, code in before:
                function.__code__ = code


@contextmanager
def _other_seeds(number: int) -> Iterator[None]:
    """In this block generators of random numbers that an engine makes get other seeds than it gives them."""
    seed = Random.seed
    with patch.object(Random, "seed", lambda self, *given: seed(self, f"{number} {given}")):
        yield


def _difference(unit: Unit, edits: Sequence[Edit]) -> tuple[int, tuple[str, ...]]:
    """Return the number of the first line that the edits change, and a diff for `patch`, without its head."""
    before = linecache.getlines(unit.file)
    rest = before[unit.first_line - 1 + unit.text.count("\n") :]
    after = [*before[: unit.first_line - 1], *unit.edited(edits).splitlines(keepends=True), *rest]
    changes = [line.rstrip("\n") for line in difflib.unified_diff(before, after, n=1)][2:]  # without the files
    number = int(changes[0].split(",")[0].removeprefix("@@ -")) - 1
    for line in changes[1:]:
        if line[0] != " ":
            return number + (line[0] == "-"), tuple(changes)
        number += 1
    raise AssertionError(f"no difference by {edits!r}")
