"""Plain values: the thunks taken out again.

What a call returns may be, or contain, stand-ins for parts of its arguments. `plain` puts the parts themselves in
their place, as far as they were forced.
"""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from strictcheck.classes import instance_dict
from strictcheck.partials import Partial, PartialObject, class_behind
from strictcheck.rebuilding import COPIED, copy_mapping, copy_sequence, put_together
from strictcheck.shapes import Kind, Shape, shape_of, take_apart
from strictcheck.streams import Stream
from strictcheck.thunks import UNSET, get_at, get_value, is_forced, is_open, is_thunk, materialised

__all__ = ["HOLDERS", "plain"]

# Opaque as arguments, but a result of these classes may hold stand-ins.
HOLDERS = (set, frozenset, deque)
LEAVES = (Kind.ATOM, Kind.IDENTITY, Kind.FUNCTION)


@dataclass(slots=True)
class _Open:
    """A value whose parts are being made plain: how to make it anew, or `whole` if no part turns out different."""

    part: Any
    whole: Any
    parts: list[Any]
    originals: list[Any]
    rebuild: Callable[[list[Any]], Any]
    is_same: Callable[[Any, Any], bool] = operator.is_

    def close(self, made: list[Any]) -> Any:
        same = len(made) == len(self.originals) and all(map(self.is_same, made, self.originals))
        return self.whole if same else self.rebuild(made)


def plain(value: Any, *, force_all: bool = False) -> Any:
    """`value` without thunks: each forced one is replaced by what it stands for, changed or not.

    A thunk that nobody has forced stays where it is, and so does one of an observation that is still open, around this
    one; with `force_all` all are replaced. A part that the observed code left as it was is the caller's own object
    again, and a value that holds no thunks comes back as it is.
    """
    return _Walk(force_all).through(value)


class _Walk:
    """A walk through a value: each part is made plain before what holds it, without recursion."""

    def __init__(self, force_all: bool) -> None:
        self.force_all = force_all
        self.results: list[Any] = []
        self.path: list[tuple[_Open, list[Any]]] = []  # what is open, with the parts still to do in what holds it
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
            opened.whole, opened.is_same = outer, _is_known
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
    return id(get_at(part)[3] if is_thunk(part) and is_forced(part) and type(part)._self_known else part)


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
        source = get_at(part)[3]
        if type(part)._self_settled:
            outer = source if is_thunk(source) and is_open(source) and not force_all else None
            part = get_value(part)
        elif is_thunk(source) and not (is_forced(part) and hasattr(type(part), "_self_state")):
            part = source  # what looks through another one and has nothing of its own, or was not looked at
        else:
            break
    return part, outer


def _is_known(made: Any, original: Any) -> bool:
    """Whether a part is what it was: as it is, or as what it is known to be in an observation that is still open."""
    while made is not original and is_thunk(original) and is_open(original) and is_forced(original):
        original = get_value(original) if type(original)._self_settled else get_at(original)[3]
    return made is original


def _standing_for(part: Any) -> Any:
    if not is_thunk(part) or not is_forced(part) or not type(part)._self_known:
        return part
    source = get_at(part)[3]
    if issubclass(type(source), Partial):
        return part
    return get_value(part) if type(source) in COPIED and get_value(part) != source else source


def _open(part: Any, force_all: bool) -> _Open | None:
    """`part` with its parts to be made plain; None for what has none, or does not let them be read."""
    try:
        return _opened(part, force_all)
    except Exception:  # of the user's own methods
        return None


def _opened(part: Any, force_all: bool) -> _Open | None:
    if not is_thunk(part):
        return _open_kind(shape_of(type(part)), part, part)
    if not is_forced(part) or not type(part)._self_known:
        return None
    if hasattr(type(part), "_self_state"):
        return _open_object(part, force_all)
    source = get_at(part)[3]
    return None if issubclass(type(source), Partial) else _open_kind(shape_of(type(source)), part, source)


def _open_kind(shape: Shape, part: Any, source: Any) -> _Open | None:
    kind = shape.kind
    if kind in LEAVES:
        return None
    if kind in (Kind.FIELDS, Kind.CUSTOM):
        names, parts = _fields(part)
        originals = _fields(source)[1]
        return _Open(
            part, source, parts, originals, lambda made: put_together(shape, dict(zip(names, made, strict=True)))
        )
    if type(part) is list:
        return _Open(part, part, list(part), list(part), lambda made: _refilled(part, made))
    if kind is Kind.SEQUENCE:
        copied = get_value(part) if is_thunk(part) else UNSET
        now = source if copied is UNSET else copied  # the copy may have other attributes
        originals = list(source) if _same_attributes(now, source) else [UNSET]
        return _Open(part, source, list(part), originals, lambda made: copy_sequence(now, made))
    if kind is Kind.MAPPING and hasattr(shape.cls, "__setitem__"):
        mapping = materialised(part) if is_thunk(part) else part
        originals = [*source.keys(), *source.values()]
        return _Open(part, source, [*mapping.keys(), *mapping.values()], originals, lambda made: _mapping(source, made))
    if kind is Kind.STREAM and not is_thunk(part):
        cells, rest = part.split()
        return _Open(part, part, cells, [UNSET], lambda made: Stream.of(made, map(plain, rest)))
    if kind is Kind.OBJECT:
        return _open_object(part, False)
    if issubclass(shape.cls, HOLDERS):
        now = get_value(part) if is_thunk(part) else part
        if not is_thunk(part) or now != source:
            return _Open(part, source, list(now), list(source), lambda made: _holder(now, made))
    return None


def _same_attributes(one: Any, other: Any) -> bool:
    if one is other or type(one) in (list, tuple):  # the latter have none
        return True
    now, before = instance_dict(one), instance_dict(other)
    return list(now) == list(before) and all(map(operator.is_, now.values(), before.values()))


def _refilled(part: list[Any], made: list[Any]) -> list[Any]:
    """A list that the call made stays the one it is, for it may hold itself, or be held in several places."""
    part[:] = made
    return part


def _open_object(part: Any, force_all: bool) -> _Open:
    """An object; or a stand-in, that may look through others, each of which keeps what was written to it."""
    views: list[Any] = []
    source = part
    while is_thunk(source) and (force_all or not is_open(source)):
        if not type(source)._self_settled:
            views.append(source)
        source = get_value(source) if type(source)._self_settled else get_at(source)[3]
    held = dict(_held(source))
    now = _written_over(held, views)
    originals = list(held.values()) if list(now) == list(held) and not issubclass(type(source), Partial) else [UNSET]

    def rebuild(made: list[Any]) -> Any:
        fields = dict(zip(now, made, strict=True))
        if is_thunk(source):  # which has attributes that nobody has asked for
            fields = {name: fields.get(name, value) for name, value in _written_over(vars(source), views).items()}
        return put_together(shape_of(class_behind(source)), fields)

    return _Open(part, source, list(now.values()), originals, rebuild, _is_known if is_thunk(source) else operator.is_)


def _held(source: Any) -> Iterable[tuple[str, Any]]:
    """The attributes of an object; of a stand-in those that somebody has asked it for."""
    if is_thunk(source):
        return list(type(source)._self_parts(source)[1])
    return list(source.parts.items() if issubclass(type(source), PartialObject) else take_apart(source)[1])


def _written_over(attributes: dict[str, Any], views: list[Any]) -> dict[str, Any]:
    """What they are to those who see the object through these stand-ins, the outermost last."""
    for view in reversed(views):
        attributes = type(view)._self_state(view, attributes)
    return attributes


def _mapping(source: Any, made: list[Any]) -> Any:
    half = len(made) // 2
    return copy_mapping(source, dict(zip(made[:half], made[half:], strict=True)))


def _holder(source: Any, made: list[Any]) -> Any:
    return deque(made, source.maxlen) if isinstance(source, deque) else type(source)(made)


def _fields(value: Any) -> tuple[list[str], list[Any]]:
    named = list((type(value)._self_parts(value) if is_thunk(value) else take_apart(value))[1])
    return [name for name, _ in named], [part for _, part in named]
