"""Iterators, async iterators and streams: cells that are pulled. Their thunks are in `kinds.iterator`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from itertools import islice
from typing import Any, NoReturn

from strictcheck.errors import DemandError
from strictcheck.kinds.constructor import Opaque
from strictcheck.kinds.kind import Building, Kind, Opened, Shape, Unwrapping, walked
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.partials import Cells
from strictcheck.kinds.sequence_kind import Sequence, build_iterator, pull_cells
from strictcheck.thunks.proxy import is_thunk
from strictcheck.thunks.streams import Stream

__all__ = ["AsyncIteratorKind", "IteratorKind", "StreamKind"]


class StreamKind(Kind):
    """Streams: like a tuple of unknown length; cells are pulled in order, and can be looked at again."""

    name = "cells, pulled once and remembered"
    is_leaf = False
    is_looked_through = True
    is_series = True

    def take_apart(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        """The length, for which it is pulled to its end."""
        return Sequence(sum(1 for _ in value), True, Stream), enumerate(value)

    def take_apart_as_known(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        """The cells pulled so far."""
        cells, _ = value.split()
        return Sequence(len(cells), value.exhausted, Stream), enumerate(cells)

    def put_together(self, shape: Shape, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """A stream that has been pulled to its end."""
        return Stream(list(parts.values()))

    def get_part(self, shape: Shape, value: Any, key: Any) -> Any:
        """The element, for which those before it are pulled."""
        return value[key]

    def fits(self, shape: Shape, value: Any, layer: object) -> bool:
        """True if it has the length; it is pulled no further than that takes."""
        if not isinstance(layer, Sequence):
            return False
        has_all = layer.length == 0 or value.has(layer.length - 1)
        return has_all and not (layer.closed and value.has(layer.length))

    def build(self, shape: Shape, layer: Sequence, building: Building) -> Any:
        """A stream of the known elements."""
        return Stream(pull_cells(layer, building))

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """The elements."""
        return value  # type: ignore[no-any-return]

    def structure_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """All cells, and no element."""
        return walked(value)

    def reveal(self, shape: Shape, value: Any, layer: Sequence) -> Any:
        """As many cells as the layer tells of, and the end if it does."""
        value.has(layer.length if layer.closed else layer.length - 1)
        return value

    def unwrap(self, shape: Shape, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """The cells pulled so far; those to come are unwrapped as they come."""
        if is_thunk(part):
            return None
        cells, rest = part.split()
        return Opened(part, part, cells, [object()], lambda made: Stream.of(made, map(unwrapping.later, rest)))


class IteratorKind(Kind):
    """Iterators and generators: each `next` reveals one cell, or the end."""

    name = "cells, pulled"
    is_leaf = False
    is_looked_through = True
    is_used_up = True

    def take_apart(self, shape: Shape, value: Any) -> NoReturn:
        """Raises `DemandError`: nothing can be known of it without using it up."""
        raise DemandError(
            f"a {shape.cls.__name__} cannot be taken apart without using it up; pass a list, a tuple or a Stream"
        )

    def take_apart_as_known(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        """Its class."""
        return Opaque(value), ()

    def build(self, shape: Shape, layer: Sequence, building: Building) -> Any:
        """An iterator of the known elements."""
        return build_iterator(shape, layer, building)

    def is_pulled_by_next(self, shape: Shape) -> bool:
        """Always."""
        return True

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """The elements, pulled one by one."""
        return value  # type: ignore[no-any-return]

    def structure_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """All cells, and no element."""
        return walked(value)

    def reveal(self, shape: Shape, value: Any, layer: Sequence) -> Any:
        """As many cells as the layer tells of, and the end if it does; returns the list of the elements."""
        elements = list(islice(value, layer.length))
        if layer.closed:
            next(value, None)
        return elements


class AsyncIteratorKind(IteratorKind):
    """Async iterators and generators, which are pulled with `await`."""

    name = "cells, awaited"
    is_awaited = True

    def is_pulled_by_next(self, shape: Shape) -> bool:
        """Never."""
        return False

    def build(self, shape: Shape, layer: Sequence, building: Building) -> Any:
        """An async generator of the known elements."""
        return _awaited(pull_cells(layer, building))

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """None: nobody awaits them here."""
        return ()

    def structure_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """Nothing, as above."""
        return ()

    def reveal(self, shape: Shape, value: Any, layer: Sequence) -> Any:
        """Nothing, as above."""
        return value


async def _awaited(cells: Cells) -> AsyncIterator[Any]:
    for cell in cells:
        yield cell
