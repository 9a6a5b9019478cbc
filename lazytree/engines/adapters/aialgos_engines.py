"""aialgos: an alpha-beta for beginners, and its function for the best move, which is another matter.

Its functions are handed the state, a function to its children, and one to its score. `alpha_beta_pruning` is the
textbook's. `alpha_beta_best_move` is a loop over the moves of the root that does not narrow its window; it is for Max
only, and so is only run on games that Max begins. See `lazytree.engines.adapters.report` for what an audit says of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from aialgos.adversarial import alpha_beta_best_move, alpha_beta_pruning

from lazytree.engines.adapters.engines import Answer, Engine, IllegalMove, NoMove, alternates
from lazytree.engines.adapters.functions import name_of
from lazytree.games.game import End, Game, Max, children_of

# Deeper than any game, for functions that ask for a limit.
PLIES = 10**6
INFINITY = float("inf")


def _children(state: Game[Any]) -> list[Game[Any]]:
    return list(children_of(state))


def _score(state: Game[Any]) -> Any:
    if not isinstance(state, End):
        raise IllegalMove("the score of a state in which the game goes on")
    return state.score


def engine(target: Callable[..., Any], name: str = "") -> Engine:
    """The engine that is a function like `alpha_beta_pruning(state, depth, alpha, beta, is_maximizing, ...)`.

    >>> from lazytree import from_nested
    >>> engine(alpha_beta_pruning).solve(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    Answer(value=3, move=UNTOLD)
    """

    def solve(game: Game[Any]) -> Answer:
        return Answer(target(game, 0, -INFINITY, INFINITY, isinstance(game, Max), _children, _score, PLIES))

    return Engine(name or name_of(target), solve, _proof, accepts=alternates)


def best_move_engine(target: Callable[..., Any], name: str = "") -> Engine:
    """The engine that is a function like `alpha_beta_best_move(state, get_children, evaluate, max_depth)`.

    It answers with a child, which is told from its siblings by being that very object.

    >>> from lazytree import from_nested
    >>> best_move_engine(alpha_beta_best_move).solve(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    Answer(value=UNTOLD, move=0)
    """

    def solve(game: Game[Any]) -> Answer:
        found = target(game, _children, _score, PLIES)
        if found is None:
            raise NoMove("the game has moves, and the engine returned None")
        for index, child in enumerate(children_of(game)):
            if child is found:
                return Answer(move=index)
        raise IllegalMove(f"the answer is {found!r}, which is not a child of the root")

    return Engine(
        name or name_of(target), solve, _proof, accepts=lambda game: isinstance(game, Max) and alternates(game)
    )


def _proof(game: Game[Any]) -> Answer:
    return Answer(minimax(game, isinstance(game, Max), _children, _score))


def minimax(
    state: Any, maximizing: bool, get_children: Callable[[Any], list[Any]], evaluate: Callable[[Any], Any]
) -> Any:
    """Plain minimax on a state, given its children and scores by functions, as aialgos has them.

    >>> from lazytree import from_nested
    >>> minimax(from_nested([[3, 5], [2, 9]]), True, _children, _score)
    3
    """
    children = get_children(state)
    if not children:
        return evaluate(state)
    values = [minimax(child, not maximizing, get_children, evaluate) for child in children]
    return max(values) if maximizing else min(values)


ENGINES: Mapping[str, Callable[[], Engine]] = {
    "aialgos alpha_beta_pruning": partial(engine, alpha_beta_pruning, "aialgos alpha_beta_pruning"),
    "aialgos alpha_beta_best_move": partial(best_move_engine, alpha_beta_best_move, "aialgos alpha_beta_best_move"),
}
"""The two alpha-betas of aialgos."""
