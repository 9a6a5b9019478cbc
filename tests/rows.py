"""Tables of a value, an operation on it, and the smallest demand of that; `check` says that observing changes nothing.

Values and operations are text, so that each call has a value of its own. An operation is statements on `v`, of which
the last is the result.
"""

from __future__ import annotations

import ast
import functools
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import BuiltinMethodType, FunctionType, MethodType, MethodWrapperType, NoneType
from typing import Any

import pytest
import specimens

from strictcheck import Demand, Observation, Stream, delay, is_thunk, nf, observe

__all__ = ["Row", "as_alike", "check", "observed", "operation", "outcome", "rows", "settled", "state"]

FUNCTIONS = FunctionType, MethodType, BuiltinMethodType, MethodWrapperType
VIEWS = type({}.keys()), type({}.values()), type({}.items())
# Values that are the call's own when they are fetched, and cannot be so when they are still to come.
HANDED_OUT = str, bytes, bool, NoneType, Enum, type
Function = Callable[[Any], Any]
NAMES = {name: value for name, value in vars(specimens).items() if not name.startswith("__")}


def operation(text: str, names: dict[str, Any] = NAMES) -> Function:
    """A function of `v` that executes the statements, and returns what the last one is worth."""
    tree = ast.parse(f"def use(v):\n {text}")
    body = tree.body[0].body  # type: ignore[attr-defined]
    if isinstance(body[-1], ast.Expr):
        body[-1] = ast.copy_location(ast.Return(body[-1].value), body[-1])
    found: dict[str, Any] = {}
    exec(compile(tree, "<row>", "exec"), {**NAMES, **names}, found)
    return found["use"]  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Row:
    """An operation on a value, and the demand of it in the context; None where the demand is not told."""

    value: str
    use: str
    demand: str | None = None
    context: Function = nf
    names: dict[str, Any] = field(default_factory=dict, repr=False)

    def make(self) -> Any:
        return eval(self.value, {**NAMES, **self.names})

    @property
    def function(self) -> Function:
        return operation(self.use, self.names)

    def __str__(self) -> str:
        return f"{self.value}, {self.use}"


def rows(names: dict[str, Any], table: Mapping[str, str], context: Function = nf) -> pytest.MarkDecorator:
    """Run a test for each row of the table; `names` are those of its module.

    By value, the table has lines of a demand and of operations that demand so much, with four spaces between them.
    """
    found = [
        Row(value, use, demand, context, names)
        for value, lines in table.items()
        for line in lines.strip().splitlines()
        for demand, *uses in [line.strip().split("    ")]
        for use in uses
    ]
    return pytest.mark.parametrize("row", found, ids=str)


def check(row: Row, *, delayed: bool = True) -> None:
    """The call does as plainly, leaves its argument alone, and demands so much; of a value, a part, a delayed one."""
    use, expected = row.function, outcome(lambda: row.function(row.make()))
    given = row.make()
    before = state(given)
    seen = observe(use, given, context=row.context, catch=Exception)
    assert as_alike(observed(seen), expected)
    assert state(given) == before
    if row.demand is not None:
        assert str(seen.demand) == row.demand
    again = seen.replay()
    assert (again.demands, as_alike(observed(again), expected)) == (seen.demands, True)
    if not isinstance(seen.error, (TypeError, AttributeError)):  # whose text may name the class of a thunk
        seen.verify()
    names = {**NAMES, **row.names, type(given).__name__: type(given)}
    assert Demand.parse(str(seen.demand), names) == seen.demand
    part = observe(lambda held: use(held[0]), [row.make()], context=row.context, catch=Exception)
    assert as_alike(observed(part), expected)
    if row.demand is not None:
        assert str(part.demand) in (f"[{row.demand}]", "_")
    value = row.make()
    if isinstance(value, HANDED_OUT) or not delayed:
        return
    late = observe(use, delay(lambda: value, kind=type(value)), context=row.context, catch=Exception)
    assert as_alike(observed(late), expected)


def settled(value: Any, known: dict[int, Any] | None = None) -> Any:
    """`value` with the class of each container beside it, and with what iterators and streams still give.

    An object that is met again, in a cycle or by another way, is the number of its first visit.
    """
    assert not is_thunk(value), "a thunk is left in what should be plain"
    known = {} if known is None else known
    if id(value) in known and not isinstance(value, tuple):
        return "again", [*known].index(id(value))
    if type(value) in (object, *weakref.ProxyTypes):  # proxies have all methods, those of iterators among them
        return type(value).__name__
    if isinstance(value, FUNCTIONS):
        return "function", value.__name__
    if isinstance(value, functools.partial):
        return "partial", value.func
    if isinstance(value, BaseException):
        return type(value), value.args
    parts = _parts(value)
    if parts is None:
        return type(value), value
    known[id(value)] = value  # which keeps it alive, and its address its own
    is_pulled = isinstance(value, (Stream, Iterator))
    return "iterator" if is_pulled else type(value), [settled(part, known) for part in parts]


def _parts(value: Any) -> Iterable[Any] | None:
    if isinstance(value, Mapping):
        return [part for item in value.items() for part in item]
    if isinstance(value, (list, tuple, deque)):
        return [*value, getattr(value, "note", None)]
    if isinstance(value, (Stream, Iterator)) or type(value) in VIEWS:
        return value  # type: ignore[no-any-return]
    names = [name for cls in type(value).__mro__ for name in getattr(cls, "__slots__", ()) if not name.startswith("__")]
    if names and type(value).__module__ == specimens.__name__:
        return [part for name in names if hasattr(value, name) for part in (name, getattr(value, name))]
    if isinstance(value, (specimens.Score, specimens.Label)):
        return [value + type(value)(), *vars(value).items()]
    if hasattr(value, "__dict__") and not callable(value):
        return [part for item in vars(value).items() for part in item]
    return None


def outcome(call: Callable[[], Any]) -> Any:
    """The result of a call, settled, or the builtin classes of its exception."""
    try:
        return "returned", settled(call())
    except AssertionError:
        raise
    except Exception as error:
        return "raised", [cls for cls in type(error).__mro__ if cls.__module__ == "builtins"]


def observed(seen: Observation[Any]) -> Any:
    """Outcome of an observed call."""

    def again() -> Any:
        if seen.error is not None:
            raise seen.error
        return seen.result

    return outcome(again)


def as_alike(found: Any, expected: Any) -> bool:
    """True if both came to one result, or to an exception that handlers of the expected one catch."""
    both_raised = found[0] == expected[0] == "raised"
    return found == expected or (both_raised and expected[1][0] in found[1])


def state(value: Any) -> Any:
    """What a value is to somebody who does not use it up."""
    if isinstance(value, (Iterator, Stream)):
        return type(value)
    return repr(value), None if callable(value) else settled(value)
