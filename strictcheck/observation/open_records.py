"""Observations that are going on: their records, the budgets in which they count, and who is told when they end."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import Any

from strictcheck.thunks.log import Record

Budget = Any  # of `observation.budgets`, which imports this

BUDGETS: ContextVar[tuple[Budget, ...]] = ContextVar("strictcheck_budgets", default=())
RECORDS: ContextVar[tuple[Record, ...]] = ContextVar("strictcheck_records", default=())
IS_SILENT: ContextVar[bool] = ContextVar("strictcheck_unnoticed", default=False)
LISTENERS: list[Callable[[Record], None]] = []


def on_observed(listener: Callable[[Record], None]) -> Callable[[], None]:
    """Call `listener` with the record of each observation when it ends, before the record is sealed.

    Returns a function that removes the listener. Forcings by the listener count, and may exceed the budgets in force.
    """
    LISTENERS.append(listener)
    return functools.partial(LISTENERS.remove, listener)


class recording:
    """Make `record` the record of observations in this block, under the budgets in force around it.

    `values` are observed.
    """

    __slots__ = ("_before", "_budgets", "_record", "_stack", "_values")

    def __init__(self, record: Record, values: Iterable[Any]) -> None:
        self._record = record
        self._values = values
        # Ctrl-C may have left a closed one.
        before = RECORDS.get()
        self._before = tuple(known for known in before if known.is_open) if before else before
        self._budgets = BUDGETS.get()
        self._stack = ExitStack() if self._budgets else None

    def __enter__(self) -> None:
        RECORDS.set((*self._before, self._record))
        if self._stack is not None:
            for budget in self._budgets:
                budget.watch(self._record, self._stack)
                budget.note(self._values)

    def __exit__(self, kind: Any, error: BaseException | None, traceback: Any) -> None:
        try:
            for listener in () if IS_SILENT.get() else tuple(LISTENERS):
                listener(self._record)
        finally:
            if self._stack is not None:
                self._stack.close()
            RECORDS.set(self._before)
            for budget in self._budgets:
                budget.note_end(self._record)


def open_record() -> Record | None:
    """Return the record of the innermost observation around this code; None if there is none."""
    return next((record for record in reversed(RECORDS.get()) if record.is_open), None)


def is_limited() -> bool:
    """True within a budget, or an open observation: what is looked at is counted, whoever reads it."""
    return bool(BUDGETS.get()) or open_record() is not None


def note_call(is_left_for_later: Callable[[], bool]) -> None:
    """Tell the budgets in force if a call has left its arguments to those who use its result."""
    for budget in BUDGETS.get():
        budget.has_looked = budget.has_looked or not is_left_for_later()


@contextmanager
def without_budgets() -> Iterator[None]:
    """Count observations in this block in no budget, and call no listener: certificates make such observations."""
    budgets, before = BUDGETS.get(), IS_SILENT.get()
    try:
        BUDGETS.set(())
        IS_SILENT.set(True)
        yield
    finally:
        BUDGETS.set(budgets)
        IS_SILENT.set(before)
