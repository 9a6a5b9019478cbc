"""Thunks: stand-ins that behave as their value and notice the first time anybody needs it.

The only module that knows wrapt. A `Thunk` is a wrapt proxy that gets its value at the first touch; what a touch
means for each kind of value (lists, dicts, objects, ...) is in `strictcheck.standins`. Read this module for how a
thunk comes to be forced; skip it to use the library.
"""

from __future__ import annotations

import dis
import operator
import sys
import types
from collections.abc import Callable
from typing import Any, cast

import wrapt

from strictcheck.classes import bases, class_name, getattr_static, namespace_of

__all__ = [
    "UNFORCED",
    "UNSET",
    "Thunk",
    "following",
    "force",
    "get_at",
    "get_cells",
    "get_row",
    "get_value",
    "is_forced",
    "is_open",
    "is_thunk",
    "materialised",
    "new_thunk",
    "refuse",
    "retype",
    "set_at",
    "set_cells",
    "set_forced",
]

UNFORCED = -1
UNSET: Any = type("Unset", (), {"__slots__": ()})()


class ThunkType(type(wrapt.BaseObjectProxy)):  # type: ignore[misc]  # wrapt's Python build has a metaclass, its C build has none
    """The class of thunk classes. Abstract base classes find no methods in those made for a class of values.

    `isinstance(x, Sized)` asks what `x.__class__` has, and then, for good measure, what the proxy's own class has;
    wrapt's has everything.
    """

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        told = {name: OfValue(name, namespace.get(name)) for name in ("__module__", "__doc__")}
        return super().__new__(cls, name, bases, namespace | told)

    @property
    def __mro__(cls) -> tuple[type, ...]:
        found: tuple[type, ...] = type.__dict__["__mro__"].__get__(cls)
        return found if getattr(cls, "_self_for", None) is None else ()


class OfValue:
    """An attribute that each class has of its own, and each value too: of a stand-in it is that of the value."""

    def __init__(self, name: str, own: str | None) -> None:
        self.name = name
        self.own = own

    def __get__(self, thunk: Any, owner: type) -> Any:
        return self.own if thunk is None else getattr(materialised(thunk), self.name)

    def __set__(self, thunk: Any, value: Any) -> None:
        setattr(materialised(thunk), self.name, value)


class Lacks(AttributeError, TypeError):
    """Raised for a special method that the value has not: `hasattr` and `len` expect different errors."""


class Lacking:
    """In place of a special method that wrapt has and the class stood for has not. To ask for it is to look."""

    def __init__(self, cls: type, name: str) -> None:
        self.message = f"{class_name(cls)!r} object has no {name}"

    def __get__(self, thunk: Any, owner: type) -> Any:
        if thunk is not None:
            force(thunk)
        raise Lacks(self.message)


class Thunk(wrapt.BaseObjectProxy, metaclass=ThunkType):  # type: ignore[type-arg]
    """The base of all stand-ins: two slots of its own, and wrapt's forwarding of every operation.

    `_self_at` is (log, parent row, key, source): where it stands, and what it stands for. When it is forced, two more
    are added: its own row, and the value that operations are forwarded to, a copy of one layer with thunks for fields
    (UNSET while nothing has needed one). One slot that is replaced as a whole keeps forcing fast and other threads
    out of half-made states. `_self_cells` holds what a kind needs beside. wrapt reserves names that begin with
    `_self_` for the proxy itself.
    """

    __slots__ = ("_self_at", "_self_cells")

    # The class that values of it stand for, if it is made for one: stand-ins of a stand-in can do what it can do.
    # (Not annotated, like all class attributes of stand-ins: `__annotations__` is the value's, a function's say.)
    _self_for = cast("type | None", None)
    # Whether it stands for a value, rather than for something still to come; and whether only another one, or a plain
    # value, is behind it.
    _self_known = True
    _self_settled = False
    # Whether it records more than the first look; then it has to stay the one that is asked.
    _self_records = False
    # Whether there are parts in the copy behind it that nobody has fetched and that are no thunks.
    _self_withholds = False
    # Whether code could change what stands here, so that it has to outlive its readers.
    _self_mutable = False

    # wrapt's C build has one of its own for two attributes, of which `OfValue` takes care. Python calls only its own
    # without a detour, which makes each read of an attribute, `__class__` among them, three times as fast.
    __getattribute__ = object.__getattribute__

    # wrapt asks whether these exist. They are C callables without effect: a missing one is looked up on the value
    # behind (and fails, slowly), and one in Python costs a frame at each forcing.
    __wrapped_factory__ = staticmethod(tuple)
    __wrapped_setattr_fixups__ = staticmethod(tuple)

    @staticmethod
    def __object_proxy__(value: Any) -> Any:  # type: ignore[override]  # wrapt's is a property; it is called alike
        """What `thunk += x` leaves in the variable: the new value as it is, not one more proxy."""
        return value

    def __wrapped_get__(self) -> Any:
        """Called by wrapt at the first touch: force, and return what to forward operations to."""
        raise NotImplementedError

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Called by code that sets a value up again, `xs.__init__()`; what makes thunks does not call it."""
        self.__wrapped__.__init__(*args, **kwargs)

    def _self_fetch(self) -> None:
        """Force, and hand out every part there is."""
        type(self)._self_look(self)

    def _self_look(self) -> None:
        """Force: record the layer, without copying fields that nobody has asked for."""
        _ = self.__wrapped__


# Attribute access on a proxy first asks the proxy's type and then the value behind; the slots' own descriptors do not.
get_at, set_at = Thunk._self_at.__get__, Thunk._self_at.__set__
get_cells, set_cells = Thunk._self_cells.__get__, Thunk._self_cells.__set__
new_thunk: Callable[[type], Any] = wrapt.BaseObjectProxy.__new__
# The class of a proxy in earnest; `thunk.__class__ = ...` would go to the value behind.
retype = object.__dict__["__class__"].__set__


def get_row(thunk: Any) -> int:
    """The row of a thunk in its log; UNFORCED if nobody has looked."""
    at = get_at(thunk)
    return UNFORCED if len(at) == 4 else int(at[4])


def get_value(thunk: Any) -> Any:
    """What operations on a forced thunk are forwarded to; UNSET if there is no such copy yet."""
    at = get_at(thunk)
    return UNSET if len(at) == 4 else at[5]


def set_forced(thunk: Any, row: int, value: Any) -> None:
    """Note that `thunk` is forced: its row, and what to forward operations to."""
    set_at(thunk, (*get_at(thunk)[:4], row, value))


def is_thunk(value: object) -> bool:
    """Whether `value` is a stand-in. Looks at its type only, so nothing is forced.

    >>> from strictcheck import delay
    >>> is_thunk(delay(lambda: 1)), is_thunk(1)
    (True, False)
    """
    return issubclass(type(value), Thunk)


def materialised(thunk: Any) -> Any:
    """What operations on `thunk` are forwarded to: its value, one layer deep, with thunks inside. Forces it."""
    return thunk.__wrapped__


def is_forced(value: object) -> bool:
    """Whether anybody has looked at `value`; True for what is no thunk. Forces nothing.

    >>> from strictcheck import delay
    >>> late = delay(lambda: 1)
    >>> is_forced(late), late + 1, is_forced(late)
    (False, 2, True)
    """
    return not is_thunk(value) or len(get_at(value)) > 4


def is_open(thunk: Any) -> bool:
    """Whether forcing `thunk` would be recorded."""
    log = get_at(thunk)[0]
    return log is not None and log.record.is_open


def force(value: Any) -> Any:
    """Look at `value`, one layer deep, as any operation on it would. Returns `value`.

    >>> from strictcheck import delay
    >>> late = delay(lambda: print("now") or [1])
    >>> _ = force(late), force(late)
    now
    """
    if is_thunk(value):
        type(value)._self_look(value)
    return value


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
    "__buffer__": lambda self, flags: self.__wrapped__.__buffer__(flags),
}
OPERATORS = (
    "add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift", "and",
    "xor", "or",
)  # fmt: skip
BINARY_OP = dis.opmap["BINARY_OP"]
IN_PLACE = range(13, 26)  # from NB_INPLACE_ADD on in CPython's opcode.h, the same since BINARY_OP came in 3.11
# wrapt's C code walks the classes of a proxy for `__wrapped__` whenever it sets it, so each class has it at hand.
WHERE_WRAPPED = {name: value for name, value in vars(wrapt.BaseObjectProxy).items() if name == "__wrapped__"}
# `__iter__` and `__getitem__` go together: Python iterates by index where only the latter is found.
TELLING = {
    "__iter__", "__getitem__",
    "__len__", "__contains__", "__reversed__", "__index__", "__enter__", "__exit__", "__aenter__", "__aexit__",
}  # fmt: skip


def following(cls: type) -> dict[str, Any]:
    """Class attributes for a stand-in of `cls`: the special methods that `cls` has, and None where it has none."""
    has = {name for base in bases(cls) for name in namespace_of(base) if getattr_static(cls, name) is not None}
    namespace: dict[str, Any] = {name: method for name, method in FORWARDED.items() if name in has}
    if "__getitem__" in has:  # enough to be iterated, searched, and reversed
        has |= {"__iter__", "__contains__", "__reversed__"}
        namespace["__iter__"] = FORWARDED["__iter__"]
    if "__iter__" in has:
        has.add("__contains__")
    lacking = {name: Lacking(cls, name) for name in TELLING - has}
    unhashable: dict[str, Any] = {} if "__hash__" in has else {"__hash__": None}
    of_sets = SETS if issubclass(cls, (set, frozenset)) else {}
    return namespace | lacking | unhashable | _reflected(has) | of_sets | WHERE_WRAPPED


def _reflected(has: set[str]) -> dict[str, Any]:
    """What to do as the right operand. wrapt would answer for any class; Python has more to try where it does not."""
    refused = {f"__r{name}__": refuse for name in OPERATORS if f"__r{name}__" not in has}
    return refused | ({"__radd__": _concatenate} if "__add__" in has and "__radd__" not in has else {})


def refuse(self: Any, other: Any) -> Any:
    """An operator that leaves it to Python to try what it has else, such as `__add__` for `__iadd__`."""
    return NotImplemented


def _concatenate(self: Any, other: Any) -> Any:
    """`other + self` of lists, strings and the like. For `other += self`, a list has to be left to change itself."""
    if type(other) is list and _is_in_place(sys._getframe(1)):
        return NotImplemented
    return other + materialised(self)


def _is_in_place(frame: types.FrameType) -> bool:
    code, at = frame.f_code.co_code, frame.f_lasti
    return code[at] == BINARY_OP and code[at + 1] in IN_PLACE


def _reflected_on_sets(name: str) -> Callable[[Any, Any], Any]:
    operate, in_place = getattr(operator, f"__{name}__"), getattr(operator, f"__i{name}__")

    def reflected(self: Any, other: Any) -> Any:
        is_changed = isinstance(other, set) and _is_in_place(sys._getframe(1))  # `other |= self`
        return (in_place if is_changed else operate)(other, materialised(self))

    return reflected


SETS = {f"__r{name}__": _reflected_on_sets(name) for name in ("and", "or", "sub", "xor")}
