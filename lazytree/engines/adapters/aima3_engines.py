"""aima3, the programs of *Artificial Intelligence: A Modern Approach* by Russell and Norvig: its two alpha-betas.

Its searches are handed a state and a game with `actions`, `result`, `utility` and `terminal_test`, take the players to
alternate, and answer with the best action alone: what the state is worth they do not tell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any

from lazytree.engines.adapters.engines import Answer, Engine, IllegalMove, NoMove, alternates, legal_child
from lazytree.engines.adapters.functions import name_of
from lazytree.games.game import End, Game, Max, children_of

# Deeper than any game, for the search that asks for a limit.
PLIES = 10**6
# Not by a plain import, which type checkers could not follow where aima3 is not installed.
_games: Any = import_module("aima3.games")


class Rules:
    """A game as aima3 has it; a state is a node of the tree itself, and an action a number from 0."""

    def __init__(self, game: Game[Any]) -> None:
        self.initial = game
        self.faults: list[IllegalMove] = []

    def to_move(self, state: Game[Any]) -> str:
        """Whose turn it is."""
        return "MAX" if isinstance(state, Max) else "MIN"

    def actions(self, state: Game[Any]) -> list[int]:
        """The moves there are, pulled; none where the game is over."""
        return [index for index, _ in enumerate(children_of(state))]

    def result(self, state: Game[Any], move: int) -> Game[Any]:
        """The state after `move`. Raises `IllegalMove`, and remembers it, if there is no such move."""
        try:
            return legal_child(state, move)
        except IllegalMove as error:
            self.faults.append(error)
            raise

    def terminal_test(self, state: Game[Any]) -> bool:
        """True if the game is over."""
        return isinstance(state, End)

    def utility(self, state: Game[Any], player: str) -> Any:
        """Return the score of the end of the game for `player`. Raises `IllegalMove` where the game goes on."""
        if not isinstance(state, End):
            self.faults.append(IllegalMove("utility() of a state in which the game goes on"))
            raise self.faults[-1]
        return state.score if player == "MAX" else -state.score

    def settle(self) -> None:
        """Raise what the engine did wrong."""
        if self.faults:
            raise self.faults[0]


def engine(target: Callable[..., Any], name: str = "") -> Engine:
    """The engine that is a function like `alphabeta_search(state, game)`, which returns the best action.

    >>> from lazytree import from_nested
    >>> engine(_games.alphabeta_search).solve(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    Answer(value=UNTOLD, move=0)
    """

    def solve(game: Game[Any]) -> Answer:
        rules = Rules(game)
        move = target(game, rules)
        rules.settle()
        if move is None:
            raise NoMove("the game has moves, and the engine returned None")
        return Answer(move=move)

    return Engine(name or name_of(target), solve, _proof, accepts=alternates)


def _proof(game: Game[Any]) -> Answer:
    rules = Rules(game)
    value = minimax(game, rules, rules.to_move(game))
    rules.settle()
    return Answer(value if rules.to_move(game) == "MAX" else -value)


def minimax(state: Any, game: Any, player: str) -> Any:
    """Plain minimax for a game of aima3: what `state` is worth to `player`.

    >>> from lazytree import from_nested
    >>> tree = from_nested([[3, 5], [2, 9]])
    >>> minimax(tree, Rules(tree), "MAX")
    3
    """
    if game.terminal_test(state):
        return game.utility(state, player)
    values = [minimax(game.result(state, move), game, player) for move in game.actions(state)]
    return max(values) if game.to_move(state) == player else min(values)


ENGINES: Mapping[str, Callable[[], Engine]] = {
    "aima3 alphabeta_search": partial(engine, _games.alphabeta_search, "aima3 alphabeta_search"),
    "aima3 alphabeta_cutoff_search": partial(
        engine, partial(_games.alphabeta_cutoff_search, d=PLIES), "aima3 alphabeta_cutoff_search"
    ),
}
"""The alpha-betas of aima3."""
