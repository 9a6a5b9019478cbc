"""Writes to observed dicts, by key and by attribute: they look at no more than Python has to know.

A write by key reveals if that key is there, if at all. Once all keys are listed, there is a copy of the dict, which is
written to.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from strictcheck.kinds.building import LEAVES
from strictcheck.kinds.copied import GONE, Copied
from strictcheck.kinds.mapping_thunk import MISSING, WRITTEN, MappingThunk, is_own_dict_behind
from strictcheck.kinds.own_methods import class_in_c
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.thunks.classes import getattr_static
from strictcheck.thunks.places import KEYS
from strictcheck.thunks.proxy import UNSET, get_value, materialised
from strictcheck.thunks.special_methods import ForcingMethod


def _by_key(write: Callable[..., Any]) -> Callable[..., Any]:
    """Make the method that writes by `write(thunk, key, ...)`; by the method of the copy if all keys are listed.

    So are keys that are observed objects, for the dict keeps the very object.
    """

    def method(self: Any, key: Any, *args: Any) -> Any:
        MappingThunk._self_look(self)
        plain = unwrap(key, force_all=True)
        is_known = plain is key or type(plain) in LEAVES
        with self._self_log.lock:
            if _can_note(self, method.__name__) and is_known and len(args) < 2:
                return write(self, plain, *args)
        value = materialised(self)
        return getattr(class_in_c(type(value)), method.__name__)(value, key, *args)

    method.__name__ = write.__name__
    return method


def _can_note(self: Any, name: str) -> bool:
    """True while there is no copy; a partial value of a class that writes in another way has these methods, too."""
    cls = class_behind(self._self_source)
    if getattr_static(cls, name) is None and name[0] != "_":
        raise AttributeError(f"{cls.__name__!r} object has no attribute {name!r}")
    return get_value(self) is UNSET and KEYS not in self._self_cells and writes_as_dicts(cls)


def writes_as_dicts(cls: type) -> bool:
    """True for dicts, and for classes derived from them whose methods in C are those of dicts.

    An OrderedDict is one, too, unless the class has its own way to set or delete a key, which all its methods take.
    """
    in_c = class_in_c(cls)
    if in_c is OrderedDict:
        return all(getattr_static(cls, name) is getattr_static(in_c, name) for name in ("__setitem__", "__delitem__"))
    return all(getattr_static(in_c, name) is getattr_static(dict, name) for name in WRITES)


def _note(self: Any, key: Any, value: Any) -> None:
    """Note what was written; MISSING for a key that was removed."""
    written = self._self_cells.setdefault(WRITTEN, {})
    if written.get(key) is not MISSING:
        written[key] = value
    elif value is not MISSING:  # it comes last, after keys that nobody knows
        copied: Any = materialised(self)
        class_in_c(type(copied)).__setitem__(copied, key, value)


def __setitem__(self: Any, key: Any, value: Any) -> None:
    _note(self, key, value)


def __delitem__(self: Any, key: Any) -> None:
    pop(self, key)


def pop(self: Any, key: Any, *default: Any) -> Any:
    """Remove a key, and return the value behind it."""
    found = self._self_cell(key)
    if found is not MISSING:
        _note(self, key, MISSING)
    elif not default:
        raise KeyError(key)
    return found if found is not MISSING else default[0]


def setdefault(self: Any, key: Any, default: Any = None) -> Any:
    """Return the value behind a key, or set the default."""
    found = self._self_cell(key)
    if found is MISSING:
        _note(self, key, default)
    return found if found is not MISSING else default


def update(self: Any, *args: Any, **named: Any) -> None:
    """Set each key of another mapping, of pairs, and each that is named."""
    if not _can_note(self, "update"):
        value: Any = materialised(self)
        class_in_c(type(value)).update(value, *args, **named)
        return
    made: dict[Any, Any] = {}
    try:
        made.update(*args, **named)
    finally:  # a dict keeps the pairs before one that raises
        for key, value in made.items():
            WRITES["__setitem__"](self, key, value)


WRITES: dict[str, Any] = {change.__name__: _by_key(change) for change in (__setitem__, __delitem__)}
WRITES |= {change.__name__: ForcingMethod(_by_key(change)) for change in (pop, setdefault)}
WRITES |= {"update": ForcingMethod(update)}


def put_attribute(self: Any, name: str, value: Any) -> None:
    """Set or delete an attribute, which is an entry of a dict that is its own `__dict__`."""
    if not is_own_dict_behind(self):
        Copied._self_put(self, name, value)
    elif value is not GONE:
        WRITES["__setitem__"](self, name, value)
    elif WRITES["pop"].method(self, name, GONE) is GONE:
        raise AttributeError(name)
