"""Options for a place: what is there, as far as that is known, and what else might be.

A caller of `find_needless` says which values an atom may have that nobody has looked at yet; by default it may be
another of its class.
"""

from __future__ import annotations

import datetime
import fractions
import pathlib
import uuid
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Any, TypeAlias

from strictcheck.kinds.layer import Layer, class_of
from strictcheck.kinds.layers import layer_key
from strictcheck.kinds.table import kind_of
from strictcheck.needless.queries import WHAT, Query, Site
from strictcheck.thunks.proxy import UNSET, get_value, is_thunk

PartValues: TypeAlias = Iterable[Any] | None

# Other values of a class, the most revealing first. A date minus a day may not exist, so only safe ones are tried.
_OTHERS: list[tuple[type | tuple[type, ...], Callable[[Any], Iterable[Any]]]] = [
    (bool, lambda value: [not value]),
    (Enum, lambda value: type(value).__members__.values()),
    (int, lambda value: [value + 1, value - 1, 0, 1, -value, 1000 + abs(value)]),
    (float, lambda value: [value + 1, value - 1, 0.0, 1.0, -value]),
    (complex, lambda value: [value + 1, 0j]),
    ((Decimal, fractions.Fraction), lambda value: [value + 1, value - 1, type(value)(0), -value]),
    (str, lambda value: [value + "x", "", "a", value[1:], value.swapcase()]),
    (bytes, lambda value: [value + b"x", b"", value[1:]]),
    (range, lambda value: [range(0), range(value.start, value.stop + 1)]),
    (datetime.timedelta, lambda value: [value + datetime.timedelta(days=1), datetime.timedelta(0)]),
    (datetime.date, lambda value: [value.replace(day=1), value.replace(day=2), value.replace(year=2000, day=3)]),
    (datetime.time, lambda value: [value.replace(hour=0), value.replace(hour=12)]),
    (uuid.UUID, lambda value: [uuid.UUID(int=value.int ^ 1)]),
    (pathlib.PurePath, lambda value: [value / "x", value.parent]),
]


def alike(layer: object) -> list[Any]:
    """List other layers that a value of the same class may have; none if they are unknown.

    `None` could be anything else; only the caller can know.

    >>> from strictcheck.kinds.table import take_apart
    >>> alike(True), alike([]), alike(take_apart([1, 2])[0])
    ([False], [], [Sequence(length=0, closed=True), Sequence(length=1, closed=True), Sequence(length=3, closed=True)])
    """
    if isinstance(layer, Layer):
        return list(layer.others())
    for classes, others in _OTHERS:
        if isinstance(layer, classes):
            with suppress(Exception):  # out of range of the class, or raised by arithmetic of the user's
                return list(others(layer))
    return []


def checked_values(values: PartValues) -> list[Any] | None:
    """Return the values that the caller names for atoms; None for the default. Raises `TypeError` for other objects."""
    if not isinstance(values, Iterable | None) or hasattr(values, "keys"):
        raise TypeError(
            f"find_needless: values={values!r} does not say what parts may be; pass the values an atom may have"
        )
    return None if values is None else [*values]


ENOUGH = 24  # values that are special to the call


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a part may be: its layer, and the value that its parts come from."""

    layer: Any
    value: Any = UNSET

    @property
    def cls(self) -> type:
        """Class of a value with this layer."""
        return class_of(self.layer)

    @property
    def is_atom(self) -> bool:
        """True if it has no parts, and is its own layer."""
        return not isinstance(self.layer, Layer)

    @property
    def is_alone(self) -> bool:
        """True if nobody knows what else could be in its place: of None, and of a value that nobody can look into."""
        return self.is_atom or self.layer.is_whole


class OptionsAt:
    """Options for places, with what the caller of `find_needless` says of atoms; they depend on the place alone."""

    def __init__(
        self, allowed: list[Any] | None, looks: Iterable[Query], atoms: tuple[type, ...], constants: Iterable[int | str]
    ) -> None:
        self._allowed = allowed
        self._atoms = atoms
        # Atoms that are special to the call, by class: those that stand in its code, and others that it met.
        self._special: dict[type, list[Any]] = {}
        met = (look.answer for look in looks if look.question is WHAT and not isinstance(look.answer, Layer))
        for atom in (*constants, *met):
            self._special.setdefault(type(atom), []).append(atom)
        self._kept: dict[Site, list[Option]] = {}

    def __call__(self, place: Site, value: Any) -> list[Option]:
        """Return the options for `place`, where `value` was, or UNSET: first what is there, if that is known."""
        if place not in self._kept:
            self._kept[place] = self._found(place, value)
        return self._kept[place]

    def are_fetched(self, options: list[Option]) -> bool:
        """True if one of them is an atom or is called, where a thunk will not do."""
        return any(not kind_of(option.cls).is_data or issubclass(option.cls, self._atoms) for option in options)

    def _found(self, place: Site, value: Any) -> list[Option]:
        first = _first(place, value)
        is_atom = first is None or first.is_atom or first.layer.is_whole
        if self._allowed is not None and is_atom:
            others = [_option(other) for other in self._allowed]
        else:
            others = [] if first is None else [Option(layer, first.value) for layer in self._alike(first)]
        distinct: dict[Any, Option] = {}
        for option in others if first is None else [first, *others]:
            distinct.setdefault((layer_key(option.layer),), option)
        return list(distinct.values())

    def _alike(self, first: Option) -> list[Any]:
        special = self._special.get(type(first.layer), [])[:ENOUGH] if first.is_atom else []
        return [*special, *alike(first.layer)]


def _first(place: Site, value: Any) -> Option | None:
    """Return the option at `place`: the answer that the call got, else `value`, else that of another of its kind."""
    value = _seen(value)
    if WHAT in place.answers:
        return Option(place.answers[WHAT][1], value)
    if value is not UNSET:
        return _option(value)
    return None if place.model is None else _first(place.model, UNSET)


def _seen(value: Any) -> Any:
    """Return `value` as far as it is known without looking: the value behind a forced thunk, or UNSET."""
    while is_thunk(value):
        value = get_value(value) if type(value)._self_settled else UNSET
    return value


def _option(value: Any) -> Option:
    return Option(kind_of(type(value)).first_layer(value), value)
