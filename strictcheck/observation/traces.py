"""Views of a record: traces of forcings, variables that were watched, and fetches of parts, with how each was done.

To fetch a part is to read it from its container, used later or not: an element, a value behind a key, an attribute. To
pull from an iterator is one too, and so is to call a function, to list keys, and to ask for a key in vain.
Assertions are about fetches, because these are visible in the code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import CodeType
from typing import Any, NamedTuple, NoReturn, overload

from strictcheck.demands import Demand
from strictcheck.demands.notation import write_layer
from strictcheck.errors import StrictCheckError
from strictcheck.kinds.layer import Layer
from strictcheck.messages import shown
from strictcheck.observation.demand_of_record import Reads, forced_part, write_part
from strictcheck.thunks.call_stack import UNKNOWN, Where
from strictcheck.thunks.classes import OF_USERS
from strictcheck.thunks.log import Log, Record
from strictcheck.thunks.places import ABSENT, CELL, END, KEYS, MARKS, Step
from strictcheck.thunks.proxy import is_thunk

NEVER_EQUAL = (list, tuple, dict, int, float)


@dataclass(frozen=True, slots=True, repr=False)
class Forcing:
    """One forcing, of the part at `path` of an argument: `trace[index]` of its observation, printed as `#index + 1`.

    `value` is the revealed atom or layer, `part` the part in Python. `where` and `locals` are None unless asked for.
    """

    index: int
    argument: str
    path: tuple[Any, ...]
    value: Any
    where: Where | None = None
    locals: Mapping[str, Any] | None = None
    part: str = field(default="", compare=False)

    def __str__(self) -> str:
        place = place_in_words(self.where, self.locals)
        by = ", forced by " if self.where else ""
        return f"#{self.index + 1} {self.part}: {write_layer(self.value)}{by}{place}"

    def __repr__(self) -> str:
        return f"<Forcing {self}>"


def place_in_words(where: Where | None, watched: Mapping[str, Any] | None) -> str:
    """Write a line of code, if it is known, and the local variables that were watched there.

    >>> place_in_words(Where("a.py", 3, "search"), {"alpha": 2})
    'a.py:3 in search, with alpha=2'
    """
    seen = ", ".join(f"{name}={shown(_known_part(value))}" for name, value in (watched or {}).items())
    return f"{where or ''}{', with ' if seen else ''}{seen}"


class Trace(Sequence[Forcing]):
    """Forcings of an observation, in order. A view: each `Forcing` is made when it is fetched.

    That a key or a cell is there is a row of its own, before that of the part; `demand.size` counts parts alone.

    >>> from strictcheck import observe
    >>> for forcing in observe(lambda xs: xs[1], [4, 5]).trace:
    ...     print(forcing)
    #1 xs: [_, _]
    #2 xs[1]: 5
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._rows: list[tuple[Log, int]] = []

    def __len__(self) -> int:
        return len(self._record) - self._record.given

    def __contains__(self, forcing: object) -> bool:
        if not isinstance(forcing, Forcing):
            raise TypeError(f"a trace contains forcings, not {shown(forcing)}; write (key,) in .demand for a part")
        return super().__contains__(forcing)

    @overload
    def __getitem__(self, index: int) -> Forcing: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Forcing]: ...
    def __getitem__(self, index: int | slice) -> Forcing | Sequence[Forcing]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = self._row(index)
        if at >= len(self._rows):  # an open observation goes on
            self._rows = list(self._record.forcings())
        return self._forcing(at, *self._rows[at])

    def _row(self, index: int) -> int:
        if not hasattr(type(index), "__index__"):
            raise TypeError(f"trace index {shown(index)} is neither a whole number nor a slice")
        if not -len(self) <= index < len(self):
            raise IndexError(f"trace index {index} is outside of {len(self)} forcings")
        return index % len(self) + self._record.given

    def place(self, index: int) -> Where | None:
        """Return the line of code of a forcing, None if it was not asked for; the path, perhaps long, is not made."""
        return self._record.wheres[self._row(index)][0] if self._record.wheres is not None else None

    def __iter__(self) -> Iterator[Forcing]:
        for at, (log, row) in enumerate(self._record.forcings()):
            if at >= self._record.given:
                yield self._forcing(at, log, row)

    def of_rows(self, argument: str, demand: Demand) -> dict[int, int]:
        """Return, by row of the demand on an argument, the index of the forcing that made it.

        It is below 0 for parts that had been forced before the call; parts that were first reached by another argument
        are left out. Takes one step for each forcing, however deep it is; a walk through all paths does not.

        >>> from strictcheck import observe
        >>> seen = observe(lambda xs, n: next(xs) + n, iter([4, 5]), 1)
        >>> [(row, seen.trace[at].path) for row, at in seen.trace.of_rows("xs", seen.demands["xs"]).items()]
        [(0, ()), (1, (0,))]
        """
        tree, rows, found = demand._tree, dict[int, int](), dict[int, int]()  # rows of the demand, by row of the log
        for at, (log, row) in enumerate(self._record.forcings()):
            if log.name == argument and type(log.layers[row]) not in MARKS and type(log.keys[row]) not in MARKS:
                above = log.parents[row]
                # The way by which a part was first reached need not be the one by which the demand shows it.
                rows[row] = tree.target(tree.child(rows[above], log.keys[row])) if above >= 0 else 0
                found[rows[row]] = at - self._record.given
        return found

    def _forcing(self, at: int, log: Log, row: int) -> Forcing:
        wheres = self._record.wheres
        where, seen = wheres[at] if wheres is not None else (None, None)
        value, index = END if log.keys[row] is END else log.layers[row], at - self._record.given
        return Forcing(index, log.name, log.path(row), value, where, seen, write_part(log, row))

    def __repr__(self) -> str:
        return f"<Trace of {len(self)} forcings>"

    def __str__(self) -> str:
        return "\n".join(map(str, self))


def _known_part(value: Any) -> Any:
    """Return a variable for display: for a thunk its known part, as an atom or else a demand."""
    if not is_thunk(value):
        return value
    known = forced_part(value)
    layers = [layer for *_, layer in known.rows()]
    return layers[0] if len(layers) == 1 and not isinstance(layers[0], Layer) else known


class Recorded:
    """Base of observations of a call and of a block, for access to their record."""

    _record: Record

    def __bool__(self) -> NoReturn:
        raise TypeError("an observation has no truth value; assert something of its .demand, .demands or .result")

    def __eq__(self, other: object) -> bool:
        is_pattern = type(other) is str and other.startswith(("[", "{", "(", "_"))  # tools compare with file names
        if self is not other and (isinstance(other, (Recorded, *NEVER_EQUAL)) or is_pattern):
            raise TypeError(
                f"an observation is never equal to {shown(other)}; compare its .demand, .demands or .result"
            )
        return self is other or NotImplemented

    __hash__ = object.__hash__

    @property
    def trace(self) -> Trace:
        """Forcings so far, in order, as a lazy sequence of `Forcing`."""
        return Trace(self._record)

    @property
    def reads(self) -> Reads:
        """Number of fetches of each part from its container, by argument and path; needs `count=True`.

        Elements, values behind keys, fields and attributes count; the first fetch is 1, so repeated work shows as more.

        >>> from strictcheck import observe
        >>> observe(lambda xs: xs[0] + xs[0], [1, 2], count=True).reads
        {('xs', (0,)): 2}
        """
        if self._record.reads is None:
            raise StrictCheckError("reads were not counted; pass count=True to observe")
        logs, counts = self._record.logs, self._record.reads.items()
        return Reads({(logs[log].name, (*logs[log].path_of(at), key)): n for (log, at, key), n in counts})


def check_watched(record: Record, wanted: tuple[str, ...], function: Callable[..., Any] | None = None) -> None:
    """Raise `StrictCheckError` if one of the `wanted` variables was at none of the places that forced anything."""
    rows = (record.wheres or [])[record.given :]
    found = {name for _, seen in rows for name in seen or ()}
    missing = [name for name in wanted if name not in found]
    if not missing:
        return
    known = _locals(getattr(function, "__code__", None))
    near = [] if missing[0] in known else get_close_matches(missing[0], known, n=1)
    meant = f"did you mean {near[0]}? " if near else "it is set later; " if missing[0] in known else ""
    optional = f"write {missing[0] + '?'!r} for one that may be missing"
    advice = optional if missing[0].isidentifier() else "write a tuple of names, watch=('alpha', 'beta')"
    raise StrictCheckError(
        f"watch={missing[0]!r}: no local variable of this name was there where anything was forced; {meant}{advice}"
    )


def _locals(code: CodeType | None) -> list[str]:
    """List the local variables of a function, and of the functions inside it."""
    if code is None:
        return []
    inner = [name for part in code.co_consts if isinstance(part, CodeType) for name in _locals(part)]
    return [*code.co_varnames, *code.co_freevars, *inner]


READ, ASKED, LOOKED, PULLED, CALLED, MISSED, LISTED, ENDED = "read ask look pull call miss keys end".split()
STEPS = {KEYS: LISTED, END: ENDED}


class Fetch(NamedTuple):
    """Fetch of the part at `path`: `how` it was done, by the line `where`.

    `how` is `read`, `ask` (if a key is there), `pull` (the next element of an iterator), `call` (of a function), `miss`
    (there is no such key),
    `keys` (all keys of the mapping at `path` were listed), `end` (the iterator at `path` was pulled to its end), or
    `look` (a part that was fetched earlier was forced).
    """

    path: tuple[Any, ...]
    how: str
    where: Where

    @property
    def part(self) -> tuple[tuple[Any, ...], bool]:
        """Path, and True if all keys of the part there, or its end, were asked for."""
        return self.path, self.how in STEPS.values()

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
        (at, 1, Fetch((*logs[log].path_of(number), key), how, where))
        for at, log, number, key, how, where in record.fetches
        if log in logs
    ]
    # A part is looked at after it was read, but a key that is not there was asked for in vain by that very fetch.
    found += [(at, 2 * (fetch.how == LOOKED), fetch) for at, fetch in _forced_fetches(observation, logs)]
    return [fetch for *_, fetch in sorted(found, key=lambda one: one[:2])]


def _forced_fetches(observation: Recorded, logs: dict[int, Log]) -> Iterator[tuple[int, Fetch]]:
    record = observation._record
    for at, (log, row) in enumerate(record.forcings()):
        if log.number in logs and at >= record.given and (how := _how(log, row)):
            yield at, Fetch(log.path(row), how, record.wheres[at][0] if record.wheres is not None else UNKNOWN)


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
