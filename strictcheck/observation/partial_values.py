"""Partial values of demands, with holes for parts that are not in them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any, TypeVar

from strictcheck.demands import Demand
from strictcheck.demands.columns import NO_ROW, UNSEEN
from strictcheck.kinds.attributes import held_attributes
from strictcheck.kinds.building import LEAVES
from strictcheck.kinds.delayed import delay, hole
from strictcheck.kinds.hashed import with_twins
from strictcheck.kinds.known_elements import KnownElements, unpulled
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.partials import Partial, partial_class
from strictcheck.kinds.pulled import Pulled
from strictcheck.kinds.table import kind_of
from strictcheck.messages import shown
from strictcheck.thunks.classes import is_known_by_identity
from strictcheck.thunks.proxy import is_thunk

Observed = Any  # an `Observation`, whose module imports this one
Path = tuple[Any, ...]
Note = Callable[[Path], None]
WIDE = 100  # holes


def partial_value(demand: Demand, *, like: Any = None) -> Any:
    """Build the value that `demand` describes, with holes wherever nothing looked; a hole raises on any touch.

    `like` is the whole value, if there is one: a hole can then answer questions about its class (is it callable?)
    without being touched. Only the class of `like` is looked at, and nothing in it is forced. Holes raise
    `Unevaluated`. Raises `TypeError` if `demand` is no `Demand`.

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
    return build_all([PartialBuilder(demand, like, inf, lambda path: None, {}, {})])[0]


def build_all(builders: list[PartialBuilder]) -> list[Any]:
    """Build several values; keys of the dicts in one may be objects of another."""
    layers = (layer for builder in builders for layer in builder.demand._tree.layers if isinstance(layer, Layer))
    twins: dict[int, Any] = {}
    if not all(LEAVES.issuperset(map(type, layer.asked_for())) for layer in layers):
        for builder in builders:
            builder.begin_twins(twins)
    return [builder.value() for builder in builders]


P = TypeVar("P", bound=Partial)


class PartialBuilder:
    """Builder of the values of a demand; shared parts are begun early, before others refer to them.

    The value is to be observed: containers of more than `wide` holes make their parts when they are fetched. A hole
    that is touched calls `note` with its path, or that of the value around it. `pulled` tells how iterators ended, and
    `anew` has values in place of those that were looked at as wholes and have changed since, by the ids of these.
    """

    def __init__(
        self, demand: Demand, like: Any, wide: float, note: Note, pulled: Mapping[int, Pulled], anew: Mapping[int, Any]
    ) -> None:
        self.demand = demand
        self.note = note
        self.wide = wide
        self.pulled = pulled
        self.anew = anew
        self._wholes: dict[int, Any] = {0: like}
        self.targets = demand._tree.targets
        self.started: dict[int, Any] = {}
        self.built: dict[int, Any] = {}
        # What is built in place of an object that is a key of a dict, or in one, by the id of the object.
        self.twins: dict[int, Any] = {}

    def value(self) -> Any:
        """Build the whole value."""
        tree = self.demand._tree
        if not len(tree):
            return hole(_PathOfPart(self.demand, self.note, NO_ROW, ()), _class_of(self._wholes[0]))
        for row in self.targets.values():
            if row not in self.started:
                self.started[row] = self.begin(row)
        built: dict[int, dict[Any, Any]] = {}
        # Parents come before their parts, so in reverse order every part is built before its container.
        for row in self.rows():
            layer, above = tree.layers[row], tree.parents[row]
            parts = built[above] if above in built else built.setdefault(above, {})
            parts[tree.keys[row]] = layer if type(layer) in LEAVES else self._build(row, layer, built.pop(row, {}))
        return Building(self, NO_ROW, built[NO_ROW]).part(None)

    def begin_twins(self, twins: dict[int, Any]) -> None:
        """Begin the objects that are known by their identity, and add them to `twins`, which all builders share."""
        self.twins = twins
        for row, layer in enumerate(self.demand._tree.layers):
            if row in self.targets or not isinstance(layer, Layer) or not is_known_by_identity(layer.cls):
                continue
            if (whole := self.whole(row)) is not None and (begun := self.begin(row)) is not None:
                self.started[row] = twins[id(whole)] = begun

    def whole(self, row: int) -> Any:
        """Return the whole value at `row`; None if it cannot be read."""
        wholes, parents, keys = self._wholes, self.demand._tree.parents, self.demand._tree.keys
        way = [row]
        while (parent := way[-1]) not in wholes:
            way.append(parents[parent])
        while way[-1] != row:
            parent = way.pop()
            wholes[way[-1]] = _part(wholes[parent], keys[way[-1]])
        return wholes[row]

    def begin(self, row: int) -> Any:
        """Make an empty value to fill later; None if its kind has none."""
        layer = self.demand._tree.layers[row]
        if layer is UNSEEN:
            return hole(_PathOfPart(self.demand, self.note, row, ()), _class_of(self.whole(row)))
        if not isinstance(layer, Layer):
            return layer
        if layer.value is not None:
            return kind_of(layer.cls).begin_whole(self.anew.get(id(layer.value), layer.value))
        return kind_of(layer.cls).begin(layer, Building(self, row, {}))

    def rows(self) -> Iterator[int]:
        """Yield the rows, parts before their container, and a shared part before other places that need it whole."""
        parents = self.demand._tree.parents
        if all(begun is not None for begun in self.started.values()):
            return reversed(range(len(parents)))
        parts: dict[int, list[int]] = {}
        for row, parent in enumerate(parents):
            parts.setdefault(parent, []).append(row)
        order, todo = [], parts[NO_ROW]
        while todo:  # from the last part to the first: the other way round, it is the order of the pattern
            order.append(todo.pop())
            todo += parts.get(order[-1], ())
        return reversed(order)

    def refer(self, row: int) -> Any:
        """Return the shared part at `row`, or a thunk that waits for it if it is within itself."""
        started = self.built.get(row, self.started[row])
        return delay(lambda: self.built[row]) if started is None else started

    def _build(self, row: int, layer: Any, parts: dict[Any, Any]) -> Any:
        if row in self.targets:
            return self.refer(self.targets[row])
        if layer is UNSEEN:
            return self.started[row]
        if not isinstance(layer, Layer) or layer.raises:
            return layer
        kind = kind_of(layer.cls)
        if layer.value is not None:
            begun = self.started[row] if row in self.started else self.begin(row)
            built = kind.fill_whole(begun, parts)
        else:
            built = kind.build(layer, Building(self, row, parts))
        if row in self.started:
            self.built[row] = built
        return built


@dataclass(slots=True)
class _PathOfPart:
    """Function that notes and returns the path from the value at `row` down: one small object for each hole."""

    demand: Demand
    note: Note
    row: int
    steps: Path

    def __call__(self) -> Path:
        path = (*self.demand.path(self.row), *self.steps)
        self.note(path)
        return path


class Building:
    """Value at `row` that is built of its known `parts`, by key; one that raised is a `Raised` layer here.

    `begun` is the result of `Kind.begin`, if something refers to the value before it is built; else None. From `wide`
    holes on, a list, tuple or dict makes its parts when they are fetched.
    """

    __slots__ = ("begun", "builder", "demand", "parts", "row", "wide")

    def __init__(self, builder: PartialBuilder, row: int, parts: dict[Any, Any]) -> None:
        self.builder, self.demand, self.wide = builder, builder.demand, builder.wide
        self.row = row
        self.parts = parts
        self.begun = builder.started.get(row)

    def part(self, key: Any) -> Any:
        """Return the part `key` for its container: a known one, a thunk that raises, or a hole."""
        if key not in self.parts:
            return hole(self._path_of(key), _class_of(_part(self.whole(), key)))
        part = self.parts[key]
        return delay(_source_raising(part)) if issubclass(type(part), Layer) else part

    def twinned(self, keys: Collection[Any]) -> Collection[Any]:
        """Return keys of the demand, with what is built in place of the objects in them."""
        twins = self.builder.twins
        is_plain = not twins or LEAVES.issuperset(map(type, keys))
        return keys if is_plain else [with_twins(key, twins) for key in keys]

    def cells(self, layer: Any) -> Iterator[Any]:
        """Yield the known elements; then the end, or `Unevaluated` where nobody pulled."""
        known = [self.parts[index] if index in self.parts else self.part(index) for index in range(layer.length)]
        return KnownElements(known, self._end() if layer.closed else unpulled(self._path_of(layer.length)))

    def _end(self) -> Callable[[Any], Any]:
        """Make a function that raises `StopIteration`, with what the generator has returned."""
        return partial(_stop, getattr(pulled.ending, "value", None) if (pulled := self.pulled()) else None)

    def pulled(self) -> Pulled | None:
        """Return the record of what was pulled of the iterator, if this is a replay."""
        return self.builder.pulled.get(id(self.whole()))

    def partly_known(self, base: type[P], cls: type, absent: frozenset[Any]) -> P:
        """Make a `base` that raises `Unevaluated` for what is not known."""
        made: Any = partial_class
        known: P = made(base, cls)(cls, self.path, {}, absent)
        return known

    def path(self) -> Path:
        """Return the path of the value, for an error, which is noted."""
        return self._path_of()()

    def _path_of(self, *steps: Any) -> _PathOfPart:
        return _PathOfPart(self.demand, self.builder.note, self.row, steps)

    def whole(self) -> Any:
        """Return the whole value, if there is one; or None."""
        return self.builder.whole(self.row)

    def names(self, cls: type) -> tuple[str, ...] | None:
        """Return the names of the attributes that the object itself holds; None if they are unknown."""
        whole = self.whole()
        return tuple(held_attributes(kind_of(cls), whole)) if type(whole) is cls else None


def _stop(returned: Any, step: Any) -> Any:
    raise StopIteration(returned)


def _part(whole: Any, key: Any) -> Any:
    """Return a part of a plain value, read without running the user's code; None if that is impossible."""
    kind = kind_of(type(whole))
    try:
        return kind.peek(whole, key)
    except (LookupError, TypeError):
        return None  # the part is computed by user code, or was removed since


def _class_of(value: Any) -> type | None:
    """Return the class that a hole in place of `value` may answer for; None if it is unknown."""
    cls = type(value)
    return None if is_thunk(value) or kind_of(cls).is_handed_out else cls


def _source_raising(layer: Any) -> Callable[[], Any]:
    def source() -> Any:
        raise layer.error

    return source
