"""Records: classes with a fixed set of fields, and registered classes."""

from __future__ import annotations

import dataclasses
import functools
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from strictcheck.kinds.atom import IdentityKind
from strictcheck.kinds.attributes import fill_attributes, is_plain_storage, writes_itself
from strictcheck.kinds.building import Building, Opened, Unwrapping
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.layers import Constructor, constructor_layer
from strictcheck.kinds.object import ConstructedKind, WithAttributes
from strictcheck.kinds.record_thunk import fields_class, single_slot_class, single_slot_of
from strictcheck.thunks.classes import (
    REMEMBERED,
    bases,
    getattr_static,
    has_finalizer,
    instance_dict,
    is_honest,
    is_made_in_python,
    namespace_of,
    slots_of,
)
from strictcheck.thunks.proxy import is_thunk, materialised

# A record with a field that a thunk needs for itself can have none.
TAKEN = ("_self_", "__wrapped_", "__object_proxy__")


class RecordKind(WithAttributes):
    """Dataclasses and attrs classes."""

    name = "a class with a fixed set of fields"
    is_record = has_fixed_names = True
    # True if values can have no attributes but the fields.
    has_slots_only = False

    @classmethod
    def recognise(cls, values: Any) -> Kind | None:
        """Classes that name their fields, and keep them where they can be read past any code of the user's."""
        fields = field_names(values)
        if fields is None:
            return None
        if any(name.startswith(TAKEN) for name in fields):
            return IdentityKind(values, mutable=False)
        if issubclass(values, tuple):
            return NamedTupleKind(values, fields, mutable=writes_itself(values))
        is_frozen = getattr(getattr_static(values, "__dataclass_params__"), "frozen", False) is True
        is_fixed = is_frozen and not writes_itself(values)
        has_one = is_fixed and single_slot_of(values, fields) is not None
        made = (SingleSlotKind if has_one else RecordKind)(values, fields, mutable=not is_fixed)
        made.has_slots_only = not values.__dictoffset__ and set(slots_of(values)) == set(fields)
        return made

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        """The class; the fields by name, and what else it holds itself."""
        return constructor_layer(self.cls), self.held(value)

    def begin(self, layer: Constructor, building: Building) -> Any:
        """An object without fields."""
        return object.__new__(self.cls)

    def build(self, layer: Constructor, building: Building) -> Any:
        """An object with all its fields, and what else is known of it."""
        if self.has_slots_only and building.begun is None and len(building.parts) == len(self.fields):
            return self.put_together(building.parts)
        held = building.names(self.cls)
        # A field that the object does not hold may be an attribute of its class.
        names = dict.fromkeys(self.fields if held is None else held) | dict.fromkeys(building.parts)
        parts = {name: building.part(name) for name in names}
        return self.put_together(parts) if building.begun is None else fill_attributes(building.begun, parts)

    def parts_to_force(self, value: Any) -> Iterable[Any]:
        """The fields, and what else it holds itself."""
        names = dict.fromkeys([*self.fields, *(value.__dict__ if self.cls.__dictoffset__ else ())])
        return (getattr(value, name) for name in names if hasattr(value, name))

    def structure_to_force(self, value: Any) -> Iterable[Any]:
        """The fields whose annotation mentions the class itself, or a class it shares a base or a union with."""
        return (getattr(value, name) for name in _recursive_fields(self))


class CopiedKind(ConstructedKind):
    """Classes whose thunks have a copy with thunks for parts, for C code reads their values, or code of the user's."""

    is_record = has_fixed_names = True

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks over a copy of the value."""
        return fields_class(self, counting=counting)

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the value so that its named parts can be unwrapped."""
        named = dict((type(part)._self_parts(part) if is_thunk(part) else self.take_apart(part))[1])
        before = dict(self.take_apart(source)[1])
        opened = Opened(part, source, [*named.values()], [*before.values()])
        opened.is_changed = [*named] != [*before]
        opened.rebuild = lambda made: self.put_together(dict(zip(named, made, strict=True)))
        return opened


class SingleSlotKind(RecordKind):
    """Frozen classes with one slot: game trees, where a search spends its time."""

    is_looked_through = False

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that keep the field at hand."""
        return single_slot_class(self, counting=counting)

    unwrap = cast("Any", CopiedKind.unwrap)


def field_names(cls: Any) -> tuple[str, ...] | None:
    """The names of the fields of a class; None if it has no fixed set of them."""
    if issubclass(cls, tuple):
        told = [one["_fields"] for one in map(namespace_of, bases(cls)) if "_fields" in one]
        return told[-1] if told and is_honest(cls) else None  # a derived class may name more than are in the tuple
    if getattr_static(cls, "__dataclass_fields__") is not None:
        names = tuple(field.name for field in dataclasses.fields(cls))
    elif getattr_static(cls, "__attrs_attrs__") is not None:
        names = tuple(attribute.name for attribute in cls.__attrs_attrs__)
    else:
        return None
    # A copy of a field kept by a descriptor would run that; a C base (an exception, a dict) holds state without a name;
    # a class may hide its fields, or close what a copy shares. Such a class is taken attribute by attribute instead.
    if issubclass(cls, (list, dict)) or any(not is_plain_storage(cls, name) for name in (*names, "__dict__")):
        return None
    return names if is_made_in_python(cls) and not has_finalizer(cls) else None


@functools.lru_cache(maxsize=REMEMBERED)
def _recursive_fields(kind: Kind) -> tuple[str, ...]:
    try:
        hints = typing.get_type_hints(kind.cls)
    except (NameError, TypeError):  # an annotation that cannot be resolved mentions nothing we could follow
        hints = {}
    return tuple(name for name in kind.fields if _mentions(hints.get(name), kind.cls))


def _mentions(annotation: Any, cls: type) -> bool:
    """True if `cls`, or a base of it other than object, stands anywhere in an annotation."""
    if isinstance(annotation, type) and not typing.get_args(annotation):
        return annotation is not object and issubclass(cls, annotation)
    origin = typing.get_origin(annotation)
    inside = any(_mentions(argument, cls) for argument in typing.get_args(annotation))
    return inside or (isinstance(origin, type) and origin is not object and issubclass(cls, origin))


class NamedTupleKind(CopiedKind):
    """Named tuples."""

    name = "a class with a fixed set of fields"

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        """The class; the fields by name, and what else it holds itself."""
        fields = zip(self.fields, tuple.__iter__(value), strict=True)
        return constructor_layer(self.cls), [*fields, *instance_dict(value).items()]

    def put_together(self, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """A tuple of the class, made without running its `__new__`."""
        made: Any = tuple.__new__(self.cls, [parts[name] for name in self.fields])
        return fill_attributes(made, {name: part for name, part in parts.items() if name not in self.fields})

    def build(self, layer: Constructor, building: Building) -> Any:
        """A tuple with all its fields, and what else is known of it; it cannot be filled later."""
        names = dict.fromkeys([*self.fields, *(building.names(self.cls) or ()), *building.parts])
        return self.put_together({name: building.part(name) for name in names})

    parts_to_force = RecordKind.parts_to_force
    structure_to_force = RecordKind.structure_to_force


class RegisteredKind(CopiedKind):
    """Classes that come apart as `register_shape` was told."""

    name = "comes apart as its registration says"
    is_registered = True
    declared_by = "register_shape"

    def __init__(
        self, cls: type, read_fields: Callable[[Any], Mapping[str, Any]], rebuild: Callable[[Mapping[str, Any]], Any]
    ) -> None:
        super().__init__(cls)
        self.read_fields = read_fields
        self.rebuild = rebuild

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        """The class; the parts that its registration gives."""
        return constructor_layer(self.cls), list(self.read_fields(value).items())

    def put_together(self, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """An object that its registration makes."""
        return self.rebuild(parts)

    def build(self, layer: Constructor, building: Building) -> Any:
        """An object with holes for whatever its registration asks for."""
        return self.put_together(_WithHoles(building))

    def parts_to_force(self, value: Any) -> Iterable[Any]:
        """The parts that its registration gives."""
        return self.read_fields(materialised(value) if is_thunk(value) else value).values()


class _WithHoles(dict[str, Any]):
    """The known parts; any other name gives a hole."""

    def __init__(self, building: Building) -> None:
        super().__init__(building.parts)
        self.building = building

    def __missing__(self, name: str) -> Any:
        return self.building.part(name)
