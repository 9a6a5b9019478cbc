"""How a value is put together again from parts, with any in place of its own."""

from __future__ import annotations

import copy
from array import array
from collections import OrderedDict, defaultdict, deque
from collections.abc import Mapping, MutableMapping, MutableSequence, MutableSet
from contextlib import suppress
from typing import Any

from strictcheck.kinds.attributes import held_attributes
from strictcheck.kinds.table import Kind, Shape, shape_of

__all__ = ["COPIED", "copy_mapping", "copy_opaque", "copy_sequence", "is_copied", "of_class", "put_together"]

# Opaque, and changed by their own methods: a call gets a copy, so that the changes stay with it.
COPIED = frozenset((set, bytearray, array))
CONTAINERS = (dict, list, deque, MutableMapping, MutableSequence, MutableSet)


def is_copied(cls: type) -> bool:
    """True if a call gets a copy of an opaque value of `cls`, a container that is there to be changed."""
    return cls in COPIED or (shape_of(cls).kind is Kind.OPAQUE and issubclass(cls, CONTAINERS))


def copy_opaque(value: Any) -> Any:
    """A copy of an opaque container with all that it holds, or the value itself if there is none."""
    try:
        return copy.copy(value) if type(value) in COPIED else _deep_copy(value)
    except Exception:  # a lock in it, say, or code of the user's
        return value


def _deep_copy(value: Any) -> Any:
    """A deep copy, made of the elements that a container holds, whatever its own methods say it does."""
    cls = type(value)
    base: Any = next((base for base in (OrderedDict, defaultdict, dict, list) if issubclass(cls, base)), None)
    if base is None:
        return copy.deepcopy(value)
    made = base.__new__(cls)
    memo = {id(value): made}
    if base is list:
        list.extend(made, (copy.deepcopy(element, memo) for element in list.__iter__(value)))
    else:
        for key in base.__iter__(value):
            base.__setitem__(made, copy.deepcopy(key, memo), copy.deepcopy(base.__getitem__(value, key), memo))
    for name, held in held_attributes(shape_of(cls), value).items():
        object.__setattr__(made, name, held)  # shared, if it is a lock, say
        with suppress(Exception):
            object.__setattr__(made, name, copy.deepcopy(held, memo))
    return made


def put_together(shape: Shape, parts: Mapping[Any, Any]) -> Any:
    """A value of the class of `shape` that holds `parts`, made without running its `__init__`."""
    return shape.kind.put_together(shape, parts)


def copy_sequence(source: Any, elements: list[Any]) -> Any:
    """A list or tuple of the class of `source`, with its instance attributes, holding `elements`."""
    cls = type(source)
    if cls is list:
        return elements
    if cls is tuple:
        return tuple(elements)
    shape = shape_of(cls)
    return shape.kind.put_together(shape, dict(enumerate(elements)), source)


def copy_mapping(source: Any, parts: dict[Any, Any]) -> Any:
    """A mapping of the class of `source`, with its other state, holding `parts`."""
    if type(source) is dict or not issubclass(type(source), dict):
        return parts
    shape = shape_of(type(source))
    return shape.kind.put_together(shape, parts, source)


def of_class(cls: Any, parts: Any) -> Any:
    """A list, tuple or mapping of a class derived from them; what else its objects hold, a demand does not say."""
    shape = shape_of(cls)
    return shape.kind.put_together(shape, parts if isinstance(parts, dict) else dict(enumerate(parts)))
