"""Game-tree search under observation: games, minimax and alpha-beta, and the lattice in which they are one.

A game is `Max(children)`, `Min(children)` or `End(score)`; a search is a function from games to values.
`strictcheck.observe` tells which parts a search looks at. These names are to begin with; more are in `lazytree.games`,
`lazytree.searches`, `lazytree.lattices`, `lazytree.theory` and `lazytree.errors`. Real games are in
`lazytree.engines.positions`, and an engine that plays them in `lazytree.engines.table_search`. Hypothesis strategies
for games are in `lazytree.strategies`, and the laws of lattices as Hypothesis checks in `lazytree.laws`; neither is
loaded here, except where Hypothesis is loaded already: then it infers games from annotations.
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

# Games; searches; minimax over any lattice; pictures, numbers, errors.
__all__ = ["BOTTOM", "INT64", "TOP", "End", "Game", "Max", "Min"]
__all__ += ["count_leaves", "depth", "from_nested", "leaves", "to_nested", "unfold", "uniform"]
__all__ += ["alphabeta", "alphabeta_lattice", "minimax", "mtd", "negamax", "negascout", "scout", "sss"]
__all__ += ["SEARCHES", "best_move", "deep_recursion", "principal_variation", "search"]
__all__ += ["Clamping", "Dual", "Lattice", "Order", "minimax_in"]
__all__ += ["LazyTreeError", "compare", "minimum_leaves", "show"]

_with_hypothesis("lazytree.strategies")  # lets Hypothesis infer games from annotations
