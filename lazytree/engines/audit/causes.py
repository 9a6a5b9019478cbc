"""Findings of an audit, each by its name, with what it means and what to do about it."""

from __future__ import annotations

from enum import Enum


class Cause(Enum):
    """The likely cause of what an engine looks at. The value is its name in reports."""

    # Nothing is wrong.
    AS_LAZY = "as lazy as alpha-beta"
    LESS = "legitimate less"
    OTHER_ORDER = "another order of moves"
    TIES = "looks into ties, to choose among equal moves"
    # Values and moves are right, and it looks at more than it needs.
    REPEATS = "repeats"
    WIDE_ROOT = "root not narrowed"
    STRICT = "strict cutoff"
    STRICT_AT_MAX = "strict cutoff at Max"
    STRICT_AT_MIN = "strict cutoff at Min"
    LATE = "tests before it updates"
    NOT_NARROWED = "window not narrowed"
    PEEKS = "evaluates the children first"
    NO_DEEP = "no deep cutoffs"
    ONE_SIDED = "cutoffs for one player only"
    NO_CUTOFF = "no cutoff"
    READS_FIRST = "reads every leaf before it searches"
    MORE = "looks at too much"
    DIFFERENT = "looks at other leaves"
    # It is wrong.
    LUCKY = "right with luck"
    OVER_EAGER = "over-eager cutoff"
    FIRST_MOVE = "looks at the first move only"
    WRONG_END = "compares with the wrong end of the window"
    KEPT_WINDOW = "window kept for the next position"
    NO_SECOND = "bound of a null window taken for a value"
    UNSOUND_TABLE = "unsound table"
    WRONG_VALUE = "wrong value"
    WRONG_MOVE = "wrong move"
    # It misbehaves.
    RAISES = "raises"
    NOT_DETERMINISTIC = "not deterministic"
    TOO_SLOW = "no answer in time"
    MUTATES = "changes the state"
    NO_MOVE = "returns no move"
    NO_VALUE = "returns no value"
    ILLEGAL_MOVE = "illegal move"
    # It never came to that.
    INTERFACE = "interface not known"
    ADAPTER = "adapter not proved"
    NOT_RUN = "no game it accepts"

    @property
    def meaning(self) -> str:
        """Return its meaning, in a sentence or two."""
        return _MEANINGS[self]


FINE = frozenset({Cause.AS_LAZY, Cause.LESS, Cause.OTHER_ORDER, Cause.TIES})
"""Findings that an engine need not be ashamed of."""

HARMLESS = FINE | {Cause.REPEATS}
"""Findings that are beside the point where an engine raises, or does not come to an end."""

_MEANINGS = {
    Cause.AS_LAZY: "It looks at the leaves alpha-beta looks at, in the same order, each once.",
    Cause.LESS: "Nothing that it answers is wrong, and it never looks outside of what alpha-beta looks at. SSS*, "
    "NegaScout and MTD do so by design, as does any search with a table of positions.",
    Cause.OTHER_ORDER: "It looks at what alpha-beta looks at if the moves of a position are tried in another order.",
    Cause.REPEATS: "It looks at what alpha-beta looks at, and at some leaves again: a search with null windows or "
    "one that deepens step by step does, without a table, and so does one that evaluates a leaf to see whether it is "
    "one.",
    Cause.WIDE_ROOT: "The root asks for each of its moves with the open window. Pass on what the best move so far is "
    "worth: it is the alpha of the next (beta, where Min moves).",
    Cause.STRICT: "It cuts off at > and <, where >= and <= are enough: a reply that only equals what the other player "
    "has elsewhere cannot matter. Costs most where many scores are equal.",
    Cause.STRICT_AT_MAX: "Max cuts off at > where >= is enough; Min is right.",
    Cause.STRICT_AT_MIN: "Min cuts off at < where <= is enough; Max is right.",
    Cause.LATE: "The test for a cutoff comes before the best value is brought up to date, so that each cutoff comes a "
    "move late.",
    Cause.NOT_NARROWED: "One player does not narrow the window that is handed down: alpha (at Max) or beta (at Min) "
    "stays what it was on the way in.",
    Cause.PEEKS: "It reads the scores of all children of a position before it searches any of them, as for an order of "
    "moves: what it saves by the order it has paid already.",
    Cause.TIES: "It cuts off only at > and <, and plays others than the first of equally good moves. Whoever chooses "
    "among equal moves has to: with >= and <= a move may come out equal without being so.",
    Cause.LUCKY: "Nothing that it answers is wrong, and for some answers not enough was read: other scores in "
    "leaves that it never looked at would have made them wrong. If scores are bounded and it counts on that, say so "
    "with --scores.",
    Cause.FIRST_MOVE: "A player's first move ends the loop, whatever it is worth: a `return` or `break` is in "
    "the loop that belongs behind it, or under a test, or under one that always holds.",
    Cause.WRONG_END: "A player's cutoff compares with the wrong end of the window, so that it stops before it may.",
    Cause.KEPT_WINDOW: "The window that one position has narrowed stays narrow for its siblings. Hand alpha and beta "
    "down by value, and keep none of them in an object that is shared.",
    Cause.NO_SECOND: "It searches each move but the first in a null window, and takes the bound that comes back for "
    "its value. Where that lies between alpha and beta, search the move again, in the window from there on. If it does "
    "so, then a table hands it the bound of the first search.",
    Cause.NOT_DETERMINISTIC: "Two runs on one game differ, though both had the same seeds and a fresh process: it goes "
    "by the clock, or by seeds of its own. Nothing can be said of what it looks at.",
    Cause.NO_DEEP: "It hands one bound down instead of two, the procedure F1 of Knuth and Moore, so a bound from two "
    "plies up or more cuts nothing off. Shows from four plies on.",
    Cause.ONE_SIDED: "Only one of the players ever stops early. The other player's cutoff is missing, or "
    "the end of the window that it compares with is never narrowed.",
    Cause.NO_CUTOFF: "It looks at every leaf, as plain minimax does: the window is not used, or never narrowed.",
    Cause.READS_FIRST: "Every leaf was read before the search first called itself: the tree is made in full "
    "beforehand, so that nothing can be told of what the search looks at. Hand it nodes that are made when they are "
    "looked at; each name that it asks for is answered.",
    Cause.MORE: "Nothing that it answers is wrong, and it looks at more than alpha-beta, in a way that is none "
    "of the usual ones.",
    Cause.DIFFERENT: "Nothing that it answers is wrong, and it looks at some leaves that alpha-beta does not, and "
    "not at others. SCOUT does; so does a search with an order of moves of its own.",
    Cause.OVER_EAGER: "It stops before it may: wrong answers, which what it read does not prove.",
    Cause.UNSOUND_TABLE: "Its table hands a value back that was only a bound, found in a narrower window, or not yet "
    "the last. Store a value when it is final, and with it whether it is exact, at least, or at most that.",
    Cause.WRONG_VALUE: "Some values are not those of minimax, though it read enough to know them.",
    Cause.WRONG_MOVE: "The move is not one that achieves the value of the game: with a narrowed window a later "
    "move may come out equal without being so. Take a new move only at >, never at >=.",
    Cause.RAISES: "It raises an exception.",
    Cause.TOO_SLOW: "It does not come to an end within the time limit.",
    Cause.MUTATES: "It leaves the game, or the position it was given, other than it found it.",
    Cause.NO_MOVE: "It returns no move where there are some.",
    Cause.NO_VALUE: "What it returns is no score, and no pair of a score and a move.",
    Cause.ILLEGAL_MOVE: "It asks for a move, or an answer, that the position does not have.",
    Cause.INTERFACE: "It came to no answer in any of the ways to hand it a game, so that nothing can be told of "
    "what it looks at. `python -m lazytree audit --help` lists what an engine may ask for; a function of a few lines "
    "that asks for that, in the place of your own rules, is enough. If it is made for games of one depth only, or for "
    "more players, say so with --depth and --turns.",
    Cause.ADAPTER: "Plain minimax through the adapter gives another value, or does not look at each leaf once; "
    "whatever is found through it tells nothing of the engine.",
    Cause.NOT_RUN: "The engine is not made for any of the games of this audit.",
}
