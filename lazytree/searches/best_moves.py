"""Best move and principal variation.

Of equal moves the first is chosen. That matters to a search that prunes: its answer for a later move that was cut
off is a bound, which may equal the best value though the move is worth less. So a move takes the place of another
only if it is strictly better.
"""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from lazytree.errors import BadGame
from lazytree.games.game import End, Game, Max, Min
from lazytree.games.scores import BOTTOM, TOP, Ordered
from lazytree.games.traversals import enter

S = TypeVar("S", bound=Ordered)

Way: TypeAlias = tuple[int, Any] | None
"""Linked list of moves; several lines can share their ends."""


class Line(NamedTuple, Generic[S]):
    """Value, and the moves that lead to it as child indices from the root."""

    value: S
    moves: tuple[int, ...]


def best_move(game: Game[S]) -> int:
    """Return the index of the move that leads to the value of `game`, the first of equals.

    Forces the parts that `alphabeta` forces, in the same order. Raises `BadGame` if the game is over, and `TooDeep`
    beyond Python's recursion limit.

    >>> from lazytree import from_nested
    >>> best_move(from_nested([[1, 12, 8], [2, 4, 6], [14, 5, 2]]))
    1
    """
    moves = principal_variation(game).moves
    if not moves:
        raise BadGame("best_move: the game is over; expected Max or Min, which have moves to choose from")
    return moves[0]


def principal_variation(game: Game[S]) -> Line[S]:
    """Return the value of `game` and the moves if both players play their best, the first of equals.

    Forces the parts that `alphabeta` forces, in the same order. Raises `TooDeep` beyond Python's recursion limit.
    Source: Knuth and Moore, *An analysis of alpha-beta pruning* (1975), section 3, who call it the principal
    variation. Each node hands its line up, as programs with a triangular table do.

    >>> from lazytree import from_nested
    >>> principal_variation(from_nested([[1, 12, 8], [2, 4, 6], [14, 5, 2]]))
    Line(value=2, moves=(1, 0))
    """
    value, way = enter("principal_variation", game, lambda: _line(game, BOTTOM, TOP))
    moves = []
    while way is not None:
        move, way = way
        moves.append(move)
    return Line(value, tuple(moves))


def _line(game: Game[S], alpha: S, beta: S) -> tuple[S, Way]:
    best: S
    way: Way = None
    match game:
        case End(score):
            return score, None
        case Max(children):
            best = BOTTOM
            for index, child in enumerate(children):
                value, rest = _line(child, max(alpha, best), beta)
                if value > best:
                    best, way = value, (index, rest)
                if best >= beta:
                    break
        case Min(children):
            best = TOP
            for index, child in enumerate(children):
                value, rest = _line(child, alpha, min(beta, best))
                if value < best:
                    best, way = value, (index, rest)
                if best <= alpha:
                    break
    return best, way
