"""Searches: alpha-beta and its relatives, by hand and over lattices, all by name in `by_name`.

A search is a function from a game to its value. The definition and alpha-beta itself are in `minimax_and_alphabeta`.
"""

from lazytree.lattices.clamping import Bools
from lazytree.searches.best_moves import Line, best_move, principal_variation
from lazytree.searches.by_name import SEARCHES, Search, search
from lazytree.searches.minimax_and_alphabeta import (
    alphabeta,
    alphabeta_fail_hard,
    alphabeta_lattice,
    alphabeta_negamax,
    minimax,
    minimax_in,
    negamax,
    squash,
)
from lazytree.searches.one_bound import OneBound, f1, f1_lattice, hughes
from lazytree.searches.scouting import (
    AtLeast,
    MoreThan,
    Threshold,
    decide,
    decide_lattice,
    mtd,
    negascout,
    null_window,
    scout,
)
from lazytree.searches.state_space import dual, sss

__all__ = ["SEARCHES", "Search", "minimax", "minimax_in", "negamax", "search"]
__all__ += ["alphabeta", "alphabeta_fail_hard", "alphabeta_lattice", "alphabeta_negamax", "hughes", "squash"]
__all__ += ["OneBound", "dual", "f1", "f1_lattice", "mtd", "negascout", "scout", "sss"]
__all__ += ["AtLeast", "Bools", "MoreThan", "Threshold", "decide", "decide_lattice", "null_window"]
__all__ += ["Line", "best_move", "principal_variation"]
