"""The layer of sequences and of what is pulled: a length and elements."""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from strictcheck.errors import DemandError
from strictcheck.kinds.layer import GONE, HOLE, SHOWN, Field, Frame, Layer, PatternReader, holes, runs
from strictcheck.thunks.classes import REMEMBERED

NUMBERS = ("no", "first", "first two", "first three", "first four", "first five")


@dataclass(frozen=True, slots=True)
class Sequence(Layer):
    """`length` elements, and then the end if `closed`; otherwise nobody has looked whether there are more.

    `cls` is the class to rebuild (list, tuple, an iterator, ...), and `like` has other state, such as the length of a
    deque. They take no part in comparison: a pattern `[a, b]` cannot tell a list from a tuple.
    """

    length: int
    closed: bool = True
    cls: Any = field(default=list, compare=False, repr=False)
    like: Any = field(default=None, compare=False, repr=False)

    opening = "["

    is_series = True
    fetched_by = "pull"
    beyond = "the rest, not pulled"
    last_part = "the end"

    @property
    def is_no_look(self) -> bool:
        """True if nothing was pulled."""
        return self.length == 0 and not self.closed

    def keys(self) -> range:
        """The indices."""
        return range(self.length)

    def words(self) -> str:
        """The class and the length."""
        name = getattr(self.cls, "__name__", "sequence")
        if not self.closed:
            return f"{name}, {self.length:,} pulled"
        return f"{name} of {self.length:,}" if self.length else f"empty {name}"

    def asked(self, parts: list[Any]) -> str:
        """Items by number; of one whose end is not known, how many were pulled."""
        if not self.closed:
            return _pulled(self.length, len(parts))
        items = ", ".join(str(index + 1) for index in sorted(parts)[:SHOWN]) + (", ..." if len(parts) > SHOWN else "")
        many = "item" if len(parts) == 1 else "items"
        return f"{many} {items} of {self.length}" if parts else "how many items it has"

    def of_class(self, cls: type) -> Layer:
        """Return the layer with another class."""
        return replace(self, cls=cls)

    def others(self) -> list[Layer]:
        """A list may be empty, or longer or shorter by one; a tuple keeps its length."""
        if not self.closed or issubclass(self.cls, tuple):
            return []
        lengths = sorted({0, max(self.length - 1, 0), self.length + 1} - {self.length})
        return [Sequence(length, True, self.cls) for length in lengths]

    def smaller(self) -> Iterator[tuple[Layer, Callable[[Any], Any]]]:
        """Without runs of elements: all, both halves, the quarters, ..., one by one from the end."""
        for size, start in runs(self.length):
            yield Sequence(self.length - size, self.closed, self.cls), partial(_moved, start, size)

    def first_beyond(self, known: Sequence) -> tuple[Any, ...]:
        """The first index that only this one has."""
        return (known.length,) if known.length < self.length else ()

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
        raise DemandError(f"a sequence of {closed.length} elements does not have {longer.length}")

    def _meet(self, other: Sequence) -> Layer | None:
        return self if self == other else Sequence(min(self.length, other.length), False, self.cls)

    def with_revealed(
        self, present: tuple[Any, ...], absent: frozenset[Any], listed: tuple[Any, ...] | None, ended: bool
    ) -> Layer:
        """As many elements more as cells were pulled, and the end."""
        return Sequence(self.length + len(present), self.closed or ended, self.cls)

    def frame(self, children: dict[Any, int], most: int | None) -> Frame:
        """`[1, _, *_]`; without the `*_` if it is closed."""
        rest = "" if self.closed else "*_"
        if most is None:
            return Frame("[", list(holes(self.length, children)), "]", rest)
        fields: list[Field] = [("", children.get(index, HOLE)) for index in range(min(self.length, most))]
        return Frame("[", fields, "]", rest, self.length - len(fields))

    @classmethod
    def read(cls, reader: PatternReader) -> Generator[Any, None, Layer]:
        """Patterns of the elements, up to `]`."""
        length = 0
        for _ in reader.items("]", "*_"):
            yield length
            length += 1
        return cls(length, reader.closed)


@functools.lru_cache(maxsize=REMEMBERED)
def closed_sequence(length: int, cls: Any) -> Sequence:
    """Return the layer of a list or tuple; the same few lengths come again and again."""
    return Sequence(length, True, cls)


def _moved(start: int, size: int, index: int) -> Any:
    return index if index < start else index - size if index >= start + size else GONE


def _pulled(length: int, looked: int) -> str:
    if length == 0:
        return "no item"
    first = NUMBERS[length] if length < len(NUMBERS) else f"first {length}"
    items = f"its {first} item{'s' if length > 1 else ''}"
    if looked == length:
        return items
    return (
        f"{items}, not looked at"
        if not looked
        else f"{items}, of which {looked} {'was' if looked == 1 else 'were'} looked at"
    )
