"""First difference between the values of two calls, which share no objects and need not define `==`.

Values are compared by class and parts, values without parts by `==`; if a class has no useful `==`, by the state
that pickle would keep. Nothing is pulled of an iterator and no function is called. Skip this module unless a
certificate calls two values different that are not.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NamedTuple

from strictcheck.kinds.equality import HERE
from strictcheck.kinds.table import shape_of
from strictcheck.messages import show_path, shown
from strictcheck.observation.unwrapping import unwrap
from strictcheck.thunks.proxy import get_log, get_source, is_forced, is_thunk

Pair = tuple[Any, Any, Any]  # two parts, and their place: None, or (the place of the whole, the last step)


class ValueDifference(NamedTuple):
    """Path at which two values differ, and the two parts there."""

    path: tuple[Any, ...]
    one: Any
    other: Any

    def __str__(self) -> str:
        one, other = shown(self.one), shown(self.other)
        if one == other:
            one, other = (f"{text}, a {type(part).__name__}" for text, part in ((one, self.one), (other, self.other)))
        return f"{one} against {other}" + (f", at {show_path(self.path)}" if self.path else "")


def first_value_difference(
    one: Any, other: Any, is_same: Callable[[Any, Any], bool] = operator.is_
) -> ValueDifference | None:
    """Find the first difference of `one` and `other`, as far as it is visible from outside; None if they are equal.

    Thunks are looked through, and not forced. Parts for which `is_same` is true are not compared further.

    >>> print(first_value_difference({"a": [1, 2]}, {"a": [1, True + 2]}))
    2 against 3, at ('a', 1)
    >>> first_value_difference([float("nan")], [float("nan")])
    """
    # Code of the user's is asked only where the parts differ: it may keep what it found out.
    if _difference(one, other, is_same, by_parts=True) is None:
        return None
    return _difference(one, other, is_same, by_parts=False)


def hold_the_same(one: Any, other: Any) -> bool:
    """Return True if two values have the same parts; one that holds a thunk, and so was written to, has others."""
    return _difference(one, other, operator.is_, by_parts=True, under=lambda part: part) is None


def _difference(
    one: Any,
    other: Any,
    is_same: Callable[[Any, Any], bool],
    *,
    by_parts: bool,
    under: Callable[[Any], Any] | None = None,
) -> ValueDifference | None:
    todo: list[Pair] = [(one, other, None)]
    met: dict[tuple[int, int], Pair] = {}
    twins: tuple[dict[int, tuple[Any, Any]], ...] = ({}, {})
    under = under or _under
    while todo:
        pair = todo.pop()
        first, second = under(pair[0]), under(pair[1])
        if is_same(first, second) or (id(first), id(second)) in met:
            continue
        met[id(first), id(second)] = pair
        below = _parts_to_compare(first, second, pair[2], by_parts) if _are_twins(first, second, twins) else None
        if below is None:
            return ValueDifference(_path(pair[2]), first, second)
        todo.extend(below)
    return None


def _are_twins(one: Any, other: Any, twins: tuple[dict[int, tuple[Any, Any]], ...]) -> bool:
    """False of objects that can change if one of them was met beside another: what is one object here is two there."""
    shape = shape_of(type(one))
    if is_thunk(one) or is_thunk(other) or not shape.mutable or not shape.kind.can_change:
        return True
    pair = one, other
    known = twins[0].setdefault(id(one), pair), twins[1].setdefault(id(other), pair)
    return all(first is one and second is other for first, second in known)


def _path(place: Any) -> tuple[Any, ...]:
    steps = []
    while place is not None:
        place, step = place
        steps.append(step)
    return tuple(reversed(steps))


def _under(part: Any) -> Any:
    """Return the value behind a thunk, as far as it is forced."""
    if is_thunk(part) and is_forced(part):
        part = unwrap(part)
    while is_thunk(part) and not is_forced(part):
        source = get_source(part)
        if not is_thunk(source) and get_log(part) is None:
            return part  # a pending computation
        part = source
    return part


def _parts_to_compare(one: Any, other: Any, place: Any, by_parts: bool) -> list[Pair] | None:
    """Return the pairs of parts that these two have to be compared by, the last first; None if the two differ."""
    if is_thunk(one) or is_thunk(other):
        return [] if is_thunk(one) and is_thunk(other) else None
    shape = shape_of(type(one))
    if shape.kind is not shape_of(type(other)).kind or (shape.kind.is_told_by_class and type(one) is not type(other)):
        return None
    compared = shape.kind.compared_by_parts if by_parts else shape.kind.compared
    below = compared(shape, one, other)
    return below and [(part, twin, place if key is HERE else (place, key)) for part, twin, key in below][::-1]
