"""Budgets: how much may be forced; and who is told that an observation is over."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from threading import RLock
from typing import Any, TypeVar

from strictcheck.demands.layer_text import write_layer
from strictcheck.errors import StrictCheckError, TooMuchForced
from strictcheck.kinds.layers import Constructor
from strictcheck.messages import show_path
from strictcheck.observation.stepwise import within
from strictcheck.thunks.log import Log, Record
from strictcheck.thunks.marks import CELL, END, HERE, Step

__all__ = ["max_forced", "on_observed", "recording", "unnoticed"]

F = TypeVar("F", bound=Callable[..., Any])

_budgets: ContextVar[tuple[Budget, ...]] = ContextVar("strictcheck_budgets", default=())
_records: ContextVar[tuple[Record, ...]] = ContextVar("strictcheck_records", default=())
_unnoticed: ContextVar[bool] = ContextVar("strictcheck_unnoticed", default=False)
USE = "observe the calls that it is to limit, observe(function, x), or decorate the function with it"

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
                budget.watch(record, stack)
            try:
                yield
            except BaseException as error:
                for budget in _budgets.get():
                    budget.let_through(error)
                raise
            finally:
                for listener in () if _unnoticed.get() else tuple(_listeners):
                    listener(record)
    finally:
        _records.set(before)


@contextmanager
def unnoticed() -> Iterator[None]:
    """Let observations in this block count in no budget, and nobody be told of them: certificates are made of such."""
    budgets, before = _budgets.get(), _unnoticed.get()
    try:
        _budgets.set(())
        _unnoticed.set(True)
        yield
    finally:
        _budgets.set(budgets)
        _unnoticed.set(before)


class max_forced:
    """Allow at most `limit` forcings, of values of class `of` if given, in all observations together.

    Without `of`, an element that is pulled from an iterator, and a key that is read, counts as well as what is looked
    at; as one, if it is looked at later.

    As a context manager, in the block; as a decorator, in each call of the function. Of a generator or coroutine
    function a call lasts until its end, and what is forced while it is suspended at a `yield` does not count. The
    forcing that would go over the limit raises `TooMuchForced`, in the observed code, and does not take place; if that
    is swallowed there, it is raised again at the end. Each block, and each call, counts from nothing. A block in which
    nothing was observed has counted nothing, and raises `StrictCheckError`.

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
        self._blocks: list[tuple[ExitStack, Budget]] = []

    def __enter__(self) -> None:
        stack, budget = ExitStack(), Budget(self.limit, self._classes)
        stack.enter_context(_in_force(budget))
        self._blocks.append((stack, budget))

    def __exit__(self, *raised: Any) -> None:
        stack, budget = self._blocks.pop()
        stack.__exit__(*raised)
        if raised[0] is None and not budget.is_used:
            raise StrictCheckError(f"{self!r} has counted nothing: nothing was observed in its block; {USE}")

    def __call__(self, function: F) -> F:
        """`function`, within this budget at each call."""
        return within(function, lambda: functools.partial(_in_force, Budget(self.limit, self._classes)))

    def __repr__(self) -> str:
        return f"max_forced({self.limit!r}, of={self.of!r})" if self.of is not object else f"max_forced({self.limit!r})"


class Budget:
    """A hook that counts forcings from here on, and raises at the one that is too many."""

    def __init__(self, limit: int, classes: tuple[type, ...]) -> None:
        self.limit = limit
        self.classes = classes
        self.count = 0
        self.is_used = False  # by an observation
        self.error: TooMuchForced | None = None  # the last, which the observed code may have swallowed
        self._cells: set[tuple[Log, int]] = set()  # an element counts when it is pulled, not again when looked at
        self._lock = RLock()  # records that are open in several threads each have a lock of their own

    def __call__(self, log: Log, parent: int, key: Any, layer: object, number: int) -> None:
        is_cell = layer is CELL and self.classes == (object,)
        if (not is_cell and not _is_of(layer, self.classes)) or (key is HERE and (log, parent) in self._cells):
            return
        with self._lock:
            fits = self.count < self.limit
            self.count += fits
        if not fits:
            what = "the end" if key is END else "a part" if is_cell else _named(layer)
            place = f"{log.name} {show_path(log.path_of(parent, key))}"
            self.error = TooMuchForced(f"more than {self.limit} {self._what()} forced; the next is {what}, at {place}")
            raise self.error
        if is_cell:
            self._cells.add((log, number))

    def watch(self, record: Record, until: ExitStack) -> None:
        """Count what is forced in a record, until then."""
        self.is_used = True
        record.watch_with(self, until)

    def let_through(self, error: BaseException | None) -> None:
        """Note that an observation has raised this: then what it was raised of was not swallowed."""
        while error is not None and error is not self.error:
            error = error.__cause__ or error.__context__
        if error is not None:
            self.error = None

    def _what(self) -> str:
        if self.classes == (object,):
            return "part" if self.limit == 1 else "parts"
        return "of " + ", ".join(cls.__name__ for cls in self.classes)


def _named(layer: object) -> str:
    return layer.cls.__name__ if isinstance(layer, Constructor) else write_layer(layer)


def _is_of(layer: object, classes: tuple[type, ...]) -> bool:
    cls: Any = getattr(layer, "cls", None) or getattr(layer, "kind", type(layer))
    return not isinstance(layer, Step) and issubclass(cls, classes)


@contextmanager
def _in_force(budget: Budget) -> Iterator[None]:
    before = _budgets.get()
    try:
        _budgets.set((*before, budget))
        with ExitStack() as stack:
            for record in _records.get():
                budget.watch(record, stack)
            yield
        if budget.error is not None:
            raise budget.error
    finally:
        _budgets.set(before)
