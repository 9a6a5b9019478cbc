"""Options of observations: what to record beside the forcings."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from strictcheck.kinds.atom_text import ATOMS
from strictcheck.kinds.makers import makers_for
from strictcheck.thunks.log import Record

STRINGS = (str, bytes)
NUMBERS = tuple(cls for cls in ATOMS if cls not in STRINGS)

_certify = True


def certify_by_default(certify: bool) -> bool:
    """Set if observations and assertions are certified by default; return the value before."""
    global _certify
    before, _certify = _certify, certify
    return before


def may_certify(certify: bool | None) -> bool:
    """Resolve the option `certify`: True if further calls may be made."""
    return _certify if certify is None else certify


@dataclass(frozen=True)
class Options:
    """Options that `observe` and `observing` share; `observe` explains them."""

    atoms: tuple[type, ...]
    where: bool
    watch: tuple[str, ...]
    count: bool
    wanted: tuple[str, ...] = ()  # names to watch that must exist

    @classmethod
    def of(cls, atoms: Any, where: bool, watch: Any, count: bool) -> Options:
        """Make options from the arguments of a caller. Raises `TypeError` for atoms that are no classes.

        >>> Options.of(str, where=False, watch="alpha", count=False)
        Options(atoms=(<class 'str'>,), where=False, watch=('alpha',), count=False, wanted=('alpha',))
        """
        if type(atoms) is tuple and not watch and atoms == STRINGS:
            return _usual(where, count)
        classes = _each("atoms", atoms, type, "a class; pass atoms=(str, bytes)")
        names = _each("watch", watch, str, "a name; pass watch=('alpha', 'beta')")
        watched = tuple(name.removesuffix("?") for name in names)
        return cls(classes, where, watched, count, tuple(name for name in names if name in watched))

    def record(self) -> Record:
        """Make a new record, with the thunk classes for these options."""
        makers = makers_for(self.atoms, counting=self.count)
        return Record(makers, where=self.where, watch=self.watch, count=self.count)


@functools.cache
def _usual(where: bool, count: bool) -> Options:
    return Options(STRINGS, where, (), count)


def _each(name: str, given: Any, kind: type, expected: str) -> tuple[Any, ...]:
    """Return one value of a class, or several, as a tuple."""
    found = tuple(given) if isinstance(given, Iterable) and not isinstance(given, (type, str)) else (given,)
    for one in found:
        if not isinstance(one, kind):
            raise TypeError(f"observe: {name}={given!r} holds {one!r}, which is not {expected}")
    return found
