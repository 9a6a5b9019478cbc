"""Cost of the certificates over that of the observation: `verify` is to stay under a fifth, a replay at about one.

Run `python tests/bench/bench_certificates.py`, or with words to run only the rows that contain one of them. Times are
processor time, the least of several turns, in one run side by side; the observation is paid for with its demands.
`verify` makes the plain call, so the time of that is shown beside it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bench_everyday import Account, Point, add_balances, add_fields, add_up, json_records, seconds, walk
from rich.console import Console
from rich.table import Table

from lazytree import alphabeta, uniform
from strictcheck import Observation, nf, observe, whnf

TURNS = 7


@dataclass
class Case:
    """Call to observe; its argument is made anew each time."""

    function: Callable[[Any], Any]
    argument: Callable[[], Any]
    context: Callable[[Any], Any] = whnf

    def observe(self) -> Observation[Any]:
        """Observe the call with its demands, for both are paid for."""
        observation = observe(self.function, self.argument(), context=self.context)
        assert len(observation.demands)
        return observation


def sort_in_place(numbers: list[int]) -> None:
    numbers.sort(key=abs)


def write_all(points: list[Point]) -> None:
    for point in points:
        point.x = point.x + 1


def numbered(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**row, "number": number} for number, row in enumerate(rows)]


def cases() -> dict[str, Case]:
    """Calls by what they are; the second half of them read all of plain data, so that observing is cheap."""
    game = uniform(4, 6, [(7 * number) % 1009 for number in range(4**6)])
    numbers, records = list(range(5_000)), json_records(400)
    points = [Point(number, -number, "p") for number in range(2_500)]
    accounts = [Account(number, 1, "a") for number in range(2_500)]
    rows = [{"id": number, "name": f"user {number}", "score": number / 7} for number in range(2_000)]
    return {
        "alpha-beta": Case(alphabeta, lambda: game),
        "list of ints": Case(add_up, lambda: numbers),
        "iterator of ints": Case(add_up, lambda: iter(numbers)),
        "dataclasses": Case(add_fields, lambda: points),
        "dataclasses, written to": Case(write_all, lambda: points),
        "methods of objects": Case(add_balances, lambda: accounts),
        "walk through JSON": Case(walk, lambda: records),
        "list sorted in place": Case(sort_in_place, lambda: numbers),
        "one key of a wide dict": Case(lambda table: table["5"] + 1, lambda: {str(one): one for one in numbers}),
        "nf of rows of dicts": Case(lambda table: table, lambda: rows, nf),
        "nf of rows of dicts, each made anew": Case(numbered, lambda: rows, nf),
        "nf of JSON": Case(lambda table: table[:200], lambda: records, nf),
        "nf of dataclasses": Case(lambda table: [*table], lambda: points, nf),
        "nf of a list of ints": Case(lambda table: [*table], lambda: numbers, nf),
    }


def measure(case: Case) -> tuple[float, float, float, float]:
    """Least processor times: of the plain call, of the observation, of `verify` and of a replay with its demands."""
    least = [float("inf")] * 4
    for _ in range(TURNS):
        plain = seconds(lambda: case.context(case.function(case.argument())))[0]
        observing, observation = seconds(case.observe)
        verifying = seconds(observation.verify)[0]
        replaying = seconds(observation.replay)[0]
        least = [*map(min, least, (plain, observing, verifying, replaying))]
    return least[0], least[1], least[2], least[3]


def main(words: list[str]) -> None:
    """Print the table, with all rows or those that contain one of the words."""
    table = Table("call", "observe, ms", "plain", "verify", "replay", title=f"CPython {sys.version.split()[0]}")
    for name, case in cases().items():
        if not words or any(word in name for word in words):
            plain, observing, verifying, replaying = measure(case)
            ratios = [f"{took / observing:.0%}" for took in (plain, verifying, replaying)]
            table.add_row(name, f"{observing * 1e3:.1f}", *ratios)
    Console(width=110).print(table, "plain, verify and replay in percent of the observation")


if __name__ == "__main__":
    main(sys.argv[1:])
