"""Number of leaves that alpha-beta looks at on uniform trees: exactly, at best, and on the average; published trees.

All but `simulated_leaves`, which is for comparison, are computed from formulas, with whole numbers and fractions, and
search no tree. Branching is the number of moves in each position, depth that of plies;
all raise `ValueError` for a branching below 1 and a depth below 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import reduce
from itertools import product, zip_longest
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple, TypeAlias

from lazytree.games.game import Game
from lazytree.games.leaf_log import log_leaves
from lazytree.games.making import check_shape, from_nested, unfold, uniform
from lazytree.searches.minimax_and_alphabeta import alphabeta

__all__ = ["ELEVEN", "PI", "Simulated", "critical_leaves", "exhausting_game", "expected_leaves", "f1_minimum", "growth"]
__all__ += ["minimum_leaves", "node_type", "ordered_game", "simulated_leaves"]

PI = uniform(3, 4, map(int, "314159265358979323846264338327950288419716939937510582097494459230781640628620899"))
"""Knuth and Moore's tree: four plies of three moves each, its leaves the first 81 digits of pi."""

ELEVEN = from_nested([[7, [9, 2]], [[18, 9], 31], [17, [[12, 17], 45], 72]])
"""Tree of 11 tips in Bird and Hughes."""

Polynomial: TypeAlias = list[int]
"""Coefficients, that of x^0 first."""


def minimum_leaves(branching: int, depth: int) -> int:
    """Return the fewest leaves that determine the value of a uniform tree: those alpha-beta sees if it is well ordered.

    Source: Levin, in Knuth and Moore, *An analysis of alpha-beta pruning* (1975), Corollary 1; also Slagle and Dixon
    (1969).

    >>> minimum_leaves(40, 5)
    65599
    """
    check_shape("minimum_leaves", branching, depth)
    return int(branching ** (depth - depth // 2) + branching ** (depth // 2) - 1)


def f1_minimum(branching: int, depth: int) -> int:
    """Return the number of leaves of a perfectly ordered uniform tree that `f1`, without deep cutoffs, looks at.

    Source: Knuth and Moore (1975), section 7: a(d) = a(d-1) + (b-1) a(d-2).

    >>> [f1_minimum(2, depth) for depth in range(7)]
    [1, 2, 3, 5, 8, 13, 21]
    """
    check_shape("f1_minimum", branching, depth)
    shorter, this = 1, branching
    for _ in range(depth):
        shorter, this = this, this + (branching - 1) * shorter
    return shorter


def node_type(path: Iterable[int]) -> int | None:
    """Return the type, 1, 2 or 3, of a critical node, given as child indices from the root; None for any other node.

    Nodes of type 1 are the root and the first child of a type 1; of type 2 the other children of a type 1 and all of a
    type 3; of type 3 the first child of a type 2, whose other children are not critical. Source: Knuth and Moore
    (1975), section 6.

    >>> node_type([]), node_type([0, 0]), node_type([0, 1]), node_type([0, 1, 0]), node_type([0, 1, 1])
    (1, 1, 2, 3, None)
    """
    kind = 1
    for index in path:
        if kind == 2 and index > 0:
            return None
        kind = {1: 1 if index == 0 else 2, 2: 3, 3: 2}[kind]
    return kind


def critical_leaves(branching: int, depth: int) -> Iterator[tuple[int, ...]]:
    """Yield the critical leaves of a uniform tree, from left to right: those seen if the best move comes first.

    >>> list(critical_leaves(2, 2))
    [(0, 0), (0, 1), (1, 0)]
    """
    check_shape("critical_leaves", branching, depth)
    return (path for path in product(range(branching), repeat=depth) if node_type(path) is not None)


def expected_leaves(branching: int, depth: int) -> Fraction:
    """Return the mean number of leaves that alpha-beta looks at if the leaves of a uniform tree are in random order.

    Exact, by polynomial arithmetic of degree about branching^depth, which makes the cost. Sources: Baudet,
    *On the branching factor of the alpha-beta pruning algorithm* (1978); Pearl, *The solution for the branching
    factor of the alpha-beta pruning algorithm and its optimality* (1982).

    >>> expected_leaves(2, 2), expected_leaves(2, 3)
    (Fraction(11, 3), Fraction(719, 105))
    """
    check_shape("expected_leaves", branching, depth)
    f, odd, even = [0, 1], [1], [1]
    for ply in range(1, depth + 1):
        powers = [[1]]
        for _ in range(branching):
            powers.append(_times(powers[-1], f))
        r = reduce(_plus, powers[:-1])
        f = _plus([1], [-coefficient for coefficient in powers[-1]])
        odd, even = (_times(odd, r), even) if ply % 2 else (odd, _times(even, r))
    slope = [power * coefficient for power, coefficient in enumerate(odd)][1:]
    return Fraction(branching ** (depth // 2)) + _integral(_times(slope, even))


def _plus(one: Polynomial, other: Polynomial) -> Polynomial:
    return [a + b for a, b in zip_longest(one, other, fillvalue=0)]


def _times(one: Polynomial, other: Polynomial) -> Polynomial:
    result = [0] * max(len(one) + len(other) - 1, 0)
    for power, factor in enumerate(one):
        if factor:
            for place, coefficient in enumerate(other, power):
                result[place] += factor * coefficient
    return result


def _integral(polynomial: Polynomial) -> Fraction:
    """Integrate from 0 to 1."""
    return sum((Fraction(coefficient, power + 1) for power, coefficient in enumerate(polynomial)), Fraction())


def growth(branching: int) -> float:
    """Return the branching factor R*: in the long run, one more ply multiplies the mean number of leaves by it.

    xi / (1 - xi), where xi is the positive root of x^b + x - 1; found by halving. Source: Pearl (1982), as above.

    >>> round(growth(2), 3), round(growth(40), 3)
    (1.618, 14.203)
    """
    if branching < 1:
        raise ValueError(f"growth(branching={branching!r}): expected a number of moves, 1 or more")
    low, high = 0.0, 1.0
    while low < (middle := (low + high) / 2) < high:
        low, high = (low, middle) if middle**branching + middle > 1 else (middle, high)
    return low / (1 - low)


def exhausting_game(branching: int, depth: int) -> Game[int]:
    """Make a uniform tree of which alpha-beta looks at every leaf: each one can change the value when its turn comes.

    All leaves below a move of Max are better for him than all below the moves before; for Min, the other way round.
    Lazy, as `unfold` is. Its leaves are a permutation.

    >>> exhausting_game(2, 2) == uniform(2, 2, [1, 0, 3, 2])
    True
    """
    check_shape("exhausting_game", branching, depth)
    return _sorted_game(branching, depth, rising=0)


def ordered_game(branching: int, depth: int) -> Game[int]:
    """Make a uniform tree in which the best move comes first, so that alpha-beta looks at the critical leaves only.

    The exhausting game in a mirror. Lazy, as `unfold` is. Its leaves are a permutation.

    >>> ordered_game(2, 2) == uniform(2, 2, [2, 3, 0, 1])
    True
    """
    check_shape("ordered_game", branching, depth)
    return _sorted_game(branching, depth, rising=1)


def _sorted_game(branching: int, depth: int, rising: int) -> Game[int]:
    """Make scores with a digit for each ply, the first counting most; digits rise at plies of parity `rising`.

    A position is the digits so far, as a number, and the ply.
    """

    def moves(position: tuple[int, int]) -> Iterator[tuple[int, int]]:
        number, ply = position
        digits = range(branching) if ply % 2 == rising else range(branching - 1, -1, -1)
        return ((branching * number + digit, ply + 1) for digit in digits)

    return unfold((0, 0), moves=moves, score=lambda position: position[0], depth=depth)


class Simulated(NamedTuple):
    """Mean of a simulation, and its margin: half the width of its 99.9 % confidence interval."""

    mean: float
    margin: float

    def covers(self, expected: float | Fraction) -> bool:
        """Return True if `expected` lies in the confidence interval.

        >>> Simulated(10.0, 0.5).covers(10.4)
        True
        """
        return abs(self.mean - float(expected)) <= self.margin


def simulated_leaves(branching: int, depth: int, games: int, seed: int = 0) -> Simulated:
    """Return the mean number of leaves of alpha-beta on random trees, each a permutation of branching^depth scores.

    Equal seeds give equal trees. Raises `ValueError` for fewer than two games, which have no spread.

    >>> simulated_leaves(2, 2, games=200).covers(expected_leaves(2, 2))
    True
    """
    if games < 2:
        raise ValueError(f"simulated_leaves(games={games!r}): expected 2 or more, to tell the spread")
    check_shape("simulated_leaves", branching, depth)
    random, scores = Random(seed), list(range(branching**depth))
    counts = []
    for _ in range(games):
        random.shuffle(scores)
        counts.append(len(log_leaves(alphabeta, uniform(branching, depth, scores))[1]))
    return Simulated(fmean(counts), 3.2905 * stdev(counts) / games**0.5)
