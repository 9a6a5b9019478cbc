"""Calls of a function in the tests: arguments replaced on the way, and a survey of what the tests do with them.

A mutant that forces only parts that the call forces anyway cannot be noticed. To find out, it is applied to the partial
value of the demand of a call: either it touches a hole, or it does not.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from strictcheck.demands import Demand
from strictcheck.errors import StrictCheckError, Unevaluated
from strictcheck.kinds.table import is_iterator, kind_of
from strictcheck.mutation.mutants import MUTANTS, Ahead, change_of, first_hole, force_first
from strictcheck.observation.budgets import on_observed
from strictcheck.observation.demand_of_record import forced_part
from strictcheck.observation.one_call import observe
from strictcheck.observation.partial_values import partial_value
from strictcheck.thunks.log import Record
from strictcheck.thunks.proxy import get_log, get_source, is_open, is_thunk

Change = Callable[[Any], Any]
FURTHER = {"nf", "next"}  # mutants that force more than the outermost layer
UNOBSERVED = {"whnf", "nf"}  # those that force more of a value that nobody observes


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
    # That a generator function looks when it is called is for its first look to be noticed; what it looks at too much
    # is seen once an element is asked for.
    return with_arguments(function, {argument: change_of(kind)}, at_start=kind != "whnf")


class Survey:
    """Use of the function by the tests: `tests` call it, and `telling[argument]` are the mutants that could show.

    An argument that no call got as a thunk, an iterator or a stream is not in `telling`: no test watches how much of
    it is looked at. If no call passes it, or none one with parts, `idle()` has the reason. Tests have to call
    `watch_calls(function)`.
    """

    def __init__(self, arguments: tuple[str, ...] = ()) -> None:
        self.arguments = arguments
        self.tests: dict[str, None] = {}
        self.telling: dict[str, set[str]] = {}
        self.met: dict[str, set[str]] = {}  # classes of the values of each argument; "" for those with parts
        self.test = ""
        self._seen: list[tuple[str, Any]] = []  # lazy arguments in the running test, for its end
        self._open: list[tuple[str, Any]] = []  # lazy arguments in open observations
        self._demands: dict[tuple[str, Demand], Any] = {}  # each with a value on which it was made
        on_observed(self._is_over)

    def idle(self) -> dict[str, str]:
        """Return the arguments of which no mutant can read more, each with the reason."""
        reasons = {name: "no call passes it" for name in self.arguments if name not in self.met}
        for name, classes in self.met.items():
            if "" not in classes:
                reasons[name] = f"{' or '.join(sorted(classes))} in all calls, and so without parts to read"
        return reasons

    def watch_calls(self, function: Callable[..., Any]) -> Any:
        """Return `function`, with a note of each call."""
        return with_arguments(function, {name: functools.partial(self._note_value, name) for name in self.arguments})

    def _note_value(self, name: str, value: Any) -> Any:
        self.tests.setdefault(self.test)
        has_parts = is_thunk(value) or not kind_of(type(value)).is_leaf
        self.met.setdefault(name, set()).add("" if has_parts else type(value).__name__)
        if is_thunk(value) and is_open(value):
            self._open.append((name, value))
        elif is_thunk(value) or kind_of(type(value)).is_lazy:
            value = Ahead(value) if is_iterator(value) and type(value) is not Ahead else value
            self._seen.append((name, value))
        return value

    def _is_over(self, record: Record) -> None:
        """Record the demands of an observation, before anybody else can touch its thunks."""
        still_open = []
        for name, value in self._open:
            if get_log(value).record is record:
                self._demands[name, forced_part(value)] = get_source(value)
            else:
                still_open.append((name, value))
        self._open = still_open

    def end_test(self) -> None:
        """Record the demands of a test. Not earlier, for there may be budgets in force while it runs."""
        for name, value in self._seen:
            known = self.telling.setdefault(name, set())
            if type(value) is Ahead:
                known.update(() if value.ended else FURTHER)
            elif is_thunk(value):
                demand, source = forced_part(value), get_source(value)
                known.update(kind for kind in UNOBSERVED - known if _looks_further(kind, demand, source))
            else:  # of a stream, asking it whether it has more would make it
                known.add("nf")
        for (name, demand), value in self._demands.items():
            known = self.telling.setdefault(name, set())
            known.update(kind for kind in MUTANTS.keys() - known if _looks_further(kind, demand, value))
        self._seen, self._open, self._demands = [], [], {}


def _looks_further(kind: str, demand: Demand, value: Any) -> bool:
    """True if a mutant looks at more of `value` than `demand`."""
    if kind == "whnf":
        return not demand
    if kind == "next":
        return first_hole(demand) is not None
    try:
        seen = observe(lambda value: [force_first(kind, value)], partial_value(demand, like=value), catch=Unevaluated)
    except StrictCheckError:
        return True
    except Exception:  # the value raises again the exception of the first look
        return False
    return seen.error is not None
