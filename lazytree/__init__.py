"""Game-tree search, looked at: games, minimax and alpha-beta, and the lattice in which they are the same.

A game is `Max(children)`, `Min(children)` or `End(score)`; a search is a function from games to values. Which parts a
search looks at is told by `strictcheck.observe`. The names here are those to begin with; more are in `lazytree.games`,
`lazytree.searches`, `lazytree.lattices`, `lazytree.theory` and `lazytree.errors`. Real games are in
`lazytree.engines.positions`, and an engine that plays them in `lazytree.engines.table_search`. Hypothesis strategies
for games are in `lazytree.strategies`, and the laws of lattices as Hypothesis checks in `lazytree.laws`; neither is
loaded here, but where Hypothesis is loaded already, for it to infer games from annotations.
"""

from lazytree.errors import LazyTreeError
from lazytree.games import (
    BOTTOM,
    INT64,
    TOP,
    End,
    Game,
    Max,
    Min,
    count_leaves,
    deep_recursion,
    depth,
    from_nested,
    leaves,
    to_nested,
    unfold,
    uniform,
)
from lazytree.lattices import Clamping, Dual, Lattice, Order
from lazytree.pictures import compare, show
from lazytree.searches import (
    SEARCHES,
    alphabeta,
    alphabeta_lattice,
    best_move,
    deepening,
    limited,
    minimax,
    minimax_in,
    mtd,
    negamax,
    negascout,
    principal_variation,
    scout,
    search,
    sss,
)
from lazytree.theory import minimum_leaves
from strictcheck.hypothesis_entry import with_hypothesis as _with_hypothesis

# Grouped by what one does with them.
__all__ = [  # noqa: RUF022
    # games
    "Max", "Min", "End", "Game", "leaves", "count_leaves", "depth", "from_nested", "to_nested", "uniform", "unfold",
    "INT64", "BOTTOM", "TOP",
    # searches
    "minimax", "negamax", "alphabeta", "alphabeta_lattice", "scout", "negascout", "sss", "mtd", "search", "SEARCHES",
    "best_move", "principal_variation", "limited", "deepening", "deep_recursion",
    # minimax over any lattice
    "minimax_in", "Lattice", "Order", "Dual", "Clamping",
    # pictures, numbers, errors
    "show", "compare", "minimum_leaves", "LazyTreeError",
]  # fmt: skip

_with_hypothesis("lazytree.strategies")  # for it to infer games from annotations
