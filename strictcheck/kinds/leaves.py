"""Values without parts: identity values, atoms, and opaque ones. Their thunks are in `kinds.atom`."""

from __future__ import annotations

from typing import Any

from strictcheck.kinds.attributes import held_attributes
from strictcheck.kinds.constructor import Opaque
from strictcheck.kinds.kind import Kind, Opened, Shape, Unwrapping
from strictcheck.kinds.layer import Parts
from strictcheck.thunks.proxy import get_value, is_thunk

__all__ = ["AtomKind", "IdentityKind", "OpaqueKind"]


class IdentityKind(Kind):
    """None, bools, enum members, classes, modules, exceptions: code asks whether it is this very object."""

    name = "handed out as itself"
    is_handed_out = True


class AtomKind(Kind):
    """Numbers, strings, dates and their like, which have no parts."""

    name = "has no fields"


class OpaqueKind(Kind):
    """Values into which nobody can look: a look reveals all of it, and the value itself is what the call works on."""

    name = "itself, and nothing inside"

    def take_apart(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        """Its class."""
        return Opaque(value), ()

    def unwrap(self, shape: Shape, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """The elements of a container with methods of its own."""
        is_open = issubclass(shape.cls, (dict, list)) and not unwrapping.is_callers
        return _open_container(part) if is_open else None


def _open_container(part: Any) -> Opened | None:
    """A container with methods of its own, made or copied by the call: thunks in it are replaced where they are."""
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
