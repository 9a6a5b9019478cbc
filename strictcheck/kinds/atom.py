"""Values without parts: identity values, and atoms."""

from __future__ import annotations

import functools
import types
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any

from strictcheck.kinds.atom_text import ATOMS, atom_text
from strictcheck.kinds.equality import are_renamed, is_equal, same_error
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layers import Raised
from strictcheck.kinds.placing import named_after, note_attributes, whole
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.thunks.classes import is_honest
from strictcheck.thunks.proxy import NO_NUMBER, UNFORCED, Thunk, get_source, materialised

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

    def told(self, value: Any) -> str:
        """The value, if it can be written."""
        return atom_text(unwrap(value, force_all=True)) or super().told(value)

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise classes whose values code compares by `is`."""
        return cls(values, mutable=False) if values is object or issubclass(values, IDENTITIES) else None

    def compared(self, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Compare as wholes: equal, or remade by each call, as local classes are; or exceptions with equal texts."""
        if isinstance(one, BaseException):
            return [] if same_error(one, other) else None
        return [] if are_renamed(one, other) or (type(one) is type(other) and is_equal(one, other)) else None

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks for values that were handed out as a thunk before anybody could know their kind."""
        return value_class(self, _atom_get)


class AtomKind(Kind):
    """Numbers, strings, dates and the like, which have no parts."""

    name = "has no fields"
    is_own_layer = True
    can_change = False

    def told(self, value: Any) -> str:
        """Write the value, if it can be written."""
        return atom_text(unwrap(value, force_all=True)) or super().told(value)

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise the built-in classes in `ATOMS`, and classes derived from them that do not hide it."""
        return cls(values, mutable=False) if issubclass(values, ATOMS) and is_honest(values) else None

    def compared(self, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Compare as wholes: equal, or not."""
        return [] if is_equal(one, other) else None

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that forward everything to the value itself, once it is forced."""
        if not self.cls.__dictoffset__:
            return value_class(self, _atom_get)
        return value_class(self, _atom_get, {"__setattr__": _set_attribute, "__delattr__": _delete_attribute})


def _set_attribute(self: Any, name: str, value: Any) -> None:
    if not name.startswith(("_self_", "__wrapped__")):  # these are the thunk's own
        note_attributes(self._self_log, materialised(self))
    Thunk.__setattr__(self, name, value)


def _delete_attribute(self: Any, name: str) -> None:
    note_attributes(self._self_log, materialised(self))
    Thunk.__delattr__(self, name)


def _atom_get(self: Any) -> Any:
    """Return the value itself: `__wrapped_get__` of an atom."""
    source = self._self_source
    if self._self_number == UNFORCED:  # wrapt's Python build asks again and again
        self._self_log.look(self._self_place, source)
        self._self_number = NO_NUMBER
    return source


def value_class(kind: Kind, get: Any, methods: Mapping[str, Any] = MappingProxyType({})) -> type[Thunk]:
    """Make the thunk class for values of one class without parts: it forwards all but these to the result of `get`."""

    def _self_parts(self: Any) -> tuple[object, list[Any]]:
        return whole(self._self_source), []

    namespace: dict[str, Any] = {"__wrapped_get__": get, "_self_parts": _self_parts, **methods}
    if get is _atom_get:
        namespace |= {"_self_value": property(get_source), "_self_has_parts": False}
    if kind.works_on_copy():
        namespace["_self_mutable"] = True
    return named_after(kind.cls, namespace, is_flat=get is _atom_get)
