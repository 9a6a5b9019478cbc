"""OpenSpiel: its alpha-beta in Python on any game, and its real games as lazy trees.

A search of OpenSpiel is handed a state that it clones and plays on; values are those of the player who begins.
`openspiel_game("tic_tac_toe")` goes the other way: one of OpenSpiel's own games, for any search of this package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any

import pyspiel
from open_spiel.python.algorithms.minimax import alpha_beta_search

from lazytree.engines.adapters.engines import Answer, Engine, IllegalMove, StateMutated, legal_child
from lazytree.engines.adapters.functions import name_of
from lazytree.errors import BadGame
from lazytree.games.game import End, Game, Max, Min, children_of
from strictcheck import Stream, delay

# Deeper than any game; a search of OpenSpiel asks for some limit.
PLIES = 10**6


class State:
    """A position as OpenSpiel has it: player 0 is Max, actions are numbers from 0."""

    def __init__(self, node: Game[Any], faults: list[IllegalMove]) -> None:
        self.node = node
        self.faults = faults

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return isinstance(self.node, End)

    def current_player(self) -> int:
        """0 for Max, 1 for Min, and the mark of OpenSpiel for neither where the game is over."""
        if isinstance(self.node, End):
            return int(pyspiel.PlayerId.TERMINAL)
        return 0 if isinstance(self.node, Max) else 1

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions of the player to move; none for the other."""
        if player is not None and player != self.current_player():
            return []
        return [index for index, _ in enumerate(children_of(self.node))]

    def apply_action(self, action: int) -> None:
        """Play `action` on this very state. Raises `IllegalMove`, and remembers it, if there is none such."""
        try:
            self.node = legal_child(self.node, action)
        except IllegalMove as error:
            self.faults.append(error)
            raise

    def clone(self) -> State:
        """Copy the position, to be played on independently."""
        return State(self.node, self.faults)

    def child(self, action: int) -> State:
        """The position after `action`."""
        made = self.clone()
        made.apply_action(action)
        return made

    def returns(self) -> list[Any]:
        """Return the payoffs of both players. Raises `IllegalMove` where the game goes on."""
        if not isinstance(self.node, End):
            self.faults.append(IllegalMove("the return of a state in which the game goes on"))
            raise self.faults[-1]
        score = self.node.score
        return [score, -score]

    def player_return(self, player: int) -> Any:
        """Return the payoff of `player`."""
        return self.returns()[player]


class Rules:
    """A game as OpenSpiel has it: two players, who take turns, see everything, and whose returns add up to nothing."""

    def __init__(self, game: Game[Any]) -> None:
        self.faults: list[IllegalMove] = []
        self.start = State(game, self.faults)
        self.game = game

    def get_type(self) -> Any:
        """The properties of the game that a search asks for."""
        kinds = pyspiel.GameType
        return SimpleNamespace(
            chance_mode=kinds.ChanceMode.DETERMINISTIC,
            information=kinds.Information.PERFECT_INFORMATION,
            dynamics=kinds.Dynamics.SEQUENTIAL,
            utility=kinds.Utility.ZERO_SUM,
        )

    def num_players(self) -> int:
        """Two."""
        return 2

    def new_initial_state(self) -> State:
        """The root."""
        return self.start

    def settle(self) -> None:
        """Raise what the engine did wrong, and `StateMutated` if it played on the root."""
        if self.faults:
            raise self.faults[0]
        if self.start.node is not self.game:
            raise StateMutated("the engine played on the state it was given; it has to clone it first")


def engine(target: Callable[..., Any], name: str = "") -> Engine:
    """The engine that is a function like `alpha_beta_search(game, maximum_depth=...)`, which returns value and action.

    >>> from lazytree import from_nested
    >>> engine(alpha_beta_search).solve(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    Answer(value=3, move=0)
    """

    def solve(search: Callable[..., Any], game: Game[Any]) -> Answer:
        rules = Rules(game)
        value, action = search(rules, maximum_depth=PLIES)
        rules.settle()
        return Answer(value if isinstance(game, Max) else -value, action)

    return Engine(
        name or name_of(target),
        partial(solve, target),
        partial(solve, minimax),
        accepts=lambda game: not isinstance(game, End),
    )


def minimax(game: Any, maximum_depth: int | None = None) -> tuple[Any, int | None]:
    """Plain minimax for a game of OpenSpiel: the value to the player who begins, and the first of the best actions.

    >>> minimax(pyspiel.load_game("nim(pile_sizes=1;2)"))
    (1.0, 3)
    """
    start = game.new_initial_state()
    player = start.current_player()
    values = [_value(start.child(action), player) for action in start.legal_actions()]
    best = max(values)
    return best, start.legal_actions()[values.index(best)]


def _value(state: Any, player: int) -> Any:
    if state.is_terminal():
        return state.player_return(player)
    values = [_value(state.child(action), player) for action in state.legal_actions()]
    return max(values) if state.current_player() == player else min(values)


def openspiel_game(
    game: Any, *, depth: int | None = None, score: Callable[[Any], Any] | None = None, state: Any = None
) -> Game[Any]:
    """A game of OpenSpiel as a lazy tree, from its start or from `state`; player 0 is Max.

    `game` is a game of OpenSpiel, or the name of one. It ends where OpenSpiel says, with the return of player 0, and
    after `depth` plies, with `score(state)`. Forces nothing but the outermost layer; each state is made when it is
    looked at, and children are a `Stream`, in the order of OpenSpiel's actions. A player may move twice in a row.
    Raises `BadGame` for games of chance, or with hidden moves, or with moves at the same time, or not of two players,
    and `ValueError` for a depth below 0, or without a `score`.

    >>> from lazytree import alphabeta
    >>> alphabeta(openspiel_game("nim(pile_sizes=1;2)"))
    1.0
    """
    rules = pyspiel.load_game(game) if isinstance(game, str) else game
    found = rules.get_type()
    if found.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC or rules.num_players() != 2:
        raise BadGame(f"openspiel_game({game!r}): expected a game of two players without chance")
    if found.information != pyspiel.GameType.Information.PERFECT_INFORMATION:
        raise BadGame(f"openspiel_game({game!r}): expected a game in which the players see everything")
    if found.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        raise BadGame(f"openspiel_game({game!r}): expected a game in which one player moves at a time")
    if depth is not None and (depth < 0 or score is None):
        raise ValueError(
            f"openspiel_game(depth={depth}): expected 0 plies or more, and score=, what a position is worth there"
        )
    return _node(rules.new_initial_state() if state is None else state, depth, score)


def _node(state: Any, depth: int | None, score: Callable[[Any], Any] | None) -> Game[Any]:
    if state.is_terminal():
        return End(state.player_return(0))
    if depth == 0 and score is not None:
        return End(score(state))
    player: Any = Max if state.current_player() == 0 else Min
    return player(Stream(_children(state, depth, score)))


def _children(state: Any, depth: int | None, score: Callable[[Any], Any] | None) -> Iterator[Game[Any]]:
    left = None if depth is None else depth - 1
    for action in state.legal_actions():
        yield _later(state, action, left, score)


def _later(state: Any, action: int, depth: int | None, score: Callable[[Any], Any] | None) -> Game[Any]:
    return delay(lambda: _node(state.child(action), depth, score))


ENGINES: Mapping[str, Callable[[], Engine]] = {
    "OpenSpiel alpha_beta_search": partial(engine, alpha_beta_search, "OpenSpiel alpha_beta_search"),
}
"""Engines that OpenSpiel offers in Python."""
