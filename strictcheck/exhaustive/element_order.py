"""Symbolic elements, whose order is decided as they are compared.

A `Symbol` is an element of some totally ordered type: a score, a key. It has no value. When two are compared
for the first time, a trail decides between less, equal and greater, whichever are consistent with the answers so
far; implied answers are no choices. So a run that never compares two elements stands for all their orders.
"""

from __future__ import annotations

from typing import NoReturn

from strictcheck.errors import SpecError
from strictcheck.exhaustive.trail import Trail

LESS, EQUAL, GREATER = -1, 0, 1
SIGNS = (LESS, EQUAL, GREATER)

Key = tuple[int, ...]


class Order:
    """Weak order of elements 0, 1, ... as far as it is known: classes of equals, and which are above which.

    `up[i]` has a bit for each class above class `i`, and is closed under transitivity; a class is named after one of
    its elements, and `rank[i]` is the class of element `i`. Both lists are replaced when they change, so that old ones
    can be put back.

    >>> trail = Trail((0, 0))  # twice "less"
    >>> order = Order(trail)
    >>> for _ in range(3):
    ...     _ = order.add()
    >>> order.sign(0, 1), order.sign(1, 2), order.sign(2, 0), trail.prefix
    (-1, -1, 1, (0, 0))
    """

    __slots__ = ("_trail", "rank", "up")

    def __init__(self, trail: Trail) -> None:
        self._trail = trail
        self.rank: list[int] = []
        self.up: list[int] = []

    def add(self) -> int:
        """Add an element of which nothing is known. Returns its number."""
        number = len(self.rank)
        self.rank = [*self.rank, number]
        self.up = [*self.up, 0]
        return number

    def sign(self, one: int, other: int) -> int:
        """Return -1 if element `one` is less than `other`, 0 if equal, 1 if greater; the trail decides open cases."""
        i, j = self.rank[one], self.rank[other]
        if i == j:
            return EQUAL
        if self.up[i] >> j & 1:
            return LESS
        if self.up[j] >> i & 1:
            return GREATER
        # The meaning of the answers must not depend on which of the two is on the left.
        return self._decide(i, j) if i < j else -self._decide(j, i)

    def _decide(self, i: int, j: int) -> int:
        sign = SIGNS[self._trail.choose(3, (i, j))]
        if sign == LESS:
            self._put_below(i, j)
        elif sign == GREATER:
            self._put_below(j, i)
        else:
            self._merge(i, j)
        return sign

    def _put_below(self, low: int, high: int) -> None:
        below, above = 1 << low, self.up[high] | 1 << high
        up = [mask | above if mask & below else mask for mask in self.up]
        up[low] |= above
        self.up = up

    def _merge(self, kept: int, gone: int) -> None:
        """Merge two classes. Classes above either of them are now above all classes below either of them."""
        own = self.up[kept] | self.up[gone]
        both, above = 1 << kept | 1 << gone, own | 1 << kept
        up = [(mask | above) & ~(1 << gone) if mask & both else mask for mask in self.up]
        up[kept], up[gone] = own, 0
        self.up = up
        self.rank = [kept if rank == gone else rank for rank in self.rank]

    def key(self) -> Key:
        """Return the known order without the names of the elements: for each class the bits of the classes above it."""
        rank = self.rank
        if all(rank[k] == k for k in range(len(rank))):
            return tuple(self.up)
        classes = [k for k, of in enumerate(rank) if of == k]
        return tuple(sum(1 << at for at, c in enumerate(classes) if self.up[k] >> c & 1) for k in classes)

    def heights(self) -> list[int]:
        """Return a number for each element, consistent with the known order: the longest chain below it."""
        by_above = sorted(set(self.rank), key=lambda k: -self.up[k].bit_count())
        height: dict[int, int] = {}
        for k in by_above:  # a class below k has more classes above it than k, so it comes first
            height[k] = max((height[low] + 1 for low in height if self.up[low] >> k & 1), default=0)
        return [height[rank] for rank in self.rank]


def refuse_operation(what: str) -> NoReturn:
    """Raise `SpecError`: an element has no value to do this with."""
    raise SpecError(
        f"{what}: an element of this type has no value here, only an order among its like; "
        "give the type a few values instead, as in of=Sequences(values(0, 1, 2))"
    )
