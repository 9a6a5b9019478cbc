"""Strategies found for the arguments of a function, and what Hypothesis infers from annotations by itself."""

from __future__ import annotations

import functools
import subprocess
import sys
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.metadata import entry_points
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample, Unsatisfiable
from places import ROOT

from lazytree import End, Game, Max, Min, count_leaves
from strictcheck import DemandMismatch, Stream, StrictCheckError, check_pulls_at_most, check_spec, like
from strictcheck.errors import SpecError
from strictcheck.generate import lazy_function
from strictcheck.generate.annotated_values import strategy_for
from strictcheck.generate.strategies import arguments

T = TypeVar("T")


@dataclass(frozen=True)
class Point:
    x: int
    y: int


class OnlyNan(float):
    """A type whose only value Hypothesis knows of is not a number."""


st.register_type_strategy(OnlyNan, st.just(OnlyNan("nan")))


def smallest(strategy: st.SearchStrategy[Any], condition: Any = lambda drawn: True) -> Any:
    return find(
        strategy,
        condition,
        settings=settings(max_examples=200, database=None, phases=[Phase.generate, Phase.shrink]),
        random=Random(0),
    )


def drawn(function: Any, given: Any = None, condition: Any = lambda call: True) -> Any:
    return smallest(arguments(function, given), condition)


# Inferred


def test_arguments_are_inferred_from_annotations():
    def function(count: int, items: list[bool], point: Point, name: str | None) -> None: ...

    assert drawn(function) == ((0, [], Point(0, 0), None), {})
    assert drawn(function, condition=lambda call: call[0][2].y > 4 and call[0][1])[0][1:3] == ([False], Point(0, 5))


def test_whole_numbers_are_drawn_near_those_that_stand_in_the_function():
    def function(number: int) -> bool:
        def inside() -> bool:
            return number > 123_456

        return inside() or number in (2_000_017, 3_000_017) or number in {-4_000_017}

    for near in (123_457, 2_000_016, 3_000_018, -4_000_017):
        assert drawn(function, condition=lambda call, near=near: call[0][0] == near) == ((near,), {})


def test_strings_that_stand_in_the_function_are_drawn_as_keys():
    def function(config: dict[str, int], name: str) -> Any:
        """Sentences are no keys, and neither is the name of the lambda."""
        return (lambda: config.get("retries", 0))() if name != "max-age" else None

    assert drawn(function, condition=lambda call: "retries" in call[0][0]) == (({"retries": 0}, ""), {})
    assert drawn(function, condition=lambda call: call[0][1] == "max-age") == (({}, "max-age"), {})


def test_annotations_may_be_written_as_text_and_be_generic():
    def first(items: list[T], key: Callable[[T], int]) -> T: ...  # type: ignore[empty-body]

    (items, key), named = drawn(first, condition=lambda call: len(call[0][0]) == 2)
    assert len(items) == 2
    assert key == lazy_function([0], args=["x"])
    assert named == {}


def test_parameters_with_a_default_are_left_out_unless_they_are_given_or_asked_for():
    def function(a: int, b: int = 5, *more: int, c: int = 7, **rest: int) -> None: ...

    assert drawn(function) == ((0,), {})
    assert drawn(function, {"b": ...}) == ((0, 0), {})
    assert drawn(function, {"c": st.just("c")}) == ((0,), {"c": "c"})


def test_a_keyword_only_parameter_is_passed_by_keyword():
    def function(a: int, *, b: int) -> None: ...

    assert drawn(function) == ((0,), {"b": 0})


def test_a_parameter_behind_one_that_is_left_out_is_passed_by_keyword_or_with_the_default_before_it():
    def by_keyword(a: int = 1, b: int = 2) -> None: ...

    def by_position(a: int = 1, b: int = 2, /) -> None: ...

    assert drawn(by_keyword, {"b": st.just("b")}) == ((), {"b": "b"})
    assert drawn(by_position, {"b": st.just("b")}) == ((1, "b"), {})


def test_variadic_parameters_are_given_as_a_whole():
    def function(a: int = 1, *more: int, **rest: int) -> tuple[Any, ...]:
        return a, more, rest

    assert drawn(function, {"more": st.just((8, 9)), "rest": st.just({"k": 0})}) == ((1, 8, 9), {"k": 0})
    assert drawn(function, {"k": st.just(3), "l": st.just(4)}) == ((), {"k": 3, "l": 4})
    assert drawn(max, [st.just(1), st.just(2), st.just(3)]) == ((1, 2, 3), {})

    def several(first: int, *more: int) -> None: ...

    assert drawn(several, [st.just(1), st.just(2), st.just(3)]) == ((1, 2, 3), {})
    assert drawn(several, [st.just(1)], condition=lambda call: len(call[0]) == 3) == ((1, 0, 0), {})


def test_several_arguments_are_drawn_if_their_annotation_allows():
    def several(first: int, second: int = 5, *more: int) -> None: ...

    def unknown(first: int, *more: Any) -> None: ...

    assert drawn(several) == ((0,), {})
    assert drawn(several, condition=lambda call: len(call[0]) > 2) == ((0, 5, 0), {})
    assert drawn(unknown) == ((0,), {})


def test_any_callable_will_do():
    class Adder:
        def __init__(self, start: int) -> None:
            self.start = start

        def add(self, number: int) -> int:
            return self.start + number

        def __call__(self, text: str) -> None: ...

    assert drawn(Adder) == ((0,), {})
    assert drawn(Adder(1).add) == ((0,), {})
    assert drawn(Adder(1)) == (("",), {})
    assert drawn(functools.partial(lambda a, b: a, 1), {"b": st.just(2)}) == ((2,), {})
    assert drawn(lambda: None) == ((), {})


@pytest.mark.slow
def test_functions_are_lazy_ones_of_as_many_arguments_as_are_annotated():
    def function(
        two: Callable[[int, int], bool],
        any_: Callable[..., str],
        lazy: Callable[[int], Iterator[int]],
        tell: Callable[[str], None],
    ) -> None: ...

    two, any_, lazy, tell = drawn(function, condition=lambda call: len(list(call[0][2](0))) == 1)[0]
    assert two == lazy_function([False], args=["x", "y"])
    assert any_ == lazy_function([""])
    assert lazy == lazy_function([[0]], args=["x"], iterate=True)
    assert tell == lazy_function([None], args=["x"])


@pytest.mark.parametrize("cls", [list, Iterator])
def test_an_iterable_is_a_list_or_an_iterator(cls: Any):
    iterables = strategy_for(Iterable[list[int]])
    assert find(iterables.filter(lambda value: isinstance(value, cls)).map(list), bool) in ([[]], [[0]])


def test_an_iterable_is_nothing_but_a_list_or_an_iterator():
    with pytest.raises(NoSuchExample):
        find(
            strategy_for(Iterable[list[int]]),
            lambda value: not isinstance(value, (list, Iterator)),
            settings=settings(max_examples=200, database=None),
        )


@pytest.mark.parametrize("result", [Iterator, typing.Iterator], ids=["abc", "typing"])
def test_an_iterator_of_nobody_says_what_is_one_of_nothing_in_particular(result: Any):
    def function(lazy): ...

    function.__annotations__["lazy"] = Callable[[int], result]
    (lazy,), _ = drawn(function, condition=lambda call: len(list(call[0][0](0))) == 1)
    assert lazy == lazy_function([[None]], args=["x"], iterate=True)


# Given


def test_strategies_are_given_by_name_or_by_position():
    def function(a, b):  # type: ignore[no-untyped-def]
        return a, b

    assert drawn(function, {"b": st.just(2), "a": st.just(1)}) == ((1, 2), {})
    assert drawn(function, [st.just(1), st.just(2)]) == ((1, 2), {})
    assert drawn(function, (st.just(1), st.just(2))) == ((1, 2), {})


def test_an_argument_may_be_drawn_from_another_that_is_shared():
    def function(count: int, items: list[int]) -> None: ...

    items = st.shared(st.lists(st.integers(), min_size=1))

    @settings(database=None)
    @given(arguments(function, {"count": items.flatmap(lambda items: st.integers(1, len(items))), "items": items}))
    def holds(call: Any) -> None:
        count, items = call[0]
        assert 1 <= count <= len(items)

    holds()


def test_what_tells_no_parameters_takes_strategies_by_position():
    class Untold:
        __signature__ = "as some builtins, in some versions of Python"

        def __call__(self, *items: Any) -> None: ...

    assert drawn(Untold(), [st.just([1]), st.just([2])]) == (([1], [2]), {})
    assert drawn(zip, [st.just([1]), st.just([2])]) == (([1], [2]), {})
    with pytest.raises(SpecError, match=r"does not tell its parameters; give strategies by position, given=\["):
        arguments(Untold())


# Refused


def test_what_cannot_be_inferred_is_named_with_what_to_pass():
    class Handle:
        def __init__(self, number) -> None: ...  # type: ignore[no-untyped-def]

    def no_annotation(items, count: int):  # type: ignore[no-untyped-def]
        ...

    def no_strategy(handle: Handle) -> None: ...

    def unknown(items: NoSuchName) -> None: ...  # type: ignore[name-defined]  # noqa: F821

    no_strategy.__annotations__["handle"] = Handle
    for function, message in (
        (no_annotation, r"parameter 'items' of .*no_annotation has no annotation; give .* given=\{'items': st\.lists"),
        (
            no_strategy,
            r"no strategy is known for .*Handle.*, the annotation of parameter 'handle' of .*; give .*'handle'",
        ),
        (unknown, r"parameter 'items' of .*unknown has the annotation 'NoSuchName', of which not all names are known"),
    ):
        with pytest.raises(SpecError, match=message) as caught:
            arguments(function)
        assert isinstance(caught.value, StrictCheckError)
        assert isinstance(caught.value, ValueError)
    assert drawn(unknown, {"items": st.none()}) == ((None,), {})  # nobody asks for the annotation


def test_what_is_given_wrongly_is_refused_at_once():
    def function(a: int, b: int) -> None: ...

    for wrong, message in (
        ({"c": st.none()}, r"has no parameter 'c'; its parameters are a, b"),
        ({"a": 5}, r"given 5 for parameter 'a' of .* is not a strategy; pass one, st\.just\(5\), or"),
        ({"a": int}, r"given <class 'int'> for parameter 'a' of .* is not a strategy"),
        ([st.none()] * 3, r"given 3 strategies, but .* has 2 parameters"),
        (5, r"given=5; pass strategies by name in a dict, or by position in a list"),
    ):
        with pytest.raises(TypeError, match=message):
            arguments(function, wrong)  # type: ignore[arg-type]


# Partial values


# Games


def test_games_are_inferred_from_annotations():
    classes: set[type] = set()

    @settings(database=None, max_examples=25, derandomize=True)
    @given(...)
    def inferred(game: Game[int], best: Max[Fraction], bare: Game, games: list[Min[str]]) -> None:  # type: ignore[type-arg]
        classes.update({type(game), type(bare)})
        assert isinstance(best, Max)
        assert all(isinstance(other, Min) for other in games)

    inferred()
    assert classes == {Max, Min, End}


def test_inferred_games_have_scores_of_the_annotated_type_and_no_nan():
    found = smallest(st.from_type(Max[Fraction]), lambda game: count_leaves(game) == 2)
    assert found == Max([End(Fraction(0)), End(Fraction(0))])
    assert smallest(st.from_type(Game[float])) == End(0.0)

    with pytest.raises((NoSuchExample, Unsatisfiable)):
        smallest(st.from_type(End[OnlyNan]))


@pytest.mark.slow
@pytest.mark.parametrize("first", ["hypothesis", "lazytree"])
def test_games_are_inferred_whichever_is_imported_first(first: str):
    second = {"hypothesis": "lazytree", "lazytree": "hypothesis"}[first]
    code = f"""
import sys, {first}
print(*[name for name in ("lazytree", "hypothesis") if name in sys.modules])
import {second}
from hypothesis import strategies, find
print(find(strategies.from_type(lazytree.Game[int]), lambda game: True))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = {"hypothesis": "hypothesis", "lazytree": "lazytree"}[first]
    assert done.stdout.splitlines() == [loaded, "End(0)"]


def test_the_entry_point_is_registered():
    (entry,) = entry_points(group="hypothesis", name="strictcheck")
    assert entry.value == "strictcheck.hypothesis_entry:register"
    assert entry.load()() is None


# Shares


def test_functions_inside_other_values_are_lazy_too():
    for annotation in (list[Callable[[int], str]], tuple[Callable[[int], str], ...], dict[int, Callable[[int], str]]):
        found = smallest(strategy_for(annotation), lambda value: len(value) == 1)
        assert lazy_function([""], args=["x"]) in (found.values() if isinstance(found, dict) else found)
    found = smallest(strategy_for(Callable[[int], int] | None), lambda value: value is not None)
    assert found == lazy_function([0], args=["x"])
    assert smallest(strategy_for(Callable)) == lazy_function([None])


def test_abstract_collections_are_of_a_class_that_comes_apart():
    assert smallest(strategy_for(Sequence[int]), len) == [0]
    assert smallest(strategy_for(Mapping[str, Sequence[int]]), lambda value: any(value.values())) == {"": [0]}
    stream = smallest(strategy_for(Stream[int]), lambda stream: stream.has(1))
    assert isinstance(stream, Stream)
    assert list(stream) == [0, 0]
    assert smallest(strategy_for(tuple[int, str])) == (0, "")
    assert smallest(strategy_for(tuple[()])) == ()


def first_of(numbers: Iterator[int]) -> int | None:
    return next(numbers, None)


def first_of_some(numbers: Iterable[int]) -> int | None:
    return next(iter(numbers), None)


def test_iterators_are_those_of_python_which_every_checker_takes() -> None:
    assert type(find(strategy_for(list[Iterator[int]]), bool)[0]) is type(iter([]))
    for function in (first_of, first_of_some):
        check_pulls_at_most(function, n=1)
        check_spec(function, like(lambda numbers: next((n for n in numbers), None)))
    check_pulls_at_most(lambda numbers: next(numbers), n=1, given=[st.iterables(st.integers(), min_size=1)])
    with pytest.raises(DemandMismatch, match="pulled 2 elements of numbers, 1 was expected"):
        check_pulls_at_most(lambda numbers: sum(numbers), n=1, given=[st.iterables(st.integers())])
