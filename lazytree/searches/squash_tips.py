"""Alpha-beta by squashing at the tips: no node compares anything, a tip answers within its window.

The window (a, b) is handed from child to child, and each narrows it from its player's side. When a == b, the value
is known. It comes with the tips in the order in which they were visited, by label.
"""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeVar

from lazytree.games.game import End, Game, Max, Min, Tip
from lazytree.games.recursion_limit import enter
from lazytree.games.scores import BOTTOM, TOP, Ordered, check_window
from lazytree.lattices.clamping import clamp

S = TypeVar("S", bound=Ordered)


class Squashed(NamedTuple, Generic[S]):
    """Result of `squash`: the value, and the labels of the tips in the order of visit (None for a plain `End`)."""

    value: S
    visited: tuple[Any, ...]


def squash(game: Game[S], *, alpha: S = BOTTOM, beta: S = TOP) -> Squashed[S]:
    """Return the value of `game`, squashed into the window, and the tips that were visited to find it, in order.

    Forces the parts that `alphabeta` forces, in the same order; of labels it forces none. Raises `BadWindow` unless
    alpha < beta, and `TooDeep` beyond Python's recursion limit. Source: Bird and Hughes, *The alpha-beta algorithm:
    an exercise in program transformation* (1987).

    >>> from lazytree import from_nested
    >>> from lazytree.games import number_tips
    >>> eleven = from_nested([[7, [9, 2]], [[18, 9], 31], [17, [[12, 17], 45], 72]])
    >>> squash(number_tips(eleven))
    Squashed(value=18, visited=(1, 2, 4, 5, 6, 7))
    """
    check_window(alpha, beta)
    visited: list[Any] = []
    value = enter("squash", game, lambda: _max_tree(game, alpha, beta, visited))
    return Squashed(value, tuple(visited))


def _max_tree(tree: Game[S], a: S, b: S, visited: list[Any]) -> S:
    """Squash a tree in which Max is to move."""
    match tree:
        case Max(children):
            for child in children:
                a = _min_tree(child, a, b, visited)
                if a == b:
                    break
            return a
        case End():
            return _tip(tree, a, b, visited)
        case Min():  # the other player moves twice in a row
            return _min_tree(tree, a, b, visited)


def _min_tree(tree: Game[S], a: S, b: S, visited: list[Any]) -> S:
    """Squash a tree in which Min is to move."""
    match tree:
        case Min(children):
            for child in children:
                b = _max_tree(child, a, b, visited)
                if a == b:
                    break
            return b
        case End():
            return _tip(tree, a, b, visited)
        case Max():  # the other player moves twice in a row
            return _max_tree(tree, a, b, visited)


def _tip(tip: End[S], a: S, b: S, visited: list[Any]) -> S:
    visited.append(tip.label if isinstance(tip, Tip) else None)
    return clamp(tip.score, a, b)
