"""Delayed values: computed once, by one thread; what they raise; and values that need themselves."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Any

import pytest

from strictcheck import Demand, delay, force, is_forced, observe
from strictcheck.errors import BlackHole, SourceError


@pytest.mark.parametrize(
    "error", [AttributeError("inner"), StopIteration("inner"), StopAsyncIteration("inner")], ids=repr
)
def test_errors_that_python_would_swallow_surface_as_source_errors(error: Exception) -> None:
    def source() -> Any:
        raise error

    thunk = delay(source)
    touches = [lambda: hasattr(thunk, "x"), lambda: getattr(thunk, "x", 0), lambda: list(thunk), lambda: next(thunk, 0)]
    for touch in touches:
        with pytest.raises(SourceError) as caught:
            touch()
        assert caught.value.__cause__ is error


def test_a_loop_does_not_end_in_silence_when_an_element_fails_with_stop_iteration() -> None:
    def source() -> Any:
        return next(iter([]))

    with pytest.raises(SourceError):
        observe(lambda v: [x + 1 for x in v], [1, delay(source), 3])


def test_a_source_is_computed_once_however_often_it_is_touched() -> None:
    calls: list[int] = []
    thunk = delay(lambda: calls.append(1) or [5])  # type: ignore[func-returns-value]
    assert calls == []
    assert (thunk[0], len(thunk), thunk == [5], list(thunk), force(thunk)[0]) == (5, 1, True, [5], 5)
    assert calls == [1]


def test_a_source_that_raised_raises_the_same_exception_at_each_touch() -> None:
    calls: list[int] = []

    def source() -> Any:
        calls.append(1)
        raise ValueError("broken")

    thunk = delay(source)
    caught = []
    for touch in (lambda: thunk + 1, lambda: len(thunk), lambda: thunk.x):
        with pytest.raises(ValueError, match="broken") as info:
            touch()
        caught.append(info.value)
    assert calls == [1]
    assert caught[0] is caught[1] is caught[2]
    assert is_forced(thunk)


def test_the_traceback_does_not_grow_with_each_touch() -> None:
    def source() -> Any:
        raise ValueError("broken")

    def length(thunk: Any) -> int:
        try:
            force(thunk)
        except ValueError as error:
            frames, traceback = 0, error.__traceback__
            while traceback is not None:
                frames, traceback = frames + 1, traceback.tb_next
            return frames
        raise AssertionError("did not raise")

    thunk = delay(source)
    assert length(thunk) == length(thunk) == length(thunk)


def test_the_record_says_that_a_source_raised() -> None:
    def source() -> Any:
        raise ValueError("broken")

    def use(v: Any) -> Any:
        with contextlib.suppress(ValueError):
            v[1] + 1
        return v[0] + 1

    observation = observe(use, [1, delay(source), 3])
    assert observation.demand == Demand.parse("[1, Raised(ValueError), _]")


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_what_comes_from_outside_passes_through_and_is_tried_again(error: type[BaseException]) -> None:
    attempts: list[int] = []

    def source() -> Any:
        attempts.append(1)
        if len(attempts) == 1:
            raise error
        return 5

    thunk = delay(source)
    with pytest.raises(error):
        thunk + 1
    assert not is_forced(thunk)
    assert thunk + 1 == 6
    assert len(attempts) == 2


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_what_comes_from_outside_leaves_no_row_in_the_record(error: type[BaseException]) -> None:
    attempts: list[int] = []

    def source() -> Any:
        attempts.append(1)
        if len(attempts) == 1:
            raise error
        return 5

    def use(v: Any) -> Any:
        with contextlib.suppress(error):
            v[0] + 1
        return v[0] + 1

    observation = observe(use, [delay(source)])
    assert observation.result == 6
    assert str(observation.demand) == "[5]"


def test_a_thunk_that_needs_itself_is_a_black_hole_at_once() -> None:
    thunk: Any = delay(lambda: thunk + 1)
    with pytest.raises(BlackHole):
        thunk + 1


def test_a_black_hole_names_its_path() -> None:
    inner: list[Any] = []
    inner.append(delay(lambda: inner[0] + 1))
    with pytest.raises(BlackHole) as caught:
        observe(lambda v: v["deep"][1][0] + 1, {"deep": [0, inner]})
    assert caught.value.path == ("deep", 1, 0)
    assert "('deep', 1, 0)" in str(caught.value)


def test_thunks_that_need_each_other_are_a_black_hole() -> None:
    one: Any = delay(lambda: other + 1)
    other: Any = delay(lambda: one + 1)
    with pytest.raises(BlackHole):
        one + 1


def in_threads(*functions: Callable[[], Any]) -> list[Any]:
    """What each function gives, or raises, when all run at the same time; a thread that hangs fails the test."""
    results: list[Any] = [None] * len(functions)

    def run(index: int) -> None:
        try:
            results[index] = functions[index]()
        except BaseException as error:
            results[index] = error

    threads = [threading.Thread(target=run, args=(index,), daemon=True) for index in range(len(functions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive(), "a thread hangs"
    return results


def test_when_two_threads_touch_one_thunk_one_computes_and_the_other_waits() -> None:
    calls: list[int] = []
    started, go_on = threading.Event(), threading.Event()

    def source() -> int:
        calls.append(threading.get_ident())
        started.set()
        assert go_on.wait(30)
        return 5

    thunk = delay(source)

    def second() -> int:
        assert started.wait(30)
        threading.Timer(0.05, go_on.set).start()
        return thunk + 2

    assert in_threads(lambda: thunk + 1, second) == [6, 7]
    assert len(calls) == 1


def test_the_thread_that_waited_gets_the_exception_too() -> None:
    started, go_on = threading.Event(), threading.Event()

    def source() -> int:
        started.set()
        assert go_on.wait(30)
        raise ValueError("broken")

    thunk = delay(source)

    def second() -> Any:
        assert started.wait(30)
        threading.Timer(0.05, go_on.set).start()
        return thunk + 2

    first, other = in_threads(lambda: thunk + 1, second)
    assert isinstance(first, ValueError)
    assert first is other


def test_when_the_computing_thread_is_interrupted_the_waiting_one_takes_over() -> None:
    started, go_on = threading.Event(), threading.Event()
    attempts: list[int] = []

    def source() -> int:
        attempts.append(1)
        if len(attempts) == 1:
            started.set()
            assert go_on.wait(30)
            raise SystemExit
        return 5

    thunk = delay(source)

    def second() -> Any:
        assert started.wait(30)
        threading.Timer(0.05, go_on.set).start()
        return thunk + 2

    first, other = in_threads(lambda: thunk + 1, second)
    assert isinstance(first, SystemExit)
    assert other == 7


def test_only_a_function_can_be_delayed() -> None:
    with pytest.raises(TypeError, match=r"pass a function of no arguments, lambda: \.\.\."):
        delay(1)  # type: ignore[arg-type]
