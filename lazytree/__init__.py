"""Game-tree search, looked at: games, minimax and alpha-beta, and the lattice in which they are the same.

A game is `Max(children)`, `Min(children)` or `End(score)`; a search is a function from games to values. What a
search looks at is found out by `strictcheck.observe`. Real games are in `lazytree.engines.positions`, and an engine
that plays them in `lazytree.engines.table_search`. Hypothesis strategies for games are in `lazytree.strategies`, and
the laws of lattices as Hypothesis checks in `lazytree.laws`; neither is loaded here, but where Hypothesis is loaded
already, for it to infer games from annotations.
"""

from lazytree.errors import BadGame, BadMove, BadWindow, LawBroken, LazyTreeError, TooDeep, UnknownSearch
from lazytree.games.building import Player, from_json, from_nested, to_json, to_nested, uniform
from lazytree.games.game import Children, End, Game, Max, Min, Tip
from lazytree.games.recurrence import recurrence_game, recurrence_scores
from lazytree.games.scores import BOTTOM, INT64, TOP, Adjoined, Bounded, Bounds, Ordered, Outcome, Signed, bounds_of
from lazytree.games.traversals import count_leaves, count_nodes, depth, leaves, map_scores, number_tips
from lazytree.games.unfolding import unfold
from lazytree.lattices.bounded import Dual, Lattice, Order
from lazytree.lattices.clamping import Clamped, Clamping, NaiveClamping, clamp
from lazytree.lattices.folds import Layer, Over, Turn, fold, fold_in, layer_of, map_layer
from lazytree.lattices.partial_orders import M3, N5, FiniteLattice, PowerSet, Product, alphabeta_in
from lazytree.pictures import GamePicture, compare, show
from lazytree.searches.best_moves import Line, Placed, best_move, line_of, placed, principal_variation
from lazytree.searches.by_name import SEARCHES, Search, search
from lazytree.searches.deep_recursion import deep_recursion
from lazytree.searches.depth_limits import Iteration, ahead, aspiration, deepening, limited
from lazytree.searches.full_width import minimax, minimax_in, negamax
from lazytree.searches.memory_test import mtd
from lazytree.searches.null_window import AtLeast, Bools, MoreThan, Threshold, decide, decide_lattice, null_window
from lazytree.searches.one_bound import OneBound, f1, f1_lattice, hughes
from lazytree.searches.pruning import alphabeta, alphabeta_fail_hard, alphabeta_lattice, alphabeta_negamax
from lazytree.searches.scouting import negascout, scout
from lazytree.searches.squash_tips import Squashed, squash
from lazytree.searches.state_space import dual, sss
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
from strictcheck import with_hypothesis as _with_hypothesis

# Grouped by what one does with them.
__all__ = [  # noqa: RUF022
    # games
    "Max", "Min", "End", "Tip", "Game", "Children", "Player",
    "leaves", "count_leaves", "count_nodes", "depth", "map_scores", "number_tips",
    # making games
    "from_nested", "to_nested", "from_json", "to_json", "uniform", "recurrence_game", "recurrence_scores", "unfold",
    # searches
    "minimax", "negamax", "alphabeta", "alphabeta_fail_hard", "alphabeta_negamax", "alphabeta_lattice",
    "squash", "Squashed", "f1", "hughes", "scout", "negascout", "sss", "dual", "mtd", "f1_lattice",
    "decide", "decide_lattice", "null_window", "AtLeast", "MoreThan", "Threshold",
    "deep_recursion", "search", "Search", "SEARCHES",
    # how the game goes, and games that are too big
    "best_move", "principal_variation", "Line", "line_of", "placed", "Placed",
    "limited", "aspiration", "deepening", "Iteration", "ahead",
    # pictures
    "show", "compare", "GamePicture",
    # minimax over any lattice
    "minimax_in", "Lattice", "Order", "Dual", "Clamping", "NaiveClamping", "OneBound", "Bools",
    "PowerSet", "Product", "FiniteLattice", "M3", "N5", "alphabeta_in", "Clamped", "clamp",
    # minimax as a fold
    "fold", "fold_in", "Layer", "Over", "Turn", "layer_of", "map_layer",
    # scores
    "Ordered", "Signed", "Outcome", "Bounds", "Bounded", "Adjoined", "INT64", "BOTTOM", "TOP", "bounds_of",
    # numbers
    "minimum_leaves", "expected_leaves", "simulated_leaves", "growth", "f1_minimum",
    "critical_leaves", "node_type", "exhausting_game", "ordered_game",
    # errors
    "LazyTreeError", "BadGame", "BadMove", "BadWindow", "LawBroken", "TooDeep", "UnknownSearch",
]  # fmt: skip

_with_hypothesis("lazytree.strategies")  # for it to infer games from annotations
