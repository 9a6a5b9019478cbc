"""What to record of an observation, beside what was forced."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from strictcheck.record import Record
from strictcheck.standins import Makers

__all__ = ["Options"]


@dataclass(frozen=True)
class Options:
    """The options that `observe` and `observing` share; `observe` says what they mean."""

    atoms: tuple[type, ...]
    where: bool
    watch: tuple[str, ...]
    count: bool

    @classmethod
    def of(cls, atoms: Any, where: bool, watch: Any, count: bool) -> Options:
        """Options from what the caller passed. Raises `TypeError` for atoms that are no classes.

        >>> Options.of(str, where=False, watch="alpha", count=False)
        Options(atoms=(<class 'str'>,), where=False, watch=('alpha',), count=False)
        """
        classes = _each("atoms", atoms, type, "a class; pass atoms=(str, bytes)")
        names = _each("watch", watch, str, "a name; pass watch=('alpha', 'beta')")
        return cls(classes, where, names, count)

    def record(self) -> Record:
        """A new record, with the stand-ins that suit it."""
        makers = Makers(self.atoms, counting=self.count)
        return Record(makers, where=self.where, watch=self.watch, count=self.count)


def _each(name: str, given: Any, kind: type, expected: str) -> tuple[Any, ...]:
    """One of a kind, or several of them, as a tuple."""
    found = tuple(given) if isinstance(given, Iterable) and not isinstance(given, (type, str)) else (given,)
    for one in found:
        if not isinstance(one, kind):
            raise TypeError(f"observe: {name}={given!r} holds {one!r}, which is not {expected}")
    return found
