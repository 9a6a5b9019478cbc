"""Lines: the model that outlines are drawn from, and as text. Nothing forces or recurses.

rich draws text; this module says what is on each line, and loads rich when somebody prints.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from strictcheck.demands import Demand
from strictcheck.demands.wording import expression
from strictcheck.kinds.atom_text import atom_text
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.table import told_keys
from strictcheck.names import pattern_name
from strictcheck.thunks.classes import is_internal

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.tree import Tree

LONGEST = 60  # characters of a value or a key
N = TypeVar("N")
FEW = 5  # so many are told one by one: keys and fields that nobody looked at, elements that differ


class Look(Enum):
    """The fate of a part."""

    SEEN = "looked at"
    OPENED = "looked at, and into"
    ABSENT = "asked for, and not there"
    UNSEEN = "never looked at"
    LEFT_OUT = "looked at, and not drawn"
    HEADING = "above all parts"


STYLES = {
    Look.SEEN: "bold cyan",
    Look.OPENED: "bold",
    Look.ABSENT: "cyan",
    Look.LEFT_OUT: "cyan",
    Look.UNSEEN: "dim",
}
SIGNS = {"-": "bold red", "+": "bold green"}


@dataclass(slots=True, eq=False)
class OutlineLine:
    """One line: where the part stands in the one above, what is to be said of it, and the lines of its own parts.

    `number` tells when it was looked at, among the parts that have none of their own; `where` by which line of code. Of
    parts that are alike in many elements, `strip` tells how much was looked at from the first elements to the last, and
    `looks`, for each stretch of elements, the number of the first look at each of these parts. Of two demands, `sign`
    says which one alone has the part. `step` is the way to it from the one above, as Python writes it, such as `[0]`.
    """

    label: str
    text: str
    look: Look
    number: int | None = None
    where: str = ""
    lines: list[OutlineLine] = field(default_factory=list)
    strip: tuple[float, ...] = ()
    looks: Sequence[Sequence[int]] = ()
    step: str = ""
    sign: str = ""

    @property
    def signed(self) -> str:
        """The label behind its sign."""
        return f"{self.sign} {self.label}".strip()


@dataclass(slots=True)
class Changes:
    """Marks of parts by row: where two demands differ, by row of their join; or what a call should have left alone.

    `signs`, `-` and `+`, are of rows that one alone has; `fetched` has those of parts without a row that one alone has
    fetched, by key. `beyond` has lines with signs for what has neither row nor key: a key that is not there, or the
    next of an iterator. `notes` say of which more is known to one. Of a row found to be two values, `instead` has the
    other. `rows` are these and all above. `are_two` is True of two demands.
    """

    signs: dict[int, str] = field(default_factory=dict)
    beyond: dict[int, list[OutlineLine]] = field(default_factory=dict)
    fetched: dict[int, dict[Any, str]] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    instead: dict[int, str] = field(default_factory=dict)
    rows: set[int] = field(default_factory=set)
    are_two: bool = True

    @property
    def ends(self) -> set[int]:
        """The rows that differ themselves."""
        return {*self.signs, *self.beyond, *self.fetched, *self.notes, *self.instead}


@dataclass(frozen=True, slots=True)
class Part:
    """A demand to be drawn under a name, with the number and the place in the code of rows that have one.

    A `brief` part is drawn elsewhere, and takes one line. Of two demands, the picture shows the `changes`, from the row
    `top` down.
    """

    name: str
    demand: Demand
    numbers: dict[int, int] = field(default_factory=dict)
    wheres: dict[int, str] = field(default_factory=dict)
    brief: bool = False
    changes: Changes | None = None
    top: int = 0

    def sign(self, row: int) -> str:
        """The demand that alone has a row, as a sign; empty if there is one demand, or if both have it."""
        return self.changes.signs.get(row, "") if self.changes else ""


class Slots(NamedTuple):
    """The keys of a layer: keys in order, how one is written, and how many holes are written one by one."""

    keys: Sequence[Any] = ()
    label: Callable[[Any], str] = str
    apart: int = 0
    absent: Sequence[str] = ()
    beyond: str = ""  # of what is not in sight at all


def shortened(text: str, longest: int = LONGEST) -> str:
    r"""`text` with escapes for what cannot be printed, and its middle left out if it is long.

    A number whose end is missing would be taken for another one. What is written from right to left stands between
    marks, lest it turn its surroundings.

    >>> shortened("a\nb\x1b\ud800"), shortened("13717421/109739369", 9), shortened("\u05d0")
    ('a\\nb\\x1b\\ud800', '1371…9369', '\u2068\u05d0\u2069')
    """
    kept = in_one_line(without_middle(text, longest))
    is_turned = not kept.isascii() and any(unicodedata.bidirectional(c) in ("R", "AL") for c in kept)
    return f"\u2068{kept}\u2069" if is_turned else kept


def without_middle(text: str, longest: int) -> str:
    """Return `text`, or its beginning and end if it has more than `longest` characters."""
    return text if len(text) <= longest else f"{text[: (longest - 1) // 2]}…{text[-(longest // 2) :]}"


def columns_of(text: str) -> int:
    """The width of `text` in a font of fixed width: characters of Far Eastern scripts, and emoji, take two columns."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def in_one_line(text: str) -> str:
    """`text` with escapes for what cannot be printed."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def flat(lines: Iterable[OutlineLine]) -> Iterator[tuple[int, OutlineLine]]:
    """All lines from top to bottom, each with how deep it stands."""
    todo = [(0, line) for line in reversed([*lines])]
    while todo:
        depth, line = todo.pop()
        yield depth, line
        todo.extend((depth + 1, below) for below in reversed(line.lines))


def slots_in(layer: Any, children: dict[Any, int], marked: Collection[int] = ()) -> Slots:
    """The keys of a layer, from the layer itself and from what was looked at below it.

    Attributes that a library keeps for itself are left out, except in rows that are `marked`.
    """
    if not isinstance(layer, Layer):
        return Slots()
    if layer.tells_class:
        children = {key: row for key, row in children.items() if row in marked or not is_internal(key)}
    absent = sorted(map(layer.label, layer.absent))
    few = 1 if layer.is_series else FEW
    return Slots(told_keys(layer, children), layer.label, few, absent, "" if layer.closed else layer.beyond)


def missed(label: str, sign: str = "") -> OutlineLine:
    """The line of a key that was asked for and is not there."""
    return OutlineLine(shortened(label), "not there", Look.ABSENT, sign=sign)


def text_of(layer: Any) -> str:
    """One layer in words, beside its parts."""
    return layer.words() if isinstance(layer, Layer) else atom_text(layer) or f"{pattern_name(type(layer))}()"


class PartTree:
    """A part, with lines for its rows."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.columns = part.demand._tree
        self.layers = self.columns.layers
        self.sizes = self.columns.sizes()  # how many rows there are at and below each

    @cached_property
    def first_looks(self) -> list[int]:
        """By row, the lowest number of it and of all below it; 0 if none has a number."""
        found = [self.part.numbers.get(row, 0) for row in range(len(self.layers))]
        for row in range(len(found) - 1, 0, -1):
            above = self.columns.parents[row]
            found[above] = min(filter(None, (found[above], found[row])), default=0)
        return found

    def text(self, row: int) -> str:
        """Describe a row beside its parts; a reference names the part that it leads to."""
        first = self.columns.target(row)
        if first != row:
            part = expression(self.part.name, self.part.demand, self.columns.path(first))
            return f"the same as {part or 'the whole'}"
        return text_of(self.layers[row]) if self.columns.is_forced(row) else "not looked at"

    def is_alike(self, row: int) -> bool:
        """True if this is of two demands, which are alike in all of this part."""
        return self.part.changes is not None and row not in self.part.changes.rows

    def line(self, row: int, label: str, step: str) -> OutlineLine:
        """The line of a row, without those of its parts."""
        layer, part, changes = self.layers[row], self.part, self.part.changes or Changes()
        slots = slots_in(layer, part.demand.children(row), changes.rows)
        look = Look.OPENED if slots.keys or slots.absent or slots.beyond else Look.SEEN
        if not self.columns.is_forced(self.columns.target(row)):
            look = Look.UNSEEN
        return OutlineLine(
            label,
            shortened(self.text(row)) + changes.notes.get(row, ""),
            look,
            part.numbers.get(row),
            part.wheres.get(row, ""),
            step=step,
            sign="-" if row in changes.instead else part.sign(row),
        )

    def in_a_line(self, row: int, named: tuple[str, str]) -> OutlineLine:
        """A line for all of a part, as a pattern, which may be shortened."""
        line = self.line(row, *named)
        if line.look is Look.OPENED:
            line.text = shortened(Demand._of(self.columns.subtree(row)).pretty(8))
            line.look = Look.LEFT_OUT if "…" in line.text else Look.SEEN
        return line


def tree_of(root: N, below: Callable[[N], Iterable[N]], pieces: Callable[[N], Iterable[tuple[str, str]]]) -> Tree:
    """A tree that rich can print: the `pieces` of each line, with their styles, and the lines `below` it."""
    from rich.text import Text
    from rich.tree import Tree

    tree = Tree(Text.assemble(*pieces(root)), guide_style="dim")
    todo = [(root, tree)]
    while todo:
        line, branch = todo.pop()
        todo.extend((one, branch.add(Text.assemble(*pieces(one)))) for one in below(line))
    return tree


def pieces_of(line: OutlineLine) -> Iterator[tuple[str, str]]:
    """The pieces of a line, each with its style; without colours they say the same.

    After `#` stands when a part was looked at; what nobody looked at is dim.
    """
    if line.look is Look.HEADING:
        yield line.text, "bold"
        return
    ink = SIGNS.get(line.sign, "dim" if line.look is Look.UNSEEN else "")
    yield f"{line.signed}: " if line.label else f"{line.sign} ... ".lstrip(), ink
    yield line.text, STYLES[line.look]
    yield f"  #{line.number}" if line.number else "", "yellow"
    yield f"  {strip_text(line.strip)}" if line.strip else "", "cyan"


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


def printed(drawn: RenderableType, width: int) -> str:
    """A drawing of rich as lines of at most `width` characters, without colours.

    Raises `ValueError` for a width below 1.
    """
    from rich.console import Console

    if width < 1:
        raise ValueError(f"text(width={width!r}): expected a positive number of characters")
    out = io.StringIO()
    # In a notebook rich would display the lines by itself, whatever file it is given.
    console = Console(file=out, width=width, color_system=None, legacy_windows=False, force_jupyter=False)
    console.print(drawn, highlight=False)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())
