"""Parser of patterns. Unfinished layers are kept on a list, so patterns may be as deep as demands are."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from strictcheck.demands.columns import NO_ROW, UNSEEN, Columns, Same
from strictcheck.kinds.atom_text import atom_key
from strictcheck.kinds.layer import OPENINGS, Layer
from strictcheck.kinds.pattern_reader import PatternReader, shared_names
from strictcheck.names import Namespace


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
        return self.link_references() if self.shared else self.tree

    def link_references(self) -> Columns:
        """Return the tree, with each reference's name replaced by its row."""
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
