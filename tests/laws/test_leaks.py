"""What nobody holds any more is gone: stand-ins, records, and whatever of the user's they stood for.

Objects are counted, by weak references and by the garbage collector; memory is measured in `bench/bench_memory.py`.
"""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass, make_dataclass
from typing import Any

import pytest
from shared_values import Pair

from strictcheck import Demand, Stream, delay, force, nf, observe, observing, spine, take, whnf
from strictcheck.kinds import transient
from strictcheck.thunks import call_stack
from strictcheck.thunks.classes import REMEMBERED
from strictcheck.thunks.log import Log
from strictcheck.unused import noted_in


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Box:
    inside: Any


@dataclass
class Cell:
    content: Any


class Plain:
    def __init__(self, content: Any) -> None:
        self.content = content

    def doubled(self) -> Any:
        return self.content * 2


class Numbers(list[Any]):
    """A list that can be weakly referenced, as all of these can."""


class Names(dict[str, Any]):
    pass


def counting(numbers: int) -> Iterator[int]:
    yield from range(numbers)


def add_up(values: Any) -> int:
    return sum(values)


# A value, a function of it, and how it is observed. No part of these keeps a state of its own.
FROZEN: dict[str, tuple[Callable[[], Any], Callable[[Any], Any], dict[str, Any]]] = {
    "a record with one slot": (lambda: Box(Box(3)), lambda v: v.inside.inside + 1, {}),
    "a frozen record": (lambda: Pair(1, Pair(2, 3)), lambda v: v.right.left + v.left, {}),
    "the copy behind a record": (lambda: Box(3), lambda v: v == Box(3), {}),
    "numbers": (lambda: Numbers([1, 2]), add_up, {}),
    "a list that is returned": (lambda: Numbers([1, 2]), lambda v: [v[0]], {"context": nf}),
    "a key": (lambda: Names(a=1), lambda v: v["a"], {}),
    "a generator": (lambda: counting(3), next, {}),
    "a lazy result": (lambda: counting(3), lambda v: (x for x in v), {"context": take(2)}),
    "a stream": (lambda: Stream(counting(3)), add_up, {}),
    "a function": (lambda: lambda n: n + 1, lambda v: v(3), {}),
    "a delayed value": (lambda: Numbers([1]), lambda v: delay(lambda: v)[0] + 1, {}),
    "who looked": (lambda: Numbers([1]), add_up, {"where": True, "watch": ("values",)}),
    "reads": (lambda: Numbers([1]), add_up, {"count": True}),
    "a method": (lambda: Plain(4), lambda v: v.doubled(), {}),
}
# Parts that can change are kept for whoever comes back to them, by the record that they keep in their turn.
CHANGING: dict[str, tuple[Callable[[], Any], Callable[[Any], Any], dict[str, Any]]] = {
    "a record in a record": (lambda: Cell(Cell(1)), lambda v: v.content.content + 1, {}),
    "a list in an object": (lambda: Plain([1]), lambda v: v.content[0] + 1, {}),
    "a list in a list": (lambda: Numbers([[1]]), lambda v: [v[0]], {"context": nf}),
    "what was raised": (lambda: Numbers([0]), lambda v: 1 / v[0], {"catch": ZeroDivisionError}),
}
ASKED: dict[str, Callable[[Any], object]] = {
    "nothing": lambda seen: None,
    "the demand": lambda seen: str(seen.demand),
    "the trace": lambda seen: list(seen.trace),
    "to be shown": repr,
}


@pytest.fixture(autouse=True)
def _no_garbage_is_collected() -> Iterator[None]:
    gc.freeze()  # other tests have a million objects, which each collection of these tests would go through
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


def refs_of(case: tuple[Callable[[], Any], Callable[[Any], Any], dict[str, Any]], asked: str) -> list[Any]:
    """Weak references to a value, its observation and the record, none of which is held any more."""
    make, function, options = case
    value = make()
    seen = observe(function, value, **options)
    with noted_in(None):  # a test keeps the last two observations until it ends, for the messages of its assertions
        ASKED[asked](seen)
    return [weakref.ref(value), weakref.ref(seen), weakref.ref(seen._record)]


def logs() -> set[int]:
    return {id(found) for found in gc.get_objects() if type(found) is Log}


def alive(refs: list[Any]) -> list[Any]:
    return [ref() for ref in refs if ref() is not None]


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("case", FROZEN)
def test_an_observation_is_freed_with_its_last_reference(case: str, asked: str) -> None:
    before = logs()
    assert alive(refs_of(FROZEN[case], asked)) == []
    assert logs() <= before


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("case", CHANGING)
def test_parts_that_can_change_are_freed_by_the_garbage_collector(case: str, asked: str) -> None:
    refs = refs_of(CHANGING[case], asked)
    gc.collect()
    assert alive(refs) == []


def test_a_block_that_was_observed_is_freed_with_its_last_reference() -> None:
    value = Numbers([1, 2])
    with observing(value) as seen:
        assert sum(seen.value) == 3
    refs = [weakref.ref(value), weakref.ref(seen), weakref.ref(seen._record)]
    del value, seen
    assert alive(refs) == []


def test_an_exception_that_carries_its_observation_is_freed_by_the_garbage_collector() -> None:
    class Wrong(Exception):
        pass

    def fails(v: Any) -> None:
        raise Wrong(v[0])

    def refs() -> list[Any]:
        value = Numbers([1])
        with pytest.raises(Wrong) as raised:
            observe(fails, value)
        return [weakref.ref(value), weakref.ref(raised.value), weakref.ref(raised.value.observation)]

    found = refs()
    gc.collect()
    assert alive(found) == []


def test_a_part_that_got_away_keeps_no_other_argument_alive() -> None:
    kept: list[Any] = []

    def keeps(first: Any, second: Any) -> int:
        kept.append(first)
        return first[0] + second[0]

    one, other = Numbers([1]), Numbers([2])
    assert observe(keeps, one, other).result == 3
    refs = [weakref.ref(one), weakref.ref(other)]
    del one, other
    assert alive(refs) == [[1]]
    assert kept[0][0] == 1


def test_the_place_that_looked_is_kept_and_the_frame_is_not() -> None:
    held: list[Any] = []

    def looks(v: Any) -> int:
        local = Plain(v[0])
        held.append(weakref.ref(local))
        return v[1] + 1

    seen = observe(looks, [1, 2], where=True)
    assert seen.trace[-1].where.function.endswith("looks")
    assert alive(held) == []


def test_a_computation_that_is_done_is_not_kept() -> None:
    def source() -> list[int]:
        return [1]

    late = delay(source)
    ref = weakref.ref(source)
    del source
    assert ref() is not None
    force(late)
    assert ref() is None


def test_elements_of_a_tuple_die_as_the_code_leaves_them_if_their_class_is_transient() -> None:
    @transient
    @dataclass(frozen=True)
    class Passing:
        inside: int

    seen: list[Any] = []
    most = 0

    def walk(v: Any) -> None:
        nonlocal most
        for part in v:
            assert part.inside >= 0
            seen.append(weakref.ref(part))
            most = max(most, len(alive(seen[-3:])))

    assert observe(walk, tuple(map(Passing, range(300)))).result is None
    assert most <= 2
    assert alive(seen) == []


@pytest.mark.slow
@pytest.mark.skipif(
    sys.version_info < (3, 14) and not getattr(sys, "_is_gil_enabled", lambda: True)(),
    reason="Python 3.13 without a GIL keeps all classes as soon as a thread was started",
)
def test_of_classes_made_in_a_loop_only_the_last_are_remembered() -> None:
    def made(number: int) -> Any:
        cls = make_dataclass(f"Made{number}", ["x"], frozen=True, slots=True)
        look_at(cls)
        return weakref.ref(cls)

    made_in_turn = [made(number) for number in range(REMEMBERED + 10)]
    gc.collect()
    assert alive(made_in_turn[:10]) == []


def look_at(cls: Any) -> None:
    """Do all that might want to remember something about a class."""
    seen = observe(lambda v: v.x + 1, cls(1), context=spine)
    seen.replay()
    assert Demand.parse(str(seen.demand), {cls.__name__: cls}) == seen.demand
    assert seen.demand.matches(force(delay(lambda: cls(1))))
    assert not seen.demand - Demand.full(cls(1))
    assert repr(delay(lambda: cls(1), kind=cls))


def everything_once() -> None:
    for make, function, options in [*FROZEN.values(), *CHANGING.values()]:
        seen = observe(function, make(), **options)
        assert str(seen.demand)


@pytest.mark.parametrize("context", [whnf, nf, take(1)])
def test_every_record_is_closed_when_a_call_is_certified(context: Any) -> None:
    gc.collect()  # of other tests
    gc.disable()
    try:
        before = len(call_stack._open)
        for function in (counting_up, reversed, fails):
            observe(function, [1, 2], context=context, catch=Exception).verify().replay()
        assert len(call_stack._open) == before
    finally:
        gc.enable()


def counting_up(numbers: list[int]) -> Iterator[int]:
    yield from numbers


def fails(numbers: list[int]) -> int:
    raise ValueError(numbers[0])


def test_after_many_observations_there_are_as_many_objects_as_before() -> None:
    def count() -> tuple[int, int]:
        gc.collect()
        return len(gc.get_objects()), sys.getallocatedblocks()

    for _ in range(50):  # without a GIL, Python itself has what it needs only after some twenty
        everything_once()
    objects, blocks = count()
    for _ in range(50):
        everything_once()
    more_objects, more_blocks = count()
    assert more_objects - objects < 20
    assert more_blocks - blocks < 200
