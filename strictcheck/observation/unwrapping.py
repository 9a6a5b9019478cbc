"""Plain values: the thunks taken out again.

What a call returns may be, or contain, stand-ins for parts of its arguments. `plain` puts the parts themselves in
their place, as far as they were forced.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from strictcheck.kinds.kind import Opened, Unwrapping, is_known_to_be
from strictcheck.kinds.partials import Partial, class_behind
from strictcheck.kinds.table import shape_of
from strictcheck.thunks.proxy import UNSET, get_source, get_value, is_forced, is_open, is_thunk

__all__ = ["Known", "is_untouched", "plain"]


def plain(value: Any, *, force_all: bool = False, known: Known | None = None) -> Any:
    """`value` without thunks: each forced one is replaced by what it stands for, changed or not.

    A thunk that nobody has forced stays where it is, and so does one of an observation that is still open, around this
    one; with `force_all` all are replaced. A part that the observed code left as it was is the caller's own object
    again, and a value that holds no thunks comes back as it is.

    What holds an object that was changed is made anew to hold the changed one, though nobody looked at it, if `known`
    tells of that object.
    """
    return _Walk(force_all, known or Known({}, False)).through(value)


class Known(NamedTuple):
    """Thunks of objects that can change, by the id of the copy on which the call worked.

    If one of these objects was changed (`is_changed`), by the id of the object too.
    """

    thunks: Mapping[int, Any]
    is_changed: bool

    @classmethod
    def of(cls, shared: Mapping[int, tuple[Any, Any]]) -> Known:
        """Those in `Record.shared` that were forced."""
        forced = {number: thunk for number, (thunk, _) in shared.items() if is_forced(thunk)}
        own = {number: thunk for number, thunk in forced.items() if not type(thunk)._self_settled}
        copies = {id(get_value(thunk)): thunk for thunk in own.values() if get_value(thunk) is not UNSET}
        is_changed = not all(map(is_untouched, forced.values()))
        return cls({**copies, **own} if is_changed else copies, is_changed)


def is_untouched(thunk: Any) -> bool:
    """True if nothing was written to a thunk of a closed observation; False if something was, or that cannot be told.

    Of what its parts are, this says nothing.
    """
    if not is_thunk(thunk) or not is_forced(thunk):
        return is_thunk(thunk)
    return not type(thunk)._self_settled and not type(thunk)._self_is_written(thunk)


class _Node:
    """A value that was opened: its parts, each a node or what has none; who holds it; and what becomes of it."""

    __slots__ = ("holders", "is_changed", "is_copy", "is_filled", "is_waiting", "made", "opened", "parts", "was_plain")

    def __init__(self, opened: Opened, was_plain: bool, is_copy: bool) -> None:
        self.opened = opened
        self.is_copy = is_copy  # nothing can be put into it: it is part of what a pickle would keep of something
        self.was_plain = was_plain  # it was met as the object itself: then there are no thunks in it
        self.parts: list[Any] = []
        self.holders: list[_Node] = []
        self.made = opened.whole
        self.is_changed = False
        self.is_waiting = False  # it has to be made anew, and cannot be referred to until it is
        self.is_filled = False

    def is_different(self) -> bool:
        """True if it is changed itself, or a part is another one than the caller's object has there."""
        originals = self.opened.originals
        wholes = [part.opened.whole if type(part) is _Node else part for part in self.parts]
        is_same = len(wholes) == len(originals) and all(map(self.opened.is_same, wholes, originals))
        return self.opened.is_changed or not is_same

    def begin(self) -> bool:
        """Note that it has to be made anew, and do so where it can be empty. False if it stays the object it is."""
        self.is_changed = True
        if self.opened.empty is None:
            self.is_waiting = True
        else:
            self.made = self.opened.empty()
        return self.is_waiting or self.made is not self.opened.whole

    def fill(self) -> None:
        """Give it its parts."""
        parts = [part.made if type(part) is _Node else part for part in self.parts]
        self.is_filled = True
        if self.opened.empty is None:
            self.made = self.opened.rebuild(parts)
        else:
            self.opened.fill(self.made, parts)


class _Walk:
    """A walk through a value as a graph: all of it is opened, then what is different is made anew, without recursion.

    What can hold itself is made empty, so that it can be referred to, and filled after its parts.
    """

    def __init__(self, force_all: bool, known: Known) -> None:
        self.force_all = force_all
        self.known = known
        self.met: dict[int, tuple[Any, _Node]] = {}  # by id, which what was met keeps alive
        # By the id of what a thunk stands for: a step into a ring may make a new thunk, which is this node again.
        self.sources: dict[int, _Node] = {}

    def through(self, value: Any) -> Any:
        top = self.entered(value, is_callers=False)
        if type(top) is not _Node:
            return top
        nodes = list(self.walked(top))
        todo = [node for node in nodes if node.is_different()]
        while todo:
            node = todo.pop()
            if not node.is_changed and node.begin():
                todo.extend(node.holders)
        for node in nodes:
            if node.is_changed:
                _fill(node)
        return top.made

    def walked(self, top: _Node) -> Iterable[_Node]:
        """All nodes from `top` on, those of the parts before those that hold them."""
        stack = [(top, iter(top.opened.parts), _callers_parts(top, False))]
        while stack:
            node, parts, callers = stack[-1]
            for part in parts:
                count = len(self.met)
                is_callers = callers is None or id(part) in callers
                below = self.entered(part, is_callers=is_callers, is_copy=node.is_copy or node.opened.are_copies)
                if node.was_plain and is_thunk(below) and type(below)._self_known:
                    below = get_source(below)
                node.parts.append(below)
                if type(below) is not _Node:
                    continue
                below.holders.append(node)
                if len(self.met) > count:
                    stack.append((below, iter(below.opened.parts), _callers_parts(below, is_callers)))
                    break
            else:
                stack.pop()
                yield node

    def entered(self, part: Any, *, is_callers: bool, is_copy: bool = False) -> Any:
        """The node for `part`, or what it becomes if it has no parts."""
        is_new = self.force_all and is_thunk(part) and not is_forced(part)
        part, outer = _unwrapped(part, self.force_all)
        was_plain = not is_thunk(part)
        part = self.known.thunks.get(_identity(part), part)
        if id(part) in self.met:
            return self.met[id(part)][1]
        if is_new and _identity(part) in self.sources:
            return self.sources[_identity(part)]
        if is_thunk(part) and is_open(part) and not self.force_all:
            return part  # it is seen outside
        opened = self.opened(part, is_callers, is_copy)
        if opened is None:
            return _standing_for(part)
        if outer is not None:
            opened.whole, opened.is_same = outer, is_known_to_be
        node = _Node(opened, was_plain, is_copy and not is_thunk(part))
        self.met[id(part)] = part, node
        self.sources.setdefault(_identity(part), node)
        return node

    def opened(self, part: Any, is_callers: bool, is_copy: bool) -> Opened | None:
        """`part`, opened; None for what has no parts, or cannot hold anything that was changed."""
        if not is_thunk(part):
            may_differ = not is_callers or self.known.is_changed
            return _open(part, Unwrapping(plain, self.force_all, is_callers or is_copy)) if may_differ else None
        if is_forced(part) or not self.known.is_changed or not type(part)._self_known:
            return _open(part, Unwrapping(plain, self.force_all))
        found = _open(get_source(part), Unwrapping(plain, is_callers=True))
        if found is not None:
            found.whole = part  # it stays, if nothing in it is another
        return found


def _callers_parts(node: _Node, are_callers: bool) -> set[int] | None:
    """The ids of the parts that are objects of the caller's, which nobody has looked at; None if all are."""
    if is_thunk(node.opened.part):
        return set(map(id, node.opened.originals))
    are_callers = are_callers or is_thunk(node.opened.whole)
    return None if are_callers else set()


def _fill(node: _Node) -> None:
    """Give a node its parts, after making those that cannot be referred to before they are made."""
    node.is_waiting = False
    todo = [node]
    while todo:
        waiting = next((part for part in todo[-1].parts if type(part) is _Node and part.is_waiting), None)
        if waiting is not None:
            waiting.is_waiting = False
            todo.append(waiting)
        elif not (done := todo.pop()).is_filled:
            done.fill()


def _identity(part: Any) -> int:
    return id(get_source(part) if is_thunk(part) and type(part)._self_known else part)


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


def _open(part: Any, unwrapping: Unwrapping) -> Opened | None:
    """`part` with its parts to be made plain; None for what has none, or does not let them be read."""
    try:
        return _opened(part, unwrapping)
    except Exception:  # of the user's own methods
        return None


def _opened(part: Any, unwrapping: Unwrapping) -> Opened | None:
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
    return shape.kind.unwrap(shape, part, source, unwrapping)
