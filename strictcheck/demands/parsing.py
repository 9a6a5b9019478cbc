"""Parser of patterns, and of the values in them: names, atoms, and the keys of mappings.

Unfinished layers are kept on a list, so patterns may be as deep as demands are; values inside atoms and keys are read
by recursion, up to a limit.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from strictcheck.demands.columns import NO_ROW, UNSEEN, Columns, Same
from strictcheck.demands.tokens import Tokens, shared_names
from strictcheck.errors import DemandError
from strictcheck.kinds.atom_text import NUMBERS_AND_TEXT, atom_key, is_atom_class, make
from strictcheck.kinds.layer import OPENINGS, Layer
from strictcheck.names import KNOWN, RESERVED, Namespace, resolve

DEEPEST = 50


class Reader(Tokens):
    """Parser of values and names of classes, by recursion, which may be no deeper than `DEEPEST`."""

    def __init__(self, text: str, namespace: Namespace) -> None:
        super().__init__(text)
        self.namespace = namespace
        self.closed = True  # the layer that was read last
        self._depth = 0
        self._ended_with_comma = False
        self._known: dict[str, Any] = {}

    def value(self) -> Any:
        """Read a value at the current word: a literal, a name, a tuple, or a call of a class."""
        if self.kind == "name":
            return self._read_call() if self.is_before("(") else self._read_name()
        if self.word == "(":
            found = self._read_all("(", ")")[0]
            return tuple(found) if len(found) != 1 or self._ended_with_comma else found[0]
        return self.literal()

    def items(self, closing: str, rest: str = "") -> Iterator[None]:
        """Stop before each field, up to `closing`, or to `rest` (`*_`, `**_`) and `closing`; then set `closed`."""
        is_first = True
        while True:
            if not is_first and self.word != closing and not self.take(","):
                self.fail(f"',' or {closing!r}")
            is_first = False
            self.closed = not (rest and self.take(rest))
            if not self.closed:
                self.expect(closing)
            if not self.closed or self.take(closing):
                return
            yield

    def _read_name(self) -> Any:
        if self.word in RESERVED:
            self.fail("a value")
        found = self.look_up()
        self.advance()
        return found

    def look_up(self) -> Any:
        """Return the value that the current word names."""
        name = self.word
        if name not in self._known:
            try:
                self._known[name] = resolve(name, self.namespace)
            except DemandError as error:
                raise self.error(str(error)) from None
        return self._known[name]

    def read_class(self, base: type = object) -> type:
        """Read the name of a class. Raises `DemandError` if it is not a subclass of `base`."""
        found: Any = self.look_up() if self.kind == "name" else None
        if not isinstance(found, type) or not issubclass(found, base):
            self.fail("the name of a class" if base is object else f"the name of a subclass of {base.__name__}")
        self.advance()
        return found

    def is_atom(self) -> bool:
        """Return True if the current `Name(` begins an atom. `Name()` does not: it is any value of the class.

        Nor does the name of a class of numbers or strings when a named field follows.
        """
        cls = self.look_up()
        if not isinstance(cls, type) or not is_atom_class(cls) or self.ahead(2)[1] == ")":
            return False
        return not (issubclass(cls, NUMBERS_AND_TEXT) and self.ahead(3)[1] == "=")

    def _read_call(self) -> Any:
        name, start = self.word, self.position
        cls = self.read_class()
        if KNOWN.get(name) is cls and not is_atom_class(cls):
            raise self.error(f"expected a value, and {name} has no notation", start)
        arguments, named = self._read_all("(", ")")
        try:
            return make(cls, arguments, named)
        except DemandError as error:
            raise self.error(str(error), start) from error

    def _read_all(self, opening: str, closing: str) -> tuple[list[Any], dict[str, Any]]:
        """Read the values between brackets; return the positional and the named ones."""
        found, named = list[Any](), dict[str, Any]()
        self._depth += 1
        if self._depth > DEEPEST:
            raise self.error(f"values inside an atom or a key are nested more than {DEEPEST} deep")
        self.expect(opening)
        while not self.take(closing):
            if self.kind == "name" and self.is_before("="):
                name = self.word
                self.expect(name)
                self.expect("=")
                named[name] = self.value()
            else:
                found.append(self._read_all("[", "]")[0] if self.word == "[" else self.value())
            self._ended_with_comma = self.take(",")
            if not self._ended_with_comma and self.word != closing:
                self.fail(f"',' or {closing!r}")
        self._depth -= 1
        return found, named


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
        self.tokens = Reader(text, namespace)
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
