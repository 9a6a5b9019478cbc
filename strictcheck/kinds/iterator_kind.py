"""Iterators and async iterators: cells that are pulled. Their thunks are in `iterator_thunk`."""

from __future__ import annotations

import io
import types
from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import islice
from typing import Any, NoReturn

from strictcheck.errors import DemandError
from strictcheck.kinds.building import Building, InSight, walked
from strictcheck.kinds.classes import getattr_static
from strictcheck.kinds.iterator_thunk import CONSUMING, AsyncIteratorThunk, Awaiting, IteratorThunk, asend, send
from strictcheck.kinds.kind import Kind, Shape
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.layers import Opaque
from strictcheck.kinds.sequence_kind import build_iterator
from strictcheck.kinds.sequence_layer import Sequence
from strictcheck.kinds.table import pulls_only
from strictcheck.kinds.thunk_classes import named_after
from strictcheck.thunks.pulled import Pulled, Tap, pulled_again, pulled_async
from strictcheck.thunks.special_methods import ForcingMethod

pulls_only(Tap)


class IteratorKind(Kind):
    """Iterators and generators: each `next` reveals one cell, or the end."""

    name = "cells, pulled"
    declared_by = "pulls_only"

    def recognise(self, cls: type) -> Shape | None:
        """Recognise classes whose values are pulled by C code."""
        is_one = not issubclass(cls, io.IOBase) and _is_pulled_by(cls, "__iter__", "__next__")
        return Shape(cls, self) if is_one else None

    def thunk_class(self, shape: Shape, *, counting: bool) -> type:
        """Make thunks that record each pull."""
        own = {name: vars(IteratorThunk)[name] for name in ("__iter__", "__next__")}
        if hasattr(shape.cls, "send"):
            own["send"] = ForcingMethod(send)
        if shape.cls is types.GeneratorType:
            own["__await__"] = Awaiting()
        return named_after(shape.cls, {**own, **CONSUMING}, IteratorThunk)

    is_leaf = False
    is_looked_through = True
    is_used_up = True
    is_pulled = True
    is_lazy = True
    is_told_by_class = False

    def take_apart(self, shape: Shape, value: Any) -> NoReturn:
        """Raise `DemandError`: an iterator cannot be known without using it up."""
        raise DemandError(
            f"a {shape.cls.__name__} cannot be taken apart without using it up; pass a list, a tuple or a Stream"
        )

    def take_apart_as_known(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        """Return the class, as a layer without parts."""
        return Opaque(value), ()

    def first_layer(self, shape: Shape, value: Any) -> object:
        """Return a layer without known cells."""
        return Sequence(0, False, shape.cls)

    def in_sight(self, shape: Shape, value: Any, sight: InSight) -> Iterable[Any]:
        """Add the next cell, and each one behind the one before."""
        return sight.cells(lambda _: next(value))

    def pull_again(self, elements: list[Any], known: Pulled, now: Pulled) -> Any:
        """Make an iterator of the pulled `elements` of another, with the ending of `known`."""
        return pulled_again(elements, known, now)

    def compared(self, shape: Shape, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Return no parts: iterators cannot be compared without using them up."""
        return []

    def build(self, shape: Shape, layer: Sequence, building: Building) -> Any:
        """Make an iterator of the known elements."""
        return build_iterator(shape, layer, building)

    def is_pulled_by_next(self, shape: Shape) -> bool:
        """Return True."""
        return True

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """Return the elements, pulled one by one."""
        return value

    def structure_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """Pull all cells, and return no element."""
        return walked(value)

    def reveal(self, shape: Shape, value: Any, layer: Sequence) -> Any:
        """Pull as many cells as the layer has, and the end if it has one; return the list of the elements."""
        elements = list(islice(value, layer.length))
        if layer.closed:
            next(value, None)
        return elements


class AsyncIteratorKind(IteratorKind):
    """Async iterators and generators, which are pulled with `await`."""

    name = "cells, awaited"
    is_lazy = False
    declared_by = ""

    def recognise(self, cls: type) -> Shape | None:
        """Recognise classes whose values are pulled by C code, with `await`."""
        return Shape(cls, self) if _is_pulled_by(cls, "__aiter__", "__anext__") else None

    def thunk_class(self, shape: Shape, *, counting: bool) -> type:
        """Make thunks that record each pull."""
        own = {name: vars(AsyncIteratorThunk)[name] for name in ("__aiter__", "__anext__")}
        if hasattr(shape.cls, "asend"):
            own["asend"] = ForcingMethod(asend)
        return named_after(shape.cls, {**own, **CONSUMING}, AsyncIteratorThunk)

    def in_sight(self, shape: Shape, value: Any, sight: InSight) -> Iterable[Any]:
        """Return nothing, for all cells take waiting."""
        return ()

    def pull_again(self, elements: list[Any], known: Pulled, now: Pulled) -> Any:
        """Make an async iterator of the pulled elements of another."""
        return pulled_async(elements, known, now)

    def is_pulled_by_next(self, shape: Shape) -> bool:
        """Return False."""
        return False

    def build(self, shape: Shape, layer: Sequence, building: Building) -> Any:
        """Make an async generator of the known elements."""
        return _awaited(building.cells(layer))

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """Return nothing: nobody awaits them here."""
        return ()

    def structure_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """Return nothing: nobody awaits them here."""
        return ()

    def reveal(self, shape: Shape, value: Any, layer: Sequence) -> Any:
        """Return nothing: nobody awaits them here."""
        return value


def _is_pulled_by(cls: type, *names: str) -> bool:
    """True if values of `cls` are iterators by these methods of C code, which no subclass has replaced."""
    methods = [getattr_static(cls, name) for name in names]
    return None not in methods and not any(isinstance(method, types.FunctionType) for method in methods)


async def _awaited(cells: Iterator[Any]) -> AsyncIterator[Any]:
    for cell in cells:
        yield cell
