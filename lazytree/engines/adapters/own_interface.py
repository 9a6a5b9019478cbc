"""Interface of an engine as its source tells it, beyond names: parts of parameters, sides, marks, shapes of games.

Skip this module unless you audit an engine.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from contextlib import suppress
from enum import Enum
from functools import cache
from inspect import signature
from typing import Any

from lazytree.engines.adapters.game_rules import globals_of
from lazytree.engines.adapters.meanings import (
    asked_methods,
    assigned_pairs,
    called_name,
    meaning_of,
    part_of,
    searching_functions,
    syntax_of,
)

# Syntax of constants, and of names for them, as `Player.BLACK`.
CONSTANTS = {ast.Constant, ast.UnaryOp, ast.Name, ast.Attribute, ast.Tuple, ast.List, ast.Set}


def pairs_in(target: Any) -> dict[str, str]:
    """Return the names of functions whose children come with moves, as in `for move, child in successors(state)`."""
    found = {}
    for loop in [node for node in ast.walk(syntax_of(target)) if isinstance(node, ast.For | ast.comprehension)]:
        name, pair = called_name(loop.iter), [ast.unparse(one) for one in getattr(loop.target, "elts", ())]
        if len(pair) == 2 and meaning_of(name) == "children":
            searches = {of.name for of in searching_functions(syntax_of(target))}
            nodes = [node for node in ast.walk(syntax_of(target)) if isinstance(node, ast.Call)]
            handed = {ast.unparse(given) for node in nodes if called_name(node) in searches for given in node.args}
            found[name] = "moves_and_children" if pair[1] in handed else "children_and_moves"
    return found


def lists_of_moves(target: Any) -> list[str]:
    """Return the names without a meaning of what loops of searches go through, the moves of a position likely."""
    loops = [
        node for of in searching_functions(syntax_of(target)) for node in ast.walk(of) if isinstance(node, ast.For)
    ]
    names = [called_name(loop.iter) or getattr(loop.iter, "attr", "") for loop in loops]
    return [name for name in dict.fromkeys(names) if name and not meaning_of(name) and name not in vars(builtins)]


@cache
def roles_of(target: Any) -> dict[str, str]:
    """Return parts for parameters without a usual name, by what a search hands on to itself: `not p`, `p - 1`, `p + 1`.

    One that is called a depth is a ply where it is handed on plus one, and never less one. An attribute with which the
    player is compared has the mark of Max.
    """
    functions = searching_functions(syntax_of(target))
    named = {of.name: [one.arg for one in of.args.args if one.arg != "self"] for of in functions}
    found: dict[str, set[str]] = {}
    for node in [node for of in functions for node in ast.walk(of) if called_name(node) in named]:
        assert isinstance(node, ast.Call)
        placed = [*zip(named[called_name(node)], node.args, strict=False)]
        for name, given in [*placed, *((word.arg, word.value) for word in node.keywords if word.arg)]:
            roles = {f"not {name}": "maximizing", f"{name} - 1": "depth", f"{name} + 1": "ply"}
            found.setdefault(name, set()).update({roles.get(ast.unparse(given), "")} - {""})
    return {
        name: role
        for name, (role, *others) in ((name, [*roles]) for name, roles in found.items() if roles)
        if not others and (not part_of(name) or (part_of(name), role) == ("depth", "ply"))
    } | dict.fromkeys(_marks_kept(functions), "max_player")


def _marks_kept(functions: list[ast.FunctionDef]) -> set[str]:
    """Return attributes without a usual name with which the player is compared, as in `state.turn == self.num`."""
    compared = [node for of in functions for node in ast.walk(of) if isinstance(node, ast.Compare)]
    sides = [(getattr(node.left, "attr", ""), node.comparators[0]) for node in compared]
    kept = [right.attr for left, right in sides if meaning_of(left) == "player" and isinstance(right, ast.Attribute)]
    return {name for name in kept if not (part_of(name) or meaning_of(name))}


def own_search(target: Any) -> Any:
    """Return the method of a class that plays on its own object, which is the position; else what is handed in."""
    methods = asked_methods(target) if isinstance(target, type) else []
    found = vars(target).get(methods[0]) if methods else None
    trees = [of for of in searching_functions(syntax_of(target)) if of.name in methods[:1]]
    calls = [node.func for of in trees for node in ast.walk(of) if isinstance(node, ast.Call)]
    own = {ast.unparse(one).removeprefix("self.") for one in calls} & vars(target).keys() if found else set()
    return found if {"play", "child"} & {*map(meaning_of, own)} else target


@cache
def keys_read(target: Any) -> dict[Any, str]:
    """Return names for the parts of their position that searches read by a key; none if it is a board of cells.

    In `board, turn = state` and `turn = state[1]` the variables are the names, else the keys themselves.
    """
    found: dict[Any, str] = {}
    for of in searching_functions(syntax_of(target)):
        names = [one.arg for one in of.args.args if one.arg != "self"]
        position = next((name for name in names if part_of(name) == "state"), next(iter(names), ""))
        nodes = [*ast.walk(of)]
        for read in [node for node in nodes if isinstance(node, ast.Subscript) and ast.unparse(node.value) == position]:
            if not isinstance(read.slice, ast.Constant):
                return {}
            found.setdefault(read.slice.value, str(read.slice.value))
        for left, right in [pair for node in nodes if isinstance(node, ast.Assign) for pair in assigned_pairs(node)]:
            if ast.unparse(right) == position:
                found |= enumerate(map(ast.unparse, getattr(left, "elts", ())))
            elif isinstance(right, ast.Subscript) and ast.unparse(right.value) == position:
                found[ast.literal_eval(right.slice)] = ast.unparse(left)
    return found


def turns_scores(target: Any) -> bool:
    """Return False if a source has a search and nothing in it changes its sign: all scores are seen from one side."""
    tree = syntax_of(target)
    return not searching_functions(tree) or any(map(_turns, ast.walk(tree)))


def sees_as_mover(target: Any, told: Mapping[str, str]) -> bool:
    """True if a search hands on a negated window and knows no player: then all scores are the mover's."""
    searches = {of.name: of for of in searching_functions(syntax_of(target))}
    nodes = [node for of in searches.values() for node in ast.walk(of)]
    names = {str(getattr(node, "attr", getattr(node, "id", getattr(node, "arg", "")))) for node in nodes}
    known = {told.get(name) or part_of(name) or meaning_of(name) for name in names - {"max", "min"}}
    calls = [node for node in nodes if isinstance(node, ast.Call) and called_name(node) in searches]
    given = {ast.unparse(part) for node in calls for part in node.args}
    is_negated = any(part_of(name) in ("alpha", "beta") and f"-{name}" in given for name in names)
    return is_negated and not known & {"player", "maximizing", "minimizing", "color", "max_player"}


def _turns(node: ast.AST) -> bool:
    """True if the sign of something changes that is neither a number nor infinite."""
    if isinstance(node, ast.BinOp | ast.AugAssign):
        is_from_nothing = isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant)
        return isinstance(node.op, ast.Mult) or (isinstance(node.op, ast.Sub) and is_from_nothing)
    if not (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)):
        return False
    is_named = any(isinstance(part, ast.Name) for part in ast.walk(node))
    return is_named and "inf" not in ast.unparse(node).lower()


def player_marks(target: Any, told: Mapping[str, str]) -> dict[str, Any]:
    """Return the marks of players, by their reprs: constants to which the source compares `state.player`."""
    marks: list[Any] = []
    told = {name: part_of(name) for name in keys_read(target).values() if part_of(name)} | {**told}
    for node in [node for node in ast.walk(syntax_of(target)) if isinstance(node, ast.Compare)]:
        asked = node.left.func if isinstance(node.left, ast.Call) else node.left
        parts = {type(part) for part in ast.walk(node.comparators[0]) if isinstance(part, ast.expr)}
        key = getattr(getattr(asked, "slice", None), "value", "")  # as in `state[1]`
        name = str(getattr(asked, "attr", getattr(asked, "id", key)))
        if told.get(name, meaning_of(name)) == "player" and parts <= CONSTANTS:
            with suppress(Exception):  # names that are no global ones
                found = eval(ast.unparse(node.comparators[0]), {}, globals_of(target))
                marks += found if isinstance(found, list | tuple | set) else [found]
    members = [one for mark in marks if isinstance(mark, Enum) for one in type(mark)]
    return {repr(mark): mark for mark in [*marks, *members] if mark is not None}  # 0 is not False here


def classes_asked(target: Any) -> list[str]:
    """Return the names of classes, of the engine's own files, of which its searches ask if something is one."""
    nodes = [node for of in searching_functions(syntax_of(target)) for node in ast.walk(of)]
    asked: list[ast.AST] = [node.cls for node in nodes if isinstance(node, ast.MatchClass)]
    asked += [node.args[-1] for node in nodes if isinstance(node, ast.Call) and called_name(node) == "isinstance"]
    names = dict.fromkeys(part.id for node in asked for part in ast.walk(node) if isinstance(part, ast.Name))
    known = globals_of(target)
    classes = {name: known[name].__module__ for name in names if isinstance(known.get(name), type)}
    return [name for name, module in classes.items() if module != "builtins" and not module.startswith("lazytree.")]


def shape_of_games(target: Any, names: Mapping[str, str], plies: int | None) -> dict[str, Any]:
    """Return what the arguments ask of games: with an index into a list of leaves, two moves in each position.

    They have as many plies as the number to which the source compares its depth; else `plies`.
    """
    if "index" not in {names.get(one) or part_of(one) for one in signature(target).parameters}:
        return {}
    compared = [node for node in ast.walk(syntax_of(target)) if isinstance(node, ast.Compare)]
    limits = [one.comparators[0] for one in compared if part_of(ast.unparse(one.left)) in ("depth", "ply")]
    numbers = [limit.value for limit in limits if isinstance(limit, ast.Constant) and limit.value]
    return {"moves": 2, "turns": "Mm", "depth": numbers[0] if numbers else plies, "ended": False}
