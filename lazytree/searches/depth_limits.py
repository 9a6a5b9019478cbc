"""Searching big games: a depth limit, iterative deepening, and windows guessed from the last answer.

Positions at the limit get a static evaluation. In a lazily generated game, such as that of `unfold`, nothing beyond
the limit is ever generated.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from lazytree.games.game import Children, End, Game, children_of, player_of
from lazytree.games.scores import BOTTOM, TOP, Ordered, check_window
from lazytree.searches.best_moves import Placed, placed
from lazytree.searches.pruning import alphabeta
from strictcheck import Stream, delay

S = TypeVar("S", bound=Ordered)


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
    children = children_of(game)
    if depth == 0:
        score: Any = delay(lambda: evaluate(game))
        return End(score)
    return player_of(game)(Stream(_cut_off_moves(children, depth - 1, evaluate)))


def _cut_off_moves(children: Iterable[Game[S]], depth: int, evaluate: Callable[[Game[S]], S]) -> Iterator[Any]:
    for child in children:
        yield _delay_child(child, depth, evaluate)


def _delay_child(child: Game[S], depth: int, evaluate: Callable[[Game[S]], S]) -> Any:
    return delay(lambda: _cut_off(child, depth, evaluate))


def aspiration(game: Game[S], *, alpha: S, beta: S) -> S:
    """Return the value of `game`, by `alphabeta` in the window (alpha, beta), and again if the value is not inside.

    The second window is open at the end at which the first one failed. Forces leaves that `alphabeta` forces in the
    open window, fewer of them if the guess is good. Raises `BadWindow` unless alpha < beta, and `TooDeep` beyond
    Python's recursion limit. Sources: Brudno (1963); Baudet, *The design and analysis of algorithms for asynchronous
    multiprocessors* (1978); Marsland, *A review of game-tree pruning* (1986).

    >>> from lazytree import from_nested
    >>> aspiration(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), alpha=4, beta=6)
    3
    """
    check_window(alpha, beta)
    answer: S = alphabeta(game, alpha=alpha, beta=beta)
    # The end that held stays where it is, not at the answer: that may be the value, and no value lies inside then.
    if answer <= alpha:
        answer = alphabeta(game, alpha=BOTTOM, beta=beta)
    elif answer >= beta:
        answer = alphabeta(game, alpha=alpha, beta=TOP)
    return answer


def ahead(game: Game[S], moves: Sequence[int]) -> Game[S]:
    """Return `game` with `moves`, child indices from the root, put ahead of the other moves, each in its position.

    A move that is not there, or an end, ends the line; the rest stays as it was. Lazy: forces the outermost layer
    and, when a position on the line is looked at, pulls its moves up to the one that goes ahead. Raises `TypeError` for
    `TypeError` if `game` is not a game.

    >>> from lazytree import from_nested
    >>> ahead(from_nested([1, [2, 3, 4], 5]), [1, 2])
    Max(Stream([...]))
    >>> ahead(from_nested([1, [2, 3, 4], 5]), [1, 2]) == from_nested([[4, 2, 3], 1, 5])
    True
    """
    return _ahead(game, iter(moves))


def _ahead(game: Game[S], moves: Iterator[int]) -> Game[S]:
    move = next(moves, None)
    children: Any = children_of(game)
    if move is None or isinstance(game, End):
        return game
    return player_of(game)(Stream(_first(children, move, moves)))


def _first(children: Children[S], move: int, moves: Iterator[int]) -> Iterator[Any]:
    """Yield `children`, the one at `move` first, with the rest of the line ahead in it."""
    first = next(itertools.islice(children, move, None), None) if move >= 0 else None
    if first is not None:
        yield delay(lambda: _ahead(first, moves))
    for index, child in enumerate(children):
        if first is None or index != move:
            yield child


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
    last: Placed[S] | None = None
    moves: tuple[int, ...] = ()
    for depth in depths:
        game = ahead(placed(game_to(depth)), moves)
        if last is None or window is None:
            last = alphabeta(game)
        else:
            alpha, beta = window(last.score)
            last = aspiration(game, alpha=Placed(alpha), beta=Placed(beta))
        moves = last.line().moves
        yield Iteration(depth, last.score, moves)
