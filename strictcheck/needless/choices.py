"""Choices among options: all combinations one after another, then some at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

# Correlations of random choices. Some differences show only if few parts are changed, others only if many are, and many
# if parts are alike that are about as far from the part in question: the next ones in a list, say.
STYLES = ("few", "free", "alike")
SECONDS = 4  # random second sets of arguments for each first one


class Choices:
    """Combinations of choices for two sets of arguments that share some; later questions depend on earlier answers.

    First one set makes its choices, then `begin_second()` is called, and then the other makes its further choices.
    `next()` goes on to the following combination, and `first_is_same` is True if it differs in the other set only.
    `tried` counts them, and `complete` is True if there are no more. Of `tries` altogether, a quarter are taken in
    order, the last choice changing fastest.
    """

    def __init__(self, tries: int) -> None:
        self.tried = 0
        self.complete = False
        self.first_is_same = False
        self._in_order = max(tries // 4, 2)
        self._digits: list[list[int]] = []  # for each choice, the option picked and their number
        self._made: dict[Any, int] = {}
        self._first = 0  # number of these choices by the first set of arguments
        self._random = Random(0)
        self._levels: dict[Any, float] = {}

    def begin_second(self) -> None:
        """Begin the choices of the second set of arguments."""
        self._first = len(self._made)

    def pick(self, question: Any, count: int, distance: Callable[[], int]) -> int:
        """Return which of `count` options answers `question`; the same answer until `next()`."""
        if question not in self._made:
            self._made[question] = self._anew(count, distance)
        return self._made[question]

    def _anew(self, count: int, distance: Callable[[], int]) -> int:
        if self.tried >= self._in_order:
            return self._at_random(count, distance)
        number = len(self._made)
        if number == len(self._digits):
            self._digits.append([0, count])
        return self._digits[number][0]

    def _at_random(self, count: int, distance: Callable[[], int]) -> int:
        style = STYLES[self.tried // SECONDS % len(STYLES)]
        if style == "few":
            return 0 if self._random.random() < 0.8 else self._random.randrange(count)
        if style == "free":
            return self._random.randrange(count)
        at = distance()
        if at not in self._levels:
            self._levels[at] = self._random.choice([0.0, self._random.random(), 0.999])
        return 1 + int(self._levels[at] * (count - 1))

    def next(self) -> None:
        """Go on to the next combination."""
        before = self._digits_of_first()
        if self.tried < self._in_order:
            self._advance()
        self.tried += 1
        if self.tried < self._in_order:
            self.first_is_same = before == self._digits_of_first()
        else:
            self.first_is_same = self.tried > self._in_order and self.tried % SECONDS > 0
        kept = list(self._made.items())[: self._first] if self.first_is_same else []
        self._made = dict(kept)
        self._levels = {}

    def _digits_of_first(self) -> list[int]:
        return [digit for digit, _ in self._digits[: self._first]]

    def _advance(self) -> None:
        del self._digits[len(self._made) :]
        while self._digits and self._digits[-1][0] + 1 == self._digits[-1][1]:
            self._digits.pop()
        if self._digits:
            self._digits[-1][0] += 1
        else:
            self.complete = True
