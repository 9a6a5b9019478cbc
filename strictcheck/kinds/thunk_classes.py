"""Thunk classes: the attributes that one shows of the class of its values."""

from __future__ import annotations

import collections.abc
from typing import Any

from strictcheck.kinds.classes import HEAP_TYPE, bases, class_name, flags_of, getattr_static
from strictcheck.kinds.placing import StandIn
from strictcheck.kinds.table import is_transient
from strictcheck.thunks.proxy import Thunk, flat, force
from strictcheck.thunks.special_methods import following, hide_what_it_lacks

# Attributes by which the standard library and attrs know the class of a record.
TOLD = ("__dataclass_fields__", "__dataclass_params__", "__attrs_attrs__", "_fields", "_make")
COLLECTION_FLAGS = 1 << 5 | 1 << 6  # by which `match` tells sequences and mappings
FLAGGED: Any = {collections.abc.Sequence: 1 << 5, collections.abc.Mapping: 1 << 6}
REGISTERED: Any = FLAGGED | {
    collections.abc.MutableSequence: 1 << 5, collections.abc.MutableMapping: 1 << 6,
    collections.abc.Set: 0, collections.abc.MutableSet: 0,
}  # fmt: skip


class OfClass:
    """Attribute by which code recognises a class: `hasattr(type(x), ...)` sees it, `x.` forces as ever."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __get__(self, thunk: Any, owner: type) -> Any:
        force(thunk)
        return self.value


def _new(cls: type) -> Any:
    """Make `type(x)(...)` a value of the class that `x` seems to have."""

    def __new__(made: type, /, *args: Any, **kwargs: Any) -> Any:
        return cls(*args, **kwargs)

    return __new__


def _is_one(cls: type, abstract: Any) -> bool:
    """True if `cls` derives from `abstract`, or from a class in C that does; the metaclass is not asked."""
    return any(
        base is abstract or (not flags_of(base) & HEAP_TYPE and issubclass(base, abstract)) for base in bases(cls)
    )


def named_after(
    cls: type, namespace: dict[str, Any], base: type[Thunk] = StandIn, *, is_flat: bool = False
) -> type[Thunk]:
    """Make a thunk class for values of `cls`: its special methods, its name, and the flags that `match` reads."""
    told = {name: OfClass(getattr(cls, name)) for name in TOLD if getattr_static(cls, name) is not None}
    methods = following(cls, has_copy=base._self_copies)
    own = {"__slots__": (), "__new__": _new(cls)}
    name, namespace = f"{class_name(cls)}Thunk", own | methods | told | namespace
    derived: Any = type(base)  # the class of all thunk classes
    made: type[Thunk] = flat(base, namespace, name) if is_flat else derived(name, (base,), namespace)
    hide_what_it_lacks(made, cls)
    made._self_for = cls
    made._self_transient = is_transient(cls)
    for abstract, flag in REGISTERED.items():
        if (flags_of(cls) & COLLECTION_FLAGS == flag) and ((flag and abstract in FLAGGED) or _is_one(cls, abstract)):
            abstract.register(made)
    return made
