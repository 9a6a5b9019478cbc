"""Calls that are known not to come out right: `known.txt` has a line for each, with how it comes out and why.

A line tells the atoms it is about (`strings` for `atoms=(str, bytes)`, or `auto`), the call, the verdict or how its
demand compares with the smallest one, and one of the REASONS.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from strangers.findings import Finding

__all__ = ["KNOWN", "REASONS", "Known", "lines_of", "surprises"]

REASONS = {
    "CLASS": "`isinstance` and `callable` count as a look at the value",
    "EXACT": "code in C or Rust wants the exact class",
    "FRAMES": "code that reads its own traceback meets frames of this library",
    "OPAQUE": "an object of a class in C is the caller's own; the documentation says so",
    "PYDANTIC": "methods in Rust of a model ask a part for its exact class",
    "TYPE": "`type(x)` decides",
}
FILE = Path(__file__).parent / "known.txt"
Known = dict[tuple[str, str], dict[str, str]]


def read() -> Known:
    """Return, by atoms and call, the cause of each verdict."""
    found: Known = {}
    for line in FILE.read_text().splitlines():
        if line and not line.startswith("#"):
            atoms, name, verdict, cause = re.split(r" {2,}", line, maxsplit=3)
            found.setdefault((atoms, name), {})[verdict] = cause
    return found


KNOWN = read()


def verdicts_of(finding: Finding) -> dict[str, str]:
    """Return what is wrong with a call, with the cause."""
    found = {} if finding.verdict == "transparent" else {finding.verdict: finding.cause}
    return found | ({f"demand {finding.demand}": finding.demand_cause} if finding.demand else {})


def lines_of(findings: Iterable[Finding], atoms: str) -> list[str]:
    """Return the lines for `known.txt`; the causes that are known are kept."""
    return [
        f"{atoms:7}  {finding.name:32}  {verdict:14}  {KNOWN.get((atoms, finding.name), {}).get(verdict, cause)}"
        for finding in findings
        for verdict, cause in verdicts_of(finding).items()
    ]


def surprises(findings: Iterable[Finding], atoms: str) -> list[str]:
    """Return a line for each call that comes out otherwise than `known.txt` says, better or worse."""
    found = []
    for finding in findings:
        listed, actual = KNOWN.get((atoms, finding.name), {}), verdicts_of(finding)
        found += [f"{finding.name}: {verdict}: {actual[verdict]}" for verdict in actual if verdict not in listed]
        found += [
            f"{finding.name}: no longer {verdict}; take the line out" for verdict in listed if verdict not in actual
        ]
    return found
