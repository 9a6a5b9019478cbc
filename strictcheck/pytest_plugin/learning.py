"""`--demand-learn` and `--demand-check`: demands of the calls that an existing test suite makes of chosen modules.

Public functions and methods of the modules, and `__init__`, are called on thunks, each call once, uncertified; their
records stay open until the test is over, so that a lazy result, or an object, shows what the test takes of it. Numbers,
strings, callbacks and the object of a method are left alone. A test that fails is run again plainly, and what it called
is not learned. A check runs a test again in which a call looks at more, for that may be chance. Calls beyond the first
`MOST` of a function in one test are plain, and so are calls within a call that is learned.
"""

from __future__ import annotations

import functools
import inspect
import json
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from strictcheck.demands import Demand
from strictcheck.errors import DemandError
from strictcheck.observation.call_arguments import Options
from strictcheck.observation.one_block import Observing, observing_all
from strictcheck.pytest_plugin.explaining import explain_more
from strictcheck.thunks.proxy import is_thunk

MOST = 20
AGAIN = 5  # times that a test is run again in which a call looks at more
UNSTEADY = "the next run looks at other parts; seed what is random"
PLAIN = (int, float, complex, str, bytes, type(None), type)
Calls = dict[str, list[dict[str, list[Demand]]]]  # by function: of each call, by argument, at the call and in the end


class Learning:
    """Plugin that keeps demands by test and function in a file, or compares them with those that are kept there."""

    def __init__(self, file: Path, modules: list[str], is_check: bool) -> None:
        self._file = file
        self._modules = tuple(modules)
        self._kept = _load(file) if is_check else {}
        self._is_check = is_check
        self._names: dict[str, dict[str, Any]] = {}  # by function: the names in its module
        self._replaced: list[tuple[ModuleType | type, str, Any, Any]] = []
        self._learned: dict[str, Any] = {}
        self._failed: dict[str, list[str]] = {}
        self._more: list[str] = []
        self._ends: dict[str, str] = {}  # by test: why learned calls in it may not have been compared
        self._others: dict[tuple[str, str], str] = {}  # why not, by test and function: they have other arguments
        kept = ((test, name, len(calls)) for test, found in self._kept.items() for name, calls in found.items())
        self._left = {(test, name): count for test, name, count in kept}  # calls that are not compared yet
        self._to_check = {name for _, name in self._left}
        self._calls: dict[str, list[tuple[dict[str, Observing[Any]], dict[str, Demand]]]] | None = None
        self._open = ExitStack()
        self._is_inside = False
        self._count: int | None = None  # of calls that were seen or compared, and tests run again; None before any test

    def pytest_collection_finish(self) -> None:
        """Put watched methods and functions in place of the modules' own, under all names that modules have for them.

        Raises `UsageError` for a module that the tests do not import.
        """
        for name in self._modules:
            if name not in sys.modules:
                told = "no test file imports such a module when it is loaded; write the whole name"
                raise pytest.UsageError(f"--demand-modules={name}: {told}")
        watched = dict[int, Any]()
        for module in self._meant_modules():
            watched |= {id(value): self._watched(value) for _, value in self._to_watch(module, module.__name__)}
            for cls in (one for one in vars(module).values() if issubclass(type(one), type)):
                found = self._to_watch(cls, module.__name__) if cls.__module__ == module.__name__ else ()
                self._replaced += [(cls, name, value, self._watched_method(value)) for name, value in found]
        for module in list(sys.modules.values()):
            for name, value in list(vars(module).items()) if hasattr(module, "__dict__") else ():
                if type(value) is FunctionType and id(value) in watched:
                    self._replaced.append((module, name, value, watched[id(value)]))
        self._put(is_watched=True)

    def _put(self, *, is_watched: bool) -> None:
        """Let the names be those of the watched functions, or of the modules' and classes' own."""
        for owner, name, own, watched in self._replaced:
            setattr(owner, name, watched if is_watched else own)

    def _to_watch(self, owner: ModuleType | type, home: str) -> Iterator[tuple[str, Any]]:
        """Yield functions of a module or class by their names: public ones, and those that take what an object holds.

        For a check, only those that the file knows.
        """
        for name, value in list(vars(owner).items()):
            function = getattr(value, "__func__", value)
            is_own = type(function) is FunctionType and function.__module__ == home
            is_known = is_own and (not self._is_check or _name_of(function) in self._to_check)
            if is_known and (name == "__init__" or not name.startswith("_")):
                yield name, value

    def _meant_modules(self) -> Iterator[ModuleType]:
        for module in list(sys.modules.values()):
            home = getattr(module, "__name__", "")
            is_known = not self._is_check or any(name.startswith(f"{home}.") for name in self._to_check)
            if is_known and (not self._modules or any(f"{home}.".startswith(f"{one}.") for one in self._modules)):
                yield module

    def _watched_method(self, method: Any) -> Any:
        """Return what a class is to hold for a method: the object of which it is called is not observed."""
        if type(method) is FunctionType:
            return self._watched(method, first=1)
        return type(method)(self._watched(method.__func__, first=type(method) is classmethod))

    def _watched(self, function: FunctionType, first: int = 0) -> Callable[..., Any]:
        """Return the function, with a note of what each call looks at of the arguments from the `first` on."""
        name = _name_of(function)
        self._names[name] = function.__globals__

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            calls = None if self._calls is None or self._is_inside else self._calls.setdefault(name, [])
            if calls is None or len(calls) >= MOST or any(map(is_thunk, (*args, *kwargs.values()))):
                return function(*args, **kwargs)
            bound = inspect.signature(function).bind(*args, **kwargs)
            watchable = _watchable(bound, first)
            if not watchable:
                return function(*args, **kwargs)
            self._is_inside = True
            try:
                options = Options.of((str, bytes), False, (), False)
                seen = self._open.enter_context(observing_all(watchable, options))
                bound.arguments.update({argument: one.value for argument, one in seen.items()})
                result = function(*bound.args, **bound.kwargs)
                calls.append((seen, {argument: one.demand for argument, one in seen.items()}))
                return result
            finally:
                self._is_inside = False

        return call

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        """Run a test with watched functions, and again without if it fails so."""
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        reports, calls = self._run_watched(item, nextitem)
        self._count = (self._count or 0) + (0 if self._is_check else sum(map(len, calls.values())))
        self._ends[item.nodeid] = "the test calls it less often"
        if any(report.failed for report in reports):
            reports = self._run_plainly(item, nextitem)
            self._ends[item.nodeid] = "the test fails on thunks"
            if not any(report.failed for report in reports):
                self._failed |= {} if self._is_check else {item.nodeid: sorted(calls)}
                self._count += 1
        elif self._is_check:
            more = list(self._differences(item, calls))
            unsteady = self._unsteady(item, nextitem, calls, {name for name, _ in more})
            self._more += [text for name, text in more if name not in unsteady]
        else:
            self._learned |= {item.nodeid: texts} if (texts := _as_text(calls)) else {}
        for report in reports:
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True

    def _run_watched(self, item: pytest.Item, nextitem: pytest.Item | None) -> tuple[list[pytest.TestReport], Calls]:
        self._calls, self._open = {}, ExitStack()
        reports = _reports_of(item, nextitem)
        seen, self._calls = self._calls, None
        calls = {
            name: [
                {argument: [at_once[argument], one.demand] for argument, one in by_name.items()}
                for by_name, at_once in found
            ]
            for name, found in seen.items()
        }
        self._open.close()
        return reports, calls

    def _unsteady(
        self, item: pytest.Item, nextitem: pytest.Item | None, calls: Calls, names: Collection[str]
    ) -> set[str]:
        """Return the functions that look at other parts when the test runs again: by chance, or the time of day."""
        found: set[str] = set()
        for _ in range(AGAIN if names else 0):
            _, again = self._run_watched(item, nextitem)
            found |= {name for name in names if _as_text({name: calls[name]}) != _as_text({name: again.get(name, [])})}
        for call in ((item.nodeid, name) for name in found):
            self._others[call], self._left[call] = UNSTEADY, len(self._kept[item.nodeid][call[1]])
        return found

    def _run_plainly(self, item: pytest.Item, nextitem: pytest.Item | None) -> list[pytest.TestReport]:
        self._put(is_watched=False)  # it may ask if two names are one function
        subtests = sys.modules.get("_pytest.subtests")  # from pytest 9 on; it counts failures until a test is reported
        if subtests is not None:
            item.config.stash[subtests.failed_subtests_key].clear()
        try:
            return _reports_of(item, nextitem)
        finally:
            self._put(is_watched=True)

    def _differences(self, item: pytest.Item, calls: Calls) -> Iterator[tuple[str, str]]:
        """Yield functions, and what calls of a test look at more, or earlier, than those that are kept."""
        for function, kept in self._kept.get(item.nodeid, {}).items():
            known = {**vars(getattr(item, "module", None) or object), **self._names.get(function, {})}
            call = item.nodeid, function
            for now, before in zip(calls.get(function, ()), kept, strict=False):
                lost = [f"there is no argument {argument}" for argument in before if argument not in now]
                for argument in now.keys() & before.keys():
                    (early, late), (early_before, late_before) = now[argument], before[argument]
                    try:
                        more, earlier = (
                            explain_more(*pair, known) for pair in ((late, late_before), (early, early_before))
                        )
                    except DemandError:
                        lost.append(f"{argument} is another value")
                        continue
                    if more or earlier:
                        sentence = f"{function} looks {'at more of' if more else 'earlier at'} {argument}"
                        yield function, "\n  ".join([f"{item.nodeid}: {sentence}", *(more or earlier)])
                if lost:
                    self._others[call] = lost[0]
                self._left[call] -= not lost
                self._count = (self._count or 0) + 1

    def _lost_calls(self) -> dict[str, Counter[str]]:
        """Count the learned calls that were not compared, by the reason and the function."""
        found: dict[str, Counter[str]] = {}
        for (test, name), count in self._left.items():
            why = self._others.get((test, name)) or self._ends.get(test, "the test did not run")
            why = why if name in self._names else "there is no such function"
            found.setdefault(why, Counter()).update({name: count} if count else {})
        return {why: counts for why, counts in found.items() if counts}

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the file if a test was learned; a check that found more fails the run, and so does a run of nothing."""
        if self._learned:
            self._file.write_text(json.dumps(self._learned, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        elif (self._more or self._count == 0) and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say what was learned, or what is looked at more."""
        terminalreporter.section("demands")
        for text in self._more:
            terminalreporter.write_line(text)
        for test, functions in self._failed.items():
            terminalreporter.write_line(f"not learned, for the test fails on thunks: {', '.join(functions)} in {test}")
        lost = self._lost_calls()
        for why, counts in lost.items():
            told = ", ".join(f"{name} ({count})" for name, count in sorted(counts.items()))
            terminalreporter.write_line(f"calls not compared, for {why}: {told}")
        terminalreporter.write_line(self._in_all(sum(counts.total() for counts in lost.values())))

    def _in_all(self, lost: int) -> str:
        if self._is_check and self._count == 0:
            return "no call was compared; run the tests that --demand-learn was run with, or learn again"
        if self._is_check:
            told = f"{len(self._more)} calls look at more or earlier than those in {self._file}"
            return f"{told}; {lost} of those were not compared" if lost else told
        if self._count == 0:
            told = f"no test calls a function of {', '.join(self._modules)} with an argument that comes apart"
            return f"{told}; name modules whose functions the tests call"
        names = {name for found in self._learned.values() for name in found}
        return f"{len(names)} functions in {len(self._learned)} tests learned, in {self._file}"


class HeldReports:
    """Hooks for one test that keep its reports, those of subtests too, until it is known which run of it counts."""

    def __init__(self, hooks: Any) -> None:
        self._hooks = hooks
        self.reports: list[pytest.TestReport] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the report."""
        self.reports.append(report)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._hooks, name)


def _reports_of(item: pytest.Item, nextitem: pytest.Item | None) -> list[pytest.TestReport]:
    """Run a test and return its reports, which nobody has been told yet."""
    held = HeldReports(item.ihook)
    vars(item.session)["gethookproxy"] = lambda path: held
    try:
        runtestprotocol(item, nextitem=nextitem)
    finally:
        del vars(item.session)["gethookproxy"]
    return held.reports


def _name_of(function: FunctionType) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _watchable(bound: inspect.BoundArguments, first: int) -> dict[str, Any]:
    """Return the arguments that come apart, from the `first` on."""
    parameters = bound.signature.parameters
    several = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return {
        name: value
        for name, value in islice(bound.arguments.items(), first, None)
        if parameters[name].kind not in several and not isinstance(value, PLAIN) and not callable(value)
    }


def _as_text(calls: Calls) -> dict[str, list[dict[str, list[str]]]]:
    return {
        name: [{argument: [*map(str, pair)] for argument, pair in call.items()} for call in found]
        for name, found in calls.items()
        if found
    }


def _load(file: Path) -> dict[str, Any]:
    """Read kept demands, by test and function. Raises `UsageError` for a file that `--demand-learn` did not write."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise pytest.UsageError(f"--demand-check={file}: {error}; make it with --demand-learn") from None
    if not isinstance(kept, dict) or not all(isinstance(functions, dict) for functions in kept.values()):
        raise pytest.UsageError(f"--demand-check={file}: not a file of learned demands; make it with --demand-learn")
    return kept
