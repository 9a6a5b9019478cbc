"""Distributive lattices whose elements need not be comparable: power sets, and products of lattices."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from lazytree.games import Bounded
from lazytree.lattices import Lattice

A = TypeVar("A", bound=Hashable)


@dataclass(frozen=True)
class PowerSet(Lattice[frozenset[A]], Generic[A]):
    """Subsets of `universe`: join is union, meet is intersection. Max collects, Min takes away. Distributive."""

    universe: frozenset[A]

    def __init__(self, universe: Iterable[A]) -> None:
        object.__setattr__(self, "universe", frozenset(universe))

    @property
    def bounds(self) -> Bounded[frozenset[A]]:
        """Empty set and `universe`. Raises `BadWindow` if they are equal."""
        return Bounded(frozenset(), self.universe)

    def join(self, one: frozenset[A], other: frozenset[A], /) -> frozenset[A]:
        """Return the union."""
        return one | other

    def meet(self, one: frozenset[A], other: frozenset[A], /) -> frozenset[A]:
        """Return the intersection."""
        return one & other

    def leq(self, low: frozenset[A], high: frozenset[A], /) -> bool:
        """Return True if `low` is a subset of `high`."""
        return low <= high


@dataclass(frozen=True)
class Product(Lattice[tuple[Any, ...]]):
    """Tuples whose parts are elements of `lattices`, one for each: better in every part is better. Forces all parts.

    Distributive if all of `lattices` are, as orders are. The bounds to search with are tuples, too.
    """

    lattices: tuple[Lattice[Any], ...]

    def __init__(self, *lattices: Lattice[Any]) -> None:
        object.__setattr__(self, "lattices", lattices)

    def _parts(self, operation: str, one: tuple[Any, ...], other: tuple[Any, ...]) -> Iterable[Any]:
        for lattice, mine, yours in zip(self.lattices, one, other, strict=True):
            yield getattr(lattice, operation)(mine, yours)

    def join(self, one: tuple[Any, ...], other: tuple[Any, ...], /) -> tuple[Any, ...]:
        """Return the tuple of joins."""
        return tuple(self._parts("join", one, other))

    def meet(self, one: tuple[Any, ...], other: tuple[Any, ...], /) -> tuple[Any, ...]:
        """Return the tuple of meets."""
        return tuple(self._parts("meet", one, other))

    def leq(self, low: tuple[Any, ...], high: tuple[Any, ...], /) -> bool:
        """Return True if `low` is below in every part."""
        return all(self._parts("leq", low, high))
