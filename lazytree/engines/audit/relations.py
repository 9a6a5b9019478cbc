"""How what an engine looks at relates to what the reference looks at, in several strengths.

An engine may look at the same leaves in another order, at fewer, or at some of them twice, and each of these says
something else about it; so a comparison has more answers than yes and no.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from lazytree.engines.leaf_log import Path

__all__ = ["DemandTally", "Relation", "distinct", "relation_of"]


class Relation(Enum):
    """What the leaves that one search looks at are to those of another. Repeats are told apart from this."""

    SAME_ORDER = "same order"
    SAME_SET = "same set"
    SUBSET = "subset"
    SUPERSET = "superset"
    NEITHER = "neither"


def distinct(paths: Sequence[Path]) -> list[Path]:
    """The leaves without repeats, in the order of their first reading."""
    return list(dict.fromkeys(paths))


def relation_of(found: Sequence[Path], expected: Sequence[Path]) -> Relation:
    """How `found` relates to `expected`, repeats left aside: the first of the relations that is true.

    >>> relation_of([(0,), (1,), (0,)], [(0,), (1,)])
    <Relation.SAME_ORDER: 'same order'>
    >>> relation_of([(1,)], [(0,), (1,)]), relation_of([(2,), (1,)], [(1,), (2,)])
    (<Relation.SUBSET: 'subset'>, <Relation.SAME_SET: 'same set'>)
    """
    if distinct(found) == distinct(expected):
        return Relation.SAME_ORDER
    one, other = set(found), set(expected)
    if one == other:
        return Relation.SAME_SET
    if one < other:
        return Relation.SUBSET
    return Relation.SUPERSET if one > other else Relation.NEITHER


@dataclass(slots=True)
class DemandTally:
    """What an engine looked at on many games, against the reference."""

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
        same = {Relation.SAME_ORDER, Relation.SAME_SET}
        for relation in Relation:
            if found <= ({relation} if relation is Relation.SAME_ORDER else same | {relation}):
                return relation
        return Relation.NEITHER
