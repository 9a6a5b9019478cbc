"""Thunks for classes with a fixed set of fields: dataclasses, attrs classes, named tuples, registered shapes."""

from __future__ import annotations

import functools
import operator
import types
from collections.abc import Callable, Iterable
from typing import Any, cast

from strictcheck.kinds.building import unwrapped
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layers import constructor_layer
from strictcheck.kinds.partials import Deferred
from strictcheck.kinds.placing import Eager, named_after, stand_in
from strictcheck.kinds.table import take_apart as fields_of
from strictcheck.thunks.classes import PYTHON_METHODS, getattr_static, instance_dict, is_in_class, only_dict_of
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

    The copy is made without `__init__` or `__post_init__`. Methods run on the copy, or on the thunk while
    it withholds fields, so what they read counts.
    """
    if _is_single_frozen_slot(kind) and not counting:
        return _single_slot_class(kind)
    class_reading = functools.partial(_class_reading, kind)
    done = {"__wrapped_get__": get_value, "_self_look": get_cells}
    seen = class_reading(lambda name: _field(name, counting), _of_copy("__class__", CLASS_BEHIND), done)
    rest = {
        "__wrapped_get__": lambda self: _hand_out(self, seen), "_self_look": get_cells, "_self_withholds": True,
        "__getattr__": lambda self, name: _read_other(self, name, kind.cls, seen),
    }  # fmt: skip
    withholding = class_reading(lambda name: _withheld(name, counting), _of_copy("__class__", _class_of_copy), rest)
    look = _look(kind, seen, withholding)

    def looking(name: str) -> property:
        return _of_copy(name, lambda self: (look(self), getattr(self, name))[1])

    def __wrapped_get__(self: Any) -> Any:
        look(self)
        return type(self).__wrapped_get__(self)

    def __getattr__(self: Any, name: str) -> Any:
        look(self)
        return getattr(self, name)

    unseen = {"__wrapped_get__": __wrapped_get__, "_self_look": look, "__getattr__": __getattr__}
    return class_reading(looking, looking("__class__"), unseen)


def _class_reading(kind: Kind, names: Callable[[str], property], cls: property, own: dict[str, Any]) -> type[Thunk]:
    """Make the class of one stage, with properties for the fields and for `__class__`."""
    fields = {name: names(name) for name in kind.fields} | {"__class__": cls, "_self_mutable": kind.mutable}
    return named_after(kind.cls, fields | ALL_STAGES | _truth(kind.cls) | own)


def _truth(cls: type) -> dict[str, Callable[[Any], bool]]:
    """Answer `if record:` without the fields, where the class says nothing of truth."""

    def __bool__(self: Any) -> bool:
        type(self)._self_look(self)
        return True

    says = any(name in vars(one) for one in cls.__mro__ for name in ("__bool__", "__len__"))
    return {} if says else {"__bool__": __bool__}


CLASS_BEHIND: Callable[[Any], Any] = operator.attrgetter("__wrapped__.__class__")


def _class_of_copy(thunk: Any) -> Any:
    return get_value(thunk).__class__


def _parts(thunk: Any) -> tuple[object, Iterable[tuple[Any, Any]]]:
    return fields_of(get_value(thunk))


def _is_written(thunk: Any) -> bool:
    if type(thunk)._self_withholds:
        return False  # nothing got at the copy
    copied, source = get_value(thunk), thunk._self_source
    cls: Any = type(source)
    read = only_dict_of(cls)
    if cls is type(copied) and read is not None:
        now, before = read(copied), read(source)
    else:
        now, before = dict(fields_of(copied)[1]), dict(fields_of(source)[1])
    return list(now) != list(before) or not all(map(stands_for, now.values(), before.values()))


# Attributes of a thunk before the first look, while it withholds fields, and afterwards.
ALL_STAGES = {
    "_self_parts": _parts, "_self_is_written": _is_written, "_self_fetch": materialised, "_self_records": True
}  # fmt: skip


def _look(kind: Kind, seen: type[Thunk], withholding: type[Thunk]) -> Callable[[Any], None]:
    """`_self_look`: from then on the thunk is of class `seen`, or of the other one for as long as it withholds.

    What is handed out as itself counts as forced when it is fetched, and the copy would hand it out in silence. So
    nothing gets at the copy while there are fields of that kind that nobody has fetched; `_self_cells` has them,
    each with the thunk that this one stands for, if there is one, which counts it too.
    """
    layer = constructor_layer(kind.cls)

    def look(self: Any) -> None:
        log = self._self_log
        fields = _fields(kind, self._self_source)
        with log.lock:  # two threads that look at once have to share the copy
            if self._self_number == UNFORCED:
                _, number = log.look(self._self_place, (layer, log.next_number()))
                self._self_cells, self._self_value = _copy(kind, log, number, fields)
                self._self_number = number
                retype(self, withholding if self._self_cells else seen)

    return look


def _fields(kind: Any, source: Any) -> Iterable[tuple[str, Any]]:
    """Return the fields of a record, or of the value behind a thunk, by name and in the order of its dict."""
    if kind.store is None or type(source) is not kind.cls:
        return cast("Iterable[tuple[str, Any]]", kind.take_apart(unwrapped(source))[1])
    read: Callable[[Any], dict[str, Any]] = kind.store
    return read(source).items()  # see dataclasses in `bench_everyday.py`


def _copy(kind: Any, log: Any, number: int, parts: Any) -> tuple[dict[str, Any], Any]:
    """Return the fields to withhold, and a copy of the object, with thunks for the other fields."""
    withheld: dict[str, Any] = {}
    read: Callable[[Any], dict[str, Any]] | None = kind.store
    copied = None if read is None else object.__new__(kind.cls)
    made = {} if read is None else read(copied)
    makers, fields = log.makers, kind.fields
    for name, part in parts:
        # What is still to be decided is so here, for a copy cannot have it set later.
        if makers[type(part)] is Eager and type(part) is not Deferred and name in fields:
            withheld[name], made[name] = None, part
        else:
            made[name] = stand_in(log, (number, name), part)
    return withheld, kind.put_together(made) if copied is None else copied


def count_beneath(thunk: Any, beneath: Any) -> None:
    """Fetch parts of `thunk` from the thunk behind it; called under the lock."""
    if type(thunk)._self_withholds:
        set_cells(thunk, dict.fromkeys(thunk._self_cells, beneath))


def _hand_out(self: Any, seen: type[Thunk]) -> Any:
    """The copy, for operations that may read any of its fields."""
    for name in list(self._self_cells):
        _fetch(self, name)
    retype(self, seen)
    return get_value(self)


def _read_other(self: Any, name: str, cls: type, seen: type[Thunk]) -> Any:
    """Read an attribute that is no field. One of the class, or of nobody, reads no fields, unless the class has a hook.

    A method or property written in Python runs with the thunk as `self`: on the copy, it would read fields unnoticed.
    So one that calls `object.__setattr__`, which refuses a thunk, raises; `atoms="auto"` mends that.
    """
    if name == "__wrapped__":  # wrapt's Python build asks for it here
        return _hand_out(self, seen)
    written, reads = (getattr_static(cls, each) for each in (name, "__getattribute__"))
    if reads in (object.__getattribute__, tuple.__getattribute__) and name not in instance_dict(self._self_value):
        if isinstance(written, (*PYTHON_METHODS, classmethod, staticmethod)):
            return written.__get__(self, cls)
        if not is_in_class(cls, name) and not is_in_class(cls, "__getattr__"):
            raise AttributeError(f"{cls.__name__!r} object has no attribute {name!r}", name=name, obj=self)
        if is_in_class(cls, name) and not is_in_class(type(written), "__get__"):
            return written
    return getattr(_hand_out(self, seen), name)


def _fetch(self: Any, name: str) -> None:
    """Count what is handed out as itself, the first time that it is."""
    log, cells = self._self_log, self._self_cells
    if name in cells:
        if cells[name] is not None:
            getattr(cells[name], name)
        stand_in(log, (self._self_number, name), getattr(self._self_value, name))
        cells.pop(name, None)


def _withheld(name: str, counting: bool) -> property:
    """Field of a thunk that withholds some."""

    def read(self: Any) -> Any:
        if name in self._self_cells:
            _fetch(self, name)
        if counting:
            self._self_log.count(self._self_number, name)
        return getattr(self._self_value, name)

    return _of_copy(name, read)


def _field(name: str, counting: bool) -> property:
    """A field read by C code only; the generic way would first fail on the proxy, which costs three times as much."""
    read: Callable[[Any], Any] = operator.attrgetter(f"__wrapped__.{name}")

    def read_and_count(self: Any) -> Any:
        value = read(self)
        self._self_log.count(self._self_number, name)
        return value

    return _of_copy(name, read_and_count if counting else read)


def _of_copy(name: str, read: Callable[[Any], Any]) -> property:
    """An attribute that `read` gives; what is written to it, or refused, is the business of the copy behind."""

    def write(self: Any, value: Any) -> None:
        setattr(materialised(self), name, value)

    def delete(self: Any) -> None:
        delattr(materialised(self), name)

    return property(read, write, delete)


def _single_slot_class(kind: Kind) -> type[Thunk]:
    """Make the thunk class for a frozen class with one slot: game trees, where a search spends its time.

    The first look turns it into one of a second class, which has the class and the field at hand, so that C code
    answers all later ones; `_self_cells` is the field. There is no copy to forward to until something needs one.
    """
    cls, (name,) = kind.cls, kind.fields

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
    read = _slot(cls, name).__get__

    def look(self: Any) -> Any:
        log, source = self._self_log, self._self_source
        _, number = log.look(self._self_place, (layer, log.next_number()))
        part = self._self_cells = stand_in(log, (number, name), read(source))
        self._self_number = number
        retype(self, seen)
        return part

    return look


def _is_single_frozen_slot(kind: Kind) -> bool:
    return (
        len(kind.fields) == 1
        and not kind.mutable
        and kind.cls.__dictoffset__ == 0
        and bool(_slot(kind.cls, kind.fields[0]))
    )


def _slot(cls: type, name: str) -> Any:
    kept = getattr_static(cls, name)
    return kept if isinstance(kept, types.MemberDescriptorType) else None
