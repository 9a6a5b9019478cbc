"""How many checks of the main property a second: both alpha-betas look at the same, on games of the original's sizes.

Run `python tests/bench/bench_checks.py [checks]`.

Each line runs Hypothesis on games of the same sizes: a quarter of one leaf, a third of more than 1,000. The Haskell
original does 30 such checks a second, and 100 are to be reached here. Rates are of processor time, which other work on
the machine does not change much, and of the clock on the wall. The property is checked, and so are the sizes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.console import Console
from rich.table import Table

from lazytree import alphabeta, alphabeta_lattice, count_leaves, minimax
from lazytree.games.sampling import sample_game, sample_size
from strictcheck import assert_same_demand, observe

sys.path.insert(0, str(Path(__file__).parent.parent))
from unfolding_games import unfolding_game

Property = Callable[[Any], object]


def same_by_hand(game: Any) -> None:
    """The property, with nothing but `observe`."""
    textbook, lattice = observe(alphabeta, game), observe(alphabeta_lattice, game)
    assert textbook.result == lattice.result
    assert textbook.demand == lattice.demand


def same_by_assertion(game: Any) -> None:
    """The property as a user writes it; the assertion also knows who forced what, for its message."""
    assert_same_demand(alphabeta, alphabeta_lattice, game)


def unfolding_games() -> st.SearchStrategy[Any]:
    """Games of these sizes that are generated as they are looked at."""
    return st.integers(0, 2**32 - 1).map(lambda seed: unfolding_game(sample_size(Random(seed)), seed))


def eager_games() -> st.SearchStrategy[Any]:
    """Games of the same sizes, made as a whole."""
    return st.integers(0, 2**32 - 1).map(lambda seed: sample_game(Random(seed)))


LINES: list[tuple[str, Callable[[], st.SearchStrategy[Any]], Property]] = [
    ("drawing a game, no more", unfolding_games, lambda game: None),
    ("plain minimax, no observation", unfolding_games, minimax),
    ("plain alpha-beta, no observation", unfolding_games, alphabeta),
    ("the property: lattice against textbook, observed", unfolding_games, same_by_hand),
    ("the same with assert_same_demand", unfolding_games, same_by_assertion),
    ("plain minimax, games made as a whole", eager_games, minimax),
    ("the property, games made as a whole", eager_games, same_by_hand),
]


def rates(games: st.SearchStrategy[Any], holds: Property, checks: int) -> tuple[int, float, float]:
    """How many checks were made, and how many that is a second: of processor time, and of wall time."""
    made = 0

    @settings(
        max_examples=checks, database=None, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(games)
    def run(game: Any) -> None:
        nonlocal made
        made += 1
        holds(game)

    processor, wall = time.process_time(), time.perf_counter()
    run()
    return made, made / (time.process_time() - processor), made / (time.perf_counter() - wall)


def sizes(checks: int) -> str:
    """Which sizes the games have, in words."""
    leaves: list[int] = []
    rates(unfolding_games(), lambda game: leaves.append(count_leaves(game)), checks)
    single, large = (sum(map(of, leaves)) / len(leaves) for of in (lambda size: size == 1, lambda size: size > 1_000))
    assert 0.15 < single < 0.35, single
    assert 0.2 < large < 0.45, large
    return (
        f"{single:.0%} of {len(leaves):,} games have one leaf, {large:.0%} more than 1,000, the largest {max(leaves):,}"
    )


def main() -> None:
    """Print the table."""
    checks = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    console = Console(width=120)
    table = Table("what is done with each game", "checks", "a second of processor", "a second", title=sizes(checks))
    for name, games, holds in LINES:
        made, of_processor, of_wall = rates(games(), holds, checks)
        table.add_row(name, f"{made:,}", f"{of_processor:,.0f}", f"{of_wall:,.0f}")
    console.print(table)


if __name__ == "__main__":
    main()
