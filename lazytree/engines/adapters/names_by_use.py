"""Meanings of names that are not known, found by their use in a search.

Engines are written in many languages. A search that loops over `estado.jugadas()` and hands `estado.aplicar(jugada)` to
itself says by that which are the moves and which is the state after one. Only names that `meanings` does not know are
told this way. Skip this module unless you audit an engine.
"""

from __future__ import annotations

import ast
import builtins
import sys
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from lazytree.engines.adapters.meanings import meaning_of, part_of, syntax_of
from lazytree.engines.adapters.parameters_by_use import tell_parameters
from lazytree.engines.adapters.searching_functions import (
    asked_tests,
    called_name,
    functions_of,
    imported_names,
    names_in,
    recursive_names,
    searching_names,
)

USUAL = {name for of in (list, dict, set, str, tuple) for name in dir(of)} | {*dir(builtins)}


@dataclass(frozen=True)
class NamesByUse:
    """Meanings of the names of a game, and parts of the parameters of a search, by their names in a source.

    `turns_scores` is False if the source has a search and no score in it changes its sign: all are seen from one side.
    `undecided` is the score of a game that goes on, None if scores are compared with that. `fields` are names of what a
    search makes itself, such as the entries of its table, and `roots` are the searches that no other one calls.
    """

    meanings: dict[str, str] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)
    turns_scores: bool = True
    undecided: Any = 0
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
    functions = functions_of(tree)
    searching = searching_names(functions)
    found = NamesByUse(turns_scores=not searching or any(map(_turns, ast.walk(tree))))
    imported = imported_names(tree)
    readers = {name: _Reader(of, functions, searching, imported, found) for name, of in functions.items()}
    searches = [readers[name] for name in functions if name in searching]
    for reader in searches:
        reader.read()
    parts = [(name, part) for name in searching for part in ast.walk(functions[name])]
    called = {called_name(part) for name, part in parts if called_name(part) != name}
    for name in [name for name in functions if name in called - searching]:
        readers[name].read_loops()
    for name in filter(recursive_names(functions).__contains__, functions):
        tell_parameters(functions, name, found.parts)
    known = {meaning_of(part.attr) for _, part in parts if isinstance(part, ast.Attribute)}
    # Where the usual name is there, too, the other is a slip of the pen, which is not to be mended in silence.
    fields = _fields_made(tree, {called_name(part) for _, part in parts})
    told = {
        name: meaning
        for name, meaning in found.meanings.items()
        if name not in fields and (meaning == "never" or meaning not in known)
    }
    roots = tuple(name for name in functions if name in searching - called)
    undecided = None if any(reader.compares_score_with_none() for reader in searches) else 0
    return replace(found, meanings=told, undecided=undecided, fields=fields, roots=roots)


def _fields_made(tree: ast.Module, called: set[str]) -> frozenset[str]:
    """Return the annotated fields of the classes of a source that are `called`."""
    made = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name in called]
    fields = [part.target for one in made for part in one.body if isinstance(part, ast.AnnAssign)]
    return frozenset(field.id for field in fields if isinstance(field, ast.Name))


def _turns(node: ast.AST) -> bool:
    """True if the sign of something changes that is neither a number nor infinite."""
    if isinstance(node, ast.BinOp | ast.AugAssign):
        is_from_nothing = isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant)
        return isinstance(node.op, ast.Mult) or (isinstance(node.op, ast.Sub) and is_from_nothing)
    if not (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)):
        return False
    return "inf" not in ast.unparse(node).lower() and bool(names_in(node))


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
        self.variables = {name for loop in self.loops for name in names_in(loop.target)}

    def read(self) -> None:
        for node in self.nodes:
            if isinstance(node, ast.If | ast.IfExp | ast.While):
                self._read_test(node)
        for node in self.nodes:
            if isinstance(node, ast.Return) and node.value is not None and not self._searches(node):
                for part in ast.walk(node.value):
                    if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Sub):  # mine less yours
                        self._tell(self._asked(part.right), "never")
                self._tell(self._asked(node.value), "score")
                self._tell(self._evaluations(node.value), "score")
        self.read_loops()
        for node in self.nodes:
            if isinstance(node, ast.Call) and self.variables & names_in(*node.args):
                self._tell([self._asks(node)], "child")

    def read_loops(self) -> None:
        for loop in self.loops:
            self._read_loop(loop)

    def compares_score_with_none(self) -> bool:
        """True for `if state.utility() is not None`, also by way of a variable."""
        sides = [node.left for node in self.nodes if isinstance(node, ast.Compare) and _is_none(node.comparators[0])]
        asked = [self.given.get(side.id, side) if isinstance(side, ast.Name) else side for side in sides]
        return any(meaning_of(called_name(one)) == "score" and called_name(one) not in self.searching for one in asked)

    def _tell(self, names: list[str], meaning: str) -> None:
        for name in filter(None, names):
            self.found.meanings.setdefault(name, meaning)

    def _asks(self, node: ast.AST) -> str:
        """Return the name by which a node asks a position or the rules of the file; nothing for other nodes."""
        name = called_name(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and name not in self.functions:
            return ""
        if isinstance(node, ast.Attribute):
            name = node.attr
        inner = node.func if isinstance(node, ast.Call) else node
        root = next((part.id for part in ast.walk(inner) if isinstance(part, ast.Name)), "")
        is_own = root in self.others and root != name
        takes_move = meaning_of(name) in ("play", "child")  # without one, it means something else
        is_known = meaning_of(name) and not (takes_move and isinstance(node, ast.Call) and not node.args)
        return "" if not name or is_own or name in USUAL | self.searching or is_known else name

    def _asked(self, node: ast.AST) -> list[str]:
        """Return the names by which an expression asks, and those in the values of its variables."""
        parts = [node, *(self.given[name] for name in names_in(node) & self.given.keys())]
        return [] if any(map(self._searches, parts)) else [self._asks(one) for part in parts for one in ast.walk(part)]

    def _evaluations(self, node: ast.AST) -> list[str]:
        """Return the names of the class's own methods that are handed what may be the position."""
        names = {one.arg for one in self.function.args.args if part_of(one.arg) in ("state", "")}
        calls = [part for part in ast.walk(node) if isinstance(part, ast.Call) and names_in(part.func) == {"self"}]
        given = [called_name(call) for call in calls if names & names_in(*call.args)]
        return [name for name in given if name in self.functions and not meaning_of(name)]

    def _searches(self, node: ast.AST) -> bool:
        return any(called_name(part) in self.searching for part in ast.walk(node))

    def _read_test(self, node: ast.If | ast.IfExp | ast.While) -> None:
        """Tell the names in a test: it asks if the game is over if it ends the search, or else who moves."""
        body = node.body if isinstance(node.body, list) else [node.body]
        ends = isinstance(body[-1], ast.Return) and not any(map(self._searches, body))
        for part, is_turned in asked_tests(node.test):
            asked = part.left if isinstance(part, ast.Compare) else part
            # Where the game is over there are no moves, so that "no moves" may be asked in its place.
            meaning = ("moves" if is_turned else "over") if ends else _who(body, is_turned)
            if isinstance(asked, ast.Call) and self.variables & names_in(*asked.args):
                meaning = "never"
            elif isinstance(part, ast.Compare):
                meaning = _compared(part.ops[0], ends)
            if meaning and not (isinstance(part, ast.Compare) and self.variables & names_in(part)):
                self._tell([self._asks(asked)], meaning)

    def _read_loop(self, loop: ast.For | ast.comprehension) -> None:
        """Tell the names of the moves or children in a loop, and of what is done with each."""
        variables = names_in(loop.target)
        body = loop.body if isinstance(loop, ast.For) else []
        calls = [part for part in self.nodes if isinstance(part, ast.Call) and called_name(part) in self.searching]
        handed = any(isinstance(one, ast.Name) and one.id in variables for call in calls for one in call.args[:1])
        used = self.given.get(loop.iter.id, loop.iter) if isinstance(loop.iter, ast.Name) else loop.iter
        pair = loop.target.elts if isinstance(loop.target, ast.Tuple) and handed else []
        if len(pair) == 2 and meaning_of(called_name(used)) in (None, "children"):
            is_last = any(names_in(call.args[0]) == names_in(pair[1]) for call in calls if call.args)
            meaning = "moves_and_children" if is_last else "children_and_moves"
            self.found.meanings.setdefault(called_name(used), meaning)
        self._tell(self._asked(used), "children" if handed else "moves")
        # A function that does not search, and helps one that does, plays moves and takes none back.
        last = sys.maxsize if self.function.name not in self.searching else 0
        first = min((call.lineno for call in calls if any(call in ast.walk(part) for part in body)), default=last)
        for part in [part for statement in body for part in ast.walk(statement)]:
            if isinstance(part, ast.Expr) and isinstance(part.value, ast.Call):
                is_before = part.lineno < first
                if not is_before or variables & names_in(*part.value.args):
                    self._tell([self._asks(part.value)], "play" if is_before else "undo")


def _compared(operator: ast.cmpop, ends: bool) -> str:
    """Return the meaning of a name that is compared, where the search ends, if that is so, or goes on."""
    match operator:
        case ast.Is() | ast.IsNot():
            return "winner"
        case ast.NotEq() if ends:
            return "over"
        case ast.Eq() if not ends:
            return "player"
    return ""


def _who(body: list[Any], is_turned: bool) -> str:
    """Return who moves where a test leads to this body: Min if it, or that of the negated test, takes the minimum."""
    names = names_in(*body)
    takes_least = "min" in names and "max" not in names
    takes_most = "max" in names and "min" not in names
    return "minimizing" if (takes_most if is_turned else takes_least) else "maximizing"


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
