"""A trace says who forced what, with the local names that were asked for, and how often a part was fetched."""

from __future__ import annotations

import functools
import sysconfig
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from places import from_root
from shared_values import Fork, Point

from strictcheck import StrictCheckError, observe, observing
from strictcheck.observation.traces import LISTED, READ, Fetch, fetches_of
from strictcheck.thunks.call_stack import UNKNOWN


def test_where_names_the_line_and_function_that_forced() -> None:
    def look(xs: Any) -> Any:
        return xs[0] + 1

    trace = observe(look, [1, 2], where=True).trace
    line = look.__code__.co_firstlineno + 1
    for forcing in trace:
        assert forcing.where is not None
        assert (forcing.where.file, forcing.where.line) == (__file__, line)
        assert forcing.where.function.endswith("look")
        assert f"{from_root(__file__)}:{line}" in str(forcing)


def test_the_place_is_a_line_of_the_user_s_also_where_an_installed_package_looked() -> None:
    package: dict[str, Any] = {}
    code = "def head(xs):\n    depth = 7\n    return xs[0]\n"
    exec(compile(code, f"{sysconfig.get_path('purelib')}/package.py", "exec"), package)
    by_package = observe(package["head"], [1], where=True).trace[0]
    by_user = observe(lambda xs: package["head"](xs), [1], where=True, watch=("depth",)).trace[0]
    assert (by_package.where.line, Path(by_user.where.file)) == (3, Path(__file__))
    assert by_user.locals == {"depth": 7}


@attrs.define
class Pair:
    left: int
    right: int


@pytest.mark.parametrize("make", [Point, Pair])
def test_a_method_that_was_made_for_a_class_is_no_place(make: Any) -> None:
    trace = observe(lambda one, other: one == other, make(1, 2), make(1, 3), where=True).trace
    assert {Path(forcing.where.file) for forcing in trace} == {Path(__file__)}
    names: dict[str, Any] = {}
    exec("def head(xs):\n    return xs[0] + 0\n", names)  # by the user, who sees it
    assert str(observe(names["head"], [1], where=True).trace[0].where) == "<string>:2 in head"


def test_the_place_of_a_forcing_is_that_of_the_trace_also_from_the_end() -> None:
    trace = observe(lambda *numbers: numbers[0] + numbers[1], 1, 2, where=True).trace
    assert [trace.place(at) for at in (0, 1, -2, -1)] == [trace[at].where for at in (0, 1, -2, -1)]
    with pytest.raises(IndexError, match="outside of 2 forcings"):
        trace.place(2)


def test_a_forcing_is_printed_with_its_part_as_in_python_and_the_end_by_its_name() -> None:
    trace = observe(lambda rows: [row["age"] + 1 for row in rows], iter([{"age": 7}])).trace
    told = ["#1 rows: [*_]", "#2 rows[0]: there is one", "#3 rows[0]: {**_}"]
    assert [str(forcing) for forcing in trace][:3] == told
    assert [str(forcing) for forcing in trace][-2:] == ["#5 rows[0]['age']: 7", "#6 rows: the end"]


def test_without_where_nothing_is_kept() -> None:
    assert [(f.where, f.locals) for f in observe(sum, [1]).trace] == [(None, None)] * 2


def test_watch_keeps_the_local_names_of_the_frame_that_forced() -> None:
    def search(xs: Any, alpha: int) -> int:
        for x in xs:
            alpha = max(alpha, x)
        return alpha

    trace = observe(functools.partial(search, alpha=0), [3, 5], watch=("alpha", "beta?")).trace
    seen = [(forcing.path, dict(forcing.locals or {})) for forcing in trace]
    assert seen == [((), {"alpha": 0}), ((0,), {"alpha": 0}), ((1,), {"alpha": 3})]
    assert all(f.where is not None for f in trace)


def test_watch_asks_callers_within_the_call_where_the_frame_that_forced_has_no_such_names() -> None:
    alpha = 7  # of a caller that is no part of the call

    def look(x: Any) -> int:
        return x + 0

    def search(xs: Any) -> int:
        first = look(xs[0])
        alpha = first
        return (lambda: look(xs[1]) + alpha)()

    trace = observe(search, [3, 5], watch=("alpha", "beta?")).trace
    seen = [(forcing.path, dict(forcing.locals or {})) for forcing in trace]
    assert seen == [((), {}), ((0,), {}), ((1,), {"alpha": 3})]
    assert alpha == 7


def test_watch_takes_each_name_from_the_nearest_frame_that_has_it() -> None:
    def search(x: Any, alpha: int) -> int:
        return x + alpha

    def root(xs: Any) -> int:
        best = 1
        return search(xs[0], 2) + best

    trace = observe(root, [3], watch=("alpha", "best")).trace
    assert [dict(forcing.locals or {}) for forcing in trace] == [{"best": 1}, {"alpha": 2, "best": 1}]


def test_a_watched_name_that_is_set_after_the_last_look_is_said_to_be() -> None:
    def late(xs: Any) -> int:
        high = xs[0] + 0
        return -high

    with pytest.raises(StrictCheckError, match=r"'high': no local variable .*; it is set later; write 'high\?'"):
        observe(late, [1], watch=("high",))


def test_count_tells_how_often_each_part_was_fetched() -> None:
    def wasteful(v: Any) -> Any:
        return v["a"][0] + v["a"][0] + v["b"].left + sum(v["a"])

    reads = observe(wasteful, {"a": [1, 2], "b": Fork(3, 4)}, count=True).reads
    assert dict(reads) == {
        ("v", ("a",)): 3, ("v", ("a", 0)): 3, ("v", ("a", 1)): 1, ("v", ("b",)): 1, ("v", ("b", "left")): 1,
    }  # fmt: skip


def test_what_a_result_holds_is_counted_when_the_context_fetches_it_and_not_afterwards() -> None:
    def held(xs: list[int]) -> Any:
        return SimpleNamespace(xs=xs)

    observation = observe(held, [1, 2], context=lambda result: sum(result.xs), count=True)
    assert dict(observation.reads) == {("xs", (0,)): 1, ("xs", (1,)): 1}


def test_reads_need_to_be_counted() -> None:
    with pytest.raises(StrictCheckError, match="count=True"):
        observe(len, [1]).reads


def test_the_trace_is_a_sequence() -> None:
    trace = observe(sum, [1, 2]).trace
    assert len(trace) == 3
    assert [forcing.value for forcing in trace[1:]] == [1, 2]
    assert trace[-1] == list(trace)[2]
    assert trace[-1].path == (1,)
    with pytest.raises(IndexError):
        trace[3]


def test_a_line_in_a_notebook_is_told_as_that_of_a_cell():
    names: dict[str, Any] = {}
    exec(compile("def look(numbers):\n    return numbers[0] + 0\n", "ipykernel_71/2891.py", "exec"), names)
    trace = observe(names["look"], [1, 2], where=True).trace
    assert str(trace[-1].where) == "line 2 of a cell, in look"


def test_a_trace_that_was_read_goes_on_while_its_observation_is_open() -> None:
    with observing([1, 2]) as seen:
        trace = seen.trace
        assert seen.value[0] + 0 == trace[-1].value == 1
        assert seen.value[1] + 0 == trace[-1].value == 2


AT_KEYS = [((), "look"), (("a",), "read"), (("a",), "look"), (("b",), "miss"), (("b",), "ask")]


@pytest.mark.parametrize(
    ("function", "value", "fetches"),
    [
        (lambda xs: xs[1], [1, 2], [((), "look"), ((1,), "read")]),
        (lambda xs: (xs[0], xs[0] + 1), [1, 2], [((), "look"), ((0,), "read"), ((0,), "read"), ((0,), "look")]),
        (lambda d: (d["a"], "b" in d), {"a": 1}, AT_KEYS),
        (lambda d: list(d), {"a": 1}, [((), "look"), ((), "keys")]),
        (lambda it: list(it) and None, iter([1]), [((), "look"), ((0,), "pull"), ((), "end")]),
        (lambda f: f(1), abs, [((), "look"), (("(1)",), "call")]),
    ],
)
def test_fetches_are_listed_in_order(function: Any, value: Any, fetches: list[tuple[Any, str]]) -> None:
    observation = observe(function, value, count=True, where=True, context=lambda result: None)
    assert [(one.path, one.how) for one in fetches_of(observation, *observation.demands)] == fetches


@pytest.mark.parametrize(
    ("path", "how", "is_internal"),
    [
        (("__pydantic_serializer__",), READ, True),
        (("__pydantic_extra__",), READ, True),
        (("__pydantic_extra__", "password"), READ, False),
        (("__pydantic_private__",), LISTED, False),
        (("__extra__",), READ, False),
        (("name",), READ, False),
    ],
)
def test_what_a_library_keeps_in_an_object_is_internal(path: tuple[Any, ...], how: str, is_internal: bool) -> None:
    assert Fetch(path, how, UNKNOWN).is_internal is is_internal
