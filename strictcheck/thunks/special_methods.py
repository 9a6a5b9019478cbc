"""Special methods of a thunk class: those that the class of its value has, and no others.

The base class of thunks has nearly all special methods. Here a thunk gets those that it lacks, loses those that its
value lacks, and leaves operators to the other operand where its own value must not be handed over.
"""

from __future__ import annotations

import operator
import types
from collections import deque
from collections.abc import Callable
from typing import Any

from strictcheck.thunks.call_stack import asked_from_outside
from strictcheck.thunks.classes import bases, getattr_static, namespace_of, slots_of
from strictcheck.thunks.proxy import (
    COMPARISONS,
    FORWARDED,
    OPERATORS,
    WITH_ATTRIBUTES,
    Thunk,
    force,
    get_attribute,
    is_forced,
    is_thunk,
    materialised,
    source_of,
)


class Lacks(AttributeError, TypeError):
    """Lack of a special method in the class of the value: `hasattr` and `reversed` expect different errors."""


class ForcingMethod:
    """Method that a kind of thunk defines in place of the value's own; getting it forces, as for any attribute.

    Used as a decorator.
    """

    def __init__(self, method: Callable[..., Any]) -> None:
        self.method = method

    def __get__(self, thunk: Any, owner: type) -> Any:
        if thunk is None:
            return self.method
        is_left = is_forced(thunk) or asked_from_outside()
        return types.MethodType(self.method, thunk if is_left else force(thunk))


class Hidden:
    """Placeholder for a special method that the class of the value lacks: to ask for it is a look."""

    def __init__(self, name: str, error: type[Exception] = Lacks) -> None:
        self.name = name
        self.error = error

    def __get__(self, thunk: Any, owner: type) -> Any:
        raise self.error(self.name if thunk is None else _refusal(self.name, force(thunk)))


def _refusal(name: str, thunk: Any) -> str:
    """Return what Python says when such an operation is tried on the value, which lacks it."""
    method = FORWARDED.get(name) or ABILITIES.get(name) or _called(name)
    try:
        method(thunk, *[0] * (method.__code__.co_argcount - 1))
    except (TypeError, AttributeError) as error:
        return str(error)
    return name


def _in_place(name: str) -> Callable[[Any, Any], Any]:
    change = getattr(operator, f"__i{name}__")

    def changing(self: Any, other: Any) -> Any:
        value = materialised(self)
        made = change(value, materialised(other) if is_thunk(other) else other)
        return self if made is value else made

    return changing


def _called(name: str) -> Callable[..., Any]:
    return lambda self, *others: getattr(materialised(self), name)(*others)


CALLED = ("enter", "exit", "aenter", "aexit", "get", "set", "delete", "await", "fspath", "buffer", "mro_entries")
# Methods that Python looks up on the class, and that tell the abilities of a value: a thunk has those that the class of
# its value has.
ABILITIES: dict[str, Callable[..., Any]] = {
    "__call__": lambda self, /, *args, **kwargs: materialised(self)(*args, **kwargs),
    "__iter__": lambda self: iter(materialised(self)),
    "__next__": lambda self: next(materialised(self)),
    "__aiter__": lambda self: aiter(materialised(self)),
    "__anext__": lambda self: anext(materialised(self)),
    "__getitem__": lambda self, key: materialised(self)[key],
    "__setitem__": lambda self, key, value: operator.setitem(materialised(self), key, value),
    "__delitem__": lambda self, key: operator.delitem(materialised(self), key),
    "__instancecheck__": lambda self, value: isinstance(value, materialised(self)),
    "__subclasscheck__": lambda self, cls: issubclass(cls, materialised(self)),
    **{f"__{name}__": _called(f"__{name}__") for name in CALLED},
    **{f"__i{name}__": _in_place(name) for name in OPERATORS if name != "divmod"},
}
# Operations that a value may lack, but for operators: one that is hidden could not return NotImplemented.
NAMES = "len contains index round abs neg pos invert int float complex bytes floor ceil trunc reversed"
HIDDEN = {f"__{name}__" for name in f"{NAMES} iter getitem setitem delitem enter exit aenter aexit".split()}
# Methods that Python does without if they are missing, but not if `Hidden` raises.
WAYS = {
    "__bytes__": ("__iter__", "__getitem__", "__index__", "__buffer__"),
    "__complex__": ("__float__", "__index__", "isdigit"),
    "__int__": ("__index__", "__trunc__", "isdigit"),
    "__float__": ("__index__", "isdigit"),
    **dict.fromkeys(("__floor__", "__ceil__", "__trunc__"), ("__float__", "__index__")),
    "__iter__": ("__getitem__",),
    "__reversed__": ("__getitem__",),
    "__contains__": ("__iter__", "__getitem__"),
}
# Python has one slot for both: a class that writes one of them in Python lacks the other with an AttributeError.
PAIRS = {"__setitem__": "__delitem__", "__delitem__": "__setitem__"}


def methods_had(cls: type) -> set[str]:
    """Return the names of all methods that `cls` gives to its values."""
    return {name for base in bases(cls) for name in namespace_of(base) if getattr_static(cls, name) is not None}


def following(cls: type, base: type[Thunk]) -> dict[str, Any]:
    """Return class attributes for a thunk of `cls`, where it differs from others in its special methods.

    A thunk with `_self_copies` operates on that copy, whose parts are observed. Any other would hand over the
    user's own value, whose parts are not: it leaves operators to the other operand.
    """
    has = methods_had(cls)
    namespace: dict[str, Any] = {name: method for name, method in ABILITIES.items() if name in has}
    if {"__iter__", "__getitem__"} & has == {"__getitem__"} and not _is_written(cls, "__getitem__"):
        namespace["__iter__"] = ABILITIES["__iter__"]  # in C, indexing may not be enough; in Python it is
    for name, twin in PAIRS.items():
        if name not in has and _is_written(cls, twin):
            namespace[name] = Hidden(name, AttributeError)
    unhashable: dict[str, Any] = {} if "__hash__" in has else {"__hash__": None}
    operators = _concatenating(has) if base._self_copies else _left_to_others(cls, has)
    return _attributes(cls, base) | _hidden(base, has) | namespace | operators | unhashable


def _attributes(cls: type, base: type[Thunk]) -> dict[str, Any]:
    """Return the ways to get and set attributes, where thunks have no way of their own."""
    is_plain = getattr_static(cls, "__setattr__") is object.__setattr__ and not cls.__dictoffset__ and not slots_of(cls)
    own = getattr_static(base, "__setattr__") is not object.__setattr__
    getting = {} if getattr_static(base, "__getattr__") is not None else {"__getattr__": get_attribute}
    return getting if is_plain or own else getting | WITH_ATTRIBUTES


def _is_written(cls: type, name: str) -> bool:
    """True if a special method is written in Python."""
    return isinstance(getattr_static(cls, name), types.FunctionType)


def _hidden(base: type[Thunk], has: set[str]) -> dict[str, Any]:
    """Return placeholders for the operations that values lack, but for those that `base` has its own way to do."""
    kept = {name for name, others in WAYS.items() if not has.isdisjoint(others)}
    told = {name for name in HIDDEN if getattr_static(base, name) in (base._self_forwarded.get(name), None)}
    return {name: Hidden(name) for name in told - has - kept}


def refuse(self: Any, other: Any) -> Any:
    """Return NotImplemented, so that Python tries other methods, such as `__add__` for `__iadd__`. Forces."""
    force(self)
    if type(other) is type(self):  # Python asks one of two, and the class of the other one tells
        force(other)
    return NotImplemented


def _left_to_others(cls: type, has: set[str]) -> dict[str, Any]:
    names = {f"__{side}{name}__" for name in OPERATORS for side in ("", "r", "i")}
    refused = {
        name: refuse
        for name in (*names, *COMPARISONS[2:])
        if getattr_static(cls, name) in (None, vars(object).get(name))
    }
    if getattr_static(cls, "__eq__") is not object.__eq__:
        return refused
    return refused | {"__eq__": _is_same, "__ne__": _is_other, "__hash__": FORWARDED["__hash__"]}


def _is_same(self: Any, other: Any) -> Any:
    """Equality by identity. The other operand decides if it is no thunk."""
    return True if source_of(self) is source_of(other) else NotImplemented


def _is_other(self: Any, other: Any) -> Any:
    return False if source_of(self) is source_of(other) else NotImplemented


def _concatenating(has: set[str]) -> dict[str, Any]:
    """Return addition for values that are no numbers: a list left of `+=` takes any elements if nobody else adds."""
    if "__add__" in has:
        return {} if "__radd__" in has else {"__radd__": _concatenate}
    return {name: refuse for name in ("__add__", "__radd__") if "__iter__" in has and name not in has}


def _concatenate(self: Any, other: Any) -> Any:
    """Compute `other + self` for lists, strings and the like.

    `other += self` comes here as well, and cannot be told apart: it makes a new list of one that others may share.
    """
    value = materialised(self)
    if not any(isinstance(value, base) and isinstance(other, base) for base in CONCATENATED):
        return NotImplemented
    left: Any = other
    return left + value


CONCATENATED = (list, tuple, str, deque, (bytes, bytearray))
