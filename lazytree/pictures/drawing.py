"""A scene as one static SVG image: what was forced is filled and numbered, what was cut off is grey and dashed.

The image has no style sheet, scripts or outside references, so that it is the same in every notebook, browser and
viewer. Colours are of a palette that the colour-blind can tell apart (Okabe and Ito), chosen to read on white and on
black; shape and dashes say everything that colour says.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from lazytree.games import End, Max
from lazytree.pictures.layout import Place, layout
from lazytree.pictures.scenes import Part, Scene

__all__ = ["draw_svg"]

FORCED, ORDER, CUT_OFF, TEXT = "#0072b2", "#d55e00", "#8c8c8c", "#767676"
PLY, MARGIN, BELOW = 62, 26, 64  # pixels: from ply to ply, around, and for the lines under the tree
LONGEST = 10  # characters of a score
TRIANGLES = {True: "0,-17 20,14 -20,14", False: "0,17 20,-14 -20,-14"}


def draw_svg(scene: Scene) -> str:
    """The image, as a string that begins with `<svg`. Scores are escaped, and shortened if they are long."""
    places = layout(scene.root, lambda part: part.children)
    column = _column_width(places)
    spots = [(MARGIN + place.x * column + column / 2, MARGIN + place.depth * float(PLY)) for place in places]
    words = _summary(scene)
    width = max(2 * MARGIN + column * (1 + max(place.x for place in places)), 7 * max(map(len, words)))
    height = spots[0][1] + PLY * max(place.depth for place in places) + MARGIN + BELOW
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="system-ui, sans-serif" text-anchor="middle" '
        'style="max-width: 100%; height: auto">',
        f"<title>{escape(words[0])}</title>",
        *_edges(places, spots),
        *(
            f'<g transform="translate({x:g},{y:g})"><title>{escape(_hint(place.node))}</title>{_shape(place.node)}</g>'
            for place, (x, y) in zip(places, spots, strict=True)
        ),
        *_legend(words, height),
        "</svg>",
    ]
    return "\n".join(lines)


def _column_width(places: list[Place[Part]]) -> float:
    return max(44.0, *(8.0 * len(_label(place.node)) + 22 for place in places))


def _edges(places: list[Place[Part]], spots: list[tuple[float, float]]) -> Iterator[str]:
    for place, (x, y) in zip(places, spots, strict=True):
        if place.parent >= 0:
            above, below = spots[place.parent]
            look = f'stroke="{FORCED}" stroke-width="1.8"' if place.node.forced else _dashed()
            yield f'<line x1="{above:g}" y1="{below + 14:g}" x2="{x:g}" y2="{y - 14:g}" {look}/>'


def _dashed() -> str:
    return f'stroke="{CUT_OFF}" stroke-width="1.4" stroke-dasharray="4 3"'


def _shape(part: Part) -> str:
    """The shape of a part around the origin, with what is written in it."""
    look = f'fill="{FORCED}" stroke="{FORCED}" stroke-width="1.8"' if part.forced else f'fill="none" {_dashed()}'
    ink = "#ffffff" if part.forced else TEXT
    if part.kind is End:
        order = "" if part.order is None else _text(f"{part.order}.", 30, 12, ORDER, bold=True)
        return _box(part, look) + _text(_label(part), 5, 13, ink) + order
    if part.kind is not None:
        is_max = part.kind is Max
        name = _text("max" if is_max else "min", 10 if is_max else -4, 10, ink)
        return f'<polygon points="{TRIANGLES[is_max]}" {look} stroke-linejoin="round"/>{name}'
    return _box(part, look) + _text(_label(part), 5, 13, ink) + _held(part)


def _held(part: Part) -> str:
    """Below what stands for more than is drawn: how many leaves it has, in two lines so that columns stay narrow."""
    count, _, leaves = _leaves(part).partition(" ")
    return _text(count, 27, 11, TEXT) + _text(leaves, 38, 11, TEXT)


def _box(part: Part, look: str) -> str:
    half = max(15.0, 4.0 * len(_label(part)) + 6)
    radius = 4 if part.kind is End else 13
    return f'<rect x="{-half:g}" y="-13" width="{2 * half:g}" height="26" rx="{radius}" {look}/>'


def _text(text: str, y: int, size: int, ink: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text y="{y}" font-size="{size}" fill="{ink}"{weight}>{escape(text)}</text>' if text else ""


def _label(part: Part) -> str:
    """What is written in a shape: a score, or how many neighbours it stands for."""
    if part.kind is not None:
        text = " ".join(part.score.split())
        return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    if part.breadth == 0:
        return "…"
    return f"+{part.breadth}" if part.forced else f"×{part.breadth}" if part.breadth > 1 else ""


def _leaves(part: Part) -> str:
    if part.leaves is None:
        return ""
    return f"{part.leaves:,} leaf" if part.leaves == 1 else f"{part.leaves:,} leaves"


def _hint(part: Part) -> str:
    """What a viewer tells of a part when the mouse is over it."""
    place = "".join(f"[{step}]" for step in part.path) or "root"
    if part.kind is End:
        number = f", forced as number {part.order}" if part.order else "" if part.forced else ", never looked at"
        return f"{place}: score {part.score[:200]}{number}"
    if part.kind is not None:
        return f"{place}: {part.kind.__name__}" + ("" if part.forced else ", never looked at")
    if part.breadth == 0:
        return f"{place}: nobody looked whether there is more"
    many = f"{part.breadth} neighbours, " if part.breadth > 1 else ""
    return f"{place}: {many}{'forced, not drawn' if part.forced else 'cut off'} {_leaves(part)}".rstrip()


def _summary(scene: Scene) -> tuple[str, str]:
    of_all = "" if scene.all_leaves is None else f" of {scene.all_leaves:,}"
    leaves = "leaf" if (scene.all_leaves or scene.forced_leaves) == 1 else "leaves"
    return (
        f"{scene.forced_leaves:,}{of_all} {leaves} forced, numbered in the order of forcing",
        "filled: looked at · dashed and grey: cut off, never looked at",
    )


def _legend(words: tuple[str, str], height: float) -> Iterator[str]:
    for line, text in enumerate(words):
        y = height - BELOW + 32 + 17 * line
        yield f'<text x="10" y="{y:g}" font-size="12" fill="{TEXT}" text-anchor="start">{escape(text)}</text>'
