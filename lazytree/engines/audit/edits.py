"""Small edits of a function's source: the slips that are made when alpha-beta is written, taken back one by one.

An edit replaces a piece of text, so that it can be shown as it would be typed. Skip this module unless you add a kind.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, permutations, product

from lazytree.engines.adapters.meanings import part_of
from lazytree.engines.adapters.own_scores import COUNTED
from lazytree.engines.audit.findings import Cause
from strictcheck.mutation.sources import OPERATORS, Edit, Unit, blocks_of, comparisons, first_line, sides_of, without

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
# So many names of a function are tried in the place of another; alpha-beta has four.
NAMES = 8


def edits_of(unit: Unit, lines: set[int]) -> list[Edit]:
    """Edits of the functions of `unit` that begin at one of these lines of it, with decorators, likely ones first."""
    found: dict[Edit, None] = {}
    for node in ast.walk(unit.tree):
        if isinstance(node, Function) and first_line(node) in lines:
            found |= dict.fromkeys(_Editor(unit, node).edits())
    real = (edit for edit in found if edit.text != unit.between(edit.start, edit.end))
    return sorted(real, key=lambda edit: (edit.rank, edit.start))


class _Editor:
    """Edits of one function."""

    def __init__(self, unit: Unit, function: Function) -> None:
        self.unit = unit
        body: Sequence[ast.AST] = [function.body] if isinstance(function, ast.Lambda) else function.body
        self.nodes = [node for part in body for node in ast.walk(part)]
        self.blocks = [block for node in [function, *self.nodes] for block in blocks_of(node)]
        self.loops = [node for node in self.nodes if isinstance(node, ast.For | ast.While)]
        self.names = self._bounds()
        minus = [node for node in self.nodes if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)]
        negated = any(isinstance(node.operand, ast.Call) or self._name(node) in self.names for node in minus)
        ends = {unit.written(node).lstrip("-") for node in self.nodes if _is_infinite(unit, node)}
        ends = ends or {'float("inf")'}
        self.infinite = sorted([*ends, *(f"-{end}" for end in ends if "-" not in end)])
        turned = {unit.written(node) for node in self.nodes if isinstance(node, ast.UnaryOp)}
        self.signs = [argument.arg for argument in function.args.args if f"-{argument.arg}" in turned]
        self.values = [*self.names, *(f"-{name}" for name in self.names if negated), *self.infinite]

    def _bounds(self) -> list[str]:
        """Names of scores: they are compared, or handed to max, min, or a function that takes one."""
        found: dict[str, None] = {}
        for node in self.nodes:
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], tuple(OPERATORS)):
                found |= dict.fromkeys(map(self._name, [node.left, *node.comparators]))
            if isinstance(node, ast.Call) and self._name(node.func) in ("max", "min") and len(node.args) > 1:
                found |= dict.fromkeys(map(self._name, node.args))
        called = [arg for node in self.nodes if isinstance(node, ast.Call) and len(node.args) > 2 for arg in node.args]
        found |= dict.fromkeys(name for name in map(self._name, called) if part_of(name) in ("alpha", "beta"))
        for node in self.nodes:  # a bound that is kept under another name
            if isinstance(node, ast.Assign) and (name := self._name(node.value)) and name in found:
                found |= dict.fromkeys(map(self._name, node.targets))
        return [name for name in found if name and part_of(name) not in COUNTED][:NAMES]

    def _name(self, node: ast.AST) -> str:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            node = node.operand
        return self.unit.written(node) if isinstance(node, ast.Name | ast.Attribute | ast.Subscript) else ""

    def _is_bound(self, node: ast.expr) -> bool:
        """True for a bound, and for one that is narrowed, as `-max(alpha, best)`."""
        while isinstance(node, ast.UnaryOp):
            node = node.operand
        parts = node.args if isinstance(node, ast.Call) and self._name(node.func) in ("max", "min") else [node]
        return all(self._name(part) in self.names for part in parts)

    def edits(self) -> Iterator[Edit]:
        # What `in` searches stays: a search of an endless iterator never leaves C, where no alarm ends it. And with
        # another name, `==` is hardly ever true, which mends some engines and is no slip.
        compared = [node for node in self.nodes if isinstance(node, ast.Compare)]
        kept = [side for node in compared if not isinstance(node.ops[0], tuple(OPERATORS)) for side in sides_of(node)]
        returned = [node.value for node in self.nodes if isinstance(node, ast.Return)]
        for node in self.nodes:
            yield from self._edits_at(node)
            stays = node in kept or isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)
            if isinstance(node, ast.expr) and not stays and self.unit.written(node) in self.values:
                told = Cause.OTHER_RETURNED if node in returned else None
                others = [text for text in self.values if text != self.unit.written(node)]
                yield from (self._replacing(node, text, 2, told) for text in others)
        for block in self.blocks:
            yield from self._statements(block)
        for loop in self.loops:
            yield from self._insertions(loop)

    def _edits_at(self, node: ast.AST) -> Iterator[Edit]:
        match node:
            case ast.Compare():
                yield from comparisons(self.unit, node)
            case ast.Name("max" | "min" as name):
                yield self._replacing(node, _turned(name), 3, Cause.EXCHANGED)
            case ast.UnaryOp(ast.USub() | ast.Not(), operand):
                cause = Cause.WRONG_SIGN if isinstance(operand, ast.Call) else None
                yield self._replacing(node, self.unit.written(operand), 3, cause)
            case ast.Call(function):
                yield from self._calls(node)
                called = self.unit.written(function)
                if _turned(called) != called not in ("max", "min"):
                    yield self._replacing(function, _turned(called), 3)
            case ast.Assign():
                yield from self._assignments(node)
            case ast.If(orelse=[ast.If() as other]) if self.unit.written(other).startswith("elif"):
                start, _ = self.unit.span(other)
                yield Edit(start, start + len("elif"), "if", 1)
            case ast.Return(ast.expr() as value):
                yield from self._signs(value)

    def _assignments(self, node: ast.Assign) -> Iterator[Edit]:
        """A best value that is kept, another name throughout, another sign, a name for a number."""
        target, value = self.unit.written(node.targets[0]), self.unit.written(node.value)
        yield from self._signs(node.value)
        if target in self.names and value in self.names:
            yield from (self._replacing(node.value, f"{best}({target}, {value})", 2) for best in ("max", "min"))
        if target in self.names and target in value:
            for name in self.names:
                renamed = re.sub(rf"\b{re.escape(target)}\b", name, self.unit.written(node))
                yield self._replacing(node, renamed, 2)
        is_constant = isinstance(node.value, ast.Constant | ast.Attribute)
        if is_constant and not isinstance(getattr(node.value, "value", None), bool | str):
            yield from (self._replacing(node.value, part.id, 3) for part in self._loop_variables())
            yield from (
                self._replacing(node.value, end, 1, Cause.BEGINS) for end in self.infinite if target in self.names
            )
        if isinstance(node.value, ast.Call | ast.UnaryOp):
            yield from self._second_searches(node)

    def _second_searches(self, node: ast.Assign) -> Iterator[Edit]:
        """Yield edits that repeat an assignment of the engine where a value lies inside a null window."""
        target, at, space = self.unit.written(node.targets[0]), self.unit.span(node)[1], " " * node.col_offset
        assigned = [one for one in self.nodes if isinstance(one, ast.Assign) and type(one.value) is type(node.value)]
        values = {self.unit.written(one.value) for one in assigned if self.unit.written(one.targets[0]) == target}
        for value, (low, high) in product(values, permutations([name for name in self.names if name != target], 2)):
            if value != self.unit.written(node.value):
                yield Edit(at, at, f"\n{space}if {low} < {target} < {high}:\n{space}    {target} = {value}", 6)

    def _signs(self, node: ast.expr) -> Iterator[Edit]:
        """The sign taken the other way, or from a parameter: a score is seen from one side or the other."""
        text = self.unit.written(node)
        if isinstance(node, ast.Call | ast.Name | ast.Attribute | ast.Subscript):
            yield self._replacing(node, f"-{text}", 3, Cause.WRONG_SIGN)
            yield from (
                self._replacing(node, f"{name} * {text}", 5, Cause.WRONG_SIGN) for name in self.signs if name != text
            )

    def _loop_variables(self) -> list[ast.Name]:
        loops = [part for loop in self.loops if isinstance(loop, ast.For) for part in ast.walk(loop.target)]
        return [part for part in loops if isinstance(part, ast.Name)]

    def _replacing(self, node: ast.AST, text: str, rank: int, cause: Cause | None = None) -> Edit:
        return Edit(*self.unit.span(node), text, rank, cause)

    def _calls(self, node: ast.Call) -> Iterator[Edit]:
        """Two arguments exchanged, or replaced; a number by a bound; a bound by another, narrowed by a third."""
        for one, other in pairwise(node.args):
            if self._is_bound(one) and self._is_bound(other):
                start, end = self.unit.span(one)[0], self.unit.span(other)[1]
                between = self.unit.between(self.unit.span(one)[1], self.unit.span(other)[0])
                yield Edit(start, end, self.unit.written(other) + between + self.unit.written(one), 3, Cause.CROSSED)
        if self._name(node.func) in ("max", "min"):
            yield from (edit for one in node.args if isinstance(one, ast.Call) for edit in self._signs(one))
        else:
            given = [*node.args, *(word.value for word in node.keywords)]
            yield from self._players(given)
            yield from self._windows(node.args, given)
            if node.args and not any(map(self._is_bound, given)):
                at = self.unit.span(node.args[-1])[1]
                pairs = permutations(self.values, 2)
                windows = [pair for pair in pairs if {part_of(one.lstrip("-")) for one in pair} == {"alpha", "beta"}]
                yield from (Edit(at, at, f", {', '.join(pair)}", 3, Cause.NO_WINDOW) for pair in windows)

    def _players(self, arguments: Sequence[ast.expr]) -> Iterator[Edit]:
        """Yield edits that hand on the other player."""
        for one in arguments:
            text = self.unit.written(one)
            if text in ("True", "False") or part_of(text) in ("maximizing", "player", "color"):
                other = f"not {text}" if part_of(text) == "maximizing" else f"-{text}"
                other = {"True": "False", "False": "True"}.get(text, other)
                yield self._replacing(one, other, 3, Cause.WRONG_PLAYER)

    def _windows(self, placed: Sequence[ast.expr], arguments: Sequence[ast.expr]) -> Iterator[Edit]:
        """Another window handed to a call; `placed` are the arguments without a keyword."""
        for pair in pairwise(placed):
            is_stepped = any(map(self._is_stepped, pair))
            if all(self.unit.written(one) in self.values or _is_number(one) or self._is_stepped(one) for one in pair):
                start, end = self.unit.span(pair[0])[0], self.unit.span(pair[1])[1]
                null = "-{0} - 1, -{0}" if self.unit.between(start, end).startswith("-") else "{0}, {0} + 1"
                yield from (Edit(start, end, null.format(name), 2) for name in self.names if is_stepped)
                yield from (Edit(start, end, ", ".join(ends), 5) for ends in permutations(self.values, 2))
        for number in filter(_is_number, arguments):
            yield from (self._replacing(number, text, 3) for text in self.values)
        for argument in [one for one in arguments if self.unit.written(one) in self.values]:
            sign = "-" if self.unit.written(argument).startswith("-") else ""
            for (first, second), best in product(permutations(self.names, 2), ("max", "min")):
                yield self._replacing(argument, f"{sign}{best}({first}, {second})", 6)

    def _is_stepped(self, node: ast.expr) -> bool:
        """True for a bound and a step, one end of a null window."""
        return isinstance(node, ast.BinOp) and _is_number(node.right) and self._name(node.left) in self.names

    def _statements(self, block: Sequence[ast.stmt]) -> Iterator[Edit]:
        """Neighbours exchanged, if both stay in use; a statement left out; the last one of a loop put behind it."""
        for one, other in pairwise(block):
            (start, end), (next_start, next_end) = self.unit.span(one), self.unit.span(other)
            # What follows a call, such as that of a move, is of the position that this leads to.
            calls = ast.Expr in (type(one), type(other)) and ast.If not in (type(one), type(other))
            stays = calls or one.lineno == other.lineno
            if not (stays or isinstance(one, Function) or isinstance(other, ast.Return)):
                text = self.unit.written(other) + self.unit.between(end, next_start) + self.unit.written(one)
                yield Edit(start, next_end, text, 5)
        for index, one in enumerate(block):
            if isinstance(one, ast.Assign | ast.AugAssign | ast.Expr | ast.If | ast.Break | ast.Return):
                yield without(self.unit, block, index)
        for loop in [loop for loop in self.loops if loop.body is block and isinstance(block[-1], ast.Return)]:
            left_out = without(self.unit, block, len(block) - 1)
            behind = f"{left_out.text}\n{' ' * loop.col_offset}{self.unit.written(block[-1])}"
            yield replace(left_out, text=behind, rank=6)

    def _insertions(self, loop: ast.For | ast.While) -> Iterator[Edit]:
        """A bound that is narrowed, also before a last test, or a cutoff, at the end of a loop or of a branch in it."""
        ends = [loop.body, *(block for node in loop.body for block in blocks_of(node) if block)]
        for block in ends:
            (start, at), space = self.unit.span(block[-1]), " " * block[-1].col_offset
            if block[-1].lineno == loop.lineno or isinstance(block[-1], ast.Break | ast.Return | ast.Continue):
                continue
            for bound, value in permutations([name for name in self.names if not name.startswith("-")], 2):
                for narrowed in (f"{bound} = {best}({bound}, {value})" for best in ("max", "min")):
                    yield Edit(at, at, f"\n{space}{narrowed}", 7)
                    if isinstance(block[-1], ast.If):
                        yield Edit(start, start, f"{narrowed}\n{space}", 7)
                yield Edit(at, at, f"\n{space}if {bound} >= {value}:\n{space}    break", 7)


def _turned(name: str) -> str:
    return re.sub("max|min", lambda found: "min" if found[0] == "max" else "max", name)


def _is_number(node: ast.AST) -> bool:
    """True for a number, also for one that is calculated, as `-2 * MATE`."""
    return re.fullmatch(r"[-+*/(). \d_A-Z]+|-?\d+e\+?\d+", ast.unparse(node)) is not None


def _is_infinite(unit: Unit, node: ast.AST) -> bool:
    text = unit.written(node).lower() if isinstance(node, ast.Call | ast.UnaryOp | ast.Name | ast.Attribute) else ""
    return 2 < len(text) < 20 and re.search("inf(?!o)", text) is not None and "\n" not in text
