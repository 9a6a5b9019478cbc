"""One's own engine: a function of a game, or of a board that it plays on. These adapters need no extra.

A function that takes `Max`, `Min` and `End` apart is an engine as it stands: `game_engine(search)`. One that plays
moves and takes them back gets a `Board`: `board_engine(search)`. Either returns the value, or (value, move), or an
`EngineAnswer`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from lazytree.engines.adapters.engine import Engine, EngineAnswer, IllegalMove, StateMutated, answer_of, legal_child
from lazytree.games.game import End, Game, Max, Min, children_of
from lazytree.searches.by_name import SEARCHES
from lazytree.searches.full_width import minimax

# Sentences on the object that an engine of one's own is given, and how they begin.
MISTAKEN = "; it is handed "
_GAME = (
    f"{MISTAKEN}a game and nothing else: Max or Min, with .children, or End, with .score "
    "(`python -m lazytree audit --help` shows what else an engine may ask for)"
)
_BOARD = f"{MISTAKEN}a Board: .over, .maximizing, .moves(), .play(move), .undo(), .score()"


def engine_name(function: Any) -> str:
    """Return a name for an engine: that of the function or class, or else its repr.

    >>> engine_name(minimax), engine_name(partial(minimax))
    ('minimax', 'minimax')
    """
    while isinstance(function, partial):
        function = function.func
    name = getattr(function, "__name__", None)
    return name if isinstance(name, str) else repr(function)


def game_engine(function: Callable[[Game[Any]], Any], name: str = "") -> Engine:
    """The engine that is a function of a game.

    >>> game_engine(minimax).solve(Max([End(3), End(5)]))
    EngineAnswer(value=5, move=UNTOLD)
    """

    def solve(game: Game[Any]) -> EngineAnswer:
        return _with_index(game, answer_of(function(game)))

    return Engine(name or engine_name(function), solve, lambda game: EngineAnswer(minimax(game)))


def _with_index(game: Game[Any], answer: EngineAnswer) -> EngineAnswer:
    """The answer with its move as an index, where it is the child itself, or a line of moves that begins with it."""
    move = answer.move
    if isinstance(move, list | tuple) and move:
        move = move[0]
    if isinstance(move, Max | Min | End):
        indices = (index for index, child in enumerate(children_of(game)) if child is move)
        move = next(indices, move)
    return EngineAnswer(answer.value, move)


class Board:
    """A position that moves are played on, and taken back: what most engines are written for, in its plainest form.

    `maximizing` says whose move it is, `moves()` what there is to play, as numbers from 0, `over` whether the game is,
    and then `score()` what it is worth to Max. An engine must leave the board as it found it.

    >>> board = Board(Max([End(3), End(5)]))
    >>> board.maximizing, board.moves()
    (True, [0, 1])
    >>> board.play(1)
    >>> board.over, board.score()
    (True, 5)
    >>> board.undo()
    """

    __slots__ = ("_line", "faults")

    def __init__(self, game: Game[Any]) -> None:
        self._line = [game]
        self.faults: list[IllegalMove | StateMutated] = []

    @property
    def over(self) -> bool:
        """True if the game has ended here."""
        return isinstance(self._line[-1], End)

    @property
    def maximizing(self) -> bool:
        """True if it is Max's turn."""
        return isinstance(self._line[-1], Max)

    def moves(self) -> list[int]:
        """The moves that can be played, best not known; none where the game is over."""
        return [index for index, _ in enumerate(children_of(self._line[-1]))]

    def play(self, move: int) -> None:
        """Go to the position after `move`. Raises `IllegalMove`, and remembers it, if there is no such move."""
        try:
            self._line.append(legal_child(self._line[-1], move))
        except IllegalMove as error:
            self.faults.append(error)
            raise

    def undo(self) -> None:
        """Take the last move back. Raises `IllegalMove` at the position that the engine was given."""
        if len(self._line) == 1:
            self.faults.append(IllegalMove("undo at the position that the engine was given: no move was played"))
            raise self.faults[-1]
        self._line.pop()

    def score(self) -> Any:
        """Return the score of the end of the game for Max. Raises `IllegalMove` while the game goes on."""
        node = self._line[-1]
        if not isinstance(node, End):
            self.faults.append(IllegalMove("score() of a position in which the game goes on"))
            raise self.faults[-1]
        return node.score

    def settle(self) -> None:
        """Raise what the engine did wrong, even if it caught the error, and `StateMutated` if it is elsewhere now."""
        if self.faults:
            raise self.faults[0]
        if len(self._line) != 1:
            raise StateMutated(f"the board is left {len(self._line) - 1} moves on; each play needs its undo")


def board_engine(function: Callable[[Board], Any], name: str = "") -> Engine:
    """The engine that is a function of a `Board`.

    >>> board_engine(board_minimax).solve(Max([End(3), End(5)]))
    EngineAnswer(value=5, move=UNTOLD)
    """

    def solve(search: Callable[[Board], Any], game: Game[Any]) -> EngineAnswer:
        board = Board(game)
        answer = answer_of(search(board))
        board.settle()
        return answer

    return Engine(name or engine_name(function), partial(solve, function), partial(solve, board_minimax))


def board_minimax(board: Board) -> Any:
    """Minimax, on a board: how an engine for boards may be written."""
    if board.over:
        return board.score()
    values = []
    for move in board.moves():
        board.play(move)
        values.append(board_minimax(board))
        board.undo()
    return max(values) if board.maximizing else min(values)


def advice_on(error: BaseException) -> str:
    """A reminder of the game or the board that is handed out, for an engine that took it for something else."""
    taken = getattr(error, "obj", None) if isinstance(error, AttributeError) else None
    if isinstance(taken, Board):
        return _BOARD
    if isinstance(taken, (Max, Min, End)):
        return f"; with `--adapter board`{_BOARD[1:]}" if hasattr(Board, getattr(error, "name", "")) else _GAME
    misused = isinstance(error, TypeError) and re.search("'(Max|Min|End)'|positional argument", str(error))
    return _GAME if misused else ""


ENGINES: Mapping[str, Callable[[], Engine]] = {
    name: partial(game_engine, search, name) for name, search in SEARCHES.items()
}
"""The searches of this package, planted bugs included."""
