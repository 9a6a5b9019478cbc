"""Containers with methods of their own, and views of memory: copied and opened past these methods.

A class derived from list, dict or set may hide elements, or do more than they when one is set. Skip this module unless
a copy of such a container has other contents.
"""

from __future__ import annotations

import copy
import ctypes
from array import array
from collections import OrderedDict, deque
from collections.abc import Mapping
from types import FunctionType, SimpleNamespace
from typing import Any

from strictcheck.kinds.attributes import held_attributes
from strictcheck.kinds.building import LEAVES, Opened, close_over, empty_like
from strictcheck.kinds.equality import order_of_element
from strictcheck.kinds.kind import Kind
from strictcheck.thunks.classes import has_finalizer, hides_its_dict, instance_dict
from strictcheck.thunks.proxy import get_value, is_thunk

# Built-in classes; of those derived from them that read in a way of their own, the contents are known all the same.
HOLDING: tuple[Any, ...] = (dict, list, deque, set, SimpleNamespace)
FIXED: tuple[Any, ...] = (tuple, frozenset)
CONTAINERS = (*HOLDING, *FIXED)
WHOLLY_COPIED = {*CONTAINERS} - {SimpleNamespace}  # a namespace may hold a lock beside the rest, as objects do


def copy_of_view(view: Any, memo: dict[int, Any]) -> Any:
    """Make a view like `view` of a copy of what it shows; raises where no code can tell which part that is."""
    shown: Any = view.obj
    if not isinstance(shown, (bytearray, array)):
        return view  # of bytes, or of the buffer of a library
    whole, start, first = memoryview(shown).cast("B"), 0, 0
    if view.nbytes < len(whole):
        start, first = (ctypes.addressof(ctypes.c_char.from_buffer(one)) for one in (view.cast("B"), whole))
    again: Any = memoryview(copy.deepcopy(shown, memo)).cast("B")[start - first :][: view.nbytes]
    return (again.toreadonly() if view.readonly else again).cast(view.format, view.shape)


def deep_copy(value: Any, memo: dict[int, Any]) -> Any:
    """Copy deeply, past the containers' own methods, which may hide elements."""
    met = _met_within(value)
    memo |= {id(one): one for one in met if has_finalizer(type(one))}  # freed with the copy, it would close a file
    within = [one for one in met if isinstance(one, CONTAINERS) and id(one) not in memo]
    within = [one for one in within if type(one) not in WHOLLY_COPIED]
    made, fixed = ([one for one in within if isinstance(one, classes)] for classes in (HOLDING, FIXED))
    memo |= {id(one): empty_like(type(one), one) for one in made}
    memo |= {id(one): close_over(one, memo.get) for one in met if type(one) is FunctionType}
    memo.setdefault(id(memo), []).extend(within)  # where `copy` keeps what it has copied
    # Inner ones first, for these are not begun empty; by the base, for one that has its own way to iterate.
    for one in sorted(fixed, key=lambda one: len(_met_within(one))) if len(fixed) > 1 else fixed:
        base: Any = tuple if isinstance(one, tuple) else frozenset
        again = memo[id(one)] = base.__new__(type(one), [copy.deepcopy(part, memo) for part in base.__iter__(one)])
        for name, part in instance_dict(one).items():
            object.__setattr__(again, name, _deep_copied(part, memo))
    for one in made:
        keys, parts = contents(one)
        for (base, key), part in zip(keys, parts, strict=True):
            copied = _deep_copied(part, memo) if base is None else copy.deepcopy(part, memo)
            _put(memo[id(one)], base, copy.deepcopy(key, memo), copied)
    return copy.deepcopy(value, memo)


def _deep_copied(held: Any, memo: dict[int, Any]) -> Any:
    """Return a deep copy of an attribute, or the attribute itself if it has none, as a lock."""
    try:
        return copy.deepcopy(held, memo)
    except Exception:
        return held


def _met_within(value: Any) -> list[Any]:
    """List `value` and all that it holds, past methods of containers."""
    met: dict[int, Any] = {}
    todo = [value]
    while todo:
        one = todo.pop()
        is_open = isinstance(one, SimpleNamespace) or not hides_its_dict(type(one))
        if id(one) in met or is_thunk(one) or not is_open or type(one) in LEAVES:
            continue
        met[id(one)] = one
        fixed: Any = next((base for base in FIXED if issubclass(type(one), base)), None)
        todo += fixed.__iter__(one) if fixed else ()
        todo += contents(one)[1] if issubclass(type(one), HOLDING) else _attributes(one).values()
    return [*met.values()]


def _put(made: Any, base: Any, key: Any, part: Any) -> None:
    """Put a part into a container, past methods of its own: an attribute if no class keeps it."""
    if base is None:
        object.__setattr__(made, key, part)
    elif base is set:
        set.add(made, part)
    elif base is dict:
        (OrderedDict if isinstance(made, OrderedDict) else dict).__setitem__(made, key, part)
    elif key < base.__len__(made):
        base.__setitem__(made, key, part)
    else:
        base.append(made, part)


def open_in_place(part: Any, source: Any, *, is_changed: bool) -> Opened:
    """Open a container with methods of its own, made or copied by the call; its thunks are replaced in place.

    One that the call did not change is `source` again, unless that holds something changed.
    """
    own: Any = get_value(part) if is_thunk(part) else part
    both = [contents(one) for one in (own, own if is_changed else source)]
    parts, originals = ([*held, *(key for base, key in keys if base is dict)] for keys, held in both)
    keys, held = both[0][0], len(both[0][0])

    def refill(_: Any, made: list[Any]) -> None:
        if issubclass(type(own), (set, dict)):
            next(base for base in (OrderedDict, dict, set) if issubclass(type(own), base)).clear(own)
        names = iter(made[held:])
        for (base, key), value in zip(keys, made[:held], strict=True):
            _put(own, base, next(names) if base is dict else key, value)

    whole = own if is_changed else source
    return Opened(part, whole, parts, originals, empty=lambda: own, fill=refill)


def contents(own: Any) -> tuple[list[tuple[Any, Any]], list[Any]]:
    """List what a container holds, past methods of its own: keys, each with the class that keeps it, and parts."""
    base: Any = next(base for base in CONTAINERS if issubclass(type(own), base))
    # A key of an OrderedDict that was moved has its new place in this class only.
    items = OrderedDict.items if issubclass(type(own), OrderedDict) else dict.items
    elements = () if base in (dict, SimpleNamespace) else base.__iter__(own)
    ordered = sorted(elements, key=order_of_element) if base in (set, frozenset) else elements
    parts = items(own) if base is dict else enumerate(ordered)
    entries = [((base, key), part) for key, part in parts]
    entries += [((None, name), part) for name, part in _attributes(own).items()]
    return [key for key, _ in entries], [part for _, part in entries]


def _attributes(own: Any) -> Mapping[str, Any]:
    return held_attributes(Kind(type(own)), own)
