"""Classes of thunks for objects: they have all that the class of the object has, as far as thunks can have it.

Functions, properties and other descriptors are those of the class itself, and find a thunk as their object. Hooks fetch
an attribute before Python reads it; special methods, which Python calls past all hooks, look first.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Mapping
from typing import Any

from strictcheck.kinds.attributes import Shape, is_managed
from strictcheck.kinds.building import LEAVES
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.object_hooks import making_up, reading, writing
from strictcheck.kinds.object_thunk import UNREAD, ObjectThunk, fetch, fetch_past_hooks, get_constants, set_constants
from strictcheck.kinds.placing import named_after, stand_in
from strictcheck.kinds.pulled import CopyIfItHasOne
from strictcheck.kinds.python_code import exactly
from strictcheck.kinds.table import is_transient
from strictcheck.thunks.classes import (
    attributes_of,
    bases,
    code_of,
    getattr_static,
    has_methods,
    is_in_class,
    namespace_of,
    only_dict_of,
    slots_of,
)
from strictcheck.thunks.observed import cells_of, log_of, number_of
from strictcheck.thunks.proxy import stands_for
from strictcheck.thunks.special_methods import EXACT, KEPT, leave

# Names that the class has for itself.
TOLD = "__module__ __doc__ __slots__ __annotations__ __class_getitem__ __qualname__ __name__".split()
OF_CLASSES = {"__dict__", "__name__"}  # they cannot be set later, for classes have these themselves
EMPTY = ()  # Python has one empty tuple, which code knows by `is`


class WithDict(ObjectThunk):
    """Thunk whose class has a `__dict__`."""

    __slots__ = ("__dict__", "__weakref__")


def object_class(kind: Kind, *, counting: bool) -> Any:
    """Make the class of thunks for objects of one class."""
    cls, slots, has_dict = kind.cls, slots_of(kind.cls), bool(kind.cls.__dictoffset__)
    has_references = cls.__weakrefoffset__ or is_transient(cls)  # containers keep transient thunks by such references
    layout = [*slots, *(["__weakref__"] if has_references and not has_dict else [])]
    begun: dict[str, Any] = {"__slots__": layout, "_self_mutable": kind.mutable}
    if has_methods(cls, "__next__"):
        begun["__copy__"] = CopyIfItHasOne(ObjectThunk.__copy__)
    past_hooks = _past_hooks(cls)
    namespace = _attributes_for_thunks(kind, past_hooks)
    for name in OF_CLASSES & namespace.keys():
        begun[name] = namespace.pop(name)
    made: Any = named_after(cls, begun, WithDict if has_dict else ObjectThunk)
    own = {name: namespace_of(made)[name] for name in slots}
    read_dict = namespace_of(WithDict)["__dict__"].__get__ if has_dict else None
    store = None if is_managed(cls) else only_dict_of(cls)
    always = [words for name in past_hooks if not is_met_when_called(name) for words in past_hooks[name]]
    namespace["_self_shape"] = shape = Shape(kind, read_dict, own, store, always, attributes_of(cls))
    namespace |= reading(cls, shape, counting) | writing(cls, shape) | making_up(cls, past_hooks.get("__getattr__", []))
    # Set one by one, for descriptors are not to be told again what class they belong to.
    for name, value in namespace.items():
        type.__setattr__(made, name, value)
    return made


def _past_hooks(cls: type) -> dict[str, list[frozenset[str]]]:
    """Return the words in methods of the class that call `object.__getattribute__`, which no hook notices, by name."""
    words: dict[str, list[frozenset[str]]] = {}
    for name, one in ((name, one) for base in bases(cls)[:-1] for name, one in namespace_of(base).items()):
        code = code_of(one)
        if code is not None and "__getattribute__" in code.co_names:
            words.setdefault(name, []).append(frozenset(word for word in code.co_consts if isinstance(word, str)))
    return words


def is_met_when_called(name: str) -> bool:
    """True if a method of this name is wrapped, so that the attributes it reads past hooks can wait for its call."""
    return name == "__getattr__" or (name.startswith("__") and name not in (*KEPT, *TOLD, "__init__", "__dict__"))


def _attributes_for_thunks(kind: Kind, past_hooks: Mapping[str, list[frozenset[str]]]) -> dict[str, Any]:
    """Return the attributes of a class and its bases, by name, for the class of thunks."""
    found: dict[str, Any] = {}
    for base in reversed(bases(kind.cls)[:-1]):
        found |= namespace_of(SimpleNamespaceMethods if base is types.SimpleNamespace else base)
    in_c = (types.MemberDescriptorType, types.GetSetDescriptorType)
    return {
        name: _attribute_for_thunks(kind.cls, kind.has_fixed_names, name, value, past_hooks.get(name, []))
        for name, value in found.items()
        if name not in KEPT and not issubclass(type(value), in_c)
    }


class SimpleNamespaceMethods:
    """Methods of `SimpleNamespace`, written in Python: its own are in C, and take no thunk for `self`."""

    __lt__ = __le__ = __gt__ = __ge__ = leave

    def __init__(self, **attributes: Any) -> None:
        vars(self).update(attributes)

    def __eq__(self, other: Any) -> Any:
        return vars(self) == vars(other) if isinstance(other, types.SimpleNamespace) else NotImplemented


def _attribute_for_thunks(cls: type, is_fixed: bool, name: str, value: Any, past_hooks: list[frozenset[str]]) -> Any:
    is_special = name.startswith("__") and name != "__init__"
    of_value = type(value)  # the value may be one that answers as it likes, or fails, when it is asked for anything
    if name == "__name__" or (name in TOLD and is_in_class(of_value, "__get__")):
        return value  # the attribute of an object; a class has its name from the metaclass
    if name in TOLD or issubclass(of_value, classmethod):
        return OfClass(name)
    if issubclass(of_value, functools.cached_property):
        return Cached(name, value)
    if not is_in_class(of_value, "__get__"):
        is_told = is_fixed or is_special or value is EMPTY
        return value if value is None and is_special else (OfClass if is_told else Constant)(name)
    if is_special and name != "__dict__":
        return Looking(value, name in EXACT, past_hooks)
    is_plain = issubclass(of_value, (types.FunctionType, property, staticmethod))
    return OfSource(name) if is_managed(cls) and not is_plain else value


class OfClass:
    """Attribute that the class has for itself."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, thunk: Any, owner: Any) -> Any:
        return getattr(owner._self_for, self.name)


class Constant(OfClass):
    """Attribute of the class that its objects share."""

    def __get__(self, thunk: Any, owner: Any) -> Any:
        value = super().__get__(None, owner)
        if thunk is None:
            return value
        log, name, place = log_of(thunk), self.name, (number_of(thunk), self.name)
        log.count(*place)
        if type(value) in LEAVES and getattr_static(type(owner._self_for), "__getattr__") is None:
            log.look(place, value)  # code may compare it by `is`, if no metaclass made it up
            return value
        try:
            known = get_constants(thunk)
        except AttributeError:
            set_constants(thunk, known := {})
        if name not in known or not stands_for(known[name], value):
            known[name] = stand_in(log, place, value)
        return known[name]


class OfSource(OfClass):
    """Attribute that a tool reads, which must not be told of the thunk."""

    def __get__(self, thunk: Any, owner: Any) -> Any:
        if thunk is None:
            return super().__get__(None, owner)
        cells_of(thunk).setdefault(self.name, UNREAD)
        fetch(thunk, self.name, owner._self_shape)
        return owner._self_shape.held(thunk)[self.name]


class Cached(OfClass):
    """`functools.cached_property`, without its look at the whole `__dict__`."""

    def __init__(self, name: str, written: functools.cached_property[Any]) -> None:
        super().__init__(name)
        self.work_out = written.func

    def __get__(self, thunk: Any, owner: Any) -> Any:
        if thunk is None:
            return super().__get__(None, owner)
        found = self.work_out(thunk)
        owner._self_shape.put(thunk, self.name, found)
        return found


class Looking:
    """Special method of the class; fetched from a thunk, it forces it, and fetches what it reads past the hooks."""

    def __init__(self, written: Any, is_exact: bool, past_hooks: list[frozenset[str]]) -> None:
        self.written = written
        self.is_exact = is_exact
        self.past_hooks = past_hooks

    def __get__(self, thunk: Any, owner: Any) -> Any:
        if thunk is None:
            return self.written.__get__(None, owner._self_for)
        ObjectThunk._self_look(thunk)
        if self.past_hooks:
            fetch_past_hooks(thunk, self.past_hooks, owner._self_shape)
        found = self.written.__get__(thunk, owner)
        return exactly(found) if self.is_exact else found

    def __call__(self, thunk: Any, *args: Any) -> Any:
        """Call the method on a thunk."""
        return self.__get__(thunk, type(thunk))(*args)  # Python calls `__get__` of a class as it stands there
