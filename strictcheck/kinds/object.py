"""Objects of Python classes: the class, and attributes one by one. Their thunks are in `object_thunk`."""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from strictcheck.kinds.atom import IdentityKind
from strictcheck.kinds.attributes import fill_attributes, held_attributes, is_managed, like_these, put_attribute
from strictcheck.kinds.building import LEAVES, SHARED, Building, Opened, Unwrapping, is_known_to_be, kept_with
from strictcheck.kinds.kind import Kind, paired
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.layers import Constructor, constructor_layer
from strictcheck.kinds.object_class import object_class
from strictcheck.kinds.object_thunk import attributes_now, object_thunk
from strictcheck.kinds.partials import Partial, PartialObject, class_behind
from strictcheck.kinds.table import kind_of
from strictcheck.thunks.classes import (
    dict_offset,
    getattr_static,
    globals_beside,
    has_methods,
    is_made_in_python,
    is_own_copy,
    new_object,
    only_dict_of,
    slots_of,
)
from strictcheck.thunks.proxy import get_value, is_open, is_thunk


class ConstructedKind(Kind):
    """A class, and parts by name: the base of the kinds whose layer is a `Constructor`."""

    name = "a class, and attributes"
    has_attributes = True
    layers = (Constructor,)
    is_leaf = False

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


class WithAttributes(ConstructedKind):
    """A class, and attributes that its thunks read from the object itself."""

    is_looked_through = True

    def __init__(self, cls: Any, fields: tuple[str, ...] = (), *, mutable: bool = True) -> None:
        super().__init__(cls, fields, mutable=mutable)
        self.has_copy = getattr_static(cls, "__copy__") is not None
        self.store = only_dict_of(cls)

    def compared(self, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Pair the attributes. A class that each call makes again has slots of its own."""
        kinds = self, kind_of(type(other))
        return paired(*(kind.take_apart_as_known(value)[1] for kind, value in zip(kinds, (one, other), strict=True)))

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that read the attributes from the object itself, as they are fetched."""
        made: type = object_class(self, counting=counting)
        return made

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the attributes; of a thunk that looks through others, each of these keeps its own writes."""
        views: list[Any] = []
        source = part
        while is_thunk(source) and (unwrapping.force_all or not is_open(source)):
            if not type(source)._self_settled:
                views.append(source)
            source = get_value(source) if type(source)._self_settled else source._self_source
        held = dict(self._held(source))
        now = _written_over(held, views)

        def fill(into: Any, made: list[Any]) -> Any:
            fields = dict(zip(now, made, strict=True))
            if is_thunk(source):  # a thunk has attributes that nobody has fetched
                whole = _written_over(attributes_now(object_thunk(source)), views)
                fields = {name: fields.get(name, value) for name, value in whole.items()}
            return fill_attributes(into, fields)

        opened = Opened(part, source, list(now.values()), list(held.values()))
        opened.is_same = is_known_to_be if is_thunk(source) else operator.is_
        opened.is_changed = list(now) != list(held) or _is_partial(source) or class_behind(source) is not self.cls
        opened.empty, opened.fill = lambda: kept_with(source, new_object(self.cls)), fill
        return opened

    def _held(self, source: Any) -> Iterable[tuple[str, Any]]:
        """Return the attributes of an object; of a thunk the fetched ones. Its class may have some of these."""
        if is_thunk(source):
            parts = type(source)._self_parts(source)[1]
        else:  # past code of its class
            parts = self.take_apart(source)[1] if _is_partial(source) else kind_of(type(source)).held(source)
        slots = slots_of(self.cls)
        return [(name, part) for name, part in parts if self.cls.__dictoffset__ or name in slots]

    def state_after(self, thunk: Any, value: Any) -> list[Any] | None:
        """Return the names and the attributes, of which some may be thunks."""
        if self.store is None or type(thunk)._self_settled or type(thunk)._self_for is not type(value):
            return None
        now = type(thunk)._self_state(thunk, self.store(value))
        return [*now, *now.values()]

    def put_together(self, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """An object of the class, made without running its `__init__`."""
        return fill_attributes(new_object(self.cls), parts)

    def held(self, value: Any) -> Iterable[tuple[Any, Any]]:
        """The attributes that it holds itself."""
        return held_attributes(self, value).items()

    def peek(self, value: Any, key: Any) -> Any:
        """Return the attribute, if the object itself holds it."""
        return super().peek(value, key) if self.store is None else self.store(value)[key]

    def _copy(self, value: Any, beside: Collection[int]) -> Any:
        """Copy the object and its attributes; a sentinel, and one that others watch, is shared."""
        if is_managed(self.cls):
            return SHARED
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


def _is_partial(source: Any) -> bool:
    return issubclass(type(source), Partial)


def _written_over(attributes: dict[str, Any], views: list[Any]) -> dict[str, Any]:
    """Return the attributes as seen through these thunks, the outermost last."""
    for view in reversed(views):
        attributes = type(view)._self_state(view, attributes)
    return attributes


class ObjectKind(WithAttributes):
    """Objects whose attributes are observed one by one."""

    name = "a class, and attributes one by one"

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise classes whose values keep all state in attributes; without any, one is as a bare `object()`."""
        if not is_made_in_python(values):
            return None
        return cls(values) if dict_offset(values) or slots_of(values) else IdentityKind(values, mutable=False)

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        """Return the class; the attributes that it itself holds, or the known ones."""
        if issubclass(type(value), PartialObject):
            parts, names = value.parts, value.names or ()  # in the order in which the object itself holds them
            ordered = {name: parts[name] for name in names if name in parts} | parts
            return Constructor(self.cls, value.absent), ordered.items()
        return constructor_layer(self.cls), held_attributes(self, value).items()

    def get_part(self, value: Any, key: Any) -> Any:
        """Return the attribute; of a partly known object, which may hold it under any name, what is known of it."""
        return value.read(key) if issubclass(type(value), PartialObject) else getattr(value, key)

    def begin(self, layer: Constructor, building: Building) -> Any:
        """Make an object of which nothing is known yet."""
        known = building.partly_known(PartialObject, self.cls, layer.absent)
        known.hole = building.part
        known.names, known.original = building.names(self.cls), building.whole()
        return known

    def build(self, layer: Constructor, building: Building) -> Any:
        """Make an object of which some attributes are known."""
        known = self.begin(layer, building) if building.begun is None else building.begun
        if building.parts:
            known.parts.update(building.parts)
        return known

    def is_pulled_by_next(self) -> bool:
        """True if the class has the methods of an iterator."""
        return has_methods(self.cls, "__iter__", "__next__")

    def parts_to_force(self, value: Any) -> Iterable[Any]:
        """Return the attributes that it itself holds."""
        named = value.__dict__ if hasattr(value, "__dict__") else {}
        slots = [name for name in slots_of(self.cls) if name not in named and hasattr(value, name)]
        return [*named.values(), *(getattr(value, name) for name in slots)]
