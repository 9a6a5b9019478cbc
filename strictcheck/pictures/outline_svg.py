"""An outline as one static SVG image: what was looked at is filled and numbered, the rest is grey and dashed.

The image has no scripts or outside references, so that it is the same in every notebook, browser and viewer; shape and
dashes say everything that colour says.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from html import escape

from strictcheck.pictures.colours import LOOKED, ON_LOOKED, TEXT, UNSEEN, dark_style, paper
from strictcheck.pictures.lines import Line, Look, flat

CELL = 6  # pixels: of a strip
ROW, STEP, MARGIN, BELOW = 27, 22, 14, 30  # pixels: from line to line, to the right, around, and for the last line
SIZE, COLUMN = 13, 7.9  # of text, and what a character takes at most in a font of fixed width
LEGEND = {
    Look.SEEN: "filled: looked at",
    Look.ABSENT: "framed: asked for, and not there",
    Look.UNSEEN: "dashed and grey: never looked at",
}
NUMBERED = "filled: looked at, numbered in order"


def draw_svg(heading: str, lines: Iterable[Line]) -> str:
    """The image, as a string that begins with `<svg`."""
    placed = list(flat(lines))
    top = MARGIN + ROW if heading else MARGIN
    spots = [(MARGIN + depth * float(STEP), top + number * float(ROW)) for number, (depth, _) in enumerate(placed)]
    legend = _legend([line for _, line in placed])
    widest = max([_end(line, x) for (_, line), (x, _) in zip(placed, spots, strict=True)], default=0)
    ends = (_end(line, x) for (_, line), (x, _) in zip(placed, spots, strict=True) if line.strip)
    grid = max(ends, default=0) + 10
    widest = max(widest, *(grid + CELL * len(line.strip) for _, line in placed))
    width = max(widest, *(2 * MARGIN + COLUMN * _columns(text) for text in (heading, legend))) + MARGIN
    height = top + ROW * len(placed) + BELOW
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="still-outline" role="img" '
            f'width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="ui-monospace, Menlo, Consolas, monospace" '
            f'font-size="{SIZE}" style="max-width: 100%; height: auto">',
            f"<title>{escape(heading or 'what was looked at')}</title>",
            dark_style("still-outline"),
            paper(width, height),
            _text(heading, MARGIN, MARGIN + 14, TEXT, bold=True),
            *_guides([depth for depth, _ in placed], spots),
            *(_row(line, x, y) for (_, line), (x, y) in zip(placed, spots, strict=True)),
            *_strips(placed, spots, grid),
            _text(legend, MARGIN, height - 12, TEXT, size=11),
            "</svg>",
        ]
    )


def _strips(placed: list[tuple[int, Line]], spots: list[tuple[float, float]], left: float) -> Iterator[str]:
    """The strips of lines, one under the other: each cell as dark as much of it was looked at."""
    for (_, line), (_, y) in zip(placed, spots, strict=True):
        for number, share in enumerate(line.strip):
            ink = f'fill="{LOOKED}" fill-opacity="{share:g}"' if share else f'fill="{UNSEEN}" fill-opacity="0.25"'
            yield f'<rect x="{left + CELL * number:g}" y="{y + 1:g}" width="{CELL}" height="20" {ink}/>'


def _guides(depths: list[int], spots: list[tuple[float, float]]) -> Iterator[str]:
    """From each line to the one above that it is a part of."""
    above: dict[int, float] = {}
    for depth, (x, y) in zip(depths, spots, strict=True):
        if depth:
            left = x - STEP + 8
            path = f"M{left:g} {above[depth - 1] + 22:g}V{y + 11:g}H{x - 4:g}"
            yield f'<path d="{path}" fill="none" stroke="{UNSEEN}" stroke-opacity="0.5"/>'
        above[depth] = y


def _row(line: Line, x: float, y: float) -> str:
    """One line: its label, what is said in a shape that tells what became of the part, and the number."""
    start, wide = _start(line, x), COLUMN * _columns(line.text)
    shape, ink = _shape(line.look, start, y, wide)
    number = f"#{line.number}" if line.number else ""
    hint = f"<title>{escape(_hint(line))}</title>"
    parts = [
        hint,
        _text(line.label, x, y + 15, TEXT),
        shape,
        _text(line.text, start + (7 if shape else 0), y + 15, ink, bold=line.look is Look.OPENED),
        _text(number, start + wide + 20, y + 15, LOOKED, bold=True),
    ]
    return f"<g>{''.join(parts)}</g>"


def _shape(look: Look, start: float, y: float, wide: float) -> tuple[str, str]:
    """The box around a text, and the colour of the text."""
    box = f'<rect x="{start:g}" y="{y:g}" width="{wide + 14:g}" height="22" rx="{11 if look is Look.UNSEEN else 4}"'
    match look:
        case Look.SEEN:
            return f'{box} fill="{LOOKED}" stroke="{LOOKED}"/>', ON_LOOKED
        case Look.UNSEEN:
            return f'{box} fill="none" stroke="{UNSEEN}" stroke-dasharray="4 3"/>', TEXT
        case Look.ABSENT:
            return f'{box} fill="none" stroke="{LOOKED}"/>', LOOKED
    return "", LOOKED


def _hint(line: Line) -> str:
    """The hint that a viewer shows under the mouse."""
    number = f" as number {line.number}" if line.number else ""
    return f"{line.label or line.text}: {line.look.value}{number}" + (f", by {line.where}" if line.where else "")


def _start(line: Line, x: float) -> float:
    return x + (COLUMN * _columns(line.label) + 8 if line.label else 0)


def _end(line: Line, x: float) -> float:
    number = COLUMN * len(f"#{line.number}") + 10 if line.number else 0
    return _start(line, x) + COLUMN * _columns(line.text) + 14 + number


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _text(text: str, x: float, y: float, ink: str, *, bold: bool = False, size: int = SIZE) -> str:
    if not text:
        return ""
    weight = ' font-weight="bold"' if bold else ""
    small = f' font-size="{size}"' if size != SIZE else ""
    return f'<text x="{x:g}" y="{y:g}" fill="{ink}"{weight}{small} xml:space="preserve">{escape(text)}</text>'


def _legend(lines: list[Line]) -> str:
    """A key to the shapes that occur."""
    there = {line.look for line in lines}
    words = dict(LEGEND)
    if any(line.number for line in lines):
        words[Look.SEEN] = NUMBERED
    return " · ".join(text for look, text in words.items() if look in there)
