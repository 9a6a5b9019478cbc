"""Everyday data beside games: lists, dicts, dataclasses, objects, JSON, single looks at large values.

Run `python tests/bench/bench_everyday.py`, or with words to run only the rows that contain one of them. Times are
processor time, the least of several turns, with garbage collected as it always is. The unit is the cost per part of
`lazytree.minimax` on a uniform game, measured in the same turns, so that a slow or busy machine slows both alike.
"""

from __future__ import annotations

import functools
import gc
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from bench_forcing import by_isinstance, by_match
from rich.console import Console
from rich.table import Table

from lazytree import alphabeta, minimax, uniform
from strictcheck import nf, observe

TURNS = 5
LARGE = 100_000
UNIT_THEN = 2.8  # microseconds a unit took when the issue was written, for figures that it gives in microseconds


@dataclass
class Point:
    x: int
    y: int
    label: str


class Account:
    """A plain object whose method reads two of its three attributes."""

    def __init__(self, paid: int, owed: int, name: str) -> None:
        self.paid = paid
        self.owed = owed
        self.name = name

    def balance(self) -> int:
        return self.paid - self.owed


def add_up(numbers: Iterable[int]) -> int:
    total = 0
    for number in numbers:
        total += number
    return total


def add_fields(points: list[Point]) -> int:
    total = 0
    for point in points:
        total += point.x + point.y
    return total


def add_balances(accounts: list[Account]) -> int:
    total = 0
    for account in accounts:
        total += account.balance()
    return total


def walk(value: Any) -> int:
    """Count the leaves of JSON, looking at all of it."""
    if isinstance(value, dict):
        return sum(walk(part) for part in value.values())
    if isinstance(value, list):
        return sum(walk(part) for part in value)
    return 1 if value != "" else 0


def json_records(count: int) -> list[dict[str, Any]]:
    return [
        {
            "id": number,
            "name": f"user {number}",
            "active": number % 3 == 0,
            "score": number / 7,
            "tags": ["a", "b", str(number)],
            "address": {"city": "Oslo", "zip": 1000 + number, "geo": [number, -number]},
        }
        for number in range(count)
    ]


def seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    """Processor time of one call, and what it returned."""
    gc.collect()
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def side_by_side(*works: Callable[[], Any], turns: int = TURNS) -> list[float]:
    """Least processor time of each, measured in turn."""
    least = [float("inf")] * len(works)
    for _ in range(turns):
        for place, work in enumerate(works):
            least[place] = min(least[place], seconds(work)[0])
    return least


def demand_of(function: Callable[..., Any], argument: Callable[[], Any], **options: Any) -> Any:
    """An observation with its demand, so that both are paid for; the argument is made anew for each."""
    return observe(function, argument(), **options).demand


class Unit:
    """The cost of a part in `minimax` on a uniform game."""

    def __init__(self) -> None:
        game = uniform(4, 5, range(4**5))
        self.work = functools.partial(demand_of, minimax, lambda: game)
        self.size = self.work().size

    def per_part(self, work: Callable[[], Any], parts: int) -> float:
        """Cost of `work` for each of so many parts, in units."""
        unit, took = side_by_side(self.work, work)
        return (took / parts) / (unit / self.size)


class Row(NamedTuple):
    """A line of the table: how to measure it now, the figure when the goals were set, and the goal."""

    what: str
    then: str
    goal: str
    measure: Callable[[], str]


def everyday(unit: Unit) -> Iterator[Row]:
    """Values of many parts, nearly all of them looked at."""
    numbers = list(range(10_000))
    keyed = {f"key {number}": number for number in range(20_000)}
    points = [Point(number, -number, "p") for number in range(5_000)]
    accounts = [Account(number, 1, "a") for number in range(5_000)]
    records = json_records(1_500)
    cases: list[tuple[str, str, str, Any, Callable[[], Any], dict[str, Any]]] = [
        ("list of ints summed in Python", "2.5", "1.5", add_up, lambda: numbers, {}),
        ("tuple of ints", "1.2", "1.5", add_up, lambda: tuple(numbers), {}),
        ("iterator of ints", "2.3", "1.5", add_up, lambda: iter(numbers), {}),
        ("values of a dict of 20,000", "6.6", "1.5", lambda table: add_up(table.values()), lambda: keyed, {}),
        ("two fields of 5,000 dataclasses", "2.4", "1.5", add_fields, lambda: points, {}),
        ("method reads two attributes, 5,000 objects", "4.1", "2", add_balances, lambda: accounts, {}),
        ("walk through 1,500 JSON records", "6.5", "1.5", walk, lambda: records, {"atoms": (str, bytes)}),
    ]
    for what, then, goal, function, argument, options in cases:
        work = functools.partial(demand_of, function, argument, **options)
        yield Row(f"{what}: units a part", then, goal, functools.partial(_per_part, unit, work))
    yield Row("observation that forces one part: units", "66", "15", functools.partial(_one_look, unit))


def _per_part(unit: Unit, work: Callable[[], Any]) -> str:
    return f"{unit.per_part(work, work().size):.1f}"


def _one_look(unit: Unit) -> str:
    config = {"host": 1, "port": 80}

    def a_hundred() -> None:
        for _ in range(100):
            observe(lambda table: table["host"], config).demand

    return f"{unit.per_part(a_hundred, 100):.0f}"


def searches() -> Iterator[Row]:
    """Alpha-beta, observed over plain."""
    game = uniform(4, 7, [(7 * number) % 1009 for number in range(4**7)])
    cases: list[tuple[str, Callable[[Any], Any], str, str]] = [
        ("match", by_match, "6.0", "4.5"),
        ("isinstance", by_isinstance, "9.8", "7"),
        ("lazytree", alphabeta, "5.3", "4"),
    ]
    for name, search, then, goal in cases:
        measure = functools.partial(_observed_over_plain, search, game)
        yield Row(f"alpha-beta by {name}: observed/plain", then, goal, measure)


def _observed_over_plain(search: Callable[[Any], Any], game: Any) -> str:
    plain, observed = side_by_side(lambda: search(game), lambda: observe(search, game), turns=2 * TURNS)
    return f"{observed / plain:.1f}"


def normal_forms(unit: Unit) -> Iterator[Row]:
    """`nf` as a context, per layer of the result."""
    values: dict[str, Any] = {
        "nested lists": [[number, [number]] for number in range(1_500)],
        "dataclasses": [Point(number, number, "p") for number in range(1_500)],
        "JSON records": json_records(300),
    }
    for name, value in values.items():
        measure = functools.partial(_normal_form, unit, value)
        yield Row(f"nf of {name}: scaled µs a layer", "20 to 45", "3", measure)


def _normal_form(unit: Unit, value: Any) -> str:
    def work() -> Any:
        return observe(lambda: value, context=nf).result_demand

    return f"{unit.per_part(work, work().size) * UNIT_THEN:.1f}"


def single_looks() -> Iterator[Row]:
    """Few looks at large values: the cost of what was not looked at, in passes of C code over the pointers."""

    def numbers(size: int) -> list[int]:
        return list(range(size))

    def table(size: int) -> dict[str, int]:
        return {str(number): number for number in range(size)}

    cases: list[tuple[str, Callable[[Any], Any], Callable[[int], Any]]] = [
        ("xs[0]", lambda xs: xs[0] + 1, numbers),
        ("a slice of three", lambda xs: add_up(xs[len(xs) // 2 : len(xs) // 2 + 3]), numbers),
        ("xs.append(1)", lambda xs: xs.append(1), numbers),
        ("three keys of a dict", lambda d: d["1"] + d["5"] + d["7"], table),
        ("list(d)[:3]", lambda d: list(d)[:3], table),
    ]
    for what, look, make in cases:
        measure = functools.partial(_passes, look, make)
        yield Row(f"{what} of {LARGE:,}: passes to observe; to replay", "up to 5 s", "1; 1", measure)


def _passes(look: Callable[[Any], Any], make: Callable[[int], Any]) -> str:
    large, small = make(LARGE), make(10)
    works: list[Callable[[], Any]] = [large.copy]
    for value in (small, large):
        observation = observe(look, value)
        assert observation.demand
        works += [functools.partial(demand_of, look, lambda value=value: value), observation.replay]
    a_pass, observed_small, replayed_small, observed, replayed = side_by_side(*works, turns=3)
    return f"{(observed - observed_small) / a_pass:.1f}; {(replayed - replayed_small) / a_pass:.1f}"


def a_million() -> Iterator[Row]:
    """`sum` of 10**6 ints, in a process of its own, for its memory to be told."""
    goal = "200 MB; 4 x observe"
    yield Row("sum of 10^6 ints: memory; observe + replay + str", "322 MB; 65 s", goal, _million)


def _million() -> str:
    command = [sys.executable, __file__, "--million"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    together = told["observe"] + told["replay"] + told["str"]
    return f"{told['megabytes']:.0f} MB; {together:.0f} s, {together / told['observe']:.1f} x observe"


def measure_a_million() -> dict[str, float]:
    """Memory that an observation with its demand adds at the peak, and processor times."""
    numbers = list(range(10**6))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    observing, observation = seconds(lambda: observe(sum, numbers))
    telling, demand = seconds(lambda: observation.demand)
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    replaying, _ = seconds(observation.replay)
    writing, _ = seconds(lambda: str(demand))
    return {"megabytes": kilobytes / 1024, "observe": observing + telling, "replay": replaying, "str": writing}


def main(words: list[str]) -> None:
    """Print the table, with all rows or those that contain one of the words."""
    unit = Unit()
    table = Table("what", "now", "issue", "goal", title=f"CPython {sys.version.split()[0]}")
    for group in (everyday(unit), searches(), normal_forms(unit), single_looks(), a_million()):
        for row in group:
            if not words or any(word in row.what for word in words):
                table.add_row(row.what, row.measure(), row.then, row.goal)
    (a_unit,) = side_by_side(unit.work)
    Console(width=120).print(table, f"A unit took {a_unit / unit.size * 1e6:.2f} microseconds of processor time.")


if __name__ == "__main__":
    if "--million" in sys.argv:
        print(json.dumps(measure_a_million()))
    else:
        main(sys.argv[1:])
