"""A game and what was seen of it, as columns: the one model that all pictures of it are drawn from.

A row is a node. Rows are in preorder, so that a subtree is a range of rows, and how many leaves of it were looked at by
whom is counted in that range. One pass over what is there of the game makes them. Nothing here forces or
recurses.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain, count, repeat
from operator import eq, mul
from typing import Any, NamedTuple

from lazytree.games.game import End, Game, Max, Min
from lazytree.games.scores import printable, score_text
from lazytree.games.traversals import children_so_far
from lazytree.games.walking import place
from lazytree.pictures.search_steps import KINDS, Note, Seen, kind_of_node
from strictcheck import is_forced
from strictcheck.errors import DemandError
from strictcheck.pictures import Layer, Raised, class_of

Looked = dict[int, int]  # by place among the children, the row in a demand of those that were looked at


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


NOTHING: Looked = {}


class Neighbours(NamedTuple):
    """In the place of so many parts of a game, of which nothing is known; of 0, for moves that nobody asked for."""

    breadth: int


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
        self.parents = array("q")
        self.rows = [array("q") for _ in seen]
        self.parts: list[Any] = []
        self._fill(game)
        self.breadths = array("q", [part.breadth if type(part) is Neighbours else 1 for part in self.parts])
        self.ends = self._ends()
        widths = [*map(mul, map(eq, self.ends, count(1)), self.breadths)]
        for row in (row for row, breadth in enumerate(self.breadths) if not breadth):
            # A node of which only that is known that it has moves is as wide as a leaf.
            widths[row] = int(self.parents[row] == row - 1)
        self.before = [*accumulate(widths, initial=0)]

    def __len__(self) -> int:
        return len(self.kinds)

    def _fill(self, root: Any) -> None:
        """Make the rows, each followed by all that is below it; what is still to be made stands in stacks."""
        starts = [[0 if one.demand else -1] for one in self.seen]
        searches = [*zip(self.rows, starts, map(Seen.kinds, self.seen), strict=True)]
        kinds, parts, parents, next_parts, next_parents = self.kinds, self.parts, self.parents, [root], [-1]
        while next_parts:
            part = next_parts.pop()
            parts.append(part)
            parents.append(next_parents.pop())
            kind, is_certain = KINDS.get(type(part)), True
            for rows, next_rows, own_kinds in searches:
                row = next_rows.pop()
                rows.append(row)
                found = own_kinds[row]
                if part is None and kind is None:
                    kind = found
                is_certain = is_certain and (found is None or found is kind)
            if not is_certain or kind is None or kind is object:
                kind = self._kind(part)
            kinds.append(kind)
            if kind is Max or kind is Min:
                known, looked = self._children(part)
                next_parts.extend(reversed(known))
                next_parents.extend(repeat(len(kinds) - 1, len(known)))
                places = range(len(known) - 1, -1, -1)
                for own, (_, next_rows, _) in zip(looked, searches, strict=True):
                    next_rows.extend(map(own.get, places, repeat(-1)) if own else repeat(-1, len(known)))

    def _ends(self) -> array[int]:
        parents, ends = self.parents, array("q", range(1, len(self) + 1))
        for row in range(len(self) - 1, 0, -1):
            if ends[parents[row]] < ends[row]:
                ends[parents[row]] = ends[row]
        return ends

    @cached_property
    def depths(self) -> array[int]:
        """By row, the number of the rows above it."""
        depths = [0]
        for parent in self.parents[1:]:
            depths.append(depths[parent] + 1)
        return array("q", depths)

    @cached_property
    def indices(self) -> array[int]:
        """By row, the index among the children."""
        indices, following = array("q"), array("q", bytes(8 * len(self) + 8))  # of what is above the root, the last
        for part, parent in zip(self.parts, self.parents, strict=True):
            indices.append(following[parent])
            following[parent] += part.breadth if type(part) is Neighbours else 1
        return indices

    def _kind(self, part: Any) -> type | None:
        """The kind of the last node, which a demand says, or else the game. It has to be the same in both."""
        for one, rows in zip(self.seen, self.rows, strict=True):
            if rows[-1] >= 0:
                layer = one.layers[rows[-1]]
                found = kind_of_node(class_of(layer))
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
        return None if part is None or not is_forced(part) else kind_of_node(type(part))

    def _place(self) -> str:
        return place(self.path(len(self.parents) - 1))

    def _children(self, part: Any) -> tuple[Sequence[Any], Sequence[Looked]]:
        """The children that are known of the last node, and for each search its rows of them."""
        known, complete = children_so_far(part)
        looked = [one.children.get(rows[-1], NOTHING) for one, rows in zip(self.seen, self.rows, strict=True)]
        for own in looked:
            if not complete or (own and max(own) >= len(known)):
                return self._apart(known, complete, looked)
        return known, looked

    def _apart(
        self, known: Sequence[Any], complete: bool, looked: Sequence[Looked]
    ) -> tuple[Sequence[Any], Sequence[Looked]]:
        """The children that are known; neighbours of which nothing is known are one row, as are moves not asked for."""
        lengths = [one.length(rows[-1]) for one, rows in zip(self.seen, self.rows, strict=True)]
        end, start = max(len(known), *(length for length, _ in lengths)), 0
        parts: list[Any] = []
        found: list[Looked] = [{} for _ in looked]
        if any(len(own) == end for own in looked):  # there is nothing between them
            parts, found, start = [*known, *repeat(None, end - len(known))], [*looked], end
        for index in sorted({*range(len(known)), *chain(*looked)}) if start < end else ():
            if start < index:
                parts.append(Neighbours(index - start))
            for own, rows in zip(looked, found, strict=True):
                if index in own:
                    rows[len(parts)] = own[index]
            parts.append(known[index] if index < len(known) else None)
            start = index + 1
        if start < end:
            parts.append(Neighbours(end - start))
        if not (complete or any(closed for _, closed in lengths)):
            parts.append(Neighbours(0))
        return parts, found

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
        return [array("q", [column[row] for row in rows]) for column, rows in zip(padded, self.rows, strict=True)]

    @cached_property
    def _sorts(self) -> bytearray:
        """By row, 1 to 5 for a leaf, by who looked: both, first, second, nobody, and for what is not known; else 0."""
        sorts, alone = bytearray(len(self)), len(self.orders) == 1
        for row, (kind, one, other) in enumerate(zip(self.kinds, self.orders[0], self.orders[-1], strict=True)):
            if kind is End:
                sorts[row] = (1 if other or alone else 2) if one else 3 if other else 4
            elif kind is None:
                sorts[row] = 5
        return sorts

    def split(self, start: int, end: int) -> Split:
        """The leaves from row `start` to row `end`."""
        both, first, second, never, unknown = (self._sorts.count(sort, start, end) for sort in range(1, 6))
        return Split(both, first, second, never, unknown == 0)

    @property
    def total(self) -> int | None:
        """The number of leaves of the game, None if nobody can tell."""
        return None if None in self.kinds else self.kinds.count(End)

    def _own(self, row: int) -> Iterator[tuple[Seen, int]]:
        """The searches, each with the row of a node in its demand, -1 if it never looked at it."""
        return zip(self.seen, (rows[row] for rows in self.rows), strict=True)

    def vain(self, row: int) -> str:
        """The witness that a node was looked at in vain, by all that looked at it; nothing if it was not."""
        looked = [one.vain.get(own, "") for one, own in self._own(row) if own >= 0]
        return looked[0] if looked and all(looked) else ""

    def notes(self, row: int) -> tuple[Note, ...]:
        """The look of each search at a node, as its trace tells it."""
        return tuple(one.note(own) for one, own in self._own(row))

    def is_forced(self, row: int) -> bool:
        """True if any search looked at the node."""
        return any(rows[row] >= 0 for rows in self.rows)

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

    def score(self, row: int) -> str:
        """The score of a leaf as text, `_` if nobody has computed it yet."""
        for one, own in self._own(row):
            if own >= 0 and isinstance(layer := one.layers[own], Raised):
                return f"raised {layer.cls.__name__}"
            if own in one.scores:
                if isinstance(found := one.score(own), Layer):
                    return printable(one.demand.at(one.demand.path(one.scores[own])).pretty(max_layers=8))
                return score_text(found)
        return "_" if self.is_forced(row) or self.parts[row] is None else score_text(self.parts[row].score)

    def value(self, row: int) -> Any:
        """The score of a leaf as a value. Raises `LookupError` if it is not known, or none to compare."""
        for one, own in self._own(row):
            if own in one.scores and not isinstance(found := one.score(own), Layer):
                return found
        part = self.parts[row]
        if part is None or not is_forced(part) or not is_forced(part.score):
            raise LookupError(row)
        return part.score
