"""Random partial values: values with holes."""

from __future__ import annotations

import typing
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeAlias, TypeVar

from hypothesis import strategies as st

from strictcheck.generate.partial_consumer import nibble
from strictcheck.generate.strategies.from_annotation import from_annotation
from strictcheck.generate.strategies.random_contexts import contexts
from strictcheck.observation.one_block import observing
from strictcheck.observation.partial_values import partial_value

__all__ = ["Partial", "partials"]

T = TypeVar("T")

if TYPE_CHECKING:
    Partial: TypeAlias = Annotated[T, "partly known"]
else:

    class Partial(Generic[T]):
        """As an annotation: a `T` with holes in it. `@given(...)` infers `partials` for it; type checkers read `T`.

        >>> from hypothesis import find
        >>> from hypothesis import strategies as st
        >>> find(st.from_type(Partial[list[int]]), lambda numbers: True)
        _
        """


def partials(values: st.SearchStrategy[T], *, max_known: int = 64) -> st.SearchStrategy[T]:
    """Draw partial values of those that `values` draws: up to `max_known` parts are there, holes are the rest.

    A hole is a thunk that raises `Unevaluated` on any touch, so a function that returns without it did not look there.
    Of iterators and streams some cells are there, of mappings all keys or none; functions are there as a whole. Holes
    print as `_`.

    Shrinks to fewer parts that are there, in the end to a hole, and as `values` does. Raises `ValueError` if
    `max_known` is negative.

    >>> from hypothesis import find
    >>> find(partials(st.tuples(st.integers())), lambda numbers: repr(numbers) != "_")
    (_,)
    """
    if max_known < 0:
        raise ValueError(f"partials: max_known={max_known!r} is negative; pass how many parts may be known, from 0")
    return _partials(values, contexts(max_looks=max_known))


@st.composite
def _partials(draw: st.DrawFn, values: st.SearchStrategy[T], looks: st.SearchStrategy[nibble]) -> T:
    value, context = draw(values), draw(looks)
    with observing(value) as seen:
        context(seen.value)
    known: T = partial_value(seen.demand, like=type(value))
    return known


def _infer(annotation: Any) -> st.SearchStrategy[Any]:
    parameters = typing.get_args(annotation)
    if not parameters:
        raise TypeError("Partial: which values it is about is missing; annotate with the type, Partial[list[int]]")
    return partials(from_annotation(parameters[0]))


if not TYPE_CHECKING:
    st.register_type_strategy(Partial, _infer)
