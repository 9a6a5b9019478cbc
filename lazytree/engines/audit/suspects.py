"""Programs that an engine may turn out to be: alpha-betas with a known bug, and searches that look at less by design.

The likely cause of what an engine looks at is found by experiment. If it looks at the very leaves, game after game,
that a program with a known bug looks at, it has that bug. Most are searches of this package; those that nobody would
want to call are here. Skip this module unless you add another.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from lazytree.engines.adapters.engines import UNTOLD, is_value
from lazytree.engines.audit.causes import Cause
from lazytree.engines.audit.relations import distinct
from lazytree.engines.leaf_log import Path, log_leaves
from lazytree.games.game import End, Game, Max, Min
from lazytree.games.scores import BOTTOM, TOP
from lazytree.games.traversals import bottom_up
from lazytree.searches.by_name import SEARCHES, Search
from lazytree.searches.known_bugs import strict_cutoff
from lazytree.searches.pruning import alphabeta

__all__ = ["Suspect", "matching", "suspects"]

# The cause for each search by its name, the most likely first.
CAUSES = {
    "alphabeta": Cause.AS_LAZY,
    "broken-wide-root": Cause.WIDE_ROOT,
    "broken-strict-cutoff": Cause.STRICT,
    "minimax": Cause.NO_CUTOFF,
    "f1": Cause.NO_DEEP,
    "broken-kept-window": Cause.OVER_EAGER,
    "broken-unsound-table": Cause.UNSOUND_TABLE,
    "negascout": Cause.LESS,
    "sss": Cause.LESS,
    "dual": Cause.LESS,
    "scout": Cause.DIFFERENT,
}


@dataclass(frozen=True)
class Suspect:
    """A program that is known, by its name, and the cause to report of an engine that looks at what it looks at."""

    name: str
    cause: Cause
    search: Search

    def fits(self, game: Game[Any], leaves: list[Path], value: Any) -> bool:
        """Whether it looks at these leaves of `game`, in this order, and finds this value, unless that is `UNTOLD`."""
        found, read = log_leaves(self.search, game)
        return distinct(read) == leaves and (value is UNTOLD or is_value(value, found))


def suspects() -> list[Suspect]:
    """All of them, the most likely first.

    >>> [suspect.name for suspect in suspects()][:3]
    ['alphabeta', 'broken-wide-root', 'broken-strict-cutoff']
    """
    known = [Suspect(name, cause, SEARCHES[name]) for name, cause in CAUSES.items()]
    own = [
        Suspect("strict cutoff, root not narrowed", Cause.STRICT_AND_WIDE, _strict_and_wide),
        Suspect("strict cutoff, fail-hard", Cause.STRICT, _strict_fail_hard),
        Suspect("no cutoff at Max", Cause.ONE_SIDED, lambda game: _one_sided(game, Min)),
        Suspect("no cutoff at Min", Cause.ONE_SIDED, lambda game: _one_sided(game, Max)),
        Suspect("alphabeta, last move first", Cause.OTHER_ORDER, lambda game: alphabeta(_turned_round(game))),
    ]
    return known + own


def matching(games: Iterable[tuple[Game[Any], list[Path], Any]]) -> list[Suspect]:
    """The suspects that look at the very leaves given with each game, in that order, and find the same value.

    A value that is `UNTOLD` counts for nothing. Forces what the suspects force. Stops when none is left.

    >>> from lazytree import from_nested
    >>> matching([(from_nested([[3, 5], [2, 9]]), [(0, 0), (0, 1), (1, 0), (1, 1)], 3)])[0].cause
    <Cause.WIDE_ROOT: 'root not narrowed'>
    """
    left = suspects()
    for game, leaves, value in games:
        left = [suspect for suspect in left if suspect.fits(game, leaves, value)]
        if not left:
            break
    return left


def _strict_and_wide(root: Game[Any]) -> Any:
    match root:
        case End(score):
            return score
        case Max(children):
            return max([strict_cutoff(child) for child in children])
        case Min(children):
            return min([strict_cutoff(child) for child in children])


def _strict_fail_hard(game: Game[Any], alpha: Any = BOTTOM, beta: Any = TOP) -> Any:
    """Alpha-beta that keeps what it finds in the window itself, and stops once the ends have crossed."""
    match game:
        case End(score):
            return score
        case Max(children):
            for child in children:
                alpha = max(alpha, _strict_fail_hard(child, alpha, beta))
                if alpha > beta:
                    break
            return alpha
        case Min(children):
            for child in children:
                beta = min(beta, _strict_fail_hard(child, alpha, beta))
                if alpha > beta:
                    break
            return beta


def _one_sided(game: Game[Any], stops: type[Any], alpha: Any = BOTTOM, beta: Any = TOP) -> Any:
    """Alpha-beta in which only the player `stops` ever stops early."""
    match game:
        case End(score):
            return score
        case Max(children):
            best: Any = BOTTOM
            for child in children:
                best = max(best, _one_sided(child, stops, max(alpha, best), beta))
                if stops is Max and best >= beta:
                    break
            return best
        case Min(children):
            best = TOP
            for child in children:
                best = min(best, _one_sided(child, stops, alpha, min(beta, best)))
                if stops is Min and best <= alpha:
                    break
            return best


def _turned_round(game: Game[Any]) -> Game[Any]:
    """The same game with the moves of each position from the last to the first, its leaves being the very same."""
    return bottom_up(game, lambda end: end, lambda player, children: player(children[::-1]))
