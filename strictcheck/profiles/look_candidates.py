"""Candidates for facts beside those on fetching: looks, repeats, keys, calls, results, what raises."""

from __future__ import annotations

from collections.abc import Callable

from strictcheck.profiles.candidates import ArgumentRun, Candidate, Test
from strictcheck.profiles.drawing import named_parts

MOST_KEYS = 8  # in one sentence


def looks(x: str) -> list[Candidate]:
    """Return the facts on which of the fetched items are looked at."""

    def of_all(expected: Callable[[int], list[str]]) -> Test:
        def test(case: ArgumentRun) -> bool | None:
            is_right = case.numbers.get("which", []) == expected(case.pulled)
            return None if is_right and case.pulled < 2 else is_right

        return test

    return [
        (f"usual: passes the items of {x} on without a look", of_all(lambda count: [])),
        (f"looks at each item of {x} that it fetches", of_all(lambda count: [str(at) for at in range(count)])),
        (f"looks at all but the first item of {x}", of_all(lambda count: [str(at) for at in range(1, count)])),
        (f"looks at the first item of {x} only", of_all(lambda count: ["0"][:count])),
        (f"looks at all but the last item of {x} that it fetches", of_all(_places_but_the_last)),
    ]


def _places_but_the_last(count: int) -> list[str]:
    return [str(at) for at in range(count - 1)]


def results(x: str) -> list[Candidate]:
    """Return the fact that an argument itself comes back."""
    return [(f"returns {x} itself", lambda case: bool(case.numbers.get("shared")) if case.is_last else None)]


def raising(cases: list[ArgumentRun], x: str) -> list[Candidate]:
    """Return the facts on what had been fetched by calls that raise."""
    errors = {case.row["error"] for case in cases}
    raises = f"raises {errors.pop()}" if len(errors) == 1 else "raises"

    def has_fetched(is_all: bool) -> Test:
        return lambda case: case.pulled == len(case.items) * is_all and (len(case.items) > 0 or None)

    return [
        (f"when it {raises}, has fetched nothing of {x}", has_fetched(False)),
        (f"when it {raises}, has read all of {x}", has_fetched(True)),
    ]


def repeats(x: str) -> list[Candidate]:
    """Return the facts on items that are fetched more than once."""

    def times(count: int, least: int) -> Test:
        def test(case: ArgumentRun) -> bool | None:
            if not case.is_last or case.pulled == 0:
                return None
            most, each = case.numbers.get("again", 0) + 1, case.numbers.get("each again", 0) + 1
            return most == count and each >= least

        return test

    return [
        *((f"fetches the items of {x} {count} times", times(count, count)) for count in (2, 3)),
        *((f"fetches some items of {x} {count} times", times(count, 1)) for count in (2, 3)),
    ]


Reads = Callable[[ArgumentRun], list[tuple[set[str], int]]]  # keys asked of values, and how many there are


def keys_of_it(case: ArgumentRun) -> list[tuple[set[str], int]]:
    """Return the keys or attributes that were asked of the argument itself, absent ones too."""
    asked = {key for key in (*case.numbers.get("at", ()), *case.numbers.get("absent", ())) if key.startswith("'")}
    return [(asked, len(case.items))]


def keys_of_items(case: ArgumentRun) -> list[tuple[set[str], int]]:
    """Return the keys or attributes that were asked of each item that was fetched."""
    return [one for at in case.numbers.get("at", ()) for one in keys_under(at)(case)]


def keys_under(key: str) -> Reads:
    """Return the function that finds the keys that were asked of one part of the argument."""

    def find(case: ArgumentRun) -> list[tuple[set[str], int]]:
        if key not in case.numbers.get("at", ()) or key not in case.parts:
            return []
        return [(set(case.numbers.get("below", {}).get(key, ())), len(named_parts(case.parts[key])))]

    return find


def keys(cases: list[ArgumentRun], failed: list[ArgumentRun], x: str, reads: Reads) -> list[Candidate]:
    """Return the facts on the keys that are read of some value: always or at times, and that others are not."""
    groups = [asked for case in cases if case.is_last for asked, _ in reads(case)]
    every = set[str]().union(*groups, *(asked for case in failed for asked, _ in reads(case)))
    always = set.intersection(*groups) if groups else set()
    if not 0 < len(every) <= MOST_KEYS or (cases[0].shape == "dict" and every != always):
        return []
    names, others = (", ".join(sorted(some)) for some in (always, every - always))
    text = f"{names}, and at times {others}, of {x}" if names and others else f"{names or others} of {x}"
    text += "" if names else ", and not always"

    def test(is_only: bool) -> Test:
        def tell(case: ArgumentRun) -> bool | None:
            found = reads(case) if case.is_last else []
            return any(size > len(asked) if is_only else asked for asked, size in found) or None

        return tell

    return [(f"reads only {text}", test(True)), (f"reads {text}", test(False))]


def missing(cases: list[ArgumentRun], x: str) -> list[Candidate]:
    """Return the fact that parts are asked for in vain."""
    if not cases:
        return []
    names = sorted({name for case in cases for name in case.numbers.get("absent", ())})
    is_known = len(names) <= MOST_KEYS and cases[0].shape != "dict"  # of random keys, the absent ones are random too
    which = f"{', '.join(names)}, which" if is_known else "keys or attributes that"
    return [(f"asks {x} for {which} may be absent", lambda case: "absent" in case.numbers or None)]


def calls(cases: list[ArgumentRun], f: str) -> list[Candidate]:
    """Return the facts on how often a callback is called."""
    found: list[Candidate] = []
    for less, text in ((0, ""), (1, " but one")):
        for x in cases[0].lengths if cases else ():
            found.append((f"calls {f} once for each item of {x} that it fetches{text}", _called(_pulled(x, less))))
    found.append((f"calls {f} once for each result", _called(lambda case: case.row["taken"])))
    found.append((f"calls {f} once", lambda case: _is_called(case, 1) if case.is_last else None))
    return [*found, (f"never calls {f}", _never)]


def _never(case: ArgumentRun) -> bool | None:
    return _is_called(case, 0) and (case.is_last or None)


def _is_called(case: ArgumentRun, count: int) -> bool:
    return bool(case.numbers.get("called", 0) == count)


def _called(expected: Callable[[ArgumentRun], int]) -> Test:
    """Make the test that a callback is called so often; once or never cannot tell."""

    def test(case: ArgumentRun) -> bool | None:
        count = expected(case)
        return False if not _is_called(case, count) else count > 1 or None

    return test


def _pulled(x: str, less: int) -> Callable[[ArgumentRun], int]:
    return lambda case: max(case.row["numbers"].get(x, {}).get("pulled", 0) - less, 0)
