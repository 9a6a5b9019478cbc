"""Alternatives to a part: from what the caller says, or by default something of the same class.

A domain tells `find_needless` which values a part may have that nobody has looked at yet. This module reads domains,
has the defaults. Skip it to use the library.
"""

from __future__ import annotations

import datetime
import fractions
import pathlib
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from enum import Enum
from typing import Any, TypeAlias

from strictcheck.kinds.layer import Layer
from strictcheck.needless.queries import Place

Path: TypeAlias = tuple[Any, ...]
Domain: TypeAlias = Iterable[Any] | Callable[[Path], Iterable[Any] | None]
Values: TypeAlias = Domain | Mapping[str, Domain] | None
# Values that the caller names for a place (the flag: are they atoms); None for the default.
Said: TypeAlias = Callable[[Place, bool], "list[Any] | None"]

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


def domains(values: Values, arguments: Sequence[str]) -> dict[str, Said]:
    """Return, for each argument, the values that the caller names for its parts.

    Raises `TypeError` if `values` is neither an iterable, nor a function of a path, nor a mapping of arguments to such,
    and `ValueError` if it names an unknown argument.
    """
    if not isinstance(values, Mapping):
        return dict.fromkeys(arguments, _domain(values))
    for name in values:
        if name not in arguments:
            there = ", ".join(arguments) or "none"
            raise ValueError(f"needless: values={values!r} names an argument {name!r}; the arguments are {there}")
    return {name: _domain(values.get(name)) for name in arguments}


def _domain(values: Any) -> Said:
    if values is None:
        return lambda place, is_atom: None
    if isinstance(values, Iterable):  # before callable, for an Enum can be called as well
        given: list[Any] = [*values]
        return lambda place, is_atom: given if is_atom else None
    if callable(values):

        def at_path(place: Place, is_atom: bool) -> list[Any] | None:
            found: Any = values(place.path)
            return None if found is None else list(found)

        return at_path
    raise TypeError(
        f"needless: values={values!r} does not say what parts may be; pass the values an atom may have, "
        "a function from a path to such values, or a dict of these by argument name"
    )
