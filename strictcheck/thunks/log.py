"""Record of an observation: one row per forcing, in the order of forcings.

Besides the thunks, this is the only state of the library that changes. A row has the revealed layer, and its
place: the number of the value that holds the part, and the key of the part. All rows of an observation are in one
dict, by place. `Log.look`, which is `dict.setdefault` as long as nothing more has to be done, is the one way to add a
row. It is atomic and in C, and a second caller (another thread, a second thunk for a part whose first has died, a
signal handler) gets the row of the first: there is no lock, no half row, and nothing is recorded twice. The cost
is measured by `tests/bench/bench_forcing.py` and `bench_everyday.py`.

Parts have rows after their containers. When a demand or a trace is needed, the rows are settled into columns, a
tree for each argument.
"""

from __future__ import annotations

import itertools
import threading
from array import array
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

from strictcheck.thunks.call_site import Where, where_forced
from strictcheck.thunks.marks import ABSENT, CELL, END, KEYS, MARKS, Step
from strictcheck.thunks.pulled import Pulled
from strictcheck.thunks.without_forcing import closed, opened, refuse_outsiders

NOWHERE = -1  # number or row of a value that has none

# Content of a row: a layer; or, if parts can have rows below it, the layer, its number for their places, and the
# container in which the thunk keeps its parts, so that two threads that force it at once share them, or None.
Revealed = Any
Place = tuple[int, Any]
Hook = Callable[["Log", int, Any, object, int], None]


class Record:
    """Logs of one observation, and the order of forcings across them.

    `order[i]` is the number of the log that holds the i-th forcing, as far as rows are settled; within a log rows are
    in order. With a single log it stays empty.
    """

    def __init__(self, makers: Any, *, where: bool = False, watch: tuple[str, ...] = (), count: bool = False) -> None:
        self.lock = threading.RLock()
        self.makers = makers  # thunk classes by the class of the value; `fast` has those that only need a new thunk
        self.looks: dict[Place, Revealed] = {}
        self.next_number = itertools.count().__next__
        self.order = array("H")
        self.settled = 0
        self.logs: list[Log] = []
        self.is_open = True
        self.given = 0  # rows that are no forcings of the call, see `Arguments.thunks`
        self.hooks: list[Hook] = []
        self.watch = watch
        self.wheres: list[tuple[Where, dict[str, Any] | None]] | None = [] if where or watch else None
        self.reads: dict[tuple[int, int, Any], int] | None = {} if count else None
        # The one thunk of each object that can change, by its id, with the object, which keeps the id from being used
        # again; and where such a thunk was fetched once more: log, number and key.
        self.shared: dict[int, tuple[Any, Any]] = {}
        self.edges: dict[tuple[Log, int, Any], Any] = {}
        # Each fetch of a part: how many forcings there were before it, where it stands, and the line that fetched.
        self.fetches: list[tuple[int, int, int, Any, Where]] = []
        self.pulled: dict[int, Pulled] = {}  # by the id of the iterator, which it keeps alive
        opened(self)

    def log(self, name: str) -> Log:
        """Make a new log, for the argument called `name`."""
        with self.lock:
            log = Log(self, name, len(self.logs))
            self.logs.append(log)
            self.settled = 0  # one log and several logs are settled differently
            log.rearm()
        return log

    def watch_with(self, hook: Hook, until: ExitStack) -> None:
        """Call `hook(log, parent, key, layer, number)` before each forcing, until `until` closes."""
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
        """Let every log adapt to hooks that were added or removed."""
        for log in self.logs:
            log.rearm()

    def count(self, log: Log, number: int, key: Any) -> None:
        """Count a fetch of the part `key` of the value with this number, if fetches are counted."""
        if self.reads is not None and self.is_open:
            place = (log.number, number, key)
            with self.lock:
                self.reads[place] = self.reads.get(place, 0) + 1
                if self.wheres is not None:
                    self.fetches.append((len(self), *place, where_forced(())[0]))

    def seal(self) -> None:
        """Record nothing from now on. Idempotent."""
        with self.lock:
            self.is_open = False
            self.rearm()
            # Rows that hold no thunks, nor anything of other arguments, can wait until somebody asks for them.
            can_wait = len(self.logs) == 1 and not self.shared and self.wheres is None
            if not can_wait:
                self.settle()
            for log in self.logs:
                log.record = Sealed(self.looks if can_wait else {}, self.next_number)
                log.root = None
        closed(self)

    def release(self) -> None:
        """Release references, so that surviving parts keep nothing else alive: the result is unwrapped by now."""
        for log in self.logs:
            log.shared = {}

    def __len__(self) -> int:
        return max(self.settled, len(self.looks))

    def settle(self, _: Any = None) -> None:
        """Bring the columns of all logs up to date."""
        if self.settled >= len(self.looks):
            return
        with self.lock:
            # Each list is made at once; a row that another thread adds in between is left for the next time.
            places, found = list(self.looks), list(self.looks.values())
            settled = Settled(len(self.logs), self.next_number(), min(len(places), len(found)))
            settled.add_all(places, found)
            for log in self.logs:
                log.parents, log.keys, log.layers = settled.columns[log.number]
                log.rows = settled.rows
            self.order, self.settled = settled.order, settled.count  # last, in case of Ctrl-C before
            if not self.is_open:
                self.looks = {}

    def forcings(self) -> Iterator[tuple[Log, int]]:
        """Yield log and row of each forcing so far, in order."""
        self.settle()
        if len(self.logs) == 1:
            yield from ((self.logs[0], row) for row in range(self.settled))
            return
        rows = [0] * len(self.logs)
        for number in self.order[:]:
            yield self.logs[number], rows[number]
            rows[number] += 1

    def rows(self) -> Iterator[tuple[int, int, int]]:
        """Yield each forcing that made a row of a demand: its own number, that of the log, and the row."""
        rows = [0] * len(self.logs)
        for forcing, (log, row) in enumerate(self.forcings()):
            if log.layers[row] is not CELL and log.layers[row] is not ABSENT and log.keys[row] not in (END, KEYS):
                yield forcing, log.number, rows[log.number]
                rows[log.number] += 1


class Settled:
    """Rows in columns: parents, keys and layers for each log; `rows` has the row of each value with a number."""

    def __init__(self, logs: int, numbers: int, count: int) -> None:
        self.columns: list[tuple[array[int], list[Any], list[Any]]] = [(array("q"), [], []) for _ in range(logs)]
        # The last element is for the number -1, which is none.
        self.rows = array("q", [NOWHERE]) * (numbers + 1)
        self.order = array("H")
        self.count = count

    def add_all(self, places: list[Place], found: list[Revealed]) -> None:
        """Add these rows, which are in the order of forcings."""
        if len(self.columns) > 1:
            self._add_to_several(places, found)
            return
        for row, revealed in enumerate(found):
            if type(revealed) is tuple:
                self.rows[revealed[1]] = row
        rows = self.rows
        layers = [revealed[0] if type(revealed) is tuple else revealed for revealed in found]
        self.columns = [(array("q", [rows[parent] for parent, _ in places]), [key for _, key in places], layers)]
        self.columns[0][1][0] = None

    def _add_to_several(self, places: list[Place], found: list[Revealed]) -> None:
        logs = array("H", [0]) * len(self.rows)
        for (parent, key), revealed in zip(places, found, strict=False):
            log = key if parent == NOWHERE else logs[parent]
            parents, keys, layers = self.columns[log]
            if type(revealed) is tuple:
                revealed, number, _ = revealed
                self.rows[number], logs[number] = len(layers), log
            parents.append(self.rows[parent])
            keys.append(None if parent == NOWHERE else key)
            layers.append(revealed)
            self.order.append(log)


class Sealed:
    """Record in the logs of a sealed observation: a surviving part keeps no other argument alive."""

    is_open = False
    reads = None

    def __init__(self, looks: dict[Place, Revealed], next_number: Callable[[], int]) -> None:
        self._looks = looks  # rows that are still to be settled
        self._next_number = next_number

    def count(self, log: Log, number: int, key: Any) -> None:
        """Count nothing."""

    def seal(self) -> None:
        """Do nothing: it is sealed."""

    def settle(self, log: Log) -> None:
        """Bring the columns of `log`, the only one, up to date, if nobody has asked for them before."""
        looks = self._looks
        if looks:
            settled = Settled(1, self._next_number(), len(looks))
            settled.add_all(list(looks), list(looks.values()))
            (log.parents, log.keys, log.layers), log.rows = settled.columns[0], settled.rows
            self._looks = {}


def _record_nothing(place: Place, revealed: Revealed) -> Revealed:
    refuse_outsiders()
    return revealed


class Log:
    """Forcings within one argument, settled into columns: `parents`, `keys` and `layers`.

    `look(place, revealed)` adds a row, or finds the one that is there, and returns its content. The place of the
    argument itself is `log.root_place`.
    """

    _COLUMNS = ("keys", "layers", "parents", "rows", "tree")
    _SHARED = ("edges", "fast", "lock", "look", "makers", "pulled", "record", "shared")
    __slots__ = ("is_result", "name", "next_number", "number", "root", *_COLUMNS, *_SHARED)

    def __init__(self, record: Record, name: str, number: int) -> None:
        self.record: Any = record  # a `Sealed`, once it is
        self.is_result = False  # True for the log of a result, which the context looks at
        self.name = name
        self.number = number
        self.parents = array("q")
        self.keys: list[Any] = []
        self.layers: list[Any] = []
        self.rows = array("q")  # rows by number, once they are settled
        self.lock = record.lock
        self.next_number = record.next_number
        self.makers = record.makers
        self.edges, self.shared = record.edges, record.shared  # needed after the record is sealed, too
        self.pulled = record.pulled
        # Makers that only need a new thunk; empty while more has to be done.
        self.fast: dict[type, Any] = {}
        self.root: Any = None  # thunk of the argument, which keeps its parts alive as long as the record
        self.tree: Any = None  # columns with an index, if children were needed
        self.look: Callable[[Place, Revealed], Revealed]

    def rearm(self) -> None:
        """Choose `look`, and the makers to be used directly, for the present hooks."""
        record = self.record
        self.fast = self.makers.fast if record.reads is None else {}
        if not record.is_open:
            self.look = _record_nothing
        elif record.hooks or record.wheres is not None:
            self.look = self._look_watched
        else:
            self.look = record.looks.setdefault

    def _look_watched(self, place: Place, revealed: Revealed) -> Revealed:
        record = self.record
        with self.lock:
            if place not in record.looks:
                layer, number = revealed[:2] if type(revealed) is tuple else (revealed, NOWHERE)
                for hook in record.hooks:
                    hook(self, *place, layer, number)
                if record.wheres is not None:
                    record.wheres.append(where_forced(record.watch))
            return record.looks.setdefault(place, revealed)

    def add(self, parent: int, key: Any, layer: object) -> int:
        """Record a layer that may have parts, or find it recorded; return the number by which parts refer to it."""
        return self.look((parent, key), (layer, self.next_number(), None))[1]

    @property
    def columns(self) -> tuple[array[int], list[Any], list[Any]]:
        """Parents, keys and layers, up to date."""
        self.record.settle(self)
        return self.parents, self.keys, self.layers

    @property
    def has_steps(self) -> bool:
        """True if there are rows with a `Step`, so that a demand is not simply these columns."""
        return not (MARKS.isdisjoint(map(type, self.keys)) and MARKS.isdisjoint(map(type, self.layers)))

    def row_of(self, number: int) -> int:
        """Return the row of the value with this number; -1 if it is not recorded."""
        self.record.settle(self)
        return self.rows[number] if 0 <= number < len(self.rows) else NOWHERE

    def path(self, row: int, *last: Any) -> tuple[Any, ...]:
        """Return the path of a row: field names, indices and keys from the argument down, then `last`."""
        steps = [key for key in reversed(last) if not isinstance(key, Step)]
        while row > 0:
            key = self.keys[row]
            if not isinstance(key, Step):
                steps.append(key)
            row = self.parents[row]
        return tuple(reversed(steps))

    def path_of(self, number: int, *last: Any) -> tuple[Any, ...]:
        """Return the path of the value with this number; then `last`, unless that is `HERE`."""
        return self.path(self.row_of(number), *last) if number >= 0 else ()
