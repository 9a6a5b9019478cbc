"""What observation costs, on the games of `tests/golden/uniform_counts.jsonl`.

Run `python tests/bench/bench_forcing.py`.

Times are the best of several runs, memory is what Python's allocator gave at the peak, and ratios are within this one
run. Values and counts of forced constructors are checked against the golden file on the way.
"""

from __future__ import annotations

import functools
import gc
import json
import operator
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from lazytree import End, Max, Min, alphabeta, minimax
from strictcheck import Demand, observe
from strictcheck.kinds.layers import Constructor

sys.path.insert(0, str(Path(__file__).parent.parent))
from recurrence_games import recurrence_game

GOLDEN = Path(__file__).parent.parent / "golden" / "uniform_counts.jsonl"
INFINITY = float("inf")


def by_match(game: Any, alpha: float = -INFINITY, beta: float = INFINITY) -> Any:
    """Alpha-beta as somebody would write it with `match`."""
    match game:
        case Max(children):
            best = -INFINITY
            for child in children:
                best = max(best, by_match(child, alpha, beta))
                alpha = max(alpha, best)
                if best >= beta:
                    break
            return best
        case Min(children):
            best = INFINITY
            for child in children:
                best = min(best, by_match(child, alpha, beta))
                beta = min(beta, best)
                if best <= alpha:
                    break
            return best
        case End(score):
            return score


def by_isinstance(game: Any, alpha: float = -INFINITY, beta: float = INFINITY) -> Any:
    """The same with `isinstance`."""
    if isinstance(game, Max):
        best = -INFINITY
        for child in game.children:
            best = max(best, by_isinstance(child, alpha, beta))
            alpha = max(alpha, best)
            if best >= beta:
                break
        return best
    if isinstance(game, Min):
        best = INFINITY
        for child in game.children:
            best = min(best, by_isinstance(child, alpha, beta))
            beta = min(beta, best)
            if best <= alpha:
                break
        return best
    return game.score


def by_hand_tuned_isinstance(game: Any, alpha: float = -INFINITY, beta: float = INFINITY) -> Any:
    """The same, with comparisons in place of `max` and `min`: as fast as plain Python gets."""
    if isinstance(game, End):
        return game.score
    if isinstance(game, Max):
        best = -INFINITY
        for child in game.children:
            value = by_hand_tuned_isinstance(child, alpha, beta)
            if value > best:
                best = value
                if best >= beta:
                    break
                if best > alpha:
                    alpha = best
        return best
    best = INFINITY
    for child in game.children:
        value = by_hand_tuned_isinstance(child, alpha, beta)
        if value < best:
            best = value
            if best <= alpha:
                break
            if best < beta:
                beta = best
    return best


def best_of(runs: int, call: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of the fastest of so many runs, and what the last one returned."""
    fastest = INFINITY
    for _ in range(runs):
        gc.collect()
        start = time.perf_counter()
        result = call()
        fastest = min(fastest, time.perf_counter() - start)
    return fastest, result


def peak_bytes(call: Callable[[], Any]) -> tuple[int, Any]:
    """How far memory went up while `call` ran, with what it returned still there."""
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    result = call()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak - before, result


def check(row: dict[str, Any], demand: Demand, result: Any) -> None:
    """The value and the counts of forced constructors that the Haskell original has for this tree."""
    layers = [layer.cls for _, _, _, layer in demand.rows() if isinstance(layer, Constructor)]
    counts = {
        "minimax": result,
        "ab_game": len(layers),
        "ab_end": layers.count(End),
        "ab_nonempty": len(layers) - layers.count(End),
        "ab_score": sum(type(layer) is int for _, _, _, layer in demand.rows()),
    }
    assert counts == {name: row[name] for name in counts}, (row, counts)


def ratios(console: Console, rows: list[dict[str, Any]]) -> None:
    """Observed against plain, over all golden trees."""
    games = [recurrence_game(row["b"], row["d"], row["t"]) for row in rows]
    for row, game in zip(rows, games, strict=True):
        observation = observe(by_match, game)
        check(row, observation.demand, observation.result)
    table = Table(
        "search", "forced layers", "plain ms", "observed ms", "ratio", "ns a layer", title=f"{len(games)} golden trees"
    )
    for name, search in [
        ("alpha-beta with match", by_match),
        ("alpha-beta with isinstance", by_isinstance),
        ("the same, tuned by hand", by_hand_tuned_isinstance),
        ("lazytree.alphabeta", alphabeta),
        ("lazytree.minimax", minimax),
    ]:
        plain, _ = best_of(5, lambda search=search: [search(game) for game in games])
        observed, seen = best_of(5, lambda search=search: [observe(search, game) for game in games])
        forced = sum(len(observation.trace) for observation in seen)
        table.add_row(
            name,
            f"{forced:,}",
            f"{plain * 1e3:.1f}",
            f"{observed * 1e3:.1f}",
            f"{observed / plain:.1f}",
            f"{observed / forced * 1e9:.0f}",
        )
    console.print(table)


def growth(console: Console) -> None:
    """Time and memory per forced layer, from a thousand to a million of them; and what comparing demands costs."""
    table = Table(
        "game", "forced layers", "ns a layer", "bytes a layer", "compare, ns a layer", title="minimax, all forced"
    )
    for branching, depth in [(3, 5), (4, 6), (6, 6), (4, 9)]:
        game = recurrence_game(branching, depth, 0)
        seconds, first = best_of(3, lambda game=game: observe(minimax, game))
        peak, second = peak_bytes(lambda game=game: observe_with_demand(game))
        forced = first.demand.size
        comparing, same = best_of(3, functools.partial(operator.eq, first.demand, second.demand))
        assert same
        table.add_row(
            f"b={branching} d={depth}",
            f"{forced:,}",
            f"{seconds / forced * 1e9:.0f}",
            f"{peak / forced:.0f}",
            f"{comparing / forced * 1e9:.0f}",
        )
    console.print(table)


def observe_with_demand(game: Any) -> Any:
    """An observation whose demand has been asked for."""
    observation = observe(minimax, game)
    assert observation.demand
    return observation


def lazily(console: Console) -> None:
    """A tree that is generated as it is looked at: memory follows the demand, not the million leaves."""
    seconds, observation = best_of(1, lambda: observe(alphabeta, recurrence_game(10, 6, 0, lazy=True)))
    peak, _ = peak_bytes(lambda: observe(alphabeta, recurrence_game(10, 6, 0, lazy=True)))
    forced = observation.demand.size
    console.print(
        f"b=10 d=6 generated lazily, {10**6:,} leaves: {forced:,} layers forced in {seconds:.2f} s, "
        f"peak {peak / 1e6:.1f} MB, {peak / forced:.0f} bytes a forced layer, the generated game included"
    )


def main() -> None:
    """Print all tables."""
    console = Console(width=110)
    console.print(f"CPython {sys.version.split()[0]}")
    rows = [json.loads(line) for line in GOLDEN.read_text().splitlines()]
    ratios(console, rows)
    growth(console)
    lazily(console)


if __name__ == "__main__":
    main()
