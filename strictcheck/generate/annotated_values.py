"""Values of an annotation, for Hypothesis to draw."""

from __future__ import annotations

import collections.abc
import functools
import inspect
import types
import typing
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import is_dataclass
from importlib import import_module
from typing import Any

from hypothesis import strategies as st

from strictcheck.generate.random_values import lazy_functions
from strictcheck.thunks.suspended import Stream

ITERATORS = (collections.abc.Iterator, collections.abc.Iterable, collections.abc.Generator)
Strategy = st.SearchStrategy[Any]
Infer = Callable[[Any], Strategy]
LEVELS, WIDTH = 4, 3  # of trees, so that examples stay small


def atoms_like(constants: Iterable[Any]) -> dict[type, Strategy]:
    """Return strategies for whole numbers and strings, half of which are like these constants, where conditions change.

    Numbers are at most 1 from one of them, or from 0; strings are one of them, a key perhaps, or empty.
    """
    found = list(constants)
    near = {number + step for number in (0, *found) if type(number) is int for step in (-1, 0, 1)}
    numbers = st.sampled_from(sorted(near, key=lambda number: (abs(number), number < 0)))
    texts = st.sampled_from(["", *(text for text in found if type(text) is str)])
    return {int: numbers | st.integers(), str: texts | st.text()}


def strategy_for(annotation: Any, atoms: Mapping[type, Strategy] = {}) -> Strategy:
    """Return the strategy for an annotation, as `hypothesis.strategies.from_type` does, but with these at any depth:

    A class that is in `atoms` is drawn from the strategy there, also in fields of dataclasses, named tuples and classes
    of attrs; those that hold others of their class are small, and at most four levels deep. `Callable[[A], B]` is
    `lazy_functions`, which look further at each step if B is an iterator, and are awaited if it is an `Awaitable`;
    `Sequence` is a list and `Mapping` a dict, not `bytes` or a `ChainMap`; an `Iterable` is a list or an iterator; a
    `Stream` is one, and an `AsyncIterable` an async generator. Raises the exceptions of Hypothesis if there is none.

    >>> from collections.abc import Callable, Iterator
    >>> from hypothesis import find
    >>> find(strategy_for(Callable[[str], Iterator[int]]), lambda function: len(list(function("a"))) == 1)
    lazy_function([[0]], args=['x'], iterate=True)
    """
    origin, parameters = typing.get_origin(annotation) or annotation, typing.get_args(annotation)
    if annotation is None:  # in `list[None]`, and for a function's result
        return st.none()
    if isinstance(annotation, type) and annotation in atoms:
        return atoms[annotation]
    if _is_record(annotation):
        return _records(annotation, atoms)
    infer = functools.partial(strategy_for, atoms=atoms)
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
    origin = typing.get_origin(result) or result
    if origin in (collections.abc.Awaitable, collections.abc.Coroutine):
        awaited = typing.get_args(result)[-1:] or (None,)
        return _functions(infer, parameters, *awaited).map(_awaited)
    if origin in ITERATORS:
        return lazy_functions(count, _lists(infer, *typing.get_args(result)[:1] or [None]), iterate=True)
    return lazy_functions(count, infer(result))


def _awaited(function: Callable[..., Any]) -> Callable[..., Any]:
    async def call(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return call


def _is_record(cls: Any) -> bool:
    """True of a class with fields for which nobody has registered a strategy."""
    if not isinstance(cls, type) or inspect.isabstract(cls):
        return False
    if not (is_dataclass(cls) or hasattr(cls, "_fields") or hasattr(cls, "__attrs_attrs__")):
        return False
    registered: Any = import_module("hypothesis.strategies._internal.types")  # which Hypothesis loads late
    return cls not in registered._global_type_lookup


class _InProgress(dict[type, Strategy]):
    """Strategies by class; `count` tells how often one for a class was asked for whose own strategy is being made."""

    def __init__(self, cls: type, made: Strategy, atoms: Mapping[type, Strategy]) -> None:
        super().__init__({**atoms, cls: made})
        self.count = 0
        self.outer = atoms if isinstance(atoms, _InProgress) else None
        self.classes: set[type] = {cls} if self.outer is None else {cls, *self.outer.classes}

    def __getitem__(self, cls: type) -> Strategy:
        self.count += cls in self.classes
        return super().__getitem__(cls) if self.outer is None or cls not in self.outer.classes else self.outer[cls]


def _records(cls: Any, atoms: Mapping[type, Strategy]) -> Strategy:
    """Draw each field, by its annotation; instances within others are drawn level by level, from the innermost on."""
    made: Strategy = st.nothing()
    try:
        hints = typing.get_type_hints(cls)
        parameters = inspect.signature(cls).parameters
        known = {name: hints.get(name, hints.get(f"_{name}")) for name in parameters}  # attrs leaves the `_` out
        if None in known.values():
            return st.from_type(cls)
        for _ in range(LEVELS):
            inner = _InProgress(cls, made, atoms)
            made = st.builds(cls, **{name: strategy_for(hint, inner) for name, hint in known.items()})
            if not inner.count:
                return made
    except (NameError, TypeError, ValueError):  # of names that are not there any more, and of classes without signature
        pass
    return st.from_type(cls) if made.is_empty else made


def _lists(infer: Any, element: Any) -> Strategy:
    inner = infer.keywords["atoms"]
    before = getattr(inner, "count", 0)
    elements = infer(element)
    is_tree = getattr(inner, "count", 0) > before
    return st.lists(elements, max_size=WIDTH if is_tree and not elements.is_empty else None)


def _iterables(infer: Infer, element: Any) -> Strategy:
    # Half of them iterators: only these show that code turned eager, for a list is known to its end anyway.
    return st.one_of(_lists(infer, element), _lists(infer, element).map(iter))


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
    collections.abc.Iterator: lambda infer, element: _lists(infer, element).map(iter),
    dict: _dicts,
    collections.abc.Mapping: _dicts,
    collections.abc.MutableMapping: _dicts,
    tuple: _tuples,
    collections.abc.AsyncIterator: _async_iterators,
    collections.abc.AsyncIterable: _async_iterators,
    collections.abc.AsyncGenerator: _async_iterators,
    Stream: lambda infer, element: st.builds(Stream, _lists(infer, element)),
}
