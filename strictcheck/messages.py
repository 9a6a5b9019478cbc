"""Messages: values in one line of limited length, prose as wide as the terminal, and the right name for a wrong one.

`loaded_later` is asked for names that a package lacks.
"""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from sys import _getframe
from typing import Any

__all__ = ["folded", "in_a_line", "instead", "loaded_later", "opaque_advice", "show_path", "shown", "with_place"]
__all__ += ["wrapped"]

LONGEST = 80
SENTENCE = textwrap.TextWrapper(LONGEST, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
MOST_BITS = 14_000  # of a number to be written in decimal digits, which takes quadratic time


def shown(value: object, longest: int = LONGEST) -> str:
    """Return the `repr` of `value` in one line of at most `longest` characters; its class if there is no more.

    Exceptions of the `repr` are dropped, except those that end a program.

    >>> shown("a" * 100, 12), shown([1, 2]), shown(10 ** 5000)
    ("'aaaaaaaaaa…", '[1, 2]', '<int>')
    """
    try:
        text = f"<{type(value).__name__}>" if type(value) is int and value.bit_length() > MOST_BITS else repr(value)
    except Exception:  # raised by the class, or by too deep nesting, or too many digits
        text = f"<{type(value).__name__}>"
    return in_a_line(text, longest)


def in_a_line(text: str, longest: int = LONGEST) -> str:
    """Return `text` up to `longest` characters, with a blank for each line break.

    >>> in_a_line("invalid value\\n  allowed: 1")
    'invalid value allowed: 1'
    """
    if len(text) > longest:
        text = f"{text[: longest - 1]}…"
    return text if text.isprintable() else " ".join("".join(c if c.isprintable() else " " for c in text).split())


def folded(sentence: str, ending: str = "") -> str:
    """Add the ending to a sentence, after a comma; on a line of its own if both together are wider than a terminal.

    A sentence that is too wide by itself is wrapped by words.

    >>> folded("f also looks at x", "at a.py:1 in f")
    'f also looks at x, at a.py:1 in f'
    """
    line = f"{sentence}, {ending}" if ending else sentence
    if len(line) <= LONGEST:
        return line
    lines = SENTENCE.wrap(f"{sentence}," if ending else sentence)
    return "\n".join([*lines, f"  {ending}"] if ending else lines)


def with_place(sentence: str, place: object) -> str:
    """Add the line of code, if there is one, to a sentence."""
    return folded(sentence, f"at {place}") if place else sentence


def show_path(path: tuple[Any, ...]) -> str:
    """Write a path for a message: as it is, or its two ends when it is long.

    >>> show_path(("children", 0)), show_path(tuple(range(100)))
    ("('children', 0)", '(0, 1, 2, 3, … 92 more …, 96, 97, 98, 99)')
    """
    if len(path) <= 12:
        return f"({', '.join(map(shown, path))}{',' if len(path) == 1 else ''})"
    start, end = (", ".join(map(shown, part)) for part in (path[:4], path[-4:]))
    return f"({start}, … {len(path) - 8} more …, {end})"


def wrapped(text: str, width: int | None = None) -> str:
    r"""Wrap paragraphs that are wider than the terminal, or `width`, by words; those with indented lines stay.

    A word with hyphens, such as the name of a search, is not broken.

    >>> wrapped("one two three\nfour five\n\n  indented by two\n", width=10)
    'one two\nthree four\nfive\n\n  indented by two\n'
    >>> wrapped("try wide-root", width=10)
    'try\nwide-root'
    """
    width = width or shutil.get_terminal_size().columns
    parts = text.split("\n\n")
    for at, part in enumerate(parts):
        lines = part.strip("\n").split("\n")
        if max(map(len, lines)) > width and not any(line.startswith(" ") for line in lines):
            parts[at] = textwrap.fill(part.strip("\n"), width, break_on_hyphens=False) + "\n" * part.endswith("\n")
    return "\n\n".join(parts)


# By the method that a value has: the plain value that reads as it does.
PLAIN_PARTS = {"_asdict": "{}._asdict()", "tolist": "{}.tolist()", "keys": "dict({})"}


def opaque_advice(cls: type, part: str) -> str:
    """Return what to pass in place of an opaque `part`, or of a mapping that finds its keys by methods of its own."""
    plain = [text.format(part) for name, text in PLAIN_PARTS.items() if hasattr(cls, name)]
    passing = f"pass {plain[0]}, or " if plain else ""
    return f"{passing}say with strictcheck.register_shape how one {cls.__name__} comes apart"


# Modules with the names that are one dot away.
CHAPTERS = ["demands", "errors", "exhaustive", "generate", "kinds", "needless", "specs"]


def instead(name: str, known: Sequence[str]) -> str:
    """Return advice as the end of a sentence: a similar name, or where to begin.

    >>> instead("assert_read_only", ["assert_reads_only", "observe"])
    '; did you mean assert_reads_only?'
    >>> instead("spy", ["observe"])
    '; there is observe(f, x) to begin with'
    """
    by_lower = {one.lower(): one for one in known}
    near = get_close_matches(name.lower(), by_lower, n=1, cutoff=0.65)
    return f"; did you mean {by_lower[near[0]]}?" if near else "; there is observe(f, x) to begin with"


def loaded_later(namespace: dict[str, Any], name: str) -> Any:
    """Return the value of `name` in a package, from the module in `_LATER` of its `namespace`, if that has one.

    Raises `AttributeError`, or `ImportError` for an import, with advice on the name that may have been meant.
    """
    later: dict[str, str] = namespace.get("_LATER", {})
    if name not in later:
        # `from package import name` drops the message of an AttributeError; it asks through this module of Python's.
        is_import = _getframe(2).f_globals.get("__name__") == "importlib._bootstrap"
        raise _unknown(namespace, name, is_import)
    value = namespace[name] = getattr(import_module(later[name]), name)
    return value


def _unknown(namespace: dict[str, Any], name: str, is_import: bool) -> Exception:
    """Make the error for an unknown name, with advice, except for tools that only probe, and for modules."""
    package = namespace["__name__"]
    message = f"module {package!r} has no attribute {name!r}"
    if name.startswith("_") or (is_import and find_spec(f"{package}.{name}")):
        return AttributeError(message)
    chapters = ["strictcheck", *(f"strictcheck.{chapter}" for chapter in CHAPTERS)]
    homes = [chapter for chapter in chapters if name in import_module(chapter).__all__]
    message += f"; it is in {homes[0]}" if homes else instead(name, namespace["__all__"])
    return ImportError(message) if is_import else AttributeError(message)
