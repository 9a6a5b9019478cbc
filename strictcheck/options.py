"""What to record of an observation, beside what was forced."""

from __future__ import annotations

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
        """Options from what the caller passed. Raises `TypeError` for atoms that are not classes.

        >>> Options.of(str, where=False, watch="alpha", count=False)
        Options(atoms=(<class 'str'>,), where=False, watch=('alpha',), count=False)
        """
        classes = (atoms,) if isinstance(atoms, type) else tuple(atoms)
        for found in classes:
            if not isinstance(found, type):
                raise TypeError(
                    f"observe: atoms={atoms!r} holds {found!r}, which is not a class; pass atoms=(str, bytes)"
                )
        return cls(classes, where, (watch,) if isinstance(watch, str) else tuple(watch), count)

    def record(self) -> Record:
        """A new record, with the stand-ins that suit it."""
        makers = Makers(self.atoms, counting=self.count)
        return Record(makers, where=self.where, watch=self.watch, count=self.count)
