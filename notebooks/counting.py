"""Leaves, counted: the tables in `alpha-beta.ipynb`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lazytree import Game, minimum_leaves, search
from lazytree.games.leaf_log import log_leaves
from lazytree.theory import expected_leaves


def leaf_counts(game: Game[Any], *names: str) -> str:
    """What each search says of the game, how many of its leaves it looks at, and how often it looks at any."""
    lines = [f"{'search':<10} {'value':>5} {'leaves':>7} {'looks':>6}"]
    for name in names:
        value, leaves = log_leaves(search(name), game)
        lines.append(f"{name:<10} {value:>5} {len(set(leaves)):>7} {len(leaves):>6}")
    return "\n".join(lines)


def growth_table(branching: int, plies: Iterable[int]) -> str:
    """How many leaves alpha-beta looks at: in the best order, in a random one on average, and in the worst."""
    lines = [f"{'plies':>5} {'best':>6} {'average':>9} {'worst':>6}"]
    for depth in plies:
        best, average = minimum_leaves(branching, depth), float(expected_leaves(branching, depth))
        lines.append(f"{depth:>5} {best:>6,} {average:>9,.3f} {branching**depth:>6,}")
    return "\n".join(lines)


def minima(branching: int, plies: Iterable[int]) -> str:
    """The fewest leaves that can tell the value, beside all that there are."""
    lines = [f"{'plies':>5} {'fewest':>10} {'all':>18}"]
    lines += [f"{depth:>5} {minimum_leaves(branching, depth):>10,} {branching**depth:>18,}" for depth in plies]
    return "\n".join(lines)
