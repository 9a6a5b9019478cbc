"""Copied: base of the thunks for lists, tuples and dicts, which make a copy for what only a real one can do.

Until then they answer by themselves. A class derived from these may hold attributes beside its elements, and have
methods in Python, which get the thunk; what the call sets is kept beside, and put into the copy.
"""

from __future__ import annotations

from typing import Any

from strictcheck.kinds.attributes import OF_CONTAINERS, attributes_beside, beside, put_attribute
from strictcheck.kinds.building import PLAIN
from strictcheck.kinds.layer import Attribute
from strictcheck.kinds.own_methods import for_thunk, read_by_class
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.placing import Container, stand_in
from strictcheck.kinds.table import kind_of
from strictcheck.thunks.classes import getattr_static, is_in_class, slots_of
from strictcheck.thunks.proxy import UNFORCED, UNSET, get_value, materialised
from strictcheck.thunks.special_methods import OF_WRAPT

GONE: Any = type("Gone", (), {"__slots__": ()})()  # in place of an attribute that the call has deleted


class Copied(Container):
    """Thunk that answers by itself until an operation needs a real value, and then forwards to a copy."""

    __slots__ = ()
    _self_copies = True

    @classmethod
    def _self_hooks(cls, of: type) -> dict[str, Any]:
        if not kind_of(of).has_beside:
            return {}
        setter, deleter = getattr_static(of, "__setattr__"), getattr_static(of, "__delattr__")
        is_usual = setter is object.__setattr__ and deleter is object.__delattr__
        if not is_usual and for_thunk(cls, of, setter) is None:
            return {}
        own = {"__setattr__": _set_beside, "__delattr__": _delete_beside} if is_usual else {"__setattr__": _set_by_hook}
        return own | {"_self_has_plain_slots": False}

    def __getattr__(self, name: str) -> Any:
        """Forward to a copy; make none if the class tells that there is no such attribute: `getattr(x, name, None)`."""
        if name == "__wrapped__":  # wrapt's Python build asks for it here
            return type(self).__wrapped_get__(self)
        cls = self._self_class()  # an error of the property `__class__` would lead here again
        is_told = is_in_class(cls, name) or getattr_static(cls, "__getattr__") is not None
        if not self._self_reads() and (is_told or cls.__dictoffset__):
            return getattr(materialised(self), name)
        if not _is_data(cls, name):
            held, own = _held_by(self, cls), self._self_set()
            if own.get(name, GONE) is not GONE:
                return own[name]
            if name in held and name not in own:
                self._self_log.count(self._self_number, Attribute(name))
                return stand_in(self._self_log, (self._self_number, Attribute(name)), held[name])
        is_empty = name in slots_of(cls) and name not in OF_CONTAINERS and getattr_static(cls, "__getattr__") is None
        if not is_told or is_empty:
            raise AttributeError(f"{cls.__name__!r} object has no attribute {name!r}")
        found = read_by_class(self, cls, name)
        return getattr(materialised(self), name) if found is UNSET else found

    def _self_reads(self) -> bool:
        """True while there is no copy to answer."""
        return get_value(self) is UNSET

    def _self_set(self) -> dict[str, Any]:
        """Return the attributes that the call has set while there was no copy; GONE for those that it has deleted."""
        return {}

    def _self_put(self, name: str, value: Any) -> None:
        """Set an attribute while there is no copy; GONE deletes it."""
        own = self._self_set()
        if value is GONE and own.get(name, _held_by(self, self._self_class()).get(name, GONE)) is GONE:
            raise AttributeError(name)
        own[name] = value

    def _self_class(self) -> Any:
        """Return the class, without a copy, for which atoms would have to be fetched, and so count as forced."""
        if self._self_number == UNFORCED:
            type(self)._self_look(self)
        value, cls = self._self_value, type(self._self_source)
        if value is not UNSET and type(self)._self_copies:
            return type(value)
        return cls if cls in PLAIN else class_behind(self._self_source)

    @property
    def __class__(self) -> Any:
        """Class for `isinstance`."""
        return self._self_class()

    @__class__.setter
    def __class__(self, cls: type) -> None:
        materialised(self).__class__ = cls


def _held_by(thunk: Any, cls: type) -> dict[str, Any]:
    """Return the attributes that the source of the thunk holds beside its elements."""
    return {str(name): part for name, part in beside(kind_of(cls), thunk._self_source)}


def _is_data(cls: type, name: str) -> bool:
    """True for a property and the like, which decides what reading and setting an attribute does; a slot keeps it."""
    return is_in_class(type(getattr_static(cls, name)), "__set__") and name not in slots_of(cls)


def _is_set_beside(self: Any, name: str) -> Any:
    """True if setting this attribute needs no copy, and runs no code of the class."""
    if name.startswith(("_self_", "__")):
        return False
    cls = self._self_class()  # which looks
    return (cls.__dictoffset__ or name in slots_of(cls)) and self._self_reads() and not _is_data(cls, name)


def _set_beside(self: Any, name: str, value: Any) -> None:
    if _is_set_beside(self, name):
        self._self_put(name, value)
    else:
        OF_WRAPT["__setattr__"](self, name, value)


def _delete_beside(self: Any, name: str) -> None:
    if not _is_set_beside(self, name):
        OF_WRAPT["__delattr__"](self, name)
        return
    self._self_put(name, GONE)


def _set_by_hook(self: Any, name: str, value: Any) -> None:
    """Set an attribute as the class says, which reads what its code reads: `self[name] = value` reads nothing."""
    if name.startswith(("_self_", "__")) or not self._self_reads():
        OF_WRAPT["__setattr__"](self, name, value)
    else:
        self._self_look()
        getattr_static(self._self_class(), "__setattr__")(self, name, value)


def hand_out_attributes(thunk: Any, copied: Any) -> Any:
    """Return the copy behind the thunk of a list or a dict, with attributes: thunks, and what the call has set."""
    own, kind = thunk._self_set(), kind_of(type(copied))
    given = {str(name): part for name, part in beside(kind, thunk._self_source)}
    for name in [name for name in attributes_beside(kind, copied) if own.get(name) is GONE or name not in given]:
        object.__delattr__(copied, name)  # deleted from this thunk, or from one behind it
    for name, part in given.items():
        if name not in own:
            put_attribute(copied, name, stand_in(thunk._self_log, (thunk._self_number, Attribute(name)), part))
    for name, part in own.items():
        if part is not GONE:
            put_attribute(copied, name, part)
    own.clear()
    return copied
