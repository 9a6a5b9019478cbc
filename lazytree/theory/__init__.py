"""Published numbers about search demand, and the formulas behind them."""

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

__all__ = ["critical_leaves", "expected_leaves", "f1_minimum", "growth", "minimum_leaves", "node_type"]
__all__ += ["exhausting_game", "ordered_game", "simulated_leaves"]
