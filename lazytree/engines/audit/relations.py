"""Leaves that an engine read: how they relate to the reference's, and what they prove.

An engine may look at the same leaves in another order, at fewer, or at some of them twice, and each of these says
something else about it; so a comparison has more answers than yes and no. And an answer that is right may be so with
luck: the leaves that were not read may be worth anything, and where that could change the answer it was not proved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from lazytree.games.game import End, Game, Max, children_of, player_of
from lazytree.games.leaf_log import Path
from lazytree.games.scores import BOTTOM, TOP
from lazytree.games.traversals import leaves
from lazytree.games.walking import Branch, Leaf, rebuild


class LeafRelation(Enum):
    """Relation of the leaves that one search looks at to those of another. Repeats are told apart from this."""

    SAME_ORDER = "same order"
    SAME_SET = "same set"
    SUBSET = "subset"
    SUPERSET = "superset"
    NEITHER = "neither"


def distinct(paths: Sequence[Path]) -> list[Path]:
    """The leaves without repeats, in the order of their first reading."""
    return list(dict.fromkeys(paths))


def relation_of(found: Sequence[Path], expected: Sequence[Path]) -> LeafRelation:
    """Compare `found` with `expected`, repeats left aside: the first of the relations that is true.

    >>> relation_of([(0,), (1,), (0,)], [(0,), (1,)])
    <LeafRelation.SAME_ORDER: 'same order'>
    >>> relation_of([(1,)], [(0,), (1,)]), relation_of([(2,), (1,)], [(1,), (2,)])
    (<LeafRelation.SUBSET: 'subset'>, <LeafRelation.SAME_SET: 'same set'>)
    """
    if distinct(found) == distinct(expected):
        return LeafRelation.SAME_ORDER
    one, other = set(found), set(expected)
    if one == other:
        return LeafRelation.SAME_SET
    if one < other:
        return LeafRelation.SUBSET
    return LeafRelation.SUPERSET if one > other else LeafRelation.NEITHER


@dataclass(slots=True)
class DemandTally:
    """Leaves read on many games, counted against those of the reference."""

    relations: Counter[LeafRelation] = field(default_factory=Counter)
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
    def overall(self) -> LeafRelation:
        """The strongest relation that is true of all games.

        >>> tally = DemandTally()
        >>> tally.add([(0,)], [(0,)])
        >>> tally.add([(0,)], [(0,), (1,)])
        >>> tally.overall
        <LeafRelation.SUBSET: 'subset'>
        """
        found = set(self.relations)
        same = {LeafRelation.SAME_ORDER, LeafRelation.SAME_SET}
        for relation in LeafRelation:
            if found <= ({relation} if relation is LeafRelation.SAME_ORDER else same | {relation}):
                return relation
        return LeafRelation.NEITHER


def part_numbers(game: Game[Any]) -> dict[Path, int]:
    """A number for each part that is more than a leaf, by its place; equal parts have the same. Forces the whole game.

    >>> from lazytree import from_nested
    >>> part_numbers(from_nested([[1, 2], [1, 2], [1, 3]]))
    {(0,): 2, (1,): 2, (2,): 4, (): 5}
    """
    numbers: dict[Path, int] = {}
    known: dict[Any, int] = {}

    def expand(part: tuple[Game[Any], Path], where: object) -> Branch[Any, Any] | Leaf[int]:
        node, path = part
        if isinstance(node, End):
            return Leaf(known.setdefault((node.score,), len(known)))
        children = [(child, (*path, index)) for index, child in enumerate(children_of(node))]
        return Branch((player_of(node).__name__, path), children)

    def joined(label: tuple[str, Path], parts: list[int]) -> int:
        player, path = label
        numbers[path] = known.setdefault((player, *parts), len(known))
        return numbers[path]

    rebuild((game, ()), expand, joined)
    return numbers


def read_in_equal_parts(game: Game[Any], read: set[Path]) -> set[Path]:
    """The leaves that were read, and those at the same place of an equal part: a table has no need to read them again.

    >>> from lazytree import from_nested
    >>> sorted(read_in_equal_parts(from_nested([[1, 2], [1, 2]]), {(0, 0)}))
    [(0, 0), (1, 0)]
    """
    numbers = part_numbers(game)

    def places(path: Path) -> set[tuple[int, Path]]:
        return {(numbers[path[:length]], path[length:]) for length in range(len(path))}

    known = {place for path in read for place in places(path)}
    return {path for path, _ in leaves(game) if path in read or places(path) & known}


@dataclass(frozen=True, slots=True)
class Proof:
    """Bounds on what a game and each of its moves can be worth, given the leaves that were read.

    >>> from lazytree import from_nested
    >>> proof = Proof.of(from_nested([[3, 5], [2, 9]]), {(0, 0), (0, 1), (1, 0)})
    >>> proof.of_value, proof.of_move(0)
    (True, True)
    >>> Proof.of(from_nested([[3, 5], [2, 9]]), {(0, 0), (1, 0)}).of_value
    False
    """

    maximizing: bool
    game: tuple[Any, Any]
    moves: tuple[tuple[Any, Any], ...]

    @classmethod
    def of(cls, game: Game[Any], read: set[Path], scores: tuple[Any, Any] | None = None) -> Proof:
        """The bounds, where a leaf that is not among those `read` is worth anything within `scores`."""
        unread = scores or (BOTTOM, TOP)

        def expand(part: tuple[Game[Any], Path], where: object) -> Branch[Any, Any] | Leaf[Any]:
            node, path = part
            if isinstance(node, End):
                return Leaf((node.score, node.score) if path in read else unread)
            parts = [(child, (*path, index)) for index, child in enumerate(children_of(node))]
            return Branch(max if isinstance(node, Max) else min, parts)

        moves = [rebuild((child, (index,)), expand, _bounds) for index, child in enumerate(children_of(game))]
        if isinstance(game, End):
            return cls(True, rebuild((game, ()), expand, _bounds), ())
        return cls(isinstance(game, Max), _bounds(max if isinstance(game, Max) else min, moves), tuple(moves))

    @property
    def of_value(self) -> bool:
        """True if the game has this value whatever the leaves that were not read are worth."""
        return bool(self.game[0] == self.game[1])

    def of_move(self, move: int) -> bool:
        """True if this move is one of the best whatever the leaves that were not read are worth."""
        others = [bounds for index, bounds in enumerate(self.moves) if index != move]
        low, high = self.moves[move]
        return all(low >= best for _, best in others) if self.maximizing else all(high <= best for best, _ in others)


def _bounds(best: Any, parts: list[Any]) -> Any:
    return best([low for low, _ in parts]), best([high for _, high in parts])
