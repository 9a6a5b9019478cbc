"""Functions of a source that search: they call themselves, or one that does so; and what there is in them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeGuard

from lazytree.engines.adapters.meanings import meaning_of


def functions_of(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """Return the functions of a file; a constructor, which may call that of its base class, is no search."""
    found = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return {name: function for name, function in found.items() if name != "__init__"}


def called_name(node: ast.AST) -> str:
    """Return the name of the function or method that is called; nothing for other nodes."""
    function = node.func if isinstance(node, ast.Call) else None
    return getattr(function, "attr", getattr(function, "id", ""))


def names_in(*nodes: ast.AST) -> set[str]:
    """Return the names of variables in some nodes."""
    return {part.id for node in nodes for part in ast.walk(node) if isinstance(part, ast.Name)}


def recursive_names(functions: dict[str, ast.FunctionDef]) -> set[str]:
    """Return the names of functions that call themselves, also by way of others."""
    calls = {name: {called_name(node) for node in ast.walk(of)} & functions.keys() for name, of in functions.items()}
    for _ in functions:  # paths of any length
        calls = {name: called.union(*(calls[one] for one in called)) for name, called in calls.items()}
    return {name for name, called in calls.items() if name in called and meaning_of(name) in (None, "score")}


def searching_names(functions: dict[str, ast.FunctionDef]) -> set[str]:
    """Return the names of recursive functions, and of functions that call one, as the loop at a root does."""
    found = recursive_names(functions)
    return found | {name for name, of in functions.items() if found & {called_name(node) for node in ast.walk(of)}}


def searching_functions(tree: ast.Module) -> list[ast.FunctionDef]:
    """Return the functions that call themselves, and those that call one of these, as the loop at a root does."""
    functions = functions_of(tree)
    searching = searching_names(functions)
    return [functions[name] for name in functions if name in searching]


def imported_names(tree: ast.Module) -> set[str]:
    """Return the names that a file imports."""
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [name for statement in statements for name in statement.names]
    return {(name.asname or name.name).partition(".")[0] for name in names}


def asked_tests(test: ast.AST, is_turned: bool = False) -> Iterator[tuple[ast.expr, bool]]:
    """Yield the tests that `and`, `or` and `not` join, each with True if it is negated."""
    if isinstance(test, ast.BoolOp):
        for part in test.values:
            yield from asked_tests(part, is_turned)
    elif isinstance(test, ast.UnaryOp):
        yield from asked_tests(test.operand, not is_turned)
    elif isinstance(test, ast.Compare) and is_bool(test.comparators[0]):
        yield from asked_tests(test.left, is_turned != (test.comparators[0].value is False))
    elif isinstance(test, ast.expr):
        yield test, is_turned


def is_bool(node: ast.AST) -> TypeGuard[ast.Constant]:
    """Return True for `True` and `False`."""
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)
