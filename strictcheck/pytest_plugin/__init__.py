"""Pytest plugin: demands explain themselves in failed assertions, and can be kept as golden values.

Registered by entry point, so it is there as soon as `strictcheck` is installed; `-p no:strictcheck` leaves it out.

- `assert d == e` and `assert d <= e` between demands tell the first path at which they differ, and each side's part
there.
- A test, of `unittest` too, fails if one of its assertions could not have failed in any call, or none of them has run
  and passed, in a loop over nothing or where an exception is swallowed; if nobody reads the answer of a comparison; or
  if it observes a generator function that nobody asks, or a function that has its argument by a name from around it.
  Cases of a parametrised test are judged together, when all have run.
- A failing assertion shows a thunk as far as it was forced, and forces nothing more, nor does `--showlocals`.
- `golden_demand` is a fixture: `assert observe(f, x).demand == golden_demand` compares with the demand kept in
  `__demands__/` beside the test; `pytest --demand-update` keeps the present one. Among the `addopts` it is refused.
- `pytest --demand-no-certify` makes the one call only where assertions and checkers would call a function again for
  certificates.
- `pytest --demand-report=FILE` writes an HTML page: a table of all tests, and pictures of their observations,
  into a directory that is there.
- `pytest --demand-learn[=FILE] --demand-modules=PACKAGE` keeps what the calls that the tests make of these modules look
  at, and `--demand-check[=FILE]` fails where they now look at more, or earlier. It knows the modules from the file.

The hooks are here; the modules beside do the work. Hypothesis is not loaded.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Generator, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

from strictcheck.errors import StrictCheckError
from strictcheck.observation.call_arguments import certify_by_default
from strictcheck.pytest_plugin.cases import CasesOfAllProcesses, note_cases
from strictcheck.pytest_plugin.explaining import explain, show_from_outside
from strictcheck.pytest_plugin.golden import GoldenDemand, GoldenFiles
from strictcheck.thunks.call_stack import from_outside
from strictcheck.unused import AssertionLog, noted_in, take_unused
from strictcheck.unused_in_source import uncalled_in, without_effect

__all__ = ["golden_demand"]

FILES = pytest.StashKey[GoldenFiles]()
LEARNED = ".demands.json"
LEARNING = {
    "--demand-learn": f"keep what calls of --demand-modules look at (by default in {LEARNED})",
    "--demand-check": "fail where they now look at more, or earlier, than is kept in the file",
}
PASSED = pytest.StashKey[bool]()
EXPLAINED = pytest.StashKey[str]()
CALLING = "strictcheck.observation.one_call"
OURS = Path(__file__).parents[1]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that the docstring of this module lists."""
    add = parser.getgroup("strictcheck", "what calls look at (strictcheck)").addoption
    add("--demand-update", action="store_true", help="keep the demands that are compared with golden_demand")
    add("--demand-no-certify", action="store_true", help="let assertions make one call only, unverified")
    add("--demand-report", metavar="FILE", type=Path, help="write an HTML page with what the tests looked at")
    for option, text in LEARNING.items():
        add(option, metavar="FILE", nargs="?", const=LEARNED, type=Path, help=text)
    add(
        "--demand-modules",
        metavar="NAMES",
        help="modules or packages to learn, with commas between; a check knows them from its file",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugins that the options ask for."""
    show_from_outside(config)
    if config.getoption("demand_no_certify"):
        before = certify_by_default(False)
        config.add_cleanup(lambda: (certify_by_default(before), None)[1])
    _check_update(config)
    config.stash[FILES] = GoldenFiles(config)
    config.pluginmanager.register(config.stash[FILES], "strictcheck-golden")
    config.pluginmanager.register(CasesOfAllProcesses(), "strictcheck-cases")
    _register_learning(config)
    if config.getoption("demand_report"):
        # Drawing is loaded only for a report.
        from strictcheck.pytest_plugin.reporting import DemandReport

        config.pluginmanager.register(DemandReport(config, _report_file(config)), "strictcheck-report")


def _check_update(config: pytest.Config) -> None:
    """Raise `UsageError` if new golden demands cannot be kept, or the option for that was not given by hand."""
    by_hand = "--demand-update" in config.invocation_params.args
    if config.getoption("demand_update") and not by_hand:
        raise pytest.UsageError(
            "--demand-update is among addopts or PYTEST_ADDOPTS, so that no comparison with golden_demand could fail; "
            "take it out there, and pass it on the command line when a new demand is to be kept"
        )
    if config.getoption("demand_update") and _is_shared(config):
        raise pytest.UsageError("--demand-update writes a file for several tests: run it in one process, with -n0")


def _is_shared(config: pytest.Config) -> bool:
    """True if processes of pytest-xdist share the tests."""
    return hasattr(config, "workerinput") or bool(getattr(config.option, "numprocesses", None))


def _register_learning(config: pytest.Config) -> None:
    """Register the plugin that learns or checks demands, if it is asked for."""
    asked = {option: file for option in LEARNING if (file := config.getoption(option)) is not None}
    if len(asked) > 1:
        raise pytest.UsageError(f"{' and '.join(asked)} need a run each: first learn, then check")
    for option, file in asked.items():
        from strictcheck.pytest_plugin.learning import Learning

        modules, is_check = config.getoption("demand_modules") or "", option == "--demand-check"
        if not modules and not is_check:
            raise pytest.UsageError(f"{option} needs --demand-modules=PACKAGE: of which modules?")
        if _is_shared(config):
            raise pytest.UsageError(f"{option} keeps one file: run it in one process, with -n0")
        learning = Learning(config.invocation_params.dir / file, list(filter(None, modules.split(","))), is_check)
        config.pluginmanager.register(learning, f"strictcheck{option}")


def _report_file(config: pytest.Config) -> Path:
    """Return the file of the report; if it cannot be written, say so now, and not when all tests have run."""
    wanted = str(config.getoption("demand_report"))
    file = config.invocation_params.dir / wanted
    writable = os.access(file if file.exists() else file.parent, os.W_OK)
    if not hasattr(config, "workerinput") and (file.is_dir() or not writable):
        raise pytest.UsageError(f"--demand-report={wanted}: expected a file to write, in a directory that is there")
    return file


@pytest.hookimpl(tryfirst=True)
def pytest_assertrepr_compare(config: pytest.Config, op: str, left: object, right: object) -> list[str] | None:
    """Explain a failed comparison of demands, of golden demands, or of values that hold thunks."""
    lines = explain(op, left, right)
    config.stash[EXPLAINED] = lines[0] if lines else ""
    return lines


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Let `--showlocals` and tracebacks force nothing, even while a fixture holds an observation open.

    Frames of this library are hidden, if the error is one that it raises for the user, or comes from the user's code.
    """
    if call.excinfo is not None:
        for name, module in list(sys.modules.items()):
            if _is_own(name):
                vars(module)["__tracebackhide__"] = _is_for_the_user
        if not item.config.getoption("fulltrace"):
            _hide_own_frames(call.excinfo.tb)
    with from_outside():
        report = yield
    if report.when == "call":
        item.stash[PASSED] = report.passed
        note_cases(report, item.stash[LOG])
    if call.excinfo is not None and _is_worded_here(call.excinfo, item.config.stash.get(EXPLAINED, "")):
        _wrap_message(report.longrepr)
    return report


def _is_worded_here(error: pytest.ExceptionInfo[BaseException], explained: str) -> bool:
    """True if the message of an exception is of this library: it raised it, or `explained` the failed comparison."""
    raised = _is_own(str(error.traceback[-1].frame.f_globals.get("__name__")))
    return raised or isinstance(error.value, StrictCheckError) or (explained != "" and explained in str(error.value))


def _wrap_message(shown: Any) -> None:
    """Wrap by words the lines of a message, which have pytest's `E` before them, at the width of the terminal."""
    wrapper = textwrap.TextWrapper(shutil.get_terminal_size().columns, break_long_words=False, break_on_hyphens=False)
    for entry in getattr(getattr(shown, "reprtraceback", None), "reprentries", [])[-1:]:
        lines, entry.lines = entry.lines, []
        for line in lines:
            margin = re.match("E +", line)
            wrapper.subsequent_indent = f"{margin[0]}  " if margin else ""
            entry.lines += wrapper.wrap(line) if margin else [line]


def _hide_own_frames(entry: TracebackType | None) -> None:
    """Hide frames of this library in modules that Hypothesis made; leave out those of `contextlib` after our own."""
    while entry is not None:
        if Path(entry.tb_frame.f_code.co_filename).is_relative_to(OURS):
            entry.tb_frame.f_globals["__tracebackhide__"] = _is_for_the_user
            while entry.tb_next is not None and entry.tb_next.tb_frame.f_globals is vars(contextlib):
                entry.tb_next = entry.tb_next.tb_next
        entry = entry.tb_next


def _is_own(module: str) -> bool:
    return module.partition(".")[0] == "strictcheck"


def _is_for_the_user(error: pytest.ExceptionInfo[BaseException] | None) -> bool:
    """True unless an exception comes from the inside of this library, by a fault of its own; called by pytest.

    What a `raise` of the library says is for the user, and so is what comes where the user's function is called: it
    may be written in C, or take other arguments. False, too, where no frame is shown at all: pytest would add how to
    see those that are hidden.
    """
    if error is None or isinstance(error.value, (StrictCheckError, pytest.fail.Exception)):
        return error is not None and getattr(error.value, "pytrace", True)
    last = error.traceback[-1]
    module = str(last.frame.f_globals.get("__name__"))
    return not _is_own(module) or module == CALLING or str(last.statement).lstrip().startswith("raise ")


LOG = pytest.StashKey[AssertionLog]()


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem() -> Generator[None, Any, Any]:
    """Let the cases of a parametrised test know of one another."""
    found = yield
    if isinstance(found, list):
        log = AssertionLog(len(found))
        for item in found:
            item.stash[LOG] = log
    return found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, Any, Any]:
    """Count what the fixtures of a test make and assert as its own."""
    take_unused()
    with noted_in(_log_of(item)):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Fail a test that made something to use, as `max_forced(10)`, and never used it; or has checked nothing."""
    with noted_in(_log_of(item)):
        result = yield
    from_fixtures = getattr(item, "funcargs", {}).values()
    for advice in [*take_unused(from_fixtures), *map(str, item.stash[LOG].vacuous(item.nodeid)), *_uncalled(item)]:
        pytest.fail(advice, pytrace=False)
    return result


def _uncalled(item: pytest.Item) -> list[str]:
    if not isinstance(item, pytest.Function):
        return []
    test = str(item.path), item.originalname, vars(item.module)
    return uncalled_in(*test) or (without_effect(*test) if item.stash[LOG].has_nothing() else [])


def _log_of(item: pytest.Item) -> AssertionLog | None:
    """Return the log of a test, of `unittest` too; None for a doctest, which shows what an assertion raises."""
    log = item.stash.setdefault(LOG, AssertionLog())
    return log if isinstance(item, pytest.Function) else None


@pytest.fixture
def golden_demand(request: pytest.FixtureRequest) -> Iterator[GoldenDemand]:
    """Demand that was kept for this test: equal to that `Demand`.

    `golden_demand("name")` is another one, for a test that compares several. They are text in `__demands__/<test
    module>.json` beside the test, written by `pytest --demand-update`, to be reviewed and committed. An update of all
    tests of a file removes those of tests that are gone. A test that compares nothing with it fails, and so does one
    that passes though a comparison was not equal.
    """
    golden = request.config.stash[FILES].golden(request.node)
    yield golden
    if request.node.stash.get(PASSED, False):
        golden.check_compared()
