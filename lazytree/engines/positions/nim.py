"""Nim: heaps of counters; a move takes some from one heap, and who takes the last one wins.

The game with a theory: the mover wins exactly if the exclusive or of the heaps is not 0 (Bouton, *Nim, a game with a
complete mathematical theory*, 1901). So here the guess is never wrong, and a search has something to be checked by.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import permutations
from operator import xor
from typing import TypeAlias

from lazytree.engines.positions.position import Position, View
from lazytree.errors import BadMove
from lazytree.games.scores import Outcome

Taken: TypeAlias = tuple[int, int]
"""A move: from which heap, counted from 0, and how many."""


@dataclass(frozen=True, slots=True)
class Nim(Position[Taken]):
    """A position of Nim: how many counters each heap has. Raises `ValueError` for a heap below 0.

    >>> Nim((3, 4, 5)).guess(), Nim((3, 4, 7)).guess()
    (<Outcome.WIN: 1>, <Outcome.LOSS: -1>)
    """

    heaps: tuple[int, ...]

    def __post_init__(self) -> None:
        if any(heap < 0 for heap in self.heaps):
            raise ValueError(f"Nim(heaps={self.heaps!r}): expected heaps of 0 counters or more")

    def result(self) -> Outcome | None:
        """A loss for the mover if nothing is left, since the other took the last one."""
        return None if any(self.heaps) else Outcome.LOSS

    def batches(self, *, best_first: bool = False) -> Iterator[Sequence[Taken]]:
        """Heap by heap; best first, all of them at once, since to compare them they are needed."""
        batches = ([(index, taken + 1) for taken in range(heap)] for index, heap in enumerate(self.heaps) if heap)
        if best_first:
            yield sorted((move for batch in batches for move in batch), key=self._left_over)
        else:
            yield from batches

    def _left_over(self, move: Taken) -> int:
        return reduce(xor, self.play(move).heaps)

    def play(self, move: Taken) -> Nim:
        """So many are taken from the heap, and it is the other's turn."""
        index, taken = move
        if not 0 <= index < len(self.heaps) or not 0 < taken <= self.heaps[index]:
            raise BadMove(f"{self!r}.play({move!r}): expected (heap, counters), at least 1 and no more than it has")
        return Nim((*self.heaps[:index], self.heaps[index] - taken, *self.heaps[index + 1 :]))

    def guess(self) -> Outcome:
        """Who wins, by Bouton's theorem."""
        return Outcome.WIN if reduce(xor, self.heaps, 0) else Outcome.LOSS

    def views(self) -> Iterator[View[Nim, Taken]]:
        """The heaps in every order."""
        for order in permutations(range(len(self.heaps))):
            yield self._view(order)

    def canonical(self) -> View[Nim, Taken]:
        """The heaps in order of size, without the empty ones."""
        return self._view(sorted((i for i, heap in enumerate(self.heaps) if heap), key=self.heaps.__getitem__))

    def _view(self, order: Sequence[int]) -> View[Nim, Taken]:
        return View(Nim(tuple(self.heaps[index] for index in order)), lambda move: (order[move[0]], move[1]))

    def key(self) -> tuple[int, ...]:
        """The heaps, in this order."""
        return self.heaps
