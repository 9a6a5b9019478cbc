"""Findings of an audit as data: runs and faults, causes by name, costs, the example, and the edit that mends it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from lazytree.engines.adapters.engine import EngineAnswer
from lazytree.engines.audit.audit_games import ANY, GameClass
from lazytree.games.game import Game
from lazytree.games.leaf_log import CodeLine, Path
from lazytree.searches.side_by_side import DemandTally


class Cause(Enum):
    """The likely cause of what an engine looks at: its name in reports, which is its value, and its meaning."""

    # Nothing is wrong.
    AS_LAZY = "as lazy as alpha-beta: It looks at the leaves alpha-beta looks at, in the same order, each once."
    LESS = """legitimate less: Nothing that it answers is wrong, and it never looks outside of what alpha-beta looks
        at. SSS*, NegaScout and MTD do so by design, as does any search with a table of positions."""
    OTHER_ORDER = """another order of moves: It looks at what alpha-beta looks at if the moves of a position are
        tried in another order."""
    TIES = """looks into ties, to choose among equal moves: It cuts off only at > and <, and plays others than the
        first of equally good moves. Whoever chooses among equal moves has to: with >= and <= a move may come out
        equal without being so."""
    # Values and moves are right, and it looks at more than it needs.
    REPEATS = """repeats: It looks at some leaves again: a search with null windows or one that deepens step by step
        does, without a table, and so does one that evaluates a leaf to see whether it is one."""
    WIDE_ROOT = """root not narrowed: The root asks for each of its moves with the open window. Pass on what the
        best move so far is worth: it is the alpha of the next (beta, where Min moves)."""
    STRICT = """strict cutoff: It cuts off at > and <, where >= and <= are enough: a reply that only equals what the
        other player has elsewhere cannot matter. Costs most where many scores are equal. Where a course asks for >
        and <, as CS188 does, leave it so: `grade --rule strict` does, too."""
    STRICT_AT_MAX = "strict cutoff at Max: Max cuts off at > where >= is enough; Min is right."
    STRICT_AT_MIN = "strict cutoff at Min: Min cuts off at < where <= is enough; Max is right."
    LATE = """tests before it updates: The test for a cutoff comes before the best value is brought up to date, so
        that each cutoff comes a move late."""
    NOT_NARROWED = """window not narrowed: One player does not narrow the window that is handed down: alpha (at Max)
        or beta (at Min) stays what it was on the way in."""
    PEEKS = """evaluates the children first: It reads the scores of all children of a position before it searches
        any of them, as for an order of moves: what it saves by the order it has paid already."""
    NO_DEEP = """no deep cutoffs: It hands one bound down instead of two, the procedure F1 of Knuth and Moore, so a
        bound from two plies up or more cuts nothing off. Shows from four plies on."""
    NO_WINDOW = "window left out: A call of the search hands no window on, so that an open one begins there."
    ONE_SIDED = """cutoffs for one player only: Only one of the players ever stops early. The other player's cutoff
        is missing, or the end of the window that it compares with is never narrowed."""
    NO_CUTOFF = """no cutoff: It looks at every leaf, as plain minimax does: the window is not used, or never narrowed;
        or the tree is made in full before the search begins, so that nothing can be told of the search: hand it nodes
        that are made when they are looked at, for each name that it asks for is answered."""
    MORE = """looks at too much: Nothing that it answers is wrong, and it looks at more than alpha-beta, in a way
        that is none of the usual ones."""
    DIFFERENT = """looks at other leaves: Nothing that it answers is wrong, and it looks at some leaves that
        alpha-beta does not, and not at others. SCOUT does; so does a search with an order of moves of its own."""
    # It is wrong.
    LUCKY = """right with luck: Nothing that it answers is wrong, and for some answers not enough was read: other
        scores in leaves that it never looked at would have made them wrong. If scores are bounded and it counts on
        that, say so with --scores."""
    OVER_EAGER = """over-eager cutoff: It stops before it may: wrong answers, which are right of what it read, and would
        not be if it had read more. If scores are bounded and it counts on that, say so with --scores."""
    NO_LEAF = "reads no leaf: It answers without looking at any leaf, so that the game has no part in its answer."
    FIRST_MOVE = """looks at the first move only: A player's first move ends the loop, whatever it is worth: a
        `return` or `break` is in the loop that belongs behind it, or under a test; or its test always holds, as where
        it compares with the wrong end of the window, or the ends of the window are mixed up."""
    BEGINS = """best value begins at a score: Before the first move, a player's best value is 0, or another score that
        counts like a move's: begin below all scores (above, where Min moves), as at -infinity."""
    NARROW = """window at the start too narrow: It is right about values within some bounds, and answers the nearer
        bound for all others: the window that it begins with leaves scores out. Begin with -infinity and infinity, or,
        if there are no other scores, say so with --scores."""
    LEFT_OUT = """leaves moves out: In positions with so many moves, one of them is never looked at: a loop or a slice
        ends too early, or begins too late, or an order of moves loses one."""
    WRONG_END = """compares with the wrong end of the window: A player's cutoff compares with the wrong end of the
        window, so that it stops before it may."""
    REVERSED = """cutoff the wrong way round: A player stops where the search has to go on, and goes on where it may
        stop: in the cutoff, < stands for >, or > for <."""
    CROSSED = """ends of the window mixed up: One end of the window is narrowed from the other one, as in
        beta = min(alpha, value), or handed on in its place, so that positions below stop before they may."""
    KEPT_WINDOW = """window kept for the next position: The window that one position has narrowed stays narrow for
        its siblings. Hand alpha and beta down by value, and keep none of them in an object that is shared."""
    NO_SECOND = """bound of a null window taken for a value: It searches each move but the first in a null window,
        and takes the bound that comes back for its value. Where that lies between alpha and beta, search the move
        again, in the window from there on. If it does so, then in another window, or a table hands it the bound of
        the first search."""
    UNSOUND_TABLE = """unsound table: Its table hands a value back that was only a bound, found in a narrower
        window, not yet the last, of another depth, or of the other player's turn. Store a value when it is final, and
        with it whether it is exact, at least, or at most that, and how deep it was searched; who moves belongs to the
        key."""
    WRONG_SIGN = """wrong sign: At some ply a value is seen from the other player's side: a minus is missing, or is one
        too many."""
    WRONG_PLAYER = "wrong player: A position is searched as if it were the turn of a player who is not to move in it."
    EXCHANGED = """max and min exchanged: The worse of two values, or bounds, is kept: max stands where min belongs, or
        min where max does."""
    OTHER_RETURNED = """returns another value: What it returns is not the best value of the moves, but another one, such
        as that of the last move."""
    WRONG_VALUE = """wrong value: Some values are not those of minimax, nor what minimax makes of the leaves that it
        read: it calculates with them wrongly, and stopping early does not explain that."""
    AVERAGES = """averages: Where Min chooses, it takes the average of the moves, as expectimax does, and not the worst
        of them for Max."""
    WRONG_MOVE = """wrong move: The move is not one that achieves the value of the game. It may be another one than was
        kept with the best value; or a later one is taken at >=: with a narrowed window a move may come out equal
        without being so."""
    # It misbehaves.
    RAISES = "raises: It raises an exception."
    NOT_DETERMINISTIC = """not deterministic: Two runs on one game differ, though both had the same seeds and a
        fresh process: it goes by the clock, or by seeds of its own. Nothing can be said of what it looks at."""
    TOO_SLOW = "no answer in time: It does not come to an end within the time limit."
    MUTATES = "changes the state: It leaves the game, or the position it was given, other than it found it."
    NO_MOVE = "returns no move: It returns no move where there are some."
    NO_VALUE = "returns no value: What it returns is no score, and no pair of a score and a move."
    ILLEGAL_MOVE = "illegal move: It asks for a move, or an answer, that the position does not have."
    # It never came to that.
    NEVER_RIGHT = """never right: It came to answers, and gave no right one, whichever way it was handed a game; the way
        that came nearest is shown. Either it is wrong on every game, or it wants to be handed something else: say what
        its names mean, as in `--names zuege=moves`, or add a function to its file, and audit that:
        `def engine(state, depth): return search(state, depth, -9999, 9999, "X")`."""
    TOO_SHALLOW = """never at the end of a game: It asks for scores of positions that go on, and comes to no end of any
        game: it stops before the depth that it is told, as where it counts a ply twice, or each player's move where
        rounds are counted; or it searches to a depth of its own: then say that with --depth."""
    INTERFACE = """interface not known: In none of the ways to hand it a game did it come to an answer, so that
        nothing can be told of what it looks at. If it has names of its own, say what they mean, as in
        `--names zuege=moves,tiefe=depth`. If it wants other arguments, write a function, in its file or in another,
        that hands them on, and audit that: `def engine(state, depth): return search(state, depth, -9999, 9999, "X")`.
        The state has moves(), play(move), undo(), result(move), is_over(), evaluate() and player(), also under other
        usual names; where the file finds one of these out by itself, let it ask the state. For games of one depth
        only, or of more players, there are --depth and --turns."""
    ADAPTER = """adapter not proved: Plain minimax through the adapter gives another value, or does not look at each
        leaf once; whatever is found through it tells nothing of the engine."""
    NOT_RUN = "no game it accepts: The engine is not made for any of the games of this audit."

    def __new__(cls, text: str) -> Cause:
        """Take the value from before the colon in `text`."""
        made = object.__new__(cls)
        made._value_ = text.partition(": ")[0]
        return made

    def __init__(self, text: str) -> None:
        self.meaning = " ".join(text.partition(": ")[2].split())


FINE = frozenset({Cause.AS_LAZY, Cause.LESS, Cause.OTHER_ORDER, Cause.TIES})
"""Findings that an engine need not be ashamed of."""

HARMLESS = FINE | {Cause.REPEATS}
"""Findings that are no fault alone, and beside the point where an engine raises, or does not come to an end."""
OF_MOVES = {Cause.MUTATES, Cause.ILLEGAL_MOVE, Cause.NO_MOVE}
"""Faults that an edit may mend: the engine comes to an end, and does the same again."""
SYMPTOMS = {Cause.OVER_EAGER, Cause.FIRST_MOVE, Cause.LEFT_OUT, Cause.WRONG_VALUE, Cause.WRONG_MOVE, Cause.LUCKY}
SYMPTOMS |= {Cause.NO_DEEP, Cause.ONE_SIDED, Cause.NO_CUTOFF}
"""Causes that say what is to be seen; an edit that mends it may tell what was slipped."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Misdeed of an engine: the cause, a message, and the line of its code, if there is one."""

    cause: Cause
    message: str
    line: CodeLine | None = None

    def __str__(self) -> str:
        return f"{self.cause.value}: {self.message}"


@dataclass(frozen=True, slots=True)
class Run:
    """Run of an engine on a game: its answer, and the leaves it read, in order, repeats included.

    `lines` has, for each reading, the lines of the engine's code that were running, the innermost first, if they were
    asked for. With a `fault` there is no answer, and the leaves are those it had read by then. `nodes` and `moves` are
    the positions it came to, and the moves that were generated for it, if its adapter counts them; `early`
    are the scores that it asked for of positions that go on.
    """

    answer: EngineAnswer
    leaves: tuple[Path, ...]
    lines: tuple[tuple[CodeLine, ...], ...] = ()
    fault: Fault | None = None
    nodes: int = field(default=0, repr=False)
    moves: int = field(default=0, repr=False)
    early: int = field(default=0, repr=False)

    @property
    def is_late(self) -> bool:
        """True if it did not come to an end in time."""
        return self.fault is not None and self.fault.cause is Cause.TOO_SLOW


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

    `line` is where it begins, and `diff` is for `patch`, from the first @@ on. Of two edits that are needed together,
    `alone` has those that would make right answers wrong without the other. With `is_strict`, it is right as one that
    cuts off at better values only, and looks at more where two are equal. `cause` is what an edit tells of the slip.
    """

    file: str
    line: int
    diff: tuple[str, ...]
    alone: tuple[tuple[str, ...], ...] = ()
    is_strict: bool = False
    cause: Cause | None = None


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
        """True if nothing is wrong. What only costs time, such as leaves that are read again, is not called wrong.

        Nor are other leaves, which an order of moves leads to, unless an edit mends that.
        """
        return set(self.causes) <= (HARMLESS if self.repair else HARMLESS | {Cause.DIFFERENT})

    @property
    def verdict(self) -> str:
        """The causes in one line."""
        return ", ".join(cause.value for cause in self.causes)
