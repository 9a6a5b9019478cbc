"""From a demand to the partial value it describes, in which everything that is not in it is a hole."""

from __future__ import annotations

import types
from collections import OrderedDict, defaultdict
from collections.abc import AsyncIterator, Callable, Mapping
from itertools import islice
from typing import Any

from strictcheck import layers
from strictcheck.classes import instance_dict
from strictcheck.demands import Demand
from strictcheck.errors import Unevaluated
from strictcheck.layers import Raised
from strictcheck.messages import show_path, shown
from strictcheck.partials import Cells, PartialIterator, PartialMapping, PartialObject, partial_class
from strictcheck.rebuilding import put_together
from strictcheck.shapes import Kind, shape_of, stored_names
from strictcheck.shapes import take_apart as fields_of
from strictcheck.standins.holes import hole
from strictcheck.standins.late import delay
from strictcheck.streams import Stream
from strictcheck.thunks import is_thunk

__all__ = ["of_class", "partial_value"]


def partial_value(demand: Demand, *, like: Any = None) -> Any:
    """The value that `demand` describes, with a hole wherever nothing looked; a hole raises `Unevaluated` on any touch.

    `like` is the whole value, if there is one: a hole can then tell what it can do (whether it is callable, say)
    without being touched, for Python asks the class alone. Nothing else is asked of `like`, and nothing in it forced.
    Raises `TypeError` if `demand` is no `Demand`.

    >>> from strictcheck import Demand
    >>> half = partial_value(Demand.parse("[1, _]"))
    >>> half[0] + 1
    2
    >>> half[1] + 1
    Traceback (most recent call last):
    ...
    strictcheck.errors.Unevaluated: the part at (1,) is a hole: it is not in the demand this value was made of
    """
    if not isinstance(demand, Demand):
        raise TypeError(f"partial_value: demand={shown(demand)} is not a Demand; pass Demand.parse('[1, _]')")
    if not demand.size:
        return hole(lambda: (), _class_of(like))
    builder = _Builder(demand, like)
    made: dict[int, dict[Any, Any]] = defaultdict(dict)
    # Parents come before their parts, so backwards every part is there before what holds it.
    for row, parent, key, layer in reversed(list(demand.rows())):
        made[parent][key] = builder.build(row, layer, made.pop(row, {}))
    return builder.part(-1, made[-1], None)


class _Builder:
    def __init__(self, demand: Demand, like: Any) -> None:
        self.demand = demand
        self.wholes: dict[int, Any] = {0: like}
        for row, parent, key, _ in islice(demand.rows(), 1, None):
            self.wholes[row] = _part(self.wholes[parent], key)

    def hole(self, row: int, key: Any) -> Any:
        """A hole for the part `key` of the value at `row`, of the class that this part really has."""
        return hole(self.path(row, key), _class_of(_part(self.wholes[row], key)))

    def path(self, row: int, *last: Any) -> Callable[[], tuple[Any, ...]]:
        return lambda: (*self.demand.path(row), *last)

    def names(self, row: int, cls: type) -> tuple[str, ...] | None:
        """The names of what the object at `row` holds itself; None if nobody knows."""
        whole = self.wholes[row]
        return tuple(stored_names(shape_of(cls), whole)) if type(whole) is cls else None

    def part(self, row: int, parts: Mapping[Any, Any], key: Any) -> Any:
        if key not in parts:
            return self.hole(row, key)
        return delay(_raising(parts[key].error)) if type(parts[key]) is Raised else parts[key]

    def build(self, row: int, layer: object, parts: dict[Any, Any]) -> Any:
        match layer:
            case layers.Sequence():
                return self.sequence(row, layer, parts)
            case layers.Mapping():
                values = {key: self.part(row, parts, key) for key in layer.present}
                if layer.closed:
                    return of_class(layer.kind, values) if layer.kind is not dict else values
                return PartialMapping(layer.kind, self.path(row), values, layer.absent)
            case layers.Function():
                return layer.value if layer.value is not None else hole(self.path(row))
            case Raised():
                return layer
            case layers.Constructor():
                return self.constructor(row, layer, parts)
        return layer

    def constructor(self, row: int, layer: Any, parts: dict[str, Any]) -> Any:
        shape = shape_of(layer.cls)
        if layer.value is not None:
            return layer.value
        if shape.kind is Kind.OBJECT:
            known = partial_class(PartialObject, layer.cls)(layer.cls, self.path(row), parts, layer.absent)
            known.hole = lambda name: self.part(row, parts, name)
            known.names = self.names(row, layer.cls)
            return known
        if shape.kind is Kind.CUSTOM:
            return put_together(shape, _WithHoles(lambda name: self.part(row, parts, name), parts))
        names = dict.fromkeys(shape.fields) | dict.fromkeys(parts)
        return put_together(shape, {name: self.part(row, parts, name) for name in names})

    def sequence(self, row: int, layer: layers.Sequence, parts: dict[int, Any]) -> Any:
        kind = shape_of(layer.kind).kind
        if kind is Kind.SEQUENCE and layer.closed:
            elements = [self.part(row, parts, index) for index in range(layer.length)]
            return elements if layer.kind is list else of_class(layer.kind, elements)
        cells = [parts[index] if index in parts else self.hole(row, index) for index in range(layer.length)]
        pulled = Cells(cells, _ended if layer.closed else _unpulled(self.path(row, layer.length)))
        if kind is Kind.ASYNC_ITERATOR:
            return _awaited(pulled)
        if kind is Kind.STREAM:
            return Stream(pulled)
        if issubclass(layer.kind, types.GeneratorType):
            return (cell for cell in pulled)
        iterator = partial_class(PartialIterator, layer.kind)(layer.kind, self.path(row), {}, frozenset())
        iterator.elements = pulled
        iterator.names = self.names(row, layer.kind)
        return iterator


def _part(whole: Any, key: Any) -> Any:
    """A part of a plain value, as far as one gets at it without running the user's code; None if one does not."""
    try:
        if type(whole) in (list, tuple, dict):
            return whole[key]
        if shape_of(type(whole)).kind is Kind.FIELDS:
            return dict(fields_of(whole)[1]).get(key)
        if shape_of(type(whole)).kind is Kind.OBJECT:
            return instance_dict(whole)[key]
    except (LookupError, TypeError):
        pass  # it has changed since
    return None


def _class_of(value: Any) -> type | None:
    """The class that a hole in the place of `value` may answer for; None if there is none, or nobody knows it."""
    cls = type(value)
    return None if is_thunk(value) or shape_of(cls).kind is Kind.IDENTITY else cls


def of_class(cls: Any, parts: Any) -> Any:
    """A list, tuple or mapping of a class derived from them; what else its objects hold, a demand does not say."""
    if issubclass(cls, tuple):
        return tuple.__new__(cls, parts)
    if not issubclass(cls, (list, dict)):
        return parts
    base: Any = next(base for base in (list, OrderedDict, dict) if issubclass(cls, base))
    made = base.__new__(cls)
    fill = list.extend if base is list else base.update
    fill(made, parts)
    return made


class _WithHoles(dict[str, Any]):
    """The known fields of a registered shape; any other name gives a hole."""

    def __init__(self, part: Callable[[str], Any], known: Mapping[str, Any]) -> None:
        super().__init__(known)
        self.part = part

    def __missing__(self, name: str) -> Any:
        return self.part(name)


async def _awaited(cells: Cells) -> AsyncIterator[Any]:
    for cell in cells:
        yield cell


def _ended() -> Any:
    raise StopIteration


def _unpulled(path: Callable[[], tuple[Any, ...]]) -> Callable[[], Any]:
    def rest() -> Any:
        raise Unevaluated(f"nobody pulled a cell at {show_path(path())}", path())

    return rest


def _raising(error: BaseException) -> Callable[[], Any]:
    def source() -> Any:
        raise error

    return source
