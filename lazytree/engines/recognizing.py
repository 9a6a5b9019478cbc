"""The interface that an engine is written for, found by trying: small games in each style, in a process of its own.

Whoever has the most right answers was handed what it expects. A fault of the engine does not matter, as long as it is
right more often in the style that it is written for than in others. Skip this module unless you add a style.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from lazytree.engines.adapters.engines import UNTOLD, Engine, alternates, is_value, legal_child
from lazytree.engines.adapters.functions import board_engine, game_engine
from lazytree.engines.adapters.interfaces import agents_of
from lazytree.engines.adapters.meanings import meaning_of
from lazytree.engines.adapters.styles import Style, engine_in_style, uses
from lazytree.engines.audit.processes import Ended, Late, Worker
from lazytree.engines.audit.running import made_run
from lazytree.engines.audit.trees import GameClass, games_of_class
from lazytree.games.game import End, Game, Max, Min
from lazytree.searches.full_width import minimax

SIGNS = ((True, False), (0, 1), (1, -1), (1, 2), ("X", "O"), ("MAX", "MIN"))
SIDES = ((False, False), (True, True), (False, True))
# Seconds for a game.
LIMIT = 0.3

ALTERNATING: list[Game[Any]] = [
    game
    for depth, count in ((1, 4), (2, 8), (3, 12))
    for game in games_of_class(count, depth, GameClass(turns="Mm", depth=depth, scores=(-40, 40)))
]
TWICE: list[Game[Any]] = [Max([Max([End(1), End(5)]), End(2)]), Min([Min([End(-7), End(0)]), End(2)])]
PACMAN: list[Game[Any]] = [*games_of_class(12, 0, GameClass(Max, "Mmm", depth=4, scores=(-40, 40)))]
BOUNDS = (49_999, 9_000, 900, 90)


def recognized(target: Callable[..., Any], name: str = "") -> Engine:
    """The engine that `target` is, in the style in which it is right most often; of games if it never is.

    >>> def search(board, depth):
    ...     if board.is_game_over():
    ...         return board.score()
    ...     values = []
    ...     for move in board.legal_moves:
    ...         board.push(move)
    ...         values.append(search(board, depth - 1))
    ...         board.pop()
    ...     return max(values) if board.turn else min(values)
    >>> recognized(search).taken
    'states; legal_moves, is_game_over, turn, score, push, pop'
    """
    best, most = game_engine(target, name), 0
    usage = uses(target)
    games = PACMAN if "getNumAgents" in usage else ALTERNATING
    for engine in _candidates(target, name, usage):
        with Worker(partial(_judged, engine)) as worker:
            right = _asked(worker, games)
            if sum(right) > most:
                accepts = _accepted([*zip(games, right, strict=True)], all(_asked(worker, TWICE)), usage)
                most, best = sum(right), replace(engine, accepts=accepts)
        if most == len(games):
            return replace(best, scores=_scores(best)) if games is ALTERNATING else best
    return best


def _scores(engine: Engine) -> tuple[int, int] | None:
    """The scores that an engine can deal with, whose infinity may be a number; None if there is no such bound."""
    for bound in BOUNDS:
        games = [*games_of_class(12, 0, GameClass(turns="Mm", depth=2, scores=(-bound, bound)))]
        with Worker(partial(_judged, engine)) as worker:
            if all(
                is_right or not engine.accepts(game)
                for game, is_right in zip(games, _asked(worker, games), strict=True)
            ):
                return None if bound == BOUNDS[0] else (-bound, bound)
    return None


def _candidates(target: Callable[..., Any], name: str, usage: Mapping[str, str]) -> Iterator[Engine]:
    meanings = {meaning_of(one.removesuffix("()")) for one in usage}
    yield game_engine(target, name)
    if {"over", "moves", "play"} <= usage.keys():
        yield board_engine(target, name)
    for (by_mover, tells), signs in product(SIDES, SIGNS if "player" in meanings else SIGNS[:1]):
        yield engine_in_style(target, Style("states", signs, by_mover, tells), name)
    yield engine_in_style(target, Style("lists"), name)


def _asked(worker: Worker, games: list[Game[Any]]) -> list[bool]:
    try:
        return list(worker.ask(games, len(games) * LIMIT, is_sent=False))
    except (Late, Ended):
        return [False] * len(games)


def _judged(engine: Engine, games: list[Game[Any]]) -> list[bool]:
    return [_is_right(engine, game) for game in games]


def _is_right(engine: Engine, game: Game[Any]) -> bool:
    answer = made_run(engine, game, LIMIT).answer
    if answer.value is not UNTOLD:
        return is_value(answer.value, minimax(game))
    return answer.move is not UNTOLD and is_value(minimax(legal_child(game, answer.move)), minimax(game))


def _accepted(
    right: list[tuple[Game[Any], bool]], twice: bool, usage: Mapping[str, str]
) -> Callable[[Game[Any]], bool]:
    """The games to run an engine on, given those on which it was right."""
    if "getNumAgents" in usage:
        return lambda game: isinstance(game, Max) and game in GameClass(Max, "M" + "m" * (agents_of(game) - 1))
    of_min = [is_right for game, is_right in right if isinstance(game, Min)]
    of_max = [is_right for game, is_right in right if isinstance(game, Max)]
    # An engine for which Max always begins is right on some games of Min, too, by luck.
    if not any(of_min) or (all(of_max) and not all(of_min)):
        return lambda game: isinstance(game, Max) and alternates(game)
    return (lambda game: True) if twice else alternates
