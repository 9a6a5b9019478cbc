"""Methods of an observed object: those written in Python run with its thunk as `self`, so their reads count.

So do methods that Python derives if a class has none of its own: it would run them on the object, unnoticed.
"""

from __future__ import annotations

import functools
import operator
import types
from collections.abc import Callable
from typing import Any

from strictcheck.observation.unwrapping import unwrap
from strictcheck.thunks.special_methods import refuse

METHODS = (types.FunctionType, property, functools.partialmethod, functools.singledispatchmethod)
# Names that Python needs on the object itself, or that a thunk answers in its own way.
OWN = """__new__ __init__ __init_subclass__ __class_getitem__ __del__ __dict__ __getattribute__ __getattr__
    __setattr__ __delattr__ __copy__ __deepcopy__ __reduce__ __reduce_ex__ __getstate__ __setstate__ __repr__
    __class__ __set_name__""".split()
# Special methods whose results have to be of a certain class.
EXACT = frozenset(
    """__str__ __format__ __bytes__ __hash__ __bool__ __len__ __length_hint__ __int__ __float__ __complex__
    __index__ __fspath__ __dir__ __sizeof__""".split()
)
IN_PLACE = "add sub mul matmul truediv floordiv mod pow lshift rshift and xor or".split()


def methods_of(cls: type) -> dict[str, Any]:
    """Return the functions and properties of a thunk for objects of class `cls`, by name."""
    written = _written_in_python(cls)
    return {name: OnStandIn(name, value) for name, value in {**_implied_by(cls, written), **written}.items()}


class OnStandIn:
    """Function or property of the observed class: fetched from a thunk, it forces it, and has it as `self`."""

    def __init__(self, name: str, written: Any) -> None:
        self.name = name
        self.written = written
        # An attribute of the object itself goes before a function of its class, but for special methods.
        self.yields = not name.startswith("__") and not isinstance(written, property)

    def __get__(self, thunk: Any, owner: type) -> Any:
        if thunk is None:
            return self.written
        type(thunk)._self_look(thunk)
        if self.yields and thunk._self_holds(self.name):
            return thunk._self_part(self.name)
        found = self.written.__get__(thunk, owner)
        return _exactly(found) if self.name in EXACT else found

    def __call__(self, thunk: Any, *args: Any) -> Any:
        """Call the method on a thunk."""
        return self.__get__(thunk, type(thunk))(*args)  # Python calls `__get__` of a class as it stands there


def _exactly(method: Callable[..., Any]) -> Callable[..., Any]:
    """Unwrap the result of a special method where C code needs a real str or int, not a part of `self`."""

    def exact(*args: Any, **kwargs: Any) -> Any:
        return unwrap(method(*args, **kwargs), force_all=True)

    return exact


def _written_in_python(cls: type) -> dict[str, Any]:
    """Return functions and properties of `cls` and its bases that a thunk has to run itself."""
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__[:-1]):
        for name, value in vars(base).items():
            if name in OWN:
                continue
            if isinstance(value, METHODS):
                found[name] = value
            elif name in found:
                del found[name]
    return found


def _implied_by(cls: type, written: dict[str, Any]) -> dict[str, Any]:
    """Derive methods that Python derives from others; on the object itself they would run unnoticed."""
    implied: dict[str, Any] = {}
    if "__str__" not in written:
        implied["__str__"] = lambda self: repr(self)
    if "__format__" not in written:
        implied["__format__"] = lambda self, spec: str(self) if not spec else format(self.__wrapped__, spec)
    if "__eq__" in written and "__ne__" not in written:
        implied["__ne__"] = _not_equal
    if "__index__" in written:
        exact = {"__int__": int, "__float__": float, "__complex__": complex, "__bytes__": bytes}
        implied |= {name: _by_way_of(operator.index, made) for name, made in exact.items() if name not in written}
    if "__bytes__" not in written and "__iter__" in written:
        implied["__bytes__"] = _by_way_of(list, bytes)
    if "__len__" in written and "__bool__" not in written:
        implied["__bool__"] = lambda self: len(self) > 0
    if "__eq__" in written and cls.__hash__ is not None:
        implied["__hash__"] = lambda self: hash(self.__wrapped__)
    if "__contains__" not in written and ("__iter__" in written or "__getitem__" in written):
        implied["__contains__"] = lambda self, item: any(part is item or part == item for part in self)
    for name in IN_PLACE:
        if f"__{name}__" in written and f"__i{name}__" not in written:
            implied[f"__i{name}__"] = refuse
    return implied


def _by_way_of(first: Callable[[Any], Any], then: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda self: then(first(self))


def _not_equal(self: Any, other: Any) -> Any:
    written: Any = type(self).__eq__
    equal = written(self, other)
    return equal if equal is NotImplemented else not equal
