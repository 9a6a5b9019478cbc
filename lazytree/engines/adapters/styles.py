"""Engines in the style of other people's code: which arguments a function or a class takes, and what it answers.

What is handed in for a parameter goes by its name, as what a position is asked for does (`meanings`). Functions of
the engine's own file that stand for the rules of a game, such as `evaluate(board)`, are answered by the audit's game.
"""

from __future__ import annotations

import inspect
import math
import re
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from lazytree.engines.adapters.engine import (
    UNTOLD,
    Engine,
    EngineAnswer,
    NotKnown,
    Style,
    WorkCounts,
    alternates,
    engine_name,
    shows_depth,
)
from lazytree.engines.adapters.game_rules import (
    RULES,
    Rules,
    asking,
    globals_of,
    is_evaluation,
    kept_boards,
    names_asked,
    rules_replaced,
)
from lazytree.engines.adapters.indexed import Move, told_answer
from lazytree.engines.adapters.interfaces import Play, State, agents_of
from lazytree.engines.adapters.meanings import METHODS, PARTS, asked_methods, owner_of, part_of, syntax_of, uses
from lazytree.engines.adapters.nested import handed_position, worth
from lazytree.engines.adapters.own_interface import keys_read
from lazytree.engines.adapters.own_scores import counts_down
from lazytree.games.game import Game
from lazytree.games.traversals import depth as depth_of
from strictcheck import is_thunk


class _Ages(float):
    """More time than any engine takes; a number, or a function that returns one."""

    def __call__(self) -> float:
        return float(self)


@dataclass(frozen=True)
class StyledEngine(Engine):
    """An engine that plays on positions: `search(state, depth)` runs it on one of these, `depth()` plies deep."""

    target: Any = None
    style: Style = field(default_factory=Style)
    search: Callable[[State, Callable[[], int]], EngineAnswer] = lambda state, depth: EngineAnswer()


def engine_in_style(target: Callable[..., Any], style: Style, name: str = "", *, of: Any = None) -> StyledEngine:
    """The engine that a function or a class is, with games handed out in this style.

    `of` is what to read for how names are used, if that is not `target`. An engine for several agents, such as Pacman
    and ghosts, has looked at a leaf when it has generated it. It is taken to expect that the players alternate.

    >>> from lazytree import from_nested
    >>> def search(state, depth, alpha, beta, maximizing):
    ...     return state.score() if state.is_over() else max(search(child, 0, 0, 0, 0) for child in state.children())
    >>> engine_in_style(search, Style()).solve(from_nested([3, 5]))
    EngineAnswer(value=5, move=UNTOLD)
    """
    usage = uses(of or target)
    tally, arrives = WorkCounts(), "getNumAgents" in usage
    # Where the last move wins, an end is known as soon as it is there.
    new_play = partial(Play, style, usage, keys_read(of or target), arrives=arrives or style.endings.last_wins)
    search = partial(_searched, target)

    def solve(game: Game[Any]) -> EngineAnswer:
        players = agents_of(game) if arrives else 1
        is_open = style.is_open or (arrives and depth_of(game) % players == 0 and shows_depth(game))
        play = new_play(tally=tally, is_replaced=style.hands == "states", is_open=is_open)
        return search(State(play, [game]), lambda: math.ceil(depth_of(game) / players))

    def proof(game: Game[Any]) -> EngineAnswer:
        state = State(new_play(), [game])
        maximizing = state.at_maximizing()
        value = worth(handed_position(state), maximizing, style.by_mover)
        state.at_settle()
        return EngineAnswer(-value if style.by_mover and not maximizing else value)

    asked = names_asked(target, usage, style.names, is_replaced=style.hands == "states")
    taken = f"{style}; {asked}".rstrip("; ")
    parts: dict[str, Any] = {"accepts": alternates, "taken": taken, "tally": tally, "target": target, "style": style}
    return StyledEngine(name or engine_name(target), solve, proof, **parts, search=search)


def _searched(target: Any, state: State, depth: Callable[[], int]) -> EngineAnswer:
    """The answer of an engine on a position, `depth()` plies deep."""
    style = state.at_run.style
    state.at_run.own = own_of(target, state, depth)
    function = method_of(target, state, depth)
    with rules_replaced(function, state.at_run):
        given = _arguments(function, handed_position(state), state, depth)
        returned = function(*given.args, **given.kwargs)
    answer = told_answer(_move_left_by(function, state) if returned is None else returned, style.answer)
    state.at_settle()
    if is_thunk(answer.value):  # a score of a list: read now, if the search has not
        answer = replace(answer, value=answer.value + 0)
    # A course that asks for an action, by the first two of the usual methods, takes no value for one.
    answer = EngineAnswer(move=None) if function.__name__ in METHODS[:2] and answer.move is UNTOLD else answer
    if style.tells_mover and answer.value is not UNTOLD and not state.at_maximizing():
        return replace(answer, value=-answer.value)
    return answer


def own_of(target: Any, state: State, depth: Callable[[], int]) -> Any:
    """An object of the class whose method an engine is, made without arguments; None if there is no such class."""
    owner = owner_of(target)
    if owner is None:
        return None
    made: Any = object.__new__(owner)
    with suppress(Exception):
        made = owner()
    return _prepared(made, state, depth)


def _keeps_position(owner: type[Any] | None) -> bool:
    """True if objects of a class are made of a position, or of the rules."""
    if owner is None or owner.__init__ is object.__init__:
        return False
    needed = [one for one in inspect.signature(owner).parameters.values() if one.default is one.empty]
    return any(part_of(one.name) in ("state", "rules") for one in needed)


def _prepared(made: Any, state: State, depth: Callable[[], int]) -> Any:
    """Return an object of the engine's class, with the depth and the evaluation of the audit."""
    for name in dir(made):
        if part_of(name) == "depth" and not callable(getattr(made, name)):
            setattr(made, name, depth())
        elif name[0] != "_" and state.at_run.is_replaced and _is_evaluation_of(made, name, state.at_run.meaning(name)):
            setattr(made, name, asking(state.at_run, name))
    return made


def method_of(target: Any, state: State, depth: Callable[[], int]) -> Callable[..., Any]:
    """The function to call; of a class, a method of an object whose depth and evaluation are the audit's."""
    owner = target if isinstance(target, type) else owner_of(target)
    if owner is None or (owner is not target and not _keeps_position(owner)):
        function: Callable[..., Any] = target
        return function
    methods = asked_methods(owner) if owner is target else [target.__name__]
    if not methods:
        raise NotKnown(f"{owner.__name__} has none of the methods that are asked for a move: {', '.join(METHODS)}")
    # A method that is handed a position asks the rules, which the object was made of.
    handed = [*inspect.signature(getattr(owner, methods[0])).parameters][1:]
    given = _arguments(owner, state, state, depth, is_of_rules=any(part_of(name) != "depth" for name in handed))
    made = _prepared(owner(*given.args, **given.kwargs), state, depth)
    if state.at_run.is_replaced and not {"state", "rules"} & {*map(part_of, [*given.arguments, *handed])}:
        for name in kept_boards(getattr(made, "__dict__", {}), state.at_run.style.names):
            setattr(made, name, state)
    found: Callable[..., Any] = getattr(made, methods[0])
    return found


def _move_left_by(function: Any, state: State) -> Move | None:
    """The move of this run that a function which returns nothing has left in its object, or under a global name."""
    owner = getattr(function, "__self__", None)
    kept = function.__globals__ if owner is None else vars(owner)
    moves = {name: found for name, found in kept.items() if isinstance(found, Move) and found.is_of(state)}
    return next((moves[name] for name in moves if "best" in name.lower()), next(iter(moves.values()), None))


def _is_evaluation_of(made: Any, name: str, meaning: str | None) -> bool:
    """True for an evaluation of an engine, also one that is still to be set."""
    found = getattr(made, name)
    is_unset = found is None and "function" in name.lower()
    return is_evaluation(name, found, meaning) or (is_unset and meaning == "score")


def _arguments(
    function: Callable[..., Any],
    handed: Any,
    state: State,
    depth: Callable[[], int],
    *,
    is_of_rules: bool = False,
) -> inspect.BoundArguments:
    """Choose the arguments by the names of the parameters; a default stays, but for parameters of the search.

    A game stands for the position, where no other parameter does, unless it `is_of_rules`.
    """
    signature = inspect.signature(function)
    parameters = [one for one in signature.parameters.values() if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]
    names, told = [one.name for one in parameters], state.at_run.style.names
    parts = _parts(function, names, is_of_rules, told)
    known = _known(handed, state, depth() if "depth" in parts else None)
    given = signature.bind_partial()
    for parameter, part in zip(parameters, parts, strict=True):
        if parameter.default is not parameter.empty and part not in ("depth", "maximizing", "player", "color"):
            given.arguments[parameter.name] = parameter.default
        elif part in known:
            given.arguments[parameter.name] = known[part]
        elif state.at_run.meaning(parameter.name) in RULES:
            given.arguments[parameter.name] = asking(state.at_run, parameter.name)
        else:
            hint = f"say what it is, by `--names {parameter.name}=` and one of {', '.join(sorted(PARTS))}"
            raise NotKnown(f"nothing is known to hand in for the parameter {parameter.name!r}; {hint}")
    return given


def _known(handed: Any, state: State, depth: int | None) -> dict[str, Any]:
    """Return the argument for each part that a parameter can have in a search."""
    held = state.at_run.style.endings.held
    return {
        "state": handed,
        "rules": Rules(state),
        "depth": depth if held is None else held,
        "ply": 0 if held is None else held,
        "alpha": -math.inf,
        "beta": math.inf,
        "maximizing": state.at_maximizing(),
        "player": state.at_player(),
        "max_player": state.at_run.style.signs[0],
        "counts": Counter(),
        "color": 1 if state.at_maximizing() else -1,
        "agent": 0,
        "index": 0,
        "time": _Ages("inf"),
    }


def _parts(function: Any, names: list[str], is_of_rules: bool, told: Mapping[str, str]) -> list[str]:
    """The part of each parameter in a search; of two depths, the one that is no limit counts up to the other.

    With an index into a list of leaves, a depth counts up; of what has no part, the list is the first.
    """
    parts = [told[name] if told.get(name) in PARTS else part_of(name) for name in names]
    is_left = counts_down(syntax_of(getattr(function, "__func__", function)))
    if "index" in parts:
        unnamed = iter(["state", "depth"]["state" in parts :])
        return [part or next(unnamed, "") for part in (parts if is_left else _counting_up(names, parts))]
    if names[:1] == ["self"] and parts[1:2] in ([""], ["rules"]) and "state" not in parts[1:]:
        parts[1] = "state"  # under a name of its own, or called `game`
    # A function whose first parameters are a window has a global position, as one may that begins with the player.
    begins = not isinstance(function, type) and parts and parts[:2] != ["alpha", "beta"]
    kept = ("rules", "depth", "player") if kept_boards(globals_of(function), told) else ("rules", "depth")
    if begins and parts[0] not in kept:
        parts[0] = "rules" if names[0] == "self" and "state" in parts[1:] else "state"
    if "state" not in parts and not is_of_rules:
        parts = ["state" if part == "rules" else part for part in parts]
    if parts.count("depth") > 1:
        return _counting_up(names, parts)
    return ["depth" if part == "ply" and is_left and "depth" not in parts else part for part in parts]


def _counting_up(names: list[str], parts: list[str]) -> list[str]:
    """The parts, with a count of plies for each depth that is no limit."""
    pairs = zip(names, parts, strict=True)
    return ["ply" if part == "depth" and not re.search("max|limit", name) else part for name, part in pairs]
