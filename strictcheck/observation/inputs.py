"""Arguments that can be given to any number of calls: an iterator is kept as a stream, each call gets its own."""

from __future__ import annotations

from collections.abc import Mapping
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
        self.stream = Stream(iterator)


def _kept(value: Any) -> Any:
    shape = shape_of(type(value))
    return _Iterated(value) if shape.kind.is_pulled and shape.kind.is_pulled_by_next(shape) else value


def _used(value: Any) -> Any:
    return iter(value.stream) if type(value) is _Iterated else value


def _told(value: Any) -> Any:
    return value.stream if type(value) is _Iterated else value
