"""Comparison of two searches on one game after another: value, demand, and order of looking."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from functools import cached_property
from typing import Any, NamedTuple

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


class Compared(NamedTuple):
    """Result of one game: how the two differ, if that is as expected, and how many leaves there are and each forced."""

    difference: Difference
    expected: bool
    leaves: int
    forced: tuple[int, int]

    @property
    def size(self) -> int:
        """Class of `SIZES` that the game is of."""
        return next(size for size in SIZES if self.leaves <= size)


@dataclass(slots=True)
class Tally:
    """Results of a comparison of two searches on many games, with the games to show, each with its rank."""

    first: Search
    second: Search
    relation: Relation = Relation.ORDER
    results: list[Compared] = field(default_factory=list)
    pictured: tuple[Any, Game[Any]] | None = None
    worst: tuple[Any, Game[Any]] | None = None

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
        leaves, (one, other) = count_leaves(game), comparison.leaves
        result = Compared(comparison.difference, comparison.satisfies(self.relation), leaves, (len(one), len(other)))
        rank, badness = _rank(leaves, comparison.leaves), (result.difference, -leaves)
        if self.pictured is None or rank > self.pictured[0]:
            self.pictured = rank, game
        if not result.expected and (self.worst is None or badness > self.worst[0]):
            self.worst = badness, game
        # Last, for a game that Ctrl-C left uncounted is compared again when the comparison goes on.
        self.results.append(result)

    def to_json(self) -> dict[str, Any]:
        """Return the results, and the games that are kept, as data that `json.dumps` can write; `restore` reads it."""
        kept = {"pictured": self.pictured, "worst": self.worst}
        games = {name: None if found is None else [found[0], to_json(found[1])] for name, found in kept.items()}
        return {"results": self.results, **games}

    def restore(self, data: dict[str, Any]) -> None:
        """Go on from the data of `to_json`; for a tally that has counted nothing yet."""
        self.results = [
            Compared(Difference(difference), expected, leaves, (one, other))
            for difference, expected, leaves, (one, other) in data["results"]
        ]
        self.pictured, self.worst = (
            None if found is None else (tuple(found[0]), from_json(found[1]))
            for found in (data["pictured"], data["worst"])
        )

    @property
    def differences(self) -> Counter[Difference]:
        """Numbers of games by the difference of the two."""
        return Counter(result.difference for result in self.results)

    def count_agreements(self, difference: Difference) -> int:
        """Count the games on which the two differ less than this."""
        return sum(result.difference < difference for result in self.results)

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
    """Return how well a game would do for a picture: of its size first, then by how much of it differs for the two.

    Best are as many leaves as possible of both sorts: those that only one looked at, and the rest; and, where the two
    agree, those that they looked at and those that they did not.
    """
    if leaves not in PICTURED:
        return False, -abs(leaves - PICTURED[0])
    apart, most = len({*forced[0]} ^ {*forced[1]}), max(map(len, forced))
    return True, 1_000 * apart * (leaves - apart) + most * (leaves - most)
