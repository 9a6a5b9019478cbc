"""Thunks: proxies that behave as their value and notice the first time anybody needs it.

A `Thunk` gets its value at the first touch; the meaning of a touch for each kind of value (lists, dicts, objects, ...)
is in `strictcheck.kinds`. Read this module for how a thunk comes to be forced; skip it to use the library.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from strictcheck.thunks.call_stack import asked_from_outside
from strictcheck.thunks.classes import bases, getattr_static

UNFORCED = -1  # number of a thunk that nobody has looked at
NO_NUMBER = -2  # number of a forced thunk without recorded parts: it needs none, or belongs to no observation
UNSET: Any = type("Unset", (), {"__slots__": ()})()


class ThunkType(type):
    """Class of thunk classes; those made for a class of values seem to have the bases of that class.

    `isinstance(x, Sized)` asks `x.__class__`, and then `type(x)` too: the second would have all the methods of `Thunk`.
    `isinstance(x, typing.Iterable)` asks `type(x)` alone.
    """

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        """Make a class that has the module and docstring of the values' class."""
        told = {name: OfValue(name, namespace.get(name)) for name in ("__module__", "__doc__")}
        return super().__new__(cls, name, bases, namespace | told)

    @property
    def __mro__(cls) -> tuple[type, ...]:
        stands_for = type.__dict__["__mro__"].__get__(cls)[0].__dict__.get("_self_for")
        # Pretty printers choose by these classes how to show a value, and would force it for that.
        return bases(cls if stands_for is None or asked_from_outside() else stands_for)


class OfValue:
    """Attribute that classes and values both have: on a thunk it is that of the value."""

    def __init__(self, name: str, own: Any) -> None:
        self.name = name
        self.own = own

    def __get__(self, thunk: Any, owner: type) -> Any:
        return self.own if thunk is None else getattr(materialised(thunk), self.name)

    def __set__(self, thunk: Any, value: Any) -> None:
        setattr(materialised(thunk), self.name, value)


OPERATORS = (
    "add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "lshift", "rshift", "and", "xor", "or",
    "pow",
)  # fmt: skip
COMPARISONS = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__")
UNARY: tuple[Any, ...] = (
    operator.neg, operator.pos, operator.abs, operator.invert, operator.index, math.trunc, math.floor, math.ceil,
    bool, int, float, complex, bytes, str, hash, len, dir, reversed,
)  # fmt: skip


def forwarding(get: Callable[[Any], Any]) -> dict[str, Any]:
    """Make the special methods that any value may have without claiming an ability; `get` returns the value."""

    def binary(name: str) -> dict[str, Callable[..., Any]]:
        operate: Callable[..., Any] = divmod if name == "divmod" else getattr(operator, f"__{name}__")

        def left(self: Any, other: Any, *modulus: Any) -> Any:
            value = get(self)  # first, as Python evaluates
            if type(type(other)) is ThunkType:  # methods may insist on a class
                other = other.__wrapped_get__()
            return pow(value, other, *modulus) if modulus else operate(value, other)

        def right(self: Any, other: Any) -> Any:
            return operate(other, get(self))

        return {f"__{name}__": left, f"__r{name}__": right}

    def with_operand(operate: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        return lambda self, other: operate(get(self), other)

    def unary(operate: Callable[[Any], Any]) -> Callable[[Any], Any]:
        return lambda self: operate(get(self))

    return {
        **{name: with_operand(getattr(operator, name)) for name in (*COMPARISONS, "__contains__")},
        **{f"__{operate.__name__}__": unary(operate) for operate in UNARY},
        "__format__": with_operand(format),
        "__round__": lambda self, *digits: round(get(self), *digits),
        **{name: method for one in OPERATORS for name, method in binary(one).items()},
    }


FORWARDED = forwarding(lambda thunk: thunk.__wrapped_get__())


# Annotated here only, like no class attribute of thunks: their `__annotations__` is the value's, a function's say.
if TYPE_CHECKING:

    class Slots:
        """Slots and operators of `Thunk`."""

        _self_cells: Any
        _self_log: Any  # None if it belongs to no observation
        _self_number: Any
        _self_place: Any
        _self_source: Any  # a value, a thunk, or a computation
        _self_value: Any
        __bool__: Any
else:
    Slots = object


class Thunk(Slots, metaclass=ThunkType):
    """The base of all thunks: slots of its own, and the forwarding of every operation.

    `_self_log` and `_self_place`, the number of the parent and the key, say where it stands; `_self_source` is what it
    stands for. `make_thunk` sets them, with the number UNFORCED. The first look sets `_self_value`, what operations are
    forwarded to, a copy of one layer with thunks for fields (UNSET while nothing has needed one); `_self_cells`, what a
    kind needs beside; and then `_self_number`, by which rows of its parts name it: a reader that sees the number sees
    the others, too. Slots, and a place that refers to nothing with references, are less to the garbage collector than
    one tuple of all. Names that begin with `_self_` are the proxy's own.
    """

    __slots__ = (
        "__weakref__", "_self_cells", "_self_log", "_self_number", "_self_place", "_self_source", "_self_value"
    )  # fmt: skip
    vars().update(FORWARDED)
    # The class of its values, if it is made for one: thunks for a thunk have the methods of that class.
    _self_for = cast("type | None", None)
    # The function from its source to the layer that the first look reveals.
    _self_layer = cast("Callable[[Any], Any]", None)
    # True if it has a value already, rather than a pending computation; and True if only another thunk, or a plain
    # value, is behind it.
    _self_known = True
    _self_settled = False
    # False if looking at it shows all of it.
    _self_has_parts = True
    # True if later operations are recorded too; they must reach the proxy, not a copy.
    _self_records = False
    # True if the copy behind it has parts that nobody has fetched and that are no thunks.
    _self_withholds = False
    # True if operations are forwarded to a copy with thunks for parts, or to a value without parts.
    _self_copies = True
    # True if code could change the value: then it has one thunk in an observation, by whatever way it is reached.
    _self_mutable = False
    # True if its slots are set as any other's: it has no attributes in their place, and no way of its own to set them.
    _self_has_plain_slots = False
    # The special methods that it forwards, each to be hidden where the value lacks it.
    _self_forwarded = FORWARDED
    # True if `next` pulls its parts.
    _self_is_pulled = False
    # True if its container does not keep it: it dies with its last reader, and is made again at the next fetch.
    _self_transient = False

    def __wrapped_get__(self) -> Any:
        """Force, and return the object to forward operations to."""
        raise NotImplementedError

    @property
    def __class__(self) -> Any:
        return self.__wrapped_get__().__class__

    @__class__.setter
    def __class__(self, cls: type) -> None:
        self.__wrapped_get__().__class__ = cls

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Initialise the value again, `xs.__init__()`; thunks are made without a call of this."""
        self.__wrapped_get__().__init__(*args, **kwargs)

    def _self_fetch(self) -> None:
        """Force, and fetch every part."""
        type(self)._self_look(self)

    def _self_is_written(self) -> bool:
        """True if something was written to this forced thunk, or if nobody can tell."""
        return get_value(self) is not UNSET and get_value(self) is not get_source(self)

    def _self_originals(self) -> dict[int, Any]:
        """Return the caller's objects by the ids of their copies, if the call works on copies of parts."""
        return {}

    def _self_look(self) -> None:
        """Force: record the layer, without copying fields that nobody needs."""
        self.__wrapped_get__()


get_log = operator.attrgetter("_self_log")
get_place: Callable[[Any], tuple[int, Any]] = operator.attrgetter("_self_place")
get_source = operator.attrgetter("_self_source")
get_number: Callable[[Any], int] = operator.attrgetter("_self_number")
get_cells = operator.attrgetter("_self_cells")
# These set attributes past the thunk's class, which may have a way of its own. For thunks that can have parts.
set_source = vars(Thunk)["_self_source"].__set__
set_number = vars(Thunk)["_self_number"].__set__
set_cells = vars(Thunk)["_self_cells"].__set__
set_value = vars(Thunk)["_self_value"].__set__
new_thunk: Callable[[type], Any] = object.__new__
# The actual class of a proxy; `thunk.__class__ = ...` would go to the value behind.
retype = object.__dict__["__class__"].__set__


def get_attribute(self: Any, name: str) -> Any:
    """`__getattr__` of most thunks."""
    return getattr(self.__wrapped_get__(), name)


def set_attribute(self: Any, name: str, value: Any) -> None:
    """`__setattr__` of thunks for values that have attributes."""
    if name.startswith("_self_") or getattr_static(type(self), name) is not None:
        object.__setattr__(self, name, value)
    else:
        setattr(self.__wrapped_get__(), name, value)


def delete_attribute(self: Any, name: str) -> None:
    """`__delattr__` of such thunks."""
    if getattr_static(type(self), name) is not None:
        object.__delattr__(self, name)
    else:
        delattr(self.__wrapped_get__(), name)


WITH_ATTRIBUTES = {"__setattr__": set_attribute, "__delattr__": delete_attribute}


def make_thunk(cls: Any, log: Any, place: tuple[int, Any], source: Any) -> Any:
    """Make a thunk of class `cls` that nobody has looked at; `Thunk` says what the others are."""
    is_plain = cls._self_has_plain_slots
    thunk = new_thunk(cls if is_plain else Thunk)
    thunk._self_log = log
    thunk._self_place = place
    thunk._self_source = source
    thunk._self_value = UNSET
    thunk._self_number = UNFORCED
    if not is_plain:
        retype(thunk, cls)
    return thunk


def get_value(thunk: Any) -> Any:
    """Return the object to which operations on a forced thunk are forwarded; UNSET if there is none yet."""
    return UNSET if thunk._self_number == UNFORCED else thunk._self_value


def set_forced(thunk: Any, number: int, value: Any, cells: Any = None) -> None:
    """Mark `thunk` as forced: the number of its row, the object to forward operations to, further state of its kind."""
    set_value(thunk, value)
    set_cells(thunk, cells)
    set_number(thunk, number)


def is_thunk(value: object) -> bool:
    """Return True if `value` is a thunk. Looks at its type only, so nothing is forced.

    >>> from strictcheck import delay
    >>> is_thunk(delay(lambda: 1)), is_thunk(1)
    (True, False)
    """
    return type(type(value)) is ThunkType


def stands_for(part: Any, original: Any) -> bool:
    """Return True if `part` is `original`, or the thunk of it."""
    return part is original or (type(type(part)) is ThunkType and get_source(part) is original)


def materialised(thunk: Any) -> Any:
    """Return the object to which operations on `thunk` are forwarded: its value, one layer deep. Forces it."""
    return thunk.__wrapped_get__()


def is_forced(value: object) -> bool:
    """Return True if anybody has looked at `value`, or if it is no thunk. Forces nothing.

    >>> from strictcheck import delay
    >>> late = delay(lambda: 1)
    >>> is_forced(late), late + 1, is_forced(late)
    (False, 2, True)
    """
    return type(type(value)) is not ThunkType or get_number(value) != UNFORCED


def is_open(thunk: Any) -> bool:
    """Return True if forcing `thunk` would be recorded."""
    log = get_log(thunk)
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


def source_of(value: Any) -> Any:
    """Return the object of a thunk, behind any number of other thunks."""
    while is_thunk(value):
        force(value)
        value = get_value(value) if type(value)._self_settled else get_source(value)
    return value
