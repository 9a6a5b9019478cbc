"""The best move, and the principal variation: not only what a game is worth, but how it goes.

Of moves that are worth the same the first is meant. That makes a difference for a search that prunes: a later move that
was cut off has a bound for an answer, which may be equal to the best value while the move is worth less. So a move
takes the place of another only if it is strictly better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from lazytree.errors import BadGame
from lazytree.games.deep_recursion import enter
from lazytree.games.game import End, Game, Max, Min, children_of, player_of
from lazytree.games.scores import BOTTOM, TOP, Ordered
from lazytree.searches.pruning import alphabeta
from strictcheck import Stream, delay

__all__ = ["Line", "Placed", "best_move", "line_of", "placed", "principal_variation"]

S = TypeVar("S", bound=Ordered)

Way: TypeAlias = tuple[int, Any] | None
"""A linked list of moves; each of many lines can share its end, or its beginning, with others."""


class Line(NamedTuple, Generic[S]):
    """A value, and the moves that lead to it: child indices from the root."""

    value: S
    moves: tuple[int, ...]


def best_move(game: Game[S]) -> int:
    """The index of the move that leads to the value of `game`, the first of equals.

    Forces what `alphabeta` forces, in the same order. Raises `BadGame` if the game is over, and `TooDeep` beyond
    Python's recursion limit.

    >>> from lazytree import from_nested
    >>> best_move(from_nested([[1, 12, 8], [2, 4, 6], [14, 5, 2]]))
    1
    """
    moves = principal_variation(game).moves
    if not moves:
        raise BadGame("best_move: the game is over; expected Max or Min, which have moves to choose from")
    return moves[0]


def principal_variation(game: Game[S]) -> Line[S]:
    """The value of `game`, and the moves if both players play their best, of equals the first.

    Forces what `alphabeta` forces, in the same order. Raises `TooDeep` beyond Python's recursion limit. Source:
    Knuth and Moore, *An analysis of alpha-beta pruning* (1975), section 3, who call it the principal variation; that
    each node hands up its line is what programs with a triangular table do.

    >>> from lazytree import from_nested
    >>> principal_variation(from_nested([[1, 12, 8], [2, 4, 6], [14, 5, 2]]))
    Line(value=2, moves=(1, 0))
    """
    value, way = enter("principal_variation", game, lambda: _line(game, BOTTOM, TOP))
    return Line(value, _indices(way))


def _indices(way: Way) -> tuple[int, ...]:
    moves = []
    while way is not None:
        index, way = way
        moves.append(index)
    return tuple(moves)


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


@dataclass(frozen=True, slots=True)
class Placed(Generic[S]):
    """A score that remembers where in the game it stands. Compared by score alone, which forces what scores force.

    >>> Placed(3, (1, None)) == Placed(3, (0, None)) < Placed(4)
    True
    """

    score: S
    way: Way = field(default=None, compare=False)

    # By hand: those that dataclasses generate compare tuples, which would look at the scores in another order.

    def __lt__(self, other: Any) -> bool:
        return bool(self.score < _score_of(other))

    def __le__(self, other: Any) -> bool:
        return bool(self.score <= _score_of(other))

    def __gt__(self, other: Any) -> bool:
        return bool(self.score > _score_of(other))

    def __ge__(self, other: Any) -> bool:
        return bool(self.score >= _score_of(other))

    def line(self) -> Line[S]:
        """The score, and the moves that lead to it."""
        return Line(self.score, _indices(self.way)[::-1])


def _score_of(other: Any) -> Any:
    return other.score if isinstance(other, Placed) else other  # BOTTOM and TOP have no place


def placed(game: Game[S]) -> Game[Placed[S]]:
    """The same game with scores that remember their places, so that a value comes with the way to it.

    Lazy: forces the outermost layer, and of the rest what is looked at, when it is. Children are streams. Raises
    `TypeError` for what is no game.

    >>> placed(Max([End(3), End(5)])).children[1].score.line()
    Line(value=5, moves=(1,))
    """
    return _placed(game, None)


def _placed(game: Game[S], way: Way) -> Game[Placed[S]]:
    if isinstance(game, End):
        return End(Placed(game.score, way))
    return player_of(game)(Stream(_moves(children_of(game), way)))


def _moves(children: Iterable[Game[S]], way: Way) -> Iterator[Any]:
    # A function, not an expression in brackets, which would look at `children` before the first is asked for.
    for index, child in enumerate(children):
        yield _later(child, (index, way))


def _later(child: Game[S], way: Way) -> Any:
    return delay(lambda: _placed(child, way))


def line_of(game: Game[S], search: Callable[[Game[Placed[S]]], Placed[S]] = alphabeta) -> Line[S]:
    """The principal variation by a `search` that knows nothing of moves: its value says where it comes from.

    `search` takes a game and returns one of its scores. Forces what it forces. By `minimax` and `alphabeta`, which keep
    the first of equals, this is `principal_variation`. A search that prefers a bound to an equal value that it has
    already, as `alphabeta_lattice` does, may name another leaf of the same score, to which nobody would go.

    >>> from lazytree import from_nested, minimax
    >>> line_of(from_nested([[1, 12, 8], [2, 4, 6], [14, 5, 2]]), minimax)
    Line(value=2, moves=(1, 0))
    """
    return search(placed(game)).line()
