"""One call to try, a function, its arguments, a context, any number of times; and judges, which tell those to be found.

Arguments are either whole, as they were drawn, or cut down to demands: parts at which neither the call nor its judge
looked cannot matter, and are left out in one step, however big the arguments are. An iterator, which one call would use
up, is kept as a stream; each call gets an iterator of its own.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

from strictcheck.demands import Demand
from strictcheck.demands.order import twins
from strictcheck.errors import DemandMismatch, NotCertified
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.partials import class_behind, cursor_methods
from strictcheck.kinds.pulled import Pulled
from strictcheck.kinds.table import is_iterator, kind_of
from strictcheck.messages import in_code, shown
from strictcheck.observation.call_arguments import Arguments, name_of
from strictcheck.observation.lazy_results import parts_within
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.partial_values import partial_value
from strictcheck.observation.result_contexts import Context
from strictcheck.specs.certified import ONE_CALL, CallPolicy, Given, retry_with_atoms
from strictcheck.specs.differences import DemandDifference
from strictcheck.thunks.proxy import is_thunk
from strictcheck.thunks.suspended import Stream

LONGEST = 200  # characters of an argument in a message
USED_UP = (
    "cannot tell: {} pulls of an iterator within its arguments, of which {} has pulled before; give each its own: "
    "assert observe(f, make()).demand == observe(g, make()).demand"
)


class Inputs:
    """Arguments of a call: `for_one_call` for each time it is made, and for its judges with streams for iterators."""

    def __init__(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        self._args = [_repeated(value) for value in args]
        self._kwargs = {name: _repeated(value) for name, value in kwargs.items()}

    def for_one_call(self) -> Given:
        """Return positional and keyword arguments for one call."""
        return tuple(one.for_call() for one in self._args), {name: one.for_call() for name, one in self._kwargs.items()}

    def for_judge(self) -> Given:
        """Return the arguments with streams in place of iterators; those that are async come as for a call."""
        kwargs = {name: one.for_judge() for name, one in self._kwargs.items()}
        return tuple(one.for_judge() for one in self._args), kwargs


class _Repeated(NamedTuple):
    """Functions that give an argument once more: for a call, and for a judge."""

    for_call: Callable[[], Any]
    for_judge: Callable[[], Any]


def _repeated(value: Any) -> _Repeated:
    kind, again = kind_of(type(value)), partial(_itself, value)
    if kind.is_used_up and not kind.is_pulled:
        with suppress(OSError, ValueError):  # it cannot move, or is closed
            again = partial(_rewound, value, value.tell())
    elif is_iterator(value) and not cursor_methods(class_behind(value)):
        stream = Stream(value)
        return _Repeated(partial(iter, stream), partial(_itself, stream))
    elif kind.is_pulled:
        again = partial(_given_again, Pulled(value))
    return _Repeated(again, again)


def _itself(value: Any) -> Any:
    return value


def _rewound(file: Any, place: int) -> Any:
    file.seek(place)
    return file


def _given_again(known: Pulled) -> Any:
    """Make an iterator of the same class that gives what was pulled before, by `next` or a method, and then more."""
    source = known.source
    return kind_of(type(source)).pull_again([*known.elements], known, Pulled(source))


@dataclass(repr=False, eq=False)
class CallCase:
    """Call that can be observed. `cut` has the demands that its arguments are cut down to; None if they are whole.

    `code` has the whole arguments as they can be pasted, by name; nothing for those of which no expression is known.
    """

    function: Callable[..., Any]
    inputs: Inputs
    context: Context
    catch: Any = ()
    cut: Mapping[str, Demand] | None = None
    policy: CallPolicy = ONE_CALL
    code: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """Write the call, to be pasted; arguments that are long, or no expression, with `_` for what is cut away."""
        arguments, cut = self.arguments(), self.cut or {}
        code = self.code or self._in_code(arguments)
        marks = _marks(self.function, arguments.values)
        texts = [
            marks[name] + (code[name] or (cut[name].pretty() if name in cut else shown(value, LONGEST)))
            for name, value in arguments.values.items()
        ]
        return f"{name_of(self.function)}({', '.join(texts)})"

    def _in_code(self, arguments: Arguments) -> dict[str, str]:
        given, code = self.arguments(for_judge=False).values, {}
        for name, value in arguments.values.items():
            is_streamed = is_iterator(given[name]) and hasattr(value, "split")
            code[name] = expression_of(value.split()[0] if is_streamed else value)
            code[name] = f"iter({code[name]})" if is_streamed and code[name] else code[name]
        return code

    __repr__ = text

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(self.text())  # Hypothesis has a way of its own for dataclasses

    def observe(self, *, where: bool = False) -> Observation[Any]:
        """Make the call. Raises its exception, unless `catch` has it; the exception carries the observation."""
        given = self.inputs.for_one_call()
        return self.policy.observe(self.function, given, self.context, where=where, catch=self.catch)

    def arguments(self, *, for_judge: bool = True) -> Arguments:
        """Return the arguments by name: as a judge gets them, or as the function gets them."""
        args, kwargs = self.inputs.for_judge() if for_judge else self.inputs.for_one_call()
        return Arguments(self.function, args, kwargs)

    def cut_to(self, demands: Mapping[str, Demand]) -> CallCase:
        """Return this call on partial values that have the parts in `demands` and no others."""
        cut = _Rebuilt(self.arguments(for_judge=False), demands)
        policy, code = self.policy.without_certificates(), self._in_code(self.arguments())
        return replace(self, inputs=cut, cut=demands, policy=policy, code=code)


def _marks(function: Any, names: Collection[str]) -> dict[str, str]:
    """Return what stands before each argument in code: `x=`, or stars, or nothing if it is passed by position."""
    known: Mapping[str, inspect.Parameter] = {}
    with suppress(TypeError, ValueError):  # of a function in C the parameters are not known
        known = inspect.signature(function).parameters
    kinds = {name: known[name].kind if name in known else inspect.Parameter.POSITIONAL_ONLY for name in names}
    marks: dict[Any, str] = {
        inspect.Parameter.POSITIONAL_ONLY: "",
        inspect.Parameter.VAR_POSITIONAL: "*",
        inspect.Parameter.VAR_KEYWORD: "**",
    }
    if inspect.Parameter.VAR_POSITIONAL in kinds.values():  # what stands before `*args` is passed by position too
        marks[inspect.Parameter.POSITIONAL_OR_KEYWORD] = ""
    return {name: marks.get(kind, f"{name}=") for name, kind in kinds.items()}


def expression_of(value: Any) -> str:
    """Write a value as an expression; an empty text if none is known."""
    if any(map(_is_hidden, parts_within(value, LONGEST))):
        return ""
    return in_code(value) or in_code(value, lambda whole: str(Demand.full(whole)))


def _is_hidden(part: Any) -> bool:
    """True of a function, and of a value that is lazy or opaque: what is in it cannot be written."""
    kind = kind_of(type(part))
    return is_thunk(part) or kind.is_lazy or kind.is_opaque or (callable(part) and not isinstance(part, type))


class _Rebuilt(Inputs):
    """Arguments rebuilt from demands on `whole` ones for each call, for a call may use up a partial value too."""

    def __init__(self, whole: Arguments, demands: Mapping[str, Demand]) -> None:
        self._whole = whole
        self._demands = demands

    def for_one_call(self) -> Given:
        values = self._whole.values
        return self._whole.arrange({name: partial_value(d, like=values[name]) for name, d in self._demands.items()})

    def for_judge(self) -> Given:
        return Inputs(*self.for_one_call()).for_judge()


def observe_certified(
    functions: Sequence[Any], inputs: Inputs, context: Context, certify: bool | None, *, fetches: bool = False
) -> list[Observation[Any]]:
    """Observe functions on the same arguments, each on its own iterators; each observation is verified, and replayed.

    `fetches` are recorded if asked for, and lines always. Raises `NotCertified`, and the exceptions of the functions.
    """

    def observe(policy: CallPolicy) -> list[Observation[Any]]:
        found = [policy.observe(function, inputs.for_one_call(), context, where=True) for function in functions]
        if len(found) > 1 and not found[0]._record.pulled.keys().isdisjoint(found[1]._record.pulled):
            raise NotCertified(USED_UP.format(found[1].name, found[0].name))
        for observation in found:
            policy.replay(observation)
        return found

    return retry_with_atoms(certify, observe, fetches)


@dataclass(frozen=True, slots=True)
class Judgement:
    """Reason for finding a call: the argument, its first part that differs, and the demands that were expected."""

    argument: str
    difference: DemandDifference
    expected: Mapping[str, Demand] = field(default_factory=dict)


class FoundCall(NamedTuple):
    """Call that was found: its case, its observation, and the judge's reason."""

    case: CallCase
    observation: Observation[Any]
    judgement: Judgement
    unsearched: str = ""  # why there may be a simpler call, if not all that are simpler were tried

    def is_like(self, other: FoundCall) -> bool:
        """True if both calls have equal demands and equal reasons."""
        return self.judgement == other.judgement and self.observation.demands == other.observation.demands


class Judge:
    """Judge of observations, which tells the calls to be found, for the check called `name`."""

    name: str
    needs_fetches = False  # True if each fetch of a part is to be recorded, with its line

    def judge(self, case: CallCase, observation: Observation[Any]) -> Judgement | None:
        """Return the reason if this call is to be found, or None."""
        raise NotImplementedError

    def idle(self, case: CallCase, observation: Observation[Any]) -> str | None:
        """Return the reason why the call, which was just judged, could not be one to be found; None if it could."""
        raise NotImplementedError

    def mismatch(self, found: FoundCall) -> DemandMismatch:
        """Return the error that describes a call that was found."""
        raise NotImplementedError

    def own_demands(self, case: CallCase, observation: Observation[Any]) -> Mapping[str, Demand] | None:
        """Return the parts of the arguments that judging looks at, or None if that is unknown."""
        return {}

    def try_case(self, case: CallCase, observation: Observation[Any] | None = None) -> FoundCall | None:
        """Return the case with its observation if it is to be found. Raises what the call and the judge raise."""
        observation = case.observe() if observation is None else observation
        judgement = self.judge(case, observation)
        return None if judgement is None else FoundCall(case, observation, judgement)

    def cut_down(self, found: FoundCall) -> FoundCall:
        """Return the call on partial values, with holes wherever neither it nor the judge looked.

        It makes the call once more, whatever the size of the arguments. If that differs, the call is not cut: some
        functions look at parts that no observation can see.
        """
        observation, expected = found.observation, found.judgement.expected
        own_demands = self.own_demands(found.case, observation)
        if own_demands is None:
            return found
        try:
            needed = {
                name: _of_the_kinds_in(demand, expected.get(name, Demand()) | own_demands.get(name, Demand()) | demand)
                for name, demand in observation.demands.items()
            }
            cut = self.try_case(found.case.cut_to(needed))
        except Exception:
            return found
        return cut._replace(unsearched=found.unsearched) if cut is not None and cut.is_like(found) else found


def _of_the_kinds_in(actual: Demand, joined: Demand) -> Demand:
    """Return `joined` with the classes of the layers of `actual`, so that an iterator is rebuilt as one."""
    layers = [layer for _, _, _, layer in joined.rows()]
    for row, twin in enumerate(twins(actual._tree, joined._tree)):
        layer = actual._tree.layers[row]
        if isinstance(layer, Layer):
            layers[twin] = layers[twin].of_class(layer.cls)
    return Demand(joined._tree.parents, joined._tree.keys, layers)
