"""Searches that expect the first move to be the best, and only ask if another one is better.

SCOUT asks by `decide` and, when the answer is yes, evaluates as if nothing had been asked. NegaScout, also known as
principal variation search, asks by alpha-beta in a null window and keeps the bound that it gets.
"""

from __future__ import annotations

from typing import TypeVar

from lazytree.games.game import End, Game, Max, Min
from lazytree.games.recursion_limit import enter
from lazytree.games.scores import BOTTOM, TOP, Ordered, check_window
from lazytree.searches.thresholds import AtLeast, MoreThan, _decide, _null_window

S = TypeVar("S", bound=Ordered)


def scout(game: Game[S]) -> S:
    """Return the value of `game`: each move but the first is evaluated only if a test says that it is better.

    Forces the parts that the tests and the evaluations look at, some of them twice. On most games these are leaves that
    `alphabeta` forces too, but not on all. Raises `TooDeep` beyond Python's recursion limit. Source: Pearl,
    *Asymptotic properties of minimax trees and game-searching procedures* (1980), the procedures EVAL and TEST.

    >>> from lazytree import from_nested
    >>> scout(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    3
    """
    return enter("scout", game, lambda: _scout(game))


def _scout(game: Game[S]) -> S:
    match game:
        case End(score):
            return score
        case Max(children):
            best: S = BOTTOM
            for child in children:
                if best is BOTTOM or _decide(child, MoreThan(best)):
                    best = max(best, _scout(child))
            return best
        case Min(children):
            best = TOP
            for child in children:
                if best is TOP or not _decide(child, AtLeast(best)):
                    best = min(best, _scout(child))
            return best


def negascout(game: Game[S], *, alpha: S = BOTTOM, beta: S = TOP) -> S:
    """Return the value of `game` if it lies between `alpha` and `beta`, otherwise a bound on it, as `alphabeta` does.

    Each move but the first is searched in a null window first, and again, in the rest of the window, if the answer
    lies inside of that. Distinct leaves are some of those that `alphabeta` forces; with repeats there can be more.
    Raises `BadWindow` unless alpha < beta, and `TooDeep` beyond Python's recursion limit. Sources: Reinefeld, *An
    improvement to the scout tree-search algorithm* (1983); as principal variation search (PVS), Marsland and
    Campbell, *Parallel search of strongly ordered game trees* (1982).

    >>> from lazytree import from_nested
    >>> negascout(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    3
    """
    check_window(alpha, beta)
    return enter("negascout", game, lambda: _negascout(game, alpha, beta))


def _negascout(game: Game[S], alpha: S, beta: S) -> S:
    match game:
        case End(score):
            return score
        case Max(children):
            best: S = BOTTOM
            for child in children:
                best = max(best, _better_for_max(child, alpha, beta, best))
                if best >= beta:
                    break
            return best
        case Min(children):
            best = TOP
            for child in children:
                best = min(best, _better_for_min(child, alpha, beta, best))
                if best <= alpha:
                    break
            return best


def _better_for_max(child: Game[S], alpha: S, beta: S, best: S) -> S:
    """Return the value of `child` as far as it matters to Max, who has `best` so far (BOTTOM before the first move)."""
    if best is BOTTOM:
        return _negascout(child, alpha, beta)
    floor = max(alpha, best)
    bound = _null_window(child, MoreThan(floor))
    return _negascout(child, bound, beta) if floor < bound < beta else bound


def _better_for_min(child: Game[S], alpha: S, beta: S, best: S) -> S:
    """Return the value of `child` as far as it matters to Min, who has `best` so far (TOP before the first move)."""
    if best is TOP:
        return _negascout(child, alpha, beta)
    ceiling = min(beta, best)
    bound = _null_window(child, AtLeast(ceiling))
    return _negascout(child, alpha, bound) if alpha < bound < ceiling else bound
