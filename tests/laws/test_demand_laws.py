"""Laws of demand: that of a composition is the composition of demands, and which operations associate in demand."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from long_runs import examples
from shared_values import unused

from strictcheck import Stream, nf, observe, spine, upto, whnf

quick = examples(100)
numbers = st.lists(st.integers(-2, 6), max_size=5)

# From anything that can be walked to the same, lazy and eager, so that any two of them compose.
WALKS: dict[str, Callable[[Any], Any]] = {
    "tail": lambda xs: itertools.islice(xs, 1, None),
    "evens": lambda xs: (x for x in xs if isinstance(x, int) and x % 2 == 0),
    "once more": lambda xs: [y for x in xs for y in (x, x)],
    "backwards": lambda xs: list(xs)[::-1],
    "first two": lambda xs: list(itertools.islice(xs, 2)),
    "as it is": lambda xs: xs,
    "ends": lambda xs: {"first": ys[0], "last": ys[-1]} if (ys := list(xs)) else {},
}
ENDS: dict[str, Callable[[Any], Any]] = {
    "sum": lambda xs: sum(x for x in xs if isinstance(x, int)),
    "any": lambda xs: any(x == 2 for x in xs),
    "first": lambda xs: next(iter(xs), None),
    "list": list,
}
walks = st.sampled_from([*WALKS.values()])
functions = st.sampled_from([*WALKS.values(), *ENDS.values()])
contexts = st.sampled_from([unused, whnf, spine, nf])


def demands_of_composition(outer: Any, inner: Any, xs: Any, context: Any) -> tuple[Any, Any]:
    """Return the demand of `outer(inner(xs))`, and that of `inner` in a context that looks as `outer` does."""
    middle = observe(outer, inner(xs), context=context).demand
    return observe(lambda xs: context(outer(inner(xs))), xs).demand, observe(inner, xs, context=upto(middle)).demand


@quick
@given(functions, walks, numbers, contexts)
def test_demand_composes(outer: Any, inner: Any, xs: list[int], context: Any) -> None:
    whole, parts = demands_of_composition(outer, inner, xs, context)
    assert whole == parts


def test_demand_composes_for_an_endless_argument() -> None:
    def first_big(xs: Any) -> Any:
        return next(x for x in xs if x > 5)

    whole, parts = demands_of_composition(first_big, lambda xs: (x * x for x in xs), Stream(itertools.count()), whnf)
    assert str(whole) == str(parts) == "[0, 1, 2, 3, *_]"


def demands_of_both_ways(operation: Any, operands: Any, context: Any = whnf) -> list[Any]:
    """Return the demands of `(a * b) * c` and of `a * (b * c)`, on each operand."""

    def left(a: Any, b: Any, c: Any) -> Any:
        return operation(operation(a, b), c)

    def right(a: Any, b: Any, c: Any) -> Any:
        return operation(a, operation(b, c))

    return [observe(way, *operands, context=context).demands for way in (left, right)]


def test_and_or_and_their_like_are_associative_in_demand() -> None:
    operations = (lambda a, b: a and b, lambda a, b: a or b, operator.xor)
    for operation, operands in itertools.product(operations, itertools.product([False, True], repeat=3)):
        one, other = demands_of_both_ways(operation, operands)
        assert one == other


def test_an_operation_may_be_associative_in_value_alone() -> None:
    def saturated(a: int, b: int) -> int:  # a sum of natural numbers, of at most 10
        return min(10, a + b) if a < 10 else 10

    one, other = demands_of_both_ways(saturated, (6, 6, 1))
    assert one != other
