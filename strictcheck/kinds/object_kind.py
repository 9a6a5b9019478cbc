"""Objects of any other Python class: the class, and attributes one by one. Their thunks are in `object_thunk`."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any

from strictcheck.kinds.attributes import stored_names
from strictcheck.kinds.building import Building, InSight, Opened, Unwrapping, is_known_to_be
from strictcheck.kinds.classes import class_name, has_methods, instance_dict, is_made_in_python, slots_of
from strictcheck.kinds.equality import is_equal
from strictcheck.kinds.kind import Shape
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.layers import Constructor, constructor_layer
from strictcheck.kinds.object_attributes import reads_by_code
from strictcheck.kinds.object_methods import methods_of
from strictcheck.kinds.object_thunk import ObjectThunk
from strictcheck.kinds.partials import Partial, PartialObject
from strictcheck.kinds.placing import CopyIfItHasOne
from strictcheck.kinds.record_kind import WithAttributes, fill_attributes
from strictcheck.kinds.thunk_classes import named_after
from strictcheck.thunks.proxy import get_source, get_value, is_open, is_thunk


class ObjectKind(WithAttributes):
    """Objects whose attributes are observed one by one."""

    name = "a class, and attributes one by one"

    def recognise(self, cls: type) -> Shape | None:
        """Recognise classes whose values keep all their state in attributes."""
        return Shape(cls, self) if is_made_in_python(cls) else None

    def thunk_class(self, shape: Shape, *, counting: bool) -> type:
        """Make thunks that read the attributes from the object itself, as they are fetched."""
        mine = {name: vars(ObjectThunk)[name] for name in ("__repr__", "__dict__")}
        own = mine | {"_self_reads_by_code": reads_by_code(shape.cls)}
        if has_methods(shape.cls, "__next__"):
            own["__copy__"] = CopyIfItHasOne(ObjectThunk.__copy__)
        listing = {"__dir__": vars(ObjectThunk)["__dir__"]}
        made = named_after(shape.cls, listing | methods_of(shape.cls) | own, ObjectThunk)
        made.__name__, made.__qualname__ = class_name(shape.cls), shape.cls.__qualname__  # shown for `type(self)`
        return made

    is_looked_through = True

    def take_apart(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        """Return the class; the attributes that it itself holds, or the known ones."""
        if issubclass(type(value), PartialObject):
            known = vars(value)
            return Constructor(shape.cls, known["absent"]), known["parts"].items()
        return constructor_layer(shape.cls), [(name, getattr(value, name)) for name in stored_names(shape, value)]

    def peek(self, shape: Shape, value: Any, key: Any) -> Any:
        """Return the attribute in the instance dictionary."""
        held = instance_dict(value)
        return held[key] if key in held else super().peek(shape, value, key)

    def compared(self, shape: Shape, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Pair the attributes, for objects that are not equal by `==`."""
        return [] if is_equal(one, other) else self.compared_by_parts(shape, one, other)

    def compared_by_parts(self, shape: Shape, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Pair the attributes."""
        return super().compared(shape, one, other)

    def first_layer(self, shape: Shape, value: Any) -> object:
        """Return the class; no attribute is read."""
        return constructor_layer(shape.cls)

    def in_sight(self, shape: Shape, value: Any, sight: InSight) -> Iterable[Any]:
        """Add the attributes, all at once."""
        return sight.attributes(value)

    def begin(self, shape: Shape, layer: Constructor, building: Building) -> Any:
        """Make an object of which nothing is known yet."""
        known = building.partly_known(PartialObject, shape.cls, layer.absent)
        known.hole = building.part
        known.names = building.names(shape.cls)
        return known

    def build(self, shape: Shape, layer: Constructor, building: Building) -> Any:
        """Make an object of which some attributes are known."""
        known = self.begin(shape, layer, building) if building.begun is None else building.begun
        if building.parts:
            known.parts.update(building.parts)
        return known

    def is_pulled_by_next(self, shape: Shape) -> bool:
        """True if the class has the methods of an iterator."""
        return has_methods(shape.cls, "__iter__", "__next__")

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """Return the attributes that it itself holds."""
        named = value.__dict__ if hasattr(value, "__dict__") else {}
        slots = [name for name in slots_of(shape.cls) if name not in named and hasattr(value, name)]
        return [*named.values(), *(getattr(value, name) for name in slots)]

    def unwrap(self, shape: Shape, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the attributes; of a thunk that looks through others, each of these keeps its own writes."""
        return self._open(shape, part, unwrapping.force_all)

    def _open(self, shape: Shape, part: Any, force_all: bool) -> Opened:
        views: list[Any] = []
        source = part
        while is_thunk(source) and (force_all or not is_open(source)):
            if not type(source)._self_settled:
                views.append(source)
            source = get_value(source) if type(source)._self_settled else get_source(source)
        held = dict(self._held(shape, source))
        now = _written_over(held, views)

        def fill(into: Any, made: list[Any]) -> Any:
            fields = dict(zip(now, made, strict=True))
            if is_thunk(source):  # a thunk has attributes that nobody has fetched
                fields = {name: fields.get(name, value) for name, value in _written_over(vars(source), views).items()}
            return fill_attributes(into, fields)

        opened = Opened(part, source, list(now.values()), list(held.values()))
        opened.is_same = is_known_to_be if is_thunk(source) else operator.is_
        opened.is_changed = list(now) != list(held) or _is_partial(source)
        opened.empty, opened.fill = lambda: object.__new__(shape.cls), fill
        return opened

    def _held(self, shape: Shape, source: Any) -> Iterable[tuple[str, Any]]:
        """Return the attributes of an object; of a thunk the fetched ones."""
        if is_thunk(source):
            return list(type(source)._self_parts(source)[1])
        return list(self.take_apart(shape, source)[1])


def _is_partial(source: Any) -> bool:
    return issubclass(type(source), Partial)


def _written_over(attributes: dict[str, Any], views: list[Any]) -> dict[str, Any]:
    """Return the attributes as seen through these thunks, the outermost last."""
    for view in reversed(views):
        attributes = type(view)._self_state(view, attributes)
    return attributes
