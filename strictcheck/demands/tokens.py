"""Tokens of patterns, read one at a time from a text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import Any, NoReturn

from strictcheck.errors import DemandError
from strictcheck.messages import shown
from strictcheck.names import KNOWN, NAME, RESERVED

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


class Tokens:
    """Reader of `text` from its beginning: `kind` and `word` are the current token, `position` is its start.

    >>> tokens = Tokens("[1, _]")
    >>> tokens.take("["), tokens.kind, tokens.literal()
    (True, 'number', 1)
    >>> tokens.expect("]")
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandError: cannot read the pattern at position 2, ', _]': expected ']'
    """

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise DemandError(f"Demand.parse: text={shown(text)} is of type {type(text).__name__}; pass a str")
        self.text = text
        self.position = 0
        self.kind = ""
        self.word = ""
        self._next = 0
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
            return ast.literal_eval(self.word) if self.kind == "string" else _number(self.word)
        except (SyntaxError, ValueError) as error:
            raise self.error(f"expected a value: {error}") from None


def _number(word: str) -> int | float | complex:
    word = word.lower()
    if "x" in word:
        return int(word, 16)
    if "j" in word:
        return complex(word)
    return float(word) if "." in word or "e" in word else int(word)


def shared_names(text: str) -> set[str]:
    """Return the names that a pattern gives to parts, `as n`.

    >>> shared_names("Node(1, Node('as m', n)) as n")
    {'n'}
    """
    if not isinstance(text, str) or " as " not in text:
        return set()
    tokens, found = Tokens(text), set[str]()
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
    tokens, found, shared = Tokens(text), dict[str, None](), shared_names(text)
    while tokens.kind != "end":
        is_reference = tokens.word in shared and not tokens.is_before("(")
        if tokens.kind == "name" and not is_reference and not tokens.is_before("="):
            first = tokens.word.partition(".")[0]
            if first not in KNOWN and first not in RESERVED:
                found[first] = None
        tokens.advance()
    return found
