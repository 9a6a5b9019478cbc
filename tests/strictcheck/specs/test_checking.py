"""`check_spec` finds the call that goes against its spec, and no other; what it cannot check it refuses."""

from __future__ import annotations

import itertools
import random
import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import FailedHealthCheck, Unsatisfiable
from long_runs import examples
from places import from_root
from shared_values import checks_nothing, twin

import strictcheck
from strictcheck import (
    Demand,
    DemandMismatch,
    Stream,
    TooMuchForced,
    assert_same_demand,
    check_spec,
    delay,
    hole,
    like,
    max_forced,
    nf,
    spec,
    take,
    whnf,
)
from strictcheck.errors import NotCertified, NothingChecked, SpecError, StrictCheckError
from strictcheck.generate.strategies import contexts
from strictcheck.kinds.layers import Raised
from strictcheck.specs import (
    called,
    cells,
    check_never_calls,
    check_pulls_at_most,
    check_reads_once,
    check_reads_only,
    pulled,
)
from strictcheck.specs.expectations import keyed

QUICK = settings(max_examples=60, deadline=None, database=None)
LISTS = [st.lists(st.integers())]


def failure(function, expected, **options):
    """The counterexample of a check that has to fail."""
    with pytest.raises(DemandMismatch) as caught:
        check_spec(function, expected, **{"settings": settings(max_examples=300), **options})
    assert str(caught.value) == str(caught.value.counterexample)
    return caught.value.counterexample


def first(items: list[int]) -> list[int]:
    return items[:1]


@spec
def first_spec(result, items):
    return [result.at((0,)), *[hole] * (len(items) - 1)] if items else []


def sorted_first(items: list[int]) -> list[int]:
    return sorted(items)[:1]


# Right and wrong


def test_a_right_spec_passes():
    check_spec(first, first_spec)


def test_a_plain_function_is_a_spec():
    check_spec(first, first_spec.function)


def test_more_demand_than_expected_is_found():
    found = failure(sorted_first, like(first))
    assert (found.argument, found.path, found.how) == ("items", (1,), "more")
    assert str(found).splitlines()[1].endswith("in sorted_first")  # the place


def test_a_slice_of_strings_is_no_look_at_them():
    def lazy(words: list[str]) -> str:
        return "".join(words[:3][:1])

    def eager(words: list[str]) -> str:
        return "".join([*words[:3]][:1])

    found = failure(eager, like(lazy))
    assert (found.argument, found.path, found.how) == ("words", (1,), "more")


def test_less_demand_than_expected_is_found():
    found = failure(first, like(sorted_first))
    assert (found.path, found.how) == ((1,), "less")


def test_a_difference_that_shows_only_in_a_deep_context_is_found():
    def lazily(items: list[int]) -> Iterator[int]:
        return (item + 1 for item in items)

    def lazily_but_the_second(items: list[int]) -> Iterator[int]:
        return (item + (items[-1] if index == 1 else 1) for index, item in enumerate(items))

    found = failure(lazily_but_the_second, like(lazily))
    assert found.call == "lazily_but_the_second(items=[0, 0, 0])"
    with pytest.raises(NothingChecked, match=r"results are lazy\s+and were not asked"):
        check_spec(lazily_but_the_second, like(lazily), contexts=whnf)


def test_rows_are_drawn_with_the_keys_that_the_function_asks_for():
    def first(rows: list[dict[str, int]]) -> int:
        return next((row["age"] for row in rows if "age" in row), 0)

    def first_of_all(rows: list[dict[str, int]]) -> int:
        return ([row["age"] for row in rows if "age" in row] or [0])[0]

    assert failure(first_of_all, like(first)).path == (1,)


def test_each_argument_may_be_compared_in_its_own_way():
    def some(items: list[int], count: int) -> list[int]:
        return [item + 1 for item in items[: count % 3]]

    expected = spec(lambda result, items, count: (items, count), compare={"items": "<="})
    check_spec(some, expected)
    assert failure(some, expected.function).argument == "items"


def test_an_argument_that_a_dict_leaves_out_is_not_checked():
    check_spec(lambda items, n: items[: n % 3], lambda result, items, n: {"n": n}, given=[*LISTS, st.integers()])


def test_the_order_of_looking_makes_no_difference():
    def backwards(items: list[int]) -> int:
        return sum(item for item in reversed(items))

    check_spec(backwards, like(sum))


def test_keyword_arguments_and_defaults_are_arguments():
    def scaled(items: list[int], *, factor: int, offset: int = 0) -> int:
        return items[0] * factor + offset if items else offset

    @spec
    def expected(result, items, *, factor):
        return ([items[0], *[hole] * (len(items) - 1)], factor) if items else ([], hole)

    check_spec(scaled, expected)


def test_variable_arguments_are_one_argument_each():
    def chosen(*options: int, **named: int) -> int:
        return options[0] + named["a"]

    given_ = {"options": st.lists(st.integers(), min_size=1), "named": st.fixed_dictionaries({"a": st.integers()})}
    check_spec(
        chosen,
        lambda result, *options, **named: ((options[0], *[hole] * (len(options) - 1)), {"a": named["a"]}),
        given=given_,
    )


def test_functions_as_arguments_are_observed_too():
    def applied(f: Callable[[int], int], items: list[int]) -> Iterator[int]:
        return map(f, items)

    @spec
    def expected(result, f, items):
        looked = cells(result).elements
        calls = [((item,), found) for item, found in zip(items, looked, strict=False)]
        return called(*calls) if calls else hole, [hole] * len(items)

    with pytest.raises(NothingChecked, match=r"results are lazy\s+and were not asked"):
        check_spec(applied, spec(expected.function, compare="<="), given={"f": st.just(lambda x: 0)}, contexts=whnf)
    found = failure(applied, lambda result, f, items: (hole, items), settings=QUICK)
    assert found.argument in ("f", "items")


def test_iterators_are_not_used_up_between_the_call_and_its_spec():
    def two(items: Iterator[int]) -> list[int]:
        return list(itertools.islice(items, 2))

    def three(items: Iterator[int]) -> list[int]:
        return list(itertools.islice(items, 3))[:2]

    @spec
    def expected(result, items):
        assert isinstance(items, Stream)
        found = items[:2]
        return pulled([hole] * len(found), ended=len(found) < 2)

    iterators = [st.lists(st.integers()).map(iter)]
    check_spec(two, expected, given=iterators, contexts=whnf)
    found = failure(three, expected, given=iterators, contexts=whnf)
    assert str(found.observation.demand) in ("[_, _]", "[_, _, _, *_]", "[_, _, _]")


def test_infinite_arguments_are_fine():
    def some(items):
        return itertools.islice(items, 3)

    def one_too_many(items):
        return iter(list(itertools.islice(items, 4))[:3])

    counts = [st.integers(0, 3).map(itertools.count)]

    @spec
    def expected(result, items):
        return pulled(cells(result).elements)

    check_spec(lambda items: (item for item in items), expected, given=counts)
    assert failure(one_too_many, expected, given=counts).how == "more"
    assert failure(one_too_many, like(some), given=counts).argument == "items"


def test_mappings_and_records_are_arguments_like_others():
    @dataclass(frozen=True)
    class User:
        name: str
        age: int

    def greeting(users: dict[str, User], key: str) -> str:
        return users[key].name + "!"

    def adult_greeting(users: dict[str, User], key: str) -> str:
        return users[key].name + "!" if users[key].age >= 0 else ""

    @spec
    def expected(result, users, key):
        return keyed({key: User(users[key].name, hole)}), key

    records = st.builds(User, st.text(), st.integers(0, 99))
    users = st.shared(st.dictionaries(st.text(), records, min_size=1))
    given_ = {"users": users, "key": users.flatmap(lambda users: st.sampled_from([*users]))}
    check_spec(greeting, expected, given=given_)
    found = failure(adult_greeting, expected, given=given_)
    assert found.path == ("", "age")
    assert set(found.arguments) == {"users", "key"}


def timeout(config: dict[str, int]) -> int:
    return config.get("timeout", 30)


@pytest.mark.parametrize(
    ("expected", "advised"),
    [
        (lambda result, config: {"timeout": config.get("timeout")}, "keyed({}, absent=['timeout'])"),
        (lambda result, config: config, "keyed({}, absent=['timeout'])"),
        (
            lambda result, c: {"timeout": c["timeout"]} if "timeout" in c else keyed({}, absent=["timeout"]),
            "keyed({'timeout': config['timeout']})",
        ),
    ],
)
def test_a_spec_that_lists_the_keys_of_a_dict_of_which_some_are_asked_for_is_told_what_to_write(expected, advised):
    with pytest.raises(StrictCheckError) as failed:
        check_spec(timeout, expected)
    assert f"strictcheck.specs.{advised} is a dict whose keys are not listed" in " ".join(str(failed.value).split())


def test_what_such_a_spec_is_told_to_write_holds():
    check_spec(
        timeout, lambda result, c: keyed({"timeout": c["timeout"]}) if "timeout" in c else keyed({}, absent=["timeout"])
    )
    check_spec(timeout, like(lambda config: config.get("timeout", 0)))


# Contexts


def test_contexts_are_at_least_whnf_unless_they_are_given():
    seen = []

    def noted(items: list[int]) -> Any:
        return strictcheck.delay(lambda: seen.append(1) or [item + 1 for item in items])

    check_spec(noted, lambda result, items: items if result else 5, settings=QUICK)
    assert seen
    seen.clear()
    with pytest.raises(NothingChecked, match=r"results are lazy\s+and were not asked"):
        check_spec(noted, lambda result, items: hole, contexts=lambda result: None, settings=QUICK)
    assert not seen


def test_a_context_or_a_strategy_of_contexts_may_be_given():
    def mapped(items: list[int]) -> list[int]:
        return [item + 1 for item in items]

    def lazily(items: list[int]) -> Iterator[int]:
        return (item + 1 for item in items)

    check_spec(lazily, lambda result, items: items, contexts=nf)
    assert failure(lazily, lambda result, items: items, contexts=contexts()).how == "less"
    check_spec(mapped, lambda result, items: items, contexts=contexts())


def test_what_is_no_context_is_refused():
    with pytest.raises(TypeError, match="contexts=3 is no context; pass whnf, nf, or a strategy"):
        check_spec(first, first_spec, contexts=3)


# Exceptions


def third(items: list[int]) -> int:
    return items[2]


def test_an_exception_of_the_function_is_raised_with_small_arguments():
    with pytest.raises(IndexError) as caught:
        check_spec(third, first_spec)
    assert any("third(items=[])" in note for note in caught.value.__notes__)

    def limited(items: list[int]) -> int:
        if sum(items) > 1000:
            raise OverflowError
        return 0

    with pytest.raises(OverflowError) as caught_later:
        check_spec(limited, lambda result, items: items)
    assert any("limited(items=[1001])" in note for note in caught_later.value.__notes__)


def test_an_exception_that_is_caught_is_the_demand_on_the_result():
    @spec
    def expected(result, items):
        raised = [layer for _, _, _, layer in result.rows()] == [Raised(IndexError)]
        assert raised == (len(items) < 3)
        return [hole] * len(items) if raised else [hole, hole, result, *[hole] * (len(items) - 3)]

    check_spec(third, expected, catch=IndexError, settings=examples(200))  # of which some have three items


def test_an_exception_of_the_spec_is_raised():
    with pytest.raises(ZeroDivisionError):
        check_spec(first, lambda result, items: [1 // len(items)])


def test_an_exception_in_the_middle_of_the_result_is_part_of_the_demand():
    def inverses(items: list[int]) -> Iterator[float]:
        return (1 / item for item in items)

    check_spec(inverses, like(twin(inverses)), catch=ZeroDivisionError)
    with pytest.raises(ZeroDivisionError):
        check_spec(inverses, like(twin(inverses)), contexts=nf)


def test_a_budget_holds_while_specs_are_checked():
    with pytest.raises(TooMuchForced), max_forced(0, of=int):
        check_spec(sorted_first, like(first))


# What cannot be checked


def test_arguments_that_cannot_be_inferred_are_refused():
    with pytest.raises(SpecError, match="parameter 'items'"):
        check_spec(lambda items: items, first_spec)


def test_a_demand_that_the_argument_cannot_have_is_refused_with_both():
    with pytest.raises(SpecError, match=r"expects of argument 'items' a demand that it cannot have") as caught:
        check_spec(first, lambda result, items: [0, 0])
    assert "expected: [0, 0]\n  argument: []" in str(caught.value)
    with pytest.raises(SpecError, match=r"demands disagree at \(0,\), 0 against 1"):
        check_spec(lambda items: items[0] + 0, lambda result, items: [1], given=[st.just([0])])


def test_too_few_demands_are_refused():
    with pytest.raises(SpecError, match="returned a tuple of 1"):
        check_spec(lambda items, n: items, lambda result, items, n: (hole,), given=[*LISTS, st.integers()])


def test_what_can_not_be_called_is_refused():
    with pytest.raises(TypeError, match="spec: function=5 is not callable"):
        check_spec(first, 5)


def test_a_function_that_remembers_is_found_out():
    times = itertools.count()

    def forgetful(items: list[int]) -> int:
        return items[next(times) % 2] + 0 if len(items) == 2 else 0

    with pytest.raises(NotCertified, match=r"did not do the same twice.*\n  - first, \+ then\n    items: list of 2\n"):
        check_spec(forgetful, lambda result, items: [hole] * len(items), given=[st.just([0, 0])], settings=QUICK)


def test_a_function_that_fails_at_random_is_found_out():
    times = itertools.count()

    def failing(items: list[int]) -> int:
        if next(times) % 2:
            raise OSError("gone")
        return items[0] + 0

    with pytest.raises(NotCertified):
        check_spec(failing, lambda result, items: [hole], given=[st.just([0])], settings=QUICK, catch=OSError)


def test_random_numbers_are_found_out():
    def rolled(items: list[int]) -> int:
        return items[random.SystemRandom().randrange(1000)] + 0

    with pytest.raises(NotCertified):
        check_spec(rolled, lambda result, items: [hole] * 1000, given=[st.just([0] * 1000)], settings=QUICK)


# Within other tests


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(1, 3))
def test_a_check_may_stand_in_a_property(count):
    check_spec(lambda items: items[:count], lambda result, items: [hole] * len(items), given=LISTS, contexts=whnf,
               settings=QUICK)  # fmt: skip


def test_settings_are_those_of_hypothesis():
    calls = []
    check_spec(lambda items: calls.append(1) or items, lambda result, items: [hole] * len(items), given=LISTS,
               contexts=whnf, settings=settings(QUICK, max_examples=7), certify=False)  # fmt: skip
    assert len(calls) <= 8


def test_assumptions_of_a_spec_discard_the_call():
    from hypothesis import assume

    @spec
    def expected(result, items):
        assume(len(items) > 1)
        return [items[0], *[hole] * (len(items) - 1)]

    check_spec(lambda items: items[0] + 0, expected, given=[st.lists(st.integers(), min_size=1)],
               settings=settings(QUICK, suppress_health_check=list(HealthCheck)))  # fmt: skip


def test_a_hostile_repr_does_no_harm():
    class Hostile:
        def __init__(self):
            self.part = 1

        def __repr__(self):
            raise RuntimeError("no")

    found = failure(lambda thing: thing.part + 0, lambda result, thing: hole, given=[st.builds(Hostile)])
    assert "part=1" in str(found)


def test_nothing_is_printed(capsys):
    failure(sorted_first, like(first))
    with pytest.raises(IndexError):
        check_spec(third, first_spec)
    assert capsys.readouterr() == ("", "")


def test_a_demand_is_told_from_the_result_of_the_spec():
    assert failure(first, lambda result, items: Demand()).how == "more"


def test_of_arguments_too_big_to_be_shrunk_the_demand_is_left() -> None:
    def third(items):
        return items[2] + 0

    with pytest.raises(DemandMismatch) as caught:
        check_spec(third, like(len), given={"items": st.lists(st.integers(), min_size=350, max_size=360)})
    assert re.search(r"call: +third\(items=\[_, _, -?\d+, _, _,", str(caught.value))


def test_a_small_call_is_preferred_to_one_too_big_to_be_shrunk() -> None:
    def third(items):
        return items[2] + 0 if len(items) > 2 else 0

    items = st.lists(st.just(7), min_size=350, max_size=360) | st.lists(st.just(7), max_size=9)
    with pytest.raises(DemandMismatch) as caught:
        check_spec(third, like(len), given={"items": items})
    assert re.search(r"call: +third\(items=\[7, 7, 7\]\)", str(caught.value))


def labelled(label: int | None, items: list[int]) -> str:
    return f"{label} {items[:1]}" if len(items) > 1 else ""


def labelled_eager(label: int | None, items: list[int]) -> str:
    return f"{label} {items[:2]}" if len(items) > 1 else ""


def test_an_argument_is_replaced_by_the_simplest_value_of_its_type() -> None:
    found = failure(labelled_eager, like(labelled))
    assert str(found.observation.demands["label"]) == "None"


def test_measuring_arguments_forces_no_delayed_one() -> None:
    def endless() -> list[int]:
        raise AssertionError("forced")

    def pair(items):
        return len(items)

    given_ = {"items": st.builds(lambda: [delay(endless), delay(endless, kind=list)])}
    assert failure(pair, lambda result, items: hole, given=given_).how == "more"


def test_what_cannot_be_called_in_place_of_the_function_is_no_reference() -> None:
    def length(xs: list[int]) -> int:
        return 1

    for other, said in [(lambda: 1, r"takes 0 positional.*\(xs\)"), (lambda xs: undefined, "undefined.*in place of")]:  # type: ignore[name-defined]  # noqa: F821
        with pytest.raises(SpecError, match=said):
            check_spec(length, like(other))


def test_a_function_that_is_passed_as_a_spec_is_told_from_one() -> None:
    def length(xs: list[int]) -> int:
        return len(xs)

    with pytest.raises(SpecError, match=r"length\(result, xs\)\. To expect .* pass like\(length\)"):
        check_spec(length, length)


def test_a_search_that_hypothesis_ends_early_says_that_it_is_not_done():
    rare = [st.integers().filter(lambda number: number % 1_000 == 7)]
    with pytest.raises((FailedHealthCheck, Unsatisfiable)) as raised:
        check_spec(lambda number: number, like(lambda number: number), given=rare)
    assert re.fullmatch(r"the search is not done: \d+ calls were made .*", raised.value.__notes__[-1])
    for check, options in ((check_reads_once, {}), (check_pulls_at_most, {"n": 1}), (check_never_calls, {})):
        with pytest.raises((FailedHealthCheck, Unsatisfiable)) as raised:
            check(first, given=[st.nothing()], **options)
        assert "the search is not done: 0 calls were made" in raised.value.__notes__[-1]


# Rules

HERE = from_root(__file__)

PARTS = {"host": st.text(), "port": st.integers(), "debug": st.booleans(), "log": st.none()}
CONFIGS = {"config": st.fixed_dictionaries(PARTS)}


def address(config):
    return f"{config['host']}:{config['port']}" if config["debug"] else config["host"]


def test_a_part_that_is_read_now_and_then_is_found():
    check_reads_only(address, "host", "port", "debug", given=CONFIGS, settings=QUICK)
    with pytest.raises(DemandMismatch) as raised:
        check_reads_only(address, "host", "debug", given=CONFIGS, settings=QUICK)
    lines = str(raised.value).splitlines()
    assert lines[:2] == [
        "address also read config['port'],",
        f"  at {HERE}:{address.__code__.co_firstlineno + 1} in address",
    ]
    assert lines[-3].startswith("  call:   address(config={")
    assert "'debug': True" in lines[-3]


def pairwise(items: list[int]) -> list[int]:
    return [a + b for a, b in [(items[i], items[i + 1]) for i in range(len(items) - 1)]]


def mapped(items: list[int]):
    yield from (item + 1 for item in items)


def test_a_part_that_is_read_twice_is_found():
    check_reads_once(mapped, contexts=nf, settings=QUICK)
    with pytest.raises(DemandMismatch, match=r"read items\[\d\] twice"):
        check_reads_once(pairwise, settings=QUICK)


def test_an_element_too_many_is_found():
    def first_positive(items: list[int]) -> int | None:
        return next((item for item in items if item > 0), None)

    with pytest.raises(DemandMismatch, match=r"pulled 3 elements of items, 2 were expected; the third,\s+at tests/"):
        check_pulls_at_most(first_positive, n=2, settings=QUICK)
    check_pulls_at_most(lambda items: items[:1], n=1, given={"items": st.lists(st.integers())}, settings=QUICK)


def test_a_call_of_a_function_is_found():
    def get(number: int, make: Callable[[int], int]) -> int:
        return make(number) if number > 3 else number

    with pytest.raises(DemandMismatch, match=r"called make\(4\)"):
        check_never_calls(get, settings=QUICK)
    check_never_calls(lambda number, make: number, given=[st.integers(), st.just(abs)], settings=QUICK)


@pytest.mark.parametrize(
    "check",
    [
        lambda: check_reads_only(mapped, "0", contexts=whnf, settings=QUICK),
        lambda: check_reads_once(mapped, contexts=whnf, settings=QUICK),
        lambda: check_pulls_at_most(mapped, n=1, contexts=whnf, settings=QUICK),
        lambda: check_reads_once(len, given=[st.lists(st.integers())], settings=QUICK),
        lambda: check_pulls_at_most(list, n=3, given=[st.lists(st.integers(), max_size=3)], settings=QUICK),
    ],
)
def test_calls_that_show_nothing_do_not_pass(check):
    with checks_nothing(r"looked at anything|has checked nothing"):
        check()


def test_a_spec_in_the_place_of_the_function_is_refused():
    with pytest.raises(TypeError, match="pass the function first, then its spec"):
        check_spec(like(any), all)


def test_a_spec_that_returns_nothing_is_told_in_plain_words():
    def forgets(result: Demand, items: list[int]) -> None:
        [*items[:1], *[hole] * (len(items) - 1)]

    def some(items: list[int]) -> list[int]:
        return items[:1]

    with pytest.raises(SpecError) as raised:
        check_spec(some, forgets)
    assert str(raised.value).splitlines()[:2] == [
        "forgets expects of argument 'items' a demand that it cannot have",
        "  expected: None; does the spec return?",
    ]


def test_a_traceback_of_not_certified_has_no_exceptions_of_the_library_in_it():
    calls = itertools.count()
    with pytest.raises(NotCertified) as raised:
        assert_same_demand(lambda xs: (xs[0], next(calls)), lambda xs: xs[1], [1, 2])
    assert raised.value.__context__ is None


def test_a_rule_is_tried_on_the_calls_that_have_its_argument() -> None:
    def all_of(*numbers: int) -> int:
        return sum(numbers)

    def after(start: int, *numbers: int) -> int:
        return sum(numbers)

    for function, of in (all_of, None), (after, "numbers"):
        with pytest.raises(DemandMismatch, match=r"pulled 2 elements of numbers, 1 was expected"):
            check_pulls_at_most(function, n=1, of=of)
    with checks_nothing("the call has no such argument"):
        check_pulls_at_most(lambda: 0, n=1)


def test_an_iter_call_without_a_pull_is_no_difference():
    def small(numbers):
        for number in numbers:
            if number > 2:
                return
            yield number

    def small_by_tools(numbers):
        return itertools.takewhile(lambda number: number <= 2, numbers)

    check_spec(small, like(small_by_tools), given=[st.lists(st.integers()).map(iter)])
    with pytest.raises(DemandMismatch, match=r"does not look at numbers, which(.|\n)*of a generator function"):
        check_spec(small, like(small_by_tools), given=[st.lists(st.integers())])
    with pytest.raises(DemandMismatch, match=r"also looks at the end of numbers"):
        check_spec(lambda numbers: iter([*numbers]), like(small_by_tools), given=[st.lists(st.integers()).map(iter)])


def doubled(numbers: Iterator[int]) -> Iterator[int]:
    return (2 * number for number in numbers)


def test_of_an_iterator_the_message_says_how_a_spec_leaves_out_the_end():
    def whole(result: Demand, numbers: Any) -> Any:
        return list(numbers)

    def pulled_ones(result: Demand, numbers: Any) -> Any:
        elements, ended = cells(result)
        return pulled(list(numbers)[: len(elements)], ended=ended)

    with pytest.raises(DemandMismatch) as failed:
        check_spec(doubled, whole, contexts=take(1))
    text = " ".join(str(failed.value).split())
    assert "does not look at the end of numbers" in text
    assert text.endswith(
        "if it need not, strictcheck.specs.pulled([...]) has the elements that are pulled of numbers, without the end"
    )
    check_spec(doubled, pulled_ones)
    with pytest.raises(DemandMismatch, match="also looks at the end of numbers") as failed:
        check_spec(doubled_at_once, pulled_ones, contexts=take(1))
    text = " ".join(str(failed.value).split())
    assert text.endswith("if it may, pulled([...], ended=True) expects the end of numbers, too")


def window(numbers: Iterator[int], size: int) -> Iterator[tuple[int, ...]]:
    last = deque[int](maxlen=size)  # takes no thunk
    for number in numbers:
        last.append(number)
        if len(last) == size:
            yield tuple(last)


def test_a_failure_tells_which_values_were_handed_out_as_themselves():
    with pytest.raises(
        DemandMismatch, match=r"atoms: +numbers and the like are handed out as themselves, which counts"
    ):
        check_spec(window, lambda result, numbers, size: (..., hole))


def doubled_at_once(numbers: Iterator[int]) -> Iterator[int]:
    yield from [2 * number for number in numbers]


def test_a_spec_that_takes_an_iterator_for_a_list_is_told_of_pulled():
    with pytest.raises(TypeError) as failed:
        check_spec(doubled, lambda result, numbers: [hole] * len(numbers))
    assert any("numbers is an iterator, and in a spec a Stream" in note for note in failed.value.__notes__)
    with pytest.raises(TypeError) as failed:
        check_spec(doubled, lambda result, numbers: len(result.at(())) + "a")
    assert not any("Stream" in note for note in failed.value.__notes__)
