"""Looking ahead in iterators: elements that are pulled too early still come in their turn."""

from __future__ import annotations

from collections import deque
from typing import Any

from strictcheck.kinds.table import pulled

KEPT = 20


@pulled
class Ahead:
    """Iterator to look ahead in: `ahead(n)` pulls up to `n` elements, which still come in their turn.

    `ended` is True if its end has been met.

    >>> letters = Ahead(iter("abc"))
    >>> letters.ahead(2), list(letters), letters.ended
    (['a', 'b'], ['a', 'b', 'c'], True)
    """

    def __init__(self, iterator: Any) -> None:
        self.iterator = iterator
        self._waiting: deque[Any] = deque()
        self.given: list[Any] = []  # earliest elements that were pulled
        self.ended = False

    def ahead(self, count: int) -> list[Any]:
        """Return the next elements after those that are waiting already."""
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
