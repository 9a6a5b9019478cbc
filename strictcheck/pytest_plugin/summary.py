"""`--demand-summary`: the number of parts that all observations of a run forced, and of parts left unforced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import pytest

from strictcheck.demands import Demand
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.table import told_keys
from strictcheck.observation.budgets import on_observed
from strictcheck.observation.demand_of_record import demand_of
from strictcheck.thunks.log import Record


@dataclass
class Count:
    """Numbers of forced parts, unforced parts, and observations."""

    forced: int = 0
    unforced: int = 0
    observations: int = 0

    def add(self, other: Count) -> None:
        """Add these counts."""
        self.forced += other.forced
        self.unforced += other.unforced
        self.observations += other.observations

    def __str__(self) -> str:
        plural = "" if self.observations == 1 else "s"
        return f"{self.forced:,} forced, {self.unforced:,} unforced in {self.observations:,} observation{plural}"


def unforced(demand: Demand) -> int:
    """Count the holes of a demand: parts in sight at which nobody looked.

    Elements beyond an end that nobody reached, keys nobody asked for and attributes nobody read are not in sight.

    >>> unforced(Demand.parse("[0, 1, _, [_, *_]]")), unforced(Demand.parse("_"))
    (2, 1)
    """
    looked_at = Counter(parent for _, parent, *_ in demand.rows())
    shown = ((row, layer) for row, *_, layer in demand.rows() if isinstance(layer, Layer))
    holes = (max(0, len(told_keys(layer)) - looked_at[row]) for row, layer in shown)
    return sum(holes) if demand else 1


class Summary:
    """Counts while the tests run, printed at the end. With pytest-xdist each worker counts its own."""

    def __init__(self, config: pytest.Config) -> None:
        self._worker: dict[str, Any] | None = getattr(config, "workeroutput", None)
        self._verbose = config.get_verbosity() > 0
        self._test = ""
        self._counts: dict[str, Count] = {}
        config.add_cleanup(on_observed(self._count_observation))

    def _count_observation(self, record: Record) -> None:
        demands = [demand_of(log) for log in record.logs]
        found = Count(sum(demand.size for demand in demands), sum(map(unforced, demands)), 1)
        self._counts.setdefault(self._test, Count()).add(found)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Note the running test."""
        self._test = item.nodeid
        try:
            return (yield)
        finally:
            self._test = ""

    def pytest_sessionfinish(self) -> None:
        """Send the counts of a worker to the main process."""
        if self._worker is not None:
            self._worker["strictcheck_counts"] = {test: vars(count) for test, count in self._counts.items()}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Add the counts of a worker of pytest-xdist."""
        for test, count in getattr(node, "workeroutput", {}).get("strictcheck_counts", {}).items():
            self._counts.setdefault(test, Count()).add(Count(**count))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Write the summary."""
        total = Count()
        for test, count in sorted(self._counts.items()):
            total.add(count)
            if self._verbose:
                terminalreporter.write_line(f"demand: {count}, {test or 'outside of tests'}")
        terminalreporter.write_line(f"demand: {total}")
