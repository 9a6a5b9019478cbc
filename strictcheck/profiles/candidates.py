"""Candidates for facts: the closed list of sentences on what a call looks at, each with its test of a run.

A sentence is a row of a table: its words, and the number of items, or which, that a run must have by it. In the words,
{x} is the argument, {n} stands for each parameter that is a whole number, {p} for each callback that answers yes or
no, {y} for each other argument that is watched. A run may be unable to tell: on two items, "two items" is "all".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from strictcheck.profiles.argument_shapes import DICTS, is_keyed
from strictcheck.profiles.measurements import CONTEXTS, MOST, Row

LISTS = ("list", "lists", "strings", "pairs", "trees", "dicts", "keys")
RANDOM_ITEMS = ("dicts", "iterator of dicts")
ALL = 10**9


@dataclass
class ArgumentRun:
    """One run, as seen from one of its arguments, with its parts by their keys or places.

    `bound` is the parameter that a sentence speaks of, beside this argument: `n` is its value, `length` its length, and
    `beside` counts what was fetched of it.
    """

    name: str
    shape: str
    row: Row
    parts: dict[str, Any]
    values: dict[str, Any]  # of the arguments that were not observed
    answers: dict[str, list[Any]]  # of callbacks, as far as they mean yes or no
    others: dict[str, dict[str, Any]]  # parts of the other observed arguments
    is_last: bool
    is_open: bool  # it returned a function, which may look at more when it is called
    bound: str = ""

    def __post_init__(self) -> None:
        """Name the numbers that rules speak of."""
        self.numbers: dict[str, Any] = self.row["numbers"][self.name]
        self.items: list[Any] = list(self.parts.values())
        self.size: int = len(self.items)
        self.has_keys = self.shape in DICTS or is_keyed(self.parts)
        self.taken: int = max(self.row["taken"], 0)
        self.asked: int = CONTEXTS[self.row["context"]]
        self.pulled: int = self.numbers.get("pulled", 0)
        self.called: int = self.numbers.get("called", 0)
        self.touched: int = self.numbers.get("touched", 0)
        self.n: int = self.values.get(self.bound, 0)
        self.length: int = len(self.others.get(self.bound, ()))
        self.beside: int = self.row["numbers"].get(self.bound, {}).get("pulled", 0)

    def answered(self, wanted: bool) -> int:
        """Return the place after the item to which the callback answers so; of several results, after the last."""
        answers = self.answers[self.bound]
        places = [at + 1 for at in range(self.size) if bool(answers[at % len(answers)]) is wanted]
        rank = self.asked if 0 < self.asked < MOST else 1
        return places[rank - 1] if len(places) >= rank else self.size

    def first(self, stops: Callable[[list[Any], int], bool]) -> int | None:
        """Return the place after the first item at which it stops; None for items that have no order."""
        items = self.items
        try:
            return next((at + 1 for at in range(len(items)) if stops(items, at)), len(items))
        except TypeError:
            return None

    def difference(self) -> int | None:
        """Return the place after the first item that differs from the one beside it; None if none does."""
        pairs = zip(self.items, self.others[self.bound].values(), strict=False)
        return next((at + 1 for at, (one, other) in enumerate(pairs) if one != other), None)


Test = Callable[[ArgumentRun], bool | None]
Rule = Callable[[ArgumentRun], Any]  # what a run must have by a sentence; None if that cannot be told


class Places(tuple[int, ...]):
    """Places of a list that are fetched, in this order."""


class AtMost(int):
    """Number of items that is fetched at most."""


class Slot(NamedTuple):
    """Sentences of one subject, the plainest first; `judge` compares a run with what it must have."""

    where: Callable[[ArgumentRun], bool]
    judge: Callable[[ArgumentRun, Any], bool | None]
    rows: Mapping[str, Rule]

    def candidates(self, cases: list[ArgumentRun], x: str) -> Iterator[tuple[str, Test]]:
        """Yield the sentences on an argument, each with its test."""
        for words, rule in self.rows.items():
            for bound in _meant(words, cases):
                yield words.format(x=x, n=bound, p=bound, y=bound), self._test(rule, bound, words.startswith("stops "))

    def _test(self, rule: Rule, bound: str, is_stop: bool) -> Test:
        def test(case: ArgumentRun) -> bool | None:
            expected = rule(replace(case, bound=bound) if bound else case) if self.where(case) else None
            answer = None if expected is None else self.judge(case, expected)
            if is_stop and answer and set(case.numbers.get("at", ())) != set(map(str, range(case.pulled))):
                return False  # of a list, as many may be fetched from its end
            return answer

        return test


def _meant(words: str, cases: list[ArgumentRun]) -> list[str]:
    """List the parameters that a sentence can speak of; a sentence that speaks of none is meant once."""
    if "{n}" in words:
        return [name for name in cases[0].values if all(type(case.values[name]) is int for case in cases)]
    if "{p}" in words:
        return list(cases[0].answers)
    if "{y}" in words:
        return list(cases[0].others)
    return [""]


def _fetched(case: ArgumentRun, expected: int | Places) -> bool | None:
    """Compare fetches with a number, with all, or with places."""
    if isinstance(expected, Places):
        if not case.size:
            return None
        return case.numbers.get("at", []) == [str(at) for at in expected] and (case.size > len(expected) or None)
    if isinstance(expected, AtMost):
        return case.pulled <= expected and (case.pulled == expected < case.size or None)
    # That all was fetched is no chance from three items more than results on.
    tells = case.size >= case.taken + 3 if expected == ALL else expected < case.size
    return case.pulled == min(max(expected, 0), case.size) and (tells or None)


def is_call(case: ArgumentRun) -> bool:
    """True for a call of which no result was asked for yet."""
    return case.asked == 0 and not is_last(case)


def _is_given(case: ArgumentRun) -> bool:
    """True if results were asked for, and there were as many."""
    return 0 < case.asked == case.taken


def is_last(case: ArgumentRun) -> bool:
    """True for the run of a call in which most was asked for, and after which nothing is looked at."""
    return case.is_last and not case.is_open


def _is_any(_: ArgumentRun) -> bool:
    return True


AMOUNTS: dict[str, Rule] = {
    "1 item": lambda c: 1,
    "2 items": lambda c: 2,
    "{n} items": lambda c: c.n,
    "{n} + 1 items": lambda c: c.n + 1,
    "{n} - 1 items": lambda c: c.n - 1,
}
CALL = Slot(
    lambda case: case.asked == 0,
    # Where there are no results to ask for, "at the call" says nothing, but what it denies is refuted.
    lambda case, expected: _fetched(case, expected) and (None if is_last(case) else True),
    {
        "usual: fetches nothing of {x} until asked": lambda c: 0,
        **{f"fetches {text} of {{x}} at the call": rule for text, rule in AMOUNTS.items()},
        "reads all of {x} at the call": lambda c: ALL,
    },
)


def _rated(case: ArgumentRun, expected: int | Places) -> bool | None:
    """Compare fetches with what so many results take. One result, or one item, cannot tell a rate from a number."""
    found = _fetched(case, expected)
    return None if found and isinstance(expected, int) and min(case.asked, expected) < 2 else found


RATES = Slot(
    _is_given,
    _rated,
    {
        "fetches an item of {x} for each result, from the end": lambda c: Places(
            c.size - 1 - at for at in range(c.asked)
        ),
        "fetches an item of {x} for each result": lambda c: c.asked,
        "fetches an item of {x} for each result, and is one ahead": lambda c: c.asked + 1,
        "fetches an item of {x} for each result, but one less in all": lambda c: c.asked - 1,
        "fetches 2 items of {x} for each result": lambda c: 2 * c.asked,
        "fetches 2 items of {x} for each result, but one less in all": lambda c: 2 * c.asked - 1,
        "fetches {n} items of {x} for each result": lambda c: c.n * c.asked,
        "fetches {n} items of {x} for each result, and is {n} ahead": lambda c: c.n * c.asked + c.n,
        "fetches an item of {x} for each {n} results": lambda c: -(-c.asked // c.n) if c.n > 0 else None,
        "fetches an item of {x} for each result, and is {n} ahead": lambda c: c.asked + c.n,
        "fetches an item of {x} for each result, and is {n} - 1 ahead": lambda c: c.asked + c.n - 1,
        "fetches {x} up to the next item to which {p} says yes, for each result": lambda c: c.answered(True),
        "fetches {x} up to the next item to which {p} says no, for each result": lambda c: c.answered(False),
        "reads {x} to the end before the first result": lambda c: ALL,
        "fetches at most an item of {x} for each result": lambda c: AtMost(c.asked),
        "fetches at most an item of {x} for each result, and one more": lambda c: AtMost(c.asked + 1),
    },
)
ENDS = Slot(
    is_last,
    _fetched,
    {
        "looks at no more than the length of {x}": lambda c: Places() if c.touched and c.shape in LISTS else None,
        "usual: fetches nothing of {x}": lambda c: 0,
        "fetches only the first item of {x}": lambda c: Places([0]),
        "fetches only the second item of {x}": lambda c: Places([1]),
        "fetches only the last item of {x}": lambda c: Places([c.size - 1]),
        "fetches only item {n}, counted from 0, of {x}": lambda c: Places([c.n + c.size * (c.n < 0)]),
        **{f"fetches {text} of {{x}} in all": rule for text, rule in AMOUNTS.items()},
        "stops at the first item of {x} to which {p} says yes": lambda c: c.answered(True),
        "stops at the first item of {x} to which {p} says no": lambda c: c.answered(False),
        "stops at the first item of {x} that is true": lambda c: c.first(lambda xs, at: bool(xs[at])),
        "stops at the first item of {x} that is false": lambda c: c.first(lambda xs, at: not xs[at]),
        "stops at the first item of {x} that differs from the first": lambda c: c.first(lambda xs, at: xs[at] != xs[0]),
        "stops at the first item of {x} that was there before": lambda c: c.first(lambda xs, at: xs[at] in xs[:at]),
        "stops at the first item of {x} that is less than the one before": lambda c: c.first(
            lambda xs, at: at > 0 and xs[at] < xs[at - 1]
        ),
        "stops at the first item of {x} that differs from that of {y}": lambda c: c.difference(),
        "stops with the end of {y}, in {x}": lambda c: c.length,
        "stops one item after the end of {y}, in {x}": lambda c: c.length + 1,
        "reads all of {x}": lambda c: ALL,
    },
)
LOOKS = Slot(
    _is_any,
    lambda case, places: set(case.numbers.get("which", ())) == {*map(str, places)} and (case.pulled > 1 or None),
    {
        "usual: passes the items of {x} on without a look": lambda c: range(0),
        "looks at each item of {x} that it fetches": lambda c: c.numbers.get("at", ()),
        "looks at all but the first item of {x}": lambda c: range(1, c.pulled),
    },
)
REPEATS = Slot(
    lambda case: case.is_last and case.pulled > 0,
    lambda case, times: case.numbers.get("again", 0) == times[0] and case.numbers.get("each again", 0) >= times[1],
    {
        "fetches the items of {x} 2 times": lambda c: (1, 1),
        "fetches the items of {x} 3 times": lambda c: (2, 2),
        "fetches some items of {x} 2 times": lambda c: (1, 0),
        "fetches some items of {x} 3 times": lambda c: (2, 0),
    },
)
WHOLE = Slot(
    _is_any,
    lambda case, times: case.numbers.get("whole", 0) == times,
    {
        "looks at {x} as a whole at the call": lambda c: 1 if is_call(c) else None,
        "looks at {x} as a whole": lambda c: 1 if c.is_last else None,
        "usual: does not look at {x}": lambda c: 0,
    },
)
RESULTS = Slot(is_last, lambda case, count: case.numbers.get("shared", 0) == count, {"returns {x} itself": lambda c: 1})
RAISING = Slot(
    _is_any,
    lambda case, count: case.pulled == min(max(count, 0), case.size) and (case.size >= max(count, 1) or None),
    {
        "when it raises, has fetched nothing of {x}": lambda c: 0,
        "when it raises, has fetched all of {x}": lambda c: c.size,
        **{f"when it raises, has fetched {text} of {{x}}": rule for text, rule in AMOUNTS.items()},
    },
)
CALLS = Slot(
    _is_any,
    lambda case, times: case.called == max(times, 0) and (times > 1 or None),
    {
        "calls {x} once for each item of {y} that it fetches": lambda c: c.beside,
        "calls {x} once for each item of {y} that it fetches but one": lambda c: c.beside - 1,
        "calls {x} once for each result": lambda c: c.taken,
        "calls {x} once for each result but one": lambda c: c.taken - 1,
    },
)
ONCE = Slot(
    lambda case: case.is_last,
    lambda case, times: case.called <= times and (case.called == times or None),
    {"never calls {x}": lambda c: 0, "calls {x} at most once": lambda c: 1},
)
