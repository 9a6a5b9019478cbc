"""Every search by its name, each a function from a game to its value. The command line takes these names."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from lazytree.alphabeta import alphabeta, alphabeta_fail_hard, alphabeta_lattice, alphabeta_negamax
from lazytree.broken import kept_window, strict_cutoff, wide_root
from lazytree.clamping import ORDER, Clamping, NaiveClamping
from lazytree.errors import UnknownSearch
from lazytree.folds import fold_in
from lazytree.games import Game
from lazytree.minimax import minimax, minimax_in, negamax
from lazytree.recursion import enter
from lazytree.squash import squash

__all__ = ["SEARCHES", "Search", "search"]

Search: TypeAlias = Callable[[Game[Any]], Any]
"""A function from games to values."""


def minimax_fold(game: Game[Any]) -> Any:
    """`minimax`, by `fold_in` over the order of scores."""
    return fold_in(ORDER, lambda score: score, game)


def lattice_fold(game: Game[Any]) -> Any:
    """`alphabeta_lattice`, by `fold_in` over clamping functions."""
    lattice: Clamping[Any] = Clamping()
    return enter("lattice_fold", game, lambda: lattice.declamp(fold_in(lattice, lattice.clamping, game)))


def lattice_naive(game: Game[Any]) -> Any:
    """`alphabeta_lattice` with the naive join, which prunes nothing."""
    lattice: Clamping[Any] = NaiveClamping()
    return enter("lattice_naive", game, lambda: lattice.declamp(minimax_in(lattice, lattice.clamping, game)))


def squash_value(game: Game[Any]) -> Any:
    """`squash`, without the tips."""
    return squash(game).value


SEARCHES: Mapping[str, Search] = MappingProxyType(
    {
        "minimax": minimax,
        "negamax": negamax,
        "fold": minimax_fold,
        "alphabeta": alphabeta,
        "fail-hard": alphabeta_fail_hard,
        "alphabeta-negamax": alphabeta_negamax,
        "squash": squash_value,
        "lattice": alphabeta_lattice,
        "lattice-fold": lattice_fold,
        "lattice-naive": lattice_naive,
        "broken-wide-root": wide_root,
        "broken-strict-cutoff": strict_cutoff,
        "broken-kept-window": kept_window,
    }
)
"""Every search by its name; planted bugs begin with `broken-`."""


def search(name: str) -> Search:
    """The search of this name. Raises `UnknownSearch`, with names that look like it, if there is none.

    >>> from lazytree import from_nested
    >>> search("alphabeta")(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    3
    >>> search("alfabeta")
    Traceback (most recent call last):
    ...
    lazytree.errors.UnknownSearch: no search is called 'alfabeta'; did you mean alphabeta?
    """
    if name in SEARCHES:
        return SEARCHES[name]
    near = difflib.get_close_matches(name, SEARCHES)
    advice = f"did you mean {', '.join(near)}?" if near else f"there are {', '.join(SEARCHES)}"
    raise UnknownSearch(f"no search is called {name!r}; {advice}")
