"""One object copied with the parts it has, past what its class says of copying; and a part replaced in it."""

from __future__ import annotations

import copy
import functools
import types
import weakref
from collections.abc import Mapping
from typing import Any

from strictcheck.kinds.classes import REMEMBERED, getattr_static, instance_dict, slots_of
from strictcheck.kinds.kind import Kind as AnyKind
from strictcheck.kinds.rebuilding import copy_mapping, copy_opaque, copy_sequence, is_copied
from strictcheck.kinds.table import Kind, shape_of, stored_names

__all__ = ["is_managed", "put_part", "shallow_copy", "state_of", "stored"]


def stored(value: Any) -> dict[str, Any]:
    """The attributes that an object holds itself, by name."""
    cls: type = type(value)
    slots, held = slots_of(cls), instance_dict(value)
    if not slots:
        return dict(held)
    names = stored_names(shape_of(cls), value)
    return {name: held[name] if name in held else slots[name].__get__(value) for name in names}


def shallow_copy(value: Any) -> Any:
    """A copy of a mutable object that holds the very parts of it.

    >>> inner = [1]
    >>> shallow_copy({"a": inner})["a"] is inner
    True
    """
    cls: type = type(value)
    if is_copied(cls):
        return copy_opaque(value)
    kind = shape_of(cls).kind
    if kind is Kind.SET:
        return copy.copy(value)
    if kind is Kind.SEQUENCE:
        return copy_sequence(value, list(value))
    if kind is Kind.MAPPING:
        return copy_mapping(value, dict(value))
    made: Any = object.__new__(cls)
    if slots_of(cls):
        for name, part in stored(value).items():
            put_part(made, name, part)
    else:
        attributes: Any = instance_dict(made)
        attributes.update(instance_dict(value))
    return made


def put_part(holder: Any, key: Any, part: Any) -> None:
    """Put `part` in the place of the part `key` of a copy."""
    cls: Any = type(holder)
    if issubclass(cls, list):
        list.__setitem__(holder, key, part)
    elif issubclass(cls, dict):
        dict.__setitem__(holder, key, part)
    elif _kind(holder) is Kind.MAPPING:
        holder[key] = part
    else:
        slots = slots_of(cls)
        if key in slots:
            slots[key].__set__(holder, part)
        else:
            attributes: Any = instance_dict(holder)
            attributes[key] = part


def _kind(value: Any) -> AnyKind:
    return shape_of(type(value)).kind


def state_of(value: Any) -> list[Any] | dict[Any, Any] | None:
    """The parts of a mutable object, copied; None where that takes more than a moment to tell."""
    cls: type = type(value)
    if cls is list or cls is dict:
        return value.copy()  # type: ignore[no-any-return]  # it is one of these
    if _kind(value) in (Kind.FIELDS, Kind.OBJECT) and not slots_of(cls):
        return dict(instance_dict(value))
    return None


def is_managed(value: Any) -> bool:
    """True of an object whose attributes somebody else watches: the session of a database knows its own objects.

    Its class has descriptors that are told of each write, and something in the object refers to it weakly, as to one of
    many.
    """
    cls: type = type(value)
    watched, held = _watched(cls), instance_dict(value)
    return any(name in watched for name in held) and any(_refers_to(part, value) for part in held.values())


def _refers_to(part: Any, value: Any) -> bool:
    if shape_of(type(part)).kind is not Kind.OBJECT:
        return False
    return any(type(one) is weakref.ref and one() is value for one in stored(part).values())


@functools.lru_cache(maxsize=REMEMBERED)
def _watched(cls: type) -> frozenset[str]:
    """Attributes of a class that descriptors of its own set, beside slots."""
    own = (types.MemberDescriptorType, types.GetSetDescriptorType)
    names: set[str] = {name for base in cls.__mro__ for name in vars(base)}
    found: Mapping[str, Any] = {name: getattr_static(cls, name) for name in names}
    return frozenset(name for name, one in found.items() if hasattr(type(one), "__set__") and not isinstance(one, own))
