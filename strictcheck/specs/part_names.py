"""Names of parts, as users write them: `"db.host"`, `"users.*.name"`, or as a tuple, `("users", ..., "name")`.

Brackets are steps, too: `"users[0].name"`, as messages write it. A step of a dotted name is a key, an index, a field or
an attribute, whichever the value has; `*` is any step. In a tuple, steps are the keys themselves, and `...` is any
step. A property is computed, and so is an item or attribute of a class with a `__getitem__` or `__getattr__`: its name
stands for all that its code reads, which an observation tells.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Set
from functools import partial
from typing import Any

from strictcheck.kinds.layer import ArgumentName, Attribute
from strictcheck.kinds.partials import is_partly_known
from strictcheck.kinds.table import kind_of
from strictcheck.messages import shown
from strictcheck.observation.lazy_results import is_lazy
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.one_call import observe
from strictcheck.observation.open_records import without_budgets
from strictcheck.observation.result_contexts import nf, whnf
from strictcheck.observation.traces import ENDED, LISTED, Fetch, fetches_of
from strictcheck.thunks.classes import OF_USERS, bases, has_methods, is_internal, namespace_of
from strictcheck.thunks.places import END
from strictcheck.thunks.proxy import is_thunk

ANY = ...


class Text(str):
    """Step of a dotted name: the key that it is, or of which it is the text."""

    __slots__ = ()


KEY_LIST = Text("keys()")
LAST_STEPS = {LISTED: (KEY_LIST,), ENDED: (END,)}
BRACKETS = re.compile(r"""\[(['"]?)([^]]*)\1\]""")
Path = tuple[Any, ...]
COMPUTING = ("__getitem__", "__getattr__")
MISSING = object()


class PartName:
    """Name of a part; `steps` are its keys, as text if the name was written with dots."""

    def __init__(self, steps: tuple[Any, ...]) -> None:
        self.steps = steps

    def covers(self, fetch: Fetch) -> bool:
        """True if a reader of this part may make this fetch: it is within the part, or on the way to it."""
        return all(map(_is_step, self.steps, (*steps_in_code(fetch.path), *LAST_STEPS.get(fetch.how, ()))))

    def holds(self, path: tuple[Any, ...]) -> bool:
        """True if the part at `path` is this one, or within it."""
        path = steps_in_code(path)
        return len(self.steps) <= len(path) and all(map(_is_step, self.steps, path))

    def leads_on(self, path: tuple[Any, ...]) -> bool:
        """True if the part at `path` is on the way to this one."""
        return len(path) < len(self.steps) and all(map(_is_step, self.steps, path))

    def has_star_after(self, path: tuple[Any, ...]) -> bool:
        """True if this name stands for all parts of the one at `path`, or for parts of them all."""
        return self.leads_on(path) and self.steps[len(path)] is ANY

    def meanings(self, value: Any) -> list[Path]:
        """List the names that this one may be written for, if a step may be one of several keys of a mapping."""
        for at, step in enumerate(self.steps):
            below = [(key, part) for key, part in held_parts(value) or () if step is not ANY and _is_step(step, key)]
            below = [pair for pair in below if type(pair[0]) is not Attribute] or below[:1]
            if len(below) != 1:
                return [(*self.steps[:at], key, *self.steps[at + 1 :]) for key, _ in below]
            value = below[0][1]
        return []

    def without_loop(self, value: Any) -> PartName:
        """Return the short name of this part if the way to it leads back to a value on the way; else this name."""
        way, steps = [value], list[Any]()
        for step in self.steps:
            below = [part for key, part in held_parts(way[-1]) or () if step is not ANY and _is_step(step, key)]
            if len(below) != 1:
                return self
            at = next((at for at, one in enumerate(way) if one is below[0]), len(way))
            way, steps = [*way, *below][: at + 1], [*steps, step][:at]
        return PartName(tuple(steps)) if steps else self

    def is_in(self, value: Any) -> bool:
        """True if `value` has such a part, or if nobody can tell, as of an iterator."""
        return any(read is None or read.error is None for _, read in self._find(value))

    def computed_reads(self, value: Any) -> Iterator[Fetch]:
        """Yield all that is read where code of a class computes this part of `value`."""
        for path, read in self._find(value):
            if isinstance(read, Observation):
                yield from (fetch._replace(path=(*path, *fetch.path)) for fetch in fetches_of(read, "value"))

    def _find(self, value: Any) -> Iterator[tuple[Path, Observation[Any] | None]]:
        """Yield the path of each part of this name, or of the value that computes it, with an observation of that."""
        values: list[tuple[Path, Any]] = [((), value)]
        for at, step in enumerate(self.steps):
            found = []
            for path, one in values:
                known = held_parts(one)
                below = [((*path, key), part) for key, part in known or () if _is_step(step, key)]
                if not below and is_partly_known(one):
                    yield path, None
                elif not below and (read := _reader(one, self.steps[at:])) is not None:
                    with without_budgets():
                        call, context = (partial(_items, read), whnf) if _leads_back(read, one) else (read, nf)
                        observation = observe(call, one, context=context, catch=Exception, where=True, count=True)
                    yield path, observation
                elif known is None:
                    yield path, None
                found += below
            values = found
        yield from ((path, None) for path, _ in values)

    def whole_above(self, value: Any) -> Path | None:
        """Return the path of the value on the way to this part that is looked at as a whole; None if there is none."""
        path: Path = ()
        for step in self.steps:
            if is_whole(value):
                return path
            below = [pair for pair in held_parts(value) or () if _is_step(step, pair[0])]
            if not below:
                return None
            path, value = (*path, step), below[0][1]
        return None

    def is_of(self, path: tuple[Any, ...]) -> bool:
        """True if the part at `path` is this one."""
        return len(self.steps) == len(steps_in_code(path)) and self.holds(path)


def held_parts(value: Any) -> list[tuple[Any, Any]] | None:
    """List the keys and parts of a value; None if they are not known before somebody asks."""
    kind = kind_of(type(value))
    is_unknown = is_thunk(value) or is_lazy(value) or kind.is_pulled or kind.is_opaque
    return None if is_unknown else [] if is_whole(value) else list(kind.held(value))


def are_all(parts: Iterable[PartName], value: Any, computed: Set[Path] = frozenset(), path: Path = ()) -> bool:
    """True if every part of the value, which is at `path`, is among `parts`; recurs as deep as names have steps.

    `computed` parts are read by code that computes named ones.
    """
    held = [(key, part) for key, part in held_parts(value) or () if not is_internal(key)]
    held = [(key, part) for key, part in held if part is not None or key not in OF_USERS]
    is_open = has_others(value) and not any(one.has_star_after(path) for one in parts)
    if not held or is_open or not any(one.leads_on(path) for one in parts):
        return False
    below = (((*path, key), part) for key, part in held)
    return all(
        at in computed or any(one.holds(at) for one in parts) or are_all(parts, part, computed, at)
        for at, part in below
    )


def has_others(value: Any) -> bool:
    """True if parts may be asked for beside those that the value holds: other keys, or attributes of its class."""
    kind, cls = kind_of(type(value)), type(value)
    if not kind.has_attributes or kind.has_fixed_names:
        return not (kind.has_fixed_names or kind.is_series)
    of_class = [item for base in bases(cls) for item in namespace_of(base).items()]
    is_data = (not (name.startswith("__") or hasattr(type(one), "__get__") or callable(one)) for name, one in of_class)
    return any(has_methods(cls, method) for method in COMPUTING) or any(is_data)


def is_whole(value: Any) -> bool:
    """True for a value that is looked at as a whole, such as a number, also if its class has properties."""
    kind = kind_of(type(value))
    return kind.is_leaf and not kind.is_opaque and not kind.leads_on(value)


def _reader(one: Any, steps: Path) -> Callable[[Any], Any] | None:
    """Return a function that reads a part which code of the class computes: a property, an item; None without any."""
    kind, step = kind_of(type(one)), steps[0]
    found = inspect.getattr_static(type(one), step, None) if isinstance(step, str) else None
    is_property = isinstance(found, property) or hasattr(found, "attrname")
    if is_thunk(one) or ANY in steps or is_whole(one) or not (kind.has_attributes or kind.is_opaque or is_property):
        return None
    is_of_class = found is not None
    is_computed = is_of_class or any(has_methods(type(one), method) for method in COMPUTING)
    return partial(_read, steps=steps) if is_computed else None


def _leads_back(read: Callable[[Any], Any], value: Any) -> bool:
    """True if what is read there holds `value`, as a section does its `ConfigParser`: `nf` would read all of that."""
    part = observe(read, value, catch=Exception).result  # nothing that it keeps for later is left in the value
    return any(held is value for _, held in kind_of(type(part)).held(part))


def _items(read: Callable[[Any], Any], value: Any) -> Any:
    part = read(value)
    return {key: part[key] for key in part} if hasattr(part, "keys") else None


def _read(value: Any, steps: Path) -> Any:
    for step in steps:
        step = str(step) if type(step) is Text else step  # as code of the user writes it
        attribute = getattr(value, step, MISSING) if isinstance(step, str) else MISSING
        value = _item(value, step) if attribute is MISSING else attribute
    return value


def _item(value: Any, step: Any) -> Any:
    """Return the item whose key is `step`, or the number that it is the text of."""
    try:
        return value[step]
    except (LookupError, TypeError):
        if not isinstance(step, str) or not step.isdecimal():
            raise
        return value[int(step)]


def steps_in_code(path: Path) -> Path:
    """Return the path with two steps for an argument of a partial function, as code reads it: `.args`, `[0]`."""
    return tuple(step for key in path for step in (key.steps() if type(key) is ArgumentName else (key,)))


def _is_step(step: Any, key: Any) -> bool:
    is_text = type(key) is Attribute or (type(step) is Text and not isinstance(key, str))
    return step is ANY or step == key or (isinstance(step, str) and is_text and step == str(key))


def parse_part_names(function: str, names: Iterable[Any]) -> list[PartName]:
    """Return the names; raises `TypeError` for an invalid one.

    >>> [name.steps for name in parse_part_names("assert_reads_only", ["db.host", "users.*.name", ("a.b", 0)])]
    [('db', 'host'), ('users', Ellipsis, 'name'), ('a.b', 0)]
    """
    found = []
    for name in names:
        name = (name,) if type(name) is int else without_brackets(name) if isinstance(name, str) else name
        steps = dotted_steps(name) if isinstance(name, str) else name
        if not isinstance(steps, tuple) or not all(steps if isinstance(name, str) else [steps]):
            raise TypeError(
                f"{function}: {shown(name)} names no part; write 'db.host', 'users.*.name', or a tuple of keys, "
                f"('db', 'host'), each an argument of its own: {function}(f, x, 'db.host', 'log'). Other arguments of "
                "the call are passed by name, retries=3, and so is x, with of='config', if it is not the first"
            )
        if all(step is ANY for step in steps):
            raise TypeError(f"{function}: {shown(name)} names all parts, so nothing could go wrong; name fewer")
        found.append(PartName(steps))
    return found


def dotted_steps(name: str) -> Path:
    """Return the steps of a name with dots."""
    return tuple(ANY if step == "*" else Text(step) for step in name.split("."))


def without_brackets(name: str) -> str:
    """Write steps in brackets with dots.

    >>> without_brackets("users[0]['name']"), without_brackets("[0].name")
    ('users.0.name', '0.name')
    """
    return BRACKETS.sub(r".\2", name).removeprefix(".")


def dotted_name(path: tuple[Any, ...]) -> str:
    """Write the path as a name.

    >>> dotted_name(("db", "host")), dotted_name(("users", 0)), dotted_name((0,)), dotted_name(("a.b",))
    ("'db.host'", "'users.0'", "'0'", "('a.b',)")
    """
    plain = [key is ANY or isinstance(key, (int, Text)) or (type(key) is str and key.isidentifier()) for key in path]
    text = ".".join("*" if key is ANY else str(key) for key in path)
    return repr(text) if path and all(plain) else repr(path).replace("Ellipsis", "...")
