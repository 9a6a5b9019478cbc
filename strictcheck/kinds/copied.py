"""Copied: base of the thunks for lists, tuples and dicts, which make a copy for what only a real one can do.

Until then they answer by themselves. A class derived from these may hold attributes beside its elements, and have
methods in Python, which get the thunk; what the call sets is kept beside, and put into the copy.
"""

from __future__ import annotations

from typing import Any

from strictcheck.kinds.attributes import OF_CONTAINERS, beside, put_attribute
from strictcheck.kinds.building import PLAIN, Unwrapping
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import Attribute
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.placing import WHOLE_DICT, Container, stand_in
from strictcheck.kinds.python_code import for_thunk, read_by_class
from strictcheck.kinds.table import kind_of
from strictcheck.thunks.classes import METHODS_IN_C, getattr_static, is_in_class, slots_of
from strictcheck.thunks.operators import OF_WRAPT
from strictcheck.thunks.proxy import UNFORCED, UNSET, is_thunk, materialised

GONE: Any = type("Gone", (), {"__slots__": ()})()  # in place of an attribute that the call has deleted


# Attributes that a thunk has from wrapt, and values of most classes lack: `__getattr__` is asked, and makes no copy.
NOT_THERE: dict[str, Any] = dict.fromkeys(("__dict__", "__name__"), property())


class Beside:
    """Attributes that the call has set on a thunk, as long as its copy has none; `is_whole` once it has them."""

    attributes: dict[str, Any] | None = None
    is_whole = False


class Copied(Container):
    """Thunk that answers by itself until an operation needs a real value, and then forwards to a copy."""

    __slots__ = ()
    _self_copies = True

    @classmethod
    def _self_hooks(cls, of: type) -> dict[str, Any]:
        if not kind_of(of).has_beside:
            return NOT_THERE
        setter, deleter = getattr_static(of, "__setattr__"), getattr_static(of, "__delattr__")
        set_it: Any = _change_beside if setter is object.__setattr__ else _change_on_copy
        if set_it is _change_on_copy and for_thunk(cls, of, setter) is not None:
            set_it = _set_by_hook
        delete_it = _change_beside if deleter is object.__delattr__ else _change_on_copy
        own = {"__setattr__": set_it, "__delattr__": delete_it, "__dict__": WHOLE_DICT}
        return own | {"__dir__": lambda self: dir(self._self_whole()), "_self_has_plain_slots": False}

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
        if found is not UNSET:
            return found
        # A method in C reads the elements, and no attribute.
        is_in_c = type(getattr_static(cls, name)) in METHODS_IN_C
        return getattr(materialised(self) if is_in_c else self._self_whole(), name)

    def _self_reads(self) -> bool:
        """True while this answers for attributes: the copy, if there is one, has none."""
        return self._self_number == UNFORCED or not getattr(self._self_cells, "is_whole", False)

    def _self_whole(self) -> Any:
        """Return the copy, for code in Python, with attributes: thunks, and what the call has set."""
        copied = materialised(self)
        with self._self_log.lock:
            if self._self_reads() and kind_of(type(copied)).has_beside:
                _hand_out_attributes(self, copied)
                self._self_cells.is_whole = True
        return copied

    def _self_set(self) -> dict[str, Any]:
        """Return the attributes that the call has set, as long as the copy has none; GONE for those it has deleted."""
        cells: Any = self._self_cells
        if not isinstance(cells, Beside):  # of a tuple itself, which has no attributes
            return {}
        if cells.attributes is None:
            cells.attributes = {}
        return cells.attributes

    def _self_put(self, name: str, value: Any) -> None:
        """Set an attribute as long as the copy has none; GONE deletes it."""
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
        self._self_whole().__class__ = cls


def _held_by(thunk: Any, cls: type) -> dict[str, Any]:
    """Return the attributes that the source of the thunk holds beside its elements."""
    return {str(name): part for name, part in beside(kind_of(cls), thunk._self_source)}


def _is_data(cls: type, name: str) -> bool:
    """True for a property and the like, which decides what reading and setting an attribute does; a slot keeps it."""
    return is_in_class(type(getattr_static(cls, name)), "__set__") and name not in slots_of(cls)


def _is_set_beside(self: Any, name: str) -> bool:
    """True if setting this attribute needs no copy, and runs no code of the class."""
    if name.startswith(("_self_", "__")):
        return False
    cls = self._self_class()  # which looks
    is_kept = bool(cls.__dictoffset__) or name in slots_of(cls)
    return is_kept and self._self_reads() and not _is_data(cls, name)


def _change_beside(self: Any, name: str, value: Any = GONE) -> None:
    """Set an attribute, or delete it without a value: `__setattr__`, and `__delattr__`."""
    if _is_set_beside(self, name):
        self._self_put(name, value)
    else:
        _change_on_copy(self, name, value)


def _set_by_hook(self: Any, name: str, value: Any) -> None:
    """Set an attribute as the class says, which reads what its code reads: `self[name] = value` reads nothing."""
    if name.startswith(("_self_", "__")) or not self._self_reads():
        _change_on_copy(self, name, value)
    else:
        self._self_look()
        getattr_static(self._self_class(), "__setattr__")(self, name, value)


def _change_on_copy(self: Any, name: str, value: Any = GONE) -> None:
    if not name.startswith("_self_") and name != "__wrapped__":  # which wrapt sets when it first asks
        self._self_whole()
    if value is GONE:
        OF_WRAPT["__delattr__"](self, name)
    else:
        OF_WRAPT["__setattr__"](self, name, value)


def _hand_out_attributes(thunk: Any, copied: Any) -> None:
    own = thunk._self_set()
    for name, part in beside(kind_of(type(copied)), thunk._self_source):
        if str(name) not in own:
            put_attribute(copied, str(name), stand_in(thunk._self_log, (thunk._self_number, name), part))
    for name, part in own.items():
        if part is not GONE:
            put_attribute(copied, name, part)
    own.clear()


def holder_of_attributes(kind: Kind, part: Any, source: Any, unwrapping: Unwrapping) -> Any:
    """Return the object that has the attributes of a part as they are now: the copy behind it, or its `source`."""
    if not (kind.has_beside and is_thunk(part)):
        return source
    is_asked = unwrapping.force_all or part._self_set() or not part._self_reads()
    return part._self_whole() if is_asked else source
