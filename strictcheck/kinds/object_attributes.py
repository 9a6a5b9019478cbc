"""Attributes that an object itself holds, and those that code of its class reads, writes and deletes.

Descriptors that write run with the thunk as the object, or their checks would be skipped and their storage under
another name would be lost. Descriptors that read do so once something was written, for the object itself is unchanged;
until then they run on the object itself, because some keep a table of objects, or load from a database.

`__setattr__`, `__delattr__` and `__getattr__` use `object.__setattr__` and the like, which need a real object: they run
on one that is put together for them, and their changes to it are taken over.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Collection
from typing import Any

from strictcheck.kinds.attributes import stored_names
from strictcheck.kinds.classes import REMEMBERED, bases, getattr_static, instance_dict, is_set, namespace_of, slots_of
from strictcheck.kinds.partials import PartialObject, class_behind
from strictcheck.kinds.table import shape_of
from strictcheck.thunks.proxy import is_thunk


def held(source: Any) -> list[str]:
    """Return the names of the attributes that `source` itself holds: an object, a partly known one, or a thunk."""
    known = _known_names(source)
    return stored_names(shape_of(type(source)), source) if known is None else list(known)


def is_held(source: Any, name: str) -> bool:
    """True if `name` is one of the attributes held, without a walk through all."""
    known = _known_names(source)
    if known is not None:
        return name in known
    cls: type = type(source)
    slot = slots_of(cls).get(name)
    return name in instance_dict(source) or (slot is not None and is_set(slot, source))


def _known_names(source: Any) -> Collection[str] | None:
    """Return the names held by a partly known object or a thunk; None for an object itself."""
    if issubclass(type(source), PartialObject):
        return source.parts if source.names is None else source.names
    if not is_thunk(source):
        return None
    cls = class_behind(source)
    return [*vars(source), *(name for name in slots_of(cls) if is_apart(cls, name) and hasattr(source, name))]


def is_apart(cls: type, name: str) -> bool:
    """True if `name` is a slot of a class whose objects have a `__dict__` too, in which it is not."""
    return bool(cls.__dictoffset__) and name in slots_of(cls)


def written_by(cls: type, name: str) -> Any:
    """Return the property or other descriptor that writes and deletes `name`; None if it is stored as it is."""
    found = getattr_static(cls, name)
    ours = isinstance(found, property) or (_is_data(found) and not _is_managed(cls))
    return found if ours else None


def reads_by_code(cls: type) -> bool:
    """True if code of the class may read some attribute."""
    found = (value for base in bases(cls) for value in namespace_of(base).values())
    return not _is_managed(cls) and (
        hook_of(cls, "__getattr__") is not None or any(_runs(value, "__get__") for value in found)
    )


def reads(found: Any, holds: bool) -> bool:
    """True if `found` is a descriptor that reads in place of the instance attribute, if the object `holds` one."""
    return _runs(found, "__get__") and (_is_data(found) or not holds)


def hook_of(cls: type, hook: str, *args: Any) -> Callable[[Any], Any] | None:
    """Return the class's own `__setattr__`, `__delattr__` or `__getattr__`, to call with an object; None without."""
    found = getattr_static(cls, hook)
    runs = isinstance(found, types.FunctionType) and not _is_managed(cls)
    return (lambda this: found(this, *args)) if runs else None


def _is_data(found: Any) -> bool:
    return _runs(found, "__set__") or _runs(found, "__delete__")


def _runs(found: Any, hook: str) -> bool:
    """True if it is a descriptor written in Python. Those in C need the object itself; caches stay caches."""
    return not isinstance(found, functools.cached_property) and isinstance(
        getattr_static(type(found), hook), types.FunctionType
    )


@functools.lru_cache(maxsize=REMEMBERED)
def _is_managed(cls: type) -> bool:
    """True if SQLAlchemy reads and writes attributes, and informs a session, which is not informed of our writes."""
    return getattr_static(cls, "_sa_class_manager") is not None
