"""`Layer`: what one look reveals, the outermost constructor of a value without its fields.

A row of the record keeps a layer, and so does a node of a demand. An atom (a number, a string, ...) is its own layer;
everything else has a subclass of `Layer`, in the module of its kind. Layers are ordered by information: `[1, *_]` says
less than `[1, 2]`, and `{"a": 1, **_}` less than `{"a": 1}`. Read this module to add a kind whose values come apart in
a way that no layer here tells; skip it otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from dataclasses import fields
from typing import Any, ClassVar, NamedTuple, NoReturn, Protocol

from strictcheck.errors import DemandError
from strictcheck.messages import shown
from strictcheck.names import portable

__all__ = [
    "ABSENT_PART", "DIFFERENT", "GONE", "HOLE", "OPENINGS", "TAGS", "Field", "Frame", "JsonReader", "Layer", "Parts",
    "PatternReader", "class_of",
]  # fmt: skip

DIFFERENT = "they are layers of different values"
HOLE = "_"
GONE: Any = type("Gone", (), {"__slots__": ()})()
SHOWN = 6  # so many parts are named
ABSENT_PART: Any = object()  # yielded by `Layer.read` for a part that the pattern says is absent

# Layers by the word with which their patterns begin, and by the key of their JSON.
OPENINGS: dict[str, type[Layer]] = {}
TAGS: dict[str, type[Layer]] = {}

Field = tuple[str, int | str]  # the text before a part, and the row of the part, or its text
Parts = Iterable[tuple[Any, Any]]  # pairs of key and part


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


class Layer:
    """The base of all layers; by itself it has no order but equality.

    `low <= high`: `high` says everything that `low` says. `one | other` is the least layer that says what both say;
    it raises `DemandError` when they contradict each other. `one & other` is the greatest layer that says only what
    both say, or None (a hole) when they share nothing. `key in layer`: the layer tells that there is a part `key`.

    A subclass is a frozen dataclass. It overrides `_leq`, `_join` and `_meet`, which are given layers of its own class,
    and the methods below that write it, read it and make it of rows of the record. Fields that take no part in
    comparison are not pickled either: a pickle holds what a pattern says, and nothing else.

    >>> from strictcheck.kinds.container_layers import Sequence
    >>> Sequence(1, False) <= Sequence(2), Sequence(1, False) | Sequence(2), Sequence(2) & Sequence(3)
    (True, Sequence(length=2, closed=True), Sequence(length=2, closed=False))
    """

    __slots__ = ()

    # The word with which its patterns begin; "name(" if that is the name of a class.
    opening: ClassVar[str] = ""
    # The key by which its JSON is known.
    tag: ClassVar[str] = ""
    # True if an exception came in place of the value; then `error` is that exception, or its class.
    raises: ClassVar[bool] = False
    # True if its pattern tells the class of the value.
    tells_class: ClassVar[bool] = False
    # True if its parts are elements, one after another, with indices for keys.
    is_series: ClassVar[bool] = False
    # How a part of it comes to be fetched: "read", "pull" or "call"; "look" if it is fetched before it is looked at.
    fetched_by: ClassVar[str] = "read"
    # What a `closed` layer knows beside its parts, in words.
    last_part: ClassVar[str] = ""
    # What nobody knows of the value as long as the layer is not `closed`.
    beyond: ClassVar[str] = ""
    # False if there may be more parts than it tells of.
    closed: bool = True
    # The keys that were asked for and were not there.
    absent: frozenset[Any] = frozenset()
    # The value itself, where it is kept to be handed out again as a whole.
    value: Any = None
    # The class of the values that have this layer; a subclass has it as a field or a property.
    cls: Any

    def __le__(self, other: object) -> bool:
        return type(self) is type(other) and self._leq(other)

    def __or__(self, other: object) -> Layer:
        if type(self) is not type(other):
            raise DemandError(DIFFERENT)
        return self._join(other)

    def __and__(self, other: object) -> Layer | None:
        return self._meet(other) if type(self) is type(other) else None

    def __contains__(self, key: object) -> bool:
        return False

    def may_have(self, key: Any) -> bool:
        """True if a value with this layer could have a part `key`, told or not."""
        return key in self

    def _leq(self, other: Any) -> bool:
        return bool(self == other)

    def _join(self, other: Any) -> Layer:
        if self != other:
            raise DemandError(DIFFERENT)
        return self

    def _meet(self, other: Any) -> Layer | None:
        return self if self == other else None

    @property
    def is_whole(self) -> bool:
        """True if it keeps the value because nothing of it can be told apart."""
        return False

    @property
    def is_no_look(self) -> bool:
        """True if what was asked is no more than to have it: nothing was pulled, and nobody called."""
        return False

    def keys(self) -> Any:
        """The keys of the parts that it tells of, in order; of attributes its class tells more."""
        return ()

    def step(self, key: Any) -> str:
        """The part `key` as it is written in Python, after the whole."""
        return f"[{shown(key)}]"

    def label(self, key: Any) -> str:
        """The part `key` in a picture of its whole."""
        return self.step(key)

    def words(self) -> str:
        """What it tells beside its parts, in a picture."""
        return repr(self)

    def asked(self, parts: list[Any]) -> str:
        """Words for what was asked of a value with this layer, of which these parts were looked at."""
        return ", ".join(f".{part}" for part in parts[:SHOWN]) or f"its class, {self.cls.__name__}"

    def of_class(self, cls: type) -> Layer:
        """The layer of a value of another class, if that takes no part in comparison; itself otherwise."""
        return self

    def others(self) -> list[Layer]:
        """Other layers that a value of the same class may have, without knowing more of it."""
        return []

    def smaller(self) -> Iterator[tuple[Layer, Callable[[Any], Any]]]:
        """Layers with fewer parts, the smallest first, each with a function from the key of a part to its new key.

        That is `GONE` for a part that is left out.
        """
        return iter(())

    def first_beyond(self, known: Any) -> tuple[Any, ...]:
        """The key of the first part that it tells of and `known`, a layer of the same class, does not; or nothing."""
        return ()

    def with_revealed(
        self, present: tuple[Any, ...], absent: frozenset[Any], listed: tuple[Any, ...] | None, ended: bool
    ) -> Layer:
        """The layer with what later rows of the record revealed of it.

        `present` are the keys of parts that were found, in order, `absent` those that were asked for and not there;
        `listed` is the tuple of all keys, if they were listed; `ended` is true if the end was reached.
        """
        return self

    def frame(self, children: dict[Any, int], most: int | None) -> Frame:
        """How it is written, given the rows of its parts; only the first `most` fields need be listed, if not None."""
        raise NotImplementedError

    @classmethod
    def read(cls, reader: PatternReader) -> Generator[Any, None, Layer]:
        """Read it from a pattern, of which `opening` has been taken.

        Yields the key of a part where its pattern stands, which the caller then reads, or `ABSENT_PART`; returns the
        layer.
        """
        raise NotImplementedError

    def to_json(self, keys: Callable[[Iterable[Any]], list[Any]]) -> dict[str, Any]:
        """It as JSON, under its `tag`; `keys` turns keys of parts into JSON."""
        raise NotImplementedError

    @classmethod
    def from_json(cls, data: dict[str, Any], reader: JsonReader) -> Layer:
        """The layer that `to_json` wrote as `data`, which has its `tag`. Raises `DemandError` if it did not."""
        raise NotImplementedError

    def __reduce__(self: Any) -> tuple[Any, ...]:
        compared = [part.name for part in fields(self) if part.init and part.compare]
        return type(self), tuple(portable(getattr(self, name)) for name in compared)


def class_of(layer: object) -> Any:
    """The class of the values that have this layer, or are this atom.

    >>> from strictcheck.kinds.layers import Constructor
    >>> class_of(Constructor(range)), class_of(1)
    (<class 'range'>, <class 'int'>)
    """
    return layer.cls if isinstance(layer, Layer) else type(layer)


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
