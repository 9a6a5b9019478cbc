"""Elements that were pulled of an iterator under observation, so that a call can be made again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from strictcheck.thunks.proxy import force
from strictcheck.thunks.streams import Stream


class Pulled:
    """Elements that were pulled of `source`, and `ending`, the exception after them, if there was one.

    A copy of an iterator (`itertools.tee` makes one) has the same elements, and its own place among them.
    """

    __slots__ = ("_at", "elements", "ending", "source")

    def __init__(self, source: Any) -> None:
        self.source = source
        self.elements: list[Any] = []
        self.ending: BaseException | None = None
        self._at = 0

    def add(self, element: Any) -> None:
        """Add one more element, unless another copy was there before."""
        if self._at == len(self.elements):
            self.elements.append(element)
        self._at += 1

    def pull(self) -> Any:
        """Return the next element, which nobody has pulled yet, or raise the exception of the iterator."""
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
        """Make the record of `source`, a copy of the iterator, which is at the same element."""
        made = Pulled(source)
        made.elements = self.elements
        made._at = self._at
        return made


def pulled_again(elements: list[Any], known: Pulled, now: Pulled) -> Iterator[Any]:
    """Yield the elements that were pulled, then raise their ending; or else yield the rest of the iterator."""
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
    """Yield the elements of an async iterator again in the same way."""
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
    """Yield the elements, pulled one by one. Not a method of `Tap`, which its own stream would keep alive."""
    yield from iterator


class Tap:
    """Iterator that keeps the elements pulled of another in a `stream`. Looking at it looks at that one."""

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
