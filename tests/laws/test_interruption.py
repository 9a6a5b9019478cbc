"""Ctrl-C, a time limit, a budget or an error at every possible forcing: what was seen is kept, nothing is left over."""

from __future__ import annotations

import asyncio
import gc
import linecache
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from inspect import CO_GENERATOR
from typing import Any

import pytest
from shared_values import Box, Point

from lazytree import alphabeta, alphabeta_lattice, from_nested
from strictcheck import Stream, TooMuchForced, delay, max_forced, nf, observe, observing
from strictcheck.observation import budgets as budgets_module
from strictcheck.observation import open_records
from strictcheck.thunks.places import CELL, END, Step


def garden() -> dict[str, Any]:
    """Values of every kind, some of them delayed."""
    return {
        "numbers": [1, delay(lambda: 2), 3],
        "points": (Point(1, [2]), delay(lambda: Point(3, delay(lambda: [4])))),
        "box": Box({"k": 5}),
        "stream": Stream(delay(lambda number=number: number) for number in range(3)),
        "pulled": iter([6, 7]),
        "function": lambda x: [x, x],
    }


def walk(g: Any) -> Any:
    total = sum(g["numbers"]) + sum(p.x + p.y[0] for p in g["points"]) + g["box"].held["k"]
    return {"total": total + sum(g["stream"]) + next(g["pulled"]) + g["function"](8)[1], "none": "z" in g}


GAME = from_nested([[3, 12, 8], [2, [4, 1], 6], [14, 5, 2]])
CALLS: dict[str, tuple[Callable[[Any], Any], Callable[[], Any]]] = {
    "garden": (walk, garden),
    "lazy result": (lambda xs: ([x, x] for x in xs), lambda: [1, delay(lambda: 2), 3]),
    "alphabeta": (alphabeta, lambda: GAME),
    "lattice": (alphabeta_lattice, lambda: GAME),
}


class Limit(Exception):
    """What the time limit raises."""


def out_of_time(number: int, frame: Any) -> None:
    raise Limit


@pytest.fixture(autouse=True)
def _signals() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGALRM)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGALRM, out_of_time)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def hooked(at: int, interrupt: Callable[[], Any]) -> Any:
    """A context in which `interrupt` is called before the forcing number `at`, from 0."""
    count = -1

    class Hook(budgets_module.Budget):
        def __call__(self, *about: Any) -> None:
            nonlocal count
            count += 1
            if count == at:
                interrupt()

    return budgets_module.in_force(Hook(0, (object,)))


def fails() -> None:
    raise ZeroDivisionError


INTERRUPTIONS: dict[str, tuple[type[BaseException], Callable[[int], Any]]] = {
    "Ctrl-C": (KeyboardInterrupt, lambda at: hooked(at, lambda: signal.raise_signal(signal.SIGINT))),
    "a time limit": (Limit, lambda at: hooked(at, lambda: signal.raise_signal(signal.SIGALRM))),
    "an error": (ZeroDivisionError, lambda at: hooked(at, fails)),
    "a budget": (TooMuchForced, max_forced),
}


def places(observation: Any) -> list[Any]:
    return [(forcing.argument, forcing.path, repr(forcing.value)) for forcing in observation.trace]


def possible(kind: str, full: Any) -> range:
    return range(len(counted(full)) if kind == "a budget" else len(full.trace))


def seen_before(kind: str, at: int, full: Any) -> int:
    """How many forcings come before the one that was interrupted."""
    return counted(full)[at] if kind == "a budget" else at


def counted(full: Any) -> list[int]:
    """The forcings that a budget counts: not those that reveal what is absent, and what is pulled or read only once."""
    numbers, cells = list[int](), set[Any]()
    for number, forcing in enumerate(full.trace):
        place = (forcing.argument, forcing.path)
        if forcing.value is CELL:
            cells.add(place)
        if forcing.value in (CELL, END) or not (isinstance(forcing.value, Step) or place in cells):
            numbers.append(number)
        elif place in cells:
            cells.discard(place)
    return numbers


def check_nothing_is_left() -> None:
    assert open_records.BUDGETS.get() == ()
    assert open_records.RECORDS.get() == ()
    assert threading.active_count() == 1 or all(not t.name.startswith("interrupted") for t in threading.enumerate())


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("kind", INTERRUPTIONS)
def test_whatever_comes_at_any_forcing_keeps_what_was_seen_before_it(kind: str, call: str) -> None:
    function, make = CALLS[call]
    error, interruption = INTERRUPTIONS[kind]
    full = observe(function, make(), context=nf)
    assert len(full.trace) > 3
    for at in possible(kind, full):
        value = make()
        with pytest.raises(error) as caught, interruption(at):
            observe(function, value, context=nf)
        partial = caught.value.observation  # type: ignore[attr-defined]
        assert isinstance(partial.error, error)
        assert places(partial) == places(full)[: seen_before(kind, at, full)]
        assert partial.demand <= full.demand
        assert repr(partial)
        assert not partial._record.is_open
        check_nothing_is_left()
        if call != "garden":  # in which an iterator has been pulled
            again = observe(function, value, context=nf)
            assert places(again) == places(full)
            assert again.demand == full.demand
            again.replay()


@pytest.mark.parametrize("kind", INTERRUPTIONS)
def test_a_block_that_is_interrupted_at_any_forcing_keeps_what_was_seen_before_it(kind: str) -> None:
    error, interruption = INTERRUPTIONS[kind]
    with observing(garden()) as full:
        walk(full.value)
    for at in possible(kind, full):
        with pytest.raises(error), interruption(at), observing(garden()) as seen:
            walk(seen.value)
        assert places(seen) == places(full)[: seen_before(kind, at, full)]
        check_nothing_is_left()


@pytest.mark.parametrize("kind", [kind for kind in INTERRUPTIONS if kind != "Ctrl-C"])  # which asyncio makes its own
def test_a_task_that_is_interrupted_at_any_forcing_keeps_what_was_seen_before_it(kind: str) -> None:
    error, interruption = INTERRUPTIONS[kind]

    async def slowly(g: Any) -> Any:
        await asyncio.sleep(0)
        return walk(g)

    full: Any = asyncio.run(observe(slowly, garden()))  # type: ignore[arg-type]
    for at in possible(kind, full)[::5]:

        async def interrupted(at: int = at) -> Any:
            with interruption(at):
                return await observe(slowly, garden())  # type: ignore[misc]

        with pytest.raises(error) as caught:
            asyncio.run(interrupted())
        assert places(caught.value.observation) == places(full)[: seen_before(kind, at, full)]
        check_nothing_is_left()


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError, AttributeError, MemoryError])
def test_each_source_in_turn_may_raise(error: type[BaseException]) -> None:
    count = 6

    def made(failing: int) -> list[Any]:
        def source(number: int) -> int:
            if number == failing:
                raise error
            return number

        return [delay(lambda number=number: source(number)) for number in range(count)]

    full = observe(sum, made(count))
    for failing in range(count):
        with pytest.raises(BaseException) as caught:
            observe(sum, made(failing))
        partial: Any = caught.value.observation  # type: ignore[attr-defined]
        kept = len(partial.trace) - (error is not KeyboardInterrupt)  # which is no value, and leaves no row
        assert places(partial)[:kept] == places(full)[: failing + 1]
        assert partial.demand.size == len(partial.trace)


def test_a_delayed_value_that_was_interrupted_is_computed_by_the_next_who_looks() -> None:
    interrupts = [True]

    def source() -> list[int]:
        if interrupts.pop() if interrupts else False:
            signal.raise_signal(signal.SIGINT)
        return [1, 2]

    value = [delay(source)]
    with pytest.raises(KeyboardInterrupt) as caught:
        observe(lambda xs: xs[0][1], value)
    assert str(caught.value.observation.demand) == "[_]"  # type: ignore[attr-defined]
    assert observe(lambda xs: xs[0][1] + 0, value).result == 2


# --- Anywhere at all -------------------------------------------------------------------------------------------------

OWN = ("strictcheck/", "test_interruption", "contextlib")
PASSED_BY = ("with ", "try:", "log.acquire(", "log.release(")


class Injected(KeyboardInterrupt):
    """Raised by nothing else, so that nothing else is mistaken for it."""


def steps(function: Callable[[], Any], at: int = -1) -> int:
    """Run `function`, and raise `Injected` at the step number `at` in the library's code; returns the steps there were.

    Steps are where Python looks for signals: at the beginning of functions, and after calls, which is on the next line.
    """
    count = 0

    def tracing(frame: Any, event: str, argument: Any) -> Any:
        nonlocal count
        if not any(own in frame.f_code.co_filename for own in OWN):
            return None
        # On its way out of a block Python comes by the line of the `with` once more, where it looks for no signals.
        line = linecache.getline(frame.f_code.co_filename, frame.f_lineno).lstrip()
        # Nor does it before a call of what is written in C, or at a `try`, which no handler around it covers.
        # Nobody gets what is raised as a generator is entered to be closed.
        is_call = event == "call" and not frame.f_code.co_flags & CO_GENERATOR
        if is_call or (event == "line" and not line.startswith(PASSED_BY)):
            count += 1
            if count - 1 == at:
                raise Injected
        return tracing

    sys.settrace(tracing)
    try:
        function()
    finally:
        sys.settrace(None)
    return count


SMALL: dict[str, tuple[Callable[[Any], Any], Callable[[], Any]]] = {
    "list": (lambda xs: xs[0] + xs[1], lambda: [1, delay(lambda: 2), 3]),
    "object": (lambda box: [*box.held.values()], lambda: Box({"k": delay(lambda: [5])})),
    "stream": (lambda xs: list(xs), lambda: Stream(delay(lambda n=n: n) for n in range(2))),
}


@pytest.fixture
def _no_collection() -> Iterator[None]:
    """Leave garbage of other tests alone: what is injected would come while a generator among it is closed."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.slow
@pytest.mark.usefixtures("_no_collection")
@pytest.mark.parametrize("call", SMALL)
@pytest.mark.parametrize("apart", [23, pytest.param(5, marks=pytest.mark.slow)])
def test_whatever_comes_at_any_step_of_the_library_leaves_the_next_run_as_it_was(call: str, apart: int) -> None:
    function, make = SMALL[call]
    full = observe(function, make(), context=nf)
    total = steps(lambda: observe(function, make(), context=nf))
    assert total > 100
    for at in range(0, total, apart):
        value = make()
        try:
            # In a thread of its own: what comes within an `except` leaves CPython 3.11 in the midst of handling it.
            with ThreadPoolExecutor(1) as thread:
                thread.submit(steps, lambda value=value: observe(function, value, context=nf), at).result()
        except Injected as error:
            partial = getattr(error, "observation", None)  # there is none before it is made, or after it is over
            if partial is not None:
                assert partial.demand <= full.demand, at
                assert places(partial) == places(full)[: len(partial.trace)], at
        if call != "stream":  # whose generator an exception has ended
            again = observe(function, value, context=nf)
            assert places(again) == places(full), at
            assert again.demand == full.demand
        assert observe(sum, [1, 2]).result == 3
        check_nothing_is_left()
