"""The text of functions, edits of it, and the code that is made of the edited text.

`strictcheck mutate` edits a function to see if its tests notice (`slips`); the audits of `lazytree` edit a wrong engine
until it is right.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import CodeType, FunctionType
from typing import Any

OPERATORS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
# The comparison that differs at a tie only.
TIED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
LEFT_OUT = 4  # rank of an edit that leaves a statement out


@dataclass(frozen=True, slots=True)
class Edit:
    """Text to put between two offsets of a unit; `rank` is smaller for the likelier kinds of edit.

    `cause` is what was wrong where such an edit mends something, if the edit tells.
    """

    start: int
    end: int
    text: str
    rank: int
    cause: Any = field(default=None, compare=False)


class Unit:
    """A statement at the top level of a file, with its place, whose functions are edited.

    >>> unit = Unit("f.py", 1, "def f(a, b):\\n    return a if a > b else b\\n")
    >>> unit.edited([Edit(31, 32, ">=", 0)])
    'def f(a, b):\\n    return a if a >= b else b\\n'
    """

    def __init__(self, file: str, first_line: int, text: str) -> None:
        self.file = file
        self.first_line = first_line
        self.text = text
        self.tree = ast.parse(text)
        self._data = text.encode()
        self._starts = [0]
        for line in self._data.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def span(self, node: Any) -> tuple[int, int]:
        """The offsets, in bytes, between which a node is written."""
        at = self._starts
        start = at[node.lineno - 1] + node.col_offset
        return start, at[node.end_lineno - 1] + node.end_col_offset

    def written(self, node: ast.AST) -> str:
        """The text of a node."""
        start, end = self.span(node)
        return self._data[start:end].decode()

    def between(self, start: int, end: int) -> str:
        """The text between two offsets."""
        return self._data[start:end].decode()

    def edited(self, edits: Iterable[Edit]) -> str:
        """The text with these edits, which do not overlap."""
        data = self._data
        for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
            data = data[: edit.start] + edit.text.encode() + data[edit.end :]
        return data.decode()

    def codes(self, edits: Iterable[Edit] = ()) -> dict[tuple[str, int], CodeType]:
        """All code in it, by qualified name and by which it is of those with that name.

        Raises `SyntaxError` or `ValueError` if the edited text is no code.
        """
        found: dict[tuple[str, int], CodeType] = {}
        text = "\n" * (self.first_line - 1) + self.edited(edits)
        todo = [compile(text, self.file, "exec", dont_inherit=True)]
        while todo:
            for part in todo.pop().co_consts:
                if isinstance(part, CodeType):
                    number = sum(name == part.co_qualname for name, _ in found)
                    found[part.co_qualname, number] = part
                    todo.append(part)
        return found

    def places(self) -> dict[tuple[str, int], tuple[str, int]]:
        """The keys of `codes`, by the qualified names of functions and the lines at which they begin."""
        return {(code.co_qualname, code.co_firstlineno): place for place, code in self.codes().items()}


def units_of(functions: Sequence[FunctionType]) -> list[tuple[Unit, set[int]]]:
    """The statements at the top level of their files that hold these functions, and where in them these begin."""
    found: dict[tuple[str, int], tuple[Unit, set[int]]] = {}
    for file in dict.fromkeys(function.__code__.co_filename for function in functions):
        lines = linecache.getlines(file)
        try:
            statements = Unit(file, 1, "".join(lines)).tree.body
        except (SyntaxError, ValueError):
            continue
        for function in functions:
            line = function.__code__.co_firstlineno
            for statement in statements:
                first = min([statement.lineno, *(mark.lineno for mark in getattr(statement, "decorator_list", ()))])
                if function.__code__.co_filename == file and first <= line <= (statement.end_lineno or first):
                    unit = Unit(file, first, "".join(lines[first - 1 : statement.end_lineno]))
                    found.setdefault((file, first), (unit, set()))[1].add(line - first + 1)
    return list(found.values())


def first_line(function: Any) -> int:
    """The line at which a node of a function begins, with its decorators."""
    marks = () if isinstance(function, ast.Lambda) else function.decorator_list
    return min([function.lineno, *(mark.lineno for mark in marks)])


def blocks_of(node: ast.AST) -> list[list[ast.stmt]]:
    """The blocks of statements right below a node."""
    found = [getattr(node, name, None) for name in ("body", "orelse", "finalbody")]
    found += [case.body for case in node.cases] if isinstance(node, ast.Match) else []
    return [block for block in found if block and not isinstance(block, ast.AST) and isinstance(block[0], ast.stmt)]


def sides_of(node: ast.Compare) -> list[ast.expr]:
    """The operands of a comparison, in order."""
    return [node.left, *node.comparators]


def comparisons(unit: Unit, node: ast.Compare) -> Iterator[Edit]:
    """The comparison by each other operator for an order; one that differs at a tie only has rank 0."""
    for (left, right), operator in zip(pairwise(sides_of(node)), node.ops, strict=True):
        symbol = OPERATORS.get(type(operator))
        if symbol is not None:
            start, end = unit.span(left)[1], unit.span(right)[0]
            for other in OPERATORS.values():
                if other != symbol:
                    text = unit.between(start, end).replace(symbol, other, 1)
                    yield Edit(start, end, text, 0 if other == TIED[symbol] else 1)


def without(unit: Unit, block: Sequence[ast.stmt], index: int) -> Edit:
    """Leave a statement out, with the space before the next one, or else after the one before it."""
    start, end = unit.span(block[index])
    if index + 1 < len(block) and not isinstance(block[index + 1], ast.FunctionDef | ast.AsyncFunctionDef):
        return Edit(start, unit.span(block[index + 1])[0], "", LEFT_OUT)
    if index:
        return Edit(unit.span(block[index - 1])[1], end, "", LEFT_OUT)
    return Edit(start, end, "pass", LEFT_OUT)
