"""Elements pulled of an iterator, kept so that a call can be made again, and iterators that yield them again."""

from __future__ import annotations

import copy
import gc
import inspect
import types
from collections.abc import AsyncIterator, Callable, Iterator, Set
from operator import methodcaller
from typing import Any, cast

from strictcheck.errors import Unevaluated
from strictcheck.kinds.building import Building
from strictcheck.kinds.layers import Raised
from strictcheck.kinds.partials import PartialIterator, class_behind, methods_beside, partial_class
from strictcheck.messages import show_path
from strictcheck.thunks.classes import getattr_static
from strictcheck.thunks.places import END
from strictcheck.thunks.proxy import UNSET, force, get_source, get_value, make_thunk, set_forced
from strictcheck.thunks.suspended import Stream

Step = Callable[[Any], Any]  # `next`, or what else takes an iterator to its next element: sends it a value, say

# In place of a copy of an iterator, of which there is none: it has ended; it pulls for itself.
ENDED, DEEP = [type(name, (), {"__slots__": ()})() for name in ("Ended", "Deep")]


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

    def look(self) -> type:
        """Touch the iterator, without pulling, and return its class."""
        return class_behind(force(self._iterator))

    def __iter__(self) -> Tap:
        return self

    def __next__(self) -> Any:
        return next(self._elements)


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


class KnownElements:
    """Iterator over `elements` first, and then over what `rest()` returns, which may raise. A copy has its own place.

    It notes in `now`, if given, what is pulled of it, and how that ends. Of a generator, known elements come whatever
    it is sent; what it yields after them is decided by what `rest` gets.
    """

    def __init__(self, elements: list[Any], rest: Callable[[Step], Any], now: Pulled | None = None) -> None:
        self.elements = elements
        self.rest = rest
        self.now = now
        self.pulled = 0

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        return self.resume(next)

    def send(self, value: Any) -> Any:
        """Return the next element, as a generator does that is sent `value`."""
        return self.resume(methodcaller("send", value))

    def throw(self, *error: Any) -> Any:
        """Return the next element, as a generator does that gets this error."""
        return self.resume(methodcaller("throw", *error))

    def resume(self, step: Step) -> Any:
        """Return the next element; `step` takes it of the source, if it is not known yet."""
        try:
            if self.pulled == len(self.elements):
                self.elements.append(self.rest(step))
        except Exception as error:
            if self.now is not None:
                self.now.ending = error
            raise
        cell = self.elements[self.pulled]
        self.pulled += 1
        if type(cell) is Raised:
            raise cell.error
        if self.now is not None:
            self.now.add(cell)
        return cell

    def __copy__(self) -> KnownElements:
        made = KnownElements(self.elements, self.rest, self.now and self.now.twin(None))
        made.pulled = self.pulled
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> KnownElements:
        if self.now is None:  # its container has made a copy; holes stay holes, and no thunk changes its elements
            return self
        made = copy.copy(self)
        made.elements = copy.deepcopy(self.elements, memo)
        return made


class PulledAgain(PartialIterator):
    """Iterator with the elements that were pulled of `source`, which answers for all but these."""

    is_whole = True
    source: Any

    def __getattr__(self, name: str) -> Any:
        held = vars(self)
        return super().__getattr__(name) if name in methods_beside(held["cls"]) else getattr(held["source"], name)


def pulled_again(source: Any, elements: Iterator[Any]) -> Any:
    """Make an iterator of `elements` that passes for `source`, which is used up."""
    if issubclass(type(source), types.GeneratorType):
        generator = generator_like(source, [elements])
        generator.__name__, generator.__qualname__ = source.__name__, source.__qualname__
        return generator
    cls = class_behind(source)
    made = partial_class(PulledAgain, cls)(cls, tuple, {}, frozenset())
    made.elements, made.source = elements, source
    return made


def generator_like(source: Any, elements: list[Iterator[Any]]) -> Any:
    """Make a generator of what the only iterator in the list yields; it can be awaited if `source` can."""

    def yielded() -> Any:
        return (yield from elements[0])  # which may be put there later; and return what their end says

    return (types.coroutine(yielded) if inspect.isawaitable(source) else yielded)()


def unpulled(path: Callable[[], tuple[Any, ...]]) -> Callable[[Step], Any]:
    """Make a function that raises `Unevaluated` for the cell at `path()`, which nobody pulled."""

    def rest(step: Step) -> Any:
        raise Unevaluated(f"nobody pulled a cell at {show_path(path())}", path())

    return rest


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


def begin_iterator(cls: type, building: Building) -> Any:
    """Make an iterator that gets its elements later."""
    if issubclass(cls, types.GeneratorType):
        return generator_like(building.whole(), [])
    iterator = building.partly_known(PartialIterator, cls, frozenset())
    iterator.names = building.names(cls)
    return iterator


def build_iterator(cls: type, layer: Any, building: Building) -> Any:
    """Make an iterator of which these elements are known."""
    iterator = begin_iterator(cls, building) if building.begun is None else building.begun
    if issubclass(cls, types.GeneratorType):
        iterator.gi_frame.f_locals["elements"].append(building.cells(layer))
    else:
        iterator.elements = building.cells(layer)
    return iterator


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
