"""Classes and the contents of their values, read without running any code of theirs.

A class may answer as it likes when it is asked for its bases, and its values when they are asked for their class or
attributes; to read a value must run none of that. Skip this module unless you look for ways a class can hide things.
"""

from __future__ import annotations

import collections.abc
import functools
import sys
import sysconfig
import types
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

HEAP_TYPE = 1 << 9
# Methods and properties whose code is Python, so that it can run with a thunk as `self`.
PYTHON_METHODS = (types.FunctionType, property, functools.partialmethod, functools.singledispatchmethod)
# Knowledge about classes is kept for this many of them, the latest. A table of all would keep
# alive each class that a function ever made, and so would a weak one, for thunk classes refer to their classes.
INSTALLED = tuple(sysconfig.get_path(name) for name in ("purelib", "platlib"))
REMEMBERED = 512
# `cls.__mro__` would be answered by the metaclass.
bases: Callable[[type], tuple[type, ...]] = type.__dict__["__mro__"].__get__
# So would its other classes, its names, and its attributes.
direct_bases: Callable[[type], tuple[type, ...]] = type.__dict__["__bases__"].__get__
class_name: Callable[[type], str] = type.__dict__["__name__"].__get__
qualified_name: Callable[[type], str] = type.__dict__["__qualname__"].__get__
module_name: Callable[[type], str] = type.__dict__["__module__"].__get__
namespace_of: Callable[[type], Mapping[str, Any]] = type.__dict__["__dict__"].__get__
flags_of: Callable[[type], int] = type.__dict__["__flags__"].__get__
basic_size: Callable[[type], int] = type.__dict__["__basicsize__"].__get__
dict_offset: Callable[[type], int] = type.__dict__["__dictoffset__"].__get__
parent_of: Callable[[type], type | None] = type.__dict__["__base__"].__get__


def getattr_static(cls: type, name: str) -> Any:
    """Return the attribute of `cls` and its bases, without running descriptors or the metaclass; None without one."""
    for namespace in _namespaces(bases(cls)):
        if name in namespace:
            return namespace[name]
    return None


def is_in_class(cls: type, name: str) -> bool:
    """True if `cls` or a base of it has such an attribute, which may be None."""
    return any(name in namespace for namespace in _namespaces(bases(cls)))


@functools.lru_cache(maxsize=REMEMBERED)
def _namespaces(classes: tuple[type, ...]) -> tuple[Mapping[str, Any], ...]:
    """Return views of the attributes of these classes, which show later changes too."""
    return tuple(map(namespace_of, classes))


def attributes_of(cls: type) -> list[Any]:
    """Return the attributes of `cls` and its bases, as they are there."""
    return [one for namespace in _namespaces(bases(cls)[:-1]) for one in namespace.values()]


def are_patched(before: list[Any], now: list[Any]) -> bool:
    """True if there are other methods among the attributes of a class, or more attributes; values may change."""
    if len(now) != len(before):
        return True
    changed = [(one, other) for one, other in zip(before, now, strict=True) if one is not other]
    return any(is_in_class(type(one), "__get__") for pair in changed for one in pair)


def has_methods(cls: type, *names: str) -> bool:
    """True if values of `cls` have all these special methods; the metaclass and its hooks are not asked."""
    return all(getattr_static(cls, name) is not None for name in names)


@functools.lru_cache(maxsize=REMEMBERED)
def is_thunk_class(cls: type) -> bool:
    """True if `cls` is a thunk class, for modules that may not import it."""
    return has_methods(cls, "_self_place", "_self_look")


def class_of_values(cls: type) -> type:
    """Return the class for whose values a thunk class is made; any other class itself."""
    stands_for = namespace_of(cls).get("_self_for")
    return cls if stands_for is None else stands_for


def has_finalizer(cls: type) -> bool:
    """True if Python code runs when a value of `cls` is freed: it may close or delete what a copy shares."""
    return isinstance(getattr_static(cls, "__del__"), PYTHON_METHODS)


@functools.lru_cache(maxsize=REMEMBERED)
def is_known_by_identity(cls: Any) -> bool:
    """True of a class whose values are equal to nothing but themselves."""
    return all(getattr_static(cls, name) is getattr_static(object, name) for name in ("__eq__", "__hash__"))


@functools.lru_cache(maxsize=REMEMBERED)
def holds_all(cls: Any) -> bool:
    """True if objects of a class have no attributes but those that they hold: none is computed, or fetched, when read.

    >>> import threading, types
    >>> holds_all(types.SimpleNamespace), holds_all(threading.Thread)
    (True, False)
    """
    named = [one for base in bases(cls) if base is not object for one in namespace_of(base).values()]
    is_hooked = any(isinstance(getattr_static(cls, name), types.FunctionType) for name in HOOKS)
    return not is_hooked and all(issubclass(type(one), METHODS) or not hasattr(type(one), "__get__") for one in named)


# Hooks that make up attributes; and what a class holds that computes none.
HOOKS = ("__getattr__", "__getattribute__")
METHODS_IN_C = (types.WrapperDescriptorType, types.MethodDescriptorType, types.ClassMethodDescriptorType)
STORED = (types.MemberDescriptorType, types.GetSetDescriptorType)
METHODS = (types.FunctionType, types.BuiltinFunctionType, classmethod, staticmethod, *METHODS_IN_C, *STORED)


def is_own_copy(value: Any) -> bool:
    """True if the class of `value` has a method that copies it, which says that it is its own copy."""
    copying = getattr_static(type(value), "__copy__")
    with suppress(Exception):  # raised by the class
        return copying is not None and copying(value) is value
    return False


def globals_beside(cls: type) -> set[int]:
    """Return the ids of all globals of the module that defines a class; an object among them may be a sentinel."""
    module = sys.modules.get(str(getattr_static(cls, "__module__")))
    return {*map(id, instance_dict(module).values())}


def is_honest(cls: type) -> bool:
    """True if values of it report their class. A number, string or container that does not is left whole."""
    told = getattr_static(cls, "__class__") is getattr_static(object, "__class__")
    return told and not isinstance(getattr_static(cls, "__getattribute__"), types.FunctionType)


SLOT = types.MemberDescriptorType


def is_made_in_python(cls: type) -> bool:
    """True if all state of an instance is attributes: no base, other than object, was written in C."""
    return all(base in (object, types.SimpleNamespace) or is_written_in_python(base) for base in bases(cls))


def is_written_in_python(base: type) -> bool:
    """True if a class statement made the class, no C code."""
    # A class statement leaves one of these marks, or adds nothing to the layout of its base; C code does neither. But
    # Cython's functions leave the marks, too: what tells them is that they have methods in C of their own.
    own = namespace_of(base)
    makes_itself = isinstance(own.get("__new__"), types.BuiltinFunctionType)
    adds_nothing = basic_size(base) == basic_size(parent_of(base) or object)
    is_marked = not own.keys().isdisjoint(("__dict__", "__weakref__", "__slots__"))
    in_c = (each for each in own.values() if type(each) in METHODS_IN_C)
    adds_in_python = is_marked and not any(each.__objclass__ is base for each in in_c)
    return bool(flags_of(base) & HEAP_TYPE) and not makes_itself and (adds_nothing or adds_in_python)


def instance_dict(value: Any) -> Mapping[str, Any]:
    """Return the dictionary in which `value` keeps its attributes, whatever its class reports; empty without one."""
    cls: type = type(value)
    found = _dict_reader(cls)(value)
    return found if isinstance(found, dict) else {}


NAMESPACE: Any = vars(types.SimpleNamespace)["__dict__"]  # the reader of it, of another class than that of others


@functools.lru_cache(maxsize=REMEMBERED)
def _dict_reader(cls: type) -> Callable[[Any], Any]:
    found = getattr_static(cls, "__dict__")
    if isinstance(found, types.GetSetDescriptorType) or found is NAMESPACE:
        return found.__get__
    return _told_dict if found is not None else lambda value: None


def hides_its_dict(cls: type) -> bool:
    """True if the class has something of its own in place of `__dict__`: what its values hold can only be guessed."""
    return _dict_reader(cls) is _told_dict


@functools.lru_cache(maxsize=REMEMBERED)
def only_dict_of(cls: type) -> Callable[[Any], Any] | None:
    """Return the reader of the dictionary in which values of `cls` keep all their attributes; None if they do not."""
    found = getattr_static(cls, "__dict__")
    is_stored = isinstance(found, types.GetSetDescriptorType) or found is NAMESPACE
    return found.__get__ if is_stored and not slots_of(cls) else None


def new_object(cls: Any) -> Any:
    """Make an object of `cls`, without attributes, past what the class says of making."""
    return (types.SimpleNamespace if issubclass(cls, types.SimpleNamespace) else object).__new__(cls)


def _told_dict(value: Any) -> Any:
    """Return those attributes in the `__dict__` that the class reports that are actually there."""
    cls: type = type(value)
    held: dict[str, Any] = {}
    with suppress(Exception):  # raised by the class, which has something else in its place
        for name in value.__dict__:
            if getattr_static(cls, name) is None:
                with suppress(AttributeError):
                    held[name] = object.__getattribute__(value, name)
    return held


@functools.lru_cache(maxsize=REMEMBERED)
def slots_of(cls: type) -> dict[str, types.MemberDescriptorType]:
    """Return the slots of `cls` and its bases, by name and in order, those of the bases first."""
    named = [
        name
        for base in reversed(bases(cls))
        for name, slot in namespace_of(base).items()
        if type(slot) is SLOT and (name[:2] != "__" or is_written_in_python(base))  # pydantic has state in such
    ]
    kept = {name: getattr_static(cls, name) for name in named}
    return {name: slot for name, slot in kept.items() if type(slot) is SLOT}


def is_set(slot: types.MemberDescriptorType, value: Any) -> bool:
    """True if there is anything in a slot of `value`."""
    try:
        slot.__get__(value)
    except AttributeError:
        return False
    return True


def function_of(method: Any) -> types.FunctionType | None:
    """Return the function of a method, of a partial one, or of the getter of a property; None if it is in C."""
    written = method.fget if issubclass(type(method), property) else method
    written = written.func if type(written) is functools.partialmethod else written
    return written if type(written) is types.FunctionType else None


def code_of(method: Any) -> types.CodeType | None:
    """Return the code of a method, or of the getter of a property; None if it is written in C."""
    function = function_of(method)
    return None if function is None else function.__code__


COLLECTION_FLAGS = 1 << 5 | 1 << 6  # by which `match` tells sequences and mappings
FLAGGED: Any = {collections.abc.Sequence: 1 << 5, collections.abc.Mapping: 1 << 6}
REGISTERED: Any = FLAGGED | {
    collections.abc.MutableSequence: 1 << 5, collections.abc.MutableMapping: 1 << 6,
    collections.abc.Set: 0, collections.abc.MutableSet: 0,
}  # fmt: skip


def _is_one(cls: type, abstract: Any) -> bool:
    """True if `cls` derives from `abstract`, or from a class in C that does; the metaclass is not asked."""
    return any(
        base is abstract or (not is_written_in_python(base) and issubclass(base, abstract)) for base in bases(cls)
    )


def register_like(cls: type, other: type) -> None:
    """Register `other` with those of `collections.abc` that `cls` derives from, or says it is like by its flags."""
    for abstract, flag in REGISTERED.items():
        if (flags_of(cls) & COLLECTION_FLAGS == flag) and ((flag and abstract in FLAGGED) or _is_one(cls, abstract)):
            abstract.register(other)


# Attributes in which pydantic keeps what the user gave it beside the fields.
OF_USERS = frozenset(("__pydantic_extra__", "__pydantic_private__"))


def is_internal(name: Any) -> bool:
    """True of an attribute that pydantic or SQLAlchemy keeps for itself in objects of the user's classes."""
    is_of_pydantic = isinstance(name, str) and name.startswith("__pydantic_") and name not in OF_USERS
    return is_of_pydantic or name == "_sa_instance_state"
