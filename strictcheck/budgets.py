"""Budgets: how much may be forced; and who is told that an observation is over."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from threading import RLock
from typing import Any, TypeVar

from strictcheck.errors import TooMuchForced
from strictcheck.layers import Constructor
from strictcheck.messages import show_path, shown
from strictcheck.record import CELL, END, HERE, Hook, Log, Record, Step
from strictcheck.stepwise import within

__all__ = ["max_forced", "on_observed", "recording"]

F = TypeVar("F", bound=Callable[..., Any])

_budgets: ContextVar[tuple[Hook, ...]] = ContextVar("strictcheck_budgets", default=())
_records: ContextVar[tuple[Record, ...]] = ContextVar("strictcheck_records", default=())
_listeners: list[Callable[[Record], None]] = []


def on_observed(listener: Callable[[Record], None]) -> Callable[[], None]:
    """Call `listener` with the record of each observation when that is over, and not sealed yet.

    Returns the way to stop. What the listener forces counts, and may be too much for the budgets in force.
    """
    _listeners.append(listener)
    return functools.partial(_listeners.remove, listener)


@contextmanager
def recording(record: Record) -> Iterator[None]:
    """Let `record` be the one that observations in this block go to, under the budgets in force around it."""
    before = tuple(known for known in _records.get() if known.is_open)  # Ctrl-C may have left one that is over
    try:
        _records.set((*before, record))
        with ExitStack() as stack:
            for budget in _budgets.get():
                record.watch_with(budget, stack)
            try:
                yield
            finally:
                for listener in tuple(_listeners):
                    listener(record)
    finally:
        _records.set(before)


class max_forced:
    """Allow at most `limit` forcings, of values of class `of` if given, in all observations together.

    Without `of`, an element that is pulled from an iterator, and a key that is read, counts as well as what is looked
    at; as one, if it is looked at later.

    As a context manager, in the block; as a decorator, in each call of the function. Of a generator or coroutine
    function a call lasts until its end, and what is forced while it is suspended at a `yield` does not count. The
    forcing that would go over the limit raises `TooMuchForced`, in the observed code, and does not take place. Each
    block, and each call, counts from nothing.

    Raises `ValueError` if `limit` is negative, `TypeError` if it is no whole number or `of` no class.

    >>> from strictcheck import observe
    >>> with max_forced(2, of=int):
    ...     observe(sum, [1, 2, 3])
    Traceback (most recent call last):
    ...
    strictcheck.errors.TooMuchForced: more than 2 of int forced; the next is 3, at iterable (2,)
    >>> @max_forced(3)
    ... def first_even(numbers):
    ...     return next(n for n in numbers if n % 2 == 0)
    >>> observe(first_even, [1, 2, 3, 4]).result
    2
    """

    def __init__(self, limit: int, of: type | tuple[type, ...] = object) -> None:
        classes = of if isinstance(of, tuple) else (of,)
        if not isinstance(limit, int):
            raise TypeError(f"max_forced: limit={limit!r} is not a whole number; pass how many forcings to allow")
        if limit < 0:
            raise ValueError(f"max_forced: limit={limit!r} is negative; pass how many forcings to allow, from 0")
        if not all(isinstance(cls, type) for cls in classes):
            raise TypeError(f"max_forced: of={of!r} is not a class; pass the class of the values to count, or a tuple")
        self.limit = limit
        self.of = of
        self._classes = classes
        self._blocks: list[ExitStack] = []

    def __enter__(self) -> None:
        stack = ExitStack()
        stack.enter_context(_in_force(self._hook()))
        self._blocks.append(stack)

    def __exit__(self, *raised: Any) -> None:
        self._blocks.pop().__exit__(*raised)

    def __call__(self, function: F) -> F:
        """`function`, within this budget at each call."""
        return within(function, lambda: functools.partial(_in_force, self._hook()))

    def __repr__(self) -> str:
        return f"max_forced({self.limit!r}, of={self.of!r})" if self.of is not object else f"max_forced({self.limit!r})"

    def _hook(self) -> Hook:
        """What counts forcings from here on, and raises at the one that is too many."""
        found: set[tuple[Log, int]] = set()  # cells: an element counts when it is pulled, not again when looked at
        count, lock = 0, RLock()  # records that are open in several threads each have a lock of their own

        def budget(log: Log, parent: int, key: Any, layer: object) -> None:
            nonlocal count
            is_cell = layer is CELL and self.of is object
            if (not is_cell and not _is_of(layer, self._classes)) or (key is HERE and (log, parent) in found):
                return
            with lock:
                fits = count < self.limit
                count += fits
            if not fits:
                what = "the end" if key is END else "a part" if is_cell else _named(layer)
                place = f"{log.name} {show_path(log.path(parent, key) if parent >= 0 else ())}"
                raise TooMuchForced(f"more than {self.limit} {self._what()} forced; the next is {what}, at {place}")
            if is_cell:
                found.add((log, len(log.parents)))

        return budget

    def _what(self) -> str:
        return (
            ("part" if self.limit == 1 else "parts")
            if self.of is object
            else "of " + ", ".join(cls.__name__ for cls in self._classes)
        )


def _named(layer: object) -> str:
    return layer.cls.__name__ if isinstance(layer, Constructor) else shown(layer)


def _is_of(layer: object, classes: tuple[type, ...]) -> bool:
    cls: Any = getattr(layer, "cls", None) or getattr(layer, "kind", type(layer))
    return not isinstance(layer, Step) and issubclass(cls, classes)


@contextmanager
def _in_force(budget: Hook) -> Iterator[None]:
    before = _budgets.get()
    try:
        _budgets.set((*before, budget))
        with ExitStack() as stack:
            for record in _records.get():
                record.watch_with(budget, stack)
            yield
    finally:
        _budgets.set(before)
