"""Every `assert_*`, `check_*` and `find_*` verifies and replays before it passes or accuses, and names which failed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any

import pytest
from hypothesis import strategies as st
from shared_values import twin

import strictcheck
import strictcheck.exhaustive
import strictcheck.needless
import strictcheck.specs
from strictcheck import check_all, find_needless, like, observe, same_demand
from strictcheck.errors import DemandMismatch, NotCertified, NothingChecked
from strictcheck.specs import (
    assert_lazy,
    assert_never_calls,
    assert_no_more_demand,
    assert_pulls_at_most,
    assert_reads_once,
    assert_reads_only,
    assert_same_demand,
    check_never_calls,
    check_pulls_at_most,
    check_reads_once,
    check_reads_only,
    check_spec,
)  # fmt: skip
from strictcheck.thunks.proxy import get_source, is_thunk
from strictcheck.unused import noted_in

Function = Callable[..., Any]
VALUE = [1, 2, 3]
GIVEN = [st.just(VALUE)]
CALLED = [st.just(VALUE), st.just(abs)]

# How each is called with a function of a list.
CALLS: dict[str, Function] = {
    "assert_lazy": lambda f, **named: assert_lazy(f, VALUE, **named),
    "assert_never_calls": lambda f, **named: assert_never_calls(lambda xs, g: f(xs), VALUE, abs, of="g", **named),
    "assert_no_more_demand": lambda f, **named: assert_no_more_demand(f, twin(f), VALUE, **named),
    "assert_pulls_at_most": lambda f, **named: assert_pulls_at_most(f, VALUE, n=5, **named),
    "assert_reads_once": lambda f, **named: assert_reads_once(f, VALUE, **named),
    "assert_reads_only": lambda f, **named: assert_reads_only(f, VALUE, 0, 1, 2, **named),
    "assert_same_demand": lambda f, **named: assert_same_demand(f, twin(f), VALUE, **named),
    "check_all": lambda f, **named: check_all(f, list[bool], 3, **named),
    "check_all of same_demand": lambda f, **named: check_all(same_demand(f, twin(f)), list[bool], 3, **named),
    "check_never_calls": lambda f, **named: check_never_calls(lambda xs, g: f(xs), of="g", given=CALLED, **named),
    "check_pulls_at_most": lambda f, **named: check_pulls_at_most(f, n=5, given=GIVEN, **named),
    "check_reads_once": lambda f, **named: check_reads_once(f, given=GIVEN, **named),
    "check_reads_only": lambda f, **named: check_reads_only(f, 0, 1, 2, given=GIVEN, **named),
    "check_spec": lambda f, **named: check_spec(f, like(twin(f)), given=GIVEN, **named),
    "find_needless": lambda f, **named: bool(find_needless(observe(f, VALUE), **named)),
}
every = pytest.mark.parametrize("name", CALLS)


def by_class() -> Function:
    """Return a function that thunks change."""
    return lambda xs: 1 if type(xs) is list else len(xs) * 0


def by_turns() -> Function:
    """Return a function that does not do the same twice."""
    turns = count()
    return lambda xs: (len(xs) + next(turns)) % 2 == 0


def past_the_record(xs: Any) -> Any:
    """Look at more than the demand says: of that, `verify` finds nothing, and `replay` does."""
    source = get_source(xs) if is_thunk(xs) else xs  # in an exhaustive check, a computation
    return not len(xs) or (source if isinstance(source, list) else xs)[0] >= 0


def test_the_table_has_all_names() -> None:
    modules = strictcheck, strictcheck.specs, strictcheck.needless, strictcheck.exhaustive
    public = {name for module in modules for name in module.__all__}
    assert {name for name in public if name.startswith(("assert_", "check_", "find_"))} == {
        name.replace(",", "").split()[0] for name in CALLS
    }


@every
def test_a_function_that_thunks_change_is_not_judged(name: str) -> None:
    with pytest.raises(NotCertified, match="verify: ") as caught:
        CALLS[name](by_class())
    assert caught.value.certificate == "verify"


@every
def test_a_function_that_does_not_do_the_same_twice_is_called_that(name: str) -> None:
    with pytest.raises(NotCertified, match=r"(?s)did not do the same twice.*certify=False"):
        CALLS[name](by_turns())


@every
def test_a_demand_that_is_too_small_is_found_by_replay(name: str) -> None:
    with pytest.raises(NotCertified, match=r"(?s)replay.*certify=False"):
        CALLS[name](past_the_record)


@every
def test_without_certificates_no_more_calls_are_made(name: str) -> None:
    calls: list[int] = []
    with noted_in(None), suppress(DemandMismatch, NothingChecked):
        CALLS[name](lambda xs: (calls.append(1), len(xs) >= 0 and type(xs) is not list)[1], certify=False)
    few = len(calls)
    with noted_in(None), suppress(DemandMismatch, NothingChecked):
        CALLS[name](lambda xs: (calls.append(1), len(xs) >= 0)[1])
    assert few < len(calls) - few
