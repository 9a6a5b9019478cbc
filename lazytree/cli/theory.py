"""`python -m lazytree theory`: print published numbers of game-tree search beside our own.

Print numbers that were published about game-tree search, what the formula behind each one
gives, and what is found by searching: leaves, means, growth rates, counts of positions.

A mean is found by simulation and comes with half its 99.9 % confidence interval. Where a
column is empty there is no formula, or finding the number would take too long. Exit status 1
if any two columns disagree. The sources are in the headings.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Any

from rich.console import Console
from rich.table import Table

from lazytree.cli.arguments import positive, told_by
from lazytree.theory.formulas import Simulated
from lazytree.theory.published import Number, numbers
from strictcheck.command_line import add_command


def add_to(commands: Any) -> None:
    """Declare this command and its arguments."""
    parser = add_command(commands, run, "published numbers about game trees: do they come out?", *told_by(__doc__))
    add = parser.add_argument
    add("--games", type=_several, default=300, metavar="N", help="random games for each mean (default: %(default)s)")
    add("--seed", type=int, default=0, metavar="S", help="another seed, other games (default: %(default)s)")


def _several(text: str) -> int:
    number = positive(text)
    if number < 2:
        raise argparse.ArgumentTypeError(f"expected 2 or more, to tell the spread, got {text!r}")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Print the table, a group at a time. Returns 0 if all numbers agree, otherwise 1."""
    console = Console(highlight=False, legacy_windows=False)
    every: list[Number] = []
    for group, found in groupby(numbers(arguments.games, arguments.seed), key=attrgetter("group")):
        table = Table("", box=None, pad_edge=False, padding=(0, 2, 0, 2))
        for column in ("published", "expected", "found"):
            table.add_column(column, justify="right")
        for number in found:
            every.append(number)
            cells = (_write_cell(value) for value in (number.published, number.expected, number.found))
            table.add_row(number.name, *cells, style=None if number.agrees else "bold red")
        console.print(group, soft_wrap=True)
        console.print(table)
        console.print()
    wrong = sum(not number.agrees for number in every)
    verdict = f"{wrong} of {len(every)} numbers disagree" if wrong else f"all {len(every)} numbers agree"
    console.print(verdict, style="bold red" if wrong else "green")
    return 1 if wrong else 0


def _write_cell(value: Any) -> str:
    match value:
        case None:
            return ""
        case Simulated(mean, margin):
            return f"{mean:,.2f} ± {margin:.2f}"
        case tuple():
            return " ".join(map(str, value))
        case Fraction() if value.denominator < 10_000:
            return str(value)
        case float() | Fraction():
            return f"{float(value):,.3f}"
        case _:
            return f"{value:,}"
