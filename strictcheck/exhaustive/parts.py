"""Parts of an input as a call sees them that needs no more than games do: the light way to observe.

Thunks stand in for any value in any code; that costs some microseconds a look. A part here can do what `match` and
plain reading need: it answers for its class, has the fields that its layer has, and, for a list or tuple, a length and
elements; elements of an order compare. It notes each first look, as a thunk would: a class, the length of a sequence,
an element that is compared. `test_exhaustive.py` ties the two ways together. Whatever else code may do with
a value is refused, what every object can do above all: to hash a part or print it would be a look that nobody notes.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Iterator
from typing import Any

from strictcheck.exhaustive.counting import Counts
from strictcheck.exhaustive.domains import Domain, Sequence, Sum, Symbols
from strictcheck.exhaustive.inputs import Spot, Symbol

__all__ = ["TooLight", "look_at", "part_classes", "spot_classes"]


class TooLight(BaseException):
    """Something was asked of a part that it cannot answer as a thunk would. Not for the code that asked to catch."""


class Part(Spot):
    """The base: a part that answers for the class of its layer."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        raise TooLight(name)

    @property
    def __class__(self) -> type:
        if self._seen != self._input.view:
            self._look()
        return self._layer.cls  # type: ignore[union-attr]

    @__class__.setter
    def __class__(self, cls: type) -> None:
        raise TypeError("a part of an input cannot change its class")


class SequencePart(Part):
    """A list or tuple: its length is seen at the first look, elements when they are looked at in their turn."""

    __slots__ = ()

    def _elements(self) -> list[Spot]:
        if self._seen != self._input.view:
            self._look()
        return self._parts

    def __iter__(self) -> Iterator[Any]:
        return iter(self._parts if self._seen == self._input.view else self._elements())

    def __len__(self) -> int:
        return len(self._elements())

    def __getitem__(self, index: Any) -> Any:
        found = self._elements()[index]
        return self._layer.build(found) if type(index) is slice else found  # type: ignore[union-attr]


abc.Sequence.register(SequencePart)  # pyright: ignore[reportAttributeAccessIssue]  # its stubs do not know it


def _refusing(name: str) -> Any:
    def method(self: Any, *others: object) -> Any:
        raise TooLight(name)

    return method


# What objects can do without being asked to learn it; of a sequence, the length says whether it is true.
for _name in ["eq", "ne", "hash", "repr", "str", "format", "reduce_ex", "copy", "deepcopy", "dir"]:
    setattr(Part, f"__{_name}__", _refusing(f"__{_name}__"))


def _field(name: str) -> property:
    def read(self: Any) -> Any:
        if self._seen != self._input.view:
            self._look()
        position = self._layer.index.get(name)
        if position is None:
            raise TooLight(name)  # not AttributeError, for the class may have one of this name
        return self._parts[position]

    return property(read)


def part_classes(counts: Counts) -> dict[Domain, type[Spot]] | None:
    """The classes of the parts of each domain; None if there are values among them that have no parts, as numbers."""
    classes = {domain: _part_class(domain, counts.spare) for domain in counts.numbers}
    found = {domain: cls for domain, cls in classes.items() if cls is not None}
    return found if len(found) == len(classes) else None


def spot_classes(counts: Counts) -> dict[Domain, type[Spot]]:
    """The classes of spots for an input of thunks, which only have to be told apart from elements."""
    return {domain: Symbol if isinstance(domain, Symbols) else Spot for domain in counts.numbers}


def _part_class(domain: Domain, spare: int) -> type[Spot] | None:
    if isinstance(domain, Symbols):
        return Symbol
    if isinstance(domain, Sequence):
        return SequencePart
    layers = [layer for layer, _ in domain.fitting(max(spare, 0))]
    names = {name for layer in layers for name in layer.index}
    # Every layer has to be an object with named fields; a number has no parts, and cannot be asked for its class alone.
    if not isinstance(domain, Sum) or not all(isinstance(name, str) for name in names):
        return None
    if any(not layer.domains and not layer.size for layer in layers):
        return None
    namespace: dict[str, Any] = {name: _field(name) for name in names} | {"__bool__": _refusing("__bool__")}
    return type(f"PartOf{domain.name}", (Part,), {"__slots__": (), **namespace})


def look_at(value: Any) -> Any:
    """Look at `value`, if it is a part, as the context `whnf` does at a result. Returns `value`."""
    if issubclass(type(value), Spot) and value._seen != value._input.view:
        value._look()
    return value
