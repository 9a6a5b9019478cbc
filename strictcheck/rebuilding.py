"""How a value is put together: the other direction of `shapes`, with any parts in place of its own."""

from __future__ import annotations

import copy
from array import array
from collections import deque
from collections.abc import Mapping
from typing import Any

from strictcheck.shapes import Shape

__all__ = ["COPIED", "copy_mapping", "copy_sequence", "put_together"]

# Opaque, and changed by their own methods: a call gets a copy, so that the changes stay with it.
COPIED = (set, deque, bytearray, array)


def put_together(shape: Shape, parts: Mapping[str, Any]) -> Any:
    """An object of the class of `shape` that holds `parts`, made without running its `__init__`."""
    if shape.rebuild is not None:
        return shape.rebuild(parts)
    if issubclass(shape.cls, tuple):
        return tuple.__new__(shape.cls, parts.values())
    made = object.__new__(shape.cls)
    for name, part in parts.items():
        object.__setattr__(made, name, part)
    return made


def copy_sequence(source: Any, elements: list[Any]) -> Any:
    """A list or tuple of the class of `source`, with its instance attributes, holding `elements`."""
    cls = type(source)
    if cls is list:
        return elements
    if cls is tuple:
        return tuple(elements)
    if issubclass(cls, tuple):
        extended = tuple.__new__(cls, elements)
        getattr(extended, "__dict__", {}).update(getattr(source, "__dict__", {}))
        return extended
    made: Any = copy.copy(source)
    list.__setitem__(made, slice(None), elements)
    return made


def copy_mapping(source: Any, parts: dict[Any, Any]) -> Any:
    """A mapping of the class of `source`, with its other state, holding `parts`."""
    cls = type(source)
    if cls is dict or not hasattr(cls, "__setitem__"):
        return parts
    made = copy.copy(source)
    made.clear()
    for key, part in parts.items():
        made[key] = part
    return made
