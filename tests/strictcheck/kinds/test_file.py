"""Files: a demand says how far a file was read, and what is written goes to the copy."""

from __future__ import annotations

import csv
import io
import json
import pathlib
import re
from collections.abc import Callable
from typing import Any

import pytest
from shared_values import twin

from strictcheck import DemandMismatch, assert_pulls_at_most, assert_same_demand, nf, observe
from strictcheck.errors import NotCertified, Unevaluated
from strictcheck.observation.partial_values import partial_value

TEXT = "a,b\nc,d\ne"
READERS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "one line": (lambda f: f.readline(), "['a,b\\n', *_]"),
    "two lines": (lambda f: (next(f), next(f)), "['a,b\\n', 'c,d\\n', *_]"),
    "all lines": (lambda f: [*f], "['a,b\\n', 'c,d\\n', 'e']"),
    "readlines": (lambda f: f.readlines(), "['a,b\\n', 'c,d\\n', 'e']"),
    "a few characters": (lambda f: f.read(2), "['a,', *_]"),
    "no characters": (lambda f: f.read(0), "[*_]"),
    "chunks": (lambda f: (f.read(2), f.readline(), f.read(100)), "['a,', 'b\\n', 'c,d\\ne']"),
    "all": (lambda f: f.read(), "['a,b\\nc,d\\ne']"),
    "past the end": (lambda f: (f.read(), f.read(), f.readline()), "['a,b\\nc,d\\ne']"),
    "in a block": (lambda f: f.__enter__().readline(), "['a,b\\n', *_]"),
    "rows": (lambda f: next(csv.reader(f)), "['a,b\\n', *_]"),
    "nothing": (lambda f: (f.closed, f.readable()), "[*_]"),
    "found again": (lambda f: (f.readline(), f.seek(0), f.readline()), "['a,b\\n', 'c,d\\ne']"),
    "position": (lambda f: (f.readline(), f.tell()), "['a,b\\n', 'c,d\\ne']"),
}


@pytest.mark.parametrize("name", READERS)
def test_a_demand_on_a_text_says_how_far_it_was_read(name: str) -> None:
    read, pattern = READERS[name]
    given = io.StringIO(TEXT)
    seen = observe(read, given, context=nf)
    assert seen.result == read(io.StringIO(TEXT))
    assert str(seen.demand) == pattern
    assert given.tell() == 0
    assert seen.replay().result == seen.result


@pytest.mark.parametrize("name", [name for name in READERS if name != "rows"])
def test_a_demand_on_bytes_says_how_far_they_were_read(name: str) -> None:
    read, pattern = READERS[name]
    seen = observe(read, io.BytesIO(TEXT.encode()), context=nf)
    assert seen.result == read(io.BytesIO(TEXT.encode()))
    assert str(seen.demand) == re.sub(r"'([^']*)'", r"b'\1'", pattern)
    assert seen.replay().result == seen.result


@pytest.mark.parametrize("name", READERS)
def test_a_file_of_the_system_is_read_no_further_than_the_call_reads(name: str, tmp_path: pathlib.Path) -> None:
    read, pattern = READERS[name]
    path = tmp_path / "text"
    path.write_text(TEXT)
    with path.open() as plain, path.open() as given:
        seen = observe(read, given, context=nf)
        assert seen.result == read(plain)
    if name != "position":  # what `tell` gives here is no number of characters
        assert str(seen.demand) == pattern
        assert seen.replay().result == seen.result


def test_what_is_written_goes_to_the_copy() -> None:
    def write(file: Any) -> Any:
        print("one", file=file)
        file.write("two")
        return file.getvalue()

    given = io.StringIO()
    seen = observe(write, given)
    assert seen.result == "one\ntwo"
    assert given.getvalue() == ""
    assert seen.replay().result == seen.result


def test_a_file_that_is_returned_is_one_that_was_written_into() -> None:
    def write(file: Any) -> Any:
        file.write("x")
        return file

    assert observe(write, io.StringIO(), context=nf).result.getvalue() == "x"
    returned = io.StringIO("abc")
    assert observe(lambda: returned, context=nf).result is returned
    assert returned.read() == "abc"


def test_a_partial_file_ends_in_a_hole_where_nobody_read() -> None:
    seen = observe(lambda f: f.readline(), io.StringIO(TEXT))
    part = partial_value(seen.demand)
    assert part.readline() == "a,b\n"
    with pytest.raises(Unevaluated):
        part.readline()


def test_a_parser_in_python_reads_a_file() -> None:
    assert observe(json.load, io.StringIO('{"a": [1]}'), context=nf).result == {"a": [1]}
    assert isinstance(observe(lambda f: f, io.BytesIO(b"")).result, io.BytesIO)


def test_assertions_read_a_file_of_the_system_from_where_it_was(tmp_path):
    (tmp_path / "lines").write_text("a\nb\nc\n")

    def head(lines):
        return [next(lines), lines.readline()]

    def whole(lines):
        with lines:
            return lines.readlines()

    for mode in ("r", "rb"):
        with open(tmp_path / "lines", mode) as file:
            file.readline()
            assert_pulls_at_most(head, file, n=2)
        with open(tmp_path / "lines", mode) as file, pytest.raises(DemandMismatch, match="pulled 3 elements of lines"):
            assert_pulls_at_most(lambda lines: list(lines), file, n=2)
        with open(tmp_path / "lines", mode) as file:
            assert_same_demand(head, twin(head), file)
            file.seek(0)
            with pytest.raises(DemandMismatch, match=r"also looks at lines\[2\]"):
                assert_same_demand(head, lambda lines: lines.readlines(), file)
        with open(tmp_path / "lines", mode) as file:
            assert observe(head, file).verify().complete
        with open(tmp_path / "lines", mode) as file, pytest.raises(DemandMismatch, match="pulled 3 elements of lines"):
            assert_pulls_at_most(whole, file, n=2, certify=False)


def test_a_call_that_reads_on_when_it_is_made_again_is_found_out(tmp_path):
    (tmp_path / "lines").write_text("a\nb\nc\n")
    times = iter(range(1, 9))
    with open(tmp_path / "lines") as file, pytest.raises(NotCertified):
        observe(lambda lines: [next(lines) for _ in range(next(times))], file).verify()
