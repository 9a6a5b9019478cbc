"""Places of the nodes of a tree on a plane: each ply a row, a parent over the middle of its children.

After Reingold and Tilford, *Tidier drawings of trees* (IEEE Transactions on Software Engineering 7, 1981): subtrees are
drawn each by itself, and then pushed together until they touch, whichever row that is in. So a short subtree takes room
in its own rows only, and neighbours reach under it. A node that can be opened keeps its column for itself down to the
last row: it needs somewhere to open to, and everything to the right of it has to move aside for that.

A contour is how far a subtree reaches to the left and to the right in each row. Two are joined in as many steps as the
shorter one has rows, so that all of it takes linear time. Nothing recurses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from lazytree.games.walking import walk

N = TypeVar("N")


@dataclass(slots=True)
class Place(Generic[N]):
    """A node around `x` in row `depth`, `half` to each side, below the place number `parent` (-1 for a root)."""

    node: N
    depth: int
    parent: int
    half: float
    x: float = 0.0


@dataclass(slots=True)
class _Contour:
    """Left and right ends of rows, the last row first; of both, `offset` is to be added."""

    left: list[float]
    right: list[float]
    offset: float = 0.0

    def distance(self, other: _Contour) -> float:
        """Return the pixels by which `other` has to be moved to the right, to stand beside this one."""
        rows = range(-1, -1 - min(len(self.left), len(other.left)), -1)
        return max(self.right[row] - other.left[row] for row in rows) + self.offset - other.offset

    def joined(self, other: _Contour) -> _Contour:
        """The contour of both; the longer one is used up."""
        rows = range(-1, -1 - min(len(self.left), len(other.left)), -1)
        deep, flat = (self, other) if len(self.left) >= len(other.left) else (other, self)
        ends, own = (deep.right, flat.right) if deep is self else (deep.left, flat.left)
        for row in rows:
            ends[row] = own[row] + flat.offset - deep.offset
        return deep


def layout(
    roots: Iterable[N],
    children: Callable[[N], Sequence[N]],
    width: Callable[[N], float] = lambda node: 1.0,
    opens: Callable[[N], bool] = lambda node: False,
) -> list[Place[N]]:
    """The places of all nodes of some trees side by side, in preorder; `width` is the room that a node itself takes.

    The leftmost begins at 0. A node that `opens` keeps its column for itself, down to the last row.

    >>> [(place.x, place.depth) for place in layout([[[], [[], []]]], lambda node: node)]
    [(1.0, 0), (0.5, 1), (1.5, 1), (1.0, 2), (2.0, 2)]
    """
    places: list[Place[N]] = []
    for root in roots:
        way: list[int] = []  # the places from the root down to the node before
        for path, node in walk(root, children):
            del way[len(path) :]
            places.append(Place(node, len(path), way[-1] if way else -1, width(node) / 2))
            way.append(len(places) - 1)
    _push_together(places, opens)
    left = 0.0
    for place in places:
        place.x += places[place.parent].x if place.parent >= 0 else 0.0
        left = min(left, place.x - place.half)
    for place in places:
        place.x -= left
    return places


def _push_together(places: list[Place[N]], opens: Callable[[N], bool]) -> None:
    """Set each `x`, from that of the parent; of roots, from the first root."""
    below: dict[int, list[tuple[Place[N], _Contour]]] = {}  # by place number of the parent, from the right
    deepest = max((place.depth for place in places), default=0)
    for number in range(len(places) - 1, -1, -1):
        place, children = places[number], below.pop(number, [])
        contour = _side_by_side(children) if children else _Contour([], [])
        if children:
            middle = (children[0][0].x + children[-1][0].x) / 2
            contour.offset -= middle
            for child, _ in children:
                child.x -= middle
        rows = 1 + (deepest - place.depth if opens(place.node) else 0)
        contour.left += [-place.half - contour.offset] * rows
        contour.right += [place.half - contour.offset] * rows
        below.setdefault(place.parent, []).append((place, contour))
    _side_by_side(below.pop(-1, []))


def _side_by_side(siblings: list[tuple[Place[N], _Contour]]) -> _Contour:
    """Set the `x` of each from that of the first; `siblings` come from the right. Returns the contour of all."""
    together = _Contour([], [])
    for place, contour in reversed(siblings):
        if together.left:
            place.x = together.distance(contour)
            contour.offset += place.x
        together = together.joined(contour)
    return together
