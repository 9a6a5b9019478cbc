"""Layers of several kinds: the class of an object with attributes for parts, and exceptions; comparison of layers.

Atoms are equal when class and value are: looking at 1 is not looking at True, and NaN is equal to NaN here.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from strictcheck.errors import DemandError
from strictcheck.kinds.atom_text import atom_key, is_atom_class
from strictcheck.kinds.layer import DIFFERENT, HOLE, OPENINGS, Attribute, Field, Frame, Layer
from strictcheck.kinds.pattern_reader import PatternReader
from strictcheck.messages import in_a_line
from strictcheck.names import is_name, pattern_name
from strictcheck.thunks.classes import REMEMBERED, getattr_static, is_made_in_python

CONTAINERS = ("[", "{")
FEW = 4  # up to this many positional fields are all written, holes too


@dataclass(frozen=True, slots=True)
class Constructor(Layer):
    """Object of class `cls`; `absent` holds the attributes that were asked for in vain.

    A value that cannot be taken apart has this layer too. It is kept as `value`, so that a partial value can hand it
    out again, and takes no part in comparison.
    """

    cls: type
    absent: frozenset[str] = frozenset()
    value: Any = field(default=None, compare=False, repr=False)

    opening = "name("

    tells_class = True

    def __repr__(self) -> str:
        absent = f", absent={sorted(self.absent)}" if self.absent else ""
        return f"Constructor({self._name}{absent})"

    @property
    def _name(self) -> str:
        return self.cls.__qualname__.rpartition("<locals>.")[2]

    @property
    def is_whole(self) -> bool:
        """True for a value that cannot be taken apart."""
        return self.value is not None

    def step(self, key: Any) -> str:
        """Write `.name`."""
        return f".{key}"

    def words(self) -> str:
        """Return the name of the class; of a value that nobody can look into, say so.

        >>> Opaque(bytearray(b"x")).words()
        'bytearray, as a whole'
        """
        return f"{self._name}, as a whole" if self.is_whole else self._name

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key not in self.absent

    def _leq(self, other: Constructor) -> bool:
        return self.cls is other.cls and self.absent <= other.absent

    def _join(self, other: Constructor) -> Layer:
        if self.cls is not other.cls:
            raise DemandError(DIFFERENT)
        return other if self.absent <= other.absent else Constructor(self.cls, self.absent | other.absent, self.value)

    def _meet(self, other: Constructor) -> Layer | None:
        if self.cls is not other.cls:
            return None
        return self if self.absent <= other.absent else Constructor(self.cls, self.absent & other.absent, self.value)

    def with_revealed(
        self, present: tuple[Any, ...], absent: frozenset[Any], listed: tuple[Any, ...] | None, ended: bool
    ) -> Layer:
        """Return the layer with the attributes that were asked for in vain."""
        return Constructor(self.cls, absent)

    def frame(self, children: dict[Any, int], most: int | None) -> Frame:
        """Write `Point(1, _, z=absent)`: fields by position as in Python's own patterns, the others by name."""
        fields: list[Field] = []
        positional = positional_fields(self.cls)
        for name in positional:
            if name in self.absent or (name not in children and len(positional) > FEW):
                break
            fields.append(("", children.get(name, HOLE)))
        if not children and not self.absent and (len(positional) > FEW or not _has_parts(self.cls)):
            fields = []
        rest = [name for name in positional[len(fields) :] if name in children]
        rest += sorted((name for name in children if name not in positional), key=str)
        fields += [(_keyword(name), children[name]) for name in rest]
        fields += [(_keyword(name), "absent") for name in sorted(self.absent)]
        return Frame(f"{pattern_name(self.cls) or self.cls.__name__}(", fields, ")")

    @classmethod
    def read(cls, reader: PatternReader) -> Generator[Any, None, Layer]:
        """Read the class, and the fields up to `)`."""
        named = reader.read_class()
        reader.expect("(")
        if reader.word in CONTAINERS and not positional_fields(named):
            return (yield from _read_container(reader, named))
        names, seen, absent = positional_fields(named), set[Any](), set[str]()
        by_name = False
        for _ in reader.items(")"):
            start, has_name = reader.position, reader.kind in ("name", "string", "number") and reader.is_before("=")
            by_name = by_name or has_name
            if not has_name:
                if by_name or len(seen) == len(names):
                    known = f"only {', '.join(names)} are" if names else "none is"
                    reader.fail(f"a field by name: of {named.__name__}, {known} known by position, before all others")
                name = names[len(seen)]
            elif reader.kind == "name":
                name = reader.word
                reader.advance()
            else:
                name = reader.literal()
            if name in seen:
                raise reader.error(f"field {in_a_line(str(name))} of {named.__name__} is there twice", start)
            seen.add(name)
            if has_name:
                reader.expect("=")
            if has_name and reader.take("absent"):
                absent.add(name)
            else:
                yield name
        return cls(named, frozenset(absent))


def _read_container(reader: PatternReader, cls: type) -> Generator[Any, None, Layer]:
    """Read a list or a dict, and the attributes beside its elements: `Rows([1, _], meta=2)`."""
    opening = reader.word
    reader.advance()
    layer = yield from OPENINGS[opening].read(reader)
    while reader.take(","):
        name = Attribute(reader.word)
        reader.advance()
        reader.expect("=")
        yield name
    reader.expect(")")
    return layer.of_class(cls)


def Opaque(value: Any) -> Constructor:
    """Make the layer of a value that was looked at and cannot be taken apart: its class, and the value to hand out.

    >>> Opaque(bytearray(b"x")) == Constructor(bytearray)
    True
    """
    return Constructor(type(value), frozenset(), value)


@lru_cache(maxsize=256)
def positional_fields(cls: type) -> tuple[str, ...]:
    """Return the fields that are written without their names: `__match_args__`, as in Python's own patterns."""
    names = () if is_atom_class(cls) else getattr_static(cls, "__match_args__")
    return tuple(name for name in names if isinstance(name, str)) if isinstance(names, (tuple, list)) else ()


def _has_parts(cls: type) -> bool:
    """False for classes in C other than tuples: a look at a value is one at all of it, so holes would mislead."""
    return issubclass(cls, tuple) or is_made_in_python(cls)


def _keyword(name: Any) -> str:
    return f"{name}=" if is_name(name) and "." not in name else f"{name!r}="


@dataclass(frozen=True, slots=True, eq=False)
class Raised(Layer):
    """Source that raised `error` when it was forced; compared by the exception's class, which may replace `error`."""

    error: BaseException | type[BaseException]

    opening = "Raised"

    raises = True
    tells_class = True

    def words(self) -> str:
        """Return the name of the class."""
        return f"raised {self.cls.__name__}"

    @property
    def cls(self) -> type[BaseException]:
        """Class of the exception."""
        return self.error if isinstance(self.error, type) else type(self.error)

    def __eq__(self, other: object) -> bool:
        return self.cls is other.cls if isinstance(other, Raised) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.cls)

    def __reduce__(self) -> tuple[Any, ...]:
        return Raised, (self.cls,)

    def frame(self, children: dict[Any, int], most: int | None) -> Frame:
        """Write `Raised(ValueError)`."""
        return Frame(f"Raised({pattern_name(self.cls) or self.cls.__name__})", [], "")

    @classmethod
    def read(cls, reader: PatternReader) -> Generator[Any, None, Layer]:
        """Read the class of the exception, in parentheses."""
        reader.expect("(")
        raised = cls(reader.read_class(BaseException))
        reader.expect(")")
        return raised
        yield  # makes this a generator, as for layers with parts


constructor_layer = lru_cache(maxsize=REMEMBERED)(Constructor)  # the same few classes come again and again


def layer_key(layer: object) -> Hashable:
    """Return a key that equal layers share: the layer itself, or an atom's type and value.

    >>> layer_key(1) == layer_key(True), layer_key(float("nan")) == layer_key(float("nan"))
    (False, True)
    """
    layer = without_value(layer)
    return layer if isinstance(layer, Layer) else atom_key(layer)


def without_value(layer: object) -> object:
    """Return the layer, or atom; an atom that a pattern knows by its class only becomes the layer of that class.

    >>> without_value(1), without_value(ValueError("x"))
    (1, Constructor(ValueError))
    """
    return layer if isinstance(layer, Layer) or atom_key(layer) is not None else Opaque(layer)


def layer_leq(low: object, high: object) -> bool:
    """True if `high` contains all that `low` does; either may be an atom."""
    if low is high:
        return True
    if isinstance(low, Layer) and isinstance(high, Layer):
        return low <= high
    return layer_key(low) == layer_key(high)


def join_layers(one: object, other: object) -> object:
    """Return the least layer that contains both; `DemandError` when there is none."""
    if isinstance(one, Layer) and isinstance(other, Layer):
        return one | other
    if layer_leq(one, other):
        return one
    raise DemandError(DIFFERENT)


def meet_layers(one: object, other: object) -> tuple[object, ...]:
    """Return the greatest layer that both contain, as a tuple of one; `()`, a hole, when they share nothing.

    >>> meet_layers(None, None), meet_layers(None, 1)
    ((None,), ())
    """
    if isinstance(one, Layer) and isinstance(other, Layer):
        shared = one & other
        return () if shared is None else (shared,)
    return (one,) if layer_leq(one, other) else ()


def may_have(layer: object, key: Any) -> bool:
    """True if a value with this layer could have a part `key`; an atom has none."""
    return isinstance(layer, Layer) and layer.may_have(key)
