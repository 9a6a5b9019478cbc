"""Attributes that an object itself holds, read and written past its class's own methods."""

from __future__ import annotations

import functools
import types
import weakref
from collections import defaultdict
from typing import Any

from strictcheck.kinds.classes import (
    REMEMBERED,
    bases,
    getattr_static,
    instance_dict,
    is_made_in_python,
    is_set,
    namespace_of,
    only_dict_of,
    slots_of,
)
from strictcheck.kinds.kind import Shape


def stored_fields(shape: Shape, value: Any) -> list[tuple[str, Any]]:
    """List the attributes that `value` itself holds, with names, read past the class's own `__getattribute__`."""
    read_dict = only_dict_of(shape.cls)
    if read_dict is not None and tuple(attributes := read_dict(value)) == shape.fields:
        return list(attributes.items())
    slots, held = slots_of(shape.cls), instance_dict(value)
    if not held and len(slots) == len(shape.fields):
        try:
            return [(name, slots[name].__get__(value)) for name in shape.fields]
        except (AttributeError, KeyError):  # one of them is not set, or is kept elsewhere
            pass
    return [(name, object.__getattribute__(value, name)) for name in stored_names(shape, value)]


def stored_names(shape: Shape, value: Any) -> list[str]:
    """List the names of the attributes that `value` itself holds: set fields, set slots, and its `__dict__`."""
    slots = slots_of(shape.cls)
    held = instance_dict(value)
    names = [name for name in shape.fields if name in held or (name in slots and is_set(slots[name], value))]
    names += [name for name, slot in slots.items() if name not in shape.fields and is_set(slot, value)]
    return names + [name for name in held if name not in shape.fields]


def held_attributes(shape: Shape, value: Any) -> dict[str, Any]:
    """Return the attributes that `value` itself holds, by name, without those that only its class claims it holds."""
    slots, held = slots_of(shape.cls), instance_dict(value)
    if not slots:
        return dict(held)
    return {
        name: held[name] if name in held else slots[name].__get__(value)
        for name in stored_names(shape, value)
        if name in held or name in slots
    }


def put_attribute(made: Any, name: str, part: Any) -> None:
    """Set the attribute `name` that `made` itself holds to `part`."""
    cls: type = type(made)
    slots = slots_of(cls)
    if name in slots:
        slots[name].__set__(made, part)
    else:
        attributes: Any = instance_dict(made)
        attributes[name] = part


@functools.lru_cache(maxsize=REMEMBERED)
def _watched(cls: type) -> frozenset[str]:
    """Names that descriptors of the class set, beside slots."""
    own = (types.MemberDescriptorType, types.GetSetDescriptorType)
    found = {name: getattr_static(cls, name) for base in bases(cls) for name in namespace_of(base)}
    return frozenset(name for name, one in found.items() if hasattr(type(one), "__set__") and not isinstance(one, own))


def is_managed(value: Any) -> bool:
    """True for an object whose attributes are watched: the session of a database knows its own objects.

    Its class has descriptors that are told of each write, and something in the object refers to it weakly, as to one of
    many.
    """
    cls: type = type(value)
    watched, held = _watched(cls), instance_dict(value)
    return any(name in watched for name in held) and any(_refers_to(part, value) for part in held.values())


def _refers_to(part: Any, value: Any) -> bool:
    cls: type = type(part)
    held = [
        *instance_dict(part).values(),
        *(slot.__get__(part) for slot in slots_of(cls).values() if is_set(slot, part)),
    ]
    return is_made_in_python(cls) and any(type(one) is weakref.ref and one() is value for one in held)


def copy_attributes(shape: Shape, made: Any, source: Any) -> Any:
    """Copy the attributes that `source` holds to `made`, and return it."""
    if issubclass(type(source), defaultdict):
        made.default_factory = source.default_factory
    for name in stored_names(shape, source):
        object.__setattr__(made, name, object.__getattribute__(source, name))
    return made
