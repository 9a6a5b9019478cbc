"""Sequences: how lists and tuples come apart, and the layer they share with what is pulled, element by element.

Their thunks are in `kinds.sequence`.
"""

from __future__ import annotations

import operator
import sys
import types
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from strictcheck.errors import DemandError, NoJoin
from strictcheck.kinds.attributes import copy_attributes
from strictcheck.kinds.classes import instance_dict
from strictcheck.kinds.kind import Building, Kind, Opened, Shape, Unwrapping
from strictcheck.kinds.layer import HOLE, Field, Frame, JsonReader, Layer, Parts, PatternReader, holes, json_flag
from strictcheck.kinds.partials import Cells, PartialIterator, partial_class, unpulled
from strictcheck.thunks.proxy import UNSET, get_value, is_thunk

__all__ = ["Sequence", "SequenceKind"]


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
    tag = "sequence"

    def __contains__(self, key: object) -> bool:
        return isinstance(key, int) and 0 <= key < self.length

    def may_have(self, key: Any) -> bool:
        """An index below the length, or any at all while nobody has seen the end."""
        return key in self or (isinstance(key, int) and key >= 0 and not self.closed)

    def _leq(self, other: Sequence) -> bool:
        return self == other if self.closed else self.length <= other.length

    def _join(self, other: Sequence) -> Layer:
        if self <= other:
            return other
        if other <= self:
            return self
        closed, longer = (self, other) if self.closed else (other, self)
        raise NoJoin(f"a sequence of {closed.length} elements does not have {longer.length}")

    def _meet(self, other: Sequence) -> Layer | None:
        return self if self == other else Sequence(min(self.length, other.length), False, self.cls)

    def with_revealed(
        self, present: tuple[Any, ...], absent: frozenset[Any], listed: tuple[Any, ...] | None, ended: bool
    ) -> Layer:
        """As many elements more as cells were pulled, and the end."""
        return Sequence(self.length + len(present), self.closed or ended, self.cls)

    def frame(self, children: dict[Any, int], most: int | None) -> Frame:
        """`[1, _, *_]`; without the `*_` if it is closed."""
        rest = "" if self.closed else "*_"
        if most is None:
            return Frame("[", list(holes(self.length, children)), "]", rest)
        fields: list[Field] = [("", children.get(index, HOLE)) for index in range(min(self.length, most))]
        return Frame("[", fields, "]", rest, self.length - len(fields))

    @classmethod
    def read(cls, reader: PatternReader) -> Generator[Any, None, Layer]:
        """Patterns of the elements, up to `]`."""
        length, items = 0, reader.items("]", "*_")
        for _ in items:
            yield length
            length += 1
        return cls(length, items.closed)

    def to_json(self, keys: Callable[[Iterable[Any]], list[Any]]) -> dict[str, Any]:
        """`{"sequence": length, "closed": false}`; a closed one does not say so."""
        return {"sequence": self.length, **({} if self.closed else {"closed": False})}

    @classmethod
    def from_json(cls, data: dict[str, Any], reader: JsonReader) -> Layer:
        """The layer that `to_json` wrote."""
        match data:
            case {"sequence": int(length), **other} if 0 <= length <= sys.maxsize and not other.keys() - {"closed"}:
                return cls(length, json_flag(other.get("closed", True)))
        raise DemandError("{'sequence': length} or {'sequence': length, 'closed': false}")


class SequenceKind(Kind):
    """Lists, tuples and deques, and classes derived from them that read as these do: a length, and elements."""

    name = "a length, and elements"
    is_leaf = False
    is_copied_whole = True
    is_series = True

    def take_apart(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        """The length; the elements by index."""
        return Sequence(len(value), True, shape.cls), enumerate(value)

    def put_together(self, shape: Shape, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """A value of the class, past what the class says of making and copying, which is for its users."""
        elements, cls = list(parts.values()), shape.cls
        if cls is list:
            return elements
        if issubclass(cls, tuple):
            made: Any = tuple.__new__(cls, elements)
        else:
            made = empty_sequence(cls, like)
            base_of(cls).extend(made, elements)
        return made if like is None else copy_attributes(shape, made, like)

    def peek(self, shape: Shape, value: Any, key: Any) -> Any:
        """The element, of a value of these classes itself; code of a class derived from them would run."""
        if type(value) not in (list, tuple, deque):
            raise LookupError(key)
        return value[key]

    def get_part(self, shape: Shape, value: Any, key: Any) -> Any:
        """The element."""
        return value[key]

    def begin(self, shape: Shape, layer: Sequence, building: Building) -> Any:
        """An empty list or deque; a tuple cannot be filled later."""
        fillable = layer.closed and issubclass(shape.cls, (list, deque))
        return empty_sequence(shape.cls, layer.like) if fillable else None

    def build(self, shape: Shape, layer: Sequence, building: Building) -> Any:
        """A list or tuple; of one whose end is not known, an iterator of the elements that are."""
        if not layer.closed:
            return build_iterator(shape, layer, building)
        elements = [building.part(index) for index in range(layer.length)]
        like = layer.like if type(layer.like) is shape.cls else None
        if building.begun is None:
            return self.put_together(shape, dict(enumerate(elements)), like)
        base_of(shape.cls).extend(building.begun, elements)
        return building.begun if like is None else copy_attributes(shape, building.begun, like)

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """The elements."""
        return value  # type: ignore[no-any-return]

    def unwrap(self, shape: Shape, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """A list that the call made stays the one it is, for it may hold itself, or be held in several places."""
        copied = get_value(part) if is_thunk(part) else UNSET
        now = source if copied is UNSET else copied  # the copy may have other attributes
        stays = type(part) is list and not unwrapping.is_callers
        opened = Opened(part, source, list(part), list(source), is_changed=not _has_same_attributes(now, source))
        if issubclass(shape.cls, tuple):
            opened.rebuild = lambda made: self.put_together(shape, dict(enumerate(made)), now)
        else:
            opened.empty = lambda: part if stays else empty_sequence(shape.cls, now)
            opened.fill = lambda into, made: _refill(shape, into, made, now)
        return opened


def base_of(cls: type) -> Any:
    """The built-in class of which `cls` is, or is derived from."""
    return next(base for base in (tuple, list, deque) if issubclass(cls, base))


def empty_sequence(cls: type, like: Any) -> Any:
    """A list or deque without elements; a deque as long as `like` can be."""
    if not issubclass(cls, deque):
        return list.__new__(cls)
    made: Any = deque.__new__(cls)
    deque.__init__(made, (), getattr(like, "maxlen", None))
    return made


def pull_cells(layer: Sequence, building: Building) -> Cells:
    """The known elements of something that is pulled; then the end, or `Unevaluated` where nobody pulled."""
    cells = [
        building.parts[index] if index in building.parts else building.part(index) for index in range(layer.length)
    ]
    return Cells(cells, _end if layer.closed else unpulled(building.rest_path(layer.length)))


def build_iterator(shape: Shape, layer: Sequence, building: Building) -> Any:
    """An iterator of which these elements are known."""
    cells = pull_cells(layer, building)
    if issubclass(shape.cls, types.GeneratorType):
        return (cell for cell in cells)
    cls: type = shape.cls
    iterator = partial_class(PartialIterator, cls)(cls, building.path, {}, frozenset())
    iterator.elements = cells
    iterator.names = building.names(shape.cls)
    return iterator


def _end() -> Any:
    raise StopIteration


def _refill(shape: Shape, into: Any, elements: list[Any], like: Any) -> None:
    base = base_of(shape.cls)
    base.clear(into)
    base.extend(into, elements)
    if into is not like and shape.cls is not list:
        copy_attributes(shape, into, like)


def _has_same_attributes(one: Any, other: Any) -> bool:
    if one is other or type(one) in (list, tuple):  # the latter have none
        return True
    now, before = instance_dict(one), instance_dict(other)
    return list(now) == list(before) and all(map(operator.is_, now.values(), before.values()))
