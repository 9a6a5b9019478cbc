"""Notation of layers in patterns and in JSON, for writing and reading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn, Protocol

from strictcheck.errors import DemandError

HOLE = "_"

Field = tuple[str, int | str]  # text before a part, and the row of the part, or its text


class Frame(NamedTuple):
    """Layer as text with places for its parts: `Max(` fields `)`; `rest` is `*_`, `**_` or nothing, and comes last.

    `more` fields before `rest` are not listed: a sequence may have any number of holes.
    """

    opening: str
    fields: list[Field]
    closing: str
    rest: str = ""
    more: int = 0


class PatternItems(Protocol):
    """Iterator returned by `PatternReader.items`; `closed` is false once `rest` was met."""

    closed: bool

    def __iter__(self) -> Iterator[None]: ...


class PatternReader(Protocol):
    """Tokens of a pattern, for the layer that reads it."""

    word: str
    kind: str
    position: int

    def take(self, word: str) -> bool:
        """Go on if the current token is `word`; return True if it was."""
        ...

    def expect(self, word: str) -> None:
        """Go on if the current token is `word`; otherwise raise `DemandError`."""
        ...

    def items(self, closing: str, rest: str = "") -> PatternItems:
        """Make an iterator that stops before each field, up to `closing`, or to `rest` (`*_`, `**_`) and `closing`."""
        ...

    def is_before(self, mark: str) -> bool:
        """True if the next token is `mark`."""
        ...

    def advance(self) -> None:
        """Go on to the next token."""
        ...

    def string(self) -> str:
        """Return the value of the current string, without going on."""
        ...

    def value(self) -> Any:
        """Read a value: an atom, or the key of a mapping."""
        ...

    def read_class(self, base: type = object) -> type:
        """Read the name of a class."""
        ...

    def fail(self, expected: str) -> NoReturn:
        """Raise `DemandError` with the position and the expected token."""
        ...

    def error(self, message: str, position: int | None = None) -> DemandError:
        """Make the `DemandError` for a mistake at `position`, by default at the current token."""
        ...


def holes(length: int, children: dict[Any, int]) -> Iterator[Field]:
    """Yield the elements that were looked at, and the holes before, between and after them, each run as one text."""
    start = 0
    for index in (*sorted(children), length):
        if index > start:
            yield "", f"{HOLE}, " * (index - start - 1) + HOLE
        if index < length:
            yield "", children[index]
        start = index + 1
