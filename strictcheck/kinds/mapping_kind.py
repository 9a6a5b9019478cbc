"""Mappings: how dicts come apart, key by key. Their thunks are in `mapping_thunk`."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterable
from collections.abc import Mapping as AnyMapping
from types import MappingProxyType
from typing import Any

from strictcheck.kinds.attributes import copy_attributes, held_attributes
from strictcheck.kinds.building import ANEW, Building, InSight, Opened, Unwrapping
from strictcheck.kinds.classes import getattr_static, is_honest, reads_as_its_base
from strictcheck.kinds.equality import compare_entries, compare_wholes
from strictcheck.kinds.kind import Kind, Shape
from strictcheck.kinds.layer import (
    Parts,
)
from strictcheck.kinds.mapping_layer import Mapping
from strictcheck.kinds.mapping_thunk import MappingThunk
from strictcheck.kinds.partials import PartialMapping
from strictcheck.kinds.placing import READING, parts_beyond_leaves
from strictcheck.kinds.thunk_classes import named_after
from strictcheck.thunks.proxy import get_source, is_thunk, materialised


class MappingKind(Kind):
    """Dicts and other mappings: a key read reveals that key, or its absence; listing reveals all keys."""

    name = "keys, and values"
    layers = (Mapping,)
    is_leaf = False
    is_copied_whole = True

    def recognise(self, cls: type) -> Shape | None:
        """Built-in mappings, and classes derived from them that are read by the same methods."""
        is_one = issubclass(cls, (dict, MappingProxyType)) and is_honest(cls)
        return Shape(cls, self) if is_one and reads_as_its_base(cls) else None

    def thunk_class(self, shape: Shape, *, counting: bool) -> type:
        """Thunks that hand out the values as their keys are read."""
        return named_after(shape.cls, {name: getattr(MappingThunk, name) for name in READING}, MappingThunk)

    def take_apart(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        """All keys, or those that are known; the values by key."""
        if isinstance(value, PartialMapping):
            known = value.parts if value.keys is None else value.keys
            return Mapping(tuple(known), value.absent, value.keys is not None, shape.cls), value.parts.items()
        return Mapping(tuple(value), closed=True, cls=shape.cls), value.items()

    def put_together(self, shape: Shape, parts: AnyMapping[Any, Any], like: Any = None) -> Any:
        """A mapping of the class; a plain dict for a class that cannot be filled."""
        cls = shape.cls
        if cls is dict or not issubclass(cls, dict):
            return dict(parts)
        # Past what the class says of making, copying and setting, which is for its users.
        made = _empty(cls)
        _update(made, parts.items())
        return made if like is None else copy_attributes(shape, made, like)

    def copy(self, shape: Shape, value: Any) -> Any:
        """One of the same class with the same keys and values; a view of a dict is made anew, of a new dict."""
        return self.put_together(shape, dict(value), value) if issubclass(shape.cls, dict) else ANEW

    def with_parts(self, shape: Shape, value: Any, parts: AnyMapping[Any, Any]) -> Any:
        """A mapping like this one, with other values behind these keys."""
        made = self.put_together(shape, {**value, **parts}, value)
        return made if issubclass(shape.cls, dict) else MappingProxyType(made)

    def compared(self, shape: Shape, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """The values behind the same keys."""
        return compare_entries(one, other) if issubclass(shape.cls, dict) else compare_wholes(one, other)

    def peek(self, shape: Shape, value: Any, key: Any) -> Any:
        """The value behind the key, which is not made up if it is missing."""
        if key not in value:
            raise LookupError(key)
        return value[key]

    def put_part(self, shape: Shape, copied: Any, key: Any, part: Any) -> None:
        """Let `part` be the value behind the key."""
        _update(copied, [(key, part)])

    def state(self, shape: Shape, value: Any) -> list[Any] | None:
        """Keys and values of a dict itself."""
        return [*value, *value.values()] if shape.cls is dict else None

    def first_layer(self, shape: Shape, value: Any) -> object:
        """No key of it is known."""
        return Mapping(cls=shape.cls, like=None if shape.cls is dict else value)

    def keys_in_sight(self, shape: Shape, layer: Any) -> Iterable[Any]:
        """The keys that are there."""
        return layer.present if isinstance(layer, Mapping) else ()

    def in_sight(self, shape: Shape, value: Any, sight: InSight) -> Iterable[Any]:
        """The values behind the keys that are asked for, and the set of the keys."""
        return sight.entries(value)

    def get_part(self, shape: Shape, value: Any, key: Any) -> Any:
        """The value behind the key."""
        return value[key]

    def fits(self, shape: Shape, value: Any, layer: object) -> bool:
        """True if the keys are there, and those that are to be absent are not; no other key is looked at."""
        if not isinstance(layer, Mapping) or (layer.closed and len(value) != len(layer.known)):
            return False
        return all(key in value for key in layer.present) and not any(key in value for key in layer.absent)

    def begin(self, shape: Shape, layer: Mapping, building: Building) -> Any:
        """An empty one."""
        is_wide = len(layer.present) - len(building.parts) > building.wide and shape.cls is dict
        if not layer.closed or is_wide:
            known = building.partly_known(PartialMapping, shape.cls, layer.absent)
            known.like = layer.like
            if layer.closed:
                known.keys, known.part = dict.fromkeys(layer.present), building.part
            return known
        made = _empty(shape.cls) if issubclass(shape.cls, dict) else {}
        return made if type(layer.like) is not shape.cls else copy_attributes(shape, made, layer.like)

    def build(self, shape: Shape, layer: Mapping, building: Building) -> Any:
        """A mapping, of which only the known keys can be read if the others are not known."""
        made = self.begin(shape, layer, building) if building.begun is None else building.begun
        is_wide = isinstance(made, PartialMapping) and made.keys is not None
        held = made.parts if isinstance(made, PartialMapping) else made
        keys = building.parts if is_wide else layer.present
        _update(held, ((key, building.part(key)) for key in keys))
        return made

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """The values."""
        if issubclass(type(value), MappingThunk) and value._self_is_plain():
            value._self_keys()
            return parts_beyond_leaves(value, get_source(value).items(), value._self_cell)
        return value.values()

    def structure_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """Every key, and no value."""
        len(value)
        return ()

    def reveal(self, shape: Shape, value: Any, layer: Mapping) -> Any:
        """All keys, or those the layer tells of."""
        if layer.closed:
            len(value)
        else:
            for key in (*layer.present, *layer.absent):
                _ = key in value
        return value

    def unwrap(self, shape: Shape, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Its keys and its values, if they can be set, and the attributes of one that was copied."""
        if getattr_static(shape.cls, "__setitem__") is None:
            return None
        mapping = materialised(part) if is_thunk(part) else part
        keys, attributes = list(mapping.keys()), held_attributes(shape, mapping)
        parts = [*keys, *mapping.values(), *attributes.values()]
        before = held_attributes(shape, source)
        originals = [*source.keys(), *source.values(), *before.values()]

        def fill(into: Any, made: list[Any]) -> None:
            count = len(keys)
            _update(into, zip(made[:count], made[count : 2 * count], strict=True))
            for name, value in zip(attributes, made[2 * count :], strict=True):
                object.__setattr__(into, name, value)

        opened = Opened(part, source, parts, originals, is_changed=[*before] != [*attributes])
        opened.empty, opened.fill = lambda: self.put_together(shape, {}, mapping), fill
        return opened


def _base(cls: type) -> Any:
    return next(base for base in (OrderedDict, defaultdict, dict) if issubclass(cls, base))


def _update(made: Any, entries: Iterable[tuple[Any, Any]]) -> None:
    """Put entries into a dict, past its class: `OrderedDict.update` would ask that."""
    if not isinstance(made, OrderedDict):
        dict.update(made, entries)
        return
    for key, part in entries:
        OrderedDict.__setitem__(made, key, part)


def _empty(cls: type) -> Any:
    return _base(cls).__new__(cls)
