"""Values without parts: identity values, and atoms."""

from __future__ import annotations

import copy
import functools
import types
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any

from strictcheck.kinds.atom_text import ATOMS
from strictcheck.kinds.attributes import copy_attributes, held_attributes, open_container, put_attribute
from strictcheck.kinds.building import Opened, Unwrapping
from strictcheck.kinds.equality import are_renamed, hold_the_same, is_equal, same_error
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layers import Raised
from strictcheck.kinds.placing import named_after, note_attributes, whole
from strictcheck.kinds.table import kind_of
from strictcheck.thunks.classes import getattr_static, instance_dict, is_honest, is_thunk_class, slots_of
from strictcheck.thunks.proxy import (
    NO_NUMBER,
    UNFORCED,
    Thunk,
    get_source,
    get_value,
    is_thunk,
    materialised,
    set_forced,
)

# A thunk cannot answer `is`, which is also the only use of a bare object(). True and False are among them
# because `x is True` and `case True` would be wrong in silence; `raise` and slicing insist on the real thing.
IDENTITIES = (
    type(None), bool, type(...), type(NotImplemented), type(getattr(functools, "Placeholder", None)), type,
    types.ModuleType, Enum, types.GenericAlias, types.UnionType,
)  # fmt: skip


class IdentityKind(Kind):
    """None, bools, enum members, classes, type hints, modules: code compares them by `is`."""

    name = "handed out as itself"
    is_own_layer = True
    can_change = False
    is_told_by_class = False
    is_data = False
    is_handed_out = True

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise classes whose values code compares by `is`."""
        is_hint = getattr_static(values, "__module__") == "typing"
        return cls(values, mutable=False) if values is object or is_hint or issubclass(values, IDENTITIES) else None

    def compared(self, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Compare as wholes: equal, or remade by each call, as local classes are."""
        return [] if are_renamed(one, other) or (type(one) is type(other) and is_equal(one, other)) else None

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks for values that were handed out as a thunk before anybody could know their kind."""
        return value_class(self, _atom_get)

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the class of a thunk, which a call gets by `type(x)`: it becomes the class of the value."""
        stands_for = part._self_for if issubclass(self.cls, type) and is_thunk_class(part) else None
        return None if stands_for is None else Opened(part, part, [], [], lambda _: stands_for, is_changed=True)


class ExceptionKind(IdentityKind):
    """Exceptions: handed out as themselves, for `raise` insists on that; one that the call makes may hold thunks."""

    layers = (Raised,)  # of an exception in place of a value

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise all exceptions."""
        return cls(values, mutable=False) if issubclass(values, BaseException) else None

    def compared(self, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Compare classes and texts."""
        return [] if same_error(one, other) else None

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the arguments and attributes of an exception that the call made; thunks are replaced in place."""
        if unwrapping.is_callers or is_thunk(part):
            return None
        names = list(instance_dict(part))

        def refill(_: Any, made: list[Any]) -> None:
            part.args = tuple(made[len(names) :])
            vars(part).update(zip(names, made, strict=False))

        held = [*instance_dict(part).values(), *part.args]
        return Opened(part, part, held, held, empty=lambda: part, fill=refill)


class SliceKind(IdentityKind):
    """Slices: handed out as themselves, for C code insists on that; one that the call makes may hold thunks."""

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise `slice`, from which no class derives."""
        return cls(values, mutable=False) if values is slice else None

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened:
        """Open its start, its end and its step."""
        parts = [source.start, source.stop, source.step]
        return Opened(part, source, parts, parts, lambda made: slice(*made))


class AtomKind(Kind):
    """Numbers, strings, dates and the like, which have no parts."""

    name = "has no fields"
    is_own_layer = True
    can_change = False

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


def get_copy(self: Any) -> Any:
    """`__wrapped_get__` of a value without parts; a copy is behind it, if code could change the value."""
    log, source = self._self_log, self._self_source
    with log.lock:
        if self._self_number == UNFORCED:
            kind = kind_of(type(source))
            memo = log.copied
            known = memo.setdefault(id(memo), [])  # where `copy` keeps what it has copied
            count = len(known)
            is_copied = kind.works_on_copy() and not log.is_result  # a result is the call's own
            value = kind.copy_whole(source, memo) if is_copied else source
            parts = [(one, memo[id(one)]) for one in known[count:] if id(one) in memo]
            set_forced(self, log.add(self._self_place, whole(source)), value, parts)
        return get_value(self)


def originals_of_copy(self: Any) -> dict[int, Any]:
    """Return the originals of the parts of the copy, by the ids of these; nothing if it has been changed since."""
    source = self._self_source
    is_changed = self._self_cells and kind_of(type(source)).is_changed(self, source)
    return {} if is_changed else {id(made): one for one, made in self._self_cells}


DERIVABLE = (int, float, str, bytes)


class AttributedAtomKind(AtomKind):
    """Numbers, strings and bytes of derived classes, which can have attributes: the call gets a copy, and may set them.

    A string that is handed out as itself is the caller's own; `verify` notices where a call changes its attributes.
    """

    name = "has no fields, but attributes"
    can_change = True

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise derived classes whose values have a `__dict__`, or slots."""
        is_one = issubclass(values, DERIVABLE) and is_honest(values)
        return cls(values) if is_one and (values.__dictoffset__ or slots_of(values)) else None

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that forward everything to a copy of the value."""
        return value_class(self, get_copy, {"_self_originals": originals_of_copy})

    def works_on_copy(self) -> bool:
        """True: attributes that are set stay with the copy."""
        return True

    def copy(self, value: Any) -> Any:
        """Copy the value, with the very attributes that it holds, past the methods of its class."""
        return copy_attributes(self, _without_attributes(self, value), value)

    def copy_whole(self, value: Any, memo: dict[int, Any]) -> Any:
        """Copy the value and its attributes past the methods of its class, or return it if these have no copies."""
        made = memo[id(value)] = _without_attributes(self, value)
        memo.setdefault(id(memo), []).append(value)  # where `copy` keeps what it has copied
        try:
            for name, part in held_attributes(self, value).items():
                put_attribute(made, name, copy.deepcopy(part, memo))
        except Exception:  # a lock among them, say, or code of the user's
            return value
        return made if hold_the_same(value, made) else value  # a class may copy its values as something else

    def is_changed(self, part: Any, source: Any) -> bool:
        """True if an attribute of the copy, or within one, was changed."""
        return not hold_the_same(get_value(part), source)

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the attributes of a value that the call made or changed."""
        now = get_value(part) if is_thunk(part) else part
        if unwrapping.is_callers or (is_thunk(part) and not self.is_changed(part, source)):
            return None
        return open_container(self, part, (now, source), ([], []), lambda _: _without_attributes(self, now))


def _without_attributes(kind: Kind, value: Any) -> Any:
    base: Any = next(base for base in DERIVABLE if issubclass(kind.cls, base))
    return base.__new__(kind.cls, vars(base)[f"__{base.__name__}__"](value))
