"""The interface that an engine is written for, found by trying: small games in each style, in a process of its own.

Whoever has the most right answers was handed what it expects. A fault of the engine does not matter, as long as it is
right more often in the style that it is written for than in others. Skip this module unless you add a style.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from inspect import signature
from itertools import permutations, product
from types import MappingProxyType
from typing import Any

from lazytree.engines.adapters.engine import Engine, Style, alternates, game_engine
from lazytree.engines.adapters.indexed import OtherMark, answers_of
from lazytree.engines.adapters.interfaces import agents_of
from lazytree.engines.adapters.meanings import meaning_of, part_of, uses
from lazytree.engines.adapters.own_interface import (
    classes_asked,
    lists_of_moves,
    own_search,
    pairs_in,
    player_marks,
    roles_of,
    sees_as_mover,
    shape_of_games,
    turns_scores,
)
from lazytree.engines.adapters.own_scores import (
    MOST,
    Endings,
    has_infinity,
    infinite_numbers,
    own_endings,
)
from lazytree.engines.adapters.styles import engine_in_style
from lazytree.engines.audit.audit_games import ANY, GameClass, games_of_class
from lazytree.engines.audit.diagnosis import as_unknown
from lazytree.engines.audit.findings import Cause
from lazytree.engines.audit.judged_runs import JudgedRun
from lazytree.engines.audit.running import Runner
from lazytree.games.game import End, Game, Max, Min
from lazytree.games.making import other
from lazytree.games.traversals import depth
from lazytree.searches.minimax_and_alphabeta import minimax

NO_NAMES: Mapping[str, str] = MappingProxyType({})
SIGNS = ((True, False), (0, 1), (1, -1), (1, 2), ("X", "O"), ("MAX", "MIN"))
SIDES: Sequence[tuple[bool, bool]] = ((False, False), (False, True), (True, True))
USUAL = 40  # of scores, in the games that an engine is tried on
# Games of one ply that an engine is tried on; those of more plies are more.
FEW = 4
# Seconds of the processor for a game.
LIMIT = 0.3
# Plies of the deepest games of an audit.
DEEP = 6
# A style has to be right on so large a share of games more than styles that were tried before it.
CHANCE = 0.1
# In so many styles an engine may come to no answer in time before it is believed to do so in all.
HANGING = 3

EVEN = GameClass(even=True)


def recognized(target: Callable[..., Any], kind: GameClass = ANY, names: Mapping[str, str] = NO_NAMES) -> Engine:
    """The engine that `target` is, in the style in which it is right most often on games of the class `kind`.

    `names` has the meanings of names of its own. One that is never right is `unknown`, unless it is an engine of games.

    >>> def search(board, depth):
    ...     if depth == 0 or board.is_game_over():
    ...         return board.score()
    ...     values = []
    ...     for move in board.legal_moves:
    ...         board.push(move)
    ...         values.append(search(board, depth - 1))
    ...         board.pop()
    ...     return max(values) if board.turn else min(values)
    >>> recognized(search).taken
    'states; legal_moves, turn, is_game_over, score, push, pop; no game goes on beyond its depth limit'
    """
    target = own_search(target)
    names = {**roles_of(target), **names}
    endings = own_endings(target)
    shape = shape_of_games(target, names, kind.depth)
    kind = replace(kind, **shape)
    usual = Style(names={**pairs_in(target), **names}, endings=endings.without_scores())
    found = _likeliest(target, kind, usual)
    for own, ends in _own_classes(target, kind, endings) if kind.scores is None else ():
        if found.share == 1 or all(case.run.is_late for _, case in found.tried):
            break
        other = _likeliest(target, own, replace(usual, endings=ends))
        by_chance = 1 / len(own.among) if own.among else 0
        if 1 - other.share < (1 - found.share) * (1 - by_chance) / 2:
            shape = {**shape, "last_wins": own.last_wins}
            found = replace(other, engine=replace(other.engine, scores=own.scores, among=own.among))
    if not found.share:
        lists, classes, takes_a_game = lists_of_moves(target), classes_asked(target), _takes_a_game(target)
        how: dict[str, bool] = {"takes_a_game": takes_a_game, "is_known": "getNumAgents" in uses(target)}
        return as_unknown(found.engine, found.tried, lists, **how, classes=classes)
    engine = _within_depth(replace(found.engine, shape=shape), target, names, kind)
    has_own = engine.among or "getNumAgents" in uses(target)
    return engine if has_own else _within_scores(engine, target, kind)


def _own_classes(target: Callable[..., Any], kind: GameClass, endings: Endings) -> Iterator[tuple[GameClass, Endings]]:
    """Yield classes of games with the scores that the source speaks of: of its ends, below its infinity, or winners."""
    if endings.scores:
        low, *_, high = endings.scores
        yield replace(kind, scores=(low, high), among=endings.scores, last_wins=endings.last_wins), endings
    for bound in [*infinite_numbers(target), *([1] if endings.is_winner else [])]:
        if bound < USUAL and not has_infinity(target):
            yield replace(kind, scores=(-bound, bound)), endings.without_scores()


@dataclass(frozen=True)
class _Likeliest:
    """An engine in its best style, the `share` of all games on which it is right, and runs in all styles `tried`."""

    engine: Engine
    share: float
    tried: list[tuple[str, JudgedRun]]


def _games(target: Callable[..., Any], kind: GameClass) -> list[Game[Any]]:
    """Return the games to try an engine on, with scores of the class, or else between -40 and 40."""
    kind = replace(kind, scores=kind.scores or (-USUAL, USUAL))
    if kind.turns or kind.depth:
        return [*games_of_class(6 * FEW, 0, kind)]
    if "getNumAgents" in uses(target):
        return [*games_of_class(3 * FEW, 0, replace(kind, root=Max, turns="Mmm", depth=4))]
    shapes = ((1, None, FEW), (2, None, 2 * FEW), (3, 3, 3 * FEW))  # a player with one move is never wrong
    kinds = [(replace(kind, turns="Mm", depth=depth, moves=moves), count) for depth, moves, count in shapes]
    more = 1 + kind.last_wins  # games in which ends tell less
    return [game for kind, count in kinds for game in games_of_class(more * count, kind.depth or 0, kind)]


def _likeliest(target: Callable[..., Any], kind: GameClass, usual: Style) -> _Likeliest:
    """Try the engine in each style that `usual` leaves open, and return the one in which it is right most often."""
    games = _games(target, kind)
    best, most = game_engine(target), (0.0, 0.0)
    tried: list[tuple[str, JudgedRun]] = []
    hanging = 0
    for engine in _candidates(target, usual):
        told = _judged(engine, games)
        # A value that is taken for a move is no move in most games, and the right one in some by chance.
        right = [_is_right(case) - _is_no_move(case) for case in told]
        for_max = [is_right for is_right, game in zip(right, games, strict=True) if isinstance(game, Max)]
        share = sum(right) / len(games)
        # Some take Max to begin; of the moves that others tell, many are right by chance.
        rank = max(0, share, sum(for_max) / max(len(for_max), 1)), share
        by = [one - other for one, other in zip(rank, most, strict=True)]
        is_likelier = by[0] >= 0 and by[1] > CHANCE and most[0] < 1  # where Max is always right, Min is so with luck
        if share == 1 or by[0] > (CHANCE if any(most) else 0) or is_likelier:
            most = rank
            best = replace(engine, accepts=_accepted(engine, share == 1, uses(target), kind))
        if share == 1:
            break
        tried += [(engine.taken, case) for case in told]
        hanging += all(case.run.is_late for case in told)
        if hanging == HANGING:
            break
    return _Likeliest(best, most[0], tried)


def _takes_a_game(target: Callable[..., Any]) -> bool:
    """True if a function can be called with a game and nothing else."""
    try:
        signature(target).bind(None)
    except TypeError:
        return False
    return True


def _within_scores(engine: Engine, target: Callable[..., Any], kind: GameClass) -> Engine:
    """The engine with the bounds of the scores that it can deal with, whose infinity may be a number."""
    bounds = [bound for bound in infinite_numbers(target) if bound < MOST]
    for bound in (MOST, *bounds):
        within = replace(kind, turns=kind.turns or "Mm", scores=(-bound, bound))
        kinds = [replace(within, depth=kind.depth or depth) for depth in (2, 3)]
        games = [game for one in kinds for game in games_of_class(5 * FEW, 0, one) if engine.accepts(game)]
        if all(_is_right(case) or case.run.fault for case in _judged(engine, games)):
            break
    else:
        bound = MOST if has_infinity(target) else max(bounds, default=MOST)
    if bound == MOST:
        return engine
    taken = f"{engine.taken}; scores up to {bound:,}: it is not right beyond".removeprefix("; ")
    return replace(engine, scores=(-bound, bound), taken=taken)


def _within_depth(engine: Engine, target: Any, names: Mapping[str, str], kind: GameClass) -> Engine:
    """The engine for games that are no deeper than it searches, if it is not told how deep that is to be."""
    told = {names.get(one) or part_of(one) for one in (*signature(target).parameters, *uses(target))}
    if "depth" in told:
        is_cut = "getNumAgents" in uses(target) or getattr(engine, "style", Style()).is_open
        return engine if is_cut else replace(engine, taken=f"{engine.taken}; no game goes on beyond its depth limit")
    kind = replace(kind, turns=kind.turns or "Mm", scores=kind.scores or (-USUAL, USUAL))
    for limit in range(1, kind.depth or DEEP):
        games = games_of_class(FEW, 0, replace(kind, depth=limit + 1))
        # A table of values from fewer plies would hide that there is no limit.
        cases = _judged(engine, [game for game in games if engine.accepts(game)], apart=True)
        if cases and not any(case.run.leaves or case.run.fault for case in cases):
            taken = f"{engine.taken}; games of at most {limit} plies: it searches no deeper".removeprefix("; ")
            return replace(engine, accepts=partial(_is_accepted, engine, limit), taken=taken)
    return engine


def _is_accepted(engine: Engine, limit: int, game: Game[Any]) -> bool:
    return depth(game) <= limit and engine.accepts(game)


def _candidates(target: Callable[..., Any], usual: Style) -> Iterator[Engine]:
    told, usage = usual.names, uses(target)
    parts = {told.get(one) or part_of(one) for one in signature(target).parameters}
    if "index" in parts:
        yield engine_in_style(target, Style("leaves by index", names=told))
        return
    sides = SIDES if turns_scores(target) else SIDES[:1]
    if sees_as_mover(target, told):
        sides = SIDES[2:]
    if "color" in parts:  # scores are taken times that, seen from one side, and told as the player who begins sees them
        sides = SIDES[1::-1]
    meanings = {told.get(one, meaning_of(one)) for one in {one.removesuffix("()") for one in usage}}
    if not isinstance(target, type) and _takes_a_game(target):
        yield game_engine(target)
    open_too = (False, True) if parts & {"depth", "ply"} and "agents" not in meanings else (False,)
    signs: Sequence[tuple[Any, Any]] = SIGNS if "player" in meanings | parts else SIGNS[:1]
    if compared := player_marks(target, told):
        known = [pair for pair in SIGNS if compared.keys() & {*map(repr, pair)}]
        marks = [*compared.values(), *(OtherMark(mark) for mark in compared.values() if len(compared) == 1)]
        signs = known or [*permutations(marks, 2)]
    if usual.endings.marks is not None:
        signs = (usual.endings.marks, *signs[1:])
    for answer, is_open, (by_mover, tells), marks in product(answers_of(target), open_too, sides, signs):
        style = Style("states", marks, by_mover, tells, told, is_open, usual.endings.won_by(marks), answer)
        yield engine_in_style(target, style)
    ways = ("", " of numbers")  # these are found out by type(score), which is true of nothing that is read later
    for hands, way, (by_mover, tells) in product(("lists", "tuples"), ways, sides):
        yield engine_in_style(target, Style(f"{hands}{way}", by_mover=by_mover, tells_mover=tells))


def _judged(engine: Engine, games: Sequence[Game[Any]], **how: bool) -> list[JudgedRun]:
    """Run the engine on each game, and judge it; two runs that are late, or faults in all to begin with, stand for all.

    To begin with are the games of one ply, for which not every engine is made, and two more. `how` is as in `made_run`.
    """
    told: list[JudgedRun] = []
    with Runner(engine, LIMIT, of_processor=True) as runner:
        for game in games:
            is_hanging = len(told) > 1 and all(case.run.is_late for case in told[-2:])
            is_failing = len(told) > FEW + 1 and all(case.run.fault for case in told)
            is_known = is_hanging or is_failing
            told.append(told[-1] if is_known else JudgedRun(game, game, runner.run(game, **how), minimax(game), ()))
    return told


def _is_right(case: JudgedRun) -> bool:
    """True if the value that is told, or else the move, is right, and is not so without a look at the game."""
    told = case.move_told if case.value_told == "not told" else case.value_told
    return case.run.fault is None and told == "right" and bool(case.run.leaves)


def _is_no_move(case: JudgedRun) -> bool:
    """True if the told move does not exist."""
    return case.run.fault is not None and case.run.fault.cause is Cause.ILLEGAL_MOVE


def _accepted(engine: Engine, is_right: bool, usage: Mapping[str, str], kind: GameClass) -> Callable[[Game[Any]], bool]:
    """Return a predicate of the games to audit an engine on; `is_right` tells that it was right on all those tried."""
    if "getNumAgents" in usage:
        return lambda game: isinstance(game, Max) and game in GameClass(Max, "M" + "m" * (agents_of(game) - 1))
    if kind.turns or kind.depth:
        return replace(kind, scores=None).__contains__
    if kind.last_wins:
        return lambda game: alternates(game) and game in replace(kind, even=False)
    low, middle, high = (kind.among[0], kind.among[-2], kind.among[-1]) if kind.among else (-4, 3, 9)
    ends = [End(middle), End(high), End(low), End(middle)]
    # An engine for which Max always begins takes the best move for Max, which a game of one ply does not forgive.
    one_ply = [player(ends[:width]) for player in (Max, Min) for width in (2, 3, 4)]
    begins = {type(case.game) for case in _judged(engine, one_ply) if _is_right(case)}
    roots = (Max,) if begins == {Max} else (Max, Min)
    # Where the depth limit alone ends a game, or the plies that are left count, all plays have to be equally long.
    uneven = [player([other(player)([End(low), End(high)]), End(middle)]) for player in roots]
    if not all(map(_is_right, _judged(engine, uneven))):
        return lambda game: isinstance(game, roots) and alternates(game) and game in EVEN
    twice = [player([player([End(low), End(high)]), End(low)]) for player in roots]
    if len(roots) > 1 and is_right and all(map(_is_right, _judged(engine, twice))):
        return lambda game: True
    return lambda game: isinstance(game, roots) and alternates(game)
