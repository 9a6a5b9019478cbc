"""Still images: a heading, a key, a tree; the icicle, which is all of a game at a glance; and a style to animate them.

An icicle has one row for each ply, in which each node is as wide as it has leaves. Filled cells were looked at, hatched
ones in vain, flat grey ones never. Of two searches the first fills the upper part of a cell and the second the lower,
so that what both looked at is full. Cells narrower than a pixel are merged: so much of a merged one is filled as was
looked at of what is in it. So an image is no bigger than its pixels, and a game of 100,000 leaves takes less than a
second. In a page, `icicle.js` draws the same cells, as of any step, of any part.

A still image has no scripts or outside references, so that it is the same in every notebook, browser and viewer. An
animated one has a style sheet that fills the parts step by step, as a search looked at them, in a loop, so that it
moves in an `<img>` as well; readers who ask for less motion, and viewers without style sheets, get the still image.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from textwrap import wrap

from lazytree.pictures.captions import heading
from lazytree.pictures.game_columns import GameColumns
from lazytree.pictures.scenes import DrawnPart, Scene, parts_of
from lazytree.pictures.shapes import HATCH, LETTER, LINE, VAIN, draw_heading, key, line_of_text
from lazytree.pictures.tree_svg import LOOKS, draw_tree
from strictcheck.pictures import DARK, Ink, dark_style, paper, svg_image

WIDTH, MARGIN = 900, 12  # pixels
MANY = 120  # nodes; a bigger game has its icicle above its tree
PLIES = 40  # rows at most; that there are more is said, and they are left to zooming
NARROW, GAP = 3, 1.0  # pixels: cells as wide as that are drawn one by one, with a gap
SORTS = ("both", "first", "second", "vain", "never")
# From the top of a cell to the bottom, in parts of its height, so that colour is not needed.
BANDS = {"both": (0.0, 1.0), "first": (0.0, 0.65), "second": (0.35, 0.65), "vain": (0.0, 1.0), "never": (0.42, 0.16)}
INKS = {"both": Ink.LOOKED, "first": Ink.FIRST, "second": Ink.SECOND, "vain": VAIN, "never": Ink.UNSEEN}
NARROWEST = 420  # pixels: an image as wide as a phone, in which text is 10 pixels high, as far as its tree lets it
PACE, LONGEST = 0.6, 40.0  # seconds: from step to step, and for all of them at most
REST = 0.2  # of the time, for the whole picture in the end
FILLED = ":is(.whole,.left,.right,.share,.caption)"


def _sorts(columns: GameColumns) -> Iterator[str]:
    """Yield for each row who looked at it; `vain` if that was in vain."""
    has_vain = any(one.vain for one in columns.seen)
    for row, (one, other) in enumerate(zip(columns.rows[0], columns.rows[-1], strict=True)):
        sort = ("both" if other >= 0 else "first") if one >= 0 else "second" if other >= 0 else "never"
        yield "vain" if has_vain and columns.vain(row) else sort


def rows_shown(columns: GameColumns, plies: int = PLIES) -> str:
    """Say how many plies of a game have a row."""
    depth, shown = max(columns.depths) + 1, min(plies, PLIES)
    part = "all of the game" if shown >= depth else f"the first {shown} of {depth:,} plies"
    return f"{part}, a row for each ply, each part as wide as it has leaves"


Cell = tuple[float, float, dict[str, float]]
"""A cell: its left and its right end, and the share of it that is of each sort."""


def _rows(columns: GameColumns, width: int) -> list[list[Cell]]:
    """The cells of each ply from the root down, merged where they are narrow."""
    before, scale = columns.before, width / max(columns.before[-1], 1)
    plies: list[list[Cell]] = [[] for _ in range(min(max(columns.depths) + 1, PLIES))]
    pixels: list[dict[int, dict[str, float]]] = [{} for _ in plies]  # how wide the narrow cells in each are together
    for row, (sort, depth, end) in enumerate(zip(_sorts(columns), columns.depths, columns.ends, strict=True)):
        left, right = before[row] * scale, before[end] * scale
        if depth >= PLIES or left == right:
            continue
        if right - left >= NARROW:
            plies[depth].append((left, right - GAP, {sort: 1.0}))
        else:
            shares = pixels[depth].setdefault(int(left), {})
            shares[sort] = shares.get(sort, 0.0) + right - left
    return [
        sorted([*cells, *_joined(narrow)], key=lambda cell: cell[:2])
        for cells, narrow in zip(plies, pixels, strict=True)
    ]


def _joined(pixels: dict[int, dict[str, float]]) -> Iterator[Cell]:
    """One cell for neighbouring pixels that look alike."""
    alike = [(pixel, _rounded(pixels[pixel])) for pixel in sorted(pixels)]
    for (_, shares), run in groupby(enumerate(alike), lambda one: (one[1][0] - one[0], one[1][1])):
        found = [pixel for _, (pixel, _) in run]
        yield found[0], found[-1] + 1, shares


def _rounded(shares: dict[str, float]) -> dict[str, float]:
    """Shares in eighths of the whole, at least one for each, lest something be taken for never looked at."""
    whole = sum(shares.values())
    eighths = {sort: max(1, round(8 * share / whole)) for sort, share in shares.items()}
    eighths[max(eighths, key=lambda sort: eighths[sort])] += 8 - sum(eighths.values())
    return {sort: count / 8 for sort, count in eighths.items()}


def cells_of(columns: GameColumns, width: int = WIDTH) -> tuple[dict[str, list[str]], int, int]:
    """The cells of an icicle by sort, as parts of SVG paths; how high a row is, and how high all are."""
    rows = _rows(columns, width)
    high = _row_height(len(rows))
    paths: dict[str, list[str]] = {sort: [] for sort in SORTS}
    for ply, cells in enumerate(rows):
        for left, right, shares in cells:
            _fill(paths, left, right, ply * high, high - 2, shares)
    return paths, high, high * len(rows)


def _row_height(rows: int) -> int:
    return max(10, min(28, 400 // rows))


def drawn_cells(paths: dict[str, list[str]], top: float) -> str:
    """Cells as a part of an image."""
    drawn = [f'<path class="cells {sort}" fill="{INKS[sort]}" d="{"".join(path)}"/>' for sort, path in paths.items()]
    return f'<g transform="translate({MARGIN},{top:g})">{"".join(drawn)}</g>'


def draw_live_icicle(columns: GameColumns, plies: int) -> str:
    """The image in which the script of a page draws the cells of the first `plies`; the page has the heading."""
    rows = min(plies, PLIES, max(columns.depths) + 1)
    high = _row_height(rows)
    depths = columns.depths if any(one.vain for one in columns.seen) else ()
    vain = [row for row, depth in enumerate(depths) if depth < plies and columns.vain(row)]
    looks = (
        f'class="icicle" tabindex="0" role="img" aria-label="overview" '
        f'data-left="{MARGIN}" data-high="{high}" data-vain="{vain}"'
    )
    return svg_image([HATCH, drawn_cells({sort: [] for sort in SORTS}, 0)], WIDTH + 2 * MARGIN, high * rows + 4, looks)


def _fill(
    paths: dict[str, list[str]], left: float, right: float, top: float, high: float, shares: dict[str, float]
) -> None:
    """A cell: in its band if it is all of one sort, or else one sort upon the other, as high as their shares."""
    at = 0.0
    for sort in SORTS:
        if share := shares.get(sort, 0.0):
            start, part = BANDS[sort] if share == 1 else (at, share)
            at += share
            box = f"M{left:.4g} {top + high * start:.4g}h{right - left:.4g}v{high * part:.4g}H{left:.4g}z"
            paths[sort].append(box)


def draw_svg(scene: Scene, style: str = "") -> str:
    """The still image, or with a style sheet for it the animated one."""
    tree, width, height = draw_tree(scene)
    return draw_still(scene.columns, [*parts_of(scene.root, folded=False)], tree, width, height, style)


def draw_still(
    columns: GameColumns,
    parts: Sequence[DrawnPart] = (),
    tree: Sequence[str] = (),
    width: float = 0,
    height: float = 0,
    style: str = "",
    icicle: int = WIDTH,
) -> str:
    """A still image: the heading, the key, the icicle of a game that is big or has no tree here, and the tree."""
    title, has_icicle = heading(columns), not tree or len(columns) > MANY
    room = max(width, icicle + 2 * MARGIN if has_icicle else NARROWEST)
    above, wide, top = draw_heading(title, key(columns, parts), room)
    if has_icicle:
        paths, _, high = cells_of(columns, icicle)
        above.append(drawn_cells(paths, top))
        top += high + LINE
        for words in wrap(rows_shown(columns), int(icicle / LETTER)):
            above.append(line_of_text("plies", words, MARGIN, top))
            top += LINE + 2
        wide = max(wide, room)
    width, height = max(width, wide), height + top
    hatch = [HATCH] if any(one.vain for one in columns.seen) else []
    styles = [f"<title>{escape(title)}</title>", *hatch, dark_style("still"), style]
    moved = f'<g class="tree" transform="translate(0,{top:g})">'
    looks = f'class="game-svg still {LOOKS} role="img" style="max-width: 100%; height: auto"'
    return svg_image([*styles, paper(width, height), *above, moved, *tree, "</g>"], width, height, looks)


def animation(scene: Scene) -> str:
    """Return the style sheet of a scene. A part that two searches looked at fills at the later look.

    The heading, which has the result, is there from the last step on.
    """
    last = max(scene.columns.lasts)
    seconds = min(PACE * last, LONGEST) / (1 - REST)
    ends = {step: round(100 * (1 - REST) * step / max(last, 1), 2) for step in range(last + 1)}
    rules = [*dict.fromkeys(rule for part in parts_of(scene.root, folded=False) for rule in _rules(part, scene))]
    steps = sorted({step for _, _, frames in rules for _, step in frames} | {last})
    frames = "".join(_frames(step, ends[step]) for step in steps)
    animated = f".still>.heading{{animation:{_animations((('a', last),), seconds)}}}" + "".join(
        f'.still [data-row="{row}"]>{what}{{animation:{_animations(frames, seconds)}}}' for row, what, frames in rules
    )
    inks = f"--label:{Ink.TEXT};--edge:{Ink.UNSEEN}", f"--label:{DARK[Ink.TEXT]};--edge:{DARK[Ink.UNSEEN]}"
    return (
        f"<style>.still{{{inks[0]}}}@media (prefers-color-scheme:dark){{.still{{{inks[1]}}}}}"
        f"@media (prefers-reduced-motion:no-preference){{{frames}{animated}}}</style>"
    )


def _animations(frames: tuple[tuple[str, int], ...], seconds: float) -> str:
    return ",".join(f"{name}{step} {seconds:.4g}s step-start infinite" for name, step in frames)


def _frames(step: int, end: float) -> str:
    """Return the keyframes that last until a step: no filling, labels and edges of unseen parts, a thin best line, and
    no dashes, which would tell that a part will be cut off."""
    return (
        f"@keyframes a{step}{{0%,{end}%{{visibility:hidden}}}}"
        f"@keyframes l{step}{{0%,{end}%{{fill:var(--label)}}}}"
        f"@keyframes e{step}{{0%,{end}%{{stroke:var(--edge)}}}}"
        f"@keyframes b{step}{{0%,{end}%{{stroke-width:1.8}}}}"
        f"@keyframes d{step}{{0%,{end}%{{stroke-dasharray:none;stroke-width:1.8}}}}"
    )


def _rules(part: DrawnPart, scene: Scene) -> Iterator[tuple[int, str, tuple[tuple[str, int], ...]]]:
    """Yield the row of a part, a selector in it, and the keyframes of that: their letter in `_frames`, and the step."""
    if not part.forced:
        if any(part.cuts):
            yield part.row, ".snip", (("a", max(part.cuts)),)
            yield part.row, ":is(.outline,.edge)", (("d", max(part.cuts)),)
        return
    steps = [max(column[part.row : part.end], default=0) for column in scene.columns.steps]
    step = max(steps) if part.kind is None else max(one for one in part.steps if one)
    yield part.row, FILLED, (("a", step),)
    if part.kind is not None:
        yield part.row, ".label", (("l", step),)
        yield part.row, ".outline", (("e", step),)
    if part.kind is not None or part.is_best:
        yield part.row, ".edge", (("e", step), *((("b", max(scene.columns.lasts)),) if part.is_best else ()))
    if known := [values[-1][0] for values in part.values if values]:
        yield part.row, ".caption.value", (("a", max(known)),)
