"""`Stream`: an iterable that is pulled on demand, once, and remembered.

A generator can be walked once and a list must exist in full; a stream is between them. Read this module when a
lazily produced sequence has to be looked at more than once, for example the moves of a game position. `Pulled` keeps
what was pulled of an iterator under observation, so that a call can be made again.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Set
from itertools import count, islice, takewhile
from typing import Any, Generic, TypeVar, overload

from strictcheck.errors import SourceError
from strictcheck.messages import shown
from strictcheck.thunks.proxy import force
from strictcheck.thunks.suspended import StepLock

T = TypeVar("T")
Step = Callable[[Any], Any]  # `next`, or what else takes an iterator to its next element: sends it a value, say


def _iterator_of(iterable: Iterable[T]) -> Iterator[T]:
    if not any(hasattr(type(iterable), name) for name in ("__iter__", "__getitem__")):
        raise TypeError(f"Stream: iterable={shown(iterable)} has no elements; pass a list, a generator or the like")
    return iter(iterable)


class Stream(Generic[T]):
    """Elements of `iterable`, pulled when they are first needed and kept.

    Iterating again, or indexing, yields the same elements without pulling again. Making a stream pulls
    nothing; element `i` pulls `i + 1` elements at most; `len` is not defined, because it would pull
    everything. An exception of the source is raised again at each later pull. After Ctrl-C the source goes
    on, unless it is a generator, which Ctrl-C ends: then later pulls raise `SourceError`.

    >>> squares = Stream(n * n for n in range(10))
    >>> squares[2], squares.pulled
    (4, 3)
    >>> squares
    Stream([0, 1, 4, ...])
    >>> list(squares) == list(squares)
    True
    >>> Stream("ab")[5]
    Traceback (most recent call last):
    ...
    IndexError: stream index 5 is past the end, at 2
    """

    __slots__ = ("__weakref__", "_cells", "_cut", "_error", "_source", "_turn")

    def __init__(self, iterable: Iterable[T] = ()) -> None:
        self._cells: list[T] = []
        self._source: Iterator[T] | None = _iterator_of(iterable)
        self._error: BaseException | None = None
        self._cut: BaseException | None = None  # Ctrl-C, while an element was pulled
        # A source that needs its own stream meets Python's "generator already executing" instead of waiting for itself.
        self._turn = StepLock("a stream")

    @classmethod
    def of(cls, cells: list[T], rest: Iterable[T]) -> Stream[T]:
        """Make a stream of which `cells` have been pulled already, and `rest` has not."""
        made = cls(rest)
        made._cells = cells
        return made

    def split(self) -> tuple[list[T], Iterator[T]]:
        """Return the elements pulled so far, and an iterator that pulls the others from here."""
        done = len(self._cells)
        return self._cells[:done], map(self._cells.__getitem__, takewhile(self.has, count(done)))

    @property
    def pulled(self) -> int:
        """Number of elements pulled so far; looking does not pull."""
        return len(self._cells)

    @property
    def exhausted(self) -> bool:
        """True if the end has been reached; looking does not pull."""
        return self._source is None and self._error is None

    def has(self, index: int) -> bool:
        """Pull until element `index` (from 0) is there; False when the end comes first."""
        while len(self._cells) <= index:
            if not self._turn.take(lambda: len(self._cells) > index or self._pull()):
                return False
        return True

    def _pull(self) -> bool:
        if self._error is not None:
            raise self._error
        if self._source is None:
            return False
        count = len(self._cells)
        pulled = islice(self._source, 1)  # before the `try`: a full stack is no error of the source
        try:
            self._cells.extend(pulled)  # one call: between `next` and `append`, Ctrl-C could come
        except Exception as error:
            self._error, self._source = error, None
            raise
        except BaseException as error:
            self._cut = error
            raise
        if len(self._cells) == count:
            self._source = None
            if self._cut is not None:  # its exception has ended the generator, which would seem complete
                where = f"by {type(self._cut).__name__} at element {count}, and ended there"
                self._error = SourceError(f"the source of a stream was interrupted {where}; make the stream anew")
                raise self._error from self._cut
            return False
        self._cut = None
        return True

    def __iter__(self) -> Iterator[T]:
        index = 0
        while self.has(index):
            yield self._cells[index]
            index += 1

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            if index.stop is not None and index.stop >= 0 and (index.start is None or index.start >= 0):
                self.has(index.stop - 1)
                return self._cells[: index.stop][index]
            return list(self)[index]
        if index < 0:
            return list(self)[index]
        if not self.has(index):
            raise IndexError(f"stream index {index} is past the end, at {len(self._cells)}")
        return self._cells[index]

    def __repr__(self) -> str:
        shown = [repr(cell) for cell in self._cells] + ([] if self.exhausted else ["..."])
        return f"Stream([{', '.join(shown)}])"

    def __reduce__(self) -> tuple[type[Stream[T]], tuple[list[T]]]:
        return Stream, (list(self),)


class Pulled:
    """Elements that were pulled of `source`, and `ending`, the exception after them, if there was one.

    A copy of an iterator (`itertools.tee` makes one) has the same elements, and its own place among them.
    """

    __slots__ = ("_at", "elements", "ending", "reads", "source")

    def __init__(self, source: Any) -> None:
        self.source = source
        self.reads: Set[int] = frozenset()  # ids of the objects to which it refers, if they are known
        self.elements: list[Any] = []
        self.ending: BaseException | None = None
        self._at = 0

    def add(self, element: Any) -> None:
        """Add one more element, unless another copy was there before."""
        if self._at == len(self.elements):
            self.elements.append(element)
        self._at += 1

    def pull(self, step: Step = next) -> Any:
        """Return the next element, which nobody has pulled yet, or raise the exception of the iterator."""
        if self.ending is not None:
            raise self.ending
        try:
            while True:
                element, is_new = step(self.source), self._at == len(self.elements)
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
