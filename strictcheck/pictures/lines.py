"""What there is to draw of demands, before anybody says how: a small tree of `Line`s.

Terminal, SVG and HTML draw the same lines. However big a demand is, its lines are few: neighbours that nobody looked at
are one line with their count, and what there is no room for is counted too, nearest the root drawn first. Nothing here
forces or recurses.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from strictcheck.demands import Demand
from strictcheck.kinds.atom_text import atom_text
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.table import told_keys
from strictcheck.names import name_of

__all__ = ["Line", "Look", "Part", "flat", "lines_of", "shortened"]

LONGEST = 60  # characters of a value or a key
FEW = 5  # so many keys and fields that nobody looked at are named one by one


class Look(Enum):
    """What became of a part."""

    SEEN = "looked at"
    OPENED = "looked at, and into"
    ABSENT = "asked for, and not there"
    UNSEEN = "never looked at"
    LEFT_OUT = "looked at, and not drawn"


@dataclass(slots=True, eq=False)
class Line:
    """One line: where the part stands in the one above, what is to be said of it, and the lines of its own parts.

    `number` tells when it was looked at, among the parts that have none of their own; `where` by which line of code.
    """

    label: str
    text: str
    look: Look
    number: int | None = None
    where: str = ""
    lines: list[Line] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Part:
    """A demand to be drawn under a name, with the number and the place in the code of rows that have one.

    What is `brief` is drawn elsewhere, and takes one line.
    """

    name: str
    demand: Demand
    numbers: Mapping[int, int] = field(default_factory=dict)
    wheres: Mapping[int, str] = field(default_factory=dict)
    brief: bool = False


class Slots(NamedTuple):
    """What a layer has room for: keys in order, how one is written, and how many holes are written one by one."""

    keys: Sequence[Any] = ()
    label: Callable[[Any], str] = str
    apart: int = 0
    absent: Sequence[str] = ()
    beyond: str = ""  # of what is not in sight at all


def shortened(text: str, longest: int = LONGEST) -> str:
    r"""`text` with escapes for what cannot be printed, and its middle left out if it is long.

    >>> shortened("a\nb\x1b\ud800"), shortened("0" * 1000, 9)
    ('a\\nb\\x1b\\ud800', '0000…0000')
    """
    half = longest // 2
    if len(text) > longest:
        text = f"{text[:half]}…{text[-half:]}"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def flat(lines: Iterable[Line]) -> Iterator[tuple[int, Line]]:
    """All lines from top to bottom, each with how deep it stands."""
    todo = [(0, line) for line in reversed([*lines])]
    while todo:
        depth, line = todo.pop()
        yield depth, line
        todo.extend((depth + 1, below) for below in reversed(line.lines))


def lines_of(parts: Iterable[Part], *, room: int, depth: int, widest: int) -> list[Line]:
    """A line for each part, with the lines below it: `room` in all, `depth` deep, `widest` below one, more or less.

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
        slots = _slots(layer, part.demand.children(row))
        look = Look.OPENED if slots.keys or slots.absent or slots.beyond else Look.SEEN
        return Line(label, shortened(_text(layer)), look, part.numbers.get(row), part.wheres.get(row, ""))


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
        slots = _slots(tree.layers[row], children)
        forced = _in_order(slots.keys, children)
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
    """What was asked for and is not there, and what is not in sight."""
    shown = slots.absent[:room]
    yield from (Line(shortened(name), "not there", Look.ABSENT) for name in shown)
    if len(slots.absent) > len(shown):
        yield Line("", f"{len(slots.absent) - len(shown):,} more, asked for and not there", Look.ABSENT)
    if slots.beyond:
        yield Line("", slots.beyond, Look.UNSEEN)


def _slots(layer: Any, children: dict[Any, int]) -> Slots:
    if not isinstance(layer, Layer):
        return Slots()
    absent = sorted(map(layer.label, layer.absent))
    few = 1 if layer.is_series else FEW
    return Slots(told_keys(layer, children), layer.label, few, absent, "" if layer.closed else layer.beyond)


def _text(layer: Any) -> str:
    """One layer in words, beside its parts."""
    return layer.words() if isinstance(layer, Layer) else atom_text(layer) or f"{name_of(type(layer))}()"
