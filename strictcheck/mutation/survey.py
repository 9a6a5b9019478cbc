"""Survey: a run of the tests without a mutant, for the tests that call the function and the mutants that could show.

A mutant that forces only parts that the call forces anyway cannot be noticed. To find out, it
is applied to the partial value of the demand of a call: either it touches a hole, or it does not.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from strictcheck.demands import Demand
from strictcheck.errors import StrictCheckError, Unevaluated
from strictcheck.kinds.table import is_iterator, shape_of
from strictcheck.mutation.ahead import Ahead
from strictcheck.mutation.changing import with_arguments
from strictcheck.mutation.forcing import KINDS, first_hole, force_first
from strictcheck.observation.budgets import on_observed
from strictcheck.observation.demand_of_record import forced_part
from strictcheck.observation.one_call import observe
from strictcheck.observation.partial_values import partial_value
from strictcheck.thunks.log import Record
from strictcheck.thunks.proxy import get_log, is_forced, is_open, is_thunk


class Survey:
    """Use of the function by the tests: `tests` call it, and `telling[argument]` are the mutants that could show.

    An argument that no call got as a thunk, an iterator or a stream is not in `telling`: no test watches how much of
    it is looked at. If no call passes it, or none one with parts, `idle()` has the reason. Tests have to call
    `watch_calls(function)`.
    """

    def __init__(self, arguments: tuple[str, ...]) -> None:
        self.tests: dict[str, None] = {}
        self.telling: dict[str, set[str]] = {}
        self.met: dict[str, set[str]] = {}  # classes of the values of each argument; "" for those with parts
        self.test = ""
        self._arguments = arguments
        self._seen: list[tuple[str, Any]] = []  # lazy arguments in the running test, for its end
        self._open: list[tuple[str, Any]] = []  # lazy arguments in open observations
        self._inner: list[tuple[str, Any]] = []  # thunks of all calls: only if they were forced counts
        self._demands: set[tuple[str, Demand]] = set()
        self.stop = on_observed(self._is_over)

    def idle(self) -> dict[str, str]:
        """Return the arguments of which no mutant can read more, each with the reason."""
        reasons = {name: "no call passes it" for name in self._arguments if name not in self.met}
        for name, classes in self.met.items():
            if "" not in classes:
                reasons[name] = f"{' or '.join(sorted(classes))} in all calls, and so without parts to read"
        return reasons

    def watch_calls(self, function: Callable[..., Any]) -> Any:
        """Return `function`, with a note of each call."""
        saw = {name: functools.partial(self._note_value, name) for name in self._arguments}
        saw_inside = {name: functools.partial(self._note_inner_value, name) for name in self._arguments}
        return with_arguments(with_arguments(function, saw), saw_inside, nested=True)

    def _note_inner_value(self, name: str, value: Any) -> Any:
        """Note an argument of a call that may be one of many in an observation."""
        if is_thunk(value) and "whnf" not in self.telling.get(name, ()):
            self._inner.append((name, value))
        return value

    def _note_value(self, name: str, value: Any) -> Any:
        self.tests.setdefault(self.test)
        has_parts = is_thunk(value) or not shape_of(type(value)).kind.is_leaf
        self.met.setdefault(name, set()).add("" if has_parts else type(value).__name__)
        if self.telling.get(name) == KINDS.keys():
            return value
        if is_thunk(value) and is_open(value):
            self._open.append((name, value))
        elif is_thunk(value) or shape_of(type(value)).kind.is_lazy:
            value = Ahead(value) if is_iterator(value) and type(value) is not Ahead else value
            self._seen.append((name, value))
        return value

    def _is_over(self, record: Record) -> None:
        """Record the demands of an observation, before anybody else can touch its thunks."""
        still_open = []
        for name, value in self._open:
            if get_log(value).record is record:
                self._demands.add((name, forced_part(value)))
            else:
                still_open.append((name, value))
        self._open = still_open

    def end_test(self) -> None:
        """Record the demands of a test. Not earlier, for there may be budgets in force while it runs."""
        for name, value in self._seen:
            if type(value) is Ahead:
                self.telling.setdefault(name, set()).update(() if value.ended else KINDS.keys() - {"whnf"})
            elif is_thunk(value):
                self._demands.add((name, forced_part(value)))
            else:  # a stream; asking it whether it has more would make it
                self.telling.setdefault(name, set()).update(KINDS.keys() - {"whnf"})
        for name, value in self._inner:
            self.telling.setdefault(name, set()).update(() if is_forced(value) else {"whnf"})
        for name, demand in self._demands:
            known = self.telling.setdefault(name, set())
            known.update(kind for kind in KINDS.keys() - known if _looks_further(kind, demand))
        self._seen, self._open, self._inner, self._demands = [], [], [], set()


def _looks_further(kind: str, demand: Demand) -> bool:
    """True if a mutant looks at more than `demand`."""
    if kind == "whnf":
        return not demand
    if kind == "next":
        return first_hole(demand) is not None
    try:
        seen = observe(lambda value: [force_first(kind, value)], partial_value(demand), catch=Unevaluated)
    except StrictCheckError:
        return True
    except Exception:  # the value raises again the exception of the first look
        return False
    return seen.error is not None
