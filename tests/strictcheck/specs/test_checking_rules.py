"""`check_reads_only` and its like: Hypothesis looks for the call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from places import from_root
from shared_values import checks_nothing

from strictcheck import DemandMismatch, nf, whnf
from strictcheck.specs import check_never_calls, check_pulls_at_most, check_reads_once, check_reads_only

HERE = from_root(__file__)

PARTS = {"host": st.text(), "port": st.integers(), "debug": st.booleans(), "log": st.none()}
CONFIGS = {"config": st.fixed_dictionaries(PARTS)}
QUICK = settings(max_examples=60, deadline=None, database=None)


def address(config):
    return f"{config['host']}:{config['port']}" if config["debug"] else config["host"]


def test_a_part_that_is_read_now_and_then_is_found():
    check_reads_only(address, "host", "port", "debug", given=CONFIGS, settings=QUICK)
    with pytest.raises(DemandMismatch) as raised:
        check_reads_only(address, "host", "debug", given=CONFIGS, settings=QUICK)
    lines = str(raised.value).splitlines()
    assert lines[:2] == [
        "address also read config['port'],",
        f"  at {HERE}:{address.__code__.co_firstlineno + 1} in address",
    ]
    assert lines[-3].startswith("  call:   address(config={")
    assert "'debug': True" in lines[-3]


def pairwise(items: list[int]) -> list[int]:
    return [a + b for a, b in [(items[i], items[i + 1]) for i in range(len(items) - 1)]]


def mapped(items: list[int]):
    yield from (item + 1 for item in items)


@dataclass
class Login:
    host: str
    user: str = "admin"
    options: dict = field(default_factory=dict)


def joined(login: Login) -> str:
    return f"{login.host} {login.user} {login.options}"


def test_a_default_that_could_be_simpler_is_tried_once():
    """The default is the simplest value for Hypothesis, and the empty text for the search after it."""
    with pytest.raises(DemandMismatch) as raised:
        check_reads_only(joined, "host", settings=QUICK)
    assert "call:   joined(login=Login('', '', {}))" in str(raised.value)


def test_a_part_that_is_read_twice_is_found():
    check_reads_once(mapped, contexts=nf, settings=QUICK)
    with pytest.raises(DemandMismatch, match=r"read items\[\d\] twice"):
        check_reads_once(pairwise, settings=QUICK)


def test_an_element_too_many_is_found():
    def first_positive(items: list[int]) -> int | None:
        return next((item for item in items if item > 0), None)

    with pytest.raises(DemandMismatch, match=r"pulled 3 elements of items, 2 were expected; the third,\s+at tests/"):
        check_pulls_at_most(first_positive, n=2, settings=QUICK)
    check_pulls_at_most(lambda items: items[:1], n=1, given={"items": st.lists(st.integers())}, settings=QUICK)


def test_a_call_of_a_function_is_found():
    def get(number: int, make: Callable[[int], int]) -> int:
        return make(number) if number > 3 else number

    with pytest.raises(DemandMismatch, match=r"called make\(4\)"):
        check_never_calls(get, settings=QUICK)
    check_never_calls(lambda number, make: number, given=[st.integers(), st.just(abs)], settings=QUICK)


@pytest.mark.parametrize(
    "check",
    [
        lambda: check_reads_only(mapped, "0", contexts=whnf, settings=QUICK),
        lambda: check_reads_once(mapped, contexts=whnf, settings=QUICK),
        lambda: check_pulls_at_most(mapped, n=1, contexts=whnf, settings=QUICK),
        lambda: check_reads_once(len, given=[st.lists(st.integers())], settings=QUICK),
        lambda: check_pulls_at_most(list, n=3, given=[st.lists(st.integers(), max_size=3)], settings=QUICK),
    ],
)
def test_calls_that_show_nothing_do_not_pass(check):
    with checks_nothing(r"looked at anything|has checked nothing"):
        check()
