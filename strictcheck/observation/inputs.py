"""Arguments that can be given to any number of calls: an iterator is kept as a stream, each call gets its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from itertools import count
from typing import Any

from strictcheck.kinds.table import shape_of
from strictcheck.thunks.streams import Stream

__all__ = ["Inputs"]

Call = tuple[tuple[Any, ...], dict[str, Any]]


class Inputs:
    """The arguments of a call: `fresh` for each time it is made, and `told` to whoever judges it."""

    def __init__(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        self._args = tuple(map(_kept, args))
        self._kwargs = {name: _kept(value) for name, value in kwargs.items()}

    def fresh(self) -> Call:
        """Positional and keyword arguments, for one call."""
        return tuple(map(_used, self._args)), {name: _used(value) for name, value in self._kwargs.items()}

    def told(self) -> Call:
        """The same, with streams in place of iterators."""
        return tuple(map(_told, self._args)), {name: _told(value) for name, value in self._kwargs.items()}


class _Iterated:
    """An argument that is an iterator, with all that was ever pulled of it."""

    def __init__(self, iterator: Any) -> None:
        self.told = Stream(iterator)

    def used(self) -> Any:
        """An iterator of its own for one call."""
        return iter(self.told)


class _AsyncIterated:
    """An argument that is an async iterator, with all that was ever pulled of it."""

    def __init__(self, iterator: Any) -> None:
        self._source = iterator
        self._cells: list[Any] = []

    async def used(self) -> AsyncIterator[Any]:
        """An async generator of its own for one call."""
        for at in count():
            if at == len(self._cells):
                try:
                    self._cells.append(await anext(self._source))
                except StopAsyncIteration:
                    return
            yield self._cells[at]

    @property
    def told(self) -> Any:
        """One for whoever judges; nobody can look at it without waiting."""
        return self.used()


def _kept(value: Any) -> Any:
    shape = shape_of(type(value))
    if not shape.kind.is_pulled:
        return value
    return _Iterated(value) if shape.kind.is_pulled_by_next(shape) else _AsyncIterated(value)


def _used(value: Any) -> Any:
    return value.used() if type(value) in (_Iterated, _AsyncIterated) else value


def _told(value: Any) -> Any:
    return value.told if type(value) in (_Iterated, _AsyncIterated) else value
