"""From columns to scenes: what is drawn one by one, and what is collapsed.

However big the game is, a scene is small. A game of few nodes is drawn whole. Of a bigger one, what was cut off is
collapsed at once, and what lies beyond the budget after that, nearest the root first. Collapsed parts may be painted
too, on a budget of their own, for whoever can open them. Nothing here forces or recurses.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from lazytree.games.game import End, Game
from lazytree.pictures.backed_up_values import BackedUp
from lazytree.pictures.game_columns import GameColumns
from lazytree.pictures.scenes import DrawnPart, Scene, parts_of, state_of
from lazytree.pictures.search_steps import NOTHING, Seen
from strictcheck import Demand

LUMP = 250  # parts that are painted at most when something is opened
FEW = 3
FARTHEST = 300  # plies; farther down, what is collapsed stays so, for every part has its path written beside it


class SceneLimits(NamedTuple):
    """Limits of a scene: about `room` parts, no deeper than `depth` plies; up to `apart` neighbours that
    were cut off one by one; up to `folded` parts more for whoever opens what is collapsed; a game of up to `whole`
    nodes, cut off or not, without collapsing anything."""

    room: int = 80
    depth: int = 30
    apart: int = 4
    folded: int = 0
    whole: int = 0


STILL = SceneLimits()


def scene_of(
    seen: Demand | Sequence[Seen], game: Game[Any] | None = None, scope: SceneLimits = STILL, **changes: int
) -> Scene:
    """The scene of what was seen of a game, by one search or two; `changes` are to `scope`.

    Without the `game` itself, cut-off parts are stubs; with it they have scores, and are counted. What is not there yet
    of `game` is left alone. Raises `DemandError` if a demand is no demand on a game, or not on this one.
    """
    both = [Seen(seen)] if isinstance(seen, Demand) else list(seen)
    return paint(GameColumns(both, game), scope._replace(**changes))


def paint(columns: GameColumns, scope: SceneLimits, backed_up: Sequence[BackedUp] = ()) -> Scene:
    """The scene of a game of which the columns are there already, and what is backed up by search, if it is."""
    return _Painter(columns, scope, backed_up).scene()


class _Painter:
    def __init__(self, columns: GameColumns, scope: SceneLimits, backed_up: Sequence[BackedUp]) -> None:
        self.columns = columns
        self.backed_up = backed_up or [BackedUp(columns, who) for who in range(len(columns.seen))]
        self.scope = scope
        self.room = scope.room
        self.deepest = scope.depth
        self.whole = len(columns) <= scope.whole
        self.queue: deque[DrawnPart] = deque()
        self.alike: deque[DrawnPart] = deque()  # looked at alike by two searches: their turn is last
        self.folds: deque[tuple[DrawnPart, list[int]]] = deque()

    def scene(self) -> Scene:
        columns = self.columns
        root = self._one((), 0)
        if columns.is_forced(0) or root.kind is End or self.whole:
            self.queue.append(root)
        else:
            root = self._pile((), [0])
        self._paint()
        self._paint_folds()
        self._tell(root)
        names, leaves, last, results = zip(
            *((one.name, one.leaves, one.last, one.result) for one in columns.seen), strict=True
        )
        return Scene(root, columns, names, leaves, last, results, columns.split(0, len(columns)).total)

    def _paint(self) -> None:
        while self.queue or self.alike:
            part = (self.queue or self.alike).popleft()
            if self._is_alike(part) and not self.whole and self.queue:
                self.alike.append(part)
                continue
            rows = [*self.columns.children(part.row)]
            if self.whole or not part.forced:
                self._open(part.children, part.path, rows)
            else:
                self._arrange(part.children, part.path, rows)

    def _is_alike(self, part: DrawnPart) -> bool:
        split = self.columns.split(part.row, part.end)
        return len(part.steps) == 2 and split.first == split.second == 0

    def _paint_folds(self) -> None:
        """Paint what piles open to, nearest the root first, as long as the budget for it lasts."""
        left = self.scope.folded
        while self.folds and left > 0:
            part, rows = self.folds.popleft()
            if len(part.path) > FARTHEST:
                continue
            self.room, self.deepest = min(LUMP, left), len(part.path) + self.scope.depth
            given = self.room
            above = part.path[:-1]
            if part.state == "cut":
                self._open(part.folded, above, rows)
            else:
                self._arrange(part.folded, above, rows)
            self._paint()
            left -= given - self.room
        self.folds.clear()

    def _one(self, path: tuple[int, ...], row: int) -> DrawnPart:
        """A node by itself."""
        columns = self.columns
        steps = tuple(steps[row] or None for steps in columns.steps)
        orders = tuple(orders[row] or None for orders in columns.orders)
        state = "unmade" if columns.breadths[row] == 0 else state_of(steps)
        part = DrawnPart(path, state, columns.kinds[row], steps=steps, orders=orders, row=row, end=columns.ends[row])
        part.breadth, part.cuts = columns.breadths[row], columns.cut_of(row)
        part.left = tuple(cuts[row] for cuts in columns.cuts)
        if part.kind is End:
            part.score = columns.score(row)
        return part

    def _arrange(self, into: list[DrawnPart], path: tuple[int, ...], rows: list[int]) -> None:
        """Forced children one by one while there is room; between them, what was cut off; then the rest, collapsed."""
        columns = self.columns
        unmade = self._unmade(path, rows)
        forced = [at for at, row in enumerate(rows) if columns.is_forced(row)]
        drawn = forced[: max(self.room, 0)] if len(path) < self.deepest else []
        left = forced[len(drawn) :]
        if len(left) <= FEW and all(columns.kinds[rows[at]] is End for at in left):
            drawn = forced  # a few leaves take no more room than a mark in their place
        self.room -= len(drawn)
        start = 0
        for at in drawn:
            self._cut_off(into, path, rows[start:at])
            into.append(self._one((*path, columns.indices[rows[at]]), rows[at]))
            self.queue.append(into[-1])
            start = at + 1
        if len(drawn) < len(forced):
            into.append(self._pile(path, rows[start:]))
        else:
            self._cut_off(into, path, rows[start:])
        into.extend(unmade)

    def _unmade(self, path: tuple[int, ...], rows: list[int]) -> list[DrawnPart]:
        """The part for moves that nobody asked for, if there may be such; its row is taken from the rows."""
        if not rows or self.columns.breadths[rows[-1]]:
            return []
        row = rows.pop()
        return [self._one((*path, self.columns.indices[row]), row)]

    def _cut_off(self, into: list[DrawnPart], path: tuple[int, ...], rows: list[int]) -> None:
        """Neighbours that nobody looked at: one by one if they are few."""
        breadth = sum(self.columns.breadths[row] for row in rows)
        if breadth <= min(self.scope.apart, self.room):
            self.room -= breadth
            into.extend(self._pile(path, [row], shift) for row in rows for shift in range(self.columns.breadths[row]))
        elif rows:
            into.append(self._pile(path, rows))

    def _pile(self, path: tuple[int, ...], rows: list[int], shift: int | None = None) -> DrawnPart:
        """Neighbours collapsed to one part; a leaf by itself is drawn as it is.

        Of neighbours of which nothing is known, a `shift` chooses one.
        """
        columns, first, end = self.columns, rows[0], self.columns.ends[rows[-1]]
        own = (*path, columns.indices[first] + (shift or 0)) if first else path
        if len(rows) == 1 and columns.kinds[first] is End and not columns.is_forced(first):
            return self._one(own, first)
        part = DrawnPart(own, "cut", row=first, end=end, split=columns.split(first, end), cuts=columns.cut_of(first))
        part.breadth = 1 if shift is not None else sum(columns.breadths[row] for row in rows)
        part.steps = tuple(min((steps[row] for row in rows if steps[row]), default=None) for steps in columns.steps)
        if any(part.steps):
            part.state, part.breadth = "hidden", sum(map(columns.is_forced, rows))
        if any(map(self._is_known, rows)):
            self.folds.append((part, rows))
        return part

    def _is_known(self, row: int) -> bool:
        """True if there is more of the node to be drawn than a box."""
        return self.columns.kinds[row] is not None

    def _open(self, into: list[DrawnPart], path: tuple[int, ...], rows: list[int]) -> None:
        """All children one by one while there is room, then the rest, collapsed."""
        unmade = self._unmade(path, rows)
        room = len(rows) if self.whole else max(self.room, 0) if len(path) < self.deepest else 0
        self.room -= min(room, len(rows))
        for row in rows[:room]:
            if self._is_known(row):
                into.append(self._one((*path, self.columns.indices[row]) if row else path, row))
                self.queue.append(into[-1])
            else:
                into.append(self._pile(path, [row]))
        if rows[room:]:
            into.append(self._pile(path, rows[room:]))
        into.extend(unmade)

    def _tell(self, root: DrawnPart) -> None:
        """Write down beside the parts what is known of them: notes of the trace, values, and reasons of cuts."""
        parts = [part for part in parts_of(root) if part.kind is not None and part.forced]
        by_search = [
            one.notes({step for part in parts if (step := part.steps[i]) is not None})
            for i, one in enumerate(self.columns.seen)
        ]
        for part in parts:
            pairs = zip(by_search, part.steps, strict=True)
            part.notes = tuple(NOTHING if step is None else notes.get(step, NOTHING) for notes, step in pairs)
            part.values = tuple(one.history(part.row) for one in self.backed_up)
            part.vain = self.columns.vain(part.row)
            part.reasons = tuple(one.reasons.get(part.row, "") for one in self.backed_up)
        for part in _best(root):
            part.is_best = True


def _best(root: DrawnPart) -> Iterator[DrawnPart]:
    """The parts of the principal variation of each search, as far as they are drawn."""
    for who in range(len(root.values)):
        part: DrawnPart | None = root
        while part is not None:
            yield part
            best = part.values[who][-1][2] if part.values and part.values[who] else -1
            part = next((one for one in part.children if one.path[-1] == best and one.kind is not None), None)
