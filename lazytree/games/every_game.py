"""Every game up to a number of leaves, as a domain for `strictcheck.check_all`.

The games are all shapes without unary nodes (nodes with a single child, of which there would be infinitely many), each
inner node Max or Min, and all orders of the scores, with ties. Only the order of scores matters to a search, so scores
have no values here; they are decided when a search compares them.
"""

from __future__ import annotations

from typing import Any

from lazytree.games.game import End, Max, Min
from strictcheck.errors import SpecError
from strictcheck.exhaustive import SYMBOLS, Domain, LayerDomain, Sequences, Sum, constructor


def all_games(scores: Domain = SYMBOLS) -> Domain:
    """Return the domain of all games without unary nodes; the size of a game is the number of its leaves.

    >>> from lazytree import alphabeta, alphabeta_lattice
    >>> from strictcheck.exhaustive import check_all, same_demand
    >>> print(check_all(same_demand(alphabeta, alphabeta_lattice), of=all_games(), max_size=3))
    same_demand(alphabeta, alphabeta_lattice) holds for all 137 inputs up to size 3, shown by 97 partial ones
    """
    games = Sum("Game")
    children = Sequences(games, cls=tuple, shortest=2, each=0)
    return games.add(*(_layer(cls, scores, children) for cls in (End, Max, Min)))


def games_that_are(cls: type[Any], scores: Domain = SYMBOLS) -> Domain:
    """Return the domain of games whose root is a `cls`: `Max`, `Min` or `End`; raises `SpecError` for others.

    >>> games_that_are(Max).least, games_that_are(End).least
    (2, 1)
    """
    if cls not in (Max, Min, End):
        raise SpecError(f"{cls.__name__}: its values are not known; pass of=Game[int], or a domain made of all_games()")
    children = Sequences(all_games(scores), cls=tuple, shortest=2, each=0)
    return Sum(cls.__name__, [_layer(cls, scores, children)])


def _layer(cls: type[Any], scores: Domain, children: Domain) -> LayerDomain:
    if cls is End:
        return constructor(cls, {"score": scores}, size=1)
    return constructor(cls, {"children": children}, size=0)
