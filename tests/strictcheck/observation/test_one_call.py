"""Observations within observations, calls that raise, coroutines, and what comes back from a call."""

from __future__ import annotations

import asyncio
import copy
import functools
import pickle
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from long_runs import examples
from pipelines import numbers, pipelines, sources
from shared_values import Fork, Leaf, Sealed, unused

from strictcheck import (
    Demand,
    DemandMismatch,
    Observation,
    Stream,
    assert_lazy,
    assert_pulls_at_most,
    delay,
    max_forced,
    nf,
    observe,
    observing,
    take,
    whnf,
)

quick = examples(150)


class Named:
    balance = 0

    def __init__(self, names: list[str], balance: int | None = None) -> None:
        self.names = names
        if balance is not None:
            self.balance = balance


def test_an_observation_inside_of_an_observation_sees_its_own_part() -> None:
    inner: list[Observation[Any]] = []

    def outer(xs: Any) -> Any:
        inner.append(observe(lambda ys: ys[1][0] + 1, xs))
        return inner[0].result + xs[0]

    observation = observe(outer, [5, [6, 7], 8])
    assert observation.result == 12
    assert inner[0].demand == Demand.parse("[_, [6, _], _]")
    assert observation.demand == Demand.parse("[5, [6, _], _]")
    observation.replay()


@quick
@given(pipelines, sources, numbers)
def test_observing_inside_is_no_more_and_no_less_than_calling(function: Any, source: Any, xs: list[int]) -> None:
    def through(ys: Any) -> Any:
        return observe(function, ys, context=nf).result

    plain = observe(function, source(xs), context=nf)
    nested = observe(through, source(xs), context=nf)
    assert list(nested.demands.values()) == list(plain.demands.values())


def test_three_deep() -> None:
    demands: list[str] = []

    def look(depth: int, xs: Any) -> Any:
        if depth == 0:
            return xs[0] + xs[2]
        observation = observe(functools.partial(look, depth - 1), xs)
        demands.append(str(observation.demand))
        return observation.result

    assert look(3, [1, 2, 3]) == 4
    assert demands == ["[1, _, 3]"] * 3


def test_a_result_of_an_inner_observation_is_still_observed_outside() -> None:
    def outer(xs: Any) -> Any:
        return observe(lambda ys: ys[0], xs, context=unused).result

    observation = observe(outer, [[1, 2], 3], context=lambda r: r[1] + 0)
    assert observation.demand == Demand.parse("[[_, 2], _]")


@pytest.mark.parametrize("context", [whnf, nf])
def test_an_object_that_an_inner_observation_returns_is_still_observed_outside(context: Any) -> None:
    account = Account(Account("me", 1), 2)  # type: ignore[arg-type]
    with observing([account]) as outer:
        found = observe(lambda accounts: accounts[0], outer.value, context=context).result
        assert found.owner.balance == 1
        found.balance = 3
        assert outer.value[0].balance == 3
    assert account.balance == 2
    assert outer.demand.at((0, "owner", "balance")) == Demand.parse("1")


@pytest.mark.parametrize("context", [whnf, nf])
@pytest.mark.parametrize(
    "make",
    [
        lambda: [1],
        lambda: {"a": 1},
        lambda: ([1],),
        lambda: iter([1]),
        lambda: Account("me", 1),
    ],
    ids=["list", "dict", "tuple", "iterator", "record"],
)
def test_what_an_inner_observation_returns_as_it_was_is_the_very_part_that_is_observed_outside(
    make: Callable[[], Any], context: Any
) -> None:
    with observing([make()]) as outer:
        assert observe(lambda xs: xs[0], outer.value, context=context).result is outer.value[0]
        assert observe(lambda x: x, outer.value[0], context=context).result is outer.value[0]


def deposit(account: Any) -> Any:
    account.balance += 1
    return account


def rename(account: Any) -> Any:
    account.names.append("I")
    return account


def forget(account: Any) -> Any:
    del account.balance
    return account


@pytest.mark.parametrize(("change", "has"), [(deposit, (["me"], 1)), (rename, (["me", "I"], 0))])
@pytest.mark.parametrize("through", [lambda account: account, lambda account: pickle.loads(pickle.dumps(account))])
def test_what_an_inner_observation_changed_is_changed_in_its_result_alone(change: Any, through: Any, has: Any) -> None:
    with observing([Named(["me"])]) as outer:
        result = observe(lambda accounts: through(change(accounts[0])), outer.value).result
        assert (result.names, result.balance) == has
        assert (outer.value[0].names, outer.value[0].balance) == (["me"], 0)


def test_what_an_inner_observation_deleted_is_gone_in_its_result_alone() -> None:
    with observing(Named(["me"], 3)) as outer:
        result = observe(forget, outer.value).result
        assert vars(result) == {"names": ["me"]}
        assert outer.value.balance == 3


def test_what_an_inner_observation_changed_in_a_list_is_changed_there_alone() -> None:
    with observing([3, [1, 2]]) as outer:
        found = observe(lambda xs: (xs[1].append(xs[0]), xs[1])[1], outer.value).result
        assert found == [1, 2, 3]
        assert outer.value == [3, [1, 2]]
        assert observe(lambda xs: xs[1][::-1], outer.value).result[0] == 2


@pytest.mark.parametrize("through", [lambda account: account, copy.copy, copy.deepcopy, pickle.dumps, vars])
def test_an_attribute_that_stands_in_for_one_of_the_class_is_kept(through: Callable[[Any], Any]) -> None:
    result = observe(lambda account: through(deposit(account)), Named([])).result
    result = pickle.loads(result) if isinstance(result, bytes) else result
    assert (result if isinstance(result, dict) else vars(result)) == {"names": [], "balance": 1}


def failing(xs: Any) -> Any:
    return xs[0] / xs[1]


def test_a_call_that_raises_half_way_keeps_its_demand() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        observe(failing, [1, 0, 3])
    observation = caught.value.observation  # type: ignore[attr-defined]
    assert observation.demand == Demand.parse("[1, 0, _]")
    assert observation.error is caught.value
    assert len(observation.trace) == 3
    observation.trace[-1]


def test_an_error_that_comes_while_the_context_looks_keeps_the_demand_too() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        observe(lambda xs: (1 // x for x in xs), [1, 0, 3], context=nf)
    observation = caught.value.observation  # type: ignore[attr-defined]
    assert observation.demand == Demand.parse("[1, 0, _]")
    assert observation.result_demand.at((0,)) == Demand.parse("1")


@pytest.mark.parametrize("catch", [ZeroDivisionError, ArithmeticError, (KeyError, ZeroDivisionError), BaseException])
def test_errors_to_catch_are_kept_in_the_observation(catch: Any) -> None:
    observation = observe(failing, [1, 0, 3], catch=catch)
    assert isinstance(observation.error, ZeroDivisionError)
    assert observation.result is None
    assert observation.demand == Demand.parse("[1, 0, _]")
    assert "ZeroDivisionError" in repr(observation)


def test_other_errors_are_not_caught() -> None:
    with pytest.raises(ZeroDivisionError):
        observe(failing, [1, 0, 3], catch=KeyError)


def test_an_error_stays_the_same_if_it_holds_a_value_that_fails() -> None:
    def failing(values: Any) -> None:
        error = KeyError("k")
        vars(error)["values"] = values
        raise error

    with pytest.raises(KeyError, match="k") as caught:
        observe(failing, [1, delay(lambda: 1 // 0)], certify=False)
    assert str(vars(caught.value)["observation"].demand) == "_"


def test_no_error_is_none() -> None:
    assert observe(failing, [1, 2], catch=ZeroDivisionError).error is None


def test_an_error_inside_of_two_observations_carries_the_outer_one_in_the_end() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        observe(lambda ys: observe(failing, ys[0]).result, [[1, 0], 5])
    assert caught.value.observation.demand == Demand.parse("[[1, 0], _]")  # type: ignore[attr-defined]


def test_a_keyboard_interrupt_seals_the_record_and_passes() -> None:
    def interrupted(xs: Any) -> Any:
        _ = xs[0] + 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        observe(interrupted, [1, 2])
    assert caught.value.observation.demand == Demand.parse("[1, _]")  # type: ignore[attr-defined]


async def asynchronous(*numbers: int) -> AsyncIterator[int]:
    for number in numbers:
        await asyncio.sleep(0)
        yield number


async def first_above(limit: int, xs: Any) -> Any:
    async for x in xs:
        if x > limit:
            return x
    return None


def test_a_coroutine_function_is_observed_by_awaiting() -> None:
    async def look(xs: Any) -> Any:
        await asyncio.sleep(0)
        return xs[0] + 1

    async def main() -> Observation[Any]:
        return await observe(look, [1, 2])  # type: ignore[misc, no-any-return]

    observation = asyncio.run(main())
    assert observation.result == 2
    assert observation.demand == Demand.parse("[1, _]")


def test_an_async_iterator_reveals_what_was_awaited() -> None:
    async def main() -> Observation[Any]:
        return await observe(functools.partial(first_above, 1), asynchronous(1, 2, 3))  # type: ignore[misc, no-any-return]

    observation = asyncio.run(main())
    assert observation.result == 2
    assert observation.demand == Demand.parse("[1, 2, *_]")


def test_the_end_of_an_async_iterator_is_seen_when_it_is_reached() -> None:
    async def main() -> Observation[Any]:
        return await observe(functools.partial(first_above, 9), asynchronous(1, 2))  # type: ignore[misc, no-any-return]

    assert asyncio.run(main()).demand == Demand.parse("[1, 2]")


def test_an_error_in_a_coroutine_keeps_the_demand() -> None:
    async def broken(xs: Any) -> Any:
        await asyncio.sleep(0)
        return xs[0] / 0

    async def main() -> Any:
        await observe(broken, [1, 2])  # type: ignore[misc]

    with pytest.raises(ZeroDivisionError) as caught:
        asyncio.run(main())
    assert caught.value.observation.demand == Demand.parse("[1, _]")  # type: ignore[attr-defined]


def test_a_context_may_be_a_coroutine_function() -> None:
    async def look(result: Any) -> None:
        await asyncio.sleep(0)
        _ = result[1] + 1

    async def main() -> Observation[Any]:
        return await observe(lambda xs: xs, [1, 2], context=look)  # type: ignore[misc, no-any-return]

    assert asyncio.run(main()).demand == Demand.parse("[_, 2]")


def test_two_coroutines_observed_at_the_same_time_do_not_meet() -> None:
    async def look(index: int, xs: Any) -> Any:
        for _ in range(3):
            await asyncio.sleep(0)
        return xs[index] + 0

    async def main() -> list[Any]:
        xs = [1, 2, 3]
        return await asyncio.gather(*[observe(functools.partial(look, index), xs) for index in range(3)])  # type: ignore[arg-type]

    observations = asyncio.run(main())
    assert [str(observation.demand) for observation in observations] == ["[1, _, _]", "[_, 2, _]", "[_, _, 3]"]


def test_a_budget_around_one_coroutine_does_not_count_another() -> None:
    async def look(xs: Any) -> Any:
        await asyncio.sleep(0)
        return xs[0] + xs[1]

    async def within(limit: int) -> Any:
        with max_forced(limit):
            return await observe(look, [1, 2, 3])  # type: ignore[misc]

    async def main() -> Any:
        return await asyncio.gather(within(3), within(3))

    assert [observation.result for observation in asyncio.run(main())] == [3, 3]


AROUND: list[Any] = [1]
AROUND.append(AROUND)


def test_parts_of_the_result_that_the_call_left_alone_are_the_caller_s_own_objects() -> None:
    value = [[1], {"k": [2]}, Leaf([3])]
    result = observe(lambda v: [v[0], v[1]["k"], v[2]], value, context=nf).result
    assert result[0] is value[0]
    assert result[1] is value[1]["k"]  # type: ignore[index]
    assert result[2] is value[2]
    for one in (value, [[1]] * 2, AROUND):
        assert observe(lambda v: v, one, context=nf).result is one
        again = observe(lambda v: [*v], one, context=nf).result
        assert all(part is own for part, own in zip(again, one, strict=True))


def test_a_result_without_stand_ins_comes_back_as_it_is() -> None:
    made = [1, {"k": (2,)}]
    assert observe(lambda v: made, 5, context=nf).result is made


def test_parts_of_the_result_that_nobody_looked_at_are_those_of_the_argument() -> None:
    own = [[1], [2]]
    observation = observe(lambda v: [v[0], v[1]], own)
    assert observation.result[1] is own[1]
    assert observation.result == [[1], [2]]
    assert observation.demand == Demand.parse("[_, _]")


def test_a_result_that_holds_itself_is_made_plain() -> None:
    def ring(v: Any) -> Any:
        made = [v[0]]
        made.append(made)
        return made

    result = observe(ring, [1, 2], context=nf).result
    assert result[1] is result
    assert type(result[0]) is int


@pytest.mark.parametrize(
    ("function", "value"),
    [
        (lambda xs: callable(xs[0]), [1]),
        (lambda xs: callable(xs[0]), [len]),
        (lambda xs: [isinstance(x, Iterator) for x in xs], [[1], iter("a"), 2]),
        (lambda tree: callable(tree.left), Fork(Leaf(1), Leaf(2))),
        (lambda tree: hasattr(tree.right.value, "__iter__"), Fork(1, Leaf((1, 2)))),
        (lambda config: callable(config["hook"]), {"hook": 3}),
        (lambda config: hasattr(config["tree"], "__call__"), {"tree": Leaf(1)}),  # noqa: B004
    ],
)
def test_what_is_asked_of_the_class_of_a_part_alone_replays(function: Callable[[Any], Any], value: Any):
    observation = observe(function, value, context=nf)
    assert observation.replay().result == observation.result == function(value)


class Account:
    def __init__(self, owner: str, balance: int) -> None:
        self.owner = owner
        self.balance = balance


@pytest.mark.parametrize(
    "function",
    [
        lambda accounts: list(vars(accounts[0])),
        lambda accounts: "owner" in accounts[1].__dict__,
        lambda accounts: [name for name in dir(accounts[1]) if not name.startswith("_")],
    ],
)
def test_names_that_are_listed_but_not_read_replay(function: Callable[[Any], Any]):
    accounts = [Account("a", 1), Account("b", 2)]
    observation = observe(function, accounts, context=nf)
    assert observation.replay().result == observation.result == function(accounts)


@pytest.mark.parametrize("make", [lambda: iter([1, 2]), lambda: (x for x in [1, 2]), lambda: Stream([1, 2])])
def test_bytes_of_what_is_pulled_records_what_was_pulled(make: Callable[[], Any]):
    assert observe(lambda xs: bytes(xs), make()).demand == Demand.parse("[1, 2]")


def test_an_observation_says_of_which_arguments_it_cannot_see_what_is_read_inside() -> None:
    found = repr(observe(lambda frame, xs, unread: frame.size + xs[0], Sealed(size=1), [2], Sealed(size=3)))
    assert "frame: Sealed() as a whole, xs: [2], unread: _;" in found
    nested = repr(observe(lambda frames: frames[0].size, [Sealed(size=1), 2]))
    assert "frames: [Sealed(), _], Sealed as a whole;" in nested


def test_a_context_that_does_not_say_how_much_to_take_is_refused() -> None:
    with pytest.raises(TypeError, match=r"context=take does not say how many elements; pass take\(1\)"):
        observe(iter, [1, 2], context=take)  # type: ignore[arg-type]


def test_the_demands_of_a_function_without_a_pickle_can_be_pickled() -> None:
    demands = observe(lambda xs: xs[0], [1, 2]).demands
    assert pickle.loads(pickle.dumps(demands)) == demands


def counted_rows(rows: list[int], first: int = 1, *, count: int | None = None) -> list[int]:
    return rows[first:count]


@pytest.mark.parametrize("option", [{"count": 2}, {"count": True}])
def test_an_option_that_the_function_may_want_itself_is_refused(option: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"count=\w+ is an option of observe, and a parameter of counted_rows"):
        observe(counted_rows, [1, 2, 3], **option)
    assert observe(functools.partial(counted_rows, count=2), [1, 2, 3], count=True).result == [2]
    assert observe(lambda rows: counted_rows(rows, count=2), [1, 2, 3], count=True).result == [2]


def test_an_option_of_an_assertion_that_the_function_may_want_itself_is_refused() -> None:
    def first(rows: list[int], n: int = 1) -> list[int]:
        return rows[:n]

    with pytest.raises(TypeError, match="n=2 is an option of assert_pulls_at_most, and a parameter of first"):
        assert_pulls_at_most(first, iter([1, 2, 3]), n=2)
    with pytest.raises(DemandMismatch, match="first is not lazy"):  # it has no such option
        assert_lazy(first, [1, 2, 3])


def test_a_context_is_never_meant_for_the_function() -> None:
    def checked(rows: list[int], context: dict[str, int] | None = None) -> list[int]:
        return rows[:1]

    assert str(observe(checked, [1, 2], context=nf).demand) == "[1, _]"


class Probe:
    """Found in no dict but by itself."""


@pytest.mark.parametrize("make", [lambda d: iter([1]), lambda d: d.values(), lambda d: Probe()])
def test_a_replay_asks_for_another_object_that_is_known_by_its_identity(make: Callable[[Any], Any]) -> None:
    observation = observe(lambda d, e: make(d) in e, {1: 2}, {3: 4})
    assert observation.result is False
    observation.replay()
