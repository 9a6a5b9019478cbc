"""Comparing the demands of two functions on one value."""

from __future__ import annotations

from typing import Any

import pytest
from places import from_root

from strictcheck import (
    DemandMismatch,
    assert_no_more_demand,
    assert_pulls_at_most,
    assert_reads_only,
    assert_same_demand,
    check_spec,
    like,
    nf,
    take,
    whnf,
)


def strict_any(xs: Any) -> bool:
    return bool([x for x in xs if x])


def test_functions_with_the_same_demand_pass() -> None:
    assert_same_demand(any, lambda xs: next((True for x in xs if x), False), [0, 2, 3])
    assert_no_more_demand(any, strict_any, [[0], [2], 3])


def test_a_failure_names_the_argument_as_both_functions_do_or_else_by_its_place() -> None:
    def eager(iterable: list[int]) -> bool:
        return bool([x for x in iterable if x])

    for other, name in ((eager, "iterable"), (strict_any, "xs")):
        with pytest.raises(DemandMismatch, match=rf"also looks at {name}\[2\],\s+at tests/"):
            assert_same_demand(any, other, [0, 2, 3])
        with pytest.raises(DemandMismatch, match=rf"also looks at {name}\[2\],\s+at tests/"):
            assert_no_more_demand(other, any, [0, 2, 3])


def test_a_failure_names_the_first_path_who_forced_it_and_both_demands() -> None:
    with pytest.raises(DemandMismatch) as caught:
        assert_same_demand(strict_any, any, [0, 2, 3])
    message = str(caught.value)
    line = strict_any.__code__.co_firstlineno + 1
    assert message.startswith("strict_any also looks at xs[2],\n  at tests/")
    assert f"{from_root(__file__)}:{line}" in message
    assert message.splitlines()[2:6] == ["  - any, + strict_any", "    xs: list of 3", "      [0]: 0", "      [1]: 2"]
    assert message.splitlines()[6] == "  +   [2]: 3"


def test_of_several_differences_the_one_that_came_first_is_named() -> None:
    def port(config: Any) -> Any:
        return config["database"]["port"]

    def copied(config: Any) -> Any:
        database = dict(config["database"])
        return database["port"] + config.get("debug", 0)

    for compare, one, other in ((assert_no_more_demand, copied, port), (assert_same_demand, port, copied)):
        with pytest.raises(DemandMismatch, match=r"copied also looks at the list of keys of config\['database'\]"):
            compare(one, other, {"database": {"port": 3, "host": "a"}})


def test_more_demand_is_a_failure_in_one_direction_only() -> None:
    with pytest.raises(DemandMismatch, match=r"strict_any also looks at xs\[2\]"):
        assert_no_more_demand(strict_any, any, [0, 2, 3])
    assert_no_more_demand(any, strict_any, [[0], [2], 3])


def test_the_argument_that_differs_is_named() -> None:
    with pytest.raises(DemandMismatch, match="also looks at d"):
        assert_same_demand(lambda a, b: a + 0, lambda c, d: c + d, 1, 2)


def _timed(function):
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


class _Timed:
    def __init__(self, function):
        self.function = function

    def __call__(self, *args, **kwargs):
        return self.function(*args, **kwargs)


def _first_of(low: list[int], high: list[int]) -> list[int]:
    return low[:1]


def _first_of_too(high: list[int], low: list[int]) -> list[int]:
    return low[:1]


def test_a_function_in_a_decorator_that_tells_no_names_is_compared_as_the_function():
    assert_same_demand(any, _timed(any), [0, 1, 2])
    assert_same_demand(_first_of, _timed(_first_of), high=[1], low=[1, 2], context=nf)
    check_spec(_first_of, like(_timed(_first_of)))
    assert_reads_only(_timed(lambda config: config["host"]), {"host": 1, "port": 2}, "host")
    assert_reads_only(_Timed(lambda config: config["host"]), {"host": 1, "port": 2}, "host")
    with pytest.raises(DemandMismatch, match=r"wrapper also looks at arg0\[1\](.|\n)* arg0: list of 3"):
        assert_same_demand(_timed(all), any, [1, 2, 3])


def test_arguments_that_are_passed_by_name_are_compared_by_name():
    assert_same_demand(_first_of, _first_of_too, low=[1, 2], high=[3], context=nf)
    with pytest.raises(DemandMismatch):
        assert_same_demand(_first_of, _first_of_too, [1, 2], [1, 2], context=nf)
    with pytest.raises(DemandMismatch):
        check_spec(_first_of, like(_first_of_too))


def test_the_context_of_a_comparison_is_the_caller_s() -> None:
    assert_same_demand(list, lambda xs: xs, [1, 2])
    with pytest.raises(DemandMismatch):
        assert_same_demand(lambda xs: [x + 0 for x in xs], lambda xs: (x for x in xs), [1, 2], context=whnf)
    assert_same_demand(lambda xs: [x + 0 for x in xs[:1]], lambda xs: (x for x in xs), [1, 2], context=take(1))


def test_functions_with_different_numbers_of_parameters_are_refused_in_words() -> None:
    with pytest.raises(DemandMismatch):
        assert_same_demand(lambda *args: args[0] + 0, lambda a, b: a + 0, 1, 2)


# Messages of comparisons


def test_the_one_that_is_held_to_the_other_is_the_new_one_in_the_picture():
    with pytest.raises(DemandMismatch) as raised:
        assert_no_more_demand(all, any, [1, 0, 1])
    *_, names, _, _, second, _, advice, ending = str(raised.value).splitlines()
    assert (names, second) == ("  - any, + all", "  +   [1]: 0")
    assert advice.endswith("a function that looks there too; if any is")
    assert ending == "  to look at no more, pass any first"
    assert len(advice) <= 72  # so that pytest, which indents it, has 80 columns


def test_where_each_looks_at_more_than_the_other_no_order_between_them_is_advised():
    with pytest.raises(DemandMismatch, match="if both may, keep what each looks at by itself"):
        assert_same_demand(lambda xs: xs[0] + 1, lambda xs: xs[1] + 1, [1, 2])


def test_calls_of_a_function_are_told_apart():
    with pytest.raises(DemandMismatch, match=r"also calls score\(2\),\s+at"):
        assert_same_demand(lambda score: score(2), lambda score: score(1), abs)
    with pytest.raises(DemandMismatch, match=r"also calls score,\s+at"):
        assert_same_demand(lambda score: score(1) * 0, lambda score: 0, abs)
    with pytest.raises(DemandMismatch, match=r"also looks at score\(1\),\s+at"):  # both call it
        assert_same_demand(lambda score: score(1) + 1, lambda score: (score(1), 2)[1], abs)


def test_how_a_result_was_asked_is_said():
    with pytest.raises(DemandMismatch, match="asked: the result was asked for its first item"):
        assert_same_demand(iter, lambda xs: iter(sorted(xs)), [2, 1], context=take(1))


def test_a_lazy_result_on_one_side_is_told_before_any_advice():
    def eager(items):
        return list(items)

    def lazy(items):
        return (item for item in items)

    for assertion in (assert_same_demand, assert_no_more_demand):
        with pytest.raises(DemandMismatch) as raised:
            assertion(eager, lazy, iter([1, 2]))
        last = "the result of lazy is lazy and was not asked; pass context=take(1), or context=nf; if the call alone is"
        assert last in " ".join(" ".join(str(raised.value).splitlines()[-2:]).split())
    with pytest.raises(DemandMismatch, match="if it may, assert_no_more_demand"):
        assert_same_demand(eager, lazy, iter([1, 2]), context=whnf)


def test_a_call_that_asks_for_all_keys_is_told_so_with_its_line() -> None:
    def host(config: dict[str, Any]) -> Any:
        return len(config) and config["host"]

    with pytest.raises(DemandMismatch, match=r"host also looks at the list of keys of config,\s+at .* in .*host\n"):
        assert_same_demand(host, lambda config: config["host"], {"host": "a", "port": 1})


def test_an_option_of_observe_is_not_passed_to_the_function():
    def last(xs):
        return xs[-1]

    for name, check in (("watch", assert_same_demand), ("atoms", assert_no_more_demand)):
        with pytest.raises(
            TypeError, match=rf"{name}=\('low',\) is an option of observe.*observe\(last, x, {name}=...\)"
        ):
            check(last, lambda xs: xs[0], [1, 2], **{name: ("low",)})
    with pytest.raises(TypeError, match="watch='low' is an option of observe, and no parameter of last"):
        assert_reads_only(last, [1, 2], "0", watch="low")
    assert_pulls_at_most(lambda xs, watch: xs[watch], [1, 2], watch=0, n=1, of="xs")
    assert_pulls_at_most(lambda xs, **options: xs[0], [1, 2], watch=0, n=1, of="xs")
