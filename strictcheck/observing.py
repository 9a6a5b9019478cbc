"""`observe`: one call in one context, and what it looked at.

An observation wraps each argument in a thunk, makes the call, does with the result what the context says, and seals
the record. What comes out is frozen.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from strictcheck.budgets import recording
from strictcheck.calls import Arguments, name_of
from strictcheck.contexts import Context, whnf
from strictcheck.demands import Demand
from strictcheck.errors import ReplayMismatch, StrictCheckError
from strictcheck.messages import show_path, shown
from strictcheck.options import Options
from strictcheck.plain import plain
from strictcheck.record import Record
from strictcheck.shapes import Kind, shape_of
from strictcheck.snapshots import demand_of
from strictcheck.standins.iterators import IteratorThunk
from strictcheck.standins.placing import stand_in
from strictcheck.standins.taps import Tap
from strictcheck.thunks import UNFORCED, is_thunk
from strictcheck.traces import Recorded

if TYPE_CHECKING:
    from strictcheck.pictures import Outline

__all__ = ["Observation", "observe"]

R = TypeVar("R")

ATOMS_NOTE = (
    "strictcheck: code written in C may insist on the exact class of a value and refuse the thunk that stands for it; "
    "pass atoms=(str, bytes), or whichever class it wants, to have such values handed out as themselves"
)


class Observation(Recorded, Generic[R]):
    """What came of one call in one context. Made by `observe`; nothing in it changes any more.

    `result` is the plain value, as far as the context forced it: parts nobody looked at are thunks that still work.
    An iterator comes as a `Stream` of what was pulled, and the rest. `error` is the exception that was caught (see
    `catch` of `observe`), or None.
    """

    def __init__(self, call: _Call, arguments: Arguments, record: Record) -> None:
        self._call = call
        self._arguments = arguments
        self._record = record
        self._outcome = Record(record.makers).log("result")
        self.result: R = cast(R, None)
        self.error: BaseException | None = None

    @property
    def name(self) -> str:
        """What was called.

        >>> observe(sum, [1]).name
        'sum'
        """
        return name_of(self._call.function)

    @functools.cached_property
    def demands(self) -> Mapping[str, Demand]:
        """The demand on each argument, by parameter name, in the order of the signature.

        `*args` and `**kwargs` are one argument each, a sequence and a mapping. Arguments of a function that does not
        tell its parameters are called `arg0`, `arg1`, ...
        """
        return {log.name: demand_of(log) for log in self._record.logs}

    @property
    def demand(self) -> Demand:
        """The demand on the only argument; raises `StrictCheckError` if there is not exactly one."""
        if len(self.demands) != 1:
            names = ", ".join(self.demands) or "none"
            raise StrictCheckError(f"this call has {len(self.demands)} arguments ({names}); use demands[name]")
        return next(iter(self.demands.values()))

    @functools.cached_property
    def result_demand(self) -> Demand:
        """What the context looked at of the result."""
        return demand_of(self._outcome)

    def _seal(self) -> None:
        self._record.seal()
        self._outcome.record.seal()

    def replay(self) -> Observation[R]:
        """Call again, on the partial values of these demands, in which every hole raises `Unevaluated` on any touch.

        Returns the new observation. Raises `ReplayMismatch` if it differs in result or demand: then the function does
        not depend on its arguments alone, or what it looked at was not recorded.

        >>> observe(sum, [1, 2]).replay().result
        3
        """
        again = self.rerun(self._arguments.partial(self.demands))
        _check_same("result", self.result_demand, again.result_demand, again.error)
        for name, demand in self.demands.items():
            _check_same(name, demand, again.demands[name], again.error)
        if type(self.error) is not type(again.error):
            raise ReplayMismatch(f"replay raised {shown(again.error)}, the call {shown(self.error)}") from again.error
        return again

    def rerun(self, arguments: Mapping[str, Any]) -> Observation[R]:
        """Call again, in the same context and with the same options, on other arguments, by name as in `demands`.

        Returns the new observation; an exception of the call is kept in its `error`. Raises `TypeError` for
        other names.

        >>> observe(sum, [1, 2]).rerun({"iterable": [3, 4]}).result
        7
        """
        if any(map(inspect.iscoroutinefunction, (self._call.function, self._call.context))):
            raise StrictCheckError(
                f"{name_of(self._call.function)} is called by awaiting, which cannot be done from here; "
                "observe a function that runs it to its end, lambda xs: asyncio.run(...)"
            )
        names = self._arguments.values
        if not isinstance(arguments, Mapping) or set(arguments) != set(names):
            expected = ", ".join(map(repr, names))
            raise TypeError(f"rerun: arguments={shown(arguments)}; expected a dict with the keys {expected}")
        args, kwargs = self._arguments.arranged(arguments)
        return _Call(self._call.function, self._call.context, self._call.options, catch=Exception).made(args, kwargs)

    # Pictures are loaded when somebody wants to see one; they would make a third of the time that importing takes.
    def __rich__(self) -> Outline:
        from strictcheck.pictures import outline_of

        return outline_of(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        from strictcheck.pictures import mimebundle

        return mimebundle(self, include, exclude)

    def __repr__(self) -> str:
        demands = ", ".join(f"{name}: {demand.pretty()}" for name, demand in self.demands.items())
        outcome = f"raised {shown(self.error)}" if self.error is not None else f"result: {self.result_demand.pretty()}"
        return f"<Observation of {self.name}; {demands}; {outcome}>"


def _check_same(what: str, first: Demand, again: Demand, error: BaseException | None) -> None:
    if first != again:
        path = next(iter(first - again or again - first), ())
        raise ReplayMismatch(
            f"replay looked differently at {what}, first at {show_path(path)}\n"
            f"  call:   {first.pretty()}\n  replay: {again.pretty()}"
        ) from error


class _Call:
    """A function, and how it is observed."""

    def __init__(self, function: Callable[..., Any], context: Context, options: Options, catch: Any) -> None:
        self.function = function
        self.context = context
        self.options = options
        self.catch = catch

    def _prepare(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Observation[Any], Any, Any]:
        record = self.options.record()
        arguments = Arguments(self.function, args, kwargs)
        return Observation(self, arguments, record), *arguments.stand_ins(record)

    def made(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Observation[Any]:
        """Make the call."""
        observation, positional, named = self._prepare(args, kwargs)
        with self._recorded(observation):
            result = self.function(*positional, **named)
            observation.result, pullable = _kept(result)
            self.context(stand_in(observation._outcome, UNFORCED, None, pullable))
        return observation

    async def awaited(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Observation[Any]:
        """Make the call, waiting for it where it has to be waited for."""
        observation, positional, named = self._prepare(args, kwargs)
        with self._recorded(observation):
            result = self.function(*positional, **named)
            observation.result, pullable = _kept(await result if inspect.isawaitable(result) else result)
            asked = self.context(stand_in(observation._outcome, UNFORCED, None, pullable))
            if inspect.isawaitable(asked):
                await asked
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
                observation.result = plain(observation.result)
        except BaseException as error:
            observation._seal()  # again: Ctrl-C may have come before it was
            observation.error = error
            if type(error) is TypeError and "Thunk" in str(error):
                error.add_note(ATOMS_NOTE)
            if not isinstance(error, self.catch):
                error.observation = observation  # type: ignore[attr-defined]
                raise


def _kept(result: Any) -> tuple[Any, Any]:
    """What to keep of a result, and what to give the context: of an iterator a stream, so that nothing is lost."""
    if not _is_iterator(result):
        return result, result
    tap = Tap(result)
    return tap.stream, tap


def _is_iterator(result: Any) -> bool:
    cls = type(result)
    return issubclass(cls, IteratorThunk) if is_thunk(result) else shape_of(cls).kind is Kind.ITERATOR


def observe(
    function: Callable[..., R],
    /,
    *args: Any,
    context: Context = whnf,
    atoms: tuple[type, ...] = (),
    where: bool = False,
    watch: tuple[str, ...] = (),
    count: bool = False,
    catch: type[BaseException] | tuple[type[BaseException], ...] = (),
    **kwargs: Any,
) -> Observation[R]:
    """Call `function(*args, **kwargs)` on stand-ins that note what is looked at. Returns the `Observation`.

    `context` is what is done with the result: `whnf`, `nf`, `spine`, `take(n)`, `upto(demand)`, or any function of it.
    Values of the classes in `atoms` are handed out as themselves, forced when fetched. `where=True` keeps the place
    in the code that forced, `watch` local variables there (where there are none, those of the nearest caller within the
    call that has some), `count=True` how often parts were fetched.

    These six names are `observe`'s own: a function with parameters of such names gets them by position, or through
    `functools.partial`.

    The arguments are forced as far as the call and the context look, iterators among them are used up as far as they
    are pulled; other objects are left as they were. An exception of the call is raised, and carries the observation up
    to there as `exc.observation`; those of a class in `catch` are kept in `.error` instead. For a coroutine function,
    the result is to be awaited.

    The words and the idea are those of StrictCheck: Foner, Zhang and Lampropoulos, "Keep Your Laziness in Check",
    ICFP 2018.

    >>> observe(any, [False, True, False]).demand
    Demand.parse('[False, True, _]')
    >>> observe(lambda config: config["host"], {"host": "a", "port": 80}).demand
    Demand.parse("{'host': 'a', **_}")
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
    call = _Call(function, context, Options.of(atoms, where, watch, count), catch)
    if inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(context):
        return call.awaited(args, kwargs)  # type: ignore[return-value]  # the type of a coroutine function says so
    return call.made(args, kwargs)
