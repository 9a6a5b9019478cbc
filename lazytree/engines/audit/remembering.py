"""Runs of an engine, kept so that an audit that was stopped can go on where it was.

An audit makes one run after the other, and which is next depends on what came of those before. So the runs, in order,
are all there is to keep: handed out again instead of being made, they lead to where the audit was stopped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import astuple
from typing import Any
from zlib import crc32

from lazytree.engines.adapters.engine import UNTOLD, EngineAnswer
from lazytree.engines.audit.findings import Cause, Fault, Run
from lazytree.games.game import Game
from lazytree.games.leaf_log import CodeLine
from lazytree.games.making import to_json

# Of these classes a value is the same after it was written down and read again.
WRITABLE = (int, float, str, bool, type(None))
BITS = 10_000  # of whole numbers; Python refuses to read much longer ones

_runs: ContextVar[Runs | None] = ContextVar("lazytree_runs", default=None)


class Runs:
    """The runs of an audit, or of several: `restore` those of an earlier one, then audit within `in_use()`.

    A run whose answer cannot be written down is made again, as are all that come after one that turns out to be of
    another game: an engine that does not do the same twice led elsewhere.

    >>> from lazytree.engines.audit import audit
    >>> runs = Runs()
    >>> with runs.in_use():
    ...     first = audit(max, games=20)
    >>> again = Runs()
    >>> again.restore(runs.to_json())
    >>> with again.in_use():
    ...     audit(max, games=20) == first
    True
    """

    def __init__(self) -> None:
        self._made: list[tuple[str, Run | None]] = []
        self._next = 0

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """In this block, runs that are here already are not made, and others are added."""
        before = _runs.get()
        try:
            _runs.set(self)
            yield
        finally:
            _runs.set(before)

    def next(self, mark: str, make: Callable[[], Run]) -> Run:
        """The next run: the one that is here, if it is of what `mark` tells, otherwise what `make()` gives."""
        known = None
        if self._next < len(self._made):
            of, known = self._made[self._next]
            if of != mark:
                del self._made[self._next :]
                known = None
        found = make() if known is None else known
        self._made[self._next : self._next + 1] = [(mark, found)]
        self._next += 1
        return found

    def to_json(self) -> list[Any]:
        """The runs as data that `json.dumps` can write."""
        return [[mark, run and _as_json(run)] for mark, run in self._made]

    def restore(self, data: list[Any]) -> None:
        """Go on from what `to_json` gave; for runs of which none has been made yet. Raises what bad data leads to."""
        self._made = [(mark, None if run is None else _of_json(run)) for mark, run in data]


def remembered(engine: str, game: Game[Any], make: Callable[[], Run]) -> Run:
    """Return this run as it was made before, or else make it."""
    runs = _runs.get()
    if runs is None:
        return make()
    return runs.next(f"{engine} {checksum(to_json(game))}", make)


def checksum(data: Any) -> str:
    """A few digits that tell data from other data.

    >>> checksum([1, 2]), checksum([2, 1])
    ('61c9e7ff', '0d44ceec')
    """
    return f"{crc32(json.dumps(data, default=repr).encode()):08x}"


def _as_json(run: Run) -> dict[str, Any] | None:
    """A run as data; None if its answer cannot be written down."""
    told = {"value": run.answer.value, "move": run.answer.move}
    answer = {name: part for name, part in told.items() if part is not UNTOLD}
    if any(type(part) not in WRITABLE or (type(part) is int and part.bit_length() > BITS) for part in answer.values()):
        return None
    fault = run.fault
    return {
        "answer": answer,
        "leaves": run.leaves,
        "lines": [[astuple(line) for line in lines] for lines in run.lines],
        "fault": None if fault is None else [fault.cause.value, fault.message, fault.line and astuple(fault.line)],
        "counts": [run.nodes, run.moves],
    }


def _of_json(data: dict[str, Any]) -> Run:
    fault = None
    if data["fault"] is not None:
        cause, message, line = data["fault"]
        fault = Fault(Cause(cause), message, line and CodeLine(*line))
    return Run(
        EngineAnswer(**data["answer"]),
        tuple(tuple(map(int, path)) for path in data["leaves"]),
        tuple(tuple(CodeLine(*line) for line in lines) for lines in data["lines"]),
        fault,
        *data["counts"],
    )
