"""Copied: base of the thunks for lists, tuples and dicts, which make a copy for what only a real one can do.

Until then they answer by themselves. A class derived from these may hold attributes beside its elements, and have
methods in Python, which get the thunk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import CellType, CodeType, FunctionType
from typing import Any

from strictcheck.kinds.attributes import beside, put_attribute
from strictcheck.kinds.building import PLAIN
from strictcheck.kinds.layer import Attribute
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.placing import Container, stand_in
from strictcheck.kinds.table import kind_of
from strictcheck.thunks.classes import bases, class_name, code_of, getattr_static, is_written_in_python, namespace_of
from strictcheck.thunks.proxy import UNFORCED, UNSET, Thunk, get_value, materialised
from strictcheck.thunks.special_methods import OF_WRAPT

HOOKS = (dict.__getitem__, dict.get)  # `__getattr__ = dict.get`, as many write
OF_CLASS = "__class__"  # name of the cell from which `super()` has its class


def for_thunk(thunk_class: Any, cls: type, method: Any) -> Any:
    """Return what runs a method, or property, in Python of `cls` on a thunk; None if it needs a real list or dict.

    That is so if it names a base and a method of it, for those in C take no thunk. `super()` finds the methods of
    thunks instead, if there are such for all that the method names.
    """
    code = code_of(method)
    named = set() if code is None else {*code.co_names, *code.co_freevars}
    calls_super = not named.isdisjoint(("super", OF_CLASS))
    others = bases(cls) if calls_super else bases(cls)[1:]  # `super(Stack, self)` would not be led to thunks
    used = [base for base in others if class_name(base) in named]
    if code is None or "__getattribute__" in named or any(_has(base, named) for base in used):
        return None
    if not calls_super:
        return method
    return _with_super(thunk_class, cls, method) if type(method) is FunctionType else None


def _has(cls: type, names: Iterable[str]) -> bool:
    return any(getattr_static(cls, name) is not None for name in names)


def _with_super(thunk_class: Any, cls: type, method: FunctionType) -> FunctionType | None:
    """Return the method with a `super()` that leads to the methods of thunks; None if one that it may call is none."""
    code = method.__code__
    within = [part for part in code.co_consts if type(part) is CodeType and OF_CLASS in part.co_freevars]
    cells = dict(zip(code.co_freevars, method.__closure__ or (), strict=True))
    own = cells[OF_CLASS].cell_contents if OF_CLASS in cells else None
    if own not in bases(cls) or within:
        return None
    after = bases(cls)[bases(cls).index(own) + 1 :]
    for name in code.co_names:
        owner = next((base for base in after if name in namespace_of(base)), None)
        of_thunks = next((base for base in bases(thunk_class)[1:] if name in namespace_of(base)), Thunk)
        if owner is not None and (is_written_in_python(owner) or of_thunks in bases(Thunk)):
            return None
    cells[OF_CLASS] = CellType(thunk_class)
    made = FunctionType(code, method.__globals__, method.__name__, method.__defaults__, tuple(cells.values()))
    made.__kwdefaults__ = method.__kwdefaults__
    return made


def with_methods(cls: type, base: Any, methods: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Return a base for thunks of `cls`, and attributes for their class: `methods`, in place of those in C.

    What a derived class has written itself is run, and `super()` in it leads to these.
    """
    in_c: Any = class_in_c(cls)
    if cls is in_c:
        return base, {**methods}
    below = type(base)(base.__name__, (base,), {"__slots__": (), **methods})
    written = [name for name in methods if getattr_static(cls, name) is not getattr_static(in_c, name)]
    return below, {name: _special(name) if name[0] == "_" else OfClass() for name in written}


def class_in_c(cls: type) -> type:
    """Return the class in C that `cls` is, or is derived from."""
    return next(base for base in bases(cls) if not is_written_in_python(base))


class OfClass:
    """Method that the class of the values has written itself, for which `__getattr__` is asked."""

    def __get__(self, thunk: Any, owner: type) -> Any:
        raise AttributeError


def _special(name: str) -> Callable[..., Any]:
    return lambda self, *args: Copied.__getattr__(self, name)(*args)


class Copied(Container):
    """Thunk that answers by itself until an operation needs a real value, and then forwards to a copy."""

    __slots__ = ()
    _self_copies = True

    @classmethod
    def _self_hooks(cls, of: type) -> dict[str, Any]:
        takes_thunks = for_thunk(cls, of, getattr_static(of, "__setattr__")) is not None
        return {"__setattr__": _set_by_hook} if takes_thunks else {}

    def __getattr__(self, name: str) -> Any:
        """Forward to a copy; make none if the class tells that there is no such attribute: `getattr(x, name, None)`."""
        if name == "__wrapped__":  # wrapt's Python build asks for it here
            return type(self).__wrapped_get__(self)
        cls = self._self_class()  # an error of the property `__class__` would lead here again
        if not cls.__dictoffset__ and getattr_static(cls, name) is None and getattr_static(cls, "__getattr__") is None:
            raise AttributeError(f"{cls.__name__!r} object has no attribute {name!r}")
        if kind_of(cls).has_beside and self._self_reads():
            key, hook = Attribute(name), getattr_static(cls, "__getattr__")
            written: Any = getattr_static(cls, name)
            if written is None and key in (held := dict(beside(kind_of(cls), self._self_source))):
                self._self_log.count(self._self_number, key)
                return stand_in(self._self_log, (self._self_number, key), held[key])
            if written is None and hook in HOOKS:
                return self[name] if hook is dict.__getitem__ else self.get(name)
            found = for_thunk(type(self), cls, hook if written is None else written)
            if found is not None:
                return found(self, name) if written is None else found.__get__(self, cls)
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
