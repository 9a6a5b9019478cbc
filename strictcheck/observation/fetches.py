"""Fetches of parts, in order, each with how it was done.

To fetch a part is to read it from its container, used later or not: an element, a value behind a key, an attribute. To
pull from an iterator is one too, and so is to call a function, to list keys, and to ask for a key in vain.
Assertions are about fetches, because these are visible in the code.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from strictcheck.observation.traces import Recorded
from strictcheck.thunks.call_stack import UNKNOWN, Where
from strictcheck.thunks.log import Log
from strictcheck.thunks.places import ABSENT, CELL, END, KEYS, Step

READ, LOOKED, PULLED, CALLED, MISSED, LISTED, ENDED = "read", "look", "pull", "call", "miss", "keys", "end"
STEPS = {KEYS: LISTED, END: ENDED}
# Attributes in which pydantic keeps what the user gave it beside the fields.
OF_USERS = frozenset(("__pydantic_extra__", "__pydantic_private__"))


class Fetch(NamedTuple):
    """Fetch of the part at `path`: `how` it was done, by the line `where`.

    `how` is `read`, `pull` (the next element of an iterator), `call` (of a function), `miss` (there is no such key),
    `keys` (all keys of the mapping at `path` were listed), `end` (the iterator at `path` was pulled to its end), or
    `look` (a part that was fetched earlier was forced).
    """

    path: tuple[Any, ...]
    how: str
    where: Where

    @property
    def is_internal(self) -> bool:
        """True of a part that a library keeps in objects of the user's classes, such as `__pydantic_serializer__`.

        What it keeps of the user's in there, attributes beside the fields, is the user's.
        """
        holds = self.path if self.how == LISTED else self.path[:-1]
        if not OF_USERS.isdisjoint(key for key in holds if isinstance(key, str)):
            return False
        return any(isinstance(key, str) and key.startswith("__pydantic_") for key in self.path)


def fetches_of(observation: Recorded, argument: str) -> list[Fetch]:
    """List the fetches within one argument, in order. Needs an observation with `count`; lines need `where`."""
    record = observation._record
    logs = {log.number: log for log in record.logs if log.name == argument}
    found = [
        (at, 1, Fetch((*logs[log].path_of(number), key), READ, where))
        for at, log, number, key, where in record.fetches
        if log in logs
    ]
    # A part is looked at after it was read, but a key that is not there was asked for in vain by that very fetch.
    found += [(at, 2 * (fetch.how == LOOKED), fetch) for at, fetch in _forced_fetches(observation, logs)]
    return [fetch for *_, fetch in sorted(found, key=lambda one: one[:2])]


def _forced_fetches(observation: Recorded, logs: dict[int, Log]) -> Iterator[tuple[int, Fetch]]:
    record = observation._record
    for at, (log, row) in enumerate(record.forcings()):
        if log.number in logs and at >= record.given and (how := _how(log, row)):
            where = record.wheres[at][0] if record.wheres is not None else UNKNOWN
            yield at, Fetch(log.path(row), how, where)


def _how(log: Log, row: int) -> str | None:
    """Return how the row came about; None for what a bound method or a partial function holds, before it is used."""
    key, layer = log.keys[row], log.layers[row]
    if isinstance(key, Step) and key in STEPS:
        return STEPS[key]
    if layer is ABSENT:
        return MISSED
    above: Any = log.layers[log.parents[row]]
    if layer is not CELL:
        return LOOKED
    return None if above.fetched_by == CALLED and not str(key).startswith("(") else above.fetched_by
