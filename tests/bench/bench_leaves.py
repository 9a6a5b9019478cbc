"""What it costs to count leaves, and how far a lazy game carries: chess to depth 4, Connect Four to depth 8.

Run `python tests/bench/bench_leaves.py`; it needs the extra `engines`. A progress line shows the leaves so far.

Times are the best of several runs and ratios are within this one run; memory is the most that Python's allocator gave
at once, in a run of its own.
"""

from __future__ import annotations

import gc
import random
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sized
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import chess
from rich.console import Console
from rich.status import Status
from rich.table import Table

from lazytree import Game, alphabeta, minimax, uniform
from lazytree.engines.own_positions import tree_of
from lazytree.engines.positions import game_of
from lazytree.games.leaf_log import LeafLog
from lazytree.games.traversals import forced_leaves
from strictcheck import observe

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent))
from bench_forcing import by_hand_tuned_isinstance, by_isinstance, by_match
from connect_four import ConnectFour


def interleaved(runs: int, *calls: Callable[[], Any]) -> list[float]:
    """Seconds of this thread in the fastest of so many runs of each, taken in turn."""
    fastest = [float("inf")] * len(calls)
    for _ in range(runs):
        for index, call in enumerate(calls):
            gc.collect()
            start = time.thread_time()
            call()
            fastest[index] = min(fastest[index], time.thread_time() - start)
    return fastest


def overhead(console: Console) -> None:
    """The leaf log and full observation, against the search alone."""
    source = random.Random(1)
    game = uniform(4, 6, [source.randrange(100) for _ in range(4**6)])
    log = LeafLog()
    watched = log.watch(game)
    table = Table("search", "leaves", "plain ms", "leaf log", "observe", title="counting leaves of a game of 4,096")
    for search in (minimax, alphabeta, by_match, by_isinstance, by_hand_tuned_isinstance):
        assert forced_leaves(observe(search, game)) == leaves_of(search, game)

        def logged(search: Any = search) -> None:
            log.clear()
            search(watched)

        plain, with_log, observed = interleaved(7, lambda s=search: s(game), logged, lambda s=search: observe(s, game))
        table.add_row(
            search.__name__,
            f"{len(log):,}",
            f"{1000 * plain:.2f}",
            f"{with_log / plain:.2f}x",
            f"{observed / plain:.1f}x",
        )
    console.print(table)


def leaves_of(search: Callable[[Game[Any]], Any], game: Game[Any]) -> list[tuple[int, ...]]:
    """What the log says."""
    log = LeafLog()
    search(log.watch(game))
    return log.paths


def centred(board: chess.Board) -> int:
    """How near the centre the pieces stand: no two positions are worth quite the same."""
    score = 0
    for square, piece in board.piece_map().items():
        file, rank = chess.square_file(square), chess.square_rank(square)
        worth = 14 - abs(2 * file - 7) - abs(2 * rank - 7)
        score += worth if piece.color == chess.WHITE else -worth
    return score


@contextmanager
def progress(console: Console, title: str, counted: Sized) -> Iterator[None]:
    """A line on the terminal with the leaves so far; the search itself does not know of it."""
    done = threading.Event()
    start = time.perf_counter()

    def tell(status: Status) -> None:
        while not done.wait(0.2):
            rate = len(counted) / (time.perf_counter() - start)
            status.update(f"{title}: {len(counted):,} leaves, {rate:,.0f} a second")

    with console.status(title) as status:
        thread = threading.Thread(target=tell, args=(status,), daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()


class Counted:
    """`centred`, which counts its calls."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, board: chess.Board) -> int:
        self.count += 1
        return centred(board)

    def __len__(self) -> int:
        return self.count


def chess_counted() -> tuple[Game[Any], Sized]:
    """Chess from the start, and what counts the positions evaluated."""
    counted = Counted()
    return tree_of(chess.Board(), depth=4, score=counted), counted


def connect_four_counted() -> tuple[Game[Any], Sized]:
    """Connect Four, and the log of its leaves."""
    log = LeafLog()
    return log.watch(game_of(ConnectFour(), depth=8)), log


def real_games(console: Console) -> None:
    """Alpha-beta on games that nobody could write down, generated as it looks."""
    makers: list[tuple[str, Callable[[], tuple[Game[Any], Sized]]]] = [
        ("chess, depth 4", chess_counted),
        ("Connect Four 7x6, depth 8", connect_four_counted),
    ]
    table = Table("game", "value", "leaves", "seconds", "peak MB", "bytes a leaf", title="alpha-beta on lazy games")
    for title, make in makers:
        game, counted = make()
        with progress(console, title, counted):
            start = time.perf_counter()
            value = alphabeta(game)
            seconds = time.perf_counter() - start
        leaves = len(counted)
        peak, same = peak_of(console, title, make)
        assert same == (value, leaves)
        row = (f"{value:g}", f"{leaves:,}", f"{seconds:.1f}", f"{peak / 1e6:.1f}", f"{peak / leaves:,.0f}")
        table.add_row(title, *row)
    console.print(table)


def peak_of(console: Console, title: str, make: Callable[[], tuple[Game[Any], Sized]]) -> tuple[int, tuple[Any, int]]:
    """The most memory at once, in a run of its own, with the value and the number of leaves."""
    gc.collect()
    tracemalloc.start()
    game, counted = make()
    with progress(console, f"{title}, memory", counted):
        value = alphabeta(game)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak, (value, len(counted))


if __name__ == "__main__":
    console = Console()
    overhead(console)
    real_games(console)
