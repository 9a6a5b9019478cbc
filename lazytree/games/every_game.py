"""Every game up to a number of leaves: what `strictcheck.check_all` needs to know of games.

The games are all shapes without unary nodes (nodes with a single child, of which there would be infinitely many), each
inner node Max or Min, and all orders of the scores, with ties. Only the order of scores matters to a search, so scores
have no values here, and are decided on as a search compares them.
"""

from __future__ import annotations

from lazytree.games.game import End, Max, Min
from strictcheck.exhaustive import SYMBOLS, Domain, Sequence, Sum, constructor

__all__ = ["all_games"]


def all_games() -> Domain:
    """The domain of all games without unary nodes; the size of a game is the number of its leaves.

    >>> from lazytree import alphabeta, alphabeta_lattice
    >>> from strictcheck.exhaustive import check_all, same_demand
    >>> print(check_all(same_demand(alphabeta, alphabeta_lattice), of=all_games(), max_size=3))
    same_demand(alphabeta, alphabeta_lattice) holds for all 137 inputs up to size 3, shown by 97 partial ones
    """
    games = Sum("Game")
    children = Sequence(games, cls=tuple, shortest=2, each=0)
    return games.add(
        constructor(End, {"score": SYMBOLS}, size=1),
        constructor(Max, {"children": children}, size=0),
        constructor(Min, {"children": children}, size=0),
    )
