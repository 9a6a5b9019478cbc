"""Choices among options: all combinations one after another, then some at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from strictcheck.trail import Trail

# Correlations of random choices. Some differences show only if few parts are changed, others only if many are, and many
# if parts are alike that are about as far from the part in question: the next ones in a list, say.
STYLES = ("few", "free", "alike")
ALTERNATELY = 4  # combinations of one style before those of the next


class Choices:
    """Combinations of choices for two sets of arguments that share some; later questions depend on earlier answers.

    `next()` goes on to the following combination, if there is one; `tried` counts them. First one set makes its
    choices, then `begin_second()` is called, and the other makes its further choices. Of `tries` altogether, a quarter
    are taken in order, the last choice changing fastest; `complete` is True if these were all.
    """

    def __init__(self, tries: int) -> None:
        self.tried = 0
        self.complete = False
        self._tries = tries
        self._in_order = max(tries // 4, 2)
        self._trail = Trail()
        self._made: dict[Any, int] = {}
        self._asked: list[tuple[Any, int, Callable[[], int]]] = []
        self._first: list[tuple[tuple[Any, int, Callable[[], int]], int]] = []  # choices of the first set of arguments
        self._random = Random(0)
        self._levels: dict[Any, float] = {}

    def next(self) -> bool:
        """Go on to the next combination; False if there is none, or enough were tried."""
        self._made, self._asked, self._levels = {}, [], {}
        self.complete = self.tried <= self._in_order and not self._trail.next_run()
        if self.complete or self.tried == self._tries:
            return False
        self.tried += 1
        return True

    def first_is_same(self) -> bool:
        """Return True if the first set makes the same choices in this combination as in the one before."""
        return self.tried > 1 and all(self.pick(*asked) == answer for asked, answer in self._first)

    def begin_second(self) -> None:
        """Begin the choices of the second set of arguments."""
        self._first = [(asked, self._made[asked[0]]) for asked in self._asked]

    def pick(self, question: Any, count: int, distance: Callable[[], int]) -> int:
        """Return which of `count` options answers `question`; the same answer until `next()`."""
        if question not in self._made:
            in_order = self.tried <= self._in_order
            self._made[question] = self._trail.choose(count, question) if in_order else self._at_random(count, distance)
            self._asked.append((question, count, distance))
        return self._made[question]

    def _at_random(self, count: int, distance: Callable[[], int]) -> int:
        style = STYLES[self.tried // ALTERNATELY % len(STYLES)]
        if style == "few":
            return 0 if self._random.random() < 0.8 else self._random.randrange(count)
        if style == "free":
            return self._random.randrange(count)
        at = distance()
        if at not in self._levels:
            self._levels[at] = self._random.choice([0.0, self._random.random(), 0.999])
        return 1 + int(self._levels[at] * (count - 1))
