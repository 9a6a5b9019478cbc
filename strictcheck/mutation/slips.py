"""Slips: small edits of a function, such as are made when it is tidied up, that may let it look at more.

A list in place of a generator, a comparison that differs at a tie, operands the other way round, an early way out that
is missing. Whether the function returns the same after one, and looks at more, is found out by calls of the tests.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from strictcheck.kinds.equality import first_value_difference
from strictcheck.kinds.python_code import make_like
from strictcheck.mutation.sources import Edit, Unit, blocks_of, comparisons, first_line, units_of, without
from strictcheck.observation.observed_call import Observation
from strictcheck.processes import TimeOver, alarm

MOST = 100  # slips of a function that are tried
PATIENCE = 1  # seconds of the processor for a call with a slip: it may never end
LONGEST = 50  # characters of a piece of text
SLIP = "slip "  # before the number of a slip: the kind of a mutant


@dataclass(frozen=True)
class Slip:
    """The function after an edit; `words` go after its name: has `any([...])` in line 2."""

    words: str
    function: Any


@functools.cache
def slips_of(function: Any) -> tuple[Slip, ...]:
    """Return slips of a function in Python whose source is there; none of any other, nor of what a decorator made."""
    is_itself = type(function) is FunctionType and function.__code__.co_qualname == function.__qualname__
    units = units_of([function]) if is_itself else []
    return tuple(slip for unit, lines in units for slip in _slips(unit, min(lines), function))[:MOST]


def _slips(unit: Unit, line: int, function: FunctionType) -> Iterator[Slip]:
    place = unit.places()[function.__code__.co_qualname, function.__code__.co_firstlineno]
    for node in ast.walk(unit.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and first_line(node) == line:
            for edit, words in _edits(unit, node):
                with suppress(SyntaxError, ValueError):
                    made = make_like(function, function.__defaults__ or (), function.__closure__ or ())
                    made.__code__ = unit.codes([edit])[place]
                    number = unit.first_line + unit.text.encode()[: edit.start].count(b"\n")
                    yield Slip(f"{words} in line {number}", made)


def _edits(unit: Unit, function: ast.AST) -> Iterator[tuple[Edit, str]]:
    for node in ast.walk(function):
        for edit in _edits_at(unit, node):
            yield edit, f"has {_short(edit.text)}"
        for block in blocks_of(node):
            for index, one in enumerate(block):
                if isinstance(one, ast.Break) or _is_way_out(one):
                    yield without(unit, block, index), f"goes without {_short(unit.written(one))}"


def _edits_at(unit: Unit, node: ast.AST) -> Iterator[Edit]:
    match node:
        case ast.Call(func, args=[ast.GeneratorExp() as only], keywords=[]):
            yield Edit(*unit.span(node), f"{unit.written(func)}([{unit.written(only)[1:-1]}])", 0)
        case ast.BoolOp(values=[one, other]):
            (start, end), (after, last) = unit.span(one), unit.span(other)
            between = unit.between(end, after)
            if not {*between} & {*"()"}:  # of an operand in parentheses, which hold it together
                yield Edit(start, last, unit.written(other) + between + unit.written(one), 0)
        case ast.Compare():
            for edit in comparisons(unit, node):
                if edit.rank == 0:  # with the operands, to be read
                    start, end = unit.span(node)
                    text = unit.between(start, edit.start) + edit.text + unit.between(edit.end, end)
                    yield Edit(start, end, text, 0)


def _is_way_out(statement: ast.stmt) -> bool:
    """True of an `if` that does nothing but leave a loop, or the function."""
    ways = ast.Break | ast.Return | ast.Continue
    return isinstance(statement, ast.If) and isinstance(statement.body[0], ways) and not statement.orelse


def _short(text: str) -> str:
    line = " ".join(text.split())
    return f"`{line}`" if len(line) <= LONGEST else f"`{line[: LONGEST - 1]}…`"


def telling_slips(
    function: Any, calls: Iterable[tuple[Any, Observation[Any]]], again: Callable[[Any, Any], Observation[Any] | None]
) -> tuple[dict[str, dict[str, str]], list[str]]:
    """Return the slips with which one of the observed calls returns the same and looks at more of an argument.

    `again(call, changed)` makes a call of the changed function. By argument, and by kind of mutant, these are words.
    With them come the words for slips that make no difference in any of the calls.
    """
    known, found, alike = list(calls), dict[str, dict[str, str]](), list[str]()
    for number, slip in enumerate(slips_of(function)):
        is_alike = bool(known)
        for call, before in known:
            now = None
            with suppress(TimeOver), alarm(PATIENCE, of_processor=True):
                now = again(call, slip.function)
            more = None if now is None else _reads_more(before, now)
            is_alike &= now is not None and _is_alike(before, now)
            if more is not None:
                found.setdefault(more, {})[f"{SLIP}{number}"] = slip.words
                break
        alike += [slip.words] * is_alike
    return found, alike


def with_slip(function: Any, kind: str) -> Any:
    """Return the mutant of a kind of `telling_slips`."""
    return slips_of(function)[int(kind.removeprefix(SLIP))].function


def _is_alike(before: Observation[Any], now: Observation[Any]) -> bool:
    return before.demands == now.demands and first_value_difference(before.result, now.result) is None


def _reads_more(before: Observation[Any], now: Observation[Any]) -> str | None:
    """Return the argument of which the second call looks at more, and returns the same; None if there is none."""
    if before.demands.keys() != now.demands.keys() or first_value_difference(before.result, now.result) is not None:
        return None
    return next((name for name, demand in now.demands.items() if not demand <= before.demands[name]), None)
