"""Laws of observation on programs that nobody wrote: transparency, replay, monotony.

A short run is here; a long one is
`STRICTCHECK_EXAMPLES=1000000 python -m pytest -n0 tests/laws/test_random_programs.py`.
"""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from long_runs import examples
from programs import Program, plainly, programs, values

from strictcheck import nf, observe, take, whnf

quick = settings(examples(150), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def outcome(function: Any, value: Any) -> Any:
    """What a call comes to, all of it; the class of what it raises."""
    try:
        return plainly(function(value))
    except Exception as error:
        return type(error)


def observed(program: Program, value: Any, context: Any) -> Any:
    return observe(program, value, context=context, catch=Exception)


@quick
@given(programs, values)
def test_a_program_comes_to_the_same_when_it_is_observed(program: Program, make: Any) -> None:
    expected = outcome(program, make())
    observation = observe(lambda x: outcome(program, x), make(), context=nf)
    assert observation.result == expected


@quick
@given(programs, values, st.sampled_from([whnf, nf]))
def test_a_program_replays(program: Program, make: Any, context: Any) -> None:
    observation = observed(program, make(), context)
    again = observation.replay()
    assert again.demand == observation.demand
    assert again.result_demand == observation.result_demand


@quick
@given(programs, values)
def test_a_program_looks_at_no_less_when_more_is_asked_of_it(program: Program, make: Any) -> None:
    little, more = (observed(program, make(), context) for context in (whnf, nf))
    assert little.demand <= more.demand
    if little.error is None and more.error is None:
        assert little.result_demand <= more.result_demand


@quick
@given(programs, values)
def test_two_observations_of_a_program_are_alike(program: Program, make: Any) -> None:
    first, second = (observed(program, make(), nf) for _ in range(2))
    assert first.demand == second.demand
    assert [forcing.path for forcing in first.trace] == [forcing.path for forcing in second.trace]


@quick
@given(programs, values, st.integers(0, 3))
def test_the_first_elements_need_no_more_than_all(program: Program, make: Any, count: int) -> None:
    def some(x: Any) -> Any:
        result = program(x)
        return result if isinstance(result, list) else [result]

    few, everything = (observed(some, make(), context) for context in (take(count, nf), nf))
    assert few.demand <= everything.demand
