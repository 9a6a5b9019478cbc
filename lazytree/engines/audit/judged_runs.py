"""One engine on one game, judged: are value and move right, and proved by what it read, and how does that compare?

An answer that is right may be so with luck: the leaves that were not read may be worth anything, and where that could
change the answer it was not proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from operator import index
from typing import Any

from lazytree.engines.adapters.engine import UNTOLD, Engine, is_value, legal_child
from lazytree.engines.audit.findings import Cause, Run
from lazytree.engines.audit.running import Runner
from lazytree.games.game import End, Game, Max, Min, children_of, player_of
from lazytree.games.leaf_log import Path, log_leaves
from lazytree.games.making import Player
from lazytree.games.scores import BOTTOM, TOP
from lazytree.games.traversals import bottom_up_at, leaves, part_numbers
from lazytree.games.walking import Branch, Leaf, rebuild
from lazytree.searches.by_name import Search
from lazytree.searches.minimax_and_alphabeta import minimax
from lazytree.searches.side_by_side import Relation, relation_of


class Trouble(IntEnum):
    """Trouble worth showing of a run, the gravest last."""

    NONE = 0
    LESS = 1
    ORDER = 2
    REPEATS = 3
    MORE = 4
    LUCK = 5
    MOVE = 6
    VALUE = 7
    FAULT = 8


def read_in_equal_parts(game: Game[Any], read: set[Path]) -> set[Path]:
    """The leaves that were read, and those at the same place of an equal part: a table has no need to read them again.

    >>> from lazytree import from_nested
    >>> sorted(read_in_equal_parts(from_nested([[1, 2], [1, 2]]), {(0, 0)}))
    [(0, 0), (1, 0)]
    """
    numbers = part_numbers(game, {})

    def places(path: Path) -> set[tuple[int, Path]]:
        return {(numbers[path[:length]], path[length:]) for length in range(len(path))}

    known = {place for path in read for place in places(path)}
    return {path for path, _ in leaves(game) if path in read or places(path) & known}


def value_of_part(game: Game[Any], read: set[Path]) -> Any:
    """The value of a game without the moves that lead to no leaf that was read; None if there are no others.

    >>> from lazytree import from_nested
    >>> value_of_part(from_nested([[3, 5], [2, 9], [7]]), {(0, 1), (1, 0)})
    5
    """

    def at_turn(player: Player, parts: list[Any], path: Path) -> Any:
        return (max if player is Max else min)((part for part in parts if part is not None), default=None)

    return bottom_up_at(game, lambda end, path: end.score if path in read else None, at_turn)


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
        moves: list[Any] = []

        def at_turn(player: Player, parts: list[Any], path: Path) -> Any:
            best: Any = max if player is Max else min
            moves[:] = parts  # those of the root come last
            return best([low for low, _ in parts]), best([high for _, high in parts])

        whole = bottom_up_at(game, lambda end, path: (end.score, end.score) if path in read else unread, at_turn)
        return cls(not isinstance(game, Min), whole, tuple(moves))

    @property
    def of_value(self) -> bool:
        """True if the game has this value whatever the leaves that were not read are worth."""
        return bool(self.game[0] == self.game[1])

    def of_move(self, move: int) -> bool:
        """True if this move is one of the best whatever the leaves that were not read are worth."""
        others = [bounds for index, bounds in enumerate(self.moves) if index != move]
        low, high = self.moves[move]
        return all(low >= best for _, best in others) if self.maximizing else all(high <= best for best, _ in others)


@dataclass(frozen=True, eq=False)
class JudgedRun:
    """A run, and the answer and leaves it should have had: `seen` is the game with the scores that the engine gives it.

    `scores` are the bounds that were declared for leaves; None if they may have any score.
    """

    game: Game[Any]
    seen: Game[Any]
    run: Run
    value: Any
    expected: tuple[Path, ...]
    scores: tuple[Any, Any] | None = None

    @cached_property
    def proof(self) -> Proof:
        """Bounds on the game and its moves by the leaves that were read."""
        return Proof.of(self.seen, set(self.run.leaves), self.scores)

    @property
    def value_told(self) -> str:
        """One of "right", "wrong" and "not told"."""
        told = self.run.answer.value
        return "not told" if told is UNTOLD else "right" if is_value(told, self.value) else "wrong"

    @property
    def move_told(self) -> str:
        """One of "right", "wrong" and "not told"; of several moves that achieve the value, any is right."""
        move = self.run.answer.move
        if move is UNTOLD or isinstance(self.seen, End):
            return "not told"
        return "right" if minimax(legal_child(self.seen, move)) == self.value else "wrong"

    @cached_property
    def is_lucky(self) -> bool:
        """True if an answer that is right might be wrong, were other scores in the leaves that were not read.

        Equal parts of a game may be one position to the engine, so that what was read in one is known of the others.
        """
        return not self._is_proved(self.proof) and not self.needs_table

    @cached_property
    def needs_table(self) -> bool:
        """True if right answers are proved only where equal parts of the game are one position."""
        if self._is_proved(self.proof):
            return False
        return self._is_proved(Proof.of(self.seen, read_in_equal_parts(self.seen, {*self.run.leaves}), self.scores))

    def _is_proved(self, proof: Proof) -> bool:
        """True if no answer that is right could be wrong."""
        if self.value_told == "right" and not proof.of_value:
            return False
        return self.move_told != "right" or proof.of_move(index(self.run.answer.move))

    @cached_property
    def is_hasty(self) -> bool:
        """True if an answer is wrong that the leaves read do not decide, and is right of these leaves alone."""
        read = {*self.run.leaves}
        return any(self._is_right_of(part) for part in (read, read_in_equal_parts(self.seen, read)))

    def _is_right_of(self, read: set[Path]) -> bool:
        """True if a wrong answer is right where moves that lead to none of these leaves do not count."""
        if self.value_told == "wrong":
            return not self.proof.of_value and is_value(self.run.answer.value, value_of_part(self.seen, read))
        if self.move_told != "wrong" or any(map(self.proof.of_move, range(len(self.proof.moves)))):
            return False
        at = index(self.run.answer.move)
        return is_value(
            value_of_part(self.seen, {leaf for leaf in read if leaf[0] == at}), value_of_part(self.seen, read)
        )

    @property
    def takes_later(self) -> bool:
        """True if the move is right, and an earlier one is as good."""
        if self.move_told != "right":
            return False
        earlier = range(index(self.run.answer.move))
        return any(minimax(legal_child(self.seen, move)) == self.value for move in earlier)

    @cached_property
    def trouble(self) -> Trouble:
        """The gravest there is."""
        if self.run.fault is not None:
            return Trouble.FAULT
        if self.value_told == "wrong":
            return Trouble.VALUE
        if self.move_told == "wrong":
            return Trouble.MOVE
        if self.is_lucky:
            return Trouble.LUCK
        if set(self.run.leaves) - set(self.expected):
            return Trouble.MORE
        if len(set(self.run.leaves)) < len(self.run.leaves):
            return Trouble.REPEATS
        relation = relation_of(self.run.leaves, self.expected)
        return {Relation.SAME_SET: Trouble.ORDER, Relation.SUBSET: Trouble.LESS}.get(relation, Trouble.NONE)

    @property
    def kind(self) -> tuple[Trouble, Cause | bool | None]:
        """The trouble, with the cause of a fault, or with True for a wrong answer that more reading would mend."""
        if self.run.fault is not None:
            return self.trouble, self.run.fault.cause
        return self.trouble, self.trouble >= Trouble.MOVE and self.is_hasty

    def telling_reading(self) -> int | None:
        """The index of the reading that should not have been: of a leaf too many, or of one that was read before."""
        if self.trouble is Trouble.MORE:
            expected = set(self.expected)
            return next(index for index, leaf in enumerate(self.run.leaves) if leaf not in expected)
        if self.trouble is Trouble.REPEATS:
            first: dict[Path, int] = {}
            return next(index for index, leaf in enumerate(self.run.leaves) if first.setdefault(leaf, index) < index)
        return None


def in_own_order(game: Game[Any], leaves: Sequence[Path]) -> tuple[Game[Any], dict[Path, Path]]:
    """The game with its moves in the order in which they were first tried, and where each part is then.

    Moves that were not tried come last.

    >>> from lazytree import from_nested
    >>> in_own_order(from_nested([1, [2, 3]]), [(1, 0), (0,)])
    (Max([Min([End(2), End(3)]), End(1)]), {(): (), (1,): (0,), (1, 0): (0, 0), (1, 1): (0, 1), (0,): (1,)})
    """
    first: dict[Path, int] = {}
    for turn, leaf in enumerate(leaves):
        for length in range(len(leaf) + 1):
            first.setdefault(leaf[:length], turn)
    places: dict[Path, Path] = {}

    def expand(part: tuple[Game[Any], Path, Path], where: object) -> Branch[Any, Any] | Leaf[Game[Any]]:
        node, old, new = part
        places[old] = new
        if isinstance(node, End):
            return Leaf(node)
        children = [(child, (*old, index)) for index, child in enumerate(children_of(node))]
        children.sort(key=lambda one: first.get(one[1], len(leaves)))
        return Branch(player_of(node), [(child, at, (*new, index)) for index, (child, at) in enumerate(children)])

    own: Game[Any] = rebuild((game, (), ()), expand, lambda player, parts: player(parts))
    return own, places


@dataclass(frozen=True)
class Referee:
    """Judges runs: runs one engine, and compares with minimax, with `reference`, and with the bounds of `scores`.

    With `is_own_order`, the reference plays the moves in the order in which the engine first tries them.
    """

    runner: Runner
    reference: Search
    scores: tuple[Any, Any] | None = None
    is_own_order: bool = False

    def case(self, game: Game[Any], **how: bool) -> JudgedRun:
        """Judge the engine on `game`. Raises nothing that the engine raises; parameters are as in `Runner.run`."""
        return self.of_run(game, self.runner.run(game, **how))

    def of_run(self, game: Game[Any], run: Run) -> JudgedRun:
        """Judge a run that was made elsewhere."""
        seen = self.runner.engine.sees(game)
        expected = log_leaves(self.reference, seen)[1]
        if self.is_own_order:
            own, places = in_own_order(seen, run.leaves)
            back = {new: old for old, new in places.items()}
            expected = [back[leaf] for leaf in log_leaves(self.reference, own)[1]]
        return JudgedRun(game, seen, run, minimax(seen), tuple(expected), self.scores)


def is_proved(engine: Engine, games: Iterable[Game[Any]], limit: float = 10.0) -> bool:
    """True if plain minimax through the engine's adapter gives the right values, and reads each leaf once, in order.

    >>> from lazytree import from_nested
    >>> from lazytree.engines.adapters import Style, engine_in_style
    >>> is_proved(engine_in_style(minimax, Style()), [from_nested([[3, 5], [2, 9]])])
    True
    """
    with Runner(replace(engine, solve=engine.proof or engine.solve), limit) as runner:
        for game in games if engine.proof else ():
            found = runner.run(game)
            paths = [path for path, _ in leaves(game)]
            if found.fault or found.answer.value != minimax(game) or list(found.leaves) != paths:
                return False
    return True
