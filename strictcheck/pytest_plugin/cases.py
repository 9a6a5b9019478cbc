"""Cases of a parametrised test that run in several processes of pytest-xdist, judged together.

Each process tells, with the report of a case, which of its assertions could not have failed so far.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from strictcheck.unused import AssertionLog

__all__ = ["CasesOfAllProcesses", "note_cases"]


def note_cases(report: Any, log: AssertionLog) -> None:
    """Let the report of a case that has passed take along what the process knows of all cases."""
    if report.passed and log.cases > 1:
        report.cases = log.cases, log.reasons


class CasesOfAllProcesses:
    """Plugin that fails the last case of a test if no case, in whichever process, could have failed."""

    def __init__(self) -> None:
        self._logs: dict[str, AssertionLog] = {}

    @pytest.hookimpl(wrapper=True)  # before the session counts the failures
    def pytest_runtest_logreport(self, report: Any) -> Generator[None, Any, Any]:
        """Judge a test when all its cases have run."""
        count, reasons = getattr(report, "cases", (0, {}))
        if count:
            log = self._logs.setdefault(report.nodeid.partition("[")[0], AssertionLog(count))
            log.add(reasons)
            if found := log.vacuous(report.nodeid):
                report.outcome, report.longrepr = "failed", str(found[0])
        return (yield)
