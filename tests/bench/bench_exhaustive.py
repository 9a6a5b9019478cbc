"""Exhaustive checking by demand: how many partial inputs a second, and how many times fewer than brute force.

Run `python tests/bench/bench_exhaustive.py [LEAVES]`, by default up to 6 leaves, which takes a minute or two.

The property is that the two alpha-betas look at the same parts, in the same order. All of it in one process, so that
the rate is that of one processor; the counts do not depend on the machine.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table

from lazytree import alphabeta, alphabeta_lattice
from lazytree.games.game import all_games
from strictcheck.exhaustive import same_demand
from strictcheck.exhaustive.check_values import Check

FOREVER = 1e9
SAME = same_demand(alphabeta, alphabeta_lattice, order=True)
FEW = 4  # leaves, for what takes thunks


def main() -> None:
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    table = Table("leaves", "partial inputs", "full inputs", "times fewer", "a second", "with thunks", box=None)
    for column in table.columns:
        column.justify = "right"
    for leaves in range(2, largest + 1):
        quick, full, rate = measured(leaves, SAME)
        thunks = f"{measured(leaves, lambda game: SAME(game))[2]:,.0f}" if leaves <= FEW else ""
        table.add_row(str(leaves), f"{quick:,}", f"{full:,}", f"{full / quick:.1f}", f"{rate:,.0f}", thunks)
    Console().print(table)


def measured(leaves: int, property: Callable[[Any], Any]) -> tuple[int, int, float]:
    """The two counts, and partial inputs per second of processor time."""
    check = Check(property, all_games(), leaves)
    start = time.process_time()
    done = check.unit((), FOREVER)
    seconds = time.process_time() - start
    assert done.inputs == check.counts.total()
    assert not done.rest
    return done.runs, done.inputs, done.runs / seconds


if __name__ == "__main__":
    main()
