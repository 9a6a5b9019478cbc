"""Iterators over known elements: those of a partial value, and those that one more call gets."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from strictcheck import Demand, Unevaluated, nf, observe
from strictcheck.specs import partial_value


def echoes() -> Iterator[Any]:
    got = None
    while got != "stop":
        got = yield got


def test_a_generator_that_is_sent_values_yields_the_same_to_one_more_call() -> None:
    def talk(it: Any) -> list[Any]:
        return [next(it), it.send(1), it.send(2)]

    seen = observe(talk, echoes(), context=nf)
    assert seen.verify().replay().result == [None, 1, 2]


def test_the_cell_after_the_known_ones_is_a_hole_or_the_end() -> None:
    assert list(partial_value(Demand.parse("[1, 2]"))) == [1, 2]
    some = partial_value(Demand.parse("[1, *_]"))
    assert next(some) == 1
    with pytest.raises(Unevaluated, match="nobody pulled a cell"):
        next(some)


@pytest.mark.parametrize(
    ("use", "demand"),
    [
        (lambda rows: rows.fetchone()[0] + 0, "[[1], *_]"),
        (lambda rows: len(rows.fetchall()), "[_, _]"),
        (lambda rows: rows.fetchmany(1)[0][0] + 0, "[[1], *_]"),
        (lambda rows: rows.fetchmany(size=2)[1][0] + 0, "[_, [2], *_]"),
        (lambda rows: [rows.fetchmany(), rows.fetchone(), rows.fetchone()][2], "[_, _]"),
        (lambda rows: (next(rows)[0] + 0, rows.fetchone()), "[[1], _, *_]"),
        (lambda rows: rows.description[0][0] + rows.fetchone()[0] * "", "[[1], *_]"),
        (lambda rows: rows.connection.total_changes + rows.fetchone()[0], "[[1], *_]"),
        (lambda rows: rows.execute("select 3").fetchone()[0] + 0, "[[3], *_]"),
        (lambda rows: (rows.execute("select 3 union select 4"), rows.fetchall()[0][0] + 0)[1], "[[3], _]"),
    ],
)
def test_a_row_of_a_cursor_is_a_cell_by_whichever_method_it_comes(use: Any, demand: str) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        seen = observe(use, connection.execute("select 1 union select 2"))
        assert str(seen.demand) == demand
        assert seen.verify().replay().demand == seen.demand
