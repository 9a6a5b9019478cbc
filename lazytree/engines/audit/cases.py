"""One engine on one game, judged: is the value right, is the move, and how does what it looked at compare?"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from lazytree.engines.adapters.engines import UNTOLD, Answer, Engine, is_value, legal_child
from lazytree.engines.audit.causes import Cause
from lazytree.engines.audit.relations import Relation, relation_of
from lazytree.engines.audit.running import Fault, Run, run
from lazytree.engines.leaf_log import Path, log_leaves
from lazytree.errors import short_repr
from lazytree.games.game import End, Game
from lazytree.games.traversals import leaves
from lazytree.searches.by_name import Search
from lazytree.searches.full_width import minimax

__all__ = ["Case", "Trouble", "case_of", "is_proved"]


class Trouble(IntEnum):
    """What is worth showing of a run, the gravest last."""

    NONE = 0
    LESS = 1
    ORDER = 2
    REPEATS = 3
    MORE = 4
    MOVE = 5
    VALUE = 6
    FAULT = 7


@dataclass(frozen=True)
class Case:
    """A run, and what it should have been: `seen` is the game with the scores that the engine gives it."""

    game: Game[Any]
    seen: Game[Any]
    run: Run
    value: Any
    expected: tuple[Path, ...]

    @property
    def value_told(self) -> str:
        """Whether the value is right, wrong, or not told."""
        told = self.run.answer.value
        return "not told" if told is UNTOLD else "right" if is_value(told, self.value) else "wrong"

    @property
    def move_told(self) -> str:
        """Whether the move achieves the value; of several that do, any is right."""
        move = self.run.answer.move
        if move is UNTOLD or isinstance(self.seen, End):
            return "not told"
        return "right" if minimax(legal_child(self.seen, move)) == self.value else "wrong"

    @property
    def trouble(self) -> Trouble:
        """The gravest there is."""
        if self.run.fault is not None:
            return Trouble.FAULT
        if self.value_told == "wrong":
            return Trouble.VALUE
        if self.move_told == "wrong":
            return Trouble.MOVE
        if set(self.run.leaves) - set(self.expected):
            return Trouble.MORE
        if len(set(self.run.leaves)) < len(self.run.leaves):
            return Trouble.REPEATS
        relation = relation_of(self.run.leaves, self.expected)
        return {Relation.SAME_SET: Trouble.ORDER, Relation.SUBSET: Trouble.LESS}.get(relation, Trouble.NONE)

    @property
    def kind(self) -> tuple[Trouble, Cause | None]:
        """The trouble, and of a fault which."""
        return self.trouble, self.run.fault.cause if self.run.fault is not None else None

    def telling_reading(self) -> int | None:
        """The index of the reading that should not have been: of a leaf too many, or of one that was read before."""
        if self.trouble is Trouble.MORE:
            expected = set(self.expected)
            return next(index for index, leaf in enumerate(self.run.leaves) if leaf not in expected)
        if self.trouble is Trouble.REPEATS:
            first: dict[Path, int] = {}
            return next(index for index, leaf in enumerate(self.run.leaves) if first.setdefault(leaf, index) < index)
        return None


def case_of(engine: Engine, game: Game[Any], reference: Search, limit: float, *, where: bool = False) -> Case:
    """Run `engine` on `game`, and compare with minimax and with `reference`. Raises nothing that the engine raises."""
    seen = engine.sees(game)
    found = run(engine, game, limit=limit, where=where)
    value, told = minimax(seen), found.answer.value
    if found.fault is None and told is not UNTOLD and not _is_ordered(told, value):
        found = replace(found, answer=Answer(), fault=Fault(Cause.NO_VALUE, _returned(told)))
    return Case(game, seen, found, value, tuple(log_leaves(reference, seen)[1]))


def _is_ordered(told: Any, value: Any) -> bool:
    try:
        operator.lt(told, value)
    except Exception:
        return False
    return True


def _returned(told: Any) -> str:
    """What was returned that is no score, and why that may be."""
    if told is None:
        return "it returned None; a `return` may be missing"
    if inspect.iscoroutine(told):
        told.close()  # nobody is going to await it, and Python would complain
        return "it returned a coroutine; leave out `async`"
    if inspect.isgenerator(told):
        return "it returned a generator; a `yield` may be meant to be a `return`"
    return f"it returned {short_repr(told)} ({type(told).__name__}); expected a score, or a pair of a score and a move"


def is_proved(engine: Engine, games: Iterable[Game[Any]]) -> bool:
    """Whether plain minimax through the engine's adapter gives the right values, and reads each leaf once, in order.

    >>> from lazytree import from_nested
    >>> from lazytree.engines.adapters.functions import game_engine
    >>> is_proved(game_engine(minimax), [from_nested([[3, 5], [2, 9]])])
    True
    """
    proof = replace(engine, solve=engine.proof)
    for game in games:
        found = run(proof, game)
        if (
            found.fault
            or found.answer.value != minimax(game)
            or list(found.leaves) != [path for path, _ in leaves(game)]
        ):
            return False
    return True
