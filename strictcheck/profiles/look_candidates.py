"""Candidates for facts beside those on fetching: looks, repeats, keys, calls, results, what raises."""

from __future__ import annotations

from collections.abc import Callable

from strictcheck.profiles.candidates import ArgumentRun, Candidate, Test


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


def keys(cases: list[ArgumentRun], x: str) -> list[Candidate]:
    """Return the fact that only some keys of a mapping are read."""
    read = {key for case in cases for key in case.numbers.get("at", ()) if key.startswith("'")}

    def test(case: ArgumentRun) -> bool | None:
        if not case.is_last or not set(case.numbers.get("at", ())) < read:
            return True if case.is_last and len(case.items) > len(read) else None
        return False if len(case.items) >= len(read) else None  # of fewer items some keys are not there

    return [(f"reads only {', '.join(sorted(read))} of {x}", test)] if read else []


def missing(x: str) -> list[Candidate]:
    """Return the fact that parts are asked for in vain."""
    return [(f"asks {x} for keys or attributes that it may not have", _missed)]


def _missed(case: ArgumentRun) -> bool | None:
    return case.numbers.get("missed", 0) > 0 or None


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
