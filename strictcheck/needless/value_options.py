"""Options for a place: what is there, as far as that is known, and what else might be.

A caller of `find_needless` says which values a part may have that nobody has looked at yet; by default it may be
something of the same class.
"""

from __future__ import annotations

import datetime
import fractions
import pathlib
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Any, TypeAlias

from strictcheck.demands.order import Path
from strictcheck.kinds.layer import Layer, class_of
from strictcheck.kinds.layers import layer_key
from strictcheck.kinds.table import is_iterator, kind_of
from strictcheck.needless.queries import WHAT, Query, Site
from strictcheck.thunks.proxy import UNSET, get_value, is_thunk
from strictcheck.thunks.streams import Stream

Allowed: TypeAlias = Iterable[Any] | Callable[[Path], Iterable[Any] | None]
PartValues: TypeAlias = Allowed | Mapping[str, Allowed] | None
# Values that the caller names for a place (the flag: are they atoms); None for the default.
AllowedAt: TypeAlias = Callable[[Site, bool], "list[Any] | None"]

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


def values_by_argument(values: PartValues, arguments: Sequence[str]) -> dict[str, AllowedAt]:
    """Return, for each argument, the values that the caller names for its parts.

    Raises `TypeError` if `values` is neither an iterable, nor a function of a path, nor a mapping of arguments to such,
    and `ValueError` if it names an unknown argument.
    """
    if not isinstance(values, Mapping):
        return dict.fromkeys(arguments, _allowed_at(values))
    for name in values:
        if name not in arguments:
            there = ", ".join(arguments) or "none"
            raise ValueError(f"needless: values={values!r} names an argument {name!r}; the arguments are {there}")
    return {name: _allowed_at(values.get(name)) for name in arguments}


def _allowed_at(values: Any) -> AllowedAt:
    if values is None:
        return lambda place, is_atom: None
    if isinstance(values, Iterable):  # before callable, for an Enum can be called as well
        given: list[Any] = [*values]
        return lambda place, is_atom: given if is_atom else None
    if callable(values):

        def at_path(place: Site, is_atom: bool) -> list[Any] | None:
            found: Any = values(place.path)
            return None if found is None else list(found)

        return at_path
    raise TypeError(
        f"needless: values={values!r} does not say what parts may be; pass the values an atom may have, "
        "a function from a path to such values, or a dict of these by argument name"
    )


ENOUGH = 12  # values that the call met elsewhere


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a part may be: its layer, the value that its parts come from, and whether they are as given."""

    layer: Any
    value: Any = UNSET
    given: bool = False

    @property
    def cls(self) -> type:
        """Class of a value with this layer."""
        return class_of(self.layer)

    @property
    def is_atom(self) -> bool:
        """True if it has no parts, and is its own layer."""
        return not isinstance(self.layer, Layer)


class PlaceOptions:
    """Options for one place, the one that is there first.

    `are_fetched` is True if one of them is an atom or is called, where a thunk will not do.
    """

    __slots__ = ("all", "are_fetched")

    def __init__(self, options: list[Option], atoms: tuple[type, ...]) -> None:
        self.all = options
        self.are_fetched = any(not kind_of(option.cls).is_data or issubclass(option.cls, atoms) for option in options)

    @property
    def first(self) -> Option | None:
        """The option that is there; None if nothing is known of it."""
        return self.all[0] if self.all else None


class OptionsAt:
    """Options for places, with what the caller of `find_needless` says.

    `given` values are named by the caller; no others are possible, except in their holes. For holes, and for
    all that is not given, the answer depends on the place alone, and is kept.
    """

    def __init__(self, allowed: Mapping[str, AllowedAt], looks: Iterable[Query], atoms: tuple[type, ...]) -> None:
        self._allowed = allowed
        self._atoms = atoms
        self._seen: dict[type, list[Any]] = {}  # atoms that the call met, by class: some are special to it
        for look in looks:
            if look.question is WHAT and not isinstance(look.answer, Layer):
                self._seen.setdefault(type(look.answer), []).append(look.answer)
        self._kept: dict[tuple[Site, bool], PlaceOptions] = {}

    def __call__(self, place: Site, value: Any, *, given: bool) -> PlaceOptions:
        """Options for `place`, where `value` was, or UNSET."""
        if given and not getattr(type(value), "_self_is_hole", False):
            return PlaceOptions([_option(value, given=True)], self._atoms)
        kept = self._kept.get((place, given))
        if kept is None:
            kept = self._kept[place, given] = PlaceOptions(
                self._found(place, UNSET if given else value, given), self._atoms
            )
        return kept

    def _found(self, place: Site, value: Any, is_hole: bool) -> list[Option]:
        first = None if is_hole else _first(place, value)
        is_atom = first is None or first.is_atom or first.layer.is_whole
        said = self._allowed[place.root.key](place, is_atom)
        if said is not None:
            others = [_option(other, given=True) for other in said]
        else:
            others = [] if first is None else [Option(layer, first.value) for layer in self._alike(first)]
        return _distinct(others if first is None else [first, *others])

    def _alike(self, first: Option) -> list[Any]:
        seen = self._seen.get(type(first.layer), [])[:ENOUGH] if first.is_atom else []
        return [*seen, *alike(first.layer)]


def _first(place: Site, value: Any) -> Option | None:
    """Option that is at `place`: what the call was told, or else what `value` is, or what another of its kind is."""
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


def _option(value: Any, *, given: bool = False) -> Option:
    kind = kind_of(type(value))
    layer = kind.first_layer(value)
    # An iterator is kept, to be walked once by each set of arguments.
    return Option(layer, Stream(value) if given and is_iterator(value) else value, given)


def _distinct(options: list[Option]) -> list[Option]:
    """Keep each atom once; of values with parts all, for their parts may differ."""
    kept: dict[Any, Option] = {}
    for option in options:
        has_parts = option.given and not option.is_atom
        kept.setdefault(id(option) if has_parts else (layer_key(option.layer),), option)
    return list(kept.values())
