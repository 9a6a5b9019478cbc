"""What every input must lead to, where text from outside is read: for `fuzz.py`, and for tests.

Each reader takes bytes, reads them, and raises `AssertionError` if that leads to anything else than a value that can be
written and read back, or the error in one line that is documented.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from types import SimpleNamespace
from unittest import mock

from demand_strategies import NAMES

import lazytree
from lazytree.cli import main
from strictcheck import Demand
from strictcheck.errors import DemandError

__all__ = ["READERS", "SEEDS", "WORDS"]

NAMESPACE = NAMES | {name: getattr(lazytree, name) for name in ("Max", "Min", "End")}
LONGEST_MESSAGE = 500

SEEDS = {
    "parse": [
        "[1, [_, 'x'], *_]", "{'host': 'a', 'port': absent, **_}", "Max([End(0), Min([End(-1), _])])", "Leaf(score=2)",
        "Callable({'(8)': [1], '(8) #2': _})", "Raised(ValueError)", "Fraction(1, 2)", "{(1, ('a',)): 0x10, **_}",
        "Outer.Inner(part=frozenset([1]))", "float('nan')", "1e5-2j", "Plain(x=absent, 'a b'=None)",
        "datetime(2020, 1, 1, tzinfo=ZoneInfo('UTC'))", "Right(3)", "Colour.RED", "b'\\xff'", "slice(None, 1, None)",
    ],
    "observe": [
        '{"max": [3, {"min": [1, 2]}]}\n\n{"tree": {"min": [0.5, -1e3]}}\n7\n', '{"max": []}', '{"max": [1], "max": 2}',
        "[1, NaN]", "1e999", '"\\ud800"', "\ufeff3",
    ],
}  # fmt: skip
WORDS = (
    "_", "*_", "**_", "absent", "Callable({", "Raised(", "Max([", "End(", "Leaf(", "Plain(x=", "Colour.RED", "Tag('",
    "Fraction(", "Decimal('", "frozenset([", "range(", "date(", "None", "float('nan')", "0x", "1e", "'", '"', "b'",
    "\\u", "\\N{", "[", "]", "(", ")", "{", "}", ",", ":", "=", "-", ".", "tree", '"max"', '"min"', "true",
    "null", "\n",
)  # fmt: skip


def parse(data: bytes) -> str:
    """Read `data` as a pattern. Returns "value" or "error"."""
    try:
        text = data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return _read(lambda: Demand.parse(text, NAMESPACE))


def _read(read: Callable[[], Demand]) -> str:
    try:
        demand = read()
    except DemandError as error:
        _check_message(str(error))
        return "error"
    _check_value(demand)
    return "value"


def _check_message(message: str) -> None:
    assert message, "an error without a word"
    assert message.isprintable(), f"more than a line, or less than text: {message!r}"
    assert len(message) <= LONGEST_MESSAGE, f"{len(message)} characters: {message!r:.1000}"


def _check_value(demand: Demand) -> None:
    """It is written and read back , and equal to itself in every other way."""
    if _is_long(demand):
        return
    assert len(demand.pretty()) < 10_000
    try:
        again = Demand.parse(str(demand), NAMESPACE)
    except DemandError as error:
        if "unknown name" not in str(error):  # a name of a part of something is read back by a namespace that has it
            raise AssertionError(f"{demand} cannot be read back") from error
    else:
        assert again == demand or "nan" in str(demand).lower(), f"{demand} is read back as {again}"
        assert again != demand or hash(again) == hash(demand)
    assert demand | demand == demand & demand == demand
    assert not demand - demand


def _is_long(demand: Demand) -> bool:
    """Whether a pattern of it would take more than what it was read from: holes of lists are written out."""
    return sum(getattr(layer, "length", 0) for _, _, _, layer in demand.rows()) > 100_000


def observe(data: bytes) -> str:
    """Give `data` to `python -m lazytree observe`. Returns "value" or "error"."""
    out, complaints = io.StringIO(), io.StringIO()
    stdin = SimpleNamespace(buffer=io.BytesIO(data))
    with mock.patch.object(sys, "stdin", stdin), redirect_stdout(out), redirect_stderr(complaints):
        status = main(["observe", "--search", "alphabeta", "--json", "-"])
    for line in out.getvalue().splitlines():
        seen = json.loads(line)
        assert Demand.parse(seen["demand"], NAMESPACE).size >= len(seen["leaves"])
    if status == 0:
        assert not complaints.getvalue()
        return "value"
    assert status == 2, f"exit status {status}"
    message = complaints.getvalue()
    assert message.endswith("\n"), f"no whole line: {message!r}"
    _check_message(message[:-1])
    return "error"


READERS: dict[str, Callable[[bytes], str]] = {"parse": parse, "observe": observe}
