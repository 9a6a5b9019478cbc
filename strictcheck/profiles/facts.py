"""Facts: sentences on a function that held in every run. A closed list, the plainest first in each slot.

A test of a fact has three values: a run speaks for it, against it, or cannot tell, as a run on two items cannot tell
"three items" from "all items". Of each slot the first fact is kept that no run speaks against, and four speak for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from strictcheck.profiles.candidates import (
    OF_LISTS,
    Candidate,
    Case,
    at_the_call,
    calls,
    ends,
    keys,
    looks,
    rates,
    repeats,
)
from strictcheck.profiles.plans import Plan
from strictcheck.profiles.processes import Measured
from strictcheck.profiles.rows import MOST, Row
from strictcheck.profiles.shapes import build, elements_of, is_callback, is_observed

TELLING = 4


class Fact(NamedTuple):
    """Sentence that held in every run; `telling` of `tried` inputs could have refuted it. `why` are runs to show.

    A `usual` fact is what the reader expects of any lazy function, and is said once for all of them.
    """

    sentence: str
    telling: int
    tried: int
    why: list[Row]
    usual: bool = False


def facts_of(measured: Sequence[Measured]) -> list[Fact]:
    """Find the facts of one function from its measurements.

    Of the other plans than that of the required arguments, only facts on the arguments that these add are of interest,
    and of lists, if they are gone over again.
    """
    if not measured:
        return []
    found = list(_facts_of_plan(measured[0]))
    names = {slot.name for slot in Plan.read(measured[0]["plan"]).slots}
    for one in measured[1:]:
        more = [slot.name for slot in Plan.read(one["plan"]).slots if slot.name not in names]
        known = {fact.sentence for fact in found}
        for fact in _facts_of_plan(one):
            is_new = any(name in fact.sentence.split() for name in more) if more else fact.sentence.endswith(OF_LISTS)
            if is_new and not fact.usual and fact.sentence not in known:
                found.append(fact)
    return found


def _facts_of_plan(measured: Measured) -> Iterator[Fact]:
    plan = Plan.read(measured["plan"])
    for slot in plan.slots:
        cases = _cases(measured, plan, slot.name)
        if is_observed(slot.shape):
            slots = [at_the_call(cases, slot.name), rates(cases, slot.name), ends(cases, slot.name)]
            yield from _first_of_each(cases, slots)
            others = [looks(slot.name), repeats(slot.name), keys(cases, slot.name)]
            yield from (fact for one in others if (fact := _fit(cases, one)) is not None)
        elif is_callback(slot.shape):
            fact = _fit(cases, calls(cases, slot.name))
            # A function that is returned calls it later.
            if fact is not None and measured["returns"] != "function":
                yield fact


def _first_of_each(cases: list[Case], slots: list[list[Candidate]]) -> Iterator[Fact]:
    """Yield facts on fetching; after a fact that says all, the slots that remain say nothing new."""
    has_rate = False
    for candidates in slots:
        # "Reads all" beside a rate says that there is an end.
        fact = _fit(cases, [one for one in candidates if not (has_rate and one[0].startswith("reads all"))])
        if fact is not None:
            yield fact
            has_rate = "for each result" in fact.sentence
            if not fact.usual and not has_rate:
                return


def _cases(measured: Measured, plan: Plan, argument: str) -> list[Case]:
    """List the runs of a plan as seen from one argument; runs that raise are left out."""
    last = {row["seed"]: row["context"] for row in measured["rows"]}
    shapes = {slot.name: slot.shape for slot in plan.slots}
    found = []
    for row in measured["rows"]:
        seed, numbers = row["seed"], row["numbers"]
        if row["error"] is None and argument in numbers and row["taken"] < MOST:
            sizes = {name: elements_of(shape, seed, name) for name, shape in shapes.items() if is_observed(shape)}
            items = sizes.pop(argument, [])
            values = {name: build(shape, seed, name) for name, shape in shapes.items() if not is_observed(shape)}
            lengths = {name: len(elements) for name, elements in sizes.items()}
            found.append(Case(row, items, numbers[argument], values, lengths, last[seed] == row["context"]))
    return found


def _fit(cases: list[Case], candidates: list[Candidate]) -> Fact | None:
    """Return the first candidate that no run refutes; or else the first that only runs with one value refute."""
    answers = [(sentence, [(test(case), case) for case in cases]) for sentence, test in candidates]
    for sentence, found in answers:
        if not any(answer is False for answer, _ in found):
            fact = _told(sentence, found, cases)
            if fact is not None:
                return fact
    for sentence, found in answers:
        exception = _exception([case for answer, case in found if answer is False])
        if exception is not None:
            name, value = exception
            rest = [(answer, case) for answer, case in found if case.values[name] != value]
            fact = _told(sentence, rest, cases)
            if fact is not None:
                return fact._replace(sentence=f"{fact.sentence}, except with {name} = {value}", usual=False)
    return None


def _told(sentence: str, found: list[tuple[bool | None, Case]], cases: list[Case]) -> Fact | None:
    """Make the fact if at least four inputs speak for it."""
    telling = [case.row for answer, case in found if answer]
    inputs = {row["seed"] for row in telling}
    if len(inputs) < TELLING:
        return None
    tried = len({case.row["seed"] for case in cases})
    return Fact(sentence.removeprefix("usual: "), len(inputs), tried, telling[-3:], sentence.startswith("usual: "))


def _exception(refuting: list[Case]) -> tuple[str, int] | None:
    """Return the parameter and its one value, 0 or 1, with which alone a fact does not hold."""
    for name, value in refuting[0].values.items() if refuting else ():
        if type(value) is int and value in (0, 1) and all(case.values[name] == value for case in refuting):
            return name, value
    return None
