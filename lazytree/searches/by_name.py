"""Table of all searches by name, each a function from a game to its value. The command line takes these names.

The last column says which leaves a search forces, beside those of alpha-beta in the open window: the *same* in the
same order, *all* there are, some of them (*part*), these and perhaps more (*more*), or *neither*: on some games it
forces leaves that alpha-beta does not. A test, `test_by_name`, reads this table, and tests
each search for its value, for that relation, and by replay. The second table says how each is tested beyond that.

| name | search | source | lattice | leaves |
|---|---|---|---|---|
| `minimax` | `minimax` | von Neumann 1928; Shannon 1950 | scores: `Order` | all |
| `negamax` | `negamax` | Knuth and Moore 1975, F | | all |
| `alphabeta` | `alphabeta`, fail-soft | Fishburn 1983 | | same |
| `fail-hard` | `alphabeta_fail_hard` | Knuth and Moore 1975, F2 and G2 | | same |
| `alphabeta-negamax` | `alphabeta_negamax` | Knuth and Moore 1975, F2 | | same |
| `squash` | `squash`, at the tips | Bird and Hughes 1987 | | same |
| `lattice` | `alphabeta_lattice` | Xia 2025 | `Clamping` | same |
| `lattice-naive` | with the join by definition | Xia 2025 | `NaiveClamping` | all |
| `f1` | `f1`, no deep cutoffs | Knuth and Moore 1975, F1 | | more |
| `f1-lattice` | `f1_lattice` | Knuth and Moore 1975, F1 | `OneBound` | more |
| `hughes` | `hughes`, by lazy lists | Hughes 1989 | | more |
| `scout` | `scout` | Pearl 1980 | its tests: `Bools` | neither |
| `negascout` | `negascout`, also called PVS | Reinefeld 1983; Marsland and Campbell 1982 | | part |
| `sss` | `sss`, SSS\\* | Stockman 1979 | | part |
| `dual` | `dual`, DUAL\\* | Marsland, Reinefeld and Schaeffer 1987 | | part |
| `mtd` | `mtd`, the first guess the leftmost leaf | Plaat and others 1996, MTD(f) | its tests: `Bools` | part |
| `mtd-top` | `mtd`, the first guess above all scores | Plaat and others 1996, MTD(+∞) | its tests: `Bools` | part |
| `mtd-bottom` | `mtd`, the first guess below all scores | Plaat and others 1996, MTD(-∞) | its tests: `Bools` | part |
| `engine` | that of `lazytree.engines.table_search`, without a table | Fishburn 1983 | | same |
| `broken-wide-root` | a planted bug: the root does not narrow | | | more |
| `broken-strict-cutoff` | a planted bug: `>` for `>=` | | | more |
| `broken-kept-window` | a planted bug: one window for all, wrong values | | | part |
| `broken-unsound-table` | a planted bug: a table without flags, wrong values | | | all |

| names | also tested by | with |
|---|---|---|
| `minimax`, `negamax` | definition; numbers | `test_minimax_and_alphabeta`, `test_theory` |
| `alphabeta`, `lattice` | demands of the Haskell original; every game of 5 leaves | `test_golden`, `test_exhaustive` |
| `fail-hard`, `alphabeta-negamax` | each other in every window | `test_minimax_and_alphabeta`, `test_theory` |
| `squash` | the 11 tips as printed; every game of 3 leaves | `test_minimax_and_alphabeta`, `test_prove` |
| `lattice-naive` | the laws of clamping functions | `test_clamping` |
| `f1`, `f1-lattice`, `hughes` | each other; digits of pi; too deep to cut | `test_one_bound`, `test_theory` |
| `scout`, `negascout` | every window; which parts are looked at twice | `test_scouting`, `test_theory` |
| `sss`, `dual` | each other; the order of states by hand | `test_state_space`, `test_theory` |
| `mtd`, `mtd-top`, `mtd-bottom` | guesses; `sss` and `dual`, leaf by leaf | `test_scouting`, `test_theory` |
| `engine` | minimax on positions; tables, symmetries, depth limits | `test_table_search`, `test_positions` |
| `broken-wide-root`, `broken-strict-cutoff` | an audit that names the bug | `test_known_bugs`, `test_audit` |
| `broken-kept-window`, `broken-unsound-table` | wrong values on a smallest game | `test_known_bugs`, `test_audit` |

How the lattices lead to the searches is in `lazytree.lattices.clamping`, and in `one_bound` and `scouting` here.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from lazytree.engines.positions import GamePosition
from lazytree.engines.table_search import evaluate
from lazytree.errors import UnknownSearch
from lazytree.games.game import Game, Max, Min
from lazytree.games.scores import BOTTOM
from lazytree.games.traversals import enter
from lazytree.lattices.clamping import Clamping, NaiveClamping
from lazytree.searches.known_bugs import kept_window, strict_cutoff, unsound_table, wide_root
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
from lazytree.searches.one_bound import f1, f1_lattice, hughes
from lazytree.searches.scouting import mtd, negascout, scout
from lazytree.searches.state_space import dual, sss

Search: TypeAlias = Callable[[Game[Any]], Any]
"""A function from games to values."""


def lattice_naive(game: Game[Any]) -> Any:
    """Compute `alphabeta_lattice` with the naive join, which prunes nothing."""
    lattice: Clamping[Any] = NaiveClamping()
    return enter("lattice_naive", game, lambda: lattice.declamp(minimax_in(lattice, lattice.clamping, game)))


def mtd_leftmost(game: Game[Any]) -> Any:
    """Run `mtd`, guessing that the value is the score of the leftmost leaf, which every search forces."""
    return mtd(game, _leftmost(game))


def mtd_bottom(game: Game[Any]) -> Any:
    """Run `mtd`, guessing that the value is below all scores."""
    return mtd(game, BOTTOM)


def engine_value(game: Game[Any]) -> Any:
    """Return the value that the engine finds for Max, without a table."""
    return evaluate(GamePosition(game)).value


def _leftmost(game: Game[Any]) -> Any:
    while isinstance(game, (Max, Min)):
        game = next(iter(game.children))
    return game.score


SEARCHES: Mapping[str, Search] = MappingProxyType(
    {
        "minimax": minimax,
        "negamax": negamax,
        "alphabeta": alphabeta,
        "fail-hard": alphabeta_fail_hard,
        "alphabeta-negamax": alphabeta_negamax,
        "squash": squash,
        "lattice": alphabeta_lattice,
        "lattice-naive": lattice_naive,
        "f1": f1,
        "f1-lattice": f1_lattice,
        "hughes": hughes,
        "scout": scout,
        "negascout": negascout,
        "sss": sss,
        "dual": dual,
        "mtd": mtd_leftmost,
        "mtd-top": mtd,
        "mtd-bottom": mtd_bottom,
        "engine": engine_value,
        "broken-wide-root": wide_root,
        "broken-strict-cutoff": strict_cutoff,
        "broken-kept-window": kept_window,
        "broken-unsound-table": unsound_table,
    }
)
"""Every search by its name; planted bugs begin with `broken-`."""


def search(name: str) -> Search:
    """Return the search of this name. Raises `UnknownSearch`, with similar names, if there is none.

    >>> from lazytree import from_nested
    >>> search("alphabeta")(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    3
    >>> search("alfabeta")
    Traceback (most recent call last):
    ...
    lazytree.errors.UnknownSearch: no search is called 'alfabeta'; did you mean alphabeta?
    """
    if isinstance(name, str) and name in SEARCHES:
        return SEARCHES[name]
    raise unknown_name("search", name, SEARCHES)


def unknown_name(kind: str, name: object, known: Collection[str]) -> UnknownSearch:
    """Make the error for a name that is none of those `known`; it says which are similar, or else which there are."""
    near = difflib.get_close_matches(str(name).lower().rstrip("*"), known)
    advice = f"did you mean {', '.join(near)}?" if near else f"there are {', '.join(known)}"
    return UnknownSearch(f"no {kind} is called {name!r}; {advice}")
