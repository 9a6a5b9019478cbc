"""One call to be tried: a function, its arguments, a context. It can be made any number of times.

Arguments are either whole, as they were drawn, or cut down to demands: partial values, with holes in place of what
nobody looked at. An iterator, which one call would use up, is kept as a stream; each call gets an iterator of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from strictcheck.demands import Demand
from strictcheck.messages import shown
from strictcheck.observation.call_arguments import Arguments
from strictcheck.observation.inputs import Inputs
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.partial_values import partial_value
from strictcheck.observation.result_contexts import Context
from strictcheck.specs.assertions import short_name
from strictcheck.specs.certified import ONE_CALL, Believing

__all__ = ["LONGEST", "Case"]

LONGEST = 200  # characters of an argument in a message

Call = tuple[tuple[Any, ...], dict[str, Any]]


class Case:
    """A call that can be observed. `cut` says what is known of each argument if they are partial values, or is None."""

    def __init__(
        self,
        function: Callable[..., Any],
        inputs: Inputs,
        context: Context,
        catch: Any = (),
        cut: Mapping[str, Demand] | None = None,
        believing: Believing = ONE_CALL,
    ) -> None:
        self.function = function
        self.inputs = inputs
        self.context = context
        self.catch = catch
        self.cut = cut
        self.believing = believing

    def __repr__(self) -> str:
        return self.text()

    def text(self) -> str:
        """The call as it would be written, with `_` for what is cut away; what is long is shortened."""
        values, cut = self.arguments().values, self.cut
        texts = [f"{name}={cut[name].pretty() if cut else shown(value, LONGEST)}" for name, value in values.items()]
        return f"{short_name(self.function)}({', '.join(texts)})"

    def observed(self, *, where: bool = False) -> Observation[Any]:
        """Make the call. Raises what it raises, unless that is to be caught; the exception carries the observation."""
        args, kwargs = self.inputs.fresh()
        return self.believing.observed(self.function, args, kwargs, self.context, where=where, catch=self.catch)

    def arguments(self, *, told: bool = True) -> Arguments:
        """The arguments by name: as whoever judges is told them, or as the function gets them."""
        args, kwargs = self.inputs.told() if told else self.inputs.fresh()
        return Arguments(self.function, args, kwargs)

    def cut_to(self, demands: Mapping[str, Demand]) -> Case:
        """The same call, on partial values that hold what `demands` say and nothing else.

        These need not be demands on the arguments that the case has now: what was cut can be made simpler, too.
        """
        known = self.cut if self.cut is not None else demands
        whole = self.inputs.whole if isinstance(self.inputs, _Rebuilt) else self.arguments(told=False)
        alike = {name: value for name, value in whole.values.items() if demands[name] == known[name]}
        believing = self.believing.without_certificates()
        return Case(self.function, _Rebuilt(whole, demands, alike), self.context, self.catch, demands, believing)

    def in_context(self, context: Context) -> Case:
        """The same call, in another context."""
        return Case(self.function, self.inputs, context, self.catch, self.cut, self.believing)


class _Rebuilt(Inputs):
    """Arguments made anew of demands each time, for a partial value may be used up too.

    `whole` are the arguments that were cut; `alike` are those of them that the demands still are demands on.
    """

    def __init__(self, whole: Arguments, demands: Mapping[str, Demand], alike: Mapping[str, Any]) -> None:
        self.whole = whole
        self._demands = demands
        self._alike = alike

    def fresh(self) -> Call:
        parts = {name: partial_value(demand, like=self._like(name, demand)) for name, demand in self._demands.items()}
        return self.whole.arranged(parts)

    def _like(self, name: str, demand: Demand) -> Any:
        return self.whole.values[name] if not demand else self._alike.get(name)

    def told(self) -> Call:
        args, kwargs = self.fresh()
        return Inputs(args, kwargs).told()
