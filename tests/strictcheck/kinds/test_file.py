"""Files: a demand says how far a file was read, and what is written goes to the copy."""

from __future__ import annotations

import io
import json
import pathlib
from typing import Any

import pytest
from hypothesis import strategies as st
from rows import Row, as_alike, check, observed, outcome, rows
from shared_values import twin

from strictcheck import DemandMismatch, assert_pulls_at_most, assert_same_demand, check_spec, like, nf, observe
from strictcheck.errors import NotCertified, NothingChecked, Unevaluated
from strictcheck.observation.partial_values import partial_value
from strictcheck.unused import noted_in

TEXT = "a,b\nc,d\ne"
TABLE = {
    r"io.StringIO('a,b\nc,d\ne')": r"""
        ['a,b\n', *_]    f = v; f.readline()    v.__enter__().readline()    with v: return v.readline()
        ['a,b\n', *_]    next(csv.reader(v))
        ['a,b\n', 'c,d\n', *_]    next(v), next(v)
        ['a,b\n', 'c,d\n', 'e']    [*v]    v.readlines()
        ['a,', *_]    v.read(2)
        [*_]    v.read(0)    v.closed, v.readable()
        ['a,', 'b\n', 'c,d\ne']    v.read(2), v.readline(), v.read(100)
        ['a,b\nc,d\ne']    v.read()    v.read(), v.read(), v.readline()    v.getvalue()
        ['a,b\nc,d\ne']    print('one', file=v); v.write('two'); v.getvalue()
        ['a,b\n', 'c,d\ne']    v.readline(), v.seek(0), v.readline()
        ['a,b\n', *_]    v.readline(), v.tell()
        ['a,b\nc,d\ne']    copy.copy(v).readline(), v.read(2)    copy.deepcopy(v).readline(), v.read(2)
        ['a,', 'b\nc,d\ne']    v.read(2), v.write('two'), v.readline()
        ['a,b\n', *_]    v.readlines(2)
    """,
    r"io.BytesIO(b'a,b\nc,d\ne')": r"""
        [b'a,b\n', *_]    v.readline()    with v: return v.readline()
        [b'a,b\n', b'c,d\n', *_]    next(v), next(v)
        [b'a,b\n', b'c,d\n', b'e']    [*v]    v.readlines()
        [b'a,', *_]    v.read(2)
        [*_]    v.read(0)    v.closed, v.readable()
        [b'a,', b'b\n', b'c,d\ne']    v.read(2), v.readline(), v.read(100)
        [b'a,b\nc,d\ne']    v.read()    v.read(), v.read(), v.readline()
        [b'a,b\n', b'c,d\ne']    v.readline(), v.seek(0), v.readline()
        [b'a,b\n', *_]    v.readline(), v.tell()
    """,
}


@rows(globals(), TABLE)
def test_an_operation_does_as_plainly_and_demands_so_much(row: Row) -> None:
    check(row)


TEXTS, _ = TABLE.items()


@rows(globals(), dict([TEXTS]))
def test_a_file_of_the_system_is_read_no_further_than_the_call_reads(row: Row, tmp_path: pathlib.Path) -> None:
    if "v.write" in row.use or "getvalue" in row.use or "copy" in row.use:
        pytest.skip("a file of the system, opened to be read, has no such method")
    path = tmp_path / "text"
    path.write_text(TEXT)
    with path.open() as plain, path.open() as given:
        seen = observe(row.function, given, context=nf)
        assert as_alike(observed(seen), outcome(lambda: row.function(plain)))
    if "tell" not in row.use:  # what that gives here is no number of characters
        assert str(seen.demand) == row.demand
        assert as_alike(observed(seen.replay()), observed(seen))


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
        with open(tmp_path / "lines", mode) as file, pytest.raises(DemandMismatch, match="pulled 3 lines of lines"):
            assert_pulls_at_most(lambda lines: list(lines), file, n=2)
        with open(tmp_path / "lines", mode) as file:
            assert_same_demand(head, twin(head), file)
            file.seek(0)
            with pytest.raises(DemandMismatch, match=r"also looks at lines\[2\]"):
                assert_same_demand(head, lambda lines: lines.readlines(), file)
        with open(tmp_path / "lines", mode) as file:
            assert observe(head, file).verify().complete
        with open(tmp_path / "lines", mode) as file, pytest.raises(DemandMismatch, match="pulled 3 lines of lines"):
            assert_pulls_at_most(whole, file, n=2, certify=False)


@pytest.mark.parametrize(
    ("read", "lines"),
    [
        (lambda f: f.read(2), 1),
        (lambda f: f.read(5), 2),
        (lambda f: [f.read(1) for _ in range(3)], 1),
        (lambda f: f.read(), 4),
        (lambda f: (f.readline(), f.tell()), 1),
        (lambda f: (f.readline(), f.seek(0)), 4),
    ],
)
def test_of_a_file_lines_are_counted_however_they_are_read(tmp_path, read, lines):
    path = tmp_path / "lines"
    path.write_text("ab\n" * 4)
    for mode in ("r", "rb"):
        with path.open(mode) as file, pytest.raises(DemandMismatch, match=rf"pulled {lines} lines? of f\b.* expected;"):
            assert_pulls_at_most(read, file, n=lines - 1)
        with path.open(mode) as file, noted_in(None):
            if lines < 4:
                assert_pulls_at_most(read, file, n=lines)
            else:
                with pytest.raises(NothingChecked, match="f has 4 lines, so no more than n=4"):
                    assert_pulls_at_most(read, file, n=lines)


def test_a_file_that_is_read_by_its_buffer_is_no_verdict(tmp_path):
    (tmp_path / "lines").write_text("a\nb\n")
    with (
        open(tmp_path / "lines") as file,
        pytest.raises(NotCertified, match="attribute 'buffer' of the TextIO"),
    ):
        assert_pulls_at_most(lambda f: f.buffer.readline(), file, n=1)


def test_a_check_draws_files():
    def head(file):
        return file.readline()

    def head_of_all(file):
        return (file.readlines() or [""])[0]

    given = {"file": st.builds(io.StringIO, st.text("a\n"))}
    check_spec(head, like(twin(head)), given=given)
    with pytest.raises(DemandMismatch, match="head_of_all also looks at the end of file"):
        check_spec(head_of_all, like(head), given=given)


def test_a_file_that_is_read_again_has_its_name(tmp_path):
    (tmp_path / "lines").write_text("a\nb\nc\n", "utf-8")
    with open(tmp_path / "lines", encoding="utf-8") as file:
        seen = observe(lambda f: (f.name, f.encoding, f.fileno(), next(f)), file).verify().replay()
        assert seen.result == (file.name, "utf-8", file.fileno(), "a\n")


def test_a_call_that_reads_on_when_it_is_made_again_is_found_out(tmp_path):
    (tmp_path / "lines").write_text("a\nb\nc\n")
    times = iter(range(1, 9))
    with open(tmp_path / "lines") as file, pytest.raises(NotCertified):
        observe(lambda lines: [next(lines) for _ in range(next(times))], file).verify()


def test_a_file_that_is_given_in_its_middle_is_replayed_from_there():
    for text in (io.StringIO("abcdef"), io.BytesIO(b"abcdef")):
        text.seek(2)
        assert observe(lambda file: (file.tell(), file.read(1)), text).replay().result[0] == 2
        assert observe(lambda file: (file.seek(0), file.read()), text).replay().result[1] == text.getvalue()
