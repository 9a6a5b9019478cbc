"""Mappings: their layer, which is keys and values, and their kind. Their thunks are in `mapping_thunk`."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable, Sequence
from collections.abc import Mapping as AnyMapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain
from types import MappingProxyType
from typing import Any

from strictcheck.errors import DemandError
from strictcheck.kinds.atom_text import key_text
from strictcheck.kinds.attributes import (
    ContainerKind,
    beside,
    built_beside,
    fill_attributes,
    open_container,
    without_beside,
)
from strictcheck.kinds.building import (
    ANEW,
    LEAVES,
    Building,
    Opened,
    Unwrapping,
    can_be_made,
    empty_like,
    open_view,
    reads_as_its_base,
    update_past_class,
)
from strictcheck.kinds.copied import holder_of_attributes
from strictcheck.kinds.equality import compare_entries, compare_wholes
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import HOLE, SHOWN, Attribute, Field, Frame, Layer, Parts
from strictcheck.kinds.mapping_methods import WRITES, like_of, put_attribute, writes_as_dicts
from strictcheck.kinds.mapping_thunk import MappingThunk
from strictcheck.kinds.partials import PartialMapping
from strictcheck.kinds.pattern_reader import PatternReader
from strictcheck.kinds.placing import named_after
from strictcheck.kinds.python_code import with_methods
from strictcheck.messages import shown
from strictcheck.thunks.classes import is_honest
from strictcheck.thunks.proxy import is_thunk, materialised


@dataclass(frozen=True, eq=False)
class Mapping(Layer):
    """Known keys, in order; keys known to be `absent`; and, if `closed`, that there are no others.

    A closed one need not list absent keys, and does not. The order of the keys and `cls` (the class to rebuild)
    take no part in comparison, nor does `like`, which has other state, such as a default factory.
    """

    present: tuple[Hashable, ...] = field(default=(), compare=False)
    absent: frozenset[Hashable] = frozenset()
    closed: bool = False
    cls: Any = field(default=dict, compare=False, repr=False)
    like: Any = field(default=None, compare=False, repr=False)

    opening = "{"
    fetched_by = "look"
    beyond = "other keys, not asked for"
    last_part = "the list of keys"

    def __post_init__(self) -> None:
        if self.closed and self.absent:
            object.__setattr__(self, "absent", frozenset())

    @cached_property
    def known(self) -> frozenset[Hashable]:
        """Set of the keys that are there, made when it is first needed: of a wide mapping it takes a while."""
        return frozenset(self.present)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        is_like = self.closed == other.closed and self.absent == other.absent
        return is_like and (self.present == other.present or self.known == other.known)

    def __hash__(self) -> int:
        return hash((self.known, self.absent, self.closed))

    def __contains__(self, key: object) -> bool:
        return key in self.known or type(key) is Attribute

    def keys(self) -> tuple[Hashable, ...]:
        """Return the keys that are there."""
        return self.present

    def asked_for(self) -> tuple[Hashable, ...]:
        """Return the keys that are there, and the absent ones."""
        return (*self.present, *self.absent)

    def label(self, key: Any) -> str:
        """Write the key."""
        return self.step(key) if type(key) is Attribute else key_text(key)

    def words(self) -> str:
        """Describe the class, and the number of keys, if it is known."""
        name = getattr(self.cls, "__name__", "mapping")
        whole = f"{name} of {len(self.present):,}" if self.present else f"empty {name}"
        return whole if self.closed else name

    def asked(self, parts: list[Any]) -> str:
        """Describe the keys."""
        keys = ", ".join(map(shown, (self.asked_for() or parts)[:SHOWN]))
        return keys or ("its keys" if self.closed else "nothing yet")

    def keys_beyond(self, known: Mapping) -> Sequence[Any]:
        """Return the keys that only this one has, as there or as absent."""
        absent = () if known.closed else sorted(self.absent - known.absent, key=key_text)
        return [*(key for key in self.present if key not in known), *absent]

    def may_have(self, key: Any) -> bool:
        """True for a key that is there, or that nobody has asked for."""
        return key in self if self.closed else key not in self.absent

    def _leq(self, other: Mapping) -> bool:
        if self.closed:
            return other.closed and self.known == other.known
        lacks = self.absent.isdisjoint(other.known) if other.closed else self.absent <= other.absent
        return lacks and self.known <= other.known

    def _join(self, other: Mapping) -> Layer:
        for one, two in ((self, other), (other, self)):
            for key in one.present:
                if not two.may_have(key):
                    raise DemandError(f"key {shown(key)} cannot be both there and absent")
        first, second = (self, other) if self.closed or not other.closed else (other, self)
        present = first.present + tuple(key for key in second.present if key not in first.known)
        return Mapping(present, self.absent | other.absent, first.closed, first.cls)

    def _meet(self, other: Mapping) -> Layer | None:
        if self == other:
            return self
        absent = [key for one, two in ((self, other), (other, self)) for key in one.absent if not two.may_have(key)]
        return Mapping(tuple(key for key in self.present if key in other.known), frozenset(absent), False, self.cls)

    def with_revealed(
        self, present: tuple[Any, ...], absent: frozenset[Any], listed: tuple[Any, ...] | None, ended: bool
    ) -> Layer:
        """Return the layer with all keys if they were listed, else with those that were asked for."""
        present = present if listed is None else listed
        return Mapping(present, absent, listed is not None or self.closed, self.cls, self.like)

    def frame(self, children: dict[Any, int], most: int | None) -> Frame:
        """Write `{'a': 1, 'b': absent, **_}`; without the `**_` if it is closed."""
        fields: list[Field] = [(f"{key_text(key)}: ", children.get(key, HOLE)) for key in self.present[:most]]
        fields += [(f"{text}: ", "absent") for text in sorted(map(key_text, self.absent))]
        more = len(self.present[most:]) if most is not None else 0
        return Frame("{", fields, "}", "" if self.closed else "**_", more)

    @classmethod
    def read(cls, reader: PatternReader) -> Generator[Any, None, Layer]:
        """Read keys, each with a pattern for its value or `absent`, up to `}`."""
        present, absent = dict[Any, None](), set[Any]()
        for _ in reader.items("}", "**_"):
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
        return cls(tuple(present), frozenset(absent), reader.closed)


NO_KEYS = Mapping()  # of a dict


class MappingKind(ContainerKind):
    """Dicts and other mappings: a key read reveals that key, or its absence; listing reveals all keys."""

    name = "keys, and values"
    layers = (Mapping,)
    has_keys = True

    def __init__(self, cls: type, *, mutable: bool = True) -> None:
        super().__init__(cls, mutable=mutable)
        self.store = (lambda value: value) if cls is dict else None

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise built-in mappings, and classes derived from them that are read by the same methods."""
        is_one = issubclass(values, (dict, MappingProxyType)) and is_honest(values)
        return cls(values) if is_one and reads_as_its_base(values) and can_be_made(values) else None

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that hand out the values as their keys are read."""
        base, own = with_methods(self.cls, MappingThunk, WRITES if writes_as_dicts(self.cls) else {})
        return named_after(self.cls, own | {"_self_put": put_attribute}, base)

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        """Return all keys, or the known ones; the values by key."""
        if isinstance(value, PartialMapping):
            known = value.parts if value.keys is None else value.keys
            layer, parts = Mapping(tuple(known), value.absent, value.keys is not None, self.cls), value.parts.items()
        else:
            layer, parts = Mapping(tuple(value), closed=True, cls=self.cls), value.items()
        return layer, chain(parts, beside(self, value)) if self.has_beside else parts

    def put_together(self, parts: AnyMapping[Any, Any], like: Any = None) -> Any:
        """Make a mapping of the class, past what that says of making and setting, which is for its users."""
        cls = self.cls
        if cls is dict or not issubclass(cls, dict):
            return dict(parts) if cls is dict else MappingProxyType(dict(parts))
        made = empty_like(cls, like)
        update_past_class(made, without_beside(parts).items())
        return self.fill_beside(made, parts)

    def copy(self, value: Any) -> Any:
        """Make one of the same class with the same entries; a view of a dict is made anew, of a new dict."""
        return self.put_together(dict(self.take_apart(value)[1]), value) if issubclass(self.cls, dict) else ANEW

    def compared(self, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Pair the values behind the same keys, which have to come in the same order."""
        if not issubclass(self.cls, dict):
            return compare_wholes(one, other)
        is_moved = LEAVES.issuperset(map(type, one)) and [*one] != [*other] and one.keys() == other.keys()
        return None if is_moved else compare_entries(one, other)

    def peek_element(self, value: Any, key: Any) -> Any:
        """Return the value behind the key; no default is made for a missing one."""
        if key not in value:
            raise LookupError(key)
        return value[key]

    def put_element(self, copied: Any, key: Any, part: Any) -> None:
        """Set the value behind the key to `part`."""
        update_past_class(copied, [(key, part)])

    def first_layer(self, value: Any) -> object:
        """Return the layer in which no key is known."""
        return NO_KEYS if type(value) is dict else Mapping(cls=self.cls, like=like_of(value))

    def fits(self, value: Any, layer: object) -> bool:
        """True if the keys of the layer are there and its absent ones are not; no other key is looked at."""
        if not isinstance(layer, Mapping) or (layer.closed and len(value) != len(layer.known)):
            return False
        return all(key in value for key in layer.present) and not any(key in value for key in layer.absent)

    def begin(self, layer: Mapping, building: Building) -> Any:
        """Make an empty mapping; None for a view of a dict, which can only be made of the filled one."""
        is_wide = len(layer.present) - len(building.parts) > building.wide and self.cls is dict
        if not layer.closed or is_wide:
            known = building.partly_known(PartialMapping, self.cls, frozenset(building.twinned(layer.absent)))
            known.like = layer.like
            if layer.closed:
                known.keys, known.part = dict.fromkeys(building.twinned(layer.present)), building.part
            return known
        return empty_like(self.cls, layer.like) if issubclass(self.cls, dict) else None

    def build(self, layer: Mapping, building: Building) -> Any:
        """Make a mapping; if it is only partly known, no other keys than the known ones can be read."""
        made = self.begin(layer, building) if building.begun is None else building.begun
        made = {} if made is None else made
        is_wide = isinstance(made, PartialMapping) and made.keys is not None
        held = made.parts if isinstance(made, PartialMapping) else made
        keys = building.parts if is_wide else layer.present
        update_past_class(held, zip(building.twinned(keys), map(building.part, keys), strict=True))
        if isinstance(made, PartialMapping):
            made.beside = built_beside(self, building)
        elif self.has_beside:
            fill_attributes(made, built_beside(self, building))
        return made if type(made) is not dict or self.cls is dict else MappingProxyType(made)

    def parts_to_force(self, value: Any) -> Iterable[Any]:
        """Return the values."""
        return value.values()

    def structure_to_force(self, value: Any) -> Iterable[Any]:
        """Reveal every key, and no value."""
        len(value)
        return ()

    def reveal(self, value: Any, layer: Mapping) -> Any:
        """Reveal all keys, or those that the layer lists."""
        _ = len(value) if layer.closed else [key in value for key in (*layer.present, *layer.absent)]
        return value

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the keys, the values and the attributes of a mapping that was copied; a view is of another dict."""
        if not issubclass(self.cls, dict):
            return None if is_thunk(part) or unwrapping.is_callers else open_view(part)
        mapping = materialised(part) if is_thunk(part) else part
        holder, count = holder_of_attributes(self, part, source, unwrapping), len(mapping)

        def fill(into: Any, made: list[Any]) -> None:
            update_past_class(into, zip(made[:count], made[count:], strict=True))

        elements = [*mapping.keys(), *mapping.values()], [*source.keys(), *source.values()]
        opened = open_container(self, part, (holder, source), elements, partial(self.put_together, {}, mapping), fill)
        opened.is_hashing = not LEAVES.issuperset(map(type, mapping))
        return opened
