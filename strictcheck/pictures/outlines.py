"""`Outline`: what was looked at of some values, line by line, for every place where it can be shown.

However big a demand is, its lines are few. Many elements that are alike are one pattern. Neighbours that nobody looked
at are one line with their count, and what there is no room for is counted too, nearest the root drawn first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from strictcheck.demands import Demand
from strictcheck.demands.wording import expression
from strictcheck.pictures.lines import (
    LONGEST,
    Look,
    OutlineLine,
    Part,
    PartTree,
    Slots,
    flat,
    in_one_line,
    missed,
    pieces_of,
    printed,
    shortened,
    slots_in,
    tree_of,
)
from strictcheck.pictures.outline_forms import draw_svg, figure_of
from strictcheck.pictures.pages import Fragment, bundle, page, write
from strictcheck.pictures.patterns import pattern_of

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.tree import Tree

WIDTH = 100
INDENT, LINE = 4, 44  # columns of a terminal: for each step down, and for what is said there
SHALLOW = 8  # steps down that are drawn in any case, even if lines have to be broken
FEW_ALIKE = 3  # neighbours of which two demands are alike are told one by one
MANY_ALIKE = 8  # neighbours with the same sign, if there are more, are one line
FEW_DRAWN = 20  # where no more lines than that are drawn below one, a pattern stands in place of the elements


class Scope(NamedTuple):
    """Limits of a drawing: lines in all, steps down, and lines below one; and if it shows what two demands share."""

    room: int
    depth: int
    widest: int
    is_whole: bool = True


IN_TEXT, IN_SVG = Scope(60, SHALLOW, 20), Scope(60, 12, 20)
IN_HTML, IN_REPORT = Scope(2_000, 60, 500), Scope(200, 30, 50)
IN_NOTEBOOK = Scope(600, 60, 200), IN_REPORT, IN_SVG


def lines_of(parts: Iterable[Part], scope: Scope) -> list[OutlineLine]:
    """A line for each part, with the lines below it, within the limits of `scope`, more or less.

    >>> from strictcheck import Demand
    >>> part = Part("xs", Demand.parse("[1, _, _, _]"))
    >>> [(line.label, line.text) for _, line in flat(lines_of([part], Scope(9, 9, 9)))]
    [('xs', 'list of 4'), ('[0]', '1'), ('[1] … [3]', '3 more, not looked at')]
    """
    return _Drawer(scope).drawn([PartTree(part) for part in parts])


class _Drawer:
    def __init__(self, scope: Scope) -> None:
        self.room, self.depth, self.widest, self.is_whole = scope
        self.queue: deque[tuple[PartTree, int, OutlineLine, int]] = deque()

    def drawn(self, trees: Iterable[PartTree]) -> list[OutlineLine]:
        lines = [line for tree in trees for line in self._begun(tree)]
        while self.queue:
            self._open(*self.queue.popleft())
        return lines

    def _begun(self, tree: PartTree) -> Iterator[OutlineLine]:
        top, name = tree.part.top, tree.part.name
        if not tree.layers:
            yield OutlineLine(shortened(name), "not looked at", Look.UNSEEN)
        elif tree.part.brief:
            yield OutlineLine(shortened(name), shortened(tree.part.demand.pretty(), 4 * LONGEST), Look.OPENED)
        else:
            name = expression(name, tree.part.demand, tree.columns.path(top)) if top else name
            yield from self._drawn(tree, top, (shortened(name), in_one_line(name)), 1)

    def _drawn(self, tree: PartTree, row: int, named: tuple[str, str], depth: int) -> Iterator[OutlineLine]:
        """The line of a part, to be opened later; and that of the other part, where two demands found two values.

        A short part that one of two demands has alone is not opened.
        """
        line = tree.in_a_line(row, named) if tree.part.sign(row) else tree.line(row, *named)
        if line.look is Look.LEFT_OUT:
            line = tree.line(row, *named)
        if line.look is Look.OPENED:
            self.queue.append((tree, row, line, depth))
        yield line
        if tree.part.changes and row in tree.part.changes.instead:
            other = shortened(tree.part.changes.instead[row])
            yield OutlineLine(named[0], other, Look.SEEN, step=named[1], sign="+")

    def _open(self, tree: PartTree, row: int, line: OutlineLine, depth: int) -> None:
        """The parts of a row: those that were looked at while there is room, and counts of all others."""
        children = tree.part.demand.children(row)
        slots = slots_in(tree.layers[row], children, tree.part.changes.rows if tree.part.changes else ())
        forced = _in_order(slots.keys, children)
        if depth < self.depth and (pattern := pattern_of(tree, forced, len(slots.keys))):
            line.lines.append(pattern)
            self.room -= sum(1 for _ in flat([pattern]))
            if self.widest > FEW_DRAWN:
                line.lines.append(apart := OutlineLine("", f"{len(forced):,} of them, one by one", Look.OPENED))
                self._draw_parts(tree, row, apart, slots, depth)
        else:
            self._draw_parts(tree, row, line, slots, depth)
        changes = tree.part.changes  # of two demands, the rest is alike
        last = changes.beyond.get(row, []) if changes else [*map(missed, slots.absent)]
        line.lines += _last(last, max(0, min(self.room, self.widest)), "" if changes else slots.beyond)

    def _draw_parts(self, tree: PartTree, row: int, line: OutlineLine, slots: Slots, depth: int) -> None:
        parts = _in_order(slots.keys, tree.part.demand.children(row))
        forced, alike = [[one for one in parts if tree.is_alike(one[1]) == is_so] for is_so in (False, True)]
        runs = [*_runs(tree, forced, MANY_ALIKE if self.widest <= FEW_DRAWN else len(forced))]
        drawn = runs[: max(0, min(self.room, self.widest))] if depth < self.depth else []
        self.room -= len(drawn)
        position = 0
        for run in drawn:
            (at, child), (last, _) = run[0], run[-1]
            self._leave_out(tree, row, line, slots, alike, range(position, at))
            if len(run) == 1:
                line.lines += self._drawn(tree, child, _named(tree, row, slots, at), depth + 1)
            else:
                ends = _ends(tree, row, slots, range(at, last + 1))
                text = f"{len(run):,}, looked at"
                line.lines.append(OutlineLine(ends, text, Look.LEFT_OUT, sign=tree.part.sign(child)))
            position = last + 1
        rest = [child for run in runs[len(drawn) :] for _, child in run]
        if not rest:
            self._leave_out(tree, row, line, slots, alike, range(position, len(slots.keys)))
        elif tree.part.changes:
            signs = {tree.part.sign(child) for child in rest}
            text = f"{len(rest):,} more" + f" that differ{'s' * (len(rest) == 1)}" * (len(signs) > 1 or "" in signs)
            line.lines.append(OutlineLine("", text, Look.LEFT_OUT, sign=signs.pop() if len(signs) == 1 else ""))
        else:
            line.lines.append(OutlineLine("", _left(rest, tree), Look.LEFT_OUT))
            unseen = len(slots.keys) - position - len(rest)
            line.lines += [OutlineLine("", f"{unseen:,} more, not looked at", Look.UNSEEN)] if unseen else []

    def _leave_out(
        self, tree: PartTree, row: int, line: OutlineLine, slots: Slots, alike: list[tuple[int, int]], places: range
    ) -> None:
        """The parts at these places, which nobody looked at, or of which two demands are `alike`."""
        fetched = tree.part.changes.fetched.get(row) if tree.part.changes else None
        if fetched:
            for sign, run in groupby(places, lambda at: fetched.get(slots.keys[at], "")):
                first, *rest = run
                self._leave_out_run(tree, row, line, slots, alike, range(first, (rest or [first])[-1] + 1), sign)
        elif self.is_whole or not tree.part.changes:
            self._leave_out_run(tree, row, line, slots, alike, places)

    def _leave_out_run(
        self,
        tree: PartTree,
        row: int,
        line: OutlineLine,
        slots: Slots,
        alike: list[tuple[int, int]],
        places: range,
        sign: str = "",
    ) -> None:
        """Parts of which each has the sign, or none has one."""
        found = dict(alike[bisect_left(alike, (places.start,)) : bisect_left(alike, (places.stop,))])
        fate = "not looked at" + ", but fetched" * bool(sign)
        if len(places) <= max(FEW_ALIKE if found else 1, min(slots.apart, self.room)):
            for at in places:
                named, child = _named(tree, row, slots, at), found.get(at)
                hole = OutlineLine(named[0], fate, Look.UNSEEN, sign=sign)
                line.lines.append(hole if child is None else tree.in_a_line(child, named))
        else:
            ends = _ends(tree, row, slots, places)
            count = f"{len(places):,}{' more' if line.lines else ''}"
            text, look = f"{count}, {fate}", Look.UNSEEN
            if found and tree.part.changes:
                some = f"{len(found):,} of them " if len(found) < len(places) else ""
                text = f"{count}, {'alike' if tree.part.changes.are_two else f'{some}looked at'}"
                look = Look.LEFT_OUT
            line.lines.append(OutlineLine(ends, text, look, sign=sign))
        self.room -= bool(places)


def _named(tree: PartTree, row: int, slots: Slots, at: int) -> tuple[str, str]:
    """The label of a part, and the step to it as one writes it in Python."""
    return shortened(slots.label(slots.keys[at])), in_one_line(tree.layers[row].step(slots.keys[at]))


def _ends(tree: PartTree, row: int, slots: Slots, places: range) -> str:
    first, last = (_named(tree, row, slots, at)[0] for at in (places[0], places[-1]))
    return f"{shortened(first, LONGEST // 3)} … {shortened(last, LONGEST // 3)}"


def _runs(tree: PartTree, parts: list[tuple[int, int]], most: int) -> Iterator[list[tuple[int, int]]]:
    """Yield neighbours with one sign together, if they are more than that, and other parts by themselves."""
    signed = ((at, child, tree.part.sign(child)) for at, child in parts)
    for _, run in groupby(enumerate(signed), lambda one: (one[1][0] - one[0], one[1][2] or one[0])):
        together = [(at, child) for _, (at, child, _) in run]
        yield from [together] if len(together) > most else ([part] for part in together)


def _in_order(keys: Sequence[Any], children: dict[Any, int]) -> list[tuple[int, int]]:
    """The place among `keys` and the row of each part that was looked at."""
    if isinstance(keys, range):
        return sorted(children.items())
    return [(at, children[key]) for at, key in enumerate(keys) if key in children]


def _left(rest: list[int], tree: PartTree) -> str:
    inside = sum(tree.sizes[row] for row in rest) - len(rest)
    return f"{len(rest):,} more, looked at" + (f", and {inside:,} inside" if inside else "")


def _last(lines: list[OutlineLine], room: int, beyond: str) -> Iterator[OutlineLine]:
    """Lines for keys that were asked for and are not there, and for those out of sight."""
    yield from lines[:room]
    if len(lines) > room:
        yield OutlineLine("", f"{len(lines) - room:,} more, asked for and not there", Look.ABSENT)
    if beyond:
        yield OutlineLine("", beyond, Look.UNSEEN)


class Outline:
    """Demands as an outline; a notebook shows it as SVG, `print` and rich as a tree of lines.

    `parts` is a demand, or several with their names; `heading` stands above them, `ending` is one more line below.

    >>> print(Outline(Demand.parse("{'hosts': ['a', _, _], 'port': absent, **_}")))
    dict
    ├── 'hosts': list of 3
    │   ├── [0]: 'a'
    │   └── [1] … [2]: 2 more, not looked at
    ├── 'port': not there
    └── ... other keys, not asked for
    """

    def __init__(
        self,
        parts: Demand | Iterable[Part],
        heading: str = "",
        ending: Iterable[OutlineLine] = (),
    ) -> None:
        self._parts = [Part("", parts)] if isinstance(parts, Demand) else [*parts]
        self._ending = [*ending]
        self.heading = shortened(heading, WIDTH)

    def _lines(self, scope: Scope) -> tuple[str, list[OutlineLine]]:
        """The heading, and what stands below it. A demand without a name and a heading is its own heading."""
        lines = [*lines_of(self._parts, scope), *self._ending]
        if not self.heading and len(lines) == 1 and not lines[0].label and lines[0].lines:
            return lines[0].text, lines[0].lines
        return self.heading, lines

    def svg(self) -> str:
        """The outline as a static SVG image."""
        return draw_svg(*self._lines(IN_SVG))

    def html(self) -> str:
        """The outline as one HTML page that needs nothing else; what is long or deep opens at a click."""
        heading, lines = self._lines(IN_HTML)
        title = heading or "What was looked at"
        return page(title, Fragment(f"<h1>{escape(title)}</h1>"), figure_of("", lines))

    def fragment(self) -> Fragment:
        """The outline as a part of a page."""
        return figure_of("", self._lines(IN_REPORT)[1])

    def text(self, width: int = WIDTH) -> str:
        """The outline as lines of at most `width` characters, without colours."""
        return printed(self._tree(width), width)

    def _tree(self, width: int) -> Tree:
        heading, lines = self._lines(IN_TEXT._replace(depth=max((width - LINE) // INDENT, SHALLOW)))
        return tree_of(OutlineLine("", heading, Look.HEADING, lines=lines), lambda line: line.lines, pieces_of)

    def save(self, file: str | Path) -> None:
        """Write the outline to `file`, in UTF-8, in the form that its ending says: `.svg`, `.html`, `.htm` or `.txt`.

        Raises `ValueError` for other endings, and `OSError`.
        """
        write(file, svg=self.svg, html=self.html, htm=self.html, txt=self.text)

    def __str__(self) -> str:
        return self.text()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Tree]:
        yield self._tree(options.max_width)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """The outline as a notebook keeps it: as many lines as fit into a few kilobytes fold, step and are copied.

        If there is no room for the numbers of all looks that patterns stand for, these do not count up.
        """
        scopes = product((True, False), IN_NOTEBOOK)
        figures = (figure_of(*self._lines(scope), counts=counts) for counts, scope in scopes)
        return bundle(self.svg(), self.text(), figures)
