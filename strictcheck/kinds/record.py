"""Records: classes with a fixed set of fields, and registered classes. Their thunks are in `record_thunk`."""

from __future__ import annotations

import dataclasses
import functools
import typing
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from strictcheck.kinds.atom import IdentityKind
from strictcheck.kinds.attributes import (
    fill_attributes,
    held_attributes,
    is_managed,
    is_plain_storage,
    like_these,
    put_attribute,
    writes_itself,
)
from strictcheck.kinds.building import ANEW, LEAVES, SHARED, Building, Opened, Unwrapping
from strictcheck.kinds.equality import compare_entries
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.layers import Constructor, constructor_layer
from strictcheck.kinds.record_thunk import fields_class
from strictcheck.thunks.classes import (
    REMEMBERED,
    getattr_static,
    globals_beside,
    has_finalizer,
    instance_dict,
    is_honest,
    is_made_in_python,
    is_own_copy,
    is_set,
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

    def __init__(self, cls: Any, fields: tuple[str, ...] = (), *, mutable: bool = True) -> None:
        super().__init__(cls, fields, mutable=mutable)
        self.has_copy = getattr_static(cls, "__copy__") is not None
        self.store = None if issubclass(cls, tuple) else only_dict_of(cls)

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks over a copy of the value that has thunks for parts."""
        return fields_class(self, counting=counting)

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the value so that its named parts can be unwrapped."""
        return open_named(self, part, source)

    def put_together(self, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """An object of the class, made without running its `__init__`."""
        return fill_attributes(object.__new__(self.cls), parts)

    def held(self, value: Any) -> Iterable[tuple[Any, Any]]:
        """The attributes that it holds itself."""
        return held_attributes(self, value).items()

    def peek(self, value: Any, key: Any) -> Any:
        """Return the attribute, if the object itself holds it."""
        if self.store is not None:
            return self.store(value)[key]
        slot = None if self.is_registered else slots_of(self.cls).get(key)
        return slot.__get__(value) if slot is not None and is_set(slot, value) else super().peek(value, key)

    def copy(self, value: Any) -> Any:
        """Copy the object and its attributes; a sentinel, and one that others watch, is shared; a tuple is rebuilt."""
        return self._copy(value, globals_beside(self.cls))

    def _copy(self, value: Any, beside: Collection[int]) -> Any:
        if is_managed(self.cls) or issubclass(self.cls, tuple):
            return ANEW if issubclass(self.cls, tuple) else SHARED
        held = held_attributes(self, value) if self.store is None else self.store(value)
        if LEAVES.issuperset(map(type, held.values())) and (is_own_copy(value) or id(value) in beside):
            return value  # code may compare it by `is`
        return WithAttributes.put_together(self, held)

    def copy_all(self, values: list[Any]) -> Iterable[Any]:
        """Copy each of them, in C code if all keep their attributes in a dict, and none may be a sentinel."""
        beside = globals_beside(self.cls)
        is_usual = not (self.has_copy or is_managed(self.cls)) and beside.isdisjoint(map(id, values))
        held: list[Any] = [*map(self.store, values)] if is_usual and self.store is not None else [None]
        return like_these(self.cls, held) if all(held) else [self._copy(value, beside) for value in values]

    def compared(self, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """The attributes."""
        return compare_entries(dict(self.held(one)), dict(self.held(other)))

    def put_part(self, copied: Any, key: Any, part: Any) -> None:
        """Let `part` be the attribute."""
        put_attribute(copied, key, part)

    def first_layer(self, value: Any) -> object:
        """Return the class; no attribute is read."""
        return constructor_layer(self.cls)

    def keys_in_sight(self, layer: Any) -> Any:
        """The fields."""
        return self.fields if layer.value is None else ()

    def fits(self, value: Any, layer: object) -> bool:
        """True if it is of the class, and has none of the attributes that are to be absent."""
        if not isinstance(layer, Constructor) or layer.cls is not self.cls:
            return False
        return not any(hasattr(value, name) for name in layer.absent)


class RecordKind(WithAttributes):
    """Dataclasses, attrs classes and named tuples."""

    name = "a class with a fixed set of fields"
    is_record = True
    # True if values can have no attributes but the fields.
    has_slots_only = False

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Classes that name their fields, and keep them where they can be read past any code of the user's."""
        fields = field_names(values)
        if fields is None:
            return None
        if any(name.startswith(TAKEN) for name in fields):
            return IdentityKind(values, mutable=False)
        made = cls(values, fields, mutable=not _is_frozen(values))
        made.writes_itself = not made.mutable and writes_itself(values)
        made.has_slots_only = not values.__dictoffset__ and set(slots_of(values)) == set(fields)
        return made

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        """The class; the fields by name."""
        is_tuple = issubclass(self.cls, tuple)
        named = zip(self.fields, tuple.__iter__(value), strict=True) if is_tuple else None
        return constructor_layer(self.cls), held_attributes(self, value).items() if named is None else named

    def put_together(self, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """An object of the class, made without running its `__init__`."""
        if not issubclass(self.cls, tuple):
            return super().put_together(parts)
        made = tuple.__new__(self.cls, parts.values())
        return made if like is None else fill_attributes(made, instance_dict(like))

    def held(self, value: Any) -> Iterable[tuple[Any, Any]]:
        """The fields, and what else it holds itself."""
        return self.take_apart(value)[1] if issubclass(self.cls, tuple) else super().held(value)

    def begin(self, layer: Constructor, building: Building) -> Any:
        """An object without fields; a named tuple cannot be filled later."""
        return None if issubclass(self.cls, tuple) else object.__new__(self.cls)

    def build(self, layer: Constructor, building: Building) -> Any:
        """An object with all its fields, and what else is known of it."""
        if self.has_slots_only and building.begun is None and len(building.parts) == len(self.fields):
            return self.put_together(building.parts)
        held = None if issubclass(self.cls, tuple) else building.names(self.cls)
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
    # A copy of a field kept by a descriptor would run that; a C base (an exception, a dict) holds state without a name;
    # a class may hide its fields, or close what a copy shares. Such a class is taken attribute by attribute instead.
    if issubclass(cls, (list, dict)) or any(not is_plain_storage(cls, name) for name in (*names, "__dict__")):
        return None
    return names if is_made_in_python(cls) and not has_finalizer(cls) else None


def _is_frozen(cls: type) -> bool:
    return issubclass(cls, tuple) or getattr(getattr_static(cls, "__dataclass_params__"), "frozen", False) is True


def open_named(kind: Kind, part: Any, source: Any) -> Opened:
    """`part`, a record or its thunk, opened so that its named parts can be unwrapped."""
    named = list((type(part)._self_parts(part) if is_thunk(part) else kind.take_apart(part))[1])
    before = dict(kind.take_apart(source)[1])
    names = [name for name, _ in named]
    opened = Opened(part, source, [held for _, held in named], [*before.values()])
    opened.is_changed = names != [*before]
    if kind.is_registered or issubclass(kind.cls, tuple):
        opened.rebuild = lambda made: kind.put_together(dict(zip(names, made, strict=True)))
    else:
        opened.empty = lambda: object.__new__(kind.cls)
        opened.fill = lambda into, made: fill_attributes(into, dict(zip(names, made, strict=True)))
    return opened


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


class RegisteredKind(WithAttributes):
    """Classes that come apart as `register_shape` was told."""

    name = "comes apart as its registration says"
    is_record = True
    is_registered = True
    declared_by = "register_shape"

    def __init__(
        self, cls: type, read_fields: Callable[[Any], Mapping[str, Any]], rebuild: Callable[[Mapping[str, Any]], Any]
    ) -> None:
        super().__init__(cls)
        self.store = None  # its registration tells the parts
        self.read_fields = read_fields
        self.rebuild = rebuild

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        """The class; the parts that its registration gives."""
        return constructor_layer(self.cls), list(self.read_fields(value).items())

    def held(self, value: Any) -> Iterable[tuple[Any, Any]]:
        """The parts that its registration gives."""
        return self.take_apart(value)[1]

    def _copy(self, value: Any, beside: Collection[int]) -> Any:
        """None: it is put together anew."""
        return ANEW

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
