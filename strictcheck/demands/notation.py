"""Notation of demands: written as Python patterns, in full or shortened, and read back.

Unfinished layers are kept on a list, so patterns may be as deep as demands are.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Generator
from itertools import count
from string import ascii_lowercase
from typing import Any

from strictcheck.demands.columns import NO_ROW, UNSEEN, Columns, Same
from strictcheck.kinds.atom_text import atom_key, atom_text
from strictcheck.kinds.layer import HOLE, OPENINGS, Field, Frame, Layer
from strictcheck.kinds.layers import without_value
from strictcheck.kinds.pattern_reader import PatternReader, shared_names
from strictcheck.messages import in_a_line, shown
from strictcheck.names import Namespace, is_name
from strictcheck.thunks.places import ABSENT, CELL, END, Step

LONGEST_ATOM = 60
STEPS = {CELL: "there is one", ABSENT: "there is none", END: "the end"}


def pattern(tree: Columns) -> str:
    """Write the whole tree in one line, which `parse` reads back.

    >>> pattern(parse('{"k" :[ 1,_, *_ ], "l":absent, **_ }'))
    "{'k': [1, _, *_], 'l': absent, **_}"
    """
    return _Writer(tree).line()


def pretty(tree: Columns, max_layers: int | None = None) -> str:
    """Write the tree for people: at most `max_layers` layers, those nearest the root."""
    limit = None if max_layers is None else max(max_layers, 1)
    if limit is None or len(tree) <= limit:
        writer, left_out = _Writer(tree, limit=limit), 0
    else:
        shown = _nearest_the_root(tree, limit)
        writer, left_out = _Writer(tree, shown, limit), tree.size - sum(tree.is_forced(row) for row in shown)
    return writer.line() + (f" ({left_out} of {tree.size} parts left out)" if left_out else "")


def _nearest_the_root(tree: Columns, count: int) -> set[int]:
    shown, queue = set[int](), deque([0])
    while queue and len(shown) < count:
        row = queue.popleft()
        shown.add(row)
        queue.extend(tree.below(row))
    return shown


class _Writer:
    """Writer of the rows in `shown` (all, when None), and of no more than `limit` fields of each."""

    def __init__(self, tree: Columns, shown: set[int] | None = None, limit: int | None = None) -> None:
        self.tree = tree
        self.shown = shown
        self.limit = limit
        self.names = _names(tree)

    def frame(self, row: int) -> Frame:
        """Return the layer at `row`, shortened, with its name if it has references; for a reference, the name."""
        layer = without_value(self.tree.layers[row])
        if type(layer) is Same:
            return Frame(self.names[layer.row], [], "")
        frame = self.frame_of(row, layer)
        return frame._replace(ending=f"{frame.ending} as {self.names[row]}") if row in self.names else frame

    def frame_of(self, row: int, layer: object) -> Frame:
        if not isinstance(layer, Layer):
            return Frame(self.shorten(atom_text(layer) or ""), [], "")
        frame = layer.whole_frame(self.tree.children(row), self.limit)
        fields = frame.fields if self.limit is None else self.shorten_fields(frame, self.limit)
        return frame._replace(fields=[*fields, ("", frame.rest)] if frame.rest else fields)

    def shorten(self, text: str) -> str:
        """Shorten the text of an atom or a key in its middle."""
        if self.limit is None or len(text) <= LONGEST_ATOM:
            return text
        return f"{text[: LONGEST_ATOM // 2]}…{text[-LONGEST_ATOM // 2 :]}"

    def shorten_fields(self, frame: Frame, limit: int) -> list[Field]:
        """Return the fields up to the last one that is shown, and the number of the others."""
        first = frame.fields[:limit]
        kept = [(self.shorten(label), part if self.is_shown(part) else "…") for label, part in first]
        while kept and kept[-1][1] == "…":
            kept.pop()
        left = len(frame.fields) + frame.more - len(kept)
        if left:
            kept.append(("", f"… {left} more" if left > 1 else "…"))
        return kept

    def is_shown(self, part: int | str) -> bool:
        if isinstance(part, str) or self.shown is None:
            return True
        return part in self.shown and self.tree.target(part) in self.shown

    def line(self) -> str:
        """Write all in one line."""
        written: list[str] = []
        todo: list[int | str] = [0 if len(self.tree) else HOLE]
        while todo:
            part = todo.pop()
            if isinstance(part, str):
                written.append(part)
                continue
            frame = self.frame(part)
            written.append(frame.opening)
            todo.append(frame.ending)
            for label, field in reversed(frame.beside):
                todo += [field if self.is_shown(field) else "…", f", {label}"]
            todo.append(frame.closing)
            for place in range(len(frame.fields) - 1, -1, -1):
                label, field = frame.fields[place]
                todo += [field, f", {label}" if place else label]
        return "".join(written)


def _names(tree: Columns) -> dict[int, str]:
    """Choose a name for each row that is referred to: the first free letter, of its class or of the alphabet."""
    if not tree.targets:
        return {}
    taken = {atom_text(layer) for layer in tree.layers if not isinstance(layer, Layer)}
    names: dict[int, str] = {}
    free = (f"{letter}{number if number > 1 else ''}" for number in count(1) for letter in ascii_lowercase)
    for row in sorted(set(tree.targets.values())):
        layer = tree.layers[row]
        first = layer.frame({}, 0).opening[:1].lower() if isinstance(layer, Layer) else ""
        wanted = (f"{first}{number}" if number > 1 else first for number in count(1)) if first.isalpha() else free
        names[row] = next(name for name in wanted if name not in taken and is_name(name))
        taken.add(names[row])
    return names


def write_layer(revealed: object) -> str:
    """Write the layer of one forcing in a line: a pattern with holes, an atom, or the keys that were listed.

    >>> from strictcheck import observe
    >>> [write_layer(forcing.value) for forcing in observe(lambda d: list(d["a"])[0] + len(d), {"a": [1, 2]}).trace]
    ['{**_}', 'there is one', '[_, _]', "the keys 'a'", '1']
    """
    if isinstance(revealed, Layer):
        return in_a_line(pretty(Columns(array("q", [-1]), [None], [revealed]), 12))
    if type(revealed) is tuple:
        return in_a_line(f"the keys {', '.join(map(shown, revealed))}")
    return STEPS[revealed] if isinstance(revealed, Step) else shown(revealed)


def parse(text: str, namespace: Namespace = None) -> Columns:
    """Read the tree that `text` describes. Raises `DemandError` with the position of the first mistake.

    >>> parse("[1, [_, 'x'], *_]").layers
    [Sequence(length=2, closed=False), 1, Sequence(length=2, closed=True), 'x']
    >>> parse("[1, End(2)]")
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandError: cannot read the pattern at position 4, 'End(2)]': unknown name 'End'; pass a \
namespace that has it, such as dict(End=End)
    """
    return _Parser(text, namespace).parse()


class _Parser:
    """Parser whose `tree` is built so far; `open` has the unfinished layers, outermost first."""

    def __init__(self, text: str, namespace: Namespace) -> None:
        self.tokens = PatternReader(text, namespace)
        self.tree = Columns.empty()
        self.open: list[tuple[int, Generator[Any, None, Layer]]] = []
        self.shared: dict[str, int] = dict.fromkeys(shared_names(text), NO_ROW)  # rows of named parts
        self.references: list[tuple[int, str]] = []

    def parse(self) -> Columns:
        self.part(-1, None)
        while self.open:
            row, layer = self.open[-1]
            try:
                key = next(layer)
            except StopIteration as end:
                self.tree.layers[row] = end.value
                self.open.pop()
                self.name(row)
            else:
                self.part(row, key)
        self.tokens.at_end()
        for row, name in self.references:
            self.tree.layers[row] = Same(self.shared[name])
        return self.tree.canonical()

    def part(self, parent: int, key: Any) -> None:
        """Read one pattern, or the opening of one."""
        tokens = self.tokens
        if tokens.take("_"):
            if tokens.word == "as":
                self.name(self.tree.append(parent, key, UNSEEN))
            return
        if self.open and tokens.word in self.shared and not tokens.is_before("("):
            self.references.append((self.tree.append(parent, key, None), tokens.word))
            tokens.advance()
            return
        if tokens.word in OPENINGS:
            opening = OPENINGS[tokens.word]
            tokens.advance()
            self.begin(opening, parent, key)
        elif tokens.kind == "name" and tokens.is_before("(") and not tokens.is_atom():
            self.begin(OPENINGS["name("], parent, key)
        elif tokens.word == "(":
            tokens.fail("a pattern; sequences are written with [ ]")
        else:
            self.atom(parent, key)

    def begin(self, layer: type[Layer], parent: int, key: Any) -> None:
        self.open.append((self.tree.append(parent, key, None), layer.read(self.tokens)))

    def atom(self, parent: int, key: Any) -> None:
        start = self.tokens.position
        value = self.tokens.value()
        if isinstance(value, Layer) or atom_key(value) is None:
            raise self.tokens.error("expected an atom, and what this stands for is none", start)
        self.name(self.tree.append(parent, key, value))

    def name(self, row: int) -> None:
        """Read `as` and a name, if they follow the pattern at `row`."""
        tokens = self.tokens
        if not tokens.take("as"):
            return
        if tokens.kind != "name" or tokens.word not in self.shared:
            tokens.fail("a name for the part")
        if self.shared[tokens.word] != NO_ROW:
            tokens.fail("another name, for this one is given twice")
        self.shared[tokens.word] = row
        tokens.advance()
