"""What attributes an object holds itself, and which are read, written and deleted by code of its class.

Of that code, some runs with the stand-in as the object.
What writes does, or what it checks would go unchecked and what it keeps under another name would be lost. What reads
does once something was written, for the object still is what it was; until then it runs on the object itself, as those
need that keep a table of objects, or load attributes from a database.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Iterable
from typing import Any

from strictcheck.classes import bases, getattr_static, instance_dict, is_set, namespace_of, slots_of
from strictcheck.partials import PartialObject
from strictcheck.shapes import shape_of, stored_names
from strictcheck.thunks import is_thunk

__all__ = ["held", "hook_of", "is_held", "read_by", "reads_by_code", "written_by"]


def held(source: Any) -> Iterable[str]:
    """The names of the attributes that `source` holds itself: an object, what is known of one, or its stand-in."""
    if issubclass(type(source), PartialObject):
        return list(source.parts if source.names is None else source.names)
    return list(vars(source)) if is_thunk(source) else stored_names(shape_of(type(source)), source)


def is_held(source: Any, name: str) -> bool:
    """Whether `source` holds an attribute of that name itself."""
    if issubclass(type(source), PartialObject):
        return name in (source.parts if source.names is None else source.names)
    if is_thunk(source):
        return name in vars(source)
    cls: type = type(source)
    slot = slots_of(cls).get(name)
    return name in instance_dict(source) or (slot is not None and is_set(slot, source))


def written_by(cls: type, name: str) -> Any:
    """The property or other descriptor that writes and deletes the attribute `name`; None if it is stored as it is."""
    found = getattr_static(cls, name)
    ours = isinstance(found, property) or (_is_data(found) and not _is_managed(cls))
    return found if ours else None


def reads_by_code(cls: type) -> bool:
    """Whether there may be any attribute that `read_by` has something for."""
    found = (value for base in bases(cls) for value in namespace_of(base).values())
    return hook_of(cls, "__getattr__") is not None or any(_runs(value, "__get__") for value in found)


def read_by(cls: type, name: str, held: bool) -> Callable[[Any], Any] | None:
    """What reads the attribute `name`, which the object itself holds or not; None if it is read as it is stored."""
    found = getattr_static(cls, name)
    if _is_managed(cls) or isinstance(found, functools.cached_property):
        return None
    if _runs(found, "__get__") and (_is_data(found) or not held):
        return lambda thunk: found.__get__(thunk, cls)
    return None if held or found is not None else hook_of(cls, "__getattr__", name)


def hook_of(cls: type, hook: str, *args: Any) -> Callable[[Any], Any] | None:
    """The class's own `__setattr__`, `__delattr__` or `__getattr__`, if it has one, to be called with an object."""
    found = getattr_static(cls, hook)
    return (lambda this: found(this, *args)) if isinstance(found, types.FunctionType) else None


def _is_data(found: Any) -> bool:
    return _runs(found, "__set__") or _runs(found, "__delete__")


def _runs(found: Any, hook: str) -> bool:
    """Whether it is a descriptor written in Python. Those written in C want the object itself."""
    return isinstance(getattr_static(type(found), hook), types.FunctionType)


def _is_managed(cls: type) -> bool:
    """Whether SQLAlchemy reads and writes the attributes: it tells a session, which is no part of the object."""
    return getattr_static(cls, "_sa_class_manager") is not None
