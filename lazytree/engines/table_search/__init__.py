"""A real engine: alpha-beta as programs that play have it, for any `lazytree.engines.positions.Position`.

`find_move` makes a move, `evaluate` says what a position is worth, and a `Table` remembers. The engine is here to be
looked at like the searches of the textbook: `evaluate(GamePosition(game))` is a search of a tree, and forces the leaves
that `lazytree.alphabeta` forces, in the same order.
"""

from lazytree.engines.table_search.alphabeta_with_table import NodeType
from lazytree.engines.table_search.choosing import Answer, Choice, Strategy, evaluate, find_move, play_out
from lazytree.engines.table_search.transposition_table import Bound, Found, Table

# To play; what is remembered; how moves are asked for.
__all__ = ["Answer", "Choice", "Strategy", "evaluate", "find_move", "play_out"]
__all__ += ["Bound", "Found", "Table"]
__all__ += ["NodeType"]
