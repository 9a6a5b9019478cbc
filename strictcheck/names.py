"""Names in patterns: names of classes and functions, and the values that names stand for."""

from __future__ import annotations

import builtins
import datetime
import decimal
import fractions
import importlib
import pathlib
import re
import types
import uuid
import zoneinfo
from collections.abc import Callable, Mapping
from typing import Any

from strictcheck.errors import DemandError
from strictcheck.messages import in_a_line, shown

Namespace = Mapping[str, Any] | types.ModuleType | None

NAME = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"
_match_name = re.compile(NAME).fullmatch

# Words of the notation: a class with such a name is written with its module in front.
RESERVED = {"_", "absent", "as", "Callable", "Raised"}

_TIMES = (datetime.date, datetime.datetime, datetime.time, datetime.timedelta, datetime.timezone, zoneinfo.ZoneInfo)
_PATHS = (pathlib.PurePosixPath, pathlib.PureWindowsPath, pathlib.PosixPath, pathlib.WindowsPath)
_ATOMS = (decimal.Decimal, fractions.Fraction, uuid.UUID, *_TIMES, *_PATHS)
# Classes that claim to be builtins and are not: functions, generators, modules, views of dicts, ...
_HIDDEN = {cls for cls in vars(types).values() if isinstance(cls, type) and cls.__module__ == "builtins"}
_HIDDEN |= {type({}.keys()), type({}.values()), type({}.items())}
# Names that are always known: a class of the user's with such a name is written with its module.
KNOWN: dict[str, Any] = {name: thing for name, thing in vars(builtins).items() if not name.startswith("_")}
KNOWN.update((cls.__name__, cls) for cls in (*_HIDDEN, *_ATOMS))


def is_name(text: object) -> bool:
    """True if `text` can be a name in a pattern, dotted or not, without quotes."""
    return isinstance(text, str) and _match_name(text) is not None and text not in RESERVED


def pattern_name(thing: Any) -> str | None:
    """Return the name of a class, function or module in patterns; None if it has none that could be read back.

    It is the qualified name, after any `<locals>.`, with its module if it would be ambiguous.

    >>> import datetime, textwrap
    >>> [pattern_name(it) for it in (datetime.date, textwrap, textwrap.TextWrapper.wrap, lambda: 0)]
    ['date', 'textwrap', 'TextWrapper.wrap', None]
    >>> pattern_name(type("date", (), {"__module__": "calendars"}))
    'calendars.date'
    """
    if isinstance(thing, types.ModuleType):
        return thing.__name__ if is_name(thing.__name__) and thing.__name__ not in KNOWN else None
    name = getattr(thing, "__qualname__", None)
    if not isinstance(name, str):
        return None
    name = name.rpartition("<locals>.")[2]
    if _match_name(name) is None:
        return None
    first = name.partition(".")[0]
    if first in RESERVED or (first in KNOWN and _get(KNOWN, name) is not thing):
        return f"{thing.__module__}.{name}"
    return name


def resolve(name: str, namespace: Namespace) -> Any:
    """Return the value of a name in a pattern: a builtin, a class of the standard atoms, or from `namespace`.

    Dotted names are looked up whole, then step by step. Raises `DemandError` for an unknown name.

    >>> from fractions import Fraction
    >>> resolve("Fraction", None) is Fraction, resolve("Half.denominator", {"Half": Fraction(1, 2)})
    (True, 2)
    """
    for known in (KNOWN, vars(namespace) if isinstance(namespace, types.ModuleType) else namespace or {}):
        found = _get(known, name)
        if found is not _MISSING:
            return found
    first = in_a_line(name.partition(".")[0], 40)
    raise DemandError(f"unknown name {shown(name)}; pass a namespace that has it, such as dict({first}={first})")


_MISSING = object()


def _get(known: Mapping[str, Any], name: str) -> Any:
    if name in known:
        return known[name]
    first, *steps = name.split(".")
    thing = known.get(first, _MISSING)
    for step in steps:
        thing = getattr(thing, step, _MISSING)
    return thing


class _Found:
    """Pickle of the result of `find(*arguments)`, which is called when the pickle is read."""

    def __init__(self, find: Callable[..., Any], *arguments: Any) -> None:
        self._found = find, arguments

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self._found


def portable(thing: Any) -> Any:
    """Return `thing`, or a `_Found` for it if it is a module or class that `pickle` would not find.

    >>> import math, pickle, types
    >>> [pickle.loads(pickle.dumps(portable(thing))) for thing in (math, types.FunctionType, 7)]
    [<module 'math' ...>, <class 'function'>, 7]
    """
    if isinstance(thing, types.ModuleType):
        return _Found(importlib.import_module, thing.__name__)
    if isinstance(thing, type) and thing in _HIDDEN:
        return _Found(resolve, thing.__name__, None)
    return thing
