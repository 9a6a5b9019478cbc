"""A real engine: alpha-beta as programs that play have it, for any `lazytree.engines.positions.Position`.

`find_move` makes a move, `evaluate` says what a position is worth, and a `Table` remembers. The engine is here to be
looked at like the searches of the textbook: `evaluate(GamePosition(game))` is a search of a tree, and forces the leaves
that `lazytree.alphabeta` forces, in the same order.
"""

from lazytree.engines.table_search.choosing import Answer, Choice, Strategy, evaluate, find_move, play_out
from lazytree.engines.table_search.found import Bound, Found
from lazytree.engines.table_search.searching import NodeType
from lazytree.engines.table_search.table import Table

# Grouped by what one does with them.
__all__ = [  # noqa: RUF022
    # playing
    "find_move", "Choice", "evaluate", "Answer", "play_out", "Strategy",
    # what is remembered
    "Table", "Found", "Bound",
    # how moves are asked for
    "NodeType",
]  # fmt: skip
