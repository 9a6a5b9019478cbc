"""`observe`: one call in one context, and what it looked at.

An observation wraps each argument in a thunk, makes the call, does with the result what the context says, and seals
the record. What comes out is frozen.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CoroutineType
from typing import Any, Literal, TypeVar

from strictcheck.kinds.equality import THUNK
from strictcheck.observation.budgets import recording
from strictcheck.observation.call_arguments import Arguments
from strictcheck.observation.certificates import adapted, add_hint
from strictcheck.observation.observe_options import STRINGS, Options, certifying
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import Context, for_context, whnf
from strictcheck.observation.unwrapping import plain
from strictcheck.observation.waiting import Waited, in_thread, is_async_iterator, run_to_end
from strictcheck.observation.watched_names import check_watched

__all__ = ["Call", "observe"]

R = TypeVar("R")
Keep = Callable[[Any], None]
Handed = Callable[[Any], Any]


class Call:
    """A function, and how it is observed: with `hints`, what only the observed call raises is looked into."""

    def __init__(
        self, function: Callable[..., Any], context: Context, options: Options, catch: Any, *, hints: bool = False
    ) -> None:
        self.function = function
        self.context = context
        self.options = options
        self.catch = catch
        self.hints = hints

    def again(self, catch: Any, atoms: tuple[type, ...] | None = None) -> Call:
        """The same call, which keeps other exceptions, perhaps with other atoms."""
        options = self.options if atoms is None else dataclasses.replace(self.options, atoms=atoms)
        return Call(self.function, self.context, options, catch)

    def is_awaited(self) -> bool:
        """True if the function or the context is a coroutine function."""
        return inspect.iscoroutinefunction(self.function) or inspect.iscoroutinefunction(self.context)

    def _prepare(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Observation[Any], Any, Any]:
        record = self.options.record()
        arguments = Arguments(self.function, args, kwargs)
        observation: Observation[Any] = Observation(self, arguments, record)
        observation._given = arguments.stand_ins(record)
        return observation, *arguments.arranged(observation._given)

    def made(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Observation[Any]:
        """Make the call."""
        if self.is_awaited():
            return run_to_end(self.awaited(args, kwargs))
        observation, positional, named = self._prepare(args, kwargs)
        with self._recorded(observation):
            self.perform(positional, named, observation._keep, observation._outcome_thunk)
        check_watched(observation._record, self.options.wanted, self.function)
        return observation

    def perform(self, args: tuple[Any, ...], kwargs: dict[str, Any], keep: Keep, handed: Handed) -> None:
        """Call the function, `keep` the result, and do with what is `handed` what the context does.

        Coroutines are waited for, in a loop of their own, and so are the elements of an async result.
        """
        if self.is_awaited():
            run_to_end(self.performed(args, kwargs, keep, handed))
            return
        result = self.function(*args, **kwargs)
        if type(result) is CoroutineType or self._pulls_async(result):
            run_to_end(self._waited(result, keep, handed))
            return
        kept, pullable = for_context(result)
        keep(kept)
        self.context(handed(pullable))

    async def performed(self, args: tuple[Any, ...], kwargs: dict[str, Any], keep: Keep, handed: Handed) -> None:
        """Do so in the loop that is running."""
        await self._waited(self.function(*args, **kwargs), keep, handed)

    def _pulls_async(self, result: Any) -> bool:
        """True if elements are to be pulled by a context that cannot await them."""
        return self.context is not whnf and not inspect.iscoroutinefunction(self.context) and is_async_iterator(result)

    async def _waited(self, result: Any, keep: Keep, handed: Handed) -> None:
        result = await result if inspect.isawaitable(result) else result
        if not self._pulls_async(result):
            kept, pullable = for_context(result)
            keep(kept)
            asked = self.context(handed(pullable))
            if inspect.isawaitable(asked):
                await asked
            return
        waited = Waited(result)
        kept, pullable = for_context(waited)
        keep(kept)
        try:
            await in_thread(self.context, handed(pullable))
        finally:
            waited.close()
            if not waited.is_pulled:
                keep(result)

    def adapted(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Observation[Any]:
        """Make the call with the first atoms that make it agree with the plain call."""
        observation: Observation[Any] = adapted(self.again(BaseException).made(args, kwargs))
        observation._call.catch = self.catch
        self._raise(observation)
        return observation

    async def awaited(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Observation[Any]:
        """Make the call, waiting for it where it has to be waited for."""
        observation, positional, named = self._prepare(args, kwargs)
        with self._recorded(observation):
            await self.performed(positional, named, observation._keep, observation._outcome_thunk)
        check_watched(observation._record, self.options.wanted, self.function)
        return observation

    @contextmanager
    def _recorded(self, observation: Observation[Any]) -> Iterator[None]:
        """Seal the records when the call is over, however it ended; nothing recorded up to there is lost."""
        try:
            try:
                with recording(observation._record):
                    yield
            finally:
                observation._seal()
                observation.result = plain(observation.result, known=observation._known)
                observation._release()
        except BaseException as error:
            observation._seal()  # again: Ctrl-C may have come before it was
            observation.error = error
            _without_thunks(error)
            self._raise(observation)

    def _raise(self, observation: Observation[Any]) -> None:
        """Raise the exception of a call, unless it is to be kept."""
        error = observation.error
        if error is None or isinstance(error, self.catch):
            return
        if self.hints and not self.is_awaited():
            add_hint(observation, error)
        error.observation = observation  # type: ignore[attr-defined]
        raise error


def _without_thunks(error: BaseException) -> None:
    """Take thunks out of what an exception says, and the names of their classes: who reads it is outside."""
    args = plain(error.args, force_all=True)
    if any(type(arg) is str and "Thunk" in arg for arg in args):
        args = tuple(THUNK.sub(r"\1", arg) if type(arg) is str else arg for arg in args)
    if args is not error.args:
        error.args = args


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
    """Call `function(*args, **kwargs)` on thunks that note what is looked at. Returns the `Observation`.

    `context` is what is done with the result: `whnf`, `nf`, `spine`, `take(n)`, `upto(demand)`, or any function of it.
    `where=True` keeps the place in the code that forced, `watch` local variables there (where there are none, those of
    the nearest caller within the call that has some; a name that may be missing everywhere ends in `?`), `count=True`
    how often parts were fetched.

    Values of the classes in `atoms` are handed out as themselves, forced when fetched. `"auto"` begins with strings and
    bytes, and adds numbers, then containers and what else was met, in the end everything, until the observed call
    agrees with the plain one; `.atoms` tells. Raises `NotCertified` where it never does.

    The function is called once. Only if it raises, it is called once more, on plain copies of its arguments; and if
    that does not raise the same, up to a dozen times more to find which atoms mend it, which a note to the exception
    says.
    With `"auto"` it is called two to five times. `certify=False` makes the one call in any case.

    These seven names are `observe`'s own: a function with parameters of such names gets them by position, or through
    `functools.partial`.

    The arguments are forced as far as the call and the context look, iterators among them are used up as far as they
    are pulled; other objects are left as they were, but for those of opaque classes (C types, arrays, whatever is not
    known): the call gets them as they are, and so it does what is inside them, function attributes and closures. An
    exception of the call is raised, and carries the observation up to there as `exc.observation`; those of a class in
    `catch` are kept in `.error` instead.

    For a coroutine function, the observation is to be awaited: `await observe(f, x)`. Where another function returns a
    coroutine, or an async iterator that the context pulls from, these are waited for in an event loop of their own.

    The words and the idea are those of StrictCheck: Foner, Zhang and Lampropoulos, "Keep Your Laziness in Check",
    ICFP 2018.

    >>> observe(any, [False, True, False]).demand
    Demand.parse('[False, True, _]')
    >>> observe(lambda config: config["host"], {"host": "a", "port": 80}).demand
    Demand.parse("{'host': 'a', **_}")
    >>> observe(lambda x: type(x) is int, 1, atoms="auto").result
    True
    """
    if not callable(function):
        raise TypeError(f"observe: function={function!r} is not callable; pass the function first, then its arguments")
    if not callable(context):
        raise TypeError(f"observe: context={context!r} is not callable; pass nf, take(3), or a function of the result")
    for cls in catch if isinstance(catch, tuple) else (catch,):
        if not isinstance(cls, type) or not issubclass(cls, BaseException):
            raise TypeError(
                f"observe: catch={catch!r} is no class of exceptions; pass catch=ValueError, or a tuple of them"
            )
    auto = isinstance(atoms, str) and atoms == "auto"
    options = Options.of(STRINGS if auto else atoms, where, watch, count)
    if inspect.ismethod(function) and not (args or kwargs or isinstance(function.__self__, type)):
        name = f"{type(function.__self__).__name__}.{function.__name__}"
        raise TypeError(f"observe: a bound method says nothing of what it is bound to; pass it, observe({name}, x)")
    call = Call(function, context, options, catch, hints=certifying(certify))
    if call.is_awaited():
        return call.awaited(args, kwargs)  # type: ignore[return-value]  # the type of a coroutine function says so
    return call.adapted(args, kwargs) if auto and certifying(certify) else call.made(args, kwargs)
