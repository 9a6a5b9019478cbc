"""A million observations in one process: what is in memory after a thousand, ten thousand, ...

Run `python tests/bench/bench_memory.py [HOW_MANY]`. Each line must be like the first, but for some 200 objects for
each new class: one observation in ten thousand makes one, and what is known of the last 512 is kept.
"""

from __future__ import annotations

import functools
import gc
import itertools
import resource
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, make_dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from lazytree import alphabeta, from_nested
from strictcheck import Stream, delay, nf, observe, take


@dataclass
class Point:
    x: Any
    y: Any


class Account:
    def __init__(self, balance: int) -> None:
        self.balance = balance
        self.history = [balance]

    def total(self) -> int:
        return self.balance + sum(self.history)


def fails(numbers: Any) -> float:
    return 1 / numbers[0]


def classes_in_turn() -> Callable[[], Any]:
    """A call that observes a value of a class that did not exist before, each thousandth time, and no other."""
    numbers = itertools.count()

    def call() -> Any:
        number = next(numbers)
        cls = Point if number % 1000 else make_dataclass(f"Made{number}", ["x", "y"])
        return observe(lambda point: point.x + 1, cls(number, 2))

    return call


GAME = from_nested([[3, 12], [2, 4]])
CALLS: list[Callable[[], Any]] = [
    functools.partial(observe, any, [0, 1, 2]),
    functools.partial(observe, lambda config: config["host"], {"host": "a", "port": 80}),
    functools.partial(observe, alphabeta, GAME),
    classes_in_turn(),
    lambda: observe(Account.total, Account(3)),
    lambda: observe(lambda numbers: map(abs, numbers), iter([-1, -2, -3]), context=take(2)),
    lambda: observe(sum, Stream(range(3)), context=nf),
    lambda: observe(fails, [0], catch=ZeroDivisionError),
    lambda: observe(fails, delay(lambda: [2]), where=True, watch=("numbers",)),
    lambda: str(observe(any, [0, 1, 2]).replay().demand),
]


def rss() -> int:
    """Bytes of this process that are in memory now; at most so far, where the system does not tell."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main() -> None:
    """Print the curve."""
    last = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    counts = [10**power for power in range(3, 12) if 10**power < last] + [last]
    table = Table("observations", "RSS MB", "allocated MB", "objects", "blocks", "µs each", title="what is in memory")
    calls = itertools.cycle(CALLS)
    tracemalloc.start()
    done, start = 0, time.process_time()
    for count in counts:
        for call in itertools.islice(calls, count - done):
            call()
        each = (time.process_time() - start) / count * 1e6
        done = count
        gc.collect()
        table.add_row(
            f"{count:,}",
            f"{rss() / 1e6:.1f}",
            f"{tracemalloc.get_traced_memory()[0] / 1e6:.2f}",
            f"{len(gc.get_objects()):,}",
            f"{sys.getallocatedblocks():,}",
            f"{each:.0f}",
        )
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
