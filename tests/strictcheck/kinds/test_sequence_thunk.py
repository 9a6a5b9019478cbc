"""Thunks of lists and tuples: each look reveals as little as it can."""

from __future__ import annotations

import collections
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

from strictcheck import nf, observe

A = (str,)


def caught(function: Callable[[Any], Any]) -> Callable[[Any], str]:
    def catching(value: Any) -> str:
        try:
            function(value)
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        return "nothing was raised"

    return catching


@pytest.mark.parametrize("key", [[0], "a", 9, -9, 1.0, None])
@pytest.mark.parametrize("values", [["a", "b"], ("a", "b")])
def test_an_index_that_cannot_be_fetches_no_element(key: Any, values: Any) -> None:
    read = caught(lambda xs: xs[key])
    seen = observe(read, values, atoms=A)
    assert seen.result == read(values)
    assert str(seen.demand) == "[_, _]"


@pytest.mark.parametrize("cut", [slice(1, 3), slice(None, None, 2), slice(-1, None), slice(3, 1), slice(None, 99)])
@pytest.mark.parametrize("cls", [list, tuple, type("Derived", (list,), {})])
def test_a_slice_fetches_its_own_elements_alone(cut: slice, cls: Any) -> None:
    values = cls("abcd")
    seen = observe(lambda xs: xs[cut], values, atoms=A, context=nf)
    assert seen.result == values[cut]
    assert type(seen.result) is type(values[cut])
    fetched = ", ".join(repr(value) if value in values[cut] else "_" for value in values)
    assert str(seen.demand) == f"[{fetched}]"


def doubled_by_itself(xs: Any) -> Any:
    xs.extend(xs)
    return xs


def doubled_in_place(xs: Any) -> Any:
    xs += xs
    return xs


@pytest.mark.parametrize("double", [doubled_by_itself, doubled_in_place])
def test_a_list_that_is_extended_by_itself_is_doubled(double: Any) -> None:
    given = [1, 2]
    seen = observe(double, given, context=nf)
    assert seen.result == [1, 2, 1, 2]
    assert given == [1, 2]


def test_a_list_that_is_extended_by_another_fetches_its_elements() -> None:
    seen = observe(lambda xs, ys: (xs.extend(ys), xs)[1], [1], (2, 3), context=nf)
    assert seen.result == [1, 2, 3]
    assert seen.replay().result == seen.result


DEQUE: dict[str, Callable[[Any], Any]] = {
    "ends": lambda q: (q[0], q[-1], len(q)), "popleft": lambda q: (q.popleft(), [*q]),
    "append": lambda q: (q.append(9), q)[1], "rotated": lambda q: (q.rotate(1), [*q])[1], "list": list,
    "reversed": lambda q: [*reversed(q)], "in": lambda q: 2 in q, "index": lambda q: q.index(3),
    "sum": lambda q: q + q,
    "compared": lambda q: q == collections.deque([1, 2, 3]), "copied": lambda q: q.copy(), "whole": lambda q: q,
    "maxlen": lambda q: q.maxlen, "slice": caught(lambda q: q[0:1]),
    "key": caught(lambda q: q["a"]),
    "grown": caught(lambda q: [q.appendleft(n) for n in q] if q.maxlen is None else 0),
    "shrunk": caught(lambda q: [q.popleft() for _ in q]),
    "matched": lambda q: [rest for rest in [[*q]] if len(rest) == 3], "beyond": caught(lambda q: q[5]),
}  # fmt: skip


class Named(collections.deque[int]):
    def total(self) -> int:
        return sum(self)


@pytest.mark.parametrize("name", DEQUE)
@pytest.mark.parametrize("make", [collections.deque, lambda xs: collections.deque(xs, 3), Named])
def test_a_deque_is_observed_element_by_element(name: str, make: Any) -> None:
    function, given = DEQUE[name], make([1, 2, 3])
    seen = observe(function, given, context=nf)
    expected = function(make([1, 2, 3]))
    assert seen.result == expected
    assert type(seen.result) is type(expected)
    assert given == make([1, 2, 3])
    again = seen.replay().result
    assert again == expected
    assert getattr(again, "maxlen", None) == getattr(expected, "maxlen", None)


def test_the_ends_of_a_deque_are_no_look_at_what_is_between() -> None:
    assert str(observe(lambda q: q[0] + q[-1], collections.deque([1, 2, 3])).demand) == "[1, _, 3]"
    assert str(observe(lambda q: q.popleft() + 1, collections.deque([1, 2])).demand) == "[1, _]"
    assert observe(lambda q: q.total(), Named([1, 2])).result == 3


AFTER_APPENDING: dict[str, Callable[[Any], Any]] = {
    "index": lambda xs: xs[2],
    "last": lambda xs: xs[-1],
    "slice": lambda xs: xs[1:],
    "too far": caught(lambda xs: xs[4]),
    "length": len,
    "truth": bool,
    "walk": list,
    "backwards": lambda xs: [*reversed(xs)],
    "membership": lambda xs: "new" in xs,
    "more": lambda xs: (xs.append("newer"), [*xs])[1],
    "longer": lambda xs: (xs.extend(["c", "d"]), xs)[1],
    "doubled": lambda xs: (xs.extend(xs), xs)[1],
    "popped": lambda xs: (xs.pop(), xs),
    "sorted": lambda xs: (xs.sort(), xs.append("z"), xs)[2],
    "added": lambda xs: [*xs, "more"],
}


@pytest.mark.parametrize("use", AFTER_APPENDING)
def test_what_was_appended_is_there(use: str) -> None:
    def appending(xs: Any) -> Any:
        xs.append("new")
        return AFTER_APPENDING[use](xs)

    given = ["a", "b"]
    assert observe(appending, given, context=nf).verify().result == appending(["a", "b"])
    assert given == ["a", "b"]


LIST, TUPLE = list(range(100_000)), tuple(range(100_000))


@pytest.mark.parametrize(
    ("values", "look"),
    [
        (LIST, lambda xs: xs.append(1)),
        (LIST, lambda xs: xs[0] + 1),
        (LIST, lambda xs: xs[-1]),
        (TUPLE, lambda xs: xs[7:9]),
    ],
)
def test_a_wide_sequence_and_its_replay_cost_what_was_looked_at(values: Any, look: Callable[[Any], Any]) -> None:
    observe(look, values)  # makes classes
    tracemalloc.start()
    observe(look, values).replay()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 40 * len(values)  # a thunk takes 200 bytes


def test_the_keys_of_a_wide_dict_cost_no_values_when_they_are_replayed() -> None:
    table = {str(number): [number] for number in range(20_000)}
    observation = observe(lambda d: [key for key in d if key == "7" and d[key]], table)
    replayed = observation.replay()
    assert replayed.demand == observation.demand
    assert replayed.result == ["7"]
