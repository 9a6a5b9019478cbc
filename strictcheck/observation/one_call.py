"""`observe`: the demand of one call in one context.

An observation wraps each argument in a thunk, makes the call, applies the context to the result, and seals
the record. The `Observation` is frozen.
"""

from __future__ import annotations

import dataclasses
import inspect
import sys
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import AsyncGeneratorType, CoroutineType, FrameType, ModuleType
from typing import Any, Literal, TypeVar, cast

from strictcheck.kinds.python_code import through_thunk
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.observation.async_calls import (
    Awaited,
    AwaitedIterator,
    in_thread,
    is_async_iterator,
    is_coroutine_function,
    is_generator_function,
    run_to_end,
    take_next,
)
from strictcheck.observation.call_arguments import STRINGS, Arguments, Options, may_certify, name_of, refuse_ambiguous
from strictcheck.observation.certificates import adapt_atoms, add_hint, is_users_own
from strictcheck.observation.lazy_results import is_left_for_later, looks_past
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.open_records import is_limited, note_call, recording
from strictcheck.observation.result_contexts import Context, for_context, how_to_ask, take, whnf
from strictcheck.observation.traces import check_watched
from strictcheck.thunks.classes import has_methods
from strictcheck.unused import LastingReason, conclude_in_test, is_all_of_a_test, is_in_test

R = TypeVar("R")
Keep = Callable[[Any], None]
Handed = Callable[[Any], Any]
UNREAD = "the test reads nothing of the observation; write assert observe(f, x).demand == ..., or use max_forced"


class Call:
    """Function with the options of its observation; with `hints`, exceptions of the observed call are explained."""

    def __init__(
        self, function: Callable[..., Any], context: Context, options: Options, catch: Any, *, hints: bool = False
    ) -> None:
        _check_options(function, context, catch)
        self.function = function
        self.context = take_next if context is anext else context
        self.options = options
        self.catch = catch
        self.hints = hints
        self.is_awaited = is_coroutine_function(function) or is_coroutine_function(self.context)

    def again(self, catch: Any, atoms: tuple[type, ...] | None = None) -> Call:
        """Return this call with another `catch`, and perhaps with other atoms."""
        options = self.options if atoms is None else dataclasses.replace(self.options, atoms=atoms)
        return Call(self.function, self.context, options, catch)

    def runs_nothing(self, result: Any) -> LastingReason | None:
        """Return the reason why no call in this context runs anything of the function, if so, and how to mend it."""
        if self.context is not whnf or not is_generator_function(self.function):
            return None
        name = name_of(self.function)
        asking = how_to_ask(name, result)
        return LastingReason(f"{name} is a generator function: to call it runs nothing of it; pass {asking}")

    @contextmanager
    def _observed(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[tuple[Observation[Any], Any, Any]]:
        """Yield the observation of the call that is made in this block, and the arguments to call with."""
        record = self.options.record()
        arguments = Arguments(self.function, args, kwargs)
        observation: Observation[Any] = Observation(self, arguments, record)
        record.observation = weakref.ref(observation)
        observation._given = arguments.thunks(record)
        try:
            try:
                with recording(record, arguments.values.values()):
                    yield observation, *arguments.arrange(observation._given)
            finally:
                observation._close()
        except BaseException as error:
            self._failed(observation, error)
        if self.options.wanted:
            check_watched(record, self.options.wanted, self.function)

    def make(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Observation[Any]:
        """Make the call."""
        if self.is_awaited:
            return run_to_end(self.call_async(args, kwargs))
        with self._observed(args, kwargs) as (observation, positional, named):
            self.perform(positional, named, observation._keep, observation._outcome_thunk)
        return observation

    def perform(self, args: tuple[Any, ...], kwargs: dict[str, Any], keep: Keep, handed: Handed) -> None:
        """Call the function, `keep` the result, and apply the context to what `handed` makes of it.

        Coroutines are awaited in an event loop of their own, and so are the elements of an async result.
        """
        if self.is_awaited:
            run_to_end(self.perform_async(args, kwargs, keep, handed))
            return
        function, args = through_thunk(self.function, args)
        result = function(*args, **kwargs)
        if type(result) is CoroutineType or self._pulls_async(result):
            run_to_end(self._finish_async(result, keep, handed))
            return
        self.context(self._hand(result, keep, handed))

    def _hand(self, result: Any, keep: Keep, handed: Handed) -> Any:
        """Keep the result, and return what the context gets; of a context of the user's, keep what that may change."""
        kept, pullable = for_context(result)
        keep(kept)
        thunk = handed(pullable)
        if kept is pullable and is_users_own(self.context):
            keep(thunk)
        return thunk

    async def perform_async(self, args: tuple[Any, ...], kwargs: dict[str, Any], keep: Keep, handed: Handed) -> None:
        """Perform the call in the running loop."""
        await self._finish_async(self.function(*args, **kwargs), keep, handed)

    def _pulls_async(self, result: Any) -> bool:
        """True if a context that cannot await pulls elements: of an async generator, and ours of any object."""
        if self.context is whnf or is_coroutine_function(self.context):
            return False
        is_only_async = has_methods(type(result), "__aiter__") and not has_methods(type(result), "__iter__")
        return is_async_iterator(result) or (is_only_async and not is_users_own(self.context))

    async def _finish_async(self, result: Any, keep: Keep, handed: Handed) -> None:
        is_waiting = inspect.isawaitable(result) and not self._pulls_async(result)
        result = await result if is_waiting else result
        if not self._pulls_async(result):
            asked = self.context(self._hand(result, keep, handed))
            if inspect.isawaitable(asked):
                await asked
            return
        waited = AwaitedIterator(result)
        try:
            asked = await in_thread(self.context, self._hand(waited, keep, handed))
            if inspect.isawaitable(asked):
                await asked
        finally:
            waited.close()
            if not waited.is_pulled:
                keep(result)
            elif type(result) is AsyncGeneratorType:
                await result.aclose()  # as after a loop that is left, or its tasks would go on pulling

    def adapt_atoms(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Observation[Any]:
        """Make the call with the first atoms that make it agree with the plain call."""
        observation: Observation[Any] = adapt_atoms(self.again(BaseException).make(args, kwargs))
        observation._call.catch = self.catch
        self._raise(observation)
        return observation

    async def call_async(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Observation[Any]:
        """Make the call as a coroutine."""
        with self._observed(args, kwargs) as (observation, positional, named):
            await self.perform_async(positional, named, observation._keep, observation._outcome_thunk)
        return observation

    def _failed(self, observation: Observation[Any], error: BaseException) -> None:
        """Keep the exception of a call, or raise it; nothing recorded until then is lost."""
        observation._seal()  # again: Ctrl-C may have come before the first time
        observation.error = error
        with suppress(Exception):  # of a delayed value, or of a hole in a replay: the call did not look at it
            unwrap(error, force_all=True)  # in place: for readers outside, it holds no thunks
        self._raise(observation)

    def _raise(self, observation: Observation[Any]) -> None:
        """Raise the exception of a call, unless it is to be kept."""
        error = observation.error
        if error is None or isinstance(error, self.catch):
            return
        if self.hints and not self.is_awaited:
            add_hint(observation, error)
        vars(error)["observation"] = observation
        raise error


def _check_options(function: Any, context: Any, catch: Any) -> None:
    if not callable(function):
        raise TypeError(f"observe: function={function!r} is not callable; pass the function first, then its arguments")
    if context is take:
        raise TypeError("observe: context=take does not say how many elements; pass take(1)")
    if not callable(context):
        how = f"take({context})" if type(context) is int else "nf, take(3), or a function of the result"
        raise TypeError(f"observe: context={context!r} is not callable; pass {how}")
    for cls in catch if isinstance(catch, tuple) else (catch,):
        if not isinstance(cls, type) or not issubclass(cls, BaseException):
            raise TypeError(
                f"observe: catch={catch!r} is no class of exceptions; pass catch=ValueError, or a tuple of them"
            )


def _refuse_bound_alone(function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    owner = getattr(function, "__self__", None) if inspect.isroutine(function) else None
    if owner is not None and not (args or kwargs or isinstance(owner, (type, ModuleType))):
        call = f"observe(lambda x: x.{function.__name__}(), x)"
        raise TypeError(f"observe: a bound method says nothing of what it is bound to; pass that, {call}")


def _unseen(call: Call, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> str | None:
    """Return that a test cannot see what a call is to look at; the call may change what its function is bound to."""
    if not is_in_test() or is_limited():
        return None
    values = Arguments(call.function, args, kwargs).values
    return looks_past(call.function, values) if values or call.context is whnf else None


def _conclude(caller: FrameType, reason: str | None) -> None:
    """Conclude that a test that calls `observe` checks nothing: for a `reason`, or because it drops all answers."""
    unread = UNREAD if is_all_of_a_test(caller) and not is_limited() else None
    conclude_in_test(caller, "observe", reason or unread)


def observe(
    function: Callable[..., R],
    /,
    *args: Any,
    context: Context = whnf,
    atoms: tuple[type, ...] | Literal["auto"] = STRINGS,
    where: bool = False,
    watch: tuple[str, ...] = (),
    count: bool = False,
    catch: type[BaseException] | tuple[type[BaseException], ...] = (),
    certify: bool | None = None,
    **kwargs: Any,
) -> Observation[R]:
    """Call `function(*args, **kwargs)` on thunks that record which parts are looked at. Returns the `Observation`.

    `context` is applied to the result: `whnf`, `nf`, `spine`, `take(n)`, `upto(demand)`, or any function of it.
    `where=True` keeps the line that forced, `watch` local variables there (where there are none, those of
    the nearest caller within the call that has some; a name that may be missing everywhere ends in `?`), `count=True`
    the number of fetches of each part.

    Values of the classes in `atoms` are handed out as themselves, forced when fetched. `"auto"` begins with strings and
    bytes, and adds numbers, then containers and all classes met, in the end everything, until the observed call
    agrees with the plain one; see `.atoms`. Raises `NotCertified` where it never does. A container that became an atom
    is looked at as a whole: its demand is its class, `list()`.

    None, bools, members of enums and classes are handed out as themselves, too. A slice, sum, product or `copy` of
    lists or tuples leaves those in it to be fetched later. All other ways to copy a container fetch these, and so look
    at them: `list(xs)`, `[*xs]`, `first, *rest = xs`, `dict(d)`, `d.copy()`, those of deques. Of other elements, to
    fetch is not to look; `assert_pulls_at_most` counts fetches.

    The function is called once. Only if it raises, it is called once more, on plain copies of its arguments; and if
    that does not raise the same, up to a dozen times more to find atoms that mend it, which a note to the exception
    names.
    With `"auto"` it is called two to ten times. `certify=False` makes the one call in any case.

    These seven names are `observe`'s own: a function with parameters of such names gets them by position, or through
    `functools.partial`. Raises `TypeError` for one that could be meant for either, which a context cannot.

    The arguments are forced as far as the call and the context look, iterators among them are used up as far as they
    are pulled; other objects do not change, except those of opaque classes (C types, arrays, whatever is not known) and
    the objects inside them, function attributes, closures (but for those over an argument, or a method of one), what
    a method or a `partial` that is passed alone is bound to, exceptions, and attributes that are set on keys of dicts,
    and on numbers, strings or dates of classes of one's own: the call gets these as they are (`verify` tells of
    attributes set on keys, numbers, strings and exceptions; no thunks stay in what a method is bound to, and strings
    get their attributes back). A string whose attributes hold more than numbers and strings, as BeautifulSoup's
    strings know the whole tree, is copied: its attributes are parts.
    An exception of the call is raised and carries the observation so far in `exc.observation`; those of a class in
    `catch` are kept in `.error` instead.

    For a coroutine function, `observe` returns a coroutine: `await observe(f, x)`. If another function returns a
    coroutine, or an async iterator that the context pulls from, these are awaited in an event loop of their own.

    The words and the idea are those of StrictCheck: Foner, Zhang and Lampropoulos, "Keep Your Laziness in Check",
    ICFP 2018.

    >>> observe(any, [False, True, False]).demand
    Demand.parse('[False, True, _]')
    >>> observe(lambda config: config["host"], {"host": "a", "port": 80}).demand
    Demand.parse("{'host': 'a', **_}")
    >>> observe(lambda x: type(x) is int, 1, atoms="auto").result
    True
    """
    auto = isinstance(atoms, str) and atoms == "auto"
    options = Options.of(STRINGS if auto else atoms, where, watch, count)
    _refuse_bound_alone(function, args, kwargs)
    atoms_given = None if atoms is STRINGS else atoms
    refuse_ambiguous("observe", function, args, atoms=atoms_given, where=where, watch=watch, count=count, catch=catch)
    call = Call(function, context, options, catch, hints=may_certify(certify))
    unseen = _unseen(call, args, kwargs)
    if call.is_awaited:
        _conclude(sys._getframe(1), unseen)
        waited = Awaited(lambda: call.call_async(args, kwargs), f"observe({name_of(function)}, ...)")
        return cast(Observation[R], waited)  # a coroutine, as of every coroutine function
    seen = call.adapt_atoms(args, kwargs) if auto and may_certify(certify) else call.make(args, kwargs)
    _conclude(sys._getframe(1), call.runs_nothing(seen.result) or unseen)
    note_call(lambda: is_left_for_later(seen))
    return seen
