"""Best move and principal variation: how a game goes, beside its value.

Of equal moves the first is chosen. That matters to a search that prunes: its answer for a later move that was cut
off is a bound, which may equal the best value though the move is worth less. So a move takes the place of another
only if it is strictly better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from lazytree.errors import BadGame
from lazytree.games.game import End, Game, Max, Min, children_of, player_of
from lazytree.games.recursion_limit import enter
from lazytree.games.scores import BOTTOM, TOP, Ordered
from lazytree.searches.pruning import alphabeta
from strictcheck import Stream, delay

S = TypeVar("S", bound=Ordered)

Way: TypeAlias = tuple[int, Any] | None
"""Linked list of moves; several lines can share their ends, or their beginnings."""


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
    Source: Knuth and Moore, *An analysis of alpha-beta pruning* (1975), section 3, who call it the principal variation.
    Each node hands its line up, as programs with a triangular table do.

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
    """Score with its place in the game. Compared by score alone; a comparison forces as one of the scores does.

    >>> Placed(3, (1, None)) == Placed(3, (0, None)) < Placed(4)
    True
    """

    score: S
    way: Way = field(default=None, compare=False)

    # By hand: the methods that dataclasses generate compare tuples, which would look at the scores in another order.

    def __lt__(self, other: Any) -> bool:
        return bool(self.score < _score_of(other))

    def __le__(self, other: Any) -> bool:
        return bool(self.score <= _score_of(other))

    def __gt__(self, other: Any) -> bool:
        return bool(self.score > _score_of(other))

    def __ge__(self, other: Any) -> bool:
        return bool(self.score >= _score_of(other))

    def line(self) -> Line[S]:
        """Return the score and the moves that lead to it."""
        return Line(self.score, _indices(self.way)[::-1])


def _score_of(other: Any) -> Any:
    return other.score if isinstance(other, Placed) else other  # BOTTOM and TOP have no place


def placed(game: Game[S]) -> Game[Placed[S]]:
    """Return `game` with scores that know their places, so that a value comes with the moves that lead to it.

    Lazy: forces the outermost layer, and each further layer when it is looked at. Children are streams. Raises
    `TypeError` if `game` is not a game.

    >>> placed(Max([End(3), End(5)])).children[1].score.line()
    Line(value=5, moves=(1,))
    """
    return _with_places(game, None)


def _with_places(game: Game[S], way: Way) -> Game[Placed[S]]:
    if isinstance(game, End):
        return End(Placed(game.score, way))
    return player_of(game)(Stream(_moves(children_of(game), way)))


def _moves(children: Iterable[Game[S]], way: Way) -> Iterator[Any]:
    # A generator function: a generator expression would look at `children` before its first element is asked for.
    for index, child in enumerate(children):
        yield _delay_child(child, (index, way))


def _delay_child(child: Game[S], way: Way) -> Any:
    return delay(lambda: _with_places(child, way))


def line_of(game: Game[S], search: Callable[[Game[Placed[S]]], Placed[S]] = alphabeta) -> Line[S]:
    """Return the principal variation by a `search` that knows nothing of moves, from the place of its value.

    `search` takes a game and returns one of its scores; the parts it forces are forced. `minimax` and `alphabeta` keep
    the first of equals, so with them this is `principal_variation`. A search that prefers a bound to an equal value
    that it has already, as `alphabeta_lattice` does, may name another leaf of the same score, to which nobody would go.

    >>> from lazytree import from_nested, minimax
    >>> line_of(from_nested([[1, 12, 8], [2, 4, 6], [14, 5, 2]]), minimax)
    Line(value=2, moves=(1, 0))
    """
    return search(placed(game)).line()
