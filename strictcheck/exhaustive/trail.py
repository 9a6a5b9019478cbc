"""Choices of a run, and the next run: depth first; and the order of elements, which they decide.

A run asks the trail for each decision. The next run gets the same answers up to the last choice that has another
alternative, and there the next one; so the runs together go through every sequence of choices once. A *prefix*, the
first choices of a sequence, stands for all runs that begin with it; prefixes are handed to other processes and written
to files.

The elements are symbols of some totally ordered type: scores, keys. They have no value. When two are compared for the
first time, the trail decides between less, equal and greater, whichever are consistent with the answers so far; implied
answers are no choices. So a run that never compares two elements stands for all their orders.
"""

from __future__ import annotations

from collections.abc import Sequence

from strictcheck.errors import NotCertified

Prefix = tuple[int, ...]
Key = tuple[int, ...]
LESS, EQUAL, GREATER = -1, 0, 1
SIGNS = (LESS, EQUAL, GREATER)


class Trail:
    """Iteration over all sequences of choices that begin with `prefix`.

    >>> trail = Trail()
    >>> while trail.next_run():
    ...     print(trail.choose(2, "more?") and trail.choose(3, "which?"), trail.prefix)
    0 (0,)
    0 (1, 0)
    1 (1, 1)
    2 (1, 2)
    """

    __slots__ = ("_asked", "_chosen", "_fixed", "_position")

    def __init__(self, prefix: Sequence[int] = ()) -> None:
        self._chosen = list(prefix)
        # Alternatives and question of each choice; of a prefix only the answers are known, and the first run has these.
        self._asked: list[tuple[int, object]] = []
        self._fixed = len(self._chosen)
        self._position = -1  # there was no run yet

    def choose(self, alternatives: int, question: object) -> int:
        """Return the answer to `question`, from 0 up to but not including `alternatives`, which is 2 or more.

        Raises `NotCertified` if the run before asked another question after the same answers.
        """
        position = self._position
        self._position = position + 1
        if position == len(self._asked):
            self._asked.append((alternatives, question))
            if position == len(self._chosen):
                self._chosen.append(0)
        elif self._asked[position] != (alternatives, question):
            raise NotCertified(
                f"after the same answers, a run looked at part {question} where the run before looked at part "
                f"{self._asked[position][1]}; check properties that depend on their input alone"
            )
        if self._chosen[position] >= alternatives:
            raise NotCertified(
                f"choice {position} is {self._chosen[position]}, of {alternatives} alternatives: these choices were "
                "made by another property, or by one that does not depend on its input alone"
            )
        return self._chosen[position]

    def next_run(self) -> bool:
        """Prepare the next run; False if there is none.

        Raises `NotCertified` if the last run asked fewer questions than the one before it.
        """
        if self._position >= 0:
            self._check_finished()
            chosen = self._chosen
            while len(chosen) > self._fixed and chosen[-1] + 1 == self._asked[-1][0]:
                chosen.pop()
                self._asked.pop()
            if len(chosen) == self._fixed:
                return False
            chosen[-1] += 1
        self._position = 0
        return True

    def _check_finished(self) -> None:
        if self._position < len(self._chosen):
            raise NotCertified(
                f"after the same answers, a run ended where the run before looked on, at choice {self._position}; "
                "check properties that depend on their input alone"
            )

    @property
    def prefix(self) -> Prefix:
        """Choices of the last run, from the first: a run of this prefix is that run again."""
        return tuple(self._chosen)

    def rest(self) -> list[Prefix]:
        """Return prefixes that cover all remaining runs, each run once; the deepest, soonest first."""
        self._check_finished()
        return [
            (*self._chosen[:position], other)
            for position in range(len(self._chosen) - 1, self._fixed - 1, -1)
            for other in range(self._chosen[position] + 1, self._asked[position][0])
        ]


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
