"""From a demand to the partial value it describes, in which everything that is not in it is a hole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, TypeVar

from strictcheck.demands import Demand
from strictcheck.demands.references import UNSEEN
from strictcheck.kinds.attributes import stored_names
from strictcheck.kinds.delayed import delay
from strictcheck.kinds.holes import hole
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.partials import Cells, Partial, partial_class, unpulled
from strictcheck.kinds.table import shape_of
from strictcheck.messages import shown
from strictcheck.thunks.proxy import is_thunk

__all__ = ["partial_value"]


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
        made[parent][key] = builder.build(row, layer, made[row])
        del made[row]
    return _Building(builder, -1, made[-1]).part(None)


P = TypeVar("P", bound=Partial)


class _Builder:
    """Builds the values of a demand; to a shared part others refer before it is built, so that it is begun early."""

    def __init__(self, demand: Demand, like: Any) -> None:
        self.demand = demand
        self.wholes: dict[int, Any] = {0: like}
        for row, parent, key, _ in islice(demand.rows(), 1, None):
            self.wholes[row] = _part(self.wholes[parent], key)
        self.targets = demand._tree.targets
        self.begun: dict[int, Any] = {}
        self.built: dict[int, Any] = {}
        for row in self.targets.values():
            self.begun[row] = self.begin(row)

    def begin(self, row: int) -> Any:
        """A value to fill later; None if there is no such."""
        layer = self.demand._tree.layers[row]
        if layer is UNSEEN:
            return hole(lambda: self.demand.path(row), _class_of(self.wholes[row]))
        if not isinstance(layer, Layer) or layer.raises:
            return None
        if layer.value is not None:
            return layer.value
        shape = shape_of(layer.cls)
        return shape.kind.begin(shape, layer, _Building(self, row, {}))

    def refer(self, row: int) -> Any:
        """The shared part at `row`; a thunk that waits for it if it cannot be filled later."""
        begun = self.begun[row]
        return delay(lambda: self.built[row]) if begun is None else begun

    def build(self, row: int, layer: Any, parts: dict[Any, Any]) -> Any:
        if row in self.targets:
            return self.refer(self.targets[row])
        if layer is UNSEEN:
            return self.begun[row]
        if not isinstance(layer, Layer) or layer.raises:
            return layer
        if layer.value is not None:
            made = layer.value
        else:
            shape = shape_of(layer.cls)
            made = shape.kind.build(shape, layer, _Building(self, row, parts))
        if row in self.begun:
            self.built[row] = made
        return made


class _Building:
    """The value at `row`, whose parts are built."""

    def __init__(self, builder: _Builder, row: int, parts: dict[Any, Any]) -> None:
        self.demand, self.whole = builder.demand, builder.wholes.get(row)
        self.row = row
        self.parts = parts
        self.begun = builder.begun.get(row)

    def part(self, key: Any) -> Any:
        """The part as it is handed out."""
        if key not in self.parts:
            return hole(self.rest_path(key), _class_of(_part(self.whole, key)))
        part = self.parts[key]
        return delay(_raising(part)) if issubclass(type(part), Layer) else part

    def cells(self, layer: Any) -> Iterator[Any]:
        """The known elements; then the end, or `Unevaluated` where nobody pulled."""
        known = [self.parts[index] if index in self.parts else self.part(index) for index in range(layer.length)]
        return Cells(known, _end if layer.closed else unpulled(self.rest_path(layer.length)))

    def partly_known(self, base: type[P], cls: type, absent: frozenset[Any]) -> P:
        """A `base` that raises `Unevaluated` for what is not known."""
        maker: Any = partial_class
        made: type[P] = base if base.stands_for is not object else maker(base, cls)
        return made(cls, self.path, {}, absent)

    def hole(self) -> Any:
        """A hole in place of the whole value."""
        return hole(self.path)

    def path(self) -> tuple[Any, ...]:
        """The path of the value."""
        return self.demand.path(self.row)

    def rest_path(self, key: Any) -> Callable[[], tuple[Any, ...]]:
        """Where the part `key` stands."""
        return lambda: (*self.path(), key)

    def names(self, cls: type) -> tuple[str, ...] | None:
        """The names of what the object holds itself; None if nobody knows."""
        return tuple(stored_names(shape_of(cls), self.whole)) if type(self.whole) is cls else None


def _end() -> Any:
    raise StopIteration


def _part(whole: Any, key: Any) -> Any:
    """A part of a plain value, as far as one gets at it without running the user's code; None if one does not."""
    shape = shape_of(type(whole))
    try:
        return shape.kind.peek(shape, whole, key)
    except (LookupError, TypeError):
        return None  # not to be had so, or changed since


def _class_of(value: Any) -> type | None:
    """The class that a hole in the place of `value` may answer for; None if there is none, or nobody knows it."""
    cls = type(value)
    return None if is_thunk(value) or shape_of(cls).kind.is_handed_out else cls


def _raising(layer: Any) -> Callable[[], Any]:
    def source() -> Any:
        raise layer.error

    return source
