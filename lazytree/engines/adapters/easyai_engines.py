"""easyAI: Negamax, its version without recursion, SSS* and DUAL*, with and without a transposition table.

An easyAI engine plays a `TwoPlayerGame`, which is changed in place and looked at from the side of the player to move.
Two of its habits matter to an audit. It takes the players to alternate. And it prefers early wins: a score is changed
by how many plies are left of the depth it was given, so that a game with leaves at several depths is another game to
it; `Engine.sees` is that game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from easyAI import DUAL, SSS, Negamax, NonRecursiveNegamax, TwoPlayerGame
from easyAI.AI.TranspositionTable import TranspositionTable

from lazytree.engines.adapters.engines import (
    Answer,
    Engine,
    IllegalMove,
    NoMove,
    StateMutated,
    alternates,
    legal_child,
)
from lazytree.engines.adapters.functions import name_of
from lazytree.engines.leaf_log import Path
from lazytree.games.game import End, Game, Max, children_of, player_of
from lazytree.games.traversals import depth as depth_of
from lazytree.games.walking import Branch, Leaf, rebuild

# A score as the engine changes it, from the score and the plies left.
Adjust = Callable[[Any, int], Any]


# Typed Any, for easyAI declares methods to be class methods that are none.
_TwoPlayerGame: Any = TwoPlayerGame


class Tree(_TwoPlayerGame):  # type: ignore[misc]
    """A game as easyAI plays it: player 1 is Max, moves are numbers from 0, positions are told apart by their path."""

    def __init__(self, game: Game[Any]) -> None:
        self.players = [None, None]
        self.current_player = self.first_player = 1 if isinstance(game, Max) else 2
        self.line = [game]
        self.path: Path = ()
        self.faults: list[IllegalMove] = []

    def possible_moves(self) -> list[int]:
        """The moves of the present position, pulled."""
        return [index for index, _ in enumerate(children_of(self.line[-1]))]

    def make_move(self, move: int) -> None:
        """Play `move`. Raises `IllegalMove`, and remembers it, if there is no such move."""
        try:
            self.line.append(legal_child(self.line[-1], move))
        except IllegalMove as error:
            self.faults.append(error)
            raise
        self.path = (*self.path, move)

    def unmake_move(self, move: int) -> None:
        """Take `move` back. Raises `IllegalMove` if it is not the last one."""
        if self.path[-1:] != (move,):
            self.faults.append(IllegalMove(f"unmake_move({move!r}) after the moves {list(self.path)}"))
            raise self.faults[-1]
        self.line.pop()
        self.path = self.path[:-1]

    def is_over(self) -> bool:
        """True if the present position is a leaf."""
        return isinstance(self.line[-1], End)

    def scoring(self) -> Any:
        """The score of the leaf, as the player to move sees it. Raises `IllegalMove` where the game goes on."""
        node = self.line[-1]
        if not isinstance(node, End):
            self.faults.append(IllegalMove(f"scoring() after the moves {list(self.path)}, where the game goes on"))
            raise self.faults[-1]
        return node.score if self.current_player == 1 else -node.score

    def copy(self) -> Tree:
        """Copy the position, to be played on independently; faults are noted in common."""
        made = Tree(self.line[0])
        made.line, made.path, made.faults = [*self.line], self.path, self.faults
        made.current_player = self.current_player
        return made

    def ttentry(self) -> Path:
        """The key of the present position: the moves that led to it, so that none is ever met twice."""
        return self.path

    def ttrestore(self, entry: Path) -> None:
        """Go to the position with this key."""
        del self.line[1:]
        self.path = ()
        for move in entry:
            self.make_move(move)

    def settle(self) -> None:
        """Raise what the engine did wrong, and `StateMutated` if it is elsewhere now."""
        if self.faults:
            raise self.faults[0]
        if self.path or self.current_player != self.first_player:
            raise StateMutated(f"the game is left after the moves {list(self.path)}")


def engine(
    target: Callable[[int], Any], name: str = "", *, depth: int | None = None, adjust: Adjust | None = None
) -> Engine:
    """The engine that `target(depth)` makes: a class such as `easyAI.Negamax`, or a function of the depth.

    By default the depth is that of the game, which forces the structure of a lazy one; say it to spare that. `adjust`
    is what the engine makes of a score and the plies left, if it is not the class of one that is known.

    >>> from lazytree import from_nested
    >>> engine(Negamax).solve(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    Answer(value=3.0, move=0)
    """
    scaled = adjust or _ADJUST.get(target, _as_it_is)

    def solve(game: Game[Any]) -> Answer:
        player = target(depth_of(game) if depth is None else depth)
        tree = Tree(game)
        move = player(tree)
        tree.settle()
        if move is None:
            raise NoMove("the game has moves, and the engine returned None")
        return Answer(_told(player.alpha, tree), move)

    def sees(game: Game[Any]) -> Game[Any]:
        return _adjusted(game, scaled, depth_of(game) if depth is None else depth)

    return Engine(name or name_of(target), solve, _proof, sees, alternates)


def _told(value: Any, tree: Tree) -> Any:
    return value if tree.first_player == 1 else -value


def _proof(game: Game[Any]) -> Answer:
    tree = Tree(game)
    value = minimax(tree)
    tree.settle()
    return Answer(_told(value, tree))


def minimax(tree: Any) -> Any:
    """Plain minimax for a game of easyAI, seen from the player to move; the game is left as it was.

    >>> from lazytree import from_nested
    >>> minimax(Tree(from_nested([[3, 5], [2, 9]])))
    3
    """
    if tree.is_over():
        return tree.scoring()
    values = []
    for move in tree.possible_moves():
        tree.make_move(move)
        tree.switch_player()
        values.append(-minimax(tree))
        tree.switch_player()
        tree.unmake_move(move)
    return max(values)


def _as_it_is(score: Any, left: int) -> Any:
    return score


def _as_negamax(score: Any, left: int) -> Any:
    """As easyAI 2.0 computes it, to the last bit."""
    return score * (1 + 0.001 * left)


def _as_mtd(score: Any, left: int) -> Any:
    return score - 0.99 * left * abs(score) / score if score != 0 else score


_ADJUST: dict[Any, Adjust] = {Negamax: _as_negamax, SSS: _as_mtd, DUAL: _as_mtd}


def _adjusted(game: Game[Any], adjust: Adjust, depth: int) -> Game[Any]:
    """The game with `adjust(score, plies left)` for each score."""

    def expand(part: tuple[Game[Any], int], where: object) -> Branch[Any, Any] | Leaf[Game[Any]]:
        node, left = part
        if isinstance(node, End):
            return Leaf(End(adjust(node.score, left)))
        return Branch(player_of(node), [(child, left - 1) for child in children_of(node)])

    return rebuild((game, depth), expand, lambda player, children: player(children))


def _tabled(algorithm: Callable[..., Any]) -> Engine:
    name = f"easyAI {name_of(algorithm)} with table"
    return engine(lambda plies: algorithm(plies, tt=TranspositionTable()), name, adjust=_ADJUST[algorithm])


ENGINES: Mapping[str, Callable[[], Engine]] = {
    **{
        f"easyAI {name_of(found)}": partial(engine, found, f"easyAI {name_of(found)}")
        for found in (Negamax, NonRecursiveNegamax, SSS, DUAL)
    },
    **{f"easyAI {name_of(found)} with table": partial(_tabled, found) for found in (Negamax, SSS, DUAL)},
}
"""Engines that easyAI offers; `NonRecursiveNegamax` takes no table."""
