"""Best move and principal variation; for big games, with windows, depth limits and iterative deepening.

Of equal moves the first is chosen. That matters to a search that prunes: its answer for a later move that was cut
off is a bound, which may equal the best value though the move is worth less. So a move takes the place of another
only if it is strictly better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from lazytree.errors import BadGame
from lazytree.games.game import Children, End, Game, Max, Min, children_of, player_of
from lazytree.games.scores import BOTTOM, TOP, Ordered, check_window
from lazytree.games.traversals import enter
from strictcheck import Stream, delay

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


def principal_variation(game: Game[S], *, alpha: S = BOTTOM, beta: S = TOP, ahead: Sequence[int] = ()) -> Line[S]:
    """Return the value of `game` and the moves if both players play their best, the first of equals.

    `ahead` is a line of moves that are tried before the others, each in its position, and preferred among equals; a
    move that is not there ends it. A window (alpha, beta) is a guess of the value: if that is not inside, the game is
    searched again, in a window that is open at the end that failed.

    Forces the parts that `alphabeta` forces, in the same order, if the window is open and no moves go ahead; with a
    window, leaves that it forces, fewer of them if the guess is good. Raises `BadWindow` unless alpha < beta, and
    `TooDeep` beyond Python's recursion limit. Source: Knuth and Moore, *An analysis of alpha-beta pruning* (1975),
    section 3, who call it the principal variation. Each node hands its line up, as programs with a triangular table do.

    >>> from lazytree import from_nested
    >>> principal_variation(from_nested([[1, 12, 8], [2, 4, 6], [14, 5, 2]]))
    Line(value=2, moves=(1, 0))
    """
    check_window(alpha, beta)
    line: Way = None
    for move in reversed(ahead):
        line = move, line
    value, way = enter("principal_variation", game, lambda: _search(game, alpha, beta, line))
    moves = []
    while way is not None:
        move, way = way
        moves.append(move)
    return Line(value, tuple(moves))


def _search(game: Game[S], alpha: S, beta: S, ahead: Way) -> tuple[S, Way]:
    value, way = _line(game, alpha, beta, ahead)
    # The end that held stays where it is, not at the answer: that may be the value, and no value lies inside then.
    if alpha >= value:
        return _line(game, BOTTOM, beta, ahead)
    return _line(game, alpha, TOP, ahead) if beta <= value else (value, way)


def _line(game: Game[S], alpha: S, beta: S, ahead: Way) -> tuple[S, Way]:
    best: S
    way: Way = None
    match game:
        case End(score):
            return score, None
        case Max(children):
            best = BOTTOM
            for index, child, line in _in_order(children, ahead):
                value, rest = _line(child, max(alpha, best), beta, line)
                if value > best:
                    best, way = value, (index, rest)
                if best >= beta:
                    break
        case Min(children):
            best = TOP
            for index, child, line in _in_order(children, ahead):
                value, rest = _line(child, alpha, min(beta, best), line)
                if value < best:
                    best, way = value, (index, rest)
                if best <= alpha:
                    break
    return best, way


def _in_order(children: Children[S], ahead: Way) -> Iterator[tuple[int, Game[S], Way]]:
    """Yield the children with their indices, the one ahead first, and with the rest of the line that goes ahead."""
    move, line = ahead or (-1, None)
    first = next(islice(children, move, None), None) if move >= 0 else None
    if first is not None:
        yield move, first, line
    for index, child in enumerate(children):
        if first is None or index != move:
            yield index, child, None


def aspiration(game: Game[S], *, alpha: S, beta: S) -> S:
    """Return the value of `game`, by alpha-beta in the window (alpha, beta), and again if the value is not inside.

    Forces and raises as `principal_variation` does. Sources: Brudno (1963); Baudet, *The design and analysis of
    algorithms for asynchronous multiprocessors* (1978); Marsland, *A review of game-tree pruning* (1986).

    >>> from lazytree import from_nested
    >>> aspiration(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), alpha=4, beta=6)
    3
    """
    return principal_variation(game, alpha=alpha, beta=beta).value


def limited(game: Game[S], depth: int, evaluate: Callable[[Game[S]], S]) -> Game[S]:
    """Return `game`, ended after `depth` plies: a position there is worth `evaluate(position)`, unless it is an end.

    `evaluate` gets the game from there on, and may force any part of it. Lazy: forces the outermost layer, and each
    further layer when it is looked at. Children are streams. Raises `ValueError` for a negative depth, and `TypeError`
    if `game` is not a game. Source: Shannon, *Programming a computer for playing chess* (1950); as a function on lazy
    trees, the `prune` of Hughes, *Why functional programming matters* (1989).

    >>> from lazytree import from_nested, minimax
    >>> game = from_nested([[3, [7, 8]], [[5, 1], [2, 9]]])
    >>> minimax(limited(game, 2, evaluate=lambda position: 4))
    4
    """
    if depth < 0:
        raise ValueError(f"limited(depth={depth!r}): expected a number of plies, 0 or more")
    return _cut_off(game, depth, evaluate)


def _cut_off(game: Game[S], depth: int, evaluate: Callable[[Game[S]], S]) -> Game[S]:
    if isinstance(game, End):
        return game
    if depth == 0:
        score: Any = delay(partial(evaluate, game))
        return End(score)
    return player_of(game)(Stream(_cut_off_moves(children_of(game), depth - 1, evaluate)))


def _cut_off_moves(children: Iterable[Game[S]], depth: int, evaluate: Callable[[Game[S]], S]) -> Iterator[Any]:
    # A generator function: a generator expression would look at `children` before its first element is asked for.
    for child in children:
        yield delay(partial(_cut_off, child, depth, evaluate))


class Iteration(NamedTuple, Generic[S]):
    """Result of a search to one depth: the value, and the moves that lead to it, as child indices from the root."""

    depth: int
    value: S
    moves: tuple[int, ...]


def deepening(
    game_to: Callable[[int], Game[S]], depths: Iterable[int], *, window: Callable[[S], tuple[S, S]] | None = None
) -> Iterator[Iteration[S]]:
    """Search `game_to(depth)` for one depth after another, each time beginning with the best moves of the last.

    `game_to(depth)` is the game with its end at that depth, as `unfold` and `limited` make it. The moves that were
    best at one depth go ahead at the next. With `window`, a function from a value to (alpha, beta) around it, each
    search but the first begins in the window around the last value. Lazy: a depth is searched when its iteration is
    asked for, so stop when time is up. Of moves worth the same, those that went ahead are preferred. Raises what
    `alphabeta` raises. Source: Slate and Atkin, *Chess 4.5* (1977).

    >>> from lazytree import unfold
    >>> def game_to(depth):
    ...     return unfold(1, moves=lambda n: [2 * n, 2 * n + 1], score=lambda n: n % 7, depth=depth)
    >>> for iteration in deepening(game_to, range(1, 4), window=lambda value: (value - 1, value + 1)):
    ...     print(iteration)
    Iteration(depth=1, value=3, moves=(1,))
    Iteration(depth=2, value=4, moves=(0, 0))
    Iteration(depth=3, value=2, moves=(0, 0, 1))
    """
    last: Line[S] | None = None
    for depth in depths:
        alpha, beta = (BOTTOM, TOP) if last is None or window is None else window(last.value)
        last = principal_variation(game_to(depth), alpha=alpha, beta=beta, ahead=() if last is None else last.moves)
        yield Iteration(depth, last.value, last.moves)
