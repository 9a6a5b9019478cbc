"""The special methods of a thunk class: those that the class of its value has, and no others.

wrapt's base class has nearly all there are. Here a thunk gets those that wrapt lacks, loses those that its value has
not, and leaves operators to the other operand where its own value must not be handed over.
"""

from __future__ import annotations

import gc
import types
from collections import deque
from collections.abc import Callable
from typing import Any

from strictcheck.kinds.classes import bases, class_name, getattr_static, namespace_of
from strictcheck.thunks.proxy import OF_WRAPT, force, is_forced, materialised, source_of
from strictcheck.thunks.without_forcing import asked_from_outside

__all__ = ["Forcing", "Hidden", "Lacks", "following", "hide_what_it_lacks", "refuse"]


class Lacks(AttributeError, TypeError):
    """Raised for a special method that the value has not: `hasattr` and `reversed` expect different errors."""


class Forcing:
    """A method that a kind of thunk has in place of the value's own: to ask for it is to look, as for any attribute.

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
    """In place of a special method that wrapt has and the class stood for has not."""

    def __init__(self, cls: type, name: str) -> None:
        self.message = f"{class_name(cls)!r} object has no {name}"

    def __get__(self, thunk: Any, owner: type) -> Any:
        if thunk is not None:
            force(thunk)
        raise Lacks(self.message)


# Methods that Python looks up on the class, and by which it tells what a value can do. wrapt's base class has some for
# every value; here a stand-in has those of the class it stands for, and None (Python's own "has not") for the others.
FORWARDED: dict[str, Callable[..., Any]] = {
    "__call__": lambda self, /, *args, **kwargs: self.__wrapped__(*args, **kwargs),
    "__iter__": lambda self: iter(self.__wrapped__),
    "__getitem__": lambda self, key: self.__wrapped__[key],  # written in Python, it makes a sequence to C code too
    "__next__": lambda self: next(self.__wrapped__),
    "__aiter__": lambda self: aiter(self.__wrapped__),
    "__anext__": lambda self: anext(self.__wrapped__),
    "__get__": lambda self, instance, owner=None: self.__wrapped__.__get__(instance, owner),
    "__set__": lambda self, instance, value: self.__wrapped__.__set__(instance, value),
    "__delete__": lambda self, instance: self.__wrapped__.__delete__(instance),
    "__await__": lambda self: self.__wrapped__.__await__(),
    "__fspath__": lambda self: self.__wrapped__.__fspath__(),
    "__bytes__": lambda self: bytes(self.__wrapped__),
    "__complex__": lambda self: complex(self.__wrapped__),
    "__buffer__": lambda self, flags: self.__wrapped__.__buffer__(flags),
}
OPERATORS = (
    "add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift", "and",
    "xor", "or",
)  # fmt: skip
ORDER = ("__lt__", "__le__", "__gt__", "__ge__")
# wrapt's C code walks the classes of a proxy for `__wrapped__` whenever it sets it, so each class has it at hand.
WHERE_WRAPPED = {name: value for name, value in OF_WRAPT.items() if name == "__wrapped__"}
# Operations that wrapt's C build does without looking for a method; in its Python build, they are methods.
OPERATIONS = {
    "__getitem__", "__setitem__", "__delitem__", "__len__", "__contains__", "__index__", "__int__", "__float__",
    "__bool__", "__neg__", "__pos__", "__abs__", "__invert__",
    *(f"__{side}{name}__" for name in OPERATORS for side in ("", "r", "i")),
}  # fmt: skip
IN_C = isinstance(OF_WRAPT["__len__"], types.WrapperDescriptorType)
# Methods that Python looks for, and goes on in another way where there is none, but not where `Hidden` raises.
WAYS = {
    "__bytes__": ("__iter__", "__getitem__", "__index__", "__buffer__"),
    "__complex__": ("__float__", "__index__"),
    **dict.fromkeys(("__floor__", "__ceil__", "__trunc__"), ("__float__", "__index__")),
    "__reversed__": ("__getitem__",),
}  # fmt: skip
# Names by which code tells what a value can do; in the Python build a hidden operator could not answer NotImplemented.
TELLING = {"__getitem__", "__len__", "__contains__", "__index__"}
HIDDEN = (OPERATIONS if IN_C else TELLING) | {
    "__enter__", "__exit__", "__aenter__", "__aexit__", "__round__", "__instancecheck__", "__subclasscheck__",
    "__class_getitem__", "__mro_entries__", *WAYS,
}  # fmt: skip


def methods_had(cls: type) -> set[str]:
    """The names of all that values of `cls` have of it."""
    return {name for base in bases(cls) for name in namespace_of(base) if getattr_static(cls, name) is not None}


def following(cls: type, *, has_copy: bool) -> dict[str, Any]:
    """Class attributes for a stand-in of `cls`, as far as it differs from wrapt's in the special methods it has.

    A stand-in that `has_copy` lets wrapt operate on that copy, whose parts are observed. Any other would hand over the
    user's own value, of which nothing is: it leaves it to the other operand.
    """
    has = methods_had(cls)
    namespace: dict[str, Any] = {name: method for name, method in FORWARDED.items() if name in has}
    if "__iter__" not in has:  # to index is enough to iterate; what can do neither is looked at all the same
        namespace["__iter__"] = FORWARDED["__iter__"] if "__getitem__" in has else Hidden(cls, "__iter__")
    unhashable: dict[str, Any] = {} if "__hash__" in has else {"__hash__": None}
    operators = _concatenating(has) if has_copy else _left_to_others(cls, has)
    return namespace | operators | unhashable | WHERE_WRAPPED


def hide_what_it_lacks(made: type, cls: type) -> None:
    """Take from the attributes of `made`, a stand-in for values of `cls`, the special methods that `cls` has not.

    Past `type.__setattr__`, which would also replace the operation in C: that goes on to the value, and raises what is
    raised there (`len` a `TypeError`, `hasattr` an `AttributeError`).
    """
    has = methods_had(cls)
    kept = {name for name, others in WAYS.items() if not has.isdisjoint(others)}
    of_wrapt = {name for name in HIDDEN & OF_WRAPT.keys() if getattr_static(made, name) is OF_WRAPT[name]}
    attributes: Any = gc.get_referents(vars(made))[0]  # of the view that `vars` gives, the dict itself
    attributes.update({name: Hidden(cls, name) for name in of_wrapt - has - kept})


def refuse(self: Any, other: Any) -> Any:
    """An operator that leaves it to Python to try what it has else, such as `__add__` for `__iadd__`. Forces."""
    force(self)
    return NotImplemented


def _left_to_others(cls: type, has: set[str]) -> dict[str, Any]:
    names = {f"__{side}{name}__" for name in OPERATORS for side in ("", "r", "i")} & OF_WRAPT.keys()
    refused = {name: refuse for name in (*names, *ORDER) if getattr_static(cls, name) in (None, vars(object).get(name))}
    if getattr_static(cls, "__eq__") is not object.__eq__:
        return refused
    return refused | {"__eq__": _is_same, "__ne__": _is_other, "__hash__": OF_WRAPT["__hash__"]}


def _is_same(self: Any, other: Any) -> Any:
    """Equality of what has none but identity. The other operand is asked if it is no thunk."""
    return True if source_of(self) is source_of(other) else NotImplemented


def _is_other(self: Any, other: Any) -> Any:
    return False if source_of(self) is source_of(other) else NotImplemented


def _concatenating(has: set[str]) -> dict[str, Any]:
    """Addition of what is no number: a list to the left of `+=` takes any elements, if nobody else adds them."""
    if "__add__" in has:
        return {} if "__radd__" in has else {"__radd__": _concatenate}
    return {"__add__": refuse, "__radd__": refuse} if "__iter__" in has else {}


def _concatenate(self: Any, other: Any) -> Any:
    """`other + self` of lists, strings and the like.

    `other += self` comes here as well, and cannot be told from it: it makes a new list of the one that others may know.
    """
    value = materialised(self)
    if not any(isinstance(value, base) and isinstance(other, base) for base in CONCATENATED):
        return NotImplemented
    left: Any = other
    return left + value


CONCATENATED = (list, tuple, str, deque, (bytes, bytearray))
