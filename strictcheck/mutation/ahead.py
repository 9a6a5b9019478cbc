"""Looking ahead in iterators: what is pulled too early must still come in its turn."""

from __future__ import annotations

from collections import deque
from typing import Any

from strictcheck.kinds.table import pulled

__all__ = ["Ahead"]

KEPT = 20


@pulled
class Ahead:
    """An iterator that can be looked ahead in: `ahead(n)` pulls up to `n` elements, which still come in their turn.

    `ended` tells whether its end has been met.

    >>> letters = Ahead(iter("abc"))
    >>> letters.ahead(2), list(letters), letters.ended
    (['a', 'b'], ['a', 'b', 'c'], True)
    """

    def __init__(self, iterator: Any) -> None:
        self.iterator = iterator
        self._waiting: deque[Any] = deque()
        self.given: list[Any] = []  # the first of the elements that were pulled
        self.ended = False

    def ahead(self, count: int) -> list[Any]:
        """The next elements after those that are waiting already."""
        first = len(self._waiting)
        for _ in range(count):
            try:
                self._waiting.append(next(self.iterator))
            except StopIteration:
                self.ended = True
                break
        return list(self._waiting)[first:]

    def __iter__(self) -> Ahead:
        return self

    def __next__(self) -> Any:
        try:
            element = self._waiting.popleft() if self._waiting else next(self.iterator)
        except StopIteration:
            self.ended = True
            raise
        if len(self.given) < KEPT:
            self.given.append(element)
        return element

    def __getattr__(self, name: str) -> Any:
        return getattr(self.iterator, name)
