"""`--demand-report=FILE`: the tests of a run as a page, each with its observations.

The observations of a test are part of its report, so that under pytest-xdist nothing is lost when another worker dies.
The last observations of each test are drawn, for Hypothesis runs the failing example once more at the end.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from strictcheck.demands import Demand
from strictcheck.demands.fitting import origin_of
from strictcheck.errors import DemandMismatch
from strictcheck.observation.demand_of_record import demand_of
from strictcheck.observation.open_records import on_observed
from strictcheck.observation.traces import Trace
from strictcheck.pictures import Case, Fragment, Outline, Report, difference_of, fragment_of, outline_of
from strictcheck.pictures.choice_of_picture import parts_of, registered_picture
from strictcheck.pytest_plugin.explaining import arranged, side_of
from strictcheck.thunks.call_stack import from_outside
from strictcheck.thunks.log import Record

DRAWN = 3  # observations of a test that went wrong; of others, one
PASSED = 200  # most passed tests that have pictures
FIELD = "strictcheck_observed"
Sides = tuple[tuple[str, Demand], tuple[str, Demand]]
COLUMNS = ("test", "observations", "forced", "outcome")


class DemandReport:
    """Observations of the tests of a run, for the page that is written when all are done."""

    def __init__(self, config: pytest.Config, file: Path) -> None:
        self._file = file
        self._is_worker = hasattr(config, "workeroutput")
        self._last: deque[tuple[Record, dict[str, Demand], Any]] = deque(maxlen=DRAWN)
        self._counts = [0, 0]
        self._compared: tuple[Sides | None, str] = None, ""
        self._reports: dict[str, pytest.TestReport] = {}
        self._passed = 0
        config.add_cleanup(on_observed(self._keep_observation))

    def _keep_observation(self, record: Record) -> None:
        demands = {log.name: demand_of(log) for log in record.logs}
        self._last.append((record, demands, record.observation()))
        found = (1, sum(demand.size for demand in demands.values()))
        self._counts = [count + more for count, more in zip(self._counts, found, strict=True)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, Any, Any]:
        """Begin a new list of observations with each test."""
        self._last.clear()
        self._counts = [0, 0]
        self._compared = None, ""
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_assertrepr_compare(self, left: object, right: object) -> Generator[None, Any, Any]:
        """Keep the two demands of an assertion that fails, to draw their difference, and what is said of them."""
        explanations = yield
        first = next(filter(None, explanations), [""])
        self._compared = _sides_of(left, right), first[0]
        return explanations

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[Any]) -> Generator[None, Any, pytest.TestReport]:
        """Put the observations so far into the report of a test."""
        report: pytest.TestReport = yield
        if report.when == "call" or not report.passed:
            sides = self._sides(call.excinfo.value) if call.excinfo is not None and report.failed else None
            drawn = self._draw(sides, failed=report.failed)
            kept = {"counts": self._counts, "drawn": drawn, "differing": _difference(sides) if sides else []}
            setattr(report, FIELD, kept)
        return report

    def _sides(self, error: BaseException) -> Sides | None:
        """Return the two demands that a failure is about, the expected one first, if there are such."""
        compared, said = self._compared
        is_of_them = isinstance(error, AssertionError) and said in str(error)  # an earlier one may have been expected
        return error.sides if isinstance(error, DemandMismatch) else compared if is_of_them else None

    def _draw(self, sides: Sides | None, *, failed: bool) -> list[list[Any]]:
        """Draw the last observations, each with the sign that it has in the difference of two demands, if in one."""
        self._passed += not failed
        count = DRAWN if failed else int(self._passed <= PASSED)
        signs = [(demand, sign) for (_, demand), sign in zip(sides or (), ("- ", "+ "), strict=False)]
        with from_outside():
            kept = [*self._last][-count:] if count else []
            found = [next((sign for demand, sign in signs if demand in one[1].values()), "") for one in kept]
            return [[*fragment] for one, sign in zip(kept, found, strict=True) for fragment in _fragments(*one, sign)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the report of a test: of its call, or of a failure before or after."""
        if not self._is_worker and (report.when == "call" or not report.passed):
            before = self._reports.get(report.nodeid)
            if before is None or not before.failed:
                self._reports[report.nodeid] = report

    def pytest_sessionfinish(self) -> None:
        """Write the page, of an interrupted run too."""
        if not self._is_worker:
            _report(list(self._reports.values())).save(self._file)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print where the page is."""
        terminalreporter.write_line(f"demand: report written to {self._file}")


def _sides_of(left: object, right: object) -> Sides | None:
    """Return the expected and the actual demand of a comparison, each with its name."""
    (actual, now), (expected, name) = arranged(left, right)
    if isinstance(expected, Demand) and isinstance(actual, Demand):
        return side_of(expected, name)[:2], side_of(actual, now)[:2]
    return None


def _difference(sides: Sides) -> list[Any]:
    """Draw the difference of two demands: HTML, style sheet, scripts and a caption."""
    argument = next(filter(None, (origin_of(demand)[1] for _, demand in sides)), "both")
    drawn = difference_of(sides[0], sides[1], argument).fragment()
    return [*drawn._replace(caption=f"the difference: - {sides[0][0]}, + {sides[1][0]}")]


def _fragments(record: Record, demands: dict[str, Demand], call: Any, sign: str) -> list[Fragment]:
    """Draw the registered pictures of one of the arguments, or else an outline of all, and what came of a call."""
    name = "" if call is None else sign + call.name
    pictures = list(filter(None, map(registered_picture, (demands if call is None else call.demands).values())))
    outline = Outline(parts_of(demands, Trace(record))) if call is None else outline_of(call)
    return [fragment_of(picture)._replace(caption=name) for picture in pictures or [outline]]


def _report(reports: list[pytest.TestReport]) -> Report:
    """Make the page: failures first, then other tests with observations; cases of one test are one row."""
    groups: dict[str, list[pytest.TestReport]] = {}
    for report in sorted(reports, key=lambda report: not report.failed):
        file, sep, test = report.nodeid.partition("::")
        groups.setdefault(file + sep + test.partition("[")[0], []).append(report)
    drawn = [report for group in groups.values() for report in _drawn_cases(group)]
    place = {report.nodeid: number for number, report in enumerate(drawn)}
    failed = sum(report.failed for report in reports)
    observed = sum(_report_data(report)["counts"][0] > 0 for report in reports)
    return Report(
        "What the tests looked at",
        f"{len(reports):,} tests, {failed:,} failed; {observed:,} of them observed something",
        not failed,
        COLUMNS,
        [_row(name, group) for name, group in groups.items()],
        [_case(report) for report in drawn],
        [_mark(group[0]) for group in groups.values()],
        [next((place[one.nodeid] for one in group if one.nodeid in place), None) for group in groups.values()],
    )


def _drawn_cases(group: list[pytest.TestReport]) -> list[pytest.TestReport]:
    """Return the cases of a test to draw: all that failed, and one that passed and observed something."""
    observed = [report for report in group if not report.failed and _report_data(report)["drawn"]]
    return [report for report in group if report.failed] + observed[:1]


def _row(name: str, group: list[pytest.TestReport]) -> tuple[str, ...]:
    counts = [sum(each) for each in zip(*(_report_data(report)["counts"] for report in group), strict=True)]
    outcomes = Counter(report.outcome for report in group)
    outcome = group[0].outcome if len(outcomes) == 1 else ", ".join(f"{n:,} {one}" for one, n in outcomes.items())
    cases = f", {len(group):,} cases" if len(group) > 1 else ""
    name = name if cases else group[0].nodeid
    return (f"{name}{cases}", *(f"{count:,}" for count in counts), outcome)


def _report_data(report: pytest.TestReport) -> dict[str, Any]:
    return getattr(report, FIELD, {"counts": [0, 0], "drawn": [], "differing": []})


def _mark(report: pytest.TestReport) -> bool | None:
    return None if report.skipped else report.passed


def _case(report: pytest.TestReport) -> Case:
    drawn = [Fragment(*one) for one in _report_data(report)["drawn"]]
    figures = []
    for at, picture in enumerate(drawn, 1):
        place = f"observation {at} of the last {len(drawn)}" if len(drawn) > 1 else ""
        figures.append(picture._replace(caption=": ".join(filter(None, (place, picture.caption)))))
    if differing := _report_data(report)["differing"]:
        figures.insert(0, Fragment(*differing))
    return Case(report.nodeid, report.longreprtext if report.failed else "", figures, _mark(report))
