"""`assert_lazy`, `assert_pulls_at_most` and `assert_never_calls`: how far a call goes."""

from __future__ import annotations

import asyncio
import csv
import io
import itertools
import sqlite3
from array import array
from collections import UserList, deque
from contextlib import closing, suppress
from unittest.mock import Mock

import more_itertools
import pytest
import toolz
from places import from_root
from shared_values import checks_nothing

from strictcheck import (
    DemandMismatch,
    Stream,
    assert_never_calls,
    assert_pulls_at_most,
    assert_reads_once,
    assert_reads_only,
    assert_same_demand,
    nf,
    take,
)
from strictcheck.errors import NotCertified
from strictcheck.kinds import opaque
from strictcheck.specs import check_pulls_at_most

HERE = from_root(__file__)

LINES = ["a,b", "1,2", "3,4", "5,6"]


def until_two(lines):
    found = []
    for line in lines:
        found.append(line)
        if len(found) == 2:
            break
    return found


@pytest.mark.parametrize("make", [list, tuple, deque, iter, Stream, lambda lines: (line for line in lines)])
def test_elements_are_counted_whatever_they_come_from(make):
    assert_pulls_at_most(until_two, make(LINES), n=2)
    with pytest.raises(DemandMismatch) as raised:
        assert_pulls_at_most(until_two, make(LINES), n=1)
    line = until_two.__code__.co_firstlineno + 2
    first, place = str(raised.value).splitlines()[:2]
    assert first == "until_two pulled 2 elements of lines, 1 was expected; the second,"
    assert place == f"  at {HERE}:{line} in until_two"


@pytest.mark.parametrize(
    ("function", "args", "most", "context"),
    [
        (lambda lines: next(csv.reader(lines)), [iter(LINES)], 1, nf),
        (lambda lines: list(itertools.islice(csv.DictReader(lines), 2)), [iter(LINES)], 3, nf),
        (itertools.islice, [iter(LINES), 2], 2, nf),
        (lambda xs: itertools.takewhile(lambda x: x < 2, xs), [[1, 2, 3, 4]], 2, nf),
        (lambda xs: toolz.partition(2, xs), [iter("abcdef")], 2, take(1)),
        (lambda xs: more_itertools.chunked(xs, 2), [iter("abcdef")], 2, take(1)),
        (toolz.first, [[1, 2, 3]], 1, nf),
    ],
)
def test_code_of_others_pulls_what_it_should_and_not_less(function, args, most, context):
    copies = [list(arg) if hasattr(arg, "__next__") else arg for arg in args]
    again = [iter(copy) if hasattr(arg, "__next__") else arg for copy, arg in zip(copies, args, strict=True)]
    once_more = [iter(copy) if hasattr(arg, "__next__") else arg for copy, arg in zip(copies, args, strict=True)]
    assert_pulls_at_most(function, *again, n=most, context=context)
    with pytest.raises(DemandMismatch, match=f"pulled {most} element"):
        assert_pulls_at_most(function, *once_more, n=most - 1, context=context)


@pytest.mark.parametrize("make", [list, tuple, iter, Stream, dict.fromkeys, lambda xs: (x for x in xs)])
def test_too_few_elements_show_nothing(make):
    with checks_nothing(r"has checked nothing: xs has 3 elements, so no more than n=3 could"):
        assert_pulls_at_most(lambda xs: list(xs), make([1, 2, 3]), n=3)
    with pytest.raises(DemandMismatch, match=r"3 elements of xs, 2 were expected"):  # the end is no element
        assert_pulls_at_most(lambda xs: list(xs.values() if make == dict.fromkeys else xs), make([1, 2, 3]), n=2)
    assert_pulls_at_most(lambda xs: next(iter(xs.values() if make == dict.fromkeys else xs)), make([1, 2, 3]), n=2)


def test_a_lazy_result_that_nobody_asked_shows_nothing():
    with checks_nothing(r"pass context=take\(1\), or context=nf"):
        assert_pulls_at_most(toolz.partition, 2, iter("abcd"), n=2)


class Squares:
    def __getitem__(self, index):
        return index**2


def test_it_is_told_which_argument_is_meant():
    with pytest.raises(TypeError, match="left and right are each an iterable of parts; pass of='left'"):
        assert_pulls_at_most(lambda left, right: 1, [1], [2], n=1)
    assert_pulls_at_most(lambda left, right: right[0], [1], [2, 3], n=1, of="right")
    with pytest.raises(TypeError, match=r"none of the arguments \(x\) is an iterable"):
        assert_pulls_at_most(lambda x: x, "abc", n=1)
    with pytest.raises(TypeError, match=r"cannot be seen; pass \(row for row in xs\)$"):
        assert_pulls_at_most(lambda xs: xs[0], Squares(), n=1)
    assert_pulls_at_most(lambda xs: next(xs), (x for x in Squares()), n=1)
    with pytest.raises(TypeError, match="there are xs"):
        assert_pulls_at_most(lambda xs: xs, [1], n=1, of="ys")
    for value in (range(3), {1, 2}):
        with pytest.raises(TypeError, match=r"cannot be seen; pass list\(xs\)$"):
            assert_pulls_at_most(lambda xs: xs, value, n=1)
    for wrong in (-1, "2", None):
        with pytest.raises(TypeError, match="pass how many elements"):
            assert_pulls_at_most(list, [1], n=wrong)


def test_of_any_number_of_arguments_none_is_meant_until_it_has_a_name():
    def by_name(one, other):
        return more_itertools.interleave_longest(one, other)

    with pytest.raises(TypeError, match=r"iterables takes any number of arguments.*pass of='one'"):
        assert_pulls_at_most(more_itertools.interleave_longest, iter(LINES), iter(LINES), n=1, context=take(4))
    with pytest.raises(DemandMismatch, match="by_name pulled 2 elements of one, 1 was expected"):
        assert_pulls_at_most(by_name, iter(LINES), iter(LINES), n=1, of="one", context=take(4))
    with pytest.raises(DemandMismatch, match="pulled 2 elements of iterables, 1 was expected"):
        assert_pulls_at_most(
            more_itertools.interleave_longest, iter(LINES), iter(LINES), n=1, of="iterables", context=take(4)
        )
    assert_pulls_at_most(lambda lines, *sizes: lines[: sizes[0]], LINES, 2, n=2)


def test_a_function_that_is_never_called():
    def get(cache, key, make):
        return cache[key] if key in cache else make(key)

    assert_never_calls(get, {1: 2}, 1, abs)
    with pytest.raises(DemandMismatch) as raised:
        assert_never_calls(get, {1: 2}, -3, abs)
    line = get.__code__.co_firstlineno + 1
    told = str(raised.value).splitlines()
    assert told[0] == f"get called make(-3), at {HERE}:{line} in get"
    assert told[1:3] == ["    make: function, called once", "  +   (-3): 3"]
    with pytest.raises(DemandMismatch, match="called key"):
        assert_never_calls(min, [1, 2], key=abs, of="key")
    with pytest.raises(DemandMismatch, match=r"called handlers\['b'\]\(1\)"):
        assert_never_calls(lambda handlers: handlers["b"](1), {"a": abs, "b": abs})
    with pytest.raises(TypeError, match="is a function"):
        assert_never_calls(sum, [1])
    with checks_nothing("checked nothing"):
        assert_never_calls(lambda f, xs: map(f, xs), abs, [1])


# assert_lazy


@pytest.mark.parametrize("tokens", [LINES, [1, 2, 3]])
def test_an_element_that_is_popped_is_pulled_and_no_other_is(tokens):
    def first(tokens):
        return tokens.pop(0)

    assert_pulls_at_most(first, tokens, n=1)
    with pytest.raises(DemandMismatch, match="pulled 2 elements of tokens, 1 was expected"):
        assert_pulls_at_most(lambda tokens: (first(tokens), first(tokens)), tokens, n=1)


async def first_of(xs):
    await asyncio.sleep(0)
    return xs[0]


@pytest.mark.parametrize("function", [first_of, lambda xs: xs[0]])
def test_the_line_is_the_one_that_read_and_not_the_one_that_looked_later(function):
    with pytest.raises(DemandMismatch) as raised:
        assert_pulls_at_most(function, [1, 2], n=0)
    name, line = function.__qualname__, function.__code__.co_firstlineno + 2 * (function is first_of)
    assert f"{HERE}:{line} in {name}" in str(raised.value)


async def late_readings():
    for number in range(5):
        await asyncio.sleep(0)
        yield number


async def first_and_go_on(readings):
    queue = asyncio.Queue(2)

    async def prefetch():
        async for reading in readings:
            await queue.put(reading)

    task = asyncio.create_task(prefetch())
    return await queue.get(), task.done()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_task_that_goes_on_pulling_is_named_where_calls_differ():
    with pytest.raises(NotCertified, match="and end the task prefetch before the call is over"):
        assert_pulls_at_most(first_and_go_on, late_readings(), n=1)
    assert_pulls_at_most(first_and_go_on, late_readings(), n=1, certify=False)


async def with_prefetching(readings):
    queue = asyncio.Queue(2)

    async def prefetch():
        async for reading in readings:
            await queue.put(reading)

    task = asyncio.create_task(prefetch())
    try:
        while True:
            yield await queue.get()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def one_reading():
    yield 1
    await asyncio.Event().wait()


def test_an_async_generator_is_closed_when_its_context_has_enough():
    assert_pulls_at_most(with_prefetching, one_reading(), n=1, context=take(1))


async def first_two_in_a_task(readings):
    queue = asyncio.Queue(1)

    async def produce():
        async for reading in readings:
            await queue.put(reading)

    task = asyncio.create_task(produce())
    found = [await queue.get(), await queue.get()]
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    return found


async def those_in_time(readings):
    found = []
    with suppress(asyncio.TimeoutError):
        while True:
            found.append(await asyncio.wait_for(anext(readings), 0.05))
    return found, [reading async for reading in readings]


@pytest.mark.parametrize(("function", "number"), [(first_two_in_a_task, 2), (those_in_time, 1)])
def test_a_pull_that_was_cancelled_is_cancelled_again_in_later_calls(function, number):
    made = {first_two_in_a_task: late_readings, those_in_time: one_reading}[function]
    assert_pulls_at_most(function, made(), n=number)
    assert_same_demand(function, function_like(function), made(), context=nf)


def function_like(function):
    async def another(readings):
        return await function(readings)

    return another


@pytest.fixture
def cursor():
    with closing(sqlite3.connect(":memory:")) as connection:
        yield connection.execute("select 1 union select 2 union select 3")


@pytest.mark.parametrize(
    ("taking", "number"),
    [
        (lambda rows: rows.fetchone(), 1),
        (lambda rows: rows.fetchone() + next(rows), 2),
        (lambda rows: rows.fetchmany(2)[0], 2),
        (lambda rows: rows.fetchone() and rows.fetchall(), 3),
        (lambda rows: rows.execute("select 1 union select 2").fetchall()[0], 2),
        (lambda rows: [rows.execute("select 1 union select 2"), rows.fetchone()], 1),
    ],
)
def test_rows_that_a_cursor_gives_by_its_methods_count(cursor, taking, number):
    with pytest.raises(DemandMismatch, match=f"pulled {number} elements?"):
        assert_pulls_at_most(taking, cursor, n=number - 1)


def test_a_cursor_that_has_ended_may_execute_another_query(cursor):
    def both(rows):
        return len(rows.fetchall()), rows.execute("select 4 union select 5").fetchone()

    with pytest.raises(DemandMismatch, match="pulled 4 elements"):
        assert_pulls_at_most(both, cursor, n=3, certify=False)


def test_each_call_of_an_assertion_gets_the_same_rows(cursor):
    assert_pulls_at_most(lambda rows: (rows.fetchone()[0], next(rows)[0]), cursor, n=2)


class Reader:
    def __init__(self, rows):
        self.rows = iter(rows)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self.rows)

    def read(self):
        return next(self)

    def given(self, value):
        return value


class Read(Reader):
    def __init__(self, rows):
        self.rows, self.at = [*rows], 0

    def __next__(self):
        self.at += 1
        return self.rows[self.at - 1]


class Twice(Reader):
    def __init__(self, rows):
        self.rows, self.others = iter(rows), iter(rows)

    def __next__(self):
        return next(self.rows) + next(self.others)


def test_what_any_method_of_an_iterator_in_python_pulls_of_the_one_it_holds_counts():
    for two in (lambda rows: [rows.read(), rows.read()], lambda rows: [next(rows), rows.read()]):
        assert_pulls_at_most(two, Reader([1, 2, 3]), n=2)
        with pytest.raises(DemandMismatch, match=r"pulled 2 elements of rows, 1 was expected"):
            assert_pulls_at_most(two, Reader([1, 2, 3]), n=1)
    with checks_nothing("nothing of rows was pulled"):
        assert_pulls_at_most(lambda rows: rows.given(1), Reader([1, 2]), n=1)
    with checks_nothing("iterable has 2 elements"):
        assert_pulls_at_most(list, Reader([1, 2]), n=2)
    with pytest.raises(TypeError, match=r"rows pulls of several iterators; pass \(row for row in rows\)"):
        assert_pulls_at_most(lambda rows: rows.read(), Twice([1, 2]), n=1)
    with pytest.raises(TypeError, match=r"cannot be seen; pass \(row for row in rows\)"):  # its first row is of names
        assert_pulls_at_most(lambda rows: next(rows), csv.DictReader(LINES), n=1)


def test_a_cursor_of_the_users_own_is_watched_by_the_rows_that_may_be_read():
    advice = r"cannot be seen; pass \(row for row in reader\) if f only iterates; .*only\(f, reader, 'rows.0'"
    with pytest.raises(TypeError, match=advice):
        assert_pulls_at_most(lambda reader: reader.read(), Read([1, 2]), n=1)
    for make in (Reader, Read):
        assert_reads_only(lambda reader: reader.read(), make([1, 2]), "rows.0", "at")
        with pytest.raises(DemandMismatch, match=r"also (read|pulled) reader\.rows\[1\]"):
            assert_reads_only(lambda reader: reader.read() + reader.read(), make([1, 2]), "rows.0", "at")


def test_two_functions_are_not_compared_on_an_iterator_within_that_the_first_has_pulled():
    for value in (Reader([1, 2]), [iter([1, 2])]):
        with pytest.raises(NotCertified, match=r"cannot tell: second pulls of an iterator .* first has pulled before"):
            assert_same_demand(first, second, value)


def first(rows):
    return rows.read() if isinstance(rows, Reader) else next(rows[0])


def second(rows):
    return first(rows)


QUERIES = {
    "all": lambda rows: rows.all()[:2],
    "first": lambda rows: rows.first(),
    "fetchmany": lambda rows: rows.fetchmany(2),
    "loop": lambda rows: [row[0] for _, row in zip(range(2), rows, strict=False)],
    "mappings": lambda rows: rows.mappings().fetchmany(2),
    "one_or_none": lambda rows: rows.one_or_none(),
    "partitions": lambda rows: next(rows.partitions(2)),
    "scalars": lambda rows: rows.scalars().first(),
    "yield_per": lambda rows: next(iter(rows.yield_per(1))),
}


@pytest.mark.parametrize("method", QUERIES)
def test_rows_of_a_query_count_by_whichever_method_they_come(method):
    sqlalchemy, orm = pytest.importorskip("sqlalchemy"), pytest.importorskip("sqlalchemy.orm")
    table = sqlalchemy.table("numbers", sqlalchemy.column("number"), sqlalchemy.column("name"))
    engine = sqlalchemy.create_engine("sqlite://")
    with orm.Session(engine) as session:
        session.execute(sqlalchemy.text("create table numbers (number int, name text)"))
        session.execute(table.insert(), [{"number": number, "name": "n"} for number in range(4)])
        result = session.execute(sqlalchemy.select(table))
        pulled = {"all": 4, "first": 1, "scalars": 1, "yield_per": 1}.get(method, 2)
        if method == "one_or_none":
            with pytest.raises(sqlalchemy.exc.MultipleResultsFound):
                assert_pulls_at_most(QUERIES[method], result, n=2)
        elif pulled < 4:
            assert_pulls_at_most(QUERIES[method], result, n=pulled)
        else:
            with pytest.raises(DemandMismatch, match=r"pulled 4 elements of rows, 2 were expected"):
                assert_pulls_at_most(QUERIES[method], result, n=2)
    engine.dispose()


def test_of_a_session_the_result_is_to_be_passed():
    orm = pytest.importorskip("sqlalchemy.orm")
    with pytest.raises(TypeError, match=r"a Session, cannot be seen; pass what session\.execute\(\.\.\.\) returns$"):
        assert_pulls_at_most(lambda session: session.execute("select 1"), orm.Session(), n=1)


class Checked(list):
    def __getitem__(self, index):
        return super().__getitem__(index)


@opaque
class Result:
    def __iter__(self):
        return iter([1])


@pytest.mark.parametrize(
    ("value", "advice"),
    [
        (Result(), r"a Result, cannot be seen; pass \(row for row in xs\) if f only iterates$"),
        (range(10**9), r"a range, cannot be seen; pass iter\(xs\)$"),
        (array("i", [1]), r"an array, cannot be seen; pass xs.tolist\(\), if f takes a list$"),
        (Checked([1, 2]), r"a Checked, cannot be seen; pass list\(xs\)$"),
        (UserList([1, 2]), r"a UserList, cannot be seen; pass list\(xs\) if f only iterates; .*'data.0'"),
    ],
)
def test_what_hides_elements_is_told_and_what_to_pass_then(value, advice):
    with pytest.raises(TypeError, match=advice):
        assert_pulls_at_most(lambda xs: xs[0], value, n=1)


class Page(list):
    def __init__(self, rows, total):
        super().__init__(rows)
        self.total = total


def test_of_a_file_the_sentence_has_the_number_of_reads_that_the_picture_shows():
    with pytest.raises(DemandMismatch, match=r"pulled 3 lines of file in 1 read, 1 was expected") as caught:
        assert_pulls_at_most(lambda file: file.read(), io.StringIO("a\nb\nc\n"), n=1)
    assert "file: StringIO of 1" in str(caught.value)
    with pytest.raises(DemandMismatch, match=r"pulled 2 lines of file, 1 was expected"):
        assert_pulls_at_most(lambda file: (file.readline(), file.readline()), io.StringIO("a\nb\nc\n"), n=1)


def test_attributes_beside_the_elements_are_none():
    page = Page([["a"], ["b"], ["c"]], 3)
    assert_pulls_at_most(lambda page: f"{page[0][0]} of {page.total}", page, n=1)
    with pytest.raises(DemandMismatch, match="pulled 2 elements"):
        assert_pulls_at_most(lambda page: (page.total, page[0][0], page[1][0]), page, n=1)


def test_a_method_that_is_called_is_told_by_its_arguments():
    with pytest.raises(DemandMismatch, match=r"called make\(1\)"):
        assert_never_calls(lambda make: make(1), Reader([1]).given)


@pytest.mark.parametrize("numbers", [["a", "b", "c"], [1, 2, 3], [None, True, "c"]])
@pytest.mark.parametrize("copied", [lambda xs: xs[:], lambda xs: xs.copy(), lambda xs: xs * 1, lambda xs: list(xs)])
def test_a_copy_of_a_list_takes_all_elements_whatever_they_are(numbers, copied):
    assert_reads_only(lambda xs: [x == "" for x in xs[:2]], numbers, 0, 1)
    with pytest.raises(DemandMismatch, match="pulled 3 elements of xs, 2 were expected"):
        assert_pulls_at_most(lambda xs: [x == "" for x in copied(xs)[:2]], numbers, n=2)
    with pytest.raises(DemandMismatch, match=r"also read xs\[2\]"):
        assert_reads_only(lambda xs: [x == "" for x in copied(xs)[:2]], numbers, 0, 1)
    assert_reads_once(lambda xs: copied(xs)[0], numbers)


def test_where_all_was_pulled_an_assertion_is_not_told_to_allow_as_many():
    all_read = "if it may, drop this assertion: then all may be read of xs"
    for xs in ([1, 2, 3], iter([1, 2, 3])):
        with pytest.raises(DemandMismatch, match=all_read):
            assert_pulls_at_most(lambda xs: sorted(xs), xs, n=1)
    with pytest.raises(DemandMismatch, match=r"if it may, pass n=2$"):
        assert_pulls_at_most(lambda xs: (next(xs), next(xs)), iter([1, 2, 3]), n=1)
    with pytest.raises(DemandMismatch, match=r"if it may, pass n=2$"):
        check_pulls_at_most(first_two_added, n=1)


def first_two_added(xs: list[int]) -> int:
    return sum(xs[:2])


def test_a_list_among_named_arguments_is_not_counted_as_one_of_them():
    def read(**options):
        return sorted(options["xs"])

    with pytest.raises(TypeError, match="options takes any number of arguments, of which one has to be meant"):
        assert_pulls_at_most(read, xs=[1, 2], n=1)
    with pytest.raises(DemandMismatch, match="pulled 2 elements of xs"):
        assert_pulls_at_most(lambda xs: read(xs=xs), xs=[1, 2], n=1)


def test_a_mock_is_named_alike_before_and_after_its_first_call():
    with pytest.raises(DemandMismatch, match="Mock pulled 2 elements of arg0"):
        assert_pulls_at_most(Mock(side_effect=sorted), [1, 2], n=1)
    with pytest.raises(DemandMismatch, match=r"Mock also read arg0\[1\]"):
        assert_reads_only(Mock(side_effect=sum), [1, 2, 3], "0", "2")


async def readings_at_once():
    for number in range(10):
        yield number


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_task_that_is_left_is_named_where_the_plain_call_differs():
    with pytest.raises(NotCertified, match="end the task prefetch before the call is over, for it looks"):
        assert_pulls_at_most(first_and_go_on, readings_at_once(), n=6)


def test_the_element_that_is_too_many_is_the_one_behind_whichever_was_read_first():
    with pytest.raises(DemandMismatch) as raised:
        assert_pulls_at_most(lambda xs: xs[0].real if xs[1] is not None else None, [1, 2, 3], n=1)
    assert "+   [1]: not looked at, but fetched" in str(raised.value)
