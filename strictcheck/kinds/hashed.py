"""Objects that are keys of dicts, or in keys: whatever else holds them, the same object is found.

An object whose class has no `__hash__` of its own is found by its identity. So a call on copies, or on partial values,
gets keys that are these, or hold these. Skip this module unless a second call does not find a key.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from operator import is_not
from typing import Any

from strictcheck.kinds.building import LEAVES, inner_first
from strictcheck.kinds.table import kind_of


def with_twins(key: Any, twins: Mapping[int, Any]) -> Any:
    """Return a key with the twins of objects, which are given by the ids of these, in their place in it."""
    made: dict[int, Any] = {}
    for one in inner_first(key, lambda one: () if id(one) in twins else _held(one).values()):
        again = {name: made[id(part)] for name, part in _held(one).items() if id(part) in made}
        if id(one) in twins or again:
            made[id(one)] = twins[id(one)] if id(one) in twins else kind_of(type(one)).with_parts(one, again)
    return made.get(id(key), key)


def _held(key: Any) -> dict[Any, Any]:
    """Return what an immutable value holds, on which its hash may depend."""
    kind = kind_of(type(key))
    return {} if kind.mutable or type(key) in LEAVES else dict(kind.held(key))


def rekey(held: Any, copies: Mapping[int, Any]) -> None:
    """Let keys of a dict that are objects, or hold some, weak references to them, or their ids, be those of copies."""
    if type(held) is not dict:
        return
    classes = set(map(type, held))
    has_ids = int in classes and not copies.keys().isdisjoint(key for key in held if type(key) is int)
    if not has_ids and LEAVES.issuperset(classes):
        return
    keys = [_key_again(key, copies) for key in held]
    if any(map(is_not, keys, held)):
        entries = [*zip(keys, held.values(), strict=True)]
        held.clear()
        held.update(entries)


def _key_again(key: Any, copies: Mapping[int, Any]) -> Any:
    if type(key) is int:
        return id(copies[key]) if key in copies else key
    if type(key) is weakref.ref:
        return weakref.ref(copies[id(key())]) if id(key()) in copies else key
    return with_twins(key, copies)
