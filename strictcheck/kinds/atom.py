"""Stand-ins for what has no parts: atoms, and opaque objects."""

from __future__ import annotations

import collections.abc
from typing import Any

from strictcheck.kinds.classes import HEAP_TYPE, bases, class_name, flags_of, getattr_static
from strictcheck.kinds.layers import Opaque
from strictcheck.kinds.placing import StandIn, whole
from strictcheck.kinds.rebuilding import copy_opaque, is_copied
from strictcheck.kinds.table import Kind, Shape, is_transient
from strictcheck.thunks.proxy import (
    UNFORCED,
    Thunk,
    force,
    get_at,
    get_row,
    get_value,
)
from strictcheck.thunks.special_methods import following, hide_what_it_lacks

__all__ = ["named_after", "value_class"]

# What the standard library and attrs ask the class of a record for.
TOLD = ("__dataclass_fields__", "__dataclass_params__", "__attrs_attrs__", "_fields", "_make")
COLLECTION_FLAGS = 1 << 5 | 1 << 6  # by which `match` tells sequences and mappings
FLAGGED: Any = {collections.abc.Sequence: 1 << 5, collections.abc.Mapping: 1 << 6}
REGISTERED: Any = FLAGGED | {
    collections.abc.MutableSequence: 1 << 5, collections.abc.MutableMapping: 1 << 6,
    collections.abc.Set: 0, collections.abc.MutableSet: 0,
}  # fmt: skip


def _atom_get(self: Any) -> Any:
    """`__wrapped_get__` of an atom: the value itself is behind it. Written out: a search does this at every leaf."""
    at = self._self_at
    try:
        log, parent, key, source = at
    except ValueError:  # six: forced before
        return at[5]
    with log.lock:
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
    return get_at(self)[5]  # not `source`: another thread may have found out meanwhile what it is


def _opaque_get(self: Any) -> Any:
    """The same where the record keeps the value as one that cannot be looked into; a copy, if code could change it."""
    log, parent, key, source = get_at(self)[:4]
    with log.lock:
        if get_row(self) == UNFORCED:
            copied = is_copied(type(source))
            value = copy_opaque(source) if copied else source
            layer = Opaque(source)
            row = log.add(parent, key, layer)
            self._self_at = (log, parent, key, source, row, value)
        return get_value(self)


def value_class(shape: Shape) -> type[Thunk]:
    """The stand-in for atoms or opaque values of one class: forced, it forwards everything to the value itself."""
    get = _opaque_get if shape.kind is Kind.OPAQUE else _atom_get

    def _self_parts(self: Any) -> tuple[object, list[Any]]:
        return whole(get_at(self)[3]), []

    namespace: dict[str, Any] = {"__wrapped_get__": get, "_self_parts": _self_parts}
    if is_copied(shape.cls):
        namespace["_self_mutable"] = True
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


def _is_one(cls: type, abstract: Any) -> bool:
    """True if `cls` derives from `abstract`, or from a class in C that does; the metaclass is not asked."""
    return any(
        base is abstract or (not flags_of(base) & HEAP_TYPE and issubclass(base, abstract)) for base in bases(cls)
    )


def named_after(cls: type, namespace: dict[str, Any], base: type[Thunk] = StandIn) -> type[Thunk]:
    """A thunk class for values of `cls`: its special methods, its name, and the flags that `match` looks at."""
    make: Any = type(Thunk)  # wrapt's Python build has a metaclass
    told = {name: OfClass(getattr(cls, name)) for name in TOLD if getattr_static(cls, name) is not None}
    methods = following(cls, has_copy=base._self_copies)
    own = {"__slots__": (), "__new__": _new(cls)}
    made: type[Thunk] = make(f"{class_name(cls)}Thunk", (base,), own | methods | told | namespace)
    hide_what_it_lacks(made, cls)
    made._self_for = cls
    made._self_transient = is_transient(cls)
    for abstract, flag in REGISTERED.items():
        if (flags_of(cls) & COLLECTION_FLAGS == flag) and ((flag and abstract in FLAGGED) or _is_one(cls, abstract)):
            abstract.register(made)
    return made
