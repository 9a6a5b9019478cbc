"""Sequences: how lists, tuples and deques come apart. Their thunks are in `sequence_thunk`."""

from __future__ import annotations

import types
from collections import deque
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from strictcheck.kinds.attributes import copy_attributes, open_container
from strictcheck.kinds.building import ANEW, PLAIN, Building, InSight, Opened, Unwrapping, reads_as_its_base
from strictcheck.kinds.equality import compare_elements
from strictcheck.kinds.kind import Kind, Shape
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.partials import PartialIterator, PartialSequence, partial_class
from strictcheck.kinds.placing import READING, named_after
from strictcheck.kinds.sequence_layer import Sequence, closed_sequence
from strictcheck.kinds.sequence_thunk import (
    DequeThunk,
    SequenceThunk,
    TupleThunk,
    append,
    base_of,
    extend,
    extend_deque,
)
from strictcheck.thunks.classes import getattr_static, is_honest
from strictcheck.thunks.proxy import UNSET, get_value, is_thunk
from strictcheck.thunks.special_methods import ForcingMethod


class SequenceKind(Kind):
    """Lists, tuples and deques, and classes derived from them that read as these do: a length, and elements."""

    name = "a length, and elements"
    layers = (Sequence,)
    is_leaf = False
    is_copied_whole = True
    is_series = True

    def recognise(self, cls: type) -> Shape | None:
        """Built-in sequences, and classes derived from them that are read by the same methods."""
        is_one = issubclass(cls, (tuple, list, deque)) and is_honest(cls) and getattr_static(cls, "n_fields") is None
        return Shape(cls, self, mutable=cls is not tuple) if is_one and reads_as_its_base(cls) else None

    def thunk_class(self, shape: Shape, *, counting: bool) -> type:
        """Thunks that hand out the elements as they are fetched."""
        is_tuple = issubclass(shape.cls, tuple)
        base = TupleThunk if is_tuple else DequeThunk if issubclass(shape.cls, deque) else SequenceThunk
        own = {name: getattr(base, name) for name in READING} | {"_self_mutable": not is_tuple}
        if getattr_static(shape.cls, "extend") is list.extend:
            own["extend"] = ForcingMethod(extend)
        elif getattr_static(shape.cls, "extend") is deque.extend:
            own["extend"] = ForcingMethod(extend_deque)
        if shape.cls is list:
            own["append"] = ForcingMethod(append)
        return named_after(shape.cls, own, base)

    def take_apart(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        """The length; the elements by index."""
        return Sequence(len(value), True, shape.cls), enumerate(value)

    def first_layer(self, shape: Shape, value: Any) -> object:
        """The length."""
        is_plain = shape.cls in PLAIN
        return closed_sequence(len(value), shape.cls) if is_plain else Sequence(len(value), True, shape.cls, value)

    def put_together(self, shape: Shape, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """A value of the class, past what the class says of making and copying, which is for its users."""
        elements, cls = list(parts.values()), shape.cls
        if cls is list:
            return elements
        if cls is tuple:
            return tuple(elements)
        if issubclass(cls, tuple):
            made: Any = tuple.__new__(cls, elements)
        else:
            made = empty_sequence(cls, like)
            base_of(cls).extend(made, elements)
        return made if like is None else copy_attributes(shape, made, like)

    def copy(self, shape: Shape, value: Any) -> Any:
        """One of the same class with the same elements; a tuple cannot change."""
        if issubclass(shape.cls, tuple):
            return ANEW
        return self.put_together(shape, dict(enumerate(value)), value)

    def compared(self, shape: Shape, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """The elements."""
        return compare_elements(one, other)

    def peek(self, shape: Shape, value: Any, key: Any) -> Any:
        """The element."""
        return value[key]

    def put_part(self, shape: Shape, copied: Any, key: Any, part: Any) -> None:
        """Let `part` be the element."""
        base_of(shape.cls).__setitem__(copied, key, part)

    def state(self, shape: Shape, value: Any) -> list[Any] | None:
        """The elements of a list itself."""
        return list(value) if shape.cls is list else None

    def told(self, shape: Shape, value: Any) -> str:
        """The length."""
        return f"length {len(value)}"

    def keys_in_sight(self, shape: Shape, layer: Any) -> Iterable[Any]:
        """The indices, and one more if nobody has seen the end."""
        return range(layer.length + (not layer.closed)) if isinstance(layer, Sequence) else ()

    def in_sight(self, shape: Shape, value: Any, sight: InSight) -> Iterable[Any]:
        """The elements."""
        return sight.parts(range(len(value)), lambda index: value[index])

    def begin(self, shape: Shape, layer: Sequence, building: Building) -> Any:
        """An empty list or deque; a tuple cannot be filled later."""
        fillable = layer.closed and issubclass(shape.cls, (list, deque))
        return empty_sequence(shape.cls, layer.like) if fillable else None

    def build(self, shape: Shape, layer: Sequence, building: Building) -> Any:
        """A list or tuple; of one whose end is not known, an iterator of the elements that are."""
        if not layer.closed:
            return build_iterator(shape, layer, building)
        holes = layer.length - len(building.parts)
        if holes > building.wide and shape.cls in (list, tuple) and building.begun is None:
            known = building.partly_known(PartialSequence, shape.cls, frozenset())
            known.length, known.part = layer.length, building.part
            return known
        elements = [building.part(index) for index in range(layer.length)]
        like = layer.like if type(layer.like) is shape.cls else None
        if building.begun is None:
            return self.put_together(shape, dict(enumerate(elements)), like)
        base_of(shape.cls).extend(building.begun, elements)
        return building.begun if like is None else copy_attributes(shape, building.begun, like)

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """The elements."""
        return value

    def unwrap(self, shape: Shape, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """A list that the call made stays the one it is, for it may hold itself, or be held in several places."""
        copied = get_value(part) if is_thunk(part) else UNSET
        now = source if copied is UNSET else copied  # the copy may have other attributes
        elements = [*part], [*source]
        if issubclass(shape.cls, tuple):
            return open_container(shape, part, (now, source), elements, partial(tuple.__new__, shape.cls))
        stays = type(part) is list and not unwrapping.is_callers
        empty = (lambda: part) if stays else partial(empty_sequence, shape.cls, now)
        return open_container(shape, part, (now, source), elements, empty, _refill)


def empty_sequence(cls: type, like: Any) -> Any:
    """A list or deque without elements; a deque as long as `like` can be."""
    if not issubclass(cls, deque):
        return list.__new__(cls)
    made: Any = deque.__new__(cls)
    deque.__init__(made, (), getattr(like, "maxlen", None))
    return made


def build_iterator(shape: Shape, layer: Sequence, building: Building) -> Any:
    """An iterator of which these elements are known."""
    cells = building.cells(layer)
    if issubclass(shape.cls, types.GeneratorType):
        return (cell for cell in cells)
    cls: type = shape.cls
    iterator = partial_class(PartialIterator, cls)(cls, building.path, {}, frozenset())
    iterator.elements = cells
    iterator.names = building.names(shape.cls)
    return iterator


def _refill(into: Any, elements: list[Any]) -> None:
    base = base_of(type(into))
    base.clear(into)
    base.extend(into, elements)
