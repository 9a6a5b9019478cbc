"""Results that may look later are recognised, whatever the call itself has looked at."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from strictcheck import assert_pulls_at_most, nf, observe, take
from strictcheck.errors import NothingChecked
from strictcheck.observation.lazy_results import is_left_for_later


@pytest.mark.parametrize(
    ("function", "is_later"),
    [
        (lambda xs: map(abs, xs), True),
        (lambda xs: (abs(x) for x in xs), True),
        (lambda xs: lambda: sum(xs), True),
        (lambda xs: iter([x + 1 for x in xs]), False),
        (sum, False),
        (len, False),
        (lambda xs: None, False),
    ],
)
@pytest.mark.parametrize("make", [list, tuple, iter])
def test_a_call_is_left_for_later_if_only_its_result_may_look(
    function: Callable[[Any], Any], is_later: bool, make: Callable[[Any], Any]
) -> None:
    if function is len and make is iter:
        pytest.skip("an iterator has no length")
    assert is_left_for_later(observe(function, make([1, 2]))) is is_later


@pytest.mark.parametrize("pull", [enumerate, itertools.chain, lambda xs: itertools.islice(xs, 2)])
def test_an_element_that_was_pulled_is_a_look_used_or_not(pull: Callable[[Any], Any]) -> None:
    def pull_one(xs: Any) -> Any:
        next(xs)
        return pull(xs)

    assert not is_left_for_later(observe(pull_one, iter([1, 2, 3])))
    with pytest.raises(NothingChecked, match="has checked the call alone"):
        assert_pulls_at_most(pull_one, iter([1, 2, 3]), n=1)


@pytest.mark.parametrize("context", [nf, take(1)])
def test_a_result_that_was_asked_has_looked(context: Callable[[Any], Any]) -> None:
    assert not is_left_for_later(observe(lambda xs: map(abs, xs), [1, 2], context=context))


@pytest.mark.parametrize("context", [next, list])
def test_a_result_was_asked_even_if_nobody_looked_at_its_elements(context: Callable[[Any], Any]) -> None:
    assert_pulls_at_most(lambda xs: (x for x in xs), [1, 2, 3], n=2 if context is next else 3, context=context)
