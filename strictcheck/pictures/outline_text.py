"""An outline as a tree of lines, for a terminal or a file: rich draws it, this module says what is on each line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text
from rich.tree import Tree

from strictcheck.pictures.lines import Look, OutlineLine, flat

STYLES = {
    Look.SEEN: "bold cyan",
    Look.OPENED: "bold",
    Look.ABSENT: "cyan",
    Look.LEFT_OUT: "cyan",
    Look.UNSEEN: "dim",
}


SIGNS = {"-": "bold red", "+": "bold green"}


def tree_of(heading: str, lines: Iterable[OutlineLine]) -> Tree:
    """The lines below a heading, as a tree that rich can print; without colours it says the same.

    After `#` stands when a part was looked at; what nobody looked at is dim.
    """
    tree = Tree(Text(heading, style="bold"), guide_style="dim")
    way = [tree]
    for depth, line in flat(lines):
        del way[depth + 1 :]
        way.append(way[-1].add(_line(line)))
    return tree


def _line(line: OutlineLine) -> Text:
    style = STYLES[line.look]
    ink = SIGNS.get(line.sign, "dim" if line.look is Look.UNSEEN else "")
    label = (f"{line.label}: " if line.label else "... ", ink)
    number = (f"  #{line.number}" if line.number else "", "yellow")
    strip = (f"  {strip_text(line.strip)}" if line.strip else "", "cyan")
    return Text.assemble(label, (line.text, style), number, strip)


def strip_text(strip: Sequence[float], width: int = 20) -> str:
    """A strip as characters.

    >>> strip_text([1.0, 1.0, 0.4, 0.0], 4)
    '██▒·'
    """
    width = min(width, len(strip))
    marks = []
    for number in range(width):
        part = strip[number * len(strip) // width : max((number + 1) * len(strip) // width, 1)]
        share = sum(part) / len(part)
        marks.append("█" if share == 1 else "▓" if share > 0.5 else "▒" if share > 0 else "·")
    return "".join(marks)
