"""The transposition table: what was found out about positions, by their keys.

What comes out of it is as good as a search, because each entry says what it is (`Found`). *Is this the value, or a
bound?* The window says. *Is it true of the game, or only of the part that was looked at?* The depth limit says. The
answer is exact if both are settled. A table that forgets this looks right on most positions;
`lazytree.searches.known_bugs.UnsoundTable` is one.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar


class Table:
    """A table with room for `room` positions. One game, one table: keys tell the positions of one game apart.

    It may be kept from search to search, as deep as they may be. When it is full it is purged; if that leaves it more
    than half full, it grows to twice the room. An exact entry gives way to exact ones only.
    Raises `ValueError` for a room below 1.

    >>> from lazytree.engines.table_search import evaluate
    >>> from lazytree.engines.noughts import Noughts
    >>> table = Table()
    >>> evaluate(Noughts(), table=table).searched > 0, evaluate(Noughts(), table=table).searched
    (True, 0)
    """

    __slots__ = ("_kept", "room")

    def __init__(self, room: int = 1 << 18) -> None:
        if room < 1:
            raise ValueError(f"Table(room={room!r}): expected room for 1 position or more")
        self.room = room
        self._kept: dict[Hashable, Found[Any]] = {}

    def get(self, key: Hashable | None, depth: float) -> Found[Any] | None:
        """Return the entry with this key, if a search `depth` plies deep would find the same."""
        found = self._kept.get(key)
        return found if found is not None and found.holds_at(depth) else None

    def put(self, key: Hashable | None, found: Found[Any]) -> None:
        """Keep what was found; of a position whose key is None nothing is kept."""
        if key is None:
            return
        before = self._kept.get(key)
        if before is None and len(self._kept) >= self.room:
            self._make_room()
        if before is None or found.exact or not before.exact:
            self._kept[key] = found

    def _make_room(self) -> None:
        self.purge()
        if 2 * len(self._kept) > self.room:
            self.room *= 2

    def purge(self) -> int:
        """Forget everything but what is exact, which stays true for every search; returns how much was forgotten."""
        before = len(self._kept)
        self._kept = {key: found for key, found in self._kept.items() if found.exact}
        return before - len(self._kept)

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._kept

    def __repr__(self) -> str:
        return f"<Table of {len(self)} positions, room for {self.room}>"


M = TypeVar("M", bound=Hashable)


class Bound(Enum):
    """Relation of the value that a search returned to the value of the position.

    >>> Bound.of(5, alpha=3, beta=9), Bound.of(3, alpha=3, beta=9), Bound.of(9, alpha=3, beta=9)
    (<Bound.EXACT: '=='>, <Bound.UPPER: '<='>, <Bound.LOWER: '>='>)
    """

    EXACT = "=="
    LOWER = ">="
    UPPER = "<="

    @classmethod
    def of(cls, value: Any, alpha: Any, beta: Any) -> Bound:
        """Classify a value that a search in the window from `alpha` to `beta` returned."""
        if value >= beta:
            return cls.LOWER
        return cls.UPPER if value <= alpha else cls.EXACT


@dataclass(frozen=True, slots=True)
class Found(Generic[M]):
    """The position is worth `value`, or as much at least or at most, after a search `depth` plies deep.

    All as the mover sees it. It is `complete` if no guess is in it: every line that was looked into was looked into up
    to the end of the game. `move` is what the mover should play, as far as is known, or None where nothing was to
    choose.
    """

    value: float
    bound: Bound
    complete: bool
    depth: float
    move: M | None = None

    @property
    def exact(self) -> bool:
        """True if this is the value of the game from here, at any depth."""
        return self.complete and self.bound is Bound.EXACT

    def holds_at(self, depth: float) -> bool:
        """True if a search `depth` plies deep would find the same: this one was as deep, or reached all ends."""
        return self.depth == depth or (self.complete and self.depth < depth)

    def decides(self, alpha: Any, beta: Any) -> bool:
        """True if a search in this window is not needed: it would return the same, or stop at the same end."""
        match self.bound:
            case Bound.EXACT:
                return True
            case Bound.LOWER:
                return bool(self.value >= beta)
            case Bound.UPPER:
                return bool(self.value <= alpha)
