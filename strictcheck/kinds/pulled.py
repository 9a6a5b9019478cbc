"""Elements pulled of an iterator, kept so that a call can be made again; and copies of the thunks of iterators."""

from __future__ import annotations

import copy
import gc
import types
from collections.abc import AsyncIterator, Callable, Iterator, Set
from typing import Any, cast

from strictcheck.kinds.layers import Raised
from strictcheck.kinds.partials import class_behind
from strictcheck.thunks.classes import getattr_static
from strictcheck.thunks.places import END
from strictcheck.thunks.proxy import UNSET, force, get_source, get_value, make_thunk, set_forced
from strictcheck.thunks.suspended import Stream

Step = Callable[[Any], Any]  # `next`, or what else takes an iterator to its next element: sends it a value, say

PATIENCE = 10  # seconds to wait for what was cancelled in the first call; a call that does the same waits no longer

# In place of a copy of an iterator, of which there is none: it has ended; it pulls for itself.
ENDED, DEEP = [type(name, (), {"__slots__": ()})() for name in ("Ended", "Deep")]


class Pulled:
    """Elements that were pulled of `source`, and `ending`, the exception after them, if there was one.

    An element in place of which it raised is `Raised`, for it may go on.

    A copy of an iterator (`itertools.tee` makes one) has the same elements, and its own place among them.
    """

    __slots__ = ("_at", "count", "elements", "ending", "is_cancelled", "reads", "source")

    def __init__(self, source: Any) -> None:
        self.source = source
        self.reads: Set[int] = frozenset()  # ids of the objects to which it refers, if they are known
        self.elements: list[Any] = []
        self.ending: BaseException | None = None
        self.is_cancelled = False  # True once nobody waits any more for the element that was pulled last
        self.count = 0  # of the elements that the observed call pulled
        self._at = 0

    def seal(self) -> None:
        """Count the elements: a lazy result that is walked later, or another call, may pull more."""
        self.count = len(self.elements)

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

    async def awaited(self, pull: Any) -> Any:
        """Return what `pull` gives; note it if nobody waits any more."""
        from asyncio import CancelledError  # loaded, if anybody waits

        try:
            return await pull
        except CancelledError:
            self.is_cancelled = True
            raise

    def twin(self, source: Any) -> Pulled:
        """Make the record of `source`, a copy of the iterator, which is at the same element."""
        made = Pulled(source)
        made.elements = self.elements
        made._at = self._at
        return made


async def pulled_async(elements: list[Any], known: Pulled, now: Pulled) -> AsyncIterator[Any]:
    """Yield the elements of an async iterator again in the same way; if a pull was cancelled, wait to be cancelled."""
    for element in elements:
        now.add(element)
        if type(element) is Raised:
            raise element.error
        yield element
    if known.is_cancelled:
        await cancelled()
    if known.ending is None:
        source = aiter(known.source)
        while (element := await known.awaited(anext(source, ENDED))) is not ENDED:
            known.add(element)
            now.add(element)
            yield element
    elif not isinstance(known.ending, StopAsyncIteration):
        raise known.ending
    now.ending = known.ending or StopAsyncIteration()


async def cancelled() -> None:
    """Wait to be cancelled, as a pull was in another call."""
    from asyncio import sleep  # loaded, if anybody waits

    await sleep(PATIENCE)


def pulls(iterator: Any) -> Iterator[Any]:
    """Yield the elements, pulled one by one. Not a method of `Tap`, which its own stream would keep alive."""
    yield from iterator


class Tap:
    """Iterator that keeps the elements pulled of another in a `stream`. Looking at it looks at that one.

    All other methods and attributes are the iterator's own; elements that those methods take are not in the stream.
    """

    def __init__(self, iterator: Any) -> None:
        self._iterator = iterator
        self.stream: Stream[Any] = Stream(pulls(iterator))
        self._elements = iter(self.stream)

    def look(self) -> type:
        """Touch the iterator, without pulling, and return its class."""
        return class_behind(force(self._iterator))

    def __iter__(self) -> Tap:
        return self

    def __next__(self) -> Any:
        return next(self._elements)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # also before it has an iterator, as `copy` asks
            raise AttributeError(name)
        return getattr(self._iterator, name)


Tap.__name__ = "iterator"  # in what Python says of it: object of type 'iterator' has no len()


class Progress:
    """Number of cells that were pulled, and the record of their elements, once it is needed."""

    __slots__ = ("count", "pulled")

    def __init__(self) -> None:
        self.count = 0
        self.pulled: Pulled | None = None


def deep_copy_iterator(self: Any, memo: dict[int, Any]) -> Any:
    """Make a second thunk, over a deep copy: it pulls for itself, and looks at each pulled element as a whole."""
    return twin_over(copy.deepcopy(get_source(force(self)), memo), self, DEEP)


def pulled_by(thunk: Any) -> Pulled:
    """Return the record of the pulls of the iterator behind a thunk, which has been looked at."""
    progress: Progress = thunk._self_cells
    if progress.pulled is None:
        log, source = thunk._self_log, thunk._self_source
        pulled = log.pulled.get(id(source)) or log.pulled.setdefault(id(source), Pulled(source))
        pulled.reads = _ids_read_by(source)
        progress.pulled = pulled
    return cast("Pulled", progress.pulled)


def _ids_read_by(source: Any) -> set[int]:
    """Return the ids of objects to which an iterator, and iterators within it, refer; at its end it refers to none."""
    found: set[int] = set()
    todo = [source]
    while todo:
        for one in gc.get_referents(todo.pop()):
            if id(one) not in found and (type(one) is tuple or hasattr(type(one), "__next__")):
                todo.append(one)
            found.add(id(one))
    return found


class CopyIfItHasOne:
    """`__copy__` of an iterator: `itertools.tee` asks for it, and pulls from a copy where there is one."""

    def __init__(self, method: Callable[[Any], Any]) -> None:
        self.method = method

    def __get__(self, thunk: Any, owner: type) -> Any:
        if thunk is None:
            return self.method
        if getattr_static(class_behind(thunk._self_source), "__copy__") is None:
            raise AttributeError("__copy__")
        return types.MethodType(self.method, thunk)


def copy_iterator(thunk: Any) -> Any:
    """Make a second thunk, over a copy of the iterator; what it pulls anew is found to be recorded already."""
    return twin_over(copy.copy(get_source(force(thunk))), thunk, UNSET)


def twin_over(source: Any, thunk: Any, state: Any) -> Any:
    """Make a second thunk over `source`, which has got as far as `thunk` has."""
    log = thunk._self_log
    log.pulled[id(source)] = pulled_by(thunk).twin(source)
    progress = Progress()
    progress.count = thunk._self_cells.count
    twin = make_thunk(type(thunk), log, thunk._self_place, source)
    set_forced(twin, thunk._self_number, state, progress)
    return twin


def record_end(thunk: Any) -> None:
    """Record, once, that there are no more cells; the mark is kept in place of a copy, of which there is none."""
    log = thunk._self_log
    with log.lock:
        if get_value(thunk) is not ENDED:
            log.add((thunk._self_number, END), None)
            thunk._self_value = ENDED
