"""Stand-ins for what has no parts: atoms, and opaque objects."""

from __future__ import annotations

import collections.abc
import copy
from typing import Any

from strictcheck.classes import class_name, getattr_static
from strictcheck.layers import Opaque
from strictcheck.rebuilding import COPIED
from strictcheck.shapes import Kind, Shape
from strictcheck.standins.placing import StandIn, whole
from strictcheck.thunks import (
    UNFORCED,
    Thunk,
    following,
    force,
    get_at,
    get_row,
    get_value,
    is_thunk,
    materialised,
    set_forced,
)

__all__ = ["named_after", "value_class"]

# What the standard library and attrs ask the class of a record for.
TOLD = ("__dataclass_fields__", "__dataclass_params__", "__attrs_attrs__", "_fields", "_make")
SEQUENCE_FLAG, MAPPING_FLAG = 1 << 5, 1 << 6
IN_PLACE = ("__iand__", "__ior__", "__isub__", "__ixor__")
CHANGING_A_SET = (
    "__init__", "add", "clear", "difference_update", "discard", "intersection_update", "pop", "remove",
    "symmetric_difference_update", "update", *IN_PLACE,
)  # fmt: skip
SEQUENCE: Any = collections.abc.Sequence
MAPPING: Any = collections.abc.Mapping


def _atom_get(self: Any) -> Any:
    """`__wrapped_get__` of an atom: the value itself is behind it. Written out: a search does this at every leaf."""
    at = self._self_at
    try:
        log, parent, key, source = at
    except ValueError:  # six: forced before
        return at[5]
    try:
        log.acquire()
        if self._self_at is at:
            parents = log.plain
            if parents is None:
                row = log.add(parent, key, source)
            else:
                row = len(parents)
                parents.append(parent)
                log.keys.append(key)
                log.layers.append(source)
            self._self_at = (log, parent, key, source, row, source)
    except BaseException:
        log.doubt()
        raise
    finally:
        log.release()
    return get_at(self)[5]  # not `source`: another thread may have found out meanwhile what it is


def _opaque_get(self: Any) -> Any:
    """The same where the record keeps the value as one that cannot be looked into; a copy, if code could change it."""
    log, parent, key, source = get_at(self)[:4]
    with log.lock:
        if get_row(self) == UNFORCED:
            copied = type(source) in COPIED
            # A set is copied when it is changed, not before: the elements of a copy may come in another order.
            value = copy.copy(source) if copied and type(source) is not set else source
            layer = Opaque(source)
            if copied:
                log.kept[parent, key] = self
            row = log.add(parent, key, layer)
            self._self_at = (log, parent, key, source, row, value)
        return get_value(self)


def _changing(name: str) -> Any:
    """A method of sets that changes them, on a copy from then on."""

    def changing(self: Any, *args: Any) -> Any:
        log, _, _, source = get_at(self)[:4]
        with log.lock:
            if materialised(self) is source:
                set_forced(self, get_row(self), source.copy())
                self.__wrapped__ = get_value(self)
        if name in IN_PLACE:  # C code that wants a set on the other side
            args = tuple(materialised(arg) if is_thunk(arg) else arg for arg in args)
        found = getattr(set, name)(get_value(self), *args)
        return self if found is get_value(self) else found

    return changing


def value_class(shape: Shape) -> type[Thunk]:
    """The stand-in for atoms or opaque values of one class: forced, it forwards everything to the value itself."""
    get = _opaque_get if shape.kind is Kind.OPAQUE else _atom_get

    def _self_parts(self: Any) -> tuple[object, list[Any]]:
        return whole(get_at(self)[3]), []

    namespace: dict[str, Any] = {"__wrapped_get__": get, "_self_parts": _self_parts}
    if shape.cls is set:
        namespace |= {name: _changing(name) for name in CHANGING_A_SET}
    return named_after(shape.cls, namespace)


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
    told = {name: OfClass(getattr(cls, name)) for name in TOLD if getattr_static(cls, name) is not None}
    own = {"__slots__": (), "__new__": _new(cls)}
    made: type[Thunk] = make(f"{class_name(cls)}Thunk", (base,), own | following(cls) | told | namespace)
    made._self_for = cls
    if cls.__flags__ & SEQUENCE_FLAG:
        SEQUENCE.register(made)
    elif cls.__flags__ & MAPPING_FLAG:
        MAPPING.register(made)
    return made
