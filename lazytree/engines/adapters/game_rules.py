"""Rules of a game in an engine's own file, answered by the audit's game instead.

An engine comes with functions such as `legal_moves(board)` and `evaluate(board)`, and calls them by their global names;
so these names are given others while it runs. What calls itself or takes a window is the search, and stays.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import CodeType, FunctionType
from typing import Any

from lazytree.engines.adapters.interfaces import Play, asking
from lazytree.engines.adapters.meanings import meaning_of

# Meanings of functions that may stand for rules. One that is named `value` is left alone: it may be the search itself.
RULES = {"moves", "play", "undo", "child", "children", "over", "never", "winner", "score"}
RULES |= {"player", "maximizing", "copy", "agents"}
WINDOW = {"alpha", "beta", "low", "high", "lower", "upper", "lo", "hi"}


@contextmanager
def rules_replaced(function: Callable[..., Any], play: Play) -> Iterator[None]:
    """In this block, functions of the engine's file that stand for rules of a game ask the audit's game."""
    whole = inspect.unwrap(getattr(function, "__func__", function))
    names = getattr(whole, "__globals__", {}) if play.is_replaced else {}
    before = rules_of(whole, play.names, play.style.keeps_rules) if names else {}
    methods = [
        (owner, name, found)
        for owner in _classes_in(names)
        for name, found in vars(owner).items()
        if isinstance(found, FunctionType) and is_evaluation(name, found)
    ]
    try:
        names.update({name: asking(play, name) for name in before})
        for owner, name, _ in methods:
            setattr(owner, name, _asking_method(play, name))
        yield
    finally:
        names.update(before)
        for owner, name, found in methods:
            setattr(owner, name, found)


def _asking_method(play: Play, name: str) -> Callable[..., Any]:
    ask = asking(play, name)
    return lambda self, *arguments: ask(*arguments)


def _classes_in(names: Mapping[str, Any]) -> list[type[Any]]:
    """Classes of the file with these global names."""
    module = names.get("__name__", "builtins")  # as Python names it for code run by `exec`
    return [found for found in names.values() if isinstance(found, type) and found.__module__ == module]


def rules_of(target: Any, meanings: Mapping[str, str], keeps_rules: bool = False) -> dict[str, FunctionType]:
    """Functions of the engine's file that stand for rules of a game, by name; with `keeps_rules`, evaluations only."""
    functions, names = _functions_of(target), globals_of(target)
    rules = {"score"} if keeps_rules else RULES
    reached = {name: names[name] for name in sorted(_names_reached(functions, names)) if name != "value"}
    is_rule = {name: meanings.get(name, meaning_of(name)) in rules for name in reached}
    return {name: found for name, found in reached.items() if is_rule[name] and not _is_search(found)}


def _functions_of(target: Any) -> list[FunctionType]:
    return [one for one in (target, *getattr(target, "__dict__", {}).values()) if isinstance(one, FunctionType)]


def globals_of(target: Any) -> dict[str, Any]:
    """The global names of the file of a function or class; none if it is not written in Python."""
    return next((one.__globals__ for one in _functions_of(target)), {})


def _names_reached(functions: list[FunctionType], names: Mapping[str, Any]) -> set[str]:
    """Names of functions of the engine's file that may be called from these, also by way of methods."""
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
    return found


def is_evaluation(name: str, found: Any) -> bool:
    """True if a method or attribute of an engine says what a position is worth.

    >>> is_evaluation("evaluate", lambda board: 0), is_evaluation("evaluate", lambda board, *, alpha, beta: 0)
    (True, False)
    """
    function = getattr(found, "__func__", found)
    return meaning_of(name) == "score" and name != "value" and not _is_search(function)


def _is_search(function: Any) -> bool:
    """True if a function takes a window, or calls itself: it is no rule of a game."""
    code = getattr(function, "__code__", None)
    if code is None:
        return not callable(function)
    taken = {name.replace("_", "") for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]}
    return bool(WINDOW & taken) or function.__name__ in code.co_names
