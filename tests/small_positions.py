"""Positions to search in tests: Nim, whose theory is known, and random games, in which positions meet again.

In a random game different moves may lead to the same position, by the order in which moves are made and by a mirror. So
a search with a table and symmetries has something to find, and what it makes of it can be checked against minimax.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from hashlib import blake2b
from itertools import permutations
from operator import xor
from typing import TypeAlias

from lazytree.engines.positions import Position, View
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

    def batches(self) -> Iterator[Sequence[Taken]]:
        """Heap by heap."""
        for index, heap in enumerate(self.heaps):
            if heap:
                yield [(index, taken + 1) for taken in range(heap)]

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


Identity: TypeAlias = tuple[int, ...] | tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomGame(Position[int]):
    """A position of a game with `branching` moves, 0 and up, at every position until it ends after `depth` plies.

    What an end is worth is an integer from `-scores` to `scores`, so that few scores make ties common, and what a
    position looks like (`guess`) is another. Both are drawn by `seed` and nothing else: the game is the same in
    every process. Of the positions before the last ply, a share of `ends` is the end of the game too.

    `transposing`: it does not matter in which order a player made his moves. `mirrored`: it does not matter whether
    all moves are counted from the other side. `batch` moves come at a time; best first, all of them, for they are
    sorted by what they lead to. Raises `ValueError` for sizes below 1 (a depth below 0), and for a share that is none.

    >>> game = RandomGame(seed=2, branching=3, depth=2)
    >>> [game.after(0, reply).result() for reply in game.moves()]
    [2, -1, 2]
    >>> both = RandomGame(seed=1, branching=3, depth=3, transposing=True)
    >>> both.after(0, 1, 2).result() == both.after(2, 1, 0).result()
    True
    """

    seed: int
    branching: int
    depth: int
    scores: int = 2
    ends: float = 0
    transposing: bool = False
    mirrored: bool = False
    batch: int = 1
    path: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.branching < 1 or self.depth < 0 or self.scores < 0 or self.batch < 1 or not 0 <= self.ends <= 1:
            raise ValueError(
                f"{self!r}: expected a branching and batch of 1 or more, a depth and scores of 0 or more, "
                "and a share of ends between 0 and 1"
            )

    def result(self) -> int | None:
        """Return the seed's value after the last ply and at ends before it. The root is an end only if `depth` is 0."""
        over = len(self.path) == self.depth or (self.path and self._drawn("end", 2**32) < self.ends * 2**32)
        return self._score("score") if over else None

    def batches(self) -> Iterator[Sequence[int]]:
        """By number, `batch` at a time."""
        moves, size = range(self.branching), self.batch
        return (moves[start : start + size] for start in range(0, self.branching, size))

    def play(self, move: int) -> RandomGame:
        """The moves made so far, and this one."""
        if not 0 <= move < self.branching:
            raise BadMove(f"{self!r}.play({move!r}): expected a number below {self.branching}, 0 or more")
        return replace(self, path=(*self.path, move))

    def guess(self) -> int:
        """Return a guess from the seed, unrelated to the value of the game."""
        return self._score("guess")

    def views(self) -> Iterator[View[RandomGame, int]]:
        """The position, and if the game is `mirrored`, the one with all moves counted from the other side."""
        yield View(self, lambda move: move)
        if self.mirrored:
            yield View(replace(self, path=self._other_side()), lambda move: self.branching - 1 - move)

    def key(self) -> Identity:
        """The moves made so far; if `transposing`, those of each player, sorted."""
        return self._identity(self.path)

    def _identity(self, path: tuple[int, ...]) -> Identity:
        return (tuple(sorted(path[::2])), tuple(sorted(path[1::2]))) if self.transposing else path

    def _other_side(self) -> tuple[int, ...]:
        return tuple(self.branching - 1 - move for move in self.path)

    def _score(self, purpose: str) -> int:
        return self._drawn(purpose, 2 * self.scores + 1) - self.scores

    def _drawn(self, purpose: str, below: int) -> int:
        """A number that is the same for all positions which are one and the same, and as good as random."""
        identity = self._identity(self.path)
        if self.mirrored:
            identity = min(identity, self._identity(self._other_side()))
        digest = blake2b(f"{purpose} {self.seed} {identity}".encode(), digest_size=8).digest()
        return int.from_bytes(digest) % below
