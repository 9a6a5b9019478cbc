"""What one look reveals: the outermost constructor of a value, without its fields.

A layer is what a row of the record keeps and what a node of a demand carries. Atoms (numbers, strings, ...) are
their own layer; everything else is one of the classes here. Layers are ordered by information: `[1, *_]` says
less than `[1, 2]`, and `{"a": 1, **_}` less than `{"a": 1}`. Skip this module unless you add a kind of value.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

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
]


class Layer:
    """What every layer other than an atom derives from; by itself it has no order but equality."""

    __slots__ = ()

    def leq(self, other: Layer) -> bool:
        """Whether `other` says everything that this layer says."""
        return self == other

    def join(self, other: Layer) -> Layer:
        """The least layer that says what both say; `NoJoin` when they contradict each other."""
        if self == other:
            return self
        raise NoJoin(f"{self} and {other} are layers of different values")

    def meet(self, other: Layer) -> Layer | None:
        """The greatest layer that says only what both say; None (a hole) when they share nothing."""
        return self if self == other else None


@dataclass(frozen=True, slots=True)
class Constructor(Layer):
    """An object of class `cls`; `absent` holds the attributes that were asked for and were not there."""

    cls: type
    absent: frozenset[str] = frozenset()

    def leq(self, other: Layer) -> bool:
        return isinstance(other, Constructor) and self.cls is other.cls and self.absent <= other.absent

    def join(self, other: Layer) -> Layer:
        if not isinstance(other, Constructor) or self.cls is not other.cls:
            raise NoJoin(f"{self} and {other} are layers of different values")
        return Constructor(self.cls, self.absent | other.absent)

    def meet(self, other: Layer) -> Layer | None:
        if not isinstance(other, Constructor) or self.cls is not other.cls:
            return None
        return Constructor(self.cls, self.absent & other.absent)


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
            raise NoJoin(f"{self} and {other} are layers of different values")
        low, high = sorted((self, other), key=lambda layer: (layer.length, layer.closed))
        if low.closed and low != high:
            raise NoJoin(f"a sequence of {low.length} elements cannot have {high.length}")
        return Sequence(high.length, high.closed, high.kind)

    def meet(self, other: Layer) -> Layer | None:
        if not isinstance(other, Sequence):
            return None
        return self if self == other else Sequence(min(self.length, other.length), False, self.kind)


@dataclass(frozen=True, slots=True)
class Mapping(Layer):
    """Keys known to be there, in order; keys known to be `absent`; and, if `closed`, that there are no others.

    The order of the keys and `kind` (the class to rebuild) take no part in comparison.
    """

    present: tuple[Hashable, ...] = ()
    absent: frozenset[Hashable] = frozenset()
    closed: bool = False
    kind: Any = field(default=dict, compare=False, repr=False)

    def _lacks(self, key: Hashable) -> bool:
        return key in self.absent or (self.closed and key not in self._keys())

    def _keys(self) -> frozenset[Hashable]:
        return frozenset(self.present)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        return self.closed == other.closed and self.absent == other.absent and self._keys() == other._keys()

    def __hash__(self) -> int:
        return hash((self._keys(), self.absent, self.closed))

    def leq(self, other: Layer) -> bool:
        if not isinstance(other, Mapping) or (self.closed and not other.closed):
            return False
        mine, theirs = self._keys(), other._keys()
        lacking = self.absent <= other.absent or (other.closed and not self.absent & theirs)
        return lacking and (mine == theirs if self.closed else mine <= theirs)

    def join(self, other: Layer) -> Layer:
        if not isinstance(other, Mapping):
            raise NoJoin(f"{self} and {other} are layers of different values")
        mine, theirs = self._keys(), other._keys()
        clash = [key for key in theirs if self._lacks(key)] or [key for key in mine if other._lacks(key)]
        if clash:
            raise NoJoin(f"key {clash[0]!r} cannot be both there and absent")
        closed = self.closed or other.closed
        first, second = (self, other) if self.closed else (other, self)
        present = first.present + tuple(key for key in second.present if key not in first._keys())
        return Mapping(present, frozenset() if closed else self.absent | other.absent, closed, self.kind)

    def meet(self, other: Layer) -> Layer | None:
        if not isinstance(other, Mapping):
            return None
        if self == other:
            return self
        theirs = other._keys()
        absent = {key for key in self.absent if other._lacks(key)} | {key for key in other.absent if self._lacks(key)}
        return Mapping(tuple(key for key in self.present if key in theirs), frozenset(absent), False, self.kind)


@dataclass(frozen=True, slots=True)
class Function(Layer):
    """A function that was called, with the calls as printed arguments, `"(8)"`; their results are the fields.

    A second call with equal arguments that may have given another result is a call of its own, `"(8) #2"`.
    """

    calls: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        return frozenset(self.calls) == frozenset(other.calls) if isinstance(other, Function) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self.calls))

    def leq(self, other: Layer) -> bool:
        return isinstance(other, Function) and frozenset(self.calls) <= frozenset(other.calls)

    def join(self, other: Layer) -> Layer:
        if not isinstance(other, Function):
            raise NoJoin(f"{self} and {other} are layers of different values")
        return Function(self.calls + tuple(call for call in other.calls if call not in set(self.calls)))

    def meet(self, other: Layer) -> Layer | None:
        if not isinstance(other, Function):
            return None
        return Function(tuple(call for call in self.calls if call in set(other.calls)))


@dataclass(frozen=True, slots=True)
class Opaque(Layer):
    """A value that was looked at and cannot be taken apart. Compared, and printed, by its class alone.

    `value` is kept so that a partial value can hand it out again.
    """

    value: Any = field(compare=False, repr=False)
    cls: type = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cls", type(self.value))


@dataclass(frozen=True, slots=True)
class Raised(Layer):
    """A source that raised `error` when it was forced; compared by the exception's class."""

    error: BaseException = field(compare=False, repr=False)
    cls: type = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cls", type(self.error))


def layer_key(layer: object) -> Hashable:
    """What two layers must share to be equal: the layer itself, or an atom's type and value.

    >>> layer_key(1) == layer_key(True), layer_key(float("nan")) == layer_key(float("nan"))
    (False, True)
    """
    if isinstance(layer, Layer):
        return layer
    return (type(layer), layer if layer == layer else "nan")


def layer_leq(low: object, high: object) -> bool:
    """Whether `high` says everything that `low` says; either may be an atom."""
    if isinstance(low, Layer) and isinstance(high, Layer):
        return low.leq(high)
    return low is high or layer_key(low) == layer_key(high)


def join_layers(one: object, other: object) -> object:
    """The least layer that says what both say; `NoJoin` when there is none."""
    if isinstance(one, Layer) and isinstance(other, Layer):
        return one.join(other)
    if layer_leq(one, other):
        return one
    raise NoJoin(f"{one!r} and {other!r} are layers of different values")


def meet_layers(one: object, other: object) -> object:
    """The greatest layer that says only what both say; None when they share nothing.

    None is never a layer of its own here: callers compare equal atoms first (`None` is an atom too).
    """
    if isinstance(one, Layer) and isinstance(other, Layer):
        return one.meet(other)
    return one if layer_leq(one, other) else None
