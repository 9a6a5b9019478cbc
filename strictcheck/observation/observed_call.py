"""`Observation`: the outcome of one call in one context."""

from __future__ import annotations

import dataclasses
import functools
import weakref
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from threading import get_ident
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from strictcheck.demands import Demand
from strictcheck.errors import StrictCheckError, TooMuchForced, is_interruption
from strictcheck.kinds.building import is_leaf
from strictcheck.kinds.layer import Layer, class_of
from strictcheck.kinds.partials import is_partly_known
from strictcheck.kinds.placing import argument_stand_in
from strictcheck.kinds.table import kind_of
from strictcheck.kinds.unwrapping import Known, is_untouched, unwrap
from strictcheck.messages import shown
from strictcheck.observation.call_arguments import Arguments, attributes_kept, bound_objects, name_of, take_out_thunks
from strictcheck.observation.certificates import Certifier, check_attributes
from strictcheck.observation.demand_of_record import Demands, demand_of, demand_on_atom, only_demand
from strictcheck.observation.fresh_copies import GivenAgain
from strictcheck.observation.lazy_results import may_look_later
from strictcheck.observation.outcomes import Touch, check_replay, partial_arguments, restore_attributes
from strictcheck.observation.result_contexts import whnf
from strictcheck.observation.traces import Recorded
from strictcheck.thunks.log import Log, Record
from strictcheck.thunks.proxy import force, get_source, is_open, is_thunk
from strictcheck.unused import keep_in_test

if TYPE_CHECKING:
    from strictcheck.pictures import Outline

R = TypeVar("R")


class Observation(Recorded, Generic[R]):
    """Outcome of one call in one context. Made by `observe`; nothing in it changes any more.

    `result` is the plain value. What nobody changed is the caller's own object; in what the call changed, parts that
    nobody looked at may be thunks, which still work. An iterator is returned as a `Stream` of the pulled elements, and
    the rest. `error` is the exception that was caught (see `catch` of `observe`), or None. Until `verify` was called
    and found nothing, its `repr` says "not verified".
    """

    def __await__(self) -> Generator[Any, None, Observation[R]]:
        """Return the observation, which is there: only that of a coroutine function has to be awaited."""
        yield from ()
        return self

    def __init__(self, call: Any, arguments: Arguments, record: Record) -> None:
        self._call = call
        self._arguments = arguments
        self._record = record
        self._known = Known(record.shared)
        self._outcome: Log | None = None  # of the context's looks at the result
        self._atom: tuple[Any, ...] = ()  # the result in place of that, if it has no parts and the context is `whnf`
        self._verified = False
        self._given: Mapping[str, Any] = {}  # the arguments as the call got them
        self._touched: list[Touch] | None = None  # of holes, if this is a replay
        self._restored: list[Any] = []  # what the call got as itself, and changed
        self._anew: Callable[[], Mapping[int, Any]] = dict  # for a replay, containers that were atoms, by their ids
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

        Exceeded budgets (`TooMuchForced`) interrupt it, and what is raised from outside, such as `KeyboardInterrupt`,
        `SystemExit`, or the time limit of a test runner: all that is no `Exception`, but for panics of libraries in
        Rust. Any other exception is an outcome of the call, which is complete with it.
        """
        return not (isinstance(self.error, TooMuchForced) or is_interruption(self.error))

    @functools.cached_property
    def demands(self) -> Mapping[str, Demand]:
        """The demand on each argument, by parameter name, in the order of the signature.

        `*args` and `**kwargs` are one argument each. Without a signature, arguments are called `arg0`, `arg1`, ...
        """
        found = Demands((log.name, demand_of(log)) for log in self._record.logs)
        found.function = self._call.function
        for name, demand in found.items():
            demand._origin = weakref.ref(self), name
        if self._touched is None:  # of a replay, nobody sees a failed assertion
            keep_in_test(self)
        return found

    @property
    def demand(self) -> Demand:
        """The demand on the only argument; raises `StrictCheckError` if there is not exactly one."""
        return only_demand(self.demands)

    @functools.cached_property
    def result_demand(self) -> Demand:
        """Demand of the context on the result."""
        return demand_of(self._outcome) if self._outcome is not None else demand_on_atom(*self._atom)

    def verify(self) -> Observation[R]:
        """Make the plain call, on fresh copies of the arguments, and return this observation if that agrees with it.

        Calls the function and the context once, and forces nothing. The mutable parts of the arguments that this call
        reached are copied, the rest is shared; iterators give the pulled elements again. Objects of
        opaque classes cannot be copied: each call gets the caller's own. A copy is another object, as a thunk is: code
        that finds the very object in a table of its own (interned objects, registries) finds neither, unnoticed.

        Raises `NotCertified` if result, exception, or the arguments after the call differ, with a way to mend it,
        which is found by more calls; `NotCertified` if two plain calls differ from each other;
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
        check_attributes(self)
        if not self._verified:
            Certifier(self).check()
            self._verified = True
        return self

    def replay(self) -> Observation[R]:
        """Call again, on the partial values of these demands, in which every hole raises `Unevaluated` on any touch.

        Returns the new observation. Raises `NotCertified` if it differs in result or demand: then the function does
        not depend on its arguments alone, or some of its looks were not recorded.

        >>> from strictcheck import observe
        >>> observe(sum, [1, 2]).replay().result
        3
        """
        touched: list[Touch] = []  # also later, by what runs in the background
        arguments = partial_arguments(self, touched)
        touched.clear()  # of a file, what is known is read now
        with attributes_kept(bound_objects(self._call.function)):  # not to leave parts of an argument in them
            again = self.rerun(arguments)
        again._touched = touched
        if again.error is not None:  # which was unwrapped, with the holes in it
            touched[:] = [one for one in touched if one.thread != get_ident()]
        check_replay(self, again)
        return again

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
        again: Observation[R] = self._call.again(Exception).make(*self._arguments.arrange(arguments))
        return again

    def _with_places(self) -> Observation[R]:
        """Repeat the call on the partial values of its demands, with the lines that forced, unless it has them."""
        if self._record.wheres is not None:
            return self
        call = self._call.again(Exception)
        call.options = dataclasses.replace(call.options, where=True)
        return call.make(*self._arguments.arrange(partial_arguments(self, [])))

    def _is_repeatable(self) -> bool:
        """True if the arguments can be given to a plain call."""
        values = self._arguments.values.values()
        return not any((is_thunk(one) and is_open(one)) or is_partly_known(one) for one in values)

    def _given_again(self, *, whole: bool = False) -> GivenAgain:
        """Make fresh arguments for one more call: copies of the parts that this one reached, or of all parts.

        All parts also if this call raised: the next may go on, and change parts that this one did not come to. And if
        it changed something, for parts that nobody looked at may hold that.
        """
        everything = whole or self.error is not None or not self._is_unchanged
        return GivenAgain(self._arguments.values, {} if everything else dict(self.demands), self._record)

    def _again(self, atoms: tuple[type, ...], arguments: Mapping[str, Any]) -> Observation[R]:
        """Observe once more, with other atoms; the exception is kept in its `error`."""
        again: Observation[R] = self._call.again(BaseException, atoms).make(*self._arguments.arrange(arguments))
        if is_interruption(again.error):
            raise again.error
        return again

    def _keep(self, result: Any) -> None:
        self.result = result

    def _outcome_thunk(self, result: Any) -> Any:
        """Make a thunk for the result, for the context; none for a value without parts if that only looks at it."""
        if self._call.context is whnf and is_leaf(result):  # as most; see one observation in `bench_everyday.py`
            self._atom = (get_source(force(result)) if is_thunk(result) else result,)
            return result
        self._outcome = self._record.log_of_result()
        return argument_stand_in(self._outcome, result)

    @contextmanager
    def _showing_results(self) -> Iterator[Callable[[Any], Any]]:
        """Yield a function that makes a thunk for the result of another call, for the context in this block."""
        log = self._record.log_of_result()
        try:
            yield functools.partial(argument_stand_in, log)
        finally:
            log.record.seal()

    def _arguments_after(self) -> dict[str, Any]:
        """Return the arguments after the call, without thunks where it looked."""
        return {name: unwrap(value, known=self._known) for name, value in self._given.items()}

    @functools.cached_property
    def _is_unchanged(self) -> bool:
        """True if nothing was written to the arguments; False if something was, or if nobody can tell."""
        given = self._arguments.arrange(self._given)
        return all(map(is_untouched, (*given[0], *given[1].values()))) and not self._known.written

    _may_look_later = may_look_later

    def _close(self) -> None:
        """Seal the records, however the call ended, and unwrap the result; surviving thunks keep nothing else alive."""
        self._seal()
        self._known.pulled = {} if self._outcome is None else self._outcome.pulled
        self.result = unwrap(self.result, known=self._known)
        handed_out = self._record.handed_out
        self._restored = restore_attributes(self._record) if handed_out else []
        take_out_thunks([*bound_objects(self._call.function), *(one for one, _ in handed_out.values())])
        self._record.release()
        if self._outcome is not None:
            self._outcome.shared = {}

    def _seal(self) -> None:
        self._record.seal()
        if self._outcome is not None and self._outcome.record.is_open:
            self._outcome.record.seal()

    # Pictures are loaded when they are shown; they would take a third of the time of the import.
    def __rich__(self) -> Outline:
        from strictcheck.pictures import outline_of

        return outline_of(self)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from strictcheck.pictures import mimebundle

        return mimebundle(self)

    def __repr__(self) -> str:
        demands = ", ".join(f"{name}: {demand.pretty()}{_wholes_in(demand)}" for name, demand in self.demands.items())
        outcome = f"raised {shown(self.error)}" if self.error is not None else f"result: {self.result_demand.pretty()}"
        state = "" if self._verified else "; not verified" if self.complete else "; not complete"
        owner = getattr(self._call.function, "__self__", None)  # of a method, that it is called on
        state += "; self not observed" if owner is not None and not isinstance(owner, (type, ModuleType)) else ""
        return f"<Observation of {self.name}; {demands}; {outcome}{state}>"


def _wholes_in(demand: Demand) -> str:
    """Name the classes of parts that were looked at as wholes: what is read inside them cannot be seen."""
    layers = [(row, class_of(layer)) for row, _, _, layer in demand.rows() if isinstance(layer, Layer)]
    wholes = {cls.__name__: row for row, cls in layers if kind_of(cls).is_opaque}
    is_nested = any(wholes.values())
    return f", {' and '.join(wholes)} as a whole" if is_nested else " as a whole" if wholes else ""
