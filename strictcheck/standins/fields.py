"""Stand-ins for classes with a fixed set of fields: dataclasses, attrs classes, named tuples, registered shapes."""

from __future__ import annotations

import operator
import types
from collections.abc import Callable, Iterable
from typing import Any

from strictcheck.layers import Constructor
from strictcheck.rebuilding import put_together
from strictcheck.shapes import Shape, getattr_static
from strictcheck.shapes import take_apart as fields_of
from strictcheck.standins.placing import stand_in
from strictcheck.standins.values import named_after
from strictcheck.thunks import (
    UNFORCED,
    Thunk,
    get_at,
    get_cells,
    get_row,
    get_value,
    materialised,
    new_thunk,
    set_forced,
)

__all__ = ["fields_class"]

Copy = Callable[[Any, int, Any], Any]


def fields_class(shape: Shape, *, counting: bool = False) -> type[Thunk]:
    """The stand-in for values of one class: forced, it forwards to a copy of the object that has thunks for fields.

    The copy is made without `__init__` or `__post_init__`. Methods run on the copy, so what they read counts.
    """
    copy = _copier(shape)
    is_single = _is_single_frozen_slot(shape) and not counting
    layer = Constructor(shape.cls)
    mutable = shape.mutable

    def __wrapped_get__(self: Any) -> Any:
        log, parent, key, source = get_at(self)[:4]
        with log.lock:
            if get_row(self) == UNFORCED:
                row = log.add(parent, key, layer)
                set_forced(self, row, copy(log, row, source))
                if mutable and parent >= 0:
                    log.kept[parent, key] = self
            return get_value(self)

    def _self_parts(self: Any) -> tuple[object, Iterable[tuple[Any, Any]]]:
        return fields_of(get_value(self))

    get = _single_slot_get(shape) if is_single else __wrapped_get__
    namespace: dict[str, Any] = {name: _field(name, counting, is_single) for name in shape.fields}
    namespace |= {"__wrapped_get__": get, "_self_parts": _self_parts, "_self_mutable": mutable}
    return named_after(shape.cls, namespace)


def _field(name: str, counting: bool, is_single: bool) -> property:
    """A field read by C code only; the generic way would first fail on the proxy, which costs three times as much.

    A single field also stands in `_self_cells`. Before the thunk is forced there is nothing, and the generic way, which
    Python takes then, forces.
    """
    read: Callable[[Any], Any] = get_cells if is_single else operator.attrgetter(f"__wrapped__.{name}")

    def read_and_count(self: Any) -> Any:
        value = read(self)
        log = get_at(self)[0]
        log.record.count(log, get_row(self), name)
        return value

    def write(self: Any, value: Any) -> None:
        setattr(materialised(self), name, value)

    def delete(self: Any) -> None:
        delattr(materialised(self), name)

    return property(read_and_count if counting else read, write, delete)


def _copier(shape: Shape) -> Copy:
    def copy(log: Any, row: int, source: Any) -> Any:
        parts = dict(fields_of(source)[1])
        return put_together(shape, {name: stand_in(log, row, name, part) for name, part in parts.items()})

    return copy


def _single_slot_get(shape: Shape) -> Callable[[Any], Any]:
    """`__wrapped_get__` for frozen classes with one slot, written out: game trees, where a search spends its time."""
    cls, (name,) = shape.cls, shape.fields
    layer = Constructor(cls)
    read, write = _slot(cls, name).__get__, _slot(cls, name).__set__
    allocate = object.__new__

    def __wrapped_get__(self: Any) -> Any:
        at = get_at(self)
        try:
            log, parent, key, source = at
        except ValueError:  # six: forced before
            return at[5]
        log.acquire()
        try:
            if get_at(self) is not at:
                return get_value(self)
            part = read(source)
            made: Any = allocate(cls)
            parents = log.plain
            if parents is None:
                row = log.add(parent, key, layer)
            else:
                row = len(parents)
                parents.append(parent)
                log.keys.append(key)
                log.layers.append(layer)
            maker = log.fast.get(type(part))
            if maker is None:
                thunk = stand_in(log, row, name, part)
            else:
                thunk = new_thunk(maker)
                thunk._self_at = (log, row, name, part)
            write(made, thunk)
            self._self_cells = thunk
            self._self_at = (log, parent, key, source, row, made)
            return made
        finally:
            log.release()

    return __wrapped_get__


def _is_single_frozen_slot(shape: Shape) -> bool:
    return (
        len(shape.fields) == 1
        and not shape.mutable
        and shape.cls.__dictoffset__ == 0
        and bool(_slot(shape.cls, shape.fields[0]))
    )


def _slot(cls: type, name: str) -> Any:
    kept = getattr_static(cls, name)
    return kept if isinstance(kept, types.MemberDescriptorType) else None
