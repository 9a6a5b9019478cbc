"""Choice of the picture for a demand, an observation or a block: the registered one for the class, or an outline."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from strictcheck.demands import Demand
from strictcheck.kinds.layer import class_of
from strictcheck.messages import shown
from strictcheck.pictures.lines import Look, OutlineLine, Part
from strictcheck.pictures.outlines import WIDTH, Outline
from strictcheck.pictures.pages import Fragment, bundle
from strictcheck.thunks.classes import bases


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


def registered_picture(demand: Demand) -> Picture | None:
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
    return registered_picture(demand) or Outline(demand)


def fragment_of(picture: Picture) -> Fragment:
    """A picture as a part of a page: as its own `fragment` says, or else its SVG."""
    own = getattr(picture, "fragment", None)
    return own() if own is not None else Fragment(picture.svg())


def bundle_of(picture: Picture) -> dict[str, str]:
    """A picture as a notebook keeps it, by media type."""
    own = getattr(picture, "_repr_mimebundle_", None)
    forms: dict[str, str] = own() if own is not None else bundle(picture.svg(), picture.text(), [fragment_of(picture)])
    return forms


# The class `Observation` uses this module, which therefore cannot import it.
Observed: TypeAlias = Any


def outline_of(observation: Observed) -> Outline:
    """An observation as an `Outline`: the call, what it looked at of each argument, and what came of it.

    >>> from strictcheck import observe
    >>> print(outline_of(observe(any, [0, 1, 2])))
    any
    ├── iterable: list of 3
    │   ├── [0]: 0  #1
    │   ├── [1]: 1  #2
    │   └── [2]: not looked at
    └── result: True
    """
    parts = parts_of(observation.demands, observation.trace)
    ending = []
    if observation.error is not None:
        ending.append(OutlineLine("raised", shown(observation.error), Look.OPENED))
    else:
        parts.append(Part("result", observation.result_demand))
    return Outline(parts, observation.name, ending)


def spans_outline(spans: Sequence[Observed], heading: str = "") -> Outline:
    """The `Outline` of spans of code that share a record: what each looked at of its value."""
    demands = {span._log.name: span.demand for span in spans}
    return Outline(parts_of(demands, spans[0].trace) if spans else [], heading)


def parts_of(demands: Mapping[str, Demand], trace: Any) -> list[Part]:
    """Demands by argument, with the numbers by the `trace` of what was looked at and has no parts, and the lines."""
    parts = {name: Part(name, one, {}, {}, registered_picture(one) is not None) for name, one in demands.items()}
    inner = {name: {parent for _, parent, *_ in one.rows()} for name, one in demands.items()}
    looks = sorted((at, name, row) for name, one in demands.items() for row, at in trace.of_rows(name, one).items())
    innermost = (look for look in looks if look[2] not in inner[look[1]])
    for number, (_, name, row) in enumerate(innermost, 1):
        parts[name].numbers[row] = number
    for at, name, row in looks:
        if at >= 0 and (where := trace.place(at)):
            parts[name].wheres[row] = str(where)
    return list(parts.values())


def mimebundle(observation: Observed) -> dict[str, str]:
    """An observation as a notebook shows it, by media type: HTML, SVG and text. Forces nothing.

    HTML and SVG are the picture that is registered for one of the arguments, if there is one, or else an outline; HTML
    steps if that picture does. The text is an outline, and that picture below it. IPython takes the types it wants.

    >>> from strictcheck import observe
    >>> list(mimebundle(observe(any, [0, 1, 2])))
    ['text/html', 'image/svg+xml', 'text/plain']
    """
    drawn = outline_of(observation)
    picture = next(filter(None, map(registered_picture, observation.demands.values())), None)
    if picture is None:
        return drawn._repr_mimebundle_()
    return {**bundle_of(picture), "text/plain": f"{drawn.text()}\n\n{picture.text()}"}
