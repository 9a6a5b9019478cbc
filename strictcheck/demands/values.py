"""Reading what a pattern says without holes: names, atoms, and the keys of mappings."""

from __future__ import annotations

from typing import Any

from strictcheck.demands.atoms import NUMBERS_AND_TEXT, is_atom_class, make
from strictcheck.demands.tokens import Tokens
from strictcheck.errors import DemandError
from strictcheck.names import KNOWN, RESERVED, Namespace, resolve

__all__ = ["Values", "parse_class", "parse_value"]

DEEPEST = 50


def parse_value(text: str, namespace: Namespace = None) -> Any:
    """The atom, or key of a mapping, that `text` describes. Raises `DemandError` that tells the position otherwise.

    >>> parse_value("(1, Fraction(1, 2))")
    (1, Fraction(1, 2))
    """
    values = Values(Tokens(text), namespace)
    value = values.read()
    values.tokens.at_end()
    return value


def parse_class(text: str, namespace: Namespace = None, base: type = object) -> Any:
    """The class called `text`. Raises `DemandError` if it is unknown, or not a subclass of `base`.

    >>> parse_class("KeyError", None, LookupError)
    <class 'KeyError'>
    """
    values = Values(Tokens(text), namespace)
    cls = values.read_class(base)
    values.tokens.at_end()
    return cls


class Values:
    """Reads values from `tokens`, by recursion, which may be no deeper than `DEEPEST`."""

    def __init__(self, tokens: Tokens, namespace: Namespace) -> None:
        self.tokens = tokens
        self.namespace = namespace
        self._depth = 0
        self._ended_with_comma = False
        self._known: dict[str, Any] = {}

    def read(self) -> Any:
        """The value at hand: a literal, a name, a tuple, or a call of a class."""
        tokens = self.tokens
        if tokens.kind == "name":
            return self._read_call() if tokens.is_before("(") else self._read_name()
        if tokens.word == "(":
            found = self._read_all("(", ")")[0]
            return tuple(found) if len(found) != 1 or self._ended_with_comma else found[0]
        return tokens.literal()

    def _read_name(self) -> Any:
        if self.tokens.word in RESERVED:
            self.tokens.fail("a value")
        found = self.look_up()
        self.tokens.advance()
        return found

    def look_up(self) -> Any:
        """What the name at hand means."""
        name = self.tokens.word
        if name not in self._known:
            try:
                self._known[name] = resolve(name, self.namespace)
            except DemandError as error:
                raise self.tokens.error(str(error)) from None
        return self._known[name]

    def read_class(self, base: type = object) -> type:
        """The class whose name is at hand. Raises `DemandError` if it is not a subclass of `base`."""
        found: Any = self.look_up() if self.tokens.kind == "name" else None
        if not isinstance(found, type) or not issubclass(found, base):
            self.tokens.fail("the name of a class" if base is object else f"the name of a subclass of {base.__name__}")
        self.tokens.advance()
        return found

    def is_atom(self) -> bool:
        """Whether the `Name(` at hand begins an atom. `Name()` does not: it is any value of the class.

        Nor does the name of a class of numbers or strings when a named field follows.
        """
        cls = self.look_up()
        if not isinstance(cls, type) or not is_atom_class(cls) or self.tokens.ahead(2)[1] == ")":
            return False
        return not (issubclass(cls, NUMBERS_AND_TEXT) and self.tokens.ahead(3)[1] == "=")

    def _read_call(self) -> Any:
        tokens, name = self.tokens, self.tokens.word
        start = tokens.position
        cls = self.read_class()
        if KNOWN.get(name) is cls and not is_atom_class(cls):
            raise tokens.error(f"expected a value, and {name} has no notation", start)
        arguments, named = self._read_all("(", ")")
        try:
            return make(cls, arguments, named)
        except DemandError as error:
            raise tokens.error(str(error), start) from error

    def _read_all(self, opening: str, closing: str) -> tuple[list[Any], dict[str, Any]]:
        """The values between brackets; those with names apart."""
        tokens, found, named = self.tokens, list[Any](), dict[str, Any]()
        self._depth += 1
        if self._depth > DEEPEST:
            raise tokens.error(f"values inside an atom or a key are nested more than {DEEPEST} deep")
        tokens.expect(opening)
        while not tokens.take(closing):
            if tokens.kind == "name" and tokens.is_before("="):
                name = tokens.word
                tokens.expect(name)
                tokens.expect("=")
                named[name] = self.read()
            else:
                found.append(self._read_all("[", "]")[0] if tokens.word == "[" else self.read())
            self._ended_with_comma = tokens.take(",")
            if not self._ended_with_comma and tokens.word != closing:
                tokens.fail(f"',' or {closing!r}")
        self._depth -= 1
        return found, named
