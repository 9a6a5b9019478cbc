"""What there is to draw of a game and a demand on it, before anybody says how: a small tree of `Part`s.

The terminal and the notebook draw the same scene. However big the game is, a scene is small: what was cut off is
collapsed, and so is what lies beyond the budget, nearest the root first. Nothing here forces or recurses.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from lazytree.games import End, Game, Max, Min
from lazytree.known import count_known_leaves, fits, is_complete, known_children, known_score
from strictcheck import Demand, DemandError, is_forced
from strictcheck.pictures import Constructor, Layer, Raised

__all__ = ["Part", "Scene", "scene_of"]


@dataclass(slots=True, eq=False)
class Part:
    """One thing to draw, at `path` (child indices from the root).

    `kind` is Max, Min or End, or None for what stands for `breadth` neighbours that are not drawn one by one: cut off,
    or forced and left out for want of room. `leaves` is how many leaves they have (those that were forced, if they
    were), None if that is not known. A breadth of 0 says that nobody knows how many there are.
    """

    path: tuple[int, ...]
    forced: bool
    kind: type | None = None
    score: str = ""
    order: int | None = None
    breadth: int = 1
    leaves: int | None = None
    children: list[Part] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Scene:
    """The root of what is drawn, how many leaves were forced, and how many there are, if that is known."""

    root: Part
    forced_leaves: int
    all_leaves: int | None


def scene_of(
    demand: Demand,
    game: Game[Any] | None = None,
    *,
    room: int = 80,
    depth: int = 30,
    apart: int = 4,
    whole: bool = True,
) -> Scene:
    """The scene of a demand on a game, in the order of forcing if it comes from an observation.

    Without the `game` itself, cut-off parts are stubs. With it they are drawn if `whole` is true and the game has no
    more than `room` nodes, and counted otherwise. Of bigger games, about `room` nodes are drawn, no deeper than
    `depth` plies; up to `apart` neighbours that were cut off are drawn one by one. What is not there yet of `game` is
    left alone. Raises `DemandError` if `demand` is no demand on a game, or not on this one.
    """
    return _Painter(demand, game, room, depth, apart, whole).scene()


class _Painter:
    def __init__(self, demand: Demand, game: Game[Any] | None, room: int, depth: int, apart: int, whole: bool) -> None:
        self.demand = demand
        self.game = game
        self.room = room
        self.depth = depth
        self.apart = apart
        self.whole = whole and fits(game, room)
        self.layers: list[Any] = []
        self.orders: dict[int, int] = {}
        self.counts: list[int] = []
        self.queue: deque[tuple[int | None, Part, Any]] = deque()

    def scene(self) -> Scene:
        self._count()
        root = Part((), bool(self.demand))
        self.queue.append((0 if self.demand else None, root, self.game))
        while self.queue:
            row, part, node = self.queue.popleft()
            if row is None:
                self._show_unseen(part, node)
            else:
                self._show_forced(part, row, node)
        total = None if self.game is None else count_known_leaves([self.game])
        return Scene(root, len(self.orders), total)

    def _count(self) -> None:
        """The leaves in the order of forcing, and below each row how many there are."""
        rows = list(self.demand.rows())
        self.layers = [layer for _, _, _, layer in rows]
        self.counts = [0] * len(rows)
        for _, parent, key, _ in rows:
            if key == "score" and issubclass(self._class(parent), End):
                self.orders[parent] = len(self.orders) + 1
                self.counts[parent] = 1
        for row, parent, _, _ in reversed(rows[1:]):
            self.counts[parent] += self.counts[row]

    def _class(self, row: int) -> type:
        layer = self.layers[row]
        return layer.cls if isinstance(layer, Constructor) else type(layer)

    def _show_forced(self, part: Part, row: int, node: Any) -> None:
        layer, parts = self.layers[row], self.demand.children(row)
        part.kind = next((kind for kind in (Max, Min, End) if issubclass(self._class(row), kind)), None)
        if isinstance(layer, Raised):
            part.kind, part.score = End, f"raised {layer.cls.__name__}"
        elif part.kind is None:
            raise DemandError(f"{self._place(part)}: {layer!r} is no layer of a game; expected Max, Min or End")
        elif not (node is None or isinstance(node, part.kind)):
            found = type(node).__name__
            raise DemandError(f"{self._place(part)}: the demand has {part.kind.__name__} there, and the game {found}")
        elif part.kind is End:
            part.order = self.orders.get(row)
            part.score = self._score(parts["score"]) if "score" in parts else "_"
        else:
            self._show_children(part, parts.get("children"), node)

    def _place(self, part: Part) -> str:
        return "at " + ("".join(f"[{step}]" for step in part.path) or "the root")

    def _score(self, row: int) -> str:
        layer = self.layers[row]
        if isinstance(layer, Layer):
            return self.demand.at(self.demand.path(row)).pretty(max_layers=8)
        return _shown(layer)

    def _show_children(self, part: Part, row: int | None, node: Any) -> None:
        """Forced children one by one while there is room; between them, what was cut off."""
        known = known_children(node)
        forced = sorted(self.demand.children(row).items()) if row is not None else []
        length = self.layers[row].length if row is not None else len(known)
        drawn = self._drawn(part, forced)
        position = 0
        for index, child_row in drawn:
            self._cut_off(part, position, index, known)
            self._add(child_row, Part((*part.path, index), True), part, _at(known, index))
            position = index + 1
        if len(drawn) < len(forced):
            rest = forced[len(drawn) :]
            leaves = sum(self.counts[child_row] for _, child_row in rest)
            part.children.append(Part((*part.path, rest[0][0]), True, breadth=len(rest), leaves=leaves))
        else:
            self._cut_off(part, position, max(length, len(known)), known)
        if not (is_complete(node) or (row is not None and self.layers[row].closed)):
            part.children.append(Part((*part.path, length), False, breadth=0))

    def _drawn(self, part: Part, forced: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Those of the forced children for which there is room; a last leaf takes no more than a mark in its place."""
        drawn = forced[: max(self.room, 0)] if len(part.path) < self.depth else []
        rest = forced[len(drawn) :]
        if len(rest) == 1 and issubclass(self._class(rest[0][1]), End):
            drawn = forced
        self.room -= len(drawn)
        return drawn

    def _add(self, row: int | None, child: Part, parent: Part, node: Any) -> None:
        parent.children.append(child)
        self.queue.append((row, child, node))

    def _cut_off(self, part: Part, start: int, end: int, known: Sequence[Any]) -> None:
        """The children from `start` to `end`, which nobody looked at."""
        if self.whole or end - start <= min(self.apart, self.room):
            self.room -= end - start
            for index in range(start, end):
                self._add(None, Part((*part.path, index), False), part, _at(known, index))
        elif start < end:
            leaves = count_known_leaves(_at(known, index) for index in range(start, end))
            part.children.append(Part((*part.path, start), False, breadth=end - start, leaves=leaves))

    def _show_unseen(self, part: Part, node: Any) -> None:
        """A part that was cut off: as it is if the whole game is drawn, or else how many leaves it has."""
        if not is_forced(node) or node is None:
            return
        if isinstance(node, End):
            part.kind, part.score = End, _shown(known_score(node))
        elif self.whole:
            part.kind = Max if isinstance(node, Max) else Min
            self._show_children(part, None, node)
        else:
            part.leaves = count_known_leaves([node])


def _at(known: Sequence[Any], index: int) -> Any:
    return known[index] if index < len(known) else None


def _shown(score: Any) -> str:
    return score.name if isinstance(score, Enum) else str(score)
