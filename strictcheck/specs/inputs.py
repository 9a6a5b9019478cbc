"""Arguments for any number of calls: an iterator is kept as a stream, and each call gets an iterator of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from itertools import count
from typing import Any

from strictcheck.kinds.table import kind_of
from strictcheck.thunks.streams import Stream

Call = tuple[tuple[Any, ...], dict[str, Any]]


class Inputs:
    """Arguments of a call: `for_one_call` for each time it is made, and for its judges with streams for iterators."""

    def __init__(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        self._args = tuple(map(_make_repeatable, args))
        self._kwargs = {name: _make_repeatable(value) for name, value in kwargs.items()}

    def for_one_call(self) -> Call:
        """Return positional and keyword arguments for one call."""
        return tuple(map(_for_call, self._args)), {name: _for_call(value) for name, value in self._kwargs.items()}

    def for_judge(self) -> Call:
        """Return the arguments with streams in place of iterators."""
        return tuple(map(_for_judge, self._args)), {name: _for_judge(value) for name, value in self._kwargs.items()}


class _RepeatableIterator:
    """Iterator argument, with all elements that were ever pulled of it."""

    def __init__(self, iterator: Any) -> None:
        self.for_judge = Stream(iterator)

    def for_call(self) -> Any:
        """Return an iterator for one call."""
        return iter(self.for_judge)


class _RepeatableAsyncIterator:
    """Async iterator argument, with all elements that were ever pulled of it."""

    def __init__(self, iterator: Any) -> None:
        self._source = iterator
        self._cells: list[Any] = []

    async def for_call(self) -> AsyncIterator[Any]:
        """Return an async generator for one call."""
        for at in count():
            if at == len(self._cells):
                try:
                    self._cells.append(await anext(self._source))
                except StopAsyncIteration:
                    return
            yield self._cells[at]

    @property
    def for_judge(self) -> Any:
        """Return an async generator for a judge, who cannot look into it without waiting."""
        return self.for_call()


class _RepeatableFile:
    """File argument; each call reads it from where it was."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._place = file.tell()

    def for_call(self) -> Any:
        """Return the file, at the place where it was at first."""
        self._file.seek(self._place)
        return self._file

    for_judge = property(for_call)


REPEATABLE = (_RepeatableIterator, _RepeatableAsyncIterator, _RepeatableFile)


def _make_repeatable(value: Any) -> Any:
    kind = kind_of(type(value))
    if kind.is_used_up and not kind.is_pulled:
        with suppress(OSError, ValueError):  # it cannot move, or is closed
            return _RepeatableFile(value)
    if not kind.is_pulled:
        return value
    return _RepeatableIterator(value) if kind.is_pulled_by_next() else _RepeatableAsyncIterator(value)


def _for_call(value: Any) -> Any:
    return value.for_call() if type(value) in REPEATABLE else value


def _for_judge(value: Any) -> Any:
    return value.for_judge if type(value) in REPEATABLE else value
