"""Record of an observation: one row per forcing, in the order of forcings.

Besides the thunks, this is the only state of the library that changes. A row has the revealed layer, and its
place: the number of the value that holds the part, and the key of the part. All rows of an observation are in one
dict, by place (`places`). `Log.look`, which is `dict.setdefault` as long as nothing more has to be done, is the one
way to add a row. It is atomic and in C, and a second caller (another thread, a second thunk for a part whose first has
died, a signal handler) gets the row of the first: there is no lock, no half row, and nothing is recorded twice. The
cost is measured by `tests/bench/bench_forcing.py` and `bench_everyday.py`.

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

from strictcheck.thunks.call_stack import UNKNOWN, Where, closed, opened, refuse_outsiders, where_forced
from strictcheck.thunks.places import BESIDE, NOWHERE, SHIFT, Place, Step, number_and_key, place_of, split_places

NO_ROW = -1  # row of a value that has none

# Content of a row: a layer; or, if parts can have rows below it, the layer and its number for their places.
Revealed = Any
Hook = Callable[["Log", int, Any, object], None]


class Rows:
    """Rows of an observation: by place, in the order of forcings; and, once somebody asks, settled into columns.

    With several logs, `order[i]` is the number of the log that holds the i-th forcing; within a log rows are in order.
    In the logs of a sealed observation they replace the record: a surviving part keeps no other argument alive.
    """

    __slots__ = ("listed", "looks", "next_number", "order", "settled")

    is_open = False
    reads = None

    def __init__(self) -> None:
        self.looks: dict[Place, Revealed] = {}
        self.next_number = itertools.count(1 << SHIFT, 1 << SHIFT).__next__
        self.order = array("H")
        self.settled = 0
        self.listed: tuple[list[Place], list[Revealed]] = [], []  # `looks` once it is closed, in a third of the memory

    def __len__(self) -> int:
        return len(self.looks) or len(self.listed[0]) or self.settled

    def close(self) -> None:
        """Take no more rows. Idempotent."""
        if self.looks:
            self.listed = list(self.looks), list(self.looks.values())
            self.looks = {}

    def settle(self, *logs: Log) -> None:
        """Bring the columns of all logs, which are these, up to date. Idempotent."""
        places, found = self.listed  # first: once settled, they are cleared, perhaps by another thread
        if self.settled >= len(self):
            return
        if self.looks:
            # Each list is made at once; a row that another thread adds in between is left for the next time.
            places, found = list(self.looks), list(self.looks.values())
        found = found[: len(places)]
        rows = array("q", [NO_ROW]) * (self.next_number() >> SHIFT)
        if len(logs) == 1:
            _settle_one(logs[0], rows, places, found)
        else:
            self.order = _settle_several(logs, rows, places, found)
        self.settled = len(found)  # last, in case of Ctrl-C before
        self.listed = [], []


def _settle_one(log: Log, rows: array[int], places: list[Any], found: list[Revealed]) -> None:
    for row, revealed in enumerate(found):
        if type(revealed) is tuple:
            found[row], number = revealed
            rows[number >> SHIFT] = row
    indexes, keys = split_places(places)
    keys[0] = None
    log.parents, log.keys, log.layers, log.rows = array("q", map(rows.__getitem__, indexes)), keys, found, rows


def _settle_several(logs: tuple[Log, ...], rows: array[int], places: list[Place], found: list[Revealed]) -> array[int]:
    """Return the number of the log of each row."""
    columns: list[tuple[array[int], list[Any], list[Any]]] = [(array("q"), [], []) for _ in logs]
    log_of, order = array("H", [0]) * len(rows), array("H")
    for parent, key, revealed in zip(*split_places(places), found, strict=True):
        log = key if parent == NOWHERE else log_of[parent]
        parents, keys, layers = columns[log]
        if type(revealed) is tuple:
            revealed, number = revealed
            rows[number >> SHIFT] = len(layers)
            log_of[number >> SHIFT] = log
        parents.append(rows[parent])
        keys.append(None if parent == NOWHERE else key)
        layers.append(revealed)
        order.append(log)
    for log_to_fill, (parents, keys, layers) in zip(logs, columns, strict=True):
        log_to_fill.parents, log_to_fill.keys, log_to_fill.layers = parents, keys, layers
        log_to_fill.rows = rows
    return order


class Record:
    """Logs of one observation, their rows, and what else there is to remember until it is over."""

    def __init__(self, makers: Any, *, where: bool = False, watch: tuple[str, ...] = (), count: bool = False) -> None:
        self.lock = threading.RLock()
        self.makers = makers  # thunk classes by the class of the value; `fast` has those that only need a new thunk
        self.rows = Rows()
        self.logs: list[Log] = []
        self.is_open = True
        self.given = 0  # rows that are no forcings of the call, see `Arguments.thunks`
        self.hooks: list[Hook] = []
        self.watch = watch
        self.wheres: list[tuple[Where, dict[str, Any] | None]] | None = [] if where or watch else None
        self.reads: dict[tuple[int, int, Any], int] | None = {} if count else None
        # The one thunk of each object that can change, by its id, with the object, which keeps the id from being used
        # again; and where such a thunk was fetched once more: log and place.
        self.shared: dict[int, tuple[Any, Any]] = {}
        self.edges: dict[tuple[Log, Place], Any] = {}
        # Copies of values that are copied with all that they hold, as `copy.deepcopy` keeps them.
        self.copied: dict[int, Any] = {}
        # Each fetch of a part: how many forcings there were before it, where it stands, and the line that fetched.
        self.fetches: list[tuple[int, int, int, Any, str, Where]] = []
        self.pulled: dict[int, Any] = {}  # `Pulled` records by the id of the iterator, which it keeps alive
        self.handed_out: dict[int, tuple[Any, dict[str, Any]]] = {}  # values and their attributes before the call
        self.observation: Callable[[], Any] = lambda: None  # a weak reference to that of a call, for listeners
        opened(self)

    def log(self, name: str) -> Log:
        """Make a new log, for the argument called `name`."""
        with self.lock:
            log = Log(self, name, len(self.logs))
            self.logs.append(log)
            self.rows.settled = 0  # one log and several logs are settled differently
            log.rearm()
        return log

    def log_of_result(self) -> Log:
        """Make a log, in a record of its own, for the demand of the context on the result."""
        log = Record(self.makers).log("result")
        log.is_result = True
        return log

    def watch_with(self, hook: Hook, until: ExitStack) -> None:
        """Call `hook(log, parent, key, layer)` before each forcing, until `until` closes."""
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

    def seal(self) -> None:
        """Record nothing from now on. Idempotent."""
        with self.lock:
            for pulled in self.pulled.values() if self.is_open else ():
                pulled.seal()
            self.is_open = False
            self.rearm()
            self.rows.close()
            # Rows of several arguments are told apart at once, so that a part of one keeps no other alive.
            if len(self.logs) != 1:
                self.rows.settle(*self.logs)
            for log in self.logs:
                log.record, log.root = self.rows, None
        closed(self)

    def release(self) -> None:
        """Release references, so that surviving parts keep nothing else alive: the result is unwrapped by now."""
        for log in self.logs:
            log.shared, log.copied = {}, {}

    def __len__(self) -> int:
        return len(self.rows)

    def settle(self, *_: Log) -> None:
        """Bring the columns of all logs up to date."""
        with self.lock:
            self.rows.settle(*self.logs)

    def forcings(self) -> Iterator[tuple[Log, int]]:
        """Yield log and row of each forcing so far, in order."""
        self.settle()
        rows = [0] * len(self.logs)
        for number in self.rows.order[:] if len(self.logs) != 1 else itertools.repeat(0, self.rows.settled):
            yield self.logs[number], rows[number]
            rows[number] += 1


def _record_nothing(place: Place, revealed: Revealed) -> Revealed:
    refuse_outsiders()
    return revealed


NO_COLUMNS: tuple[array[int], list[Any], list[Any], array[int]] = (array("q"), [], [], array("q"))


class Log:
    """Forcings within one argument. `look(place, revealed)` adds a row, or finds it, and returns its content."""

    __slots__ = (
        "copied", "edges", "fast", "is_result", "keys", "layers", "lock", "look", "makers", "name", "next_number",
        "number", "parents", "pulled", "record", "root", "rows", "shared", "tree",
    )  # fmt: skip

    def __init__(self, record: Record, name: str, number: int) -> None:
        self.record: Any = record  # its `Rows`, once it is sealed
        self.is_result = False  # True for the log of a result, which the context looks at
        self.name = name
        self.number = number
        self.parents, self.keys, self.layers, self.rows = NO_COLUMNS  # `rows` are by number; until they are settled
        self.lock = record.lock
        self.next_number = record.rows.next_number
        self.makers = record.makers
        self.edges, self.shared, self.pulled = record.edges, record.shared, record.pulled  # needed after it is sealed
        self.copied = record.copied
        self.fast: dict[type, Any] = {}  # makers that only need a new thunk; empty while more has to be done
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
            self.look = record.rows.looks.setdefault

    def _look_watched(self, place: Place, revealed: Revealed) -> Revealed:
        record = self.record
        with self.lock:
            if place not in record.rows.looks:
                layer = revealed[0] if type(revealed) is tuple else revealed
                for hook in record.hooks:
                    hook(self, *number_and_key(place), layer)
                if record.wheres is not None:
                    record.wheres.append(where_forced(record.watch))
            return record.rows.looks.setdefault(place, revealed)

    def add(self, place: Place, layer: object) -> int:
        """Record a layer that may have parts, or find it recorded; return the number by which parts refer to it."""
        return self.look(place, (layer, self.next_number()))[1]

    def reveal(self, number: int, key: Any, mark: Step) -> None:
        """Record that the value with this number has a part `key` (`CELL`), or none (`ABSENT`)."""
        self.look(place_of(number + BESIDE, key), mark)

    def count(self, number: int, key: Any, how: str = "read") -> None:
        """Note a fetch of the part `key` of the value with this number, if fetches are counted, until it is sealed."""
        record = self.record
        if record.reads is not None and record.is_open:
            place = (self.number, number, key)
            with self.lock:
                if how == "read":
                    record.reads[place] = record.reads.get(place, 0) + 1
                where = where_forced(())[0] if record.wheres is not None else UNKNOWN
                record.fetches.append((len(record), *place, how, where))

    @property
    def columns(self) -> tuple[array[int], list[Any], list[Any]]:
        """Parents, keys and layers, up to date."""
        self.record.settle(self)
        return self.parents, self.keys, self.layers

    def row_of(self, number: int) -> int:
        """Return the row of the value with this number; -1 if it is not recorded."""
        self.record.settle(self)
        return self.rows[number >> SHIFT] if 0 < number >> SHIFT < len(self.rows) else NO_ROW

    def path(self, row: int, *last: Any) -> tuple[Any, ...]:
        """Return the path of a row: field names, indices and keys from the argument down, then `last`."""
        steps = [*reversed(last)]
        while row > 0:
            steps.append(self.keys[row])
            row = self.parents[row]
        return tuple(key for key in reversed(steps) if not isinstance(key, Step))

    def path_of(self, number: int, *last: Any) -> tuple[Any, ...]:
        """Return the path of the value with this number; then `last`, unless that is a mark."""
        return self.path(self.row_of(number), *last) if number > NOWHERE else ()
