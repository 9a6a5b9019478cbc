"""`python -m strangers [--known] [package ...]`, in `tests/`: how many calls of each package are transparent.

With `--known` it prints the lines for `known.txt`. Ends with 1 if a call comes out otherwise than `known.txt` says.
"""

from __future__ import annotations

import sys
from collections import Counter

from rich.console import Console
from rich.table import Table

from strangers.findings import AUTO, VERDICTS, Finding
from strangers.known import lines_of, surprises
from strangers.suite import TABLES
from strangers.working import Selection, measured


def package_of(finding: Finding) -> str:
    return finding.name.split(".")[0]


def run(packages: list[str], auto: bool) -> list[Finding]:
    """Measure the calls of the packages, or all of them; tables that lack a package are left out, and it is said."""
    findings: list[Finding] = []
    for table in TABLES:
        try:
            findings += measured(Selection(table, packages=packages), auto=auto)
        except ImportError as error:
            print(f"{table}: {error}", file=sys.stderr)
    return findings


def show(findings: list[Finding], atoms: str) -> None:
    """Print the table by package, the calls that are not transparent, and what the hints are worth."""
    table = Table("package", "calls", *VERDICTS, "%", title=f"atoms: {atoms}")
    for package in dict.fromkeys(map(package_of, findings)):
        table.add_row(package, *row([finding for finding in findings if package_of(finding) == package]))
    table.add_section()
    table.add_row("together", *row(findings))
    console = Console(width=150)
    console.print(table)
    for finding in sorted(findings, key=lambda finding: -list(VERDICTS).index(finding.verdict)):
        if finding.verdict != "transparent":
            console.print(f"{finding.verdict:8} {finding.name}: {finding.cause}", soft_wrap=True, markup=False)
    containers = [finding.name for finding in findings if finding.containers]
    console.print(f"needed containers as atoms: {len(containers)} {containers}", soft_wrap=True, markup=False)
    hints = Counter(finding.hint for finding in findings if finding.verdict == "loud")
    console.print(f"loud, and the hint about atoms: {dict(hints)}")
    noticed = Counter(str(finding.noticed) for finding in findings if finding.verdict == "silent")
    console.print(f"silent, and noticed by verify: {dict(noticed)}")
    demands = Counter(finding.demand for finding in findings if finding.demand)
    console.print(f"demands that are not the smallest: {dict(demands)}")


def row(findings: list[Finding]) -> list[str]:
    """Return one line of the table."""
    counted = Counter(finding.verdict for finding in findings)
    share = 100 * counted["transparent"] / max(len(findings), 1)
    return [str(len(findings)), *(str(counted[verdict] or "") for verdict in VERDICTS), f"{share:.0f}"]


def main(arguments: list[str]) -> int:
    names = [name for name in arguments if not name.startswith("-")]
    wrong = []
    for atoms in ["strings", *(["auto"] if AUTO else [])]:
        findings = run(names, atoms == "auto")
        if "--known" in arguments:
            print("\n".join(lines_of(findings, atoms)))
        else:
            show(findings, atoms)
            wrong += surprises(findings, atoms)
    print("\n".join(wrong))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
