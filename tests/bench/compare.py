"""Two commits side by side: `python tests/bench/compare.py OLD [NEW]`; NEW is the working tree, unless it is given.

Each commit is unpacked into a directory of its own, and the two are measured in turn, so that a busy machine slows both
alike. Times are processor time, the least of all turns.
"""

from __future__ import annotations

import gc
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
TURNS = 7


def work() -> dict[str, Callable[[], Any]]:
    """What is measured, by name; imports are made here, for the commit whose turn it is."""
    from bench_forcing import by_hand_tuned_isinstance, by_match
    from recurrence_games import recurrence_game

    from lazytree import End, Max, Min, alphabeta, minimax
    from strictcheck import Demand, nf, observe

    game, config = recurrence_game(4, 6, 1), {"host": "a", "port": 80}
    numbers, records = list(range(2000)), [{"a": n, "b": [n]} for n in range(300)]
    demand, again = (observe(minimax, game).demand for _ in range(2))
    names = {"Max": Max, "Min": Min, "End": End}
    return {
        "alpha-beta with match, plain": lambda: by_match(game),
        "alpha-beta with match": lambda: observe(by_match, game),
        "the same, tuned by hand": lambda: observe(by_hand_tuned_isinstance, game),
        "lazytree.alphabeta": lambda: observe(alphabeta, game),
        "one key of a dict": lambda: [observe(lambda c: c["host"], config) for _ in range(20)],
        "2,000 numbers of a list": lambda: observe(sum, numbers),
        "all of 300 dicts": lambda: observe(lambda v: v, records, context=nf),
        "== of demands": lambda: demand == again,
        "| of demands": lambda: demand | again,
        "str of a demand, read back": lambda: Demand.parse(str(demand), names),
    }


def measure() -> dict[str, float]:
    """Milliseconds of each piece of work, the least of five."""
    found: dict[str, float] = {}
    for name, call in work().items():
        call()
        least = float("inf")
        for _ in range(5):
            gc.collect()
            start = time.process_time()
            call()
            least = min(least, time.process_time() - start)
        found[name] = least * 1e3
    return found


def unpacked(commit: str, directory: Path) -> Path:
    """The tree of a commit, in a directory of its own."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(directory, filter="data")
    return directory


def measured(tree: Path) -> dict[str, float]:
    """What a new process measures that imports from `tree`."""
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    command = [sys.executable, __file__, "--measure"]
    shown = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    found: dict[str, float] = json.loads(shown)
    return found


def main() -> None:
    """Measure the two in turn, and print times and ratios."""
    from rich.console import Console
    from rich.table import Table

    old, new = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as made:
        trees = [unpacked(old, Path(made) / "old"), unpacked(new, Path(made) / "new") if new else ROOT]
        turns = [[measured(tree) for tree in trees] for _ in range(TURNS)]
    table = Table("work", f"{old}, ms", f"{new or 'working tree'}, ms", "new / old", title=f"least of {TURNS} turns")
    for name in turns[0][0]:
        before, after = (min(turn[side][name] for turn in turns) for side in (0, 1))
        table.add_row(name, f"{before:.3f}", f"{after:.3f}", f"{after / before:.2f}")
    Console(width=110).print(table)


if __name__ == "__main__":
    if "--measure" in sys.argv:
        print(json.dumps(measure()))
    elif len(sys.argv) < 2:
        sys.exit(__doc__)
    else:
        main()
