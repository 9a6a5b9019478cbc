"""Results of a search of a position: a value, or a bound on it, and whether it depends on an estimate.

Two questions are kept apart that engines like to mix up. *Is this the value, or a bound?* The window says. *Is it true
of the game, or only of the part that was looked at?* The depth limit says. The answer is exact if both are settled.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

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
