"""Source of tests: places in it that check nothing, whatever the calls do.

A comparison whose answer nobody reads, an assertion of one value, an assertion that is named and not called, or stands
in code that never runs, and a test that does nothing but observe.
"""

from __future__ import annotations

import ast
import functools
import linecache
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from operator import attrgetter
from types import FrameType
from typing import Any

from strictcheck.unused_expressions import (
    budgets_read,
    lines_of,
    name_called,
    observing_alone_in,
    swallows,
    unread_in,
    values_in,
)

Place = Any  # of an expression
_place = attrgetter("lineno", "end_lineno", "col_offset", "end_col_offset")
FUNCTIONS = ast.FunctionDef, ast.AsyncFunctionDef
OBSERVING = "observe", "observing", "max_forced"
ENTERED = "suppress", *OBSERVING  # of blocks that expect no exception


class Source:
    """Places in a file. Those in `unread` and `returned` have the name of the function that is called there, if any.

    `same_sides` has comparisons of an expression with itself, `budgets_read` the lines of budgets whose names are read;
    `uncalled` has what each test names and does not call: line, expression, and if it is in code that never runs;
    `called_by` has what each function calls, where nothing expects that to fail.
    """

    def __init__(self, file: str) -> None:
        self.unread, self.returned = dict[Place, str](), dict[Place, str]()
        self.alone, self.observing_alone = set[int](), set[int]()
        self.same_sides, self.budgets_read = set[Place](), set[int]()
        self.uncalled: dict[str, list[tuple[int, str, bool]]] = {}
        self.called_by: dict[str, list[tuple[int, str]]] = {}
        self.called: dict[str, set[str]] = {}  # by function: the expressions that are called in it
        if file.startswith("<"):  # a doctest shows its answers
            return
        with suppress(SyntaxError):  # it is no Python, or not any more
            for node in ast.walk(ast.parse("".join(linecache.getlines(file)))):
                if isinstance(node, ast.Assert) and _is_one_value(node.test):
                    self.alone.update(lines_of(node))
                elif isinstance(node, ast.Compare) and _is_of_one_demand(node):
                    self.same_sides.add(_place(node))
                elif isinstance(node, FUNCTIONS):
                    self._add(node)

    def _add(self, function: Any) -> None:
        unread = [*unread_in(function)]
        self.unread |= {_place(one): name_called(one) for value in unread for one in values_in(value)}
        nodes = [*ast.walk(function)]
        returned = [one for node in nodes if isinstance(node, ast.Return) for one in values_in(node.value)]
        self.returned |= {_place(one): name_called(one) for one in returned}
        self.budgets_read.update(budgets_read(nodes))
        self.called[function.name] = {ast.unparse(node.func) for node in nodes if isinstance(node, ast.Call)}
        self.called_by.setdefault(function.name, []).extend(_calls_in(function, nodes))
        if function.name.startswith("test"):
            self.uncalled.setdefault(function.name, []).extend(_not_called(function, unread))
            self.observing_alone.update(observing_alone_in(function, nodes))


source_of = functools.lru_cache(512)(Source)


def line_unread(frame: FrameType) -> int | None:
    """Return the line at which the answer of a comparison in this frame is dropped; None if somebody may read it."""
    called = ""
    while True:
        source, place = source_of(frame.f_code.co_filename), _place_in(frame)
        is_returned = source.returned.get(place) == called
        is_test = re.match(r"(\w+\.)?test\w*$", frame.f_code.co_qualname)  # pytest reads no answer
        if source.unread.get(place) == called or (is_returned and is_test):
            return frame.f_lineno
        if not is_returned or frame.f_back is None:
            return None
        called, frame = frame.f_code.co_name, frame.f_back


def has_same_sides(frame: FrameType) -> bool:
    """True at a comparison of an expression with itself."""
    return _place_in(frame) in source_of(frame.f_code.co_filename).same_sides


def is_name_read(frame: FrameType) -> bool:
    """True at the head of a block with a budget whose name is read."""
    return frame.f_lineno in source_of(frame.f_code.co_filename).budgets_read


def uncalled_in(file: str, test: str, names: Mapping[str, Any]) -> list[str]:
    """Return advice on each assertion or check that a test in a file names, or has in code that never runs.

    `names` are those of its module.
    """
    return [
        f"{expression} is not called, at line {line}, so it checks nothing; "
        + ("call the function around it, or go over the iterator" if is_idle else f"write {expression}(...)")
        for line, expression, is_idle in source_of(file).uncalled.get(test, ())
        if _checks(names, source_of(file), expression, is_idle)
    ]


def without_effect(file: str, test: str, names: Mapping[str, Any]) -> list[str]:
    """Return advice on what a test in a file calls to observe or assert, itself or by a helper, if none has passed."""
    source = source_of(file)
    called, found = [test], list[str]()
    for function in called:  # the list grows in the loop
        for line, expression in source.called_by.get(function, ()):
            if _is_ours(names, expression, "assert_", "check_", *OBSERVING):
                found.append(
                    f"{expression}, at line {line}, has not run, or has failed unnoticed, so it checks nothing; "
                    "call it where nothing swallows its exception, or let pytest.raises expect it"
                )
            elif (name := expression.rpartition(".")[2]) not in called:
                called.append(name)
    return found


def _checks(names: Mapping[str, Any], source: Source, expression: str, is_idle: bool) -> bool:
    """True of an assertion of the library, of a function in the file that calls one, and, not called, of `verify`."""
    calls = source.called.get(expression.rpartition(".")[2], ())
    is_one = _is_ours(names, expression, "assert_", "check_") or any(_is_ours(names, one, "assert_") for one in calls)
    if is_idle:
        return is_one or _is_ours(names, expression, "observe")
    return is_one or (expression.startswith("observe(") and expression.endswith((").verify", ").replay")))


def _is_ours(names: Mapping[str, Any], expression: str, *begins: str) -> bool:
    first, *rest = expression.split(".")
    named: Any = functools.reduce(lambda value, name: getattr(value, name, None), rest, names.get(first))
    is_named_so = str(getattr(named, "__name__", "")).startswith(begins)
    return is_named_so and str(getattr(named, "__module__", "")).startswith("strictcheck.")


def _is_of_one_demand(node: ast.Compare) -> bool:
    """True if both sides are the same expression, and take a demand of something."""
    left = ast.unparse(node.left)
    return ".demand" in left and left == ast.unparse(node.comparators[0])


def _not_called(function: Any, unread: list[ast.expr]) -> Iterator[tuple[int, str, bool]]:
    """Yield what is named alone, and what is called in code of the function that never runs."""
    nodes = [*ast.walk(function)]
    names = [node for node in nodes if isinstance(node, ast.Name)]
    bare = {id(one) for one in unread}
    dropped = bare | {id(one.func) for one in unread if isinstance(one, ast.Call)}
    used = {node.id for node in names if id(node) not in bare}
    awaited = {node.id for node in names if id(node) not in dropped}
    methods = {id(one) for node in nodes if isinstance(node, ast.ClassDef) for one in node.body}  # Python calls some
    inner = [node for node in nodes[1:] if isinstance(node, FUNCTIONS) and not node.decorator_list]
    running = {ast.FunctionDef: used, ast.AsyncFunctionDef: awaited}
    idle: list[Any] = [one for one in inner if one.name not in running[type(one)] and id(one) not in methods]
    parameters = {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)}
    for value in [
        *(part for one in unread for part in values_in(one)),
        *(node.test for node in nodes if isinstance(node, ast.Assert)),
    ]:
        is_lazy = isinstance(value, ast.Call) and name_called(value) in ("map", "filter", "partial")
        if isinstance(value, (ast.Name, ast.Attribute)) and ast.unparse(value) not in parameters:
            yield value.lineno, ast.unparse(value), False
        elif is_lazy or isinstance(value, (ast.GeneratorExp, ast.Lambda)):
            idle.append(value)
    for node in idle:
        for named in ast.walk(node):
            if isinstance(named, (ast.Name, ast.Attribute)):
                yield named.lineno, ast.unparse(named), True


def _calls_in(function: Any, nodes: list[Any]) -> Iterator[tuple[int, str]]:
    """Yield what a function calls, with the lines, but not where exceptions are handled, perhaps expected.

    So does a function within it that it does not name; one that it names counts where that is called.
    """
    named = {getattr(node, "attr", getattr(node, "id", None)) for node in nodes}
    parameters = {node.arg for node in nodes if isinstance(node, ast.arg)}  # may be any function
    todo = [*function.body]
    for node in todo:  # the list grows in the loop
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) not in parameters:
            yield node.lineno, ast.unparse(node.func)
        is_apart = isinstance(node, ast.Lambda) or (isinstance(node, FUNCTIONS) and node.name in named)
        if not (is_apart or _handles(node, function)):
            todo += ast.iter_child_nodes(node)


def _handles(node: Any, function: Any) -> bool:
    """True of a block in which exceptions may be expected: `with`, but for `suppress`, and `try` that handles them."""
    if isinstance(node, ast.Try):
        return bool(node.handlers) and not any(swallows(one, function) for one in node.handlers)
    is_block = isinstance(node, (ast.With, ast.AsyncWith))
    return is_block and not all(name_called(item.context_expr) in ENTERED for item in node.items)


def _place_in(frame: FrameType) -> Place:
    """Return the place of the expression that a frame is at."""
    return next(islice(frame.f_code.co_positions(), frame.f_lasti // 2, None), None)


def _is_one_value(node: ast.expr) -> bool:
    """True unless it compares, or is a difference: that there is one is worth an assertion."""
    if isinstance(node, ast.BoolOp):
        return (any if isinstance(node.op, ast.Or) else all)(map(_is_one_value, node.values))
    is_joined = isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr))
    return is_joined or name_called(node) == "bool" or isinstance(node, (ast.Name, ast.Attribute, ast.Subscript))
