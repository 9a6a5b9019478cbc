"""`python -m lazytree theory`: print published numbers of game-tree search beside our own.

Print numbers that were published about game-tree search, what the formula behind each one
gives, and what is found by searching: leaves, means, growth rates, counts of positions.

A mean is found by simulation and comes with half its 99.9 % confidence interval. Where a
column is empty there is no formula, or finding the number would take too long. Exit status 1
if any two columns disagree. The sources are in the headings.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, groupby
from operator import attrgetter
from typing import Any

from rich.console import Console
from rich.table import Table

from lazytree.cli.arguments import positive
from lazytree.engines.noughts import Noughts
from lazytree.engines.positions import census, game_of
from lazytree.games.game import End, Game
from lazytree.games.leaf_log import log_leaves
from lazytree.games.making import from_nested, uniform
from lazytree.games.traversals import known_children, leaves
from lazytree.games.walking import walk
from lazytree.searches.by_name import Search
from lazytree.searches.minimax_and_alphabeta import alphabeta, minimax, squash
from lazytree.searches.one_bound import f1
from lazytree.searches.scouting import negascout, scout
from lazytree.searches.state_space import dual, sss
from lazytree.theory import (
    ELEVEN,
    PI,
    Simulated,
    exhausting_game,
    expected_leaves,
    f1_minimum,
    growth,
    minimum_leaves,
    ordered_game,
    simulated_leaves,
)
from strictcheck import is_forced
from strictcheck.command_line import add_command

# Titles of the groups, each with the source of its numbers.
DIGITS = "the digits of pi, b=3, d=4 (Knuth and Moore 1975)"
TIPS = "the tree of 11 tips (Bird and Hughes 1987)"
MEANS = "mean leaves of alpha-beta, leaves in random order (Baudet 1978; Pearl 1982)"
GROWTH = "growth per ply, leaves in random order (Pearl 1982)"
MINIMA = "leaves of alpha-beta, best move first, b=40 (Knuth and Moore 1975)"
F1_MINIMA = "leaves of F1, best move first (Knuth and Moore 1975)"
EXAMPLES = "small trees"
NOUGHTS = "noughts and crosses"


@dataclass(frozen=True, slots=True)
class Number:
    """Number as it was published, as a formula gives it (None if there is none), and as it is found here.

    `found` is None where searching would take too long, and a `Simulated` where it is a mean.
    """

    group: str
    name: str
    published: Any
    expected: Any
    found: Any

    @property
    def agrees(self) -> bool:
        """True if all known values are equal, with a decimal rounded as it was published.

        >>> Number("", "", 1.618, (1 + 5 ** 0.5) / 2, None).agrees
        True
        """
        return all(self._is_published(value) for value in (self.expected, self.found) if value is not None) and (
            not isinstance(self.found, Simulated) or self.found.covers(self.expected)
        )

    def _is_published(self, value: Any) -> bool:
        if isinstance(value, Simulated):
            return value.covers(self.published)
        return bool((round(float(value), 3) if isinstance(self.published, float) else value) == self.published)


def numbers(games: int = 300, seed: int = 0) -> Iterator[Number]:
    """Yield all numbers, each computed when it is pulled; means are computed from this many random `games`.

    >>> all(number.agrees for number in numbers(games=2) if number.group == TIPS)
    True
    """
    return chain(_digits(), _tips(), _means(games, seed), _growth(), _minima(), _f1_minima(), _examples(), _noughts())


def _count(search: Search, game: Game[Any], *, repeats: bool = False) -> int:
    leaves = log_leaves(search, game)[1]
    return len(leaves if repeats else set(leaves))


def _digits() -> Iterator[Number]:
    yield Number(DIGITS, "value", 2, None, minimax(PI))
    searches: list[tuple[str, int, Search]] = [
        ("minimax", 81, minimax),
        ("alpha-beta", 31, alphabeta),
        ("F1", 36, f1),
        ("NegaScout", 30, negascout),
        ("SCOUT", 30, scout),
        ("SSS*", 30, sss),
        ("DUAL*", 30, dual),
    ]
    for name, published, search in searches:
        yield Number(DIGITS, f"leaves of {name}", published, None, _count(search, PI))
    yield Number(DIGITS, "leaf calls of SCOUT", 34, None, _count(scout, PI, repeats=True))
    yield Number(DIGITS, "fewest leaves", 17, minimum_leaves(3, 4), _count(alphabeta, ordered_game(3, 4)))


def _tips() -> Iterator[Number]:
    value, read = log_leaves(squash, ELEVEN)
    yield Number(TIPS, "value", 18, None, value)
    tips = [path for path, _ in leaves(ELEVEN)]
    yield Number(TIPS, "tips, in order", (1, 2, 4, 5, 6, 7), None, tuple(tips.index(path) + 1 for path in read))


def _means(games: int, seed: int) -> Iterator[Number]:
    published = {
        (2, 2): Fraction(11, 3),
        (2, 3): Fraction(719, 105),
        (2, 4): Fraction(77503, 6435),
        (3, 2): Fraction(521, 70),
        (3, 3): 19.458,
        (3, 4): 45.202,
        (10, 2): 55.960,
        (10, 3): 384.250,
    }
    for (branching, depth), mean in published.items():
        found = simulated_leaves(branching, depth, games, seed)
        yield Number(MEANS, f"b={branching}, d={depth}", mean, expected_leaves(branching, depth), found)


def _growth() -> Iterator[Number]:
    for branching, rate in {2: 1.618, 3: 2.148, 10: 5.064, 40: 14.203}.items():
        yield Number(GROWTH, f"b={branching}", rate, growth(branching), None)


def _minima() -> Iterator[Number]:
    published = [40, 79, 1_639, 3_199, 65_599, 127_999, 2_623_999, 5_119_999]
    for depth, fewest in enumerate(published, 1):
        found = _count(alphabeta, ordered_game(40, depth)) if depth < 6 else None
        yield Number(MINIMA, f"d={depth}", fewest, minimum_leaves(40, depth), found)


def _f1_minima() -> Iterator[Number]:
    for branching, published in {2: (2, 3, 5, 8, 13, 21), 3: (3, 5, 11, 21, 43, 85)}.items():
        depths = range(1, len(published) + 1)
        expected = tuple(f1_minimum(branching, depth) for depth in depths)
        found = tuple(_count(f1, ordered_game(branching, depth)) for depth in depths)
        yield Number(F1_MINIMA, f"b={branching}, d=1 to 6", published, expected, found)


def _examples() -> Iterator[Number]:
    deep = uniform(2, 4, map(int, "0000001000000101"))
    yield Number(EXAMPLES, "leaves of alpha-beta where deep cutoffs matter", 7, None, _count(alphabeta, deep))
    yield Number(EXAMPLES, "leaves of F1 there", 8, None, _count(f1, deep))
    bounded = from_nested([2, [0, 1], 1])
    known = _count(lambda game: alphabeta(game, alpha=0, beta=2), bounded)
    yield Number(EXAMPLES, "leaves of Max[2, Min[0, 1], 1] in (0, 2)", 1, None, known)
    yield Number(EXAMPLES, "leaves of the same, open window", 3, None, _count(alphabeta, bounded))
    for branching, depth in ((2, 4), (3, 4)):
        found = _count(alphabeta, exhausting_game(branching, depth))
        name = f"most leaves of alpha-beta, b={branching}, d={depth}"
        yield Number(EXAMPLES, name, branching**depth, branching**depth, found)


def _noughts() -> Iterator[Number]:
    plies, classes = list(census(Noughts())), list(census(Noughts(), symmetries=True))
    yield Number(NOUGHTS, "nodes", 549_946, None, sum(ply.nodes for ply in plies))
    yield Number(NOUGHTS, "leaves", 255_168, None, sum(ply.leaves for ply in plies))
    yield Number(NOUGHTS, "positions", 5_478, None, sum(ply.positions for ply in plies))
    yield Number(NOUGHTS, "positions up to symmetry", 765, None, sum(ply.positions for ply in classes))
    yield Number(NOUGHTS, "of these, final ones", 138, None, sum(ply.ends for ply in classes))
    for window, published in (((), (18_297, 7_330)), ((-1, 1), (16_811, 6_740))):
        bounds: dict[str, Any] = dict(zip(("alpha", "beta"), window, strict=False))
        game = game_of(Noughts())
        alphabeta(game, **bounds)
        found = [node for _, node in walk(game, known_children) if is_forced(node)]
        name = f"of alpha-beta, {f'window {window}' if window else 'open window'}"
        yield Number(NOUGHTS, f"nodes {name}", published[0], None, len(found))
        yield Number(NOUGHTS, f"leaves {name}", published[1], None, sum(isinstance(node, End) for node in found))


def add_to(commands: Any) -> None:
    """Declare this command and its arguments."""
    parser = add_command(commands, run, "published numbers about game trees: do they come out?", __doc__)
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
