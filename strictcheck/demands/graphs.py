"""Join and meet of demands with shared parts; both graphs are walked with a work list.

A demand in which parts are shared contains more than its unfolding, so `[[1], [1]]` is below `[[1] as a, a]`. The
join merges all parts that are one in either demand; in the meet two ways lead to one part if they do in both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from strictcheck.demands.columns import Columns
from strictcheck.demands.references import UNSEEN
from strictcheck.errors import DemandError
from strictcheck.kinds.nodes import join_layers, layer_leq, meet_layers

__all__ = ["join_graphs", "meet_graphs", "says_no_more"]


def says_no_more(low: object, high: object) -> bool:
    """Return True if the layer `high` contains all that `low` does; a shared hole contains nothing."""
    return low is UNSEEN or layer_leq(low, high)


def join_graphs(tree: Columns, other: Columns, conflict: Callable[[int, int, DemandError], DemandError]) -> Columns:
    """Return the least graph that contains both.

    If there is none, raise `conflict(row, twin, error)`, whose rows are those of `tree`, and those of `other`
    numbered from the size of `tree` on.
    """
    nodes = _UnionFind(tree, other, conflict)
    nodes.merge(0, len(tree))
    return Columns.lay_out(nodes.find(0), nodes.layers, nodes.parts_of)


class _UnionFind:
    """Nodes of both graphs in a union-find structure: `find` returns the representative of a node."""

    def __init__(self, tree: Columns, other: Columns, conflict: Callable[[int, int, DemandError], DemandError]) -> None:
        self.tree, self.other = tree, other
        self.conflict = conflict
        self.layers: list[Any] = [*tree.layers, *other.layers]
        self.above = list(range(len(self.layers)))
        self.children: dict[int, dict[Any, int]] = {}

    def find(self, node: int) -> int:
        above = self.above
        while above[node] != node:
            above[node] = node = above[above[node]]
        return node

    def parts_of(self, node: int) -> dict[Any, int]:
        return {key: self.find(part) for key, part in self.known_parts(node).items()}

    def known_parts(self, node: int) -> dict[Any, int]:
        if node not in self.children:
            tree, base = (self.tree, 0) if node < len(self.tree) else (self.other, len(self.tree))
            self.children[node] = {key: part + base for key, part in tree.parts(node - base).items()}
        return self.children[node]

    def merge(self, one: int, two: int) -> None:
        """Merge two nodes, and any two of their parts that have one key."""
        todo = [(one, two)]
        while todo:
            one, two = (self.find(node) for node in todo.pop())
            if one == two:
                continue
            self.layers[one] = self.join_layers_of(one, two)
            self.above[two] = one
            more, fewer = self.known_parts(one), self.known_parts(two)
            if len(more) < len(fewer):
                more, fewer = fewer, more
            todo += [(more[key], part) for key, part in fewer.items() if key in more]
            self.children[one] = more
            for key, part in fewer.items():
                more.setdefault(key, part)

    def join_layers_of(self, one: int, two: int) -> Any:
        layer, other = self.layers[one], self.layers[two]
        if layer is UNSEEN or other is UNSEEN:
            return other if layer is UNSEEN else layer
        try:
            return join_layers(layer, other)
        except DemandError as error:
            raise self.conflict(one, two, error) from None


def meet_graphs(tree: Columns, other: Columns) -> Columns:
    """Return the greatest graph that both contain: its nodes are pairs of nodes reached by one way."""
    pairs, numbers = [(0, 0)], {(0, 0): 0}
    layers: list[Any] = []
    parts: list[dict[Any, int]] = []
    for one, two in pairs:  # `pairs` grows in the loop
        is_hole = tree.layers[one] is UNSEEN or other.layers[two] is UNSEEN
        shared = () if is_hole else meet_layers(tree.layers[one], other.layers[two])
        layers.append(shared[0] if shared else UNSEEN)
        parts.append({})
        theirs = other.parts(two) if shared else {}
        for key, part in tree.parts(one).items() if theirs else ():
            if key in theirs:
                pair = part, theirs[key]
                if pair not in numbers:
                    numbers[pair] = len(pairs)
                    pairs.append(pair)
                parts[-1][key] = numbers[pair]
    return Columns.lay_out(0, layers, parts.__getitem__)
