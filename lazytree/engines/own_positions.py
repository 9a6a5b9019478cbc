"""Real positions: a game of any make as a lazy tree, and what an engine looks at there, as it stands.

A position is an object with the names that `adapters.interfaces` knows, such as a `chess.Board`. The engine plays on it
with its own evaluation; each position that it comes to is counted, and those at the depth limit are its leaves.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from numbers import Number
from types import MappingProxyType
from typing import Any

from lazytree.engines.adapters.engine import UNTOLD, EngineAnswer
from lazytree.engines.adapters.game_rules import MOVING, rules_of
from lazytree.engines.adapters.interfaces import Play, State
from lazytree.engines.adapters.meanings import MEANINGS, meaning_of, owner_of, uses
from lazytree.engines.adapters.styles import StyledEngine
from lazytree.engines.audit.findings import Cost
from lazytree.errors import BadGame
from lazytree.games.game import End, Game, Max, Min
from lazytree.games.leaf_log import LeafLog, log_leaves
from lazytree.searches.by_name import Search
from strictcheck import Stream, delay
from strictcheck.processes import TimeOver, Worker

NO_RULES: Mapping[str, Callable[..., Any]] = MappingProxyType({})


class PositionRules:
    """Rules of positions of any make: methods or attributes with the usual names, or else `functions` of a position."""

    def __init__(self, functions: Mapping[str, Callable[..., Any]] = NO_RULES) -> None:
        self.functions = functions  # by what is meant
        self.names: dict[tuple[type[Any], str], str | None] = {}

    def find(self, position: Any, meaning: str) -> Any:
        """Return the part of a position, or the function bound to it, that has this meaning; None if there is none."""
        place = type(position), meaning
        if place not in self.names:
            names = [name for name in dir(position) if name[0] != "_" and meaning_of(name) == meaning]
            plain = [name.replace("_", "").lower() for name in names]
            usual = [names[plain.index(name)] for name in MEANINGS if name in plain]
            self.names[place] = next(iter([*usual, *names]), None)
        if name := self.names[place]:
            return getattr(position, name)
        return partial(self.functions[meaning], position) if meaning in self.functions else None

    def ask(self, position: Any, meaning: str, *arguments: Any) -> Any:
        """Ask a position. Raises `BadGame` if it does not have what is meant."""
        found = self.find(position, meaning)
        if found is None:
            raise BadGame(
                f"{type(position).__name__}: nothing is known of its {meaning}; expected a method that says it"
            )
        return found(*arguments) if callable(found) else found

    def after(self, position: Any, move: Any) -> Any:
        """The position after a move, made beside the one that there is."""
        if self.find(position, "play") is None:
            return self.ask(position, "child", move)
        made = self.ask(position, "copy") if self.find(position, "copy") else copy.deepcopy(position)
        played = self.ask(made, "play", move)
        return played if type(played) is type(made) else made

    def player(self, position: Any, signs: tuple[Any, Any], root: Any) -> Any:
        """Max or Min, by what the position says, or else `root`."""
        if self.find(position, "player") is None:
            return root
        mark = self.ask(position, "player")
        if mark not in signs:
            raise BadGame(
                f"it is the turn of {mark!r}; expected {signs[0]!r} or {signs[1]!r}, the players without chance"
            )
        return Max if mark == signs[0] else Min


def tree_of(
    position: Any,
    *,
    depth: int,
    score: Callable[[Any], Any],
    signs: tuple[Any, Any] = (True, False),
    root: type[Any] = Max,
    rules: PositionRules | None = None,
) -> Game[Any]:
    """The game that is played from `position` for `depth` plies, as a lazy tree; it ends early where it is over.

    `position` has methods or attributes for moves, for playing them or for the state after one, and for the end of the
    game, under any of the usual names, or `rules` have functions for them. `score(position)` is what an end is worth to
    Max. `signs` are the marks of the players, Max first, where a position says whose turn it is; else they take turns,
    and `root` begins.

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
    rules = rules or PositionRules()
    if depth == 0 or rules.ask(position, "over"):
        return End(score(position))
    player = rules.player(position, signs, root)
    how = {"depth": depth - 1, "score": score, "signs": signs, "root": Min if player is Max else Max, "rules": rules}
    after = partial(_later, position, how)
    made: Game[Any] = player(Stream(map(after, rules.ask(position, "moves"))))
    return made


def _later(position: Any, how: dict[str, Any], move: Any) -> Game[Any]:
    return delay(lambda: tree_of(how["rules"].after(position, move), **how))


class Real(State):
    """A real position, with the node of the tree that it stands for; what it is not asked here, it answers itself."""

    def __init__(self, play: Play, game: Game[Any], position: Any, rules: PositionRules) -> None:
        super().__init__(play, [game])
        self.at_real = [position]
        self.at_rules = rules
        self.at_played: list[Any] = []
        self.at_listed: tuple[Any, list[Any]] = (None, [])

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("__", "at_")):
            raise AttributeError(name)
        if self.at_run.meaning(name) in MOVING:
            return super().__getattr__(name)
        return getattr(self.at_real[-1], name)

    def __getitem__(self, index: Any) -> Any:
        return self.at_real[-1][index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.at_real[-1])

    def __len__(self) -> int:
        return len(self.at_real[-1])

    def at_maximizing(self, *others: Any) -> bool:
        """True if it is Max's turn, or would be: as the position says, or else by the node."""
        known = self.at_rules.player(self.at_real[-1], self.at_run.style.signs, None)
        return super().at_maximizing() if known is None else known is Max

    def at_key(self, *others: Any) -> Any:
        """The real position, by whose equality the engine's table tells positions apart."""
        return self.at_real[-1]

    def at_moves(self, *others: Any) -> list[Any]:
        """The moves of the position, all of them generated."""
        self.at_listed = self.at_real[-1], list(self.at_rules.ask(self.at_real[-1], "moves"))
        self.at_run.tally.moves += len(self.at_listed[1])
        return [*self.at_listed[1]]

    def at_play(self, *arguments: Any) -> State:
        """Play a move, which is any one of the arguments; returns itself."""
        position, moves = self.at_listed
        if position is not self.at_real[-1]:
            moves = list(self.at_rules.ask(self.at_real[-1], "moves"))
        move = next((one for one in arguments if one in moves), None)
        if move is None:
            self.at_run.refuse(f"{arguments!r} is played, which is no move here")
        node, number = self.at_line[-1], moves.index(move)
        self.at_real = [*self.at_real, self.at_rules.after(self.at_real[-1], move)]
        self.at_played = [*self.at_played, move]
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
    signs, rules = engine.style.signs, _rules_of(engine)
    tree = partial(tree_of, position, depth=depth, signs=signs, rules=rules)
    log = LeafLog()
    play = Play(engine.style, usage=uses(engine.target), is_replaced=False)
    told = engine.search(Real(play, log.watch(tree(score=lambda _: 0)), position, rules), lambda: depth).value
    value, expected = log_leaves(reference, tree(score=partial(_evaluated, engine, rules)))
    paths = log.paths
    counts = [len(paths), len({*paths}), len(expected), play.tally.nodes, play.tally.moves]
    # A number that is a move, such as a column, may be the move that it chose.
    is_value = isinstance(told, Number) and told not in list(rules.ask(position, "moves"))
    return [*counts, is_value, is_value and told == value]


def _rules_of(engine: StyledEngine) -> PositionRules:
    """Return the rules of the positions of an engine, with those that are functions of its files."""
    found = rules_of(engine.target, engine.style.names)
    return PositionRules({engine.style.names.get(name) or str(meaning_of(name)): one for name, one in found.items()})


def _evaluated(engine: StyledEngine, rules: PositionRules, position: Any) -> Any:
    """Score a leaf for Max: by the engine at depth 0, if it calls itself, or else by its own evaluation."""
    play = Play(engine.style, usage=uses(engine.target), is_replaced=False)
    state = Real(play, End(0), position, rules)
    is_max = rules.player(position, engine.style.signs, Max) is Max
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
    for name, found in (*methods, *rules_of(engine.target, engine.style.names).items()):
        if engine.style.names.get(name, meaning_of(name)) == "score":
            return found
    raise BadGame(f"{engine.name}: no evaluation of positions is known; call it evaluate(position)")
