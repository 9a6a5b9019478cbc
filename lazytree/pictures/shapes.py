"""One part of a scene as SVG around the origin: its shape, what is written in it and below it, and its hint.

What was forced is filled. Where two searches are shown, what only one of them forced is filled on its side alone, left
for the first and right for the second; what nobody looked at is grey and dashed, and its edge is snipped. A pile of
which something was looked at is a bar: so much by both, by the first only, by the second only, and by nobody. Shape,
side and dashes say everything that colour says.
"""

from __future__ import annotations

from html import escape

from lazytree.games.game import End, Max, Min
from lazytree.pictures.game_columns import Split
from lazytree.pictures.scenes import DrawnPart, state_of
from lazytree.pictures.search_steps import NOTHING, Note
from lazytree.pictures.words import many, place, short
from strictcheck.pictures import FIRST, LOOKED, ON_LOOKED, PAPER, SECOND, TEXT, UNSEEN

INKS = {"forced": LOOKED, "first": FIRST, "second": SECOND, "text": TEXT, "value": TEXT}
LONGEST = 10  # characters of a score
BAR = 64  # pixels: how wide the bar of a pile is
TOP, BOTTOM, LINE = -17, 17, 12  # pixels: where edges end and begin, and for each line below a shape
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
    f'<rect width="1.6" height="5" fill="{LOOKED}"/></pattern></defs>'
)
FILLS = {"whole": LOOKED, "left": FIRST, "right": SECOND}
SIDES = {"forced": "whole", "both": "whole", "first": "left", "second": "right"}


def look(part: DrawnPart) -> str:
    """Whose look at `part` is shown: `forced`, `both`, `first`, `second`, or `` for nobody's."""
    if part.state != "hidden":
        return part.state if part.state in SIDES else ""
    return state_of(part.steps)


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
    ink = TEXT if part.vain else ON_LOOKED if side == "whole" else {"left": FIRST, "right": SECOND}.get(side, TEXT)
    return fills + _outline(part, side) + _written(part, ink) + _below(part)


def _fill(part: DrawnPart, side: str, *, hidden: bool) -> str:
    off = ' display="none"' if hidden else ""
    look = f'class="{side}" fill="{VAIN if part.vain else FILLS[side]}"{off}'
    if part.kind in TRIANGLES:
        points = TRIANGLES[part.kind] if side == "whole" else HALVES[part.kind, side]
        return f'<polygon {look} points="{points}"/>'
    half = width_of(part) / 2
    if side == "whole":
        return f'<rect {look} x="{-half:g}" y="-13" width="{2 * half:g}" height="26" rx="{_radius(part)}"/>'
    return f'<rect {look} x="{-half if side == "left" else half - 8:g}" y="-13" width="8" height="26" rx="2"/>'


def _outline(part: DrawnPart, side: str) -> str:
    look = 'class="outline" fill="none" stroke-linejoin="round" '
    look += f'stroke="{FILLS[side]}" stroke-width="1.8"' if side else dashed()
    if part.kind in TRIANGLES:
        return f'<polygon {look} points="{TRIANGLES[part.kind]}"/>'
    half = width_of(part) / 2
    box = f'<rect {look} x="{-half:g}" y="-13" width="{2 * half:g}" height="26" rx="{_radius(part)}"/>'
    return box + (_pile(half, look) if is_pile(part) else "")


def shares(split: Split) -> dict[str, float]:
    """Shares of a bar: both, first, second and nobody, in parts of 1."""
    whole = sum(split[:4]) if split.exact else 1.5 * max(sum(split[:4]), 1)
    found = {who: split[number] / max(whole, 1) for number, who in enumerate(("both", "first", "second"))}
    return found | {"never": 1 - sum(found.values())}


def _bar(part: DrawnPart) -> str:
    """A box that is filled by who looked at the leaves in it."""
    inks = {"both": LOOKED, "first": FIRST, "second": SECOND}
    x, fills = -BAR / 2, ""
    for who, share in shares(part.split).items() if part.split else ():
        if who in inks:
            # A stripe for the first and for the second, at the upper or the lower end, says so without colour.
            y, high = {"both": (-13, 26), "first": (-13, 17), "second": (-4, 17)}[who]
            box = f'x="{x:g}" y="{y}" width="{BAR * share:g}" height="{high}"'
            fills += f'<rect class="share {who}" {box} fill="{inks[who]}"/>'
        x += BAR * share
    look = f'class="outline" fill="none" stroke="{TEXT}" stroke-width="1.4"'
    return f'{fills}<rect {look} x="{-BAR / 2:g}" y="-13" width="{BAR}" height="26" rx="2"/>{_pile(BAR / 2, look)}'


def is_pile(part: DrawnPart) -> bool:
    """True if a part stands for several nodes, and it is known for how many."""
    return part.kind is None and (part.leaves is not None or part.breadth > 1)


def _pile(half: float, look: str) -> str:
    """Behind a part that stands for many: the edge of another box."""
    return f'<path {look} d="M{4 - half:g} 16.5H{half - 4:g}"/>'


def _radius(part: DrawnPart) -> int:
    return 4 if part.kind is End else 13 if part.state == "unmade" else 2 if is_pile(part) else 8


def _written(part: DrawnPart, ink: str) -> str:
    if part.kind not in TRIANGLES:
        beside = {"first": 4.0, "second": -4.0}.get(look(part), 0.0)
        return text(label(part), 5, 13, ink, "label", x=beside, halo=bool(part.vain))
    if look(part) in ("first", "second"):
        return ""  # half of it would be written on the filling
    return text(
        "max" if part.kind is Max else "min", 10 if part.kind is Max else -4, 10, ink, "label", halo=bool(part.vain)
    )


def _below(part: DrawnPart) -> str:
    start = 29 if part.kind in TRIANGLES or part.kind is End else 31
    return "".join(
        text(line, start + LINE * number, 11 if who == "text" else 12, INKS[who], f"caption {who}", bold=who != "text")
        for number, (line, who) in enumerate(captions(part))
    )


def captions(part: DrawnPart) -> list[tuple[str, str]]:
    """The lines below a shape, and whose they are: order, what is known of the value, windows, what is collapsed."""
    if part.state == "hidden":
        return [*zip(pile_text(part), ("value", "text"), strict=False)]
    if is_pile(part):
        moves = [(many(part.breadth, "move", "moves"), "text")] if part.breadth > 1 else []
        return moves if part.leaves is None else [(many(part.leaves, "leaf", "leaves"), "text"), *moves]
    return [*_orders(part), *([(part.value, "value")] if part.value else []), *_windows(part)]


def pile_text(part: DrawnPart) -> tuple[str, str]:
    """Say how many leaves of a pile were looked at, by whom, and of how many.

    >>> pile_text(DrawnPart((), "hidden", steps=(1, 2), split=Split(376, 0, 624, 0, exact=True)))
    ('376 | 1,000', 'of 1,000 leaves')
    """
    assert part.split is not None
    counts = " | ".join(f"{part.split.looked(who):,}" for who in range(len(part.steps)))
    of = "?" if part.leaves is None else f"{part.leaves:,}"
    return counts, f"of {of} {'leaf' if part.leaves == 1 else 'leaves'}"


def _orders(part: DrawnPart) -> list[tuple[str, str]]:
    orders = [(order, who) for order, who in zip(part.orders, ("first", "second"), strict=False) if order is not None]
    if len(orders) == len(part.orders) and len({order for order, _ in orders}) == 1:
        return [(f"#{orders[0][0]}", "forced")]
    return [(f"#{order}", who) for order, who in orders]


def _windows(part: DrawnPart) -> list[tuple[str, str]]:
    windows = [(note.window, who) for note, who in zip(part.notes, ("first", "second"), strict=False) if note.window]
    agreed = len({window for window, _ in windows}) == 1
    return [(windows[0][0], "text")] if agreed else windows


def width_of(part: DrawnPart) -> float:
    """The width of the shape, in pixels."""
    if part.state == "unmade":
        return 26.0
    if part.state == "hidden" or is_pile(part):
        return float(BAR)
    beside = 9.0 if len(part.steps) == 2 else 0.0  # the filling of one side, and the label beside it
    return 40.0 if part.kind in TRIANGLES else max(30.0, 7.6 * len(label(part)) + 14) + beside


def label(part: DrawnPart) -> str:
    """The text in a box: a score, or a mark for what is not known."""
    if part.kind is not None:
        return short(part.score, LONGEST)
    return "…" if part.state == "unmade" else "" if is_pile(part) else "?"


def text(
    line: str, y: float, size: int, ink: str, name: str, *, x: float = 0, bold: bool = False, halo: bool = False
) -> str:
    """A line of text around `x`, or nothing for an empty one. On hatching it has a `halo`."""
    if not line:
        return ""
    more = (f' x="{x:g}"' if x else "") + (' font-weight="bold"' if bold else "")
    more += f' stroke="{PAPER}" stroke-width="4" paint-order="stroke"' if halo else ""
    return f'<text class="{name}"{more} y="{y:g}" font-size="{size}" fill="{ink}">{escape(line)}</text>'


def dashed() -> str:
    """The stroke of an outline or edge that leads to what nobody looked at."""
    return f'stroke="{UNSEEN}" stroke-width="1.4" stroke-dasharray="4 3"'


def hint(part: DrawnPart, names: tuple[str, ...], *, live: bool = False) -> str:
    """The hint that a viewer shows of a part under the mouse, in lines."""
    lines = [f"{place(part.path)}: {_what(part)}"]
    if live and part.kind is None and (part.forced or part.leaves) and not part.folded:
        lines.append(f"more than is in this page: picture.at({', '.join(map(str, part.path))}) draws it")
    if part.kind is not None and part.forced:
        lines += [f"{name or 'the search'}: {_said(part, number)}" for number, name in enumerate(names)]
        lines += [part.vain] if part.vain else []
    return "\n".join(lines)


def _what(part: DrawnPart) -> str:
    if part.state == "unmade":
        return "nobody asked whether there are more moves"
    never = "" if part.forced else ", never looked at"
    if part.kind is not None:
        return (f"score {short(part.score, 200)}" if part.kind is End else part.kind.__name__) + never
    moves = many(part.breadth, "move", "moves")
    if part.forced:
        return f"{' '.join(pile_text(part))} looked at, below {moves}; not drawn one by one"
    leaves = "" if part.leaves is None else f"{many(part.leaves, 'leaf', 'leaves')} below "
    return f"{leaves}{moves}, cut off, never looked at"


def _said(part: DrawnPart, number: int) -> str:
    """The look that one of the searches took at a part, and how it left it, in one line."""
    step = part.steps[number] if part.steps else None
    if step is None:
        return "never looked at"
    note: Note = part.notes[number] if part.notes else NOTHING
    order = part.orders[number]
    told = (f"step {step}", f"leaf #{order}" if order else "", note.window and f"in the window {note.window}")
    line = ", ".join(filter(None, (*told, note.watched, note.where and f"at {note.where}")))
    return (
        f"{line}; left at step {part.left[number]}: {part.reasons[number]}"
        if part.reasons and part.reasons[number]
        else line
    )
