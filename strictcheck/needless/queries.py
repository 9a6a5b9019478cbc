"""Queries: the record of a call as a conversation of questions and answers.

A call asks for the layer of a part, for one more element of an iterator or a key of a mapping, for all keys; the
argument answers. This module reads a record as such a conversation, for code that has another one with the
function; at its end are the findings about the queries, each with a witness. Skip it to use the library.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from strictcheck.demands import Demand
from strictcheck.observation.demand_of_record import only_demand
from strictcheck.thunks.call_stack import Where
from strictcheck.thunks.log import Log, Record
from strictcheck.thunks.places import ABSENT, CELL, END, KEYS, new_mark
from strictcheck.unused import MustRead

WHAT = new_mark("what")  # what is this?; answered by a layer


@dataclass(frozen=True, slots=True)
class Has:
    """Question for a part `key`; answered by True or False."""

    key: Any


# WHAT, Has(key), or KEYS: which keys are there?; answered by a tuple
Question = Any


class Site:
    """Part of an argument that is there or might be, with the questions of the call, their answers and times."""

    __slots__ = ("answers", "children", "key", "model", "parent", "root", "sample")

    def __init__(self, key: Any, parent: Site | None = None) -> None:
        self.key = key
        self.parent = parent
        self.root: Site = self if parent is None else parent.root  # place of the argument, whose key is its name
        self.children: dict[Any, Site] = {}
        self.answers: dict[Question, tuple[int, Any]] = {}
        self.sample: Site | None = None  # last part that the call saw, which others may resemble
        self.model: Site | None = None  # place that this one may resemble, if nothing is known of it

    def child(self, key: Any) -> Site:
        """Return the place of the part `key`."""
        found = self.children.get(key)
        if found is None:
            found = Site(key, self)
            found.model = self.sample or (self.model.children.get(key) if self.model else None)
            self.children[key] = found
        return found

    def answered(self, question: Question, index: int, answer: Any) -> None:
        """Keep the answer that the call got; the first answer counts."""
        self.answers.setdefault(question, (index, answer))
        if question is WHAT and self.parent is not None:
            self.parent.sample = self

    def cells(self) -> int:
        """Count the elements of an iterator that the call has seen."""
        return sum(1 for question, (_, there) in self.answers.items() if isinstance(question, Has) and there)

    @property
    def lineage(self) -> list[Site]:
        """Places from the argument down to this one."""
        above: list[Site] = [self]
        while above[-1].parent is not None:
            above.append(above[-1].parent)
        return above[::-1]

    @property
    def path(self) -> tuple[Any, ...]:
        """Path from the argument to here."""
        return tuple(place.key for place in self.lineage[1:])


@dataclass(slots=True, eq=False)
class Query:
    """Question of the call: the `index`-th row of the record asked `question` of `place`, and got `answer`."""

    index: int
    place: Site
    question: Question
    answer: Any
    log: Log
    row: int
    _below: dict[Site, bool] = field(default_factory=dict)  # answers of `opens` by place

    def opens(self, place: Site, question: Question) -> bool:
        """True if `question` about `place` is this one, or one that makes no sense before this one is answered."""
        passed = []
        while place is not self.place and place not in self._below:
            passed.append(place)
            if place.parent is None:
                break
            place, question = place.parent, Has(place.key)
        found = self._opens_here(question) if place is self.place else self._below.get(place, False)
        self._below.update(dict.fromkeys(passed, found))
        return found

    def _opens_here(self, question: Question) -> bool:
        if self.question is WHAT:
            return True
        if self.question is KEYS:
            return question is KEYS or not self._known(question)
        return question == self.question or self._comes_later(question)

    def _known(self, question: Question) -> bool:
        return question in self.place.answers and self.place.answers[question][0] < self.index

    def _comes_later(self, question: Question) -> bool:
        """True for the elements of an iterator after the one in question."""
        in_order = getattr(self.place.answers[WHAT][1], "is_series", False)
        return in_order and isinstance(question, Has) and question.key > self.question.key

    def distance(self, place: Site) -> int:
        """Return the distance of `place` from the part in question: the depth of their common container, from below."""
        own = self.place.lineage
        shared = sum(map(operator.is_, own, place.lineage))
        return len(own) - shared

    @property
    def in_function(self) -> bool:
        """True if this is about the calls of a function or their results, which come as they come."""
        *above, place = self.place.lineage
        asked = above if self.question is WHAT else [*above, place]
        layers = (one.answers[WHAT][1] for one in asked if WHAT in one.answers)
        return any(getattr(layer, "fetched_by", None) == "call" for layer in layers)


def queries_of(record: Record) -> tuple[dict[str, Site], list[Query]]:
    """Return the arguments of an observation by name, each a tree of places, and the queries, in order."""
    roots = [Site(log.name) for log in record.logs]
    places: list[list[Site]] = [[] for _ in record.logs]
    made = []
    for index, (log, row) in enumerate(record.forcings()):
        place, question, answer, at = _read(log, row, roots[log.number], places[log.number])
        place.answered(question, index, answer)
        places[log.number].append(at)
        made.append(Query(index, place, question, answer, log, row))
    return {root.key: root for root in roots}, made


def _read(log: Log, row: int, root: Site, places: list[Site]) -> tuple[Site, Question, Any, Site]:
    """Return place, question and answer of a row, and the place whose parts have rows below it."""
    parent, key, layer = log.parents[row], log.keys[row], log.layers[row]
    if parent < 0:
        return root, WHAT, layer, root
    above = places[parent]
    if key is END:
        return above, Has(above.cells()), False, above
    if key is KEYS:
        return above, KEYS, layer, above
    if layer is CELL or layer is ABSENT:
        return above, Has(key), layer is CELL, above.child(key)
    return above.child(key), WHAT, layer, above.child(key)


@dataclass(frozen=True, slots=True)
class Witness:
    """Two sets of arguments that agree on all that was known before a look, and differ in its answer.

    `one` and `other` are the demands on them; `results` are the demands on the two results, or exceptions.
    """

    one: Mapping[str, Demand]
    other: Mapping[str, Demand]
    results: tuple[Demand | BaseException, Demand | BaseException]

    def __str__(self) -> str:
        sides = zip((self.one, self.other), self.results, strict=True)
        shown = ((", ".join(f"{name}={demand.pretty()}" for name, demand in side.items()), end) for side, end in sides)
        return "\n".join(f"{arguments} gives {shown_result(result)}" for arguments, result in shown)


@dataclass(frozen=True, slots=True)
class Finding:
    """Verdict on one look: `find_needless` or not, and the `witness` to it.

    `part` is the part as in Python, and `saw` describes the answer. For a needed look, the witness has two results that
    differ; for a needless one it is an example of two equal results, the last of those `tried`; these were all there
    are if `complete`. There is no witness if no other answer is known; such a look counts as needed.
    """

    argument: str
    path: tuple[Any, ...]
    part: str
    saw: str
    index: int
    needless: bool
    witness: Witness | None
    tried: int
    complete: bool
    where: Where | None = None

    def __str__(self) -> str:
        place = f", forced by {self.where}" if self.where else ""
        tried = f"{self.tried} alternative{'s' * (self.tried != 1)} tried{', all combinations' * self.complete}"
        verdict = f"needless ({tried})" if self.needless else "needed"
        return f"{self.part}: {self.saw}{place}: {verdict}"


@dataclass(frozen=True, repr=False)
class Needless(MustRead):
    """Findings of `find_needless`, one for each look but those below a needless one. True if there is a needless one.

    `demands` are smaller demands that would have sufficed, by argument; without needless looks, the actual demands.
    """

    findings: tuple[Finding, ...]
    demands: Mapping[str, Demand]
    actual: Mapping[str, Demand]

    @property
    def demand(self) -> Demand:
        """Smaller demand on the only argument; raises `StrictCheckError` if there is not exactly one."""
        return only_demand(self.demands)

    @property
    def needless(self) -> tuple[Finding, ...]:
        """Findings of needless looks."""
        return tuple(finding for finding in self.findings if finding.needless)

    def __bool__(self) -> bool:
        return any(finding.needless for finding in self.findings)

    def __repr__(self) -> str:
        return f"<Needless: {self}>"

    def __str__(self) -> str:
        if not self:
            return "no look was needless"
        lines = [str(finding) for finding in self.needless]
        for name, demand in self.demands.items():
            if demand != self.actual[name]:
                lines.append(f"  {name}: {self.actual[name].pretty()}, where {demand.pretty()} would have done")
        return "\n".join(lines)


def shown_result(result: Demand | BaseException) -> str:
    """Describe the outcome of a call, for a message."""
    return result.pretty() if isinstance(result, Demand) else f"{type(result).__name__}({result})"
