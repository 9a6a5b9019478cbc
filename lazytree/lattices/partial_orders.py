"""Lattices whose elements need not be comparable, and alpha-beta over them.

Scores may be sets of goals, or points in several categories: then two of them have a join and a meet, but neither has
to be the better one. Plain minimax makes sense over any lattice. Alpha-beta, `alphabeta_lattice` with such an `order`,
is right over the distributive ones, such as power sets and products of chains; over `M3` and `N5`, the two smallest
lattices that are not, its deep cutoffs give wrong values, and only pruning with one bound
(`lazytree.searches.one_bound`) is right.

Sources: Ginsberg and Jaffray, *Alpha-beta pruning under partial orders* (2002); Nipkow, *Alpha-Beta Pruning* (Archive
of Formal Proofs), who proved the distributive case.
"""

from __future__ import annotations

import itertools
import operator
from dataclasses import dataclass, field
from functools import reduce

from lazytree.errors import LawBroken
from lazytree.games.scores import Bounded
from lazytree.lattices.clamping import Lattice


@dataclass(frozen=True)
class FiniteLattice(Lattice[str]):
    """Lattice of a Hasse diagram, written as chains of one-letter elements from below to above: `"0a1 0b1"`.

    Raises `LawBroken` if two elements have no least upper bound, or no greatest lower one, or are above each other.

    >>> FiniteLattice("0a1 0b1").join("a", "b")
    '1'
    >>> FiniteLattice("0a1 0b")
    Traceback (most recent call last):
    ...
    lazytree.errors.LawBroken: FiniteLattice('0a1 0b') is no lattice: '1' and 'b' have no bound, or more than one; ...
    """

    diagram: str
    _above: dict[str, set[str]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        above = {element: {element} for element in self.elements}
        for _ in above:  # a path has no more steps than there are elements
            for low, high in itertools.chain.from_iterable(map(itertools.pairwise, self.diagram.split())):
                above[low] |= above[high]
        object.__setattr__(self, "_above", above)
        for one, other in itertools.product(above, repeat=2):
            self.join(one, other)
            self.meet(one, other)

    @property
    def elements(self) -> str:
        """All elements, in alphabetical order."""
        return "".join(sorted(set(self.diagram.replace(" ", ""))))

    @property
    def bounds(self) -> Bounded[str]:
        """Least and greatest element. Raises `BadWindow` if they are equal."""
        least, greatest = reduce(self.meet, self.elements), reduce(self.join, self.elements)
        return Bounded(least, greatest, below=operator.ne)  # letters need not rise in the order of the alphabet

    def leq(self, low: str, high: str, /) -> bool:
        """Return True if a path leads up from `low` to `high` in the diagram."""
        return high in self._above[low]

    def join(self, one: str, other: str, /) -> str:
        """Return the least element that is above both."""
        both = self._above[one] & self._above[other]
        return self._only(one, other, [found for found in both if both <= self._above[found]])

    def meet(self, one: str, other: str, /) -> str:
        """Return the greatest element that is below both."""
        both = {low for low, above in self._above.items() if {one, other} <= above}
        return self._only(one, other, [found for found in both if all(self.leq(low, found) for low in both)])

    def _only(self, one: str, other: str, found: list[str]) -> str:
        """Return the one bound that was found. Raises `LawBroken` if there is none, or another."""
        if len(found) == 1:
            return found[0]
        told = f"{one!r} and {other!r} have no bound, or more than one; write chains from below to above"
        raise LawBroken(f"FiniteLattice({self.diagram!r}) is no lattice: {told}, all with the same ends")


M3 = FiniteLattice("0a1 0b1 0c1")
"""The diamond: three elements between the least and the greatest, no two of which can be compared."""

N5 = FiniteLattice("0ab1 0c1")
"""The pentagon: a below b, and c beside both."""
