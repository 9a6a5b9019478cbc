"""Games that are read by index, as boards of cells, of noughts and crosses, say; and answers that are numbers.

A search that loops over `board[i]` or `board[i][j]`, plays by `board[i] = "X"` and takes back by `board[i] = " "` says
by that which are the moves: there is a free cell for each. An answer, too, may be the number of a move, or of a cell.
Skip this module unless you audit an engine.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from numbers import Number
from typing import Any

from lazytree.engines.adapters.engine import EngineAnswer, NotKnown, answer_of
from lazytree.engines.adapters.meanings import meaning_of, syntax_of, uses

# Marks of players; anything else that a cell is compared with, or set to, stands for a free one.
MARKS: tuple[Any, ...] = ("X", "O", "x", "o", 1, -1, 2)
# Cells of a row, and of a board; more moves than that are not to be found there.
WIDE, MANY = 3, 9


@dataclass(frozen=True, eq=False)
class OtherMark:
    """Mark of the player whom the source does not name: equal to everything but the mark that it names.

    >>> OtherMark("A") == "B", OtherMark("A") == "A"
    (True, False)
    """

    mark: Any

    def __eq__(self, other: object) -> bool:
        return other != self.mark

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return f"not {self.mark!r}"


class Cell:
    """A cell, or a row of them; a free one is equal to all that is no player's mark."""

    def __init__(self, board: Board, *places: int) -> None:
        self.board, self.places = board, places

    @property
    def number(self) -> int:
        """The number of the move to this cell; beyond the last column, there is none."""
        first, *columns = self.places
        if not columns:
            return first
        return WIDE * first + columns[0] if columns[0] < WIDE else MANY

    def __eq__(self, other: object) -> bool:
        return self._is_free() and not isinstance(other, Cell) and other not in MARKS

    def __ne__(self, other: object) -> bool:
        return (self._is_free() or other not in MARKS) and not self.__eq__(other)

    def _is_free(self) -> bool:
        return self.number < self.board.at_count()

    def __index__(self) -> int:
        return self.number  # free cells of some boards hold their own numbers

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        return not self.__eq__("free")

    def __len__(self) -> int:
        return WIDE

    def __iter__(self) -> Iterator[Cell]:
        return map(self.__getitem__, range(WIDE))

    def __getitem__(self, column: Any) -> Cell:
        return self.copy() if isinstance(column, slice) else Cell(self.board, *self.places, column)

    def copy(self) -> Cell:
        """Return a row of a copy of the board, which the first row begins, as in `[row[:] for row in board]`."""
        if self.number == 0:
            self.board.at_copied = self.board.at_copy()
        return Cell(self.board.at_copied, *self.places)

    def __setitem__(self, column: int, mark: Any) -> None:
        self.board.at_set(self[column], mark)


class Board:
    """A board of cells: setting one to a player's mark plays the move there, anything else takes the last one back.

    There are `at_count()` free cells: one for each move, none once the game is over.
    """

    # Methods of the position that a board is.
    at_count: Callable[[], int]
    at_path: tuple[int, ...]
    at_child: Any
    at_copy: Any
    at_copied: Any
    at_play: Any
    at_undo: Any
    at_part: Callable[[Any], Any]
    at_run: Any

    def at_set(self, cell: Cell, mark: Any) -> None:
        """Mark a cell."""
        if mark in MARKS:
            self.at_play(Move(cell.number))
        else:
            self.at_undo()

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self.at_copy()
        if index in self.at_run.keys or not (hasattr(index, "__index__") or isinstance(index, tuple)):
            return self.at_part(index)
        return Cell(self, *(index if isinstance(index, tuple) else (operator.index(index),)))

    def __setitem__(self, index: Any, mark: Any) -> None:
        self.at_set(self[index], mark)

    def __iter__(self) -> Iterator[Any]:
        return map(self.__getitem__, range(len(self)))

    def __len__(self) -> int:
        return len(self.at_run.keys) or MANY

    def __array_function__(self, function: Any, types: Any, given: Any, named: Any) -> Any:
        """Copy the position for `numpy.copy`. NumPy can do nothing else with it."""
        return self.at_copy() if function.__name__ == "copy" else self.__array__()

    def __array__(self, *others: Any, **named: Any) -> Any:
        raise NotKnown(
            "a position of the audit is no array; have the search copy it by board.copy() or numpy.copy(board)"
        )


def board_of(copied: Any) -> Any:
    """Return the board whose cells a list holds, as one that `list(board)` copied; anything else as it is."""
    if not isinstance(copied, list) or not any(isinstance(cell, Cell) for cell in copied):
        return copied
    if not all(isinstance(cell, Cell) for cell in copied):
        raise NotKnown("a mark is set in a list of cells; copy a position by board.copy(), board[:] or deepcopy(board)")
    return copied[0].board


class Coordinate(int):
    """The row or the column of a move, which remembers the move: `play(board, move[0], move[1])` plays it.

    >>> row, column = Move(5)
    >>> row, column, column.move.number
    (1, 2, 5)
    """

    move: Move

    @classmethod
    def of(cls, move: Move) -> tuple[Coordinate, Coordinate]:
        """The row and the column of a move."""
        row, column = map(cls, divmod(move.number, WIDE))
        row.move = column.move = move
        return row, column


@dataclass(frozen=True, order=True)
class Move:
    """A move, by its number; true, as `if best_move` expects. Taken apart, it is a row and a column.

    Engines call positions "moves", too: for any other attribute, it is the position that it leads to from `before`.
    """

    number: int
    before: Board | None = field(default=None, compare=False, repr=False)

    @classmethod
    def to_cell(cls, row: Any, column: Any) -> Move:
        """The move to a cell of a board of rows and columns. A row that is no number is no move."""
        return cls(WIDE * row + column if isinstance(row, int) and isinstance(column, int) else -1)

    def is_of(self, board: Board) -> bool:
        """True if the move was handed out in the run in which this board is."""
        return self.before is not None and self.before.at_run is board.at_run

    def __index__(self) -> int:
        return self.number

    def __sub__(self, other: Any) -> Any:
        return self.number - other  # a distance: columns are sorted by how far they are from the middle

    def __rsub__(self, other: Any) -> Any:
        return other - self.number

    def __iter__(self) -> Iterator[int]:
        return iter(Coordinate.of(self))

    def __getitem__(self, index: int) -> int:
        return Coordinate.of(self)[index]

    def __getattr__(self, name: str) -> Any:
        before = self.__dict__.get("before")
        if before is None or name.startswith("__"):
            raise NotKnown(f"a move of the audit has no {name!r}", name=name, obj=self)
        after = self.__dict__.setdefault("after", before.at_child(self))
        return getattr(after, name)


class Moves(list[Move]):
    """All moves of a position, or none, which is equal to False: `if are_moves_left(board) == False`.

    A number is in it if there is a move of that number, as in `if column in valid_columns`; it may be played, then.
    """

    def __contains__(self, one: object) -> bool:
        if type(one) is not int or one not in range(len(self)):
            return super().__contains__(one)
        self[0].before.at_run.asked.add(one)  # type: ignore[union-attr]
        return True

    def __eq__(self, other: object) -> bool:
        return bool(self) is other if isinstance(other, bool) else super().__eq__(other)


def answers_of(target: Any) -> Sequence[str]:
    """Return the ways in which numbers may be moves: of cells of a board, of one or two indices, or of columns."""
    nodes = [*ast.walk(syntax_of(target))]
    parts = [node for node in nodes if isinstance(node, ast.Subscript)]
    stores = [part for part in parts if isinstance(part.ctx, ast.Store)]
    has_rows = any(isinstance(part.value, ast.Subscript) or isinstance(part.slice, ast.Tuple) for part in stores)
    asks = any(isinstance(node, ast.In) for node in nodes)
    asks = asks or any(meaning_of(name.removesuffix("()")) == "legal" for name in uses(target))
    return ("value", *["cell"] * has_rows, *["move"] * (asks or (bool(stores) and not has_rows)))


def told_answer(returned: Any, told: str = "value") -> EngineAnswer:
    """The answer in what an engine returned: a value, a move, or both in either order.

    >>> told_answer((1, 2), "cell"), told_answer(((1, 2), -40), "cell"), told_answer(5, "move")
    (EngineAnswer(value=UNTOLD, move=5), EngineAnswer(value=-40, move=5), EngineAnswer(value=UNTOLD, move=5))
    """
    if isinstance(returned, (Move, Board)):
        return EngineAnswer(move=_number(returned))
    held = returned if isinstance(returned, dict) else getattr(returned, "__dict__", None)
    if held:  # also an object with a score and a move, or with a score alone
        returned = tuple(held.values()) if len(held) > 1 else next(iter(held.values()))
    parts = [*returned] if isinstance(returned, (tuple, list)) else [returned]
    if told == "cell":
        parts = _with_cells(parts)
    if len(parts) == 1 and (told == "move" or isinstance(parts[0], Move)):
        return EngineAnswer(move=_number(parts[0]))
    if len(parts) != 2:
        return answer_of(returned)
    first, second = map(_number, parts)
    is_first = isinstance(parts[1], Number) and not isinstance(parts[0], Number | None)  # as of a board of another make
    is_first = is_first or isinstance(parts[0], (Move, Board)) or (isinstance(parts[0], list) and first is not parts[0])
    return answer_of((second, first) if is_first or told == "move" else (first, second))


def _with_cells(parts: list[Any]) -> list[Any]:
    """Return the parts of an answer, with a `Move` in place of the two numbers of a cell, which come last or first."""
    if len(parts) == 2 and not any(isinstance(part, (tuple, list)) for part in parts):
        return [Move.to_cell(*parts)]
    if len(parts) == 3:
        comes_first = isinstance(parts[0], Coordinate) and isinstance(parts[1], Coordinate)
        parts = [parts[:2], parts[2]] if comes_first else [parts[0], parts[1:]]
    return [Move.to_cell(*part) if isinstance(part, (tuple, list)) and len(part) == 2 else part for part in parts]


def _number(told: Any) -> Any:
    """The number of a move; anything else as it is. Of a line of moves, the first counts."""
    if isinstance(told, list) and told and isinstance(told[0], Move):
        told = told[0]
    return told.number if isinstance(told, Move | Cell) else told.at_path[0] if isinstance(told, Board) else told
