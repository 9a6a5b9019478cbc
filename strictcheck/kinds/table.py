"""Kinds of classes, and the fields of their values.

This table is plain data about classes; it knows nothing of thunks. Read it to see of which kind the library considers
a class, and add to it with `register_shape` (a class that comes apart) or `opaque` (a class that must not).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from collections.abc import Mapping as AnyMapping
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, WeakSet

from strictcheck.kinds.building import unwrapped
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import OPENINGS, Attribute, Layer
from strictcheck.kinds.partials import class_behind
from strictcheck.names import RESERVED
from strictcheck.thunks.classes import REMEMBERED, bases, slots_of
from strictcheck.thunks.proxy import is_thunk

C = TypeVar("C", bound=type)

_kinds: list[type[Kind]] = []  # in the order in which they try to recognise a class

# The function that declared a class, and what its kind has to know beside the class.
_declared: WeakKeyDictionary[type, tuple[str, tuple[Any, ...]]] = WeakKeyDictionary()
_transient: WeakSet[type] = WeakSet()


def register_shape(
    cls: C,
    *,
    take_apart: Callable[[Any], AnyMapping[str, Any]],
    rebuild: Callable[[AnyMapping[str, Any]], Any],
) -> C:
    """Let values of `cls` (and its subclasses) come apart into named fields, each observed on its own.

    `take_apart(value)` returns the fields by name; `rebuild(fields)` returns a new value made of thunks for
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
    for name, function in (("take_apart", take_apart), ("rebuild", rebuild)):
        if not callable(function):
            raise TypeError(f"register_shape: {name}={function!r} is not callable; pass a function of one argument")
    return _declare(cls, "register_shape", take_apart, rebuild)


def opaque(cls: C) -> C:
    """Treat values of `cls` (and its subclasses) as one indivisible part. Returns `cls`, so it decorates a class.

    A look at such a value reveals all of it, and the call works on the value itself.

    >>> @opaque
    ... class Handle: ...
    >>> kind_of(Handle)
    <kind: itself, and nothing inside>
    """
    return _declare(cls, "opaque")


def is_declared(cls: type) -> bool:
    """True if the user said of `cls`, or of a base of it, how its values come apart, or that they do not."""
    return any(base in _declared for base in bases(cls))


def add_kind(kind: type[Kind]) -> None:
    """Let classes that `kind` recognises be of this kind, before any other that recognises them.

    Its layers can be written and read from then on. A class whose name is the opening of one is written with its module
    in front.
    """
    for layer in kind.layers:
        OPENINGS[layer.opening] = layer
        RESERVED.add(layer.opening)
    _kinds.insert(0, kind)
    forget_classes()


def transient(cls: C) -> C:
    """Let thunks for values of `cls` (and its subclasses) die with their last reader. Returns `cls`: a decorator.

    For classes whose values are passed through once, such as game trees: an observation keeps the path that the call
    is on instead of all it has passed. A part that is fetched again gets a new thunk, so its `id()` is not stable.

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


def pulls_only(cls: C) -> C:
    """Treat values of `cls` as iterators of which only the pulls count, not what their methods read. Returns `cls`.

    >>> @pulls_only
    ... class Countdown:
    ...     def __iter__(self): return self
    ...     def __next__(self): raise StopIteration
    >>> kind_of(Countdown)
    <kind: cells, pulled>
    """
    return _declare(cls, "pulls_only")


def _check_class(function: str, cls: object) -> None:
    if not isinstance(cls, type):
        raise TypeError(f"{function}: cls={cls!r} is not a class; pass the class whose values it is about")


def _declare(cls: C, function: str, *known: Any) -> C:
    _check_class(function, cls)
    _declared[cls] = function, known
    forget_classes()
    return cls


@functools.lru_cache(maxsize=REMEMBERED)
def _classified(cls: type) -> Kind:
    """Return the kind of values whose class is exactly `cls`; nothing is forced, no value is needed."""
    for base in bases(cls):
        if base in _declared:
            function, known = _declared[base]
            return _kind_declared_by(function)(cls, *known)
    found = (kind.recognise(cls) for kind in _kinds)
    return next((kind for kind in found if kind is not None), None) or _kind_declared_by("opaque")(cls)


def holds_attributes_beside(kind: Kind) -> bool:
    """True if values of this kind may hold attributes beside what else they are: numbers, strings, containers."""
    has_slots = (kind.is_own_layer or kind.is_copied_whole) and bool(slots_of(kind.cls))
    holds_some = bool(kind.cls.__dictoffset__) or has_slots
    return holds_some and kind.can_change and not kind.has_attributes and not kind.is_opaque


kind_of: Callable[[type], Kind] = _classified  # asked for every part: without a frame of Python's


def forget_classes() -> None:
    """Find out anew what is known of classes, since one of them was declared."""
    for forget in (_classified.cache_clear, *also_forget):
        forget()


also_forget: list[Callable[[], None]] = []


@functools.lru_cache(maxsize=REMEMBERED)
def thunk_class_for(kind: Kind, counting: bool) -> Any:
    """Return the class of thunks for values of a kind, of which there is one for each class."""
    return kind.thunk_class(counting=counting)


def _kind_declared_by(function: str) -> type[Kind]:
    return next(kind for kind in _kinds if kind.declared_by == function)


def is_iterator(value: Any) -> bool:
    """True if `next` pulls `value`, or the known value of a thunk, and it has no other parts."""
    cls = type(value)._self_for if is_thunk(value) else type(value)
    kind = None if cls is None else kind_of(cls)
    return kind is not None and kind.is_pulled and kind.is_pulled_by_next()


def told_keys(layer: Layer, known: Iterable[Any] = ()) -> Any:
    """Return the keys of the parts of a layer, in order; `known` are those that have been looked at."""
    if not layer.tells_class:
        beside = [key for key in known if type(key) is Attribute]
        return [*layer.keys(), *beside] if beside else layer.keys() or list(known)
    fields = () if layer.is_whole else kind_of(layer.cls).fields
    return [name for name in dict.fromkeys((*fields, *known)) if name not in layer.absent]


def take_apart(value: Any) -> tuple[object, Iterable[tuple[Any, Any]]]:
    """Return the layer of `value`, and its fields as pairs of key and value.

    Nothing of a field is looked at. A `Stream` is pulled to its end. Raises `DemandError` for an iterator, which
    cannot be looked at without using it up.

    >>> take_apart([7, 8])
    (Sequence(length=2, closed=True), <enumerate object at ...>)
    """
    value = unwrapped(value)  # a thunk is taken apart as its value
    return kind_of(class_behind(value)).take_apart(value)
