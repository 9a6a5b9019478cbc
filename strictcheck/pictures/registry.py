"""Which picture a demand gets: one that a package has registered for the class of the value, or else an outline."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from strictcheck.demands import Demand
from strictcheck.kinds.classes import bases
from strictcheck.kinds.layer import class_of
from strictcheck.pictures.outlines import WIDTH, Outline

__all__ = ["Picture", "picture_of", "register_picture", "registered"]


class Picture(Protocol):
    """A picture: as SVG for notebooks, and as text for wherever that cannot be shown."""

    def svg(self) -> str:
        """A complete, static SVG image."""
        ...

    def text(self, width: int = WIDTH) -> str:
        """Lines of at most `width` characters, without colours."""
        ...


_painters: dict[type, Callable[[Demand], Picture]] = {}


def register_picture(*classes: type, draw: Callable[[Demand], Picture]) -> None:
    """Draw demands on values of these classes, and of classes derived from them, with `draw`. Returns nothing.

    The last registration of a class counts. `draw` is called when a notebook asks, on the demand in the order of
    forcing. Raises `TypeError` for what is no class, and what cannot be called.

    >>> class Dots:
    ...     def __init__(self, demand):
    ...         self.size = demand.size
    ...     def svg(self):
    ...         return "<svg/>"
    ...     def text(self, width=100):
    ...         return "." * self.size
    >>> register_picture(complex, draw=Dots)
    >>> picture_of(Demand.full(1j)).text()
    '.'
    """
    if not callable(draw):
        raise TypeError(f"register_picture: draw={draw!r} is not callable; pass a function of a demand")
    for cls in classes:
        if not isinstance(cls, type):
            raise TypeError(f"register_picture({cls!r}): expected a class; pass type({cls!r}) or the class by its name")
        _painters[cls] = draw


def registered(demand: Demand) -> Picture | None:
    """The picture of a demand as it was registered for the class of the value, or None."""
    for _, _, _, layer in demand.rows():
        draw = next((_painters[base] for base in bases(class_of(layer)) if base in _painters), None)
        return draw(demand) if draw else None
    return None


def picture_of(demand: Demand) -> Picture:
    """The picture of a demand: as it was registered for the class of the value, or an `Outline`. Forces nothing.

    >>> print(picture_of(Demand.parse("[1, _]")))
    list of 2
    ├── [0]: 1
    └── [1]: not looked at
    """
    return registered(demand) or Outline(demand)
