"""A scene as one SVG image: the heading, a key to what is drawn, the tree.

A still image has no style sheet, scripts or outside references, so that it is the same in every notebook, browser and
viewer. A `live` one is for a page that has those of `page`: parts that open and the parts in them are in it too.

The parts of the tree are `<g class="node">` with these attributes, which scripts and tests may rely on:

- `data-path`, child indices from the root, `0.1`, and nothing for the root;
- `data-state`, as in `scenes.State`: forced, both, first, second, hidden, cut, unmade;
- `data-kind`: max, min, end, or more for what stands for several moves, collapsed;
- `data-first` and `data-second`: in which step the first and the second search (one search is the first) forced it;
- `data-order`: of a leaf, its place in the order of forcing, for the search that looked at it first;
- `data-opens`: the `data-fold` of the `<g class="fold">` that holds what it stands for, in a live image only.

A node has a `<title>`: a line that says what it is, and one for each search. Its shape is of class `outline`, its
filling `whole`, `left` or `right`, the way to its parent `edge`, what is written in it `label`, below it `caption`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from lazytree.games import Max, Min
from lazytree.pictures.headings import draw_heading, heading
from lazytree.pictures.layout import Place, layout
from lazytree.pictures.scenes import Part, Scene
from lazytree.pictures.shapes import (
    BOTTOM,
    CUT_OFF,
    FILLS,
    LINE,
    SIDES,
    TOP,
    captions,
    dashed,
    hint,
    look,
    mark,
    width_of,
)

__all__ = ["draw_svg"]

PLY, MARGIN = 64, 30  # pixels: from ply to ply, around
NARROWEST = 46  # pixels: a column
SNIP = 0.35  # of the way up
IGNORED = "game-svg tex2jax_ignore mathjax_ignore"  # a score may have dollars in it, which are no formula


def draw_svg(scene: Scene, *, live: bool = False) -> str:
    """The image, as a string that begins with `<svg`. Scores are escaped, and shortened if they are long."""
    return _Drawing(scene, live).svg()


@dataclass(slots=True)
class _Group:
    """What is drawn together: the tree, or what a part opens to, whose places count from where it stands."""

    parts: list[Part]
    above: int  # plies
    number: int = 0
    start: tuple[float, float] | None = None  # where the way up to the parent ends, if there is one


class _Drawing:
    def __init__(self, scene: Scene, live: bool) -> None:
        self.scene = scene
        self.live = live
        parts = list(self._drawn())
        self.column = max([NARROWEST, *(_width(part) + 14 for part in parts)])
        below = max((len(captions(part)) for part in parts if part.kind in (Max, Min)), default=0)
        self.ply = PLY + LINE * below
        self.groups: deque[_Group] = deque()
        self.folds = 0

    def _drawn(self) -> Iterator[Part]:
        todo = [self.scene.root]
        while todo:
            part = todo.pop()
            yield part
            todo += part.children
            todo += part.folded if self.live else ()

    def svg(self) -> str:
        lines, width, height = self._tree()
        above, wide, top = draw_heading(self.scene, max(width, 420))
        width = max(width, wide)
        static = 'role="img" style="max-width: 100%; height: auto"'
        looks = 'role="group" aria-label="the game"' if self.live else static
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" class="{IGNORED}" width="{width:.0f}" '
                f'height="{height + top:.0f}" viewBox="0 0 {width:.0f} {height + top:.0f}" {looks} '
                f'font-family="system-ui, sans-serif" text-anchor="middle"{self._measures(top)}>',
                f"<title>{escape(heading(self.scene))}</title>",
                *above,
                f'<g class="tree" transform="translate(0,{top:g})">',
                *lines,
                "</g>",
                "</svg>",
            ]
        )

    def _measures(self, top: float) -> str:
        return (
            f' data-column="{self.column:g}" data-ply="{self.ply:g}" data-margin="{MARGIN}" data-top="{top:g}"'
            if self.live
            else ""
        )

    def _tree(self) -> tuple[list[str], float, float]:
        """The lines of the tree and of all folds, and how wide and high the tree is while the folds are closed."""
        lines: list[str] = []
        self.groups.append(_Group([self.scene.root], 0))
        width = height = 0.0
        while self.groups:
            group = self.groups.popleft()
            places = layout(group.parts, lambda part: part.children)
            drawn = list(self._nodes(group, places))
            if group.number:
                columns = 1 + max(place.x for place in places)
                drawn = [
                    f'<g class="fold" data-fold="{group.number}" data-columns="{columns:g}" display="none">',
                    *drawn,
                    "</g>",
                ]
            else:
                width = 2 * MARGIN + self.column * (1 + max(place.x for place in places))
                height = self.ply * max(place.depth for place in places) + 2 * MARGIN + 24 + LINE * 2
            lines += drawn
        return lines, width, height

    def _nodes(self, group: _Group, places: list[Place[Part]]) -> Iterator[str]:
        left = 0.0 if group.number else MARGIN + self.column / 2
        for place in places:
            part, x, depth = place.node, place.x, group.above + place.depth
            above, snipped = group.start, part.state == "cut"
            if place.parent >= 0:
                parent = places[place.parent]
                above = ((parent.x - x) * self.column, _start(parent.node) - self.ply)
                snipped = snipped and parent.node.forced
            opens = self.live and bool(part.folded)
            if opens:
                self.folds += 1
                self.groups.append(_Group(part.folded, depth, self.folds, (0.0, above[1] if above else 0.0)))
            yield (
                f'<g class="node"{self._data(part, self.folds if opens else 0)} '
                f'transform="translate({left + x * self.column:g},{MARGIN + depth * self.ply:g})">'
                f"<title>{escape(hint(part, self.scene.names))}</title>"
                f"{_edge(part, *above, snipped) if above else ''}{mark(part, live=self.live)}</g>"
            )

    def _data(self, part: Part, fold: int) -> str:
        kind = part.kind.__name__.lower() if part.kind else "more"
        data: dict[str, str | int] = {"path": ".".join(map(str, part.path)), "state": part.state, "kind": kind}
        data |= {who: step for who, step in zip(("first", "second"), part.steps, strict=False) if step is not None}
        data |= {"order": part.order} if part.order is not None else {}
        told = "".join(f' data-{name}="{value}"' for name, value in data.items())
        if not fold:
            return told
        button = f'role="button" tabindex="0" aria-expanded="false" aria-label="{escape(hint(part, ()))}"'
        return f'{told} data-opens="{fold}" {button}'


def _width(part: Part) -> float:
    return max([width_of(part), *(6.6 * len(line) for line, _ in captions(part))])


def _start(parent: Part) -> float:
    """Where edges leave a parent: under its shape, and what is written below that."""
    lines = len(captions(parent))
    return BOTTOM + LINE * lines + (4 if lines else 0)


def _edge(part: Part, dx: float, dy: float, snipped: bool) -> str:
    """The way up to the parent, which is `dx` and `dy` away; where the search turned back it is snipped."""
    side = SIDES.get(look(part), "")
    ink = f'stroke="{FILLS[side]}" stroke-width="1.8"' if side else dashed()
    edge = f'<path class="edge" fill="none" d="M{dx:g} {dy:g}L0 {TOP}" {ink}/>'
    if not snipped:
        return edge
    x, y = SNIP * dx, TOP + SNIP * (dy - TOP)
    strokes = f'fill="none" stroke="{CUT_OFF}" stroke-width="1.8" d="M-6 4L2 -4M-2 6L6 -2"'
    return f'{edge}<path class="snip" transform="translate({x:g},{y:g})" {strokes}/>'
