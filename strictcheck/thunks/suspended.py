"""Computations that run once: memoised, safe between threads, and aware of needing themselves; and streams of such.

Thunks whose value must be computed keep it in a `Suspension`. The rules are those of a lazy language: one thread
computes and the others wait; a value that needs itself is a black hole, said at once; an exception is a value too.
A `Stream` follows them for each of its elements: a generator can be walked once and a list must exist in full; a stream
is between them, for what has to be looked at more than once, such as the moves of a game position.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice, takewhile
from types import TracebackType
from typing import Any, Generic, TypeVar, overload

from strictcheck.errors import BlackHole, SourceError
from strictcheck.messages import shown

T = TypeVar("T")

# Not errors of the computation but interruptions from outside: the next touch tries again.
PASSING = (KeyboardInterrupt, SystemExit, GeneratorExit)
# Python takes these for "no such attribute" and "the end" on their way out, and goes on in silence.
SWALLOWED = (AttributeError, StopIteration, StopAsyncIteration)


class Suspension:
    """Value of `source()`, computed at the first `value()` and kept, or its exception.

    >>> late = Suspension(lambda: print("computing") or 7)
    >>> late.value(), late.value()
    computing
    (7, 7)
    """

    __slots__ = ("_is_computing", "_is_done", "_lock", "_name", "_source", "_traceback", "_value", "error")

    def __init__(self, source: Callable[[], Any]) -> None:
        self._name = getattr(source, "__qualname__", "")
        # A thread that computes the value may ask for it again, and is told that it needs itself.
        self._lock = threading.RLock()
        self._source: Any = source  # None once it was called to its end
        self._is_computing = False
        self._is_done = False
        self._value: Any = None
        self.error: BaseException | None = None  # that the source raised
        self._traceback: TracebackType | None = None

    def __repr__(self) -> str:
        return self._name or repr(self._source)

    def value(self) -> Any:
        """Return the value; raises the exception of the source, `SourceError`, or `BlackHole` if it needs itself."""
        if not self._is_done:
            with self._lock:
                self._compute()
        if self.error is not None:
            # With the traceback of the first time; without this every touch would make it longer.
            raise self.error.with_traceback(self._traceback)
        return self._value

    def _compute(self) -> None:
        if self._is_computing:
            raise BlackHole(f"{self!r} needs its own value to compute it", None)
        if self._is_done:  # by the thread for which this one waited
            return
        try:
            self._is_computing = True
            self._value = self._source()
            self._end(None)
        except PASSING:
            raise
        except SWALLOWED as error:
            surfaced = SourceError(f"{self!r} raised {shown(error)}")
            surfaced.__cause__ = error
            self._end(surfaced)
        except BaseException as error:
            self._end(error)
        finally:
            self._is_computing = False

    def _end(self, error: BaseException | None) -> None:
        self.error, self._traceback = error, error.__traceback__ if error is not None else None
        self._is_done = True
        self._source = None


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

    __slots__ = ("__weakref__", "_cells", "_cut", "_error", "_lock", "_source")

    def __init__(self, iterable: Iterable[T] = ()) -> None:
        self._cells: list[T] = []
        self._source: Iterator[T] | None = _iterator_of(iterable)
        self._error: BaseException | None = None
        self._cut: BaseException | None = None  # Ctrl-C, while an element was pulled
        # A source that needs its own stream meets Python's "generator already executing" instead of waiting for itself.
        self._lock = threading.RLock()

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
            with self._lock:
                if len(self._cells) <= index and not self._pull():
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
