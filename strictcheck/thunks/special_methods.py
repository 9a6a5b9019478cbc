"""Special methods of a thunk class: those that the class of its value has, and no others.

wrapt's base class has nearly all special methods. Here a thunk gets those that wrapt lacks, loses those that its
value lacks, and leaves operators to the other operand where its own value must not be handed over.
"""

from __future__ import annotations

import gc
import types
from collections.abc import Callable, Mapping
from typing import Any

from strictcheck.thunks.call_stack import asked_from_outside
from strictcheck.thunks.classes import bases, class_name, getattr_static, is_in_class, namespace_of
from strictcheck.thunks.operators import BINARY, OF_WRAPT, added_to, left_to_others
from strictcheck.thunks.proxy import Thunk, ThunkType, force, is_forced, materialised, source_of


class Lacks(AttributeError, TypeError):
    """Lack of a special method in the class of the value: `hasattr` and `reversed` expect different errors."""


class LacksOperation(TypeError):
    """Lack of a special method that Python looks up past the attributes of the object; shown as what Python raises."""

    def __reduce__(self) -> Any:
        return TypeError, self.args


LacksOperation.__module__, LacksOperation.__qualname__, LacksOperation.__name__ = "builtins", "TypeError", "TypeError"


class AskingThunkType(ThunkType):
    """Class of thunk classes for classes in Python, whose attributes code reads and sets by `type(x)`.

    The others do without: it takes each attribute of a thunk class three times as long.
    """

    def __getattr__(cls, name: str) -> Any:
        """Return an attribute of the values' class, such as `type(self).limit`."""
        if name.startswith("_self_"):
            raise AttributeError(f"type object {class_name(cls)!r} has no attribute {name!r}")
        return getattr(cls._self_for, name)

    def __setattr__(cls, name: str, value: Any) -> None:
        """Set an attribute of the values' class, as in `type(self).count += 1`; this one keeps nothing."""
        if name.startswith(("_self_", "__")):
            super().__setattr__(name, value)
        else:
            setattr(cls._self_for, name, value)


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


# Python's own words for operations that a class lacks.
LACKING = {
    "__len__": "object of type {} has no len()",
    "__enter__": "{} object does not support the context manager protocol",
    "__aenter__": "{} object does not support the asynchronous context manager protocol",
    "__getitem__": "{} object is not subscriptable",
    "__iter__": "{} object is not iterable",
    "__contains__": "argument of type {} is not iterable",
    "__reversed__": "{} object is not reversible",
    "__index__": "{} object cannot be interpreted as an integer",
    "__int__": "int() argument must be a string, a bytes-like object or a real number, not {}",
    "__float__": "float() argument must be a string or a real number, not {}",
    "__bytes__": "cannot convert {} object to bytes",
    "__neg__": "bad operand type for unary -: {}",
}


class Hidden:
    """Placeholder for a special method that wrapt has and the class of the value lacks."""

    def __init__(self, cls: type, name: str, error: type[Exception] = Lacks) -> None:
        self.error = error
        text = LACKING.get(name, f"{{}} object has no {name}")
        self.message = name if error is AttributeError else text.format(repr(class_name(cls)))

    def __get__(self, thunk: Any, owner: type) -> Any:
        if thunk is not None:
            force(thunk)
        raise self.error(self.message)


# Methods that Python looks up on the class, and that tell the abilities of a value. wrapt's base class has some for
# every value; a thunk has those of the class of its value, and None (Python's own "lacks it") for the others.
FORWARDED: dict[str, Callable[..., Any]] = {
    "__call__": lambda self, /, *args, **kwargs: self.__wrapped__(*args, **kwargs),
    "__iter__": lambda self: iter(self.__wrapped__),
    "__getitem__": lambda self, key: self.__wrapped__[key],  # in Python: C code takes the value for a sequence then
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
# Names that Python needs on the object itself, or that a thunk answers in its own way.
KEPT = """__new__ __init_subclass__ __del__ __getattribute__ __getattr__ __setattr__ __delattr__ __copy__ __deepcopy__
    __reduce__ __reduce_ex__ __getstate__ __setstate__ __repr__ __class__ __abstractmethods__""".split()
# Special methods whose results have to be of a certain class.
EXACT = frozenset(
    """__str__ __format__ __bytes__ __hash__ __bool__ __len__ __length_hint__ __int__ __float__ __complex__
    __index__ __fspath__ __sizeof__""".split()
)
# wrapt's C code walks the classes of a proxy for `__wrapped__` whenever it sets it, so each class has it directly.
WHERE_WRAPPED = {name: value for name, value in OF_WRAPT.items() if name == "__wrapped__"}
# Operations that wrapt's C build performs without looking for a method; in its Python build, they are methods.
OPERATIONS = BINARY | {"__getitem__", "__setitem__", "__delitem__", "__len__", "__contains__"}
OPERATIONS |= {"__index__", "__int__", "__float__", "__bool__", "__neg__", "__pos__", "__abs__", "__invert__"}
IN_C = isinstance(OF_WRAPT["__len__"], types.WrapperDescriptorType)
# Methods that Python does without if they are missing, but not if `Hidden` raises.
WAYS = {
    "__bytes__": ("__iter__", "__getitem__", "__index__", "__buffer__"),
    "__complex__": ("__float__", "__index__"),
    **dict.fromkeys(("__floor__", "__ceil__", "__trunc__"), ("__float__", "__index__")),
    "__reversed__": ("__getitem__",),
}
OTHER_WAYS = {
    "__contains__": ("__iter__", "__getitem__"), "__iter__": ("__getitem__",), "__float__": ("__index__",),
    "__int__": ("__index__", "__trunc__"),
}  # fmt: skip
# Python has one slot for both: a class that writes one of them in Python lacks the other with an AttributeError.
PAIRS = {"__setitem__": "__delitem__", "__delitem__": "__setitem__"}
# Names that tell the abilities of a value; in the Python build a hidden operator could not return NotImplemented.
TELLING = {"__getitem__", "__len__", "__contains__", "__index__"}
HIDDEN = (OPERATIONS if IN_C else TELLING) | {"__enter__", "__exit__", "__aenter__", "__aexit__", "__round__", *WAYS}
HIDDEN |= {"__instancecheck__", "__subclasscheck__", "__mro_entries__"}


class LackingType(type):
    """Metaclass of classes of what values lack, whose namespace has None for each of these, by which Python says so.

    A protocol reads namespaces from Python 3.12 on, and `hasattr` does not.
    """

    def __getattribute__(cls, name: str) -> Any:
        if name != "__dict__":
            return super().__getattribute__(name)
        return {name: None if type(one) is Hidden else one for name, one in namespace_of(cls).items()}


def methods_had(cls: type) -> set[str]:
    """Return the names of all methods that `cls` gives to its values."""
    return {name for base in bases(cls) for name in namespace_of(base) if getattr_static(cls, name) is not None}


def following(cls: type, base: type[Thunk]) -> dict[str, Any]:
    """Return class attributes for a thunk of `cls`, where it differs from wrapt's in its special methods.

    Those that `base` has itself stay. A thunk that has a copy lets wrapt operate on that, whose parts are observed.
    Any other would hand over the user's own value, whose parts are not: it leaves operators to the other operand.
    """
    has = methods_had(cls)
    left = {name for name in FORWARDED if getattr_static(base, name) is getattr_static(Thunk, name)}
    namespace: dict[str, Any] = {name: FORWARDED[name] for name in left & has}
    if "__getitem__" not in has and "__iter__" not in has:  # it cannot be iterated, and is looked at all the same
        namespace["__iter__"] = Hidden(cls, "__iter__")
    elif "__iter__" not in has and not isinstance(getattr_static(cls, "__getitem__"), types.FunctionType):
        namespace["__iter__"] = FORWARDED["__iter__"]  # in C, indexing may not be enough; in Python it is
    for name, twin in PAIRS.items():
        if name not in has and isinstance(getattr_static(cls, twin), types.FunctionType):
            namespace[name] = Hidden(cls, name, AttributeError)
    # Those that the class says itself it lacks, such as `__reversed__` of mappings: Python looks no further.
    denied = dict.fromkeys(name for name in (HIDDEN | {"__iter__", "__hash__"}) - has if is_in_class(cls, name))
    operators = added_to(cls, has) if base._self_copies else left_to_others(cls)
    return namespace | operators | denied | WHERE_WRAPPED | ({} if IN_C else WRITING)


def _writing(name_of_method: str, write: Callable[..., None]) -> Callable[..., None]:
    """Make the method that sets or deletes an attribute by `write`.

    wrapt's Python build would ask `type(self)`, which has what the class of the values has.
    """

    def method(self: Any, name: str, *value: Any) -> None:
        if name.startswith(("_self_", "__")) or is_in_class(type(self), name):
            OF_WRAPT[name_of_method](self, name, *value)
        else:
            write(materialised(self), name, *value)

    return method


WRITING = {name: _writing(name, write) for name, write in (("__setattr__", setattr), ("__delattr__", delattr))}


def left_alone(cls: type) -> dict[str, Any]:
    """Return special methods for thunks that are no proxies, in place of those that every object has; each forces."""
    left = Left()
    own = {name: method if name in vars(object) else left for name, method in left_to_others(cls).items()}
    if getattr_static(cls, "__hash__") is object.__hash__:
        own["__hash__"] = lambda self: hash(source_of(self))
    return own if {"__bool__", "__len__"} & methods_had(cls) else own | {"__bool__": _is_there}


class Left:
    """Operator that a class lacks, so that Python tries others: forces both operands."""

    def __get__(self, thunk: Any, owner: type) -> Any:
        if thunk is None:
            raise AttributeError
        force(thunk)
        return leave


def leave(*others: Any) -> Any:
    """Return NotImplemented; of an object, this says that there is no such method."""
    for other in others:
        force(other)
    return NotImplemented


def _is_there(self: Any) -> bool:
    force(self)
    return True


def _names_lacked(cls: type, names: set[str], ways: Mapping[str, tuple[str, ...]]) -> set[str]:
    has = methods_had(cls)
    return names - has - {name for name, others in ways.items() if not has.isdisjoint(others)}


def lacking(cls: type) -> dict[str, Any]:
    """Return placeholders for special methods that `cls` lacks: each forces and says so."""
    names = _names_lacked(cls, (HIDDEN | {"__iter__"}) - {"__bool__"}, WAYS | OTHER_WAYS)
    halves = {name for name, twin in PAIRS.items() if getattr_static(cls, twin) is not None}
    return {name: Hidden(cls, name, AttributeError if name in halves else LacksOperation) for name in names}


def hide_what_it_lacks(made: Any, cls: type) -> None:
    """Remove from `made`, a thunk class for values of `cls`, the special methods that `cls` lacks.

    Bypasses `type.__setattr__`, which would also replace the operation in C: that goes on to the value, and raises the
    right error there (`len` a `TypeError`, `hasattr` an `AttributeError`).
    """
    of_wrapt = {name for name in HIDDEN & OF_WRAPT.keys() if getattr_static(made, name) is OF_WRAPT[name]}
    attributes: Any = gc.get_referents(namespace_of(made._self_lacking))[0]  # the dict itself, not a view
    ways = WAYS if IN_C else WAYS | OTHER_WAYS
    attributes.update({name: Hidden(cls, name) for name in _names_lacked(cls, of_wrapt, ways)})
