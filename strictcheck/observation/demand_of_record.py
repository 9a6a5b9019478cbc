"""Demands of records and of live thunks; an object that is reached by two ways is one part. Nothing here forces.

A log is a tree: each thunk has its row at the place where it was fetched first. If a thunk is fetched by a second
way, the record has an edge. Both are read as one graph, which is laid out in the order of the pattern, so that the
order of the looks does not matter.
"""

from __future__ import annotations

import inspect
import sys
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn

from strictcheck.demands import Demand
from strictcheck.demands.columns import NO_ROW, UNSEEN, Columns, Same
from strictcheck.demands.fitting import is_shared
from strictcheck.demands.wording import shortened
from strictcheck.errors import StrictCheckError
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.placing import show_with
from strictcheck.kinds.table import kind_of, take_apart
from strictcheck.messages import near_name, shown
from strictcheck.thunks.log import Log
from strictcheck.thunks.places import ABSENT, CELL, KEYS, MARKS, NOWHERE, Place, number_and_key
from strictcheck.thunks.proxy import get_log, get_number, get_place, get_value, is_forced, is_thunk
from strictcheck.unused import conclude_in_test

EACH = "each argument that is passed has a demand, looked at or not; assert something of it, .demands[{!r}] == ..."


class Demands(dict[str, Demand]):
    """Demands by argument; no condition, for a dict is true whatever its demands are."""

    function: Callable[..., Any] | None = None  # the one that was called

    def __bool__(self) -> NoReturn:
        raise TypeError("demands have no truth value; assert something of one, .demands[name] or .demand")

    def __reduce__(self) -> Any:
        return Demands, (dict(self),)  # some functions have no pickle

    def __missing__(self, name: object) -> NoReturn:
        raise KeyError(self._unknown(name))

    def __contains__(self, name: object) -> bool:
        """Return True if there is such an argument; raises `TypeError` if there is no such parameter."""
        conclude_in_test(sys._getframe(1), "name in demands", EACH.format(name))
        return self._knows(name)

    def get(self, name: str, default: Any = None) -> Any:
        """Return the demand on an argument, or the default if none was passed; raises as `in` does."""
        if self._knows(name):
            return self[name]
        conclude_in_test(sys._getframe(1), "demands.get", EACH.format(name))
        return default

    def _knows(self, name: object) -> bool:
        known = super().__contains__(name)
        if not known and name not in self._parameters():
            raise TypeError(self._unknown(name))
        return known

    def _parameters(self) -> list[str]:
        """Return the names of the parameters, also of those that were not passed."""
        try:
            return [*inspect.signature(self.function).parameters] if self.function else []
        except (TypeError, ValueError):  # some in C tell none
            return []

    def _unknown(self, name: object) -> str:
        near = near_name(str(name), [*self, *self._parameters()], 0.6)
        part = f"write ({name!r},) in .demands[...] for a part"
        return f"demands are by parameter name, {', '.join(self) or 'none'}, not by {shown(name)}{near or '; ' + part}"


class Reads(dict[tuple[str, tuple[Any, ...]], int]):
    """Numbers of fetches by argument and path; `in` raises `TypeError` for a path alone, which is never there."""

    def __contains__(self, place: Any) -> bool:
        if len(place) != 2 or place[1] != (*place[1],):
            raise TypeError(f"reads are by argument and path, not by {shown(place)}; write ('xs', (0,)) in .reads")
        return super().__contains__(place)

    def get(self, place: Any, default: Any = None) -> Any:
        """Return the number of fetches; raises as `in` does."""
        return super().__getitem__(place) if place in self else default


def demand_of_rows(log: Log, rows: Iterable[int]) -> Demand:
    """Return the demand in these rows of a log; each row comes with its parent, and after it."""
    return Demand._of(_fold_some(log, list(rows)))


def _fold_some(log: Log, rows: list[int]) -> Columns:
    parents, keys, layers = log.columns
    place = dict(zip(rows, range(len(rows)), strict=True))
    above = array("q", [place.get(parents[row], NO_ROW) for row in rows])
    names = [keys[row] if parent != NO_ROW else None for row, parent in zip(rows, above, strict=True)]
    return fold_rows(above, names, [layers[row] for row in rows])[0]


def fold_rows(parents: array[int], keys: list[Any], layers: list[Any]) -> tuple[Columns, Sequence[int]]:
    """Fold the columns of a log into a tree; also return for each row that is in it its row there.

    What reveals more of a layer (a cell, a key, the end) becomes part of that layer. Columns without such rows are a
    tree already, and shared.
    """
    if MARKS.isdisjoint(map(type, keys)) and MARKS.isdisjoint(map(type, layers)):
        return Columns(parents, keys, layers), range(len(layers))
    above, names, parts, new_rows = array("q"), list[Any](), list[Any](), array("q")
    revealed: dict[int, list[tuple[Any, Any]]] = {}
    for parent, key, layer in zip(parents, keys, layers, strict=True):
        holder = new_rows[parent] if parent >= 0 else NO_ROW
        if type(key) in MARKS or type(layer) in MARKS:
            new_rows.append(NO_ROW)
            revealed.setdefault(holder, []).append((key, layer))
        else:
            new_rows.append(len(parts))
            above.append(holder)
            names.append(key)
            parts.append(layer)
    for row, found in revealed.items():
        parts[row] = _with(parts[row], found)
    return Columns(above, names, parts), new_rows


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


show_with(forced_part)


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
    return _fold_some(log, sorted(rows))


def _indexed(log: Log) -> Columns:
    """Return the rows of a log as a tree, for its index of children."""
    parents, keys, layers = log.columns
    if log.tree is None or len(log.tree) < len(layers):
        log.tree = Columns(parents, keys, layers)
    return log.tree


def _take_apart_known(part: Any) -> tuple[object, Iterable[tuple[Any, Any]]]:
    if is_thunk(part):
        return type(part)._self_parts(part)
    return kind_of(class_behind(part)).take_apart_as_known(part)


def demand_of(log: Log) -> Demand:
    """Return the demand that a log records."""
    return Demand._of(_Graph([log]).lay_out(log) if log.edges else fold_rows(*log.columns)[0])


def demand_on_atom(*atom: Any) -> Demand:
    """Return the demand on a value without parts that was looked at; without one, a hole."""
    return Demand._of(Columns(array("q", [NO_ROW] * len(atom)), [None] * len(atom), [*atom]))


def joint_demand(logs: Sequence[Log]) -> Demand:
    """Return the demand on a list of all these arguments, in which a part that two of them share is one part."""
    return Demand._of(_Graph(logs).lay_out_together(logs))


class _Graph:
    """Graph of logs that share parts, folded, with the edges between them; its nodes are numbers."""

    def __init__(self, logs: Sequence[Log]) -> None:
        self.layers: list[Any] = []
        self.ways: list[dict[Any, int]] = []  # for each node, its parts by key
        self.roots: dict[Log, int] = {}
        self._rows: dict[Log, Sequence[int]] = {}
        self._first: dict[Log, int] = {}
        self._unseen: dict[int, int] = {}  # nodes of shared thunks that nobody looked at, by id
        edges = logs[0].edges if logs else {}
        for log in dict.fromkeys([*logs, *(way[0] for way in edges), *(get_log(thunk) for thunk in edges.values())]):
            self._add_log(log)
        for way, thunk in edges.items():
            node = self._node_of(thunk)
            layer = self.layers[node]
            # Two ways to a number or a string lead to equal ones: only what can change, or has parts, is one part.
            self._add_way(*way, node if isinstance(layer, Layer) else self._add_node(layer, {}))

    def _add_log(self, log: Log) -> None:
        tree, self._rows[log] = fold_rows(*log.columns)
        first = self._first[log] = len(self.layers)
        self.layers += tree.layers
        self.ways += [{} for _ in tree.layers]
        if tree.layers:
            self.roots[log] = first
        for row, parent, key, _ in tree.rows():
            if parent >= 0:
                self.ways[first + parent][key] = first + row

    def _add_node(self, layer: Any, parts: dict[Any, int]) -> int:
        self.layers.append(layer)
        self.ways.append(parts)
        return len(self.layers) - 1

    def _node_of(self, thunk: Any) -> int:
        log, place = get_log(thunk), get_place(thunk)
        while type(thunk)._self_settled:  # its value turned out later to be behind another thunk
            thunk = get_value(thunk)
        row = log.row_of(get_number(thunk))
        if row >= 0:  # not so if it was first looked at when the log was sealed
            return self._first[log] + self._rows[log][row]
        if id(thunk) not in self._unseen:
            node = self._unseen[id(thunk)] = self._add_node(UNSEEN, {})
            self._add_way(log, place, node)
        return self._unseen[id(thunk)]

    def _add_way(self, log: Log, place: Place, node: int) -> None:
        """Let the part at this place in `log` be `node`."""
        number, key = number_and_key(place)
        if number == NOWHERE:
            self.roots[log] = node
            return
        self.ways[self._first[log] + self._rows[log][log.row_of(number)]][key] = node

    def lay_out(self, log: Log) -> Columns:
        """Return the columns of one argument."""
        root = self.roots.get(log)
        return Columns.empty() if root is None else Columns.lay_out(root, self.layers, self.ways.__getitem__)

    def lay_out_together(self, logs: Sequence[Log]) -> Columns:
        """Return the columns of a list of arguments."""
        parts = {index: self.roots[log] for index, log in enumerate(logs) if log in self.roots}
        root = self._add_node(take_apart(list(logs))[0], parts)
        return Columns.lay_out(root, self.layers, self.ways.__getitem__)


def only_demand(demands: Mapping[str, Demand]) -> Demand:
    """Return the demand on the only argument of a call; raises `StrictCheckError` if there is not exactly one."""
    if len(demands) != 1:
        names = ", ".join(demands) or "none"
        raise StrictCheckError(f"this call has {len(demands)} arguments ({names}); use demands[name]")
    return next(iter(demands.values()))


def write_part(log: Log, row: int) -> str:
    """Write the part that a row is about, as in Python."""
    steps: list[str] = []
    while (above := log.parents[row]) >= 0:
        if type(log.keys[row]) not in MARKS:
            steps.append(log.layers[above].step(log.keys[row]))
        row = above
    return log.name + shortened(steps[::-1])
