"""Stand-ins for what has no parts: atoms, and opaque objects."""

from __future__ import annotations

import collections.abc
import copy
from typing import Any

from strictcheck.layers import Opaque
from strictcheck.rebuilding import COPIED
from strictcheck.shapes import Kind, Shape
from strictcheck.standins.placing import StandIn, whole
from strictcheck.thunks import Thunk, following, force, get_at

__all__ = ["named_after", "value_class"]

# What the standard library and attrs ask the class of a record for.
TOLD = ("__dataclass_fields__", "__dataclass_params__", "__attrs_attrs__", "_fields", "_make")
SEQUENCE_FLAG, MAPPING_FLAG = 1 << 5, 1 << 6
SEQUENCE: Any = collections.abc.Sequence
MAPPING: Any = collections.abc.Mapping


def _itself(value: Any) -> Any:
    return value


def value_class(shape: Shape) -> type[Thunk]:
    """The stand-in for atoms or opaque values of one class: forced, it forwards everything to the value itself."""
    is_opaque = shape.kind is Kind.OPAQUE
    value_of = copy.copy if shape.cls in COPIED else _itself

    def __wrapped_get__(self: Any) -> Any:
        at = get_at(self)
        try:
            log, parent, key, source = at
        except ValueError:  # six: forced before
            return at[5]
        log.acquire()
        try:
            if get_at(self) is at:
                row = log.add(parent, key, Opaque(source) if is_opaque else source)
                self._self_at = (log, parent, key, source, row, value_of(source))
                if value_of is copy.copy:
                    log.kept[parent, key] = self
        finally:
            log.release()
        return get_at(self)[5]

    def _self_parts(self: Any) -> tuple[object, list[Any]]:
        return whole(get_at(self)[3]), []

    return named_after(shape.cls, {"__wrapped_get__": __wrapped_get__, "_self_parts": _self_parts})


class OfClass:
    """An attribute by which code recognises a class: `hasattr(type(x), ...)` sees it, `x.` forces as ever."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __get__(self, thunk: Any, owner: type) -> Any:
        force(thunk)
        return self.value


def _new(cls: type) -> Any:
    """`type(x)(...)` makes a value of the class that `x` seems to have."""

    def __new__(made: type, /, *args: Any, **kwargs: Any) -> Any:
        return cls(*args, **kwargs)

    return __new__


def named_after(cls: type, namespace: dict[str, Any], base: type[Thunk] = StandIn) -> type[Thunk]:
    """A thunk class for values of `cls`: its special methods, its name, and the flags that `match` looks at."""
    make: Any = type(Thunk)  # wrapt's Python build has a metaclass
    told = {name: OfClass(getattr(cls, name)) for name in TOLD if hasattr(cls, name)}
    own = {"__slots__": (), "__new__": _new(cls)}
    made: type[Thunk] = make(f"{cls.__name__}Thunk", (base,), own | following(cls) | told | namespace)
    made._self_for = cls
    if cls.__flags__ & SEQUENCE_FLAG:
        SEQUENCE.register(made)
    elif cls.__flags__ & MAPPING_FLAG:
        MAPPING.register(made)
    return made
