"""Functions of a source that search: they call themselves, or one that does so."""

from __future__ import annotations

import ast
from typing import Any

from lazytree.engines.adapters.meanings import meaning_of, syntax_of

# Methods by which a class is asked for a move or a value, the likely ones first.
METHODS = "getAction get_action get_move get_best_move best_move find_best_move choose_move search".split()


def searching_functions(tree: ast.Module) -> list[ast.FunctionDef]:
    """Return the functions that call themselves, and those that call one of these, as the loop at a root does."""
    found = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    found.pop("__init__", None)  # it may call that of its base class
    calls = {name: {_called_name(node) for node in ast.walk(of)} & found.keys() for name, of in found.items()}
    reached = calls
    for _ in found:  # paths of any length
        reached = {name: called.union(*(reached[one] for one in called)) for name, called in reached.items()}
    recursive = {name for name, called in reached.items() if name in called and meaning_of(name) in (None, "score")}
    return [of for name, of in found.items() if recursive & {name, *calls[name]}]


def asked_methods(owner: Any) -> list[str]:
    """Return the methods of a class that are asked for a move or a value: usual ones, and searches none other calls."""
    functions = searching_functions(syntax_of(owner))
    called = {name for of in functions for node in ast.walk(of) if (name := _called_name(node)) != of.name}
    roots = [of.name for of in functions if of.name not in called]
    # A base class that stands in for a module that is missing has every name.
    defined = {name for base in owner.__mro__ for name in vars(base)}
    return [name for name in (*METHODS, *roots) if name in defined]


def pairs_in(target: Any) -> dict[str, str]:
    """Return the names of functions whose children come with moves, as in `for move, child in successors(state)`."""
    found = {}
    for loop in [node for node in ast.walk(syntax_of(target)) if isinstance(node, ast.For | ast.comprehension)]:
        name, pair = _called_name(loop.iter), [ast.unparse(one) for one in getattr(loop.target, "elts", ())]
        if len(pair) == 2 and meaning_of(name) == "children":
            searches = {of.name for of in searching_functions(syntax_of(target))}
            nodes = [node for node in ast.walk(syntax_of(target)) if isinstance(node, ast.Call)]
            handed = {ast.unparse(given) for node in nodes if _called_name(node) in searches for given in node.args}
            found[name] = "moves_and_children" if pair[1] in handed else "children_and_moves"
    return found


def turns_scores(target: Any) -> bool:
    """Return False if a source has a search and nothing in it changes its sign: all scores are seen from one side."""
    tree = syntax_of(target)
    return not searching_functions(tree) or any(map(_turns, ast.walk(tree)))


def _turns(node: ast.AST) -> bool:
    """True if the sign of something changes that is neither a number nor infinite."""
    if isinstance(node, ast.BinOp | ast.AugAssign):
        is_from_nothing = isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant)
        return isinstance(node.op, ast.Mult) or (isinstance(node.op, ast.Sub) and is_from_nothing)
    if not (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)):
        return False
    is_named = any(isinstance(part, ast.Name) for part in ast.walk(node))
    return is_named and "inf" not in ast.unparse(node).lower()


def _called_name(node: ast.AST) -> str:
    """Return the name of the function or method that is called; nothing for other nodes."""
    function = node.func if isinstance(node, ast.Call) else None
    return getattr(function, "attr", getattr(function, "id", ""))
