"""Streams remember what was pulled."""

from __future__ import annotations

import pytest
from rows import Row, check, rows

from strictcheck import Demand, Stream
from strictcheck.kinds.table import kind_of

TABLE = {
    "Stream([1, 2, 3])": """
        [1, *_]    next(iter(v)) + 0    v[0] + 0    any(v)
        [1, 2, 3]    list(v)    list(v), list(v)    bytes(v)
        [_, 2, *_]    v[1] + 0
        [_, _, 3]    v[-1]
        [_, _, _]    v[5]    [x is None for _ in range(2) for x in v]
        [1, 2, _]    v[:2]
        [*_]    bool(v)    isinstance(v, Stream)    v.pulled
        [1, _, _]    first, *rest = v; first
        [1, 2, *_]    2 in v
    """,
    "Stream([])": """
        []    list(v)    v[0]
        [*_]    bool(v)
    """,
    "Stream([[0], None])": """
        [[_], *_]    v[0].append(1)
        [_, None, *_]    v[1] is None
    """,
    "Stream(n for n in [1, [2]])": """
        [_, [2], *_]    v[1]
        [1, *_]    next(iter(v))
    """,
}


@rows(globals(), TABLE)
def test_an_operation_does_as_plainly_and_demands_so_much(row: Row) -> None:
    check(row)


def test_a_stream_is_matched_and_its_parts_are_read_without_pulling_more():
    stream = Stream([1, 2, 3])
    assert Demand.parse("[1, 2, *_]").matches(stream)
    assert not Demand.parse("7").matches(stream)
    with pytest.raises(IndexError):
        kind_of(Stream).peek(stream, 2)
    assert stream.pulled == 2
