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
        classes = (atoms,) if not isinstance(atoms, Iterable) or isinstance(atoms, (type, str)) else tuple(atoms)
        names = (watch,) if not isinstance(watch, Iterable) or isinstance(watch, str) else tuple(watch)
        for name in names:
            if not isinstance(name, str):
                raise TypeError(
                    f"observe: watch={watch!r} holds {name!r}, which is not a name; pass watch=('alpha', 'beta')"
                )
        for found in classes:
            if not isinstance(found, type):
                raise TypeError(
                    f"observe: atoms={atoms!r} holds {found!r}, which is not a class; pass atoms=(str, bytes)"
                )
        return cls(classes, where, names, count)

    def record(self) -> Record:
        """A new record, with the stand-ins that suit it."""
        makers = Makers(self.atoms, counting=self.count)
        return Record(makers, where=self.where, watch=self.watch, count=self.count)
