"""Unwrapping: plain values, with the thunks taken out again.

The result of a call may hold thunks for parts of its arguments: `unwrap` puts the forced parts in their place.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Any

from strictcheck.kinds.building import LEAVES, Opened, Unwrapping, holds_no_thunk, is_known_to_be, is_leaf
from strictcheck.kinds.partials import class_behind, is_partly_known
from strictcheck.kinds.pulled import Pulled
from strictcheck.kinds.table import kind_of
from strictcheck.thunks.classes import instance_dict, is_known_by_identity
from strictcheck.thunks.observed import ThunkObject
from strictcheck.thunks.proxy import UNSET, get_value, is_forced, is_open, is_thunk, source_of, stands_for


def unwrap(
    value: Any, *, force_all: bool = False, as_key: bool = False, to_originals: bool = False, known: Known | None = None
) -> Any:
    """Return `value` without thunks: each forced one is replaced by its value, changed or not.

    A thunk that nobody has forced stays where it is, and so does one of an observation that is still open, around this
    one; with `force_all` all are replaced, with `to_originals` those that stand for an object of the caller's. A part
    that the observed code did not change is the caller's own object again; a value without thunks is returned as it is.
    Of a key, with `as_key`, all is forced that its hash depends on: an object that is known by its identity is itself.

    A container of a changed object in `known` is rebuilt to hold the changed one, even if nobody looked at it.
    """
    if is_leaf(value) and is_forced(value):
        return _value_of_leaf(value, force_all or as_key)
    known = known or NOTHING_KNOWN
    if holds_no_thunk(value, known.thunks):
        return value
    return _Walk(force_all or as_key, as_key, to_originals, known).through(value)


def _value_of_leaf(value: Any, force_all: bool) -> Any:
    return value._self_source if is_thunk(value) and (force_all or not is_open(value)) else value


class Known:
    """Forced thunks of `Record.shared`, found when needed: most results are leaves."""

    def __init__(self, shared: Mapping[int, tuple[Any, Any]]) -> None:
        self._shared = shared
        self.pulled: Mapping[int, Pulled] = {}  # what a context pulled of iterators, by the ids of these
        # Changed objects unwrapped already, by the id of the thunk, which is kept alive: others refer to them.
        self.unwrapped: dict[int, tuple[Any, Any]] = {}
        self.originals: dict[int, tuple[Any, Any]] = {}  # the objects of which others were made, by the ids of these

    @functools.cached_property
    def _forced(self) -> dict[int, Any]:
        return {number: thunk for number, (thunk, _) in self._shared.items() if is_forced(thunk)}

    @functools.cached_property
    def written(self) -> dict[int, Any]:
        """Forced thunks to which something was written, or of which nobody can tell, by the ids of the objects."""
        return {number: thunk for number, thunk in self._forced.items() if _is_written(thunk)}

    @functools.cached_property
    def thunks(self) -> Mapping[int, Any]:
        """Thunks, or objects, by the id of the copy on which the call worked; after a change, by their own id too."""
        own = {number: thunk for number, thunk in self._forced.items() if not type(thunk)._self_settled}
        known: dict[int, Any] = {}
        for thunk in own.values():
            known |= type(thunk)._self_originals(thunk)  # in place, for there may be many
        known |= {id(get_value(thunk)): thunk for thunk in own.values() if get_value(thunk) is not UNSET}
        if not self.written:
            return known
        return {number: own.get(_identity(part), part) for number, part in known.items()} | own


NOTHING_KNOWN = Known({})


def is_untouched(thunk: Any) -> bool:
    """True if nothing was written to a thunk of a closed observation; False also if nobody can tell."""
    if not is_thunk(thunk):
        return type(thunk) in LEAVES
    if is_forced(thunk):
        return not _is_written(thunk)
    # `object.__setattr__` writes to the thunk of an object without a look.
    return not (issubclass(type(thunk), ThunkObject) and instance_dict(thunk))


def _is_changed(part: Any) -> bool:
    return is_thunk(part) and not is_untouched(part)


def _is_written(thunk: Any) -> bool:
    cls = type(thunk)
    return bool(cls._self_settled or cls._self_is_written(thunk))


def _is_different(node: Opened) -> bool:
    """True if it is changed itself, or has another part than the caller's object has there."""
    wholes = [part.whole if type(part) is Opened else part for part in node.nodes]
    if node.is_changed or len(wholes) != len(node.originals):
        return True
    # A thunk that nobody has forced is there in place of what it stands for.
    pairs = zip(wholes, node.originals, strict=True)
    return not all(node.is_same(*pair) or stands_for(*pair) for pair in pairs)


def _begin(node: Opened, begun: dict[int, Any]) -> bool:
    """Mark it for rebuilding; begin if it can be empty, once for each object. False if it stays that object."""
    node.is_rebuilt = True
    if node.empty is None:
        node.is_waiting = True
    else:
        node.made = begun.setdefault(id(node.part), node.empty())
    return node.is_waiting or node.made is not node.whole


class _Walk:
    """Walk through a value as a graph: all of it is opened, then changed nodes are rebuilt, without recursion.

    Values that can hold themselves are begun empty, so that others can refer to them, and filled after their parts.
    """

    def __init__(self, force_all: bool, as_key: bool, to_originals: bool, known: Known) -> None:
        self.force_all = force_all
        self.as_key = as_key
        self.to_originals = to_originals
        self.known = known
        self.met: dict[int, tuple[Any, Opened]] = {}  # by the id of the part, which is kept alive
        # By the id of a thunk's source: a step into a cycle may make a new thunk for a node that is here already.
        self.sources: dict[int, Opened] = {}

    def through(self, value: Any) -> Any:
        top = self.enter(value, is_callers=False)
        if type(top) is not Opened:
            return top
        nodes = list(self.walk(top))
        todo, begun = [*filter(_is_different, nodes)], dict[int, Any]()
        while todo:
            node = todo.pop()
            if not node.is_rebuilt and _begin(node, begun):
                todo.extend(node.holders)
        # Sets and dicts last: the hash of an object that they hold may read what that is filled with.
        for node in sorted((node for node in nodes if node.is_rebuilt), key=lambda node: node.is_hashing):
            _fill(node)
        if self.known is not NOTHING_KNOWN and not self.force_all:
            changed = [(part, node.made) for part, node in self.met.values() if node.is_rebuilt]
            thunks = [(part, made) for part, made in changed if is_thunk(part) and type(part)._self_mutable]
            self.known.unwrapped |= {id(part): (part, made) for part, made in thunks}
            sources = ((part._self_source if is_thunk(part) else part, made) for part, made in changed)
            self.known.originals |= {id(made): (source, made) for source, made in sources}
        return top.made

    def walk(self, top: Opened) -> Iterable[Opened]:
        """Yield all nodes from `top` on, parts before their holders."""
        stack = [(top, iter(top.parts), _parts_of_caller(top))]
        while stack:
            node, parts, callers = stack[-1]
            for part in parts:
                count = len(self.met)
                is_callers = callers is None or id(part) in callers
                is_copy = node.is_copy or node.are_copies
                below = self.enter(part, is_callers=is_callers, is_copy=is_copy, is_plain=node.is_plain)
                if node.is_plain and is_thunk(below) and type(below)._self_known:
                    below = below._self_source
                node.nodes.append(below)
                if type(below) is not Opened:
                    continue
                below.holders.append(node)
                if len(self.met) > count:
                    stack.append((below, iter(below.parts), _parts_of_caller(below)))
                    break
            else:
                stack.pop()
                yield node

    def enter(self, part: Any, *, is_callers: bool, is_copy: bool = False, is_plain: bool = False) -> Any:
        """Return the node for `part`, or its value if it has no parts."""
        if is_leaf(part) and is_forced(part):
            return _value_of_leaf(part, self.force_all)
        if self.as_key and is_known_by_identity(class_behind(part)):
            return source_of(part)
        is_new = self.force_all and is_thunk(part) and not is_forced(part)
        part, outer = _look_through(part, self.force_all)
        is_plain = is_plain or not is_thunk(part)
        part = self.known.thunks.get(_identity(part), part)
        for known in (self.known.unwrapped, self.met):
            if id(part) in known:
                return known[id(part)][1]
        # An immutable value may have several thunks, with more or fewer parts looked at. A list that the call made has
        # one, beside itself, if a function that was passed has returned it.
        is_fixed = is_thunk(part) and type(part)._self_known and not type(part)._self_mutable
        node = self.sources.get(_identity(part))
        if node is not None and (is_new or is_fixed or not (_is_changed(part) or _is_changed(node.part))):
            return node
        if is_thunk(part) and is_open(part) and not self.force_all:
            return part  # it belongs to an open observation around this one
        if self.to_originals and is_thunk(part) and not is_forced(part) and type(part)._self_known:
            return part._self_source
        node = self.open(part, is_callers, is_copy)
        if node is None:
            return _original_of(part)
        node.is_callers = is_callers or outer is not None or is_thunk(node.whole)
        node.is_copy, node.is_plain = is_copy and not is_thunk(part), is_plain
        if is_plain and is_thunk(node.whole):
            node.whole = node.whole._self_source
        if outer is not None:
            node.whole, node.is_same = outer, is_known_to_be
        node.made = node.whole
        self.met[id(part)] = part, node
        self.sources.setdefault(_identity(part), node)
        return node

    def open(self, part: Any, is_callers: bool, is_copy: bool) -> Opened | None:
        """Open `part`; None if it has no parts, or cannot hold anything that was changed."""
        if (pulled := self.known.pulled.get(id(part))) is not None:
            again = functools.partial(kind_of(class_behind(part)).pull_again, known=pulled, now=Pulled(part))
            return Opened(part, part, [*pulled.elements], [], again)  # it is used up: another gives them again
        if not is_thunk(part):
            may_differ = not is_callers or bool(self.known.written)
            how = Unwrapping(self.force_all, is_callers or is_copy, is_copy and not is_callers)
            return _open(part, how) if may_differ else None
        if is_forced(part) or not self.known.written or not type(part)._self_known:
            return _open(part, Unwrapping(self.force_all))
        found = _open(part._self_source, Unwrapping(is_callers=True))
        if found is not None:
            found.whole = part  # it stays if all of its parts do
        return found


def _parts_of_caller(node: Opened) -> set[int] | None:
    """Return the ids of the parts that are the caller's objects, not looked at; None if all are."""
    if is_thunk(node.part):  # a whole that the call changed is the copy, and all in it are copies
        return set() if node.whole is get_value(node.part) else set(map(id, node.originals))
    return None if node.is_callers else set()


def _fill(node: Opened) -> None:
    """Put the parts into a node, after rebuilding those to which nothing can refer before."""
    todo = [node]
    while todo:
        node = todo[-1]
        node.is_waiting = False
        waiting = next((part for part in node.nodes if type(part) is Opened and part.is_waiting), None)
        if waiting is not None:
            todo.append(waiting)
        elif not todo.pop().is_filled:
            parts = [part.made if type(part) is Opened else part for part in node.nodes]
            node.is_filled = True
            if node.empty is None:
                node.made = node.rebuild(parts)
            else:
                node.fill(node.made, parts)


def _identity(part: Any) -> int:
    return id(part._self_source if is_thunk(part) and type(part)._self_known else part)


def _look_through(part: Any, force_all: bool) -> tuple[Any, Any]:
    """Return `part`, forced if need be, or the value behind it; and the thunk that it is in an open observation."""
    outer = None
    while is_thunk(part):
        if force_all:
            type(part)._self_fetch(part)
        elif is_open(part):
            break
        source = part._self_source
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
    source = part._self_source
    if is_partly_known(source):
        return part
    return get_value(part) if kind_of(type(source)).is_changed(part, source) else source


def _open(part: Any, unwrapping: Unwrapping) -> Opened | None:
    """Open `part`, so that its parts can be made plain; None if it has none, or does not let them be read."""
    source, cls = part, type(part)
    if is_thunk(part):
        if not is_forced(part) or not type(part)._self_known:
            return None
        source = part._self_source
        has_state = hasattr(type(part), "_self_state")
        cls = type(part)._self_for if has_state else type(source)
        if not has_state and is_partly_known(source):
            return None
    return kind_of(cls).unwrap(part, source, unwrapping)
