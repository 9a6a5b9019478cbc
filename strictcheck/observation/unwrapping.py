"""Plain values: the thunks taken out again.

What a call returns may be, or contain, stand-ins for parts of its arguments. `plain` puts the parts themselves in
their place, as far as they were forced.
"""

from __future__ import annotations

from typing import Any

from strictcheck.kinds.classes import instance_dict
from strictcheck.kinds.kind import Opened, Unwrapping, is_known_to_be
from strictcheck.kinds.partials import Partial, class_behind
from strictcheck.kinds.table import shape_of
from strictcheck.thunks.proxy import UNSET, get_source, get_value, is_forced, is_open, is_thunk

__all__ = ["is_untouched", "plain"]


def plain(value: Any, *, force_all: bool = False) -> Any:
    """`value` without thunks: each forced one is replaced by what it stands for, changed or not.

    A thunk that nobody has forced stays where it is, and so does one of an observation that is still open, around this
    one; with `force_all` all are replaced. A part that the observed code left as it was is the caller's own object
    again, and a value that holds no thunks comes back as it is.
    """
    return _Walk(force_all).through(value)


def is_untouched(thunk: Any) -> bool:
    """True if nothing was written to a thunk of a closed observation; False if something was, or that cannot be told.

    Of what its parts are, this says nothing.
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
    """A walk through a value: each part is made plain before what holds it, without recursion."""

    def __init__(self, force_all: bool) -> None:
        self.force_all = force_all
        self.results: list[Any] = []
        self.path: list[tuple[Opened, list[Any]]] = []  # what is open, with the parts still to do in what holds it
        # What was met before: made plain already, or open, a structure that contains itself. Kept alive for its id.
        self.met: dict[int, tuple[Any, Any]] = {}
        # With `force_all`, what is open. Each step into a ring makes a new stand-in: one that is new ends it.
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
        """Open `part`, or add to the results what it becomes if it has no parts. Returns what is to be done next."""
        is_new = self.force_all and is_thunk(part) and not is_forced(part)
        part, outer = _unwrapped(part, self.force_all)
        if id(part) in self.met:
            self.results.append(self.met[id(part)][1])
            return todo
        is_seen_outside = is_thunk(part) and is_open(part) and not self.force_all
        goes_round = is_new and _identity(part) in self.around
        opened = None if is_seen_outside or goes_round else _open(part, self.force_all)
        if opened is None:
            self.results.append(part if is_seen_outside else _standing_for(part))
            return todo
        if outer is not None:
            opened.whole, opened.is_same = outer, is_known_to_be
        if self.force_all:
            self.around.add(_identity(part))
        self.met[id(part)] = part, _standing_for(part)
        self.path.append((opened, todo))
        return opened.parts[::-1]

    def leave(self) -> list[Any]:
        """Put together what was opened last. Returns what is to be done next."""
        opened, todo = self.path.pop()
        self.around.discard(_identity(opened.part))
        start = len(self.results) - len(opened.parts)
        self.results[start:] = [opened.close(self.results[start:])]
        self.met[id(opened.part)] = opened.part, self.results[-1]
        return todo


def _identity(part: Any) -> int:
    return id(get_source(part) if is_thunk(part) and is_forced(part) and type(part)._self_known else part)


def _unwrapped(part: Any, force_all: bool) -> tuple[Any, Any]:
    """`part`, forced if need be; what lies under it if it is a delayed computation of no observation, done.

    And what it is in an observation that is still open, around its own one; None if it is nothing there.
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
            part = source  # what looks through another one and has nothing of its own, or was not looked at
        else:
            break
    return part, outer


def _standing_for(part: Any) -> Any:
    if not is_thunk(part) or not is_forced(part) or not type(part)._self_known:
        return part
    source = get_source(part)
    if issubclass(type(source), Partial):
        return part
    shape = shape_of(type(source))
    return get_value(part) if shape.kind.works_on_copy(shape) and get_value(part) != source else source


def _open(part: Any, force_all: bool) -> Opened | None:
    """`part` with its parts to be made plain; None for what has none, or does not let them be read."""
    try:
        return _opened(part, force_all)
    except Exception:  # of the user's own methods
        return None


def _opened(part: Any, force_all: bool) -> Opened | None:
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
    return shape.kind.unwrap(shape, part, source, Unwrapping(plain, force_all))
