"""Headings of pictures: a line that says how much was forced, and a key to the shapes that are in it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from lazytree.games.game import End, Max, Min
from lazytree.pictures.game_columns import GameColumns, Split
from lazytree.pictures.scenes import DrawnPart, Scene, parts_of
from lazytree.pictures.shapes import INKS, mark, text
from lazytree.pictures.words import many, short
from strictcheck.pictures import TEXT

LETTER = 6.7  # pixels
LINE, SWATCH = 24, 34


def heading(columns: GameColumns) -> str:
    """Say how many leaves were forced, by whom, of how many, and what came of it, in one sentence."""
    names, seen = [one.name for one in columns.seen], columns.seen
    found = [short(one.result, 20) for one in seen]
    total = columns.split(0, len(columns)).total
    if len(names) == 1:
        of_all = "" if total is None else f" of {total:,}"
        name = f"{names[0]}: " if names[0] else ""
        leaves = "leaf" if (total or seen[0].leaves) == 1 else "leaves"
        return f"{name}{seen[0].leaves:,}{of_all} {leaves} forced" + (f", result {found[0]}" if found[0] else "")
    forced = [f"{one.name} forced {many(one.leaves, 'leaf', 'leaves')}" for one in seen]
    of_all = "" if total is None else f", of {total:,}"
    if found[0] == found[1]:
        ending = f"; result {found[0]}" if found[0] else ""
    else:
        ending = "".join(f"; {name} finds {result}" for name, result in zip(names, found, strict=True) if result)
    return f"{forced[0]}, {forced[1]}{of_all}{ending}"


def key(scene: Scene) -> Iterator[tuple[str, str, str]]:
    """The kinds of parts in the scene: a name, a swatch to show it by, and what it means."""
    first, last = (short(name, 24) for name in (scene.names[0], scene.names[-1]))
    parts = list(parts_of(scene.root))
    there = {part.state for part in parts}
    if "hidden" in there and len(scene.names) == 2:  # who looked is painted in bars, and in the icicle
        split = scene.columns.split(0, len(scene.columns))
        there |= {state for state, leaves in zip(("both", "first", "second"), split, strict=False) if leaves}
    if any(part.vain for part in parts):
        sample = DrawnPart((), "forced", End, steps=(1,), vain="in vain")
        yield "vain", mark(sample), "in vain: without it, the same would have come out"
    yield from ((state, *shown) for state, shown in _states(scene, first, last).items() if state in there)
    # A triangle that is filled on one side only has no room for the word.
    halves = {part.kind: part.state for part in parts if part.state in ("first", "second")}
    for kind in (Max, Min):
        if kind in halves:
            yield kind.__name__.lower(), mark(DrawnPart((), halves[kind], kind)), f"{kind.__name__} to move"
    if any(len({*part.orders} - {None}) == 2 for part in parts):
        for who, name in (("first", first), ("second", last)):
            yield f"order-{who}", text("#1", 7, 20, INKS[who], f"caption {who}", bold=True), f"{name}'s order"


def _states(scene: Scene, first: str, last: str) -> dict[str, tuple[str, str]]:
    return {
        "forced": (_sample("forced", 1), "looked at; #1 is the first leaf"),
        "both": (_sample("both", 1, 1), "both looked at it"),
        "first": (_sample("first", 1, None), f"only {first}"),
        "second": (_sample("second", None, 1), f"only {last}"),
        "cut": (_sample("cut"), "cut off: never looked at"),
        "unmade": (mark(DrawnPart((), "unmade", breadth=0)), "moves that were never generated"),
        "hidden": (_pile(len(scene.names)), "collapsed: so many leaves of it were looked at"),
    }


def _sample(state: str, *steps: int | None) -> str:
    return mark(DrawnPart((), state, End, steps=steps))


def _pile(searches: int) -> str:
    split = Split(1, 1, 1, 1, exact=True) if searches == 2 else Split(2, 0, 0, 2, exact=True)
    bar, *_ = mark(DrawnPart((), "hidden", steps=(1,) * searches, split=split)).split("<text")
    return f'<g transform="scale(0.7)">{bar}</g>'


def draw_heading(scene: Scene, width: float) -> tuple[list[str], float, float]:
    """Heading and key as SVG, as wide as `width` if that is enough; how wide they are, and how high."""
    title = heading(scene.columns)
    lines = [_line("heading", title, 12, 22, 'font-size="14" font-weight="bold"')]
    x, y, widest = 12.0, 48.0, 12 + 8.8 * len(title)
    for name, drawn, meaning in key(scene):
        room = SWATCH + LETTER * len(meaning) + 14
        if x > 12 and x + room > width:
            x, y = 12.0, y + LINE
        swatch = f'<g transform="translate({x + 14:g},{y:g}) scale(0.6)">{drawn}</g>'
        words = _line("meaning", meaning, x + SWATCH, y + 4, 'font-size="12"')
        lines.append(f'<g class="key" data-key="{name}">{swatch}{words}</g>')
        x += room
        widest = max(widest, x)
    return lines, widest, y + LINE


def _line(name: str, words: str, x: float, y: float, look: str) -> str:
    return f'<text class="{name}" x="{x:g}" y="{y:g}" {look} text-anchor="start" fill="{TEXT}">{escape(words)}</text>'
