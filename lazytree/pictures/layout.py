"""Where the nodes of a tree go on a plane: leaves side by side, a parent over the middle of its children.

One linear pass down, one up and one down again, without recursion, for any kind of node. Reingold and Tilford's *Tidier
drawings of trees* (1981) would let neighbours reach under each other; here each subtree has its columns for itself, so
that what is collapsed can be opened, and everything to the right of it moved aside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from lazytree.games.walking import walk

N = TypeVar("N")


@dataclass(slots=True)
class Place(Generic[N]):
    """A node around `x` in row `depth`, below the place number `parent` (-1 for a root).

    It and all that is below it lie between `left` and `left + width`.
    """

    node: N
    depth: int
    parent: int
    x: float = 0.0
    left: float = 0.0
    width: float = 0.0


def layout(
    roots: Iterable[N], children: Callable[[N], Sequence[N]], width: Callable[[N], float] = lambda node: 1.0
) -> list[Place[N]]:
    """The places of all nodes of some trees side by side, in preorder; `width` is the room that a node itself takes.

    >>> [(place.x, place.depth) for place in layout([[[], [[], []]]], lambda node: node)]
    [(1.25, 0), (0.5, 1), (2.0, 1), (1.5, 2), (2.5, 2)]
    """
    places: list[Place[N]] = []
    for root in roots:
        way: list[int] = []  # the places from the root down to the node before
        for path, node in walk(root, children):
            del way[len(path) :]
            places.append(Place(node, len(path), way[-1] if way else -1))
            way.append(len(places) - 1)
    _measure(places, [width(place.node) for place in places])
    _move(places)
    return places


def _measure(places: list[Place[N]], own: list[float]) -> None:
    """Widths of subtrees, and in each the `x` of its root from the left; children come after parents in `places`.

    `left` is, until `_move`, how far the children are moved to make room for a parent that is wider than they are.
    """
    first = [0.0] * len(places)  # where the first child stands, and the last
    last = [0.0] * len(places)
    below = [0.0] * len(places)  # the width of the children that were there so far, which come from the right
    for number in range(len(places) - 1, -1, -1):
        place, half = places[number], own[number] / 2
        if below[number]:
            span = below[number]
            middle = (first[number] + span - last[number]) / 2
            place.left = max(0.0, half - middle)
            place.x = place.left + middle
            place.width = max(place.left + span, place.x + half)
        else:
            place.x, place.width = half, own[number]
        if place.parent >= 0:
            if not below[place.parent]:
                last[place.parent] = place.width - place.x
            first[place.parent] = place.x
            below[place.parent] += place.width


def _move(places: list[Place[N]]) -> None:
    """From places in their subtrees to places on the plane, parents first."""
    start = [place.left for place in places]  # where the next child of each node begins
    end = 0.0
    for number, place in enumerate(places):
        if place.parent < 0:
            place.left, end = end, end + place.width
        else:
            place.left = start[place.parent]
            start[place.parent] += place.width
        start[number] += place.left
        place.x += place.left
