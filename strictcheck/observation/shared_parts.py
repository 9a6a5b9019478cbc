"""Demands of arguments that share parts: an object that is reached by two ways is one part.

A log is a tree: each thunk has its row at the place where it was fetched first. If a thunk is fetched by a second
way, the record has an edge. Here both are read as one graph, which is laid out in the order of the pattern, so that
the order of the looks does not matter. Skip this module unless demands of aliased or cyclic values come out wrong.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from strictcheck.demands import Demand
from strictcheck.demands.columns import Columns
from strictcheck.demands.references import UNSEEN
from strictcheck.kinds.table import take_apart
from strictcheck.observation.demand_of_record import fold_rows
from strictcheck.thunks.log import NOWHERE, Log
from strictcheck.thunks.proxy import get_log, get_number, get_place, get_value, is_forced

__all__ = ["demand_of", "joint_demand"]


def demand_of(log: Log) -> Demand:
    """Return the demand that a log records. A sealed log without steps is one already; its columns are shared."""
    if log.edges:
        return Demand._of(_Graph([log]).lay_out(log))
    columns = log.columns
    if not log.has_steps and not log.record.is_open:
        return Demand(*columns)
    return Demand._of(fold_rows(*columns)[0])


def joint_demand(logs: Sequence[Log]) -> Demand:
    """Return the demand on a list of all these arguments, in which a part that two of them share is one part."""
    return Demand._of(_Graph(logs).lay_out_together(logs))


class _Graph:
    """Graph of logs that share parts, folded, with the edges between them; its nodes are numbers."""

    def __init__(self, logs: Sequence[Log]) -> None:
        self.layers: list[Any] = []
        self.ways: list[dict[Any, int]] = []  # for each node, its parts by key
        self.roots: dict[Log, int] = {}
        self._rows: dict[Log, array[int]] = {}
        self._first: dict[Log, int] = {}
        self._unseen: dict[int, int] = {}  # nodes of shared thunks that nobody looked at, by id
        edges = logs[0].edges if logs else {}
        for log in dict.fromkeys([*logs, *(way[0] for way in edges), *(get_log(thunk) for thunk in edges.values())]):
            self._add_log(log)
        for way, thunk in edges.items():
            self._add_way(*way, self._node_of(thunk))

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
        log, (number, key) = get_log(thunk), get_place(thunk)
        while type(thunk)._self_settled:  # its value turned out later to be behind another thunk
            thunk = get_value(thunk)
        if is_forced(thunk):
            return self._first[log] + self._rows[log][log.row_of(get_number(thunk))]
        if id(thunk) not in self._unseen:
            node = self._unseen[id(thunk)] = self._add_node(UNSEEN, {})
            self._add_way(log, number, key, node)
        return self._unseen[id(thunk)]

    def _add_way(self, log: Log, number: int, key: Any, node: int) -> None:
        """Let the part `key` of the value with this number, in `log`, be `node`."""
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
