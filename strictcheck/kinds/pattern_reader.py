"""Reader of patterns: tokens, one at a time from a text, and the values in them: names, atoms, keys of mappings.

Values inside atoms and keys are read by recursion, up to a limit; patterns of parts are not, see `demands.notation`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from strictcheck.errors import DemandError
from strictcheck.kinds.atom_text import NUMBERS_AND_TEXT, is_atom_class, make
from strictcheck.messages import shown
from strictcheck.names import KNOWN, NAME, RESERVED, Namespace, resolve

DEEPEST = 50

# Possessive, against backtracking: on a long malformed number, `+` would give back each digit in turn.
_FLOAT = r"(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][-+]?[0-9]++)?"
_TOKEN = re.compile(
    rf"""\s*(?:
        (?P<string>[bB]?(?:'[^'\\\n]*(?:\\.[^'\\\n]*)*' | "[^"\\\n]*(?:\\.[^"\\\n]*)*"))
      | (?P<number>[-+]?(?:0[xX][0-9a-fA-F]+ | {_FLOAT}(?:[jJ] | [-+]{_FLOAT}[jJ])?))
      | (?P<rest>\*\*?_(?!\w))
      | (?P<name>{NAME})
      | (?P<mark>[][(){{}},:=])
      | (?P<end>\Z)
    )""",
    re.VERBOSE,
)


COMPLEX = re.compile(r"[-+.\d].*[jJ]\Z")  # no string, which may end so too


class PatternReader:
    """Reader of `text` from its beginning: `kind` and `word` are the current token, `position` is its start.

    `namespace` has the names of classes. `closed` is False if the layer that was read last ended with `rest`.

    >>> tokens = PatternReader("[1, _]")
    >>> tokens.take("["), tokens.kind, tokens.literal()
    (True, 'number', 1)
    >>> tokens.expect("]")
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandError: cannot read the pattern at position 2, ', _]': expected ']'
    """

    def __init__(self, text: str, namespace: Namespace = None) -> None:
        if not isinstance(text, str):
            raise DemandError(f"Demand.parse: text={shown(text)} is of type {type(text).__name__}; pass a str")
        self.text = text
        self.position = 0
        self.kind = ""
        self.word = ""
        self.namespace = namespace
        self.closed = True
        self._next = 0
        self._depth = 0
        self._ended_with_comma = False
        self._known: dict[str, Any] = {}
        self.advance()

    def advance(self) -> None:
        """Go on to the next token."""
        found = _TOKEN.match(self.text, self._next)
        if found is None or found.lastgroup is None:
            self.position = len(self.text) - len(self.text[self._next :].lstrip())
            self.fail("a value, a name, `_` or one of ()[]{},:=")
        self.kind = found.lastgroup
        self.word = found[self.kind]
        self.position, self._next = found.span(self.kind)

    def fail(self, expected: str) -> NoReturn:
        """Raise `DemandError` with the position and the expected token."""
        raise self.error(f"expected {expected}")

    def error(self, message: str, position: int | None = None) -> DemandError:
        """Make the `DemandError` for a mistake at `position`, by default at the current token."""
        position = self.position if position is None else position
        rest = self.text[position : position + 24]
        where = repr(rest) if rest else "the end"
        return DemandError(f"cannot read the pattern at position {position}, {where}: {message}")

    def take(self, word: str) -> bool:
        """Go on if the current token is `word`; return True if it was."""
        if self.word != word:  # strings keep their quotes, so they never equal a word
            return False
        self.advance()
        return True

    def expect(self, word: str) -> None:
        """Go on if the current token is `word`; otherwise raise `DemandError`."""
        if not self.take(word):
            self.fail(repr(word))

    def ahead(self, count: int = 1) -> tuple[str, str]:
        """Return kind and word of the token this many after the current one; empty strings if it is malformed."""
        start, found = self._next, None
        for _ in range(count):
            found = _TOKEN.match(self.text, start)
            if found is None or found.lastgroup is None:
                return "", ""
            start = found.end()
        return (found.lastgroup or "", found[found.lastgroup or 0]) if found else ("", "")

    def is_before(self, mark: str) -> bool:
        """Return True if the next token is `mark`."""
        return self.ahead()[1] == mark

    def at_end(self) -> None:
        """Raise `DemandError` if there is more text."""
        if self.kind != "end":
            self.fail("the end")

    def literal(self) -> Any:
        """Return the value of the current string or number, and go on. Raises `DemandError` if it is neither."""
        value = self._literal()
        self.advance()
        return value

    def string(self) -> str:
        """Return the value of the current string without going on. Raises `DemandError` if it is not a string."""
        value = self._literal()
        return value if isinstance(value, str) else self.fail("a string")

    def _literal(self) -> Any:
        if self.kind not in ("string", "number"):
            self.fail("a value")
        try:
            # `complex` keeps the sign of a zero, which Python's own notation does not.
            return complex(self.word) if COMPLEX.match(self.word) else ast.literal_eval(self.word)
        except (SyntaxError, ValueError) as error:
            raise self.error(f"expected a value: {error}") from None

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

        Nor does the name of a class of numbers, strings or sets when a named field follows.
        """
        cls = self.look_up()
        if not isinstance(cls, type) or not is_atom_class(cls) or self.ahead(2)[1] == ")":
            return False
        return not (issubclass(cls, (*NUMBERS_AND_TEXT, set, frozenset)) and self.ahead(3)[1] == "=")

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


def shared_names(text: str) -> set[str]:
    """Return the names that a pattern gives to parts, `as n`.

    >>> shared_names("Node(1, Node('as m', n)) as n")
    {'n'}
    """
    if not isinstance(text, str) or " as " not in text:
        return set()
    tokens, found = PatternReader(text), set[str]()
    while tokens.kind != "end":
        if tokens.take("as"):
            if tokens.kind == "name" and "." not in tokens.word:
                found.add(tokens.word)
        else:
            tokens.advance()
    return found


def names_needed(text: str) -> Iterable[str]:
    """Return the names in a pattern that a namespace must have for it to be read, in order, each once.

    >>> list(names_needed("Max([End(0), Point(x=int), Colour.RED, 'Min'])"))
    ['Max', 'End', 'Point', 'Colour']
    """
    tokens, found, shared = PatternReader(text), dict[str, None](), shared_names(text)
    while tokens.kind != "end":
        is_reference = tokens.word in shared and not tokens.is_before("(")
        if tokens.kind == "name" and not is_reference and not tokens.is_before("="):
            first = tokens.word.partition(".")[0]
            if first not in KNOWN and first not in RESERVED:
                found[first] = None
        tokens.advance()
    return found
