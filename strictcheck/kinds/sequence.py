"""Sequences: the layer of all that is a length and elements, and the kind of lists. Thunks are in `sequence_thunk`."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import chain
from typing import Any

from strictcheck.errors import DemandError
from strictcheck.kinds.attributes import (
    ContainerKind,
    beside,
    built_beside,
    fill_attributes,
    open_container,
    without_beside,
)
from strictcheck.kinds.building import ANEW, PLAIN, Building, Opened, Unwrapping, empty_like, reads_as_its_base
from strictcheck.kinds.copied import holder_of_attributes
from strictcheck.kinds.equality import compare_elements
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.known_elements import build_iterator
from strictcheck.kinds.layer import HOLE, SHOWN, Attribute, Field, Frame, Layer, Parts, holes
from strictcheck.kinds.partials import PartialSequence
from strictcheck.kinds.pattern_reader import PatternReader
from strictcheck.kinds.placing import named_after
from strictcheck.kinds.python_code import with_methods
from strictcheck.kinds.sequence_elements import WRITES, base_of, index
from strictcheck.kinds.sequence_thunk import COPYING, MAKING, DequeThunk, SequenceThunk, TupleThunk
from strictcheck.thunks.classes import REMEMBERED, getattr_static, is_honest
from strictcheck.thunks.special_methods import ForcingMethod

NUMBERS = ("no", "first", "first two", "first three", "first four", "first five")


# Generators stand in for other iterators in an assertion, of which each call gets one of its own.
ITERATORS = {"generator": "iterator", "async_generator": "async iterator"}


@dataclass(frozen=True, slots=True)
class Sequence(Layer):
    """`length` elements, and then the end if `closed`; otherwise nobody has looked whether there are more.

    `cls` is the class to rebuild (list, tuple, an iterator, ...), and `like` has other state, such as the length of a
    deque. They take no part in comparison: a pattern `[a, b]` cannot tell a list from a tuple.
    """

    length: int
    closed: bool = True
    cls: Any = field(default=list, compare=False, repr=False)
    like: Any = field(default=None, compare=False, repr=False)

    opening = "["
    is_series = True
    fetched_by = "pull"
    beyond = "the rest, not pulled"
    last_part = "the end"

    @property
    def is_no_look(self) -> bool:
        """True if nothing was pulled."""
        return self.length == 0 and not self.closed

    def keys(self) -> range:
        """Return the indices."""
        return range(self.length)

    def words(self) -> str:
        """Write the class and the length."""
        name = getattr(self.cls, "__name__", "sequence")
        name = ITERATORS.get(name, name)
        whole = f"{name} of {self.length:,}" if self.length else f"empty {name}"
        return whole if self.closed else f"{name}, {self.length:,} pulled"

    def asked(self, parts: list[Any]) -> str:
        """Describe items by number; of a sequence whose end is not known, how many were pulled."""
        if not self.closed:
            return _pulled(self.length, len(parts))
        items = ", ".join(str(index + 1) for index in sorted(parts)[:SHOWN]) + (", ..." if len(parts) > SHOWN else "")
        many = "item" if len(parts) == 1 else "items"
        return f"{many} {items} of {self.length}" if parts else "how many items it has"

    def others(self) -> list[Layer]:
        """Return the layers of an empty list, and of longer and shorter ones by one; a tuple keeps its length."""
        if not self.closed or issubclass(self.cls, tuple):
            return []
        lengths = sorted({0, max(self.length - 1, 0), self.length + 1} - {self.length})
        return [Sequence(length, True, self.cls) for length in lengths]

    def keys_beyond(self, known: Sequence) -> range:
        """Return the indices that only this one has."""
        return range(known.length, self.length)

    def __contains__(self, key: object) -> bool:
        return type(key) is Attribute or (isinstance(key, int) and 0 <= key < self.length)

    def may_have(self, key: Any) -> bool:
        """True for an index below the length, or for any index while nobody has seen the end."""
        return key in self or (isinstance(key, int) and key >= 0 and not self.closed)

    def _leq(self, other: Sequence) -> bool:
        return self == other if self.closed else self.length <= other.length

    def _join(self, other: Sequence) -> Layer:
        if self <= other:
            return other
        if other <= self:
            return self
        closed, longer = (self, other) if self.closed else (other, self)
        raise DemandError(f"a sequence of {closed.length} elements does not have {longer.length}")

    def _meet(self, other: Sequence) -> Layer | None:
        return self if self == other else Sequence(min(self.length, other.length), False, self.cls)

    def with_revealed(
        self, present: tuple[Any, ...], absent: frozenset[Any], listed: tuple[Any, ...] | None, ended: bool
    ) -> Layer:
        """Return the layer with an element for each cell that was pulled, and the end."""
        return Sequence(self.length + len(present), self.closed or ended, self.cls)

    def frame(self, children: dict[Any, int], most: int | None) -> Frame:
        """Write `[1, _, *_]`; without the `*_` if it is closed."""
        rest = "" if self.closed else "*_"
        if most is None:
            return Frame("[", list(holes(self.length, children)), "]", rest)
        fields: list[Field] = [("", children.get(index, HOLE)) for index in range(min(self.length, most))]
        return Frame("[", fields, "]", rest, self.length - len(fields))

    @classmethod
    def read(cls, reader: PatternReader) -> Generator[Any, None, Layer]:
        """Read patterns of the elements, up to `]`."""
        length = 0
        for _ in reader.items("]", "*_"):
            yield length
            length += 1
        return cls(length, reader.closed)


closed_sequence = lru_cache(maxsize=REMEMBERED)(Sequence)  # the same few lengths come again and again


def _pulled(length: int, looked: int) -> str:
    if length == 0:
        return "no item"
    first = NUMBERS[length] if length < len(NUMBERS) else f"first {length}"
    items = f"its {first} item{'s' if length > 1 else ''}"
    if looked in (0, length):
        return items if looked else f"{items}, not looked at"
    return f"{items}, of which {looked} {'was' if looked == 1 else 'were'} looked at"


class SequenceKind(ContainerKind):
    """Lists, tuples and deques, and classes derived from them that read as these do: a length, and elements."""

    name = "a length, and elements"
    layers = (Sequence,)
    is_series = True

    def __init__(self, cls: type, *, mutable: bool = True) -> None:
        super().__init__(cls, mutable=mutable)
        self.store = (lambda value: value) if cls is list else None

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise built-in sequences, and classes derived from them that are read by the same methods."""
        if not issubclass(values, (tuple, list, deque)) or not is_honest(values) or not reads_as_its_base(values):
            return None
        return cls(values, mutable=values is not tuple) if getattr_static(values, "n_fields") is None else None

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that hand out the elements as they are fetched."""
        is_tuple = issubclass(self.cls, tuple)
        is_fixed = is_tuple and not self.cls.__dictoffset__  # attributes of others can be set
        base = TupleThunk if is_fixed else DequeThunk if issubclass(self.cls, deque) else SequenceThunk
        methods = {"index": index, **({} if is_tuple else WRITES[base_of(self.cls)])}
        named = {name: one if name[0] == "_" else ForcingMethod(one) for name, one in methods.items()}
        base, own = with_methods(self.cls, base, named)
        own |= {"_self_mutable": not is_fixed} | (MAKING | COPYING[self.cls] if self.cls in COPYING else {})
        return named_after(self.cls, own, base)

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        """Return the length, and the elements by index, and attributes beside them."""
        parts = chain(enumerate(value), beside(self, value)) if self.has_beside else enumerate(value)
        return Sequence(len(value), True, self.cls), parts

    def first_layer(self, value: Any) -> object:
        """Return the length."""
        is_plain = self.cls in PLAIN
        return closed_sequence(len(value), True, self.cls) if is_plain else Sequence(len(value), True, self.cls, value)

    def put_together(self, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """Make a value of the class, past the methods by which the class makes and copies values for its users."""
        cls = self.cls
        if cls is list:
            return list(parts.values())
        elements = without_beside(parts).values()
        if issubclass(cls, tuple):
            made: Any = tuple.__new__(cls, elements)
        else:
            made = empty_like(cls, like)
            base_of(cls).extend(made, elements)
        return self.fill_beside(made, parts)

    def copy(self, value: Any) -> Any:
        """Make a value of the same class with the same elements; a tuple cannot change."""
        if self.cls is list:
            return value.copy()
        if issubclass(self.cls, tuple):
            return ANEW
        return self.put_together(dict(self.take_apart(value)[1]), value)

    def compared(self, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Pair the elements."""
        return compare_elements(one, other)

    def peek_element(self, value: Any, key: Any) -> Any:
        """Return the element."""
        return value[key]

    def put_element(self, copied: Any, key: Any, part: Any) -> None:
        """Let `part` be the element."""
        base_of(self.cls).__setitem__(copied, key, part)

    def keys_in_sight(self, layer: Any) -> Any:
        """Return the indices, and one more if nobody has seen the end."""
        return range(layer.length + (not layer.closed)) if isinstance(layer, Sequence) else ()

    def begin(self, layer: Sequence, building: Building) -> Any:
        """Make an empty list or deque; a tuple cannot be filled later."""
        fillable = layer.closed and issubclass(self.cls, (list, deque))
        return empty_like(self.cls, layer.like) if fillable else None

    def build(self, layer: Sequence, building: Building) -> Any:
        """Make a list or tuple; or an iterator of the known elements, if the end is not known."""
        if not layer.closed:
            return build_iterator(self.cls, layer, building)
        holes = layer.length - len(building.parts)
        if holes > building.wide and self.cls in PLAIN and building.begun is None:
            known = building.partly_known(PartialSequence, self.cls, frozenset())
            known.length, known.part = layer.length, building.part
            return known
        elements = [building.part(index) for index in range(layer.length)]
        made = empty_like(self.cls, layer.like) if building.begun is None else building.begun
        if issubclass(self.cls, tuple):
            made = tuple.__new__(self.cls, elements)
        else:
            base_of(self.cls).extend(made, elements)
        return fill_attributes(made, built_beside(self, building)) if self.has_beside else made

    def parts_to_force(self, value: Any) -> Iterable[Any]:
        """Return the elements."""
        return value

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the elements. A list that the call made is filled in place, for it may have several holders."""
        now = holder_of_attributes(self, part, source, unwrapping)
        elements = [*part], [*source]
        if issubclass(self.cls, tuple):
            return open_container(self, part, (now, source), elements, partial(tuple.__new__, self.cls))
        stays = type(part) is list and not unwrapping.is_callers
        empty = (lambda: part) if stays else partial(empty_like, self.cls, now)
        return open_container(self, part, (now, source), elements, empty, _refill)


def _refill(into: Any, elements: list[Any]) -> None:
    base = base_of(type(into))
    base.clear(into)
    base.extend(into, elements)
