"""Stand-ins for objects of any other Python class: the class at the first look, attributes one by one.

The object is not copied; attributes are read from it when asked for, so records of an ORM and objects with locks or
handles go on working. Methods and properties written in Python run with the stand-in as `self`, so what they read
counts; other descriptors run on the object. What is written stays in the stand-in.
"""

from __future__ import annotations

import copy
import functools
import operator
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from strictcheck.classes import class_name, getattr_static
from strictcheck.layers import Constructor, Raised
from strictcheck.outside import asked_from_outside
from strictcheck.partials import PartialObject, class_behind
from strictcheck.plain import plain
from strictcheck.rebuilding import put_together
from strictcheck.record import ABSENT
from strictcheck.shapes import Shape, shape_of, stored_names
from strictcheck.standins.placing import Container, StandIn, kept_stand_in
from strictcheck.standins.values import named_after
from strictcheck.thunks import (
    UNSET,
    Thunk,
    get_at,
    get_cells,
    get_row,
    is_open,
    is_thunk,
    new_thunk,
    refuse,
    set_at,
    set_cells,
)  # fmt: skip

__all__ = ["object_class"]

TWIN: Any = type("Twin", (), {"__slots__": ()})()
CHANGED: Any = type("Changed", (), {"__slots__": ()})()
DELETED: Any = type("Deleted", (), {"__slots__": ()})()
# What Python needs of the object itself, or what a stand-in answers in its own way.
OWN = {
    "__new__", "__init__", "__init_subclass__", "__class_getitem__", "__del__", "__dict__", "__getattribute__",
    "__getattr__", "__setattr__", "__delattr__", "__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__",
    "__getstate__", "__setstate__", "__repr__", "__class__", "__set_name__",
}  # fmt: skip
# Special methods of which Python insists on the class of what they return.
EXACT = {
    "__str__", "__format__", "__bytes__", "__hash__", "__bool__", "__len__", "__length_hint__", "__int__", "__float__",
    "__complex__", "__index__", "__fspath__", "__dir__", "__sizeof__",
}  # fmt: skip
IN_PLACE = (
    "add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "and", "xor", "or",
)  # fmt: skip


class ObjectThunk(Container):
    """`_self_cells` holds attributes that were read, and those that were written, which stay here."""

    __slots__ = ()

    @staticmethod
    def _self_layer(source: Any) -> object:
        return Constructor(class_behind(source))

    def __wrapped_get__(self) -> Any:
        # wrapt takes what it finds here for the other operand of an operator, say of an int. That has to be a stand-in
        # too, or the object's own methods would run on the object, unnoticed.
        ObjectThunk._self_look(self)
        log, parent, key, source, row, state = get_at(self)
        if state is TWIN:
            return source
        twin = new_thunk(type(self))
        set_at(twin, (log, parent, key, source, row, TWIN))
        set_cells(twin, get_cells(self))
        return twin

    def __getattr__(self, name: str) -> Any:
        ObjectThunk._self_look(self)
        if name == "__wrapped__":  # wrapt's Python build asks for it here
            return type(self).__wrapped_get__(self)
        log, _, _, source = get_at(self)[:4]
        found = get_cells(self).get(name, UNSET)
        if found is not DELETED:
            log.record.count(log, get_row(self), name)
            found = self._self_read(name) if found is UNSET else found
        if found is DELETED:  # now, or by another thread
            raise AttributeError(f"{class_behind(source).__name__!r} object has no attribute {name!r}")
        return found

    def _self_read(self, name: str) -> Any:
        """The attribute as the class would give it, the first time it is asked for."""
        log, _, _, source = get_at(self)[:4]
        row, cells = get_row(self), get_cells(self)
        static = getattr_static(class_behind(source), name)
        if isinstance(static, (staticmethod, classmethod)):
            return getattr(class_behind(source), name)
        if isinstance(static, functools.cached_property) and name not in _held(source):
            return cells.setdefault(name, static.func(self))
        try:
            value = source.read(name) if issubclass(type(source), PartialObject) else getattr(source, name)
        except AttributeError:
            if not name.startswith("__"):  # special methods are the class's, and the class is known
                with log.lock:
                    if (ABSENT, name) not in cells:
                        log.add(row, name, ABSENT)
                        cells[ABSENT, name] = ABSENT
            raise
        except Exception as error:
            with log.lock:
                log.indexed()  # it may be asked again, and give something else: the part keeps its row
                log.add(row, name, Raised(error))
            raise
        with log.lock:
            return cells[name] if name in cells else kept_stand_in(log, row, name, value, cells)

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_self_") or name == "__wrapped__":
            Thunk.__setattr__(self, name, value)
            return
        ObjectThunk._self_look(self)
        static = getattr_static(class_behind(get_at(self)[3]), name)
        if isinstance(static, property):
            static.__set__(self, value)
        else:
            with get_at(self)[0].lock:
                get_cells(self).update({name: value, CHANGED: True})

    def __delattr__(self, name: str) -> None:
        getattr(self, name)  # raises AttributeError if there is none
        with get_at(self)[0].lock:
            get_cells(self).update({name: DELETED, CHANGED: True})

    def _self_fetch(self) -> None:
        _ = vars(self)

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        """The attributes the object holds itself, each behind a thunk; a copy."""
        ObjectThunk._self_look(self)
        source, cells = get_at(self)[3], get_cells(self)
        names = dict.fromkeys(_held(source))
        names |= dict.fromkeys(name for name, _ in _named(cells) if not hasattr(class_behind(source), name))
        return {name: getattr(self, name) for name in names if cells.get(name) is not DELETED}

    def __copy__(self) -> Any:
        cls = class_behind(get_at(self)[3])
        written = getattr_static(cls, "__copy__")
        if isinstance(written, types.FunctionType):
            return written(self)
        made = put_together(shape_of(cls), vars(self))
        again = copy.copy(made)  # the way its class has it, which may be not at all
        return self if again is made else again

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        made = put_together(shape_of(class_behind(get_at(self)[3])), vars(self))
        again = copy.deepcopy(made, memo)
        return self if again is made else again

    def __repr__(self) -> str:
        if not is_open(self) or asked_from_outside(showing=True):
            return StandIn.__repr__(self)
        source = get_at(self)[3]
        written = getattr_static(class_behind(source), "__repr__")
        if not isinstance(written, types.FunctionType):
            return repr(source)
        ObjectThunk._self_look(self)
        return str(plain(written(self), force_all=True))

    def _self_state(self, held: dict[str, Any]) -> dict[str, Any]:
        """The attributes as they are now, if those `held` by the object are what it began with."""
        cells = get_cells(self)
        now = {name: cells.get(name, part) for name, part in held.items()}
        if CHANGED in cells:
            now |= {name: part for name, part in _named(cells) if not hasattr(class_behind(self), name)}
        return {name: part for name, part in now.items() if part is not DELETED}

    def _self_parts(self) -> tuple[object, Iterable[tuple[Any, Any]]]:
        read = [(name, part) for name, part in _named(get_cells(self)) if part is not DELETED]
        return Constructor(class_behind(get_at(self)[3])), read


class OnStandIn:
    """A function or property of the observed class: looked up on a stand-in it forces it, and has it as `self`."""

    def __init__(self, name: str, written: Any) -> None:
        self.name = name
        self.written = written

    def __get__(self, thunk: Any, owner: type) -> Any:
        if thunk is None:
            return self.written
        ObjectThunk._self_look(thunk)
        found = self.written.__get__(thunk, owner)
        return _exactly(found) if self.name in EXACT else found

    def __call__(self, thunk: Any, *args: Any) -> Any:
        return self.__get__(thunk, type(thunk))(*args)  # Python calls `__get__` of a class as it stands there


def _exactly(method: Callable[..., Any]) -> Callable[..., Any]:
    """Where C code wants a real str or int of a special method, a part of `self` will not do."""

    def exact(*args: Any, **kwargs: Any) -> Any:
        return plain(method(*args, **kwargs), force_all=True)

    return exact


def object_class(shape: Shape) -> type[Thunk]:
    """The stand-in for objects of one class; `type(self)` in its methods shows the name of that class."""
    own = {name: vars(ObjectThunk)[name] for name in ("__repr__", "__dict__")}
    written = written_in_python(shape.cls)
    methods = {name: OnStandIn(name, value) for name, value in {**_implied(shape.cls, written), **written}.items()}
    made = named_after(shape.cls, {**methods, **own}, ObjectThunk)
    made.__name__, made.__qualname__ = class_name(shape.cls), shape.cls.__qualname__
    return made


def written_in_python(cls: type) -> dict[str, Any]:
    """Functions and properties of `cls` and its bases, as far as a stand-in has to run them itself."""
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__[:-1]):
        for name, value in vars(base).items():
            if name in OWN:
                continue
            if isinstance(value, (types.FunctionType, property)):
                found[name] = value
            elif name in found:
                del found[name]
    return found


def _implied(cls: type, written: dict[str, Any]) -> dict[str, Any]:
    """What Python derives from the methods of a class; derived from the object itself, it would not be noticed."""
    implied: dict[str, Any] = {}
    implied["__dir__"] = lambda self: sorted({*dir(cls), *_held(get_at(self)[3])})
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
    if "__getitem__" in written and "__iter__" not in written:
        implied["__iter__"] = _by_index
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


def _by_index(self: Any) -> Iterator[Any]:
    index = 0
    while True:
        try:
            part = self[index]
        except IndexError:
            return
        yield part
        index += 1


def _named(cells: dict[Any, Any]) -> list[tuple[str, Any]]:
    return [(name, part) for name, part in cells.copy().items() if type(name) is str]


def _held(source: Any) -> Iterable[str]:
    """The names of the attributes that the object holds itself."""
    if issubclass(type(source), PartialObject):
        return list(source.parts if source.names is None else source.names)
    return list(vars(source)) if is_thunk(source) else stored_names(shape_of(type(source)), source)
