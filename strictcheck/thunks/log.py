"""The record of an observation: one row per forcing, in columns.

The only state of the library that changes, beside the thunks themselves. A row is (parent row, key, layer); parents
come before their parts, so a log is a tree in the order in which it was looked at, and a demand is a sealed log. No
thunk is held here, so thunks die as soon as the observed code leaves them.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

from strictcheck.thunks.call_site import Where, where_forced
from strictcheck.thunks.pulled import Pulled
from strictcheck.thunks.without_forcing import closed, opened, refuse_outsiders

__all__ = ["ABSENT", "CELL", "END", "HERE", "KEYS", "Log", "MakerTable", "Record", "Step", "Where"]

Hook = Callable[["Log", int, Any, object], None]


class Step:
    """A key of a row that is no step of a path: what was revealed beside the fields."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


HERE = Step("here")  # the part that the parent row made way for: the element in a cell, the value behind a key
END = Step("end")  # the end of a sequence was reached; the layer is None
KEYS = Step("keys")  # all keys of a mapping were listed; the layer is the tuple of them
CELL = Step("cell")  # as a layer: this row reveals that there is a part, its HERE row what it is
ABSENT = Step("absent")  # as a layer: this row reveals that there is no such part

UNRECORDED = -2


class MakerTable(dict[type, Any]):
    """Thunk classes by the class of the value; `fast` has those that need nothing but a new thunk."""

    def __init__(self) -> None:
        super().__init__()
        self.fast: dict[type, Any] = {}


class Record:
    """All logs of one observation, and the order of forcings across them.

    `order[i]` is the number of the log that holds the i-th forcing; within a log rows are in order, so two bytes per
    forcing tell the whole sequence. With a single log there is nothing to tell, and it stays empty.
    """

    def __init__(
        self, makers: MakerTable, *, where: bool = False, watch: tuple[str, ...] = (), count: bool = False
    ) -> None:
        self.lock = threading.RLock()
        self.makers = makers
        self.order = array("H")
        self.logs: list[Log] = []
        self.is_open = True
        self.given = 0  # rows that were there before the call: how many arguments there are
        self.hooks: list[Hook] = []
        self.watch = watch
        self.wheres: list[tuple[Where, dict[str, Any] | None]] | None = [] if where or watch else None
        self.reads: dict[tuple[int, int, Any], int] | None = {} if count else None
        # The one thunk of each object that can change, by its id, with the object, which keeps the id from being used
        # again; and where such a thunk was fetched once more: log, row and key.
        self.shared: dict[int, tuple[Any, Any]] = {}
        self.edges: dict[tuple[Log, int, Any], Any] = {}
        # Each fetch of a part: how many forcings there were before it, where it stands, and the line that fetched.
        self.fetches: list[tuple[int, int, int, Any, Where]] = []
        self.pulled: dict[int, Pulled] = {}  # by the id of the iterator, which it keeps alive
        opened(self)

    def log(self, name: str) -> Log:
        """A new log, for the argument called `name`."""
        with self.lock:
            log = Log(self, name, len(self.logs))
            self.logs.append(log)
            if len(self.logs) == 2:
                self.order.extend([0] * len(self.logs[0].layers))
            self.rearm()
        return log

    def watch_with(self, hook: Hook, until: ExitStack) -> None:
        """Call `hook(log, parent, key, layer)` before each forcing, until then."""
        until.callback(self._unwatch, hook)  # first: Ctrl-C may come at any time
        with self.lock:
            self.hooks.append(hook)
            self.rearm()

    def _unwatch(self, hook: Hook) -> None:
        with self.lock:
            if hook in self.hooks:
                self.hooks.remove(hook)
                self.rearm()

    def rearm(self) -> None:
        """Let every log take up what has been switched on or off."""
        for log in self.logs:
            log.rearm()

    def count(self, log: Log, row: int, key: Any) -> None:
        """Note that the part `key` of the value at `row` was fetched once more, if anybody wants to know."""
        if self.reads is not None and self.is_open:
            place = (log.number, row, key)
            with self.lock:
                self.reads[place] = self.reads.get(place, 0) + 1
                if self.wheres is not None:
                    self.fetches.append((len(self), *place, where_forced(())[0]))

    def seal(self) -> None:
        """Record nothing from here on. Idempotent."""
        with self.lock:
            self.is_open = False
            for log in self.logs:
                log.drop_half_row()
                log.record = SEALED
                log.root = None
            del self.order[sum(len(log.layers) for log in self.logs) :]
            self.rearm()
        closed(self)

    def release(self) -> None:
        """Let parts that get away keep nothing else alive: the result has been unwrapped, and no thunk is asked for."""
        for log in self.logs:
            log.shared = {}

    def __len__(self) -> int:
        return len(self.order) if len(self.logs) > 1 else sum(len(log.layers) for log in self.logs)

    def forcings(self) -> Iterator[tuple[Log, int]]:
        """Log and row of each forcing so far, in order."""
        if len(self.logs) == 1:
            yield from ((self.logs[0], row) for row in range(len(self)))
            return
        with self.lock:
            order = self.order[:] if self.is_open else self.order
        rows = [0] * len(self.logs)
        for number in order:
            yield self.logs[number], rows[number]
            rows[number] += 1

    def rows(self) -> Iterator[tuple[int, int, int]]:
        """Each forcing that made a row of a demand: its own number, that of the log, and the row."""
        rows = [0] * len(self.logs)
        for forcing, (log, row) in enumerate(self.forcings()):
            if log.layers[row] is not CELL and log.layers[row] is not ABSENT and log.keys[row] not in (END, KEYS):
                yield forcing, log.number, rows[log.number]
                rows[log.number] += 1


class Sealed:
    """What the logs of a sealed record have in its place: a part that got away keeps no other argument alive."""

    is_open = False
    reads = None

    def count(self, log: Log, row: int, key: Any) -> None:
        """Reads are not counted any more."""

    def seal(self) -> None:
        """It is."""


SEALED = Sealed()


def _add_nothing(parent: int, key: Any, layer: object) -> int:
    refuse_outsiders()
    return UNRECORDED


class Log:
    """The forcings within one argument.

    `add` is chosen for what is switched on. Where a search spends its time, the columns are appended to on the spot
    instead, as long as nothing more has to be done: `plain` is `parents` then, and None otherwise.
    """

    __slots__ = (
        "add", "edges", "fast", "index", "is_result", "keys", "layers", "lock", "makers", "name", "number",
        "parents", "parts", "plain", "pulled", "record", "root", "shared", "stepped",
    )  # fmt: skip

    def __init__(self, record: Record, name: str, number: int) -> None:
        self.record: Any = record  # SEALED, once it is
        self.is_result = False  # true of what a call returned, which its context looks at
        self.name = name
        self.number = number
        self.parents = array("q")
        self.keys: list[Any] = []
        self.layers: list[object] = []
        self.plain: array[int] | None = None
        self.lock = record.lock
        self.makers = record.makers
        self.edges, self.shared = record.edges, record.shared  # also when the record is sealed
        self.pulled = record.pulled
        # Those of the makers that need nothing but a new thunk; empty while more than that has to be done.
        self.fast: dict[type, Any] = {}
        # Whether there are rows with a `Step`, so that a demand is not simply the columns as they are.
        self.stepped = False
        # Both stay empty until a part is reached a second time after its thunk has died.
        self.index: dict[tuple[int, Any], int] | None = None
        self.root: Any = None  # the thunk of the argument, kept so that the parts it keeps live as long as the record
        self.parts: dict[int, list[int]] = {}
        self.add: Callable[[int, Any, object], int]

    def rearm(self) -> None:
        """Choose `add`, and what can be handed out the fast way, for what is switched on now."""
        record = self.record
        self.fast = self.makers.fast if self.index is None and record.reads is None else {}
        self.plain = None
        if not record.is_open:
            self.add = _add_nothing
        elif self.index is not None or record.hooks or record.wheres is not None:
            self.add = self._add_with_everything
        else:
            self.add = self._add_row
            if len(record.logs) == 1:
                self.plain = self.parents

    def _add_row(self, parent: int, key: Any, layer: object, where: Any = None) -> int:
        row = len(self.layers)
        record = self.record
        self.parents.append(parent)
        self.keys.append(key)
        if record.wheres is not None:
            record.wheres.append(where)
        self.layers.append(layer)
        if len(record.logs) > 1:
            record.order.append(self.number)
        return row

    def _add_with_everything(self, parent: int, key: Any, layer: object) -> int:
        if self.index is not None:
            row = self.index.get((parent, key))
            if row is not None:
                return row
        record = self.record
        for hook in record.hooks:
            hook(self, parent, key, layer)
        where = None if record.wheres is None else where_forced(record.watch)
        row = self._add_row(parent, key, layer, where)
        if self.index is not None:
            self.index[parent, key] = row
            self.parts.setdefault(parent, []).append(row)
        return row

    def indexed(self) -> dict[tuple[int, Any], int]:
        """The row of each (parent, key), kept up to date from here on, so that nothing is recorded twice."""
        with self.lock:
            if self.index is None:
                index: dict[tuple[int, Any], int] = {}
                parts: dict[int, list[int]] = {}
                for row, place in enumerate(zip(self.parents, self.keys, strict=True)):
                    index[place] = row
                    parts.setdefault(place[0], []).append(row)
                self.index, self.parts = index, parts
                self.rearm()
            return self.index

    def cut(self, row: int) -> None:
        """Take away the rows from `row` on: the stack was used up before their thunk could take note of them."""
        with self.lock:
            count = len(self.layers) - row
            if count <= 0:
                return
            for place in zip(self.parents[row:], self.keys[row:], strict=True):
                if self.index is not None:
                    self.index.pop(place, None)
                    self.parts.pop(place[0], None)
            del self.parents[row:], self.keys[row:], self.layers[row:]
            if len(self.record.logs) > 1:
                del self.record.order[-count:]
            if self.record.wheres is not None:
                del self.record.wheres[-count:]

    def drop_half_row(self) -> None:
        """Take away what an interrupted forcing left of its row."""
        rows = min(len(self.parents), len(self.keys), len(self.layers))
        del self.parents[rows:], self.keys[rows:], self.layers[rows:]

    def path(self, row: int, *last: Any) -> tuple[Any, ...]:
        """The path of a row: field names, indices and keys from the argument down, then `last`."""
        steps = [key for key in reversed(last) if not isinstance(key, Step)]
        with self.lock:  # an array that grows may move
            while row > 0:
                key = self.keys[row]
                if not isinstance(key, Step):
                    steps.append(key)
                row = self.parents[row]
        return tuple(reversed(steps))
