"""Messages: values in one line of limited length, prose as wide as the terminal, and the right name for a wrong one.

`loaded_later` is asked for names that a package lacks; `LEADS` has those that users look for first.
"""

from __future__ import annotations

import ast
import shutil
import textwrap
from collections.abc import Callable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from sys import _getframe
from typing import Any

__all__ = ["folded", "in_a_line", "in_code", "instead", "loaded_later", "near_name", "opaque_advice", "plain_instead"]
__all__ += ["show_path", "shown", "with_article", "with_place", "wrapped"]

LONGEST, LONGEST_IN_CODE = 80, 400
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


def in_code(value: object, write: Callable[[Any], str] = repr) -> str:
    """Return `value` as `write` writes it if that is an expression, to be read back; an empty text if it is none.

    >>> in_code([1, "a"]), in_code(object())
    ("[1, 'a']", '')
    """
    with suppress(Exception):  # raised by the class, or by too deep nesting, or because it is no expression
        text = write(value)
        return text if len(text) <= LONGEST_IN_CODE and ast.parse(text, mode="eval") else ""
    return ""


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


def with_article(named: type | str) -> str:
    """Put "a" or "an" before the name of a class.

    >>> [with_article(one) for one in (list, int, "ndarray", "UserDict")]
    ['a list', 'an int', 'an ndarray', 'a UserDict']
    """
    name = named if isinstance(named, str) else named.__name__
    return f"a{'n' if name.lower().startswith(('a', 'e', 'i', 'o', 'nd')) else ''} {name}"


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
            filled = textwrap.fill(part.strip("\n"), width, break_long_words=False, break_on_hyphens=False)
            parts[at] = filled + "\n" * part.endswith("\n")
    return "\n\n".join(parts)


# By the methods that a value has: the plain value that reads as it does.
PLAIN_PARTS = {
    ("execute",): "what {}.execute(...) returns",
    ("all", "one_or_none"): "{}.all()",
    ("_asdict",): "types.SimpleNamespace(**{}._asdict()), if f reads attributes",
    ("tolist",): "{}.tolist(), if f takes a list",
    ("iterrows",): "dict({0}), if f only reads columns, {0}['a'], or {0}.to_dict('records'), if it takes a list",
    ("keys", "values", "__getitem__"): "dict({})",
    ("index", "__getitem__"): "list({})",
    ("__iter__",): "(row for row in {}) if f only iterates",
    ("__aiter__",): "(row async for row in {}) if f only iterates",
}


def plain_instead(cls: type, part: str) -> str:
    """Return what to pass in place of a `part` of which nobody sees what is read; nothing if no method makes it plain.

    >>> plain_instead(memoryview, "data")
    'pass data.tolist(), if f takes a list'
    """
    plain = [text.format(part) for names, text in PLAIN_PARTS.items() if all(hasattr(cls, name) for name in names)]
    return f"pass {plain[0]}" if plain else ""


def opaque_advice(cls: type, part: str) -> str:
    """Return what to pass in place of an opaque `part`, or of a mapping that finds its keys by methods of its own."""
    plain = plain_instead(cls, part)
    return f"{plain}{', or ' if plain else ''}say with strictcheck.register_shape how one {cls.__name__} comes apart"


START = "observe(f, x) to begin with"
SHOWING = "print(observe(f, x).demand), or strictcheck.pictures"

# Modules with the names that are one dot away.
CHAPTERS = ["demands", "errors", "exhaustive", "generate", "kinds", "needless", "specs"]

# Parts of the missing name, and advice; the first line with a matching part counts.
LEADS: dict[tuple[str, ...], str] = {
    ("minimax", "alphabeta", "alpha_beta", "prun", "game"): "the package lazytree",
    ("needless", "in_vain", "wast", "minim", "redundan"): "find_needless(observe(f, x))",
    ("golden", "snapshot", "baseline", "approv"): "the pytest fixture golden_demand",
    ("replay",): "observe(f, x).replay()",
    ("verif", "certif"): "observe(f, x).verify()",
    ("called_once", "called_with", "calls_once", "call_count"): "observe(f, x).demands['callback']",
    ("never_call", "not_call", "assert_call", "calls", "callback"): "assert_never_calls(f, x, of='callback')",
    ("once", "one_pass", "single", "twice"): "assert_reads_once(f, x)",
    ("same", "equal", "equiv", "compare", "diff"): "assert_same_demand(f, g, x), or check_spec(f, like(g))",
    ("no_more", "less", "leq", "subset", "lazier", "as_lazy"): "assert_no_more_demand(f, g, x)",
    ("counterex", "propert", "for_all", "forall", "exhaustive", "shrink", "fuzz", "quick", "hypothes", "given"): (
        "check_spec(f, like(g)), or check_all(property, of=list[int])"
    ),
    ("mutat", "mutant"): "the command strictcheck mutate",
    ("explain", "profile"): "the command strictcheck explain",
    ("specif", "spec_", "_spec"): "check_spec(f, spec(expected)), or check_spec(f, like(g))",
    ("atom",): "observe(f, x, atoms=(str, bytes, int))",
    ("partial",): "Demand.of_partial([1, hole])",
    ("pars", "json", "string"): "Demand.parse('[0, _]')",
    ("strateg",): "the module strictcheck.generate.strategies",
    ("quer", "n_plus"): "max_forced(10, of=Row), or assert_reads_only(f, rows, '*.name')",
    ("report", "draw", "show", "plot", "render", "pict", "pretty"): SHOWING,
    ("count",): "observe(f, x, count=True).reads",
    ("max_force", "budget", "limit"): "max_forced(10)",
    (*"pull consum iterat take lines ahead stop stream circuit most max exhaust".split(), "prefix", "first", "head"): (
        "assert_pulls_at_most(f, xs, n=3)"
    ),
    ("thunk", "lazy_value", "delayed", "defer", "suspen"): "delay(function)",
    ("unread", "unused", "ignor", "nothing", "doesnt", "untouched", "not_", "never", "uneval", "unforc", "no_force"): (
        "assert_lazy(f, x), if f is to look at nothing of x, or assert_reads_only(f, x, 'db.host')"
    ),
    ("read", "access", "key", "attribute", "touch", "only", "use"): "assert_reads_only(f, config, 'db.host')",
    ("look", "demand", "evaluat"): "observe(f, x).demand, or assert_reads_only(f, config, 'db.host')",
    ("eager", "lazy", "lazi", "generator"): "assert_lazy(f, x)",
    ("strict",): "assert_lazy(f, x), or observe(f, x).demand",
    ("trace", "where", "who", "log", "stack", "blame"): "observe(f, x, where=True).trace",
    ("any", "wildcard", "ellipsis"): "... in an expected value",
    ("normal_form", "deep", "force_all", "context"): "observe(f, x, context=nf)",
    ("forc",): "observe(f, x).demand, or max_forced(10)",
    ("proxy", "instrument", "wrap"): "observing(x), or delay(function)",
    ("record", "spy", "mock", "track", "async", "inspect", "monitor"): "observe(f, x)",
    ("watch",): "observe(f, x, watch=('alpha',))",
}


def instead(name: str, known: Sequence[str]) -> str:
    """Return advice as the end of a sentence: a similar name, or one for that purpose.

    >>> instead("assert_read_only", ["assert_reads_only", "observe"])
    '; did you mean assert_reads_only?'
    >>> instead("assert_accesses", ["observe"])
    "; there is assert_reads_only(f, config, 'db.host')"
    """
    lowered = name.lower()
    leads = [f"; there is {lead}" for parts, lead in LEADS.items() if any(part in lowered for part in parts)]
    return near_name(lowered, known, 0.9) or next(iter(leads), near_name(lowered, known, 0.7) or f"; there is {START}")


def near_name(lowered: str, known: Sequence[str], cutoff: float) -> str:
    """Return the end of a sentence that asks for a similar name; nothing if there is none."""
    by_lower = {one.lower(): one for one in known}
    near = get_close_matches(lowered, by_lower, n=1, cutoff=cutoff)
    return f"; did you mean {by_lower[near[0]]}?" if near else ""


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
