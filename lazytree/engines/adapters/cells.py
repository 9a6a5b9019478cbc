"""Boards read by index, as those of noughts and crosses: the free cells are the moves, the others are taken.

A search that loops over `board[i]` or `board[i][j]`, plays by `board[i] = "X"` and takes back by `board[i] = " "` says
by that which are the moves. Skip this module unless you audit an engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

# Marks of players; anything else that a cell is compared with, or set to, stands for a free one.
MARKS: tuple[Any, ...] = ("X", "O", "x", "o", 1, -1, 2)
# Cells of a row, and of a board; more moves than that are not to be found there.
WIDE, MANY = 3, 9


class Cell:
    """A cell, or a row of them, of the board of `state`, which has `at_count`, `at_set`."""

    def __init__(self, state: Any, *places: int) -> None:
        self.state, self.places = state, places

    @property
    def number(self) -> int:
        """The number of the move to this cell."""
        return self.places[0] if len(self.places) == 1 else WIDE * self.places[0] + self.places[1]

    def __eq__(self, other: object) -> bool:
        return self.number < self.state.at_count() and not isinstance(other, Cell) and other not in MARKS

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        return not self.__eq__("free")

    def __len__(self) -> int:
        return WIDE

    def __iter__(self) -> Iterator[Cell]:
        return map(self.__getitem__, range(WIDE))

    def __getitem__(self, column: int) -> Cell:
        return Cell(self.state, *self.places, column)

    def __setitem__(self, column: int, mark: Any) -> None:
        self.state.at_set(self[column], mark)
