"""The attributes that an object holds itself, read and written past its class's own methods."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from typing import Any

from strictcheck.kinds.classes import instance_dict, is_set, slots_of
from strictcheck.kinds.kind import Shape

__all__ = ["copy_attributes", "held_attributes", "stored_fields", "stored_names"]


def stored_fields(shape: Shape, value: Any) -> list[tuple[str, Any]]:
    """The attributes that `value` holds itself, by name, read past the class's own `__getattribute__`."""
    slots, held = slots_of(shape.cls), instance_dict(value)
    if not slots and tuple(held) == shape.fields:
        return list(held.items())
    if not held and len(slots) == len(shape.fields):
        try:
            return [(name, slots[name].__get__(value)) for name in shape.fields]
        except (AttributeError, KeyError):  # one of them is not set, or is kept elsewhere
            pass
    return [(name, object.__getattribute__(value, name)) for name in stored_names(shape, value)]


def stored_names(shape: Shape, value: Any) -> list[str]:
    """The names of the attributes that `value` holds itself: set fields, set slots, and its instance dictionary."""
    slots = slots_of(shape.cls)
    held = instance_dict(value)
    names = [name for name in shape.fields if name in held or (name in slots and is_set(slots[name], value))]
    names += [name for name, slot in slots.items() if name not in shape.fields and is_set(slot, value)]
    return names + [name for name in held if name not in shape.fields]


def held_attributes(shape: Shape, value: Any) -> dict[str, Any]:
    """The attributes that `value` holds itself, without those that its class only says it holds."""
    held: dict[str, Any] = {}
    for name in stored_names(shape, value):
        with suppress(AttributeError):
            held[name] = object.__getattribute__(value, name)
    return held


def copy_attributes(shape: Shape, made: Any, source: Any) -> Any:
    """`made`, with the attributes that `source` holds."""
    if issubclass(type(source), defaultdict):
        made.default_factory = source.default_factory
    for name in stored_names(shape, source):
        object.__setattr__(made, name, object.__getattribute__(source, name))
    return made
