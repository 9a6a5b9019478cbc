"""Values without parts: identity values, and atoms."""

from __future__ import annotations

import functools
import types
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any

from strictcheck.kinds.atom_text import ATOMS
from strictcheck.kinds.attributes import attributes_beside, open_in_place, put_attribute
from strictcheck.kinds.building import Opened, Unwrapping
from strictcheck.kinds.equality import are_renamed, is_equal, same_error
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layers import Raised
from strictcheck.kinds.placing import named_after, note_attributes, whole
from strictcheck.kinds.table import kind_of
from strictcheck.thunks.classes import (
    getattr_static,
    instance_dict,
    is_honest,
    is_thunk_class,
    is_written_in_python,
    namespace_of,
)
from strictcheck.thunks.proxy import NO_NUMBER, UNFORCED, Thunk, get_source, get_value, is_thunk, set_forced

# A thunk cannot answer `is`, which is also the only use of a bare object(). True and False are among them
# because `x is True` and `case True` would be wrong in silence; `raise` and slicing insist on the real thing.
IDENTITIES = (
    type(None), bool, type(...), type(NotImplemented), type(getattr(functools, "Placeholder", None)), type,
    types.ModuleType, Enum, types.GenericAlias, types.UnionType,
)  # fmt: skip

FUNCTIONS_IN: Mapping[type, tuple[str, ...]] = {
    staticmethod: ("__func__",), classmethod: ("__func__",), property: ("fget", "fset", "fdel"),
    functools.cached_property: ("func",),
}  # fmt: skip


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
        """Open a class: that of a thunk, which a call gets by `type(x)`, becomes that of the value."""
        if not issubclass(self.cls, type) or is_thunk(part):
            return None
        stands_for = part._self_for if is_thunk_class(part) else None
        if stands_for is not None:
            return Opened(part, part, [], [], lambda _: stands_for, is_changed=True)
        own = namespace_of(part).items() if is_written_in_python(part) and not unwrapping.is_callers else ()
        held = [(functools.partial(type.__setattr__, part, name), one) for name, one in own]
        # A function in a descriptor stays itself, and so does the descriptor.
        held += [(put, getattr(one, name)) for put, one in held for name in FUNCTIONS_IN.get(type(one), ())]
        return open_in_place(part, held, (types.FunctionType,))


# Attributes of exceptions, in C, that hold what the call has made.
BESIDE_ARGS = ("__cause__", "__context__", "value", "code")


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
        """Open the arguments and attributes of an exception that the call made; thunks are replaced in place.

        To it belong what it was raised from, and `value` of a StopIteration, `code` of a SystemExit and the like.
        """
        if unwrapping.is_callers or is_thunk(part):
            return None
        held: dict[str, Any] = {name: getattr(part, name) for name in BESIDE_ARGS if hasattr(part, name)}
        held |= instance_dict(part)
        parts = [*held.values(), *part.args]

        def refill(_: Any, made: list[Any]) -> None:
            part.args = tuple(made[len(held) :])
            for name, one in zip(held, made, strict=False):
                if one is not held[name]:
                    setattr(part, name, one)

        return Opened(part, part, parts, parts, empty=lambda: part, fill=refill)


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
        return value_class(self, _noted_get if self.cls.__dictoffset__ else _atom_get)

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open a value that the call made, of a class in Python such as UUID, if it holds thunks."""
        if unwrapping.is_callers or is_thunk(part):
            return None
        held = attributes_beside(self, part).items()
        return open_in_place(part, [(functools.partial(put_attribute, part, name), one) for name, one in held], ())


def _noted_get(self: Any) -> Any:
    """Return the value itself, after its attributes are noted; those of a date, say, are set on the caller's own."""
    note_attributes(self._self_log, self._self_source)
    return _atom_get(self)


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
    if is_atom := get in (_atom_get, _noted_get):
        namespace |= {"_self_value": property(get_source), "_self_has_parts": False}
    if kind.works_on_copy():
        namespace["_self_mutable"] = True
    return named_after(kind.cls, namespace, is_flat=is_atom)


def get_copy(self: Any) -> Any:
    """`__wrapped_get__` of a value without parts; a copy is behind it, if code could change the value."""
    log, source = self._self_log, self._self_source
    with log.lock:
        if self._self_number == UNFORCED:
            kind: Any = kind_of(type(source))
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
