"""Scenes: the parts of a game that are drawn one by one, and those that are collapsed, as a small tree.

Terminal, SVG and HTML draw a scene, which is small however big the game is. Many neighbours that were cut off are
collapsed at once, and what lies beyond the budget after that, nearest the root first. Collapsed parts may be painted
too, on a budget of their own, for whoever can open them. Nothing forces or recurses.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lazytree.games.game import End
from lazytree.pictures.backed_up_values import SearchedGame
from lazytree.pictures.game_columns import Split
from lazytree.pictures.search_steps import Note

LUMP = 250  # parts that are painted at most when something is opened
FEW = 3
FARTHEST = 300  # plies; farther down, what is collapsed stays so, for every part has its path written beside it


@dataclass(slots=True, eq=False)
class DrawnPart:
    """A node to draw, at `path` (child indices from the root), or a pile: neighbours that are collapsed.

    `state` is `forced` if one search is shown; if two are, `both`, `first` or `second`, by who forced it; `hidden` if
    forced, but collapsed for want of room; `cut` if nobody looked at it; `unmade` for the moves of a node that nobody
    asked for, of which it is not known how many there are.

    `kind` is Max, Min or End; None for a pile of `breadth` neighbours. `row` and `end` are the rows of the columns that
    it stands for, `split` the leaves in them. `folded` are the parts that a pile opens to, if they are there to be
    drawn. By search that is shown: `steps` and `orders` as in `Seen`, None where it did not look; `cuts`, the step in
    which the search left what is above for good; of a node, `left`, when it left the node itself with children that it
    had not looked at, and the `reasons`; the `values` and `windows` that were known of it from which steps on, as
    `BackedUp` has them; and the `notes`. `vain` is the witness of a look in vain, nothing if there was none. `is_best`
    is true of the nodes in the principal variation, from which a search has the value of the game, and of a pile where
    that goes on.
    """

    path: tuple[int, ...]
    state: str
    kind: type | None = None
    score: str = ""
    steps: tuple[int | None, ...] = ()
    orders: tuple[int | None, ...] = ()
    notes: tuple[Note, ...] = ()
    breadth: int = 1
    row: int = 0
    end: int = 0
    split: Split | None = None
    cuts: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    reasons: tuple[str, ...] = ()
    values: tuple[list[tuple[int, str, int]], ...] = ()
    windows: tuple[list[tuple[int, str]], ...] = ()
    is_best: bool = False
    vain: str = ""
    children: list[DrawnPart] = field(default_factory=list)
    folded: list[DrawnPart] = field(default_factory=list)

    @property
    def forced(self) -> bool:
        """True if anybody looked at it."""
        return self.state not in ("cut", "unmade")

    @property
    def leaves(self) -> int | None:
        """The number of leaves of a pile, None if that is not known."""
        return self.split.total if self.split else None

    @property
    def value(self) -> str:
        """The bounds or value of a node in the end; of two searches that know different ones, first the first's."""
        return " | ".join(dict.fromkeys(known[-1][1] for known in self.values if known))


class Scene(NamedTuple):
    """A tree of parts, and the model that they were taken from."""

    root: DrawnPart
    columns: SearchedGame


class SceneLimits(NamedTuple):
    """Limits of a scene.

    About `room` parts, no deeper than `depth` plies; up to `apart` neighbours that were cut off one by one; up to
    `folded` parts more for whoever opens what is collapsed.
    """

    room: int = 80
    depth: int = 30
    apart: int = 4
    folded: int = 0


def state_of(steps: Sequence[int | None]) -> str:
    """The state of a part that one search, or two, looked at in these steps.

    >>> state_of((3,)), state_of((3, None)), state_of((None, None))
    ('forced', 'first', 'cut')
    """
    if not any(steps):
        return "cut"
    if len(steps) == 1:
        return "forced"
    return "both" if all(steps) else "first" if steps[0] else "second"


def parts_of(root: DrawnPart, *, folded: bool = True) -> Iterator[DrawnPart]:
    """All parts from `root` down, parents first, without recursion; with what they open to, if `folded`."""
    todo = [root]
    while todo:
        part = todo.pop()
        yield part
        todo.extend(reversed(part.children))
        todo.extend(reversed(part.folded if folded else ()))


def paint(columns: SearchedGame, scope: SceneLimits) -> Scene:
    """The scene of what was seen of a game, by one search or two.

    Without the game itself, cut-off parts are stubs; with it they have scores, and are counted.
    """
    root = _Painter(columns, scope).paint()
    for part in _best(root):
        part.is_best = True
    return Scene(root, columns)


class _Painter:
    def __init__(self, columns: SearchedGame, scope: SceneLimits) -> None:
        self.columns = columns
        self.scope = scope
        self.room = scope.room
        self.deepest = scope.depth
        self.queue: deque[DrawnPart] = deque()
        self.alike: deque[DrawnPart] = deque()  # looked at alike by two searches: their turn is last
        self.folds: deque[tuple[DrawnPart, list[int]]] = deque()

    def paint(self) -> DrawnPart:
        root = self._one((), 0)
        if self.columns.is_forced(0) or root.kind is End:
            self.queue.append(root)
        else:
            root = self._pile((), [0])
        self._paint_queue()
        self._paint_folds()
        return root

    def _paint_queue(self) -> None:
        while self.queue or self.alike:
            part = (self.queue or self.alike).popleft()
            if self._is_alike(part) and self.queue:
                self.alike.append(part)
                continue
            is_drawn = self.columns.is_forced if part.forced else self._is_known
            self._arrange(part.children, part.path, [*self.columns.children(part.row)], is_drawn)

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
            given = self.room = min(LUMP, left)
            self.deepest = len(part.path) + self.scope.depth
            is_drawn = self._is_known if part.state == "cut" else self.columns.is_forced
            self._arrange(part.folded, part.path[:-1], rows, is_drawn)
            self._paint_queue()
            left -= given - self.room
        self.folds.clear()

    def _is_known(self, row: int) -> bool:
        """True if there is more of the node to be drawn than a box."""
        return self.columns.kinds[row] is not None

    def _one(self, path: tuple[int, ...], row: int) -> DrawnPart:
        """A node by itself."""
        columns = self.columns
        steps = tuple(steps[row] or None for steps in columns.steps)
        part = DrawnPart(path, state_of(steps), columns.kinds[row], steps=steps, row=row, end=columns.ends[row])
        part.orders = tuple(orders[row] or None for orders in columns.orders)
        part.breadth, part.cuts = columns.breadths[row], self._cut_of(row)
        part.left = tuple(cuts[row] for cuts in columns.cuts)
        if part.breadth == 0:
            part.state = "unmade"
        if part.kind is End:
            part.score = columns.score(row)
        if part.kind is not None and part.forced:
            part.notes, part.vain = columns.notes(row), columns.vain(row)
            part.values = tuple(one.history(row) for one in columns.backed_up)
            part.windows = tuple(one.windows(row) for one in columns.backed_up)
            part.reasons = tuple(one.reasons.get(row, "") for one in columns.backed_up)
        return part

    def _cut_of(self, row: int) -> tuple[int, ...]:
        """Return, by search, when it left the nearest node above that it had looked at; 0 if there is none."""
        columns, found = self.columns, []
        for rows, cuts in zip(columns.rows, columns.cuts, strict=True):
            at = columns.parents[row]
            while at >= 0 and rows[at] < 0:
                at = columns.parents[at]
            found.append(cuts[at] if at >= 0 else 0)
        return tuple(found)

    def _arrange(
        self, into: list[DrawnPart], path: tuple[int, ...], rows: list[int], is_drawn: Callable[[int], bool]
    ) -> None:
        """Children one by one while there is room, if they are drawn; between them, piles; then the rest, collapsed.

        Moves that nobody asked for, of which there may be none, are the last part.
        """
        columns = self.columns
        unmade = [rows.pop()] if rows and columns.breadths[rows[-1]] == 0 else []
        wanted = [at for at, row in enumerate(rows) if is_drawn(row)]
        drawn = wanted[: max(self.room, 0)] if len(path) < self.deepest else []
        left = wanted[len(drawn) :]
        if len(left) <= FEW and all(columns.kinds[rows[at]] is End for at in left):
            drawn = wanted  # a few leaves take no more room than a mark in their place
        self.room -= len(drawn)
        start = 0
        for at in drawn:
            self._cut_off(into, path, rows[start:at])
            into.append(self._one((*path, columns.indices[rows[at]]) if rows[at] else path, rows[at]))
            self.queue.append(into[-1])
            start = at + 1
        if len(drawn) < len(wanted):
            into.append(self._pile(path, rows[start:]))
        else:
            self._cut_off(into, path, rows[start:])
        into.extend(self._one((*path, columns.indices[row]), row) for row in unmade)

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
        part = DrawnPart(own, "cut", row=first, end=end, split=columns.split(first, end), cuts=self._cut_of(first))
        part.breadth = 1 if shift is not None else sum(columns.breadths[row] for row in rows)
        part.steps = tuple(min((steps[row] for row in rows if steps[row]), default=None) for steps in columns.steps)
        if any(part.steps):
            part.state, part.breadth = "hidden", sum(map(columns.is_forced, rows))
        if any(map(self._is_known, rows)):
            self.folds.append((part, rows))
        return part


def _best(root: DrawnPart) -> Iterator[DrawnPart]:
    """The parts of the principal variation of each search, as far as they are drawn."""
    for who in range(len(root.values)):
        part: DrawnPart | None = root
        while part is not None:
            yield part
            best = part.values[who][-1][2] if part.values and part.values[who] else -1
            # A pile has the index of its first node.
            part = next((one for one in reversed(part.children) if one.path[-1] <= best), None)
