"""Shapes: one part of a scene as SVG around the origin, and the heading and the key above a tree.

What was forced is filled. Where two searches are shown, what only one of them forced is filled on its side alone, left
for the first and right for the second; what nobody looked at is grey and dashed, and its edge is snipped. A pile of
which something was looked at is a bar: so much by both, by the first only, by the second only, and by nobody. Shape,
side and dashes say everything that colour says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from textwrap import wrap

from lazytree.games.game import End, Max, Min
from lazytree.pictures.captions import WHO, captions, is_pile, label, look
from lazytree.pictures.game_columns import GameColumns, Split
from lazytree.pictures.scenes import DrawnPart
from strictcheck.pictures import Ink, columns_of, shortened

INKS = {"forced": Ink.LOOKED, "both": Ink.LOOKED, "first": Ink.FIRST, "second": Ink.SECOND}
BAR = 64  # pixels: how wide the bar of a pile is
SNIP = 0.35  # of the way up
TOP, BOTTOM, LINE = -17, 17, 12  # pixels: where edges end and begin, and for each line below a shape
# A stripe for the first and for the second, at the upper or the lower end of a bar, says so without colour.
STRIPES = {"both": (-13, 26), "first": (-13, 17), "second": (-4, 17)}
LETTER, KEY_LINE, SWATCH = 6.7, 24, 34  # pixels
BOLD, TITLE_LINE = 8.8, 18  # pixels: a character of a heading at most, and from line to line
TRIANGLES = {Max: "0,-17 20,14 -20,14", Min: "0,17 20,-14 -20,-14"}
HALVES = {
    (Max, "left"): "0,-17 0,14 -20,14",
    (Max, "right"): "0,-17 20,14 0,14",
    (Min, "left"): "0,17 0,-14 -20,-14",
    (Min, "right"): "0,17 20,-14 0,-14",
}
VAIN = "url(#vain)"
HATCH = (
    '<defs><pattern id="vain" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    f'<rect width="1.6" height="5" fill="{Ink.LOOKED}"/></pattern></defs>'
)
FILLS = {"whole": Ink.LOOKED, "left": Ink.FIRST, "right": Ink.SECOND}
SIDES = {"forced": "whole", "both": "whole", "first": "left", "second": "right"}


def mark(part: DrawnPart, *, live: bool = False) -> str:
    """The shape, filled as it was looked at, and what is written in it and below it.

    A `live` one has all the fillings that it goes through as somebody steps through a comparison.
    """
    if part.state == "hidden":
        return _bar(part) + _below(part)
    side = SIDES.get(look(part), "")
    sides = [side] if side else []
    if live and side == "whole" and len(part.steps) == 2:
        sides += ["left", "right"]
    fills = "".join(_fill(part, one, hidden=one != side) for one in sides)
    # Half of a triangle's name would be on the filling; while nobody has looked yet, all of them have one.
    name = "" if part.kind in TRIANGLES and side in ("left", "right") and not live else _written(part, side)
    return fills + _outline(part, side) + name + _below(part)


def _fill(part: DrawnPart, side: str, *, hidden: bool) -> str:
    off = ' display="none"' if hidden else ""
    looks = f'class="{side}" fill="{VAIN if part.vain else FILLS[side]}"{off}'
    if part.kind in TRIANGLES:
        points = TRIANGLES[part.kind] if side == "whole" else HALVES[part.kind, side]
        return f'<polygon {looks} points="{points}"/>'
    half = width_of(part) / 2
    if side == "whole":
        return _box(part, looks)
    return f'<rect {looks} x="{-half if side == "left" else half - 8:g}" y="-13" width="8" height="26" rx="2"/>'


def _box(part: DrawnPart, looks: str) -> str:
    half = width_of(part) / 2
    radius = 4 if part.kind is End else 13 if part.state == "unmade" else 2 if is_pile(part) else 8
    return f'<rect {looks} x="{-half:g}" y="-13" width="{2 * half:g}" height="26" rx="{radius}"/>'


def _outline(part: DrawnPart, side: str) -> str:
    looks = 'class="outline" fill="none" stroke-linejoin="round" '
    looks += f'stroke="{FILLS[side]}" stroke-width="1.8"' if side else _dashed()
    if part.kind in TRIANGLES:
        return f'<polygon {looks} points="{TRIANGLES[part.kind]}"/>'
    return _box(part, looks) + (_pile(looks) if is_pile(part) else "")


def _bar(part: DrawnPart) -> str:
    """A box that is filled by who looked at the leaves in it."""
    assert part.split is not None
    x, fills, whole = -BAR / 2, "", max(part.split.weight, 1)
    for who, leaves in zip(STRIPES, part.split, strict=False):
        (y, high), wide = STRIPES[who], BAR * leaves / whole
        box = f'x="{x:g}" y="{y}" width="{wide:g}" height="{high}"'
        fills += f'<rect class="share {who}" {box} fill="{INKS[who]}"/>'
        x += wide
    looks = f'class="outline" fill="none" stroke="{Ink.TEXT}" stroke-width="1.4"'
    return fills + _box(part, looks) + _pile(looks)


def _pile(looks: str) -> str:
    """Draw the edge of another box behind a part that stands for many."""
    return f'<path {looks} d="M{4 - BAR / 2:g} 16.5H{BAR / 2 - 4:g}"/>'


def _written(part: DrawnPart, side: str) -> str:
    ink = Ink.TEXT if part.vain else Ink.ON_LOOKED if side == "whole" else FILLS.get(side, Ink.TEXT)
    if part.kind not in TRIANGLES:
        beside = {"left": 4.0, "right": -4.0}.get(side, 0.0)
        return text(label(part), 5, 13, ink, "label", x=beside, halo=bool(part.vain))
    name, y = ("max", 10) if part.kind is Max else ("min", -3)
    return text(name, y, 12, ink, "label", halo=bool(part.vain))


def _below(part: DrawnPart) -> str:
    start = 29 if part.kind in TRIANGLES or part.kind is End else 31
    lines = []
    for number, (line, classes) in enumerate(captions(part)):
        who, is_text = classes.split()[0], classes.startswith("text")
        looks = (11 if is_text else 12, INKS.get(who, Ink.TEXT), f"caption {classes}")
        lines.append(text(line, start + LINE * number, *looks, bold=not is_text))
    return "".join(lines)


def width_of(part: DrawnPart) -> float:
    """The width of the shape, in pixels."""
    if part.state == "unmade":
        return 26.0
    if part.state == "hidden" or is_pile(part):
        return float(BAR)
    beside = 9.0 if len(part.steps) == 2 else 0.0  # the filling of one side, and the label beside it
    return 40.0 if part.kind in TRIANGLES else max(30.0, 7.6 * columns_of(label(part)) + 14) + beside


def text(
    line: str, y: float, size: int, ink: str, name: str, *, x: float = 0, bold: bool = False, halo: bool = False
) -> str:
    """A line of text around `x`, or nothing for an empty one. On hatching it has a `halo`."""
    if not line:
        return ""
    more = (f' x="{x:g}"' if x else "") + (' font-weight="bold"' if bold else "")
    more += f' stroke="{Ink.PAPER}" stroke-width="4" paint-order="stroke"' if halo else ""
    return f'<text class="{name}"{more} y="{y:g}" font-size="{size}" fill="{ink}">{escape(line)}</text>'


def _dashed() -> str:
    """The stroke of an outline or edge that leads to what nobody looked at."""
    return f'stroke="{Ink.UNSEEN}" stroke-width="1.4" stroke-dasharray="4 3"'


def edge_start(parent: DrawnPart) -> float:
    """Return the height at which edges leave a parent: under its shape, and what is written below that."""
    lines = len(captions(parent))
    return BOTTOM + LINE * lines + (4 if lines else 0)


def edge(part: DrawnPart, dx: float, dy: float, turned_back: bool) -> str:
    """The way up to the parent, which is `dx` and `dy` away; where a search `turned_back` it is snipped."""
    side = SIDES.get(look(part), "")
    if part.state == "hidden" and not part.is_best:
        ink = f'stroke="{Ink.TEXT}" stroke-width="1.4"'
    else:
        ink = f'stroke="{FILLS[side]}" stroke-width="{4 if part.is_best else 1.8}"' if side else _dashed()
    dx = round(dx, 2)  # a rest of 1e-13 is a number that browsers do not read in a path
    best = " best" if part.is_best else ""
    way = f'<path class="edge{best}" fill="none" d="M{dx:g} {dy:g}L0 {TOP}" {ink}/>'
    if part.state != "cut" or not turned_back:
        return way
    x, y = SNIP * dx, TOP + SNIP * (dy - TOP)
    strokes = f'fill="none" stroke="{Ink.UNSEEN}" stroke-width="1.8" d="M-6 3L2 -5M-2 5L6 -3"'
    return f'{way}<path class="snip" transform="translate({x:g},{y:g})" {strokes}/>'


def key(columns: GameColumns, parts: Sequence[DrawnPart]) -> Iterator[tuple[str, str, str]]:
    """The kinds of parts that are drawn, or are in an icicle without parts: name, swatch, and meaning of each."""
    names = [shortened(name, 24) for name in columns.names]
    there = {part.state for part in parts}
    are_vain = any(part.vain for part in parts)
    if "hidden" in there or not parts:  # who looked is painted in bars, and in the icicle
        split = columns.split(0, len(columns))
        states = ("both" if len(names) == 2 else "forced", *WHO, "cut")
        there |= {state for state, leaves in zip(states, split, strict=False) if leaves}
        there |= set() if split.exact else {"cut"}
        are_vain = any(one.vain for one in columns.seen)
    if are_vain:
        sample = DrawnPart((), "forced", End, steps=(1,), vain="in vain")
        yield "vain", mark(sample), "in vain: without it, the same would have come out"
    yield from ((state, *shown) for state, shown in _states(names).items() if state in there)
    if len(names) == 1 and any(any(part.orders) for part in parts):
        yield "order-first", text("#1", 7, 20, Ink.LOOKED, "caption forced", bold=True), "the first leaf"
    # A triangle that is filled on one side only has no room for the word.
    halves = {part.kind: part.state for part in parts if part.state in WHO}
    for kind in (Max, Min):
        if kind in halves:
            yield kind.__name__.lower(), mark(DrawnPart((), halves[kind], kind)), f"{kind.__name__} to move"
    if any(part.is_best and part.path for part in parts):
        thick = f'<path class="edge best" fill="none" d="M-14 9L14 -9" stroke="{Ink.LOOKED}" stroke-width="4"/>'
        yield "best", thick, "best moves"
    if any(len({*part.orders} - {None}) == 2 for part in parts):
        for who, name in zip(WHO, names, strict=True):
            yield f"order-{who}", text("#1", 7, 20, INKS[who], f"caption {who}", bold=True), f"{name}'s order"


def _states(names: list[str]) -> dict[str, tuple[str, str]]:
    return {
        "forced": (_sample("forced", 1), "looked at"),
        "both": (_sample("both", 1, 1), "both looked at it"),
        "first": (_sample("first", 1, None), f"only {names[0]}"),
        "second": (_sample("second", None, 1), f"only {names[-1]}"),
        "cut": (_sample("cut"), "cut off: never looked at"),
        "unmade": (mark(DrawnPart((), "unmade", breadth=0)), "moves that were never generated"),
        "hidden": (_sample_pile(len(names)), "collapsed: so many leaves of it were looked at"),
    }


def _sample(state: str, *steps: int | None) -> str:
    return mark(DrawnPart((), state, End, steps=steps))


def _sample_pile(searches: int) -> str:
    split = Split(1, 1, 1, 1, exact=True) if searches == 2 else Split(2, 0, 0, 2, exact=True)
    return f'<g transform="scale(0.7)">{_bar(DrawnPart((), "hidden", split=split))}</g>'


def draw_heading(title: str, keys: Iterable[tuple[str, str, str]], width: float) -> tuple[list[str], float, float]:
    """Heading and key as SVG, wrapped at `width`; how wide they are, which a long word may exceed, and how high."""
    titles = wrap(title, max(1, int((width - 24) / BOLD)), break_long_words=False)
    lines = [
        line_of_text("heading", words, 12, 22 + TITLE_LINE * number, 'font-size="14" font-weight="bold"')
        for number, words in enumerate(titles)
    ]
    x, y, widest = 12.0, 30.0 + TITLE_LINE * len(titles), max(24 + BOLD * columns_of(words) for words in titles)
    for name, drawn, meaning in keys:
        room = SWATCH + LETTER * columns_of(meaning) + 14
        if x > 12 and x + room > width:
            x, y = 12.0, y + KEY_LINE
        swatch = f'<g transform="translate({x + 14:g},{y:g}) scale(0.6)">{drawn}</g>'
        words = line_of_text("meaning", meaning, x + SWATCH, y + 4)
        lines.append(f'<g class="key" data-key="{name}">{swatch}{words}</g>')
        x += room
        widest = max(widest, x)
    return lines, widest, y + KEY_LINE


def line_of_text(name: str, words: str, x: float, y: float, looks: str = 'font-size="12"') -> str:
    """A line of text to the right of `x`."""
    looks += f' text-anchor="start" fill="{Ink.TEXT}"'
    return f'<text class="{name}" x="{x:g}" y="{y:g}" {looks}>{escape(words)}</text>'
