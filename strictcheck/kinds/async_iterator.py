"""Async iterators and generators: cells that are pulled with `await`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from strictcheck.kinds.building import Building
from strictcheck.kinds.iterator import PulledKind, PulledThunk, is_pulled_by
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.placing import named_after
from strictcheck.kinds.pulled import Pulled, pulled_async
from strictcheck.kinds.sequence import Sequence
from strictcheck.thunks.special_methods import ForcingMethod


class AsyncIteratorKind(PulledKind):
    """Async iterators and generators. They are pulled with `await`, so contexts and walks take no cells of them."""

    name = "cells, awaited"
    is_lazy = True

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise classes whose values are pulled by C code, with `await`."""
        return cls(values) if is_pulled_by(values, "__aiter__", "__anext__") else None

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that record each pull."""
        own = {"asend": ForcingMethod(asend)} if hasattr(self.cls, "asend") else {}
        return named_after(self.cls, own, AsyncIteratorThunk)

    def pull_again(self, elements: list[Any], known: Pulled, now: Pulled) -> Any:
        """Make an async iterator of the pulled elements of another."""
        return pulled_async(elements, known, now)

    def build(self, layer: Sequence, building: Building) -> Any:
        """Make an async generator of the known elements."""
        return _awaited(building.cells(layer))


async def _awaited(cells: Iterator[Any]) -> AsyncIterator[Any]:
    for cell in cells:
        yield cell


class AsyncIteratorThunk(PulledThunk):
    """Thunk for an async iterator or async generator."""

    __slots__ = ()

    def __aiter__(self) -> Any:
        type(self)._self_look(self)
        return self

    async def __anext__(self) -> Any:
        type(self)._self_look(self)
        return await self._self_awaited(anext(self._self_source))

    async def _self_awaited(self, pull: Any) -> Any:
        """Return the element for which `pull` waits."""
        try:
            value = await pull
        except Exception as error:
            self._self_stopped(error)
            raise
        return self._self_cell(value)


def asend(thunk: Any, value: Any) -> Any:
    """Resume the async generator with `value`; what it yields is one more cell."""
    return thunk._self_awaited(thunk._self_source.asend(value))
