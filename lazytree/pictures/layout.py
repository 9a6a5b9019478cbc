"""Where the nodes of a tree go on a plane: leaves side by side, a parent over the middle of its children.

One linear pass down and one up, without recursion, for any kind of node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from lazytree.walking import walk

__all__ = ["Place", "layout"]

N = TypeVar("N")


@dataclass(slots=True)
class Place(Generic[N]):
    """A node at column `x` and row `depth`, below the place number `parent` (-1 for a root)."""

    node: N
    x: float
    depth: int
    parent: int


def layout(roots: Iterable[N], children: Callable[[N], Sequence[N]]) -> list[Place[N]]:
    """The places of all nodes of some trees side by side, in preorder. Leaves have columns 0, 1, 2, ... from the left.

    >>> [(place.x, place.depth) for place in layout([[[], [[], []]]], lambda node: node)]
    [(0.75, 0), (0.0, 1), (1.5, 1), (1.0, 2), (2.0, 2)]
    """
    places: list[Place[N]] = []
    columns = 0.0
    for root in roots:
        way: list[int] = []  # the places from the root down to the node before
        for path, node in walk(root, children):
            del way[len(path) :]
            places.append(Place(node, columns, len(path), way[-1] if way else -1))
            way.append(len(places) - 1)
            columns += not children(node)
    _centre(places)
    return places


def _centre(places: list[Place[N]]) -> None:
    """Move parents over the middle of their first and last child; children come after their parents in `places`."""
    first: dict[int, float] = {}
    last: dict[int, float] = {}
    for number in range(len(places) - 1, -1, -1):
        place = places[number]
        if number in last:
            place.x = (first[number] + last[number]) / 2
        last.setdefault(place.parent, place.x)
        first[place.parent] = place.x
