"""A scene: what there is to draw of a game and what was seen of it, as a small tree of `DrawnPart`s.

Terminal, SVG and HTML draw the same kind of scene; `painting` makes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lazytree.pictures.game_columns import GameColumns, Split
from lazytree.pictures.search_steps import Note

State = str
"""The state that a part is drawn in: `forced` if one search is shown; if two are, forced by `both`, by the `first` only
or the `second` only; `hidden` if forced, but collapsed for want of room; `cut` if nobody looked at it; `unmade` for the
moves of a node that nobody asked for, of which it is not known how many there are."""


@dataclass(slots=True, eq=False)
class DrawnPart:
    """A node to draw, at `path` (child indices from the root), or a pile: neighbours that are collapsed.

    `kind` is Max, Min or End; None for a pile of `breadth` neighbours. `row` and `end` are the rows of the columns that
    it stands for, `split` the leaves in them. `folded` are the parts that a pile opens to, if they are there to be
    drawn. By search that is shown: `steps` and `orders` as in `Seen`, None where it did not look; `cuts`, the step in
    which the search left what is above for good; of a node, `left`, when it left the node itself with children that it
    had not looked at, and the `reasons`; `values`, what was known of it from which steps on, and the best move; and the
    `notes`. `vain` is the witness of a look in vain, nothing if there was none. `is_best` is true of the nodes in the
    principal variation, from which a search has the value of the game.
    """

    path: tuple[int, ...]
    state: State
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
    def order(self) -> int | None:
        """The place of a leaf in the order of forcing, as the first search that looked at it has it."""
        return next((order for order in self.orders if order is not None), None)

    @property
    def value(self) -> str:
        """The bounds or value of a node in the end; of two searches that know different ones, first the first's."""
        return " | ".join(dict.fromkeys(known[-1][1] for known in self.values if known))


@dataclass(frozen=True, slots=True)
class Scene:
    """A tree of parts, and what is said above it.

    By search that is shown: its name, how many leaves it forced, how many steps it took, and its result as text.
    `columns` is the model that the parts were taken from.
    """

    root: DrawnPart
    columns: GameColumns
    names: tuple[str, ...]
    forced_leaves: tuple[int, ...]
    steps: tuple[int, ...]
    results: tuple[str, ...]
    all_leaves: int | None


def state_of(steps: tuple[int | None, ...]) -> State:
    """The state of a part that one search, or two, looked at in these steps.

    >>> state_of((3,)), state_of((3, None)), state_of((None, None))
    ('forced', 'first', 'cut')
    """
    match steps:
        case (None,) | (None, None):
            return "cut"
        case (_,):
            return "forced"
        case (_, None):
            return "first"
        case (None, _):
            return "second"
        case _:
            return "both"


def parts_of(root: DrawnPart, *, folded: bool = True) -> Iterator[DrawnPart]:
    """All parts from `root` down, parents first, without recursion; with what they open to, if `folded`."""
    todo = [root]
    while todo:
        part = todo.pop()
        yield part
        todo.extend(reversed(part.children))
        todo.extend(reversed(part.folded if folded else ()))
