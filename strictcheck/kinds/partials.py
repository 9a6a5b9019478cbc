"""Partial values: values of demands, with a hole that raises when touched for every other part.

Complete parts are rebuilt as ordinary values. A partly known value (some keys of a dict, some attributes of an
object) needs a class of its own, which thunks can read.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any, TypeVar

from strictcheck.errors import Unevaluated
from strictcheck.kinds.layers import Raised
from strictcheck.messages import show_path, shown
from strictcheck.thunks.classes import (
    METHODS_IN_C,
    REMEMBERED,
    class_name,
    getattr_static,
    is_known_by_identity,
    is_thunk_class,
    module_name,
    qualified_name,
)

P = TypeVar("P", bound="Partial")


class Partial:
    """Base of partly known values: `cls` is the class of the value, `path()` its place."""

    # Class whose thunk reads it.
    stands_for: type = object
    # True of one in which nothing is missing.
    is_whole = False

    def __init__(
        self, cls: type, path: Callable[[], tuple[Any, ...]], parts: dict[Any, Any], absent: frozenset[Any]
    ) -> None:
        self.cls = cls
        self.path = path
        self.parts = parts
        self.absent = absent

    def _unknown(self, what: str) -> Unevaluated:
        return Unevaluated(
            f"{what} of the {class_name(self.cls)} at {show_path(self.path())} is not in the demand", self.path()
        )


def is_partly_known(value: Any) -> bool:
    """True of a partial value in which something may be missing."""
    return issubclass(type(value), Partial) and not type(value).is_whole


class Deferred:
    """A field computed on read, by `decide()`, for values no proxy can represent.

    A thunk waits until it is looked at; this waits until it is fetched, for `None` and its like.
    """

    __slots__ = ("decide",)

    def __init__(self, decide: Callable[[], Any]) -> None:
        self.decide = decide


class PartialMapping(Partial):
    """Mapping of which some keys are known; `like` has the other state of the mapping, if there is any.

    Attributes that it holds are `beside` its entries.

    If all `keys` are known, the values behind them are made when they are fetched: most are holes.
    """

    like: Any = None
    beside: Mapping[str, Any] = MappingProxyType({})
    keys: Collection[Any] | None = None
    part: Callable[[Any], Any]

    def __contains__(self, key: object) -> bool:
        if self.keys is not None:
            return key in self.keys
        if key not in self.parts and key not in self.absent and not self._is_made_again(key):
            raise self._unknown(f"key {shown(key)}")
        return key in self.parts

    def _is_made_again(self, key: Any) -> bool:
        """True of an object such as an iterator, which the first call made, too, and did not find: it was another."""
        cls: Any = type(key)
        return is_known_by_identity(cls) and cls in map(type, self.absent)

    def __getitem__(self, key: Any) -> Any:
        return self.parts[key] if key in self.parts else self.part(key)

    def __iter__(self) -> Iterator[Any]:
        if self.keys is None:
            raise self._unknown("the set of keys")
        return iter(self.keys)


class PartialSequence(Partial):
    """List or tuple of this `length` whose elements are made when they are fetched: most are holes."""

    length: int
    part: Callable[[int], Any]

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: int) -> Any:
        return self.part(index)

    def __iter__(self) -> Iterator[Any]:
        return map(self.part, range(self.length))


class Disguised(Partial):
    """Base of partial values that report the class of the value; `names` are those that the value itself holds.

    A demand does not contain the names; without an object they are unknown.
    """

    names: tuple[str, ...] | None = None

    @property
    def __class__(self) -> type:
        return self.__dict__["cls"]

    @__class__.setter
    def __class__(self, cls: type) -> None:
        raise TypeError("a partial value cannot change its class")


class PartialObject(Disguised):
    """Object of which some attributes are known; `hole(name)` makes any other."""

    hole: Callable[[str], Any]
    original: Any = None  # the object whose demand it has

    def read(self, name: Any) -> Any:
        """Return the attribute, or a hole for it; raises its exception, and `AttributeError` if it is absent."""
        if name in self.parts:
            part = self.parts[name]
            if type(part) is Raised:
                raise part.error
            return part
        special = isinstance(name, str) and name.startswith("__")  # any value can be a key of a `__dict__`
        if special and any(name in vars(base) for base in self.cls.__mro__):  # not those of the class's own class
            return getattr(self.cls, name)
        if special or name in self.absent:
            raise AttributeError(f"{self.cls.__name__!r} object has no attribute {name!r}")
        return self.hole(name)


class PartialIterator(Disguised):
    """Iterator of which the first elements are known, and perhaps the end; `elements` yields them."""

    elements: Any  # a `KnownElements`
    original: Any = None  # the iterator whose demand it has

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        return next(self.elements)

    def __getattr__(self, name: str) -> Any:
        held = vars(self)
        methods = cursor_methods(held["cls"]) if "elements" in held else {}
        if name in methods:
            return functools.partial(methods[name], self)
        if methods:  # of a cursor, `description` and the like are known
            return getattr(held.get("original"), name)
        raise AttributeError(f"{class_name(held['cls'])!r} object has no attribute {name!r}")

    def __reduce_ex__(self, protocol: object) -> Any:
        # By this name, since every class has it: `hasattr(it, "__copy__")` has to be answered as before.
        return _as_held, (type(self), {**vars(self), "elements": copy.copy(self.elements)})

    def __dir__(self) -> list[str]:
        return sorted({*dir(self.cls), *(self.names or ())})


def _itself(rows: Any, *args: Any, **kwargs: Any) -> Any:
    return rows


# Methods of a database cursor (PEP 249), done by `next`: each row is a cell, by whichever method it comes. No query is
# executed again for a second call, which gets the same rows.
CURSOR: dict[str, Callable[..., Any]] = {
    "fetchone": lambda rows: next(rows, None),
    "fetchmany": lambda rows, size=None: list(islice(rows, getattr(rows, "arraysize", 1) if size is None else size)),
    "fetchall": list,
    **dict.fromkeys(("execute", "executemany", "executescript"), _itself),
}


@functools.lru_cache(maxsize=REMEMBERED)
def cursor_methods(cls: type) -> Mapping[str, Callable[..., Any]]:
    """Return the methods that a cursor has in C, as they are done by `next`; none of a class that is no cursor."""
    return {name: one for name, one in CURSOR.items() if type(getattr_static(cls, name)) in METHODS_IN_C}


def _as_held(cls: type[P], held: dict[str, Any]) -> P:
    made: P = object.__new__(cls)
    vars(made).update(held)  # before anybody asks for an attribute, which may be one of the source's
    return made


@functools.lru_cache(maxsize=REMEMBERED)
def partial_class(base: type[P], cls: type) -> type[P]:
    """Make the class of partly known values of class `cls`: a `base` that reports that class."""
    names = {"__qualname__": qualified_name(cls), "__module__": module_name(cls)}
    made: Any = type(class_name(cls), (base,), {"stands_for": cls, **names})
    return made


def class_behind(source: Any) -> type:
    """Return the class of the value that `source` is, or that is behind it."""
    if issubclass(type(source), Partial):
        return vars(source)["cls"]
    cls: Any = type(source)
    if not is_thunk_class(cls):
        return cls
    return source.__class__ if cls._self_for is None else cls._self_for
