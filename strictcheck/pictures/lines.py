"""Lines: the model that outlines are drawn from, and as text. Nothing forces or recurses.

Many elements that are alike are one line, a pattern, and the parts that were looked at in them are lines below it.

rich draws text; this module says what is on each line, and loads rich when somebody prints.
"""

from __future__ import annotations

import io
import unicodedata
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from strictcheck.demands import Demand
from strictcheck.kinds.atom_text import atom_text
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.table import told_keys
from strictcheck.names import pattern_name

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.tree import Tree

LONGEST = 60  # characters of a value or a key
N = TypeVar("N")
Places = list[tuple[int, int]]
"""Rows of a demand that are the same part of different elements, each with the number of its element."""
MANY = 12  # elements, from which on they are drawn as one
BINS = 40  # of a strip
LABELS = 16  # parts of a pattern that are named one by one
DEEPEST = 4  # steps down in a pattern
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
    parts that are alike in many elements, `strip` tells how much was looked at from the first elements to the last. Of
    two demands, `sign` says which one alone has the part. `step` is the way to the part from the one above, as one
    writes it in Python, such as `[0]`.
    """

    label: str
    text: str
    look: Look
    number: int | None = None
    where: str = ""
    lines: list[OutlineLine] = field(default_factory=list)
    strip: tuple[float, ...] = ()
    step: str = ""
    sign: str = ""

    @property
    def signed(self) -> str:
        """The label behind its sign."""
        return f"{self.sign} {self.label}".strip()


@dataclass(slots=True)
class Changes:
    """Where two demands differ, by row of their join.

    `signs`, `-` and `+`, are of rows that one alone has; `absent` has those of keys that one alone has missed, by
    label. `notes` say of which more is known to one. Of a row that they found to be two values, `instead` has the
    other. `rows` are these and all above them.
    """

    signs: dict[int, str] = field(default_factory=dict)
    absent: dict[int, dict[str, str]] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    instead: dict[int, str] = field(default_factory=dict)
    rows: set[int] = field(default_factory=set)

    @property
    def ends(self) -> set[int]:
        """The rows that differ themselves."""
        return {*self.signs, *self.absent, *self.notes, *self.instead}


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
    kept = in_one_line(text if len(text) <= longest else f"{text[: (longest - 1) // 2]}…{text[-(longest // 2) :]}")
    is_turned = not kept.isascii() and any(unicodedata.bidirectional(c) in ("R", "AL") for c in kept)
    return f"\u2068{kept}\u2069" if is_turned else kept


def in_one_line(text: str) -> str:
    """`text` with escapes for what cannot be printed."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def flat(lines: Iterable[OutlineLine]) -> Iterator[tuple[int, OutlineLine]]:
    """All lines from top to bottom, each with how deep it stands."""
    todo = [(0, line) for line in reversed([*lines])]
    while todo:
        depth, line = todo.pop()
        yield depth, line
        todo.extend((depth + 1, below) for below in reversed(line.lines))


def slots_in(layer: Any, children: dict[Any, int]) -> Slots:
    """The keys of a layer, from the layer itself and from what was looked at below it."""
    if not isinstance(layer, Layer):
        return Slots()
    absent = sorted(map(layer.label, layer.absent))
    few = 1 if layer.is_series else FEW
    return Slots(told_keys(layer, children), layer.label, few, absent, "" if layer.closed else layer.beyond)


def text_of(layer: Any) -> str:
    """One layer in words, beside its parts."""
    return layer.words() if isinstance(layer, Layer) else atom_text(layer) or f"{pattern_name(type(layer))}()"


class _Group(NamedTuple):
    line: OutlineLine
    rows: Places
    depth: int


def pattern_of(part: Part, layers: Sequence[Any], elements: Places, total: int) -> OutlineLine | None:
    """The elements at these places, out of `total`, as one line with lines below it; None if they are few or differ.

    Of two demands, a part of some elements that only one of them has looked at is a line of its own, with its sign.

    >>> from strictcheck import Demand
    >>> demand = Demand.parse("[" + "{'id': 1, **_}, " * 20 + "_, _]")
    >>> layers, elements = [layer for *_, layer in demand.rows()], sorted(demand.children(0).items())
    >>> line = pattern_of(Part("", demand), layers, elements, 22)
    >>> [(one.label, one.text) for one in (line, *line.lines)]
    [('[*]', '20 of 22, each dict'), ("'id'", 'all 20'), ('the rest', 'never')]
    """
    demand = part.demand
    changes = part.changes
    if changes and (changes.absent or changes.notes or changes.instead):
        return None  # a pattern would hide them
    if len(elements) < MANY or (changes and sum(row in changes.rows for _, row in elements) <= FEW):
        return None
    first = layers[elements[0][1]]
    kinds = {(type(layer), getattr(layer, "cls", None)) for layer in (layers[row] for _, row in elements)}
    if not isinstance(first, Layer) or len(kinds) > 1 or not any(demand.children(row) for _, row in elements):
        return None
    name = getattr(getattr(first, "cls", None), "__name__", "") or first.words()
    top = OutlineLine("[*]", f"{_of(len(elements), total)}, each {shortened(name)}", Look.OPENED)
    todo = deque([_Group(top, elements, 1)])
    while todo:
        group = todo.popleft()
        if group.depth < DEEPEST:
            todo.extend(_below(group, part, layers, total))
        elif changes and not group.line.sign and any(row in changes.rows for _, row in group.rows):
            group.line.text += ", with differences inside"
    return top


def _below(group: _Group, part: Part, layers: Sequence[Any], total: int) -> Iterator[_Group]:
    """The parts of a pattern by their keys, those that were looked at; one more line for those that never were."""
    found, counts, is_more = _parts_by_label(group.rows, part, layers)
    lines, place = group.line.lines, {label: at for at, label in enumerate(counts)}
    for (sign, label), places in sorted(found.items(), key=lambda one: place[one[0][1]])[:LABELS]:
        look = Look.OPENED if len(places) < counts[label] else Look.SEEN
        count = _of(len(places), counts[label])
        lines.append(OutlineLine(shortened(label), count, look, strip=_strip(places, total), sign=sign))
        yield _Group(lines[-1], places, group.depth + 1)
    if len(found) > LABELS:
        lines.append(OutlineLine("", f"{len(found) - LABELS:,} more, looked at", Look.LEFT_OUT))
    known = {label for _, label in found}
    never = [shortened(label, 20) for label in counts if label not in known and counts[label]]
    never = never[:6] + ([f"{len(never) - 6:,} more"] if len(never) > 6 else []) + ["the rest"] * is_more
    if never:
        lines.append(OutlineLine(", ".join(never), "never", Look.UNSEEN))


def _parts_by_label(
    rows: Places, part: Part, layers: Sequence[Any]
) -> tuple[dict[tuple[str, str], Places], Counter[str], bool]:
    """Parts that were looked at, by sign and label; the number of all by label; True if more are hidden."""
    found: dict[tuple[str, str], Places] = {}
    counts: Counter[str] = Counter()
    is_more = False
    for element, row in rows:
        if not isinstance(layers[row], Layer):
            continue
        children = part.demand.children(row)
        slots = slots_in(layers[row], children)
        is_more = is_more or bool(slots.beyond)
        is_series = isinstance(slots.keys, range)
        counts["[*]"] += len(slots.keys) if is_series else 0
        for key in children if is_series else slots.keys:
            label = "[*]" if is_series else slots.label(key)
            if not is_series:
                counts[label] = len(rows)
            if key in children:
                child = children[key]
                found.setdefault((part.sign(child), label), []).append((element, child))
    return found, counts, is_more


def _of(count: int, total: int) -> str:
    return f"all {count:,}" if count == total else f"{count:,} of {total:,}"


def _strip(places: Places, total: int) -> tuple[float, ...]:
    """The share of each stretch of elements that is among these, from 0 to 1."""
    bins = min(BINS, total)
    counts, elements = [0] * bins, {element for element, _ in places}
    for element in elements:
        counts[element * bins // total] += 1
    sizes = [-(-(number + 1) * total // bins) - -(-number * total // bins) for number in range(bins)]
    return tuple(round(count / size, 3) for count, size in zip(counts, sizes, strict=True))


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
    yield f"{line.signed}: " if line.label else "... ", ink
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
