"""From records and live thunks to demands and plain values. Nothing here forces, unless it is asked to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from strictcheck.demands import Demand
from strictcheck.demands.columns import Columns
from strictcheck.errors import DemandError
from strictcheck.layers import Constructor, Function, Mapping, Opaque, Sequence
from strictcheck.record import ABSENT, CELL, END, HERE, KEYS, Log
from strictcheck.shapes import take_apart
from strictcheck.thunks import get_at, get_row, get_value, is_forced, is_thunk

__all__ = ["demand_of", "demand_of_rows", "forced_part"]


def demand_of(log: Log) -> Demand:
    """The demand that a log records. A sealed log without steps is one already; its columns are shared."""
    if not log.stepped and not log.record.is_open:
        return Demand(log.parents, log.keys, log.layers)
    return demand_of_rows(log, range(len(log.layers)))


def demand_of_rows(log: Log, rows: Iterable[int]) -> Demand:
    """The demand that these rows of a log, in order, record; with each row, the one that it is a part of is there."""
    with log.lock:
        return Demand._of(_folded(log, rows))


def _folded(log: Log, rows: Iterable[int]) -> Columns:
    """The tree of these rows, which are in order, the first of them being the root.

    Rows that reveal (a cell, a key, the end) are folded into the layer of the value they reveal something of.
    """
    tree = Columns.empty()
    places: dict[int, tuple[int, Any]] = {}  # for rows: their new row, or where what they hold will stand
    revealed: dict[int, list[tuple[Any, Any]]] = {}
    for row in rows:
        parent, key, layer = log.parents[row], log.keys[row], log.layers[row]
        above, at = places.get(parent, (-1, None))
        if layer is CELL or layer is ABSENT or key is END or key is KEYS:
            revealed.setdefault(above, []).append((key, layer))
            places[row] = (above, key)
        else:
            step = at if key is HERE else key
            places[row] = tree.append(above, step if len(tree) else None, layer), None
    for new_row, found in revealed.items():
        tree.layers[new_row] = _with(tree.layers[new_row], found)
    return tree


def _with(layer: Any, revealed: list[tuple[Any, Any]]) -> Any:
    """The layer, with what was revealed of it beside its fields."""
    present = [key for key, what in revealed if what is CELL]
    absent = frozenset(key for key, what in revealed if what is ABSENT)
    match layer:
        case Sequence():
            closed = any(key is END for key, _ in revealed)
            return Sequence(layer.length + len(present), layer.closed or closed, layer.kind)
        case Mapping():
            listed = [what for key, what in revealed if key is KEYS]
            if listed:
                return Mapping(listed[0], closed=True, kind=layer.kind)
            return Mapping(tuple(present), absent, layer.closed, layer.kind)
        case Function():
            return Function(tuple(present), layer.value)
        case Constructor():
            return Constructor(layer.cls, absent)
    return layer


def forced_part(value: Any) -> Demand:
    """What is known of `value`: of thunks the part that was forced, of other values everything. Nothing is forced."""
    tree = Columns.empty()
    stack: list[tuple[Any, int, Any]] = [(value, -1, None)]
    seen: set[int] = set()
    while stack:
        part, parent, key = stack.pop()
        while is_thunk(part) and type(part)._self_settled:
            part = get_value(part)
        if not is_forced(part) or id(part) in seen:
            continue
        if tree.grafted(parent, key, _recorded(part)):
            continue
        layer, parts = _opened(part)
        row, children = tree.append(parent, key, layer), list(parts)
        if children:
            seen.add(id(part))
        stack.extend((child, row, step) for step, child in reversed(children))
    return Demand._of(tree)


def _recorded(part: Any) -> Columns | None:
    """What the record of an observation says of a thunk, with all that was forced through earlier stand-ins for it."""
    if not is_thunk(part):
        return None
    log, row = get_at(part)[0], get_row(part)
    if log is None or row < 0:
        return None
    with log.lock:
        log.indexed()
        rows, below = [], [row]
        while below:
            top = below.pop()
            rows.append(top)
            below.extend(log.parts.get(top, ()))
    return _folded(log, sorted(rows))


def _opened(part: Any) -> tuple[object, Iterable[tuple[Any, Any]]]:
    if is_thunk(part):
        parts: tuple[object, Iterable[tuple[Any, Any]]] = type(part)._self_parts(part)
        return parts
    try:
        return take_apart(part)
    except DemandError:
        return Opaque(part), ()
