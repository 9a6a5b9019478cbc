"""Where Python is lazy in practice: what the notebook on your own code shows, as the tests one would write of it."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import everyday
import pytest
import specs
from hypothesis import given
from hypothesis import strategies as st
from long_runs import examples
from shared_values import checks_nothing

from strictcheck import (
    Demand,
    DemandMismatch,
    Stream,
    TooMuchForced,
    assert_lazy,
    assert_no_more_demand,
    assert_pulls_at_most,
    assert_reads_only,
    check_spec,
    find_needless,
    max_forced,
    nf,
    observe,
    spec,
    take,
)
from strictcheck.specs import cells, pulled

quick = examples(100)
items = st.lists(st.integers(0, 9), max_size=8)
sizes = st.integers(1, 4)


def line_of(function: Callable[..., Any], text: str) -> int:
    """The line of `function` that has `text` in it."""
    lines = Path(function.__code__.co_filename).read_text().splitlines()
    start = function.__code__.co_firstlineno
    return next(number for number in range(start, len(lines)) if text in lines[number - 1])


# --- A pipeline pulls no more than it yields -------------------------------------------------------------------------


@quick
@given(items, sizes)
def test_both_make_the_same_batches(xs: list[int], size: int) -> None:
    made = list(everyday.batches(xs, size))
    assert made == list(everyday.batches_late(xs, size))
    assert list(itertools.chain(*made)) == xs


def test_a_batch_needs_as_many_items_as_it_holds() -> None:
    endless = observe(everyday.batches, itertools.count(), 3, context=take(2))
    assert endless.demands["items"] == Demand.parse("[_, _, _, _, _, _, *_]")
    late = observe(everyday.batches_late, itertools.count(), 3, context=take(2))
    assert late.demands["items"] == Demand.parse("[_, _, _, _, _, _, _, *_]")


def test_the_spec_holds_of_one_and_finds_the_other() -> None:
    drawn = {"items": items.map(iter), "size": sizes}
    check_spec(everyday.batches, specs.no_more_than_taken, given=drawn, settings=quick)
    with pytest.raises(DemandMismatch) as caught:
        check_spec(everyday.batches_late, specs.no_more_than_taken, given=drawn, settings=quick)
    message = str(caught.value)
    assert message.startswith("batches_late also looks at the end of items,")
    assert "batches_late(items=iter([0]), size=1)" in message
    assert f"everyday.py:{line_of(everyday.batches_late, 'for item in items')}" in message


def test_the_tempting_spec_that_forgets_the_end_is_wrong() -> None:
    @spec
    def forgetful(result: Demand, items: Any, size: int) -> Any:
        asked, of_size = specs.no_more_than_taken(result, items, size)
        return (pulled(cells(asked).elements) if type(asked) is Demand else asked), of_size

    with pytest.raises(DemandMismatch, match="batches also looks at the end of items"):
        check_spec(everyday.batches, forgetful, given={"items": items.map(iter), "size": sizes}, settings=quick)


# --- A configuration -------------------------------------------------------------------------------------------------


def test_the_keys_that_a_function_reads_are_told() -> None:
    demand = observe(everyday.database_url, everyday.CONFIG).demand
    expected = "{'database': {'host': 'db.example.org', 'port': 5432, 'scheme': absent, **_}, **_}"
    assert demand == Demand.parse(expected)


def test_nobody_reads_the_password_but_who_makes_a_summary() -> None:
    password = ("database", "password")
    assert not observe(everyday.database_url, everyday.CONFIG).demand.at(password)
    assert observe(everyday.settings_summary, everyday.CONFIG).demand.at(password) == Demand.parse("'secret'")


def test_what_was_read_is_all_that_is_needed() -> None:
    observe(everyday.database_url, everyday.CONFIG).replay()
    assert everyday.database_url({"database": {"host": "a"}}) == "postgresql://a:5432"
    report = find_needless(observe(everyday.settings_summary, everyday.CONFIG))
    assert {finding.path for finding in report.needless} >= {("database", "password"), ("database", "user")}
    assert not find_needless(observe(everyday.database_url, everyday.CONFIG))


# --- A generator -----------------------------------------------------------------------------------------------------

ROWS = ["tea;2.50", "milk;1.20"]


def test_a_generator_does_not_run_before_it_is_asked() -> None:
    assert_pulls_at_most(everyday.prices, ROWS, n=1, context=take(1))
    with checks_nothing(
        r"prices is a generator function.*\s+.*assert_pulls_at_most\(prices, ..., n=1, context=take\(1\)\)"
    ):
        assert_lazy(everyday.prices, ROWS)
    assert list(everyday.prices(ROWS)) == [2.5, 1.2]


def test_a_friendly_check_makes_it_run_at_once() -> None:
    assert list(everyday.prices_checked(ROWS)) == [2.5, 1.2]
    with pytest.raises(DemandMismatch) as caught:
        assert_lazy(everyday.prices_checked, iter(ROWS))
    assert f"everyday.py:{line_of(everyday.prices_checked, 'next(rows')}" in str(caught.value)
    assert "+ rows: ['tea;2.50', 'milk;1.20']" in str(caught.value)


def test_each_price_asks_for_its_own_row_and_no_other() -> None:
    demand = observe(everyday.prices, Stream(f"item;{n}" for n in itertools.count()), context=take(2, nf)).demand
    assert demand == Demand.parse("['item;0', 'item;1', *_]")


# --- An async stream -------------------------------------------------------------------------------------------------


def observed(function: Any, *degrees: float) -> Any:
    async def main() -> Any:
        return await observe(function, everyday.readings(*degrees), 30)  # type: ignore[misc]

    return asyncio.run(main())


def test_an_alarm_goes_off_at_the_reading_that_is_too_high() -> None:
    soon = observed(everyday.first_alarm, 18, 22, 31, 25)
    late = observed(everyday.first_alarm_late, 18, 22, 31, 25)
    assert soon.result == late.result == 31
    assert soon.demands["thermometer"] == Demand.parse("[18, 22, 31, *_]")
    assert late.demands["thermometer"] == Demand.parse("[18, 22, 31, 25]")
    assert soon.demands["thermometer"] < late.demands["thermometer"]


def test_without_an_alarm_there_is_nothing_to_tell_them_apart() -> None:
    soon, late = observed(everyday.first_alarm, 18), observed(everyday.first_alarm_late, 18)
    assert soon.result is late.result is None
    assert soon.demands == late.demands


# --- Records of a database -------------------------------------------------------------------------------------------


@pytest.fixture
def database() -> Any:
    return pytest.importorskip("library", reason='needs sqlalchemy: pip install -e ".[test]"')


def test_names_are_read_without_another_query(database: Any) -> None:
    library = database.Library()
    observation = observe(database.index, library.authors())
    assert observation.result == ["WOOLF", "BORGES", "LEM"]
    names = {"Author": database.Author}
    assert observation.demand == Demand.parse(
        "[Author(name='Woolf'), Author(name='Borges'), Author(name='Lem')]", names
    )
    assert len(library.queries) == 1


def test_each_author_s_books_are_a_query_and_the_demand_says_whose(database: Any) -> None:
    library = database.Library()
    observation = observe(database.catalogue, library.authors(), context=nf)
    assert observation.result == ["Woolf: Orlando", "Borges: Ficciones", "Lem: Solaris"]
    loaded = [path for path in observation.demand.paths() if path[-1:] == ("books",)]
    assert loaded == [(0, "books"), (1, "books"), (2, "books")]
    assert len(library.queries) == 1 + len(loaded)


def test_a_budget_catches_n_plus_one_in_the_midst_of_the_loop(database: Any) -> None:
    library = database.Library()
    with pytest.raises(TooMuchForced, match=r"authors\[1\]\.books\[0\], Book,\s+at "), max_forced(1, of=database.Book):
        observe(database.catalogue, library.authors())
    assert len(library.queries) == 3  # the authors, the first one's books, and those of the one that was too much
    with max_forced(0, of=database.Book):
        observe(database.index, library.authors())


def test_observed_records_stay_the_session_s_own_and_unchanged(database: Any) -> None:
    library = database.Library()
    authors = library.authors()
    observe(database.catalogue, authors, context=nf)
    assert all(author in library.session for author in authors)
    assert not library.session.dirty
    assert [book.title for book in authors[2].books] == ["Solaris", "The Cyberiad", "Fiasco"]


# --- A Dask array ----------------------------------------------------------------------------------------------------


@pytest.fixture
def weather() -> Any:
    dask = pytest.importorskip("dask", reason='needs the extra "dask": pip install -e ".[dask]"')
    with dask.config.set(scheduler="synchronous"):
        yield pytest.importorskip("weather")


def days_read(weather: Any, function: Any, days: int, **options: Any) -> list[str]:
    """The calls of `read_day` that a computation of `function` comes to."""
    from dask.array import Array

    watched = observe(
        lambda read: function(weather.load(read, days)), weather.read_day, atoms=Array, context=weather.computed
    )
    return sorted(path[0] for path in watched.demand.paths() if path)


def test_a_dask_function_is_lazy_if_it_reads_no_chunk(weather: Any) -> None:
    # Dask names a task after what it is given, and so after a thunk in place of the function: no two calls are alike.
    assert_lazy(lambda read: weather.scaled_lazily(weather.load(read, 4)), weather.read_day, certify=False)
    with pytest.raises(DemandMismatch, match=r"not lazy: it looked at read\(\d\)"):
        assert_lazy(lambda read: weather.scaled(weather.load(read, 4)), weather.read_day, certify=False)


def test_a_dask_function_that_computes_in_passing_has_the_right_result_all_the_same(weather: Any) -> None:
    temperatures = weather.load(weather.read_day, 4)
    scaled, lazily = weather.scaled(temperatures).compute(), weather.scaled_lazily(temperatures).compute()
    assert (scaled == lazily).all()
    assert scaled.max() == 1


def test_only_the_chunks_that_are_needed_are_read(weather: Any) -> None:
    assert days_read(weather, weather.first_morning, 365) == ["(0)"]
    assert days_read(weather, weather.scaled_lazily, 3) == ["(0)", "(1)", "(2)"]
    assert days_read(weather, lambda array: array[20:30].sum(), 365) == ["(0)", "(1)"]


def test_a_chunk_that_is_read_twice_is_seen_twice(weather: Any) -> None:
    assert days_read(weather, weather.scaled, 2) == ["(0)", "(0) #2", "(1)", "(1) #2"]


def test_chunks_that_threads_read_are_seen_too(weather: Any) -> None:
    import dask

    with dask.config.set(scheduler="threads"):
        assert days_read(weather, weather.scaled_lazily, 3) == ["(0)", "(1)", "(2)"]


# --- Looking for nothing ---------------------------------------------------------------------------------------------


def test_looks_after_the_first_administrator_are_needless() -> None:
    report = find_needless(observe(everyday.has_admin, everyday.USERS))
    assert [finding.path for finding in report.needless] == [(2,), (3,)]
    lazily = observe(everyday.has_admin_lazily, everyday.USERS)
    assert report.demand == lazily.demand
    assert not find_needless(lazily)


@quick
@given(st.lists(st.sampled_from(everyday.USERS), max_size=5))
def test_who_asks_until_it_knows_never_looks_at_more(users: list[everyday.User]) -> None:
    assert everyday.has_admin(users) == everyday.has_admin_lazily(users)
    assert_no_more_demand(everyday.has_admin_lazily, everyday.has_admin, users)


# --- The notebook's own helper ---------------------------------------------------------------------------------------


def test_a_complaint_is_the_message_with_the_line_as_seen_from_here() -> None:
    said = everyday.complaint(assert_lazy, everyday.prices_checked, iter(ROWS))
    assert "at notebooks/everyday.py:" in said
    assert everyday.complaint(assert_lazy, map, float, iter(ROWS)) == "nothing to complain about"
    with pytest.raises(ZeroDivisionError):
        everyday.complaint(lambda: 1 / 0)


def test_reading_a_row_that_is_detached_raises_what_it_raises_plainly(database: Any) -> None:
    errors = pytest.importorskip("sqlalchemy.orm.exc")

    library = database.Library()
    authors = library.authors()
    library.session.expunge_all()
    assert_reads_only(lambda author: author.name, authors[0], "name")
    with pytest.raises(errors.DetachedInstanceError):
        assert_reads_only(lambda author: len(author.books), authors[0], "name")


def test_an_attribute_that_raises_was_asked_for_also_if_the_exception_is_caught(database: Any) -> None:
    errors = pytest.importorskip("sqlalchemy.orm.exc")

    def quietly(author: Any) -> Any:
        with suppress(errors.DetachedInstanceError):
            len(author.books)
        return author.name

    library = database.Library()
    authors = library.authors()
    library.session.expunge_all()
    assert str(observe(quietly, authors[0]).demand) == "Author(books=Raised(DetachedInstanceError), name='Woolf')"
