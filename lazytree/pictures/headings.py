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


def key(scene: Scene) -> Iterator[tuple[Part, str]]:
    """A part of each kind that is in the scene, and what it means."""
    states = {part.state for part in parts_of(scene.root)}
    one = len(scene.names) == 1
    who = [short(name, 24) for name in scene.names]
    meanings = {
        "forced": "looked at, in the order of the numbers",
        "both": "both looked at it",
        "first": f"only {who[0]}",
        "second": f"only {who[-1]}",
        "cut": "cut off: never looked at",
        "unmade": "moves that were never generated",
    }
    steps = {"forced": (1,), "both": (1, 1), "first": (1, None), "second": (None, 1)}
    for state, meaning in meanings.items():
        if state in states:
            kind = None if state == "unmade" else End
            yield Part((), state, kind, steps=steps.get(state, ()), breadth=0 if kind is None else 1), meaning
    if "hidden" in states:
        yield Part((), "hidden", None, steps=(1,) if one else (1, 1), breadth=1), "looked at, and collapsed"
    for kind in (Max, Min):
        # What is filled on one side only has no room for the word.
        halves = (
            part.state for part in parts_of(scene.root) if part.kind is kind and part.state in ("first", "second")
        )
        if state := next(halves, None):
            yield Part((), state, kind, steps=steps[state]), f"{kind.__name__} to move"


def draw_heading(scene: Scene, width: float) -> tuple[list[str], float, float]:
    """Heading and key as SVG, as wide as `width` if that is enough; how wide they are, and how high."""
    title = heading(scene)
    lines = [_line("heading", title, 12, 22, 'font-size="14" font-weight="bold"')]
    x, y, widest = 12.0, 48.0, 12 + 8.8 * len(title)
    for part, meaning in key(scene):
        room = SWATCH + LETTER * len(meaning) + 14
        if x > 12 and x + room > width:
            x, y = 12.0, y + LINE
        swatch = f'<g transform="translate({x + 14:g},{y:g}) scale(0.6)">{mark(part)}</g>'
        words = _line("meaning", meaning, x + SWATCH, y + 4, 'font-size="12"')
        name = part.kind.__name__.lower() if part.kind in (Max, Min) else part.state
        lines.append(f'<g class="key" data-key="{name}">{swatch}{words}</g>')
        x += room
        widest = max(widest, x)
    return lines, widest, y + LINE


def _line(name: str, words: str, x: float, y: float, look: str) -> str:
    return f'<text class="{name}" x="{x:g}" y="{y:g}" {look} text-anchor="start" fill="{TEXT}">{escape(words)}</text>'
