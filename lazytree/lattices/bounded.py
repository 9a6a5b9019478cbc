"""Lattices for minimax: join for Max, meet for Min, and folds of both over delayed elements.

A lattice here is an object with operations, not a base class for elements, so that numbers, sets and functions can be
elements of several lattices. Read `Lattice` to write your own; `lazytree.laws` checks that it is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from lazytree.games.scores import BOTTOM, TOP

L = TypeVar("L")


class Lattice(Protocol[L]):
    """Two operations, `join` and `meet`, that are associative, commutative, idempotent and absorb each other.

    The folds `joins` and `meets` take functions of no arguments. These here call every one of them, from the left; a
    lattice that can tell the answer early overrides them and calls fewer. Derive from this class to inherit them.
    """

    def join(self, one: L, other: L, /) -> L:
        """Return the least element that is above both: Max's value of two choices."""
        ...

    def meet(self, one: L, other: L, /) -> L:
        """Return the greatest element that is below both: Min's value of two choices."""
        ...

    def leq(self, low: L, high: L, /) -> bool:
        """Return True if `low` is below `high`, or equal to it."""
        return bool(self.join(high, low) == high)

    def joins(self, delayed: Iterable[Callable[[], L]], /) -> L:
        """Return the join of one or more elements, each computed when the fold comes to it."""
        return _all_together(self.join, delayed)

    def meets(self, delayed: Iterable[Callable[[], L]], /) -> L:
        """Return the meet of one or more elements, each computed when the fold comes to it."""
        return _all_together(self.meet, delayed)


def _all_together(operation: Callable[[L, L], L], delayed: Iterable[Callable[[], L]]) -> L:
    elements = iter(delayed)
    first = next(elements, None)
    if first is None:
        raise ValueError("a fold of no elements: expected at least one, since a lattice need not have a least one")
    result = first()
    for element in elements:
        result = operation(result, element())
    return result


@dataclass(frozen=True)
class Order(Lattice[L], Generic[L]):
    """Total order as a lattice: join is the greater, meet the lesser, and of two equals the first.

    `key` is as in `sorted`. `BOTTOM` and `TOP` may be among the elements, and `key` is not called for them. Both
    arguments are forced, the first one first.

    >>> Order().join(2, 3), Order(key=len).meet("aaa", "bb"), Order().join(-5, BOTTOM)
    (3, 'bb', -5)
    """

    key: Callable[[L], Any] | None = None

    def _rank(self, element: L) -> Any:
        return element if self.key is None or element is BOTTOM or element is TOP else self.key(element)

    def leq(self, low: L, high: L, /) -> bool:
        """Return True if `low` is not after `high`."""
        return bool(self._rank(low) <= self._rank(high))

    def join(self, one: L, other: L, /) -> L:
        """Return the greater of both, the first of equals."""
        return one if self._rank(one) >= self._rank(other) else other

    def meet(self, one: L, other: L, /) -> L:
        """Return the lesser of both, the first of equals."""
        return one if self._rank(one) <= self._rank(other) else other


@dataclass(frozen=True)
class Bools(Lattice[bool]):
    """The lattice of the two truth values: join is "or", meet is "and", and neither asks more than it has to.

    >>> Bools().join(False, True), Bools().meet(False, True)
    (True, False)
    """

    def join(self, one: bool, other: bool, /) -> bool:
        """Return True if one of the two is true."""
        return one or other

    def meet(self, one: bool, other: bool, /) -> bool:
        """Return True if both are true."""
        return one and other

    # Not any() and all(): C functions between two plies would use up the C stack of a deep game.

    def joins(self, delayed: Iterable[Callable[[], bool]], /) -> bool:
        """Return True if one is true; calls until one is."""
        for element in delayed:
            if element():
                return True
        return False

    def meets(self, delayed: Iterable[Callable[[], bool]], /) -> bool:
        """Return True if all are true; calls until one is not."""
        for element in delayed:
            if not element():
                return False
        return True


@dataclass(frozen=True)
class Dual(Lattice[L], Generic[L]):
    """Lattice upside down: its join is the meet of `lattice`, and the other way round. Forces as `lattice` does.

    >>> Dual(Order()).join(2, 3)
    2
    """

    lattice: Lattice[L]

    def leq(self, low: L, high: L, /) -> bool:
        """Return True if `low` is above `high` in `lattice`."""
        return self.lattice.leq(high, low)

    def join(self, one: L, other: L, /) -> L:
        """Return the meet in `lattice`."""
        return self.lattice.meet(one, other)

    def meet(self, one: L, other: L, /) -> L:
        """Return the join in `lattice`."""
        return self.lattice.join(one, other)

    def joins(self, delayed: Iterable[Callable[[], L]], /) -> L:
        """Return the fold by meet in `lattice`."""
        return self.lattice.meets(delayed)

    def meets(self, delayed: Iterable[Callable[[], L]], /) -> L:
        """Return the fold by join in `lattice`."""
        return self.lattice.joins(delayed)
