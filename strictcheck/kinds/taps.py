"""What is given to a context in place of an iterator that a call returned, so that nothing it pulls is lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from strictcheck.kinds.table import pulled
from strictcheck.thunks.proxy import force
from strictcheck.thunks.streams import Stream

__all__ = ["Tap"]


def pulls(iterator: Any) -> Iterator[Any]:
    """The elements, pulled one by one. Not a method of `Tap`, which would be kept alive by its own stream."""
    yield from iterator


@pulled
class Tap:
    """An iterator that keeps what is pulled of another in a `stream`. To look at it is to look at that one."""

    def __init__(self, iterator: Any) -> None:
        self._iterator = iterator
        self.stream: Stream[Any] = Stream(pulls(iterator))
        self._elements = iter(self.stream)

    def look(self) -> None:
        """Touch the iterator, without pulling."""
        force(self._iterator)

    def __iter__(self) -> Tap:
        return self

    def __next__(self) -> Any:
        return next(self._elements)
