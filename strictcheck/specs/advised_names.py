"""Names that messages advise: of parts that were read without being named, and of the part that was meant."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

from strictcheck.demands import Demand
from strictcheck.demands.wording import expression
from strictcheck.kinds.table import kind_of
from strictcheck.messages import opaque_advice
from strictcheck.observation.traces import ENDED, LISTED, Fetch
from strictcheck.specs.part_names import (
    ANY,
    COMPUTING,
    PartName,
    Path,
    dotted_name,
    dotted_steps,
    steps_in_code,
    without_brackets,
)
from strictcheck.thunks.classes import has_methods


def path_in_code(value: Any, fetch: Fetch) -> Path:
    """Return the path by which code of the user's reads what was fetched: that of the property, where one fetched it.

    >>> from types import SimpleNamespace
    >>> from strictcheck.thunks.call_stack import Where
    >>> path_in_code(SimpleNamespace(host="a"), Fetch(("host",), "read", Where("app.py", 1, "load")))
    ('host',)
    """
    method = fetch.where.function.rpartition(".")[2]
    for at, key in enumerate(fetch.path):
        kind, found = kind_of(type(value)), inspect.getattr_static(type(value), method, None)
        if kind.has_attributes and (isinstance(found, property) or hasattr(found, "attrname")):
            return (*fetch.path[:at], method)
        if kind.has_attributes and found is not None and method in COMPUTING and len(fetch.path) > at + 1:
            return (*fetch.path[:at], *_steps_by_item(value, fetch.path[at:]))
        try:
            value = kind.peek(value, key)
        except (LookupError, TypeError):
            break
    return (*fetch.path, ANY) if fetch.how in (LISTED, ENDED) else fetch.path


def _steps_by_item(value: Any, path: Path) -> Path:
    """Return the key by which code of the class reads this part; the path itself, if no step of it is that key."""
    for key in reversed(path[1:]):
        if path in {fetch.path for fetch in PartName((key,)).computed_reads(value)}:
            return (key,)
    return path


def names_of(value: Any, fetches: Iterable[Fetch]) -> list[str]:
    """Return names that allow these fetches; `*` for an element on the way, if several were fetched alike."""
    # Of several fetches of a part the first names it, for others may be looks.
    first = {(fetch.path, fetch.how in (LISTED, ENDED)): fetch for fetch in reversed([*fetches])}
    paths = dict.fromkeys(steps_in_code(path_in_code(value, fetch)) for fetch in reversed(first.values()))
    alike = Counter(_with_stars(path) for path in paths)
    starred = dict.fromkeys(_with_stars(path) if alike[_with_stars(path)] > 1 else path for path in paths)
    wide = [PartName(path) for path in starred if ANY in path]
    needed = [path for path in starred if not any(one.steps != path and one.holds(path) for one in wide)]
    return [dotted_name(path) for path in needed if not any(PartName(other).leads_on(path) for other in needed)]


def _with_stars(path: Path) -> Path:
    return tuple(ANY if type(key) is int else key for key in path) if len(path) > 1 else path


def meant_by(part: PartName, text: str, argument: str, value: Any) -> str | None:
    """Return what to pass in place of a mapping such as `os.environ`, or the name with dots for `config["host"]`."""
    kind, whole = kind_of(type(value)), part.whole_above(value)
    if whole:
        return f"{dotted_name(whole)} is looked at as a whole, so name that"
    if (kind.has_attributes or kind.is_opaque) and has_methods(type(value), "keys", "values", "__getitem__"):
        return opaque_advice(type(value), argument)
    written = text.strip("'\"")
    dotted = without_brackets(written).removeprefix(f"{argument}.")
    is_part = dotted != written and PartName(dotted_steps(dotted)).is_in(value)
    return f"did you mean {dotted!r}?" if is_part else None


def said_to_be_one(argument: str, demand: Demand, names: Iterable[PartName], found: Iterable[Fetch]) -> str:
    """Say that a named part, or one on the way to it, is one with a part elsewhere, by whose name it goes."""
    tree, names = demand._tree, [*names]
    for path in dict.fromkeys(fetch.path for fetch in found):
        row = tree.child_at(path)
        first = tree.path(tree.target(row))
        is_named = any(name.holds(path) or name.leads_on(path) for name in names)
        if is_named and row in tree.targets and not any(name.holds(first) for name in names):
            return f"{expression(argument, demand, path)} is {expression(argument, demand, first)}; "
    return ""


def reads_at_once(value: Any, extra: Sequence[Fetch]) -> str:
    """Say what reads every string and the like in an object, if one line has read several of one object."""
    above, lines = {fetch.path[:-1] for fetch in extra}, {fetch.where for fetch in extra}
    if len({fetch.path for fetch in extra}) < 2 or len(above) > 1 or len(lines) > 1:
        return ""
    try:
        holder = reduce(lambda part, key: kind_of(type(part)).peek(part, key), above.pop(), value)
        parts = [kind_of(type(holder)).peek(holder, fetch.path[-1]) for fetch in extra]
    except (LookupError, TypeError):  # nobody knows before somebody asks
        return ""
    has_fields = kind_of(type(holder)).has_attributes or kind_of(type(holder)).is_record
    is_any = has_fields and all(part is None or isinstance(part, (str, bytes, bool)) for part in parts)
    return "; vars(), copy() and unpacking read each string, bytes, bool and None" if is_any else ""
