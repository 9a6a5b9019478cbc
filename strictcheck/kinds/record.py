"""Records: classes with a fixed set of fields, and registered classes. Their thunks are in `record_thunk`."""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Iterable, Mapping
from typing import Any

from strictcheck.kinds.atom import IdentityKind
from strictcheck.kinds.attributes import held_attributes, is_managed, put_attribute
from strictcheck.kinds.building import ANEW, SHARED, Building, InSight, Opened, Unwrapping, unwrapped
from strictcheck.kinds.equality import compare_entries, compare_wholes
from strictcheck.kinds.kind import Kind, Shape
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.layers import Constructor, constructor_layer
from strictcheck.kinds.record_thunk import fields_class
from strictcheck.thunks.classes import (
    REMEMBERED,
    getattr_static,
    instance_dict,
    is_honest,
    is_made_in_python,
    only_dict_of,
    slots_of,
)
from strictcheck.thunks.proxy import is_thunk, materialised

# A record with a field that a thunk needs for itself can have none.
TAKEN = ("_self_", "__wrapped_", "__object_proxy__")


class WithAttributes(Kind):
    """A class, and attributes: the base of the kinds whose layer is a `Constructor`."""

    name = "a class, and attributes"
    has_attributes = True
    layers = (Constructor,)
    is_leaf = False

    def put_together(self, shape: Shape, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """An object of the class, made without running its `__init__`."""
        return fill_attributes(object.__new__(shape.cls), parts)

    def held(self, shape: Shape, value: Any) -> Iterable[tuple[Any, Any]]:
        """The attributes that it holds itself."""
        return held_attributes(shape, value).items()

    def copy(self, shape: Shape, value: Any) -> Any:
        """An object with the same attributes; one that somebody else watches is shared."""
        if not shape.mutable:
            return ANEW
        if is_managed(value):
            return SHARED
        made: Any = object.__new__(shape.cls)
        if not slots_of(shape.cls):
            attributes: Any = instance_dict(made)
            attributes.update(instance_dict(value))
            return made
        for name, part in held_attributes(shape, value).items():
            put_attribute(made, name, part)
        return made

    def compared(self, shape: Shape, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """The attributes."""
        return compare_entries(dict(self.held(shape, one)), dict(self.held(shape, other)))

    def put_part(self, shape: Shape, copied: Any, key: Any, part: Any) -> None:
        """Let `part` be the attribute."""
        put_attribute(copied, key, part)

    def state(self, shape: Shape, value: Any) -> list[Any] | None:
        """The attributes, unless some are in slots."""
        held = instance_dict(value)
        return None if slots_of(shape.cls) else [*held, *held.values()]

    def keys_in_sight(self, shape: Shape, layer: Any) -> Iterable[Any]:
        """The fields."""
        return shape.fields if layer.value is None else ()

    def fits(self, shape: Shape, value: Any, layer: object) -> bool:
        """True if it is of the class, and has none of the attributes that are to be absent."""
        if not isinstance(layer, Constructor) or layer.cls is not shape.cls:
            return False
        return not any(hasattr(value, name) for name in layer.absent)

    def parts_named(self, shape: Shape, value: Any, keys: Iterable[Any]) -> list[Any] | None:
        """The attributes it holds itself, and for other names what its class gives."""
        keys = list(keys)
        held = dict(self.take_apart(shape, unwrapped(value))[1]) if keys else {}
        try:
            return [held[name] if name in held else getattr(value, name) for name in keys]
        except AttributeError:
            return None


class RecordKind(WithAttributes):
    """Dataclasses, attrs classes and named tuples."""

    name = "a class with a fixed set of fields"
    is_record = True

    def recognise(self, cls: type) -> Shape | None:
        """Classes that name their fields, and keep them where they can be read past any code of the user's."""
        fields = field_names(cls)
        if fields is None:
            return None
        if any(name.startswith(TAKEN) for name in fields):
            return Shape(cls, IdentityKind(), mutable=False)
        return Shape(cls, self, fields, mutable=not _is_frozen(cls))

    def thunk_class(self, shape: Shape, *, counting: bool) -> type:
        """Thunks over a copy of the object that has thunks for fields."""
        return fields_class(shape, counting=counting)

    def take_apart(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        """The class; the fields by name."""
        is_tuple = issubclass(shape.cls, tuple)
        fields = (
            zip(shape.fields, tuple.__iter__(value), strict=True) if is_tuple else held_attributes(shape, value).items()
        )
        return constructor_layer(shape.cls), fields

    def put_together(self, shape: Shape, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """An object of the class, made without running its `__init__`."""
        if issubclass(shape.cls, tuple):
            return tuple.__new__(shape.cls, parts.values())
        return super().put_together(shape, parts)

    def held(self, shape: Shape, value: Any) -> Iterable[tuple[Any, Any]]:
        """The fields, and what else it holds itself."""
        return self.take_apart(shape, value)[1] if issubclass(shape.cls, tuple) else super().held(shape, value)

    def begin(self, shape: Shape, layer: Constructor, building: Building) -> Any:
        """An object without fields; a named tuple cannot be filled later."""
        return None if issubclass(shape.cls, tuple) else object.__new__(shape.cls)

    def build(self, shape: Shape, layer: Constructor, building: Building) -> Any:
        """An object with all its fields, and what else is known of it."""
        names = dict.fromkeys(shape.fields) | dict.fromkeys(building.parts)
        parts = {name: building.part(name) for name in names}
        return self.put_together(shape, parts) if building.begun is None else fill_attributes(building.begun, parts)

    def in_sight(self, shape: Shape, value: Any, sight: InSight) -> Iterable[Any]:
        """The fields."""
        return sight.parts(shape.fields, lambda name: getattr(value, name, sight.absent))

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """The fields."""
        return (getattr(value, name) for name in shape.fields if hasattr(value, name))

    def structure_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """The fields whose annotation mentions the class itself, or a class it shares a base or a union with."""
        return (getattr(value, name) for name in _recursive_fields(shape))

    def unwrap(self, shape: Shape, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """The fields."""
        return open_named(self, shape, part, source)


def field_names(cls: Any) -> tuple[str, ...] | None:
    """The names of the fields of a class; None if it has no fixed set of them."""
    if issubclass(cls, tuple):
        named: tuple[str, ...] | None = getattr_static(cls, "_fields")
        return named if is_honest(cls) else None
    if getattr_static(cls, "__dataclass_fields__") is not None:
        names = tuple(field.name for field in dataclasses.fields(cls))
    elif getattr_static(cls, "__attrs_attrs__") is not None:
        names = tuple(attribute.name for attribute in cls.__attrs_attrs__)
    else:
        return None
    # A field kept by a descriptor of its own cannot be copied without running the descriptor; a C base (an exception,
    # a dict) holds state that field names do not tell of; a class may hide where its fields are kept. Such a class is
    # taken attribute by attribute instead.
    if issubclass(cls, (list, dict)) or any(not _is_plain_storage(cls, name) for name in (*names, "__dict__")):
        return None
    return names if is_made_in_python(cls) else None


def _is_plain_storage(cls: type, name: str) -> bool:
    kept = getattr_static(cls, name)
    own = (types.MemberDescriptorType, types.GetSetDescriptorType)
    return isinstance(kept, own) or not hasattr(type(kept), "__set__")


def _is_frozen(cls: type) -> bool:
    return issubclass(cls, tuple) or getattr(getattr_static(cls, "__dataclass_params__"), "frozen", False) is True


def fill_attributes(made: Any, parts: Mapping[str, Any]) -> Any:
    """`made`, an object without attributes, with these; its class is not asked."""
    cls: Any = type(made)
    read_dict = only_dict_of(cls)
    if read_dict is not None:
        read_dict(made).update(parts)
        return made
    for name, part in parts.items():
        object.__setattr__(made, name, part)
    return made


def open_named(kind: Kind, shape: Shape, part: Any, source: Any) -> Opened:
    """`part`, a record or its thunk, opened so that its named parts can be unwrapped."""
    named = list((type(part)._self_parts(part) if is_thunk(part) else kind.take_apart(shape, part))[1])
    before = dict(kind.take_apart(shape, source)[1])
    names = [name for name, _ in named]
    opened = Opened(part, source, [held for _, held in named], [*before.values()])
    opened.is_changed = names != [*before]
    if shape.take_apart is not None or issubclass(shape.cls, tuple):
        opened.rebuild = lambda made: kind.put_together(shape, dict(zip(names, made, strict=True)))
    else:
        opened.empty = lambda: object.__new__(shape.cls)
        opened.fill = lambda into, made: fill_attributes(into, dict(zip(names, made, strict=True)))
    return opened


@functools.lru_cache(maxsize=REMEMBERED)
def _recursive_fields(shape: Shape) -> tuple[str, ...]:
    try:
        hints = typing.get_type_hints(shape.cls)
    except (NameError, TypeError):  # an annotation that cannot be resolved mentions nothing we could follow
        hints = {}
    return tuple(name for name in shape.fields if _mentions(hints.get(name), shape.cls))


def _mentions(annotation: Any, cls: type) -> bool:
    """True if `cls`, or a base of it other than object, stands anywhere in an annotation."""
    if isinstance(annotation, type) and not typing.get_args(annotation):
        return annotation is not object and issubclass(cls, annotation)
    origin = typing.get_origin(annotation)
    inside = any(_mentions(argument, cls) for argument in typing.get_args(annotation))
    return inside or (isinstance(origin, type) and origin is not object and issubclass(cls, origin))


class RegisteredKind(WithAttributes):
    """Classes that come apart as `register_shape` was told."""

    name = "comes apart as its registration says"
    is_record = True
    declared_by = "register_shape"

    def thunk_class(self, shape: Shape, *, counting: bool) -> type:
        """Thunks over an object that its registration makes, with thunks for parts."""
        return fields_class(shape, counting=counting)

    def take_apart(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        """The class; the parts that its registration gives."""
        assert shape.take_apart is not None
        return constructor_layer(shape.cls), list(shape.take_apart(value).items())

    def held(self, shape: Shape, value: Any) -> Iterable[tuple[Any, Any]]:
        """The parts that its registration gives."""
        return self.take_apart(shape, value)[1]

    def compared(self, shape: Shape, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """All that a pickle would keep of them."""
        return compare_wholes(one, other)

    def copy(self, shape: Shape, value: Any) -> Any:
        """None: it is put together anew."""
        return ANEW

    def put_together(self, shape: Shape, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """An object that its registration makes."""
        assert shape.rebuild is not None
        return shape.rebuild(parts)

    def build(self, shape: Shape, layer: Constructor, building: Building) -> Any:
        """An object with holes for whatever its registration asks for."""
        return self.put_together(shape, _WithHoles(building))

    def in_sight(self, shape: Shape, value: Any, sight: InSight) -> Iterable[Any]:
        """The parts that its registration gives."""
        parts = self._parts(shape, value)
        return sight.parts(tuple(parts), parts.__getitem__)

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """The parts that its registration gives."""
        return self._parts(shape, value).values()

    def _parts(self, shape: Shape, value: Any) -> Mapping[str, Any]:
        assert shape.take_apart is not None
        return shape.take_apart(materialised(value) if is_thunk(value) else value)

    def unwrap(self, shape: Shape, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """The parts that its registration gives."""
        return open_named(self, shape, part, source)


class _WithHoles(dict[str, Any]):
    """The known parts; any other name gives a hole."""

    def __init__(self, building: Building) -> None:
        super().__init__(building.parts)
        self.building = building

    def __missing__(self, name: str) -> Any:
        return self.building.part(name)
