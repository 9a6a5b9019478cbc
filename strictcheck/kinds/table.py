"""How a value comes apart: which kind each class is, and what the fields of its values are.

This table is plain data about classes; it knows nothing of thunks. Read it to see what the library takes a value
for, and add to it with `register_shape` (a class that comes apart) or `opaque` (a class that must not).
"""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import fractions
import functools
import io
import pathlib
import types
import uuid
from collections import deque
from collections.abc import Callable, Iterable
from collections.abc import Mapping as AnyMapping
from enum import Enum
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, WeakSet

from strictcheck.kinds.attributes import stored_names
from strictcheck.kinds.classes import (
    REMEMBERED,
    bases,
    getattr_static,
    is_honest,
    is_made_in_python,
    namespace_of,
    reads_as_its_base,
)
from strictcheck.kinds.file_kind import FileKind
from strictcheck.kinds.function_kind import FunctionKind
from strictcheck.kinds.iterator_kind import AsyncIteratorKind, IteratorKind, StreamKind
from strictcheck.kinds.kind import Kind as AnyKind
from strictcheck.kinds.kind import Shape, unwrapped
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.layers import OPENINGS, TAGS
from strictcheck.kinds.leaves import AtomKind, IdentityKind, OpaqueKind
from strictcheck.kinds.mapping_kind import MappingKind
from strictcheck.kinds.object_kind import ObjectKind
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.record_kind import RecordKind, RegisteredKind
from strictcheck.kinds.sequence_kind import SequenceKind
from strictcheck.kinds.set_kind import SETS, SetKind
from strictcheck.names import RESERVED
from strictcheck.thunks.streams import Stream

__all__ = [
    "REMEMBERED", "Kind", "Shape", "add_kind", "is_transient", "opaque", "pulled", "register_shape",
    "shape_of", "stored_names", "take_apart", "transient",
]  # fmt: skip

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


class Kind(AnyKind):
    """The kinds by name; to be replaced by calls of their methods wherever somebody compares with one."""

    IDENTITY = IdentityKind()
    ATOM = AtomKind()
    FIELDS = RecordKind()
    CUSTOM = RegisteredKind()
    SEQUENCE = SequenceKind()
    MAPPING = MappingKind()
    STREAM = StreamKind()
    ITERATOR = IteratorKind()
    ASYNC_ITERATOR = AsyncIteratorKind()
    FUNCTION = FunctionKind()
    OBJECT = ObjectKind()
    SET = SetKind()
    FILE = FileKind()
    OPAQUE = OpaqueKind()


_added: list[AnyKind] = []  # the last one first

# Kind, and how it comes apart and is put together.
_registered: WeakKeyDictionary[type, tuple[AnyKind, Any, Any]] = WeakKeyDictionary()
_transient: WeakSet[type] = WeakSet()


def register_shape(
    cls: C,
    *,
    take_apart: Callable[[Any], AnyMapping[str, Any]],
    rebuild: Callable[[AnyMapping[str, Any]], Any],
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
    >>> shape_of(Handle).kind
    <kind: itself, and nothing inside>
    """
    _check_class("opaque", cls)
    _registered[cls] = Kind.OPAQUE, None, None
    _classified.cache_clear()
    return cls


def add_kind(kind: AnyKind, *layers: type[Layer]) -> None:
    """Let classes that `kind` recognises be of this kind, before any other that knows them, and write its `layers`.

    `layers` are the classes of layers that no other kind has, each with an `opening` that is a name. A class that is
    called so is written with its module in front from then on.
    """
    for layer in layers:
        OPENINGS[layer.opening] = TAGS[layer.tag] = layer
        RESERVED.add(layer.opening)
    _added.insert(0, kind)
    _classified.cache_clear()


def transient(cls: C) -> C:
    """Let thunks for values of `cls` (and its subclasses) die with their last reader. Returns `cls`: a decorator.

    For classes whose values are passed through once, such as game trees: an observation keeps the path that the call
    is on instead of all it has seen. A part that is fetched again gets a new thunk, so `id()` of it is not stable.

    >>> @transient
    ... class Position: ...
    >>> is_transient(Position), is_transient(int)
    (True, False)
    """
    _check_class("transient", cls)
    _transient.add(cls)
    return cls


def is_transient(cls: type) -> bool:
    """True if `cls`, or a base of it, was registered as transient."""
    return any(base in _transient for base in bases(cls))


def pulled(cls: C) -> C:
    """Treat values of `cls` as iterators of which only the pulls count, not what their methods read. Returns `cls`.

    >>> @pulled
    ... class Countdown:
    ...     def __iter__(self): return self
    ...     def __next__(self): raise StopIteration
    >>> shape_of(Countdown).kind
    <kind: cells, pulled>
    """
    _check_class("pulled", cls)
    _registered[cls] = Kind.ITERATOR, None, None
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
    for kind in _added:
        shape = kind.recognise(cls)
        if shape is not None:
            return shape
    if cls is object or issubclass(cls, IDENTITIES):
        return Shape(cls, Kind.IDENTITY, mutable=False)
    if issubclass(cls, (*ATOMS, tuple, list, deque, dict)) and not is_honest(cls):
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


def _container_kind(cls: type) -> AnyKind:
    if issubclass(cls, Stream):
        return Kind.STREAM
    if issubclass(cls, (tuple, list, deque)) and getattr_static(cls, "n_fields") is None:
        return Kind.SEQUENCE if reads_as_its_base(cls) else Kind.OPAQUE
    if issubclass(cls, (dict, types.MappingProxyType)):
        return Kind.MAPPING if reads_as_its_base(cls) else Kind.OPAQUE
    if issubclass(cls, SETS):
        return Kind.SET if reads_as_its_base(cls) else Kind.OPAQUE
    if issubclass(cls, FUNCTIONS):
        return Kind.FUNCTION
    if getattr_static(cls, "__wrapped__") is not None:  # the name by which wrapt finds the value behind a thunk
        return Kind.OPAQUE
    if is_made_in_python(cls):
        return Kind.OBJECT
    if issubclass(cls, io.IOBase):
        return Kind.FILE if reads_as_its_base(cls) else Kind.OPAQUE
    if _is_pulled_by(cls, "__next__"):
        return Kind.ITERATOR
    return Kind.ASYNC_ITERATOR if _is_pulled_by(cls, "__anext__") else Kind.OPAQUE


def _is_pulled_by(cls: type, pull: str) -> bool:
    """True if values of `cls` are iterators that are pulled by C code, which no subclass has replaced."""
    start = {"__next__": "__iter__", "__anext__": "__aiter__"}[pull]
    methods = [getattr_static(cls, name) for name in (pull, start)]
    return None not in methods and not any(isinstance(method, types.FunctionType) for method in methods)


def take_apart(value: Any) -> tuple[object, Iterable[tuple[Any, Any]]]:
    """The layer of `value`, and its fields as pairs of key and value.

    Nothing of a field is looked at. A `Stream` is pulled to its end. Raises `DemandError` for an iterator, which
    cannot be looked at without using it up.

    >>> take_apart([7, 8])
    (Sequence(length=2, closed=True), <enumerate object at ...>)
    """
    value = unwrapped(value)  # a thunk is taken apart as what it stands for
    shape = shape_of(class_behind(value))
    return shape.kind.take_apart(shape, value)
