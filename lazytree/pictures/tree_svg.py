"""A scene as a tree in SVG: for a still image, or live, for a page that has the script and the style sheet of `page`.

Parts that open, and the parts in them, are in a live image only.

The parts of the tree are `<g class="node">` with these attributes, which scripts and tests may rely on:

- `data-path`, child indices from the root, `0.1`, and nothing for the root; `data-row` and `data-end`, the rows of the
  columns that it stands for;
- `data-state`, as in `scenes.DrawnPart`: forced, both, first, second, hidden, cut, unmade;
- `data-kind`: max, min, end, or more for a pile, which stands for several moves;
- `data-opens`: the `data-fold` of the `<g class="fold">` that holds what it stands for, in a live image only;
- in a live image also `data-valuesfirst`, `data-windowsfirst` and so on, its value and its window by step to the first
  and to the second search (one search is the first), as JSON; of a pile `data-whole`, of how many leaves its bar is.

A node has a `<title>`: a line that says what it is, and one for each search. Its shape is of class `outline`, its
filling `whole`, `left` or `right`, the way to its parent `edge`, what is written in it `label`, below it `caption`.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Generic, TypeVar

from lazytree.games.walking import walk
from lazytree.pictures.captions import WHO, captions, hint
from lazytree.pictures.scenes import DrawnPart, Scene, parts_of
from lazytree.pictures.shapes import HATCH, LINE, edge, edge_start, mark, width_of
from strictcheck.pictures import columns_of, svg_image

N = TypeVar("N")
PLY, MARGIN, SIDE, GAP = 64, 30, 12, 14  # pixels: from ply to ply, above and below, beside, between neighbours
LETTER = {True: 6.6, False: 7.8}  # pixels: a character of plain text below a shape, and of a bold one, which is larger
# A score may have dollars in it, which are no formula.
LOOKS = 'tex2jax_ignore mathjax_ignore" font-family="system-ui, sans-serif" text-anchor="middle"'


def draw_live_svg(scene: Scene) -> str:
    """The image of a page, as a string that begins with `<svg`. Scores are escaped, and shortened if they are long."""
    drawing = _Drawing(scene, live=True)
    tree, width, height = drawing.tree()
    folds = [line for group in drawing.folds() for line in group]
    hatch = [HATCH] if any(one.vain for one in scene.columns.seen) else []
    looks = f'class="game-svg {LOOKS} role="tree" aria-label="the game"'
    return svg_image([*hatch, *tree, *folds], width, height, looks)


def draw_tree(scene: Scene) -> tuple[list[str], float, float]:
    """The tree of a still image, as parts of it, and how much room it takes."""
    return _Drawing(scene, live=False).tree()


def width_of_tree(scene: Scene, *, live: bool) -> float:
    """The width of the tree while nothing is open, in pixels."""
    return _extent(_layout([scene.root], live=live)) + 2 * SIDE


@dataclass(frozen=True, slots=True)
class _Group:
    """Parts that are drawn together: the tree, or the fold of a part, which is placed as if that part stood at 0."""

    parts: list[DrawnPart]
    left: float = SIDE
    above: int = 0  # plies
    number: int = 0
    start: float = 0  # of the way to their parent, from where they stand


class _Drawing:
    def __init__(self, scene: Scene, live: bool) -> None:
        self.scene = scene
        self.live = live
        drawn = parts_of(scene.root, folded=live)
        self.ply = PLY + LINE * max((len(captions(part)) for part in drawn if part.children), default=0)
        self.groups = deque([_Group([scene.root])])
        self.opened = 0

    def tree(self) -> tuple[list[str], float, float]:
        """The nodes that are there while nothing is open, and how much room they take."""
        group = self.groups.popleft()
        places = _layout(group.parts, live=self.live)
        bottom = max(place.depth * self.ply + LINE * len(captions(place.node)) for place in places)
        return list(self._nodes(group, places)), _extent(places) + 2 * SIDE, bottom + 2 * MARGIN

    def folds(self) -> Iterator[list[str]]:
        """The folds that collapsed parts open to."""
        while self.groups:
            group = self.groups.popleft()
            places = _layout(group.parts, live=True)
            width = _extent(places)
            nodes = self._nodes(group, places)
            looks = f'class="fold" role="presentation" data-fold="{group.number}" data-width="{width:g}"'
            # Chromium tells screen readers of parts of an image that are not displayed.
            yield [f'<g {looks} display="none" aria-hidden="true">', *nodes, "</g>"]

    def _nodes(self, group: _Group, places: list[Place[DrawnPart]]) -> Iterator[str]:
        for place in places:
            part, parent = place.node, places[place.parent] if place.parent >= 0 else None
            dx, dy = (parent.x - place.x, edge_start(parent.node) - self.ply) if parent else (0.0, group.start)
            way = edge(part, dx, dy, not parent or parent.node.forced) if dy else ""
            depth, fold = group.above + place.depth, 0
            if self.live and part.folded:
                fold = self.opened = self.opened + 1
                self.groups.append(_Group(part.folded, _width(part, live=True) / 2, depth, fold, dy))
            title = escape(hint(part, self.scene.columns.names, live=self.live))
            yield (
                f'<g class="node"{_data(part)}{self._live(part, fold) if self.live else ""} '
                f'transform="translate({group.left + place.x:g},{MARGIN + depth * self.ply:g})">'
                f"<title>{title}</title>{way}{mark(part, live=self.live)}</g>"
            )

    def _live(self, part: DrawnPart, fold: int) -> str:
        """Attributes that make a part of a live image step, and reachable by keyboard."""
        opens = f' data-opens="{fold}" aria-expanded="false"' if fold else ""
        reached = 0 if fold or part is self.scene.root else -1
        return f'{_live_data(part)}{opens} role="treeitem" tabindex="{reached}"'


def _layout(parts: list[DrawnPart], *, live: bool) -> list[Place[DrawnPart]]:
    width = partial(_width, live=live)
    return layout(parts, lambda part: part.children, width, lambda part: live and part.kind is None)


def _extent(places: list[Place[DrawnPart]]) -> float:
    return max(place.x + place.half for place in places)


def _width(part: DrawnPart, *, live: bool = False) -> float:
    """The room that a part takes: for its shape, and for what is written below, at any step of a `live` one."""
    lines = captions(part)
    if live:
        values = (max((text for _, text, _ in known), key=len) for known in part.values if known)
        windows = {text for known in part.windows for _, text in known}
        looks = "text" if len(part.steps) == 1 else "value"
        lines += [(" | ".join(values), "value"), *((text, looks) for text in windows)]
    return GAP + max(
        [width_of(part), *(LETTER[classes.startswith("text")] * columns_of(line) for line, classes in lines)]
    )


def _data(part: DrawnPart) -> str:
    kind = part.kind.__name__.lower() if part.kind else "more"
    data: dict[str, str | int] = {"path": ".".join(map(str, part.path)), "state": part.state, "kind": kind}
    data |= {"row": part.row, "end": part.end}
    return "".join(f' data-{name}="{value}"' for name, value in data.items())


def _live_data(part: DrawnPart) -> str:
    """Attributes that a script steps through, beside those of a still image."""
    texts: dict[str, str] = {}
    for name, columns in ("values", part.values), ("windows", part.windows):
        texts |= {
            name + who: json.dumps(known, ensure_ascii=False) for who, known in zip(WHO, columns, strict=False) if known
        }
    if part.state == "hidden" and part.split:
        texts["whole"] = f"{part.split.weight:.0f}"
    return "".join(f' data-{name}="{escape(text)}"' for name, text in texts.items() if text)


@dataclass(slots=True)
class Place(Generic[N]):
    """A node around `x` in row `depth`, `half` to each side, below the place number `parent` (-1 for a root)."""

    node: N
    depth: int
    parent: int
    half: float
    x: float = 0.0


@dataclass(slots=True)
class _Contour:
    """Left and right ends of the rows of a subtree, the last row first; of both, `offset` is to be added."""

    left: list[float]
    right: list[float]
    offset: float = 0.0

    def distance(self, other: _Contour) -> float:
        """Return the pixels by which `other` has to be moved to the right, to stand beside this one."""
        rows = range(-1, -1 - min(len(self.left), len(other.left)), -1)
        return max(self.right[row] - other.left[row] for row in rows) + self.offset - other.offset

    def joined(self, other: _Contour) -> _Contour:
        """The contour of both; the longer one is used up."""
        rows = range(-1, -1 - min(len(self.left), len(other.left)), -1)
        deep, flat = (self, other) if len(self.left) >= len(other.left) else (other, self)
        ends, own = (deep.right, flat.right) if deep is self else (deep.left, flat.left)
        for row in rows:
            ends[row] = own[row] + flat.offset - deep.offset
        return deep


def layout(
    roots: Iterable[N],
    children: Callable[[N], Sequence[N]],
    width: Callable[[N], float] = lambda node: 1.0,
    opens: Callable[[N], bool] = lambda node: False,
) -> list[Place[N]]:
    """The places of all nodes of some trees side by side, in preorder; `width` is the room that a node itself takes.

    Each ply is a row, a parent over the middle of its children, and the leftmost begins at 0. After Reingold and
    Tilford, *Tidier drawings of trees* (IEEE Transactions on Software Engineering 7, 1981): subtrees are drawn each by
    itself, and then pushed together until they touch, whichever row that is in. So a short subtree takes room in its
    own rows only, and neighbours reach under it. A node that `opens` keeps its column for itself down to the last row:
    everything to the right of it has to move aside. Contours are joined in as many steps as the shorter one has rows,
    so that all of it takes linear time. Nothing recurses.

    >>> [(place.x, place.depth) for place in layout([[[], [[], []]]], lambda node: node)]
    [(1.0, 0), (0.5, 1), (1.5, 1), (1.0, 2), (2.0, 2)]
    """
    places: list[Place[N]] = []
    for root in roots:
        way: list[int] = []  # the places from the root down to the node before
        for path, node in walk(root, children):
            del way[len(path) :]
            places.append(Place(node, len(path), way[-1] if way else -1, width(node) / 2))
            way.append(len(places) - 1)
    _push_together(places, opens)
    left = 0.0
    for place in places:
        place.x += places[place.parent].x if place.parent >= 0 else 0.0
        left = min(left, place.x - place.half)
    for place in places:
        place.x -= left
    return places


def _push_together(places: list[Place[N]], opens: Callable[[N], bool]) -> None:
    """Set each `x`, from that of the parent; of roots, from the first root."""
    below: dict[int, list[tuple[Place[N], _Contour]]] = {}  # by place number of the parent, from the right
    deepest = max((place.depth for place in places), default=0)
    for number in range(len(places) - 1, -1, -1):
        place, children = places[number], below.pop(number, [])
        contour = _side_by_side(children) if children else _Contour([], [])
        if children:
            middle = (children[0][0].x + children[-1][0].x) / 2
            contour.offset -= middle
            for child, _ in children:
                child.x -= middle
        rows = 1 + (deepest - place.depth if opens(place.node) else 0)
        contour.left += [-place.half - contour.offset] * rows
        contour.right += [place.half - contour.offset] * rows
        below.setdefault(place.parent, []).append((place, contour))
    _side_by_side(below.pop(-1, []))


def _side_by_side(siblings: list[tuple[Place[N], _Contour]]) -> _Contour:
    """Set the `x` of each from that of the first; `siblings` come from the right. Returns the contour of all."""
    together = _Contour([], [])
    for place, contour in reversed(siblings):
        if together.left:
            place.x = together.distance(contour)
            contour.offset += place.x
        together = together.joined(contour)
    return together
