"""What a failed comparison says: the first path at which two demands differ, and what each side saw there.

Values are asked for their type only, never what they are instances of, since a thunk would have to look.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from itertools import islice
from typing import Any

from strictcheck.demands import Demand
from strictcheck.errors import DemandError
from strictcheck.kinds.named import Kind
from strictcheck.kinds.table import shape_of, take_apart
from strictcheck.messages import show_path
from strictcheck.observation.demand_of_record import forced_part
from strictcheck.pytest_plugin.golden import GoldenDemand, are_demands
from strictcheck.thunks.proxy import is_thunk

__all__ = ["explain", "without_thunks"]

COMPARISONS = ("==", "<=", ">=", "<", ">")
SHORT = 8  # layers of a demand in the line that repeats the assertion
ENOUGH = 10_000  # parts of a value to look through for thunks


def explain(op: str, left: Any, right: Any) -> list[str] | None:
    """The lines that explain why `left op right` is false; None if this is not about demands or thunks.

    >>> explain("==", Demand.parse("[0, _]"), Demand.parse("[0, 1]"))
    ['[0, _] == [0, 1]', 'first at (1,): left did not look, right saw 1', '  left:  [0, _]', '  right: [0, 1]']
    """
    if _is_a(GoldenDemand, left):
        left, right = right, left
    if _is_a(GoldenDemand, right):
        return _against_golden(op, left, right)
    if op in COMPARISONS and _is_a(Demand, left) and _is_a(Demand, right):
        return [f"{_short(left)} {op} {_short(right)}", *_difference(op, left, right)]
    if op == "==" and are_demands(left) and are_demands(right) and (left or right):
        return [f"{_shown(left)} == {_shown(right)}", *_differences(left, right)]
    if _is_a(Picture, left) or _is_a(Picture, right):
        return [f"{_shown(left)} {op} {_shown(right)}", "(_ is what nobody has looked at)"]
    return None


class Picture:
    """Stands in an explanation for a value with thunks in it, and shows how far they were forced."""

    def __init__(self, value: object) -> None:
        self._text = forced_part(value).pretty()

    def __repr__(self) -> str:
        return self._text


def without_thunks(value: object) -> Any:
    """`value`, or a picture of it if there are thunks in it: what is explained goes through the hands of all plugins.

    >>> from strictcheck import delay
    >>> without_thunks([1, delay(list)]), without_thunks([1])
    ([1, _], [1])
    """
    return Picture(value) if _holds_thunks(value) else value


def _is_a(cls: type, value: object) -> Any:
    """`isinstance` that does not ask `value` itself."""
    return issubclass(type(value), cls)


def _against_golden(op: str, found: Any, golden: Any) -> list[str] | None:
    if op != "==" or not (_is_a(Demand, found) or are_demands(found)):
        return None
    kept = golden.kept
    update = "pytest --demand-update keeps the left one"
    if kept is None:
        return [f"{_shown(found)} == {golden!r}", f"there is no golden demand yet; {update}"]
    summary = f"{_shown(found)} == {_shown(kept)}"
    if _is_a(Demand, found) and _is_a(Demand, kept):
        return [summary, *_difference("==", found, kept), f"right is the {golden!r}; {update}"]
    if are_demands(found) and are_demands(kept):
        return [summary, *_differences(found, kept), f"right is the {golden!r}; {update}"]
    return [summary, f"right is the {golden!r}, which is of another kind or cannot be read any more; {update}"]


def _differences(left: Mapping[Any, Demand], right: Mapping[Any, Demand]) -> list[str]:
    """For each argument, what differs."""
    lines = []
    for name in dict.fromkeys([*left, *right]):
        if name not in left or name not in right:
            lines.append(f"{name!r} is only {'left' if name in left else 'right'}")
        elif left[name] != right[name]:
            first, *sides = _difference("==", left[name], right[name])
            lines += [f"{name!r} differs {first}", *sides]
    return lines


def _difference(op: str, left: Any, right: Any) -> list[str]:
    """The first path that makes `left op right` false, and both demands."""
    more = {"<": [left - right], "<=": [left - right], ">": [right - left], ">=": [right - left]}
    paths = [found for found in more.get(op, [left - right, right - left]) if found]
    shown = [f"  left:  {left.pretty()}", f"  right: {right.pretty()}"]
    if not paths:
        return ["they are equal", *shown]
    path = min((found[0] for found in paths), key=len)
    total = f", the first of {len(paths[0])} paths" if op != "==" and len(paths[0]) > 1 else ""
    return [f"first at {show_path(path)}: left {_saw(left, path)}, right {_saw(right, path)}{total}", *shown]


def _saw(demand: Demand, path: tuple[Any, ...]) -> str:
    try:
        part = demand.at(path)
    except DemandError:
        return "has no such part"
    return f"saw {_short(part)}" if part else "did not look"


def _short(demand: Any) -> str:
    return str(demand.pretty(max_layers=SHORT))


def _shown(value: Any) -> str:
    """A value in one line, thunks as far as they were forced."""
    if _is_a(Demand, value):
        return _short(value)
    if are_demands(value):
        return "{" + ", ".join(f"{name!r}: {_short(demand)}" for name, demand in value.items()) + "}"
    return repr(value) if _is_a(Picture, value) else reprlib.repr(value)


def _holds_thunks(value: object) -> bool:
    """Whether there are thunks in `value`, or in lists, dicts, dataclasses and the like in it."""
    todo: list[Any] = [value]
    for _ in range(ENOUGH):
        if not todo:
            return False
        part = todo.pop()
        if is_thunk(part):
            return True
        if type(part) in (list, tuple, set, frozenset):
            todo.extend(islice(part, ENOUGH))
        elif type(part) is dict:
            todo.extend(islice(part.values(), ENOUGH))
        elif shape_of(type(part)).kind is Kind.FIELDS:
            todo.extend(held for _, held in take_apart(part)[1])
    return False
