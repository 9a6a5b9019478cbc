"""Ctrl-C wherever Python looks for it, in each kind of forcing: nothing is left over, and nobody waits for ever."""

from __future__ import annotations

import inspect
import operator
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any
from zlib import crc32

import pytest
from long_runs import one_in, size
from shared_values import Box, Point
from signal_points import Injected, points

from lazytree import alphabeta, from_nested
from strictcheck import Observation, Stream, delay, nf, observe
from strictcheck.errors import SourceError
from strictcheck.thunks.places import CELL
from strictcheck.thunks.suspended import Suspension

PATIENCE = 60  # seconds after which a lock is taken to be held for ever


@dataclass(frozen=True)
class Frozen:
    held: Any


def failing() -> Any:
    raise ValueError("no")


def attempted(function: Callable[[], Any]) -> Any:
    try:
        return function()
    except (ValueError, SourceError) as error:
        return str(error)


FORCINGS: dict[str, tuple[Callable[[Any], Any], Callable[[], Any]]] = {
    "atom": (lambda xs: xs[0] + 0, lambda: [3]),
    "none": (lambda xs: [x is None for x in xs], lambda: [None, True, None]),
    "list": (lambda xs: [len(x) for x in xs], lambda: [[1], [2, 3]]),
    "tuple": (lambda xs: [x is None for x in xs[1]], lambda: (1, (2, None, 3))),
    "changed list": (lambda xs: [*xs[0][::-1]], lambda: [[1, None]]),
    "dict": (lambda d: (d["a"] + 0, "z" in d, [*d]), lambda: {"a": 1, "b": None}),
    "set": (lambda xs: 1 in xs[0], lambda: [{1, 2}]),
    "record": (lambda xs: xs[0].x + 0, lambda: [Point(1, None)]),
    "field": (lambda game: (game.held.held, game.held), lambda: Frozen(Frozen(None))),
    "object": (lambda box: (box.held["k"] + 0, hasattr(box, "other")), lambda: Box({"k": 5})),
    "stream": (lambda xs: (xs[0] is None, xs[1] + 0), lambda: Stream([None, 2, 3])),
    "delayed": (lambda xs: (xs[0] + 0, len(xs[1])), lambda: [delay(lambda: 2), delay(lambda: [1])]),
    "delayed twice": (lambda xs: xs[0][0] + 0, lambda: [delay(lambda: delay(lambda: [delay(lambda: 2)]))]),
    "delayed none": (lambda xs: str(xs[0]), lambda: [delay(lambda: None)]),
    "failing": (lambda xs: attempted(lambda: xs[0] + 0), lambda: [delay(failing)]),
    "search": (alphabeta, lambda: from_nested([[3, 12], [2, 4]])),
}
# What they pull is gone when Ctrl-C comes before it is handed out, and what they call is called again.
SPENT: dict[str, tuple[Callable[[Any], Any], Callable[[], Any]]] = {
    "iterator": (lambda xs: [x is None for x in xs], lambda: iter([None, 2, 3])),
    "end of a stream": (lambda xs: attempted(lambda: len([*xs])), lambda: Stream([])),
    "function": (lambda f: f(8)[1] + 0, lambda: lambda x: [x, x]),
}
OPTIONS: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
    "plainly": ((), {}),
    "with everything": ((None, 5), {"where": True, "count": True}),
}


def own(file: str) -> bool:
    return "strictcheck/" in file and "strictcheck/tests" not in file


def in_thread(function: Callable[[], Any]) -> Any:
    # In a thread of its own: what comes within an `except` leaves CPython 3.11 in the midst of handling it.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(function).result()


def elsewhere(function: Callable[[], Any]) -> Any:
    """What another thread gets, if it ever does."""
    found: Future[Any] = Future()

    def run() -> None:
        try:
            found.set_result(function())
        except BaseException as error:
            found.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return found.result(PATIENCE)  # or a lock is not given back


class Twice:
    """Looks from another thread, and again from the same."""

    def __init__(self, look: Callable[[Any], Any]) -> None:
        self.look = look

    def __call__(self, value: Any, *others: Any) -> Any:
        there = elsewhere(lambda: self.look(value))
        return there, self.look(value), [other is None for other in others]


def check_record(observation: Observation[Any]) -> None:
    record = observation._record
    rows = list(record.forcings())  # settles them
    for log in record.logs:
        assert len(log.parents) == len(log.keys) == len(log.layers)
        places = list(zip(log.parents, log.keys, (layer is CELL for layer in log.layers), strict=True))
        assert len(set(places)) == len(places), "nothing is recorded twice"
        assert all(parent < row for row, parent in enumerate(log.parents))
    total = sum(len(log.layers) for log in record.logs)
    assert len(record) == total == len(rows)
    assert record.wheres is None or len(record.wheres) == total
    assert not record.is_open


def places_to_stop(case: str) -> Iterator[int]:
    """Each sixtieth place, or each eighth with `--thorough`, from another start for each case."""
    step = size(60, 8)
    return count(crc32(case.encode()) % step, step)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("kind", one_in(2, [*FORCINGS, *SPENT]))
def test_ctrl_c_anywhere_closes_the_observation_and_the_next_is_as_if_it_had_not_been(kind: str, options: str) -> None:
    look, make = {**FORCINGS, **SPENT}[kind]
    others, chosen = OPTIONS[options]
    full = observe(Twice(look), make(), *others, context=nf, **chosen)
    at = -1
    for at in places_to_stop(f"{kind} {options}"):
        value = make()
        try:
            code = partial(observe, lambda value, *others: look(value), value, *others, context=nf, **chosen)
            in_thread(partial(points, code, own, at))
            break
        except Injected as error:
            closed = getattr(error, "observation", None)  # there is none before the call, or after it
            assert closed is None or not closed._record.is_open
        if kind in FORCINGS:
            again = observe(Twice(look), value, *others, context=nf, **chosen)
            check_record(again)
            assert again.demands == full.demands, at
            again.replay()
    assert at > 3


LATE: dict[str, Callable[[Callable[[], int]], Callable[[], Any]]] = {
    "delayed": lambda source: partial(operator.add, delay(source), 0),
    "suspension": lambda source: Suspension(source).value,
    "stream": lambda source: partial(Stream(map(lambda _: source(), "ab")).__getitem__, 1),  # noqa: C417  # goes on
}


@pytest.mark.parametrize("kind", LATE)
def test_what_ctrl_c_cut_short_is_computed_by_whoever_looks_next(kind: str) -> None:
    at = -1
    for at in count():
        look = LATE[kind](lambda: 7)
        try:
            in_thread(partial(points, look, own, at))
            break
        except Injected:
            assert elsewhere(look) == in_thread(look) == look()
    assert at > 0


def test_a_stream_whose_generator_ctrl_c_ended_is_not_taken_for_complete() -> None:
    left = [KeyboardInterrupt(), None]

    def source(number: int) -> int:
        if number == 1 and (error := left.pop(0)):
            raise error
        return number

    generated, mapped = Stream(source(number) for number in range(3)), Stream(map(source, range(3)))
    with pytest.raises(KeyboardInterrupt):
        list(generated)
    for _ in range(2):
        with pytest.raises(SourceError, match=r"interrupted by KeyboardInterrupt at element 1.*make the stream anew"):
            list(generated)
    assert not generated.exhausted
    left.insert(0, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        list(mapped)
    assert list(mapped) == [0, 2], "a source that goes on does so after the element that was lost"


def test_where_is_told_of_the_right_forcing_whatever_was_given_before_the_call() -> None:
    def look(first: Any, *numbers: int, **named: int) -> int:
        return numbers[0] + named["x"]

    for forcing in observe(look, None, 2, x=1, where=True).trace:
        assert forcing.where is not None
        assert forcing.where.function.endswith("look")


def deeper(plies: int, function: Callable[[], Any]) -> Any:
    return function() if plies == 0 else deeper(plies - 1, function)


KEEPING_ERRORS = ("delayed", "delayed twice", "delayed none", "failing", "stream")  # of a source, this one too


@pytest.mark.parametrize("kind", [kind for kind in FORCINGS if kind not in KEEPING_ERRORS])
def test_a_stack_that_is_used_up_anywhere_within_a_forcing_leaves_a_right_record_and_no_lock(kind: str) -> None:
    look, make = FORCINGS[kind]
    full = observe(Twice(look), make(), context=nf)
    failed = 0

    def cramped(value: Any) -> Any:
        nonlocal failed
        with suppress(RecursionError):
            deeper(sys.getrecursionlimit() - len(inspect.stack(0)) - room, partial(look, value))
            failed -= 1
        failed += 1
        return Twice(look)(value)

    for room in range(1, 40):
        value = make()
        found = in_thread(partial(observe, cramped, value, context=nf))
        check_record(found)
        assert found.demands == full.demands, room
        assert repr(found.result) == repr(full.result), room
    assert failed > 5
