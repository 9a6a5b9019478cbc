"""Looking ahead in iterators: what is pulled too early must still come in its turn."""

from __future__ import annotations

from collections import deque
from typing import Any

from strictcheck.kinds.iterator import IteratorThunk
from strictcheck.kinds.named import Kind
from strictcheck.kinds.table import pulled, shape_of
from strictcheck.thunks.proxy import is_thunk

__all__ = ["Ahead", "is_iterator"]


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
        if self._waiting:
            return self._waiting.popleft()
        try:
            return next(self.iterator)
        except StopIteration:
            self.ended = True
            raise

    def __getattr__(self, name: str) -> Any:
        return getattr(self.iterator, name)


def is_iterator(value: Any) -> bool:
    """Whether `value` is an iterator, or stands for one. Forces nothing."""
    if is_thunk(value):
        return issubclass(type(value), IteratorThunk)
    return shape_of(type(value)).kind is Kind.ITERATOR
