"""Names of parts, as users write them: `"db.host"`, `"users.*.name"`, or as a tuple, `("users", ..., "name")`.

A step of a dotted name is a key, an index, a field or an attribute, whichever the value has; `*` is any step. In a
tuple, steps are the keys themselves, and `...` is any step.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from strictcheck.messages import shown
from strictcheck.observation.traces import ENDED, LISTED, Fetch

ANY = ...


class PartName:
    """Name of a part; `steps` are its keys, as text if the name was written with dots."""

    def __init__(self, steps: tuple[Any, ...]) -> None:
        self.steps = steps

    def covers(self, fetch: Fetch) -> bool:
        """True if a reader of this part may make this fetch: it is within the part, or on the way to it."""
        alike = all(map(_is_step, self.steps, fetch.path))
        if fetch.how in (LISTED, ENDED) and len(self.steps) > len(fetch.path):
            return alike and self.steps[len(fetch.path)] is ANY
        return alike

    def holds(self, path: tuple[Any, ...]) -> bool:
        """True if the part at `path` is this one, or within it."""
        return len(self.steps) <= len(path) and all(map(_is_step, self.steps, path))

    def is_of(self, path: tuple[Any, ...]) -> bool:
        """True if the part at `path` is this one."""
        return len(self.steps) == len(path) and all(map(_is_step, self.steps, path))


def _is_step(step: Any, key: Any) -> bool:
    return step is ANY or step == key or (isinstance(step, str) and not isinstance(key, str) and step == str(key))


def parse_part_names(function: str, names: Iterable[Any]) -> list[PartName]:
    """Return the names; raises `TypeError` for an invalid one.

    >>> [name.steps for name in parse_part_names("assert_reads_only", ["db.host", "users.*.name", ("a.b", 0)])]
    [('db', 'host'), ('users', Ellipsis, 'name'), ('a.b', 0)]
    """
    found = []
    for name in names:
        name = str(name) if type(name) is int else name
        steps = tuple(ANY if step == "*" else step for step in name.split(".")) if isinstance(name, str) else name
        if not isinstance(steps, tuple) or not all(steps if isinstance(name, str) else [steps]):
            raise TypeError(
                f"{function}: {shown(name)} names no part; write 'db.host', 'users.*.name', or a tuple of keys, "
                f"('db', 'host'), each an argument of its own: {function}(function, value, 'db.host', 'log')"
            )
        if all(step is ANY for step in steps):
            raise TypeError(f"{function}: {shown(name)} names all parts, so nothing could go wrong; name fewer")
        found.append(PartName(steps))
    return found


def dotted_name(path: tuple[Any, ...]) -> str:
    """Write the path as a name.

    >>> dotted_name(("db", "host")), dotted_name(("users", 0)), dotted_name(("a.b",))
    ("'db.host'", "'users.0'", "('a.b',)")
    """
    plain = [key is ANY or isinstance(key, int) or (isinstance(key, str) and key.isidentifier()) for key in path]
    text = ".".join("*" if key is ANY else str(key) for key in path)
    return repr(text) if path and all(plain) else repr(path).replace("Ellipsis", "...")
