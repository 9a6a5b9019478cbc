"""Stand-ins for what has no parts: atoms, and opaque objects."""

from __future__ import annotations

import collections.abc
from typing import Any

from strictcheck.layers import Opaque
from strictcheck.shapes import Kind, Shape
from strictcheck.standins.placing import StandIn
from strictcheck.thunks import Thunk, following, get_at

__all__ = ["named_after", "value_class"]

SEQUENCE_FLAG, MAPPING_FLAG = 1 << 5, 1 << 6


def value_class(shape: Shape) -> type[Thunk]:
    """The stand-in for atoms or opaque values of one class: forced, it forwards everything to the value itself."""
    is_opaque = shape.kind is Kind.OPAQUE

    def __wrapped_get__(self: Any) -> Any:
        at = get_at(self)
        if len(at) == 6:
            return at[5]
        log, parent, key, source = at
        lock = log.lock
        lock.acquire()
        try:
            if get_at(self) is at:
                row = log.add(parent, key, Opaque(source) if is_opaque else source)
                self._self_at = (log, parent, key, source, row, source)
        finally:
            lock.release()
        return source

    return named_after(shape.cls, {"__wrapped_get__": __wrapped_get__})


def named_after(cls: type, namespace: dict[str, Any], base: type[Thunk] = StandIn) -> type[Thunk]:
    """A thunk class for values of `cls`: its special methods, its name, and the flags that `match` looks at."""
    make: Any = type(Thunk)  # wrapt's Python build has a metaclass
    made: type[Thunk] = make(f"{cls.__name__}Thunk", (base,), {"__slots__": (), **following(cls), **namespace})
    if cls.__flags__ & SEQUENCE_FLAG:
        made._self_pattern = "sequence"
        collections.abc.Sequence.register(made)
    elif cls.__flags__ & MAPPING_FLAG:
        made._self_pattern = "mapping"
        collections.abc.Mapping.register(made)
    return made
