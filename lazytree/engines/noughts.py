"""Noughts and crosses: nine cells, three in a row win. Small enough that everything about it is known.

Stones are bits of one number, a row to each of its octal digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from lazytree.engines.positions import Position, View
from lazytree.errors import BadMove
from lazytree.games.scores import Outcome

Images: TypeAlias = tuple[int, ...]
"""Where a symmetry takes each of the nine cells."""


CELLS = range(9)
FULL = 0b111_111_111
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


@dataclass(frozen=True, slots=True)
class Noughts(Position[int]):
    """A position of noughts and crosses: the cells of the mover, and those of the other, as bits.

    A move is the number of a cell, 0 to 8 by rows. `Noughts()` is the empty board; crosses begin.

    >>> print(Noughts().after(4, 0, 8))
    o--
    -x-
    --x
    """

    own: int = 0
    others: int = 0

    def result(self) -> Outcome | None:
        """A loss for the mover if the other has three in a row, a tie if the board is full."""
        for line in LINES:
            if self.others & line == line:
                return Outcome.LOSS
        return Outcome.TIE if self.own | self.others == FULL else None

    def batches(self) -> Iterable[Sequence[int]]:
        """One batch, by number; to find a free cell costs nothing."""
        taken = self.own | self.others
        return ([cell for cell in CELLS if not taken >> cell & 1],)

    def play(self, move: int) -> Noughts:
        """The mover's stone is put into the cell, and it is the other's turn."""
        if move not in CELLS or (self.own | self.others) >> move & 1:
            raise BadMove(f"Noughts.play({move!r}): expected the number of a free cell, one of {[*self.moves()]}")
        return Noughts(self.others, self.own | 1 << move)

    def guess(self) -> float:
        """Lines open to the mover, without stones of the other, less lines open to the other, between -1 and 1."""
        return sum((not line & self.others) - (not line & self.own) for line in LINES) / (len(LINES) + 1)

    def views(self) -> Iterator[View[Noughts, int]]:
        """The four turns of the board, and the four of its mirror image."""
        for images, back in _symmetries():
            moved = _moved(images)
            yield View(Noughts(moved[self.own], moved[self.others]), back.__getitem__)

    def key(self) -> int:
        """The eighteen bits."""
        return self.own << 9 | self.others

    def __str__(self) -> str:
        crosses = self.own if self.own.bit_count() == self.others.bit_count() else self.others
        noughts = (self.own | self.others) ^ crosses
        cells = ["-xo"[(crosses >> cell & 1) + 2 * (noughts >> cell & 1)] for cell in CELLS]
        return "\n".join("".join(cells[row : row + 3]) for row in (0, 3, 6))


@cache
def _symmetries() -> tuple[tuple[Images, Images], ...]:
    """Each symmetry with its inverse, the identity first."""
    turned: Images = (2, 5, 8, 1, 4, 7, 0, 3, 6)
    mirrored: Images = (2, 1, 0, 5, 4, 3, 8, 7, 6)
    found: list[Images] = [tuple(CELLS)]
    for _ in range(3):
        found.append(tuple(turned[cell] for cell in found[-1]))
    found += [tuple(mirrored[cell] for cell in images) for images in found]
    return tuple((images, tuple(images.index(cell) for cell in CELLS)) for images in found)


@cache
def _moved(images: Images) -> list[int]:
    """For each set of cells as bits, where a symmetry takes it."""
    return [sum(1 << images[cell] for cell in CELLS if cells >> cell & 1) for cells in range(FULL + 1)]
