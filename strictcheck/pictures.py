"""Pictures of observations, for notebooks: a place where packages say how demands on their classes are drawn.

`strictcheck` draws nothing but an outline in text. Whoever has a better picture of a demand on values of some class
registers it with `register_picture`; an observation with such an argument then shows it as the last line of a cell.
Layers are what the rows of a demand hold; they are here for those who draw them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Protocol, TypeAlias

from strictcheck.calls import name_of
from strictcheck.demands import Demand
from strictcheck.layers import Constructor, Layer, Raised, Sequence

__all__ = [
    "Constructor",
    "Layer",
    "Picture",
    "Raised",
    "Sequence",
    "chosen",
    "mimebundle",
    "outline",
    "picture_of",
    "register_picture",
]

WIDTH = 100


class Picture(Protocol):
    """What is drawn: as SVG for notebooks, and as text for wherever that cannot be shown."""

    def svg(self) -> str:
        """A complete, static SVG image."""
        ...

    def text(self, width: int = WIDTH) -> str:
        """Lines of at most `width` characters, without colours."""
        ...


# The class `Observation` uses this module, which therefore cannot import it.
Observed: TypeAlias = Any

_painters: dict[type, Callable[[Demand], Picture]] = {}


def register_picture(*classes: type, draw: Callable[[Demand], Picture]) -> None:
    """Draw demands on values of these classes, and of classes derived from them, with `draw`. Returns nothing.

    The last registration of a class counts. `draw` is called when a notebook asks, on the demand in the order of
    forcing. Raises `TypeError` for what is no class.

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
    for cls in classes:
        if not isinstance(cls, type):
            raise TypeError(f"register_picture({cls!r}): expected a class; pass type({cls!r}) or the class by its name")
        _painters[cls] = draw


def picture_of(demand: Demand) -> Picture | None:
    """The picture of a demand as it was registered for the class of the value, or None. Forces nothing.

    >>> picture_of(Demand.parse("[1, _]")) is None
    True
    """
    for _, _, _, layer in demand.rows():
        cls = layer.cls if isinstance(layer, Constructor) else type(layer)
        draw = next((_painters[base] for base in cls.__mro__ if base in _painters), None)
        return draw(demand) if draw else None
    return None


def outline(observation: Observed) -> str:
    """An observation as lines of text: the call, what it looked at of each argument, and what came of it.

    >>> from strictcheck import observe
    >>> print(outline(observe(any, [0, 1, 2])))
    any
      iterable: [0, 1, _]
      result: True
    """
    name = name_of(observation._call.function)
    parts = {key: demand.pretty(width=WIDTH) for key, demand in observation.demands.items()}
    if observation.error is not None:
        parts["raised"] = repr(observation.error)
    else:
        parts["result"] = observation.result_demand.pretty(width=WIDTH)
    return "\n".join([name, *(_indented(f"{key}: {text}") for key, text in parts.items())])


def _indented(text: str) -> str:
    return "  " + text.replace("\n", "\n  ")


def mimebundle(
    observation: Observed, include: Collection[str] | None = None, exclude: Collection[str] | None = None
) -> dict[str, str]:
    """What a notebook shows of an observation, by media type: `image/svg+xml` if a picture is registered for one of
    the arguments, and always `text/plain`. Forces nothing.

    `include` and `exclude` are what IPython hands to `_repr_mimebundle_`: media types that are wanted, or are not.

    >>> from strictcheck import observe
    >>> mimebundle(observe(any, [0, 1, 2]))
    {'text/plain': 'any\\n  iterable: [0, 1, _]\\n  result: True'}
    """
    text = outline(observation)
    bundle = {}
    picture = next(filter(None, map(picture_of, observation.demands.values())), None)
    if picture is not None:
        bundle["image/svg+xml"] = picture.svg()
        text = f"{text}\n\n{picture.text()}"
    bundle["text/plain"] = text
    return chosen(bundle, include, exclude)


def chosen(bundle: dict[str, str], include: Collection[str] | None, exclude: Collection[str] | None) -> dict[str, str]:
    """The part of a bundle that is wanted: the media types in `include`, or all of them, without those in `exclude`.

    >>> chosen({"image/svg+xml": "<svg/>", "text/plain": "."}, include=None, exclude={"image/svg+xml"})
    {'text/plain': '.'}
    """
    wanted = set(include or bundle) - set(exclude or ())
    return {kind: data for kind, data in bundle.items() if kind in wanted}
