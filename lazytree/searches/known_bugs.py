"""Four alpha-betas with a bug each, planted for audits to find.

Two of them give the right value on every game, so that no test of values finds them; they only look at more than they
need. The third looks at less than it needs, and the fourth takes a bound for a value. Their names in the list of
searches begin with `broken-`.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any, TypeVar

from lazytree.engines.positions import GamePosition
from lazytree.engines.table_search import Bound, Found, Table, evaluate
from lazytree.games.game import End, Game, Max, Min
from lazytree.games.scores import BOTTOM, TOP, Ordered
from lazytree.games.traversals import enter
from lazytree.searches.minimax_and_alphabeta import alphabeta

S = TypeVar("S", bound=Ordered)


def wide_root(game: Game[S]) -> S:
    """Alpha-beta whose root gives each child the open window: the value of the first move never narrows it.

    A common bug of engines: the root is often a loop of its own, because it has to remember the move. The value is
    right on every game; only the demand shows it, on games with two moves or more at the root.

    >>> from lazytree import from_nested
    >>> wide_root(from_nested([[3, 5], [2, 9]])), alphabeta(from_nested([[3, 5], [2, 9]]))  # 9 matters to the first
    (3, 3)
    """
    return enter("wide_root", game, lambda: _wide_root(game))


def _wide_root(root: Game[S]) -> S:
    match root:
        case End(score):
            return score
        case Max(children):
            return max(alphabeta(child) for child in children)
        case Min(children):
            return min(alphabeta(child) for child in children)


def strict_cutoff(game: Game[S]) -> S:
    """Alpha-beta that cuts off at `>` where `>=` is enough: after a tie with the window's end it looks on.

    The value is right on every game; only the demand shows it, where scores are equal, so most with few scores.

    >>> from lazytree import from_nested
    >>> strict_cutoff(from_nested([[3, 5], [3, 9]]))  # 9 cannot matter, and is looked at
    3
    """
    return enter("strict_cutoff", game, lambda: _strict_cutoff(game))


def _strict_cutoff(game: Game[S], alpha: S = BOTTOM, beta: S = TOP) -> S:
    match game:
        case End(score):
            return score
        case Max(children):
            best: S = BOTTOM
            for child in children:
                best = max(best, _strict_cutoff(child, max(alpha, best), beta))
                if best > beta:
                    break
            return best
        case Min(children):
            best = TOP
            for child in children:
                best = min(best, _strict_cutoff(child, alpha, min(beta, best)))
                if best < alpha:
                    break
            return best


def kept_window(game: Game[S]) -> S:
    """Alpha-beta with one window for the whole search: a node narrows the window of its siblings, too.

    The bug of keeping alpha and beta in an object that is passed along. It cuts off too early: it looks at less than
    alpha-beta, and some values are wrong.

    >>> from lazytree import from_nested
    >>> kept_window(from_nested([[1], [3]])), alphabeta(from_nested([[1], [3]]))
    (1, 3)
    """
    window: list[S] = [BOTTOM, TOP]
    return enter("kept_window", game, lambda: _kept_window(game, window))


def _kept_window(game: Game[S], window: list[S]) -> S:
    match game:
        case End(score):
            return score
        case Max(children):
            best: S = BOTTOM
            for child in children:
                best = max(best, _kept_window(child, window))
                window[0] = max(window[0], best)
                if best >= window[1]:
                    break
            return best
        case Min(children):
            best = TOP
            for child in children:
                best = min(best, _kept_window(child, window))
                window[1] = min(window[1], best)
                if best <= window[0]:
                    break
            return best


class UnsoundTable(Table):
    """Transposition table without flags: a bound that a narrow window left is returned as if it were the value.

    On most positions the value comes out right nevertheless, for a bound is often enough.
    """

    __slots__ = ()

    def get(self, key: Hashable | None, depth: float) -> Found[Any] | None:
        """Return the stored entry, called exact."""
        found = super().get(key, depth)
        return None if found is None else replace(found, bound=Bound.EXACT)


def unsound_table(game: Game[Any]) -> Any:
    """The engine's alpha-beta with a table without flags, for which equal parts of the game are one position.

    Some values are wrong: those of parts that occur again in a wider window. With flags they are right. Comparing parts
    forces all of them, with flags or without.

    >>> from lazytree import from_nested
    >>> game = from_nested([[[0, 0], [2, 3]], [[2, 3], [2, 3]], [[2, 3], [0, 0]]])
    >>> unsound_table(game), evaluate(GamePosition(game, name=lambda part: part), table=Table()).value
    (2, 3)
    """
    return evaluate(GamePosition(game, name=lambda part: part), table=UnsoundTable()).value
