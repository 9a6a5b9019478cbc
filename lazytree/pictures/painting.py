"""From games and demands to scenes: what is drawn one by one, and what is collapsed.

However big the game is, a scene is small. What was cut off is collapsed at once, and what lies beyond the budget after
that, nearest the root first. Collapsed parts may be painted too, on a budget of their own, for whoever can open them.
Nothing here forces or recurses.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from lazytree.games.game import End, Game, Max, Min
from lazytree.games.known_parts import count_known_leaves, is_complete, known_children, known_score
from lazytree.pictures.scenes import Part, Scene, parts_of, state_of
from lazytree.pictures.seen import NOTHING, Seen, class_of
from lazytree.pictures.words import place, printable, shown
from strictcheck import Demand, is_forced
from strictcheck.errors import DemandError
from strictcheck.pictures import Layer, Raised

__all__ = ["Scope", "scene_of"]

LUMP = 250  # parts that are painted at most when something is opened
FEW = 3
FARTHEST = 300  # plies; farther down, what is collapsed stays so, for every part has its path written beside it

Rows: TypeAlias = tuple[int | None, ...]
"""Where a part is in the demand on everything that was seen, and in that of each search; None where it is a hole."""


class Scope(NamedTuple):
    """How much of a big game is drawn: about `room` parts, no deeper than `depth` plies; up to `apart` neighbours that
    were cut off one by one; and up to `folded` parts more for whoever opens what is collapsed."""

    room: int = 80
    depth: int = 30
    apart: int = 4
    folded: int = 0


STILL = Scope()


def scene_of(
    seen: Demand | Sequence[Seen], game: Game[Any] | None = None, scope: Scope = STILL, **changes: int
) -> Scene:
    """The scene of what was seen of a game, by one search or two; `changes` are to `scope`.

    Without the `game` itself, cut-off parts are stubs; with it they have scores, and are counted. What is not there yet
    of `game` is left alone. Raises `DemandError` if a demand is no demand on a game, or not on this one, and `NoJoin`
    if two are not on one game.
    """
    both = [Seen(seen)] if isinstance(seen, Demand) else list(seen)
    return _Painter(both, game, scope._replace(**changes)).scene()


@dataclass(slots=True)
class _Siblings:
    """The children of the node at `path`: those that were `forced`, by index; those that are there; up to `end`."""

    path: tuple[int, ...]
    forced: list[tuple[int, Rows]]
    known: Sequence[Any]
    end: int


@dataclass(slots=True)
class _Fold:
    """What `part` stands for: the `siblings` from index `start` on, of the forced ones those from number `first`."""

    part: Part
    siblings: _Siblings
    start: int
    first: int = 0


class _Painter:
    def __init__(self, seen: list[Seen], game: Game[Any] | None, scope: Scope) -> None:
        self.seen = seen
        self.game = game
        self.scope = scope
        self.room = scope.room
        self.all = seen[0] if len(seen) == 1 else Seen(seen[0].demand | seen[1].demand)
        self.demands = [one.demand for one in (self.all, *seen)]
        self.counts = self._counts()
        self.deepest = scope.depth
        self.queue: deque[tuple[Part, Rows, Any]] = deque()
        self.folds: deque[_Fold] = deque()

    def scene(self) -> Scene:
        holes: Rows = (None,) * (1 + len(self.seen))
        rows: Rows = (0, *(0 if one.demand else None for one in self.seen)) if self.all.demand else holes
        root = self._part((), rows)
        if self.all.demand:
            self.queue.append((root, rows, self.game))
        elif not _show_leaf(root, self.game):
            root.leaves = count_known_leaves([self.game])
            if self.scope.folded and known_children(self.game):
                root.folded.append(Part((), "cut"))
                self.queue.append((root.folded[0], holes, self.game))
        self._paint()
        self._paint_folds()
        self._note(root)
        total = None if self.game is None else count_known_leaves([self.game])
        names, leaves, last = zip(*((one.name, one.leaves, one.last) for one in self.seen), strict=True)
        return Scene(root, names, leaves, last, total)

    def _counts(self) -> list[int]:
        """Below each row of the demand, the number of leaves that were forced."""
        counts = [int(order > 0) for order in self.all.orders]
        parents = self.all.parents
        for row in range(len(parents) - 1, 0, -1):
            counts[parents[row]] += counts[row]
        return counts

    def _paint(self) -> None:
        while self.queue:
            part, rows, node = self.queue.popleft()
            if rows[0] is None:
                self._show_unseen(part, node)
            else:
                self._show_forced(part, rows[0], rows, node)

    def _paint_folds(self) -> None:
        """What opens to something, nearest the root first, as long as the budget for it lasts."""
        left = self.scope.folded
        while self.folds and left > 0:
            fold = self.folds.popleft()
            part, siblings = fold.part, fold.siblings
            if len(part.path) > FARTHEST:
                continue
            self.room, self.deepest = min(LUMP, left), len(part.path) + self.scope.depth
            given = self.room
            if part.state == "cut":
                self._open(part.folded, siblings, fold.start, fold.start + part.breadth)
            else:
                self._arrange(part.folded, siblings, fold.start, fold.first)
            self._paint()
            left -= given - self.room
        self.folds.clear()

    def _part(self, path: tuple[int, ...], rows: Rows) -> Part:
        own = list(zip(self.seen, rows[1:], strict=True))
        steps = tuple(None if row is None else one.steps[row] for one, row in own)
        orders = tuple(None if row is None else one.orders[row] or None for one, row in own)
        return Part(path, state_of(steps), steps=steps, orders=orders)

    def _show_forced(self, part: Part, row: int, rows: Rows, node: Any) -> None:
        layer = self.all.layers[row]
        part.kind = next((kind for kind in (Max, Min, End) if issubclass(class_of(layer), kind)), None)
        if isinstance(layer, Raised):
            part.kind, part.score = End, f"raised {layer.cls.__name__}"
        elif part.kind is None:
            raise DemandError(f"at {place(part.path)}: {layer!r} is no layer of a game; expected Max, Min or End")
        elif not (node is None or isinstance(node, part.kind)):
            raise DemandError(
                f"at {place(part.path)}: the demand has {part.kind.__name__} there, and the game "
                f"{type(node).__name__}; draw it with the game that was observed"
            )
        elif part.kind is End:
            below = self._below(rows, "score")[0]
            part.score = "_" if below is None else self._score(below)
        else:
            self._show_children(part, self._below(rows, "children"), node)

    def _below(self, rows: Rows, key: Any) -> Rows:
        places = zip(self.demands, rows, strict=True)
        return tuple(None if row is None else demand.children(row).get(key) for demand, row in places)

    def _score(self, row: int) -> str:
        layer = self.all.layers[row]
        if isinstance(layer, Layer):
            return printable(self.all.demand.at(self.all.demand.path(row)).pretty(max_layers=8))
        return shown(layer)

    def _show_children(self, part: Part, rows: Rows, node: Any) -> None:
        known = known_children(node)
        end, closed = len(known), is_complete(node)
        if rows and rows[0] is not None:
            layer = self.all.layers[rows[0]]
            end, closed = max(end, layer.length), closed or layer.closed
        siblings = _Siblings(part.path, self._rows_of_children(rows), known, end)
        self._arrange(part.children, siblings)
        if not closed:
            part.children.append(Part((*part.path, end), "unmade", breadth=0))

    def _rows_of_children(self, rows: Rows) -> list[tuple[int, Rows]]:
        if not rows or rows[0] is None:
            return []
        places = zip(self.demands, rows, strict=True)
        below = [{} if row is None else demand.children(row) for demand, row in places]
        return [(index, tuple(own.get(index) for own in below)) for index in sorted(below[0])]

    def _arrange(self, into: list[Part], siblings: _Siblings, start: int = 0, first: int = 0) -> None:
        """Forced children one by one while there is room; between them, what was cut off; then the rest, collapsed."""
        rest = siblings.forced[first:]
        drawn = rest[: max(self.room, 0)] if len(siblings.path) < self.deepest else []
        left = rest[len(drawn) :]
        if len(left) <= FEW and all(map(self._is_leaf, left)):
            drawn = rest  # a few leaves take no more room than a mark in their place
        self.room -= len(drawn)
        for index, rows in drawn:
            self._cut_off(into, siblings, start, index)
            child = self._part((*siblings.path, index), rows)
            into.append(child)
            self.queue.append((child, rows, _at(siblings.known, index)))
            start = index + 1
        if len(drawn) < len(rest):
            self._hide(into, siblings, first + len(drawn))
        else:
            self._cut_off(into, siblings, start, siblings.end)

    def _is_leaf(self, child: tuple[int, Rows]) -> bool:
        row = child[1][0]
        return row is not None and issubclass(class_of(self.all.layers[row]), End)

    def _hide(self, into: list[Part], siblings: _Siblings, first: int) -> None:
        """One part for the forced ones from number `first` on, and for what was cut off between and after them."""
        rest = siblings.forced[first:]
        columns = zip(self.seen, zip(*(rows[1:] for _, rows in rest), strict=True), strict=True)
        steps = tuple(min((one.steps[row] for row in own if row is not None), default=None) for one, own in columns)
        leaves = sum(self.counts[rows[0]] for _, rows in rest if rows[0] is not None)
        part = Part((*siblings.path, rest[0][0]), "hidden", steps=steps, breadth=len(rest), leaves=leaves)
        into.append(part)
        self.folds.append(_Fold(part, siblings, rest[0][0], first))

    def _cut_off(self, into: list[Part], siblings: _Siblings, start: int, end: int) -> None:
        """The children from `start` to `end`, which nobody looked at: one by one if they are few."""
        if end - start <= min(self.scope.apart, self.room):
            self.room -= end - start
            for index in range(start, end):
                self._collapse(into, siblings, index, index + 1)
        elif start < end:
            self._collapse(into, siblings, start, end)

    def _collapse(self, into: list[Part], siblings: _Siblings, start: int, end: int) -> None:
        """One part for the children from `start` to `end`, which nobody looked at."""
        part = Part((*siblings.path, start), "cut", breadth=end - start)
        into.append(part)
        nodes = [_at(siblings.known, index) for index in range(start, min(end, len(siblings.known)))]
        if len(nodes) < end - start:
            nodes.append(None)
        if end - start > 1 or not _show_leaf(part, nodes[0]):
            part.leaves = count_known_leaves(nodes)
            if any(known_children(node) or (end - start > 1 and is_forced(node)) for node in nodes):
                self.folds.append(_Fold(part, siblings, start))

    def _open(self, into: list[Part], siblings: _Siblings, start: int, end: int) -> None:
        """The same, opened: one by one while there is room, then the rest, collapsed."""
        drawn = min(end, start + max(self.room, 0)) if len(siblings.path) < self.deepest else start
        self.room -= drawn - start
        for index in range(start, drawn):
            child = Part((*siblings.path, index), "cut")
            into.append(child)
            self.queue.append((child, (None,), _at(siblings.known, index)))
        if drawn < end:
            self._collapse(into, siblings, drawn, end)

    def _show_unseen(self, part: Part, node: Any) -> None:
        """What nobody looked at, one by one: only where somebody opens it."""
        known = known_children(node)
        if not _show_leaf(part, node) and known:
            part.kind = Max if isinstance(node, Max) else Min
            self._open(part.children, _Siblings(part.path, [], known, len(known)), 0, len(known))
            if not is_complete(node):
                part.children.append(Part((*part.path, len(known)), "unmade", breadth=0))

    def _note(self, root: Part) -> None:
        """The notes of all steps that are drawn."""
        parts = [part for part in parts_of(root) if part.kind is not None and part.forced]
        by_search = [
            one.notes({step for part in parts if (step := part.steps[i]) is not None})
            for i, one in enumerate(self.seen)
        ]
        for part in parts:
            pairs = zip(by_search, part.steps, strict=True)
            part.notes = tuple(NOTHING if step is None else notes.get(step, NOTHING) for notes, step in pairs)


def _show_leaf(part: Part, node: Any) -> bool:
    """Whether `node` is there and a leaf, in which case that is what `part` shows."""
    if is_forced(node) and isinstance(node, End):
        part.kind, part.score = End, shown(known_score(node))
        return True
    return False


def _at(known: Sequence[Any], index: int) -> Any:
    return known[index] if index < len(known) else None
