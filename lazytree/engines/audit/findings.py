"""Findings of an audit, as data. Skip this module unless you read the fields of an `Audit`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from lazytree.engines.adapters.engine import EngineAnswer
from lazytree.engines.audit.audit_games import ANY, GameClass
from lazytree.engines.audit.causes import FINE, Cause
from lazytree.engines.audit.relations import DemandTally
from lazytree.engines.audit.remembering import Fault
from lazytree.engines.leaf_log import CodeLine, Path
from lazytree.games.game import Game


@dataclass(frozen=True, slots=True)
class Cost:
    """Readings of an engine on some games, against the leaves of the reference.

    `nodes` and `moves` are the positions it came to and the moves generated for it; 0 if they cannot be counted.
    `compared` counts the games on which it told a value, `agreeing` those of them on which it was that of minimax.
    """

    games: str
    readings: int
    leaves: int
    expected: int
    nodes: int = 0
    moves: int = 0
    compared: int = 0
    agreeing: int = 0

    @property
    def ratio(self) -> float:
        """Readings for each leaf of the reference."""
        return self.readings / self.expected


@dataclass(frozen=True, slots=True)
class Example:
    """The smallest game found that shows the trouble.

    `asked` is the leaf too many (or asked for again), and `lines` is the code that asked for it, the innermost first.
    """

    game: Game[Any]
    answer: EngineAnswer
    value: Any
    found: tuple[Path, ...]
    expected: tuple[Path, ...]
    asked: Path | None = None
    lines: tuple[CodeLine, ...] = ()
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Repair:
    """An edit of the engine's source after which it is right, on games that the search for it did not use.

    `line` is where it begins, and `diff` its lines, marked - and +. Of two edits that are needed together, `alone` has
    those that would make right answers wrong without the other.
    """

    file: str
    line: int
    diff: tuple[str, ...]
    alone: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Findings:
    """Findings on an engine, which `reports` puts into words.

    `causes` are the verdict, the weightiest first; `like` is the program that looks at the very same leaves; `kind` is
    the class of the games in use, and of the example; `lucky` counts games with a right answer that was not proved by
    what was read; `order_cost` is what the engine's own order of moves costs, if it has one; `repair` mends the engine;
    `taken` is the interface that it was taken to be written for.
    """

    engine: str
    games: int
    causes: tuple[Cause, ...]
    values: Counter[str]
    moves: Counter[str]
    demand: DemandTally
    like: str | None = None
    faults: tuple[Fault, ...] = ()
    example: Example | None = None
    costs: tuple[Cost, ...] = ()
    kind: GameClass = ANY
    lucky: int = 0
    order_cost: float | None = None
    repair: Repair | None = None
    taken: str = ""

    @property
    def fine(self) -> bool:
        """True if nothing is wrong. Leaves that are read again cost time and are told, and are not called wrong."""
        return set(self.causes) <= FINE | {Cause.REPEATS}

    @property
    def verdict(self) -> str:
        """The causes in one line."""
        return ", ".join(cause.value for cause in self.causes)
