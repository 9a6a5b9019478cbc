"""The picture of an observation: what it looked at of each argument, in the order of looking, and what came of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, TypeAlias

from strictcheck.demands import Demand
from strictcheck.kinds.makers import Makers
from strictcheck.pictures.bundles import bundle, chosen
from strictcheck.pictures.lines import Line, Look, Part, shortened
from strictcheck.pictures.outlines import WIDTH, Outline
from strictcheck.pictures.registry import registered
from strictcheck.pictures.reports import fragment_of
from strictcheck.thunks.log import Record

__all__ = ["mimebundle", "outline", "outline_of", "parts_of", "spans_outline"]

# The class `Observation` uses this module, which therefore cannot import it.
Observed: TypeAlias = Any


def outline_of(observation: Observed) -> Outline:
    """An observation as an `Outline`: the call, what it looked at of each argument, and what came of it."""
    parts = parts_of(observation._record, list(observation.demands.values()))
    ending = []
    if observation.error is not None:
        ending.append(Line("raised", shortened(_shown(observation.error)), Look.OPENED))
    else:
        parts.append(Part("result", observation.result_demand))
    return Outline(parts, observation.name.rpartition("<locals>.")[2], ending)


def outline(observation: Observed) -> str:
    """An observation as lines of text. Forces nothing.

    >>> from strictcheck import observe
    >>> print(outline(observe(any, [0, 1, 2])))
    any
    ├── iterable: list of 3
    │   ├── [0]: 0  #1
    │   ├── [1]: 1  #2
    │   └── [2]: not looked at
    └── result: True
    """
    return outline_of(observation).text(WIDTH)


def spans_outline(spans: Sequence[Observed], heading: str = "") -> Outline:
    """The `Outline` of spans of code that share a record: what each looked at of its value."""
    record = spans[0]._record if spans else Record(Makers())
    return Outline(parts_of(record, [span.demand for span in spans]), heading)


def parts_of(record: Record, demands: Sequence[Demand]) -> list[Part]:
    """The demands of a record by the name of the argument, with numbers for what was looked at and has no parts."""
    inner = [{parent for _, parent, *_ in demand.rows()} for demand in demands]
    numbers: list[dict[int, int]] = [{} for _ in demands]
    wheres: list[dict[int, str]] = [{} for _ in demands]
    count = 0
    for forcing, log, row in record.demand_rows():
        if row not in inner[log]:
            count += 1
            numbers[log][row] = count
        if record.wheres is not None and forcing >= record.given:
            wheres[log][row] = str(record.wheres[forcing][0])
    briefs = [registered(demand) is not None for demand in demands]
    named = (log.name for log in record.logs)
    return [Part(*one) for one in zip(named, demands, numbers, wheres, briefs, strict=True)]


def _shown(error: BaseException) -> str:
    try:
        return repr(error)
    except Exception:  # a class of the user's may fail at this, too
        return type(error).__name__


def mimebundle(
    observation: Observed, include: Collection[str] | None = None, exclude: Collection[str] | None = None
) -> dict[str, str]:
    """An observation as a notebook shows it, by media type: HTML, SVG and text. Forces nothing.

    HTML and SVG are the picture that is registered for one of the arguments, if there is one, or else an outline; HTML
    steps if that picture does. The text is an outline, and that picture below it. `include` and `exclude` are what
    IPython hands to `_repr_mimebundle_`: media types that are wanted, or are not.

    >>> from strictcheck import observe
    >>> list(mimebundle(observe(any, [0, 1, 2])))
    ['text/html', 'image/svg+xml', 'text/plain']
    """
    drawn = outline_of(observation)
    picture = next(filter(None, map(registered, observation.demands.values())), None)
    if picture is None:
        return drawn._repr_mimebundle_(include, exclude)
    text = f"{drawn.text()}\n\n{picture.text()}"
    own = getattr(picture, "_repr_mimebundle_", None)
    forms = own() if own is not None else bundle(picture.svg(), text, fragment_of(picture))
    return chosen({**forms, "text/plain": text}, include, exclude)
