"""Questions to an engine: the value of a position, the move to make, and the game that follows.

`find_move` is where to start. A game of your own has to be a `Position`; whatever is said here of a value is as the
player sees it whose turn it is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from itertools import cycle
from math import inf
from typing import Any, Generic, TypeAlias, TypeVar

from lazytree.engines.positions import Position
from lazytree.engines.table_search.alphabeta_with_table import NodeType, Search
from lazytree.engines.table_search.transposition_table import Bound, Found, Table
from lazytree.errors import BadMove
from lazytree.games.recursion_limit import guard
from lazytree.games.scores import BOTTOM, TOP, check_window

M = TypeVar("M", bound=Hashable)

Strategy: TypeAlias = Callable[[Position[M]], M]
"""Way to play: a function from a position to one of its moves."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[M]):
    """Value of a position for its mover, and the work it took.

    `value` is the value of the position, or a bound on it if it is not inside the window, as `bound` says. It is
    `exact` if it is no bound, and every line that was searched was searched up to the end of the game. `move` is the
    best one, or None if there was nothing to choose. `searched` counts the positions that were looked at; those that
    the table knew are not among them.
    """

    value: float
    bound: Bound
    exact: bool
    move: M | None
    searched: int


@dataclass(frozen=True, slots=True)
class Choice(Generic[M]):
    """The `move` made, the `position` after it, and what `Answer` says of the position before."""

    move: M
    position: Position[M]
    value: float
    bound: Bound
    exact: bool
    searched: int


def evaluate(
    position: Position[M],
    *,
    depth: int | None = None,
    alpha: Any = BOTTOM,
    beta: Any = TOP,
    table: Table | None = None,
    symmetries: bool = True,
) -> Answer[M]:
    """Return the value of `position` for its mover, looking `depth` plies ahead (None: up to the end of the game).

    That is minimax's value, in which the game is cut off at the depth and guessed there. The window from `alpha` to
    `beta` is open by default; it is the mover's, and otherwise as for `lazytree.alphabeta`. A `table` remembers what is
    found, in this search and for later ones. With `symmetries`, positions that are the same but for one are searched
    once. Neither changes a value.

    Asks positions for their result, at the depth limit for a guess, and for one batch of moves after the other, until a
    move ends the matter; sorted moves are asked for only where `NodeType` says that the order matters. Moves that lead
    to the same position are tried once. Without a depth, the game must come to an end on every line.
    Raises `BadWindow` unless alpha < beta, `ValueError` for a depth below 0, `BadGame` for a value that is not equal
    to itself and for a position that has no moves and is no end, and `TooDeep` beyond Python's recursion limit.

    >>> from lazytree.engines.positions import Noughts
    >>> evaluate(Noughts())
    Answer(value=<Outcome.TIE: 0>, bound=<Bound.EXACT: '=='>, exact=True, move=4, searched=...)
    >>> evaluate(Noughts(), depth=2).exact
    False
    """
    check_window(alpha, beta)
    if not isinstance(position, Position):
        raise TypeError(f"evaluate({position!r}): expected a Position; GamePosition makes one of a game tree")
    if depth is not None and depth < 0:
        raise ValueError(f"evaluate(depth={depth!r}): expected a number of plies, 0 or more, or None for no limit")
    view = position.canonical() if symmetries else None
    root = position if view is None else view.position
    search: Search[M] = Search(table, symmetries)
    plies = inf if depth is None else depth
    found: Found[M] = guard("evaluate", lambda: search.value(root, root.key(), plies, alpha, beta, NodeType.VALUE))
    move = found.move if view is None or found.move is None else view.back(found.move)
    return Answer(found.value, found.bound, found.exact, move, search.searched)


def find_move(
    position: Position[M],
    *,
    depth: int | None = None,
    alpha: Any = BOTTOM,
    beta: Any = TOP,
    table: Table | None = None,
    symmetries: bool = True,
) -> Choice[M]:
    """The best move of `position`, looking `depth` plies ahead; of several that are equally good, the first found.

    Where every move loses, it is one of them: there always is a move. If the value is not inside the window, the move
    is as good as the window asks for (`bound` is LOWER), or any (UPPER). All else is as for `evaluate`; what that
    looks at and raises, this does too. Raises `BadMove` if the game is over, and `ValueError` for a depth below 1.

    >>> from lazytree.engines.positions import Nim
    >>> choice = find_move(Nim((3, 4, 5)))
    >>> choice.move, choice.position, choice.value
    ((0, 2), Nim(heaps=(1, 4, 5)), <Outcome.WIN: 1>)
    >>> find_move(Nim((1, 1))).move  # lost either way
    (0, 1)
    """
    if depth is not None and depth < 1:
        raise ValueError(f"find_move(depth={depth!r}): expected a number of plies, 1 or more, or None for no limit")
    answer = evaluate(position, depth=depth, alpha=alpha, beta=beta, table=table, symmetries=symmetries)
    if answer.move is None:
        raise BadMove(f"find_move({position!r}): the game is over; expected a position whose `result()` is None")
    move = answer.move
    return Choice(move, position.play(move), answer.value, answer.bound, answer.exact, answer.searched)


def play_out(position: Position[M], *players: Strategy[M]) -> Iterator[tuple[M, Position[M]]]:
    """The game from `position` on, as the players play it in turn: each move, and the position after it.

    Lazy: a move is made when it is pulled. Raises `BadMove` for a move that the position does not have, and
    `ValueError` without players.

    >>> from lazytree.engines.positions import Nim
    >>> best = lambda position: find_move(position).move
    >>> [move for move, _ in play_out(Nim((2, 3)), best, best)]
    [(1, 1), (0, 2), (1, 2)]
    """
    if not players:
        raise ValueError("play_out: expected one player or more, each a function from a position to a move")
    turns = cycle(players)
    while position.result() is None:
        move = next(turns)(position)
        position = position.play(move)
        yield move, position
