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

from strictcheck.outside import closed, opened, refuse_outsiders
from strictcheck.places import Where, where_forced

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


class MakerTable(dict[type, type]):
    """Thunk classes by the class of the value; `fast` has those that need nothing but a new thunk."""

    def __init__(self) -> None:
        super().__init__()
        self.fast: dict[type, type] = {}


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

    def seal(self) -> None:
        """Record nothing from here on. Idempotent."""
        with self.lock:
            self.is_open = False
            for log in self.logs:
                if log.doubted:
                    log.mend()
                log.record = SEALED
            self.rearm()
        closed(self)

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
        "acquire", "add", "doubted", "fast", "index", "kept", "keys", "layers", "lock", "makers", "name", "number",
        "parents", "parts", "plain", "record", "release", "stepped",
    )  # fmt: skip

    def __init__(self, record: Record, name: str, number: int) -> None:
        self.record: Any = record  # SEALED, once it is
        self.name = name
        self.number = number
        self.parents = array("q")
        self.keys: list[Any] = []
        self.layers: list[object] = []
        self.plain: array[int] | None = None
        self.lock = record.lock
        self.acquire, self.release = record.lock.acquire, record.lock.release
        self.makers = record.makers
        # Those of the makers that need nothing but a new thunk; empty while more than that has to be done.
        self.fast: dict[type, type] = {}
        # Whether there are rows with a `Step`, so that a demand is not simply the columns as they are.
        self.stepped = False
        # Whether a forcing was cut short, so that there may be a row that no thunk knows of.
        self.doubted = False
        # Both stay empty until a part is reached a second time after its thunk has died.
        self.index: dict[tuple[int, Any], int] | None = None
        self.parts: dict[int, list[int]] = {}
        # Thunks with a state of their own (a list that can change, an iterator that has moved) outlive their readers.
        self.kept: dict[tuple[int, Any], Any] = {}
        self.add: Callable[[int, Any, object], int]

    def rearm(self) -> None:
        """Choose `add`, and what can be handed out the fast way, for what is switched on now."""
        record = self.record
        self.fast = self.makers.fast if self.index is None and record.reads is None else {}
        self.plain = None
        if not record.is_open:
            self.add = _add_nothing
        elif self.doubted or self.index is not None or record.hooks or record.wheres is not None:
            self.add = self._add_with_everything
        else:
            self.add = self._add_row
            if len(record.logs) == 1:
                self.plain = self.parents

    def _add_row(self, parent: int, key: Any, layer: object, where: Any = None) -> int:
        row = len(self.layers)
        record = self.record
        try:
            self.parents.append(parent)
            self.keys.append(key)
            if len(record.logs) > 1:
                record.order.append(self.number)
            if record.wheres is not None:
                record.wheres.append(where)
            self.layers.append(layer)  # last: where other columns are longer than this one, half a row is
        except BaseException:
            self.doubt()
            raise
        return row

    def _add_with_everything(self, parent: int, key: Any, layer: object) -> int:
        if self.doubted or self.index is not None:
            row = self.indexed().get((parent, key))
            if row is not None:
                return row
        record = self.record
        for hook in record.hooks:
            hook(self, parent, key, layer)
        where = None if record.wheres is None else where_forced(record.watch)
        try:
            row = self._add_row(parent, key, layer, where)
            if self.index is not None:
                self.index[parent, key] = row
                self.parts.setdefault(parent, []).append(row)
        except BaseException:
            self.doubt()
            raise
        return row

    def indexed(self) -> dict[tuple[int, Any], int]:
        """The row of each (parent, key), kept up to date from here on, so that nothing is recorded twice."""
        with self.lock:
            if self.doubted:
                self.mend()
            if self.index is None:
                index: dict[tuple[int, Any], int] = {}
                parts: dict[int, list[int]] = {}
                for row, place in enumerate(zip(self.parents, self.keys, strict=True)):
                    index[place] = row
                    parts.setdefault(place[0], []).append(row)
                self.index, self.parts = index, parts
                self.rearm()
            return self.index

    def doubt(self) -> None:
        """For whoever leaves a forcing before its end, under the lock: Ctrl-C came, or the stack is used up.

        There may be half a row, which is taken away, or a whole one that no thunk knows of: what is forced from here
        on looks into the index first. No call before that is settled, which would need what is left of the stack.
        """
        if self.record.is_open:
            self.doubted, self.plain, self.fast = True, None, {}
            self.add = self._add_with_everything
        if not self.lock._is_owned():  # type: ignore[attr-defined]  # Ctrl-C came while this thread waited for it;
            self.acquire()  # it is given back in any case

    def mend(self) -> None:
        """Take away half a row, if there is one, and any index, which may lack a row."""
        rows = len(self.layers)
        del self.parents[rows:], self.keys[rows:]
        record = self.record
        if len(record.logs) > 1 and record.order.count(self.number) > rows:
            record.order.pop()
        if record.wheres is not None:
            del record.wheres[len(record) :]
        self.index, self.doubted = None, False

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
