"""From an annotation to a strategy: Hypothesis's own inference, but for functions, which are lazy here."""

from __future__ import annotations

import collections.abc
import typing
from typing import Any

from hypothesis import strategies as st

from strictcheck.strategies.functions import lazy_functions

__all__ = ["from_annotation"]

ITERATORS = (collections.abc.Iterator, collections.abc.Iterable, collections.abc.Generator)


def from_annotation(annotation: Any) -> st.SearchStrategy[Any]:
    """The strategy for an annotation: `lazy_functions` for `Callable[[A], B]`, else `hypothesis.strategies.from_type`.

    Functions that return an iterator look further at each step. Raises what Hypothesis raises if there is no strategy.

    >>> from collections.abc import Callable, Iterator
    >>> from hypothesis import find
    >>> find(from_annotation(Callable[[str], Iterator[int]]), lambda function: len(list(function("a"))) == 1)
    lazy_function([[0]], args=['x'], iterate=True)
    """
    if typing.get_origin(annotation) is collections.abc.Callable:
        return _functions(*typing.get_args(annotation))
    strategy: st.SearchStrategy[Any] = st.from_type(annotation)
    strategy.validate()
    return strategy


def _functions(parameters: Any, result: Any) -> st.SearchStrategy[Any]:
    count = len(parameters) if isinstance(parameters, list) else None
    if typing.get_origin(result) in ITERATORS:
        return lazy_functions(count, st.lists(from_annotation(typing.get_args(result)[0])), iterate=True)
    return lazy_functions(count, from_annotation(result))
