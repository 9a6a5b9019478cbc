"""`verify`, `replay`, `complete`, atoms that adapt, and hints: an observation is true, or says that it is not."""

from __future__ import annotations

import collections
import contextlib
import copy
import csv
import functools
import heapq
import io
import itertools
import json
import re
import statistics
import sys
import types
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import examples
from shared_values import Point, checks_nothing, twin

from strictcheck import (
    StrictCheckError,
    TooMuchForced,
    assert_lazy,
    assert_no_more_demand,
    assert_pulls_at_most,
    assert_reads_only,
    assert_same_demand,
    check_spec,
    hole,
    is_thunk,
    like,
    max_forced,
    nf,
    observe,
    observing,
    spec,
    take,
)
from strictcheck.errors import NotCertified, NothingChecked
from strictcheck.observation.open_records import on_observed
from strictcheck.unused import noted_in

pytest_plugins = ["pytester"]

STRINGS = (str, bytes)


@dataclass
class Exact:
    """Equal to its own class only, as attrs and many others write it."""

    x: int

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.x == other.x  # type: ignore[attr-defined]

    __hash__ = None  # type: ignore[assignment]


class Account:
    def __init__(self, balance: int) -> None:
        self.balance = balance

    def pay(self, amount: int) -> int:
        self.balance -= amount
        return self.balance


class Slotted:
    __slots__ = ("left", "right")

    def __init__(self) -> None:
        self.left, self.right = [1], [2]


class Counted:
    """Calls the function, and notes how often it was called."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.calls = 0

    def __call__(self, value: Any, *more: Any) -> Any:
        self.calls += 1
        return self.function(value, *more)


def pushed(xs: list[Any]) -> list[Any]:
    xs.append(xs[0])
    return xs


def moved(point: Point) -> None:
    point.x, point.y = point.y, point.x


def deepened(d: dict[str, Any]) -> None:
    d["a"]["b"].append(d.pop("c"))


def emptied(s: set[int]) -> int:
    return s.pop() + len(s)


AGREE = [
    (sum, [1, 2]),
    (pushed, [1]),
    (sorted, [3, 1, 2]),
    (lambda xs: xs.sort(), [3, 1, 2]),
    (moved, Point(1, [2])),
    (deepened, {"a": {"b": [1]}, "c": 2, "d": [3]}),
    (emptied, {1, 2}),
    (lambda account: account.pay(3), Account(10)),
    (lambda s: s.left.append(s.right), Slotted()),
    (lambda d: d.popleft(), collections.deque([1, 2])),
    (lambda t: t[1].append(0), (1, [2])),
    (lambda d: d.setdefault("k", []).append(1), {}),
    (lambda xs: [x for x in xs if x is not None], [None, 1]),
    (lambda make: make()["k"].append(1), lambda: {"k": []}),
    (lambda xs: float("nan"), [1]),
    (lambda xs: {object(): x for x in xs}, [1, 2]),
    (lambda xs: lambda: xs, [1]),
    (lambda xs: types.SimpleNamespace(first=xs[0]), [1]),
    (lambda x: 1 // x, 0),
    (lambda xs: xs[5], [1]),
    (lambda x: x.missing, Account(1)),
]


@pytest.mark.parametrize(("function", "value"), AGREE)
def test_an_observation_that_agrees_with_the_plain_call_is_returned_and_the_argument_left_alone(
    function: Callable[..., Any], value: Any
) -> None:
    before = copy.deepcopy(value)
    observation = observe(function, value, catch=Exception, context=nf)
    assert "not verified" in repr(observation)
    assert observation.verify() is observation
    assert "not verified" not in repr(observation)
    if callable(value):
        return
    if type(value).__eq__ is not object.__eq__:
        assert value == before
    elif hasattr(value, "__dict__"):
        assert vars(value) == vars(before)


def test_of_a_bound_method_the_observation_says_that_its_object_is_not_observed() -> None:
    row = Point([[1]], [])
    assert repr(observe(row.x.index, [1])).endswith("; not verified; self not observed>")
    for observation in (observe(dict.fromkeys, [1]), observe(len, [1])):
        assert "self not observed" not in repr(observation)


def test_a_result_is_compared_as_far_as_the_context_asked() -> None:
    observe(lambda n: itertools.count(n), 1, context=take(3), catch=Exception).verify()


def different(x: Any) -> Any:
    return "an int" if type(x) is int else "something else"


def quietly_different(xs: list[int]) -> None:
    xs.append(1 if type(xs) is list else 2)


def pulls_more(it: Any) -> None:
    next(it)
    if not is_thunk(it):
        next(it)


DISAGREE = [
    (different, 1, r"result 'something else' against 'an int'", r"atoms=\(str, bytes, int\)"),
    (lambda xs: [different(x) for x in xs], [1], r"at \(0,\)", r"atoms=\(str, bytes, int\)"),
    (statistics.mean, [1, 2, 3, 4], "result 2 against 2.5", r"atoms=\(str, bytes, int\)"),
    (quietly_different, [0], r"xs is left as 2 against 1, at \(1,\)", r"atoms=\(str, bytes, list\)"),
    (
        lambda xs: xs[0].x == 1 and type(xs[0]) is Exact,
        [Exact(1)],
        "result False against True",
        r"atoms=\(str, bytes, Exact\)",
    ),
    (lambda d: json.dumps(d, default=lambda x: "?"), {"a": [1]}, "against", r"atoms=\(str, bytes, dict\)"),
    (pulls_more, iter([1, 2, 3]), "1 elements pulled against 2", r"atoms=\(str, bytes, list_iterator\)"),
]


@pytest.mark.parametrize(("function", "value", "difference", "advice"), DISAGREE)
def test_verify_says_what_differs_and_what_mends_it(
    function: Callable[..., Any], value: Any, difference: str, advice: str
) -> None:
    with pytest.raises(NotCertified, match=difference) as caught:
        observe(function, value).verify()
    assert caught.value.certificate == "verify"
    caught.match(advice)


def test_a_function_that_disagrees_with_itself_is_not_deterministic() -> None:
    turns = itertools.count()
    with pytest.raises(NotCertified, match="certify=False"):
        observe(lambda x: x + next(turns), 1).verify()


def test_the_order_of_keys_is_compared() -> None:
    moved = observe(lambda d: d.move_to_end("a"), collections.OrderedDict(a=None, b=None)).verify()
    assert [*moved._arguments_after()["d"]] == ["b", "a"]
    calls = itertools.count()
    with pytest.raises(NotCertified, match="not do the same twice"):
        observe(lambda xs: dict.fromkeys("ab" if next(calls) else "ba", xs), [], context=nf).verify()


@pytest.mark.parametrize("given", [list, iter, set])
@pytest.mark.parametrize("most", [1, 9])
def test_a_lazy_result_that_was_walked_since_is_verified(given: Callable[..., Any], most: int) -> None:
    within = observe(lambda xs: {"a": (x + 1 for x in xs)}, given([1, 2, 3]))
    alone = observe(lambda xs: (x + 1 for x in xs), given([1, 2, 3]))
    for observation, lazy in ((within, within.result["a"]), (alone, alone.result)):
        walked = [*itertools.islice(lazy, most)]
        assert len(walked) == min(most, 3)
        observation.verify()
    calls = itertools.count()
    changing = observe(lambda xs: (x + next(calls) for x in xs), given([1, 2, 3]))
    [*changing.result]
    with pytest.raises(NotCertified, match="not do the same twice"):
        changing.verify()


def test_a_deep_chain_is_verified() -> None:
    deep: Any = None
    for _ in range(20_000):
        deep = [deep]

    def depth(chain: Any) -> int:
        steps = 0
        while chain is not None:
            chain, steps = chain[0], steps + 1
        return steps

    assert observe(depth, deep).verify().result == 20_000


@examples(100)
@given(
    st.recursive(
        st.integers(-3, 3) | st.text(max_size=2) | st.none(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=1), inner, max_size=3)
        | st.tuples(inner, inner) | st.builds(Point, inner, inner),
        max_leaves=8,
    )
)  # fmt: skip
def test_walks_over_any_data_are_verified(value: Any) -> None:
    def walk(part: Any) -> Any:
        if isinstance(part, dict):
            part["new"] = 0
            return {key: walk(below) for key, below in part.items()}
        if isinstance(part, list):
            found = [walk(below) for below in part]
            part.reverse()
            return found
        if isinstance(part, tuple):
            return tuple(walk(below) for below in part)
        if isinstance(part, Point):
            part.x = [part.x]
            return walk(part.y)
        return part

    before = copy.deepcopy(value)
    observe(walk, value, context=nf).verify()
    assert value == before


# --- Complete --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_an_interrupted_observation_is_not_complete(error: type[BaseException]) -> None:
    def stopped(xs: list[int]) -> None:
        raise error

    with pytest.raises(error) as caught:
        observe(stopped, [1])
    observation = caught.value.observation  # type: ignore[attr-defined]
    assert not observation.complete
    assert "not complete" in repr(observation)
    with pytest.raises(StrictCheckError, match="was interrupted"):
        observation.verify()


def test_a_used_up_budget_is_an_interruption_and_an_exception_is_not() -> None:
    with pytest.raises(TooMuchForced) as caught, max_forced(1):
        observe(sum, [1, 2])
    assert not caught.value.observation.complete  # type: ignore[attr-defined]
    assert observe(lambda xs: xs[9], [1], catch=IndexError).complete
    assert observe(sum, [1]).complete


# --- Hints -----------------------------------------------------------------------------------------------------------


class Euro(Decimal):
    pass


HINTS: list[tuple[Callable[..., Any], Any, str]] = [
    (json.dumps, {"a": [1, 2.5]}, "atoms=(str, bytes, dict)"),
    (json.dumps, [1, {"a": None}], "atoms=(str, bytes, list)"),
    (lambda row: csv.writer(io.StringIO()).writerow(row) and eval("1", row), {"a": 1}, "atoms=(str, bytes, dict)"),
    (lambda xs: collections.deque([1, 2], xs[0]), [1], "atoms=(str, bytes, int)"),
    (lambda euros: Decimal.__add__(Decimal(1), euros) + 1, Euro(1), "atoms=(str, bytes, Decimal)"),
]


@pytest.mark.parametrize(("function", "value", "hint"), HINTS)
def test_an_error_that_only_the_observed_call_raises_names_the_atoms_that_mend_it(
    function: Callable[..., Any], value: Any, hint: str
) -> None:
    with pytest.raises(TypeError) as caught:
        observe(function, value)
    assert any(hint in note for note in caught.value.__notes__)


def test_strings_are_named_where_they_were_no_atoms() -> None:
    with pytest.raises(TypeError) as caught:
        observe(lambda xs: "-".join(xs), ["a", "b"], atoms=())
    assert "atoms=(str, bytes)" in caught.value.__notes__[0]


def test_of_a_method_in_c_without_its_object_the_call_to_write_is_told() -> None:
    advice = r"list.index takes nothing but a list itself; pass lambda x, \*rest: x.index\(\*rest\)"
    with pytest.raises(TypeError) as caught:
        observe(list.index, [1, 2], 2)
    assert re.search(advice, caught.value.__notes__[0])
    with pytest.raises(NotCertified, match=advice):
        assert_lazy(list.index, [1, 2], 2)
    assert_pulls_at_most(lambda x, *rest: x.index(*rest), [1, 2, 3], 2, n=2, of="x")


class Panic(BaseException):
    """As libraries in Rust raise it, outside of `Exception`."""

    __module__ = "pyo3_runtime"


def test_a_panic_has_its_hint_too() -> None:
    def strict(x: Any) -> None:
        if type(x) is not int:
            raise Panic("not an int")

    with pytest.raises(Panic) as caught:
        observe(strict, 1)
    assert "atoms=(str, bytes, int)" in caught.value.__notes__[0]


class TimeIsUp(BaseException):
    """As test runners raise it, so that no `except Exception` swallows it."""


@pytest.mark.parametrize("error", [KeyboardInterrupt, TimeIsUp])
def test_a_call_that_is_ended_from_outside_is_not_made_again(error: type[BaseException]) -> None:
    ended = Counted(lambda xs: raises(error) if sum(xs) else None)
    with pytest.raises(error) as caught:
        observe(ended, [1])
    assert ended.calls == 1
    assert not caught.value.observation.complete  # type: ignore[attr-defined]
    assert not hasattr(caught.value, "__notes__")


def raises(error: type[BaseException]) -> None:
    raise error


def test_an_error_of_the_plain_call_has_no_hint_and_costs_one_more_call() -> None:
    wrong = Counted(lambda xs: xs[5])
    with pytest.raises(IndexError) as caught:
        observe(wrong, [1])
    assert not hasattr(caught.value, "__notes__")
    assert wrong.calls == 2


def test_without_certificates_an_error_costs_nothing_more() -> None:
    wrong = Counted(json.dumps)
    with pytest.raises(TypeError) as caught:
        observe(wrong, {}, certify=False)
    assert wrong.calls == 1
    assert not hasattr(caught.value, "__notes__")


def test_a_call_that_returns_is_made_once() -> None:
    once = Counted(sum)
    assert observe(once, [1, 2]).result == 3
    assert once.calls == 1


def test_what_a_message_says_is_plain() -> None:
    def wrong(x: Any) -> None:
        raise ValueError("no", x, [x])

    with pytest.raises(ValueError, match="no") as caught:
        observe(wrong, [1])
    assert caught.value.args == ("no", [1], [[1]])
    assert not is_thunk(caught.value.args[1])


# --- atoms="auto" ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "value", "calls", "atoms"),
    [
        (sum, [1, 2], 2, STRINGS),
        (different, 1, 3, int),
        (json.dumps, {"a": [1]}, 4, dict),
        (repr, Exact(1), 2, STRINGS),
    ],
)
def test_atoms_are_added_until_both_calls_agree(
    function: Callable[..., Any], value: Any, calls: int, atoms: Any
) -> None:
    counted = Counted(function)
    observation = observe(counted, value, atoms="auto")
    assert counted.calls == calls
    assert observation.result == function(value)
    assert observation.verify() is observation
    assert counted.calls == calls
    assert observation.atoms == atoms if isinstance(atoms, tuple) else atoms in observation.atoms


def grow_plain_list(xs: Any) -> None:
    if type(xs) is list:
        xs.append(1)


def grow_part_of_plain_dict(rows: Any) -> None:
    if type(rows["a"]) is dict:
        rows["b"].append(1)


def grow_part_of_plain_tuple(row: Any) -> None:
    if type(row) is tuple:
        row[0].x.append(1)


@pytest.mark.parametrize(
    ("function", "value", "left"),
    [
        (grow_plain_list, [0], "xs is left as"),
        (grow_part_of_plain_dict, {"a": {}, "b": []}, r"at \('b',\)"),
        (grow_part_of_plain_tuple, (Point([], []),), "unread Point 1 is left as"),
    ],
)
def test_what_only_the_plain_call_changes_is_noticed_and_is_not_the_caller_s(
    function: Callable[[Any], None], value: Any, left: str
) -> None:
    before = copy.deepcopy(value)
    with pytest.raises(NotCertified, match=left):
        observe(function, value).verify()
    assert value == before


def test_with_containers_as_atoms_the_caller_s_own_are_left_alone() -> None:
    value = {"a": [1]}

    def dumped(d: dict[str, Any]) -> str:
        text = json.dumps(d)
        d["a"].append(2)
        return text

    assert observe(dumped, value, atoms="auto").result == '{"a": [1]}'
    assert value == {"a": [1]}


def test_a_class_that_need_not_be_an_atom_is_none() -> None:
    class Queue:
        def __init__(self) -> None:
            self.waiting: list[int] = []
            self.text = bytearray(b"ab")
            self.count = 0

        def push(self, number: int) -> int:
            self.count += 1  # an atom would keep it
            heapq.heappush(self.waiting, number)  # wants a real list
            return self.count + len(self.waiting)

        def find(self, part: bytes) -> bool:
            self.count += 1
            return re.search(part, self.text) is not None

    observation = observe(Queue.push, Queue(), 3, atoms="auto")
    assert (observation.result, list in observation.atoms, Queue in observation.atoms) == (2, True, False)
    assert observation.replay().result == 2  # it gets the list as it was before
    found = observe(Queue.find, Queue(), b"b", atoms="auto")
    has_buffer = sys.version_info >= (3, 12)  # a thunk of a bytearray, by `__buffer__`
    assert (found.result, bytearray in found.atoms) == (True, not has_buffer)
    assert observe(lambda queue: (queue.push(3), [queue]), Queue(), context=nf, atoms="auto").result[0] == 2
    with pytest.raises(NotCertified, match=r"pass atoms=\(str, bytes, list\)"):
        observe(Queue.push, Queue(), 3, catch=TypeError).verify()


@pytest.mark.parametrize("value", [5, [5]])
@pytest.mark.parametrize("atoms", [STRINGS, "auto"])
def test_a_result_that_each_call_changes_is_told(value: Any, atoms: Any) -> None:
    def collect(one: Any, kept: list[Any] = []) -> list[Any]:  # noqa: B006
        kept.append(one[0] if isinstance(one, list) else one)
        return kept

    with pytest.raises(NotCertified, match="did not do the same twice"):
        observe(collect, value, atoms=atoms, context=nf).verify()


def test_adapting_an_iterator_gives_it_again() -> None:
    assert observe(lambda it: [different(x) for x in it], iter([1, 2]), atoms="auto").result == ["an int", "an int"]


def test_an_iterator_that_only_the_plain_call_has_pulled_is_given_again() -> None:
    def first_three(elements: Iterator[int], count: int) -> tuple[int, ...]:
        return tuple(collections.deque(itertools.islice(elements, count), maxlen=count))  # `maxlen` takes no thunk

    assert observe(first_three, iter(range(9)), 3, atoms="auto").result == (0, 1, 2)
    assert_pulls_at_most(first_three, iter(range(9)), 3, n=3)


def test_exceptions_are_raised_and_kept_as_ever() -> None:
    with pytest.raises(ZeroDivisionError):
        observe(lambda x: 1 // x, 0, atoms="auto")
    assert isinstance(observe(lambda x: 1 // x, 0, atoms="auto", catch=ZeroDivisionError).error, ZeroDivisionError)


def test_what_a_call_has_closed_for_the_next_one_is_no_reason_for_atoms() -> None:
    def first(view: Any) -> Any:
        with view:
            return view[0]

    with pytest.raises(NotCertified, match="cannot tell: two calls of first came out differently, result 97 against"):
        observe(first, memoryview(b"abc"), atoms="auto")


def test_a_block_has_no_second_run_to_adapt_with() -> None:
    with pytest.raises(TypeError, match="atoms='auto'"), observing([1], atoms="auto"):  # type: ignore[arg-type]
        pass


# --- Assertions and checkers -----------------------------------------------------------------------------------------


def test_an_assertion_takes_the_atoms_that_make_both_sides_true() -> None:
    assert_same_demand(lambda xs: statistics.mean(xs[:3]), lambda xs: [x + 0 for x in xs[:3]], [1, 2, 3, 4])
    assert_no_more_demand(lambda x, y: different(x), lambda x, y: x + 0, 1, [2])


ASSERTIONS: list[Callable[..., Any]] = [
    lambda function, value, **named: assert_same_demand(function, twin(function), value, **named),
    lambda function, value, **named: assert_no_more_demand(function, twin(function), value, **named),
    lambda function, value, **named: assert_lazy(function, value, **named),
    lambda function, value, **named: check_spec(function, like(twin(function)), given=[st.just(value)], **named),
]


@pytest.mark.parametrize("asserted", ASSERTIONS)
def test_where_containers_had_to_become_atoms_nobody_can_tell(asserted: Callable[..., Any]) -> None:
    with pytest.raises(NotCertified, match=r"(?s)cannot tell: verify: .*atoms=\(str, bytes, list\)"):
        asserted(lambda xs: xs[0] if type(xs) is list else xs[1], [1, 2])


def test_what_is_advised_for_code_in_c_works() -> None:
    config = {"a": {"x": 1, "y": [2, None, {"z": 3.5}]}, "b": 3}
    with pytest.raises(NotCertified, match=r"json.dumps\(copy.deepcopy\(x\)\)"):
        assert_reads_only(lambda config: json.dumps(config["a"]), config, "a")
    assert_reads_only(lambda config: json.dumps(copy.deepcopy(config["a"])), config, "a")


@pytest.mark.parametrize("asserted", ASSERTIONS)
def test_where_a_replay_goes_another_way_that_is_said(asserted: Callable[..., Any]) -> None:
    elsewhere = [1]

    with pytest.raises(NotCertified, match="certify=False"):
        asserted(lambda xs: (elsewhere.append(1), xs[len(elsewhere) % 7] + 0)[1], list(range(7)))


@pytest.mark.parametrize("asserted", ASSERTIONS)
def test_without_certificates_nothing_is_asked(asserted: Callable[..., Any]) -> None:
    def changing(xs: list[int]) -> int:
        return 1 if type(xs) is list else 2

    with pytest.raises(NotCertified):
        asserted(changing, [1, 2])
    with noted_in(None), suppress(NothingChecked):  # which tells that neither call looked at anything
        asserted(changing, [1, 2], certify=False)


def test_an_assertion_calls_each_function_three_times() -> None:
    first, second = Counted(lambda xs, ys: sum(xs)), Counted(lambda xs, ys: sum(xs))
    assert_same_demand(first, second, [1, 2], [3])
    assert (first.calls, second.calls) == (3, 3)
    assert_same_demand(first, second, [1, 2], [3], certify=False)
    assert (first.calls, second.calls) == (4, 4)


def test_a_search_calls_a_function_at_most_twice_an_example_and_few_times_more() -> None:
    counted = Counted(lambda xs: xs[:1])
    examples = 64
    lists = st.lists(st.integers())
    enough = settings(max_examples=examples, database=None)
    check_spec(counted, lambda result, xs: [hole] * len(xs), given=[lists], contexts=len, settings=enough)
    assert counted.calls <= 2 * examples + 8


def test_all_examples_of_a_check_have_the_same_atoms() -> None:
    @spec
    def all_of_them(result: Any, xs: list[int]) -> list[int]:
        return xs

    check_spec(lambda xs: [different(x) for x in xs], all_of_them, given=[st.lists(st.integers())])
    check_spec(statistics.fsum, like(sum), given=[st.lists(st.integers(0, 9))])
    check_spec(lambda xs: [different(x) for x in xs], like(lambda xs: [x + 0 for x in xs]),
               given=[st.lists(st.integers())])  # fmt: skip


def test_certificates_count_in_no_budget_and_nobody_is_told_of_them() -> None:
    heard: list[Any] = []
    stop = on_observed(heard.append)
    try:
        with max_forced(6):
            assert_no_more_demand(next, twin(next), iter([1, 2]))
    finally:
        stop()
    assert len(heard) == 2


def test_an_assertion_that_compares_nothing_says_so() -> None:
    def numbers(xs: list[int]) -> Iterator[int]:
        yield from xs

    with pytest.raises(NothingChecked, match=r"neither call looked at anything of xs[^;]*\s+pass context=take"):
        assert_same_demand(numbers, twin(numbers), [1, 2])
    assert_same_demand(numbers, twin(numbers), [1, 2], context=take(1))
    with checks_nothing("neither call looked at anything to say that nothing is looked at"):
        assert_same_demand(lambda xs: 1, lambda xs: 2, [1, 2])


def test_an_observation_is_neither_true_nor_false() -> None:
    with pytest.raises(TypeError, match="has no truth value"):
        assert observe(sum, [1])


# --- pytest ----------------------------------------------------------------------------------------------------------

COUNTING = """
from strictcheck import assert_same_demand
calls = []
def counted(xs):
    calls.append(1)
    return any(xs)
def test_calls():
    assert_same_demand(counted, any, [[1], 2])
    assert len(calls) == {calls}
"""


@pytest.mark.parametrize(("arguments", "calls"), [((), 3), (("--demand-no-certify",), 1)])
def test_an_option_of_pytest_makes_the_one_call_only(
    pytester: pytest.Pytester, arguments: tuple[str, ...], calls: int
) -> None:
    pytester.makepyfile(COUNTING.format(calls=calls))
    assert pytester.runpytest_inprocess("-p", "no:cacheprovider", *arguments).parseoutcomes() == {"passed": 1}
    counted = Counted(len)
    assert_same_demand(counted, len, [1, 2])
    assert counted.calls == 3, "the option ends with its run"


def view_and_dict() -> tuple[Any, Any]:
    table = {"a": 1}
    return table.keys(), table


def proxy_and_dict() -> tuple[Any, Any]:
    table = {"a": 1}
    return types.MappingProxyType(table), table


def iterator_and_list() -> tuple[Any, Any]:
    numbers = [1, 2]
    return map(abs, iter(numbers)), numbers


def number_and_list() -> tuple[Any, Any]:
    numbers = [1, 2]
    return {id(numbers): "there"}, numbers


def grow(view: Any, table: Any) -> int:
    table["b"] = 2
    return len(view)


def append_while_read(numbers: Any, read: Any) -> list[Any]:
    first = next(numbers)
    read.append(3)
    return [first, *numbers]


# What an argument refers to in C is the caller's own, also where another argument has a thunk for it.
NOTICED: dict[str, tuple[Callable[..., Any], Callable[[], tuple[Any, Any]]]] = {
    "a view of a dict that grows": (grow, view_and_dict),
    "a proxy of a dict that grows": (grow, proxy_and_dict),
    "an iterator over a list that grows": (append_while_read, iterator_and_list),
    "the id of an object as a key": (lambda known, one: known.get(id(one), one.append(3)), number_and_list),
}


@pytest.mark.parametrize("name", NOTICED)
def test_verify_notices_what_a_thunk_cannot_stand_for(name: str) -> None:
    function, make = NOTICED[name]
    observation = observe(function, *make(), context=nf)
    assert observation.result != function(*make())
    with pytest.raises(NotCertified):
        observation.verify()


def test_verify_takes_a_class_that_each_call_makes_again_for_one_class() -> None:
    def make(size: int) -> Any:
        class Local:
            def __init__(self) -> None:
                self.size = size + 1

        return Local()

    observe(make, 1).verify()


class Node:
    """Object that is hashed by identity."""

    def __init__(self, number: int) -> None:
        self.number = number


class Hashed(Node):
    """Object with a hash written by hand."""

    def __hash__(self) -> int:
        return id(self)


def keyed_by_objects(cls: type[Node] = Node) -> tuple[dict[Node, list[int]], tuple[Node, Node]]:
    nodes = cls(1), cls(2)
    return {nodes[0]: [1], nodes[1]: [2]}, nodes


@pytest.mark.parametrize("cls", [Node, Hashed])
def test_objects_that_are_keys_and_arguments_are_one_object_in_a_fresh_copy(cls: type[Node]) -> None:
    def grow_one(table: Any, nodes: Any) -> Any:
        table[nodes[1]].append(nodes[0].number)
        return table[nodes[1]]

    assert observe(grow_one, *keyed_by_objects(cls), context=nf).verify().result == [2, 1]


def test_a_memory_that_is_filled_already_is_to_be_cleared() -> None:
    number_of = functools.cache(lambda node: node.number)
    number_of(node := Node(1))
    node.other = 2  # type: ignore[attr-defined]
    with pytest.raises(NotCertified, match="clear what it remembers of earlier calls"):
        assert_reads_only(number_of, node, "number")


def test_a_dict_with_objects_for_keys_keeps_what_the_call_wrote_to_a_part() -> None:
    def grow_one(table: Any, nodes: Any) -> Any:
        table[nodes[1]].append(3)
        return table

    table, nodes = keyed_by_objects()
    assert len(observe(grow_one, table, nodes).result[nodes[1]]) == 2
    assert table[nodes[1]] == [2]


def test_a_result_with_objects_for_keys_is_replayed() -> None:
    observe(lambda nodes: {node: node.number for node in nodes}, [Node(1), Node(2)], context=nf).verify().replay()


@pytest.mark.parametrize("written", [lambda is_plain: 1 if is_plain else 2, lambda is_plain: 1 if is_plain else True])
def test_a_number_that_the_plain_call_writes_into_an_object_and_the_observed_one_does_not_is_noticed(
    written: Callable[[bool], Any],
) -> None:
    def write(points: list[Point]) -> None:
        for point in points:
            point.x = written(type(point) is Point)

    with pytest.raises(NotCertified, match=r"points is left as .*x"):
        observe(write, [Point(0, 0), Point(0, 0)]).verify()


def test_objects_that_the_plain_call_leaves_in_other_places_are_noticed() -> None:
    def swap(pair: list[list[int]]) -> None:
        pair[0].append(1)
        if type(pair) is list:
            pair[0], pair[1] = pair[1], pair[0]

    with pytest.raises(NotCertified, match="pair is left as"):
        observe(swap, [[1], [1]]).verify()


def test_lists_that_both_calls_write_to_and_leave_in_other_places_are_noticed() -> None:
    def place(lists: list[list[int]]) -> None:
        first, second = lists[0], lists[1]
        lists[2] = second if type(lists) is list else first

    with pytest.raises(NotCertified, match="lists is left as"):
        observe(place, [[1], [1], [1]]).verify()


def test_a_write_of_the_plain_call_alone_is_noticed() -> None:
    def write(pair: list[list[int]]) -> None:
        if len(pair) == 2 and type(pair) is list:
            pair[1] = [2]

    with pytest.raises(NotCertified, match="pair is left as"):
        observe(write, [[1], [1]]).verify()


class Child:
    anything: tuple[str, ...] = ()

    def __init__(self, name: str) -> None:
        self.name = name
        self.parent: Parent

    def is_like(self, name: str | tuple[str, ...] = anything) -> bool:
        return name is self.anything or name == self.name

    FIRST, LAST = 0, 1

    def is_first(self, mode: int = FIRST) -> bool:
        return mode is self.FIRST


class Parent:
    def __init__(self, names: str) -> None:
        self.children = [Child(name) for name in names]
        for child in self.children:
            child.parent = self

    def add(self, name: str) -> None:
        self.children.append(Child(name))


def test_a_default_of_a_class_is_known_by_identity() -> None:
    assert observe(lambda child: child.is_like(), Child("a")).verify().replay().result
    observation = observe(lambda child: child.is_first(), Child("a")).verify().replay()
    assert (observation.result, str(observation.demand)) == (True, "Child(FIRST=0)")


def test_atoms_are_found_for_a_tree_with_links_to_parents_of_which_a_part_is_copied() -> None:
    def first(parent: Parent) -> str:
        return parent.children[0].name if type(parent.children) is list else "none"

    assert observe(first, Parent("ab"), atoms="auto").result == "a"


class Forwarding:
    def __init__(self) -> None:
        self.inner = Parent("")

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


def test_a_method_that_getattr_hands_over_changes_the_observed_copy() -> None:
    def add(forwarding: Any) -> int:
        forwarding.add("a")
        return len(forwarding.children)

    forwarding = Forwarding()
    assert observe(add, forwarding).verify().replay().result == 1
    assert forwarding.children == []


def test_an_iterator_in_a_result_still_has_the_elements_that_the_context_pulled():
    def peek(numbers: Any) -> Any:
        return next(numbers), map(abs, numbers), numbers

    observation = observe(peek, iter([1, -2, -3]), context=nf)
    first, rest, numbers = observation.verify().result
    assert (first, [*rest], [*numbers]) == (1, [2, 3], [])
    observation.replay()


class Reader:
    """Object that remembers how far it has read."""

    def __init__(self, numbers: Any) -> None:
        self.numbers, self.at = numbers, 0

    def read(self) -> Any:
        self.at += 1
        return self.numbers[self.at - 1]


@pytest.mark.parametrize(
    ("function", "context"),
    [
        (Reader, Reader.read),
        (lambda numbers: {"numbers": numbers}, lambda made: made.update(first=made["numbers"][0])),
        (contextlib.contextmanager(lambda numbers: (n for n in numbers)), lambda made: made.__enter__()),
    ],
)
def test_a_context_may_change_the_result(function: Callable[..., Any], context: Callable[[Any], Any]) -> None:
    assert_pulls_at_most(function, [1, 2], n=1, context=context)


@pytest.mark.parametrize("make", [lambda np, x: np.array(x), lambda np, x: {"a": np.array([x])}])
def test_an_array_of_one_thunk_is_not_taken_for_one_of_a_number(make: Any) -> None:
    numpy = pytest.importorskip("numpy")
    with pytest.raises(NotCertified, match=r"dtype\('O'\) against dtype\('float64'\)"):
        observe(lambda x: make(numpy, x), 3.4).verify()
    observe(lambda x: make(numpy, x), 3.4, atoms="auto").verify()


class Marked:
    def __init__(self) -> None:
        self.value = 1


def test_what_is_written_past_the_thunk_is_noticed_and_stays_with_the_copy() -> None:
    marked = Marked()
    seen = observe(lambda marked: object.__setattr__(marked, "value", 2), marked)
    with pytest.raises(NotCertified, match="marked is left as 1 against 2"):
        seen.verify()
    assert marked.value == 1


def test_an_iterator_that_goes_on_after_an_exception_is_given_again() -> None:
    def failing() -> Iterator[int]:
        yield 1
        raise ValueError

    def pull(numbers: Iterator[int]) -> Any:
        next(numbers)
        with contextlib.suppress(ValueError):
            next(numbers)
        return next(numbers, "end")

    assert observe(pull, failing()).verify().replay().result == "end"


def test_objects_of_a_class_that_each_call_makes_are_compared_slot_by_slot() -> None:
    def make(x: Any, twice: bool = False) -> Any:
        class Slotted:
            __slots__ = ("x",)

        made = Slotted()
        made.x = x
        return made

    assert observe(make, [1], context=nf).verify().result.x == [1]


def test_atoms_that_would_leave_the_callers_object_changed_are_no_advice() -> None:
    def ask(marked: Marked) -> bool:
        marked.value = 2
        return type(marked) is Marked

    with pytest.raises(NotCertified, match="no atoms mend it"):
        observe(ask, Marked()).verify()
    with pytest.raises(NotCertified, match="no atoms mend it"):
        observe(ask, Marked(), atoms="auto")


def test_advice_names_classes_as_code_does() -> None:
    with pytest.raises(NotCertified, match=r"atoms=\(str, bytes, types.FunctionType\)"):
        observe(lambda function: type(function) is types.FunctionType, lambda: 1).verify()


def test_a_call_that_fails_before_its_result_is_unwrapped_can_be_verified() -> None:
    seen = observe(weakref.ref, [5], catch=TypeError).verify()
    assert isinstance(seen.error, TypeError)


def test_atoms_that_are_advised_leave_the_whole_argument_to_be_observed() -> None:
    with pytest.raises(TypeError) as caught:
        observe(lambda d: json.dumps(d["a"]), {"a": [1, 2], "b": 3})
    assert "atoms=(str, bytes, list)" in caught.value.__notes__[0]
