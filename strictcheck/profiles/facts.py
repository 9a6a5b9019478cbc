"""Facts: sentences on a function that held in every run. A closed list, the plainest first in each slot.

A test of a fact has three values: a run speaks for it, against it, or cannot tell, as a run on two items cannot tell
"three items" from "all items". Of each slot the first fact is kept that no run speaks against, and enough speak for.
Facts that the first inputs would have let pass, and the others refute, are kept with the call that refutes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from strictcheck.profiles.argument_shapes import build, is_callback, is_observed, parts_of
from strictcheck.profiles.call_plans import Plan
from strictcheck.profiles.candidates import ArgumentRun, Candidate, at_the_call, ends, has_started, rates
from strictcheck.profiles.look_candidates import (
    calls,
    keys,
    keys_of_it,
    keys_of_items,
    keys_under,
    looks,
    missing,
    raising,
    repeats,
    results,
)
from strictcheck.profiles.measurements import MOST, Row

FITTED = 40  # inputs that facts are fitted on; the others are to refute them
TELLING, SHARE = 6, 20  # inputs that have to speak for a fact, and at least one in twenty
USUAL, VAGUE = "usual", "vague"


class Fact(NamedTuple):
    """Sentence that held in every run; `telling` of `tried` inputs could have refuted it. `why` are runs to show.

    A `usual` fact is what the reader expects of any lazy function, and is said once for all of them. A `vague` one
    only denies that. Of a fact that is dropped, `why` is the smallest call that refutes it.
    """

    sentence: str
    telling: int
    tried: int
    why: Sequence[Mapping[str, Any]]
    sort: str = ""


class Fitting:
    """Search for the facts of one plan of a function, by its rows; `dropped` gets those that were refuted late."""

    def __init__(self, measured: Mapping[str, Any], name: str) -> None:
        self.plan: Plan = measured["plan"]
        self.name = name
        self.returns = measured["returns"]
        self.has_looks = not measured["number_atoms"]
        self.rows: list[Row] = measured["rows"]
        self.needed = max(TELLING, len({row["seed"] for row in self.rows}) // SHARE)
        self.dropped: list[Fact] = []
        self._inputs = {row["seed"]: self._input(row["seed"]) for row in self.rows}
        self._has_failures = any(row["error"] is not None for row in self.rows)
        self._last = {row["seed"]: row["context"] for row in self.rows}

    def _input(self, seed: int) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
        shapes = {slot.name: slot.shape for slot in self.plan.slots}
        items = {name: parts_of(shape, seed, name) for name, shape in shapes.items() if is_observed(shape)}
        return items, {name: build(shape, seed, name) for name, shape in shapes.items() if name not in items}

    def facts(self) -> Iterator[Fact]:
        """Yield the facts on each argument."""
        for slot in self.plan.slots:
            cases = self._cases(slot.name, slot.shape)
            if is_observed(slot.shape):
                failed = self._cases(slot.name, slot.shape, raised=True)
                is_keyed = any(case.has_keys for case in (*cases, *failed))
                yield from self._of_keys(cases, failed, slot.name) if is_keyed else self._of_fetches(cases, slot.name)
                for one in (repeats(slot.name), results(slot.name)):
                    yield from self._optional(self._fit(cases, one))
                if any(case.pulled for case in cases):
                    yield from self._optional(self._fit(failed, raising(failed, slot.name)))
                yield from () if is_keyed else self._of_looks(cases, failed, slot.name)
            elif is_callback(slot.shape):
                fact = self._fit(cases, calls(cases, slot.name))
                if fact is not None and fact.sentence.startswith("never ") and self._has_failures:
                    fact = None  # a call that raises may come before a call of it
                if fact is not None and self.returns != "function":
                    yield fact
                elif fact is not None and fact.sentence.startswith("never "):
                    yield fact._replace(sentence=f"calls {slot.name} only when its result is called, if at all")

    def _optional(self, fact: Fact | None) -> Iterator[Fact]:
        if fact is not None:
            yield fact

    def _of_keys(self, cases: list[ArgumentRun], failed: list[ArgumentRun], x: str) -> Iterator[Fact]:
        """Yield facts on keys and attributes, of which some or all are read."""
        some = self._fit(cases, keys(cases, failed, x, keys_of_it))
        yield from self._optional(some)
        for key in sorted({key for case in cases for key in case.numbers.get("below", ())}):
            yield from self._optional(self._fit(cases, keys(cases, failed, f"{key} of {x}", keys_under(key))))
        yield from self._optional(self._fit(cases, missing(cases, x)))
        every = self._fit(cases, at_the_call(cases, x)[-1:]) or self._fit(cases, ends(cases, x)[-1:])
        yield from self._optional(every)
        if some is None and every is None:
            yield self._vague(cases, f"reads some of {x}, by no simple rule")

    def _of_looks(self, cases: list[ArgumentRun], failed: list[ArgumentRun], x: str) -> Iterator[Fact]:
        if not self.has_looks or any("strings" in case.shape for case in cases):
            yield self._vague(cases, f"may look at items of {x}: they are not watched, for it wants real ones")
            return
        fact = self._fit(cases, keys(cases, failed, f"the items of {x}", keys_of_items)) or self._fit(cases, looks(x))
        if fact is not None:
            yield fact
        elif any(case.numbers.get("looked") for case in cases):
            yield self._vague(cases, f"looks at some items of {x}")

    def _of_fetches(self, cases: list[ArgumentRun], x: str) -> Iterator[Fact]:
        """Yield facts on fetching; after a fact that says all, the slots that remain say nothing new."""
        first = self._fit(cases, at_the_call(cases, x))
        yield from self._optional(first)
        if first is not None and first.sort != USUAL:
            return
        if first is None and any(has_started(case) for case in cases):
            yield self._vague(cases, f"fetches items of {x} at the call")
        rate = self._fit(cases, rates(cases, x))
        yield from self._optional(rate)
        if rate is not None and "for each result" not in rate.sentence:
            return
        # "Reads all" beside a rate says that there is an end.
        end = self._fit(cases, [one for one in ends(cases, x) if rate is None or not one[0].startswith("reads all")])
        yield from self._optional(end)
        if rate is None and end is None and any(case.pulled for case in cases):
            yield self._vague(cases, f"fetches as many items of {x} as it takes, by no simple rule")

    def _vague(self, cases: list[ArgumentRun], sentence: str) -> Fact:
        tried = len({case.row["seed"] for case in cases})
        return Fact(sentence, tried, tried, self._why([case.row for case in cases][-1:]), VAGUE)

    def _cases(self, argument: str, shape: str, raised: bool = False) -> list[ArgumentRun]:
        """List the runs as seen from one argument: those that raised, or the others."""
        found = []
        for row in self.rows:
            if (row["error"] is not None) is raised and argument in row["numbers"] and row["taken"] < MOST:
                items, values = self._inputs[row["seed"]]
                lengths = {name: len(elements) for name, elements in items.items() if name != argument}
                is_last = self._last[row["seed"]] == row["context"]
                numbers = row["numbers"][argument]
                found.append(ArgumentRun(row, shape, items.get(argument, {}), numbers, values, lengths, is_last))
        return found

    def _fit(self, cases: list[ArgumentRun], candidates: list[Candidate]) -> Fact | None:
        """Return the first candidate that no run refutes; or else the first that only runs with one value refute."""
        refuted = []
        for sentence, test in candidates:
            found = [(test(case), case) for case in cases]
            refuting = [case for answer, case in found if answer is False]
            fact = self._make_fact(sentence, found)
            if fact is not None and not refuting:
                return fact
            if fact is not None:
                refuted.append((sentence, found, refuting))
                self._drop(sentence, found, refuting)
        for sentence, found, refuting in refuted:
            exception = _exception(refuting)
            if exception is not None:
                name, value = exception
                fact = self._make_fact(
                    sentence, [(answer, case) for answer, case in found if case.values[name] != value]
                )
                if fact is not None:
                    return fact._replace(sentence=f"{fact.sentence}, except with {name} = {value}", sort="")
        return None

    def _make_fact(self, sentence: str, found: list[tuple[bool | None, ArgumentRun]]) -> Fact | None:
        """Make the fact if enough inputs speak for it."""
        telling = [case.row for answer, case in found if answer]
        inputs = {row["seed"] for row in telling}
        if len(inputs) < self.needed:
            return None
        tried = len({case.row["seed"] for _, case in found})
        sort = USUAL if sentence.startswith(f"{USUAL}: ") else ""
        return Fact(sentence.removeprefix(f"{USUAL}: "), len(inputs), tried, self._why(telling[-3:]), sort)

    def _drop(self, sentence: str, found: list[tuple[bool | None, ArgumentRun]], refuting: list[ArgumentRun]) -> None:
        """Keep a fact that would have been kept after the first inputs."""
        if min(case.row["seed"] for case in refuting) < FITTED:
            return
        smallest = min(refuting, key=lambda case: len(self.plan.call(self.name, case.row["seed"])))
        telling = len({case.row["seed"] for answer, case in found if answer and case.row["seed"] < FITTED})
        if telling >= TELLING:
            text = sentence.removeprefix(f"{USUAL}: ")
            self.dropped.append(Fact(text, telling, FITTED, self._why([smallest.row])))

    def _why(self, rows: list[Row]) -> list[dict[str, Any]]:
        """Write runs for people: the call, and what it looked at."""
        return [
            {
                "call": f"{self.plan.call(self.name, row['seed'])}, {row['context']}",
                "demands": row["demands"],
                "called": {one: counts["called"] for one, counts in row["numbers"].items() if "called" in counts},
            }
            for row in rows
        ]


def facts_of(measured: Sequence[Mapping[str, Any]], name: str) -> tuple[list[Fact], list[Fact]]:
    """Find the facts of one function from its measurements, and those that were dropped.

    A plan with more than the required arguments contributes facts on the arguments it adds; a plan with lists in place
    of iterators, facts that the iterators did not have.
    """
    fittings = [Fitting(one, name) for one in measured]
    found = list(fittings[0].facts()) if fittings else []
    names = {slot.name for slot in fittings[0].plan.slots} if fittings else set()
    for fitting in fittings[1:]:
        more = {slot.name for slot in fitting.plan.slots} - names
        is_of_lists = not more and not fitting.plan.via and not fitting.plan.then
        known = {fact.sentence for fact in found}
        for fact in fitting.facts():
            words = set(fact.sentence.replace(",", "").split())
            if fact.sort or fact.sentence in known or (more and not fitting.plan.then and not words & more):
                continue
            when = ", if it is a list" if is_of_lists else ", when its result is called" if fitting.plan.then else ""
            found.append(fact._replace(sentence=fact.sentence + when))
    return found, [fact for fitting in fittings[:1] for fact in fitting.dropped]


def _exception(refuting: list[ArgumentRun]) -> tuple[str, int] | None:
    """Return the parameter and its one value, 0 or 1, with which alone a fact does not hold."""
    for name, value in refuting[0].values.items() if refuting else ():
        if type(value) is int and value in (0, 1) and all(case.values[name] == value for case in refuting):
            return name, value
    return None
