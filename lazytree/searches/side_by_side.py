"""Comparison of two searches on one game after another: value, demand, and order of looking.

A search may look at the same parts as another in another order, at fewer, or at some of them twice, and each of these
says something else about it; so a comparison has more answers than yes and no.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from lazytree.games.game import Game
from lazytree.games.leaf_log import Path
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


class Relation(StrEnum):
    """Relation of what one search looks at to what another does. Repeats are told apart from this."""

    SAME_ORDER = "same order"
    SAME_SET = "same set"
    SUBSET = "subset"
    SUPERSET = "superset"
    NEITHER = "neither"

    @classmethod
    def of(cls, one: Any, other: Any, *, in_order: bool) -> Relation:
        """Return the relation of two demands, or sets of leaves; `in_order` tells if both were read in one order.

        >>> Relation.of({1}, {1, 2}, in_order=False)
        <Relation.SUBSET: 'subset'>
        """
        if one == other:
            return cls.SAME_ORDER if in_order else cls.SAME_SET
        return cls.SUBSET if one <= other else cls.SUPERSET if one >= other else cls.NEITHER


SAME = {Relation.SAME_ORDER, Relation.SAME_SET}


def distinct(paths: Sequence[Path]) -> list[Path]:
    """The leaves without repeats, in the order of their first reading."""
    return list(dict.fromkeys(paths))


def relation_of(found: Sequence[Path], expected: Sequence[Path]) -> Relation:
    """Compare `found` with `expected`, repeats left aside: the first of the relations that is true.

    >>> relation_of([(0,), (1,), (0,)], [(0,), (1,)])
    <Relation.SAME_ORDER: 'same order'>
    >>> relation_of([(1,)], [(0,), (1,)]), relation_of([(2,), (1,)], [(1,), (2,)])
    (<Relation.SUBSET: 'subset'>, <Relation.SAME_SET: 'same set'>)
    """
    return Relation.of({*found}, {*expected}, in_order=distinct(found) == distinct(expected))


@dataclass(slots=True)
class DemandTally:
    """Leaves read on many games, counted against those of the reference."""

    relations: Counter[Relation] = field(default_factory=Counter)
    repeating: int = 0
    readings: int = 0
    leaves: int = 0
    expected: int = 0

    def add(self, found: Sequence[Path], expected: Sequence[Path]) -> None:
        """One more game."""
        unique = len(set(found))
        self.relations[relation_of(found, expected)] += 1
        self.repeating += unique < len(found)
        self.readings += len(found)
        self.leaves += unique
        self.expected += len(set(expected))

    @property
    def overall(self) -> Relation:
        """The strongest relation that is true of all games.

        >>> tally = DemandTally()
        >>> tally.add([(0,)], [(0,)])
        >>> tally.add([(0,)], [(0,), (1,)])
        >>> tally.overall
        <Relation.SUBSET: 'subset'>
        """
        found = set(self.relations)
        for relation in Relation:
            if found <= ({relation} if relation is Relation.SAME_ORDER else SAME | {relation}):
                return relation
        return Relation.NEITHER


class Compared(NamedTuple):
    """Result of one game: are values equal, how do demands relate, how many leaves are there and are forced by each?"""

    is_equal: bool
    relation: Relation
    leaves: int
    forced: tuple[int, int]

    @property
    def size(self) -> int:
        """Class of `SIZES` that the game is of."""
        return next(size for size in SIZES if self.leaves <= size)

    @property
    def badness(self) -> int:
        """A number for the difference: 3 if values differ, 2 if demands do, 1 for their order alone, or else 0."""
        return 3 if not self.is_equal else {Relation.SAME_ORDER: 0, Relation.SAME_SET: 1}.get(self.relation, 2)


@dataclass(frozen=True)
class Comparison:
    """Observations of two searches on one game."""

    first: Observation[Any]
    second: Observation[Any]
    game: Game[Any]

    @classmethod
    def of(cls, first: Search, second: Search, game: Game[Any]) -> Comparison:
        """Observe both searches on `game`. Raises the errors of the searches."""
        return cls(observe(first, game), observe(second, game), game)

    @cached_property
    def leaves(self) -> tuple[list[Path], list[Path]]:
        """Leaves that each of them forced, in order."""
        return forced_leaves(self.first), forced_leaves(self.second)

    @cached_property
    def result(self) -> Compared:
        """Result of comparing the two. Forces all of the game.

        >>> from lazytree import alphabeta, from_nested, minimax
        >>> Comparison.of(minimax, alphabeta, from_nested([[3, 5], [2, 9]])).result
        Compared(is_equal=True, relation=<Relation.SUPERSET: 'superset'>, leaves=4, forced=(4, 3))
        """
        one, other = self.leaves
        relation = Relation.of(self.first.demand, self.second.demand, in_order=one == other)
        is_equal = self.first.result == self.second.result
        return Compared(is_equal, relation, count_leaves(self.game), (len(one), len(other)))


@dataclass(slots=True)
class Tally:
    """Results of a comparison of two searches on many games, with the games to show, each with its rank."""

    first: Search
    second: Search
    results: list[Compared] = field(default_factory=list)
    pictured: tuple[Any, Game[Any]] | None = None
    worst: tuple[Any, Game[Any]] | None = None

    @classmethod
    def over(cls, first: Search, second: Search, games: Iterable[Game[Any]]) -> Tally:
        """Compare two searches on all of `games`. Forces each game in turn, and raises the errors of the searches.

        >>> from lazytree import alphabeta, alphabeta_lattice
        >>> from lazytree.games.sampling import sample_games
        >>> Tally.over(alphabeta, alphabeta_lattice, sample_games(20, seed=1)).relations
        Counter({<Relation.SAME_ORDER: 'same order'>: 20})
        """
        tally = cls(first, second)
        for game in games:
            tally.add(game)
        return tally

    def add(self, game: Game[Any]) -> None:
        """Compare the two searches on one more game. Forces all of it. If a search raises, nothing is counted."""
        comparison = Comparison.of(self.first, self.second, game)
        result = comparison.result
        rank, badness = _rank(result, comparison.leaves), (result.badness, -result.leaves)
        if self.pictured is None or rank > self.pictured[0]:
            self.pictured = rank, game
        if result.badness and (self.worst is None or badness > self.worst[0]):
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
            Compared(is_equal, Relation(relation), leaves, (one, other))
            for is_equal, relation, leaves, (one, other) in data["results"]
        ]
        self.pictured, self.worst = (
            None if found is None else (tuple(found[0]), from_json(found[1]))
            for found in (data["pictured"], data["worst"])
        )

    @property
    def relations(self) -> Counter[Relation]:
        """Numbers of games by the relation of the demands."""
        return Counter(result.relation for result in self.results)

    def count(self, badness: int) -> int:
        """Count the games on which the searches differ by this much at most: see `Compared.badness`."""
        return sum(result.badness <= badness for result in self.results)

    def counterexample(self) -> Game[Any] | None:
        """Return the smallest game found on which the searches differ, and as badly as on any; None if there is none.

        >>> from lazytree import alphabeta, from_nested, minimax
        >>> textbook = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
        >>> Tally.over(alphabeta, minimax, [textbook]).counterexample()
        Max([End(0), Min([End(0), End(0)])])
        """
        if self.worst is None:
            return None
        (badness, _), game = self.worst

        def differs(smaller: Game[Any]) -> bool:
            return Comparison.of(self.first, self.second, smaller).result.badness >= badness

        return shrink(game, differs)

    def drawn(self, smallest: Game[Any] | None) -> Game[Any] | None:
        """Return the game to draw: one of `PICTURED` leaves that differs as badly as any, or else the `smallest`.

        Where the searches agree, and there is no smallest game, it is any game that was compared; None if none was.
        """
        if self.pictured is None:
            return smallest
        (_, has_size, _), game = self.pictured
        return game if has_size or smallest is None else smallest


def _rank(result: Compared, forced: Sequence[Sequence[Any]]) -> tuple[int, bool, int]:
    """Return how well a game would do for a picture: by badness, then size, then by how much of it differs for the two.

    Best are as many leaves as possible of both sorts: those that only one looked at, and the rest; and, where the two
    agree, those that they looked at and those that they did not.
    """
    leaves = result.leaves
    if leaves not in PICTURED:
        return result.badness, False, -abs(leaves - PICTURED[0])
    apart, most = len({*forced[0]} ^ {*forced[1]}), max(map(len, forced))
    return result.badness, True, 1_000 * apart * (leaves - apart) + most * (leaves - most)
