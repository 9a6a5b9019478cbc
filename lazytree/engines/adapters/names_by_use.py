"""Meanings of names that are not known, found by their use in a search.

Engines are written in many languages. A search that loops over `estado.jugadas()` and hands `estado.aplicar(jugada)` to
itself says by that which are the moves and which is the state after one. Only names that `meanings` does not know are
told this way. Skip this module unless you audit an engine.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, TypeGuard

from lazytree.engines.adapters.meanings import meaning_of, syntax_of

USUAL = {name for of in (list, dict, set, str, tuple) for name in dir(of)} | {*dir(builtins)}


@dataclass(frozen=True)
class NamesByUse:
    """Meanings of the names of a game, and parts of the parameters of a search, by their names in a source.

    `turns_scores` is False if the source has a search and no score in it changes its sign: all are seen from one side.
    `fields` are names of what a search makes itself, such as the entries of its table, and `roots` are the searches
    that no other one calls.
    """

    meanings: dict[str, str] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)
    turns_scores: bool = True
    fields: frozenset[str] = frozenset()
    roots: tuple[str, ...] = ()


@cache
def told_names(target: Any, others: tuple[tuple[str, str], ...] = ()) -> NamesByUse:
    """Return the names in the file of a function or class by their use. `others` are meanings that come first."""
    found = names_by_use(syntax_of(target))
    return replace(found, meanings=found.meanings | dict(others))


def names_by_use(tree: ast.Module) -> NamesByUse:
    """Return the meanings of names in a file, as far as its searches tell them.

    >>> found = names_by_use(ast.parse('''
    ... def wert(stellung, tiefe, wer):
    ...     if stellung.zu_ende():
    ...         return stellung.punkte()
    ...     for zug in stellung.zuege():
    ...         stellung.ziehen(zug)
    ...         wert(stellung, tiefe - 1, not wer)
    ...         stellung.zurueck()
    ... '''))
    >>> found.meanings
    {'zu_ende': 'over', 'punkte': 'score', 'zuege': 'moves', 'ziehen': 'play', 'zurueck': 'undo'}
    >>> found.parts
    {'tiefe': 'depth', 'wer': 'maximizing'}
    """
    functions = _functions(tree)
    searching = _searching(functions)
    found = NamesByUse(turns_scores=not searching or any(map(_turns, ast.walk(tree))))
    imported = _imported(tree)
    for name in searching:
        _Reader(functions[name], functions, searching, imported, found).read()
    for name in searching & _recursive(functions):
        _tell_parameters(functions, name, found)
    parts = [(name, part) for name in searching for part in ast.walk(functions[name])]
    known = {meaning_of(part.attr) for _, part in parts if isinstance(part, ast.Attribute)}
    # Where the usual name is there, too, the other is a slip of the pen, which is not to be mended in silence.
    fields = _fields_made(tree, {_called(part) for _, part in parts})
    told = {
        name: meaning
        for name, meaning in found.meanings.items()
        if name not in fields and (meaning == "never" or meaning not in known)
    }
    called = {_called(part) for name, part in parts if _called(part) != name}
    roots = tuple(name for name in functions if name in searching - called)
    return replace(found, meanings=told, fields=fields, roots=roots)


def _functions(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def _imported(tree: ast.Module) -> set[str]:
    """Return the names that a file imports."""
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [name for statement in statements for name in statement.names]
    return {(name.asname or name.name).partition(".")[0] for name in names}


def _fields_made(tree: ast.Module, called: set[str]) -> frozenset[str]:
    """Return the annotated fields of the classes of a source that are `called`."""
    made = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name in called]
    fields = [part.target for one in made for part in one.body if isinstance(part, ast.AnnAssign)]
    return frozenset(field.id for field in fields if isinstance(field, ast.Name))


def searching_functions(tree: ast.Module) -> list[ast.FunctionDef]:
    """Return the functions that call themselves, and those that call one of these, as the loop at a root does."""
    functions = _functions(tree)
    return [functions[name] for name in functions if name in _searching(functions)]


def _turns(node: ast.AST) -> bool:
    """True if the sign of something changes that is neither a number nor infinite."""
    if isinstance(node, ast.BinOp | ast.AugAssign):
        is_from_nothing = isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant)
        return isinstance(node.op, ast.Mult) or (isinstance(node.op, ast.Sub) and is_from_nothing)
    if not (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)):
        return False
    return "inf" not in ast.unparse(node).lower() and bool(_names(node))


def _called(node: ast.AST) -> str:
    """Return the name of the function or method that is called; nothing for other nodes."""
    function = node.func if isinstance(node, ast.Call) else None
    return getattr(function, "attr", getattr(function, "id", ""))


def _recursive(functions: dict[str, ast.FunctionDef]) -> set[str]:
    """Return the names of functions that call themselves, also by way of others."""
    calls = {name: {_called(node) for node in ast.walk(of)} & functions.keys() for name, of in functions.items()}
    for _ in functions:  # paths of any length
        calls = {name: called.union(*(calls[one] for one in called)) for name, called in calls.items()}
    return {name for name, called in calls.items() if name in called and meaning_of(name) in (None, "score")}


def _searching(functions: dict[str, ast.FunctionDef]) -> set[str]:
    """Return the names of recursive functions, and of functions that call one, as the loop at a root does."""
    found = _recursive(functions)
    return found | {name for name, of in functions.items() if found & {_called(node) for node in ast.walk(of)}}


class _Reader:
    """Reads one function of a search, and keeps what its names mean in `found`."""

    def __init__(
        self,
        function: ast.FunctionDef,
        functions: dict[str, ast.FunctionDef],
        searching: set[str],
        imported: set[str],
        found: NamesByUse,
    ) -> None:
        self.function, self.functions, self.searching, self.found = function, functions, searching, found
        self.others = imported | {"self"}
        self.nodes = [*ast.walk(function)]
        self.given = {  # names that were given one value: `moves = board.zuege()`
            node.targets[0].id: node.value
            for node in self.nodes
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        self.loops = [node for node in self.nodes if isinstance(node, ast.For | ast.comprehension)]
        self.variables = {name for loop in self.loops for name in _names(loop.target)}

    def read(self) -> None:
        for node in self.nodes:
            if isinstance(node, ast.If | ast.IfExp | ast.While):
                self._read_test(node)
        for node in self.nodes:
            if isinstance(node, ast.Return) and node.value is not None and not self._searches(node):
                self._tell(self._asked(node.value), "score")
        for loop in self.loops:
            self._read_loop(loop)
        for node in self.nodes:
            if isinstance(node, ast.Call) and self.variables & _names(*node.args):
                self._tell([self._asks(node)], "child")

    def _tell(self, names: list[str], meaning: str) -> None:
        for name in filter(None, names):
            self.found.meanings.setdefault(name, meaning)

    def _asks(self, node: ast.AST) -> str:
        """Return the name by which a node asks a position or the rules of the file; nothing for other nodes."""
        name = _called(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and name not in self.functions:
            return ""
        if isinstance(node, ast.Attribute):
            name = node.attr
        inner = node.func if isinstance(node, ast.Call) else node
        root = next((part.id for part in ast.walk(inner) if isinstance(part, ast.Name)), "")
        is_own = root in self.others and root != name
        return "" if not name or is_own or name in USUAL | self.searching or meaning_of(name) else name

    def _asked(self, node: ast.AST) -> list[str]:
        """Return the names by which an expression asks, and those in the values of its variables."""
        parts = [node, *(self.given[name] for name in _names(node) & self.given.keys())]
        return [] if any(map(self._searches, parts)) else [self._asks(one) for part in parts for one in ast.walk(part)]

    def _searches(self, node: ast.AST) -> bool:
        return any(_called(part) in self.searching for part in ast.walk(node))

    def _read_test(self, node: ast.If | ast.IfExp | ast.While) -> None:
        """Tell the names in a test: it asks if the game is over if it ends the search, or else who moves."""
        body = node.body if isinstance(node.body, list) else [node.body]
        ends = isinstance(body[-1], ast.Return) and not any(map(self._searches, body))
        for part, is_turned in _tests(node.test):
            asked = part.left if isinstance(part, ast.Compare) else part
            # Where the game is over there are no moves, so that "no moves" may be asked in its place.
            meaning = ("moves" if is_turned else "over") if ends else "maximizing"
            if isinstance(asked, ast.Call) and self.variables & _names(*asked.args):
                meaning = "never"
            elif isinstance(part, ast.Compare):
                is_none = isinstance(part.ops[0], ast.Is | ast.IsNot)
                meaning = "winner" if is_none else "player" if isinstance(part.ops[0], ast.Eq) and not ends else ""
            if meaning and not (isinstance(part, ast.Compare) and self.variables & _names(part)):
                self._tell([self._asks(asked)], meaning)

    def _read_loop(self, loop: ast.For | ast.comprehension) -> None:
        """Tell the names of the moves or children in a loop, and of what is done with each."""
        variables = _names(loop.target)
        body = loop.body if isinstance(loop, ast.For) else []
        calls = [part for part in self.nodes if isinstance(part, ast.Call) and _called(part) in self.searching]
        handed = any(isinstance(one, ast.Name) and one.id in variables for call in calls for one in call.args[:1])
        used = self.given.get(loop.iter.id, loop.iter) if isinstance(loop.iter, ast.Name) else loop.iter
        self._tell(self._asked(used), "children" if handed else "moves")
        first = min((call.lineno for call in calls if any(call in ast.walk(part) for part in body)), default=0)
        for part in [part for statement in body for part in ast.walk(statement)]:
            if isinstance(part, ast.Expr) and isinstance(part.value, ast.Call):
                is_before = part.lineno < first
                if not is_before or variables & _names(*part.value.args):
                    self._tell([self._asks(part.value)], "play" if is_before else "undo")


def _names(*nodes: ast.AST) -> set[str]:
    return {part.id for node in nodes for part in ast.walk(node) if isinstance(part, ast.Name)}


def _tests(test: ast.AST, is_turned: bool = False) -> Iterator[tuple[ast.expr, bool]]:
    """Yield the tests that `and`, `or` and `not` join, each with True if it is negated."""
    if isinstance(test, ast.BoolOp):
        for part in test.values:
            yield from _tests(part, is_turned)
    elif isinstance(test, ast.UnaryOp):
        yield from _tests(test.operand, not is_turned)
    elif isinstance(test, ast.Compare) and _is_bool(test.comparators[0]):
        yield from _tests(test.left, is_turned != (test.comparators[0].value is False))
    elif isinstance(test, ast.expr):
        yield test, is_turned


def _is_bool(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)


def _tell_parameters(functions: dict[str, ast.FunctionDef], name: str, found: NamesByUse) -> None:
    """Find the parts of a recursive function's parameters by the arguments of its calls."""
    names = [argument.arg for argument in functions[name].args.args if argument.arg != "self"]
    compared = {
        one
        for node in ast.walk(functions[name])
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)
        for one in _names(node)
    }
    calls = [node for of in functions.values() for node in ast.walk(of) if _called(node) == name]
    arguments = [node.args for node in calls if isinstance(node, ast.Call) and len(node.args) <= len(names)]
    bounds = []
    for index, parameter in enumerate(names[1:], start=1):
        handed = [given[index] for given in arguments if index < len(given)]
        part = next(filter(None, (_part(one, parameter) for one in handed)), "")
        if part:
            found.parts.setdefault(parameter, part)
        elif parameter in compared:
            bounds.append(parameter)
    if len(bounds) == 2:
        found.parts.update(zip(bounds, ("alpha", "beta"), strict=True))


def _part(handed: ast.expr, parameter: str) -> str:
    """Return the part of a parameter by the argument `handed` on for it; nothing if that does not tell."""
    if isinstance(handed, ast.BinOp) and isinstance(handed.right, ast.Constant) and parameter in _names(handed):
        return {ast.Sub: "depth", ast.Add: "ply"}.get(type(handed.op), "")
    if isinstance(handed, ast.UnaryOp) and isinstance(handed.op, ast.Not):
        return "maximizing"
    if _is_bool(handed):
        return "maximizing"
    if isinstance(handed, ast.IfExp) and parameter in _names(handed.test):
        return "player"
    is_turned = isinstance(handed, ast.UnaryOp) and isinstance(handed.op, ast.USub)
    return "color" if is_turned and _names(handed) == {parameter} else ""
