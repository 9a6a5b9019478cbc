"""What is done with values of ten thousand, a hundred thousand and a million layers, in nanoseconds a layer.

Run `python tests/bench/bench_sizes.py`. What is linear shows like numbers in a row. With `--forced` it forces more than
ten million layers in one observation instead, and prints the memory that each takes at the peak.
"""

from __future__ import annotations

import copy
import gc
import pickle
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from lazytree import minimax
from strictcheck import Demand, nf, observe
from strictcheck.specs import partial_value

sys.path.insert(0, str(Path(__file__).parent.parent))
from recurrence_games import recurrence_game

SIZES = (10_000, 100_000, 1_000_000)


@dataclass(frozen=True, slots=True)
class Link:
    value: Any
    next: Any


@dataclass(frozen=True, slots=True)
class Wrap:
    inner: Any


NAMES = {"Link": Link, "Wrap": Wrap}


def links(size: int) -> Any:
    value: Any = None
    for number in range(size // 2):
        value = Link(number, value)
    return value


def lists(size: int) -> Any:
    value: Any = []
    for _ in range(size):
        value = [value]
    return value


def records(size: int) -> Any:
    return [Wrap(number) for number in range(size // 2)]


KINDS: dict[str, Callable[[int], Any]] = {"chain of records": links, "nested lists": lists, "list of records": records}


def first_layer(value: Any) -> Demand:
    return observe(lambda v: v, value).demand


# Each is called with a value, its demand, an equal demand, and the demand of its first layer.
WORK: dict[str, Callable[[Any, Demand, Demand, Demand], Any]] = {
    "observe": lambda value, d, e, first: observe(lambda v: v, value, context=nf).demand,
    "Demand.full": lambda value, d, e, first: Demand.full(value),
    "==": lambda value, d, e, first: d == e,
    "<=": lambda value, d, e, first: d <= e,
    "|": lambda value, d, e, first: d | e,
    "| of the first layer": lambda value, d, e, first: first | d,
    "&": lambda value, d, e, first: d & e,
    "- of the first layer": lambda value, d, e, first: len(d - first),
    "-": lambda value, d, e, first: len(d - e),
    "hash": lambda value, d, e, first: hash(d),
    "matches": lambda value, d, e, first: d.matches(value),
    "pretty": lambda value, d, e, first: d.pretty(),
    "str": lambda value, d, e, first: str(d),
    "parse": lambda value, d, e, first: Demand.parse(str(d), NAMES),
    "pickle": lambda value, d, e, first: pickle.loads(pickle.dumps(d)),
    "copy.deepcopy": lambda value, d, e, first: copy.deepcopy(d),
    "partial_value": lambda value, d, e, first: partial_value(d),
}


def seconds(work: Callable[[], Any]) -> float:
    """Processor time of one call, with what it made thrown away."""
    gc.collect()
    start = time.process_time()
    result = work()
    del result
    return time.process_time() - start


def sizes(console: Console, kind: str) -> None:
    """One table: each piece of work on such values, per layer."""
    rows: dict[str, list[str]] = {name: [] for name in WORK}
    for size in SIZES:
        value = KINDS[kind](size)
        demand, again = Demand.full(value), Demand.full(value)
        first = first_layer(value)
        for name, work in WORK.items():
            took = seconds(lambda work=work: work(value, demand, again, first))  # noqa: B023
            rows[name].append(f"{took / demand.size * 1e9:.0f}")
    table = Table("ns a layer", *(f"{size:,}" for size in SIZES), title=kind)
    for name, row in rows.items():
        table.add_row(name, *row)
    console.print(table)


def forced(console: Console) -> None:
    """Ten million layers and more in one observation: time, and memory at the peak, the demand included."""
    game = recurrence_game(4, 11, 0)
    start = time.process_time()
    tracemalloc.start()
    demand = observe(minimax, game).demand
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    took = time.process_time() - start
    console.print(f"{demand.size:,} layers: {peak / demand.size:.1f} bytes a layer at the peak, {took:.0f} s traced")


def main() -> None:
    """Print the tables, or force ten million layers."""
    console = Console(width=110)
    if "--forced" in sys.argv:
        forced(console)
        return
    for kind in KINDS:
        sizes(console, kind)


if __name__ == "__main__":
    main()
