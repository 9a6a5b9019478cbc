"""Iterators over known elements: of a partial value, and of one more call that gets again what was pulled before."""

from __future__ import annotations

import copy
import inspect
import types
from collections.abc import Callable, Iterator
from functools import partial
from operator import length_hint, methodcaller
from typing import Any

from strictcheck.errors import Unevaluated
from strictcheck.kinds.building import Building
from strictcheck.kinds.layers import Raised
from strictcheck.kinds.partials import PartialIterator, class_behind, cursor_methods, partial_class
from strictcheck.kinds.pulled import Pulled, Step
from strictcheck.messages import show_path
from strictcheck.thunks.classes import has_methods


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
            if self.is_at_end():
                self.elements.append(self.rest(step))
        except Exception as error:
            if self.now is not None:
                self.now.ending = error
            raise
        cell = self.elements[self.pulled]
        self.pulled += 1
        if self.now is not None:
            self.now.add(cell)
        if type(cell) is Raised:
            raise cell.error
        return cell

    def is_at_end(self) -> bool:
        """True if all known elements were pulled."""
        return self.pulled == len(self.elements)

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
    """Iterator that yields again what `known` has pulled of its source; the source answers for all else."""

    is_whole = True
    known: Pulled

    def __getattr__(self, name: str) -> Any:
        held = vars(self)
        if name not in cursor_methods(held["cls"]):
            return getattr(held["known"].source, name)
        is_new = name.startswith("execute") and held["elements"].is_at_end()
        return partial(self._execute, name) if is_new else super().__getattr__(name)

    def _execute(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Execute a query of which no row was pulled before."""
        known = self.known
        found = getattr(known.source, name)(*args, **kwargs)
        known.ending = None
        return self if found is known.source else found


class CountedAgain(PulledAgain):
    """Iterator that tells how many elements are left, as its source does."""

    def __length_hint__(self) -> int:
        return len(self.elements.elements) - self.elements.pulled + length_hint(self.known.source)


def pulled_again(known: Pulled, elements: KnownElements) -> Any:
    """Make an iterator of `elements` that passes for the source of `known`, which is used up."""
    source = known.source
    if issubclass(type(source), types.GeneratorType):
        generator = generator_like(source, [elements])
        generator.__name__, generator.__qualname__ = source.__name__, source.__qualname__
        return generator
    cls = class_behind(source)
    base = CountedAgain if has_methods(cls, "__length_hint__") else PulledAgain
    made = partial_class(base, cls)(cls, tuple, {}, frozenset())
    made.elements, made.known = elements, known
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


def begin_iterator(cls: type, building: Building) -> Any:
    """Make an iterator that gets its elements later."""
    if issubclass(cls, types.GeneratorType):
        return generator_like(building.whole(), [])
    iterator = building.partly_known(PartialIterator, cls, frozenset())
    iterator.names, iterator.original = building.names(cls), building.whole()
    return iterator


def build_iterator(cls: type, layer: Any, building: Building) -> Any:
    """Make an iterator of which these elements are known."""
    iterator = begin_iterator(cls, building) if building.begun is None else building.begun
    if issubclass(cls, types.GeneratorType):
        iterator.gi_frame.f_locals["elements"].append(building.cells(layer))
    else:
        iterator.elements = building.cells(layer)
    return iterator
