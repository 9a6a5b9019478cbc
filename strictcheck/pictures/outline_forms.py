"""An outline as a static SVG image, and as HTML that folds and steps.

What was looked at is filled and numbered, the rest is grey and dashed; shape and dashes say everything that colour
says. The image has no scripts or outside references, so that it is the same in every notebook, browser and viewer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from operator import sub
from pathlib import Path
from typing import NamedTuple

from strictcheck.pictures.lines import Look, OutlineLine, columns_of, flat
from strictcheck.pictures.pages import Fragment, Ink, asset, dark_style, paper, style_sheet, svg_image

CELL, CELLS = 6, 14  # pixels: how wide a cell of a strip is, and how high
ROW, STEP, MARGIN, BELOW = 27, 22, 14, 30  # pixels: from line to line, to the right, around, and for the last line
SIZE, COLUMN = 13, 7.9  # of text, and what a character takes at most in a font of fixed width
OPEN = 150  # so many lines of a page are there to be seen without a click
SIGNS = {"-": Ink.FIRST, "+": Ink.SECOND}
SHAPES = {Look.SEEN: "filled", Look.ABSENT: "framed", Look.UNSEEN: "dashed and grey"}
STYLE, SCRIPT = (Path(__file__).parent / name for name in ("outline.css", "outline.js"))
LOOKS = (
    'class="still-outline" role="img" font-family="ui-monospace, Menlo, Consolas, monospace" '
    f'font-size="{SIZE}" style="max-width: 100%; height: auto"'
)


class _Row(NamedTuple):
    """A line, how deep it stands, and where it begins."""

    depth: int
    line: OutlineLine
    x: float
    y: float

    @property
    def start(self) -> float:
        """The left edge of the text, behind the label."""
        return self.x + (COLUMN * columns_of(self.line.signed) + 8 if self.line.signed else 0)

    @property
    def end(self) -> float:
        """The right edge of all but the strip."""
        number = COLUMN * len(f"#{self.line.number}") + 10 if self.line.number else 0
        return self.start + COLUMN * columns_of(self.line.text) + 14 + number


def draw_svg(heading: str, lines: Iterable[OutlineLine]) -> str:
    """The image, as a string that begins with `<svg`."""
    top = MARGIN + ROW if heading else MARGIN
    rows = [
        _Row(depth, line, MARGIN + depth * float(STEP), top + number * float(ROW))
        for number, (depth, line) in enumerate(flat(lines))
    ]
    legend = _legend([row.line for row in rows])
    grid = max((row.end for row in rows if row.line.strip), default=0) + 10
    ends = [max(row.end, grid + CELL * len(row.line.strip)) for row in rows]
    width = max([*ends, *(2 * MARGIN + COLUMN * columns_of(text) for text in (heading, legend))]) + MARGIN
    height = top + ROW * len(rows) + BELOW
    parts = [
        f"<title>{escape(heading or 'what was looked at')}</title>",
        dark_style("still-outline"),
        paper(width, height),
        _text(heading, MARGIN, MARGIN + 14, Ink.TEXT, bold=True),
        *_guides(rows),
        *map(_draw_row, rows),
        *(_cells(row.line.strip, grid, row.y + 4) for row in rows),
        _text(legend, MARGIN, height - 12, Ink.TEXT, size=11),
    ]
    return svg_image(parts, width, height, LOOKS)


def _guides(rows: list[_Row]) -> Iterator[str]:
    """Yield a connector from each line up to the line that it is a part of."""
    above: dict[int, float] = {}
    for depth, _, x, y in rows:
        if depth:
            left = x - STEP + 8
            path = f"M{left:g} {above[depth - 1] + 22:g}V{y + 11:g}H{x - 4:g}"
            yield f'<path d="{path}" fill="none" stroke="{Ink.UNSEEN}" stroke-opacity="0.5"/>'
        above[depth] = y


def _draw_row(row: _Row) -> str:
    """One line: its label, what is said in a shape that tells what became of the part, and the number."""
    line, start, y = row.line, row.start, row.y
    wide = COLUMN * columns_of(line.text)
    shape, ink = _shape(line.look, start, y, wide)
    number = f"#{line.number}" if line.number else ""
    parts = [
        f"<title>{escape(f'{line.label or line.text}: {_fate(line)}')}</title>",
        _text(line.signed, row.x, y + 15, SIGNS.get(line.sign, Ink.TEXT), bold=bool(line.sign)),
        shape,
        _text(line.text, start + (7 if shape else 0), y + 15, ink, bold=line.look is Look.OPENED),
        _text(number, start + wide + 20, y + 15, Ink.LOOKED, bold=True),
    ]
    return f"<g>{''.join(parts)}</g>"


def _shape(look: Look, start: float, y: float, wide: float) -> tuple[str, str]:
    """The box around a text, and the colour of the text."""
    box = f'<rect x="{start:g}" y="{y:g}" width="{wide + 14:g}" height="22" rx="{11 if look is Look.UNSEEN else 4}"'
    match look:
        case Look.SEEN:
            return f'{box} fill="{Ink.LOOKED}" stroke="{Ink.LOOKED}"/>', Ink.ON_LOOKED
        case Look.UNSEEN:
            return f'{box} fill="none" stroke="{Ink.UNSEEN}" stroke-dasharray="4 3"/>', Ink.TEXT
        case Look.ABSENT:
            return f'{box} fill="none" stroke="{Ink.LOOKED}"/>', Ink.LOOKED
    return "", Ink.LOOKED


def _fate(line: OutlineLine) -> str:
    """The fate of a part, as the hint under the mouse says it."""
    number = f" as number {line.number}" if line.number else ""
    return line.look.value + number + (f", by {line.where}" if line.where else "")


def _text(text: str, x: float, y: float, ink: str, *, bold: bool = False, size: int = SIZE) -> str:
    if not text:
        return ""
    weight = ' font-weight="bold"' if bold else ""
    small = f' font-size="{size}"' if size != SIZE else ""
    return f'<text x="{x:g}" y="{y:g}" fill="{ink}"{weight}{small} xml:space="preserve">{escape(text)}</text>'


def _legend(lines: list[OutlineLine]) -> str:
    """A key to the shapes that occur."""
    there = {line.look for line in lines}
    words = [f"{shape}: {look.value}" for look, shape in SHAPES.items() if look in there]
    if any(line.number for line in lines if line.look is Look.SEEN):
        words[0] += ", numbered in order"
    return " · ".join(words)


def figure_of(heading: str, lines: Iterable[OutlineLine], *, counts: bool = True) -> Fragment:
    """An outline as a part of a page: lists in lists, those that are far down or long closed.

    Where its script runs, it steps through the order of looking, patterns count up if they have their `counts` with
    them, and the path of a part can be copied.

    >>> print(figure_of("", [OutlineLine("", "<b>", Look.SEEN)]).html)
    <div class="outline"><p class="key"><span class="sample seen">looked at</span></p>
    <ul>
    <li><span class="seen" title="looked at">&lt;b&gt;</span></li>
    </ul></div>
    """
    numbered = [(depth, line) for depth, line in flat(lines)]
    looks = (number for _, line in numbered for numbers in line.looks for number in numbers[-1:]) if counts else ()
    last = max([*looks, *(line.number or 0 for _, line in numbered)], default=0)
    parts = [
        f'<div class="outline">{_above(numbered, last, heading)}',
        "<ul>",
        *_items(numbered, counts),
        "</ul></div>",
    ]
    return Fragment(
        "\n".join(parts),
        style_sheet(STYLE, "div.outline"),
        (asset(SCRIPT),),
    )


def _above(lines: Sequence[tuple[int, OutlineLine]], last: int, heading: str) -> str:
    """The heading, what to step with, and a key to the shapes that are there."""
    there = {line.look for _, line in lines}
    key = [f'<span class="sample {look.name.lower()}">{look.value}</span>' for look in SHAPES if look in there]
    slider = (
        f'<div class="steps"><input type="range" min="0" max="{last}" value="{last}" aria-label="step">'
        '<span class="says" role="status" aria-live="polite"></span></div>'
    )
    number = ['<span class="number">#1 the order</span>'] if last else []
    title = f'<p class="heading" role="heading" aria-level="2">{escape(heading)}</p>' if heading else ""
    return f'{title}{slider if last else ""}<p class="key">{" ".join(key + number)}</p>'


def _items(lines: Sequence[tuple[int, OutlineLine]], counts: bool) -> Iterator[str]:
    way: list[str] = []  # to the parts from the root down to this one, as one writes them
    nested = 0
    is_difference = any(line.sign for _, line in lines)
    for shown, (depth, line) in enumerate(lines, 1):
        while nested > depth:
            yield "</ul></details></li>"
            nested -= 1
        way[depth:] = [line.step]
        said = _said(line, "".join(way) if line.step else "")
        number = f' data-number="{line.number}"' if line.number else ""
        if line.looks and counts:
            number = f' data-looks="{_differences(line.looks)}"'
        if line.lines:
            # Elements one by one, below their pattern, have no label.
            is_short = is_difference or shown + len(line.lines) <= OPEN
            is_open = " open" if depth == 0 or (line.label and is_short) else ""
            yield f"<li{number}><details{is_open}><summary>{said}</summary><ul>"
            nested += 1
        else:
            yield f"<li{number}>{said}</li>"
    yield from ["</ul></details></li>"] * nested


def _differences(looks: Sequence[Sequence[int]]) -> str:
    """Numbers as JSON, each as the difference to the one before in its stretch, which packs well."""
    return json.dumps([[*map(sub, numbers, [0, *numbers])] for numbers in looks], separators=(",", ":"))


def _said(line: OutlineLine, part: str) -> str:
    sign = {"-": " less", "+": " more"}.get(line.sign, "")
    label = f'<span class="label{sign}">{escape(line.signed)}</span>' if line.signed else ""
    number = f'<span class="number">#{line.number}</span>' if line.number else ""
    looks = f'class="strip" width="{CELL * len(line.strip)}" height="{CELLS}" aria-hidden="true"'
    strip = f"<svg {looks}>{_cells(line.strip)}</svg>" if line.strip else ""
    copy = f'<button class="copy" data-part="{escape(part)}" title="copy {escape(part)}">copy</button>' if part else ""
    shape = f'<span class="{line.look.name.lower()}" title="{escape(_fate(line))}">{escape(line.text)}</span>'
    return " ".join(filter(None, (label, shape, number, strip, copy)))


def _cells(shares: Sequence[float], left: float = 0, top: float = 0) -> str:
    """A strip of cells, each as dark as much of it was looked at; a page has colours of its own for them."""
    return "".join(_cell(share, left + CELL * number, top) for number, share in enumerate(shares))


def _cell(share: float, x: float, y: float) -> str:
    name, ink, opacity = ("looked", Ink.LOOKED, 0.4 + 0.6 * share) if share else ("never", Ink.UNSEEN, 0.25)
    looks = f'class="{name}" fill="{ink}" fill-opacity="{opacity:.3g}"'
    return f'<rect x="{x:g}" y="{y:g}" width="{CELL}" height="{CELLS}" {looks}/>'
