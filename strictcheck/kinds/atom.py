"""Values without parts: identity values, and atoms."""

from __future__ import annotations

import functools
import operator
import types
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any

from strictcheck.kinds.atom_text import ATOMS, atom_text
from strictcheck.kinds.equality import are_renamed, is_equal, same_error
from strictcheck.kinds.kind import Kind, Shape
from strictcheck.kinds.layers import Raised
from strictcheck.kinds.placing import StandIn, named_after, note_attributes, whole
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.thunks.classes import HEAP_TYPE, flags_of, is_honest
from strictcheck.thunks.proxy import (
    NO_NUMBER,
    UNFORCED,
    Thunk,
    delete_attribute,
    forwarding,
    get_value,
    materialised,
    retype,
    set_attribute,
)

# A thunk cannot answer `is`, which is also the only use of a bare object(). True and False are among them
# because `x is True` and `case True` would be wrong in silence; `raise` and slicing insist on the real thing.
IDENTITIES = (
    type(None), bool, type(...), type(NotImplemented), type(getattr(functools, "Placeholder", None)), type,
    types.ModuleType, Enum, BaseException, slice,
)  # fmt: skip


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
        """The value, if it can be written."""
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
        return _atom_class(shape)


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
        return _atom_class(shape)


def _set_attribute(self: Any, name: str, value: Any) -> None:
    if not name.startswith("_self_"):  # these are the thunk's own
        note_attributes(self._self_log, materialised(self))
    set_attribute(self, name, value)


def _delete_attribute(self: Any, name: str) -> None:
    note_attributes(self._self_log, materialised(self))
    delete_attribute(self, name)


class SeenAtom(StandIn):
    """Thunk for a value without parts and attributes of its own, once it was looked at."""

    __slots__ = ()
    _self_has_parts = False
    _self_is_closed = True
    _self_forwarded = forwarding(operator.attrgetter("_self_value"))
    vars().update({name: method for name, method in _self_forwarded.items() if name not in vars(StandIn)})
    __wrapped_get__ = get_value
    _self_look = get_value


def _parts(self: Any) -> tuple[object, list[Any]]:
    return whole(self._self_source), []


def value_class(shape: Shape, get: Any, methods: Mapping[str, Any] = MappingProxyType({})) -> type[Thunk]:
    """Make the thunk class for values of one class without parts: it forwards all but these to the result of `get`."""
    namespace: dict[str, Any] = {"__wrapped_get__": get, "_self_parts": _parts, **methods}
    if shape.kind.works_on_copy(shape):
        namespace["_self_mutable"] = True
    return named_after(shape.cls, namespace)


def _atom_class(shape: Shape) -> type[Thunk]:
    """Make the thunk class for atoms of one class; the first look makes it one of another, which has the value."""
    cls = shape.cls
    is_closed = not cls.__dictoffset__ and not flags_of(cls) & HEAP_TYPE  # others may get attributes later
    seen = named_after(cls, {"_self_parts": _parts, "__class__": cls}, SeenAtom) if is_closed else None

    def __wrapped_get__(self: Any) -> Any:
        source = self._self_source
        if self._self_number == UNFORCED:
            self._self_log.look(self._self_place, source)
            self._self_value = source
            self._self_number = NO_NUMBER
            if seen is not None:
                retype(self, seen)
        return source

    own = {"__wrapped_get__": __wrapped_get__, "_self_parts": _parts, "_self_has_parts": False}
    noting = {"__setattr__": _set_attribute, "__delattr__": _delete_attribute} if cls.__dictoffset__ else {}
    return named_after(cls, own | noting)
