"""Reading demands back from patterns. What is open is kept on a list, so patterns may be as deep as demands are."""

from __future__ import annotations

from typing import Any

from strictcheck.demands.atoms import atom_key
from strictcheck.demands.columns import Columns
from strictcheck.demands.patterns import positional_fields
from strictcheck.demands.tokens import Tokens
from strictcheck.demands.values import Values
from strictcheck.layers import Constructor, Function, Layer, Mapping, Raised, Sequence
from strictcheck.messages import in_a_line, shown
from strictcheck.names import Namespace

__all__ = ["parse"]


def parse(text: str, namespace: Namespace = None) -> Columns:
    """The tree that `text` describes. Raises `DemandError` that tells the position of what cannot be read.

    >>> parse("[1, [_, 'x'], *_]").layers
    [Sequence(length=2, closed=False), 1, Sequence(length=2, closed=True), 'x']
    >>> parse("[1, End(2)]")
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandError: cannot read the pattern at position 4, 'End(2)]': unknown name 'End'; pass a \
namespace that has it, such as dict(End=End)
    """
    parser = _Parser(Tokens(text), namespace)
    parser.part(-1, None)
    while parser.open:
        opened = parser.open[-1]
        key = opened.next_key()
        if key is CLOSED:
            parser.tree.layers[opened.row] = opened.layer()
            parser.open.pop()
        elif key is not ABSENT:
            parser.part(opened.row, key)
    parser.tokens.at_end()
    return parser.tree


class _Parser:
    def __init__(self, tokens: Tokens, namespace: Namespace) -> None:
        self.tokens = tokens
        self.values = Values(tokens, namespace)
        self.tree = Columns.empty()
        self.open: list[_Open] = []

    def part(self, parent: int, key: Any) -> None:
        """Read one pattern, or the beginning of one."""
        tokens = self.tokens
        if tokens.take("_"):
            return
        if tokens.take("["):
            self.begin(_OpenSequence(self), parent, key)
        elif tokens.take("{"):
            self.begin(_OpenMapping(self), parent, key)
        elif tokens.kind == "name" and tokens.is_before("("):
            self.call(parent, key)
        elif tokens.word == "(":
            tokens.fail("a pattern; sequences are written with [ ]")
        else:
            self.atom(parent, key)

    def begin(self, opened: _Open, parent: int, key: Any) -> None:
        opened.row = self.tree.append(parent, key, None)
        self.open.append(opened)

    def atom(self, parent: int, key: Any) -> None:
        start = self.tokens.position
        value = self.values.read()
        if isinstance(value, Layer) or atom_key(value) is None:
            raise self.tokens.error("expected an atom, and what this stands for is none", start)
        self.tree.append(parent, key, value)

    def call(self, parent: int, key: Any) -> None:
        """Read `Name(`, and the rest too if it is an atom."""
        tokens = self.tokens
        if tokens.take("Callable"):
            tokens.expect("(")
            tokens.expect("{")
            self.begin(_OpenFunction(self), parent, key)
        elif tokens.take("Raised"):
            tokens.expect("(")
            self.tree.append(parent, key, Raised(self.values.read_class(BaseException)))
            tokens.expect(")")
        elif self.values.is_atom():
            self.atom(parent, key)
        else:
            cls = self.values.read_class()
            tokens.expect("(")
            self.begin(_OpenConstructor(self, cls), parent, key)


CLOSED = object()  # instead of a key: there are no more parts
ABSENT = object()  # instead of a key: there is no such part


class _Open:
    """A layer of which the beginning has been read."""

    closing = ""

    def __init__(self, parser: _Parser) -> None:
        self.tokens = parser.tokens
        self.values = parser.values
        self.row = -1
        self.begun = False

    def next_key(self) -> Any:
        """Read on, up to the next part; returns its key, `ABSENT` or `CLOSED`."""
        tokens = self.tokens
        if self.begun and tokens.word != self.closing and not tokens.take(","):
            tokens.fail(f"',' or {self.closing!r}")
        self.begun = True
        return CLOSED if tokens.take(self.closing) else self.key()

    def takes_rest(self, word: str) -> bool:
        """Whether `*_` or `**_` follows, and with it the end."""
        if not self.tokens.take(word):
            return False
        self.tokens.expect(self.closing)
        return True

    def key(self) -> Any:
        """Read what stands before a part."""
        raise NotImplementedError

    def layer(self) -> Layer:
        """What it was, once it has been read."""
        raise NotImplementedError


class _OpenSequence(_Open):
    closing = "]"
    length = 0
    closed = True

    def key(self) -> Any:
        if self.takes_rest("*_"):
            self.closed = False
            return CLOSED
        self.length += 1
        return self.length - 1

    def layer(self) -> Layer:
        return Sequence(self.length, self.closed)


class _OpenMapping(_Open):
    closing = "}"
    closed = True

    def __init__(self, parser: _Parser) -> None:
        super().__init__(parser)
        self.present: dict[Any, None] = {}
        self.absent: set[Any] = set()

    def key(self) -> Any:
        tokens = self.tokens
        if self.takes_rest("**_"):
            self.closed = False
            return CLOSED
        start = tokens.position
        key = self.values.read()
        try:
            is_known = key in self.present or key in self.absent
        except TypeError as error:
            raise tokens.error(f"expected a key: {error}", start) from None
        if is_known:
            raise tokens.error("this key is there twice", start)
        tokens.expect(":")
        if tokens.take("absent"):
            self.absent.add(key)
            return ABSENT
        self.present[key] = None
        return key

    def layer(self) -> Layer:
        return Mapping(tuple(self.present), frozenset(self.absent), self.closed)


class _OpenConstructor(_Open):
    closing = ")"

    def __init__(self, parser: _Parser, cls: type) -> None:
        super().__init__(parser)
        self.cls = cls
        self.seen: set[str] = set()
        self.absent: set[str] = set()
        self.by_position = 0

    def key(self) -> Any:
        tokens = self.tokens
        if not (tokens.kind in ("name", "string") and tokens.is_before("=")):
            return self.once(self.next_positional())
        name = tokens.word if tokens.kind == "name" else tokens.string()
        self.once(name)
        tokens.advance()
        tokens.expect("=")
        if tokens.take("absent"):
            self.absent.add(name)
            return ABSENT
        return name

    def next_positional(self) -> str:
        names = positional_fields(self.cls)
        if self.by_position < len(self.seen):
            self.tokens.fail("a field by name, as those after the first one by name must be")
        if self.by_position == len(names):
            known = f"only {', '.join(names)} are" if names else "none is"
            self.tokens.fail(f"a field by name: of {self.cls.__name__}, {known} known by position")
        self.by_position += 1
        return names[self.by_position - 1]

    def once(self, name: str) -> str:
        if name in self.seen:
            raise self.tokens.error(f"field {in_a_line(name)} of {self.cls.__name__} is there twice")
        self.seen.add(name)
        return name

    def layer(self) -> Layer:
        return Constructor(self.cls, frozenset(self.absent))


class _OpenFunction(_Open):
    closing = "}"

    def __init__(self, parser: _Parser) -> None:
        super().__init__(parser)
        self.calls: dict[str, None] = {}

    def key(self) -> Any:
        tokens = self.tokens
        call = tokens.string()
        if call in self.calls:
            raise tokens.error(f"call {shown(call)} is there twice")
        self.calls[call] = None
        tokens.advance()
        tokens.expect(":")
        return call

    def layer(self) -> Layer:
        self.tokens.expect(")")
        return Function(tuple(self.calls))
