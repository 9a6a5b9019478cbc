"""Whatever text comes from outside, what reads it gives a value or one line that says what is wrong.

The rules are in `readers.py`; here a short run of them. A long one: `python tests/fuzz.py parse`.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import examples
from places import TESTS
from readers import NAMESPACE, READERS, SEEDS, WORDS

from lazytree.errors import BadGame
from lazytree.games.making import from_json as game_from_json
from strictcheck import Demand
from strictcheck.errors import DemandError

quick = examples(240)


def texts(reader: str) -> st.SearchStrategy[bytes]:
    """Seeds with words put in, taken out and changed; and any bytes at all."""
    words = st.sampled_from([*WORDS, *SEEDS[reader]]) | st.text(max_size=3)
    seed = st.sampled_from(SEEDS[reader])
    spliced = st.builds(
        lambda text, word, at, gone: text[:at] + word + text[at + gone :], seed, words, *[st.integers(0, 60)] * 2
    )
    joined = st.lists(words, max_size=12).map("".join)
    return (spliced | joined).map(lambda text: text.encode("utf-8", "surrogatepass")) | st.binary(max_size=40)


@pytest.mark.parametrize("reader", READERS)
def test_every_text_is_a_value_or_an_error_in_one_line(reader: str) -> None:
    @quick
    @given(texts(reader))
    def check(data: bytes) -> None:
        READERS[reader](data)

    check()


@pytest.mark.parametrize("reader", READERS)
def test_what_the_fuzzer_begins_with_is_read(reader: str) -> None:
    assert {READERS[reader](seed.encode("utf-8", "surrogatepass")) for seed in SEEDS[reader]} >= {"value"}


def nested(opening: str, closing: str, depth: int, inside: str = "") -> str:
    return opening * depth + inside + closing * depth


# Each of these once led, or might have led, to something else.
HARD = {
    "parse": {
        "flags without such a bit": "Right(7)",
        "a long unknown name": "a." * 10_000 + "a",
        "a long class": "Count(" + "9" * 4_000 + "]",
        "a fraction of a billion digits": "Fraction('1e999999999')",
        "a decimal of a billion digits": "{Decimal('1e999999999'): 1}",
        "a whole number of many digits": "9" * 5_000,
        "a hexadecimal number of many digits": "0x" + "f" * 100_000,
        "a number that is none as a key": "{Decimal('sNaN'): 1}",
        "deep lists": nested("[", "]", 20_000),
        "deep lists, cut off": "[" * 20_000,
        "deep keys": "{" + nested("(", ")", 20_000),
        "deep atoms": nested("Fraction(", ")", 20_000),
        "a surrogate in a string": "Tag('\ud800')",
        "a surrogate": "\ud800",
        "an unknown character": "'\\N{no such}'",
        "a key without a hash": "{set([1]): 2}",
        "a key whose part has no hash": "{Pair([1], 2): 3}",
        "a class that takes no arguments": "{Plain(1, 2): 3}",
        "a zone outside": "ZoneInfo('../../etc/passwd')",
        "a range of more than memory": "{range(0xffffffffffffffffffffffff): 1}",
        "a class of which not every value can be made": "{bytearray(99999999999999): 1}",
        "a place behind a name": "int.__doc__",
        "a list where none is written": "slice([[]], 1, None)",
    },
    "observe": {
        "an empty choice far down": nested('{"max": [', "]}", 300),
        "a game that is too deep to show": nested('{"tree": ', "}", 940, "1"),
        "deeper than JSON is read": nested('{"max": [', "]}", 100_000),
        "a key of two lines": '{"a\\nb": 1}',
        "a long key, twice": f'{{"{"k" * 10_000}": 1, "{"k" * 10_000}": 2}}',
        "a long number": "1" * 4_000 + "e1",
        "too long a number": "1" * 5_000,
        "a surrogate": '"\\ud800"',
        "a byte order mark within": "{\ufeff}",
        "other line ends": "1\r\n2\r3",
        "a zero byte": "\0",
    },
}  # fmt: skip
CASES = [(reader, name) for reader, cases in HARD.items() for name in cases]


@pytest.mark.parametrize(("reader", "name"), CASES)
def test_hard_input_is_a_value_or_an_error_in_one_line(reader: str, name: str) -> None:
    READERS[reader](HARD[reader][name].encode("utf-8", "surrogatepass"))


def test_what_is_too_deep_to_be_shown_is_an_error_in_one_line() -> None:
    found: list[Any] = []
    for _ in range(100_000):
        found = [found]
    with pytest.raises(DemandError, match="<list>"):
        Demand.parse(found)
    with pytest.raises(BadGame, match="at the top: <list>; expected a number"):
        game_from_json(found)


def test_a_number_that_is_none_is_read_alike_each_time() -> None:
    assert Demand.parse("{float('nan'): 1}") == Demand.parse("{float('nan'): 1}")


def calls_of(function: Callable[[], Any]) -> int:
    """How many calls, of functions in Python and in C, `function` makes."""
    count = 0

    def counting(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counting)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


# Families of texts, by size: good ones, bad ones, and those that end too early.
FAMILIES: dict[str, Callable[[int], str]] = {
    "deep": lambda size: nested("[", "]", size),
    "deep, cut off": lambda size: "[1, " * size,
    "wide": lambda size: "[" + "_, " * size + "]",
    "keys": lambda size: "{" + "".join(f"{key}: _, " for key in range(size)) + "}",
    "absent": lambda size: "{" + "".join(f"{key}: absent, " for key in range(size)) + "**_}",
    "fields": lambda size: "Plain(" + "".join(f"x{key}=1, " for key in range(size)) + ")",
    "calls": lambda size: "Callable({" + "".join(f"'({key})': 1, " for key in range(size)) + "})",
    "records": lambda size: nested("Leaf(", ")", size, "1"),
    "tuples": lambda size: "{(" + "1, " * size + "): 1}",
    "sets": lambda size: "frozenset([" + "".join(f"{key}, " for key in range(size)) + "])",
    "names": lambda size: "int" + ".real" * size,
    "marks": lambda size: "-" * size,
    "brackets": lambda size: "[]" * size,
}


@pytest.mark.parametrize("family", FAMILIES)
def test_reading_is_linear_in_the_text(family: str) -> None:
    small, large = (calls_of(functools.partial(tried, FAMILIES[family](size))) for size in (200, 1_600))
    assert large <= 10 * small + 200


def tried(text: str) -> None:
    with contextlib.suppress(DemandError):
        Demand.parse(text, NAMESPACE)


@pytest.mark.skipif(importlib.util.find_spec("atheris") is None, reason='needs pip install -e ".[fuzz]"')
@pytest.mark.parametrize("reader", READERS)
def test_the_coverage_guided_fuzzer_runs(reader: str, tmp_path: Path) -> None:
    program = TESTS / "fuzz.py"
    command = [sys.executable, str(program), reader, "-runs=1000", f"-artifact_prefix={tmp_path}/"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=program.parent.parent)
    assert done.returncode == 0, done.stderr[-2_000:]
    assert "DONE" in done.stderr
