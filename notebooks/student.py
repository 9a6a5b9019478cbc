"""An engine as a student may write it, and what became of it: what `audit-an-engine.ipynb` looks at.

It plays on a board on which moves are made and taken back, and knows nothing of being watched. The three `choose`
functions are the same but for a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from difflib import ndiff
from inspect import getsource
from itertools import islice
from typing import Any

from lazytree import Game, Max, minimax
from lazytree.engines.adapters import Engine, MissingExtra, Style, engine_in_style, engines_of, installed_engines
from lazytree.engines.adapters.engine import alternates
from lazytree.engines.audit import Audit, audit
from lazytree.engines.audit.audit_games import games_of_class

INFINITY = float("inf")


def value_of(board: Any, alpha: float, beta: float) -> float:
    """What the position is worth."""
    if board.over:
        return board.score()
    best = -INFINITY if board.maximizing else INFINITY
    for move in board.moves():
        board.play(move)
        value = value_of(board, alpha, beta)
        board.undo()
        if board.maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def choose(board: Any) -> tuple[float, int]:
    """What the position is worth, and the move that Max should play."""
    best, best_move = -INFINITY, -1
    for move in board.moves():
        board.play(move)
        value = value_of(board, -INFINITY, INFINITY)
        board.undo()
        if value >= best:
            best, best_move = value, move
    return best, best_move


def choose_again(board: Any) -> tuple[float, int]:
    """What the position is worth, and the move that Max should play."""
    best, best_move = -INFINITY, -1
    for move in board.moves():
        board.play(move)
        value = value_of(board, best, INFINITY)
        board.undo()
        if value >= best:
            best, best_move = value, move
    return best, best_move


def choose_well(board: Any) -> tuple[float, int]:
    """What the position is worth, and the move that Max should play."""
    best, best_move = -INFINITY, -1
    for move in board.moves():
        board.play(move)
        value = value_of(board, best, INFINITY)
        board.undo()
        if value > best:
            best, best_move = value, move
    return best, best_move


def check_values(engine: Callable[[Any], tuple[float, int]], games: Iterable[Game[Any]]) -> int:
    """Compare the value with that of plain minimax, on each game. Returns in how many games it was right."""
    right = 0
    for game in games:
        assert as_engine(engine).solve(game).value == minimax(game), game
        right += 1
    return right


# --- For the notebook ------------------------------------------------------------------------------------------------


def max_begins(game: Game[Any]) -> bool:
    """Whether Max is to move, and the players take turns: the games that the engine is made for."""
    return isinstance(game, Max) and alternates(game)


def random_games(count: int, seed: int) -> list[Game[Any]]:
    """Random games that the engine is made for: 2 to 4 moves in each position, 1 to 6 plies."""
    return list(islice(filter(max_begins, games_of_class(9 * count, seed)), count))


def as_engine(function: Callable[[Any], tuple[float, int]]) -> Engine:
    """The engine, which is handed each game as a board with the names that it uses, and the games it is made for."""
    return replace(engine_in_style(function, Style()), accepts=max_begins)


def changes(before: Callable[..., Any], after: Callable[..., Any]) -> str:
    """The lines in which two functions differ, beside their first."""
    _, *old = getsource(before).splitlines()
    _, *new = getsource(after).splitlines()
    return "\n".join(line for line in ndiff(old, new) if line[0] in "-+")


def audit_of(package: str, engine: str, games: int | Iterable[Game[Any]] = 300, **options: Any) -> str:
    """The report on an engine of a package, or a line that says what to install."""
    try:
        made = engines_of(package)[engine]
    except MissingExtra as error:
        return str(error)
    return str(audit(made, games, **options))


def zoo(games: int) -> list[Audit]:
    """Audits of all engines of the packages that are installed."""
    return [audit(engine, games) for engine in installed_engines().values()]
