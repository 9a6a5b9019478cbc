"""Rules of a game in an engine's own file, answered by the audit's game instead.

An engine comes with functions such as `legal_moves(board)` and `evaluate(board)`, or imports them from its other files,
and calls them by their global names; so these names are given others while it runs. What calls itself or takes a window
is the search, and stays.
"""

from __future__ import annotations

import inspect
import sysconfig
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from lazytree.engines.adapters.engine import NotKnown
from lazytree.engines.adapters.indexed import Move, board_of
from lazytree.engines.adapters.interfaces import Play, State, of_own
from lazytree.engines.adapters.meanings import meaning_of, part_of, with_search

# Meanings of functions that may stand for rules. One that is named `value` is left alone: it may be the search itself.
RULES = {"moves", "legal", "play", "undo", "child", "children", "over", "never", "winner", "score"}
RULES |= {"player", "maximizing", "minimizing", "copy", "agents", "moves_and_children", "children_and_moves"}
NO_BOARD = (int, float, str, ModuleType)
# Of the rules, the ones by which an engine goes on to other positions.
MOVING = {"moves", "play", "undo", "child", "children", "copy", "moves_and_children", "children_and_moves"}
LIBRARIES = {"site-packages", "dist-packages"}


def asking(play: Play, name: str, own: Any = None) -> Callable[..., Any]:
    """The function of this name, of a state and what else it takes; without a state, of the one that was handed in.

    Some engines call positions moves, so that one may stand for the position that it leads to, unless it is played. If
    the engine's `own` function is told whose turn it is, as in `evaluate(state, maximizing)`, that says nothing of the
    side from which it sees a score.
    """
    meaning = play.meaning_of_call(name, play.usage.get(f"{name}()", play.usage.get(name, "called")))
    code = getattr(own, "__code__", None)
    names = code.co_varnames[: code.co_argcount] if code else ()
    turns = {index for index, one in enumerate(names) if part_of(one) == "maximizing"}

    def ask(*arguments: Any, **named: Any) -> Any:
        arguments = tuple(map(board_of, arguments))
        given = [one for index, one in enumerate(arguments) if index not in turns]
        given = [part for one in given for part in (one if isinstance(one, tuple) else (one,))]  # as (board, player)
        given += [one for parameter, one in named.items() if part_of(parameter) != "maximizing"]
        positions = (State,) if meaning in ("play", "undo", "child") else (State, Move)
        state = next((one for one in given if isinstance(one, positions)), play.first)
        boards = [one for at, one in zip(names, arguments, strict=False) if len(at) > 1 and part_of(at) == "state"]
        if play.is_replaced and boards and type(boards[0]) in (str, list, dict):
            kind = type(boards[0]).__name__
            raise NotKnown(f"{name} is handed a {kind} for a position; copy one by board.copy(), or deepcopy(board)")
        if given and not (play.is_replaced or isinstance(given[0], State)):
            return own(*arguments, **named)  # a rule that another one asks of a position
        return getattr(state, f"at_{meaning}")(*(one for one in given if one is not state))

    return ask


class Rules:
    """A game whose functions are handed a state, as `game.result(state, move)`; `State` has what it can be asked."""

    def __init__(self, start: State) -> None:
        self.at_first = start

    def __getattr__(self, name: str) -> Any:
        play = self.at_first.at_run
        meaning = None if name.startswith("__") else play.meaning(name)
        own = getattr(play.own, name, None)
        if meaning is None or (callable(own) and (_is_search(own) or not play.is_replaced)):
            return of_own(play, name, self)
        if meaning in ("start", "itself", "players"):
            found = 2 if meaning == "players" else self.at_first
            return found if play.usage.get(name) == "read" else lambda: found
        return asking(play, name)


@contextmanager
def rules_replaced(function: Callable[..., Any], play: Play) -> Iterator[None]:
    """In this block, functions of the engine's files that stand for rules of a game ask the audit's game."""
    with ExitStack() as stack:
        for one in with_search(getattr(function, "__func__", function)):
            stack.enter_context(_rules_replaced_in(one, play))
        yield


@contextmanager
def _rules_replaced_in(function: Callable[..., Any], play: Play) -> Iterator[None]:
    whole = inspect.unwrap(function)
    names = getattr(whole, "__globals__", {})
    replaced = _replacements(whole, names, play) if names else {}
    before = {name: names[name] for name in replaced if name in names}
    methods = [
        (owner, name, found)
        for owner in (_classes_in(names) if play.is_replaced else ())
        for name, found in vars(owner).items()
        if _is_rule_method(name, found, play)
    ]
    try:
        names.update(replaced)
        for owner, name, found in methods:
            ask = asking(play, name)
            setattr(owner, name, staticmethod(ask) if isinstance(found, staticmethod) else _asking_method(ask))
        yield
    finally:
        for name in replaced:
            del names[name]
        names.update(before)
        for owner, name, found in methods:
            setattr(owner, name, found)


def _replacements(function: Any, names: Mapping[str, Any], play: Play) -> dict[str, Any]:
    """Return what stands in place of boards that are kept globally, of modules of the engine's, and of rules.

    On real positions, these are only the rules by which the engine goes on to others.
    """
    told, rules = play.style.names, _rules_in(function, play.style.names)
    if not play.is_replaced:
        return {name: asking(play, name, own) for name, own in rules.items() if play.meaning(name) in MOVING}
    boards = dict.fromkeys(kept_boards(names, told), play.first)
    modules = {name: _Answering(found, play) for name, found in names.items() if _is_of_other_file(found, ModuleType)}
    return boards | modules | {name: asking(play, name, own) for name, own in rules.items()}


def kept_boards(names: Mapping[str, Any], told: Mapping[str, str]) -> list[str]:
    """Return the names of boards, global ones or attributes: no number, text, function or module is one."""
    boards = [name for name in names if told.get(name, part_of(name)) == "state"]
    return [
        one for one in boards if not (names[one] is None or callable(names[one]) or isinstance(names[one], NO_BOARD))
    ]


class _Answering:
    """A module of the engine's, whose rules are answered by the audit's game."""

    def __init__(self, module: ModuleType, play: Play) -> None:
        self._module, self._play = module, play

    def __getattr__(self, name: str) -> Any:
        is_rule = self._play.meaning(name) in RULES
        found = getattr(self._module, name)
        return asking(self._play, name) if is_rule and not _is_search(found) else found


def _is_rule_method(name: str, found: Any, play: Play) -> bool:
    """True for a method that evaluates, and for one that stands for a rule and is no object's."""
    if isinstance(found, staticmethod):
        return play.meaning(name) in RULES
    return isinstance(found, FunctionType) and is_evaluation(name, found, play.meaning(name))


def _asking_method(ask: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, *arguments: ask(*arguments)


def _is_of_other_file(found: Any, kind: type[Any]) -> bool:
    """True for a function or a module that is neither Python's nor a library's, or that stands for a missing one."""
    if isinstance(found, MissingModule | MissingName):
        return isinstance(found, MissingModule) == (kind is ModuleType)
    file = getattr(getattr(found, "__code__", found), "co_filename", getattr(found, "__file__", None))
    if not isinstance(found, kind) or file is None:
        return False
    return not (file.startswith(sysconfig.get_path("stdlib")) or LIBRARIES & {*Path(file).parts})


def _classes_in(names: Mapping[str, Any]) -> list[type[Any]]:
    """Classes of the file with these global names."""
    module = names.get("__name__", "builtins")  # as Python names it for code run by `exec`
    return [found for found in names.values() if isinstance(found, type) and found.__module__ == module]


def rules_of(target: Any, meanings: Mapping[str, str]) -> dict[str, Any]:
    """Functions that stand for rules in the engine's files, by name."""
    return {name: rule for one in with_search(target) for name, rule in _rules_in(one, meanings).items()}


def _rules_in(target: Any, meanings: Mapping[str, str]) -> dict[str, Any]:
    functions = _functions_of(target)
    names = functions[0].__globals__ if functions else {}
    reached = sorted(_names_reached(functions, names) - {"value"})
    rules = [name for name in reached if meanings.get(name, meaning_of(name)) in RULES]
    return {name: names[name] for name in rules if not _is_search(names[name])}


def _functions_of(target: Any) -> list[FunctionType]:
    target = inspect.unwrap(target)  # `functools.cache` makes an object with functions of its own
    return [one for one in (target, *getattr(target, "__dict__", {}).values()) if isinstance(one, FunctionType)]


def globals_of(target: Any) -> dict[str, Any]:
    """The global names of the files of a function or class; none if it is not written in Python."""
    functions = [one for part in with_search(target) for one in _functions_of(part)[:1]]
    return {name: found for one in reversed(functions) for name, found in one.__globals__.items()}


def _names_reached(functions: list[FunctionType], names: Mapping[str, Any]) -> set[str]:
    """Global names of functions that may be called from these, also by way of methods."""
    methods = [(name, found) for owner in _classes_in(names) for name, found in vars(owner).items()]
    found: set[str] = set()
    known: set[str] = set()
    todo = [function.__code__ for function in functions]
    while todo:
        code = todo.pop()
        todo += [part for part in code.co_consts if isinstance(part, CodeType)]
        for name in {*code.co_names} - known:
            known.add(name)
            todo += [method.__code__ for of, method in methods if of == name and isinstance(method, FunctionType)]
            other = names.get(name)
            if isinstance(other, FunctionType) and other.__globals__ is names:
                found.add(name)
                todo.append(other.__code__)
            elif _is_of_other_file(other, FunctionType):
                found.add(name)
    return found


def names_asked(target: Any, usage: Mapping[str, str], told: Mapping[str, str], *, is_replaced: bool) -> str:
    """Names of positions that the engine uses, of functions that it is handed, and of its own, which are not run."""
    # Methods that the engine has itself, and fields of the entries of its table.
    owners = [one for one in globals_of(target).values() if getattr(one, "__module__", "") == target.__module__]
    own = {*dir(target), *(name for one in owners for name in getattr(one, "__match_args__", ()))}
    names = [name for name in usage if meaning_of(name) and not name.endswith("()") and name not in own]
    names += [_as(name, told) for name in usage if name in told and name not in own]
    names += [
        f"{one}()" for one in inspect.signature(target).parameters if meaning_of(one) in RULES and not part_of(one)
    ]
    rules = rules_of(inspect.unwrap(target), told)
    unrun = [one for one in rules if is_replaced or told.get(one, meaning_of(one)) in MOVING]
    for owner in _classes_in(globals_of(target)) if is_replaced else ():
        methods = [(name, found) for name, found in vars(owner).items() if isinstance(found, FunctionType)]
        unrun += [name for name, found in methods if is_evaluation(name, found, told.get(name, meaning_of(name)))]
    answered = ", ".join(dict.fromkeys(_as(f"{name}()", told) for name in unrun))
    return "; ".join(filter(None, [", ".join(names), answered and f"not run: its own {answered}"]))


def _as(name: str, told: Mapping[str, str]) -> str:
    """Return a name, with its meaning if that was told."""
    meaning = told.get(name.removesuffix("()"))
    return name if meaning is None else f"{name} as {meaning}"


def is_evaluation(name: str, found: Any, meaning: str | None) -> bool:
    """True if a method or attribute of an engine says what a position is worth.

    >>> is_evaluation("evaluate", lambda board: 0, "score")
    True
    >>> is_evaluation("evaluate", lambda board, *, alpha, beta: 0, "score")
    False
    """
    function = getattr(found, "__func__", found)
    return meaning == "score" and name != "value" and not _is_search(function)


def _is_search(function: Any) -> bool:
    """True if a function takes a window, or calls itself: it is no rule of a game."""
    code = getattr(function, "__code__", None)
    if code is None:
        return not callable(function)
    taken = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    has_window = any(part_of(name) in ("alpha", "beta") and len(name) > 1 for name in taken)  # `a` may be anything
    return has_window or function.__name__ in code.co_names


class MissingName(type):
    """Class of classes that have every attribute, itself such a class."""

    def __getattr__(cls, name: str) -> Any:
        return _stand_in(name)


class _Nothing:
    """Base of classes that can be made of anything, and called with anything."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        pass

    def __call__(self, *arguments: Any, **named: Any) -> None:
        pass

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __getattr__(self, name: str) -> Any:
        return _stand_in(name)


def _stand_in(name: str) -> type[Any]:
    if name.startswith("__"):
        raise AttributeError(name)
    return MissingName(name, (_Nothing,), {})


class MissingModule(ModuleType):
    """A module with every name."""

    def __getattr__(self, name: str) -> Any:
        return _stand_in(name)
