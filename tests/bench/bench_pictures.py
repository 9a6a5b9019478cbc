"""Costs of pictures of games: the layout, the whole picture, how big it gets, and a step of its page in a browser.

Run `python tests/bench/bench_pictures.py`; steps are timed where Chromium and the extra `browser` are there.

Times are of the best of several runs, in milliseconds of this thread, and of a step the mean of `STEPS`; sizes are of
UTF-8.
"""

from __future__ import annotations

import gc
import shutil
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.table import Table

from lazytree import alphabeta, compare, minimax, show
from lazytree.games import count_nodes
from lazytree.games.game import End
from lazytree.games.sampling import sample_game
from lazytree.pictures.tree_svg import layout
from strictcheck import observe

LEAVES = [60, 600, 2_900, 30_000, 100_000]
BIGGEST = 1_000_000
RUNS = 3
STEPS = 100
DRAWN = ("text", "SVG", "HTML", "icicle", "step")
# The browser lays out and paints after the script: asking for a size makes it do so at once.
STEP = """steps => {
    const slider = document.querySelector("input[type=range]"), last = Number(slider.max), start = performance.now();
    for (let number = 0; number < steps; number++) {
        slider.value = Math.round((last * number) / steps);
        slider.dispatchEvent(new Event("input"));
        document.body.getBoundingClientRect();
    }
    return (performance.now() - start) / steps;
}"""


@cache
def browser() -> Any:
    """A headless Chromium, or None."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    path = shutil.which("chromium") or shutil.which("google-chrome")
    return sync_playwright().start().chromium.launch(executable_path=path) if path else None


def step_time(html: str) -> str:
    """Milliseconds of a step of a page, the mean of steps from the first to the last."""
    if browser() is None:
        return ""
    with TemporaryDirectory() as folder:
        file = Path(folder, "page.html")
        file.write_text(html, encoding="utf-8")
        page = browser().new_page()
        page.goto(file.as_uri())
        page.wait_for_selector("figure.game-picture.steps")
        spent = page.evaluate(STEP, STEPS)
        page.close()
    return f"{spent:,.1f} ms"


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
        for draw in (picture.text, picture.svg, picture.html, picture.icicle):
            spent, drawn = best(draw)
            cells.append(f"{spent:,.0f} ms, {len(drawn.encode()) / 1000:,.0f} kB")
        cells.append(step_time(picture.html()))
    return cells


def biggest() -> str:
    """The cost of the icicle of a game that is too big for the rest."""
    game = sample_game(Random(3), leaves=BIGGEST)
    picture = show(observe(alphabeta, game), game)
    spent, drawn = best(picture.icicle)
    return f"icicle of {BIGGEST:,} leaves: {spent:,.0f} ms, {len(drawn.encode()) / 1000:,.0f} kB"


def main() -> None:
    """Print a table with a row for each size of game, and the cost of the biggest icicle."""
    table = Table(title="pictures of random games: one search that looked at everything, and two")
    for name in ("leaves", "nodes", "layout (ms)", *DRAWN, *(f"two: {name}" for name in DRAWN)):
        table.add_column(name, justify="right")
    for leaves in LEAVES:
        table.add_row(*row(leaves))
    Console(width=220).print(table)
    print(biggest())
    if browser() is not None:
        browser().close()


if __name__ == "__main__":
    main()
