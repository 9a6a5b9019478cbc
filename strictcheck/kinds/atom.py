"""Values without parts: identity values, atoms, and opaque ones."""

from __future__ import annotations

import copy
import functools
import types
from array import array
from collections import OrderedDict, defaultdict, deque
from collections.abc import MutableMapping, MutableSequence, MutableSet
from contextlib import suppress
from enum import Enum
from typing import Any

from strictcheck.kinds.atom_text import ATOMS, atom_text
from strictcheck.kinds.attributes import held_attributes
from strictcheck.kinds.building import SHARED, Opened, Unwrapping
from strictcheck.kinds.classes import bases, getattr_static, is_honest, namespace_of
from strictcheck.kinds.equality import are_renamed, compare_wholes, is_equal, same_error
from strictcheck.kinds.kind import Kind, Shape
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.layers import Opaque, Raised
from strictcheck.kinds.placing import whole
from strictcheck.kinds.table import shape_of
from strictcheck.kinds.thunk_classes import named_after
from strictcheck.observation.unwrapping import unwrap
from strictcheck.thunks.proxy import (
    NO_NUMBER,
    UNFORCED,
    Thunk,
    get_log,
    get_number,
    get_place,
    get_source,
    get_value,
    is_thunk,
    set_forced,
)

__all__ = ["AtomKind", "IdentityKind", "OpaqueKind"]

# A thunk cannot answer `is`, which is also the only use of a bare object(). True and False are among them
# because `x is True` and `case True` would be wrong in silence; `raise` and slicing insist on the real thing.
IDENTITIES = (
    type(None), bool, type(...), type(NotImplemented), type(getattr(functools, "Placeholder", None)), type,
    types.ModuleType, Enum, BaseException, slice,
)  # fmt: skip
# Opaque values are changed by their own methods: a call gets a copy, so that its changes stay with the copy.
CONTAINERS = (dict, list, deque, MutableMapping, MutableSequence, MutableSet)
# All values of these libraries are opaque: classes around arrays in C, which take whole arrays from each other.
TABLES = ("numpy", "pandas", "polars", "pyarrow")


class IdentityKind(Kind):
    """None, bools, enum members, classes, modules, exceptions: code compares them by `is`."""

    name = "handed out as itself"
    is_own_layer = True
    can_change = False
    is_told_by_class = False
    is_data = False
    layers = (Raised,)  # of an exception in place of a value
    is_handed_out = True

    def told(self, shape: Shape, value: Any) -> str:
        """Write the value, if it can be written."""
        return atom_text(unwrap(value, force_all=True)) or super().told(shape, value)

    def recognise(self, cls: type) -> Shape | None:
        """Recognise classes whose values code compares by `is`."""
        return Shape(cls, self, mutable=False) if cls is object or issubclass(cls, IDENTITIES) else None

    def compared(self, shape: Shape, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Compare as wholes: equal, or remade by each call, as local classes are; or exceptions with equal texts."""
        if isinstance(one, BaseException):
            return [] if same_error(one, other) else None
        return [] if are_renamed(one, other) or (type(one) is type(other) and is_equal(one, other)) else None

    def thunk_class(self, shape: Shape, *, counting: bool) -> type:
        """Make thunks for values that were handed out as a thunk before anybody could know their kind."""
        return _value_class(shape, _atom_get)


class AtomKind(Kind):
    """Numbers, strings, dates and the like, which have no parts."""

    name = "has no fields"
    is_own_layer = True
    can_change = False

    def told(self, shape: Shape, value: Any) -> str:
        """Write the value, if it can be written."""
        return atom_text(unwrap(value, force_all=True)) or super().told(shape, value)

    def recognise(self, cls: type) -> Shape | None:
        """Recognise the built-in classes in `ATOMS`, and classes derived from them that do not hide it."""
        return Shape(cls, self, mutable=False) if issubclass(cls, ATOMS) and is_honest(cls) else None

    def compared(self, shape: Shape, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Compare as wholes: equal, or not."""
        return [] if is_equal(one, other) else None

    def thunk_class(self, shape: Shape, *, counting: bool) -> type:
        """Make thunks that forward everything to the value itself, once it is forced."""
        return _value_class(shape, _atom_get)


class OpaqueKind(Kind):
    """Values whose inside nobody can see: a look reveals all of it, and the call works on the value itself."""

    name = "itself, and nothing inside"
    declared_by = "opaque"
    is_opaque = True

    def recognise(self, cls: type) -> Shape | None:
        """Recognise classes of libraries that keep arrays in C, and proxies, by the name of wrapt's attribute."""
        named = (str(namespace_of(base).get("__module__")).partition(".")[0] for base in bases(cls))
        is_one = any(name in TABLES for name in named) or getattr_static(cls, "__wrapped__") is not None
        return Shape(cls, self) if is_one else None

    def thunk_class(self, shape: Shape, *, counting: bool) -> type:
        """Make thunks that forward everything to the value itself, or to a copy, if code could change it."""
        return _value_class(shape, _opaque_get)

    def compared(self, shape: Shape, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Compare the states that pickle would keep."""
        return compare_wholes(one, other)

    def works_on_copy(self, shape: Shape) -> bool:
        """True for containers that their own methods change."""
        return issubclass(shape.cls, (bytearray, array, *CONTAINERS))

    def copy(self, shape: Shape, value: Any) -> Any:
        """Copy such a container with all its contents; other values are shared."""
        return _copy_opaque(value) if self.works_on_copy(shape) else SHARED

    def take_apart(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        """Return the class, as a layer without parts."""
        return Opaque(value), ()

    def unwrap(self, shape: Shape, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open a container with methods of its own."""
        is_open = issubclass(shape.cls, (dict, list)) and not unwrapping.is_callers
        return _open_container(part) if is_open else None


def _copy_opaque(value: Any) -> Any:
    """Copy an opaque container with all its contents; return the value itself if that is impossible."""
    try:
        return copy.copy(value) if type(value) in (bytearray, array) else _deep_copy(value)
    except Exception:  # raised by a lock in it, or by code of the user's
        return value


def _deep_copy(value: Any) -> Any:
    """Copy deeply the elements that a container holds, past its own methods."""
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
        object.__setattr__(made, name, held)  # shared if it cannot be copied, as a lock
        with suppress(Exception):
            object.__setattr__(made, name, copy.deepcopy(held, memo))
    return made


def _open_container(part: Any) -> Opened | None:
    """Open a container with methods of its own that the call made or copied: thunks in it are replaced in place."""
    own: Any = get_value(part) if is_thunk(part) else part
    base: Any = dict if isinstance(own, dict) else list
    keys = [*(dict.__iter__(own) if base is dict else range(base.__len__(own)))]
    attributes = held_attributes(Shape(type(own), OpaqueKind()), own)
    held = [*(base.__getitem__(own, key) for key in keys), *attributes.values()]

    def refill(_: Any, made: list[Any]) -> None:
        for key, value in zip(keys, made, strict=False):
            base.__setitem__(own, key, value)
        for name, value in zip(attributes, made[len(keys) :], strict=True):
            object.__setattr__(own, name, value)

    return Opened(part, own, held, held, empty=lambda: own, fill=refill)


def _atom_get(self: Any) -> Any:
    """Return the value itself: `__wrapped_get__` of an atom."""
    source = self._self_source
    self._self_log.look(self._self_place, source)
    self._self_number = NO_NUMBER
    return source


def _opaque_get(self: Any) -> Any:
    """Return the value, recorded as an opaque one; a copy, if code could change it."""
    log, source = get_log(self), get_source(self)
    with log.lock:
        if get_number(self) == UNFORCED:
            shape = shape_of(type(source))
            value = shape.kind.copy(shape, source) if shape.kind.works_on_copy(shape) else source
            set_forced(self, log.add(*get_place(self), Opaque(source)), value)
        return get_value(self)


def _value_class(shape: Shape, get: Any) -> type[Thunk]:
    """Make the thunk class for values of one class without parts: it forwards everything to the result of `get`."""

    def _self_parts(self: Any) -> tuple[object, list[Any]]:
        return whole(get_source(self)), []

    namespace: dict[str, Any] = {"__wrapped_get__": get, "_self_parts": _self_parts}
    if get is _atom_get:
        namespace |= {"_self_value": property(get_source), "_self_has_parts": False}
    if shape.kind.works_on_copy(shape):
        namespace["_self_mutable"] = True
    return named_after(shape.cls, namespace)
