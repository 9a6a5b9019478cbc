"""The interface that an engine is written for, found by trying: small games in each style, in a process of its own.

Whoever has the most right answers was handed what it expects. A fault of the engine does not matter, as long as it is
right more often in the style that it is written for than in others. Skip this module unless you add a style.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from inspect import signature
from itertools import product
from typing import Any

from lazytree.engines.adapters.engine import MISTAKEN, Engine, alternates, game_engine
from lazytree.engines.adapters.game_rules import rules_of
from lazytree.engines.adapters.interfaces import agents_of
from lazytree.engines.adapters.meanings import meaning_of, source_of, uses
from lazytree.engines.adapters.names_by_use import told_names
from lazytree.engines.adapters.styles import NESTED, PARAMETERS, Style, StyledEngine, engine_in_style
from lazytree.engines.audit.audit_games import ANY, GameClass, games_of_class
from lazytree.engines.audit.audit_reports import shown_line
from lazytree.engines.audit.findings import Cause
from lazytree.engines.audit.judged_runs import JudgedRun, Referee
from lazytree.engines.audit.running import Runner
from lazytree.games.game import End, Game, Max, Min
from lazytree.searches.minimax_and_alphabeta import minimax

SIGNS = ((True, False), (0, 1), (1, -1), (1, 2), ("X", "O"), ("MAX", "MIN"))
SIDES: Sequence[tuple[bool, bool]] = ((False, False), (False, True), (True, True))
# Seconds of the processor for a game.
LIMIT = 0.3
# What the audit hands out, in the message of an exception: the engine took it for something else.
HANDED = re.compile(f"{MISTAKEN}|'(State|Move|Rules|NestedList|NestedTuple)'")
# In so many styles an engine may come to no answer in time before it is believed to do so in all.
HANGING = 3

ALTERNATING: list[Game[Any]] = [
    game
    for depth, count in ((1, 4), (2, 8), (3, 12))
    for game in games_of_class(count, depth, GameClass(turns="Mm", depth=depth, scores=(-40, 40)))
]
ONE_PLY: list[Game[Any]] = [
    player([End(3), End(9), End(-4), End(7)][:width]) for player in (Max, Min) for width in (2, 3, 4)
]
TWICE: list[Game[Any]] = [Max([Max([End(1), End(5)]), End(2)]), Min([Min([End(-7), End(0)]), End(2)])]
PACMAN: list[Game[Any]] = [*games_of_class(12, 0, GameClass(Max, "Mmm", depth=4, scores=(-40, 40)))]
EVEN = GameClass(even=True)
MOST = 49_999  # of scores
LARGE = 100  # a number from which on it may stand for infinity if its negative begins a search


def recognized(target: Callable[..., Any], name: str = "", kind: GameClass = ANY) -> Engine:
    """The engine that `target` is, in the style in which it is right most often on games of the class `kind`.

    One that is never right is taken for an engine of games; it is `unknown` if it never came to an answer at all.

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
    usage = uses(target)
    games = PACMAN if "getNumAgents" in usage else ALTERNATING
    if kind.turns or kind.depth:
        games = [*games_of_class(24, 0, replace(kind, scores=kind.scores or (-40, 40)))]
    best, most = game_engine(target, name), 0
    tried: list[tuple[str, JudgedRun]] = []
    hanging = 0
    for engine in _candidates(target, name, usage):
        told = _judged(engine, games)
        right = [_is_right(case) for case in told]
        if sum(right) > most:
            most = sum(right)
            best = replace(engine, accepts=_accepted(engine, all(right), usage, kind))
        if most == len(games):
            break
        tried += [(engine.taken, case) for case in told]
        hanging += all(map(_is_late, told))
        if hanging == HANGING:
            return best
    if not most:
        return _unknown(best, tried, _takes_a_game(target))
    return _within_scores(best, target) if games is ALTERNATING else best


def _takes_a_game(target: Callable[..., Any]) -> bool:
    """True if a function can be called with a game and nothing else."""
    try:
        signature(target).bind(None)
    except TypeError:
        return False
    return True


def _unknown(engine: Engine, tried: list[tuple[str, JudgedRun]], takes_a_game: bool) -> Engine:
    """The engine with the likeliest style and what happened in it; none of the ways to hand it a game led to an answer.

    Nothing is added to an engine of games that does not mistake them for something else.
    """
    faults = [(taken, case.run.fault) for taken, case in tried]
    if takes_a_game and any(fault is None or not (taken or MISTAKEN in fault.message) for taken, fault in faults):
        return engine
    (taken, fault), _ = Counter(pair for pair in faults if pair[0]).most_common(1)[0]
    if fault is None:
        case = next(case for style, case in tried if style == taken and case.run.fault is None)
        shown = f"{case.run.answer.value}, and {case.value} is right"
        return replace(engine, unknown=f"{taken}; it comes to answers, and none of them is right: first {shown}")
    line = f", {shown_line(fault.line)}" if fault.line else ""
    is_own = fault.cause is Cause.RAISES and not HANDED.search(fault.message)
    return replace(engine, unknown=f"{taken}; on most games: {fault.message}{line}", raises=is_own)


def _within_scores(engine: Engine, target: Callable[..., Any]) -> Engine:
    """The engine with the bounds of the scores that it can deal with, whose infinity may be a number."""
    bounds = _bounds(target)
    for bound in (MOST, *bounds):
        kinds = [GameClass(turns="Mm", depth=depth, scores=(-bound, bound)) for depth in (2, 3)]
        games = [game for kind in kinds for game in games_of_class(20, 0, kind) if engine.accepts(game)]
        if all(_is_right(case) or case.run.fault for case in _judged(engine, games)):
            break
    else:
        bound = max(bounds, default=MOST)
    if bound == MOST:
        return engine
    taken = f"{engine.taken}, scores up to {bound:,}: it is not right beyond".removeprefix(", ")
    return replace(engine, scores=(-bound, bound), taken=taken)


def _bounds(target: Callable[..., Any]) -> list[int]:
    """Return the scores below numbers that stand for infinity: with both signs in the source, or large and assigned."""
    source = source_of(target)
    with suppress(SyntaxError):
        nodes = [*ast.walk(ast.parse(source))]
        kept = {  # as in `INFINITY = 1000`
            ast.unparse(node.targets[0]): ast.unparse(node.value) for node in nodes if isinstance(node, ast.Assign)
        }
        negated = {ast.unparse(node.operand) for node in nodes if isinstance(node, ast.UnaryOp)}
        counts = Counter(ast.unparse(node) for node in nodes if isinstance(node, ast.Constant))
        named = {kept[one] for one in negated & kept.keys()}
        twice = {one for one in negated if counts[one] > 1}
        numbers = {int(one) for one in named | twice if one.isdecimal()} | {*_first_bests(nodes)}
        if not re.search(r"\binf\b", source) and max(numbers, default=0) <= MOST:
            return sorted((number - 1 for number in numbers if number > 1), reverse=True)
    return []


def _first_bests(nodes: list[ast.AST]) -> Iterator[int]:
    """Yield large numbers whose negatives are assigned, as in `best = -1000` and `best, move = -1000, None`."""
    values = [node.value for node in nodes if isinstance(node, ast.Assign)]
    for part in [part for value in values for part in (value.elts if isinstance(value, ast.Tuple) else [value])]:
        match part:
            case ast.UnaryOp(ast.USub(), ast.Constant(int(number))) if number >= LARGE:
                yield number


def _candidates(target: Callable[..., Any], name: str, usage: Mapping[str, str]) -> Iterator[Engine]:
    by_use = told_names(target)
    parts = {PARAMETERS.get(one, by_use.parts.get(one)) for one in signature(target).parameters}
    told = by_use.meanings
    sides = SIDES if by_use.turns_scores else SIDES[:1]
    if "color" in parts:  # scores are taken times that, seen from one side, and told as the player who begins sees them
        sides = SIDES[1::-1]
    used = {one.removesuffix("()") for one in usage}
    meanings = {told.get(one, meaning_of(one)) for one in used}
    if not isinstance(target, type):
        yield game_engine(target, name)
    kept = (False, True) if {*rules_of(target, told)} - {*rules_of(target, told, keeps_rules=True)} else (False,)
    open_too = (False, True) if "depth" in parts and "agents" not in meanings else (False,)
    marks = SIGNS if "player" in meanings | parts else SIGNS[:1]
    for is_open, keeps, (by_mover, tells), signs in product(open_too, kept, sides, marks):
        style = Style("states", signs, by_mover, tells, keeps_rules=keeps, is_open=is_open)
        yield engine_in_style(target, style, name)
    yield from (engine_in_style(target, Style(hands), name) for hands in NESTED)


def _judged(engine: Engine, games: list[Game[Any]]) -> list[JudgedRun]:
    """Run the engine on each game, and judge it; two runs that are late stand for all that follow."""
    told: list[JudgedRun] = []
    with Runner(engine, LIMIT, of_processor=True) as runner:
        judge = Referee(runner, minimax)
        for game in games:
            is_hanging = len(told) > 1 and all(map(_is_late, told[-2:]))
            told.append(told[-1] if is_hanging else judge.case(game))
    return told


def _is_late(case: JudgedRun) -> bool:
    return case.run.fault is not None and case.run.fault.cause is Cause.TOO_SLOW


def _is_right(case: JudgedRun) -> bool:
    """True if the value that is told, or else the move, is right."""
    told = case.move_told if case.value_told == "not told" else case.value_told
    return case.run.fault is None and told == "right"


def _accepted(engine: Engine, is_right: bool, usage: Mapping[str, str], kind: GameClass) -> Callable[[Game[Any]], bool]:
    """Return a predicate of the games to audit an engine on; `is_right` tells that it was right on all those tried."""
    if "getNumAgents" in usage:
        return lambda game: isinstance(game, Max) and game in GameClass(Max, "M" + "m" * (agents_of(game) - 1))
    if isinstance(engine, StyledEngine) and engine.style.is_open:
        return lambda game: alternates(game) and game in EVEN
    if kind.turns or kind.depth:
        return lambda game: True
    # An engine for which Max always begins takes the best move for Max, which a game of one ply does not forgive.
    if {type(case.game) for case in _judged(engine, ONE_PLY) if _is_right(case)} == {Max}:
        return lambda game: isinstance(game, Max) and alternates(game)
    return (lambda game: True) if is_right and all(map(_is_right, _judged(engine, TWICE))) else alternates
