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
from strictcheck.observation.traces import ENDED, LISTED, MISSED, Fetch
from strictcheck.specs.part_names import (
    ANY,
    COMPUTING,
    KEY_LIST,
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
        found = inspect.getattr_static(type(value), method, None)
        if kind_of(type(value)).has_attributes and (isinstance(found, property) or hasattr(found, "attrname")):
            return (*fetch.path[:at], method)
        try:
            value = kind_of(type(value)).peek(value, key)
        except (LookupError, TypeError):
            break
    return (*fetch.path, *{LISTED: (KEY_LIST,), ENDED: (ANY,)}.get(fetch.how, ()))


def reads_by_item(value: Any, fetches: Sequence[Fetch]) -> dict[Any, Path]:
    """Map the `part` of each fetch by code of a class for an item, as `c.maps[0]["host"]` of a `ChainMap`, to its path.

    >>> from collections import ChainMap
    >>> from strictcheck.thunks.call_stack import Where
    >>> asked = Fetch(("maps", 0, "host"), "read", Where("app.py", 1, "load"))
    >>> reads_by_item(ChainMap({"host": 1}), [asked])[asked.part]
    ('host',)
    """
    found: dict[Any, Path] = {}
    for fetch in reversed(fetches[:MOST]):  # what is read on the way comes first
        holder = value
        for at, key in enumerate(fetch.path if fetch.part not in found else ()):
            kind = kind_of(type(holder))
            if kind.has_attributes and any(has_methods(type(holder), method) for method in COMPUTING):
                found = _by_item(holder, fetch, at) | found
            try:
                holder = kind.peek(holder, key)
            except (LookupError, TypeError):
                break
    return found


MOST = 40  # fetches, for each of which code of a class may run


def _by_item(value: Any, fetch: Fetch, at: int) -> dict[Any, Path]:
    """Map what code of the class reads to the steps of the path for which it does: the last ones, if these will do."""
    above, below = fetch.path[:at], fetch.path[at:]
    ends = range(len(below), 0, -1)
    for name in (PartName(below[since:end]) for since in ends for end in ends if end > since):
        reads = [read._replace(path=(*above, *read.path)) for read in name.computed_reads(value)]
        if fetch.path in (read.path for read in reads) and (fetch.how == MISSED or name.is_in(value)):
            return {read.part: (*above, *name.steps) for read in (fetch, *reads)}
    return {}


def item_in_code(value: Any, argument: str, demand: Demand, path: Path, item: Path) -> str:
    """Write the part at `path` as code reads it, as `item`: the steps without some, in their midst or at the end."""
    at = next((at for at, (key, step) in enumerate(zip(item, path, strict=False)) if key != step), len(item))
    if at == len(item):
        return expression(argument, demand, path)
    end = max(end for end in range(len(path) + 1) if path[:end][at - len(item) :] == item[at:])
    since, above = end - len(item) + at, expression(argument, demand, path[:at])
    holder = reduce(lambda part, key: kind_of(type(part)).peek(part, key), path[:at], value)
    if has_methods(type(holder), "__getitem__"):
        return above + expression("", demand, path[:end], since)
    return f"{above}.{path[since]}{expression('', demand, path[:end], since + 1)}"


def names_of(value: Any, fetches: Iterable[Fetch]) -> list[str]:
    """Return names that allow these fetches; `*` for an element if several were fetched alike, or for all of a dict."""
    # Of several fetches of a part the first names it, for others may be looks.
    first = {fetch.part: fetch for fetch in reversed([*fetches])}
    items = reads_by_item(value, [*fetches])
    known = [items.get(fetch.part) or path_in_code(value, fetch) for fetch in reversed(first.values())]
    read = {path[:-1] for path in known if KEY_LIST not in path[-1:]}  # where keys are listed to read all values
    known = [(*path[:-1], ANY) if KEY_LIST in path[-1:] and path[:-1] in read else path for path in known]
    paths = dict.fromkeys(map(steps_in_code, known))
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
