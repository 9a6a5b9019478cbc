"""Words of patterns and of JSON: what a layer is written with, and read from."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple, NoReturn, Protocol

from strictcheck.errors import DemandError
from strictcheck.messages import shown

__all__ = [
    "HOLE", "Field", "Frame", "JsonReader", "PatternReader",
    "different", "holes", "json_flag", "json_list", "json_strings",
]  # fmt: skip

HOLE = "_"

Field = tuple[str, int | str]  # the text before a part, and the row of the part, or its text


class Frame(NamedTuple):
    """A layer as text with places for its parts: `Max(` fields `)`; `rest` is `*_`, `**_` or nothing, and comes last.

    `more` fields stand before `rest` and are not listed: a sequence may have any number of holes.
    """

    opening: str
    fields: list[Field]
    closing: str
    rest: str = ""
    more: int = 0


class Items(Protocol):
    """What `PatternReader.items` returns; `closed` is false once `rest` was met."""

    closed: bool

    def __iter__(self) -> Iterator[None]: ...


class PatternReader(Protocol):
    """What a layer is read from: the words of a pattern, the one at hand first."""

    word: str
    kind: str
    position: int

    def take(self, word: str) -> bool:
        """True if the word at hand is `word`; then go on to the next."""
        ...

    def expect(self, word: str) -> None:
        """Go on if the word at hand is `word`; otherwise raise `DemandError`."""
        ...

    def items(self, closing: str, rest: str = "") -> Items:
        """An iterator that stops before each field, up to `closing`, or up to `rest` (`*_`, `**_`) and `closing`."""
        ...

    def is_before(self, mark: str) -> bool:
        """True if the word after the one at hand is `mark`."""
        ...

    def advance(self) -> None:
        """Go on to the next word."""
        ...

    def string(self) -> str:
        """The value of the string at hand, which stays at hand."""
        ...

    def value(self) -> Any:
        """Read a value: an atom, or the key of a mapping."""
        ...

    def read_class(self, base: type = object) -> type:
        """Read the name of a class."""
        ...

    def fail(self, expected: str) -> NoReturn:
        """Raise `DemandError` that tells the position and what was expected there."""
        ...

    def error(self, message: str, position: int | None = None) -> DemandError:
        """The `DemandError` to raise for what is wrong at `position`, or else at the word at hand."""
        ...


class JsonReader(Protocol):
    """What a layer reads its JSON with."""

    def key(self, data: Any) -> Hashable:
        """The key of a part that `data` stands for."""
        ...

    def read_class(self, name: str, base: type = object) -> type:
        """The class called `name`."""
        ...


def json_flag(found: Any) -> bool:
    """`found`, if it is true or false; raises `DemandError` otherwise."""
    if not isinstance(found, bool):
        raise DemandError("closed to be true or false")
    return found


def json_strings(found: Any) -> list[str]:
    """`found`, if it is a list of strings; raises `DemandError` otherwise."""
    if not all(isinstance(part, str) for part in json_list(found)):
        raise DemandError("a list of strings")
    return list(found)


def json_list(found: Any) -> list[Any]:
    """`found`, if it is a list; raises `DemandError` otherwise."""
    if not isinstance(found, list):
        raise DemandError(f"a list, not {shown(found)}")
    return found


def different(keys: list[Any]) -> list[Any]:
    """`keys`, if no two of them are equal; raises `DemandError` otherwise."""
    if len(set(keys)) < len(keys):
        raise DemandError("each key once")
    return keys


def holes(length: int, children: dict[Any, int]) -> Iterator[Field]:
    """The elements that were looked at, and the holes before, between and after them, each run as one text."""
    start = 0
    for index in (*sorted(children), length):
        if index > start:
            yield "", f"{HOLE}, " * (index - start - 1) + HOLE
        if index < length:
            yield "", children[index]
        start = index + 1
