"""Weak references: a call returns the object, observed as wherever else it is reached, or None."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Mapping
from typing import Any

from strictcheck.kinds.building import Building, Opened, Unwrapping
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.layers import Constructor, constructor_layer
from strictcheck.kinds.placing import Container, named_after, stand_in
from strictcheck.thunks.proxy import is_thunk

REFERENT = "referent"  # key of the object referred to


class WeakReferenceKind(Kind):
    """References to objects that these do not keep alive, such as those to the parent in a tree."""

    name = "the object referred to"
    is_leaf = False

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise references themselves; derived classes have more, a key or a method."""
        return cls(values, mutable=False) if any(values is one for one in (weakref.ref, KnownReference)) else None

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that hand out the object when they are called."""
        return named_after(weakref.ref, {"__call__": WeakReferenceThunk.__call__}, WeakReferenceThunk)

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        """Return the class, and the object or None."""
        return constructor_layer(weakref.ref), [(REFERENT, value())]

    def first_layer(self, value: Any) -> object:
        """Return the class."""
        return constructor_layer(weakref.ref)

    def get_part(self, value: Any, key: Any) -> Any:
        """Return the object."""
        return value()

    def put_together(self, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """Make a reference to another object."""
        return weakref.ref(parts[REFERENT])

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the object, which the call may have changed, or of which it may have had the thunk."""
        original = source()
        held = part._self_cells.get(REFERENT, original) if is_thunk(part) else original
        return None if held is None else Opened(part, source, [held], [original], lambda made: weakref.ref(*made))

    def build(self, layer: Constructor, building: Building) -> Any:
        """Make a reference to the object, as far as that is known."""
        return KnownReference(building.part(REFERENT))


class KnownReference:
    """Reference to a partly known object, which it keeps alive."""

    __slots__ = ("known",)
    __class__: Any = weakref.ref

    def __init__(self, known: Any) -> None:
        self.known = known

    def __call__(self) -> Any:
        """Return the object."""
        return self.known


class WeakReferenceThunk(Container):
    """Thunk for a weak reference; each call of it returns the thunk of the object, which is its one part."""

    __slots__ = ()
    _self_mutable = False

    def __call__(self) -> Any:
        """Return the object."""
        type(self)._self_look(self)
        cells = self._self_cells
        if REFERENT not in cells:
            cells.setdefault(REFERENT, stand_in(self._self_log, (self._self_number, REFERENT), self._self_source()))
        return cells[REFERENT]

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self

    def _self_parts(self) -> tuple[object, Iterable[tuple[Any, Any]]]:
        return constructor_layer(weakref.ref), list(self._self_cells.items())
