"""Tools of kinds: values that are being built, opened, copied or explored, and values behind thunks."""

from __future__ import annotations

import functools
import gc
import io
import operator
import types
import weakref
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple

from strictcheck.kinds.partials import Partial
from strictcheck.thunks.classes import (
    REMEMBERED,
    getattr_static,
    has_finalizer,
    instance_dict,
    is_made_in_python,
    only_dict_of,
)
from strictcheck.thunks.proxy import get_value, is_forced, is_open, is_thunk

# Built-in containers, the more special before those that they derive from; and the methods that read them.
CONTAINERS = (
    tuple, list, deque, Counter, OrderedDict, defaultdict, dict, MappingProxyType, set, frozenset, io.StringIO,
    io.BytesIO, io.TextIOWrapper, io.BufferedRandom, io.BufferedReader, io.BufferedWriter, io.FileIO, io.IOBase,
)  # fmt: skip
READING = """__len__ __bool__ __getitem__ __iter__ __contains__ __reversed__ get keys values items read readline
    readlines __next__""".split()

Building = Any  # a value that is being built, a `Building` of `observation.partial_values`, which imports this

# Returned by `Kind.copy` in place of a copy.
SHARED: Any = type("Shared", (), {"__slots__": ()})()
ANEW: Any = type("Anew", (), {"__slots__": ()})()


@dataclass(slots=True, eq=False)
class Opened:
    """Value whose parts are being unwrapped: how to rebuild it, or `whole` if no part turns out different.

    One that may hold itself is made `empty()`, to be referred to, and gets its parts by `fill(made, parts)`; any other
    is made by `rebuild(parts)`. `is_changed` if it is another one, whatever its parts; `are_copies` if its parts are
    not what it holds itself; `is_hashing` if to fill it runs the `__hash__` of parts.

    It is a node of the walk that unwraps: `nodes` are its parts, opened if they have parts, `made` is its result.
    """

    part: Any
    whole: Any
    parts: list[Any]
    originals: list[Any]
    rebuild: Callable[[list[Any]], Any] = list
    is_same: Callable[[Any, Any], bool] = operator.is_
    empty: Callable[[], Any] | None = None
    fill: Callable[[Any, list[Any]], Any] = operator.is_
    is_changed: bool = False
    are_copies: bool = False
    is_hashing: bool = False
    nodes: list[Any] = field(default_factory=list)
    holders: list[Opened] = field(default_factory=list)
    made: Any = None
    is_callers: bool = False  # an object of the caller's, or what a thunk stands for
    is_copy: bool = False  # part of what a pickle would keep of something: nothing can be put into it
    is_plain: bool = False  # met as the object itself, or in one, where no thunks are
    is_rebuilt: bool = False
    is_waiting: bool = False  # to be rebuilt; nothing can refer to it before
    is_filled: bool = False


class Unwrapping(NamedTuple):
    """Options of unwrapping: with `force_all` all is forced on the way.

    Nothing is put into values of the caller's (`is_callers`), nor into what a pickle would keep of a value that a call
    made (`is_copy`): different parts go into a new value.
    """

    force_all: bool = False
    is_callers: bool = False
    is_copy: bool = False


def kept_with(source: Any, made: Any) -> Any:
    """Return `made`, a copy of `source` that lives as long: freed before, it would close what both share."""
    cls: Any = type(made)
    if has_finalizer(cls):
        owner = source if type(source) is cls and cls.__weakrefoffset__ else cls
        weakref.finalize(owner, id, made).atexit = False
    return made


def is_known_to_be(made: Any, original: Any) -> bool:
    """True if a part is `original`, or known to be that in an observation that is still open."""
    while made is not original and is_thunk(original) and is_open(original) and is_forced(original):
        original = get_value(original) if type(original)._self_settled else original._self_source
    return made is original


def unwrapped(value: Any) -> Any:
    """Return the value behind a thunk; other values as they are."""
    while is_thunk(value):
        value = type(value)._self_whole(value)
    return value


def reads_as_its_base(cls: type) -> bool:
    """True if a container is read by the methods of its built-in base, so that its elements can be read past it."""
    base = next(base for base in CONTAINERS if issubclass(cls, base))
    asked = [name for name in READING if name.startswith("__") or getattr_static(base, name) is not None]
    return all(getattr_static(cls, name) is getattr_static(base, name) for name in asked)


def is_own_dict(value: Any) -> bool:
    """True if each key of a dict is an attribute of it, too, by `self.__dict__ = self`."""
    return issubclass(type(value), dict) and instance_dict(value) is value


def empty_like(cls: type, like: Any) -> Any:
    """Make an empty container of class `cls`, past what that says of making, with the other state of `like`."""
    base: Any = next(base for base in CONTAINERS if issubclass(cls, base))
    made = base.__new__(cls)
    if base is deque:
        deque.__init__(made, (), getattr(like, "maxlen", None))
    elif base is defaultdict:
        made.default_factory = getattr(like, "default_factory", None)
    if is_own_dict(like):
        object.__setattr__(made, "__dict__", made)
    return made


def can_be_made(cls: type) -> bool:
    """True unless a class derived from dict is made in C, by a way of its own."""
    try:
        return not issubclass(cls, dict) or empty_like(cls, None) is not None
    except TypeError:
        return False


def update_past_class(made: Any, entries: Iterable[tuple[Any, Any]]) -> None:
    """Put entries into a dict, past its class: `OrderedDict.update` would ask that."""
    if not isinstance(made, OrderedDict):
        dict.update(made, entries)
        return
    for key, part in entries:
        OrderedDict.__setitem__(made, key, part)


PLAIN = frozenset((list, dict, tuple))  # most containers by far
LEAVES = frozenset((str, int, float, bool, bytes, type(None)))  # most values by far, and nothing in them


def is_leaf(value: Any) -> bool:
    """True for usual values without parts, and for thunks of values that have none."""
    cls = type(value)
    return cls in LEAVES or (is_thunk(value) and not cls._self_has_parts)


def holds_no_thunk(value: Any, known: Container[int]) -> bool:
    """True for containers of these and of leaves, none of them `known` by its id; False says nothing."""
    todo, met = [value], set[int]()
    while todo:
        part = todo.pop()
        parts = part if type(part) in (list, tuple, dict) else _attributes_of(part)
        if parts is None or id(part) in known:
            return False
        if id(part) not in met:
            met.add(id(part))
            todo += [inner for inner in parts if type(inner) not in LEAVES]
            if type(parts) is dict:
                todo += [inner for inner in parts.values() if type(inner) not in LEAVES]
    return True


def _attributes_of(value: Any) -> Any:
    """Return the dict that holds all that an object of a Python class does; None for other values."""
    cls: Any = type(value)
    read = _state_reader(cls)
    return None if read is None else read(value)


@functools.lru_cache(maxsize=REMEMBERED)
def _state_reader(cls: Any) -> Callable[[Any], Any] | None:
    return None if issubclass(cls, Partial) or not is_made_in_python(cls) else only_dict_of(cls)


def referent(value: Any) -> Any:
    """Return the object to which a view refers; None of other values."""
    return next(iter(gc.get_referents(value)), None) if type(value) in VIEWS else None


def refer_again(value: Any, to: Any) -> Any:
    """Make a view or a bound method like `value` that refers to another object; the same if that has no such method.

    A partial value has none.
    """
    cls = type(value)
    if cls in VIEWS:
        return VIEWS[cls](to)
    bound = type(value.__self__)  # a thunk's own method stands for the value's; a hole has none
    is_own = is_thunk(value.__self__) and getattr_static(bound, value.__name__) is not None
    is_written = cls is types.MethodType and not is_own
    return types.MethodType(value.__func__, to) if is_written else getattr(to, value.__name__, value)


def open_view(view: Any) -> Opened:
    """Open a view that the call made: the object to which it refers."""
    parts = [referent(view)]
    return Opened(view, view, parts, parts, lambda made: refer_again(view, made[0]))


VIEWS: dict[type, Callable[[Any], Any]] = {
    type({}.keys()): dict.keys,
    type({}.values()): dict.values,
    type({}.items()): dict.items,
    MappingProxyType: MappingProxyType,
}
REFERRING = frozenset(VIEWS)


def inner_first(top: Any, below: Callable[[Any], Iterable[Any]]) -> list[Any]:
    """List `top` and all that is `below` it, each once, after what is below it; a cycle is cut somewhere."""
    order, met = list[Any](), set[int]()
    todo = [(top, False)]
    while todo:
        one, is_entered = todo.pop()
        if is_entered:
            order.append(one)
        elif id(one) not in met:
            met.add(id(one))
            todo += [(one, True), *((part, False) for part in below(one))]
    return order


def group_by_class(values: Iterable[Any]) -> dict[type, list[Any]]:
    """Group values by their classes."""
    groups: dict[type, list[Any]] = {}
    for value in values:
        groups.setdefault(type(value), []).append(value)
    return groups


def stored_parts(stores: list[Any]) -> Iterable[Any]:
    """Go through the parts in stores that are all lists, or all dicts; this is C code."""
    return chain.from_iterable(map(dict.values, stores) if stores and type(stores[0]) is dict else stores)


def stored_keys(stores: list[Any]) -> Iterable[Any]:
    """Go through the keys in stores that are all dicts; lists have none."""
    return chain.from_iterable(stores) if stores and type(stores[0]) is dict else ()


def twins_of(parts: Collection[Any], copies: Mapping[int, Any]) -> Iterable[Any]:
    """Go through the copies of parts, and those parts that have none; this is C code."""
    return map(copies.get, map(id, parts), parts)
