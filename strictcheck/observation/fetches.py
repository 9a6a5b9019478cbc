"""Fetches: each time that a part of an argument was asked for, in order, with the line of the user's that asked.

To fetch a part is to read it from what holds it, used later or not: an element, a value behind a key, an attribute. To
pull from an iterator is one too, and so is to call a function, to list keys, and to find that something is not there.
Assertions speak of fetches, since these are what a reader of the code sees.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from strictcheck.demands import Demand
from strictcheck.kinds.container_layers import Mapping
from strictcheck.kinds.function import Function
from strictcheck.kinds.layers import Constructor
from strictcheck.messages import in_a_line, shown
from strictcheck.observation.observed_call import Observation
from strictcheck.thunks.log import Log, Where
from strictcheck.thunks.marks import ABSENT, CELL, END, KEYS, Step

__all__ = ["Fetch", "expression", "fetches"]

READ, LOOKED, PULLED, CALLED, MISSED, LISTED, ENDED = "read", "look", "pull", "call", "miss", "keys", "end"
SHOWN = 4  # steps at each end of a long path
STEPS = {KEYS: LISTED, END: ENDED}


class Fetch(NamedTuple):
    """One fetch: `how` it was done, of the part at `path`, by the line `where`.

    `how` is `read`, `pull` (the next element of an iterator), `call` (of a function), `miss` (there is no such key),
    `keys` (all keys of the mapping at `path` were listed), `end` (the iterator at `path` was pulled to its end), or
    `look` (a part that had been fetched was looked at).
    """

    path: tuple[Any, ...]
    how: str
    where: Where


def fetches(observation: Observation[Any], argument: str) -> list[Fetch]:
    """The fetches within one argument, in order. The observation must have been made with `where` and `count`."""
    record = observation._record
    logs = {log.number: log for log in record.logs if log.name == argument}
    found = [
        (at, 1, Fetch((*logs[log].path_of(number), key), READ, where))
        for at, log, number, key, where in record.fetches
        if log in logs
    ]
    found += [(at, 0, fetch) for at, fetch in _forced(observation, logs)]
    return [fetch for *_, fetch in sorted(found, key=lambda one: one[:2])]


def _forced(observation: Observation[Any], logs: dict[int, Log]) -> Iterator[tuple[int, Fetch]]:
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
    if layer is not CELL or isinstance(log.layers[log.parents[row]], Mapping):
        return LOOKED
    return CALLED if isinstance(log.layers[log.parents[row]], Function) else PULLED


def expression(name: str, demand: Demand, path: tuple[Any, ...]) -> str:
    """The part at `path` as one writes it in Python: `config["db"].host`, `users[0]`, `score(8)`; a long one shortened.

    >>> expression("config", Demand.parse("{'db': [_, 2], **_}"), ("db", 1))
    "config['db'][1]"
    """
    steps, row = [], 0 if demand else -1
    for step in path:
        layer = demand._tree.layers[row] if row >= 0 else None
        if isinstance(layer, Function):
            steps.append(in_a_line(str(step)))
        elif isinstance(layer, Constructor) or (layer is None and isinstance(step, str) and step.isidentifier()):
            steps.append(f".{step}")
        else:
            steps.append(f"[{shown(step)}]")
        row = demand._tree.child(row, step)
    if len(steps) > 2 * SHOWN:
        steps[SHOWN:-SHOWN] = [f"[... {len(steps) - 2 * SHOWN} more ...]"]
    return name + "".join(steps)
