"""Comparison of two searches on one game after another: value, demand, and order of looking."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from functools import cached_property
from typing import Any

from lazytree.games.game import Game
from lazytree.games.making import from_json, to_json
from lazytree.games.sampling import shrink
from lazytree.games.traversals import count_leaves, forced_leaves
from lazytree.searches.by_name import Search
from strictcheck import Observation, observe

# Classes of sizes to report, by the greatest number of leaves in each.
SIZES = {
    1: "1 leaf",
    10: "2 to 10 leaves",
    100: "11 to 100 leaves",
    1_000: "101 to 1,000 leaves",
    sys.maxsize: "over 1,000 leaves",
}

PICTURED = range(8, 21)
"""How many leaves a game has that is drawn."""


class Difference(IntEnum):
    """Degrees of difference of two searches on a game, the least first."""

    NONE = 0
    ORDER = 1
    DEMAND = 2
    VALUE = 3


class Relation(Enum):
    """Expected relation of a search to another; each includes equal values."""

    ORDER = "order"  # the same parts in the same order
    SAME = "same"  # the same parts
    PART = "part"  # no part that the other does not look at
    MORE = "more"  # every part that the other looks at
    VALUE = "value"  # any parts


@dataclass(frozen=True)
class Comparison:
    """Observations of two searches on one game."""

    first: Observation[Any]
    second: Observation[Any]

    @classmethod
    def of(cls, first: Search, second: Search, game: Game[Any]) -> Comparison:
        """Observe both searches on `game`. Raises the errors of the searches."""
        return cls(observe(first, game), observe(second, game))

    @cached_property
    def leaves(self) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """Leaves that each of them forced, in order."""
        return forced_leaves(self.first), forced_leaves(self.second)

    @cached_property
    def difference(self) -> Difference:
        """Worst difference between the two.

        >>> from lazytree import alphabeta, from_nested, minimax
        >>> Comparison.of(minimax, alphabeta, from_nested([[3, 5], [2, 9]])).difference
        <Difference.DEMAND: 2>
        """
        if self.first.result != self.second.result:
            return Difference.VALUE
        if self.first.demand != self.second.demand:
            return Difference.DEMAND
        first, second = self.leaves
        return Difference.NONE if first == second else Difference.ORDER

    def satisfies(self, relation: Relation) -> bool:
        """Return True if the first search relates to the second as expected.

        >>> from lazytree import alphabeta, from_nested, minimax
        >>> Comparison.of(alphabeta, minimax, from_nested([[3, 5], [2, 9]])).satisfies(Relation.PART)
        True
        """
        match relation:
            case Relation.ORDER:
                return self.difference is Difference.NONE
            case Relation.SAME:
                return self.difference < Difference.DEMAND
            case Relation.PART:
                return self.difference < Difference.VALUE and self.first.demand <= self.second.demand
            case Relation.MORE:
                return self.difference < Difference.VALUE and self.first.demand >= self.second.demand
            case Relation.VALUE:
                return self.difference < Difference.VALUE


@dataclass(slots=True)
class Tally:
    """Counts of a comparison of two searches on many games, with the games to show."""

    first: Search
    second: Search
    relation: Relation = Relation.ORDER
    games: int = 0
    as_expected: int = 0
    differences: Counter[Difference] = field(default_factory=Counter)
    sizes: Counter[int] = field(default_factory=Counter)
    all_leaves: Counter[int] = field(default_factory=Counter)
    forced: tuple[Counter[int], Counter[int]] = field(default_factory=lambda: (Counter(), Counter()))
    pictured: tuple[tuple[bool, int], Game[Any]] | None = None
    worst: tuple[tuple[int, int], Game[Any]] | None = None

    @classmethod
    def over(
        cls, first: Search, second: Search, games: Iterable[Game[Any]], relation: Relation = Relation.ORDER
    ) -> Tally:
        """Compare two searches on all of `games`. Forces each game in turn, and raises the errors of the searches.

        `relation` is expected of the first search; the worst game on which it fails is kept for the counterexample.

        >>> from lazytree import alphabeta, alphabeta_lattice
        >>> from lazytree.games.sampling import sample_games
        >>> Tally.over(alphabeta, alphabeta_lattice, sample_games(20, seed=1)).differences
        Counter({<Difference.NONE: 0>: 20})
        """
        tally = cls(first, second, relation)
        for game in games:
            tally.add(game)
        return tally

    def add(self, game: Game[Any]) -> None:
        """Compare the two searches on one more game. Forces all of it. If a search raises, nothing is counted."""
        comparison = Comparison.of(self.first, self.second, game)
        leaves, forced = count_leaves(game), [len(found) for found in comparison.leaves]
        difference = comparison.difference
        size = next(size for size in SIZES if leaves <= size)
        rank = _rank(leaves, comparison.leaves)
        pictured = (rank, game) if self.pictured is None or rank > self.pictured[0] else self.pictured
        expected = comparison.satisfies(self.relation)
        is_worse = not expected and (self.worst is None or (difference, -leaves) > self.worst[0])
        worst = ((difference, -leaves), game) if is_worse else self.worst
        differences, sizes = self.differences + Counter([difference]), self.sizes + Counter([size])
        all_leaves = self.all_leaves + Counter({size: leaves})
        first, second = (counter + Counter({size: n}) for counter, n in zip(self.forced, forced, strict=True))
        # One statement without a call: Ctrl-C leaves a game counted in all of these, or in none.
        self.games, self.as_expected, self.differences = self.games + 1, self.as_expected + expected, differences
        self.sizes, self.all_leaves, self.forced = sizes, all_leaves, (first, second)
        self.pictured, self.worst = pictured, worst

    def to_json(self) -> dict[str, Any]:
        """Return the counts, and the games that are kept, as data that `json.dumps` can write; `restore` reads it."""
        kept = {
            name: None if found is None else [*found[0], to_json(found[1])] for name, found in self._games_to_show()
        }
        counts = {name: list(counter.items()) for name, counter in self._counters()}
        return {"games": self.games, "as_expected": self.as_expected, **counts, **kept}

    def restore(self, data: dict[str, Any]) -> None:
        """Go on from the data of `to_json`; for a tally that has counted nothing yet."""
        self.games, self.as_expected = data["games"], data["as_expected"]
        for name, counter in self._counters():
            counter.update({Difference(key) if name == "differences" else key: count for key, count in data[name]})
        pictured, worst = data["pictured"], data["worst"]
        self.pictured = None if pictured is None else ((pictured[0], pictured[1]), from_json(pictured[2]))
        self.worst = None if worst is None else ((worst[0], worst[1]), from_json(worst[2]))

    def _counters(self) -> list[tuple[str, Counter[Any]]]:
        first, second = self.forced
        names = ("differences", "sizes", "all_leaves", "first", "second")
        return list(zip(names, (self.differences, self.sizes, self.all_leaves, first, second), strict=True))

    def _games_to_show(self) -> list[tuple[str, tuple[tuple[Any, ...], Game[Any]] | None]]:
        return [("pictured", self.pictured), ("worst", self.worst)]

    def count_agreements(self, difference: Difference) -> int:
        """Count the games on which the two differ less than this."""
        return sum(count for found, count in self.differences.items() if found < difference)

    def counterexample(self) -> Game[Any] | None:
        """Return the smallest game found that goes against the relation, and as badly as any; None if there is none.

        >>> from lazytree import alphabeta, from_nested, minimax
        >>> textbook = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
        >>> Tally.over(alphabeta, minimax, [textbook]).counterexample()
        Max([End(0), Min([End(0), End(0)])])
        """
        if self.worst is None:
            return None
        (difference, _), game = self.worst

        def differs(smaller: Game[Any]) -> bool:
            comparison = Comparison.of(self.first, self.second, smaller)
            return comparison.difference >= difference and not comparison.satisfies(self.relation)

        return shrink(game, differs)


def _rank(leaves: int, forced: Sequence[Sequence[Any]]) -> tuple[bool, int]:
    """How well a game would do for a picture: of its size first, then by how much of it is different for the two.

    Best are as many leaves as possible of both sorts: those that only one looked at, and the rest; and, where the two
    agree, those that they looked at and those that they did not.
    """
    if leaves not in PICTURED:
        return False, -abs(leaves - PICTURED[0])
    apart, most = len({*forced[0]} ^ {*forced[1]}), max(map(len, forced))
    return True, 1_000 * apart * (leaves - apart) + most * (leaves - most)
