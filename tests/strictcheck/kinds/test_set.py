"""Sets: a look at one is a look at all its elements, and objects among them are observed and left as they were."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from rows import Row, check, rows

from strictcheck import Demand, assert_reads_only, nf, observe
from strictcheck.kinds.equality import first_value_difference

TABLE = {
    "{1, 2, 3}": """
        set([1, 2, 3])    v    len(v)    1 in v, 7 in v    [*v]    sorted(v)    v | {8}    {8} | v    {1, 2, 8} - v
        set([1, 2, 3])    v <= {1, 2, 3, 4}    v == {1, 2, 3}, {1, 2, 3} == v    v ^ {1}    {-n for n in v}
        set([1, 2, 3])    v.isdisjoint([7])    v.copy()    bool(v)    isinstance(v, (set, frozenset))    min(v)
        set([1, 2, 3])    v.add(9); v.discard(1); v    v.update({7}); v -= {1}; v    v.clear(); v
        set([1, 2, 3])    v.pop() in (1, 2, 3), len(v)    v.remove(9)    v.update(a=1)
        _    v in [v]    hash(v)
    """,
    "frozenset({1, 2})": """
        frozenset([1, 2])    v    1 in v    v | {3}    hash(v) == hash(frozenset({1, 2}))    copy.copy(v) is v
        frozenset([1, 2])    {v: 1}[v]
    """,
    "{(1, 2), frozenset({3})}": """
        set([(1, 2), frozenset([3])])    (1, 2) in v    {3} in v    len(v)
    """,
    "set('kjihgfedcba')": """
        set(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'])    [*v]    v.add('?'); sorted(v)
    """,
    "Members({1, 2})": """
        Members()    v.total()    v | {3}    v.add(9); v
    """,
}


@rows(globals(), TABLE)
def test_an_operation_does_as_plainly_and_demands_so_much(row: Row) -> None:
    check(row)


class Node:
    def __init__(self, name: int) -> None:
        self.name = name
        self.rest = [name]


def test_what_is_read_of_an_object_in_a_set_counts() -> None:
    seen = observe(lambda s: sorted(node.name for node in s), {Node(1), Node(2)}, context=nf)
    assert seen.result == [1, 2]
    assert sorted(path[-1] for path in seen.demand.paths() if len(path) == 2) == ["name", "name"]
    assert seen.replay().result == [1, 2]


def test_what_is_written_to_an_object_in_a_set_stays_with_the_call() -> None:
    node = Node(1)

    def mark(s: Any, x: Any) -> Any:
        for element in s:
            element.rest.append(x)
            element.name = 7
        return [element.name for element in s], s

    seen = observe(mark, {node}, [5], context=nf)
    assert seen.result[0] == [7]
    assert [element.rest for element in seen.result[1]] == [[1, [5]]]
    assert (node.name, node.rest) == (1, [1])


def test_an_object_is_found_in_the_set_that_it_is_in() -> None:
    node, other = Node(1), Node(2)
    used = {"here": [node], "there": {node, other}}
    seen = observe(lambda d: (d["here"][0] in d["there"], len(d["there"] - {d["here"][0]})), used)
    assert seen.result == (True, 1)
    assert observe(lambda s: (s.pop().name, len(s)), {node}).result == (1, 0)


def test_a_set_is_found_among_frozen_sets() -> None:
    assert observe(lambda s: {1} in s, {frozenset({1})}).result is True
    assert observe(lambda one, s: one in s, {1}, {frozenset({1})}).result is True


def test_a_set_with_an_element_that_nobody_can_write_is_told_by_its_class() -> None:
    seen = observe(len, {1, lambda: 2})
    assert str(seen.demand) == "set()"
    assert Demand.parse("set()") == seen.demand


def test_the_demand_on_a_set_stays_when_the_set_is_changed_later() -> None:
    given = {1}
    seen = observe(len, given)
    given.add(2)
    assert str(seen.demand) == "set([1])"
    assert observe(len, {3}).demand != seen.demand


@dataclass(frozen=True)
class Tagged:
    """Frozen, and hashed by its name; but its list can change."""

    name: str
    tags: list[int] = field(default_factory=list, compare=False)


def test_what_is_written_to_a_list_in_a_frozen_element_stays_with_the_thunk() -> None:
    def tag(elements: Any) -> list[Any]:
        for element in elements:
            (element[0] if isinstance(element, tuple) else element).tags.append(2)
        return [*elements]

    for element in (Tagged("a", [1]), (Tagged("a", [1]),)):
        given = {element}
        seen = observe(tag, given, context=nf).verify().replay()
        assert str(seen.result) == str([element]).replace("[1]", "[1, 2]")
        assert "[1]" in str(given)


class Numbered:
    """Objects that are written with their `id`, as those of some libraries are."""

    def __repr__(self) -> str:
        return f"Numbered({id(self)})"


def test_objects_that_are_written_alike_are_not_taken_for_each_other() -> None:
    def length(of: dict[str, Any]) -> int:
        return len(of["elements"])

    for _ in range(20):
        elements = {Numbered(), Numbered(), Numbered()}
        assert observe(length, {"elements": elements, "again": [*elements]}).verify().result == 3


def test_large_numbers_beside_objects_are_no_addresses() -> None:
    numbers = [10**9 + 7_919 * number for number in range(9)]
    wide: set[object] = {*range(1_000), *numbers, object()}
    wide -= {*range(1_000)}  # its table stays larger, so that the elements come in another order
    assert first_value_difference({*numbers, object()}, wide) is None


class Word(str):
    """A string that can have attributes."""


def test_a_frozen_set_is_given_again_with_the_copies_of_its_elements() -> None:
    word = Word("a")
    word.owner = [word]  # type: ignore[attr-defined]
    pair = ("(", ")")
    words, pairs, box = frozenset({word}), frozenset({pair}), [{pair: [1]}]
    seen = observe(lambda *args: [sorted(args[0]), args[0] is not None, sorted(args[1]), args[2][0].popitem()],
                   words, pairs, box, context=nf, atoms="auto")  # fmt: skip
    assert seen.verify().result == [["a"], True, [pair], (pair, [1])]
    assert box == [{pair: [1]}]


def test_the_demand_on_a_set_is_matched_by_equal_sets_only():
    demand = observe(lambda numbers: 1 in numbers, {1, 2}).demand
    assert demand.matches({2, 1})
    assert not demand.matches({1, 2, 3})


class Noted(set[int]):
    """A set that holds an attribute."""

    notes: list[int]


class Fixed(frozenset[int]):
    """A frozen set whose methods return it."""

    def itself(self) -> Fixed:
        return self

    def __add__(self, other: object) -> list[object]:
        return [self, other]


def test_an_attribute_that_a_derived_set_shares_with_another_part_is_one_object_in_a_replay() -> None:
    noted, notes = Noted([1]), [5]
    noted.notes = notes
    observation = observe(lambda *args: args, noted, notes, context=nf).verify().replay()
    assert str(observation.demand) == "[Noted(notes=[5] as a), a]"
    assert noted.notes is notes


def test_a_derived_frozenset_that_a_method_or_an_operator_of_it_returns_is_itself() -> None:
    fixed = Fixed([1])
    observation = observe(lambda x: (x, x.itself(), x + 1), fixed, context=nf).verify()
    observation.replay()
    assert observation.result == (fixed, fixed, [fixed, 1])
    assert observation.result[0] is observation.result[1] is observation.result[2][0] is fixed


class Words(set[str]):
    """A set with a constructor of its own."""

    def __init__(self, text: str) -> None:
        super().__init__(text.split())

    def itself(self) -> Any:
        return self


class Split(frozenset[str]):
    def __new__(cls, text: str) -> Any:
        return super().__new__(cls, text.split())


@pytest.mark.parametrize("made", [Words("a b"), Split("a b")])
def test_a_set_is_copied_past_the_constructor_of_its_class(made: Any) -> None:
    assert_reads_only(lambda d: d["u"], {"t": made, "u": 1}, "u")
    assert observe(lambda words: (sorted(words), words), made).verify().replay().result == (["a", "b"], made)


class Labelled(set[str]):
    """A set with attributes."""

    def __init__(self, items: Any = ()) -> None:
        super().__init__(items)
        self.label, self.owner, self.rows = "l", "o", [1]

    def __str__(self) -> str:
        return self.label

    def shown(self) -> str:
        return self.label + "!"

    def size(self) -> int:
        return set.__len__(self)

    def itself(self) -> Any:
        return self


def with_a_method_of_its_own() -> Any:
    """Return a set in which an attribute hides a method of the class."""
    made: Any = Labelled("ab")
    made.itself = lambda: 1
    return made


@rows(
    globals(),
    {
        "Labelled('ab')": """
            Labelled(label='l', owner='o')    v.label    str(v)    v.shown()    hasattr(v, 'label')
            Labelled(label='l', owner='o')    len(v)    'a' in v    v | {'c'}    v.label = 'm'; v.label    v.size()
            Labelled(label='l', owner='o', rows=[1])    v.rows    vars(v)    v
            Labelled(label='l', owner='o')    v.itself().add('c'), 'c' in v
        """,
        "with_a_method_of_its_own()": "Labelled(itself=Callable({'()': 1}), label='l', owner='o')    v.itself()",
    },
)
def test_the_first_look_at_a_set_reads_its_plain_attributes_too(row: Row) -> None:
    check(row)


@pytest.mark.parametrize("made", [Words("a b"), Labelled("ab")])
def test_a_method_of_a_set_that_returns_itself_returns_the_argument(made: Any) -> None:
    assert observe(lambda v: v.itself() is v, made).verify().result is True
