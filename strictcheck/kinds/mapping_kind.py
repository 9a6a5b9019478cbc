"""Mappings: how dicts come apart, and their layer, key by key. Their thunks are in `kinds.mapping`."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Generator, Hashable, Iterable
from collections.abc import Mapping as AnyMapping
from dataclasses import dataclass, field
from typing import Any

from strictcheck.errors import DemandError, NoJoin
from strictcheck.kinds.atom_text import key_text
from strictcheck.kinds.attributes import copy_attributes, held_attributes
from strictcheck.kinds.classes import getattr_static
from strictcheck.kinds.kind import Building, Kind, Opened, Shape, Unwrapping
from strictcheck.kinds.layer import (
    HOLE,
    Field,
    Frame,
    JsonReader,
    Layer,
    Parts,
    PatternReader,
    different,
    json_flag,
    json_list,
)
from strictcheck.kinds.partials import PartialMapping
from strictcheck.messages import shown
from strictcheck.thunks.proxy import is_thunk, materialised

__all__ = ["Mapping", "MappingKind"]


@dataclass(frozen=True, slots=True, eq=False)
class Mapping(Layer):
    """Keys known to be there, in order; keys known to be `absent`; and, if `closed`, that there are no others.

    A closed one need not list what is absent, and does not. The order of the keys and `cls` (the class to rebuild)
    take no part in comparison, nor does `like`, which has other state, such as a default factory.
    """

    present: tuple[Hashable, ...] = ()
    absent: frozenset[Hashable] = frozenset()
    closed: bool = False
    cls: Any = field(default=dict, compare=False, repr=False)
    like: Any = field(default=None, compare=False, repr=False)
    keys: frozenset[Hashable] = field(init=False, repr=False)

    opening = "{"
    tag = "mapping"

    def __post_init__(self) -> None:
        object.__setattr__(self, "keys", frozenset(self.present))
        if self.closed:
            object.__setattr__(self, "absent", frozenset())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        return self.closed == other.closed and self.absent == other.absent and self.keys == other.keys

    def __hash__(self) -> int:
        return hash((self.keys, self.absent, self.closed))

    def __contains__(self, key: object) -> bool:
        return key in self.keys

    def may_have(self, key: Any) -> bool:
        """A key that is there, or one that nobody has asked for."""
        return key in self.keys if self.closed else key not in self.absent

    def _leq(self, other: Mapping) -> bool:
        if self.closed:
            return other.closed and self.keys == other.keys
        lacks = self.absent.isdisjoint(other.keys) if other.closed else self.absent <= other.absent
        return lacks and self.keys <= other.keys

    def _join(self, other: Mapping) -> Layer:
        for one, two in ((self, other), (other, self)):
            for key in one.present:
                if not two.may_have(key):
                    raise NoJoin(f"key {shown(key)} cannot be both there and absent")
        first, second = (self, other) if self.closed or not other.closed else (other, self)
        present = first.present + tuple(key for key in second.present if key not in first.keys)
        return Mapping(present, self.absent | other.absent, first.closed, first.cls)

    def _meet(self, other: Mapping) -> Layer | None:
        if self == other:
            return self
        absent = [key for one, two in ((self, other), (other, self)) for key in one.absent if not two.may_have(key)]
        return Mapping(tuple(key for key in self.present if key in other.keys), frozenset(absent), False, self.cls)

    def with_revealed(
        self, present: tuple[Any, ...], absent: frozenset[Any], listed: tuple[Any, ...] | None, ended: bool
    ) -> Layer:
        """All keys if they were listed, else the keys that were asked for."""
        if listed is not None:
            return Mapping(listed, closed=True, cls=self.cls, like=self.like)
        return Mapping(present, absent, self.closed, self.cls, self.like)

    def frame(self, children: dict[Any, int], most: int | None) -> Frame:
        """`{'a': 1, 'b': absent, **_}`; without the `**_` if it is closed."""
        fields: list[Field] = [(f"{key_text(key)}: ", children.get(key, HOLE)) for key in self.present[:most]]
        fields += [(f"{text}: ", "absent") for text in sorted(map(key_text, self.absent))]
        more = len(self.present[most:]) if most is not None else 0
        return Frame("{", fields, "}", "" if self.closed else "**_", more)

    @classmethod
    def read(cls, reader: PatternReader) -> Generator[Any, None, Layer]:
        """Keys, each with a pattern for its value or `absent`, up to `}`."""
        present, absent = dict[Any, None](), set[Any]()
        items = reader.items("}", "**_")
        for _ in items:
            start = reader.position
            key = reader.value()
            try:
                is_known = key in present or key in absent
            except TypeError as error:
                raise reader.error(f"expected a key: {error}", start) from None
            if is_known:
                raise reader.error("this key is there twice", start)
            reader.expect(":")
            if reader.take("absent"):
                absent.add(key)
            else:
                present[key] = None
                yield key
        return cls(tuple(present), frozenset(absent), items.closed)

    def to_json(self, keys: Callable[[Iterable[Any]], list[Any]]) -> dict[str, Any]:
        """`{"mapping": [key, ...], "absent": [...], "closed": ...}`."""
        lacking = {"absent": keys(sorted(self.absent, key=key_text))} if self.absent else {}
        return {"mapping": keys(self.present), **lacking, "closed": self.closed}

    @classmethod
    def from_json(cls, data: dict[str, Any], reader: JsonReader) -> Layer:
        """The layer that `to_json` wrote."""
        match data:
            case {"mapping": list(present), "closed": closed, **other} if not other.keys() - {"absent"}:
                keys = different([reader.key(key) for key in [*present, *json_list(other.get("absent", []))]])
                return cls(tuple(keys[: len(present)]), frozenset(keys[len(present) :]), json_flag(closed))
        raise DemandError("{'mapping': [key, ...], 'closed': ...}, with 'absent': [...] or without")


class MappingKind(Kind):
    """Dicts and other mappings: a key read reveals that key, or its absence; listing reveals all keys."""

    name = "keys, and values"
    is_leaf = False
    is_copied_whole = True

    def take_apart(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        """All keys, or those that are known; the values by key."""
        if isinstance(value, PartialMapping):
            return Mapping(tuple(value.parts), value.absent, cls=shape.cls), value.parts.items()
        return Mapping(tuple(value), closed=True, cls=shape.cls), value.items()

    def put_together(self, shape: Shape, parts: AnyMapping[Any, Any], like: Any = None) -> Any:
        """A mapping of the class; a plain dict for a class that cannot be filled."""
        cls = shape.cls
        if not issubclass(cls, dict):
            return dict(parts)
        # Past what the class says of making, copying and setting, which is for its users.
        made = _empty(cls)
        _base(cls).update(made, parts)
        return made if like is None else copy_attributes(shape, made, like)

    def peek(self, shape: Shape, value: Any, key: Any) -> Any:
        """The value behind the key, of a dict itself."""
        if type(value) is not dict:
            raise LookupError(key)
        return value[key]

    def get_part(self, shape: Shape, value: Any, key: Any) -> Any:
        """The value behind the key."""
        return value[key]

    def fits(self, shape: Shape, value: Any, layer: object) -> bool:
        """True if the keys are there, and those that are to be absent are not; no other key is looked at."""
        if not isinstance(layer, Mapping) or (layer.closed and len(value) != len(layer.keys)):
            return False
        return all(key in value for key in layer.present) and not any(key in value for key in layer.absent)

    def begin(self, shape: Shape, layer: Mapping, building: Building) -> Any:
        """An empty one."""
        if not layer.closed:
            known = PartialMapping(shape.cls, building.path, {}, layer.absent)
            known.like = layer.like
            return known
        made = _empty(shape.cls) if issubclass(shape.cls, dict) else {}
        return made if type(layer.like) is not shape.cls else copy_attributes(shape, made, layer.like)

    def build(self, shape: Shape, layer: Mapping, building: Building) -> Any:
        """A mapping, of which only the known keys can be read if the others are not known."""
        made = self.begin(shape, layer, building) if building.begun is None else building.begun
        held = made.parts if isinstance(made, PartialMapping) else made
        _base(type(held)).update(held, {key: building.part(key) for key in layer.present})
        return made

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """The values."""
        return value.values()  # type: ignore[no-any-return]

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
            _base(type(into)).update(into, zip(made[:count], made[count : 2 * count], strict=True))
            for name, value in zip(attributes, made[2 * count :], strict=True):
                object.__setattr__(into, name, value)

        opened = Opened(part, source, parts, originals, is_changed=[*before] != [*attributes])
        opened.empty, opened.fill = lambda: self.put_together(shape, {}, mapping), fill
        return opened


def _base(cls: type) -> Any:
    return next(base for base in (OrderedDict, defaultdict, dict) if issubclass(cls, base))


def _empty(cls: type) -> Any:
    return _base(cls).__new__(cls)
