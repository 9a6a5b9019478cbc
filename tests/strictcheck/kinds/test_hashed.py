"""Objects that are keys of dicts, or in keys, are found: by an observed call, a plain one on copies, and a replay."""

from __future__ import annotations

import heapq
import weakref
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from strictcheck import nf, observe
from strictcheck.errors import NotCertified
from strictcheck.kinds.hashed import with_twins


class Place:
    """Object that is equal to itself only."""

    def __init__(self, name: str) -> None:
        self.name = name


@dataclass(eq=False)
class Task:
    """Record that is equal to itself only."""

    name: str
    after: list[Any]


@dataclass(frozen=True)
class Road:
    """Record that is equal to others with the same ends."""

    start: Place
    end: Place


class Register:
    """Object that keeps functions by objects."""

    def __init__(self) -> None:
        self.kept: dict[Any, Any] = {}


A, B, C = (Place(name) for name in "abc")
FIRST = Task("first", [])
SECOND = Task("second", [FIRST])
REGISTER = Register()
REGISTER.kept[A] = lambda place: place.name


def reachable(graph: dict[Place, list[Place]], start: Place) -> list[str]:
    found, todo = {start: True}, [start]
    for place in todo:
        new = [other for other in graph[place] if other not in found]
        found.update(dict.fromkeys(new, True))
        todo += new
    return [place.name for place in todo]


def shortest(graph: dict[Place, dict[Place, int]], start: Place) -> list[int]:
    known, heap = {start: 0}, [(0, 0, start)]
    while heap:
        length, _, place = heapq.heappop(heap)
        for other, more in graph.get(place, {}).items():
            if other not in known or length + more < known[other]:
                known[other] = length + more
                heapq.heappush(heap, (known[other], len(known), other))
    return sorted(known.values())


# The function, its arguments, and the demands on them.
CALLS: list[tuple[Callable[..., Any], tuple[Any, ...], str]] = [
    (lambda table, place: table[place], ({A: 1}, A), "{Place(): 1, **_}, Place()"),
    (lambda table, place: table.get(place), ({A: 1}, B), "{Place(): absent, **_}, Place()"),
    (lambda table, place: place in table, ({A: 1, B: 2}, B), "{Place(): _, **_}, Place()"),
    (lambda table, place: {place} & table.keys() == {place}, ({A: 1}, A), "{Place(): _, **_}, Place()"),
    (lambda table, place: (table[place], place.name), ({A: 1}, A), "{Place(): 1, **_}, Place(name='a')"),
    (lambda table, one, other: table[one, other], ({(A, B): 1}, A, B),
     "{(Place(), Place()): 1, **_}, Place(), Place()"),
    (lambda table, one, other: table.get((other, one)), ({(A, B): 1}, A, B),
     "{(Place(), Place()): absent, **_}, Place(), Place()"),
    (lambda table, pair: table[pair], ({(A, 1): 1}, (A, 1)), "{(Place(), 1): 1, **_}, [Place(), 1]"),
    (lambda table, one, other: table[frozenset([one, other])], ({frozenset([A, B]): 1}, A, B),
     "{frozenset([Place(), Place()]): 1, **_}, Place(), Place()"),
    (lambda table, one, other: table[Road(one, other)], ({Road(A, B): 1}, A, B),
     "{Road(start=Place(), end=Place()): 1, **_}, Place(), Place()"),
    (lambda table, road: table[road], ({Road(A, B): 1}, Road(A, B)),
     "{Road(start=Place(), end=Place()): 1, **_}, Road(Place(), Place())"),
    (lambda table, task: table[task], ({FIRST: 1}, FIRST), "{Task(): 1, **_}, Task(_, _)"),
    (lambda table, task: table[task.after[0]], ({FIRST: 1, SECOND: 2}, SECOND),
     "{Task(): 1, **_}, Task(_, [Task(_, _)])"),
    (lambda register, place: register.kept[place](place), (REGISTER, A),
     """Register(kept={Place(): Callable({"(Place(name='a'))": 'a'}), **_}), Place(name='a')"""),
    (lambda both: both["table"][both["place"]], ({"table": {A: 1}, "place": A},),
     "{'table': {Place(): 1, **_}, 'place': Place(), **_}"),
    (lambda table, place: table[place], (OrderedDict({A: 1}), A), "{Place(): 1, **_}, Place()"),
    (lambda table, place: len(table[place]), (defaultdict(list, {A: [1]}), A), "{Place(): [_], **_}, Place()"),
    (lambda table, place: table[place], (weakref.WeakKeyDictionary({A: 1}), A),
     "WeakKeyDictionary(data={ReferenceType(): 1, **_}), Place()"),
    (lambda table, place: (table.pop(place), len(table)), ({A: 1, B: 2}, A), "{Place(): 1, Place(): _}, Place()"),
    (lambda table, place: table[5, place] + len(table), ({(n, A): n for n in range(5, 6)}, A),
     "{(5, Place()): 5}, Place()"),
    (lambda places: {place: place.name for place in places}[places[0]], ([A, B],),
     "[Place(name='a'), Place(name='b')]"),
    (reachable, ({A: [B], B: [A], C: []}, A),
     "{Place(): [Place(name='b')], Place(): [Place(name='a')], **_}, Place(name='a')"),
    (shortest, ({A: {B: 1, C: 5}, B: {C: 1}}, A),
     "{Place(): {Place(): 1, Place(): 5}, Place(): {Place(): 1}, Place(): absent, **_}, Place()"),
]  # fmt: skip


@pytest.mark.parametrize(("function", "arguments", "demands"), CALLS)
def test_a_key_is_found_and_no_more_of_it_is_looked_at(
    function: Callable[..., Any], arguments: tuple[Any, ...], demands: str
) -> None:
    seen = observe(function, *arguments, context=nf)
    assert ", ".join(map(str, seen.demands.values())) == demands
    seen.verify()
    seen.replay()


def test_among_more_keys_than_are_made_at_once_in_a_replay_they_are_found() -> None:
    table = {(number, A): number for number in range(300)}
    seen = observe(lambda table, place: table[5, place] + len(table), table, A)
    assert seen.verify().replay().result == 305


def test_a_key_that_a_call_tells_by_is_is_noticed() -> None:
    seen = observe(lambda table, place: [value for key, value in table.items() if key is place], {A: 1}, A)
    with pytest.raises(NotCertified, match=r"result \[\] against \[1\]"):
        seen.verify()


def test_a_key_may_be_as_deep_as_python_can_hash_it() -> None:
    key: Any = A
    for _ in range(5000):
        key = (key, 1)
    again = with_twins(key, {id(A): B})
    for _ in range(5000):
        again = again[0]
    assert again is B
    assert with_twins(key, {id(C): B}) is key
