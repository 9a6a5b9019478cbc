"""Thunks that forward to a copy with thunks for fields: of named tuples, registered shapes, and of game trees."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable
from typing import Any

from strictcheck.kinds.building import unwrapped
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layers import constructor_layer
from strictcheck.kinds.partials import Deferred
from strictcheck.kinds.placing import Eager, StandIn, maker_of, named_after, stand_in
from strictcheck.kinds.python_code import for_thunk, special_methods
from strictcheck.kinds.table import kind_of
from strictcheck.kinds.table import take_apart as fields_of
from strictcheck.thunks.classes import PYTHON_METHODS, getattr_static, instance_dict, is_in_class
from strictcheck.thunks.proxy import (
    UNFORCED,
    UNSET,
    Thunk,
    get_cells,
    get_value,
    materialised,
    retype,
    set_cells,
    stands_for,
)


def fields_class(kind: Kind, *, counting: bool = False) -> type[Thunk]:
    """Make the thunk class for values of one class: forced, it forwards to a copy of the object with thunks for fields.

    The copy is made without `__init__`. What is handed out as itself counts as forced when it is fetched, and the copy
    would hand it out in silence. So nothing gets at the copy before all fields of that kind are fetched; `_self_cells`
    has the others, each with the thunk that this one stands for, if there is one, which counts it too.
    """
    layer = constructor_layer(kind.cls)

    def look(self: Any) -> None:
        log = self._self_log
        if self._self_number != UNFORCED:
            return
        fields = kind.take_apart(unwrapped(self._self_source))[1]
        with log.lock:  # two threads that look at once have to share the copy
            if self._self_number == UNFORCED:
                _, number = log.look(self._self_place, (layer, log.next_number()))
                self._self_cells, self._self_value = _copy(kind, log, number, fields)
                self._self_number = number

    def get_class(self: Any) -> Any:
        look(self)
        return self._self_value.__class__

    def __getattr__(self: Any, name: str) -> Any:
        return _read_other(self, kind.cls, name)

    own = {
        "__class__": _of_copy("__class__", get_class), "__getattr__": __getattr__,
        "__wrapped_get__": _hand_out, "_self_look": look, "_self_parts": _parts, "_self_is_written": _is_written,
        "_self_fetch": materialised, "_self_records": True, "_self_withholds": True, "_self_mutable": kind.mutable,
    }  # fmt: skip
    fields: dict[str, Any] = {name: _of_copy(name, _reader(name, look, counting)) for name in kind.fields}
    by_place = {"__getitem__": _item, "__len__": _length}
    fields |= {name: one for name, one in by_place.items() if getattr_static(kind.cls, name) is vars(tuple)[name]}
    return named_after(kind.cls, special_methods(kind.cls, StandIn) | fields | own)


def _parts(thunk: Any) -> tuple[object, Iterable[tuple[Any, Any]]]:
    return fields_of(get_value(thunk))


def _is_written(thunk: Any) -> bool:
    now, before = dict(_parts(thunk)[1]), dict(fields_of(thunk._self_source)[1])
    return list(now) != list(before) or not all(map(stands_for, now.values(), before.values()))


def _copy(kind: Kind, log: Any, number: int, parts: Any) -> tuple[dict[str, Any], Any]:
    """Return the fields to withhold, and a copy of the object, with thunks for the other fields."""
    withheld, made = dict[str, Any](), dict[str, Any]()
    for name, part in parts:
        # What is still to be decided is so here, for a copy cannot have it set later.
        if maker_of(log, part) is Eager and type(part) is not Deferred and not kind.is_registered:
            withheld[name], made[name] = None, part
        else:
            made[name] = stand_in(log, (number, name), part)
    return withheld, kind.put_together(made)


def count_beneath(thunk: Any, beneath: Any) -> None:
    """Fetch parts of `thunk` from the thunk behind it; called under the lock."""
    if type(thunk)._self_withholds:
        set_cells(thunk, dict.fromkeys(thunk._self_cells, beneath))


def _hand_out(self: Any) -> Any:
    """Return the copy, for operations that may read any of its fields."""
    type(self)._self_look(self)
    for name in list(self._self_cells):
        _fetch(self, name)
    return get_value(self)


def _read_other(self: Any, cls: type, name: str) -> Any:
    """Read an attribute that is no field. One of the class, or of nobody, reads no fields, unless the class has a hook.

    A method or property written in Python runs with the thunk as `self`: on the copy, it would read fields unnoticed.
    """
    if name == "__wrapped__":  # wrapt's Python build asks for it here
        return _hand_out(self)
    type(self)._self_look(self)
    written, reads = (getattr_static(cls, each) for each in (name, "__getattribute__"))
    is_plain = reads in (object.__getattribute__, tuple.__getattribute__)
    if is_plain and name in instance_dict(self._self_value) and not is_in_class(type(written), "__set__"):
        _fetch(self, name)
        return instance_dict(self._self_value)[name]
    if is_plain:
        is_method = issubclass(type(written), PYTHON_METHODS) and for_thunk(type(self), cls, written) is not None
        if is_method or issubclass(type(written), (classmethod, staticmethod)):
            return written.__get__(self, cls)
        if not is_in_class(cls, name) and not is_in_class(cls, "__getattr__"):
            raise AttributeError(f"{cls.__name__!r} object has no attribute {name!r}", name=name, obj=self)
        if is_in_class(cls, name) and not is_in_class(type(written), "__get__"):
            return written
    return getattr(_hand_out(self), name)


def _fetch(self: Any, name: str) -> None:
    """Count what is handed out as itself, the first time that it is."""
    log, cells = self._self_log, self._self_cells
    if name in cells:
        if cells[name] is not None:
            getattr(cells[name], name)
        stand_in(log, (self._self_number, name), getattr(self._self_value, name))
        cells.pop(name, None)


def _reader(name: str, look: Callable[[Any], None], counting: bool) -> Callable[[Any], Any]:
    def read(self: Any) -> Any:
        look(self)
        if name in self._self_cells:
            _fetch(self, name)
        if counting:
            self._self_log.count(self._self_number, name)
        return getattr(self._self_value, name)

    return read


def _item(self: Any, index: Any) -> Any:
    """Read a field of a named tuple by its place."""
    type(self)._self_look(self)
    names = kind_of(type(self)._self_for).fields[index]  # raises
    for name in names if type(names) is tuple else [names]:
        _fetch(self, name)
        self._self_log.count(self._self_number, name)
    return tuple.__getitem__(self._self_value, index)


def _length(self: Any) -> int:
    type(self)._self_look(self)
    return tuple.__len__(self._self_value)


def _of_copy(name: str, read: Callable[[Any], Any]) -> property:
    """An attribute that `read` gives; what is written to it, or refused, is the business of the copy behind."""

    def write(self: Any, value: Any) -> None:
        setattr(materialised(self), name, value)

    def delete(self: Any) -> None:
        delattr(materialised(self), name)

    return property(read, write, delete)


def single_slot_class(kind: Kind, *, counting: bool) -> type[Thunk]:
    """Make the thunk class for a frozen class with one slot: game trees, where a search spends its time.

    The first look turns it into one of a second class, which has the class and the field at hand, so that C code
    answers all later ones; `_self_cells` is the field. There is no copy to forward to until something needs one.
    """
    cls, (name,) = kind.cls, kind.fields
    if counting:
        return fields_class(kind, counting=True)

    def copied(self: Any) -> Any:
        look(self)
        return kind.put_together({name: self._self_cells})  # once: wrapt keeps it

    def class_of(self: Any) -> type:
        look(self)
        return cls

    def parts(self: Any) -> tuple[object, Iterable[tuple[Any, Any]]]:
        return constructor_layer(cls), [(name, self._self_cells)]

    both = {"__wrapped_get__": copied, "_self_parts": parts, "_self_value": UNSET}
    seen = {"__class__": cls, name: _of_copy(name, get_cells), "_self_look": get_cells}
    look = _single_slot_look(kind, named_after(cls, both | seen))
    unseen = {"__class__": _of_copy("__class__", class_of), name: _of_copy(name, look), "_self_look": look}
    return named_after(cls, both | unseen)


def _single_slot_look(kind: Kind, seen: type[Thunk]) -> Callable[[Any], Any]:
    """`_self_look` for such a class; returns the field."""
    cls, (name,) = kind.cls, kind.fields
    layer = constructor_layer(cls)
    read = single_slot_of(cls, kind.fields).__get__

    def look(self: Any) -> Any:
        log, source = self._self_log, self._self_source
        _, number = log.look(self._self_place, (layer, log.next_number()))
        part = self._self_cells = stand_in(log, (number, name), read(source))
        self._self_number = number
        retype(self, seen)
        return part

    return look


def single_slot_of(cls: type, fields: tuple[str, ...]) -> Any:
    """Return the slot in which values of a class keep all that they have; None if it is no slot, or not one."""
    kept = getattr_static(cls, fields[0]) if len(fields) == 1 and cls.__dictoffset__ == 0 else None
    return kept if isinstance(kept, types.MemberDescriptorType) else None
