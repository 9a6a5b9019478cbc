"""Demands in messages: in a few lines, with the part marked that a sentence above them is about.

Every message that says where two demands differ has such a picture: the expected one on lines that begin with `-`, the
actual one on lines that begin with `+`, in plain ASCII. Skip this module unless you write messages.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from strictcheck.demands.columns import NO_ROW, Columns
from strictcheck.demands.demand import Demand

WIDTH = 100
SHOWN = 40  # layers of a demand in a picture
SHOWN_MARKED = 12  # and of the part of it that differs
WHOLE, MOST_LINES = 400, 20  # and of one that is shown once more because the picture leaves something out
LEFT_OUT = "..."
# Stands where two demands differ while they are written; no value that is worth checking has it.
MARK = "\ue000"


class MarkedText(NamedTuple):
    """A demand as text, of which the part from `start` to `end` is where it differs."""

    text: str
    start: int = 0
    end: int = 0


def mark(demand: Demand, path: tuple[Any, ...] | None) -> MarkedText:
    """The demand as text, with the part at `path`, or the nearest that it has above, marked.

    >>> mark(Demand.parse("[1, [_, 2]]"), (1, 0))
    MarkedText(text='[1, [_, 2]]', start=5, end=6)
    """
    if path is None:
        return MarkedText(ascii_only(demand.pretty(SHOWN)))
    without, part = _split(demand._tree, path)
    before, found, after = ascii_only(without.pretty(SHOWN)).partition(repr(MARK))
    if not found:  # too deep to be shown, or too far to the right
        before, after = f"{LEFT_OUT} ", f" {LEFT_OUT}"
    text = ascii_only(part.pretty(SHOWN_MARKED))
    return MarkedText(before + text + after, len(before), len(before) + len(text))


def ascii_only(text: str) -> str:
    """The text, for the only character beyond ASCII that pictures of demands have of themselves."""
    return text.replace("…", LEFT_OUT)


def _split(tree: Columns, path: tuple[Any, ...]) -> tuple[Demand, Demand]:
    """The demand with a mark in place of the part at `path`, and that part."""
    row, parent, key = (0 if len(tree) else NO_ROW), NO_ROW, None
    for step in path:
        if row == NO_ROW or step not in tree.layers[row]:
            break
        row, parent, key = tree.target(tree.child(row, step)), row, step
    part = Columns.empty() if row == NO_ROW else tree.subtree(row)
    mark = len(tree)

    def parts(row: int) -> dict[Any, int]:
        found = {} if row == mark else tree.parts(row)
        # In place of a hole, the mark comes first among the parts, for it has to be shown.
        return found if row != parent else found | {key: mark} if key in found else {key: mark, **found}

    marked = Columns.lay_out(mark if parent == NO_ROW else 0, [*tree.layers, MARK], parts)
    return Demand._of(marked), Demand._of(part)


def below(label: str, cell: MarkedText) -> list[str]:
    """The text with its carets, behind a label."""
    found = list(filter(None, wrap_lines(cell, WIDTH - len(label))))
    return [f"{' ' * len(label) if number else label}{line}".rstrip() for number, line in enumerate(found)]


def compared(expected: tuple[str, Demand], actual: tuple[str, Demand], path: tuple[Any, ...] | None) -> list[str]:
    """Two demands, each with its name, one below the other with the part at `path` marked; then all of what is long.

    >>> print(*compared(("old", Demand.parse("[0, _]")), ("new", Demand.parse("[0, 1]")), (1,)), sep="\\n")
      - old  [0, _]
                 ^
      + new  [0, 1]
                 ^
    """
    width = max(len(expected[0]), len(actual[0]))
    lines, whole = [], []
    for sign, (name, demand) in zip("-+", (expected, actual), strict=True):
        cell = mark(demand, path)
        lines += below(f"  {sign} {name:{width}}  ", cell)
        if LEFT_OUT in cell.text:
            full = wrap_lines(MarkedText(ascii_only(demand.pretty(WHOLE))), WIDTH - 4)
            whole += [f"  {sign} {name}, in full:", *(f"    {line.rstrip()}" for line in full[:MOST_LINES])]
    return lines + whole


def wrap_lines(cell: MarkedText, width: int) -> list[str]:
    """The text in lines of at most `width`, broken behind blanks, and below each with some of the marked part carets.

    >>> wrap_lines(MarkedText("[100, 200, 300]", 6, 9), 12)
    ['[100, 200, ', '      ^^^', '300]', '']
    """
    lines: list[str] = []
    begin = 0
    while begin < max(len(cell.text), 1):
        blank = cell.text.rfind(" ", begin, begin + width) if len(cell.text) > begin + width else -1
        stop = blank + 1 if blank >= begin else begin + width
        lines.append(cell.text[begin:stop])
        if cell.end > cell.start:
            start, end = max(cell.start - begin, 0), min(cell.end, stop) - begin
            lines.append(" " * start + "^" * (end - start) if end > start else "")
        begin = stop
    return lines
