"""Functions: a demand has the calls, and what was looked at of their results."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pytest
from rows import Row, check, rows

from strictcheck import nf, observe

TABLE = {
    "abs": """
        Callable({'(-1)': 1})    v(-1) + 0
        Callable({'(-1)': 1, '(-1) #2': 1, '(2)': 2})    v(-1), v(-1), v(2)
        Callable({})    v    v.__name__
        _    callable(v)
        Callable({"('a')": Raised(TypeError)})    v('a')
        Callable({'(-1)': 1, '(2)': 2})    list(map(v, [-1, 2]))
        Callable({'(-3)': 3})    functools.partial(v, -3)()
        Callable({'(-3)': 3, '(1)': 1})    sorted([-3, 1], key=v)
    """,
    "len": """
        Callable({'([1, 2])': 2})    v([1, 2])
        Callable({'(5)': Raised(TypeError)})    v(5)
        Callable({})    v == len
        Callable({'([1])': 1})    type('Owner', (), {'length': v})().length([1])
    """,
    "(lambda x: [x, x + 1])": """
        Callable({'(1)': [_, _]})    v(1) and 1
        Callable({'(2)': [2, _], '(3)': [_, 4]})    v(2)[0] + v(3)[1]
        Callable({'(1)': [1, 2]})    v(*[1])
        Callable({'(x=1)': [1, _]})    v(x=1)[0]
        Callable({'()': Raised(TypeError)})    v()
        Callable({'(1, 2)': Raised(TypeError)})    v(1, 2)
        Callable({})    v.__annotations__    v.__code__.co_argcount    isinstance(v, abcs.Callable)
        Callable({})    inspect.signature(v).parameters.keys() == {'x'}
        Callable({'(5)': [5, 6]})    v.__get__(5)()
        _    [v] and 1
    """,
    "(lambda *args, **named: (args, named))": """
        Callable({'(1, b=2)': [[1], {'b': 2}]})    v(1, b=2)
        Callable({'(self=1, args=3)': [[], {'self': 1, 'args': 3}]})    v(self=1, args=3)
        Callable({'(a=1)': [[], {'a': 1}]})    v(**{'a': 1})
    """,
    "(lambda xs: xs[1] + 0)": """
        Callable({'([1, 2, 3])': 2})    v([1, 2, 3])
        Callable({"('a')": Raised(IndexError)})    v('a')
    """,
    "functools.partial(max, 3)": """
        Callable({'(5)': 5})    v(5)
        Callable({})    v.func(1, 2)    v.args
    """,
    "Point(1, 2).swapped": """
        Callable({'__self__': Point(_, 2), '()': Point(2, _)})    v().x + 0
        Callable({'__self__': Point(1, _)})    v.__self__.x
        Callable({})    v.__name__
    """,
    "'abc'.upper": """
        Callable({'()': 'ABC'})    v()
    """,
    "Thing": """
        Thing    v(5).size    v.method(v(2), 1)    v[int]
    """,
    "functools.cache(lambda n=1: n * 2)": """
        Callable({'()': 2})    v()
        Callable({'(4)': 8, '(4) #2': 8})    v(4), v(4)
    """,
    "operator.itemgetter(0)": """
        itemgetter()    v([1, 2])
    """,
    "answer": """
        Callable({'(7)': coroutine()})    run(v(7))
        Callable({'()': coroutine()})    run(v)
    """,
    "counted": """
        Callable({'(2)': [0, 1]})    run(walked(v(2)))
    """,
}


@rows(globals(), TABLE)
def test_an_operation_does_as_plainly_and_demands_so_much(row: Row) -> None:
    check(row)


class Counter:
    """An object whose method changes it."""

    def __init__(self) -> None:
        self.calls: list[int] = []
        self.again = self.add

    def add(self, number: int) -> int:
        self.calls.append(number)
        return len(self.calls)


@pytest.mark.parametrize(
    "hold",
    [
        lambda counter: counter.add,
        lambda counter: functools.partial(counter.add),
        lambda counter: functools.partial(Counter.add, counter),
        lambda counter: counter.calls.append,
    ],
)
def test_a_call_of_what_a_function_holds_is_observed_and_changes_nothing_of_the_callers(hold: Any):
    counter = Counter()
    observation = observe(lambda add, kept: (add(7), kept.calls), hold(counter), counter, context=nf)
    assert counter.calls == []
    assert observation.result[1] == [7]
    observation.verify().replay()


def test_an_object_may_hold_a_method_of_its_own():
    counter = Counter()
    observation = observe(lambda counter: (counter.again(7), counter.calls), counter, context=nf)
    assert str(observation.demand) == "Counter(again=Callable({'__self__': c, '(7)': 1}), calls=[]) as c"
    assert (counter.calls, observation.result) == ([], (1, [7]))
    observation.verify().replay()


def test_what_a_method_in_c_reads_of_its_object_is_in_the_demand():
    demand = observe(lambda score: score("a"), {"a": 1, "b": 2}.get).demand
    assert str(demand) == """Callable({'__self__': {'a': 1, **_}, "('a')": 1})"""


def test_methods_of_one_object_are_equal_whoever_bound_them():
    def compare(counter: Counter, others: list[Any]) -> Any:
        return counter.add == counter.again, counter.add in others, others[0].__self__ is counter

    counter = Counter()
    observation = observe(compare, counter, [counter.add], context=nf)
    assert observation.result == (True, True, True)
    observation.verify().replay()


@pytest.mark.parametrize("function", [abs, lambda n: n], ids=["in C", "in Python"])
def test_a_function_that_two_arguments_share_is_one_in_a_replay_too(function: Any):
    seen = observe(lambda f, g: (f[0](1), g(1)), [function], function, context=nf).replay()
    calls = "Callable({'(1)': 1, '(1) #2': 1})"
    assert [*map(str, seen.demands.values())] == [f"[{calls}]", calls]


def test_calls_of_a_function_by_itself_are_not_in_the_demand():
    def factorial(number: int) -> int:
        return 1 if number < 1 else number * factorial(number - 1)

    assert str(observe(lambda function: function(3) + 0, factorial).demand) == "Callable({'(3)': 6})"


class Table(dict[str, int]):
    """A dict with a reader of its own, and a function that closes over it."""

    def __init__(self) -> None:
        super().__init__(a=1)
        self.read = lambda key: self[key]

    def __getitem__(self, key: str) -> int:
        return super().__getitem__(key)


def test_a_function_in_a_container_that_is_copied_whole_closes_over_the_copy():
    observation = observe(lambda table: (table.update(b=2), table.read("b"))[1], Table())
    assert observation.verify().replay().result == 2


def remembering(kept: dict[int, int]) -> Callable[[Callable[[int], int]], Callable[[int], int]]:
    """A decorator that keeps results in a table of the caller's, two functions down."""
    tables = [kept]

    def decorate(function: Callable[[int], int]) -> Callable[[int], int]:
        def remember(number: int) -> int:
            return tables[0].setdefault(number, function(number))

        return remember

    return decorate


def test_a_returned_function_works_on_the_callers_own_objects_as_after_the_plain_call():
    kept = {1: 2}
    decorate = observe(remembering, kept).result
    assert decorate(lambda number: number + 1)(4) == 5
    assert kept == {1: 2, 4: 5}
    assert observe(lambda kept: (kept[1], lambda: kept)[1], kept).result() is kept
    both = observe(lambda kept: [lambda: kept, {"default": lambda kept=kept: kept}], kept).result
    assert both[0]() is both[1]["default"]() is kept
    assert observe(lambda kept: functools.cache(lambda: kept), kept).result() is kept
    # What the call itself wrote is in a copy, which the function goes on with.
    count = observe(lambda kept: (kept.update({1: 7}), lambda: kept[1])[1], kept).result
    assert (count(), kept[1]) == (7, 2)
