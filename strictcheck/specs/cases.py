"""One call to try: a function, its arguments, a context. It can be made any number of times.

Arguments are either whole, as they were drawn, or cut down to demands: partial values, with holes where nobody
looked. An iterator, which one call would use up, is kept as a stream; each call gets an iterator of its own.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from itertools import count
from typing import Any

from strictcheck.demands import Demand
from strictcheck.kinds.table import kind_of
from strictcheck.messages import shown
from strictcheck.observation.call_arguments import Arguments, name_of
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.partial_values import partial_value
from strictcheck.observation.result_contexts import Context
from strictcheck.specs.certified import ONE_CALL, CallPolicy
from strictcheck.thunks.streams import Stream

LONGEST = 200  # characters of an argument in a message

Call = tuple[tuple[Any, ...], dict[str, Any]]


class Inputs:
    """Arguments of a call: `for_one_call` for each time it is made, and for its judges with streams for iterators."""

    def __init__(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        self._args = tuple(map(_make_repeatable, args))
        self._kwargs = {name: _make_repeatable(value) for name, value in kwargs.items()}

    def for_one_call(self) -> Call:
        """Return positional and keyword arguments for one call."""
        return tuple(map(_for_call, self._args)), {name: _for_call(value) for name, value in self._kwargs.items()}

    def for_judge(self) -> Call:
        """Return the arguments with streams in place of iterators."""
        return tuple(map(_for_judge, self._args)), {name: _for_judge(value) for name, value in self._kwargs.items()}


class _RepeatableIterator:
    """Iterator argument, with all elements that were ever pulled of it."""

    def __init__(self, iterator: Any) -> None:
        self.for_judge = Stream(iterator)

    def for_call(self) -> Any:
        """Return an iterator for one call."""
        return iter(self.for_judge)


class _RepeatableAsyncIterator:
    """Async iterator argument, with all elements that were ever pulled of it."""

    def __init__(self, iterator: Any) -> None:
        self._source = iterator
        self._cells: list[Any] = []

    async def for_call(self) -> AsyncIterator[Any]:
        """Return an async generator for one call."""
        for at in count():
            if at == len(self._cells):
                try:
                    self._cells.append(await anext(self._source))
                except StopAsyncIteration:
                    return
            yield self._cells[at]

    @property
    def for_judge(self) -> Any:
        """Return an async generator for a judge, who cannot look into it without waiting."""
        return self.for_call()


class _RepeatableFile:
    """File argument; each call reads it from where it was."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._place = file.tell()

    def for_call(self) -> Any:
        """Return the file, at the place where it was at first."""
        self._file.seek(self._place)
        return self._file

    for_judge = property(for_call)


REPEATABLE = (_RepeatableIterator, _RepeatableAsyncIterator, _RepeatableFile)


def _make_repeatable(value: Any) -> Any:
    kind = kind_of(type(value))
    if kind.is_used_up and not kind.is_pulled:
        with suppress(OSError, ValueError):  # it cannot move, or is closed
            return _RepeatableFile(value)
    if not kind.is_pulled:
        return value
    return _RepeatableIterator(value) if kind.is_pulled_by_next() else _RepeatableAsyncIterator(value)


def _for_call(value: Any) -> Any:
    return value.for_call() if type(value) in REPEATABLE else value


def _for_judge(value: Any) -> Any:
    return value.for_judge if type(value) in REPEATABLE else value


class CallCase:
    """Call that can be observed. `cut` has the demands that its arguments are cut down to; None if they are whole."""

    def __init__(
        self,
        function: Callable[..., Any],
        inputs: Inputs,
        context: Context,
        catch: Any = (),
        cut: Mapping[str, Demand] | None = None,
        policy: CallPolicy = ONE_CALL,
    ) -> None:
        self.function = function
        self.inputs = inputs
        self.context = context
        self.catch = catch
        self.cut = cut
        self.policy = policy

    def __repr__(self) -> str:
        return self.text()

    def text(self) -> str:
        """Write the call, with `_` for parts that are cut away; long texts are shortened."""
        values, cut = self.arguments().values, self.cut
        texts = [f"{name}={cut[name].pretty() if cut else shown(value, LONGEST)}" for name, value in values.items()]
        return f"{name_of(self.function)}({', '.join(texts)})"

    def observe(self, *, where: bool = False) -> Observation[Any]:
        """Make the call. Raises its exception, unless `catch` has it; the exception carries the observation."""
        args, kwargs = self.inputs.for_one_call()
        return self.policy.observe(self.function, args, kwargs, self.context, where=where, catch=self.catch)

    def arguments(self, *, for_judge: bool = True) -> Arguments:
        """Return the arguments by name: as a judge gets them, or as the function gets them."""
        args, kwargs = self.inputs.for_judge() if for_judge else self.inputs.for_one_call()
        return Arguments(self.function, args, kwargs)

    def cut_to(self, demands: Mapping[str, Demand]) -> CallCase:
        """Return this call on partial values that have the parts in `demands` and no others.

        These may be demands on other values than the present arguments: cut arguments can be simplified, too.
        """
        known = self.cut if self.cut is not None else demands
        whole = self.inputs.whole if isinstance(self.inputs, _Rebuilt) else self.arguments(for_judge=False)
        alike = {name: value for name, value in whole.values.items() if demands[name] == known[name]}
        policy = self.policy.without_certificates()
        return CallCase(self.function, _Rebuilt(whole, demands, alike), self.context, self.catch, demands, policy)

    def in_context(self, context: Context) -> CallCase:
        """Return this call in another context."""
        return CallCase(self.function, self.inputs, context, self.catch, self.cut, self.policy)


class _Rebuilt(Inputs):
    """Arguments rebuilt from demands for each call, for a call may use up a partial value too.

    `whole` are the arguments that were cut; `alike` has the values of those whose demands are unchanged.
    """

    def __init__(self, whole: Arguments, demands: Mapping[str, Demand], alike: Mapping[str, Any]) -> None:
        self.whole = whole
        self._demands = demands
        self._alike = alike

    def for_one_call(self) -> Call:
        parts = {name: partial_value(demand, like=self._like(name, demand)) for name, demand in self._demands.items()}
        return self.whole.arrange(parts)

    def _like(self, name: str, demand: Demand) -> Any:
        return self.whole.values[name] if not demand else self._alike.get(name)

    def for_judge(self) -> Call:
        args, kwargs = self.for_one_call()
        return Inputs(args, kwargs).for_judge()
