"""Strategies from annotations: Hypothesis's own inference, with lazy functions, values that come apart, and holes."""

from __future__ import annotations

import collections.abc
import functools
import types
import typing
from collections.abc import AsyncIterator, Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeAlias, TypeVar

from hypothesis import strategies as st

from strictcheck.generate.partial_consumer import nibble
from strictcheck.generate.strategies.contexts_and_functions import contexts, lazy_functions
from strictcheck.observation.one_block import observing
from strictcheck.observation.partial_values import partial_value
from strictcheck.thunks.streams import Stream

ITERATORS = (collections.abc.Iterator, collections.abc.Iterable, collections.abc.Generator)
Strategy = st.SearchStrategy[Any]
Infer = Callable[[Any], Strategy]


def integers_near(numbers: Iterable[int]) -> Strategy:
    """Draw integers, half of them at most 1 from 0 or one of `numbers`, where most conditions change."""
    near = {number + step for number in (0, *numbers) for step in (-1, 0, 1)}
    return st.one_of(st.sampled_from(sorted(near, key=lambda number: (abs(number), number < 0))), st.integers())


def strategy_for(annotation: Any, integers: Strategy | None = None) -> Strategy:
    """Return the strategy for an annotation, as `hypothesis.strategies.from_type` does, but with these at any depth:

    `int` is drawn from `integers`, if that is given; `Callable[[A], B]` is `lazy_functions`, which look further at each
    step if B is an iterator; `Sequence` is a list and `Mapping` a dict, not `bytes` or a `ChainMap`; an `Iterable` is a
    list or an iterator; a `Stream` is one, and an `AsyncIterable` an async generator. Raises the exceptions of
    Hypothesis if there is none.

    >>> from collections.abc import Callable, Iterator
    >>> from hypothesis import find
    >>> find(strategy_for(Callable[[str], Iterator[int]]), lambda function: len(list(function("a"))) == 1)
    lazy_function([[0]], args=['x'], iterate=True)
    """
    origin, parameters = typing.get_origin(annotation) or annotation, typing.get_args(annotation)
    if annotation is None:  # in `list[None]`, and for a function's result
        return st.none()
    if annotation is int and integers is not None:
        return integers
    infer = functools.partial(strategy_for, integers=integers)
    if origin is collections.abc.Callable:
        return _functions(infer, *parameters) if parameters else lazy_functions(None, st.none())
    if origin in (typing.Union, types.UnionType):
        # None first, for the first is what examples shrink to.
        return st.one_of(*map(infer, sorted(parameters, key=lambda part: part is not types.NoneType)))
    if parameters and origin in GENERIC:
        return GENERIC[origin](infer, *parameters)
    strategy: Strategy = st.from_type(annotation)
    strategy.validate()
    return strategy


def _functions(infer: Infer, parameters: Any, result: Any) -> Strategy:
    count = len(parameters) if isinstance(parameters, list) else None
    if (typing.get_origin(result) or result) in ITERATORS:
        return lazy_functions(count, _lists(infer, *typing.get_args(result)[:1] or [None]), iterate=True)
    return lazy_functions(count, infer(result))


def _lists(infer: Infer, element: Any) -> Strategy:
    return st.lists(infer(element))


def _iterables(infer: Infer, element: Any) -> Strategy:
    # Half of them iterators: only these show that code turned eager, for a list is known to its end anyway.
    return st.one_of(_lists(infer, element), st.iterables(infer(element)))


async def _iterate_async(elements: list[Any]) -> AsyncIterator[Any]:
    for element in elements:
        yield element


def _async_iterators(infer: Infer, element: Any, *_: Any) -> Strategy:
    return _lists(infer, element).map(_iterate_async)


def _dicts(infer: Infer, key: Any, value: Any) -> Strategy:
    return st.dictionaries(infer(key), infer(value))


def _tuples(infer: Infer, *elements: Any) -> Strategy:
    if elements[-1] is ...:
        return _lists(infer, elements[0]).map(tuple)
    return st.tuples(*(infer(element) for element in elements))


GENERIC: dict[Any, Callable[..., Strategy]] = {
    list: _lists,
    collections.abc.Sequence: _lists,
    collections.abc.MutableSequence: _lists,
    collections.abc.Collection: _lists,
    collections.abc.Iterable: _iterables,
    dict: _dicts,
    collections.abc.Mapping: _dicts,
    collections.abc.MutableMapping: _dicts,
    tuple: _tuples,
    collections.abc.AsyncIterator: _async_iterators,
    collections.abc.AsyncIterable: _async_iterators,
    collections.abc.AsyncGenerator: _async_iterators,
    Stream: lambda infer, element: st.builds(Stream, _lists(infer, element)),
}


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
    return partial_value(seen.demand, like=type(value))


def _infer(annotation: Any) -> st.SearchStrategy[Any]:
    parameters = typing.get_args(annotation)
    if not parameters:
        raise TypeError("Partial: which values it is about is missing; annotate with the type, Partial[list[int]]")
    return partials(strategy_for(parameters[0]))


if not TYPE_CHECKING:
    st.register_type_strategy(Partial, _infer)
