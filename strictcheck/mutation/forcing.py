"""What mutants do: force more of one argument than the function does, and leave everything else as it is.

Three of them look before the call, one when all is over. Iterators are looked ahead in, never used up: the function
gets all elements, only earlier. Nothing is forced without bound, for lazy values need not end.
"""

from __future__ import annotations

import functools
import inspect
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from itertools import islice
from typing import Any

from strictcheck.budgets import max_forced, on_observed
from strictcheck.contexts import spine
from strictcheck.demands import Demand
from strictcheck.errors import TooMuchForced
from strictcheck.layers import Constructor, Sequence
from strictcheck.layers import Mapping as MappingLayer
from strictcheck.partials import class_behind
from strictcheck.record import Record
from strictcheck.shapes import Kind, shape_of
from strictcheck.snapshots import forced_part
from strictcheck.standins.iterators import IteratorThunk
from strictcheck.thunks import force, get_at, is_open, is_thunk

__all__ = ["KINDS", "Afterwards", "Ahead", "first_hole", "force_first", "is_iterator", "with_arguments"]

LIMIT = 10_000  # how much a mutant forces at most, in one call
# Each kind of mutant, and what it does to its argument.
KINDS = {
    "whnf": "looks at it first",
    "spine": "looks at all of its structure first",
    "nf": "looks at all of it first",
    "next": "looks at one part more afterwards",
}

Change = Callable[[Any], Any]


class Ahead:
    """An iterator that can be looked ahead in: `ahead(n)` pulls up to `n` elements, which still come in their turn.

    `ended` tells whether its end has been met.

    >>> letters = Ahead(iter("abc"))
    >>> letters.ahead(2), list(letters), letters.ended
    (['a', 'b'], ['a', 'b', 'c'], True)
    """

    def __init__(self, iterator: Any) -> None:
        self.iterator = iterator
        self._waiting: deque[Any] = deque()
        self.ended = False

    def ahead(self, count: int) -> list[Any]:
        """The next elements after those that are waiting already."""
        first = len(self._waiting)
        for _ in range(count):
            try:
                self._waiting.append(next(self.iterator))
            except StopIteration:
                self.ended = True
                break
        return list(self._waiting)[first:]

    def __iter__(self) -> Ahead:
        return self

    def __next__(self) -> Any:
        if self._waiting:
            return self._waiting.popleft()
        try:
            return next(self.iterator)
        except StopIteration:
            self.ended = True
            raise

    def __getattr__(self, name: str) -> Any:
        return getattr(self.iterator, name)


def with_arguments(
    function: Any, before: Mapping[str, Change], after: Change | None = None, *, nested: bool = False
) -> Any:
    """`function`, given `before[name](value)` in place of its argument `name`, and `after` that once it has returned.

    Where the call returns an iterator, it has not done its work yet: then `after` comes after each element. `*args` and
    `**kwargs` are several values. A call that does not fit the signature is passed on, to raise what it raises, and so
    is one that the function makes of itself, unless `nested`.

    >>> with_arguments(divmod, {"y": lambda y: print("given", y) or y})(7, 2)
    given 2
    (3, 1)
    """
    change = _Change(function, before, nested)

    def call(*args: Any, **kwargs: Any) -> Any:
        with change(args, kwargs) as (args, kwargs, values):
            result = function(*args, **kwargs)
        return _and_then(result, after, values) if after else result

    async def await_call(*args: Any, **kwargs: Any) -> Any:
        with change(args, kwargs) as (args, kwargs, values):
            result = await function(*args, **kwargs)
        return _and_then(result, after, values) if after else result

    made = functools.wraps(function)(await_call if inspect.iscoroutinefunction(function) else call)
    for other in set(dir(function)) - set(dir(made)):  # what a decorator has added, such as `cache_clear`
        setattr(made, other, getattr(function, other))
    return made


class _Change:
    """The block in which the function is called: gives what to call it with, and the values that were changed."""

    def __init__(self, function: Any, before: Mapping[str, Change], nested: bool) -> None:
        self._signature = inspect.signature(function)
        self._before = before
        self._nested = nested
        self._inside: ContextVar[bool] = ContextVar("inside", default=False)

    @contextmanager
    def __call__(self, args: Any, kwargs: Any) -> Iterator[tuple[Any, Any, list[Any]]]:
        if self._inside.get():
            yield args, kwargs, []
            return
        token = self._inside.set(not self._nested)
        try:
            yield self._changed(args, kwargs)
        finally:
            self._inside.reset(token)

    def _changed(self, args: Any, kwargs: Any) -> tuple[Any, Any, list[Any]]:
        try:
            bound = self._signature.bind(*args, **kwargs)
        except TypeError:
            return args, kwargs, []
        values: list[Any] = []
        for name in self._before.keys() & bound.arguments.keys():
            kind = self._signature.parameters[name].kind
            bound.arguments[name], several = _each(kind, self._before[name], bound.arguments[name])
            values.extend(several)
        return bound.args, bound.kwargs, values


def _each(kind: Any, before: Change, given: Any) -> tuple[Any, list[Any]]:
    """What is to be given instead, as the signature wants it, and as a list of values."""
    if kind is inspect.Parameter.VAR_POSITIONAL:
        values = [before(value) for value in given]
        return tuple(values), values
    if kind is inspect.Parameter.VAR_KEYWORD:
        named = {key: before(value) for key, value in given.items()}
        return named, list(named.values())
    value = before(given)
    return value, [value]


def _and_then(result: Any, after: Change, values: list[Any]) -> Any:
    if is_iterator(result):
        return _followed(result, after, values)
    for value in values:
        after(value)
    return result


def _followed(result: Iterator[Any], after: Change, values: list[Any]) -> Iterator[Any]:
    for element in result:
        for value in values:
            after(value)
        yield element


def is_iterator(value: Any) -> bool:
    """Whether `value` is an iterator, or stands for one. Forces nothing."""
    if is_thunk(value):
        return issubclass(type(value), IteratorThunk)
    return type(value) is Ahead or shape_of(type(value)).kind is Kind.ITERATOR


def force_first(kind: str, value: Any) -> Any:
    """Force of `value` what a mutant of this kind does before the call; returns what the function is to be given.

    >>> from strictcheck import observe
    >>> [str(observe(lambda v: [force_first(kind, v)], [1, [2]]).demand) for kind in KINDS]
    ['[_, _]', '[_, _]', '[1, [2]]', '_']
    """
    if kind == "whnf":
        return force(value)
    if is_iterator(value):
        value = Ahead(value)
        if kind != "next":
            elements = value.ahead(LIMIT)
            _force_all(elements if kind == "nf" else [])
    elif kind == "nf":
        _force_all([value])
    elif kind == "spine":
        _force_structure(value)
    return value


def _force_structure(value: Any) -> None:
    if shape_of(class_behind(force(value))).kind is Kind.STREAM:
        value.has(LIMIT)
    elif is_thunk(value):
        with suppress(TooMuchForced), max_forced(LIMIT):
            spine(value)


def _force_all(values: list[Any]) -> None:
    """Force everything below, from the left; what would be used up, and what has to be called, is left alone."""
    todo = values[::-1]
    for _ in range(LIMIT):
        if not todo:
            return
        part = force(todo.pop())
        todo.extend(_parts(part)[::-1])


def _parts(part: Any) -> list[Any]:
    shape = shape_of(class_behind(part))
    match shape.kind:
        case Kind.SEQUENCE | Kind.STREAM:
            return list(islice(part, LIMIT))
        case Kind.MAPPING:
            return list(part.values())
        case Kind.FIELDS:
            return [getattr(part, name) for name in shape.fields if hasattr(part, name)]
        case Kind.OBJECT:
            return list(getattr(part, "__dict__", {}).values())
    return []


class Afterwards:
    """What the mutants of kind `next` do after a call: force the first part that nobody has looked at.

    Of a value that is observed, that is done when the observation is over, for until then the result may look at more.
    Of several such parts in sight, the first is the outermost and leftmost.

    >>> from strictcheck import observe
    >>> afterwards = Afterwards()
    >>> observe(lambda numbers: [numbers[0] + 1, afterwards(numbers)], [1, 2, 3]).demand
    Demand.parse('[1, 2, _]')
    >>> afterwards.stop()
    """

    def __init__(self) -> None:
        self._waiting: dict[int, Any] = {}
        self.stop = on_observed(self._is_over)

    def __call__(self, value: Any) -> None:
        """Force one part more of `value`, now or when its observation is over."""
        if _record_of(value) is None:
            _force_next(value)
        else:
            self._waiting[id(value)] = value

    def _is_over(self, record: Record) -> None:
        for value in [value for value in self._waiting.values() if _record_of(value) is record]:
            del self._waiting[id(value)]
            _force_next(value)


def _record_of(value: Any) -> Record | None:
    """The record of the observation that is going on of a value, if there is one."""
    thunk = value.iterator if type(value) is Ahead else value
    return get_at(thunk)[0].record if is_thunk(thunk) and is_open(thunk) else None


def _force_next(value: Any) -> None:
    if type(value) is Ahead:
        value.ahead(1)
        return
    hole = first_hole(forced_part(value))
    if hole is not None:
        force(functools.reduce(_fetched, hole, value))


def first_hole(demand: Demand) -> tuple[Any, ...] | None:
    """The path of the first part that is not in `demand`; None if there is none in sight, or none to be got at.

    Of what can be pulled, that is the next cell. The elements of an iterator within cannot be got at.
    """
    if not demand:
        return ()
    for row, _, _, layer in demand.rows():
        if row == 0 and isinstance(layer, Sequence) and not layer.closed:
            return (layer.length,)
        for key in _in_sight(layer):
            if key not in demand.children(row):
                return (*demand.path(row), key)
    return None


def _in_sight(layer: Any) -> Any:
    match layer:
        case Sequence() if shape_of(layer.kind).kind in (Kind.SEQUENCE, Kind.STREAM):
            return range(layer.length + (not layer.closed))
        case MappingLayer():
            return layer.present
        case Constructor() if layer.value is None:
            return shape_of(layer.cls).fields
    return ()


def _fetched(part: Any, key: Any) -> Any:
    by_key = shape_of(class_behind(part)).kind in (Kind.SEQUENCE, Kind.STREAM, Kind.MAPPING)
    try:
        return part[key] if by_key else getattr(part, key)
    except IndexError:  # a stream that ends there
        return None
