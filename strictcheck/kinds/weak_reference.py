"""Weak references, and weak proxies: the object behind one is observed as wherever else it is reached."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from strictcheck.kinds.building import Building, Opened, Unwrapping
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.layers import Constructor, constructor_layer
from strictcheck.kinds.placing import Container, named_after, stand_in
from strictcheck.kinds.table import kind_of
from strictcheck.thunks.proxy import is_thunk

REFERENT = "referent"  # key of the object referred to


class WeakReferenceKind(Kind):
    """References to objects that these do not keep alive, such as those to the parent in a tree."""

    name = "the object referred to"
    is_leaf = False
    classes: tuple[type, ...] = (weakref.ref,)
    refer: Any = staticmethod(weakref.ref)

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise the classes themselves; derived ones have more, a key or a method."""
        found = next((one for one in cls.classes if values is one or values is KNOWN[one]), None)
        return None if found is None else cls(found, mutable=False)

    def referent(self, value: Any) -> Any:
        """Return the object; None if it is gone."""
        return value()

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that hand out the object when they are called."""
        return named_after(self.cls, {"__call__": WeakReferenceThunk._self_refer}, WeakReferenceThunk)

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        """Return the class, and the object or None."""
        return constructor_layer(self.cls), [(REFERENT, self.referent(value))]

    def get_part(self, value: Any, key: Any) -> Any:
        """Return the object."""
        return self.referent(value)

    def put_together(self, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """Make a reference to another object."""
        return self.refer(parts[REFERENT])

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the object, which the call may have changed, or of which it may have had the thunk."""
        original = self.referent(source)
        held = part._self_cells.get(REFERENT, original) if is_thunk(part) else original
        return None if held is None else Opened(part, source, [held], [original], lambda made: self.refer(*made))

    def begin(self, layer: Constructor, building: Building) -> Any:
        """Make a reference to an object that is known later."""
        return KNOWN[self.cls]()

    def build(self, layer: Constructor, building: Building) -> Any:
        """Make a reference to the object, as far as that is known."""
        made = self.begin(layer, building) if building.begun is None else building.begun
        made.known = building.part(REFERENT)
        return made


class WeakProxyKind(WeakReferenceKind):
    """Proxies, which pass on all operations to the object; those of functions and the like can be called."""

    classes = weakref.ProxyTypes
    refer = staticmethod(weakref.proxy)

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that pass on all operations to the thunk of the object."""
        methods = {"__wrapped_get__": _behind_proxy, "_self_mutable": True}
        return named_after(self.cls, methods, WeakReferenceThunk)

    def referent(self, value: Any) -> Any:
        """Return the object, or None if it is gone. A method that is read through the proxy is bound to it."""
        if type(value) in KNOWN.values():
            return value.known
        with suppress(ReferenceError):
            method: Any = value.mro if isinstance(value, type) else value.__reduce_ex__
            return method.__self__
        return None


class KnownReference:
    """Reference to a partly known object, which it keeps alive."""

    __slots__ = ("known",)
    __class__: Any
    known: Any

    def __call__(self) -> Any:
        """Return the object."""
        return self.known


KNOWN: dict[type, Any] = {
    one: type("KnownReference", (KnownReference,), {"__slots__": (), "__class__": one})
    for one in (*WeakReferenceKind.classes, *WeakProxyKind.classes)
}


class WeakReferenceThunk(Container):
    """Thunk for a weak reference; each call of it returns the thunk of the object, which is its one part."""

    __slots__ = ()
    _self_mutable = False

    def _self_refer(self) -> Any:
        """Return the object."""
        type(self)._self_look(self)
        cells = self._self_cells
        if REFERENT not in cells:
            kind: Any = kind_of(type(self._self_source))
            place = (self._self_number, REFERENT)
            cells.setdefault(REFERENT, stand_in(self._self_log, place, kind.referent(self._self_source)))
        return cells[REFERENT]

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self

    def _self_parts(self) -> tuple[object, Iterable[tuple[Any, Any]]]:
        return type(self)._self_layer(self._self_source), list(self._self_cells.items())


def _behind_proxy(self: Any) -> Any:
    """Return the thunk of the object behind a proxy, for all operations: `__wrapped_get__`."""
    found = WeakReferenceThunk._self_refer(self)
    # If the object is gone, a dead proxy. None is kept: code that asks all objects for their class would fail at it.
    return weakref.proxy(set()) if found is None else found
