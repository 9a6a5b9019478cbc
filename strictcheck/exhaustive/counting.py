"""Counts of values that are not made: how many inputs a partial value stands for.

Shapes are counted by generating functions: the coefficients of a domain say how many values it has by size and by the
number of symbolic elements in them (Flajolet and Sedgewick, *Analytic Combinatorics*, 2009, chapter I). Orders of the
elements are those that are consistent with the comparisons so far (`element_order`). Two values are counted once if
their elements are in the same order.
"""

from __future__ import annotations

from collections import Counter

from strictcheck.errors import StrictCheckError
from strictcheck.exhaustive.domains import Domain, Symbols, reachable
from strictcheck.exhaustive.element_order import Key, extensions

Polynomial = dict[tuple[int, int], int]
"""Number of values, by size beyond the least and by the number of symbolic elements."""


class Counts:
    """Numbers of values of a domain, and of all domains that it is made of, up to a size.

    >>> from strictcheck.exhaustive.domains import Sequences, SYMBOLS, values
    >>> Counts(Sequences(values(False, True)), 3).total()
    15
    >>> Counts(Sequences(SYMBOLS), 3).total()  # lengths 0 to 3, with 1 + 1 + 3 + 13 orders
    18
    """

    def __init__(self, domain: Domain, max_size: int) -> None:
        self.domain = domain
        self.spare = max_size - domain.least
        self.numbers = {each: number for number, each in enumerate(reachable(domain))}
        self._polynomials = self._solve()
        self._products: dict[tuple[tuple[int, ...], int], list[int]] = {}

    def _solve(self) -> list[Polynomial]:
        """Compute the coefficients of each domain, as the least fixed point of the equations of its layers."""
        domains = list(self.numbers)
        solution: list[Polynomial] = [{} for _ in domains]
        # Each round is right for one more size, except for layers that add nothing to it; these end earlier or never.
        for _ in range((max(self.spare, 0) + 2) * (len(domains) + 1)):
            found = [self._sum(domain, solution) for domain in domains]
            if found == solution:
                return solution
            solution = found
        raise StrictCheckError(
            f"{self.domain.name}: there are infinitely many values of the same size; give some layer a size"
        )

    def _sum(self, domain: Domain, solution: list[Polynomial]) -> Polynomial:
        """Add the layers, each the product of its parts."""
        if isinstance(domain, Symbols):
            return {(0, 1): 1}
        total: Counter[tuple[int, int]] = Counter()
        for layer in domain.upto(domain.least + self.spare):
            extra = layer.least - domain.least
            product: Polynomial = {(extra, 0): 1} if extra <= self.spare else {}
            for part in layer.domains:
                product = _times(product, solution[self.numbers[part]], self.spare)
            total.update(product)
        return dict(total)

    def completions(self, holes: tuple[int, ...], spare: int) -> list[int]:
        """Count the ways to fill the holes, by the number of elements in them; `holes[i]` are of the i-th domain.

        The parts that are filled in may be larger than the least that fit by `spare` in all.
        """
        key = holes, spare
        if key not in self._products:
            product: Polynomial = {(0, 0): 1}
            for number, times in enumerate(holes):
                for _ in range(times):
                    product = _times(product, self._polynomials[number], spare)
            ways = [0] * (1 + max((elements for _, elements in product), default=0))
            for (_, elements), count in product.items():
                ways[elements] += count
            self._products[key] = ways
        return self._products[key]

    def inputs(self, holes: tuple[int, ...], spare: int, order: Key) -> int:
        """Count the full values that a partial value stands for, with `order` known of its elements."""
        ways = self.completions(holes, spare)
        return sum(count * extensions(order, more) for more, count in enumerate(ways) if count)

    def total(self) -> int:
        """Count all full values, up to the size."""
        if self.spare < 0:
            return 0
        root = [0] * len(self.numbers)
        root[self.numbers[self.domain]] = 1
        return self.inputs(tuple(root), self.spare, ())


def _times(one: Polynomial, other: Polynomial, degree: int) -> Polynomial:
    product: Counter[tuple[int, int]] = Counter()
    for (size, elements), count in one.items():
        for (more_size, more_elements), more in other.items():
            if size + more_size <= degree:
                product[size + more_size, elements + more_elements] += count * more
    return dict(product)
