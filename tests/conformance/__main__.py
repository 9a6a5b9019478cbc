"""`python -m conformance`, in `tests/`: the table of suites, cases, passed, excused, and what the reasons are."""

from __future__ import annotations

import sys
import unittest
from collections import Counter

from rich.console import Console
from rich.table import Table

from conformance.excuses import EXCUSES, REASONS, RUN
from conformance.running import case_id, run_case
from conformance.suites import SUITES, Suite


def count(suite: Suite) -> Counter[str]:
    """How many cases came out how; cases that go against the list of excuses are printed."""
    counted: Counter[str] = Counter()
    for case in suite.cases():
        excuse = EXCUSES.get((suite.module, case_id(case)))
        verdict = run_case(suite, case).verdict
        if verdict == "failed" and run_case(suite, case, plain=True).verdict == "failed":
            verdict = "skipped"  # ordinary values do no better
        if verdict == "failed" and excuse:
            verdict = f"excused {excuse}"
        elif verdict == "failed" or excuse:
            print(f"{suite.name}: {case_id(case)} {verdict}, excuse: {excuse}", file=sys.stderr)
        counted[verdict] += 1
    return counted


def main() -> int:
    """Run all suites, print the table; 1 if a case failed that has no excuse."""
    table = Table("suite", "cases", "passed", "skipped", "failed", "excused", title=f"Python {sys.version.split()[0]}")
    totals: Counter[str] = Counter()
    for suite in SUITES:
        try:
            counted = count(suite)
        except (ImportError, unittest.SkipTest) as error:
            table.add_row(suite.name, f"not in this Python: {error}")
            continue
        totals += counted
        table.add_row(suite.name, *row(counted))
    table.add_section()
    table.add_row(
        "together", *row(totals)[:-1], str(sum(n for name, n in totals.items() if name.startswith("excused")))
    )
    console = Console()
    console.print(table)
    told = Table("excused", "cases", "because")
    for code, reason in {**REASONS, RUN: "The case asks for the function under test, which is wrapped here"}.items():
        told.add_row(code, str(totals[f"excused {code}"]), reason)
    console.print(told)
    return int(bool(totals["failed"]))


def row(counted: Counter[str]) -> list[str]:
    """One line of the table."""
    excused = {name.split()[1]: number for name, number in counted.items() if name.startswith("excused")}
    told = ", ".join(f"{number} {code}" for code, number in sorted(excused.items()))
    numbers = [sum(counted.values()), counted["passed"], counted["skipped"], counted["failed"]]
    return [*map(str, numbers), told]


if __name__ == "__main__":
    sys.exit(main())
