"""What stands above a picture: a line that says how much was forced, and a key to the shapes that are in it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from lazytree.games import End, Max, Min
from lazytree.pictures.scenes import Part, Scene, parts_of
from lazytree.pictures.shapes import TEXT, mark
from lazytree.pictures.words import many, short

__all__ = ["draw_heading", "heading", "key"]

LETTER = 6.7  # pixels
LINE, SWATCH = 24, 34


def heading(scene: Scene) -> str:
    """How many leaves were forced, by whom and of how many, in one sentence."""
    if len(scene.names) == 1:
        of_all = "" if scene.all_leaves is None else f" of {scene.all_leaves:,}"
        name = f"{scene.names[0]}: " if scene.names[0] else ""
        leaves = "leaf" if (scene.all_leaves or scene.forced_leaves[0]) == 1 else "leaves"
        return f"{name}{scene.forced_leaves[0]:,}{of_all} {leaves} forced"
    forced = [
        f"{name} forced {many(n, 'leaf', 'leaves')}" for name, n in zip(scene.names, scene.forced_leaves, strict=True)
    ]
    total = "" if scene.all_leaves is None else f", of {scene.all_leaves:,}"
    return f"{forced[0]}, {forced[1]}{total}"


def key(scene: Scene) -> Iterator[tuple[str, Part, str]]:
    """What there is of kinds of parts in the scene: a name, a part to show it by, and what it means."""
    there = {part.state for part in parts_of(scene.root)}
    # A triangle that is filled on one side only has no room for the word.
    halves = {part.kind: part.state for part in parts_of(scene.root) if part.state in ("first", "second")}
    first, *_, last = (short(name, 24) for name in (*scene.names, *scene.names))
    if "forced" in there:
        yield "forced", _sample("forced", (1,)), "looked at, in the order of the numbers"
    if "both" in there:
        yield "both", _sample("both", (1, 1)), "both looked at it"
    if "first" in there:
        yield "first", _sample("first", (1, None)), f"only {first}"
    if "second" in there:
        yield "second", _sample("second", (None, 1)), f"only {last}"
    if "cut" in there:
        yield "cut", _sample("cut", ()), "cut off: never looked at"
    if "unmade" in there:
        yield "unmade", Part((), "unmade", breadth=0), "moves that were never generated"
    if "hidden" in there:
        yield "hidden", Part((), "hidden", steps=(1,) * len(scene.names)), "looked at, and collapsed"
    for kind in (Max, Min):
        if kind in halves:
            yield kind.__name__.lower(), Part((), halves[kind], kind), f"{kind.__name__} to move"


def _sample(state: str, steps: tuple[int | None, ...]) -> Part:
    return Part((), state, End, steps=steps)


def draw_heading(scene: Scene, width: float) -> tuple[list[str], float, float]:
    """Heading and key as SVG, as wide as `width` if that is enough; how wide they are, and how high."""
    title = heading(scene)
    lines = [_line("heading", title, 12, 22, 'font-size="14" font-weight="bold"')]
    x, y, widest = 12.0, 48.0, 12 + 8.8 * len(title)
    for name, part, meaning in key(scene):
        room = SWATCH + LETTER * len(meaning) + 14
        if x > 12 and x + room > width:
            x, y = 12.0, y + LINE
        swatch = f'<g transform="translate({x + 14:g},{y:g}) scale(0.6)">{mark(part)}</g>'
        words = _line("meaning", meaning, x + SWATCH, y + 4, 'font-size="12"')
        lines.append(f'<g class="key" data-key="{name}">{swatch}{words}</g>')
        x += room
        widest = max(widest, x)
    return lines, widest, y + LINE


def _line(name: str, words: str, x: float, y: float, look: str) -> str:
    return f'<text class="{name}" x="{x:g}" y="{y:g}" {look} text-anchor="start" fill="{TEXT}">{escape(words)}</text>'
