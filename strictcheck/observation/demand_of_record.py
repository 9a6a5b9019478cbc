"""Demands of records and of live thunks. Nothing here forces."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

from strictcheck.demands import Demand
from strictcheck.demands.columns import NO_ROW, Columns
from strictcheck.demands.fitting import is_shared
from strictcheck.demands.references import Same
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.table import shape_of
from strictcheck.thunks.log import Log
from strictcheck.thunks.marks import ABSENT, CELL, KEYS, MARKS
from strictcheck.thunks.proxy import get_log, get_number, get_value, is_forced, is_thunk

__all__ = ["demand_of_rows", "fold_rows", "forced_part"]


def demand_of_rows(log: Log, rows: Iterable[int]) -> Demand:
    """Return the demand in these rows of a log; each row comes with its parent, and after it."""
    return Demand._of(fold_rows(log, rows)[0])


def fold_rows(log: Log, rows: Iterable[int]) -> tuple[Columns, dict[int, int]]:
    """Fold rows, in order and the root first, into a tree; also return for each row its row in the tree.

    What reveals more of a layer (a cell, a key, the end) becomes part of that layer.
    """
    new_parents, new_keys, new_layers = array("q"), list[Any](), list[Any]()
    new_rows: dict[int, int] = {}
    revealed: dict[int, list[tuple[Any, Any]]] = {}
    parents, keys, layers = log.columns
    for row in rows:
        key, layer = keys[row], layers[row]
        above = new_rows.get(parents[row], NO_ROW)
        if type(layer) in MARKS or type(key) in MARKS:
            revealed.setdefault(above, []).append((key, layer))
            continue
        new_rows[row] = len(new_layers)
        new_parents.append(above)
        new_keys.append(key if above >= 0 else None)
        new_layers.append(layer)
    for new_row, found in revealed.items():
        new_layers[new_row] = _with(new_layers[new_row], found)
    return Columns(new_parents, new_keys, new_layers), new_rows


def _with(layer: Any, revealed: list[tuple[Any, Any]]) -> Any:
    """Return the layer with the revealed keys, cells and end added."""
    present, absent, listed, ended = [], [], None, False
    for key, found in revealed:
        if found is CELL:
            present.append(key)
        elif found is ABSENT:
            absent.append(key)
        elif key is KEYS:
            listed = found
        else:
            ended = True
    return layer.with_revealed(tuple(present), frozenset(absent), listed, ended)


def forced_part(value: Any) -> Demand:
    """Return the known part of `value`: of thunks the part that was forced, of other values all. Forces nothing."""
    tree = Columns.empty()
    stack: list[tuple[Any, int, Any]] = [(value, -1, None)]
    met: dict[int, tuple[int, Any]] = {}  # row of each part that can change, by its id, with the part to keep it alive
    while stack:
        part, parent, key = stack.pop()
        while is_thunk(part) and type(part)._self_settled:
            part = get_value(part)
        if not is_forced(part):
            continue
        if id(part) in met:
            tree.append(parent, key, Same(met[id(part)][0]))
            continue
        if tree.graft(parent, key, _recorded_tree(part)):
            continue
        layer, parts = _take_apart_known(part)
        row, children = tree.append(parent, key, layer), list(parts)
        if children and is_shared(part):
            met[id(part)] = row, part
        stack.extend((child, row, step) for step, child in reversed(children))
    return Demand._of(tree.canonical())


def _recorded_tree(part: Any) -> Columns | None:
    """Return the recorded demand on a thunk, including forcings through earlier thunks for the part."""
    if not is_thunk(part):
        return None
    log = get_log(part)
    if log is None or (row := log.row_of(get_number(part))) < 0:
        return None
    tree, rows, below = _indexed(log), [], [row]
    while below:
        rows.append(below.pop())
        below.extend(tree.below(rows[-1]))
    return fold_rows(log, sorted(rows))[0]


def _indexed(log: Log) -> Columns:
    """Return the rows of a log as a tree, for its index of children."""
    parents, keys, layers = log.columns
    if log.tree is None or len(log.tree) < len(layers):
        log.tree = Columns(parents[:], keys[:], layers[:])
    tree: Columns = log.tree
    return tree


def _take_apart_known(part: Any) -> tuple[object, Iterable[tuple[Any, Any]]]:
    if is_thunk(part):
        parts: tuple[object, Iterable[tuple[Any, Any]]] = type(part)._self_parts(part)
        return parts
    shape = shape_of(class_behind(part))
    return shape.kind.take_apart_as_known(shape, part)
