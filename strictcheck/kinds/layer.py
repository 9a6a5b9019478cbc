"""`Layer`: what one look reveals, the outermost constructor of a value without its fields.

A row of the record keeps a layer, and so does a node of a demand. An atom (a number, a string, ...) is its own layer;
everything else has a subclass of `Layer`, in the module of its kind. Layers are ordered by information: `[1, *_]` says
less than `[1, 2]`, and `{"a": 1, **_}` less than `{"a": 1}`. Read this module to add a kind whose values come apart in
a way that no layer here tells; skip it otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import fields
from typing import Any, ClassVar

from strictcheck.errors import DemandError
from strictcheck.kinds.notation import Frame, JsonReader, PatternReader
from strictcheck.messages import shown
from strictcheck.names import portable

__all__ = [
    "ABSENT_PART", "DIFFERENT", "GONE", "OPENINGS", "SHOWN",
    "TAGS", "Layer", "Parts", "class_of", "runs",
]  # fmt: skip

DIFFERENT = "they are layers of different values"
GONE: Any = type("Gone", (), {"__slots__": ()})()
SHOWN = 6  # so many parts are named
ABSENT_PART: Any = object()  # yielded by `Layer.read` for a part that the pattern says is absent

# Layers by the word with which their patterns begin, and by the key of their JSON.
OPENINGS: dict[str, type[Layer]] = {}
TAGS: dict[str, type[Layer]] = {}

Parts = Iterable[tuple[Any, Any]]  # pairs of key and part


class Layer:
    """The base of all layers; by itself it has no order but equality.

    `low <= high`: `high` says everything that `low` says. `one | other` is the least layer that says what both say;
    it raises `DemandError` when they contradict each other. `one & other` is the greatest layer that says only what
    both say, or None (a hole) when they share nothing. `key in layer`: the layer tells that there is a part `key`.

    A subclass is a frozen dataclass. It overrides `_leq`, `_join` and `_meet`, which are given layers of its own class,
    and the methods below that write it, read it and make it of rows of the record. Fields that take no part in
    comparison are not pickled either: a pickle holds what a pattern says, and nothing else.

    >>> from strictcheck.kinds.sequence_layer import Sequence
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


def runs(length: int) -> Iterator[tuple[int, int]]:
    """Yield size and start of runs to leave out: all, both halves, the quarters, ..., one by one from the end."""
    size = length
    while size:
        yield from ((size, start) for start in reversed(range(0, length - size + 1, size)))
        size //= 2
