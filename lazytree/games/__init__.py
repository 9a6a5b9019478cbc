"""Games as trees: how they are made, unfolded, walked through, sampled and shrunk.

`game` has the three classes, `building` makes games of other data, `traversals` tells of whole games, and `scores` what
may stand at a leaf.
"""

from lazytree.games.building import Player, from_json, from_nested, to_json, to_nested, uniform
from lazytree.games.deep_recursion import deep_recursion
from lazytree.games.game import Children, End, Game, Max, Min, Tip
from lazytree.games.recurrence import recurrence_game, recurrence_scores
from lazytree.games.scores import BOTTOM, INT64, TOP, Adjoined, Bounded, Bounds, Ordered, Outcome, Signed, bounds_of
from lazytree.games.traversals import count_leaves, count_nodes, depth, leaves, map_scores, number_tips
from lazytree.games.unfolding import unfold

__all__ = [
    "BOTTOM", "INT64", "TOP", "Adjoined", "Bounded", "Bounds", "Children", "End", "Game", "Max", "Min", "Ordered",
    "Outcome", "Player", "Signed", "Tip", "bounds_of", "count_leaves", "count_nodes", "deep_recursion", "depth",
    "from_json", "from_nested", "leaves", "map_scores", "number_tips", "recurrence_game", "recurrence_scores",
    "to_json", "to_nested", "unfold", "uniform",
]  # fmt: skip
