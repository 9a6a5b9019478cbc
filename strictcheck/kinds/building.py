"""Tools of kinds: a value that is being built, opened, copied or explored, and what lies under a thunk."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar

from strictcheck.kinds.partials import Partial
from strictcheck.thunks.proxy import get_source, get_value, is_forced, is_open, is_thunk

__all__ = [
    "ANEW", "SHARED", "Building", "InSight",
    "Opened", "Unwrapping", "is_known_to_be", "unwrapped", "walked",
]  # fmt: skip

P = TypeVar("P", bound=Partial)

# Returned by `Kind.copy` in place of a copy.
SHARED: Any = type("Shared", (), {"__slots__": ()})()
ANEW: Any = type("Anew", (), {"__slots__": ()})()


class Building(Protocol):
    """A value that is being built from a demand: its known parts, and where it stands."""

    # The known parts by key; a part that raised is a `Raised` layer here.
    parts: dict[Any, Any]
    # What `Kind.begin` returned, if something refers to this value before it is built; else None.
    begun: Any

    def part(self, key: Any) -> Any:
        """The part `key` as it is to be handed out: a known one, a thunk that raises, or a hole."""
        ...

    def cells(self, layer: Any) -> Iterator[Any]:
        """The elements of something that is pulled, as far as they are known."""
        ...

    def partly_known(self, base: type[P], cls: type, absent: frozenset[Any]) -> P:
        """A `base` for a value of `cls`, some parts of which are asked for later."""
        ...

    def hole(self) -> Any:
        """A hole in place of the whole value."""
        ...

    def path(self) -> tuple[Any, ...]:
        """The path of the value."""
        ...

    def names(self, cls: type) -> tuple[str, ...] | None:
        """The names of what the value itself holds; None if nobody knows."""
        ...


class InSight(Protocol):
    """Keeps what can be looked at next, to be looked at in any order."""

    @property
    def absent(self) -> Any:
        """Stands for a part that turns out not to be there."""
        ...

    def parts(self, keys: Sequence[Any], fetch: Callable[[Any], Any]) -> Iterable[Any]:
        """Parts that are known to be there, or told to be `absent`, when `fetch` gets them by their keys."""
        ...

    def cells(self, pull: Callable[[int], Any]) -> Iterable[Any]:
        """Parts that come one after another; `pull` gets the next one, or raises `StopIteration`."""
        ...

    def entries(self, mapping: Any) -> Iterable[Any]:
        """Values behind keys, and the set of the keys."""
        ...

    def attributes(self, value: Any) -> Iterable[Any]:
        """All attributes of an object in one look: which ones it has is told by nothing else."""
        ...

    def calls(self, function: Any) -> Iterable[Any]:
        """Results of calls."""
        ...


@dataclass(slots=True)
class Opened:
    """A value whose parts are being unwrapped: how to make it anew, or `whole` if no part turns out different.

    One that may hold itself is made `empty()`, to be referred to, and gets its parts by `fill(made, parts)`; any other
    is made by `rebuild(parts)`. `is_changed` if it is another one, whatever its parts.
    """

    part: Any
    whole: Any
    parts: list[Any]
    originals: list[Any]
    rebuild: Callable[[list[Any]], Any] = list
    is_same: Callable[[Any, Any], bool] = operator.is_
    empty: Callable[[], Any] | None = None
    fill: Callable[[Any, list[Any]], Any] = operator.is_
    is_changed: bool = False


class Unwrapping(NamedTuple):
    """How thunks are taken out of a value: `later` unwraps a part that comes later; `force_all` forces as it goes.

    Nothing is put into a value that is the caller's (`is_callers`): what differs in it is put into a new one.
    """

    later: Callable[[Any], Any]
    force_all: bool = False
    is_callers: bool = False


def is_known_to_be(made: Any, original: Any) -> bool:
    """True if a part is still `original`, or what that is known to be in an observation that is still open."""
    while made is not original and is_thunk(original) and is_open(original) and is_forced(original):
        original = get_value(original) if type(original)._self_settled else get_source(original)
    return made is original


def unwrapped(value: Any) -> Any:
    """The value that a thunk stands for; what is no thunk as it is."""
    while is_thunk(value):
        value = value.__wrapped__
    return value


def walked(iterable: Iterable[Any]) -> Iterator[Any]:
    """Nothing, after going through `iterable` to its end."""
    for _ in iterable:
        pass
    return iter(())
