"""Counts of values that are not made: how many inputs a partial value stands for.

Shapes are counted by generating functions: the coefficients of a domain say how many values it has by size and by the
number of symbolic elements in them (Flajolet and Sedgewick, *Analytic Combinatorics*, 2009, chapter I). Two values are
counted once if their elements are in the same order.

The elements are symbols of some totally ordered type: scores, keys. They have no value. When two are compared for the
first time, the trail decides between less, equal and greater, whichever are consistent with the answers so far; implied
answers are no choices. So a run that never compares two elements stands for all their orders. These are weak orders
(orders with ties), of which there are 1, 3, 13, 75, 541, 4,683, 47,293 (OEIS A000670): the surjective monotone maps
from a partial order to a chain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache

from strictcheck.errors import StrictCheckError
from strictcheck.exhaustive.domains import Domain, Symbols, reachable
from strictcheck.trail import Trail

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


Key = tuple[int, ...]
LESS, EQUAL, GREATER = -1, 0, 1
SIGNS = (LESS, EQUAL, GREATER)


class KnownOrder:
    """Weak order of elements 0, 1, ... as far as it is known: classes of equals, and which are above which.

    `up[i]` has a bit for each class above class `i`, and is closed under transitivity; a class is named after one of
    its elements, and `rank[i]` is the class of element `i`.

    >>> trail = Trail((0, 0))  # twice "less"
    >>> order, _ = KnownOrder(trail), trail.next_run()
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
        self.rank.append(number)
        self.up.append(0)
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
        classes = [k for k, of in enumerate(self.rank) if of == k]
        return tuple(sum(1 << at for at, c in enumerate(classes) if self.up[k] >> c & 1) for k in classes)

    def heights(self) -> list[int]:
        """Return a number for each element, consistent with the known order: the longest chain below it."""
        by_above = sorted(set(self.rank), key=lambda k: -self.up[k].bit_count())
        height: dict[int, int] = {}
        for k in by_above:  # a class below k has more classes above it than k, so it comes first
            height[k] = max((height[low] + 1 for low in height if self.up[low] >> k & 1), default=0)
        return [height[rank] for rank in self.rank]


@lru_cache(maxsize=100_000)
def extensions(order: Key, more: int) -> int:
    """Count the weak orders, consistent with `order`, of its elements and `more` others.

    >>> [extensions((), more) for more in range(6)]
    [1, 1, 3, 13, 75, 541]
    >>> extensions((0b10, 0), 1)  # of 13 orders of three elements, those with the first below the second
    5
    """
    return sum(count * _count_insertions(classes, more) for classes, count in weak_orders(order).items())


@cache
def _count_insertions(classes: int, more: int) -> int:
    """Count the ways to insert `more` elements into a chain of `classes`: each joins a class, or makes one in a gap."""
    ways = [1] * (more + 1)  # ways to insert none, into chains of this many classes and up
    for longest in range(more, 0, -1):
        ways = [(classes + i) * ways[i] + (classes + i + 1) * ways[i + 1] for i in range(longest)]
    return ways[0]


@lru_cache(maxsize=100_000)
def weak_orders(order: Key) -> dict[int, int]:
    """Count the weak orders of the elements of a partial order, by the number of classes; see `KnownOrder.key`."""
    below = [sum(1 << low for low, above in enumerate(order) if above >> high & 1) for high in range(len(order))]
    ways: dict[int, Counter[int]] = {0: Counter({0: 1})}
    everything = (1 << len(order)) - 1
    # Classes from the lowest: sets of placed elements in the order of their masks, for a set comes before those above.
    for placed in range(everything + 1):
        counts = ways.pop(placed, None) if placed < everything else None
        if counts is None:
            continue
        ready = [k for k, low in enumerate(below) if not placed >> k & 1 and low & ~placed == 0]
        for chosen in _nonempty_subsets(ready):
            target = ways.setdefault(placed | chosen, Counter())
            for classes, count in counts.items():
                target[classes + 1] += count
    return dict(ways[everything])


def _nonempty_subsets(elements: list[int]) -> Iterator[int]:
    """Yield all nonempty subsets, as masks. Elements that are ready together are incomparable, so any may be equal."""
    masks = [0]
    for element in elements:
        masks += [mask | 1 << element for mask in masks]
    return iter(masks[1:])
