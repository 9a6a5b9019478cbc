"""Lattices, as minimax needs them: join for Max, meet for Min, and folds of both whose elements are delayed.

A lattice here is an object with operations, not a base class for elements, so that numbers, sets and functions can be
elements of several lattices. Read `Lattice` to write your own; `lazytree.laws` checks that it is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from lazytree.games.scores import BOTTOM, TOP

__all__ = ["Dual", "Lattice", "Order"]

L = TypeVar("L")


class Lattice(Protocol[L]):
    """Two operations, `join` and `meet`, that are associative, commutative, idempotent and absorb each other.

    The folds `joins` and `meets` take functions of no arguments. These here ask every one of them, from the left; a
    lattice that can tell the answer early overrides them and asks fewer. Derive from this class to inherit them.
    """

    def join(self, one: L, other: L, /) -> L:
        """The least element that is above both: what Max makes of two choices."""
        ...

    def meet(self, one: L, other: L, /) -> L:
        """The greatest element that is below both: what Min makes of two choices."""
        ...

    def leq(self, low: L, high: L, /) -> bool:
        """Whether `low` is below `high`, or the same."""
        return bool(self.join(high, low) == high)

    def joins(self, delayed: Iterable[Callable[[], L]], /) -> L:
        """The join of one or more elements, each computed when it is its turn."""
        return _folded(self.join, delayed)

    def meets(self, delayed: Iterable[Callable[[], L]], /) -> L:
        """The meet of one or more elements, each computed when it is its turn."""
        return _folded(self.meet, delayed)


def _folded(operation: Callable[[L, L], L], delayed: Iterable[Callable[[], L]]) -> L:
    elements = iter(delayed)
    first = next(elements, None)
    if first is None:
        raise ValueError("a fold of no elements: expected at least one, since a lattice need not have a least one")
    folded = first()
    for element in elements:
        folded = operation(folded, element())
    return folded


@dataclass(frozen=True)
class Order(Lattice[L], Generic[L]):
    """Any total order as a lattice: join is the greater, meet the lesser, and of two equals the first.

    `key` is as in `sorted`. `BOTTOM` and `TOP` are welcome among the elements, and no key is asked of them. Both
    arguments are forced, the first one first.

    >>> Order().join(2, 3), Order(key=len).meet("aaa", "bb"), Order().join(-5, BOTTOM)
    (3, 'bb', -5)
    """

    key: Callable[[L], Any] | None = None

    def _rank(self, element: L) -> Any:
        return element if self.key is None or element is BOTTOM or element is TOP else self.key(element)

    def leq(self, low: L, high: L, /) -> bool:
        """Whether `low` is not after `high`."""
        return bool(self._rank(low) <= self._rank(high))

    def join(self, one: L, other: L, /) -> L:
        """The greater of both, the first of equals."""
        return one if self._rank(one) >= self._rank(other) else other

    def meet(self, one: L, other: L, /) -> L:
        """The lesser of both, the first of equals."""
        return one if self._rank(one) <= self._rank(other) else other


@dataclass(frozen=True)
class Dual(Lattice[L], Generic[L]):
    """The lattice upside down: its join is the other's meet, and the other way round. Forces as the other does.

    >>> Dual(Order()).join(2, 3)
    2
    """

    lattice: Lattice[L]

    def leq(self, low: L, high: L, /) -> bool:
        """Whether `low` is above `high` in the lattice that is upside down here."""
        return self.lattice.leq(high, low)

    def join(self, one: L, other: L, /) -> L:
        """The meet of the other."""
        return self.lattice.meet(one, other)

    def meet(self, one: L, other: L, /) -> L:
        """The join of the other."""
        return self.lattice.join(one, other)

    def joins(self, delayed: Iterable[Callable[[], L]], /) -> L:
        """The meets of the other."""
        return self.lattice.meets(delayed)

    def meets(self, delayed: Iterable[Callable[[], L]], /) -> L:
        """The joins of the other."""
        return self.lattice.joins(delayed)
