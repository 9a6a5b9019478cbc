"""Candidates for facts: the closed list of sentences on what a call looks at, each with its test of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from strictcheck.profiles.argument_shapes import is_keyed
from strictcheck.profiles.measurements import CONTEXTS, MOST, Row

AHEAD = {0: "", 1: ", and is one ahead", 2: ", and is two ahead", -1: ", but one less in all"}
LISTS = ("list", "lists", "strings", "pairs")
STOPS_OF_VALUES: dict[str, Callable[[list[Any], int], bool]] = {
    "that is true": lambda items, at: bool(items[at]),
    "that is false": lambda items, at: not items[at],
    "that differs from the first": lambda items, at: bool(items[at] != items[0]),
    "that was there before": lambda items, at: items[at] in items[:at],
    "that is less than the one before": lambda items, at: at > 0 and bool(items[at] < items[at - 1]),
}


class ArgumentRun(NamedTuple):
    """One run, as seen from one of its arguments, with its parts by their keys or places."""

    row: Row
    shape: str
    parts: dict[str, Any]
    numbers: dict[str, Any]
    values: dict[str, Any]  # of the arguments that were not observed
    lengths: dict[str, int]  # of the other observed arguments
    is_last: bool

    @property
    def pulled(self) -> int:
        """Number of items that were fetched."""
        count: int = self.numbers.get("pulled", 0)
        return count

    @property
    def items(self) -> list[Any]:
        """Parts of the argument, in order."""
        return list(self.parts.values())

    @property
    def has_keys(self) -> bool:
        """True if the parts have names, as keys and attributes have."""
        return self.shape == "dict" or is_keyed(self.parts)

    @property
    def asked(self) -> int:
        """Number of results that were asked for."""
        return CONTEXTS[self.row["context"]]


Test = Callable[[ArgumentRun], bool | None]
Prediction = Callable[[ArgumentRun], int | None]  # how many items are fetched, if that can be told
Candidate = tuple[str, Test]


def _predicted(where: Callable[[ArgumentRun], bool], predict: Prediction) -> Test:
    """Make the test that fetches are as many as predicted, or all there are, which cannot tell."""

    def test(case: ArgumentRun) -> bool | None:
        expected = predict(case) if where(case) else None
        if expected is None:
            return None
        if case.pulled != min(max(expected, 0), len(case.items)):
            return False
        return True if expected < len(case.items) else None

    return test


def _all(where: Callable[[ArgumentRun], bool]) -> Test:
    """Make the test that all was fetched; from three items more than results on, that is no chance."""

    def test(case: ArgumentRun) -> bool | None:
        if not where(case):
            return None
        if case.pulled != len(case.items):
            return False
        return True if len(case.items) >= case.row["taken"] + 3 else None

    return test


def _numbers_of(cases: list[ArgumentRun]) -> list[str]:
    """List the parameters that are whole numbers."""
    return [name for name, value in (cases[0].values if cases else {}).items() if type(value) is int]


def _is_call(case: ArgumentRun) -> bool:
    return case.row["context"] == "call" and not case.is_last


def _is_last(case: ArgumentRun) -> bool:
    return case.is_last


def has_started(case: ArgumentRun) -> bool:
    """True for a call that fetches something before a result is asked for."""
    return _is_call(case) and case.pulled > 0


def _is_list(case: ArgumentRun) -> bool:
    return case.shape in LISTS


def at_the_call(cases: list[ArgumentRun], x: str) -> list[Candidate]:
    """Return the facts on items that are fetched before any result is asked for."""
    found = [(f"usual: fetches nothing of {x} until asked", _predicted(_is_call, _constant(0)))]
    found += _fixed(cases, x, _is_call, "at the call")
    return [*found, (f"reads all of {x} at the call", _all(_is_call))]


def _fixed(cases: list[ArgumentRun], x: str, where: Callable[[ArgumentRun], bool], when: str) -> list[Candidate]:
    """Return the facts that a number of items is fetched, known beforehand."""
    found: list[Candidate] = []
    for count in (1, 2, 3):
        text = f"fetches {count} item{'s' * (count > 1)} of {x} {when}"
        found.append((text, _predicted(where, _constant(count))))
    for name in _numbers_of(cases):
        for more, text in ((0, name), (1, f"{name} + 1"), (-1, f"{name} - 1")):
            predict = _of_parameter(name, more)
            found.append((f"fetches {text} items of {x} {when}", _predicted(where, predict)))
    return found


def _constant(count: int) -> Prediction:
    return lambda case: count


def _of_length(name: str, more: int) -> Prediction:
    return lambda case: case.lengths[name] + more


def _of_parameter(name: str, more: int) -> Callable[[ArgumentRun], int]:
    return lambda case: int(case.values[name]) + more


def _is_given(case: ArgumentRun) -> bool:
    """True if results were asked for, and there were as many."""
    return 0 < case.asked == case.row["taken"]


def _linear(factor: int | str, more: int) -> Test:
    """Make the test that items are fetched by a rate; one result cannot tell a rate from a number."""
    test = _predicted(_is_given, lambda case: _value(case, factor) * case.asked + more)
    return lambda case: None if case.asked < 2 and test(case) else test(case)


def _ahead(more: int, name: str) -> Test:
    return _predicted(_is_given, lambda case: case.asked + _value(case, name) + more)


def _value(case: ArgumentRun, number: int | str) -> int:
    return case.values[number] if isinstance(number, str) else number


def rates(cases: list[ArgumentRun], x: str) -> list[Candidate]:
    """Return the facts on items for each result that was asked for and given."""
    found: list[Candidate] = [(f"fetches an item of {x} for each result, from the end", _backwards)]
    factors: list[int | str] = [1, 2, 3, *_numbers_of(cases)]
    for factor in factors:
        items = "an item" if factor == 1 else f"{factor} items"
        for more, text in AHEAD.items():
            found.append((f"fetches {items} of {x} for each result{text}", _linear(factor, more)))
    for name in _numbers_of(cases):
        for more, text in ((0, name), (-1, f"{name} - 1")):
            found.append((f"fetches an item of {x} for each result, and is {text} ahead", _ahead(more, name)))
    for name, wanted, word in _answers(cases):
        test = _predicted(_is_given, _answered(name, wanted))
        found.append((f"fetches {x} up to the next item to which {name} says {word}, for each result", test))
    return [*found, (f"reads {x} to the end before the first result", _all(_is_given))]


def _answers(cases: list[ArgumentRun]) -> list[tuple[str, bool, str]]:
    names = [name for name, value in (cases[0].values if cases else {}).items() if hasattr(value, "answers")]
    return [(name, wanted, word) for name in names for wanted, word in ((True, "yes"), (False, "no"))]


def _answered(name: str, wanted: bool) -> Prediction:
    """Predict the item to which a callback gives an answer as often as there are results, or at the end once."""

    def predict(case: ArgumentRun) -> int | None:
        answers = case.values[name].answers
        if answers is None or not all(isinstance(answer, int) for answer in answers):
            return None
        places = [at + 1 for at in range(len(case.items)) if bool(answers[at % len(answers)]) is wanted]
        rank = case.asked if 0 < case.asked < MOST else 1
        return places[rank - 1] if len(places) >= rank else len(case.items)

    return predict


def ends(cases: list[ArgumentRun], x: str) -> list[Candidate]:
    """Return the facts on what has been fetched when all is done."""
    found = [
        (f"looks at no more than the length of {x}", _length_only),
        (f"usual: fetches nothing of {x}", _predicted(_is_last, _constant(0))),
        *_single(cases, x),
        *_fixed(cases, x, _is_last, "in all"),
    ]
    for name, wanted, word in _answers(cases):
        test = _predicted(_is_last, _answered(name, wanted))
        found.append((f"stops at the first item of {x} to which {name} says {word}", test))
    for text, stops in STOPS_OF_VALUES.items():
        found.append((f"stops at the first item of {x} {text}", _predicted(_is_last, _first(stops))))
    for name in cases[0].lengths if cases else ():
        for more, text in ((0, "with"), (1, "one item after")):
            test = _predicted(_is_last, _of_length(name, more))
            found.append((f"stops {text} the end of {name}, in {x}", test))
    return [*found, (f"reads all of {x}", _all(_is_last))]


def _length_only(case: ArgumentRun) -> bool | None:
    if not case.is_last or not _is_list(case):
        return None
    return bool(case.numbers.get("touched")) and not case.pulled and (len(case.items) > 0 or None)


def _single(cases: list[ArgumentRun], x: str) -> Iterator[Candidate]:
    """Yield the facts that of a list one item is fetched, and which."""
    places: list[tuple[str, Callable[[ArgumentRun], int]]] = [("the last item", lambda case: len(case.items) - 1)]
    for name in _numbers_of(cases):
        places.append((f"item {name}, counted from 0,", _of_parameter(name, 0)))
        places.append((f"item {name}, counted from the end,", _place_from_end(name)))
    for text, place in places:
        yield f"fetches only {text} of {x}", _only(place)


def _place_from_end(name: str) -> Callable[[ArgumentRun], int]:
    return lambda case: len(case.items) - int(case.values[name])


def _only(place: Callable[[ArgumentRun], int]) -> Test:
    def test(case: ArgumentRun) -> bool | None:
        if not case.is_last or not _is_list(case) or not case.items:
            return None
        return case.numbers.get("at", []) == [str(place(case))] and (len(case.items) > 1 or None)

    return test


def _backwards(case: ArgumentRun) -> bool | None:
    if not _is_given(case) or not _is_list(case):
        return None
    last = range(len(case.items) - 1, len(case.items) - 1 - case.asked, -1)
    return case.numbers.get("at", []) == [str(at) for at in last] and (len(case.items) > case.asked or None)


def _first(stops: Callable[[list[Any], int], bool]) -> Prediction:
    def predict(case: ArgumentRun) -> int | None:
        try:
            places = (at + 1 for at in range(len(case.items)) if stops(case.items, at))
            return next(places, len(case.items))
        except TypeError:  # items that have no order
            return None

    return predict
