"""Fetches of the parts of an argument, in order, each with the line of the user's code.

To fetch a part is to read it from its container, used later or not: an element, a value behind a key, an attribute. To
pull from an iterator is one too, and so is to call a function, to list keys, and to ask for a key in vain.
Assertions are about fetches, because these are visible in the code.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from strictcheck.observation.observed_call import Observation
from strictcheck.thunks.log import Log, Where
from strictcheck.thunks.marks import ABSENT, CELL, END, KEYS, Step

__all__ = ["Fetch", "fetches_of"]

READ, LOOKED, PULLED, CALLED, MISSED, LISTED, ENDED = "read", "look", "pull", "call", "miss", "keys", "end"
STEPS = {KEYS: LISTED, END: ENDED}


class Fetch(NamedTuple):
    """Fetch of the part at `path`: `how` it was done, by the line `where`.

    `how` is `read`, `pull` (the next element of an iterator), `call` (of a function), `miss` (there is no such key),
    `keys` (all keys of the mapping at `path` were listed), `end` (the iterator at `path` was pulled to its end), or
    `look` (a part that was fetched earlier was forced).
    """

    path: tuple[Any, ...]
    how: str
    where: Where


def fetches_of(observation: Observation[Any], argument: str) -> list[Fetch]:
    """List the fetches within one argument, in order. Needs an observation with `where` and `count`."""
    record = observation._record
    logs = {log.number: log for log in record.logs if log.name == argument}
    found = [
        (at, 1, Fetch((*logs[log].path_of(number), key), READ, where))
        for at, log, number, key, where in record.fetches
        if log in logs
    ]
    found += [(at, 0, fetch) for at, fetch in _forced_fetches(observation, logs)]
    return [fetch for *_, fetch in sorted(found, key=lambda one: one[:2])]


def _forced_fetches(observation: Observation[Any], logs: dict[int, Log]) -> Iterator[tuple[int, Fetch]]:
    record = observation._record
    for at, (log, row) in enumerate(record.forcings()):
        if log.number in logs and at >= record.given:
            how = _how(log, row)
            where = record.wheres[at][0] if record.wheres is not None else Where("<unknown>", 0, "<unknown>")
            yield at, Fetch(log.path(row), how, where)


def _how(log: Log, row: int) -> str:
    key, layer = log.keys[row], log.layers[row]
    if isinstance(key, Step) and key in STEPS:
        return STEPS[key]
    if layer is ABSENT:
        return MISSED
    above: Any = log.layers[log.parents[row]]
    return above.fetched_by if layer is CELL else LOOKED
