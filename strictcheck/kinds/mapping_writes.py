"""Writes to observed dicts, key by key: they reveal if a key is there where Python has to know, and no other key.

Once all keys are listed there is a copy of the dict, which is written to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from strictcheck.kinds.building import LEAVES
from strictcheck.kinds.mapping_thunk import MISSING, WRITTEN, MappingThunk
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
        return getattr(materialised(self), method.__name__)(key, *args)

    method.__name__ = write.__name__
    return method


def _can_note(self: Any, name: str) -> bool:
    """True while there is no copy; a partial value of a class that writes in another way has these methods, too."""
    cls = class_behind(self._self_source)
    if getattr_static(cls, name) is None and name[0] != "_":
        raise AttributeError(f"{cls.__name__!r} object has no attribute {name!r}")
    return get_value(self) is UNSET and KEYS not in self._self_cells and writes_as_dicts(cls)


def writes_as_dicts(cls: type) -> bool:
    """True for dicts, and for classes derived from them that inherit all of these methods."""
    return cls is dict or all(getattr_static(cls, name) is getattr_static(dict, name) for name in WRITES)


def _note(self: Any, key: Any, value: Any) -> None:
    """Note what was written; MISSING for a key that was removed."""
    written = self._self_cells.setdefault(WRITTEN, {})
    if written.get(key) is not MISSING:
        written[key] = value
    elif value is not MISSING:  # it comes last, after keys that nobody knows
        materialised(self)[key] = value


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
        materialised(self).update(*args, **named)
        return
    for key, value in dict(*args, **named).items():
        self[key] = value


WRITES: dict[str, Any] = {change.__name__: _by_key(change) for change in (__setitem__, __delitem__)}
WRITES |= {change.__name__: ForcingMethod(_by_key(change)) for change in (pop, setdefault)}
WRITES |= {"update": ForcingMethod(update)}
