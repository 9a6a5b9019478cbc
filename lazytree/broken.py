"""Three alpha-betas with a bug each, planted: what an audit has to find.

Two of them give the right value on every game, so that no test of values finds them; they only look at more than they
need. The third looks at less than it needs. Their names in the list of searches begin with `broken-`.
"""

from __future__ import annotations

from typing import TypeVar

from lazytree.alphabeta import alphabeta
from lazytree.games import End, Game, Max, Min
from lazytree.recursion import enter
from lazytree.scores import BOTTOM, TOP, Ordered

__all__ = ["kept_window", "strict_cutoff", "wide_root"]

S = TypeVar("S", bound=Ordered)


def wide_root(game: Game[S]) -> S:
    """Alpha-beta whose root hands the open window to each child: what the first move is worth is never passed on.

    A common bug of engines, because the root is often a loop of its own, for it has to remember the move. The value is
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
            best: S = BOTTOM
            for child in children:
                best = max(best, alphabeta(child))
            return best
        case Min(children):
            best = TOP
            for child in children:
                best = min(best, alphabeta(child))
            return best


def strict_cutoff(game: Game[S]) -> S:
    """Alpha-beta that cuts off at `>` where `>=` is enough: a tie with the window's end is looked into further.

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
    """Alpha-beta with one window for the whole search: what a node has narrowed stays narrow for its sisters.

    The bug of keeping alpha and beta in an object that is passed along. Cuts off too early: it looks at less than
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
