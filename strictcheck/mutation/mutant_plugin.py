"""Pytest plugin, for the processes of `strictcheck mutate`: puts a mutant, or a survey, in the place of the function.

A survey finds out which mutants could be noticed: not those that force only parts that the call forces anyway. To find
out, a mutant is applied to the partial value of the demand of a call: either it touches a hole, or it does not.

The module that defines the function is changed right after its execution, so everybody who imports the function from
it, under any name, gets the mutant. The order comes as JSON in an environment variable, and the report goes
as JSON to a file.
"""

from __future__ import annotations

import functools
import inspect
import json
import os
import sys
import types
from collections.abc import Callable, Generator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest

from strictcheck.command_line import last_error
from strictcheck.demands import Demand
from strictcheck.demands.fitting import is_all_of
from strictcheck.errors import BadInput, StrictCheckError, Unevaluated
from strictcheck.kinds.table import is_iterator, kind_of
from strictcheck.messages import in_a_line
from strictcheck.mutation.mutants import (
    MUTANTS,
    VARIABLE,
    Ahead,
    AheadAsync,
    first_hole,
    force_first,
    with_arguments,
    with_mutation,
)
from strictcheck.mutation.suggesting import WORST_FIRST, NotedCalls, PlantingSite, suggestions
from strictcheck.observation.async_calls import is_async_iterator
from strictcheck.observation.demand_of_record import forced_part
from strictcheck.observation.one_call import observe
from strictcheck.observation.open_records import on_observed
from strictcheck.observation.partial_values import partial_value
from strictcheck.thunks.log import Record
from strictcheck.thunks.proxy import get_log, get_source, is_open, is_thunk

FURTHER = {"nf", "next"}  # mutants that force more than the outermost layer
UNOBSERVED = {"whnf", "nf"}  # those that force more of a value that nobody observes
LEFT_ALONE = "no test observes the object; mutants look at the other arguments"


class Survey:
    """Use of the function by the tests: `tests` call it, and `telling[argument]` are the mutants that could show.

    An argument that no call got as a thunk, a stream, or an iterator of which it has left some, is not in `telling`: no
    test watches how much of it is looked at. If no call passes it, or none one with parts, `idle()` has the reason.
    Tests have to call `watch_calls(function)`.
    """

    def __init__(self, arguments: tuple[str, ...] = ()) -> None:
        self.arguments = arguments
        self.tests: dict[str, None] = {}
        self.telling: dict[str, set[str]] = {}
        self.met: dict[str, bool] = {}  # by argument: had one of its values parts?
        self.unwatched: set[str] = set()  # arguments of which a call had a plain value, or used up an iterator
        self.test = ""
        self._seen: list[tuple[str, Any]] = []  # lazy arguments in the running test, for its end
        self._open: list[tuple[str, Any]] = []  # lazy arguments in open observations
        self._demands: dict[tuple[str, Demand], Any] = {}  # each with a value on which it was made
        on_observed(self._is_over)

    def idle(self) -> dict[str, str]:
        """Return the arguments of which no mutant can read more, each with the reason."""
        reasons = {name: "no call passes it" for name in self.arguments if name not in self.met}
        return reasons | {name: "has no parts to read in any call" for name, has in self.met.items() if not has}

    def told(self) -> dict[str, list[str]]:
        """Return the mutants that could show, by argument; not of one with none that some call has unwatched."""
        known = {name: kinds for name, kinds in self.telling.items() if kinds or name not in self.unwatched}
        return {name: sorted(kinds) for name, kinds in known.items()}

    def watch_calls(self, function: Callable[..., Any]) -> Any:
        """Return `function`, with a note of each call."""
        return with_arguments(function, {name: functools.partial(self._note_value, name) for name in self.arguments})

    def _note_value(self, name: str, value: Any) -> Any:
        self.tests.setdefault(self.test)
        has_parts = is_thunk(value) or not kind_of(type(value)).is_leaf
        self.met[name] = has_parts or self.met.get(name, False)
        if is_thunk(value) and is_open(value):
            self._open.append((name, value))
        elif is_thunk(value) or kind_of(type(value)).is_lazy:
            if is_iterator(value):
                value = value if type(value) is Ahead else Ahead(value)
            elif is_async_iterator(value):
                value = AheadAsync(value)
            self._seen.append((name, value))
        elif has_parts:
            self.unwatched.add(name)
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
            if type(value) in (Ahead, AheadAsync) and value.ended:
                self.unwatched.add(name)
                continue
            known = self.telling.setdefault(name, set())
            if type(value) in (Ahead, AheadAsync):
                known.update(FURTHER)
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
    if is_all_of(demand._tree, value):
        return False
    if kind == "next" or is_async_iterator(value):
        return first_hole(demand, value) is not None
    try:
        seen = observe(lambda value: [force_first(kind, value)], partial_value(demand, like=value), catch=Unevaluated)
    except StrictCheckError:
        return True
    except Exception:  # the value raises again the exception of the first look
        return False
    return seen.error is not None


class Seeding:
    """Order of one run: the file and the function, its arguments, the report to write, and perhaps a mutant."""

    def __init__(self, order: dict[str, Any]) -> None:
        self._order = order
        self._file = Path(order["file"])
        self._mutant: tuple[str, str] | None = order.get("mutant")
        self._only: set[str] | None = None if order.get("tests") is None else set(order["tests"])
        self._survey = Survey()
        self._noted: NotedCalls | None = None  # with a mutant, no calls are noted
        self._self_parameter = ""  # of a method that takes others, too
        self._report: dict[str, Any] = {"seeded": False, "noticed": None, "problem": None}

    def mutated(self, function: Callable[..., Any], first: int) -> Any:
        """Return the mutant, or the function under survey, whose arguments are those from the `first` on."""
        if self._mutant is not None:
            return with_mutation(function, *self._mutant)
        self._noted = NotedCalls(first)
        return self._survey.watch_calls(self._noted.note_calls(function))

    def plant(self, module: types.ModuleType) -> tuple[Any, Any] | None:
        """Change the function in an executed module; return it before and after, if it is there."""
        owner: Any = module
        *outer, name = self._order["function"].split(".")
        for step in outer:
            owner = getattr(owner, step, None)
        found: Any = vars(owner).get(name) if hasattr(owner, "__dict__") else None
        is_wrapped = isinstance(found, (staticmethod, classmethod))
        function: Any = found.__func__ if is_wrapped else found
        try:
            arguments = _parameters(function, isinstance(found, classmethod))
        except BadInput as problem:
            self._report["problem"] = str(problem)
            return None
        self._report["problem"] = None
        is_method = isinstance(owner, type) and not is_wrapped and len(arguments) > 1
        self._self_parameter = arguments[0] if is_method else ""
        self._survey.arguments = tuple(arguments)

        def put(changed: Any) -> Any:
            planted = type(found)(changed) if is_wrapped else changed
            setattr(owner, name, planted)
            return planted

        planted = put(self.mutated(function, isinstance(found, classmethod)))
        self._site = PlantingSite(function, module, self._order["function"], put)
        self._report["seeded"] = True
        return found, planted

    def is_in(self, origin: str | None) -> bool:
        """True if this is the file that defines the function."""
        return origin is not None and Path(origin).name == self._file.name and Path(origin).resolve() == self._file

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Run only the tests that call the function; none if it is not there."""
        if self._report["problem"]:
            items.clear()
        if self._only is not None:
            config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in self._only])
            items[:] = [item for item in items if item.nodeid in self._only]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Note the running test."""
        self._survey.test = item.nodeid
        try:
            return (yield)
        finally:
            self._survey.end_test()
            self._survey.test = ""
            if self._noted is not None:
                self._noted.end_test()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the first test that fails."""
        if report.failed and self._report["noticed"] is None:
            self._report |= {"noticed": report.nodeid, "error": _first_line(report)}

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a module that cannot even be imported."""
        if report.failed and self._report["noticed"] is None:
            self._report |= {"noticed": f"the import of {report.nodeid}", "error": _first_line(report)}

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """Write the report."""
        survey = self._survey
        survey.end_test()
        idle = survey.idle()
        # Tests call methods of plain objects all the time: the object counts if they observe it, or nothing else does.
        if self._self_parameter not in survey.telling and len(idle) < len(survey.arguments) - 1:
            idle[self._self_parameter] = LEFT_ALONE
        found: dict[str, Any] = {
            "tests": list(survey.tests),
            "arguments": survey.arguments,
            "idle": idle,
            "telling": survey.told(),
        }
        if self._noted is not None and not self._report["noticed"]:
            unwatched = [name for name in survey.arguments if name not in found["telling"] and name not in idle]
            # Mutants for which to suggest tests: of each of these arguments, one of these kinds.
            wanted = self._order.get("suggest", [(name, WORST_FIRST) for name in unwatched])
            found["suggested"] = suggestions(self._site, self._noted, wanted)
            found["slips"], found["alike"] = ({}, []) if "suggest" in self._order else self._noted.slips(self._site)
        Path(self._order["report"]).write_text(json.dumps(self._report | found))


def _first_line(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Return the first line of the error of a test, or that of an import."""
    crash = getattr(report.longrepr, "reprcrash", None)
    text = last_error(str(report.longrepr)) if crash is None else crash.message.partition("\n")[0]
    return in_a_line(text.removeprefix("E   "))


def _parameters(function: Any, first: int) -> list[str]:
    """Return the names of the parameters from the `first` on. Raises `BadInput` if there is nothing to mutate."""
    if function is None:
        raise BadInput("is not there; a method is written PATH::CLASS.METHOD")
    if not callable(function) or isinstance(function, type):
        raise BadInput(
            f"is of type {type(function).__name__}, not a function; name one, or a method, PATH::CLASS.METHOD"
        )
    try:
        names = list(inspect.signature(function).parameters)[first:]
    except ValueError:
        raise BadInput("is written in C, and does not tell its arguments") from None
    if not names:
        raise BadInput("takes no arguments that a mutant could look at")
    return names


def _plant_when_executed(seeding: Seeding, loader: Any) -> None:
    """Change the function when a loader of this class has executed its module."""
    execute = loader.exec_module

    def execute_and_plant(self: Any, module: types.ModuleType) -> None:
        execute(self, module)
        if seeding.is_in(getattr(module, "__file__", None)):
            seeding.plant(module)

    loader.exec_module = execute_and_plant


def _plant_in_loaded(seeding: Seeding) -> None:
    """Change modules that were imported before this plugin, and the names that other modules have for the function."""
    for module in [module for module in sys.modules.values() if seeding.is_in(getattr(module, "__file__", None))]:
        planted = seeding.plant(module)
        if planted is not None:
            for other in list(sys.modules.values()):
                for name in [name for name, value in vars(other).items() if value is planted[0]]:
                    setattr(other, name, planted[1])


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Begin, before any module of the tests is imported."""
    if VARIABLE in os.environ:
        seeding = Seeding(json.loads(os.environ[VARIABLE]))
        _plant_in_loaded(seeding)
        _plant_when_executed(seeding, SourceFileLoader)
        rewriter = type(early_config.pluginmanager.rewrite_hook)  # loads the tests, if pytest rewrites assertions
        if hasattr(rewriter, "exec_module"):
            _plant_when_executed(seeding, rewriter)
        early_config.pluginmanager.register(seeding, "strictcheck-seeding")
