"""Game-tree search, looked at: games, minimax and alpha-beta, and the lattice in which they are the same.

A game is `Max(children)`, `Min(children)` or `End(score)`; a search is a function from games to values. What a
search looks at is found out by `strictcheck.observe`.
"""

from lazytree.alphabeta import alphabeta, alphabeta_fail_hard, alphabeta_lattice, alphabeta_negamax
from lazytree.building import from_json, from_nested, to_json, to_nested, uniform
from lazytree.clamping import Clamped, Clamping, NaiveClamping, clamp
from lazytree.errors import BadGame, BadWindow, LawBroken, LazyTreeError, TooDeep, UnknownSearch
from lazytree.games import Children, End, Game, Max, Min, Tip
from lazytree.lattices import Dual, Lattice, Order
from lazytree.minimax import minimax, minimax_in, negamax
from lazytree.recursion import deep_recursion
from lazytree.scores import BOTTOM, INT64, TOP, Adjoined, Bounded, Bounds, Ordered, Outcome, Signed, bounds_of

__all__ = [  # noqa: RUF022 - grouped by what one does with them
    # games
    "Max", "Min", "End", "Tip", "Game", "Children",
    # building
    "from_nested", "to_nested", "from_json", "to_json", "uniform",
    # searches
    "minimax", "negamax", "alphabeta", "alphabeta_fail_hard", "alphabeta_negamax", "alphabeta_lattice", "minimax_in",
    "deep_recursion",
    # lattices
    "Lattice", "Order", "Dual", "Clamping", "NaiveClamping", "Clamped", "clamp",
    # scores
    "Ordered", "Signed", "Outcome", "Bounds", "Bounded", "Adjoined", "INT64", "BOTTOM", "TOP", "bounds_of",
    # errors
    "LazyTreeError", "BadGame", "BadWindow", "LawBroken", "TooDeep", "UnknownSearch",
]  # fmt: skip
