"""What one look reveals: the outermost constructor of a value, without its fields.

A layer is what a row of the record keeps and what a node of a demand carries. Atoms (numbers, strings, ...) are
their own layer; everything else is one of the classes here. Layers are ordered by information: `[1, *_]` says
less than `[1, 2]`, and `{"a": 1, **_}` less than `{"a": 1}`. Skip this module unless you add a kind of value.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, fields
from typing import Any

from strictcheck.atoms import atom_key
from strictcheck.errors import NoJoin

__all__ = [
    "Constructor",
    "Function",
    "Layer",
    "Mapping",
    "Opaque",
    "Raised",
    "Sequence",
    "join_layers",
    "layer_key",
    "layer_leq",
    "meet_layers",
    "may_have",
    "without_value",
]

DIFFERENT = "they are layers of different values"


class Layer:
    """What every layer other than an atom derives from; by itself it has no order but equality.

    A pickle holds what takes part in comparison, which is what a pattern says, and nothing else.
    """

    __slots__ = ()

    def leq(self, other: Layer) -> bool:
        """Whether `other` says everything that this layer says."""
        return self == other

    def join(self, other: Layer) -> Layer:
        """The least layer that says what both say; `NoJoin` when they contradict each other."""
        if self == other:
            return self
        raise NoJoin(DIFFERENT)

    def meet(self, other: Layer) -> Layer | None:
        """The greatest layer that says only what both say; None (a hole) when they share nothing."""
        return self if self == other else None

    def has_part(self, key: Any) -> bool:
        """Whether this layer tells that there is a part `key`."""
        return False

    def may_have(self, key: Any) -> bool:
        """Whether a value with this layer could have a part `key`, told or not."""
        return self.has_part(key)

    def __reduce__(self) -> tuple[Any, ...]:
        compared = [part.name for part in fields(self) if part.init and part.compare]  # type: ignore[arg-type]
        return type(self), tuple(getattr(self, name) for name in compared)


@dataclass(frozen=True, slots=True)
class Constructor(Layer):
    """An object of class `cls`; `absent` holds the attributes that were asked for and were not there.

    A value that cannot be taken apart has this layer too. It is kept as `value`, so that a partial value can hand it
    out again, and takes no part in comparison.
    """

    cls: type
    absent: frozenset[str] = frozenset()
    value: Any = field(default=None, compare=False, repr=False)

    def leq(self, other: Layer) -> bool:
        return isinstance(other, Constructor) and self.cls is other.cls and self.absent <= other.absent

    def join(self, other: Layer) -> Layer:
        if not isinstance(other, Constructor) or self.cls is not other.cls:
            raise NoJoin(DIFFERENT)
        return other if self.absent <= other.absent else Constructor(self.cls, self.absent | other.absent, self.value)

    def meet(self, other: Layer) -> Layer | None:
        if not isinstance(other, Constructor) or self.cls is not other.cls:
            return None
        return self if self.absent <= other.absent else Constructor(self.cls, self.absent & other.absent, self.value)

    def has_part(self, key: Any) -> bool:
        return isinstance(key, str) and key not in self.absent


def Opaque(value: Any) -> Constructor:
    """The layer of a value that was looked at and cannot be taken apart: its class, and the value to hand out again.

    >>> Opaque(bytearray(b"x")) == Constructor(bytearray)
    True
    """
    return Constructor(type(value), frozenset(), value)


@dataclass(frozen=True, slots=True)
class Sequence(Layer):
    """`length` elements, and then the end if `closed`; otherwise nobody has looked whether there are more.

    `kind` is the class to rebuild (list, tuple, an iterator, ...). It takes no part in comparison: a pattern
    `[a, b]` cannot tell a list from a tuple.
    """

    length: int
    closed: bool = True
    kind: Any = field(default=list, compare=False, repr=False)

    def leq(self, other: Layer) -> bool:
        if not isinstance(other, Sequence):
            return False
        return self == other if self.closed else self.length <= other.length

    def join(self, other: Layer) -> Layer:
        if not isinstance(other, Sequence):
            raise NoJoin(DIFFERENT)
        if self.leq(other):
            return other
        if other.leq(self):
            return self
        closed = self if self.closed else other
        raise NoJoin(
            f"a sequence of {closed.length} elements does not have {(self.length, other.length)[closed is self]}"
        )

    def meet(self, other: Layer) -> Layer | None:
        if not isinstance(other, Sequence):
            return None
        return self if self == other else Sequence(min(self.length, other.length), False, self.kind)

    def has_part(self, key: Any) -> bool:
        return isinstance(key, int) and 0 <= key < self.length

    def may_have(self, key: Any) -> bool:
        return isinstance(key, int) and 0 <= key and not (self.closed and key >= self.length)


@dataclass(frozen=True, slots=True, eq=False)
class Mapping(Layer):
    """Keys known to be there, in order; keys known to be `absent`; and, if `closed`, that there are no others.

    What is closed need not list what is absent, and does not. The order of the keys and `kind` (the class to rebuild)
    take no part in comparison.
    """

    present: tuple[Hashable, ...] = ()
    absent: frozenset[Hashable] = frozenset()
    closed: bool = False
    kind: Any = field(default=dict, compare=False, repr=False)
    keys: frozenset[Hashable] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "keys", frozenset(self.present))
        if self.closed:
            object.__setattr__(self, "absent", frozenset())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        return self.closed == other.closed and self.absent == other.absent and self.keys == other.keys

    def __hash__(self) -> int:
        return hash((self.keys, self.absent, self.closed))

    def leq(self, other: Layer) -> bool:
        if not isinstance(other, Mapping) or (self.closed and not other.closed):
            return False
        has_keys = self.keys == other.keys if self.closed else self.keys <= other.keys
        return has_keys and (self.absent.isdisjoint(other.keys) if other.closed else self.absent <= other.absent)

    def join(self, other: Layer) -> Layer:
        if not isinstance(other, Mapping):
            raise NoJoin(DIFFERENT)
        clash = next((key for key in other.present if not self.may_have(key)), _NO_KEY)
        if clash is _NO_KEY:
            clash = next((key for key in self.present if not other.may_have(key)), _NO_KEY)
        if clash is not _NO_KEY:
            raise NoJoin(f"key {clash!r} cannot be both there and absent")
        first, second = (self, other) if self.closed or not other.closed else (other, self)
        present = first.present + tuple(key for key in second.present if key not in first.keys)
        return Mapping(present, self.absent | other.absent, first.closed, first.kind)

    def meet(self, other: Layer) -> Layer | None:
        if not isinstance(other, Mapping):
            return None
        if self == other:
            return self
        absent = frozenset(
            key for one, two in ((self, other), (other, self)) for key in one.absent if not two.may_have(key)
        )
        return Mapping(tuple(key for key in self.present if key in other.keys), absent, False, self.kind)

    def has_part(self, key: Any) -> bool:
        return key in self.keys

    def may_have(self, key: Any) -> bool:
        return key in self.keys if self.closed else key not in self.absent


_NO_KEY = object()


@dataclass(frozen=True, slots=True, eq=False)
class Function(Layer):
    """A function that was called, with the calls as printed arguments, `"(8)"`; their results are the fields.

    A second call with equal arguments that may have given another result is a call of its own, `"(8) #2"`. `details`
    says more of each call, in the same order, and takes no part in comparison; nor does the order.
    """

    calls: tuple[str, ...] = ()
    details: tuple[Any, ...] = field(default=(), compare=False, repr=False)
    known: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "known", frozenset(self.calls))

    def __eq__(self, other: object) -> bool:
        return self.known == other.known if isinstance(other, Function) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.known)

    def leq(self, other: Layer) -> bool:
        return isinstance(other, Function) and self.known <= other.known

    def join(self, other: Layer) -> Layer:
        if not isinstance(other, Function):
            raise NoJoin(DIFFERENT)
        return self._of([call not in self.known for call in other.calls], other, self)

    def meet(self, other: Layer) -> Layer | None:
        if not isinstance(other, Function):
            return None
        return self._of([call in other.known for call in self.calls], self, Function())

    @staticmethod
    def _of(chosen: list[bool], source: Function, start: Function) -> Function:
        """The calls of `start`, and those of `source` that are chosen, with their details if all are known."""
        calls = tuple(call for call, keep in zip(source.calls, chosen, strict=True) if keep)
        details = tuple(detail for detail, keep in zip(source.details, chosen, strict=False) if keep)
        return Function(start.calls + calls, start.details + details)

    def has_part(self, key: Any) -> bool:
        return key in self.known

    def may_have(self, key: Any) -> bool:
        return isinstance(key, str)


@dataclass(frozen=True, slots=True, eq=False)
class Raised(Layer):
    """A source that raised `error` when it was forced; compared by the exception's class, which will do for `error`."""

    error: BaseException | type[BaseException]

    @property
    def cls(self) -> type[BaseException]:
        """The class of the exception."""
        return self.error if isinstance(self.error, type) else type(self.error)

    def __eq__(self, other: object) -> bool:
        return self.cls is other.cls if isinstance(other, Raised) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.cls)

    def __reduce__(self) -> tuple[Any, ...]:
        return Raised, (self.cls,)


def layer_key(layer: object) -> Hashable:
    """What two layers must share to be equal: the layer itself, or an atom's type and value.

    >>> layer_key(1) == layer_key(True), layer_key(float("nan")) == layer_key(float("nan"))
    (False, True)
    """
    layer = without_value(layer)
    return layer if isinstance(layer, Layer) else atom_key(layer)


def without_value(layer: object) -> object:
    """The layer, or atom; an atom of which a pattern can only say the class becomes the layer of that class.

    >>> without_value(1), without_value(ValueError("x"))
    (1, Constructor(cls=<class 'ValueError'>, absent=frozenset()))
    """
    return layer if isinstance(layer, Layer) or atom_key(layer) is not None else Opaque(layer)


def layer_leq(low: object, high: object) -> bool:
    """Whether `high` says everything that `low` says; either may be an atom."""
    if low is high:
        return True
    if isinstance(low, Layer) and isinstance(high, Layer):
        return low.leq(high)
    return layer_key(low) == layer_key(high)


def join_layers(one: object, other: object) -> object:
    """The least layer that says what both say; `NoJoin` when there is none."""
    if isinstance(one, Layer) and isinstance(other, Layer):
        return one.join(other)
    if layer_leq(one, other):
        return one
    raise NoJoin(DIFFERENT)


def meet_layers(one: object, other: object) -> tuple[object, ...]:
    """The greatest layer that says only what both say, as a tuple of one; `()`, a hole, when they share nothing.

    >>> meet_layers(None, None), meet_layers(None, 1)
    ((None,), ())
    """
    if isinstance(one, Layer) and isinstance(other, Layer):
        shared = one.meet(other)
        return () if shared is None else (shared,)
    return (one,) if layer_leq(one, other) else ()


def may_have(layer: object, key: Any) -> bool:
    """Whether a value with this layer could have a part `key`; an atom has none."""
    return isinstance(layer, Layer) and layer.may_have(key)
