"""The layer of mappings: keys and values."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from strictcheck.errors import DemandError
from strictcheck.kinds.atom_text import key_text
from strictcheck.kinds.layer import GONE, SHOWN, Layer
from strictcheck.kinds.notation import (
    HOLE,
    Field,
    Frame,
    PatternReader,
)
from strictcheck.messages import shown


@dataclass(frozen=True, slots=True, eq=False)
class Mapping(Layer):
    """Known keys, in order; keys known to be `absent`; and, if `closed`, that there are no others.

    A closed one need not list absent keys, and does not. The order of the keys and `cls` (the class to rebuild)
    take no part in comparison, nor does `like`, which has other state, such as a default factory.
    """

    present: tuple[Hashable, ...] = ()
    absent: frozenset[Hashable] = frozenset()
    closed: bool = False
    cls: Any = field(default=dict, compare=False, repr=False)
    like: Any = field(default=None, compare=False, repr=False)
    known: frozenset[Hashable] = field(init=False, repr=False)

    opening = "{"

    fetched_by = "look"
    beyond = "other keys, not asked for"
    last_part = "the list of keys"

    def __post_init__(self) -> None:
        object.__setattr__(self, "known", frozenset(self.present))
        if self.closed:
            object.__setattr__(self, "absent", frozenset())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        return self.closed == other.closed and self.absent == other.absent and self.known == other.known

    def __hash__(self) -> int:
        return hash((self.known, self.absent, self.closed))

    def __contains__(self, key: object) -> bool:
        return key in self.known

    def keys(self) -> tuple[Hashable, ...]:
        """Return the keys that are there."""
        return self.present

    def label(self, key: Any) -> str:
        """Write the key."""
        return key_text(key)

    def words(self) -> str:
        """Describe the class, and the number of keys, if it is known."""
        name = getattr(self.cls, "__name__", "mapping")
        if not self.closed:
            return name
        return f"{name} of {len(self.present):,}" if self.present else f"empty {name}"

    def asked(self, parts: list[Any]) -> str:
        """Describe the keys."""
        keys = [*self.present, *self.absent] or parts
        return ", ".join(map(shown, keys[:SHOWN])) or ("its keys" if self.closed else "nothing yet")

    def of_class(self, cls: type) -> Layer:
        """Return the layer with another class."""
        return replace(self, cls=cls)

    def smaller(self) -> Iterator[tuple[Layer, Callable[[Any], Any]]]:
        """Yield the layer without one of the keys."""
        for gone in self.present:
            left = tuple(key for key in self.present if key != gone)
            yield Mapping(left, self.absent, self.closed, self.cls), partial(_kept_key, gone)

    def first_beyond(self, known: Mapping) -> tuple[Any, ...]:
        """Return the first key that only this one has, as there or as absent."""
        more = [key for key in self.present if key not in known]
        more += sorted(self.absent - known.absent, key=key_text) if not known.closed else ()
        return tuple(more[:1])

    def may_have(self, key: Any) -> bool:
        """True for a key that is there, or that nobody has asked for."""
        return key in self.known if self.closed else key not in self.absent

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
        if listed is not None:
            return Mapping(listed, closed=True, cls=self.cls, like=self.like)
        return Mapping(present, absent, self.closed, self.cls, self.like)

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


def _kept_key(gone: Any, key: Any) -> Any:
    return GONE if key == gone else key
