"""Many threads and tasks on one observed value: each part computed once, one record of it in order, and no deadlock."""

from __future__ import annotations

import asyncio
import collections
import contextvars
import faulthandler
import functools
import itertools
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from shared_values import Point

from strictcheck import Stream, TooMuchForced, delay, max_forced, observe, observing
from strictcheck.thunks.places import CELL

THREADS, TASKS = 8, 100
PATIENCE = 60  # seconds until a test counts as stuck; what it does takes less than one


@pytest.fixture(autouse=True)
def _switching_all_the_time() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    faulthandler.dump_traceback_later(2 * PATIENCE, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()
    sys.setswitchinterval(before)


class Pair(NamedTuple):
    left: Any
    right: Any


class Box:
    def __init__(self, **held: Any) -> None:
        self.__dict__.update(held)


class Counted:
    """Makes delayed values, and counts how often each is computed."""

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}

    def delayed(self, value: Any) -> Any:
        number = len(self.counts)
        self.counts[number] = 0

        def source() -> Any:
            self.counts[number] += 1
            for _ in range(3):
                threading.Event().wait(0)  # lets others run
            return value

        return delay(source)


def garden(counted: Counted) -> dict[str, Any]:
    """A value of every kind, with delayed parts in it."""
    late = counted.delayed
    return {
        "list": [late(number) for number in range(5)],
        "tuple": (1, late((2, late(3)))),
        "points": [Point(number, late([number])) for number in range(4)],
        "pair": late(Pair(late("a"), "b")),
        "box": Box(one=late(1), two=Box(three=late(3))),
        "stream": Stream(late(number) for number in range(5)),
        "mapping": {"k": late({"l": late(1)}), "m": 2},
        "delayed": late(late(7)),
    }


# Each looks at a part of the garden; all together, at everything.
WALKS: list[Callable[[Any], Any]] = [
    lambda g: [x + 1 for x in g["list"]],
    lambda g: g["list"][-1] + g["list"][0],
    lambda g: (g["tuple"][0], g["tuple"][1][1] + 0),
    lambda g: [p.x + p.y[0] for p in g["points"]],
    lambda g: g["points"][2].y[0] + 0,
    lambda g: g["pair"].left + g["pair"].right,
    lambda g: g["box"].two.three + g["box"].one,
    lambda g: [x + 1 for x in g["stream"]],
    lambda g: g["stream"][2] + 0,
    lambda g: (g["mapping"]["k"]["l"] + 0, "n" in g["mapping"]),
    lambda g: sorted(g["mapping"]),
    lambda g: g["delayed"] + 1,
]


def all_walks(garden: Any, order: random.Random) -> list[Any]:
    """The results of all walks, in their order, however they were done."""
    found = dict.fromkeys(range(len(WALKS)))
    for number in order.sample(range(len(WALKS)), len(WALKS)):
        found[number] = WALKS[number](garden)
    return list(found.values())


def in_threads(functions: list[Callable[[], Any]]) -> list[Any]:
    """What each returned, or raised, all begun at the same time; fails if one of them does not come to an end."""
    absent = list(functions)
    results: list[Any] = [None] * len(functions)

    def run(number: int) -> None:
        absent.pop()
        while absent:  # a barrier would let them go one after the other
            time.sleep(0)
        try:
            results[number] = functions[number]()
        except Exception as error:
            results[number] = error

    threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(len(functions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads), "deadlock"
    return results


def check_order(observation: Any) -> None:
    """The trace counts from 0, parents come before their parts, and nothing is there twice."""
    seen: set[Any] = set()
    for number, forcing in enumerate(observation.trace):
        assert forcing.index == number
        place = (forcing.argument, forcing.path, str(forcing.value) if "Sequence" in str(forcing.value) else "")
        assert forcing.path == () or any((forcing.argument, forcing.path[:-1]) == at[:2] for at in seen)
        seen.add(place)
    for log in observation._record.logs:
        assert all(parent < row for row, parent in enumerate(log.parents))
        cells = (layer is CELL for layer in log.layers)
        assert len(set(zip(log.parents, map(repr, log.keys), cells, strict=True))) == len(log.parents)


def test_eight_threads_compute_each_part_once_and_leave_one_record() -> None:
    alone = observe(all_walks, garden(Counted()), random.Random(0))
    for seed in range(5):
        counted = Counted()
        value = garden(counted)

        def crowd(g: Any, seed: int = seed) -> list[Any]:
            orders = [random.Random(seed * 100 + number) for number in range(THREADS)]
            return in_threads([lambda order=order: all_walks(g, order) for order in orders])

        observation = observe(crowd, value, seed)
        for result in observation.result:
            assert result == alone.result
        assert set(counted.counts.values()) == {1}
        assert observation.demands["g"] == alone.demands["garden"]
        check_order(observation)


def test_threads_on_two_arguments_leave_one_order() -> None:
    def crowd(one: Any, two: Any) -> list[Any]:
        return in_threads(
            [lambda number=number: all_walks((one, two)[number % 2], random.Random(number)) for number in range(8)]
        )

    observation = observe(crowd, garden(Counted()), garden(Counted()), where=True)
    assert observation.demands["one"] == observation.demands["two"]
    assert len(observation.trace) == sum(1 for _ in observation.trace)
    assert {forcing.argument for forcing in observation.trace} == {"one", "two"}
    assert all(forcing.where is not None for forcing in observation.trace)
    check_order(observation)


def test_a_hundred_tasks_compute_each_part_once_and_leave_one_record() -> None:
    counted = Counted()
    alone = observe(all_walks, garden(Counted()), random.Random(0))

    async def one(g: Any, number: int) -> list[Any]:
        order = random.Random(number)
        found = dict.fromkeys(range(len(WALKS)))
        for walk in order.sample(range(len(WALKS)), len(WALKS)):
            found[walk] = WALKS[walk](g)
            await asyncio.sleep(0)
        return list(found.values())

    async def crowd(g: Any) -> list[Any]:
        return await asyncio.gather(*(one(g, number) for number in range(TASKS)))

    observation: Any = asyncio.run(observe(crowd, garden(counted)))  # type: ignore[arg-type]
    assert all(result == alone.result for result in observation.result)
    assert set(counted.counts.values()) == {1}
    assert observation.demand == alone.demands["garden"]
    check_order(observation)


def test_an_async_generator_is_shared_by_tasks_that_take_turns() -> None:
    async def numbers() -> Any:
        for number in range(TASKS):
            await asyncio.sleep(0)
            yield number

    async def crowd(source: Any) -> list[Any]:
        lock = asyncio.Lock()

        async def one() -> Any:
            async with lock:
                return await anext(source)

        return sorted(await asyncio.gather(*(one() for _ in range(TASKS))))

    observation: Any = asyncio.run(observe(crowd, numbers()))  # type: ignore[arg-type]
    assert observation.result == list(range(TASKS))
    assert str(observation.demand) == f"[{', '.join(map(str, range(TASKS)))}, *_]"


@pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(),
    reason="without a GIL, threads that share an iterator of Python's may get an element twice, observed or not",
)
def test_threads_that_share_an_iterator_get_each_element_once() -> None:
    def drain(source: Any) -> list[Any]:
        return [x + 0 for x in source]

    def crowd(source: Any) -> list[Any]:
        results = in_threads([lambda: drain(source)] * THREADS)
        return sorted(itertools.chain(*results))

    observation = observe(crowd, iter(list(range(300))))
    assert observation.result == list(range(300))
    assert sorted(forcing.value for forcing in observation.trace if type(forcing.value) is int) == list(range(300))
    check_order(observation)


def test_threads_that_call_one_function_are_all_counted() -> None:
    def crowd(function: Any) -> int:
        return sum(itertools.chain(*in_threads([lambda: [function(1) + 0 for _ in range(20)]] * THREADS)))

    observation = observe(crowd, lambda x: x + 1)
    assert observation.result == 2 * 20 * THREADS
    assert len(observation.demand.children(0)) == 20 * THREADS


def test_observations_of_one_object_in_many_threads_know_nothing_of_each_other() -> None:
    value = garden(Counted())
    calls = [lambda walk=walk: observe(walk, value) for walk in WALKS]
    expected = [observe(walk, garden(Counted())).demand for walk in WALKS]
    for _ in range(5):
        assert [observation.demand for observation in in_threads(calls)] == expected


def test_a_block_that_is_left_while_threads_still_look_is_sealed_and_harms_nobody() -> None:
    counted = Counted()
    value = [garden(counted) for _ in range(20)]
    with observing(value) as seen:
        start = threading.Event()

        def look(number: int) -> Any:
            start.set()
            return [all_walks(part, random.Random(number)) for part in seen.value]

        results: list[Any] = []
        threads = [
            threading.Thread(target=lambda number=number: results.append(look(number))) for number in range(THREADS)
        ]
        for thread in threads:
            thread.start()
        start.wait()
    sealed = str(seen.demand), len(seen.trace)
    for thread in threads:
        thread.join(PATIENCE)
    assert len(results) == THREADS
    assert all(result == results[0] for result in results)
    assert set(counted.counts.values()) == {1}
    assert (str(seen.demand), len(seen.trace)) == sealed
    check_order(seen)


# --- Each of these went wrong when it was done without the lock of the record: often without a GIL, seldom with one ---

WIDTH, ROUNDS = 400, 20
WIDER = 3000


def together(value: Any, *functions: Callable[[Any], Any], **options: Any) -> tuple[Any, list[Any]]:
    """The observation of many functions that look at `value` at the same time, in threads, and what they returned."""
    observation = observe(
        lambda value: in_threads([functools.partial(one, value) for one in functions]), value, **options
    )
    for result in observation.result:
        if isinstance(result, Exception):
            raise result
    check_order(observation)
    return observation, observation.result


def test_threads_that_walk_one_tuple_get_the_same_elements() -> None:
    def here_and_there(value: Any) -> list[Any]:
        return [value[index] for index in range(50, WIDER, 100)]

    def crowd(value: Any) -> list[list[int]]:
        _ = len(value)
        *walked, fetched = in_threads([functools.partial(look, value) for look in (list, list, list, here_and_there)])
        for elements in zip(*walked, strict=True):
            assert all(one is elements[0] for one in elements)
        assert all(one is other for one, other in zip(fetched, walked[0][50::100], strict=True))
        return [[x + 0 for x in elements] for elements in walked]

    for _ in range(ROUNDS):
        observation = observe(crowd, tuple(range(WIDER)))
        assert observation.result == [list(range(WIDER))] * 3
        assert len(observation.trace) == 1 + WIDER


class Slow(collections.UserDict[Any, Any]):
    def __setitem__(self, key: Any, value: Any) -> None:
        time.sleep(0)
        super().__setitem__(key, value)


@pytest.mark.parametrize("kind", [dict, Slow])
def test_what_threads_write_to_one_mapping_is_all_there(kind: type) -> None:
    def written(value: Any, number: int) -> Any:
        value[number] = number
        return value

    def crowd(value: Any) -> list[Any]:
        _ = list(value.values())  # only the mapping itself is still to be copied
        return in_threads([functools.partial(written, value, number) for number in range(THREADS)])

    given = dict.fromkeys("abcdefgh")
    for _ in range(ROUNDS):
        results = observe(crowd, kind(given)).result
        assert all(dict(result) == given | {number: number for number in range(THREADS)} for result in results)


def test_what_a_thread_writes_to_an_object_is_not_lost_to_one_that_reads() -> None:
    names = [f"x{number}" for number in range(WIDTH)]

    def write(box: Any) -> None:
        for name in names:
            setattr(box, name, -1)

    def delete(box: Any) -> None:
        for name in names:
            delattr(box, "_" + name)

    def read(box: Any) -> Any:
        for name in names:
            assert getattr(box, name) in (0, -1)
            assert getattr(box, "_" + name, 0) == 0
        return box

    for _ in range(ROUNDS):
        held = dict.fromkeys(names, 0) | {"_" + name: 0 for name in names}
        _, results = together(Box(**held), write, delete, read, read)
        assert vars(results[-1]) == dict.fromkeys(names, -1)


def test_reads_in_many_threads_are_all_counted() -> None:
    def read(value: Any) -> None:
        for _ in range(WIDTH):
            _ = value[0].x, value[1].one, value[2]["k"]

    observation, _ = together([Point(1, 2), Box(one=1), {"k": 1}], *[read] * 4, count=True)
    assert {observation.reads["value", path] for path in [(0, "x"), (1, "one"), (2, "k")]} == {4 * WIDTH}


def test_what_escaped_can_be_shown_while_threads_look() -> None:
    names = [f"x{number}" for number in range(WIDTH)]
    with observing([(dict.fromkeys(names), Box(**dict.fromkeys(names, 0))) for _ in range(ROUNDS)]) as seen:
        pairs = [tuple(pair) for pair in seen.value]
    looks: list[Callable[[Any, Any], Any]] = [
        lambda mapping, box: [mapping[name] for name in names] == [None] * WIDTH,
        lambda mapping, box: all(getattr(box, name) == 0 for name in names),
        *[lambda mapping, box: isinstance(repr(mapping) + repr(box), str)] * 2,
    ]
    for pair in pairs:
        assert in_threads([functools.partial(look, *pair) for look in looks]) == [True] * 4


@pytest.mark.slow
def test_threads_that_are_the_first_to_read_a_sealed_record_all_get_it() -> None:
    for _ in range(600):
        (log,) = observe(sum, [1, 2, 3])._record.logs
        read = in_threads([lambda log=log: [len(column) for column in log.columns]] * 4)
        assert read == [[4, 4, 4]] * 4


@pytest.mark.slow
def test_one_budget_counts_the_forcings_of_all_threads() -> None:
    def all_but_one(numbers: tuple[int, ...]) -> int:
        return sum(numbers[:-1])

    def sums() -> list[Any]:
        contexts = [contextvars.copy_context() for _ in range(THREADS)]
        return in_threads([lambda one=one: one.run(observe, all_but_one, tuple(range(WIDER + 1))) for one in contexts])

    with max_forced(THREADS * WIDER, of=int):
        assert not any(isinstance(result, Exception) for result in sums())
    with pytest.raises(TooMuchForced), max_forced(THREADS * WIDER - 1, of=int):
        results = sums()
    assert [type(result) for result in results].count(TooMuchForced) == 1


def test_an_error_is_raised_again_in_many_threads() -> None:
    def fails() -> Any:
        raise ZeroDivisionError("division by zero")

    def touch(value: Any) -> int:
        caught = 0
        for _ in range(WIDTH):
            try:
                _ = value[0] + 1
            except ZeroDivisionError:
                caught += 1
        return caught

    for _ in range(3):
        _, results = together([delay(fails)], *[touch] * THREADS)
        assert results == [WIDTH] * THREADS
