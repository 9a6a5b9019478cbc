"""A game and what was seen of it, as columns: the one model that all pictures of it are drawn from.

A row is a node. Rows are in preorder, so that a subtree is a range of rows, and how many leaves of it were looked at by
whom is a difference of two running totals. One pass over what is there of the game makes them. Nothing here forces or
recurses.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, count, repeat
from operator import eq, mul
from typing import Any, NamedTuple

from lazytree.games.game import End, Game, Max, Min
from lazytree.games.scores import printable, score_text
from lazytree.games.traversals import children_so_far, known_score
from lazytree.games.walking import place
from lazytree.pictures.search_steps import Note, Seen
from strictcheck import is_forced
from strictcheck.errors import DemandError
from strictcheck.pictures import Layer, Raised, class_of

Rows = tuple[int, ...]  # where a node is in the demand of each search, -1 where the search never looked at it


class Split(NamedTuple):
    """Leaves by who looked at them; not `exact` if nobody can tell how many there are. One search is `both`."""

    both: int
    first: int
    second: int
    never: int
    exact: bool

    @property
    def total(self) -> int | None:
        """The number of leaves, None if nobody can tell."""
        return sum(self[:4]) if self.exact else None

    @property
    def weight(self) -> float:
        """The number of leaves, or a guess: half as many again as are known."""
        return sum(self[:4]) if self.exact else 1.5 * sum(self[:4])

    def looked(self, who: int) -> int:
        """The number of leaves that this search looked at."""
        return self.both + self[1 + who]


KINDS: dict[type, type] = {Max: Max, Min: Min, End: End}
NOTHING: dict[int, int] = {}
Node = tuple[int, Any, Rows, int]
"""A row to be made: the index among its neighbours, the part of the game, where it was seen, the breadth."""


class GameColumns:
    """The nodes of a game that are known, from the demands of one search or two, and from the game if it is given.

    By row: `kinds` (Max, Min, End, or None where that is not known); `parents`, `depths`, `indices` among their
    children, and `ends` of subtrees; `breadths`, more than 1 for neighbours of which nothing is known, 0 for moves that
    nobody asked for; `before`, the breadth of all leaves of the rows before. `names` are those of the searches.

    Raises `DemandError` if a demand is no demand on a game, or not on this one.
    """

    def __init__(self, seen: Sequence[Seen], game: Game[Any] | None) -> None:
        self.seen = seen
        self.names = [one.name for one in seen]
        self.kinds: list[type | None] = []
        self.parents, self.depths, self.indices, self.breadths = array("q"), array("q"), array("q"), array("q")
        self.rows: list[Rows] = []
        self.parts: list[Any] = []
        self.ends = array("q")
        self._fill((0, game, tuple(0 if one.demand else -1 for one in seen), 1))
        widths = [*map(mul, map(eq, self.ends, count(1)), self.breadths)]
        for row in (row for row, breadth in enumerate(self.breadths) if not breadth):
            # A node of which only that is known that it has moves is as wide as a leaf.
            widths[row] = int(self.parents[row] == row - 1)
        self.before = [*accumulate(widths, initial=0)]

    def __len__(self) -> int:
        return len(self.kinds)

    def _fill(self, root: Node) -> None:
        """Make the rows, each followed by all that is below it."""
        first, last = _classes(self.seen[0]), _classes(self.seen[-1])
        kinds, all_rows, parts = self.kinds, self.rows, self.parts
        parents, depths, indices, breadths, ends = self.parents, self.depths, self.indices, self.breadths, self.ends
        way: list[tuple[int, Iterator[Node]]] = [(-1, iter([root]))]
        while way:
            parent, nodes = way[-1]
            depth = len(way) - 1
            for index, part, rows, breadth in nodes:
                parents.append(parent)
                indices.append(index)
                depths.append(depth)
                breadths.append(breadth)
                all_rows.append(rows)
                parts.append(part)
                kind = KINDS.get(type(part))
                if kind is None or kind is not (first[rows[0]] or kind) or kind is not (last[rows[-1]] or kind):
                    kind = self._kind(part, rows)
                kinds.append(kind)
                ends.append(len(kinds))
                if kind is Max or kind is Min:
                    way.append((len(kinds) - 1, self._children(part, rows)))
                    break
            else:
                way.pop()
                ends[parent] = len(kinds)  # of what is above the root, that of the last row

    def _kind(self, part: Any, rows: Rows) -> type | None:
        """The kind of the last node, which a demand says, or else the game. It has to be the same in both."""
        for one, row in zip(self.seen, rows, strict=True):
            if row >= 0:
                layer = one.layers[row]
                found = _kind_of(class_of(layer))
                if isinstance(layer, Raised):
                    return End
                if found is None:
                    raise DemandError(f"at {self._place()}: {layer!r} is no layer of a game; expected Max, Min or End")
                if not (part is None or type(part) is found or isinstance(part, found)):
                    raise DemandError(
                        f"at {self._place()}: the demand has {found.__name__} there, and the game "
                        f"{type(part).__name__}; draw it with the game that was observed"
                    )
                return found
        return None if part is None or not is_forced(part) else _kind_of(type(part))

    def _place(self) -> str:
        return place(self.path(len(self.parents) - 1))

    def _children(self, part: Any, rows: Rows) -> Iterator[Node]:
        """The children that are known."""
        known, complete = children_so_far(part)
        if complete and max(rows) < 0:
            return zip(count(), known, repeat(rows), repeat(1), strict=False)
        looked = [one.children.get(row, NOTHING) for one, row in zip(self.seen, rows, strict=False)]
        end = len(known)
        for own in looked:
            if not complete or (own and max(own) >= end):
                return self._apart(known, complete, rows, looked)
        places = range(end)
        found = [map(one.get, places, repeat(-1)) for one in looked]
        return zip(places, known, zip(*found, strict=False), repeat(1), strict=False)

    def _apart(self, known: Sequence[Any], complete: bool, rows: Rows, looked: list[dict[int, int]]) -> Iterator[Node]:
        """The children that are known; neighbours of which nothing is known are one row, as are moves not asked for."""
        lengths = [one.length(own) for one, own in zip(self.seen, rows, strict=True)]
        end = max(len(known), *(length for length, _ in lengths))
        nobody, start = (-1,) * len(looked), 0
        if len(known) == end:
            places: Iterable[int] = range(end)
        else:
            places = sorted({*range(len(known)), *(index for own in looked for index in own)})
        for index in places:
            if start < index:
                yield start, None, nobody, index - start
            child = known[index] if index < len(known) else None
            yield index, child, tuple([own.get(index, -1) for own in looked]), 1
            start = index + 1
        if start < end:
            yield start, None, nobody, end - start
        if not (complete or any(closed for _, closed in lengths)):
            yield end, None, nobody, 0

    @cached_property
    def steps(self) -> list[array[int]]:
        """By search, then by row: the step of the look, 0 if there was none."""
        return self._by_search([one.steps for one in self.seen])

    @cached_property
    def orders(self) -> list[array[int]]:
        """By search, then by row: the number among the leaves whose score was looked at, 0 for other nodes."""
        return self._by_search([one.orders for one in self.seen])

    @cached_property
    def cuts(self) -> list[array[int]]:
        """By search, then by row: when the search left the node for good, 0 if it looked at all of its children."""
        return self._by_search([one.cuts for one in self.seen])

    @property
    def lasts(self) -> list[int]:
        """The last steps of the searches."""
        return [one.last for one in self.seen]

    def _by_search(self, columns: Sequence[array[int]]) -> list[array[int]]:
        """Numbers by search and row, from numbers by search and row of its demand; 0 where it never looked."""
        padded = [array("q", [*column, 0]) for column in columns]  # so that -1 finds the 0
        return [array("q", [column[own[who]] for own in self.rows]) for who, column in enumerate(padded)]

    @cached_property
    def _totals(self) -> list[array[int]]:
        """The number of leaves of each sort before each row: both, first, second, never, and not known."""
        sorts, alone = array("b", bytes(len(self))), len(self.orders) == 1
        for row, (kind, one, other) in enumerate(zip(self.kinds, self.orders[0], self.orders[-1], strict=True)):
            if kind is End:
                sorts[row] = (1 if other or alone else 2) if one else 3 if other else 4
            elif kind is None:
                sorts[row] = 5
        return [array("q", accumulate(map(one.__eq__, sorts), initial=0)) for one in range(1, 6)]

    def split(self, start: int, end: int) -> Split:
        """The leaves from row `start` to row `end`."""
        *counts, unknown = (total[end] - total[start] for total in self._totals)
        both, first, second, never = counts
        return Split(both, first, second, never, unknown == 0)

    @property
    def total(self) -> int | None:
        """The number of leaves of the game, None if nobody can tell."""
        return None if None in self.kinds else self.kinds.count(End)

    def vain(self, row: int) -> str:
        """The witness that a node was looked at in vain, by all that looked at it; nothing if it was not."""
        looked = [one.vain.get(own, "") for one, own in zip(self.seen, self.rows[row], strict=True) if own >= 0]
        return looked[0] if looked and all(looked) else ""

    def notes(self, row: int) -> tuple[Note, ...]:
        """The look of each search at a node, as its trace tells it."""
        return tuple(one.note(own) for one, own in zip(self.seen, self.rows[row], strict=True))

    def is_forced(self, row: int) -> bool:
        """True if any search looked at the node."""
        return max(self.rows[row]) >= 0

    def lacks_score(self, row: int) -> bool:
        """True of a leaf that was looked at, but whose score was not: it is not counted as looked at."""
        return self.kinds[row] is End and self.is_forced(row) and not any(orders[row] for orders in self.orders)

    def children(self, row: int) -> Iterator[int]:
        """The rows of the children of a node."""
        child = row + 1
        while child < self.ends[row]:
            yield child
            child = self.ends[child]

    def path(self, row: int) -> tuple[int, ...]:
        """The child indices from the root."""
        found: list[int] = []
        while row > 0:
            found.append(self.indices[row])
            row = self.parents[row]
        return tuple(reversed(found))

    def cut_of(self, row: int) -> tuple[int, ...]:
        """Return, by search, when it left the nearest node above that it had looked at; 0 if there is none."""
        found = []
        for who in range(len(self.seen)):
            at = self.parents[row]
            while at >= 0 and self.rows[at][who] < 0:
                at = self.parents[at]
            found.append(self.cuts[who][at] if at >= 0 else 0)
        return tuple(found)

    def score(self, row: int) -> str:
        """The score of a leaf as text, `_` if nobody has computed it yet."""
        for one, own in zip(self.seen, self.rows[row], strict=True):
            if own >= 0 and isinstance(layer := one.layers[own], Raised):
                return f"raised {layer.cls.__name__}"
            if own in one.scores:
                if isinstance(found := _looked_at(one, own), Layer):
                    return printable(one.demand.at(one.demand.path(one.scores[own])).pretty(max_layers=8))
                return score_text(found)
        return "_" if self.is_forced(row) or self.parts[row] is None else score_text(known_score(self.parts[row]))

    def value(self, row: int) -> Any:
        """The score of a leaf as a value. Raises `LookupError` if it is not known, or none to compare."""
        for one, own in zip(self.seen, self.rows[row], strict=True):
            if own in one.scores and not isinstance(found := _looked_at(one, own), Layer):
                return found
        part = self.parts[row]
        if part is None or not is_forced(part) or not is_forced(part.score):
            raise LookupError(row)
        return part.score


def _kind_of(cls: type) -> type | None:
    return KINDS.get(cls) or next((kind for kind in KINDS if issubclass(cls, kind)), None)


def _looked_at(seen: Seen, row: int) -> Any:
    """The score of a leaf by its row in a demand: the value, or the layer of one that was looked at in part."""
    layer = seen.layers[seen.scores[row]]
    return layer.value if isinstance(layer, Layer) and layer.is_whole else layer


def _classes(seen: Seen) -> list[type | None]:
    """The classes of layers by row; None at -1, where nobody looked."""
    return [*[getattr(layer, "cls", object) for layer in seen.layers], None]
