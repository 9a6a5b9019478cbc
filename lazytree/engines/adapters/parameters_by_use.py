"""Parts of parameters in a search whose names do not tell them, found by the arguments that it hands to itself."""

from __future__ import annotations

import ast

from lazytree.engines.adapters.meanings import part_of
from lazytree.engines.adapters.searching_functions import called_name, is_bool, names_in


def tell_parameters(functions: dict[str, ast.FunctionDef], name: str, parts: dict[str, str]) -> None:
    """Add the parts of a recursive function's parameters to `parts`, as far as the arguments of its calls tell them."""
    names = [argument.arg for argument in functions[name].args.args if argument.arg != "self"]
    compared = {
        one
        for node in ast.walk(functions[name])
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)
        for one in names_in(node)
    }
    calls = [node for of in functions.values() for node in ast.walk(of) if called_name(node) == name]
    arguments = [node.args for node in calls if isinstance(node, ast.Call) and len(node.args) <= len(names)]
    bounds = []
    for index, parameter in enumerate(names[1:], start=1):
        handed = [given[index] for given in arguments if index < len(given)]
        part = next(filter(None, (_part(one, parameter) for one in handed)), "")
        if part:
            parts.setdefault(parameter, part)
        elif parameter in compared:
            bounds.append(parameter)
        elif any(_is_name(one, parameter) for one in handed):
            parts.setdefault(parameter, _part_of_unchanged(functions[name], parameter))
    if len(bounds) == 2:
        parts.update(zip(bounds, ("alpha", "beta"), strict=True))


def _part_of_unchanged(function: ast.FunctionDef, parameter: str) -> str:
    """Return the part of a parameter that is handed on as it is: the mark of Max, or a dict that counts."""
    nodes = [*ast.walk(function)]
    if any(isinstance(node, ast.Subscript) and _is_name(node.value, parameter) for node in nodes):
        return "counts"
    equal = [node for node in nodes if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq)]
    is_mark = part_of(parameter) == "player" or any(parameter in names_in(node) for node in equal)
    return "max player" if is_mark and part_of(parameter) in ("", "player") else ""


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _part(handed: ast.expr, parameter: str) -> str:
    """Return the part of a parameter by the argument `handed` on for it; nothing if that does not tell."""
    if isinstance(handed, ast.BinOp) and isinstance(handed.right, ast.Constant) and parameter in names_in(handed):
        return {ast.Sub: "depth", ast.Add: "ply"}.get(type(handed.op), "")
    if isinstance(handed, ast.BinOp) and isinstance(handed.left, ast.Constant) and _is_name(handed.right, parameter):
        return "player"  # `3 - player`
    if isinstance(handed, ast.UnaryOp) and isinstance(handed.op, ast.Not):
        return "maximizing"
    if is_bool(handed):
        return "maximizing"
    if isinstance(handed, ast.IfExp) and parameter in names_in(handed.test):
        return "player"
    is_turned = isinstance(handed, ast.UnaryOp) and isinstance(handed.op, ast.USub)
    return "color" if is_turned and names_in(handed) == {parameter} else ""
