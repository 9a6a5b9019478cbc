"""`Layer`: the outermost constructor of a value without its fields, revealed by one look; and its notation.

A row of the record keeps a layer, and so does a node of a demand. An atom (a number, a string, ...) is its own layer;
everything else has a subclass of `Layer`, in the module of its kind. Layers are ordered by information: `[1, *_]` has
less than `[1, 2]`, and `{"a": 1, **_}` less than `{"a": 1}`. Read this module to add a kind whose values come apart in
a way that no layer here tells; skip it otherwise.
"""

from __future__ import annotations

import ast
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any, ClassVar, NamedTuple

from strictcheck.errors import DemandError
from strictcheck.kinds.pattern_reader import PatternReader
from strictcheck.messages import shown
from strictcheck.names import pattern_name, portable

DIFFERENT = "they are layers of different values"
SHOWN = 6  # most parts that are named

# Layers by the first word of their patterns.
OPENINGS: dict[str, type[Layer]] = {}

Parts = Iterable[tuple[Any, Any]]  # pairs of key and part


class Attribute(str):
    """Key of an attribute that a list or a dict holds beside its elements; no key of a dict is equal to it.

    >>> Attribute("a") == Attribute("a"), Attribute("a") == "a"
    (True, False)
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return type(other) is Attribute and str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((Attribute, str.__hash__(self)))


class ArgumentName(str):
    """Name of an argument that a partial function holds: `args[0]`, `keywords['c']`."""

    __slots__ = ()

    def steps(self) -> tuple[str, Any]:
        """Return the attribute, and the index or key in it.

        >>> ArgumentName("args[0]").steps(), ArgumentName("keywords['c']").steps()
        (('args', 0), ('keywords', 'c'))
        """
        attribute, _, key = self[:-1].partition("[")
        return attribute, ast.literal_eval(key)


class Layer:
    """Base of all layers; by itself it has no order but equality.

    `low <= high`: `high` contains all that `low` does. `one | other` is the least layer that contains both;
    it raises `DemandError` when they contradict each other. `one & other` is the greatest layer that both
    contain, or None (a hole) when they share nothing. `key in layer`: the layer has a part `key`.

    A subclass is a frozen dataclass. It overrides `_leq`, `_join` and `_meet`, which get layers of its own class,
    and the methods below that write it, read it and make it of rows of the record. Fields that are not
    printed are not pickled either: a pickle holds what a pattern says, and nothing else.

    >>> from strictcheck.kinds.sequence import Sequence
    >>> Sequence(1, False) <= Sequence(2), Sequence(1, False) | Sequence(2), Sequence(2) & Sequence(3)
    (True, Sequence(length=2, closed=True), Sequence(length=2, closed=False))
    """

    __slots__ = ()

    # First word of its patterns; "name(" if that is the name of a class.
    opening: ClassVar[str] = ""
    # True if an exception came in place of the value; then `error` is that exception, or its class.
    raises: ClassVar[bool] = False
    # True if its pattern tells the class of the value.
    tells_class: ClassVar[bool] = False
    # True if its pattern contains the class of the value.
    is_series: ClassVar[bool] = False
    # Way in which its parts are fetched: "read", "pull" or "call"; "look" if a part is fetched before it is looked at.
    fetched_by: ClassVar[str] = "read"
    # Description of a `closed` layer without its parts.
    last_part: ClassVar[str] = ""
    # Description of the unknown rest, as long as the layer is not `closed`.
    beyond: ClassVar[str] = ""
    # False if there may be more parts than it has.
    closed: bool = True
    # Keys that were asked for in vain.
    absent: frozenset[Any] = frozenset()
    # The value itself, if it is kept to be handed out again as a whole.
    value: Any = None
    # Class of the values that have this layer; a subclass has it as a field or a property.
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
        """True if a value with this layer could have a part `key`, known or not."""
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
        """True if it keeps the value, because its parts cannot be told apart."""
        return False

    @property
    def is_no_look(self) -> bool:
        """True if nothing was used but its presence: nothing was pulled, and nobody called."""
        return False

    def keys(self) -> Any:
        """Return the keys of its parts, in order; for attributes its class may have more."""
        return ()

    def asked_for(self) -> tuple[Any, ...]:
        """Return the keys that may be objects, of parts that are there and of absent ones."""
        return ()

    def step(self, key: Any) -> str:
        """Write the part `key` in Python, after the whole."""
        return f".{key}" if type(key) is Attribute else f"[{shown(key)}]"

    def label(self, key: Any) -> str:
        """Label the part `key` in a picture of its whole."""
        return self.step(key)

    def words(self) -> str:
        """Describe the layer without its parts, in a picture."""
        return repr(self)

    def asked(self, parts: list[Any]) -> str:
        """Describe the demand on a value with this layer, of which these parts were looked at."""
        return ", ".join(f".{part}" for part in parts[:SHOWN]) or f"its class, {self.cls.__name__}"

    def of_class(self: Any, cls: type) -> Any:
        """Return the layer of a value of another class, if that takes no part in comparison; itself otherwise."""
        is_apart = any(part.name == "cls" and not part.compare for part in fields(self))
        return replace(self, cls=cls) if is_apart else self

    def others(self) -> list[Layer]:
        """List other layers that a value of the same class may have, as far as they are known."""
        return []

    def keys_beyond(self, known: Any) -> Sequence[Any]:
        """Return the keys of the parts that it has and `known`, a layer of the same class, lacks."""
        return ()

    def with_revealed(
        self, present: tuple[Any, ...], absent: frozenset[Any], listed: tuple[Any, ...] | None, ended: bool
    ) -> Layer:
        """Return the layer with everything that later rows of the record revealed.

        `present` are the keys of parts that were found, in order, `absent` those that were asked for in vain;
        `listed` is the tuple of all keys, if they were listed; `ended` is true if the end was reached.
        """
        return self

    def frame(self, children: dict[Any, int], most: int | None) -> Frame:
        """Return its notation, given the rows of its parts; only the first `most` fields need be listed, if given."""
        raise NotImplementedError

    def whole_frame(self, children: dict[Any, int], most: int | None) -> Frame:
        """Return its notation with that of the attributes beside its elements, the class in front of all."""
        beside = {key: row for key, row in children.items() if type(key) is Attribute}
        if not beside:
            return self.frame(children, most)
        frame = self.frame({key: row for key, row in children.items() if key not in beside}, most)
        named = [(f"{name}=", row) for name, row in beside.items()]
        return frame._replace(opening=f"{pattern_name(self.cls)}({frame.opening}", beside=named, ending=")")

    @classmethod
    def read(cls, reader: PatternReader) -> Generator[Any, None, Layer]:
        """Read it from a pattern, of which `opening` has been taken.

        Yields the key of a part before its pattern, which the caller then reads; returns the layer.
        """
        raise NotImplementedError

    def __reduce__(self: Any) -> tuple[Any, ...]:
        compared = [part.name for part in fields(self) if part.init and part.repr]
        return type(self), tuple(portable(getattr(self, name)) for name in compared)


def class_of(layer: object) -> Any:
    """Return the class of the values that have this layer, or are this atom.

    >>> from strictcheck.kinds.layers import Constructor
    >>> class_of(Constructor(range)), class_of(1)
    (<class 'range'>, <class 'int'>)
    """
    return layer.cls if isinstance(layer, Layer) else type(layer)


HOLE = "_"

Field = tuple[str, int | str]  # text before a part, and the row of the part, or its text


class Frame(NamedTuple):
    """Layer as text with places for its parts: `Max(` fields `)`; `rest` is `*_`, `**_` or nothing, and comes last.

    `more` fields before `rest` are not listed: a sequence may have any number of holes. Attributes `beside` the parts
    follow: `Rows([` fields `], meta=1)`.
    """

    opening: str
    fields: list[Field]
    closing: str
    rest: str = ""
    more: int = 0
    beside: Sequence[Field] = ()
    ending: str = ""


def holes(length: int, children: dict[Any, int]) -> Iterator[Field]:
    """Yield the elements that were looked at, and the holes before, between and after them, each run as one text."""
    start = 0
    for index in (*sorted(children), length):
        if index > start:
            yield "", f"{HOLE}, " * (index - start - 1) + HOLE
        if index < length:
            yield "", children[index]
        start = index + 1
