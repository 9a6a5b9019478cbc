"""Stones on a board, as bits of one number: straight lines, and a guess from the lines that are still open.

Shared by the board games here; skip this module unless you write one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache


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
