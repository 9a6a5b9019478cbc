"""Expressions in a function whose values nobody reads, or reads only to show them."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

EFFECTS = ast.Assert, ast.With, ast.AsyncWith, ast.Try, ast.Raise, ast.Return, ast.Yield, ast.AugAssign, ast.Delete
KEEPING = "append", "add", "insert"
VALUES = "result", "error"
SHOWING = "print", "str", "repr", "hash", "isinstance", "assertIsNotNone", "assertIsInstance"
TELLING = "print", "print_exc", "debug", "info", "warn", "warning", "error", "exception", "log"


def unread_in(function: Any, shown: Iterable[ast.expr] = ()) -> Iterator[ast.expr]:
    """Yield expressions of a function whose values nobody reads: statements, and values of names that nobody reads.

    Names in what is only `shown` are not read there.
    """
    nodes = [*ast.walk(function)]
    kept = [(node, *_kept(node)) for node in nodes if isinstance(node, ast.stmt)]
    read = Counter(_names_read(nodes))
    read.subtract(name for one in shown for name in _names_read(ast.walk(one)))
    for node, names, _ in kept:  # `ok = ok and d == e` reads it to keep it
        read.subtract(name for name in _names_read(ast.walk(node) if names else ()) if name in names)
    local = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    for node, names, values in kept:
        if names and names <= local and not any(read[name] for name in names):
            yield from values
        if isinstance(node, ast.Expr):
            yield node.value
        elif isinstance(node, ast.Assert) and is_always_true(node.test):
            yield node.test
        elif isinstance(node, ast.Try) and any(swallows(one, function) for one in node.handlers):
            yield from (one.test for one in node.body if isinstance(one, ast.Assert))


def observing_alone_in(function: Any, nodes: list[Any]) -> Iterable[int]:
    """Return the lines at which a test observes, if it does nothing else, and reads no more of that than to show it."""
    blocks = [
        node for node in nodes if isinstance(node, ast.With) and name_called(node.items[0].context_expr) == "observing"
    ]
    shown = [part for node in nodes for part in _shown(node)]
    if any(isinstance(node, EFFECTS) and not (_shown(node) or node in blocks) for node in nodes):
        return ()
    passed_on = {id(node.value) for node in nodes if isinstance(node, ast.Attribute) and node.attr == "value"}
    read = {*_names_read(node for node in nodes if id(node) not in passed_on)}
    dropped = [*unread_in(function, shown), *shown]
    if any(map(_is_of_value, dropped)):
        return ()
    called = {name_called(_call_in(part)) for one in dropped for part in values_in(one)}
    if called - {"", "parse", *SHOWING} == {"observe"}:
        return lines_of(function)
    return [node.lineno for node in blocks if getattr(node.items[0].optional_vars, "id", None) not in read]


def budgets_read(nodes: list[Any]) -> Iterator[int]:
    """Yield the lines of budgets that have a name, as in `with max_forced(9) as budget`, which one of `nodes` reads."""
    read = {*_names_read(nodes)}
    for block, item in ((node, item) for node in nodes if isinstance(node, ast.With) for item in node.items):
        if name_called(item.context_expr) == "max_forced" and getattr(item.optional_vars, "id", None) in read:
            yield block.lineno  # where Python 3.12 and before leave it; later ones, where the item is
            yield from lines_of(item.context_expr)


def _shown(node: Any) -> list[ast.expr]:
    """Return what a statement does no more with than to show it, or to find that it is there; not if it is a value."""
    value = node.test if isinstance(node, ast.Assert) else node.value if isinstance(node, ast.Expr) else None
    parts = value.args if isinstance(value, ast.Call) and name_called(value) in SHOWING else []
    if isinstance(node, ast.Assert) and is_always_true(value):
        parts = [node.test]
    elif isinstance(value, ast.Compare) and all(isinstance(one, (ast.Is, ast.IsNot)) for one in value.ops):
        parts = [value.left, *value.comparators]
    return [] if any(map(_is_of_value, parts)) else parts


def _is_of_value(part: ast.expr) -> bool:
    """True if an expression reads the result of a call, or what it raised."""
    return any(getattr(one, "attr", "") in VALUES for one in ast.walk(part))


def _call_in(value: Any) -> ast.expr:
    """Return the call that an expression shows, compares, or takes a demand, an item or the like of."""
    while True:
        if isinstance(value, (ast.Attribute, ast.Subscript, ast.Compare)):
            value = value.left if isinstance(value, ast.Compare) else value.value
        elif isinstance(value, ast.Call) and name_called(value) in SHOWING and value.args:
            value = value.args[0]
        else:
            return value


def _kept(node: Any) -> tuple[set[str], list[ast.expr]]:
    """Return the local names under which a statement keeps values, and these values."""
    targets: Any = []
    values = [node.value] if getattr(node, "value", None) else []
    if isinstance(node, ast.Expr) and name_called(node.value) in KEEPING:
        call: Any = node.value
        targets, values = [getattr(call.func, "value", None)], call.args
    elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    parts: list[Any] = [part for one in targets for part in getattr(one, "elts", [one])]
    is_named = all(isinstance(one, ast.Name) for one in parts)
    return {one.id for one in parts if is_named}, values


def _names_read(nodes: Any) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            yield from node.names
        elif isinstance(node, ast.arg):
            yield node.arg


def values_in(value: Any) -> Iterator[Any]:
    """Yield an expression, and those in it whose values are its own, or parts of it."""
    todo = [value]
    for node in todo:  # the list grows in the loop
        if isinstance(node, ast.expr):
            yield node
        if isinstance(node, ast.BoolOp):
            todo += node.values if is_always_true(node) else node.values[-1:]  # the others decide if it is asked
        elif isinstance(node, ast.Call) and name_called(node) in ("all", "any", "bool"):
            todo += node.args
        elif isinstance(node, (ast.GeneratorExp, ast.ListComp)):
            todo.append(node.elt)
        elif isinstance(node, (ast.UnaryOp, ast.Compare, ast.List, ast.Tuple, ast.Dict)):
            todo += ast.iter_child_nodes(node)


def is_always_true(test: Any) -> bool:
    """True of a tuple or a list of values, and of `... or True`."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
        return any(isinstance(one, ast.Constant) and one.value for one in test.values)
    return isinstance(test, (ast.Tuple, ast.List))


def swallows(handler: ast.ExceptHandler, function: Any) -> bool:
    """True if no more is done with an exception than to pass over it, or to print or log it where nobody reads that."""
    if {one.arg for one in function.args.args} & {"capsys", "capfd", "caplog"}:
        return isinstance(handler.body[0], ast.Pass)
    return all(map(_only_tells, handler.body))


def _only_tells(statement: ast.stmt) -> bool:
    """True of a statement that does nothing, or prints or logs something."""
    value = statement.value if isinstance(statement, ast.Expr) else None
    is_idle = isinstance(statement, (ast.Pass, ast.Continue)) or isinstance(value, ast.Constant)
    return is_idle or name_called(value) in TELLING


def lines_of(node: Any) -> range:
    """Return the lines of a statement or a function."""
    return range(node.lineno, (node.end_lineno or 0) + 1)


def name_called(call: Any) -> str:
    """Return the name of a function that is called, without its module; of `asyncio.run(f(x))`, of the one that is run.

    Empty if it is no call.
    """
    call = call.value if isinstance(call, ast.Await) else call
    if not isinstance(call, ast.Call):
        return ""
    name: str = getattr(call.func, "attr", getattr(call.func, "id", ""))
    return (name_called(call.args[0]) if name == "run" and call.args else "") or name
