"""Rows: what one call looked at in one context, as numbers.

The contexts do not look at elements themselves: what they looked at would be blamed on the function.
"""

from __future__ import annotations

import inspect
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Any, NamedTuple
from zlib import crc32

from strictcheck.demands.demand import Demand
from strictcheck.errors import BadInput
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.table import kind_of
from strictcheck.messages import in_a_line, shown
from strictcheck.observation.async_calls import run_to_end
from strictcheck.observation.demand_of_record import demand_of
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.one_call import observe
from strictcheck.observation.open_records import open_record
from strictcheck.observation.result_contexts import take
from strictcheck.observation.traces import Fetch, Recorded, fetches_of
from strictcheck.profiles.argument_shapes import ATOMS
from strictcheck.profiles.call_plans import Data, Plan, bind
from strictcheck.thunks.log import Record
from strictcheck.thunks.proxy import get_source, is_thunk

MOST = 40  # results that are asked for when all are
ITEMS = "all results and their items"
CONTEXTS = {"call": 0, "1 result": 1, "2 results": 2, "3 results": 3, "all results": MOST, ITEMS: MOST}
KEPT_BACK = -1  # in place of their number, where no results are asked for: they are those of an argument
DEPTH, SHORT = 4, 200  # of an outcome that is written, and characters of a demand that is kept
COMPARED = ("pulled", "ended", "again", "called", "looked", "inside", "whole", "touched")  # numbers that a profile has
KEPT = 12  # inputs of which a profile has the demands
CALLED_LATER, PARTS_LATER = "its result is called", "its results are iterated"  # when a call looks at more

Row = dict[str, Any]


class Plain(NamedTuple):
    """Plain call: its outcome as text, whether it has results one by one, when it may look at more than for them.

    `message` is that of the exception. There is no outcome of a call that hangs or tries what it may not.
    """

    outcome: str | None = None
    has_results: bool = False
    later: str = ""
    message: str = ""


class Calls(NamedTuple):
    """Calls with one input: the plain one, and rows of those that were observed, if they could be verified."""

    plain: Plain
    rows: list[Row] | None


def is_iterable(value: Any) -> bool:
    """True for results that can be asked for one element, then for another."""
    return not isinstance(value, (str, bytes, type)) and (hasattr(value, "__iter__") or hasattr(value, "__aiter__"))


def looks_later(result: Any) -> str:
    """Say when more may be looked at than for a result and its elements; an empty text if never.

    >>> looks_later((iter([]), iter([]))), looks_later([0, 1])
    ('its results are iterated', '')
    """
    if callable(result) and not is_iterable(result):
        return CALLED_LATER
    parts: Any = result if is_iterable(result) and hasattr(result, "__len__") else ()
    return PARTS_LATER if any(hasattr(part, "__next__") for part in islice(parts, MOST)) else ""


def plain_call(function: Callable[..., Any], plan: Plan, data: Data) -> Plain:
    """Make the plain call. Its outcome is written by structure, without class names.

    >>> from strictcheck.profiles.call_plans import Slot
    >>> plain_call(lambda xs: map(str, xs), Plan([Slot("xs", "", "list")]), {"xs": [1, 2, 4]})
    Plain(outcome="['1', '2', '4']", has_results=True, later='', message='')
    """
    call, observed, _ = bind(function, plan, data)
    has_results, later, message = False, "", ""
    try:
        is_awaited = hasattr(result := call(*observed), "__await__")
        has_results, later = is_awaited or is_iterable(result), looks_later(result)
        outcome = run_to_end(_awaited(result)) if is_awaited or hasattr(result, "__aiter__") else structure(result)
    except Exception as error:
        if type(error).__module__ == "hypothesis.errors" and type(error).__name__ == "InvalidState":
            raise BadInput("calls a function that Hypothesis drew; draw your own, as by st.just(f)") from None
        outcome = f"raises {type(error).__name__}"
        message = in_a_line(f": {error}") if str(error) else ""
    return Plain(outcome, has_results, later, message)


async def _awaited(result: Any) -> str:
    result = await result if hasattr(result, "__await__") else result
    if not hasattr(result, "__aiter__"):
        return structure(result)
    found: list[str] = []
    async for element in result:
        found.append(structure(element))
        if len(found) == MOST:
            break
    return f"[{', '.join(found)}]"


def structure(value: Any, depth: int = DEPTH) -> str:
    """Describe a value by its structure, down to a depth; iterators are used up to the fortieth element."""
    if value is None or type(value) in (bool, int, float, str, bytes):
        return repr(value)
    if depth and hasattr(value, "keys") and hasattr(value, "__getitem__"):
        pairs = (f"{structure(key)}: {structure(value[key], depth - 1)}" for key in islice(value, MOST))
        return f"{{{', '.join(pairs)}}}"
    if depth and is_iterable(value) and hasattr(value, "__iter__"):
        return f"[{', '.join(structure(element, depth - 1) for element in islice(value, MOST))}]"
    return "function" if callable(value) else "object"


def rows_of(
    function: Callable[..., Any], plan: Plan, data: Data, *, has_results: bool, verify: bool, atoms: tuple[type, ...]
) -> list[Row]:
    """Observe the call with these arguments, and return a row for each context; without results, for the call alone.

    One observation has the rows of all, for its results are asked for one by one. The items of results that are
    iterators are asked for in a second one. With `verify`, raises `NotCertified` where thunks go another way than plain
    values.
    """
    names, rows = list(CONTEXTS) if has_results else ["call"], dict[str, Row]()
    for takes_items in (False, True):
        call, observed, others = bind(function, plan, data)
        asking = Asking(MOST * has_results, vars(call), others, inspect.iscoroutinefunction(function), takes_items)
        observation = observe(call, *observed, context=asking, atoms=atoms, count=True, catch=Exception, certify=False)
        last = asking.row(observation, observation.error)
        rows |= {name: asking.rows.get(CONTEXTS[name], last) for name in names if name == ITEMS or not takes_items}
        if not any(asking.are_iterators):
            break
    if verify:
        observation.verify()
    return [{"context": name, **row} for name, row in rows.items()]


@dataclass
class Asking:
    """Context that asks for a number of results, and, with `takes_items`, for the items of those that are iterators.

    It takes nothing from a result that is an argument or a part of one: the function would be blamed for it, also when
    certificates repeat the call on plain values. In an observation, it notes a row for each of `CONTEXTS`.
    """

    asked: int
    call: Mapping[str, Any]
    others: Sequence[Mapping[str, Any]]
    is_awaited: bool
    takes_items: bool
    rows: dict[int, Row] = field(default_factory=dict)
    is_part: bool | None = None
    are_iterators: list[bool] = field(default_factory=list)  # for each result

    def __call__(self, result: Any) -> None:
        """Take results, as many as are asked for."""
        if self.is_part is None:
            is_part = bool(self.call.get("is_part"))
            self.is_part = is_part or (self.is_awaited and (is_thunk(result) or not is_iterable(result)))
        self._note(0)
        if self.asked and not self.is_part:
            places = count()
            take(self.asked, lambda one: self._take(next(places), one))(result)

    def _take(self, place: int, result: Any) -> None:
        if place == len(self.are_iterators):
            is_part = is_thunk(result) and is_thunk(get_source(result))
            self.are_iterators.append(not is_part and hasattr(result, "__next__"))
        if self.takes_items and self.are_iterators[place]:
            for _ in islice(result, MOST):
                pass
        self._note(place + 1)

    def _note(self, taken: int) -> None:
        record = open_record()
        if taken in CONTEXTS.values() and record is not None:
            self.rows[taken] = self.row(SoFar(record))

    def row(self, seen: SoFar | Observation[Any], error: BaseException | None = None) -> Row:
        """Return the numbers of the call so far: what it did with the observed arguments, and with the others."""
        shared = self.call.get("returned", ())
        numbers = {argument: _numbers(seen, argument, argument in shared) for argument in seen.demands}
        callbacks = {name: value for name, value in self.others[0].items() if hasattr(value, "calls")}
        numbers |= {name: {"called": value.calls} for name, value in callbacks.items()}
        return {
            "taken": KEPT_BACK if self.is_part else len(self.are_iterators),
            "numbers": numbers,
            "demands": seen.demands,
            "error": None if error is None else type(error).__name__,
        }


class SoFar(Recorded):
    """Observation of a call that is not over."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self.demands = {log.name: demand_of(log) for log in record.logs}


def _numbers(observation: SoFar | Observation[Any], argument: str, is_shared: bool) -> dict[str, Any]:
    """Count fetches: elements, keys or attributes of the argument itself; `inside`, what is known further down.

    Zeros are left out. `which` and `at` list what was looked at and fetched; `whole` is a look at what has no parts.
    """
    fetches = fetches_of(observation, argument)
    looked = observation.demands[argument].children(0) if observation.demands[argument] else {}
    absent = {fetch.path[0] for fetch in fetches if fetch.how == "miss" and len(fetch.path) == 1}
    pulled = dict.fromkeys(fetch.path[0] for fetch in fetches if fetch.path and fetch.path[0] not in absent)
    paths = ((path, times) for (name, path), times in observation.reads.items() if name == argument)
    reads = [times for path, times in paths if len(path) == 1 and path[0] not in absent]
    below: dict[str, dict[str, None]] = {}
    for first, second in (one.path[:2] for one in fetches if len(one.path) > 1 and isinstance(one.path[1], str)):
        below.setdefault(shown(first), {})[shown(second)] = None
    counts = {
        "pulled": len(pulled),
        "ended": int(any(not fetch.path and fetch.how in ("end", "keys") for fetch in fetches)),
        "again": max(reads, default=1) - 1,
        "each again": min(reads, default=1) - 1,
        "looked": len(looked),
        "inside": len(_inside(fetches, observation.demands[argument])),
        "whole": int(not pulled and _is_whole(observation.demands[argument])),
        "absent": sorted(map(shown, absent)),
        "below": below,
        "held": Counter(shown(path[0]) for path in {one.path for one in fetches} if _is_of_item(path)),
        "touched": int(bool(observation.demands[argument])),
        "shared": int(is_shared),
        "which": [shown(key) for key in looked],
        "at": [shown(key) for key in pulled],
    }
    return {name: count for name, count in counts.items() if count}


def _is_of_item(path: tuple[Any, ...]) -> bool:
    """True for the path of an item of a list that is behind a key or an attribute."""
    return len(path) == 2 and isinstance(path[0], str) and isinstance(path[1], int)


def _inside(fetches: list[Fetch], demand: Demand) -> set[tuple[Any, ...]]:
    # What an item of a list holds may be passed on without a look; what is behind a key or an attribute is fetched.
    kept = (one for one in fetches if len(one.path) > 1 and (one.how != "read" or isinstance(one.path[0], str)))
    known = {one.path for one in kept if one.how != "miss"}
    rows = [(demand.path(row), getattr(layer, "present", ())) for row, *_, layer in demand.rows() if row]
    return known.union((*path, key) for path, keys in rows for key in keys)


def _is_whole(demand: Demand) -> bool:
    """True if a value was looked at that has no parts, such as a set, but is no number and no string."""
    *_, layer = next(demand.rows(), (None,))
    return not isinstance(layer, ATOMS) and kind_of(layer.cls if isinstance(layer, Layer) else type(layer)).is_leaf


def demand_texts(row: Row) -> dict[str, str]:
    """Write the demands of a row, unless they are long."""
    return {name: text for name, demand in row["demands"].items() if len(text := str(demand)) < SHORT}


def pack_measured(measured: dict[str, Any]) -> dict[str, Any]:
    """Return a measurement as a profile keeps it: rows in their short form, and checksums of outcomes."""
    outcomes = measured["outcomes"].items()
    short = {seed: text if text.startswith("raises ") else f"{crc32(text.encode()):x}" for seed, text in outcomes}
    return {**measured, "rows": pack(measured["rows"]), "outcomes": short}


def pack(rows: list[Row]) -> dict[str, Any]:
    """Make a short form of rows for JSON: a table of those that differ, and for each seed the places in it.

    Only numbers that are compared are kept, and demands of the first inputs.

    >>> row = {"context": "call", "taken": 0, "numbers": {"xs": {"pulled": 2, "at": [0, 1]}}, "error": None}
    >>> packed = pack([{**row, "seed": seed, "demands": {}} for seed in (0, 1, 2)])
    >>> packed["table"], packed["runs"]
    ([['call', 0, {'xs': {'pulled': 2}}, None]], {'0': [0], '1': [0], '2': [0]})
    >>> unpack(packed)[2]["numbers"]
    {'xs': {'pulled': 2}}
    """
    places: dict[str, int] = {}
    runs: dict[str, list[int]] = {}
    demands: dict[str, list[Any]] = {}
    for row in rows:
        counts = {name: {key: one[key] for key in COMPARED if key in one} for name, one in row["numbers"].items()}
        text = json.dumps([row["context"], row["taken"], counts, row["error"]])
        runs.setdefault(str(row["seed"]), []).append(places.setdefault(text, len(places)))
        if row["seed"] < KEPT:
            demands.setdefault(str(row["seed"]), []).append(demand_texts(row))
    return {"table": [json.loads(text) for text in places], "runs": runs, "demands": demands}


def unpack(packed: dict[str, Any]) -> list[Row]:
    """Return the rows of a short form."""
    return [
        {
            "seed": int(seed),
            **dict(zip(("context", "taken", "numbers", "error"), packed["table"][place], strict=True)),
            "demands": packed["demands"][seed][at] if seed in packed["demands"] else {},
        }
        for seed, places in packed["runs"].items()
        for at, place in enumerate(places)
    ]
