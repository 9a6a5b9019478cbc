"""perfect-game-player: alpha-beta on nodes that generate their moves, with a strict cutoff.

Its search is handed a node with `if_leaf`, `generate_moves` and `evaluate`, and writes what it finds into the nodes, so
each run gets nodes of its own. It answers with the value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from pgameplayer.minimax_tree import alpha_beta_pruning_minimax

from lazytree.engines.adapters.engines import Answer, Engine, IllegalMove, alternates
from lazytree.engines.adapters.functions import name_of
from lazytree.games.game import End, Game, Max, children_of

INFINITY = float("inf")


class TreeNode:
    """A node as perfect-game-player has it; `state` is the game from there on."""

    def __init__(self, game: Game[Any]) -> None:
        self.state = game
        self.value: Any = None
        self.best_move: Any = None

    def if_leaf(self) -> bool:
        """True if the game is over."""
        return isinstance(self.state, End)

    def generate_moves(self, player: bool) -> list[TreeNode]:
        """The positions that can be moved to. Raises `IllegalMove` if it is not the turn of `player` (True for Max)."""
        if player is not isinstance(self.state, Max):
            raise IllegalMove(f"generate_moves({player!r}) where it is the other player's turn")
        return [TreeNode(child) for child in children_of(self.state)]

    def evaluate(self) -> Any:
        """The score of the leaf. Raises `IllegalMove` where the game goes on."""
        if not isinstance(self.state, End):
            raise IllegalMove("evaluate() of a node in which the game goes on")
        return self.state.score

    def __str__(self) -> str:
        return "a node"  # the engine prints each node for its log, also when nobody reads it


def engine(target: Callable[..., Any], name: str = "") -> Engine:
    """The engine that is a function like `alpha_beta_pruning_minimax(node, player, alpha, beta)`.

    >>> from lazytree import from_nested
    >>> engine(alpha_beta_pruning_minimax).solve(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    Answer(value=3, move=UNTOLD)
    """

    def solve(game: Game[Any]) -> Answer:
        return Answer(target(TreeNode(game), isinstance(game, Max), -INFINITY, INFINITY))

    def proof(game: Game[Any]) -> Answer:
        return Answer(minimax(TreeNode(game), isinstance(game, Max)))

    return Engine(name or name_of(target), solve, proof, accepts=alternates)


def minimax(node: Any, player: bool) -> Any:
    """Plain minimax on nodes of perfect-game-player.

    >>> from lazytree import from_nested
    >>> minimax(TreeNode(from_nested([[3, 5], [2, 9]])), True)
    3
    """
    if node.if_leaf():
        return node.evaluate()
    values = [minimax(child, not player) for child in node.generate_moves(player)]
    return max(values) if player else min(values)


ENGINES: Mapping[str, Callable[[], Engine]] = {
    "pgameplayer alpha_beta_pruning": partial(engine, alpha_beta_pruning_minimax, "pgameplayer alpha_beta_pruning"),
}
"""The alpha-beta of perfect-game-player."""
