"""Thunks: proxies that behave as their value and notice the first time anybody needs it.

The only module that knows wrapt. A `Thunk` is a wrapt proxy that gets its value at the first touch; the meaning of a
touch for each kind of value (lists, dicts, objects, ...) is in `strictcheck.kinds`. Read this module for how a
thunk comes to be forced; skip it to use the library.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import wrapt

from strictcheck.thunks.call_stack import asked_from_outside
from strictcheck.thunks.classes import bases, class_name, class_of_values, direct_bases, namespace_of, parent_of
from strictcheck.thunks.observed import UNFORCED as UNFORCED
from strictcheck.thunks.observed import UNSET as UNSET
from strictcheck.thunks.observed import Observed, ThunkObject, make_object

NO_NUMBER = -2  # number of a forced thunk without recorded parts: it needs none, or belongs to no observation


# wrapt's Python build has a metaclass, its C build has none.
class ThunkType(type(wrapt.BaseObjectProxy)):  # type: ignore[misc]
    """Class of thunk classes; those made for a class of values seem to have the bases of that class.

    `isinstance(x, Sized)` asks `x.__class__`, and then `type(x)` too: the second would have all the methods of wrapt.
    `isinstance(x, typing.Iterable)` asks `type(x)` alone.
    """

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        """Make a class that tells of itself as that of its values; one derived from `type(x)` is a class of theirs."""
        derived: Any = tuple(map(class_of_values, bases))
        if derived != bases:
            return type(derived[0])(name, derived, namespace)
        return cls._self_create(cls, name, bases, namespace)

    @staticmethod
    def _self_create(metaclass: Any, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        made: Any = type(wrapt.BaseObjectProxy).__new__(metaclass, name, bases, namespace)
        for one in TOLD:  # after wrapt's Python build has put its own there
            type.__setattr__(made, one, OfValue(one, namespace.get(one)))
        return made

    def mro(cls) -> list[type]:
        """Put the class of what its values lack after it; once it is made, tell of the class of its values."""
        if bases(cls):  # Python asks before there are any
            return class_of_values(cls).mro()
        first, *others = super().mro()
        lacking = namespace_of(first).get("_self_lacking")
        return [first, lacking, *others] if lacking is not None else [first, *others]

    def __instancecheck__(cls, instance: Any) -> bool:
        """True of plain values of the class, too; as Python does, ask no thunk whose class is known to be this one."""
        values = class_of_values(cls)
        if values is cls:
            return type.__instancecheck__(cls, instance)
        return class_of_values(type(instance)) is values or isinstance(instance, values)

    def __repr__(cls) -> str:
        return type.__repr__(class_of_values(cls))

    def __call__(cls, /, *args: Any, **kwargs: Any) -> Any:
        """Make a value of the class that `x` seems to have: `type(x)(...)`; `new_thunk` makes thunks."""
        made: Any = class_of_values(cls)
        return made(*args, **kwargs)

    @property
    def __dict__(cls) -> Mapping[str, Any]:  # type: ignore[override]
        return namespace_of(class_of_values(cls))

    # Pretty printers choose by name and classes how to show a value, and would force it for that.
    @property
    def __name__(cls) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        return f"{class_name(cls)}Thunk" if asked_from_outside() else class_name(cls)

    @property
    def __mro__(cls) -> tuple[type, ...]:
        return bases(cls if asked_from_outside() else class_of_values(cls))

    @property
    def __bases__(cls) -> tuple[type, ...]:  # pyright: ignore[reportIncompatibleVariableOverride]
        return direct_bases(class_of_values(cls))

    @property
    def __base__(cls) -> type | None:  # pyright: ignore[reportIncompatibleVariableOverride]
        return parent_of(class_of_values(cls))

    def __subclasses__(cls) -> list[type]:
        return type.__subclasses__(class_of_values(cls))


TOLD = ("__module__", "__doc__", "__slots__", "__annotations__", "__class_getitem__")


class OfValue:
    """Attribute that a thunk has from its value, and a thunk class from the class of its values."""

    def __init__(self, name: str, own: Any) -> None:
        self.name = name
        self.own = own

    def __get__(self, thunk: Any, owner: type) -> Any:
        if thunk is not None:
            raise AttributeError(self.name)  # so that `__getattr__` is asked, as for other attributes
        values = class_of_values(owner)
        return self.own if values is owner else getattr(values, self.name)

    def __set__(self, thunk: Any, value: Any) -> None:
        setattr(materialised(thunk), self.name, value)


# Annotated here only, like no class attribute of thunks: their `__annotations__` is the value's, a function's say.
if TYPE_CHECKING:

    class Proxy(wrapt.BaseObjectProxy[Any]):
        """wrapt's proxy with the slots of `Thunk`."""

        _self_cells: Any
        _self_log: Any  # None if it belongs to no observation
        _self_number: Any
        _self_place: Any
        _self_source: Any  # a value, a thunk, or a computation
        _self_value: Any
else:
    Proxy = wrapt.BaseObjectProxy


class Thunk(Proxy, Observed, metaclass=ThunkType):
    """The base of proxies: slots of its own, and wrapt's forwarding of every operation.

    `_self_log` and `_self_place` (see `places`) say where it stands; `_self_source` is what it stands for.
    `make_thunk` sets them, with the number UNFORCED. The first look sets `_self_value`, what operations are forwarded
    to, a copy of one layer with thunks for fields (UNSET while nothing has needed one); `_self_cells`, what a kind
    needs beside; and then `_self_number`, by which rows of its parts name it: a reader that sees the number sees the
    others, too. Slots, and a place that refers to nothing with references, are less to the garbage collector than one
    tuple of all. wrapt reserves names that begin with `_self_` for the proxy itself.
    """

    __slots__ = ("_self_cells", "_self_log", "_self_number", "_self_place", "_self_source", "_self_value")
    # wrapt's C build defines this for two attributes, which `OfValue` takes care of. Python calls only its own
    # without a detour, which makes each read of an attribute, `__class__` among them, three times as fast.
    __getattribute__ = object.__getattribute__

    # wrapt looks these up. They are C callables without effect: a missing one is looked up on the value
    # behind (and fails, slowly), and one in Python costs a frame at each forcing.
    __wrapped_factory__ = staticmethod(tuple)
    __wrapped_setattr_fixups__ = staticmethod(tuple)

    @staticmethod
    def __object_proxy__(value: Any) -> Any:  # type: ignore[override]  # wrapt's is a property; it is called alike
        """Return the new value for `thunk += x`, as it is, not as one more proxy."""
        return value

    def __wrapped_get__(self) -> Any:
        """Force, and return the object to forward operations to; called by wrapt at the first touch."""
        raise NotImplementedError

    def __new__(cls, /, *args: Any, **kwargs: Any) -> Any:
        """Make a value of the class that `x` seems to have: `type(x).__new__(type(x))`."""
        made: Any = class_of_values(cls)
        return made.__new__(made, *args, **kwargs)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Initialise the value again, `xs.__init__()`; thunks are made without a call of this."""
        self._self_whole().__init__(*args, **kwargs)

    def _self_fetch(self) -> None:
        """Force, and fetch every part."""
        force(self)

    def _self_is_written(self) -> bool:
        """True if something was written to this forced thunk, or if nobody can tell."""
        return get_value(self) is not UNSET and get_value(self) is not get_source(self)

    def _self_look(self) -> None:
        """Force: record the layer, without copying fields that nobody needs."""
        _ = self.__wrapped__  # wrapt calls `__wrapped_get__` the first time


get_log = operator.attrgetter("_self_log")
get_place: Callable[[Any], Any] = operator.attrgetter("_self_place")
get_source = operator.attrgetter("_self_source")
get_number: Callable[[Any], int] = operator.attrgetter("_self_number")
get_cells = operator.attrgetter("_self_cells")
# These set attributes past the thunk's class, which may have a way of its own. For thunks that can have parts.
set_source = Thunk._self_source.__set__
set_number = Thunk._self_number.__set__
set_cells = Thunk._self_cells.__set__
set_value = Thunk._self_value.__set__
new_thunk: Callable[[type], Any] = wrapt.BaseObjectProxy.__new__
# The actual class of a proxy; `thunk.__class__ = ...` would go to the value behind.
retype = object.__dict__["__class__"].__set__


def flat(base: type[Thunk], namespace: dict[str, Any], name: str) -> type[Thunk]:
    """Make a class like one derived from `base`, but directly over wrapt's: for numbers and strings.

    Operators of wrapt's C code are slower by half for each class in between; see `tests/bench/bench_everyday.py`.
    """
    slots, found = Thunk.__slots__, dict[str, Any]()
    for one in (Observed, Thunk, *reversed(bases(base)[: bases(base).index(Thunk)])):
        found |= vars(one)
    own = found | namespace
    kept = {name: value for name, value in own.items() if name not in ("__module__", "__doc__", *slots)}
    made = ThunkType(name, (wrapt.BaseObjectProxy,), kept | {"__slots__": slots})
    for slot in namespace.keys() & set(slots):  # in place of the slot, which stays empty
        setattr(made, slot, namespace[slot])
    return made


def make_thunk(cls: Any, log: Any, place: Any, source: Any) -> Any:
    """Make a thunk of class `cls` that nobody has looked at; `Thunk` says what the others are."""
    if issubclass(cls, ThunkObject):
        return make_object(cls, log, place, source)
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
    return issubclass(type(type(value)), ThunkType)


def stands_for(part: Any, original: Any) -> bool:
    """Return True if `part` is `original`, or the thunk of it, or of what that is the thunk of."""
    if part is original or not is_thunk(part):
        return part is original
    source = get_source(part)
    return source is original or (is_thunk(original) and source is get_source(original))


def materialised(thunk: Any) -> Any:
    """Return the object to which operations on `thunk` are forwarded: its value, one layer deep. Forces it."""
    return thunk.__wrapped__


def is_forced(value: object) -> bool:
    """Return True if anybody has looked at `value`, or if it is no thunk. Forces nothing.

    >>> from strictcheck import delay
    >>> late = delay(lambda: 1)
    >>> is_forced(late), late + 1, is_forced(late)
    (False, 2, True)
    """
    return not is_thunk(value) or get_number(value) != UNFORCED


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
