"""Results hold the caller's own objects where nothing was changed, and one object where the plain call has one.

Found by `test_random_graphs`, each with the plain outcome written down.
"""

from __future__ import annotations

import copy
from collections import Counter, OrderedDict, UserDict, deque
from collections.abc import Iterable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from strictcheck import is_thunk, nf, observe


class Node:
    pass


class Elements(list):  # type: ignore[type-arg]
    pass


class Keys(dict):  # type: ignore[type-arg]
    pass


class Members(set):  # type: ignore[type-arg]
    pass


class Ring(deque):  # type: ignore[type-arg]
    pass


class Reading(dict):  # type: ignore[type-arg]
    """Reads otherwise than a dict, and so is opaque."""

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(key)


class Wrapping(OrderedDict):  # type: ignore[type-arg]
    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, [value])


class Mixed(Node):
    __slots__ = ("b",)


@dataclass
class Indexed:
    field: int = 0

    def __getitem__(self, index: int) -> int:
        return [1, 2][index]


def test_a_cycle_through_a_tuple_leaves_no_thunk() -> None:
    inner: dict[str, Any] = {}
    whole = (inner, 1.5)
    inner["whole"] = whole
    result = observe(lambda x: [x], whole, context=nf).result
    assert result[0] is whole


def test_a_list_that_holds_its_holder_is_as_it_was_for_verify() -> None:
    node = Node()
    node.parts = [0, node]  # type: ignore[attr-defined]
    observe(lambda *nodes: nodes[0].parts[1].parts[0] + 0, node).verify()


def test_what_is_within_an_opaque_container_stays_the_caller_s_own() -> None:
    shared = deque([1])
    opaque = Reading(a=shared)
    result = observe(lambda x, y: [x, y], shared, UserDict(a=opaque), context=nf).result
    assert result[0] is shared
    assert result[1].data["a"] is opaque


def test_an_opaque_container_within_another_is_copied_past_its_own_methods() -> None:
    inner = Wrapping()
    OrderedDict.__setitem__(inner, "a", 1)
    outer = Reading(inner=inner)

    def changing(x: Any) -> Any:
        x["new"] = 0
        return x

    assert dict(observe(changing, outer, context=nf).result["inner"]) == {"a": 1}


def test_a_change_that_the_class_s_equality_hides_is_kept() -> None:
    class Equal(Counter):  # type: ignore[type-arg]
        def __getitem__(self, key: Any) -> Any:
            return super().__getitem__(key)

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Counter)

    def changing(x: Any) -> Any:
        x["a"] = 2
        return x

    value = Equal(a=1)
    assert list(observe(changing, value, context=nf).result.values()) == [2]
    assert list(value.values()) == [1]


@pytest.mark.parametrize("cls", [Elements, Keys, Members, Ring, SimpleNamespace])
def test_an_attribute_of_a_container_may_be_the_container(cls: type) -> None:
    def tie(x: Any) -> Any:
        x.own = x
        return x

    value = cls()
    result = observe(tie, value, context=nf).verify().result
    assert result.own is result
    assert not vars(value)


def test_copies_have_slots_and_attributes_and_keep_cycles() -> None:
    value = Mixed()
    value.a, value.b = value, 2  # type: ignore[attr-defined]
    made = observe(copy.copy, value, context=nf).result
    assert (made.a.b, made.b) == (2, 2)
    made = observe(copy.deepcopy, value, context=nf).result
    assert (made.a is made, made.b) == (True, 2)


def test_what_has_no_iter_says_so() -> None:
    assert observe(lambda x: (hasattr(x, "__iter__"), list(x)), Indexed()).result == (False, [1, 2])


@pytest.mark.parametrize("value", [[1, [2]], {0: 1, 1: [2]}, (1, [2]), deque([1, [2]])], ids=repr)
def test_an_object_of_which_a_part_was_fetched_and_not_looked_at_is_the_callers_own(value: Any) -> None:
    assert observe(lambda whole: (whole[0], whole[1], whole)[2], value).result is value


def test_a_class_that_a_call_made_holds_the_callers_own_objects() -> None:
    kept = {1: 2}
    ways = {"read": lambda kept: lambda self: kept, "held": lambda kept: property(lambda self: kept)}
    ways |= {"told": lambda kept: staticmethod(lambda: kept), "kept": lambda kept: kept}
    made = observe(lambda kept: type("Made", (), {name: way(kept) for name, way in ways.items()}), kept).result
    assert made.kept is made().read() is made().held is made.told() is kept


def append(made: Any, part: Any) -> Any:
    made.append(part)
    return made


def add(made: Any, part: Any) -> Any:
    made.add(part)
    return made


def enter(made: Any, part: Any) -> Any:
    made["key"] = part
    return made


@pytest.mark.parametrize(
    ("make", "put"), [(list, append), (deque, append), (Elements, append), (set, add), (Members, add), (dict, enter)]
)
def test_what_a_passed_function_fills_and_returns_is_one_object_in_the_result(make: Any, put: Any) -> None:
    def twice(put: Any, xs: list[int]) -> Any:
        made = make()
        return put(made, xs[0]), made

    observation = observe(twice, put, [1, 2], context=nf)
    filled, made = observation.result
    assert filled is made
    assert filled == put(make(), 1)
    assert thunks_in(filled.values() if isinstance(filled, dict) else filled) == []
    observation.verify()
    observation.replay()


def test_a_set_to_which_a_passed_function_adds_holds_no_thunks() -> None:
    def by(put: Any, xs: list[int]) -> Any:
        made: dict[int, Any] = {}
        for x in xs:
            made[x % 2] = put(made.get(x % 2) or set(), x)
        return made

    result = observe(by, lambda made, x: add(made, (x,)), [1, 2, 3], context=nf).result
    assert result == {1: {(1,), (3,)}, 0: {(2,)}}
    assert thunks_in(part for made in result.values() for pair in made for part in (pair, *pair)) == []


def thunks_in(parts: Iterable[Any]) -> list[Any]:
    return [part for part in parts if is_thunk(part)]
