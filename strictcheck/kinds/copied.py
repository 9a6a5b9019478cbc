"""Copied: base of the thunks for lists, tuples and dicts, which make a copy for what only a real one can do.

Until then they answer by themselves. A class derived from these may hold attributes beside its elements, and have
methods in Python, which get the thunk.
"""

from __future__ import annotations

import types
from collections import defaultdict, deque
from typing import Any

from strictcheck.kinds.attributes import beside, put_attribute
from strictcheck.kinds.building import PLAIN
from strictcheck.kinds.layer import Attribute
from strictcheck.kinds.partials import PartialMapping, class_behind
from strictcheck.kinds.placing import Container, stand_in
from strictcheck.kinds.table import kind_of
from strictcheck.thunks.classes import bases, class_name, code_of, getattr_static, is_in_class
from strictcheck.thunks.proxy import UNFORCED, UNSET, get_value, materialised
from strictcheck.thunks.special_methods import OF_WRAPT

HOOKS = (dict.__getitem__, dict.get)  # `__getattr__ = dict.get`, as many write
OF_BASES = ("super", "__getattribute__")
STATE: Any = (vars(deque)["maxlen"], vars(defaultdict)["default_factory"])  # no parts
OF_CLASSES = (classmethod, staticmethod, types.ClassMethodDescriptorType)  # these get no instance


def reads_by_itself(cls: type, method: Any) -> bool:
    """True for a method or descriptor in Python that names no base and a method of it: in C, these take no thunk."""
    code = code_of(method) or code_of(getattr_static(type(method), "__get__"))
    named = set() if code is None else {*code.co_names, *code.co_freevars}
    if code is None or "__class__" in code.co_freevars or not named.isdisjoint(OF_BASES):
        return False
    used = [base for base in bases(cls)[1:] if class_name(base) in named]
    return not any(getattr_static(base, name) is not None for base in used for name in named)


class Copied(Container):
    """Thunk that answers by itself until an operation needs a real value, and then forwards to a copy."""

    __slots__ = ()
    _self_copies = True

    @classmethod
    def _self_hooks(cls, of: type) -> dict[str, Any]:
        return {"__setattr__": _set_by_hook} if reads_by_itself(of, getattr_static(of, "__setattr__")) else {}

    def __getattr__(self, name: str) -> Any:
        """Forward to a copy; make none if the class tells that there is no such attribute: `getattr(x, name, None)`."""
        if name == "__wrapped__":  # wrapt's Python build asks for it here
            return type(self).__wrapped_get__(self)
        cls = self._self_class()  # an error of the property `__class__` would lead here again
        written, hook = getattr_static(cls, name), getattr_static(cls, "__getattr__")
        is_written, reads = is_in_class(cls, name), self._self_reads()
        if reads:
            key, found = Attribute(name), dict(beside(kind_of(cls), self._self_source))
            if key in found and not is_in_class(type(written), "__set__"):
                self._self_log.count(self._self_number, key)
                return stand_in(self._self_log, (self._self_number, key), found[key])
            if state := _state_of(self._self_source, written):
                return state[0]
            if not is_written and hook in HOOKS:
                return self[name] if hook is dict.__getitem__ else self.get(name)
            if not is_written and reads_by_itself(cls, hook):
                return hook(self, name)
            if issubclass(type(written), OF_CLASSES) or reads_by_itself(cls, written):
                return written.__get__(self, cls)
            if is_written and not is_in_class(type(written), "__get__"):
                return written
        if not is_written and hook is None and (reads or not cls.__dictoffset__):
            raise AttributeError(f"{cls.__name__!r} object has no attribute {name!r}")
        return getattr(materialised(self), name)

    def _self_reads(self) -> bool:
        """True while there is no copy to answer."""
        return get_value(self) is UNSET

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


def _state_of(source: Any, written: Any) -> tuple[Any, ...]:
    """Return what a built-in base keeps beside elements, as the only one of a tuple; none if that takes a copy."""
    whole = source.like if issubclass(type(source), PartialMapping) else source
    is_one = any(written is state and issubclass(type(whole), state.__objclass__) for state in STATE)
    return (written.__get__(whole),) if is_one else ()


def _set_by_hook(self: Any, name: str, value: Any) -> None:
    """Set an attribute as the class says, which reads what its code reads: `self[name] = value` reads nothing."""
    if name.startswith(("_self_", "__")) or not self._self_reads():
        OF_WRAPT["__setattr__"](self, name, value)
    else:
        self._self_look()
        getattr_static(self._self_class(), "__setattr__")(self, name, value)


def hand_out_attributes(thunk: Any, copied: Any) -> Any:
    """Return the copy behind the thunk of a list or a dict with thunks for the attributes beside its elements."""
    for name, part in beside(kind_of(type(copied)), thunk._self_source):
        put_attribute(copied, str(name), stand_in(thunk._self_log, (thunk._self_number, name), part))
    return copied
