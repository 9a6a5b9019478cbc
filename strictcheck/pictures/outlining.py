"""From demands to lines: what is drawn one by one, and what is counted.

However big a demand is, its lines are few. Many elements that are alike are one pattern. Neighbours that nobody looked
at are one line with their count, and what there is no room for is counted too, nearest the root drawn first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from strictcheck.pictures.lines import LONGEST, Line, Look, Part, Slots, flat, shortened, slots_of, text_of
from strictcheck.pictures.patterns import pattern_of

__all__ = ["lines_of"]

FEW_DRAWN = 20  # where no more lines than that are drawn below one, a pattern stands in place of the elements


def lines_of(parts: Iterable[Part], *, room: int, depth: int, widest: int) -> list[Line]:
    """A line for each part, with the lines below it: `room` in all, `depth` deep, `widest` below one, more or less.

    >>> from strictcheck import Demand
    >>> part = Part("xs", Demand.parse("[1, _, _, _]"))
    >>> [(line.label, line.text) for _, line in flat(lines_of([part], room=9, depth=9, widest=9))]
    [('xs', 'list of 4'), ('[0]', '1'), ('[1] … [3]', '3 more, not looked at')]
    """
    return _Drawer(room, depth, widest).drawn([_Tree(part) for part in parts])


class _Tree:
    """A part with what is asked of its rows again and again."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.layers = part.demand._tree.layers
        self.sizes = part.demand._tree.sizes()  # how many rows there are at and below each

    def line(self, row: int, label: str) -> Line:
        layer, part = self.layers[row], self.part
        slots = slots_of(layer, part.demand.children(row))
        look = Look.OPENED if slots.keys or slots.absent or slots.beyond else Look.SEEN
        return Line(label, shortened(text_of(layer)), look, part.numbers.get(row), part.wheres.get(row, ""))


class _Drawer:
    def __init__(self, room: int, depth: int, widest: int) -> None:
        self.room = room
        self.depth = depth
        self.widest = widest
        self.queue: deque[tuple[_Tree, int, Line, int]] = deque()

    def drawn(self, trees: Iterable[_Tree]) -> list[Line]:
        lines = [self._begun(tree) for tree in trees]
        while self.queue:
            self._open(*self.queue.popleft())
        return lines

    def _begun(self, tree: _Tree) -> Line:
        if not tree.layers:
            return Line(shortened(tree.part.name), "not looked at", Look.UNSEEN)
        if tree.part.brief:
            return Line(shortened(tree.part.name), shortened(tree.part.demand.pretty(), 4 * LONGEST), Look.OPENED)
        line = tree.line(0, shortened(tree.part.name))
        self.queue.append((tree, 0, line, 1))
        return line

    def _open(self, tree: _Tree, row: int, line: Line, depth: int) -> None:
        """The parts of a row: those that were looked at while there is room, and counts of all others."""
        children = tree.part.demand.children(row)
        slots = slots_of(tree.layers[row], children)
        forced = _in_order(slots.keys, children)
        if depth < self.depth and (pattern := pattern_of(tree.part.demand, tree.layers, forced, len(slots.keys))):
            line.lines.append(pattern)
            self.room -= sum(1 for _ in flat([pattern]))
            if self.widest <= FEW_DRAWN:
                line.lines += _last(slots, max(0, min(self.room, self.widest)))
                return
        drawn = forced[: max(0, min(self.room, self.widest))] if depth < self.depth else []
        self.room -= len(drawn)
        position = 0
        for at, child in drawn:
            self._leave_out(line, slots, position, at)
            line.lines.append(tree.line(child, shortened(slots.label(slots.keys[at]))))
            self.queue.append((tree, child, line.lines[-1], depth + 1))
            position = at + 1
        rest = [child for _, child in forced[len(drawn) :]]
        if rest:
            line.lines.append(Line("", _left(rest, tree), Look.LEFT_OUT))
            unseen = len(slots.keys) - position - len(rest)
            line.lines += [Line("", f"{unseen:,} more, not looked at", Look.UNSEEN)] if unseen else []
        else:
            self._leave_out(line, slots, position, len(slots.keys))
        line.lines += _last(slots, max(0, min(self.room, self.widest)))

    def _leave_out(self, line: Line, slots: Slots, start: int, end: int) -> None:
        """The parts from `start` to `end`, which nobody looked at."""
        if end - start <= max(1, min(slots.apart, self.room)):
            names = [shortened(slots.label(slots.keys[at])) for at in range(start, end)]
            line.lines += [Line(name, "not looked at", Look.UNSEEN) for name in names]
        else:
            first, last = (shortened(slots.label(slots.keys[at]), LONGEST // 3) for at in (start, end - 1))
            line.lines.append(Line(f"{first} … {last}", f"{end - start:,} more, not looked at", Look.UNSEEN))
        self.room -= end > start


def _in_order(keys: Sequence[Any], children: dict[Any, int]) -> list[tuple[int, int]]:
    """The place among `keys` and the row of each part that was looked at."""
    if isinstance(keys, range):
        return sorted(children.items())
    return [(at, children[key]) for at, key in enumerate(keys) if key in children]


def _left(rest: list[int], tree: _Tree) -> str:
    inside = sum(tree.sizes[row] for row in rest) - len(rest)
    return f"{len(rest):,} more, looked at" + (f", and {inside:,} inside" if inside else "")


def _last(slots: Slots, room: int) -> Iterator[Line]:
    """Lines for keys that were asked for and are not there, and for those out of sight."""
    shown = slots.absent[:room]
    yield from (Line(shortened(name), "not there", Look.ABSENT) for name in shown)
    if len(slots.absent) > len(shown):
        yield Line("", f"{len(slots.absent) - len(shown):,} more, asked for and not there", Look.ABSENT)
    if slots.beyond:
        yield Line("", slots.beyond, Look.UNSEEN)
