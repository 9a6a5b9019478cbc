"""Real positions: a game of any make as a lazy tree, and what an engine looks at there, as it stands.

A position is an object with the names that `adapters.interfaces` knows, such as a `chess.Board`. The engine plays on it
with its own evaluation; each position that it comes to is counted, and those at the depth limit are its leaves.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from functools import partial
from numbers import Number
from typing import Any

from lazytree.engines.adapters.engine import UNTOLD, EngineAnswer
from lazytree.engines.adapters.game_rules import rules_of
from lazytree.engines.adapters.interfaces import Play, State
from lazytree.engines.adapters.meanings import MEANINGS, meaning_of, uses
from lazytree.engines.adapters.styles import StyledEngine, owner_of
from lazytree.engines.audit.findings import Cost
from lazytree.errors import BadGame
from lazytree.games.game import End, Game, Max, Min
from lazytree.games.leaf_log import LeafLog, log_leaves
from lazytree.searches.by_name import Search
from strictcheck import Stream, delay
from strictcheck.processes import TimeOver, Worker

_names: dict[tuple[type[Any], str], str | None] = {}  # by the class of positions and what is meant


def _name(position: Any, meaning: str) -> str | None:
    """The name under which a position has what is meant, be it of its class or its own, as the turn on a board."""
    if (type(position), meaning) not in _names:
        names = {name.replace("_", "").lower(): name for name in dir(position) if not name.startswith("_")}
        usual = [names[plain] for plain, meant in MEANINGS.items() if meant == meaning and plain in names]
        found = next(iter(usual), next((name for name in names.values() if meaning_of(name) == meaning), None))
        _names[type(position), meaning] = found
    return _names[type(position), meaning]


def _ask(position: Any, meaning: str, *arguments: Any) -> Any:
    name = _name(position, meaning)
    if name is None:
        raise BadGame(f"{type(position).__name__}: nothing is known of its {meaning}; expected a method that says it")
    found = getattr(position, name)
    return found(*arguments) if callable(found) else found


def _after(position: Any, move: Any) -> Any:
    """The position after a move, made beside the one that there is."""
    if _name(position, "play") is None:
        return _ask(position, "child", move)
    made = _ask(position, "copy") if _name(position, "copy") else copy.deepcopy(position)
    played = _ask(made, "play", move)
    return played if type(played) is type(made) else made


def tree_of(
    position: Any,
    *,
    depth: int,
    score: Callable[[Any], Any],
    signs: tuple[Any, Any] = (True, False),
    root: type[Any] = Max,
) -> Game[Any]:
    """The game that is played from `position` for `depth` plies, as a lazy tree; it ends early where it is over.

    `position` has methods or attributes for moves, for playing them or for the state after one, and for the end of the
    game, under any of the usual names. `score(position)` is what an end is worth to Max. `signs` are the marks of the
    players, Max first, where a position says whose turn it is; else they take turns, and `root` begins.

    Raises `BadGame` for positions that lack one of these, and for players that are neither of the two. Forces whether
    the game is over; the rest is made when it is looked at.

    >>> class Nim:
    ...     def __init__(self, left): self.left = left
    ...     def moves(self): return [1, 2][: self.left]
    ...     def result(self, take): return Nim(self.left - take)
    ...     def is_over(self): return self.left == 0
    >>> from lazytree import count_leaves, minimax
    >>> count_leaves(tree_of(Nim(3), depth=9, score=lambda nim: 0))
    3
    """
    if depth == 0 or _ask(position, "over"):
        return End(score(position))
    player = player_of_position(position, signs, root)
    after = partial(_later, position, depth - 1, score, signs, Min if player is Max else Max)
    made: Game[Any] = player(Stream(map(after, _ask(position, "moves"))))
    return made


def _later(position: Any, depth: int, score: Any, signs: Any, root: Any, move: Any) -> Game[Any]:
    return delay(lambda: tree_of(_after(position, move), depth=depth, score=score, signs=signs, root=root))


def player_of_position(position: Any, signs: tuple[Any, Any], root: Any) -> Any:
    """Max or Min, by what the position says, or else `root`."""
    if _name(position, "player") is None:
        return root
    mark = _ask(position, "player")
    if mark not in signs:
        raise BadGame(f"it is the turn of {mark!r}; expected {signs[0]!r} or {signs[1]!r}, the players without chance")
    return Max if mark == signs[0] else Min


class Real(State):
    """A real position, with the node of the tree that it stands for; what it is not asked here, it answers itself."""

    def __init__(self, play: Play, game: Game[Any], position: Any) -> None:
        super().__init__(play, [game])
        self.at_real = [position]
        self.at_played: list[Any] = []
        self.at_listed: tuple[Any, list[Any]] = (None, [])

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("__", "at_")):
            raise AttributeError(name)
        if meaning_of(name) in ("moves", "play", "undo", "child", "children", "copy"):
            return super().__getattr__(name)
        return getattr(self.at_real[-1], name)

    def at_moves(self, *others: Any) -> list[Any]:
        """The moves of the position, all of them generated."""
        self.at_listed = self.at_real[-1], list(_ask(self.at_real[-1], "moves"))
        self.at_run.tally.moves += len(self.at_listed[1])
        return [*self.at_listed[1]]

    def at_play(self, *arguments: Any) -> State:
        """Play a move, which is any one of the arguments; returns itself."""
        position, moves = self.at_listed
        if position is not self.at_real[-1]:
            moves = list(_ask(self.at_real[-1], "moves"))
        move = next((one for one in arguments if one in moves), None)
        if move is None:
            self.at_run.refuse(f"{arguments!r} is played, which is no move here")
        node, number = self.at_line[-1], moves.index(move)
        self.at_real, self.at_played = [*self.at_real, _after(self.at_real[-1], move)], [*self.at_played, move]
        # Beyond the depth limit the tree has nothing; a position there is no leaf of alpha-beta's.
        self.at_enter(node if isinstance(node, End) else node.children[number], number)
        if isinstance(self.at_line[-1], End) and not isinstance(node, End):
            self.at_known = self.at_line[-1].score  # to come here is to look at it
        return self

    def at_undo(self, *others: Any) -> Any:
        """Take the last move back, and return it."""
        super().at_undo()
        *self.at_played, move = self.at_played
        self.at_real = self.at_real[:-1]
        return move


def cost_on_positions(
    engine: StyledEngine, positions: Sequence[Any], depth: int, reference: Search, limit: float = 60.0
) -> Cost:
    """Leaves of an engine on real positions, against those of `reference`, with its own evaluation, in a process.

    Values are compared too. That they differ is no fault by itself: an engine may look further than `depth`, or count
    the plies to a mate.

    Raises `BadGame` if positions or evaluation are not known, or if the engine raises, or takes longer than `limit`
    seconds for one of them.
    """
    counts = []
    with Worker(lambda position: _counted(engine, position, depth, reference)) as worker:
        for position in positions:
            try:
                counts.append(worker.ask(position, limit))
            except TimeOver:
                raise BadGame(f"{engine.name} on {position!r:.80}: no answer after {limit:g} seconds") from None
            except (Exception, SystemExit) as error:
                told = f"{type(error).__name__}: {error}".splitlines()[-1]
                raise BadGame(f"{engine.name} on {position!r:.80}: {told}") from None
    return Cost(
        f"your {len(positions)} position{'s' * (len(positions) > 1)}, {depth} plies",
        *map(sum, zip(*counts, strict=True)),
    )


def _counted(engine: StyledEngine, position: Any, depth: int, reference: Search) -> list[int]:
    """Count readings, leaves, leaves of the reference, positions and moves, and if a value was told and is right."""
    signs = engine.style.signs
    log = LeafLog()
    unscored = log.watch(tree_of(position, depth=depth, score=lambda _: 0, signs=signs))
    play = Play(engine.style, usage=uses(engine.target), is_replaced=False)
    told = engine.search(Real(play, unscored, position), lambda: depth).value
    score = partial(_evaluated, engine, signs)
    value, expected = log_leaves(reference, tree_of(position, depth=depth, score=score, signs=signs))
    paths = log.paths
    counts = [len(paths), len({*paths}), len(expected), play.tally.nodes, play.tally.moves]
    # A number that is a move, such as a column, may be the move that it chose.
    is_value = isinstance(told, Number) and told not in list(_ask(position, "moves"))
    return [*counts, is_value, is_value and told == value]


def _evaluated(engine: StyledEngine, signs: tuple[Any, Any], position: Any) -> Any:
    """Score a leaf for Max: by the engine at depth 0, if it calls itself, or else by its own evaluation."""
    play = Play(engine.style, usage=uses(engine.target), is_replaced=False)
    state = Real(play, End(0), position)
    is_max = player_of_position(position, signs, Max) is Max
    name = getattr(engine.target, "__name__", "")
    if name in getattr(getattr(engine.target, "__code__", None), "co_names", ()):
        answer: EngineAnswer = engine.search(state, lambda: 0)
        if answer.value is not UNTOLD:
            return answer.value
    value = _evaluation(engine)(position)
    return -value if engine.style.by_mover and not is_max else value


def _evaluation(engine: StyledEngine) -> Any:
    """Return the method or function of the engine that says what a position is worth."""
    owner = engine.target if isinstance(engine.target, type) else owner_of(engine.target)
    made = owner() if owner else None
    methods = [(name, getattr(made, name)) for name in dir(made) if name[0] != "_"]
    for name, found in (*methods, *rules_of(engine.target, {}).items()):
        if meaning_of(name) == "score":
            return found
    raise BadGame(f"{engine.name}: no evaluation of positions is known; call it evaluate(position)")
