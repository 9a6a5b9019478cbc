"""Games as trees: making, unfolding, walking, sampling and shrinking them.

`game` has the three classes, `making` makes games of other data, `traversals` folds and counts whole games, and
`scores` says which scores a leaf can hold.
"""

from lazytree.games.game import Children, End, Game, Max, Min
from lazytree.games.making import Player, from_json, from_nested, to_json, to_nested, unfold, uniform
from lazytree.games.scores import BOTTOM, INT64, OPEN, TOP, Bounded, Ordered, Outcome, Signed
from lazytree.games.traversals import count_leaves, count_nodes, deep_recursion, depth, leaves, map_scores

__all__ = ["Children", "End", "Game", "Max", "Min", "Player", "deep_recursion"]
__all__ += ["from_json", "from_nested", "to_json", "to_nested"]
__all__ += ["count_leaves", "count_nodes", "depth", "leaves", "map_scores", "unfold", "uniform"]
__all__ += ["BOTTOM", "INT64", "OPEN", "TOP", "Bounded", "Ordered", "Outcome", "Signed"]
