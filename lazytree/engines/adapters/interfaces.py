"""A game under the names that an engine asks for: a board to push and pop on, states with successors, rules, lists.

A `State` goes by all these names at once. To make an engine of another style known, add its names to `MEANINGS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from types import MethodType
from typing import Any, NoReturn

from lazytree.engines.adapters.engine import (
    OWN_BOARD,
    Apart,
    IllegalMove,
    NotKnown,
    StateMutated,
    Style,
    WorkCounts,
    legal_child,
)
from lazytree.engines.adapters.indexed import Board, Coordinate, Move, Moves
from lazytree.engines.adapters.meanings import meaning_of, part_of
from lazytree.games.game import End, Game, Max, Min, children_of
from lazytree.games.leaf_log import Path
from lazytree.games.traversals import part_numbers


@dataclass
class Play:
    """One run of an engine: how it sees the game, which its `style` tells, and what it does with it.

    `usage` has the uses of names in its source, and `keys` the names of what it reads by a key. `arrives` says that to
    come to a leaf is to look at it, `is_replaced` that the scores of the game take the place of the engine's own
    evaluation, `is_open` that only the depth limit ends this game. `own` is an object of the engine's class, where
    positions are that, too: it has the names that are none of a position.
    """

    style: Style = field(default_factory=Style)
    usage: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[Any, str] = field(default_factory=dict)
    tally: WorkCounts = field(default_factory=WorkCounts)
    arrives: bool = False
    is_replaced: bool = True
    is_open: bool = False
    own: Any = None
    asked: set[int] = field(default_factory=set)  # numbers of which a search has asked whether they are moves
    first: State | None = None  # the position that the engine was given
    numbers: dict[Path, int] = field(default_factory=dict)  # of all positions, once a key was asked for
    faults: list[IllegalMove | StateMutated] = field(default_factory=list)

    def meaning(self, name: str) -> str | None:
        """The meaning of a name to this engine."""
        return self.style.names.get(name) or meaning_of(name)

    def meaning_of_call(self, name: str, how: str) -> str | None:
        """The meaning of a name that is called: where moves are taken back, to play one is to play it in place."""
        meaning = self.meaning(name)
        return "child" if meaning == "play" and how != "done" and not self.takes_back else meaning

    @cached_property
    def takes_back(self) -> bool:
        """True if the engine takes moves back."""
        return any(self.meaning(one.removesuffix("()")) == "undo" for one in self.usage)

    def refuse(self, message: str) -> NoReturn:
        """Raise `IllegalMove`, and remember it for an engine that catches it."""
        self.faults.append(IllegalMove(message))
        raise self.faults[-1]


class State(Board):
    """A position. Its methods begin with `at_`, the engine's names lead to them."""

    def __init__(self, play: Play, line: list[Game[Any]], path: tuple[int, ...] = ()) -> None:
        self.at_run, self.at_line, self.at_path = play, line, path
        self.at_won: tuple[Any, Any] = (None, None)
        play.first = play.first or self

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("__", "at_")):
            raise NotKnown(f"a position of the audit has no {name!r}", name=name, obj=self)
        how = self.at_run.usage.get(name, "done")
        meaning = self.at_run.meaning_of_call(name, how)
        if meaning is not None:
            method = getattr(self, f"at_{meaning}")
            return method() if how == "read" else method
        return of_own(self.at_run, name, self)

    def __setattr__(self, name: str, value: Any) -> None:
        # The game says itself whose turn it is, and who has won; what else is set is the engine's.
        if name.startswith("at_") or self.at_run.meaning(name) not in ("player", "winner", "maximizing"):
            object.__setattr__(self, name, value)

    def at_moves(self, *others: Any) -> list[Move]:
        """The moves there are, all of them generated."""
        self.at_refuse_others(*others)
        count = self.at_count()
        self.at_run.tally.moves += count
        return Moves(Move(index, self) for index in range(count))

    def at_play(self, *arguments: Any) -> State:
        """Go to the position after a move, which is any one of the arguments, or its number; returns itself."""
        moves = [one for one in arguments if isinstance(one, Move)]
        moves += [one.move for one in arguments if isinstance(one, Coordinate)]
        moves += [Move(one) for one in arguments if type(one) is int and one in self.at_run.asked]
        if not moves:
            self.at_run.refuse(f"{', '.join(map(repr, arguments)) or 'nothing'} is played, which is no move")
        try:
            self.at_enter(legal_child(self.at_line[-1], moves[0].number), moves[0].number)
        except IllegalMove as error:
            self.at_run.refuse(str(error))
        return self

    def at_enter(self, node: Game[Any], number: int) -> None:
        """Go on to a node."""
        self.at_run.tally.nodes += 1
        self.at_line, self.at_path = [*self.at_line, node], (*self.at_path, number)
        if self.at_run.arrives and isinstance(node, End):
            self.at_known = node.score

    def at_legal(self, *others: Any) -> bool:
        """True if there is a move of the number among the arguments; True of any move."""
        number = next((one for one in others if type(one) is int), -1)
        self.at_run.asked = {number}
        return number in range(self.at_count()) or any(isinstance(one, Move) for one in others)

    def at_last(self, *others: Any) -> Any:
        """The last move, or the one among the arguments, as in `board.san(move)`."""
        moves = [one for one in others if isinstance(one, Move)]
        if not moves and len(self.at_line) == 1:
            self.at_run.refuse("a move is taken back, or asked for, at the position that the engine was given")
        return moves[0] if moves else Move(self.at_path[-1])

    def at_undo(self, *others: Any) -> Any:
        """Take the last move back, and return it."""
        move = self.at_last()
        self.at_line, self.at_path = self.at_line[:-1], self.at_path[:-1]
        return move

    def at_copy(self, *others: Any) -> State:
        """Copy the position, to be played on independently."""
        made: State = object.__new__(type(self))
        vars(made).update(vars(self))
        return made

    __copy__ = __deepcopy__ = at_copy

    def at_child(self, *arguments: Any) -> State:
        """The position after a move."""
        self.at_refuse_others(*arguments)
        made = self.at_copy()
        made.at_play(*arguments)
        return made

    def at_refuse_others(self, *arguments: Any) -> None:
        """Refuse an agent among the arguments if it is the turn of another one."""
        agent = next((one for one in arguments if type(one) is int), None)
        if agent is None or "getNumAgents" not in self.at_run.usage or isinstance(self.at_line[-1], End):
            return
        turn = len(self.at_path) % self.at_agents()
        if agent != turn:
            self.at_run.refuse(f"agent {agent} is asked for its moves, or moved, where it is the turn of agent {turn}")

    def at_children(self, *others: Any) -> list[State]:
        """The positions after each move."""
        return [self.at_child(move) for move in self.at_moves()]

    def at_moves_and_children(self, *others: Any) -> list[tuple[Move, State]]:
        """Each move, with the position after it."""
        return [(move, self.at_child(move)) for move in self.at_moves()]

    def at_children_and_moves(self, *others: Any) -> list[tuple[State, Move]]:
        """The position after each move, with the move."""
        return [(self.at_child(move), move) for move in self.at_moves()]

    def at_over(self, *others: Any) -> bool:
        """True if the game is over."""
        return isinstance(self.at_line[-1], End) and not self.at_run.is_open

    def at_never(self, *others: Any) -> bool:
        """Answer questions that another one decides, such as for mate; whose turn it is follows from the moves."""
        return False

    def at_winner(self, *others: Any) -> Any:
        """The winner of a game that is over, or True if it is the player among the arguments; else somebody."""
        endings = self.at_run.style.endings
        winners = endings.winners
        if endings.is_winner and self.at_over():
            return self.at_score()
        if not winners or not self.at_over():
            return self.at_over() or endings.nobody
        if self.at_won[0] is not self.at_line:  # asked for twice, the score is read once
            self.at_won = (self.at_line, winners.get(self.at_score()))
        asked = [one for one in others if one in winners.values()]
        return self.at_won[1] in asked if asked else self.at_won[1]

    def at_score(self, *arguments: Any) -> Any:
        """The score of the end of the game, as the player among the arguments sees it; 0 of one that goes on."""
        leaf = self.at_line[-1]
        if not isinstance(leaf, End):
            # Engines that deepen step by step, or sort moves, ask for it; others, whether there is one.
            self.at_run.tally.early += 1
            return None if self.at_run.style.endings.or_none else 0
        score, style = self.at_known if self.at_run.arrives and self.at_path else leaf.score, self.at_run.style
        viewers = [one for one in arguments if isinstance(one, (int, str)) and one in style.signs]
        is_turned = viewers[-1] == style.signs[1] if viewers else style.by_mover and not self.at_maximizing()
        return -score if is_turned else score

    def at_itself(self, *others: Any) -> State:
        """The position, where it is asked for its board."""
        return self

    def at_part(self, key: Any) -> Any:
        """The part of the position that is read by a key, by the meaning of its name."""
        name = self.at_run.keys.get(key, str(key))
        part = part_of(name)
        meaning = self.at_run.meaning(name) or ("itself" if part == "state" else part)
        if not hasattr(type(self), f"at_{meaning}"):
            raise NotKnown(
                f"the search reads [{key!r}] of its position; say what that is, as by `--names {name}=player`, or have "
                "functions of the file say what there is: legal_moves(board), play(board, move), undo(board, move), "
                "is_over(board), evaluate(board)"
            )
        return getattr(self, f"at_{meaning}")()

    def at_maximizing(self, *others: Any) -> bool:
        """True if it is Max's turn, or would be."""
        if not isinstance(self.at_line[-1], End):
            return isinstance(self.at_line[-1], Max)
        return len(self.at_line) == 1 or not isinstance(self.at_line[-2], Max)

    def at_minimizing(self, *others: Any) -> bool:
        """True if it is Min's turn, or would be."""
        return not self.at_maximizing()

    def at_player(self, *others: Any) -> Any:
        """The mark of the player to move."""
        return self.at_run.style.signs[not self.at_maximizing()]

    def at_ply(self) -> int:
        """The number of moves that led here."""
        return len(self.at_path)

    def at_agents(self, *others: Any) -> int:
        """The number of players, ghosts included."""
        return agents_of(self.at_line[0])

    def at_entry(self, *others: Any) -> tuple[int, ...]:
        """The key of the position: the moves that led to it, so that none is met twice."""
        return self.at_path

    def at_restore(self, entry: tuple[int, ...]) -> None:
        """Go to the position with this key."""
        while self.at_path:
            self.at_undo()
        for number in entry:
            self.at_play(Move(number))

    def at_settle(self) -> None:
        """Raise what the engine did wrong, and `StateMutated` if the position is another one now."""
        if self.at_run.faults:
            raise self.at_run.faults[0]
        if self.at_path:
            raise StateMutated(f"the game is left after the moves {[*self.at_path]}")

    def at_key(self, *others: Any) -> tuple[Any, ...]:
        """The game from here on, without looking at it: equal parts are one position, as in a table of positions.

        Ends of a game are positions of their own, however equal their scores.
        """
        if isinstance(self.at_line[0], Apart):
            return (next(_unlike),)
        if isinstance(self.at_line[-1], End):
            return self.at_path
        if not self.at_run.numbers:
            self.at_run.numbers = part_numbers(self.at_line[0], _known)
        return (self.at_run.numbers[self.at_path],)

    def at_count(self, *others: Any) -> int:
        """The number of free cells, if positions are read as boards of cells: one for each move."""
        return len(list(children_of(self.at_line[-1])))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int | float):
            raise NotKnown(f"a position is compared with {other!r}, and is no number{OWN_BOARD}")
        return isinstance(other, State) and self.at_key() == other.at_key()

    def __hash__(self) -> int:
        return hash(self.at_key())

    def __str__(self) -> str:
        return str(self.at_key())

    def __repr__(self) -> str:
        return f"<State after {[*self.at_path]}>"


_known: dict[Any, int] = {}  # numbers of parts of all games, so that tables may be kept from game to game
_unlike = count()  # keys that no two positions share


def of_own(play: Play, name: str, handed: Any) -> Any:
    """Return what the engine's own object has by this name; a method is that of what was handed in for it."""
    found = None if name.startswith("__") else getattr(play.own, name, None)
    if found is None:
        what = "a position of the audit has" if isinstance(handed, State) else "the rules of the audit have"
        raise NotKnown(f"{what} no {name!r}", name=name, obj=handed)
    return MethodType(found.__func__, handed) if isinstance(found, MethodType) else found


def agents_of(game: Game[Any]) -> int:
    """The number of players, of whom Max is the first and all others are Min. Forces the game as far as that takes.

    >>> agents_of(Max([End(1)])), agents_of(Max([Min([Min([End(1)])])]))
    (2, 3)
    """
    ghosts, level = 0, [game]
    while level := [child for node in level for child in children_of(node) if isinstance(child, Min)]:
        ghosts += 1
    return max(ghosts, 1) + 1
