"""`Observation`: one call in one context, and what came of it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from strictcheck.demands import Demand
from strictcheck.errors import NotCertified, StrictCheckError, TooMuchForced
from strictcheck.kinds.partials import Partial
from strictcheck.kinds.placing import argument_stand_in
from strictcheck.messages import show_path, shown
from strictcheck.observation.call_arguments import Arguments, name_of
from strictcheck.observation.certificates import INTERRUPTIONS, Certifier
from strictcheck.observation.fresh_copies import GivenAgain
from strictcheck.observation.partial_values import partial_value
from strictcheck.observation.shared_parts import demand_of, joint_demand
from strictcheck.observation.traces import Recorded
from strictcheck.observation.unwrapping import is_untouched, plain
from strictcheck.thunks.log import Log, Record
from strictcheck.thunks.proxy import get_place, is_open, is_thunk

if TYPE_CHECKING:
    from strictcheck.pictures import Outline

__all__ = ["Observation"]

R = TypeVar("R")


class Observation(Recorded, Generic[R]):
    """What came of one call in one context. Made by `observe`; nothing in it changes any more.

    `result` is the plain value, as far as the context forced it: parts nobody looked at are thunks that still work.
    An iterator comes as a `Stream` of what was pulled, and the rest. `error` is the exception that was caught (see
    `catch` of `observe`), or None. Until `verify` was called and found nothing, its `repr` says "not verified".
    """

    def __init__(self, call: Any, arguments: Arguments, record: Record) -> None:
        self._call = call
        self._arguments = arguments
        self._record = record
        self._outcome = _log_of_result(record)
        self._verified = False
        self._given: Mapping[str, Any] = {}  # the arguments as the call got them
        self.result: R = cast(R, None)
        self.error: BaseException | None = None

    @property
    def name(self) -> str:
        """Name of the function that was called.

        >>> from strictcheck import observe
        >>> observe(sum, [1]).name
        'sum'
        """
        return name_of(self._call.function)

    @property
    def atoms(self) -> tuple[type, ...]:
        """Classes whose values were handed out as themselves.

        >>> from strictcheck import observe
        >>> observe(sum, [1]).atoms
        (<class 'str'>, <class 'bytes'>)
        """
        atoms: tuple[type, ...] = self._call.options.atoms
        return atoms

    @property
    def complete(self) -> bool:
        """False if the call was interrupted before it had looked at all that it needs.

        By `KeyboardInterrupt`, `SystemExit` or `GeneratorExit`, or because a budget was used up (`TooMuchForced`). Any
        other exception is an outcome of the call, which is complete with it.
        """
        return not isinstance(self.error, (*INTERRUPTIONS, TooMuchForced))

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
        """The demand of the context on the result."""
        return demand_of(self._outcome)

    def verify(self) -> Observation[R]:
        """Make the plain call, on fresh copies of the arguments, and return this observation if that agrees with it.

        Calls the function and the context once, and forces nothing. Copied are those mutable parts of the arguments
        that this call reached, the rest is shared; iterators are given again from what was pulled of them. Objects of
        opaque classes cannot be copied: each call gets the caller's own.

        Raises `NotCertified` if result, exception, or what the call left of its arguments differ, with what mends it,
        which is found by calling some times more; `NotCertified` if two plain calls differ from each other;
        `StrictCheckError` for a call that cannot be made again.

        >>> from strictcheck import observe
        >>> observe(sum, [1, 2]).verify().result
        3
        >>> observe(lambda x: type(x) is int, 1).verify()
        Traceback (most recent call last):
        ...
        strictcheck.errors.NotCertified: verify: <lambda> does not do the same when it is observed, ...
        """
        if not self.complete:
            raise StrictCheckError(f"verify: the call of {self.name} was interrupted by {shown(self.error)}")
        if not self._is_repeatable():
            raise StrictCheckError(
                f"verify: an argument of {self.name} is a thunk of an open observation, or partly known, and cannot be "
                "given to a plain call; verify the observation that it comes from"
            )
        if not self._verified:
            Certifier(self).check()
            self._verified = True
        return self

    def replay(self) -> Observation[R]:
        """Call again, on the partial values of these demands, in which every hole raises `Unevaluated` on any touch.

        Returns the new observation. Raises `NotCertified` if it differs in result or demand: then the function does
        not depend on its arguments alone, or what it looked at was not recorded.

        >>> from strictcheck import observe
        >>> observe(sum, [1, 2]).replay().result
        3
        """
        again = self.rerun(self._partial_arguments())
        _check_same("result", self.result_demand, again.result_demand, again.error)
        for name, demand in self.demands.items():
            _check_same(name, demand, again.demands[name], again.error)
        if type(self.error) is not type(again.error):
            message = f"replay raised {shown(again.error)}, the call {shown(self.error)}"
            raise NotCertified(message, "replay") from again.error
        return again

    def _partial_arguments(self) -> dict[str, Any]:
        """The arguments made of their demands; those that share a part are built together."""
        names, values = list(self.demands), self._arguments.values
        if not self._record.edges:
            return self._arguments.partial(self.demands)
        together = partial_value(joint_demand(self._record.logs), like=[values[name] for name in names])
        return dict(zip(names, together, strict=True))

    def rerun(self, arguments: Mapping[str, Any]) -> Observation[R]:
        """Call again, in the same context and with the same options, on other arguments, by name as in `demands`.

        Returns the new observation; an exception of the call is kept in its `error`. Raises `TypeError` for
        other names.

        >>> from strictcheck import observe
        >>> observe(sum, [1, 2]).rerun({"iterable": [3, 4]}).result
        7
        """
        names = self._arguments.values
        if not isinstance(arguments, Mapping) or set(arguments) != set(names):
            expected = ", ".join(map(repr, names))
            raise TypeError(f"rerun: arguments={shown(arguments)}; expected a dict with the keys {expected}")
        again: Observation[R] = self._call.again(Exception).made(*self._arguments.arranged(arguments))
        return again

    def _is_repeatable(self) -> bool:
        """True if the arguments can be given to a plain call."""
        values = self._arguments.values.values()
        return not any((is_thunk(one) and is_open(one)) or issubclass(type(one), Partial) for one in values)

    def _given_again(self, *, whole: bool = False) -> GivenAgain:
        """Fresh arguments for one more call: copies of what this one reached, or of all there is.

        Of all, too, where this one raised: the next may go on, and change what this one did not come to.
        """
        everything = whole or self.error is not None
        return GivenAgain(self._arguments.values, {} if everything else self.demands, self._record.pulled)

    def _again(self, atoms: tuple[type, ...], arguments: Mapping[str, Any]) -> Observation[R]:
        """Observe once more, with other atoms; the exception is kept in its `error`."""
        again: Observation[R] = self._call.again(BaseException, atoms).made(*self._arguments.arranged(arguments))
        if isinstance(again.error, INTERRUPTIONS):
            raise again.error
        return again

    def _keep(self, result: Any) -> None:
        self.result = result

    def _outcome_thunk(self, result: Any) -> Any:
        """A thunk for the result, as the context gets it."""
        return argument_stand_in(self._outcome, result)

    def _outcome_of(self, result: Any) -> Any:
        """A thunk for the result of another call, as contexts get it."""
        return argument_stand_in(_log_of_result(self._record), result)

    def _arguments_after(self) -> dict[str, Any]:
        """The arguments as the call left them, without thunks where it looked."""
        return {name: plain(value) for name, value in self._given.items()}

    def _effects(self, copy_of: Callable[[Any], Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """The arguments, and each part with a state of its own, as the call left them; and the copies of these parts.

        A part of a tuple may be known here alone: who goes through the tuple once more meets another thunk.
        """
        after, copies = self._arguments_after(), {}
        for thunk, value in self._record.shared.values():
            if copy_of(value) is not value and not is_untouched(thunk):
                log, number, key = get_place(thunk)
                name = log.name if number < 0 else f"{log.name} at {show_path(log.path_of(number, key))}"
                after[name], copies[name] = plain(thunk), copy_of(value)
        return after, copies

    def _left_alone(self) -> bool:
        """True if nothing was written to the arguments; False if something was, or that cannot be told."""
        shared = (thunk for thunk, _ in self._record.shared.values())
        return all(map(is_untouched, self._given.values())) and all(map(is_untouched, shared))

    def _release(self) -> None:
        """Let thunks that got away keep nothing else alive."""
        self._record.release()
        self._outcome.shared = {}

    def _seal(self) -> None:
        self._record.seal()
        self._outcome.record.seal()

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
        state = "" if self._verified else "; not verified" if self.complete else "; not complete"
        return f"<Observation of {self.name}; {demands}; {outcome}{state}>"


def _log_of_result(record: Record) -> Log:
    """A log of its own for what the context looks at of the result."""
    log = Record(record.makers).log("result")
    log.is_result = True
    return log


def _check_same(what: str, first: Demand, again: Demand, error: BaseException | None) -> None:
    if first != again:
        path = next(iter(first - again or again - first), ())
        raise NotCertified(
            f"replay looked differently at {what}, first at {show_path(path)}\n"
            f"  call:   {first.pretty()}\n  replay: {again.pretty()}",
            "replay",
        ) from error
