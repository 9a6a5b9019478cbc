"""What there is to draw of a game and what was seen of it, before anybody says how: a small tree of `Part`s.

Terminal, SVG and HTML draw the same kind of scene; `painting` makes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lazytree.pictures.seen import Note

__all__ = ["Part", "Scene", "State", "parts_of", "state_of"]

State = str
"""How a part is drawn: `forced` if one search is shown; if two are, forced by `both`, by the `first` or the `second`
only; `hidden` if forced, but collapsed for want of room; `cut` if nobody looked at it; `unmade` for the moves of a node
that nobody asked for, of which it is not known how many there are."""


@dataclass(slots=True, eq=False)
class Part:
    """One thing to draw, at `path` (child indices from the root).

    `kind` is Max, Min or End, or None for what stands for `breadth` neighbours that are collapsed. `leaves` is how many
    leaves these have (those that were forced, if they were), None if that is not known. `folded` are the parts that it
    opens to, if they are there to be drawn. By search that is shown: `steps` and `orders` as in `Seen`, for hidden
    parts the first of them, None where it did not look; and the `notes` on these steps.
    """

    path: tuple[int, ...]
    state: State
    kind: type | None = None
    score: str = ""
    steps: tuple[int | None, ...] = ()
    orders: tuple[int | None, ...] = ()
    notes: tuple[Note, ...] = ()
    breadth: int = 1
    leaves: int | None = None
    children: list[Part] = field(default_factory=list)
    folded: list[Part] = field(default_factory=list)

    @property
    def forced(self) -> bool:
        """Whether anybody looked at it."""
        return self.state not in ("cut", "unmade")

    @property
    def order(self) -> int | None:
        """The place of a leaf in the order of forcing, as the first search that looked at it has it."""
        return next((order for order in self.orders if order is not None), None)


@dataclass(frozen=True, slots=True)
class Scene:
    """The root of what is drawn; the names of the searches that are shown; by search, how many leaves it forced, and in
    how many steps; and how many leaves there are, if that is known."""

    root: Part
    names: tuple[str, ...]
    forced_leaves: tuple[int, ...]
    steps: tuple[int, ...]
    all_leaves: int | None


def state_of(steps: tuple[int | None, ...]) -> State:
    """The state of a part of which it is known in which steps one search, or two, looked at it.

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


def parts_of(root: Part, *, folded: bool = True) -> Iterator[Part]:
    """All parts from `root` down, parents first, without recursion; with what they open to, if `folded`."""
    todo = [root]
    while todo:
        part = todo.pop()
        yield part
        todo.extend(reversed(part.children))
        todo.extend(reversed(part.folded if folded else ()))
