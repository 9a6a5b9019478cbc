"""Published numbers about search demand, and the formulas they come from."""

from lazytree.theory.formulas import (
    critical_leaves,
    exhausting_game,
    expected_leaves,
    f1_minimum,
    growth,
    minimum_leaves,
    node_type,
    ordered_game,
    simulated_leaves,
)

__all__ = [
    "critical_leaves", "exhausting_game", "expected_leaves", "f1_minimum", "growth", "minimum_leaves", "node_type",
    "ordered_game", "simulated_leaves",
]  # fmt: skip
