"""What was pulled of an iterator while it was observed, so that a call can be made again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from strictcheck.thunks.proxy import force
from strictcheck.thunks.streams import Stream

__all__ = ["Pulled", "Tap", "pulled_again", "pulled_async"]


class Pulled:
    """The elements that were pulled of `source`, and `ending`, the exception that came after them, if one came.

    A copy of an iterator (`itertools.tee` makes one) has the same elements, and its own place among them.
    """

    __slots__ = ("_at", "elements", "ending", "source")

    def __init__(self, source: Any) -> None:
        self.source = source
        self.elements: list[Any] = []
        self.ending: BaseException | None = None
        self._at = 0

    def add(self, element: Any) -> None:
        """Note one more element, unless another copy was there before."""
        if self._at == len(self.elements):
            self.elements.append(element)
        self._at += 1

    def pull(self) -> Any:
        """The next element, which nobody has pulled yet; raises what the iterator raises in its place."""
        try:
            while True:
                element, is_new = next(self.source), self._at == len(self.elements)
                self.add(element)
                if is_new:
                    return element
        except Exception as error:
            self.ending = error
            raise

    def twin(self, source: Any) -> Pulled:
        """The record of a copy of the iterator, `source`, which stands where this one stands."""
        made = Pulled(source)
        made.elements = self.elements
        made._at = self._at
        return made


def pulled_again(elements: list[Any], known: Pulled, now: Pulled) -> Iterator[Any]:
    """The elements that were pulled, then how they ended; or if nobody came so far, what the iterator has left."""
    for element in elements:
        now.add(element)
        yield element
    while known.ending is None:
        try:
            element = known.pull()
        except Exception:
            break
        now.add(element)
        yield element
    now.ending = known.ending
    if known.ending is not None and not isinstance(known.ending, StopIteration):
        raise known.ending


async def pulled_async(elements: list[Any], known: Pulled, now: Pulled) -> AsyncIterator[Any]:
    """Give an async iterator again in the same way."""
    for element in elements:
        now.add(element)
        yield element
    if known.ending is None:
        async for element in known.source:
            known.add(element)
            now.add(element)
            yield element
    elif not isinstance(known.ending, StopAsyncIteration):
        raise known.ending
    now.ending = known.ending or StopAsyncIteration()


def pulls(iterator: Any) -> Iterator[Any]:
    """The elements, pulled one by one. Not a method of `Tap`, which would be kept alive by its own stream."""
    yield from iterator


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
