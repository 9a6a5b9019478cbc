"""How a value is put together: the other direction of `shapes`, with any parts in place of its own."""

from __future__ import annotations

import copy
from array import array
from collections import OrderedDict, defaultdict, deque
from collections.abc import Mapping
from typing import Any

from strictcheck.classes import getattr_static
from strictcheck.shapes import Shape, shape_of, stored_names

__all__ = ["COPIED", "copy_mapping", "copy_sequence", "put_together"]

# Opaque, and changed by their own methods: a call gets a copy, so that the changes stay with it.
COPIED = frozenset((set, deque, bytearray, array))


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
    # Past what the class says of copying, which is for its users.
    made: Any = tuple.__new__(cls, elements) if issubclass(cls, tuple) else list.__new__(cls)
    if issubclass(cls, list):
        list.extend(made, elements)
    return _with_attributes(made, source)


def copy_mapping(source: Any, parts: dict[Any, Any]) -> Any:
    """A mapping of the class of `source`, with its other state, holding `parts`."""
    cls = type(source)
    if cls is dict or getattr_static(cls, "__setitem__") is None:
        return parts
    if not issubclass(cls, dict):
        made = copy.copy(source)
        made.clear()
        for key, part in parts.items():
            made[key] = part
        return made
    # Past what the class says of copying and of setting, as above.
    base: Any = next(base for base in (OrderedDict, defaultdict, dict) if issubclass(cls, base))
    made = base.__new__(cls)
    base.update(made, parts)
    return _with_attributes(made, source)


def _with_attributes(made: Any, source: Any) -> Any:
    if issubclass(type(source), defaultdict):
        made.default_factory = source.default_factory
    for name in stored_names(shape_of(type(source)), source):
        object.__setattr__(made, name, object.__getattribute__(source, name))
    return made
