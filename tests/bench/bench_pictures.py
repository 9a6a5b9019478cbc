"""What it costs to draw a game: the layout, the whole picture, and how big it gets.

Run `python tests/bench/bench_pictures.py`; it needs nothing but the package.

Times are of the best of several runs, in milliseconds of this thread; sizes are of UTF-8.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

from lazytree import alphabeta, compare, minimax, show
from lazytree.games import count_nodes
from lazytree.games.game import End
from lazytree.games.sampling import sample_game
from lazytree.pictures.layout import layout
from strictcheck import observe

LEAVES = [60, 600, 2_900, 30_000, 100_000]
RUNS = 3
TWO = ("two: text", "two: SVG", "two: HTML", "two: icicle")


def best(call: Callable[[], Any]) -> tuple[float, Any]:
    """Milliseconds of the fastest run, and what it gave."""
    fastest, result = float("inf"), None
    for _ in range(RUNS):
        gc.collect()
        start = time.thread_time()
        result = call()
        fastest = min(fastest, time.thread_time() - start)
    return 1000 * fastest, result


def row(leaves: int) -> list[str]:
    """The costs for a random game of so many leaves."""
    game = sample_game(Random(3), leaves=leaves)
    first, second = observe(alphabeta, game), observe(minimax, game)
    placed, places = best(lambda: layout([game], lambda node: () if isinstance(node, End) else node.children))
    assert len(places) == count_nodes(game)
    cells = [f"{leaves:,}", f"{len(places):,}", f"{placed:,.0f}"]
    for picture in (show(second, game), compare(first, second, game)):
        for draw in (picture.text, picture.svg, picture.html, lambda picture=picture: picture.icicle().svg()):
            spent, drawn = best(draw)
            cells.append(f"{spent:,.0f} ms, {len(drawn.encode()) / 1000:,.0f} kB")
    return cells


def main() -> None:
    """Print a table with a row for each size of game."""
    table = Table(title="pictures of random games: one search that looked at everything, and two")
    for name in ("leaves", "nodes", "layout (ms)", "text", "SVG", "HTML", "icicle", *TWO):
        table.add_column(name, justify="right")
    for leaves in LEAVES:
        table.add_row(*row(leaves))
    Console(width=190).print(table)


if __name__ == "__main__":
    main()
