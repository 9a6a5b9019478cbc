"""`nibble`, the context that looks at parts as numbers tell it to."""

from __future__ import annotations

import itertools
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from typing import Any

import pytest
from demand_strategies import Config, Leaf, Pair, Plain
from hypothesis import given
from hypothesis import strategies as st
from long_runs import size

from strictcheck import Demand, Stream, Unevaluated, delay, nf, observe, register_shape
from strictcheck.generate import nibble
from strictcheck.specs import partial_value


class Box:
    def __init__(self, inside: Any) -> None:
        self.inside = inside


register_shape(Box, take_apart=lambda box: {"inside": box.inside}, rebuild=lambda parts: Box(parts["inside"]))


def looked_at(value: Any, *steps: int, **asking: Any) -> str:
    """What a nibble looks at of a result."""
    return str(observe(lambda: value, context=nibble(*steps, **asking)).result_demand)


def test_no_steps_look_at_nothing_and_one_step_at_the_outermost_layer():
    assert looked_at([1, [2]]) == "_"
    assert looked_at([1, [2]], 0) == "[_, _]"


def test_a_step_is_the_number_of_a_part_in_sight_from_either_end():
    assert looked_at([1, [2, 3], 4], 0, 1) == "[_, [_, _], _]"
    assert looked_at([1, [2, 3], 4], 0, 1, 1) == "[_, [2, _], _]"
    assert looked_at([1, [2, 3], 4], 0, 1, 2) == "[_, [_, 3], _]"
    assert looked_at([1, [2, 3], 4], 0, -1) == "[_, _, 4]"
    assert looked_at([1, [2, 3], 4], 0, -2, -2) == "[_, [_, 3], _]"
    assert looked_at([1, [2, 3], 4], 0, -2, -3) == "[_, [2, _], _]"


def test_what_was_looked_at_is_out_of_sight():
    assert looked_at([1, 2, 3, 4], 0, 1, 1, 1) == "[_, 2, 3, 4]"
    assert looked_at([1, 2, 3, 4], 0, -2, -2, -2) == "[1, 2, 3, _]"


def test_a_number_beyond_the_ends_is_the_last_or_the_first():
    assert looked_at([1, 2, 3], 9, 9) == "[_, _, 3]"
    assert looked_at([1, 2, 3], -9, -9) == "[1, _, _]"


@given(st.recursive(st.integers(), lambda parts: st.lists(parts, max_size=4), max_leaves=20), st.data())
def test_any_part_is_where_its_number_says(value: Any, data: st.DataObject):
    """Against the plain reading of the docstring: a list of parts, in which a part is replaced by its own parts."""
    steps = data.draw(st.lists(st.integers(-6, 6), max_size=12))
    in_sight: list[tuple[int, ...]] = [()]
    expected = set()
    for step in steps:
        if not in_sight:
            break
        index = range(len(in_sight))[max(-len(in_sight), min(step, len(in_sight) - 1))]
        path = in_sight[index]
        expected.add(path)
        part = value
        for key in path:
            part = part[key]
        below = [(*path, key) for key in range(len(part))] if isinstance(part, list) else []
        in_sight[index : index + 1] = below
    demand = observe(lambda: value, context=nibble(*steps)).result_demand
    assert set(demand.paths()) == expected


def test_it_stops_when_all_has_been_looked_at():
    assert looked_at([1, [2]], *[0] * 1000) == "[1, [2]]"
    assert looked_at([], *[0] * 5) == "[]"


def test_zeros_look_at_all_of_it_in_the_order_of_nf():
    def order(context: Any) -> list[Any]:
        looked: list[Any] = []

        def part(name: str, value: Any) -> Any:
            return delay(lambda: looked.append(name) or value)

        result = [part("a", [part("b", 1), part("c", 2)]), part("d", Pair(part("e", 3), part("f", 4)))]
        observe(lambda: result, context=context)
        return looked

    assert order(nibble(*[0] * 100)) == order(nf) == list("abcdef")


def test_of_an_iterator_the_next_cell_is_in_sight_behind_the_elements():
    assert looked_at(iter([1, 2, 3]), 0) == "[*_]"
    assert looked_at(iter([1, 2, 3]), 0, 0) == "[_, *_]"
    assert looked_at(iter([1, 2, 3]), 0, 0, 0) == "[1, *_]"
    assert looked_at(iter([1, 2, 3]), 0, -1, -1, -1) == "[_, _, _, *_]"
    assert looked_at(iter([1, 2, 3]), 0, -1, -1, -1, -1) == "[_, _, _]"
    assert looked_at(iter([1, 2, 3]), 0, -1, -1, 1) == "[_, 2, *_]"
    assert looked_at(Stream([1, 2, 3]), 0, -1, -1, 1) == "[_, 2, *_]"
    assert looked_at(Stream(""), 0, 0) == "[]"


def test_of_an_infinite_result_it_looks_at_so_many_parts():
    assert looked_at(itertools.count(), *[0] * 6) == "[0, 1, _, *_]"
    assert looked_at(Stream(itertools.count()), *[0] * 6) == "[0, 1, _, *_]"


def test_of_records_the_fields_are_in_sight_in_their_order():
    assert looked_at(Pair(1, Leaf(2)), 0, 1, 1) == "Pair(_, Leaf(2))"
    assert looked_at(Config("h", 1, "u", "p", "q"), 0, 2) == "Config(user='u')"
    assert looked_at(Box([1, 2]), 0, 0, 1) == "Box(inside=[_, 2])"


def test_all_attributes_of_another_object_are_looked_at_together():
    demand = observe(lambda: Plain({"b": [1], "a": [2]}), context=nibble(0)).result_demand
    assert str(demand) == "Plain()"
    demand = observe(lambda: Plain({"b": [1], "a": [2]}), context=nibble(0, 0)).result_demand
    assert demand.at(("a",)) == demand.at(("b",)) == Demand.parse("[_]")
    demand = observe(lambda: Plain({"b": [1], "a": [2]}), context=nibble(0, 0, 0)).result_demand
    assert demand.at(("a",)) == Demand.parse("[2]")  # by name
    assert demand.at(("b",)) == Demand.parse("[_]")


def test_of_a_mapping_its_keys_are_in_sight_and_then_the_values():
    assert looked_at({"a": 1, "b": 2}, 0) == "{**_}"
    assert looked_at({"a": 1, "b": 2}, 0, 0) == "{'a': _, 'b': _}"
    assert looked_at({"a": 1, "b": 2}, 0, 0, 1) == "{'a': _, 'b': 2}"
    assert looked_at(OrderedDict(a=1, b=2), 0, 0, 1) == "{'a': _, 'b': 2}"


def test_functions_are_not_called():
    assert looked_at(lambda x: [x], 0, 0, 0) == looked_at(lambda x: [x], 0)


def test_of_a_set_or_deque_in_a_result_the_elements_are_looked_into():
    forced: list[int] = []
    result = deque([delay(lambda: forced.append(1) or [1]), delay(lambda: forced.append(2) or [2])])
    observe(lambda: result, context=nibble(0, 1))
    assert forced == [2]


def test_what_a_part_raises_is_raised():
    def fails() -> int:
        raise KeyError("part")

    with pytest.raises(KeyError, match="part"):
        observe(lambda: [1, delay(fails)], context=nibble(0, 1))
    with pytest.raises(Unevaluated):
        nibble(0, 1)(partial_value(Demand.parse("[1, _]")))


def test_it_forces_nothing_but_what_it_looks_at_on_a_plain_value():
    late = [delay(lambda: 1 / 0), delay(list)]
    nibble(0, 1)(late)


def test_it_works_on_values_that_hold_themselves():
    loop: list[Any] = [1]
    loop.append(loop)
    nibble(*[0] * 100)(loop)


def test_it_takes_a_long_way_down_or_across():
    deep: Any = 0
    looks = size(2_000, 10_000)
    for _ in range(2 * looks):
        deep = Pair(0, deep)
    assert observe(lambda: deep, context=nibble(*[-1] * 2 * looks)).result_demand.size == 2 * looks
    wide = list(range(10 * looks))
    assert observe(lambda: wide, context=nibble(*[0] * looks, *[-1] * looks)).result_demand.size == 2 * looks
    keyed = dict.fromkeys(wide, 1)
    assert observe(lambda: keyed, context=nibble(*[0] * (looks + 2))).result_demand.size == looks + 1


def test_printed_it_makes_itself_again():
    for context in (nibble(), nibble(0, -1, 2)):
        assert eval(repr(context), {"nibble": nibble}) == context


def test_equal_nibbles_do_the_same_and_have_the_same_hash():
    assert nibble(0, 1) == nibble(0, True) != nibble(1, 0)
    assert hash(nibble(0, 1)) == hash(nibble(0, True))
    with pytest.raises(AttributeError):
        nibble(0).steps = ()  # type: ignore[misc]


def test_what_is_no_step_is_refused():
    with pytest.raises(TypeError, match="'str' object cannot be interpreted as an integer"):
        nibble(0, "a")  # type: ignore[arg-type]


def test_of_an_async_iterator_in_a_result_no_consumer_takes_cells() -> None:
    async def waiting() -> AsyncIterator[int]:
        yield 1

    observation = observe(lambda numbers: [numbers, waiting()], [1], context=nibble(1, 1, 0, 1, 1))
    assert str(observation.demand) == "[1]"
