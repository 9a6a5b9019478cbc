"""How a value comes apart: which kind each class is, and what the fields of its values are.

This table is plain data about classes; it knows nothing of thunks. Read it to see what the library takes a value
for, and add to it with `register_shape` (a class that comes apart) or `opaque` (a class that must not).
"""

from __future__ import annotations

import collections.abc
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import io
import pathlib
import types
import uuid
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from strictcheck.classes import (
    REMEMBERED,
    bases,
    getattr_static,
    instance_dict,
    is_honest,
    is_made_in_python,
    is_set,
    is_thunk_class,
    namespace_of,
    reads_as_its_base,
    slots_of,
)
from strictcheck.errors import DemandError
from strictcheck.layers import Constructor, Function, Opaque, Sequence
from strictcheck.layers import Mapping as MappingLayer
from strictcheck.streams import Stream

__all__ = ["REMEMBERED", "Kind", "Shape", "opaque", "register_shape", "shape_of", "take_apart"]

C = TypeVar("C", bound=type)

ATOMS = (
    int, float, complex, str, bytes, range, decimal.Decimal, fractions.Fraction, datetime.date, datetime.time,
    datetime.timedelta, datetime.tzinfo, uuid.UUID, pathlib.PurePath,
)  # fmt: skip
# `is` cannot be answered by a stand-in, so neither can what a bare object() is there for. True and False are among them
# because `x is True` and `case True` would be wrong in silence; `raise` and slicing insist on the real thing.
IDENTITIES = (
    type(None), bool, type(...), type(NotImplemented), type(getattr(functools, "Placeholder", None)), type,
    types.ModuleType, Enum, BaseException, slice,
)  # fmt: skip
# A record with a field that a stand-in needs for itself can have none.
TAKEN = ("_self_", "__wrapped_", "__object_proxy__")
# Of these libraries all is opaque: classes in Python around arrays in C, which take whole arrays from each other.
TABLES = ("numpy", "pandas", "polars", "pyarrow")
FUNCTIONS = (
    types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.MethodWrapperType,
    types.MethodDescriptorType, types.WrapperDescriptorType, functools.partial, type(functools.cache(len)),
)  # fmt: skip


class Kind(enum.Enum):
    """The ways in which a value can stand behind a thunk; design.md's table of shapes, a row each."""

    IDENTITY = "handed out as itself"
    ATOM = "has no fields"
    FIELDS = "a class with a fixed set of fields"
    CUSTOM = "comes apart as its registration says"
    SEQUENCE = "a length, and elements"
    MAPPING = "keys, and values"
    STREAM = "cells, pulled once and remembered"
    ITERATOR = "cells, pulled"
    ASYNC_ITERATOR = "cells, awaited"
    FUNCTION = "calls, and results"
    OBJECT = "a class, and attributes one by one"
    OPAQUE = "itself, and nothing inside"


@dataclasses.dataclass(frozen=True, slots=True)
class Shape:
    """What is known of one class: its kind, its field names, and how it comes apart and is put together."""

    cls: type
    kind: Kind
    fields: tuple[str, ...] = ()
    take_apart: Callable[[Any], Mapping[str, Any]] | None = None
    rebuild: Callable[[Mapping[str, Any]], Any] | None = None
    mutable: bool = True


# Kind, and how it comes apart and is put together.
_registered: WeakKeyDictionary[type, tuple[Kind, Any, Any]] = WeakKeyDictionary()


def register_shape(
    cls: C,
    *,
    take_apart: Callable[[Any], Mapping[str, Any]],
    rebuild: Callable[[Mapping[str, Any]], Any],
) -> C:
    """Let values of `cls` (and its subclasses) come apart into named fields, each observed on its own.

    `take_apart(value)` returns the fields by name; `rebuild(fields)` returns a new value made of stand-ins for
    them and must not look at them. Returns `cls`. Raises `TypeError` when an argument is not of its kind.

    >>> class Pair:
    ...     __slots__ = ("left", "right")
    >>> def pair(fields):
    ...     made = Pair()
    ...     made.left, made.right = fields["left"], fields["right"]
    ...     return made
    >>> _ = register_shape(Pair, take_apart=lambda p: {"left": p.left, "right": p.right}, rebuild=pair)
    >>> take_apart(pair({"left": 1, "right": 2}))[1]
    [('left', 1), ('right', 2)]
    """
    _check_class("register_shape", cls)
    for name, function in (("take_apart", take_apart), ("rebuild", rebuild)):
        if not callable(function):
            raise TypeError(f"register_shape: {name}={function!r} is not callable; pass a function of one argument")
    _registered[cls] = Kind.CUSTOM, take_apart, rebuild
    _classified.cache_clear()
    return cls


def opaque(cls: C) -> C:
    """Treat values of `cls` (and its subclasses) as one indivisible part. Returns `cls`, so it decorates a class.

    A look at such a value reveals all of it, and the value itself is what the call works on.

    >>> @opaque
    ... class Handle: ...
    >>> shape_of(Handle).kind.name
    'OPAQUE'
    """
    _check_class("opaque", cls)
    _registered[cls] = Kind.OPAQUE, None, None
    _classified.cache_clear()
    return cls


def _check_class(function: str, cls: object) -> None:
    if not isinstance(cls, type):
        raise TypeError(f"{function}: cls={cls!r} is not a class; pass the class whose values it is about")


def shape_of(cls: type) -> Shape:
    """The shape of values whose class is exactly `cls`; nothing is forced, no value is needed."""
    return _classified(cls)


@functools.lru_cache(maxsize=REMEMBERED)
def _classified(cls: type) -> Shape:
    for base in bases(cls):
        if base in _registered:
            kind, apart, together = _registered[base]
            return Shape(cls, kind, (), apart, together)
    if cls is object or issubclass(cls, IDENTITIES):
        return Shape(cls, Kind.IDENTITY, mutable=False)
    if issubclass(cls, (*ATOMS, tuple, list, dict)) and not is_honest(cls):
        return Shape(cls, Kind.OPAQUE)
    if issubclass(cls, ATOMS):
        return Shape(cls, Kind.ATOM, mutable=False)
    fields = _field_names(cls)
    if fields is not None and any(name.startswith(TAKEN) for name in fields):
        return Shape(cls, Kind.IDENTITY, mutable=False)
    if fields is not None:
        return Shape(cls, Kind.FIELDS, fields, mutable=not _is_frozen(cls))
    if any(str(namespace_of(base).get("__module__")).partition(".")[0] in TABLES for base in bases(cls)):
        return Shape(cls, Kind.OPAQUE)
    return Shape(cls, _container_kind(cls), mutable=cls not in (tuple, Stream))


def _field_names(cls: type) -> tuple[str, ...] | None:
    if issubclass(cls, tuple):
        named: tuple[str, ...] | None = getattr_static(cls, "_fields")
        return named
    if getattr_static(cls, "__dataclass_fields__") is not None:
        names = tuple(field.name for field in dataclasses.fields(cls))  # type: ignore[arg-type]  # it is one
    elif getattr_static(cls, "__attrs_attrs__") is not None:
        attributes: Any = cls.__attrs_attrs__  # type: ignore[attr-defined]
        names = tuple(attribute.name for attribute in attributes)
    else:
        return None
    # A field kept by a descriptor of its own cannot be copied without running the descriptor; a C base (an exception,
    # a dict) holds state that field names do not tell of; a class may hide where its fields are kept. Such a class is
    # taken attribute by attribute instead.
    if issubclass(cls, (list, dict)) or any(not _is_plain_storage(cls, name) for name in (*names, "__dict__")):
        return None
    return names if is_made_in_python(cls) else None


def _is_plain_storage(cls: type, name: str) -> bool:
    kept = getattr_static(cls, name)
    own = (types.MemberDescriptorType, types.GetSetDescriptorType)
    return isinstance(kept, own) or not hasattr(type(kept), "__set__")


def _is_frozen(cls: type) -> bool:
    if issubclass(cls, tuple):
        return True
    parameters = getattr_static(cls, "__dataclass_params__")
    return bool(getattr(parameters, "frozen", False))


def _container_kind(cls: type) -> Kind:
    if issubclass(cls, Stream):
        return Kind.STREAM
    if issubclass(cls, (tuple, list)) and getattr_static(cls, "n_fields") is None:
        return Kind.SEQUENCE if reads_as_its_base(cls) else Kind.OPAQUE
    if issubclass(cls, collections.abc.Mapping):
        return Kind.MAPPING
    if issubclass(cls, FUNCTIONS):
        return Kind.FUNCTION
    if issubclass(cls, io.IOBase):
        return Kind.OPAQUE
    if issubclass(cls, collections.abc.Iterator):
        return Kind.ITERATOR
    if issubclass(cls, collections.abc.AsyncIterator):
        return Kind.ASYNC_ITERATOR
    return Kind.OBJECT if is_made_in_python(cls) else Kind.OPAQUE


def take_apart(value: Any) -> tuple[object, Iterable[tuple[Any, Any]]]:
    """The layer of `value`, and its fields as pairs of key and value.

    Nothing of a field is looked at. A `Stream` is pulled to its end. Raises `DemandError` for an iterator, which
    cannot be looked at without using it up.

    >>> take_apart([7, 8])
    (Sequence(length=2, closed=True), <enumerate object at ...>)
    """
    cls: type = type(value)
    while is_thunk_class(cls):  # a thunk is taken apart as what it stands for
        value = value.__wrapped__
        cls = type(value)
    shape = shape_of(cls)
    match shape.kind:
        case Kind.IDENTITY | Kind.ATOM:
            return value, ()
        case Kind.FIELDS if issubclass(shape.cls, tuple):
            return _constructor(cls), zip(shape.fields, tuple.__iter__(value), strict=True)
        case Kind.FIELDS:
            return _constructor(cls), _stored_fields(shape, value)
        case Kind.OBJECT:
            return _constructor(cls), [(name, getattr(value, name)) for name in stored_names(shape, value)]
        case Kind.CUSTOM:
            assert shape.take_apart is not None
            return _constructor(cls), list(shape.take_apart(value).items())
        case Kind.SEQUENCE:
            return Sequence(len(value), True, shape.cls), enumerate(value)
        case Kind.STREAM:
            return Sequence(sum(1 for _ in value), True, Stream), enumerate(value)
        case Kind.MAPPING:
            return MappingLayer(tuple(value), closed=True, kind=shape.cls), value.items()
        case Kind.FUNCTION:
            return Function(), ()
        case Kind.OPAQUE:
            return Opaque(value), ()
        case Kind.ITERATOR | Kind.ASYNC_ITERATOR:
            raise DemandError(
                f"a {shape.cls.__name__} cannot be taken apart without using it up; pass a list, a tuple or a Stream"
            )


@functools.lru_cache(maxsize=REMEMBERED)
def _constructor(cls: type) -> Constructor:
    return Constructor(cls)


def _stored_fields(shape: Shape, value: Any) -> list[tuple[str, Any]]:
    """What is stored as a field, read past the class's own `__getattribute__`, which is for its users."""
    slots, held = slots_of(shape.cls), instance_dict(value)
    if not slots and tuple(held) == shape.fields:
        return list(held.items())
    if not held and len(slots) == len(shape.fields):
        try:
            return [(name, slots[name].__get__(value)) for name in shape.fields]
        except (AttributeError, KeyError):  # one of them is not set, or is kept elsewhere
            pass
    return [(name, object.__getattribute__(value, name)) for name in stored_names(shape, value)]


def stored_names(shape: Shape, value: Any) -> list[str]:
    """The names of the attributes that `value` holds itself: set fields, set slots, and its instance dictionary."""
    slots = slots_of(shape.cls)
    held = instance_dict(value)
    names = [name for name in shape.fields if name in held or (name in slots and is_set(slots[name], value))]
    names += [name for name, slot in slots.items() if name not in shape.fields and is_set(slot, value)]
    return names + [name for name in held if name not in shape.fields]
