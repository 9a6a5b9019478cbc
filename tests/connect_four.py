"""Connect Four on boards of any size: stones fall down a column, four in a line win.

What perfect play comes to is known for many sizes, and so is the number of positions (John Tromp, *John's Connect Four
Playground*); `KNOWN_VALUES` and `KNOWN_COUNTS` are those that a search in Python can check in a short time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from lazytree.engines.positions import Position, View
from lazytree.errors import BadMove
from lazytree.games.scores import Outcome

KNOWN_VALUES: Mapping[tuple[int, int], Outcome] = MappingProxyType(
    {(4, 4): Outcome.TIE, (4, 5): Outcome.TIE, (5, 4): Outcome.TIE, (6, 4): Outcome.LOSS}
)
"""Value of the empty board for the first player, by (width, height)."""

KNOWN_COUNTS: Mapping[tuple[int, int], int] = MappingProxyType(
    {(1, 8): 9, (2, 8): 13_343, (3, 5): 38_310, (4, 3): 12_031, (4, 4): 161_029, (7, 1): 750, (8, 1): 2_118}
)
"""Number of positions that can be reached from an empty board, by (width, height)."""


@cache
def lines(width: int, height: int, length: int, stride: int) -> tuple[int, ...]:
    """All straight lines of `length` cells; the cell in column x, row y is bit `x * stride + y`.

    >>> [bin(line) for line in lines(2, 2, 2, stride=2)]  # upright, slanted, level
    ['0b11', '0b1001', '0b101', '0b1010', '0b110', '0b1100']
    """
    return tuple(
        sum(1 << (x + i * right) * stride + y + i * up for i in range(length))
        for x in range(width)
        for y in range(height)
        for right, up in ((0, 1), (1, 1), (1, 0), (1, -1))
        if x + (length - 1) * right < width and 0 <= y + (length - 1) * up < height
    )


def balance(board: tuple[int, ...], own: int, others: int) -> float:
    """Return the lines on `board` open to the mover less those open to the other, as a share of all lines.

    A line is open to a player if the other has no stone on it. The share is strictly between -1 and 1, the values of
    a game that is lost and won.

    >>> balance(lines(3, 3, 3, stride=3), own=0b000010000, others=0)  # the centre of noughts and crosses
    0.444...
    """
    open_to_mover = sum(not line & others for line in board)
    open_to_other = sum(not line & own for line in board)
    return (open_to_mover - open_to_other) / (len(board) + 1)


def drawn(width: int, height: int, stone: Callable[[int, int], str]) -> str:
    """The board as text, highest row first, where `stone(x, y)` is one character."""
    return "\n".join("".join(stone(x, y) for x in range(width)) for y in reversed(range(height)))


@dataclass(frozen=True, slots=True)
class ConnectFour(Position[int]):
    """A position of Connect Four on a board `width` wide and `height` high, on which `length` in a line win.

    A move is the number of a column, from 0. The stones are bits, `height + 1` to a column of which the highest stays
    0, so that a line does not run from one column into the next (the layout is Tromp's, see *Fhourstones*).
    Raises `ValueError` for a board without cells, and for lines of less than 2.

    >>> print(ConnectFour(4, 3).after(1, 2, 1))
    ----
    -x--
    -xo-
    """

    width: int = 7
    height: int = 6
    length: int = 4
    own: int = 0
    others: int = 0

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1 or self.length < 2:
            raise ValueError(f"{self!r}: expected a width and height of 1 or more, and lines of 2 or more")

    def result(self) -> Outcome | None:
        """A loss for the mover if the other has a line, a tie if all columns are full."""
        if self._connected(self.others):
            return Outcome.LOSS
        return None if any(self._is_open(column) for column in range(self.width)) else Outcome.TIE

    def batches(self) -> Iterator[Sequence[int]]:
        """The open columns from the middle outwards.

        Those that complete a line, or keep the other from it, are a batch of their own, the first.
        """
        columns = [column for column in range(self.width) if self._is_open(column)]
        columns.sort(key=lambda column: abs(2 * column + 1 - self.width))
        urgent = [column for column in columns if self._is_urgent(column)]
        if urgent:
            yield urgent
        columns = [column for column in columns if column not in urgent]
        if columns:
            yield columns

    def play(self, move: int) -> ConnectFour:
        """The mover's stone falls down the column, and it is the other's turn."""
        if not 0 <= move < self.width or not self._is_open(move):
            raise BadMove(f"{self!r}.play({move!r}): expected a column with room, one of {[*self.moves()]}")
        return ConnectFour(self.width, self.height, self.length, self.others, self.own | self._landing(move))

    def guess(self) -> float:
        """Lines that are open to the mover against lines that are open to the other."""
        board = lines(self.width, self.height, self.length, stride=self.height + 1)
        return balance(board, self.own, self.others)

    def views(self) -> tuple[View[ConnectFour, int], ...]:
        """The position, and its mirror image."""
        sizes, own, others = (self.width, self.height, self.length), self._mirrored(self.own), self.others
        mirrored = ConnectFour(*sizes, own, self._mirrored(others))
        return View(self, lambda move: move), View(mirrored, lambda move: self.width - 1 - move)

    def key(self) -> int:
        """The stones of both as one number; to be told apart from positions of a board of the same size."""
        return self.own << self.width * (self.height + 1) | self.others

    def _is_open(self, column: int) -> bool:
        highest = 1 << column * (self.height + 1) + self.height - 1
        return not (self.own | self.others) & highest

    def _landing(self, column: int) -> int:
        """The bit of the lowest free cell: to add 1 to the stones of a column carries up to it."""
        lowest = 1 << column * (self.height + 1)
        stones = self.own | self.others
        return (stones + lowest) & ~stones & (lowest << self.height + 1) - lowest

    def _is_urgent(self, column: int) -> bool:
        stone = self._landing(column)
        return self._connected(self.own | stone) or self._connected(self.others | stone)

    def _connected(self, stones: int) -> bool:
        """True if there is a line: a bit stays if those 1, 2, ... steps on are set too."""
        # Upright, level, and the two slanted directions.
        for step in (1, self.height + 1, self.height, self.height + 2):
            left = stones
            for distance in range(1, self.length):
                left &= stones >> distance * step
            if left:
                return True
        return False

    def _mirrored(self, stones: int) -> int:
        stride = self.height + 1
        column, mirrored = (1 << stride) - 1, 0
        for _ in range(self.width):
            mirrored, stones = mirrored << stride | stones & column, stones >> stride
        return mirrored

    def __str__(self) -> str:
        first = self.own if self.own.bit_count() == self.others.bit_count() else self.others
        second = (self.own | self.others) ^ first

        def stone(x: int, y: int) -> str:
            cell = x * (self.height + 1) + y
            return "-xo"[(first >> cell & 1) + 2 * (second >> cell & 1)]

        return drawn(self.width, self.height, stone)
