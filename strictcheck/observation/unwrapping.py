"""Unwrapping: plain values, with the thunks taken out again.

The result of a call may be, or contain, thunks for parts of its arguments. `unwrap` puts the parts themselves in
their place, as far as they were forced.
"""

from __future__ import annotations

from typing import Any

from strictcheck.kinds.classes import instance_dict
from strictcheck.kinds.kind import Opened, Unwrapping, is_known_to_be
from strictcheck.kinds.partials import Partial, class_behind
from strictcheck.kinds.table import shape_of
from strictcheck.thunks.proxy import UNSET, get_source, get_value, is_forced, is_open, is_thunk

__all__ = ["is_untouched", "unwrap"]


def unwrap(value: Any, *, force_all: bool = False) -> Any:
    """Return `value` without thunks: each forced one is replaced by its value, changed or not.

    A thunk that nobody has forced stays where it is, and so does one of an observation that is still open, around this
    one; with `force_all` all are replaced. A part that the observed code did not change is the caller's own object
    again, and a value that holds no thunks is returned as it is.
    """
    return _Walk(force_all).through(value)


def is_untouched(thunk: Any) -> bool:
    """True if nothing was written to a thunk of a closed observation; False if something was, or if nobody can tell.

    Its parts are not looked at.
    """
    if not is_thunk(thunk) or not is_forced(thunk):
        return is_thunk(thunk)
    cls, value, source = type(thunk), get_value(thunk), get_source(thunk)
    if value is UNSET:
        return not hasattr(cls, "_self_state")
    if cls._self_settled or not shape_of(type(source)).fields:
        return False
    now, before = instance_dict(value), instance_dict(source)
    same = zip(now.values(), before.values(), strict=False)
    return list(now) == list(before) and bool(before) and all(_is_part(part, original) for part, original in same)


def _is_part(part: Any, original: Any) -> bool:
    return part is original or (is_thunk(part) and get_source(part) is original)


class _Walk:
    """Walk through a value: each part is unwrapped before its container, without recursion."""

    def __init__(self, force_all: bool) -> None:
        self.force_all = force_all
        self.results: list[Any] = []
        self.path: list[tuple[Opened, list[Any]]] = []  # open containers, each with the parts still to do in its parent
        # Parts met before: unwrapped already, or open, in a structure that contains itself. Kept alive for their ids.
        self.met: dict[int, tuple[Any, Any]] = {}
        # With `force_all`, the open parts. Each step into a cycle makes a new thunk: a new one ends it.
        self.around: set[int] = set()

    def through(self, value: Any) -> Any:
        todo = [value]
        while True:
            if todo:
                todo = self.enter(todo.pop(), todo)
            elif self.path:
                todo = self.leave()
            else:
                return self.results[0]

    def enter(self, part: Any, todo: list[Any]) -> list[Any]:
        """Open `part`, or add its value to the results if it has no parts. Return the parts to do next."""
        is_new = self.force_all and is_thunk(part) and not is_forced(part)
        part, outer = _look_through(part, self.force_all)
        if id(part) in self.met:
            self.results.append(self.met[id(part)][1])
            return todo
        is_seen_outside = is_thunk(part) and is_open(part) and not self.force_all
        goes_round = is_new and _identity(part) in self.around
        opened = None if is_seen_outside or goes_round else _try_open(part, self.force_all)
        if opened is None:
            self.results.append(part if is_seen_outside else _original_of(part))
            return todo
        if outer is not None:
            opened.whole, opened.is_same = outer, is_known_to_be
        if self.force_all:
            self.around.add(_identity(part))
        self.met[id(part)] = part, _original_of(part)
        self.path.append((opened, todo))
        return opened.parts[::-1]

    def leave(self) -> list[Any]:
        """Put together the part that was opened last. Return the parts to do next."""
        opened, todo = self.path.pop()
        self.around.discard(_identity(opened.part))
        start = len(self.results) - len(opened.parts)
        self.results[start:] = [opened.close(self.results[start:])]
        self.met[id(opened.part)] = opened.part, self.results[-1]
        return todo


def _identity(part: Any) -> int:
    return id(get_source(part) if is_thunk(part) and is_forced(part) and type(part)._self_known else part)


def _look_through(part: Any, force_all: bool) -> tuple[Any, Any]:
    """Return `part`, forced if need be, or the value of a delayed computation that no observation owns.

    Also return the thunk that it is in an observation that is still open, around its own one, or None.
    """
    outer = None
    while is_thunk(part):
        if force_all:
            type(part)._self_fetch(part)
        elif is_open(part):
            break
        source = get_source(part)
        if type(part)._self_settled:
            outer = source if is_thunk(source) and is_open(source) and not force_all else None
            part = get_value(part)
        elif is_thunk(source) and not (is_forced(part) and hasattr(type(part), "_self_state")):
            part = source  # a thunk that looks through another and has no state of its own, or was not looked at
        else:
            break
    return part, outer


def _original_of(part: Any) -> Any:
    if not is_thunk(part) or not is_forced(part) or not type(part)._self_known:
        return part
    source = get_source(part)
    if issubclass(type(source), Partial):
        return part
    shape = shape_of(type(source))
    return get_value(part) if shape.kind.works_on_copy(shape) and get_value(part) != source else source


def _try_open(part: Any, force_all: bool) -> Opened | None:
    """Return `part` with its parts to unwrap; None if it has none, or they cannot be read."""
    try:
        return _open_part(part, force_all)
    except Exception:  # raised by the user's own methods
        return None


def _open_part(part: Any, force_all: bool) -> Opened | None:
    source, cls = part, type(part)
    if is_thunk(part):
        if not is_forced(part) or not type(part)._self_known:
            return None
        source = get_source(part)
        has_state = hasattr(type(part), "_self_state")
        cls = class_behind(source) if has_state else type(source)
        if not has_state and issubclass(type(source), Partial):
            return None
    shape = shape_of(cls)
    return shape.kind.unwrap(shape, part, source, Unwrapping(unwrap, force_all))
