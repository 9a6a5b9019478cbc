"""Budgets: how much may be forced."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import Any

from strictcheck.errors import TooMuchForced
from strictcheck.layers import Constructor
from strictcheck.record import Hook, Log, Record, Step

__all__ = ["max_forced", "recording"]

_budgets: ContextVar[tuple[Hook, ...]] = ContextVar("strictcheck_budgets", default=())
_records: ContextVar[tuple[Record, ...]] = ContextVar("strictcheck_records", default=())


@contextmanager
def recording(record: Record) -> Iterator[None]:
    """Let `record` be the one that observations in this block go to, under the budgets in force around it."""
    token = _records.set((*_records.get(), record))
    try:
        with ExitStack() as stack:
            for budget in _budgets.get():
                stack.callback(record.watch_with(budget))
            yield
    finally:
        _records.reset(token)


@contextmanager
def max_forced(limit: int, of: type | tuple[type, ...] = object) -> Iterator[None]:
    """Allow at most `limit` forcings in this block, of values of class `of` if given, in all observations together.

    The forcing that would go over it raises `TooMuchForced`, in the observed code, and does not take place. Raises
    `ValueError` if `limit` is negative.

    >>> from strictcheck import observe
    >>> with max_forced(2, of=int):
    ...     observe(sum, [1, 2, 3])
    Traceback (most recent call last):
    ...
    strictcheck.errors.TooMuchForced: more than 2 of int forced; the next is 3, at iterable (2,)
    """
    if limit < 0:
        raise ValueError(f"max_forced: limit={limit!r} is negative; pass how many forcings to allow, from 0")
    count = 0
    classes = of if isinstance(of, tuple) else (of,)
    what = "parts" if of is object else "of " + ", ".join(cls.__name__ for cls in classes)

    def budget(log: Log, parent: int, key: Any, layer: object) -> None:
        nonlocal count
        if not _is_of(layer, classes):
            return
        if count == limit:
            shown = layer.cls.__name__ if isinstance(layer, Constructor) else repr(layer)
            place = f"{log.name} {log.path(parent, key) if parent >= 0 else ()!r}"
            raise TooMuchForced(f"more than {limit} {what} forced; the next is {shown}, at {place}")
        count += 1

    token = _budgets.set((*_budgets.get(), budget))
    try:
        with ExitStack() as stack:
            for record in _records.get():
                stack.callback(record.watch_with(budget))
            yield
    finally:
        _budgets.reset(token)


def _is_of(layer: object, classes: tuple[type, ...]) -> bool:
    cls: Any = getattr(layer, "cls", None) or getattr(layer, "kind", type(layer))
    return not isinstance(layer, Step) and issubclass(cls, classes)
