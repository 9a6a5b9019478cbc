"""What one look reveals: the outermost constructor of a value, without its fields.

A layer is what a row of the record keeps and what a node of a demand carries. Atoms (numbers, strings, ...) are
their own layer; everything else is one of the classes here. Layers are ordered by information: `[1, *_]` says
less than `[1, 2]`, and `{"a": 1, **_}` less than `{"a": 1}`. Skip this module unless you add a kind of value.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, fields
from typing import Any

from strictcheck.errors import NoJoin
from strictcheck.messages import shown
from strictcheck.names import portable

__all__ = [
    "Constructor",
    "Function",
    "Layer",
    "Mapping",
    "Opaque",
    "Raised",
    "Sequence",
    "class_of",
]

DIFFERENT = "they are layers of different values"


class Layer:
    """What every layer other than an atom derives from; by itself it has no order but equality.

    `low <= high`: `high` says everything that `low` says. `one | other` is the least layer that says what both say;
    it raises `NoJoin` when they contradict each other. `one & other` is the greatest layer that says only what both
    say, or None (a hole) when they share nothing. `key in layer`: the layer tells that there is a part `key`.

    A pickle holds what takes part in comparison, which is what a pattern says, and nothing else.

    >>> Sequence(1, False) <= Sequence(2), Sequence(1, False) | Sequence(2), Sequence(2) & Sequence(3)
    (True, Sequence(length=2, closed=True), Sequence(length=2, closed=False))
    """

    __slots__ = ()

    def __le__(self, other: object) -> bool:
        return type(self) is type(other) and self._leq(other)

    def __or__(self, other: object) -> Layer:
        if type(self) is not type(other):
            raise NoJoin(DIFFERENT)
        return self._join(other)

    def __and__(self, other: object) -> Layer | None:
        return self._meet(other) if type(self) is type(other) else None

    def __contains__(self, key: object) -> bool:
        return False

    def may_have(self, key: Any) -> bool:
        """Whether a value with this layer could have a part `key`, told or not."""
        return key in self

    # The same among layers of one class, for subclasses to override.

    def _leq(self, other: Any) -> bool:
        return bool(self == other)

    def _join(self, other: Any) -> Layer:
        if self != other:
            raise NoJoin(DIFFERENT)
        return self

    def _meet(self, other: Any) -> Layer | None:
        return self if self == other else None

    def __reduce__(self: Any) -> tuple[Any, ...]:
        compared = [part.name for part in fields(self) if part.init and part.compare]
        return type(self), tuple(portable(getattr(self, name)) for name in compared)


@dataclass(frozen=True, slots=True)
class Constructor(Layer):
    """An object of class `cls`; `absent` holds the attributes that were asked for and were not there.

    A value that cannot be taken apart has this layer too. It is kept as `value`, so that a partial value can hand it
    out again, and takes no part in comparison.
    """

    cls: type
    absent: frozenset[str] = frozenset()
    value: Any = field(default=None, compare=False, repr=False)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key not in self.absent

    def _leq(self, other: Constructor) -> bool:
        return self.cls is other.cls and self.absent <= other.absent

    def _join(self, other: Constructor) -> Layer:
        if self.cls is not other.cls:
            raise NoJoin(DIFFERENT)
        return other if self.absent <= other.absent else Constructor(self.cls, self.absent | other.absent, self.value)

    def _meet(self, other: Constructor) -> Layer | None:
        if self.cls is not other.cls:
            return None
        return self if self.absent <= other.absent else Constructor(self.cls, self.absent & other.absent, self.value)


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

    def __contains__(self, key: object) -> bool:
        return isinstance(key, int) and 0 <= key < self.length

    def may_have(self, key: Any) -> bool:
        """An index below the length, or any at all while nobody has seen the end."""
        return key in self or (isinstance(key, int) and key >= 0 and not self.closed)

    def _leq(self, other: Sequence) -> bool:
        return self == other if self.closed else self.length <= other.length

    def _join(self, other: Sequence) -> Layer:
        if self <= other:
            return other
        if other <= self:
            return self
        closed, longer = (self, other) if self.closed else (other, self)
        raise NoJoin(f"a sequence of {closed.length} elements does not have {longer.length}")

    def _meet(self, other: Sequence) -> Layer | None:
        return self if self == other else Sequence(min(self.length, other.length), False, self.kind)


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

    def __contains__(self, key: object) -> bool:
        return key in self.keys

    def may_have(self, key: Any) -> bool:
        """A key that is there, or one that nobody has asked for."""
        return key in self.keys if self.closed else key not in self.absent

    def _leq(self, other: Mapping) -> bool:
        if self.closed:
            return other.closed and self.keys == other.keys
        lacks = self.absent.isdisjoint(other.keys) if other.closed else self.absent <= other.absent
        return lacks and self.keys <= other.keys

    def _join(self, other: Mapping) -> Layer:
        for one, two in ((self, other), (other, self)):
            for key in one.present:
                if not two.may_have(key):
                    raise NoJoin(f"key {shown(key)} cannot be both there and absent")
        first, second = (self, other) if self.closed or not other.closed else (other, self)
        present = first.present + tuple(key for key in second.present if key not in first.keys)
        return Mapping(present, self.absent | other.absent, first.closed, first.kind)

    def _meet(self, other: Mapping) -> Layer | None:
        if self == other:
            return self
        absent = [key for one, two in ((self, other), (other, self)) for key in one.absent if not two.may_have(key)]
        return Mapping(tuple(key for key in self.present if key in other.keys), frozenset(absent), False, self.kind)


@dataclass(frozen=True, slots=True, eq=False)
class Function(Layer):
    """A function that was called, with the calls as printed arguments, `"(8)"`; their results are the fields.

    A second call with equal arguments that may have given another result is a call of its own, `"(8) #2"`. `value`
    is the function, for a partial value to call again; it takes no part in comparison, nor does the order of calls.
    """

    calls: tuple[str, ...] = ()
    value: Any = field(default=None, compare=False, repr=False)
    known: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "known", frozenset(self.calls))

    def __eq__(self, other: object) -> bool:
        return self.known == other.known if isinstance(other, Function) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.known)

    def __contains__(self, key: object) -> bool:
        return key in self.known

    def may_have(self, key: Any) -> bool:
        """Any call at all."""
        return isinstance(key, str)

    def _leq(self, other: Function) -> bool:
        return self.known <= other.known

    def _join(self, other: Function) -> Layer:
        more = other._only(lambda call: call not in self.known)
        return Function(self.calls + more.calls, self.value or other.value)

    def _meet(self, other: Function) -> Layer | None:
        return self._only(lambda call: call in other.known)

    def _only(self, keep: Callable[[str], bool]) -> Function:
        return Function(tuple(filter(keep, self.calls)), self.value)


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


def class_of(layer: object) -> Any:
    """The class of the values that have this layer, or are this atom.

    >>> class_of(Sequence(2)), class_of(Constructor(range)), class_of(1)
    (<class 'list'>, <class 'range'>, <class 'int'>)
    """
    match layer:
        case Constructor():
            return layer.cls
        case Sequence() | Mapping():
            return layer.kind
        case Function():
            return types.FunctionType
    return type(layer)
