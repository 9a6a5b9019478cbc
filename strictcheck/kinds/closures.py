"""Closures: functions made anew that close over other objects than they did, such as the copies of a call."""

from __future__ import annotations

import operator
import types
from collections.abc import Callable
from typing import Any

from strictcheck.kinds.building import refer_again


def close_over(function: Any, others: Callable[[int], Any]) -> Any:
    """Make a function like this one that closes over other objects: `others` has them by the ids of its own.

    So do the functions that it closes over, such as those that it decorates. It is the function itself if there are
    none. A cell of its own does not show to functions that share the old one.
    """
    made: dict[int, Any] = {}

    def other(held: Any) -> Any:
        is_method = type(held) is types.MethodType
        number = id(held.__self__ if is_method else held)
        found = made[number] if number in made else others(number)
        if found is None:
            return held
        return refer_again(held, found) if is_method else found

    for one in reversed(_functions_within(function)):  # what is decorated before its decorator
        cells = [_cell_over(cell, other) for cell in one.__closure__ or ()]
        defaults = tuple(map(other, one.__defaults__ or ()))
        is_alike = map(operator.is_, (*cells, *defaults), (*(one.__closure__ or ()), *(one.__defaults__ or ())))
        if not all(is_alike):
            made[id(one)] = make_like(one, defaults, tuple(cells))
    return made.get(id(function), function)


def _functions_within(function: Any) -> list[Any]:
    """List a function, and those that it closes over, by any number of steps."""
    found = {id(function): function}
    todo = [function]
    for one in todo:
        for held in map(contents_of, one.__closure__ or ()):
            if type(held) is types.FunctionType and id(held) not in found:
                found[id(held)] = held
                todo.append(held)
    return todo


def contents_of(cell: Any) -> Any:
    """Return what is in a cell of a closure; None if it is empty."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def _cell_over(cell: Any, other: Callable[[Any], Any]) -> Any:
    held = contents_of(cell)
    found = other(held)
    return cell if found is held else types.CellType(found)


def make_like(function: Any, defaults: tuple[Any, ...], cells: tuple[Any, ...]) -> Any:
    """Make a function of the same code and attributes, with these defaults and this closure."""
    made = types.FunctionType(
        function.__code__, function.__globals__, function.__name__, defaults or None, cells or None
    )
    made.__kwdefaults__, made.__qualname__ = function.__kwdefaults__, function.__qualname__
    made.__dict__.update(function.__dict__)
    return made
