"""Positions that are read by index: nested lists or tuples, and boards of cells, such as those of noughts and crosses.

A search that loops over `board[i]` or `board[i][j]`, plays by `board[i] = "X"` and takes back by `board[i] = " "` says
by that which are the moves: there is a free cell for each. Skip this module unless you audit an engine.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from lazytree.engines.adapters.engine import NotKnown
from lazytree.games.game import End, Game, children_of

# Marks of players; anything else that a cell is compared with, or set to, stands for a free one.
MARKS: tuple[Any, ...] = ("X", "O", "x", "o", 1, -1, 2)
# Cells of a row, and of a board; more moves than that are not to be found there.
WIDE, MANY = 3, 9


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
        return self.number < self.board.at_count() and not isinstance(other, Cell) and other not in MARKS

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        return not self.__eq__("free")

    def __len__(self) -> int:
        return WIDE

    def __iter__(self) -> Iterator[Cell]:
        return map(self.__getitem__, range(WIDE))

    def __getitem__(self, column: int) -> Cell:
        return Cell(self.board, *self.places, column)

    def __setitem__(self, column: int, mark: Any) -> None:
        self.board.at_set(self[column], mark)


class Board:
    """A board of cells: setting one to a player's mark plays the move there, anything else takes the last one back.

    There are `at_count()` free cells: one for each move, none once the game is over.
    """

    # Methods of the position that a board is.
    at_count: Callable[[], int]
    at_child: Any
    at_copy: Any
    at_play: Any
    at_undo: Any

    def at_set(self, cell: Cell, mark: Any) -> None:
        """Mark a cell."""
        if mark in MARKS:
            self.at_play(Move(cell.number))
        else:
            self.at_undo()

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self.at_copy()
        if not hasattr(index, "__index__") and not isinstance(index, tuple):
            raise NotKnown(
                f"the search reads its board by index, here [{index!r}], and a position of the audit has cells by "
                "number; have functions of the file say what there is: legal_moves(board), play(board, move), "
                "undo(board, move), is_over(board), evaluate(board)"
            )
        return Cell(self, *(index if isinstance(index, tuple) else (operator.index(index),)))

    def __setitem__(self, index: Any, mark: Any) -> None:
        self.at_set(self[index], mark)

    def __iter__(self) -> Iterator[Cell]:
        return map(self.__getitem__, range(MANY))

    def __len__(self) -> int:
        return MANY


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

    def __index__(self) -> int:
        return self.number

    def __iter__(self) -> Iterator[int]:
        return iter(divmod(self.number, WIDE))

    def __getitem__(self, index: int) -> int:
        return divmod(self.number, WIDE)[index]

    def __getattr__(self, name: str) -> Any:
        before = self.__dict__.get("before")
        if before is None or name.startswith("__"):
            raise NotKnown(f"a move of the audit has no {name!r}", name=name, obj=self)
        after = self.__dict__.setdefault("after", before.at_child(self))
        return getattr(after, name)


class Moves(list[Move]):
    """All moves of a position, or none, which is equal to False: `if are_moves_left(board) == False`."""

    def __eq__(self, other: object) -> bool:
        return bool(self) is other if isinstance(other, bool) else super().__eq__(other)


class _Children:
    """Children of a position: positions in their turn, or scores, which are read when they are fetched."""

    def __init__(self, node: Game[Any]) -> None:
        self.nodes = [*children_of(node)]
        self.known: dict[int, Any] = {}

    def fetch(self, index: int) -> Any:
        """Return the child: a position, or a number."""
        if index not in self.known:
            child = self.nodes[index]
            self.known[index] = child.score if isinstance(child, End) else type(self)(child)
        return self.known[index]

    def __getitem__(self, index: Any) -> Any:
        found = range(len(self.nodes))[index]
        return [self.fetch(one) for one in found] if isinstance(found, range) else self.fetch(found)

    def __iter__(self) -> Iterator[Any]:
        return (self.fetch(index) for index in range(len(self.nodes)))


class NestedList(_Children, list[Any]):
    """A position as a list of its children."""

    def __init__(self, node: Game[Any]) -> None:
        super().__init__(node)
        self.extend(self.nodes)


class NestedTuple(_Children, tuple[Any, ...]):
    """A position as a tuple of its children."""

    def __new__(cls, node: Game[Any]) -> NestedTuple:
        """Make a tuple as long as there are children."""
        return super().__new__(cls, children_of(node))
