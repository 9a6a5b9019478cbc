"""Behaviour of mutants: force more of one argument than the function does, and change nothing else.

Two kinds look before the call, one when the observation is over. Iterators are looked ahead in, never used up: elements
that were pulled too early still come in their turn. Nothing is forced without bound, for lazy values need not end.
"""

from __future__ import annotations

import functools
import inspect
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from itertools import chain, islice
from typing import Any

from strictcheck.demands import Demand
from strictcheck.kinds.layer import class_of
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.table import is_iterator, kind_of, pulls_only
from strictcheck.mutation.slips import SLIP, with_slip
from strictcheck.observation.async_calls import is_async_iterator
from strictcheck.observation.demand_of_record import forced_part
from strictcheck.observation.open_records import on_observed
from strictcheck.thunks.log import Record
from strictcheck.thunks.proxy import force, get_log, get_source, is_open, is_thunk

KEPT = 20  # earliest elements of an iterator, which an `Ahead` keeps
VARIABLE = "STRICTCHECK_MUTATION"  # of the environment, in which `mutant_plugin` finds its order
LIMIT = 10_000  # most parts that a mutant forces in one call
Change = Callable[[Any], Any]
# Kinds of mutants, with words for how much they force of an argument.
MUTANTS = {
    "whnf": "looks at {} first",
    "nf": "reads all of {}",
    "next": "reads one part more of {}",
}


@pulls_only
class Ahead:
    """Iterator to look ahead in: `ahead(n)` pulls up to `n` elements, which still come in their turn.

    It is always `spare` elements ahead. `ended` is True if its end has been met.

    >>> letters = Ahead(iter("abc"))
    >>> letters.ahead(2), list(letters), letters.ended
    (['a', 'b'], ['a', 'b', 'c'], True)
    """

    def __init__(self, iterator: Any, spare: int = 0) -> None:
        self.iterator = iterator
        self.spare = spare
        self._waiting: deque[Any] = deque()
        self.given: list[Any] = []  # earliest elements that were pulled
        self.ended = False
        self.ahead(spare)

    def ahead(self, count: int) -> list[Any]:
        """Return the next elements after those that are waiting already."""
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
        try:
            element = self._waiting.popleft() if self._waiting else next(self.iterator)
        except StopIteration:
            self.ended = True
            raise
        if len(self.given) < KEPT:
            self.given.append(element)
        self.ahead(self.spare)
        return element

    def __getattr__(self, name: str) -> Any:
        return getattr(self.iterator, name)


@pulls_only
class AheadAsync:
    """Async iterator that pulls up to `spare` elements more of another before it gives one; see `Ahead`."""

    def __init__(self, iterator: Any, spare: int = 0) -> None:
        self.iterator = iterator
        self.spare = spare
        self._waiting: deque[Any] = deque()
        self.given: list[Any] = []
        self.ended = False

    def __aiter__(self) -> AheadAsync:
        return self

    async def __anext__(self) -> Any:
        while not self.ended and len(self._waiting) <= self.spare:
            try:
                self._waiting.append(await anext(self.iterator))
            except StopAsyncIteration:
                self.ended = True
        if not self._waiting:
            raise StopAsyncIteration
        element = self._waiting.popleft()
        if len(self.given) < KEPT:
            self.given.append(element)
        return element

    def __getattr__(self, name: str) -> Any:
        return getattr(self.iterator, name)


def change_of(kind: str) -> Change:
    """Return the function by which a mutant of this kind changes its argument before the call."""
    return OnePartMore() if kind == "next" else functools.partial(force_first, kind)


def force_first(kind: str, value: Any) -> Any:
    """Force the outermost layer of `value`, or all of it; return the value for the function.

    Of an async iterator, all is pulled when the function first pulls.

    >>> from strictcheck import observe
    >>> [str(observe(lambda v: [force_first(kind, v)], [1, [2]]).demand) for kind in ("whnf", "nf")]
    ['[_, _]', '[1, [2]]']
    """
    if kind == "whnf":
        return force(value)
    if is_iterator(value):
        value = Ahead(value)
        _force_all(value.ahead(LIMIT))
    elif is_async_iterator(value):
        return AheadAsync(value, LIMIT)
    elif kind_of(class_behind(value)).is_used_up:
        _read_file(value)
    else:
        _force_all([value])
    return value


def _read_file(file: Any) -> None:
    """Read a file to its end, and move back to where it was, if it can move."""
    with suppress(OSError):
        place = file.tell()
        file.read()
        file.seek(place)


def _force_all(values: list[Any]) -> None:
    """Force everything below, from the left, but for iterators and functions, which looking would use up or call."""
    todo = values[::-1]
    for _ in range(LIMIT):
        if not todo:
            return
        part = force(todo.pop())
        todo.extend(_parts(part)[::-1])


def _parts(part: Any) -> list[Any]:
    kind = kind_of(class_behind(part))
    return [] if kind.is_used_up else list(islice(kind.parts_to_force(part), LIMIT))


class OnePartMore:
    """Behaviour of the kind `next`: force the first part of an observed value that nobody has looked at.

    That is done when the observation is over, for until then the result may look at more. Of several such parts in
    sight, the first is the outermost and leftmost. Of an iterator, one element more is always pulled.

    >>> from strictcheck import observe
    >>> more = OnePartMore()
    >>> observe(lambda numbers: more(numbers)[0] + 1, [1, 2, 3]).demand
    Demand.parse('[1, 2, _]')
    """

    def __init__(self) -> None:
        self._waiting: dict[int, Any] = {}
        on_observed(self._is_over)

    def __call__(self, value: Any) -> Any:
        """Return the value for the function."""
        if is_iterator(value):
            return Ahead(value, spare=1)
        if is_async_iterator(value):
            return AheadAsync(value, 1)
        if is_thunk(value) and is_open(value):
            self._waiting[id(value)] = value
        return value

    def _is_over(self, record: Record) -> None:
        for value in [value for value in self._waiting.values() if get_log(value).record is record]:
            del self._waiting[id(value)]
            hole = first_hole(forced_part(value), get_source(value))
            if hole is not None:
                force(functools.reduce(_fetch, hole, value))


def first_hole(demand: Demand, whole: Any = None) -> tuple[Any, ...] | None:
    """Return the path of the first part that is not in `demand`; None if there is none in sight, or it is out of reach.

    In an iterator, that is the next cell. Elements of iterators within other values are out of reach. Keys that nobody
    has asked for are in sight if `whole`, the plain value, is given.

    >>> first_hole(Demand.parse("{'a': 1, **_}"), {"a": 1, "b": 2})
    ('b',)
    """
    if not demand:
        return ()
    for row, _, _, layer in demand.rows():
        kind = kind_of(class_of(layer))
        if row == 0 and kind.is_lazy and not layer.closed:
            return (layer.length,)
        children = demand.children(row)
        for key in chain(kind.keys_in_sight(layer), _keys_at(whole, demand.path(row))):
            if key not in children:
                return (*demand.path(row), key)
    return None


def _keys_at(whole: Any, path: tuple[Any, ...]) -> Iterator[Any]:
    """Yield the keys of the part of a plain value at `path`, as far as they are known without running code."""
    with suppress(LookupError, TypeError):
        for key in path:
            whole = kind_of(type(whole)).peek(whole, key)
        kind = kind_of(type(whole))
        if not (is_thunk(whole) or kind.is_leaf or kind.is_lazy or kind.is_used_up):
            yield from (key for key, _ in kind.held(whole))


def _fetch(part: Any, key: Any) -> Any:
    kind = kind_of(class_behind(part))
    try:
        return kind.get_part(part, key)
    except IndexError:  # a stream that ends there
        return None


def with_arguments(
    function: Any, before: Mapping[str, Change] | Callable[[inspect.BoundArguments], None], *, at_start: bool = False
) -> Any:
    """Return `function`, called with `before[name](value)` for its argument `name`.

    If `at_start`, a generator function does this when its first element is asked for. `*args` and `**kwargs` are
    several values. A call that does not fit the signature is passed on, to raise the right error, and so is a recursive
    call. If `before` is a function, it gets all arguments at once, and changes none.

    >>> with_arguments(divmod, {"y": lambda y: print("given", y) or y})(7, 2)
    given 2
    (3, 1)
    """
    made: Any = functools.wraps(function)(_form(function, _ChangedCall(function, before), at_start))
    for other in set(dir(function)) - set(dir(made)):  # attributes that a decorator has added, such as `cache_clear`
        setattr(made, other, getattr(function, other))
    return made


def _form(function: Any, change: _ChangedCall, at_start: bool) -> Any:
    """Return a function of the same sort: plain, async, a generator or an async generator."""

    def call(*args: Any, **kwargs: Any) -> Any:
        with change(args, kwargs) as (args, kwargs):
            return function(*args, **kwargs)

    async def await_call(*args: Any, **kwargs: Any) -> Any:
        with change(args, kwargs) as (args, kwargs):
            return await function(*args, **kwargs)

    def generate(*args: Any, **kwargs: Any) -> Any:
        yield from call(*args, **kwargs)

    async def generate_async(*args: Any, **kwargs: Any) -> Any:
        async for element in call(*args, **kwargs):
            yield element

    if inspect.iscoroutinefunction(function):
        return await_call
    if at_start and inspect.isasyncgenfunction(function):
        return generate_async
    return generate if at_start and inspect.isgeneratorfunction(function) else call


class _ChangedCall:
    """Block in which the function is called: yields the arguments for the call."""

    def __init__(self, function: Any, before: Any) -> None:
        self._signature = inspect.signature(function)
        self._before = before
        self._inside: ContextVar[bool] = ContextVar("inside", default=False)

    @contextmanager
    def __call__(self, args: Any, kwargs: Any) -> Iterator[tuple[Any, Any]]:
        is_inside = self._inside.get()
        token = self._inside.set(True)
        try:
            yield (args, kwargs) if is_inside else self._change(args, kwargs)
        finally:
            self._inside.reset(token)

    def _change(self, args: Any, kwargs: Any) -> tuple[Any, Any]:
        try:
            bound = self._signature.bind(*args, **kwargs)
        except TypeError:
            return args, kwargs
        if callable(self._before):
            self._before(bound)
            return args, kwargs
        for name in [name for name in bound.arguments if name in self._before]:
            kind = self._signature.parameters[name].kind
            bound.arguments[name] = _each(kind, self._before[name], bound.arguments[name])
        return bound.args, bound.kwargs


def _each(kind: Any, before: Change, given: Any) -> Any:
    """Return the replacement in the form of the signature."""
    if kind is inspect.Parameter.VAR_POSITIONAL:
        return tuple(map(before, given))
    if kind is inspect.Parameter.VAR_KEYWORD:
        return {key: before(value) for key, value in given.items()}
    return before(given)


def with_mutation(function: Any, argument: str, kind: str) -> Any:
    """Return the mutant of `function` that looks at more of `argument`."""
    if kind.startswith(SLIP):
        return with_slip(function, kind)
    # That a generator function looks when it is called is for its first look to be noticed; what it looks at too much
    # is seen once an element is asked for.
    return with_arguments(function, {argument: change_of(kind)}, at_start=kind != "whnf")
