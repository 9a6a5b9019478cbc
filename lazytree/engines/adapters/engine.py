"""Engines as an audit sees them: they are given a game, and answer with a value, a move, or both.

A function that takes `Max`, `Min` and `End` apart is an engine as it stands: `game_engine(search)`. To others one and
the same game, explicit or lazy, is handed under the names that they use (`styles`). An adapter can be wrong too, so
each brings a plain minimax that is written for its interface, and proves itself with it before it is believed.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from typing import Any

from lazytree.engines.adapters.own_scores import NO_ENDINGS, Endings
from lazytree.errors import LazyTreeError
from lazytree.games.game import End, Game, Max, Min, children_of
from lazytree.games.traversals import bottom_up
from lazytree.games.walking import walk

# Advice for an engine that plays on an object of its own, and not on the positions that it is given.
OWN_BOARD = "; name a board that the engine keeps, as by `--names squares=state`"
# How the sentence begins that tells an engine of games what it is given.
MISTAKEN = "; it is handed "
_GAME = (
    f"{MISTAKEN}a game and nothing else: Max or Min, with .children, or End, with .score "
    "(`python -m lazytree audit --help` shows what else an engine may ask for)"
)


class EngineFault(LazyTreeError):
    """Something an engine must not do whatever its values are; an audit reports it and goes on."""


class IllegalMove(EngineFault, ValueError):
    """An engine asked for a move that the position does not have, or answered with one."""


class StateMutated(EngineFault):
    """An engine returned and left the game, or the position it was given, other than it found it."""


class NotKnown(EngineFault, AttributeError, TypeError):
    """An engine asked for something that the audit does not know how to answer: no fault of the engine."""


class Untold(Enum):
    """Not part of an engine's answer."""

    UNTOLD = "not told"

    def __repr__(self) -> str:
        return "UNTOLD"


UNTOLD = Untold.UNTOLD


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """Answer of an engine on a game: its value, and the best move at the root as an index; either may be `UNTOLD`.

    >>> EngineAnswer(3, move=0)
    EngineAnswer(value=3, move=0)
    """

    value: Any = UNTOLD
    move: Any = UNTOLD


@dataclass(eq=False)
class WorkCounts:
    """Positions that an engine came to, and moves that were generated for it, where an adapter can count them.

    `early` counts the scores that it asked for of positions that go on.
    """

    nodes: int = 0
    moves: int = 0
    early: int = 0


@dataclass(frozen=True)
class Engine:
    """An engine behind an adapter.

    `solve(game)` runs it. `proof(game)` is plain minimax on the positions that the engine is handed, in its style, by
    which the adapter proves itself; None if there is no adapter.
    `sees(game)` is the game with the scores that the engine gives it: some prefer early wins. `accepts(game)` is
    false of games that the engine is not made for, such as those in which a player moves twice in a row. `taken`
    says which interface the engine was taken to be written for. `scores` are the bounds of those it can deal with,
    `among` all of them if they are few, and `shape` is more of the class of its games, fields of a `GameClass`.
    `tally` counts in the run that is under way.
    `unknown` says of an engine that was never right, whichever way it was handed a game, what happened in the
    likeliest, and `verdict` what that amounts to.
    """

    name: str
    solve: Callable[[Game[Any]], EngineAnswer]
    proof: Callable[[Game[Any]], EngineAnswer] | None = None
    sees: Callable[[Game[Any]], Game[Any]] = lambda game: game
    accepts: Callable[[Game[Any]], bool] = lambda game: True
    taken: str = ""
    scores: tuple[Any, Any] | None = None
    among: tuple[Any, ...] = ()
    shape: Mapping[str, Any] = field(default_factory=dict, hash=False)
    unknown: str = ""
    verdict: str = ""
    tally: WorkCounts = field(default_factory=WorkCounts)

    def __repr__(self) -> str:
        return f"<Engine {self.name}>"


@dataclass(frozen=True)
class Style:
    """View that an engine has of a game: as "states", "lists", "tuples" or "leaves by index", and from whose side.

    Scores in lists and tuples are read when they are used; of "lists of numbers" and "tuples of numbers", when they
    are fetched.

    `signs` are its marks for Max and Min; `by_mover` says that leaves are scored for the player to move, and
    `tells_mover` that the answer is. `names` has the meanings of names of its own. `is_open` lets nothing but the
    depth limit end a game. `endings` are the scores that the engine itself gives the ends of games. `answer` tells
    which numbers of an answer are the move: "value" (none, or that behind a value), "move" (one alone, or before a
    value), and of boards with rows and columns "cell" (two, alone or behind a value).
    """

    hands: str = "states"
    signs: tuple[Any, Any] = (True, False)
    by_mover: bool = False
    tells_mover: bool = False
    names: Mapping[str, str] = field(default_factory=dict)
    is_open: bool = False
    endings: Endings = NO_ENDINGS
    answer: str = "value"

    def __str__(self) -> str:
        marks = "" if self.signs == (True, False) else f", players {self.signs[0]!r} and {self.signs[1]!r}"
        mover = ", leaves scored for the player to move" if self.by_mover else ""
        if self.tells_mover and not self.by_mover:
            mover = ", values told for the player who begins"
        ends = ", ended by the depth limit alone" if self.is_open else ""
        if self.endings.scores:
            ends = f", games that end with {', '.join(map(str, self.endings.scores))} as in its source"
            ends += "" if self.endings.held is None else ", the count of plies in them held"
        moves = "" if self.answer == "value" else f", moves told as {self.answer}s"
        return f"{'nested ' * self.hands.startswith(('lists', 'tuples'))}{self.hands}{marks}{mover}{ends}{moves}"


class Apart:
    """A position that is equal to no other, so that a table does not find it."""

    __slots__ = ()
    __eq__, __hash__, __repr__ = object.__eq__, object.__hash__, object.__repr__


class _ApartMax(Apart, Max[Any]):
    __slots__ = ()


class _ApartMin(Apart, Min[Any]):
    __slots__ = ()


def set_apart(game: Game[Any]) -> Game[Any]:
    """The game with positions that are never equal; its ends are left as they are. Forces all of it but the scores.

    >>> set_apart(Max([End(1)])) == set_apart(Max([End(1)]))
    False
    """
    apart: dict[Any, type[Game[Any]]] = {Max: _ApartMax, Min: _ApartMin}
    return bottom_up(game, lambda end: end, lambda player, children: apart[player](children))


def answer_of(returned: Any) -> EngineAnswer:
    """Make an `EngineAnswer` of a function's result, if it is none: a pair is (value, move), anything else a value.

    The value is not told by a pair of None and a move.

    >>> answer_of(3), answer_of((3, 0))
    (EngineAnswer(value=3, move=UNTOLD), EngineAnswer(value=3, move=0))
    """
    if isinstance(returned, EngineAnswer):
        return returned
    if isinstance(returned, tuple) and len(returned) == 2:
        value, move = returned
        return EngineAnswer(UNTOLD if value is None and move is not None else value, move)
    return EngineAnswer(returned)


def is_value(told: Any, value: Any) -> bool:
    """True if the value told is `value`. An object that cannot be compared with it, such as an array, is not.

    >>> is_value(3.0, 3), is_value("three", 3)
    (True, False)
    """
    try:
        return bool(told == value)
    except Exception:
        return False


def legal_child(node: Game[Any], move: Any) -> Game[Any]:
    """The position after `move`, an index, at `node`. Raises `IllegalMove` if `node` has no such move.

    An index is an `int` or what can be used as one, such as an integer of numpy; not a `bool`. Pulls no more children
    than it needs.

    >>> legal_child(Max([End(3), End(5)]), 1)
    End(5)
    >>> legal_child(Max([End(3), End(5)]), 2)
    Traceback (most recent call last):
    ...
    lazytree.engines.adapters.engine.IllegalMove: move 2 in a position with moves 0 to 1
    """
    children: Any = children_of(node)
    # Asked of each move that an engine plays: `SupportsIndex` would take longer than all the rest.
    if hasattr(type(move), "__index__") and not isinstance(move, bool) and (index := operator.index(move)) >= 0:
        try:
            return children[index]
        except IndexError:
            pass
    count = len(list(children))
    found = f"a position with moves 0 to {count - 1}" if count else "a position in which the game is over"
    raise IllegalMove(f"move {move!r} in {found}")


def alternates(game: Game[Any]) -> bool:
    """True if the game is more than a leaf, and no player moves twice in a row. Forces the whole game.

    >>> alternates(Max([End(1)])), alternates(Max([Max([End(1)])])), alternates(End(1))
    (True, False, False)
    """
    taking_turns = all(
        isinstance(child, End) or isinstance(child, Max) != isinstance(node, Max)
        for _, node in walk(game, children_of)
        for child in children_of(node)
    )
    return taking_turns and not isinstance(game, End)


def shows_depth(game: Game[Any]) -> bool:
    """True if a game is equally deep everywhere and has an even number of leaves; only the depth limit is to end it.

    Agents are told how many rounds to look ahead. One that takes no notice would be right on games that end by
    themselves, of which there have to be some, too.
    """
    depths = [len(path) for path, node in walk(game, children_of) if isinstance(node, End)]
    return len(depths) % 2 == 0 and len({*depths}) == 1


def engine_name(function: Any) -> str:
    """Return a name for an engine: that of the function or class, or else its repr.

    >>> from lazytree import minimax
    >>> engine_name(minimax), engine_name(partial(minimax))
    ('minimax', 'minimax')
    """
    while isinstance(function, partial):
        function = function.func
    name = getattr(function, "__name__", None)
    return name if isinstance(name, str) else repr(function)


def game_engine(function: Callable[[Game[Any]], Any], name: str = "") -> Engine:
    """The engine that is a function of a game.

    >>> from lazytree import minimax
    >>> game_engine(minimax).solve(Max([End(3), End(5)]))
    EngineAnswer(value=5, move=UNTOLD)
    """

    def solve(game: Game[Any]) -> EngineAnswer:
        return _with_index(game, answer_of(function(game)))

    return Engine(name or engine_name(function), solve)


def _with_index(game: Game[Any], answer: EngineAnswer) -> EngineAnswer:
    """The answer with its move as an index, where it is the child itself, or a line of moves that begins with it."""
    move = answer.move
    if isinstance(move, list | tuple) and move:
        move = move[0]
    if isinstance(move, Max | Min | End):
        indices = (index for index, child in enumerate(children_of(game)) if child is move)
        move = next(indices, move)
    return EngineAnswer(answer.value, move)


def advice_on(error: BaseException) -> str:
    """A reminder of the game that is handed out, for an engine that took it for something else."""
    taken = getattr(error, "obj", None) if isinstance(error, AttributeError) else None
    misused = isinstance(error, TypeError) and re.search("'(Max|Min|End)'|positional argument", str(error))
    return _GAME if misused or isinstance(taken, (Max, Min, End)) else ""
